"""A configuration joined with its solvers: every wager's exact figures in one typed object.

``solve`` finds the solver of each wager: flat pays, jackpots, or the base game. Only what affects a base wager goes
into its proof, so that one solution serves every choice of bonus wagers. Most base wagers are counted. One whose
outcomes are too many is valued to a bound, under a way to play that its solver names: the best play (under an
assumption), its chart, or what a card counter goes by; ``beside_base`` says how a side wager on the first cards rises
and falls with it. What has no solver is refused by name, never estimated. Results are remembered on disk (``cache``)
and checked when they come back.
"""

import importlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from croupier import catalogue
from croupier.cards.cards import Card
from croupier.cards.hands import pairs
from croupier.errors import BadInput, MissingPart, RulebookError, UnknownName
from croupier.exact.counting.rows import CountedTable, count_wager, counted, deals_of, paying_rows
from croupier.exact.distribution import Distribution, plot_html, table_html
from croupier.exact.result import (
    Beside,
    FactTable,
    Moments,
    PlayRow,
    Progress,
    Result,
    Solver,
    Values,
    in_silence,
    solve_tabled,
)
from croupier.exact.sampled_table import SamplesTables
from croupier.exact.showdown.solution import ChartRow, CloseHand
from croupier.play.documents import Json
from croupier.play.game import Cards, Game
from croupier.questions.solved import cache
from croupier.records import Record
from croupier.rulebook.configuration import Configuration, Spec, configure
from croupier.rulebook.fields import did_you_mean
from croupier.rulebook.key_values import APPROVAL, LIMIT, SCOPE
from croupier.units import MeterShare, describe_pay, format_odds, percent_text


def base_wager(configuration: Configuration) -> str | None:
    """The first wager that buys a hand; None for a side wager that stands alone."""
    return next(iter(configuration.rules.bases), None)


def base_configuration(configuration: Configuration) -> Configuration:
    """The same game without its bonus and jackpot wagers."""
    optional = {wager.id for wager in configuration.rules.wagers if wager.kind in ("bonus", "jackpot")}
    theirs = {
        key.id
        for key in configuration.rules.keys
        if key.needs in optional or key.features or key.id in (LIMIT, SCOPE, APPROVAL)
    }
    settings = [setting for setting in configuration.spec.settings if setting[0] not in optional | theirs | {"tables"}]
    return configure(configuration.book, Spec(configuration.name, tuple(settings)))


def playable(configuration: Configuration, wager: str | None = None) -> Game:
    """The game, ready to be solved on a base wager; MissingPart where the book has its rules and nobody can deal it."""
    try:
        game = catalogue.load(configuration)
        return game.on(wager) if wager else game
    except UnknownName:
        bonuses = [wager.id for wager in configuration.rules.wagers if wager.kind in ("bonus", "jackpot")]
        raise MissingPart(
            f"{base_wager(configuration)} of {configuration.name} is not solved yet",
            hint=f"its bonus wagers are: {', '.join(bonuses)}",
        ) from None


def decided_game(configuration: Configuration) -> Game:
    """The base game, ready to be solved; BadInput where nobody decides anything."""
    name = configuration.name
    if base_wager(configuration) is None:
        raise BadInput(f"{name} is a side wager: there is nothing to decide")
    game = playable(base_configuration(configuration))
    if not game.actions:
        raise BadInput(f"{name} asks nobody for a decision: there is nothing to decide")
    return game


NONE: Final = "none"
_HOMES: Final = {
    "showdown": "croupier.exact.showdown.solver",
    "sequential-pot": "croupier.exact.ricochet.solver",
    "blackjack": "croupier.exact.blackjack.solver",
    "streets": "croupier.exact.streets.solver",
    "tree": "croupier.exact.by_tree",
}
SOLVERS: Final = tuple(_HOMES)
_ASKS: Final = {
    "showdown": ("resolve", "choose", "qualifies", "hand_size"),
    "sequential-pot": ("course", "opened", "played", "declined", "nets", "pocket_cards", "ante_bonus_for"),
    "blackjack": ("house", "hand_asked"),
}
"""What a solver needs from a game besides its turns; ``tree`` needs nothing."""


def solver_of(game: Game) -> Solver:
    """The solver that a game declares; MissingPart where it declares that it has none."""
    name = game.declares.solver
    if name == NONE:
        raise MissingPart(
            f"{game.base_wager} of {game.rules.name} declares that it has no solver",
            hint="croupier simulate estimates it",
        )
    if name not in _HOMES:
        raise RulebookError(
            f"{game.rules.folder}/game.py",
            "declares.solver",
            f"unknown solver '{name}'",
            hint=did_you_mean(name, [*_HOMES, NONE]),
        )
    check_asks(game)
    solver: Solver = importlib.import_module(_HOMES[name]).SOLVER
    return solver


