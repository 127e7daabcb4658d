"""What every decision is worth with one hand, or in a round that waits for one: ``Advise``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from croupier import catalogue
from croupier.cards.cards import parse_cards
from croupier.errors import BadInput
from croupier.exact.effort import Effort
from croupier.exact.solver import Advice
from croupier.play.roundfile import at_table, read_round
from croupier.play.tablefile import TableFile
from croupier.questions.asking import Asked, Question
from croupier.rulebook.configuration import Configuration
from croupier.solving.advice import advice_record, advise_hand, advise_round, asked_about

MOST_EFFORT: Final = 1_000_000
"""Gigabytes or seconds."""


@dataclass(frozen=True)
class AdviceAnswer:
    """Advice on one decision of a configuration."""

    configuration: Configuration
    advice: Advice

    @cached_property
    def record(self) -> dict[str, Any]:
        return advice_record(self.configuration, self.advice)


class Advise(Question[AdviceAnswer]):
    """What is every decision worth?"""

    game: str | None = None
    cards: str | None = None
    """The player's hand, as in "Qs 6h 4d"."""
    up: str | None = None
    """The dealer's up-card, where the game shows one."""
    round: dict[str, Any] | None = None
    """A round file with a decision left open, as read."""
    memory: float | None = None
    """Gigabytes that an exact answer may use."""
    seconds: float | None = None

    def answered(self, asked: Asked) -> AdviceAnswer:
        return advised(self, asked)


def advised(question: Advise, asked: Asked, table: TableFile | None = None) -> AdviceAnswer:
    """The answer, within the limits that a table posts."""
    by = asked.by
    if (question.cards is None) == (question.round is None):
        either, other = by.example("cards", '"Qs 6h 4d"'), by.option("round")
        raise BadInput("advise needs a hand", hint=f"{either}; or {other} with a decision left open")
    read = None if question.round is None else read_round(question.round)
    if table is not None and read is None:
        raise BadInput("--table goes with a round", hint="limits apply to a decision in a round: add --round FILE")
    if read is not None and table is not None:
        at_table(read, table, catalogue.load)
    configuration = asked_about(
        question.game, read, named=by.option("game"), example=by.example("game", "three-card-prime")
    )
    if read is not None:
        if question.up is not None:
            raise BadInput(f"{by.option('up')} goes with {by.option('cards')}", hint="the round has the dealer's cards")
        return AdviceAnswer(configuration, advise_round(configuration, read, _effort(question, asked)))
    if not (question.memory is None and question.seconds is None):
        limits = f"{by.option('memory')} and {by.option('seconds')}"
        raise BadInput(f"{limits} go with a round", hint="a hand alone is solved at once: leave them out")
    shown = parse_cards(question.up) if question.up is not None else ()
    if question.up is not None and len(shown) != 1:
        hint = by.example("up", "9c")
        raise BadInput(f"{by.option('up')} '{question.up[:40]}': expected one card", hint=hint)
    return AdviceAnswer(configuration, advise_hand(configuration, parse_cards(question.cards or ""), *shown))


def _effort(question: Advise, asked: Asked) -> Effort:
    """What an answer may cost."""
    usual = Effort()
    for name, given in (("memory", question.memory), ("seconds", question.seconds)):
        if given is not None and not 0 < given < MOST_EFFORT:
            option = asked.by.option(name)
            raise BadInput(f"{option} {given:g}: expected more than 0 and less than {MOST_EFFORT:,}")
    return Effort(
        usual.memory_bytes if question.memory is None else int(question.memory * (1 << 30)),
        usual.seconds if question.seconds is None else question.seconds,
        asked.progress,
    )
