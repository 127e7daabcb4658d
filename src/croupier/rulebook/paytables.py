"""Paytables: what one wager pays, row by row.

Rows are tried in printed order and the first match pays. A dash means that the table lacks the row, so the hand is
graded on the rows that remain (reading P28). What a row's event *means* is defined in ``cards.hands``; what it pays
is defined here and nowhere else. A ladder is a table of thresholds by number of players, such as Ricochet Poker's
kickout hands. ``sheets`` reads both from data.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from typing import Final, Literal

from croupier.cards.cards import SUIT_NAMES, rank_name
from croupier.cards.hands import FAMILIES
from croupier.cards.hands.family import Family, Setting
from croupier.cards.hands.five_card import FiveCardHand, threshold
from croupier.cards.hands.vocabulary import Events
from croupier.rulebook.citations import Cite
from croupier.units.money import format_money
from croupier.units.odds import Basis, Fixed, MeterShare, NoPay, Pay, ToOne, describe_pay, format_odds

Status = Literal["document", "sample", "user"]
UNIT_CENTS = 100  # Every document states its fixed pays for a $1 wager.


@dataclass(frozen=True, slots=True)
class Row:
    """One printed row of one table."""

    event: str
    label: str
    pay: Pay
    dynamic: tuple[Pay, ...] | None = None
    envy_cents: int | None = None
    printed: tuple[Printed, ...] = field(default=(), metadata={"usual": True})
    """Documents that print another label, where they do."""

    def at_wager(self, cents: int) -> Row:
        """The row as it is posted for another fixed wager than $1."""
        return replace(
            self,
            pay=_multiplied(self.pay, cents),
            dynamic=self.dynamic and tuple(_multiplied(pay, cents) for pay in self.dynamic),
            envy_cents=None if self.envy_cents is None else self.envy_cents * cents // UNIT_CENTS,
        )


@dataclass(frozen=True, slots=True)
class Printed:
    """The label that one document prints, and how it is read where that is not what it says."""

    document: str
    label: str
    read_as: str

    @property
    def words(self) -> str:
        return f"{self.label}, read as {self.read_as}" if self.read_as else self.label


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
    def needs_suit(self) -> bool:
        """Whether a paying row depends on the suit that the operator chooses."""
        return any("suit" in row.event.split("_") for row in self.rows if not isinstance(row.pay, NoPay))

    @property
    def is_jackpot(self) -> bool:
        return self.meters > 0

    @property
    def is_dynamic(self) -> bool:
        return any(row.dynamic for row in self.rows)

    @property
    def features(self) -> frozenset[str]:
        """What this table has that others have not, by the names that rules and keys give it."""
        return frozenset(feature for feature, is_there in FEATURES.items() if is_there(self))

    def to_dict(self) -> dict[str, object]:
        """As plain data: what names the table, its rows as a person reads them, and where they are printed."""
        percent = self.dealer_envy_percent
        return {
            **{name: getattr(self, name) for name in ("id", "wager", "family", "basis", "status", "meters", "note")},
            "aliases": list(self.aliases),
            "decks": list(self.decks),
            "dealer_envy_percent": None if percent is None else format_odds(percent),
            "rows": self.to_records(),
            "cites": [str(cite) for cite in self.cites],
        }

    def to_records(self) -> list[dict[str, object]]:
        """One plain record a row, in printed order; a pay as it reads (``50 to 1``, ``$300``, ``100% of level 1``)."""
        return [
            {
                "event": row.event,
                "label": row.label,
                "pay": describe_pay(row.pay),
                "envy": None if row.envy_cents is None else format_money(row.envy_cents),
                "dynamic": [describe_pay(pay) for pay in row.dynamic] if row.dynamic else None,
            }
            for row in self.rows
        ]

    @property
    def letters(self) -> tuple[str, ...]:
        """The codes with a letter that the document prints in one head, as 03a and 03b under 03a/b."""
        stem = self.head.partition("/")[0][:-1] if "/" in self.head else None
        return tuple(code for code in self.codes if stem and code[:-1] == stem and code[-1].isalpha())

    @property
    def head(self) -> str:
        """The code as the document heads its column: 03a/b, where letters share one."""
        return next((code for code in self.codes if "/" in code), self.id)

    @property
    def codes(self) -> tuple[str, ...]:
        """Every name that the table goes by."""
        return (self.id, *self.aliases)

    def as_coded(self, code: str, document: str) -> Paytable:
        """The table under the code that was asked for, with the labels that one document prints."""
        rows = tuple(
            replace(row, label=next((each.words for each in row.printed if each.document == document), row.label))
            for row in self.rows
        )
        others = tuple(each for each in self.codes if each != code)
        return replace(self, id=code, aliases=others, rows=rows)

    def read_with(self, key: str, value: str) -> Paytable:
        """This table under another reading: rows named by an alternative take its pay."""
        changed = {a.event: a.pay for a in self.alternatives if (a.key, a.value) == (key, value)}
        if not changed:
            return self
        return replace(self, rows=tuple(replace(r, pay=changed.get(r.event, r.pay)) for r in self.rows))

    def at_wager(self, cents: int) -> Paytable:
        """The table as it is posted for another fixed wager: dollar pays, envy and dynamic pays multiplied."""
        if cents == UNIT_CENTS or not self.is_jackpot:
            return self
        return replace(self, rows=tuple(row.at_wager(cents) for row in self.rows))

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

    def losing_categories(self) -> tuple[str, ...]:
        """The categories this table leaves unpaid, best first; one that is paid only in part is marked so."""
        paid: dict[str, set[bool]] = {}
        for category, events in self.kinds(self.default_setting()):
            paid.setdefault(category, set()).add(self.row_of_kind(events) is not None)
        return tuple(
            category if paid[category] == {False} else f"{category} (in part)"
            for category in FAMILIES[self.family].categories
            if False in paid.get(category, ())
        )

    def kinds(self, setting: Setting) -> tuple[tuple[str, frozenset[str]], ...]:
        """Category and events of every hand, as far as the rows of this table look."""
        return kinds_of_hand(FAMILIES[self.family], setting, tuple(row.event for row in self.rows))

    def row_of_kind(self, events: frozenset[str]) -> Row | None:
        """The row that pays a hand which shows just these events."""
        return next((row for row in self.rows if row.event in events and not isinstance(row.pay, NoPay)), None)

    def default_setting(self) -> Setting:
        """The documents' own choice: aces, then kings, then queens, in the fewest decks."""
        return Setting(decks=min(self.decks), ranks=tuple(range(14, 14 - self.ranks, -1)))