def check_asks(game: Game) -> None:
    """Check that a game has what its solver needs; RulebookError names the first missing part."""
    name = game.declares.solver
    lacking = next((part for part in _ASKS.get(name, ()) if not hasattr(game, part)), None)
    if lacking:
        raise RulebookError(
            f"{game.rules.folder}/game.py",
            "declares.solver",
            f"'{name}' asks the game for '{lacking}', which it does not have",
            hint='name "tree", or "none"',
        )


CHART: Final = "chart"
COUNTER: Final = "counter"


def valuer_of(configuration: Configuration) -> Values | None:
    """The solver of a base game that is valued; None for games whose outcomes are counted."""
    try:
        solver: object = solver_of(playable(base_configuration(configuration)))
    except MissingPart:
        return None
    return solver if isinstance(solver, Values) else None


def ways_to_play(configuration: Configuration) -> tuple[str, ...]:
    """What a value may rest on, by name; only a base game that is valued has several."""
    solver = valuer_of(configuration)
    return (*solver.assumptions, CHART) if solver else ()


def base_result(
    configuration: Configuration,
    play: str | None = None,
    *,
    wager: str | None = None,
    remember: bool = True,
    progress: Progress = in_silence,
) -> Result:
    """A base wager, the first by default, under the best play or another that its solver names; kept and checked."""
    name = _name(configuration, play, wager)
    kept = cache.recall(name, KeptResult) if remember else None
    result = from_kept(configuration, kept, name["wager"]) if kept is not None else None
    if result is None:
        result = solve_base(configuration, play, progress, wager=name["wager"], remember=remember)
        if remember:
            cache.remember(name, kept_form(result))
    return result


def is_kept(configuration: Configuration) -> bool:
    """Whether the base wager was solved before, and the result is at hand."""
    return cache.recall(_name(configuration), KeptResult) is not None


def _name(configuration: Configuration, play: str | None = None, wager: str | None = None) -> dict[str, str]:
    plain, code = base_configuration(configuration), catalogue.code_of(configuration.name)
    name = {"rulebook": plain.game_hash, "configuration": str(plain), "wager": wager or base_wager(plain) or ""}
    return name | ({"code": code} if code else {}) | ({"play": play} if play else {})


def solve_base(
    configuration: Configuration,
    play: str | None = None,
    progress: Progress = in_silence,
    *,
    wager: str | None = None,
    remember: bool = True,
) -> Result:
    """The same, solved now."""
    game = playable(base_configuration(configuration), wager)
    solver = solver_of(game)
    if play is None:
        return told(solver.solve(game, progress), configuration, game)
    if not isinstance(solver, Values):
        raise BadInput(
            f"{game.base_wager} of {configuration.name} is solved under the best play alone", hint="leave --play out"
        )
    if play == CHART:
        result = solver.chart(game)
    elif play == COUNTER:
        result = solver.counter(game, base_result(configuration, remember=remember))
    elif play in solver.assumptions:
        result = solver.value(game, play)
    else:
        ways = ", ".join((*solver.assumptions, CHART))
        raise BadInput(f"'{play}' is not a way to play {configuration.name}", hint=f"one of {ways}")
    return told(result, configuration, game)


def told(result: Result, configuration: Configuration, game: Game) -> Result:
    """With the configuration that was asked, and with what a reader must know."""
    solver = solver_of(game)
    return replace(
        result, configuration=configuration, note=solver.note(game), is_of_one_player=isinstance(solver, SamplesTables)
    )


class KeptResult(Record):
    """A result as it is kept; what the configuration says is not repeated."""

    counts: Distribution | None
    moments: Moments | None
    error: float
    basis: str
    tables: tuple[FactTable, ...]
    facts: Json
    simple: dict[str, Distribution]
    chart: tuple[ChartRow, ...]
    closest: tuple[CloseHand, ...]
    plays: tuple[PlayRow, ...]


def kept_form(result: Result) -> KeptResult:
    """A result without its configuration; ``from_kept`` is the inverse."""
    kept = {name: getattr(result, name) for name in KeptResult.__struct_fields__}
    return KeptResult(**kept | {"chart": tuple(row._replace(hand=row.words) for row in result.chart)})


def from_kept(configuration: Configuration, kept: KeptResult, wager: str | None = None) -> Result | None:
    """A kept result, if its figures add up to all deals of the game; None for anything else."""
    game = playable(base_configuration(configuration), wager)
    result = Result(
        configuration, game.base_wager, **{name: getattr(kept, name) for name in KeptResult.__struct_fields__}
    )
    if result.counts is None:
        return None if result.moments is None else told(result, configuration, game)
    sums = [counts.total for counts in (result.counts, *result.simple.values())]
    if result.chart:
        sums.append(sum(row.cases.total for row in result.chart))
    # A solver that does not know the number of deals beforehand still finds the same number for every way to play.
    deals = solver_of(game).deals(game)
    if any(total != (sums[0] if deals is None else deals) for total in sums):
        return None
    return None if any(count < 0 for _, count in result.counts.counts) else told(result, configuration, game)


