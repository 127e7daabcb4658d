"""Paytables as the documents print them: sheets of rows and columns, each column a table of its own.

Rows are tried in printed order and the first match pays. A dash means that the table lacks the row, so the hand is
graded on the rows that remain (READINGS P28). What a row's event *means* is defined in ``cards.hands``; what it pays
is defined here and nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from croupier.cards.cards import rank_name
from croupier.cards.hands import FAMILIES
from croupier.cards.hands.family import Family, Setting
from croupier.errors import closest
from croupier.rulebook.citations import Bibliography, Cite, read_cites
from croupier.rulebook.fields import Fields
from croupier.units.money import parse_money
from croupier.units.odds import Basis, Fixed, MeterShare, NoPay, Pay, parse_pay

Status = Literal["document", "sample", "user"]
UNIT_CENTS = 100
"""Every document states its fixed pays for a $1 wager."""


@dataclass(frozen=True, slots=True)
class Row:
    """One printed row of one table."""

    event: str
    label: str
    pay: Pay
    dynamic: tuple[Pay, ...] | None = None
    envy_cents: int | None = None


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another reading of one row, chosen by a configuration key."""

    key: str
    value: str
    event: str
    pay: Pay


@dataclass(frozen=True, slots=True)
class Paytable:
    """What one wager pays, row by row."""

    id: str
    aliases: tuple[str, ...]
    wager: str
    family: str
    basis: Basis
    status: Status
    decks: tuple[int, ...]
    ranks: int
    meters: int
    dealer_envy_percent: Fraction | None
    rows: tuple[Row, ...]
    alternatives: tuple[Alternative, ...]
    cites: tuple[Cite, ...]
    note: str

    @property
    def suit(self) -> bool:
        """Whether a paying row depends on the suit that the operator chooses."""
        return any("suit" in row.event.split("_") for row in self.rows if not isinstance(row.pay, NoPay))

    @property
    def is_jackpot(self) -> bool:
        return self.meters > 0

    @property
    def is_dynamic(self) -> bool:
        return any(row.dynamic for row in self.rows)

    def read_with(self, key: str, value: str) -> Paytable:
        """This table under another reading: rows named by an alternative take its pay."""
        changed = {a.event: a.pay for a in self.alternatives if (a.key, a.value) == (key, value)}
        if not changed:
            return self
        return replace(self, rows=tuple(replace(r, pay=changed.get(r.event, r.pay)) for r in self.rows))

    def grade(self, hand: Hashable, setting: Setting) -> Row | None:
        """The row that pays this class of hand: the first match among the rows that the table has.

        >>> from croupier import catalogue
        >>> from croupier.cards.hands.straights import Straight
        >>> catalogue.book().paytable("PT-FLT-KIS-SB-01").grade(Straight(5, 9), Setting()).label
        '5-Card Straight'
        """
        events = FAMILIES[self.family].events
        for row in self.rows:
            if not isinstance(row.pay, NoPay) and events[row.event](hand, setting):
                return row
        return None

    def losing_categories(self, setting: Setting | None = None) -> tuple[str, ...]:
        """The categories this table leaves unpaid, best first; one that is paid only in part is marked so."""
        setting = setting or self.default_setting()
        family = FAMILIES[self.family]
        paid: dict[str, set[bool]] = {}
        for hand in family.witnesses(setting):
            paid.setdefault(family.category(hand), set()).add(self.grade(hand, setting) is not None)
        return tuple(
            category if paid[category] == {False} else f"{category} (in part)"
            for category in family.categories
            if False in paid.get(category, ())
        )

    def default_setting(self) -> Setting:
        """The documents' own choice: aces, then kings, then queens, in the fewest decks."""
        return Setting(decks=self.decks[0], ranks=tuple(range(14, 14 - self.ranks, -1)))


def label_for(label: str, setting: Setting) -> str:
    """A printed label with the operator's ranks in it.

    >>> label_for("3 Perfect {ranks} (Suit Specific)", Setting(ranks=(13, 12)))
    '3 Perfect Kings or Queens (Suit Specific)'
    """
    if "{" not in label:
        return label
    names = [_plural(rank) for rank in setting.ranks]
    several = " or ".join(names) if len(names) < 3 else f"{', '.join(names[:-1])}, or {names[-1]}"
    return label.format(ranks=several, top=names[0], one=rank_name(setting.ranks[0]).capitalize())


def _plural(rank: int) -> str:
    return f"{rank}s" if rank <= 10 else f"{rank_name(rank).capitalize()}s"


_CELL = re.compile(r"(?P<pay>.+?)(?: envy \$(?P<envy>[\d,]+))?")


def load_sheets(fields: Fields, sources: Bibliography, *, user: bool = False) -> list[Paytable]:
    """Every table of a file, one for each column of each sheet."""
    tables: list[Paytable] = []
    for sheet in fields.tables("sheets"):
        tables.extend(_load_sheet(sheet, sources, user))
        sheet.done()
    return tables


