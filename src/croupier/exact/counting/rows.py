"""A paytable with its deals counted: for each row that pays, how many deals reach it.

Grading goes through the table's own rows, class by class, so the first match pays here as it does at the table. What
the rows bring is in ``wagers`` for flat pays and in ``jackpots`` for meters.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from croupier.cards.hands import Setting
from croupier.errors import BadInput, MissingPart
from croupier.exact.counting.spaces import class_counts, deals, pack_of
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.rules import Paytable, Row, posted_label
from croupier.rulebook.sights import seen_by
from croupier.units import NoPay, Pay, handed_back


class Counted:
    """Something that ``count`` of ``total`` equally likely deals bring."""

    __slots__ = ()
    count: int
    total: int

    @property
    def probability(self) -> Fraction:
        return Fraction(self.count, self.total)

    @property
    def one_in(self) -> Fraction | None:
        """How many deals there are for each that hits; None where none does."""
        return Fraction(self.total, self.count) if self.count else None


@dataclass(frozen=True, slots=True)
class CountedRow(Counted):
    """One row of a table, under the operator's ranks, with the deals that it pays."""

    row: Row
    label: str
    count: int
    total: int


class CountedTable(NamedTuple):
    """All rows that a table has, in printed order, and the deals that none of them pays."""

    table: Paytable
    rows: tuple[CountedRow, ...]
    losing: int
    total: int

    @property
    def losing_probability(self) -> Fraction:
        return Fraction(self.losing, self.total)


def paying_rows(table: Paytable) -> list[Row]:
    """The rows that the table has: a dash means that it lacks one (reading P28)."""
    return [row for row in table.rows if not isinstance(row.pay, NoPay)]


def count_table(table: Paytable, setting: Setting, counts: Mapping[Hashable, int]) -> CountedTable:
    """Grade every class of hand and add up its deals."""
    by_event = dict.fromkeys((row.event for row in paying_rows(table)), 0)
    losing = 0
    for hand, count in counts.items():
        row = table.grade(hand, setting)
        if row is None:
            losing += count
        else:
            by_event[row.event] += count
    return counted(table, setting, list(by_event.values()), losing)


def counted(table: Paytable, setting: Setting, counts: Sequence[int], losing: int) -> CountedTable:
    """A table with counts found before, one for each row that it has."""
    total = sum(counts) + losing
    rows = tuple(
        CountedRow(row, posted_label(row.label, setting), count, total)
        for row, count in zip(paying_rows(table), counts, strict=True)
    )
    return CountedTable(table, rows, losing, total)


def table_of(configuration: Configuration, wager: str) -> Paytable:
    """The table that pays a wager on dealt cards; an error says what is wrong with the name."""
    known = {each.id: each for each in configuration.rules.wagers}
    if wager not in known:
        raise BadInput(f"{configuration.name} has no wager '{wager}'", hint=f"wagers: {', '.join(known)}")
    if wager not in configuration.tables or known[wager].kind not in ("bonus", "jackpot"):
        raise BadInput(f"{wager} has no table in {configuration}", hint=f"add {wager}=TABLE to the configuration")
    return configuration.tables[wager]


def count_wager(configuration: Configuration, wager: str) -> CountedTable:
    """The deals of a bonus or jackpot wager, row by row."""
    table = table_of(configuration, wager)
    return count_table(table, configuration.setting_for(table), counted_classes(configuration, wager))


def counted_classes(configuration: Configuration, wager: str) -> Mapping[Hashable, int]:
    """Deals by class of the cards that a wager sees; MissingPart says what cannot be counted, and why."""
    seen = seen_by(configuration.rules, wager)
    setting = configuration.setting_for(configuration.tables[wager])
    try:
        return class_counts(seen, setting, pack_of(configuration.rules))
    except MissingPart as refused:
        raise MissingPart(f"{wager} of {configuration.name}: {refused.message}", hint=refused.hint) from None


def deals_of(configuration: Configuration, wager: str) -> int:
    """How many deals the wager can see; counts must sum to it, wherever they come from."""
    table = table_of(configuration, wager)
    seen = seen_by(configuration.rules, wager)
    return deals(seen, configuration.setting_for(table), pack_of(configuration.rules))


def returned(pay: Pay) -> Fraction:
    """What a flat or fixed pay hands back for each unit staked, the stake included where the pay includes it."""
    found = handed_back(pay)
    if found is None:
        raise TypeError("a share of a meter is worth what the meter shows")
    return found
