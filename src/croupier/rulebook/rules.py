"""A game's rules as data: paytables, editions, rules in our words, wagers, keys, numbers, notices, readings.

The game's own file turns these into a state machine; it takes every number from here, so that a change of data
changes play, proof, simulation and handbook at once. Rows of a paytable are tried in printed order and the first match
pays; a dash means that the table lacks the row, so the hand is graded on the rows that remain (reading P28). What a
row's event *means* is defined in ``cards.hands``; what it pays is defined here and nowhere else. A ladder is a table of
thresholds by number of players, such as kickout hands. ``loading`` reads tables and ladders from data.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from typing import Literal, NamedTuple, TypeVar

from croupier.cards.cards import SUIT_NAMES, rank_name
from croupier.cards.hands import FAMILIES, five_card, vocabulary
from croupier.cards.hands.family import Family, Setting
from croupier.errors import RulebookError
from croupier.rulebook.fields import did_you_mean
from croupier.rulebook.interpretations import EVERYWHERE, Cite, Interpretation, Posting, Refusal, When
from croupier.units import Basis, Fixed, MeterShare, NoPay, Pay, ToOne, describe_pay, format_money, format_odds

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
        pays = [row.pay for row in self.rows]
        has = {
            "to-one": self.basis == "to",
            "for-one": self.basis == "for",
            "percent": any(isinstance(pay, MeterShare) for pay in pays),
            "part-awards": any(isinstance(pay, MeterShare) and pay.percent < 100 for pay in pays),
            "fixed": any(isinstance(pay, Fixed) for pay in pays),
            "envy": any(row.envy_cents is not None for row in self.rows),
            "dealer-envy": self.dealer_envy_percent is not None,
            "dynamic": self.is_dynamic,
            "levels": self.meters > 1,
            "suit": self.needs_suit,
            "ranks": self.ranks > 0,
            "alternative": bool(self.alternatives),
            "colored-ace": any(row.event.endswith("plus_colored") for row in self.rows),
            "dash": any(isinstance(pay, NoPay) for pay in pays),
        }
        return frozenset(feature for feature, is_there in has.items() if is_there)

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


def _multiplied(pay: Pay, cents: int) -> Pay:
    return Fixed(pay.cents * cents // UNIT_CENTS) if isinstance(pay, Fixed) else pay


@cache
def kinds_of_hand(family: Family, setting: Setting, names: tuple[str, ...]) -> tuple[tuple[str, frozenset[str]], ...]:
    """Category and events, of those named, of every hand; each combination once, where a family has thousands of hands.

    A phrase may look further into a hand than the plain events do, so that every class is asked.
    """
    if not isinstance(family.events, vocabulary.Events) or not any(map(family.events.is_phrase, names)):
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
    names = [f"{rank}s" if rank <= 10 else f"{rank_name(rank).capitalize()}s" for rank in setting.ranks]
    several = " or ".join(names) if len(names) < 3 else f"{', '.join(names[:-1])}, or {names[-1]}"
    return label.format(ranks=several, top=names[0], one=names[0].removesuffix("s"))


def posted_label(label: str, setting: Setting) -> str:
    """A label as a table posts it: the operator's ranks, and the chosen suit by name.

    >>> posted_label("3 Perfect {ranks} (Suit Specific)", Setting(ranks=(14,), suit=2))
    '3 Perfect Aces (Hearts)'
    """
    return label_for(label, setting).replace("Suit Specific", SUIT_NAMES[setting.suit].capitalize())


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
    def lowest(self) -> five_card.FiveCardHand:
        """The weakest five-card hand that meets the threshold."""
        return five_card.threshold(self.category, self.rank or None, self.kickers)


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


Topic = Literal[
    "object",
    "play",
    "ranking",
    "bonus",
    "jackpot",
    "dealing",
    "procedure",
    "reconciliation",
    "irregularity",
    "equipment",
    "approval",
    "promotion",
    "limits",
]
WagerKind = Literal["base", "follow", "bonus", "jackpot", "award", "ladder"]
Lies = Literal["spot", "beside", "line"]
"""Where a wager lies on the felt: on a spot of its own, beside the wager it follows, or on a line for all seats."""
Felt = Literal["blue", "brown", "green", "plum", "red"]
KeyKind = Literal["choice", "integer", "amount", "amounts", "reference", "ranks", "suit", "weights"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """What the book says of something that has an id: its places in the documents."""

    id: str
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition(Cited):
    """One published version of the game: its document, its jurisdiction, its seats."""

    title: str
    document: str
    seats: tuple[int, int]
    laws: tuple[str, ...] = field(default=(), metadata={"usual": True})
    """The documents that are law where it is played, and nowhere else."""

    @property
    def documents(self) -> tuple[str, ...]:
        return (self.document, *self.laws)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Cited):
    """One rule restated in our own words."""

    topic: Topic
    text: str
    editions: tuple[str, ...]
    when: When | None = None  # The choices of the house under which the rule is in force; None for all of them.
    posting: Posting = EVERYWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(Cited):
    """A figure that the game's logic uses, with its place in the document."""

    value: Fraction
    text: str


