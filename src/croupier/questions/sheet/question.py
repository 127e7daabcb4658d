"""The par sheet of a game: ``ParSheet``."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Final

from croupier import catalogue
from croupier.errors import BadInput
from croupier.exact.long_run.volatility import Pace
from croupier.play.stakes import Limit
from croupier.questions import asking
from croupier.questions.edge import MOST_OTHERS
from croupier.questions.sheet.building import build_sheet
from croupier.questions.sheet.records import Asked, Sheet, SheetIdentity
from croupier.questions.tables import with_only_table
from croupier.rulebook.configuration import Configuration
from croupier.solving.conditions import Given, by_jackpot
from croupier.solving.mixes import parse_stakes
from croupier.units.money import dollars
from croupier.units.typed import dollars_of

USUAL_SEATS: Final = 5
MOST_CENTS: Final = 10**9


class ParSheet(asking.Question[Sheet]):
    """Everything about a game's wagers, with what it rests on."""

    game: str
    wager: str | None = None
    """One wager alone; all of the configuration unless one is named."""
    meter: tuple[str, ...] = ()
    """What a meter shows, as ``[WAGER:][LEVEL=]AMOUNT``."""
    jackpot_seed: tuple[str, ...] = ()
    rate: tuple[str, ...] = ()
    reserve: tuple[str, ...] = ()
    others: int = 0
    sees: tuple[str, ...] = ()
    """What an advantage player sees, as in dealer:1; without any, what is counted quickly."""
    mix: str | None = None
    """A seat that makes several wagers, as in ante=10,straight=5."""
    rounds_per_hour: int = 40
    seats: int | None = None
    """Seats that bet: five, or as many as there are."""
    average_wager: str = "10.00"
    luck: bool = True
    """Bands, sessions and ruin, which take most of the time."""
    date: datetime.date | None = None
    document: str = ""
    revision: int = 1
    prepared_for: str = ""
    prepared_by: str = ""

    def answered(self, asked: asking.Asked) -> Sheet:
        return sheet_of(self, asked, catalogue.configuration(self.game))

    @property
    def identity(self) -> SheetIdentity:
        return SheetIdentity(self.date, self.document, self.revision, self.prepared_for, self.prepared_by)

    def pace(self, configuration: Configuration, asked: asking.Asked) -> Pace:
        """What the sheet states of its table."""
        option = asked.by.option("average-wager")
        cents = dollars_of(self.average_wager, option)
        if not 0 < cents <= MOST_CENTS:
            raise BadInput(f"{option} {self.average_wager[:20]}: expected more than 0, at most {dollars(MOST_CENTS)}")
        usual = min(USUAL_SEATS, configuration.edition.seats[1])
        return Pace(self.rounds_per_hour, usual if self.seats is None else self.seats, cents)


def sheet_of(
    question: ParSheet,
    asked: asking.Asked,
    configuration: Configuration,
    limits: Mapping[str, Limit] | None = None,
) -> Sheet:
    """The answer, for a configuration and limits that a table file may have given."""
    by = asked.by
    if not 0 <= question.others <= MOST_OTHERS:
        raise BadInput(f"{by.option('others')} {question.others}: expected 0 to {MOST_OTHERS}")
    pace = question.pace(configuration, asked)
    configuration = with_only_table(configuration, question.wager)
    given = Given(question.meter, question.jackpot_seed, question.rate, question.reserve, question.others)
    conditions, reserves = by_jackpot(configuration, given, by)
    stakes: Mapping[str, int] = {}
    if question.mix is not None:
        if question.wager is not None:
            hint = f"leave {by.option('wager')} out"
            raise BadInput(f"{by.option('mix')} goes with the whole sheet", hint=hint)
        stakes = parse_stakes(configuration, question.mix, by)
    told = Asked(
        pace,
        conditions,
        reserves,
        question.sees,
        question.identity,
        limits=limits or {},
        mix=stakes,
        with_luck=question.luck,
    )
    return build_sheet(configuration, question.wager, told)
