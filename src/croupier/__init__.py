"""Croupier: an executable rulebook for casino table games.

The public names are listed in ``__all__`` and loaded when first used, so importing the package costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from croupier.cards.cards import Card, parse_cards
    from croupier.catalogue import book, configuration, load
    from croupier.errors import CroupierError
    from croupier.play.round import Round
    from croupier.sim import evaluate
    from croupier.solving.simulation import simulate
    from croupier.solving.solutions import solve

__version__ = "0.1.0"

_HOMES = {
    "Card": "croupier.cards.cards",
    "CroupierError": "croupier.errors",
    "book": "croupier.catalogue",
    "configuration": "croupier.catalogue",
    "Round": "croupier.play.round",
    "evaluate": "croupier.sim.evaluate",
    "load": "croupier.catalogue",
    "parse_cards": "croupier.cards.cards",
    "simulate": "croupier.solving.simulation",
    "solve": "croupier.solving.solutions",
}

__all__ = [
    "Card",
    "CroupierError",
    "Round",
    "__version__",
    "book",
    "configuration",
    "evaluate",
    "load",
    "parse_cards",
    "simulate",
    "solve",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'croupier' has no attribute '{name}'")
    module = importlib.import_module(_HOMES[name])
    return module if module.__name__.endswith(f".{name}") else getattr(module, name)


def __dir__() -> list[str]:
    return sorted(__all__)