def beside_base(wager: str, result: Result, meters: Mapping[int, int]) -> Beside | None:
    """The wager beside the base wager; meters in cents by level. None for a wager that is not on the first pair, for a
    meter that is not given, and for pays that are drawn in each round: their spread is larger than that of the average
    pay."""
    configuration = result.configuration
    valuer = valuer_of(configuration)
    if valuer is None or not is_pairs(configuration, wager) or result.is_base:
        return None
    jackpot = result.jackpot
    if jackpot is not None and (jackpot.boosts or {meter.level for meter in jackpot.meters} - set(meters)):
        return None
    table = configuration.tables[wager]
    setting, nets = configuration.setting_for(table), nets_by_event(result, meters)

    def net(cards: Cards, up: Card) -> Fraction:
        row = table.grade(pairs.classify(cards, up, setting), setting)
        return Fraction(-1) if row is None else nets[row.event]

    return valuer.beside(playable(base_configuration(configuration)), base_result(configuration), net)


def is_pairs(configuration: Configuration, wager: str | None) -> bool:
    """Whether a wager is on a pair from a shoe, so that the shoe may be known."""
    rules = configuration.rules
    named = wager or base_wager(configuration) or next((ruled.id for ruled in rules.wagers if ruled.family), None)
    return any(ruled.id == named and ruled.family == "pairs" for ruled in rules.wagers)


def nets_by_event(result: Result, meters: Mapping[int, int | Fraction]) -> dict[str, Fraction]:
    """By event, what a row brings beyond the stake; dynamic pays by their average."""
    jackpot = result.jackpot
    if jackpot is None:
        if meters:
            raise BadInput(f"{result.wager} has no meter", hint="leave --meter out")
        return {row.event: row.net for row in result.rows if row.net is not None}
    missing = [meter.level for meter in jackpot.meters if meter.level not in meters]
    if missing:
        raise BadInput(
            f"{result.paytable} pays a meter: level {missing[0]} is not given",
            hint="say what it shows, as in --meter 25000 or --meter 2=1000",
        )
    jackpot.expectation(meters)  # refuses a level that the table does not have
    nets = {}
    for counted_row in result.counted.rows:
        row = counted_row.row
        if isinstance(row.pay, MeterShare):
            back = meters[row.pay.level or 1] * row.pay.percent / 100 / jackpot.stake_cents
        else:
            back = sum((pays * chance for pays, chance in jackpot.pays(row)), Fraction())
        nets[row.event] = Fraction(back) - 1
    return nets


@dataclass(frozen=True)
class Solution(Mapping[str, Result]):
    """What was solved: a mapping from wager to result, with the configuration's canonical string and its rulebook.

    >>> print(solve("three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)", "pair_bonus", remember=False))
    three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02): pair_bonus 2.31674208145 %
    """

    configuration: str
    game_hash: str
    wagers: Mapping[str, Result]
    unsolved: tuple[str, ...] = ()  # Wagers of the configuration that have no solver yet.

    def __getitem__(self, wager: str) -> Result:
        return self.wagers[wager]

    def __iter__(self) -> Iterator[str]:
        return iter(self.wagers)

    def __len__(self) -> int:
        return len(self.wagers)

    def __str__(self) -> str:
        return f"{self.configuration}: {', '.join(f'{name} {_headline(each)}' for name, each in self.wagers.items())}"

    def __repr__(self) -> str:
        return f"<Solution {self}>"

    def to_records(self) -> list[Json]:
        """One plain record for each row of each wager's table, or each net outcome of a base game; figures as floats.
        ``return`` is the row's part of the expectation; of a jackpot's row, its part of the fixed return, and None
        where the row pays a meter. The counts are exact."""
        return [
            {"configuration": self.configuration, "wager": name, **record}
            for name, result in self.wagers.items()
            for record in _records(result)
        ]

    def _repr_html_(self) -> str:
        """The table of every row, the headline of every wager and the plots of their outcomes, for a notebook."""
        import html  # slow to load, and only a notebook needs it

        columns = ("wager", "event", "pays", "count", "probability", "one_in", "return")
        figures = "".join(
            f"<li>{html.escape(name)}: {html.escape(_headline(each))}</li>" for name, each in self.items()
        )
        plots = "".join(
            f"<p>{html.escape(name)}</p>{plot_html(each.distribution)}"
            for name, each in self.items()
            if each.counts is not None
        )
        return (
            f"<p><code>{html.escape(self.configuration)}</code>, rulebook "
            f"<code>{self.game_hash[:12]}</code></p><ul>{figures}</ul>"
            f"{table_html(columns, self.to_records())}{plots}"
        )


