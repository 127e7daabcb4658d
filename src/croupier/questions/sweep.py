"""Every paytable of a game, one line each: ``EdgeOfEveryTable``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from croupier import catalogue
from croupier.errors import BadInput
from croupier.questions.asking import Asked, Question, declared
from croupier.questions.edge import EdgeRecord
from croupier.records import Record
from croupier.rulebook.configuration import Configuration
from croupier.solving.figures import SCHEMA, edge_record
from croupier.solving.solutions import check_wager
from croupier.solving.sweeps import Swept, sweep


class SweepRecord(Record):
    """The edge of every table that goes with the configuration."""

    schema: int
    game: str
    tables: list[EdgeRecord]
    rulebook_hash: str


@dataclass(frozen=True)
class SweepAnswer:
    """Every table, solved; or why it does not go with the rest of the configuration."""

    configuration: Configuration
    swept: tuple[Swept, ...]

    @cached_property
    def record(self) -> SweepRecord:
        results = [each.solution[each.wager.id] for each in self.swept if each.solution]
        return SweepRecord(
            schema=SCHEMA,
            game=str(self.configuration),
            tables=[declared(EdgeRecord, edge_record(result)) for result in results],
            rulebook_hash=self.configuration.rulebook_hash,
        )


class EdgeOfEveryTable(Question[SweepAnswer]):
    """What is a wager worth under each of its tables?"""

    game: str
    wager: str | None = None
    """All wagers that have tables unless one is named."""

    def answered(self, asked: Asked) -> SweepAnswer:  # noqa: ARG002
        configuration = catalogue.configuration(self.game)
        if self.wager is not None and not any(wager.id == self.wager for wager in configuration.rules.wagers):
            check_wager(configuration, self.wager)
        swept = tuple(sweep(self.game, self.wager))
        if not swept:
            raise BadInput(f"{configuration.name} offers no paytable for {self.wager or 'any wager'}")
        return SweepAnswer(configuration, swept)
