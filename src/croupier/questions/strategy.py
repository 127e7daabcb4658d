"""How to play a base game: ``Strategy``."""

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Annotated

from croupier import catalogue
from croupier.errors import BadInput
from croupier.exact.result import Charts, Progress, Result, in_silence
from croupier.exact.showdown.solution import ChartRow
from croupier.questions.asking import Asked, Game, Question
from croupier.questions.edge import EdgeRecord, SimplerPlay, edge_record, simpler_plays
from croupier.questions.figures import Exact, Odds, Percentage, head_of
from croupier.questions.solved import solutions
from croupier.records import UNSET, Count, Of, Record, UnsetType, field, record_of


class ChartAction(Record):
    """One bet that a class of hand may make, and for how many of its hands it is best."""

    action: str
    amount: Annotated[Odds, Of("bet.amount")]
    expectation: Exact
    best_hands: Annotated[Count, Of("hands")]


class ChartLine(Record):
    """One class of hand."""

    hand: Annotated[str, Of("words")]
    hands: Count
    best: str
    settled: Annotated[bool, Of("is_settled")]
    actions: list[ChartAction]


class PlayLine(Record):
    """Situations that look alike in words, and how often each decision is best in them."""

    question: str
    hand: str
    plays: str  # What the chart does in all of them; empty where it says nothing beyond ``best``.
    best: dict[str, Count]


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
    game_hash: str


class Stretch(Record):
    """Neighboring classes of hand, lowest first, that are played alike."""

    first: str = field(name="from")
    last: str = field(name="to")
    hands: Count
    best: str | None  # The bet that is best for every hand of them; null where the other cards decide.
    hands_by_bet: dict[str, Count]  # How many hands do best with each bet.


def stretches(chart: tuple[ChartRow, ...]) -> list[Stretch]:
    """The chart in as few lines as it takes."""
    return [_stretch(list(rows), best) for best, rows in groupby(chart, key=_settled_bet)]


def _stretch(rows: list[ChartRow], best: str | None) -> Stretch:
    hands_of: dict[str, int] = {}
    for row in rows:
        bets = [option.bet for option in row.options]
        for option in row.options:
            name = option.bet.name_among(bets)
            hands_of[name] = hands_of.get(name, 0) + option.hands
    return Stretch(
        first=rows[0].words,
        last=rows[-1].words,
        hands=str(sum(row.hands for row in rows)),
        best=best,
        hands_by_bet={name: str(hands) for name, hands in hands_of.items() if hands},
    )


def stretches_by_class(chart: tuple[ChartRow, ...]) -> list[Stretch]:
    """The chart of a player who looks only at the hand's class: every line has one bet, the best of its class."""
    bets = [row.best.bet.name_among([option.bet for option in row.options]) for row in chart]
    grouped = groupby(zip(bets, chart, strict=True), key=lambda played: played[0])
    return [_stretch([row for _, row in rows], best) for best, rows in grouped]


def _settled_bet(row: ChartRow) -> str | None:
    bets = [option.bet for option in row.options]
    return next((each.bet.name_among(bets) for each in row.options if each.hands == row.hands), None)


def _chart_line(row: ChartRow) -> ChartLine:
    bets = [option.bet for option in row.options]
    actions = [
        record_of(ChartAction, option, action=option.bet.name_among(bets), expectation=row.value(option))
        for option in row.options
    ]
    return record_of(ChartLine, row, best=row.best.bet.name_among(bets), actions=actions)


@dataclass(frozen=True)
class StrategyAnswer:
    """The base wager, played by its chart where it is valued and by the best play where it is counted."""

    result: Result

    @cached_property
    def record(self) -> StrategyRecord | EdgeRecord:
        """Of a wager that is valued, the record of its edge, which has the chart."""
        result = self.result
        if result.moments is not None:
            return edge_record(result)
        chart, plays = [_chart_line(row) for row in result.chart], result.plays or UNSET
        head = head_of(result.configuration)
        return record_of(StrategyRecord, result, **head, chart=chart, plays=plays, strategies=simpler_plays(result))


def with_chart_value(result: Result, progress: Progress = in_silence) -> Result:
    """The result of a game with streets, and beside it what its chart is worth; any other as it is."""
    game = solutions.playable(solutions.base_configuration(result.configuration))
    solver = solutions.solver_of(game)
    if not result.plays or not isinstance(solver, Charts):
        return result
    return replace(result, simple={"by chart": solver.chart_value(game, progress)})


class Strategy(Question[StrategyAnswer]):
    """How is the base wager of a game played?"""

    game: Game

    def answered(self, asked: Asked) -> StrategyAnswer:
        configuration = catalogue.configuration(self.game)
        solutions.decided_game(configuration)
        play = solutions.CHART if solutions.valuer_of(configuration) else None
        result = solutions.base_result(configuration, play, remember=asked.remember, progress=asked.progress)
        if not (result.chart or result.plays or result.tables):
            raise BadInput(
                f"{configuration.name} has no chart: a decision depends on every card on the table",
                hint="advise with a round says what each decision is worth",
            )
        return StrategyAnswer(with_chart_value(result, asked.progress))
