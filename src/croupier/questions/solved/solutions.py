"""A configuration joined with its solvers: every wager's exact figures in one typed object. ``solve`` finds the solver
for each wager: flat pays, jackpots, or the base game. What has no solver yet is refused by name, never estimated.
Results are remembered on disk (``cache``) and checked when they come back."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from croupier import catalogue
from croupier.errors import BadInput, MissingPart, UnknownName
from croupier.exact.counting.rows import CountedTable, count_wager, counted, deals_of, paying_rows
from croupier.exact.distribution import plot_html, table_html
from croupier.exact.result import Result, solve_tabled
from croupier.exact.solver import Progress, in_silence
from croupier.play.documents import Json
from croupier.questions.solved import cache
from croupier.rulebook.configuration import Configuration
from croupier.units.chance import percent_text
from croupier.units.odds import describe_pay, format_odds


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
        from croupier.questions.solved.base_solutions import base_result  # a side wager needs none of it

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
