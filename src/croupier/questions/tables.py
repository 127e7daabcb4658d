"""Which table? A wager with a single one takes it; of several, the refusal is a table of what each is worth."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from croupier.errors import BadInput, CroupierError
from croupier.exact.result import Result
from croupier.rulebook.configuration import Configuration
from croupier.solving.solutions import wagers_of
from croupier.units.chance import percent_text

LISTED: Final = 12
"""Tables that a refusal lists; the rest are counted."""


def only_table(configuration: Configuration, wager: str, example: str) -> str | None:
    """The wager's only table; None where it has one already, or needs none.

    Where there are several, BadInput lists them with their edges; ``example`` says how to name one, with ``{table}``.
    """
    known = {each.id: each for each in configuration.rules.wagers}
    if wager not in known or known[wager].kind not in ("bonus", "jackpot") or wager in configuration.tables:
        return None
    offered = known[wager].tables_in(configuration.edition.id)
    if len(offered) == 1:
        return offered[0]
    if not offered:
        return None
    raise BadInput(
        f"{wager} needs a paytable\n{_listed(configuration, wager, offered)}",
        hint=f"name one, as in {example.format(table=offered[0])}",
    )


def with_only_table(configuration: Configuration, wager: str | None = None) -> Configuration:
    """The configuration, with the table of a wager where there is only one.

    Without a wager it is the first of a game that has no base wager and was named without a table.
    """
    staked = [each.id for each in configuration.rules.wagers if each.kind in ("bonus", "jackpot")]
    needed = wager or (staked[0] if staked and not wagers_of(configuration) else None)
    if needed is None:
        return configuration
    table = only_table(configuration, needed, f'"{configuration.name}({needed}={{table}})"')
    return configuration if table is None else configuration.with_table(needed, table)


def _listed(configuration: Configuration, wager: str, offered: tuple[str, ...]) -> str:
    worth = _worths(configuration, wager)
    shown = offered[:LISTED]
    width = max(map(len, shown))
    lines = [f"  {table:<{width}}  {worth.get(table, '')}".rstrip() for table in shown]
    if len(offered) > LISTED:
        lines.append(f"  and {len(offered) - LISTED} more: croupier games")
    return "\n".join(lines)


def _worths(configuration: Configuration, wager: str) -> dict[str, str]:
    """By table, its edge; of a jackpot, what it returns without its meter."""
    from croupier.solving import sweeps  # only a refusal lists them

    found: dict[str, list[Fraction]] = {}
    name = "house edge"
    try:
        for each in sweeps.sweep(str(configuration), wager):
            result = each.solution and each.solution[wager]
            if result:
                name, value = _worth(result)
                found.setdefault(each.paytable, []).append(value)
    except CroupierError:
        return {}
    return {table: f"{name} {_range(values)}" for table, values in found.items()}


def _worth(result: Result) -> tuple[str, Fraction]:
    if result.jackpot is not None:
        return "returns without its meter", result.jackpot.fixed_return
    return "house edge", result.distribution.house_edge


def _range(values: list[Fraction]) -> str:
    low, high = percent_text(min(values), 5), percent_text(max(values), 5)
    return low if low == high else f"{low} to {high}"
