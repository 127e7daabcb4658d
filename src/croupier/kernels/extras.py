"""Packages that come with an extra, such as ``croupier[sim]``."""

from __future__ import annotations

import importlib
from types import ModuleType

from croupier.errors import MissingPart


def extra(name: str, who_needs: str, hint: str) -> ModuleType:
    """The package, or one message that says who needs it and how to get it."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise MissingPart(f"{who_needs}, which is not installed", hint=hint) from None