class Sees(NamedTuple):
    """The cards that a wager looks at, as declared: for each part the number that says how many cards it has; all None
    where the round is seen."""

    own: str | None = None
    drawn: str | None = None
    dealer: str | None = None
    up_card: str | None = None
    shown: str | None = None
    places: tuple[str, ...] = ()  # Where the shown cards lie, in this order.

    @property
    def is_whole_round(self) -> bool:
        return not any(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wager:
    """One bet of the layout, or an award that needs none.

    base: buys a hand, alone unless it requires or equals another; follow: placed during the round; bonus: optional,
    with a paytable; jackpot: optional, with a paytable that names a meter; award: no stake of its own, with a paytable;
    ladder: no stake, a table of thresholds.
    """

    id: str
    title: str
    kind: WagerKind
    text: str
    family: str | None
    requires: str | None
    tables: tuple[tuple[str, tuple[str, ...]], ...]  # By edition, the ids as that edition's document prints them.
    default: str | None
    optional: bool = True
    cites: tuple[Cite, ...]
    sees: Sees | None = None  # The cards it looks at, in its own words; ``sights.seen_by`` counts them.
    equals: str | None = field(default=None, metadata={"usual": True})
    """The wager that obliges a player to place this one too, in the same amount, as an Ante does a Blind."""
    beside: str | None = field(default=None, metadata={"usual": True})
    """The wager whose tables it plays by at a sensor of its own, as the second jackpot of a layout does."""
    lies: Lies = field(default="spot", metadata={"usual": True})
    one_amount: bool = field(default=False, metadata={"usual": True})
    """Whether the house sets one amount that everybody stakes, so that no player chooses it."""
    lines: tuple[str, ...] = field(default=(), metadata={"usual": True})
    """What its lines on further hands of a bet are called, as ``split_2`` is where a bet becomes two hands."""

    def tables_in(self, edition: str) -> tuple[str, ...]:
        return dict(self.tables).get(edition, ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Key(Cited):
    """A configuration key: a house choice or a switchable reading."""

    kind: KeyKind
    values: tuple[str, ...]
    default: str
    text: str
    reading: str | None
    needs: str | None  # A wager without which the key means nothing.
    editions: tuple[str, ...]
    when: When | None = None  # The choices of the house without which the key means nothing.
    features: tuple[str, ...] = ()  # What a chosen table must have for the key to change anything.
    refused: tuple[Refusal, ...] = ()
    stands_for: str | None = field(default=None, metadata={"usual": True})
    """The key that it is for its own wager (``needs``), where a layout has two of a kind."""
    dealing: bool = field(default=False, metadata={"usual": True})
    """Whether it says how cards come to the table: a table file may state it apart from the game."""

    def left_by(self, editions: Iterable[str]) -> tuple[str, ...]:
        """The values that the text of at least one of these editions leaves to the house."""
        refused = {(refusal.edition, refusal.value) for refusal in self.refused}
        wanted = set(self.editions).intersection(editions)
        return tuple(value for value in self.values if any((edition, value) not in refused for edition in wanted))


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice(Cited):
    """Words that the law prescribes: verbatim, quoted and cited."""

    title: str
    words: str
    editions: tuple[str, ...]


_Record = TypeVar("_Record", Edition, Rule, Number, Wager, Key, Interpretation)


@dataclass(frozen=True, slots=True)
class GameRules:
    """Everything the book says about one game."""

    name: str
    title: str
    summary: str
    deck: str
    cites: tuple[Cite, ...]
    editions: tuple[Edition, ...]
    rules: tuple[Rule, ...]
    numbers: tuple[Number, ...]
    wagers: tuple[Wager, ...]
    keys: tuple[Key, ...]
    notices: tuple[Notice, ...]
    interpretations: tuple[Interpretation, ...]
    folder: str = ""  # Where the data lies, for messages.
    ranks: tuple[int, ...] = field(default=tuple(range(2, 15)), metadata={"usual": True})
    suits: tuple[int, ...] = field(default=(0, 1, 2, 3), metadata={"usual": True})
    """The cards of one deck, lowest first: all 52, unless the game is dealt from a short deck."""
    felt: Felt = field(default="green", metadata={"usual": True})
    """The color of its layout, its placards and its tables in the browser."""

    def edition(self, edition_id: str) -> Edition:
        return self._find("editions", self.editions, edition_id)

    def wager(self, wager_id: str) -> Wager:
        return self._find("wagers", self.wagers, wager_id)

    @property
    def bases(self) -> tuple[str, ...]:
        """The wagers that buy a hand, each alone: Player, Banker and Tie, or an Ante with all that belongs to it."""
        return tuple(wager.id for wager in self.wagers if wager.kind == "base" and not wager.equals)

    def part_of(self, wager_id: str) -> str:
        """The wager whose figures include this one: an Ante's are with its Blind, its Raise and its awards.

        A line of a hand that a bet has become, such as ``split_2``, is its wager's that declares it.
        """
        wager = self._of_line(wager_id)
        before = wager.equals or wager.requires
        if wager.kind in ("bonus", "jackpot"):
            return wager_id
        return self.part_of(before) if before else wager_id if wager.kind == "base" else self.bases[0]

    def _of_line(self, line: str) -> Wager:
        return self.wager(next((wager.id for wager in self.wagers if line in wager.lines), line))

    def line_title(self, line: str) -> str:
        """What a settled line is called: its wager's title, and which of the hands that a bet has become it is of."""
        wager = self._of_line(line)
        return f"{wager.title}, hand {wager.lines.index(line) + 2}" if line in wager.lines else wager.title

    def number(self, number_id: str) -> Fraction:
        return self._find("numbers", self.numbers, number_id).value

    def rule(self, rule_id: str) -> Rule:
        return self._find("rules", self.rules, rule_id)

    def key(self, key_id: str) -> Key:
        return self._find("keys", self.keys, key_id)

    def own_key(self, key_id: str, wager: str) -> str:
        """The key that decides a thing for one wager: its own where the layout has two of a kind."""
        return next((key.id for key in self.keys if key.stands_for == key_id and key.needs == wager), key_id)

    def is_served(self, needs: str | None, tables: Collection[str]) -> bool:
        """Whether one of the wagers on offer is the one that is needed, or one beside it."""
        return needs is None or needs in tables or any(w.beside == needs and w.id in tables for w in self.wagers)

    def with_house_jackpot(self) -> GameRules:
        """The rules of a layout whose jackpot the house posts and pays: its wagers are called House Jackpot."""
        ours = [wager for wager in self.wagers if wager.kind == "jackpot"]
        titled = {each.id: each.title.replace("Progressive", "House Jackpot") for each in ours}
        wagers = (replace(wager, title=titled.get(wager.id, wager.title)) for wager in self.wagers)
        return replace(self, wagers=tuple(wagers))

    def own_cites(self, edition: str, cites: tuple[Cite, ...]) -> tuple[Cite, ...]:
        """Citations without the documents and laws of other editions, where this one's own says the same."""
        others, own = (
            {document for each in self.editions if (each.id == edition) is is_own for document in each.documents}
            for is_own in (False, True)
        )
        others -= own
        return tuple(cite for cite in cites if cite.document not in others) or cites

    def cited_in(self, edition: str) -> GameRules:
        """The rules with the citations of one edition."""

        def own(entry: _Record) -> _Record:
            return replace(entry, cites=self.own_cites(edition, entry.cites))

        return replace(
            self,
            cites=self.own_cites(edition, self.cites),
            rules=tuple(map(own, self.rules)),
            numbers=tuple(map(own, self.numbers)),
            wagers=tuple(map(own, self.wagers)),
            keys=tuple(map(own, self.keys)),
            interpretations=tuple(map(own, self.interpretations)),
        )

    def _find(self, what: str, records: tuple[_Record, ...], wanted: str) -> _Record:
        for record in records:
            if record.id == wanted:
                return record
        raise RulebookError(
            f"{self.folder}/rules.toml",
            what,
            f"there is no '{wanted}'",
            hint=did_you_mean(wanted, [record.id for record in records]) or f"add one to [[{what}]]",
        )