def _load_sheet(sheet: Fields, sources: Bibliography, user: bool) -> list[Paytable]:
    family_name = sheet.text("family")
    if family_name not in FAMILIES:
        near = closest(family_name, FAMILIES, 1)
        raise sheet.error(
            "family",
            f"unknown family of hands '{family_name}'",
            hint=f"did you mean {near[0]}?" if near else f"known: {', '.join(FAMILIES)}",
        )
    basis: Basis = sheet.choice("basis", ("to", "for"))  # type: ignore[assignment]
    status: Status = sheet.choice("status", ("document", "sample", "user"))  # type: ignore[assignment]
    wager = sheet.text("wager")
    cites = read_cites(sheet, sources)
    note = sheet.text("note", "")
    decks = sheet.integers("decks", [1])
    ranks = sheet.integer("ranks", 0)
    columns = sheet.texts("columns")
    if not columns:
        raise sheet.error("columns", "is empty; expected at least one table id")
    _check_status(sheet, status, columns, note, user)
    for index, count in enumerate(decks):
        allowed = (2, 4, 5, 6, 8) if family_name == "pairs" else (1,)
        if count not in allowed:
            raise sheet.error(
                f"decks[{index}]", f"{count} is a wrong deck count; expected {', '.join(map(str, allowed))}"
            )
    if not 0 <= ranks <= 3:
        raise sheet.error("ranks", f"{ranks} chosen ranks; expected 0 to 3")
    dynamic = _read_dynamic(sheet, basis)
    rows = _read_rows(sheet, FAMILIES[family_name], basis, columns, dynamic)
    aliases = _by_column(sheet, "aliases", columns)
    meters = _by_column(sheet, "meters", columns)
    envies = _by_column(sheet, "dealer_envy", columns)
    alternatives = _read_alternatives(sheet, basis, columns)
    tables = []
    for column, table_id in enumerate(columns):
        own_rows = tuple(row[column] for row in rows)
        table = Paytable(
            id=table_id,
            aliases=tuple(aliases.texts(table_id, [])),
            wager=wager,
            family=family_name,
            basis=basis,
            status=status,
            decks=decks,
            ranks=ranks,
            meters=_count_meters(meters, table_id, own_rows),
            dealer_envy_percent=_read_percent(envies, table_id),
            rows=own_rows,
            alternatives=tuple(a for owner, a in alternatives if owner == table_id),
            cites=cites,
            note=note,
        )
        _prove_reachable(sheet, table)
        tables.append(table)
    return tables


def _check_status(sheet: Fields, status: Status, columns: tuple[str, ...], note: str, user: bool) -> None:
    for index, table_id in enumerate(columns):
        if re.search(r"[\s,=()]", table_id):
            raise sheet.error(f"columns[{index}]", f"'{table_id}' holds a blank or one of , = ( )")
        if (status == "sample") != table_id.startswith("SAMPLE-"):
            raise sheet.error(
                f"columns[{index}]",
                f"'{table_id}' has status {status}: a sample's id starts with SAMPLE- and nothing else's does",
                hint='mark what is not the maker\'s with status = "sample" and an id such as SAMPLE-RIC-RF-01',
            )
    if status == "sample" and not note:
        raise sheet.error("note", "is missing; a sample says where its figures come from")
    if user != (status == "user"):
        raise sheet.error(
            "status",
            f"'{status}' cannot stand here",
            hint='tables of your own have status = "user"; the book\'s have "document" or "sample"',
        )


def _by_column(sheet: Fields, key: str, columns: tuple[str, ...]) -> Fields:
    fields = sheet.optional_table(key)
    for table_id in fields.keys():
        if table_id not in columns:
            raise fields.error(table_id, "is no column of this sheet", hint=f"columns: {', '.join(columns)}")
    return fields


def _count_meters(meters: Fields, table_id: str, rows: tuple[Row, ...]) -> int:
    shares = [row.pay for row in rows if isinstance(row.pay, MeterShare)]
    levels = {share.level for share in shares}
    declared = meters.integer(table_id, 0)
    for level in sorted(level for level in levels if level is not None):
        if level > declared or level < 1:
            raise meters.error(
                table_id,
                f"level {level} has no meter: {declared} declared",
                hint=f'declare the levels, as in meters = {{ "{table_id}" = {level} }}',
            )
    if declared and levels != set(range(1, declared + 1)):
        raise meters.error(table_id, f"{declared} meters declared, but rows name levels {sorted(map(str, levels))}")
    return declared or (1 if shares else 0)