FEATURES: Final[dict[str, Callable[[Paytable], bool]]] = {
    "to-one": lambda table: table.basis == "to",
    "for-one": lambda table: table.basis == "for",
    "percent": lambda table: any(isinstance(row.pay, MeterShare) for row in table.rows),
    "part-awards": lambda table: any(isinstance(row.pay, MeterShare) and row.pay.percent < 100 for row in table.rows),
    "fixed": lambda table: any(isinstance(row.pay, Fixed) for row in table.rows),
    "envy": lambda table: any(row.envy_cents is not None for row in table.rows),
    "dealer-envy": lambda table: table.dealer_envy_percent is not None,
    "dynamic": lambda table: table.is_dynamic,
    "levels": lambda table: table.meters > 1,
    "suit": lambda table: table.needs_suit,
    "ranks": lambda table: table.ranks > 0,
    "alternative": lambda table: bool(table.alternatives),
    "colored-ace": lambda table: any(row.event.endswith("plus_colored") for row in table.rows),
    "dash": lambda table: any(isinstance(row.pay, NoPay) for row in table.rows),
}
"""What some tables have and others do not, by the names that rules and keys give it."""


def _multiplied(pay: Pay, cents: int) -> Pay:
    return Fixed(pay.cents * cents // UNIT_CENTS) if isinstance(pay, Fixed) else pay


@cache
def kinds_of_hand(family: Family, setting: Setting, names: tuple[str, ...]) -> tuple[tuple[str, frozenset[str]], ...]:
    """Category and events, of those named, of every hand; each combination once, where a family has thousands of hands.

    A phrase may look further into a hand than the plain events do, so that every class is asked.
    """
    if not isinstance(family.events, Events) or not any(map(family.events.is_phrase, names)):
        shown = frozenset(names)
        return tuple(dict.fromkeys((category, events & shown) for category, events in _plain_kinds(family, setting)))
    return _kinds(family, setting, names, family.every_class(setting))


@cache
def _plain_kinds(family: Family, setting: Setting) -> tuple[tuple[str, frozenset[str]], ...]:
    """The same with all plain events: once for a family, however many tables it has."""
    return _kinds(family, setting, family.events, family.witnesses(setting))


def _kinds(
    family: Family, setting: Setting, names: Iterable[str], hands: Iterable[object]
) -> tuple[tuple[str, frozenset[str]], ...]:
    events = [(name, family.events[name]) for name in names]
    found = (
        (family.category(hand), frozenset(name for name, event in events if event(hand, setting))) for hand in hands
    )
    return tuple(dict.fromkeys(found))


def label_for(label: str, setting: Setting) -> str:
    """A printed label with the operator's ranks in it.

    >>> label_for("3 Perfect {ranks} (Suit Specific)", Setting(ranks=(13, 12)))
    '3 Perfect Kings or Queens (Suit Specific)'
    """
    if "{" not in label:
        return label
    names = [_plural(rank) for rank in setting.ranks]
    several = " or ".join(names) if len(names) < 3 else f"{', '.join(names[:-1])}, or {names[-1]}"
    return label.format(ranks=several, top=names[0], one=names[0].removesuffix("s"))


def posted_label(label: str, setting: Setting) -> str:
    """A label as a table posts it: the operator's ranks, and the chosen suit by name.

    >>> posted_label("3 Perfect {ranks} (Suit Specific)", Setting(ranks=(14,), suit=2))
    '3 Perfect Aces (Hearts)'
    """
    return label_for(label, setting).replace("Suit Specific", SUIT_NAMES[setting.suit].capitalize())


def _plural(rank: int) -> str:
    return f"{rank}s" if rank <= 10 else f"{rank_name(rank).capitalize()}s"


def best_odds(table: Paytable) -> Fraction:
    """The longest odds of a flat table, to 1."""
    return max((row.pay.odds for row in table.rows if isinstance(row.pay, ToOne)), default=Fraction())


@dataclass(frozen=True, slots=True)
class Rung:
    """From this hand on, at this number of players."""

    players: int
    label: str
    category: str
    rank: int  # The rank that decides within the category; 0 where any will do.
    kickers: tuple[int, ...] = field(default=(), metadata={"usual": True})
    """The next telling ranks: a second pair, or the cards beside a pair."""

    @property
    def lowest(self) -> FiveCardHand:
        """The weakest five-card hand that meets the threshold."""
        return threshold(self.category, self.rank or None, self.kickers)


@dataclass(frozen=True, slots=True)
class Ladder:
    """One threshold for each number of players, from one upward without a hole."""

    id: str
    wager: str
    status: Status
    rungs: tuple[Rung, ...]
    cites: tuple[Cite, ...]
    note: str

    def rung(self, players: int) -> Rung:
        return self.rungs[players - 1]
