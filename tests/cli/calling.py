"""What calling a command gives."""

from __future__ import annotations

from collections.abc import Callable

Shown = tuple[int, str, str]
"""The exit status, standard output and standard error."""
Call = Callable[..., Shown]