def _headline(result: Result) -> str:
    if result.jackpot is not None and result.counts is None:
        return f"fixed return {percent_text(result.jackpot.fixed_return)}"
    return f"{100 * result.house_edge:.9f} %" if result.moments else percent_text(result.distribution.house_edge)


def _records(result: Result) -> list[Json]:
    if result.moments is not None:
        return []
    if result.is_base:
        total = result.distribution.total
        return [
            _record(None, None, f"{format_odds(net)}", count, total, float(net * count / total))
            for net, count in result.distribution.counts
        ]
    table, total = result.paytable, result.total
    rows: list[tuple[str | None, str, int, Fraction | None]]
    rows = [(row.event, describe_pay(row.pay), row.count, row.contribution) for row in result.rows]
    rows.append((None, "loses", result.losing, Fraction() if result.jackpot else -result.counted.losing_probability))
    return [
        _record(table, event, pays, count, total, None if part is None else float(part))
        for event, pays, count, part in rows
    ]


def _record(table: str | None, event: str | None, pays: str, count: int, total: int, returns: float | None) -> Json:
    record = {"paytable": table, "event": event, "pays": pays, "count": count, "total": total}
    return record | {"probability": count / total, "one_in": total / count if count else None, "return": returns}


def solve(
    spec: str | Configuration, wager: str | None = None, *, remember: bool = True, progress: Progress = in_silence
) -> Solution:
    """Solve one wager of a configuration, or all that it has; exactly.

    ``remember`` keeps results on disk and looks for them there first; long work tells ``progress`` how far it is.
    """
    configuration = catalogue.configuration(spec) if isinstance(spec, str) else spec
    asked = wagers_of(configuration) if wager is None else [check_wager(configuration, wager)]
    results: dict[str, Result] = {}
    unsolved: list[str] = []
    for name in asked:
        try:
            results[name] = _solve_one(configuration, name, remember, progress)
        except MissingPart:
            if wager is not None:
                raise
            unsolved.append(name)
    return Solution(str(configuration), configuration.game_hash, results, tuple(unsolved))


def wagers_of(configuration: Configuration) -> list[str]:
    """What can be staked before the deal in this configuration."""
    return [
        wager.id
        for wager in configuration.rules.wagers
        if wager.id in configuration.rules.bases
        or (wager.kind in ("bonus", "jackpot") and wager.id in configuration.tables)
    ]


def check_wager(configuration: Configuration, wager: str) -> str:
    """The wager's name, if it can be solved in this configuration."""
    rules = configuration.rules
    known = {ruled.id: ruled for ruled in rules.wagers}
    if wager not in known:
        stakes = [*rules.bases, *(ruled.id for ruled in rules.wagers if ruled.kind in ("bonus", "jackpot"))]
        raise UnknownName(f"wager of {rules.name}", wager, stakes, note=f"wagers: {', '.join(stakes)}")
    kind = known[wager].kind
    if kind not in ("bonus", "jackpot") and wager not in rules.bases:
        base = rules.part_of(wager)
        raise BadInput(
            f"{wager} is not a wager of its own: it is part of {base}", hint=f"ask for {base}, which includes it"
        )
    if kind in ("bonus", "jackpot") and wager not in configuration.tables:
        offered = known[wager].tables_in(configuration.edition.id)
        raise BadInput(
            f"{wager} needs a paytable",
            hint=f"offered: {', '.join(offered)}" if offered else "none is offered in this edition",
        )
    return wager


def _solve_one(configuration: Configuration, wager: str, remember: bool, progress: Progress) -> Result:
    if wager in configuration.rules.bases:
        return base_result(configuration, wager=wager, remember=remember, progress=progress)
    known = _counted(configuration, wager) if remember else count_wager(configuration, wager)
    return solve_tabled(configuration, wager, known)


def _counted(configuration: Configuration, wager: str) -> CountedTable:
    """Row counts from the disk where they sum to all deals, else counted now and kept."""
    name = {"rulebook": configuration.game_hash, "configuration": str(configuration), "wager": wager}
    if code := catalogue.code_of(configuration.name):
        name["code"] = code
    table = configuration.tables[wager]
    rows, deals = len(paying_rows(table)), deals_of(configuration, wager)

    def count() -> list[int]:
        found = count_wager(configuration, wager)
        return [*(row.count for row in found.rows), found.losing]

    def adds_up(counts: list[int]) -> bool:
        return len(counts) == rows + 1 and min(counts) >= 0 and sum(counts) == deals

    *counts, losing = cache.kept(name, list[int], count, is_good=adds_up)
    return counted(table, configuration.setting_for(table), counts, losing)
