"""The outcomes of a wager as a workbook needs them: each with its pay in a cell of its own, and its integer count."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from croupier.exact.counting.boosts import Boosts, draws_of
from croupier.exact.counting.jackpots import JackpotSolution
from croupier.questions.sheet.records import WagerSheet
from croupier.rulebook.paytables import UNIT_CENTS
from croupier.units.odds import Fixed, ForOne, MeterShare, Pay, Push, ToOne

Kind = Literal["to 1", "for 1", "$ for $1", "% of meter", "push", "loses", "net"]


@dataclass(frozen=True)
class WorkbookRow:
    """One row: what the cell of its pay holds, and how that is read."""

    label: str
    pay: Fraction
    kind: Kind
    count: int
    level: int = 0
    """Of the meter it is a share of; zero where it pays none."""
    envy: Fraction = Fraction()
    """Dollars for each $1 that each other bettor receives."""

    def back(self, meters: dict[int, Fraction], stake: Fraction) -> Fraction:
        """What it hands back for each unit staked; meters and stake in dollars."""
        match self.kind:
            case "to 1" | "net":
                return self.pay + 1
            case "for 1" | "$ for $1":
                return self.pay
            case "% of meter":
                return self.pay / 100 * meters[self.level] / stake
            case "push":
                return Fraction(1)
            case "loses":
                return Fraction()


def outcomes_of(each: WagerSheet) -> list[WorkbookRow]:
    """All outcomes of a wager; where pays are dynamic, a row for each pay that may be drawn."""
    result = each.result
    if result.jackpot is not None:
        return list(_jackpot(result.jackpot))
    if result.table is not None:
        rows = [WorkbookRow(row.label, *_pay(row.pay), row.count) for row in result.rows]
        return [*rows, WorkbookRow("everything else", Fraction(), "loses", result.losing)]
    counts = reversed(result.distribution.counts)
    words = {1: "wins", 0: "pushes", -1: "loses"}
    return [WorkbookRow(words[(net > 0) - (net < 0)], net, "net", count) for net, count in counts]


def _pay(pay: Pay) -> tuple[Fraction, Kind]:
    match pay:
        case ToOne(odds):
            return odds, "to 1"
        case ForOne(odds):
            return odds, "for 1"
        case Fixed(cents):
            return Fraction(cents, UNIT_CENTS), "$ for $1"
        case MeterShare(percent):
            return percent, "% of meter"
        case Push():
            return Fraction(), "push"
        case _:
            return Fraction(), "loses"


def _jackpot(result: JackpotSolution) -> Iterator[WorkbookRow]:
    draws = draws_of(result.counted.table, result.boosts)
    boosts = result.boosts or Boosts(1, (1,))
    for row in result.counted.rows:
        pay = row.row.pay
        envy = Fraction(row.row.envy_cents or 0, UNIT_CENTS)
        if isinstance(pay, MeterShare):
            yield WorkbookRow(row.label, pay.percent, "% of meter", row.count * draws, pay.level or 1, envy)
            continue
        drawn = list(boosts.returns(row.row))
        for back, chance in drawn:
            label = row.label if len(drawn) == 1 else f"{row.label}, at ${float(back):,.2f}"
            count = row.count * draws * chance
            assert count.denominator == 1
            kind: Kind = "$ for $1" if isinstance(pay, Fixed) else "for 1"
            yield WorkbookRow(label, back, kind, count.numerator, 0, envy)
    yield WorkbookRow("everything else", Fraction(), "loses", result.losing * draws)
