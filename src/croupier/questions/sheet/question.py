"""The par sheet of a game: ``ParSheet``."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Final

from croupier import catalogue
from croupier.errors import BadInput
from croupier.play.stakes import Limit
from croupier.questions import asking
from croupier.questions.asking import Meters, Others, Rates, Seeds, told
from croupier.questions.conditions import Given, by_jackpot
from croupier.questions.edge import check_others, with_only_table
from croupier.rulebook.configuration import Configuration
from croupier.units import dollars, dollars_of

if TYPE_CHECKING:
    from croupier.exact.long_run.volatility import Pace
    from croupier.questions.sheet.records import Sheet, SheetIdentity

USUAL_SEATS: Final = 5
MOST_CENTS: Final = 10**9
MOST_REVISIONS: Final = 9_999


class ParSheet(asking.Question["Sheet"]):
    """Everything about a game's wagers, with what it rests on."""

    game: Annotated[str, told('A name, or a configuration such as "perfect-pairs(decks=6)".', "GAME")] = ""
    wager: Annotated[str | None, told("One wager alone; all of the configuration unless one is named.", "WAGER")] = None
    meter: Meters = ()
    jackpot_seed: Seeds = ()
    rate: Rates = ()
    others: Others = 0
    sees: Annotated[tuple[str, ...], told("Audit what is seen, as in dealer:1; may be slow.", "SIGHT")] = ()
    mix: Annotated[str | None, told("A seat that makes several wagers, as in ante=10,straight=5.", "STAKES")] = None
    rounds_per_hour: Annotated[int, told("What is stated of the table's pace.")] = 40
    seats: Annotated[int | None, told("Seats that bet; 5, or as many as there are.")] = None
    average_wager: Annotated[str, told("Of each seat.", "AMOUNT")] = "10.00"
    luck: Annotated[bool, told("Bands, sessions and ruin; without them the answer comes at once.")] = True
    date: Annotated[datetime.date | None, told("The sheet's date; the command's is today.")] = None
    document: Annotated[str, told("The document's number, instead of ours.", "NUMBER")] = ""
    revision: Annotated[int, told("Of the document.")] = 1
    prepared_for: Annotated[str, told("For whom it is.", "WHO")] = ""
    prepared_by: Annotated[str, told("By whom.", "WHO")] = ""

    def answered(self, asked: asking.Asked) -> Sheet:
        return sheet_of(self, asked, catalogue.configuration(self.game))

    @property
    def identity(self) -> SheetIdentity:
        from croupier.questions.sheet.records import SheetIdentity  # loads numpy, which --help does without

        whose = {"prepared_for": self.prepared_for or None, "prepared_by": self.prepared_by or None}
        return SheetIdentity(number=self.document, revision=self.revision, date=self.date, **whose)

    def pace(self, configuration: Configuration, asked: asking.Asked) -> Pace:
        """What the sheet states of its table."""
        from croupier.exact.long_run.volatility import Pace

        option = asked.by.option("average-wager")
        cents = dollars_of(self.average_wager, option)
        if not 0 < cents <= MOST_CENTS:
            raise BadInput(f"{option} {self.average_wager[:20]}: expected more than 0, at most {dollars(MOST_CENTS)}")
        usual = min(USUAL_SEATS, configuration.edition.seats[1])
        return Pace(self.rounds_per_hour, usual if self.seats is None else self.seats, cents)


def sheet_of(
    question: ParSheet, asked: asking.Asked, configuration: Configuration, limits: Mapping[str, Limit] | None = None
) -> Sheet:
    """The answer, for a configuration and limits that a table file may have given."""
    from croupier.questions.mix import parse_stakes
    from croupier.questions.sheet.building import build_sheet
    from croupier.questions.sheet.records import Asked

    by = asked.by
    check_others(question.others, asked)
    if not 1 <= question.revision <= MOST_REVISIONS:
        raise BadInput(f"{by.option('revision')} {question.revision}: expected 1 to {MOST_REVISIONS:,}")
    pace = question.pace(configuration, asked)
    configuration = with_only_table(configuration, question.wager)
    given = Given(question.meter, question.jackpot_seed, question.rate, question.others)
    conditions = by_jackpot(configuration, given, by)
    stakes: Mapping[str, int] = {}
    if question.mix is not None:
        if question.wager is not None:
            hint = f"leave {by.option('wager')} out"
            raise BadInput(f"{by.option('mix')} goes with the whole sheet", hint=hint)
        stakes = parse_stakes(configuration, question.mix, by)
    told = Asked(
        pace,
        conditions,
        question.sees,
        question.identity,
        limits=limits or {},
        mix=stakes,
        with_luck=question.luck,
    )
    return build_sheet(configuration, question.wager, told)
