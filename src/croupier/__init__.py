"""Croupier: an executable rulebook for casino table games.

The public names are listed in ``__all__`` and loaded when first used, so importing the package costs nothing.
"""

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
    from croupier.exact.result import Advice, Result
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
    from croupier.rulebook.rules import Paytable

__version__ = VERSION

_NAMES = {
    "cards.cards": "Card format_cards parse_cards",
    "catalogue": "book configuration games_from load",
    "errors": "BadInput CheckFailed CroupierError IllegalAction LawBroken MissingPart RoundError RulebookError "
    "SpecError UnknownName",
    "exact.counting.jackpots": "JackpotSolution",
    "exact.distribution": "Distribution",
    "exact.result": "Advice Result",
    "kernels.evaluate": "evaluate",
    "library": "about advise jackpot_plan par_sheet replay settle",
    "play.game": "Decision Game",
    "play.round": "Round",
    "play.settlement": "Settlement",
    "questions.advantage": "Advantage AdvantageOfEverySight Audit audit",
    "questions.advise": "Advise",
    "questions.asking": "ask",
    "questions.cut_card": "CutCard",
    "questions.design": "Design",
    "questions.edge": "Edge EdgeAtOnePot EdgeOfEveryTable sweep",
    "questions.grade": "Grade grade",
    "questions.mix": "EdgeOfMix",
    "questions.rounds": "Replay Settle",
    "questions.sheet.question": "ParSheet",
    "questions.sheet.records": "Sheet",
    "questions.simulate": "Simulate",
    "questions.simulating": "simulate",
    "questions.solved.solutions": "Solution solve",
    "questions.strategy": "Strategy",
    "rulebook.book": "Book",
    "rulebook.configuration": "Configuration",
    "rulebook.rules": "Paytable",
}
"""By module, the public names that it holds."""
_HOMES = {name: f"croupier.{module}" for module, names in _NAMES.items() for name in names.split()}

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