def _read_percent(envies: Fields, table_id: str) -> Fraction | None:
    if not envies.has(table_id):
        return None
    match = re.fullmatch(r"(\d+(?:\.\d+)?)%", envies.text(table_id))
    if not match or not 0 < Fraction(match[1]) <= 100:
        raise envies.error(table_id, f"'{envies.text(table_id)}' is no percentage; expected for example 3%")
    return Fraction(match[1])


def _read_dynamic(sheet: Fields, basis: Basis) -> dict[str, tuple[Pay, ...]]:
    fields = sheet.optional_table("dynamic")
    dynamic: dict[str, tuple[Pay, ...]] = {}
    for event in fields.keys():
        cells = fields.texts(event)
        if len(cells) != 10:
            raise fields.error(event, f"has {len(cells)} dynamic pays; expected ten")
        dynamic[event] = tuple(_read_pay(fields, f"{event}[{index}]", cell, basis) for index, cell in enumerate(cells))
    return dynamic


def _read_pay(fields: Fields, key: str, cell: str, basis: Basis) -> Pay:
    try:
        return parse_pay(cell, basis)
    except ValueError as problem:
        raise fields.error(key, str(problem)) from None


def _read_rows(
    sheet: Fields, family: Family, basis: Basis, columns: tuple[str, ...], dynamic: dict[str, tuple[Pay, ...]]
) -> list[list[Row]]:
    rows: list[list[Row]] = []
    events: list[str] = []
    for index, cells in enumerate(sheet.items("rows")):
        key = f"rows[{index}]"
        if not isinstance(cells, list) or not all(isinstance(cell, str) for cell in cells):
            raise sheet.error(key, "expected a list of texts: event, label, then one pay for each column")
        if len(cells) != 2 + len(columns):
            raise sheet.error(
                key, f"has {len(cells)} cells; expected event, label and {len(columns)} pays", hint="write - for a dash"
            )
        event, label, *pays = cells
        if event not in family.events:
            near = closest(event, family.events, 1)
            raise sheet.error(
                f"{key}[0]",
                f"unknown category '{event}' in the family {family.name}",
                hint=f"did you mean {near[0]}?" if near else f"known: {', '.join(family.events)}",
            )
        if event in events:
            raise sheet.error(f"{key}[0]", f"the event '{event}' stands twice in this sheet")
        events.append(event)
        rows.append(
            [_read_cell(sheet, f"{key}[{2 + n}]", event, label, cell, basis, dynamic) for n, cell in enumerate(pays)]
        )
    for event in dynamic:
        if event not in events:
            raise sheet.error(f"dynamic.{event}", "names no row of this sheet", hint=f"rows: {', '.join(events)}")
    if not rows:
        raise sheet.error("rows", "is empty; a table needs at least one row")
    return rows


def _read_cell(
    sheet: Fields, key: str, event: str, label: str, cell: str, basis: Basis, dynamic: dict[str, tuple[Pay, ...]]
) -> Row:
    match = _CELL.fullmatch(cell)
    if not match:
        raise sheet.error(key, f"'{cell}' is no pay")
    pay = _read_pay(sheet, key, match["pay"], basis)
    if event in dynamic and not isinstance(pay, Fixed):
        raise sheet.error(key, f"'{cell}' has dynamic pays, so its default must be money such as $100")
    envy = parse_money(match["envy"].replace(",", ""), "envy") if match["envy"] else None
    if envy is not None and isinstance(pay, NoPay):
        raise sheet.error(key, f"'{cell}' orders an envy pay on a row that the table lacks")
    return Row(event, label, pay, dynamic.get(event), envy)


def _read_alternatives(sheet: Fields, basis: Basis, columns: tuple[str, ...]) -> list[tuple[str, Alternative]]:
    found = []
    for entry in sheet.tables("alternatives"):
        owner = entry.text("table")
        if owner not in columns:
            raise entry.error("table", f"'{owner}' is no column of this sheet", hint=f"columns: {', '.join(columns)}")
        pay = _read_pay(entry, "pay", entry.text("pay"), basis)
        found.append((owner, Alternative(entry.text("key"), entry.text("value"), entry.text("event"), pay)))
        entry.done()
    return found


def _prove_reachable(sheet: Fields, table: Paytable) -> None:
    """Every row with a pay is the first match of some hand, already from the fewest decks the table allows."""
    setting = replace(table.default_setting(), decks=min(table.decks))
    waiting = {row.event for row in table.rows if not isinstance(row.pay, NoPay)}
    for hand in FAMILIES[table.family].witnesses(setting):
        row = table.grade(hand, setting)
        if row:
            waiting.discard(row.event)
    if waiting:
        index = next(n for n, row in enumerate(table.rows) if row.event in waiting)
        raise sheet.error(
            f"rows[{index}]",
            f"unreachable row '{table.rows[index].event}' in {table.id}: no hand gets there",
            hint="a row above it takes all its hands, or the decks cannot make it",
        )
