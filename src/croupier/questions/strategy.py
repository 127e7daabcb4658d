"""How to play a base game: ``Strategy``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from croupier import catalogue
from croupier.errors import BadInput
from croupier.exact.result import Result
from croupier.questions.asking import Asked, Question, declared
from croupier.questions.edge import EdgeRecord, Exact, Percentage, SimplerPlay
from croupier.records import UNSET, Record, UnsetType
from croupier.solving.base_games import base_wager
from croupier.solving.base_solutions import CHART, base_result, valuer_of
from croupier.solving.figures import edge_record
from croupier.solving.plays import strategy_record


class ChartAction(Record):
    """One bet that a class of hand may make, and for how many of its hands it is best."""

    action: str
    amount: str
    expectation: Exact
    best_hands: str


class ChartLine(Record):
    """One class of hand."""

    hand: str
    hands: str
    best: str
    settled: bool
    actions: list[ChartAction]


class PlayLine(Record):
    """Situations that look alike in words, and how often each decision is best in them."""

    question: str
    hand: str
    best: dict[str, str]


class StrategyRecord(Record):
    """The whole chart, class by class, and what simpler ways to play cost."""

    schema: int
    game: str
    wager: str
    method: str
    expectation: Exact
    house_edge: Percentage
    chart: list[ChartLine]
    plays: list[PlayLine] | UnsetType = UNSET
    strategies: dict[str, SimplerPlay]
    rulebook_hash: str


@dataclass(frozen=True)
class StrategyAnswer:
    """The base wager, played by its chart where it is valued and by the best play where it is counted."""

    result: Result

    @cached_property
    def record(self) -> StrategyRecord | EdgeRecord:
        """Of a wager that is valued, the record of its edge, which has the chart."""
        if self.result.moments is not None:
            return declared(EdgeRecord, edge_record(self.result))
        return declared(StrategyRecord, strategy_record(self.result))


class Strategy(Question[StrategyAnswer]):
    """How is the base wager of a game played?"""

    game: str

    def answered(self, asked: Asked) -> StrategyAnswer:
        configuration = catalogue.configuration(self.game)
        if base_wager(configuration) is None:
            raise BadInput(f"{configuration.name} is a side wager: there is nothing to decide")
        play = CHART if valuer_of(configuration) else None
        result = base_result(configuration, play, remember=asked.remember, progress=asked.progress)
        if not (result.chart or result.plays or result.tables):
            raise BadInput(
                f"{configuration.name} has no chart: a decision depends on every card on the table",
                hint="advise with a round says what each decision is worth",
            )
        return StrategyAnswer(result)
