"""Croupier: an executable rulebook for casino table games.

The public names are listed in ``__all__`` and loaded when first used, so importing the package costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from croupier.software import VERSION

if TYPE_CHECKING:
    from croupier.cards.cards import Card, format_cards, parse_cards
    from croupier.catalogue import book, configuration, games_from, load
    from croupier.errors import (
        BadInput,
        CheckFailed,
        CroupierError,
        IllegalAction,
        LawBroken,
        MissingPart,
        RoundError,
        RulebookError,
        SpecError,
        UnknownName,
    )
    from croupier.exact.counting.jackpots import JackpotSolution
    from croupier.exact.distribution import Distribution
    from croupier.exact.result import Result
    from croupier.exact.solver import Advice
    from croupier.kernels import evaluate
    from croupier.library import about, advise, jackpot_plan, par_sheet, replay, settle
    from croupier.play.game import Decision, Game
    from croupier.play.round import Round
    from croupier.play.settlement import Settlement
    from croupier.questions.advantage import Advantage, AdvantageOfEverySight, Audit, audit
    from croupier.questions.advise import Advise
    from croupier.questions.asking import ask
    from croupier.questions.cut_card import CutCard
    from croupier.questions.design import Design
    from croupier.questions.edge import Edge, EdgeAtOnePot, EdgeOfEveryTable, sweep
    from croupier.questions.grade import Grade, grade
    from croupier.questions.mix import EdgeOfMix
    from croupier.questions.rounds import Replay, Settle
    from croupier.questions.sheet.question import ParSheet
    from croupier.questions.sheet.records import Sheet
    from croupier.questions.simulate import Simulate
    from croupier.questions.simulating import simulate
    from croupier.questions.solved.solutions import Solution, solve
    from croupier.questions.strategy import Strategy
    from croupier.rulebook.book import Book
    from croupier.rulebook.configuration import Configuration
    from croupier.rulebook.paytables import Paytable

__version__ = VERSION

_HOMES = {
    "Advantage": "croupier.questions.advantage",
    "AdvantageOfEverySight": "croupier.questions.advantage",
    "Advice": "croupier.exact.solver",
    "Advise": "croupier.questions.advise",
    "Audit": "croupier.questions.advantage",
    "BadInput": "croupier.errors",
    "Book": "croupier.rulebook.book",
    "Card": "croupier.cards.cards",
    "CheckFailed": "croupier.errors",
    "Configuration": "croupier.rulebook.configuration",
    "CroupierError": "croupier.errors",
    "CutCard": "croupier.questions.cut_card",
    "Decision": "croupier.play.game",
    "Design": "croupier.questions.design",
    "Distribution": "croupier.exact.distribution",
    "Edge": "croupier.questions.edge",
    "EdgeAtOnePot": "croupier.questions.edge",
    "EdgeOfEveryTable": "croupier.questions.edge",
    "EdgeOfMix": "croupier.questions.mix",
    "Game": "croupier.play.game",
    "Grade": "croupier.questions.grade",
    "IllegalAction": "croupier.errors",
    "JackpotSolution": "croupier.exact.counting.jackpots",
    "LawBroken": "croupier.errors",
    "MissingPart": "croupier.errors",
    "ParSheet": "croupier.questions.sheet.question",
    "Paytable": "croupier.rulebook.paytables",
    "Replay": "croupier.questions.rounds",
    "Result": "croupier.exact.result",
    "Round": "croupier.play.round",
    "RoundError": "croupier.errors",
    "RulebookError": "croupier.errors",
    "Settle": "croupier.questions.rounds",
    "Settlement": "croupier.play.settlement",
    "Sheet": "croupier.questions.sheet.records",
    "Simulate": "croupier.questions.simulate",
    "Solution": "croupier.questions.solved.solutions",
    "SpecError": "croupier.errors",
    "Strategy": "croupier.questions.strategy",
    "UnknownName": "croupier.errors",
    "about": "croupier.library",
    "advise": "croupier.library",
    "ask": "croupier.questions.asking",
    "audit": "croupier.questions.advantage",
    "book": "croupier.catalogue",
    "configuration": "croupier.catalogue",
    "evaluate": "croupier.kernels.evaluate",
    "format_cards": "croupier.cards.cards",
    "games_from": "croupier.catalogue",
    "grade": "croupier.questions.grade",
    "jackpot_plan": "croupier.library",
    "load": "croupier.catalogue",
    "par_sheet": "croupier.library",
    "parse_cards": "croupier.cards.cards",
    "replay": "croupier.library",
    "settle": "croupier.library",
    "simulate": "croupier.questions.simulating",
    "solve": "croupier.questions.solved.solutions",
    "sweep": "croupier.questions.edge",
}

__all__ = [
    "Advantage",
    "AdvantageOfEverySight",
    "Advice",
    "Advise",
    "Audit",
    "BadInput",
    "Book",
    "Card",
    "CheckFailed",
    "Configuration",
    "CroupierError",
    "CutCard",
    "Decision",
    "Design",
    "Distribution",
    "Edge",
    "EdgeAtOnePot",
    "EdgeOfEveryTable",
    "EdgeOfMix",
    "Game",
    "Grade",
    "IllegalAction",
    "JackpotSolution",
    "LawBroken",
    "MissingPart",
    "ParSheet",
    "Paytable",
    "Replay",
    "Result",
    "Round",
    "RoundError",
    "RulebookError",
    "Settle",
    "Settlement",
    "Sheet",
    "Simulate",
    "Solution",
    "SpecError",
    "Strategy",
    "UnknownName",
    "__version__",
    "about",
    "advise",
    "ask",
    "audit",
    "book",
    "configuration",
    "evaluate",
    "format_cards",
    "games_from",
    "grade",
    "jackpot_plan",
    "load",
    "par_sheet",
    "parse_cards",
    "replay",
    "settle",
    "simulate",
    "solve",
    "sweep",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'croupier' has no attribute '{name}'")
    module = importlib.import_module(_HOMES[name])
    return getattr(module, name, module) if module.__name__.endswith(f".{name}") else getattr(module, name)


def __dir__() -> list[str]:
    return sorted(__all__)
