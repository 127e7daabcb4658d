"""A game's rules as data: editions, rules in our words, wagers, configuration keys, numbers, notices, readings.

The game's own file turns these into a state machine; it takes every number from here, so that a change of data
changes play, proof, simulation and handbook at once.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal, NamedTuple, TypeVar

from croupier.errors import RulebookError
from croupier.rulebook.citations import Cite
from croupier.rulebook.conditions import EVERYWHERE, Posting, Refusal, When
from croupier.rulebook.fields import did_you_mean
from croupier.rulebook.interpretations import Interpretation

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
        wager = self.wager(next((wager.id for wager in self.wagers if wager_id in wager.lines), wager_id))
        before = wager.equals or wager.requires
        if wager.kind in ("bonus", "jackpot"):
            return wager_id
        return self.part_of(before) if before else wager_id if wager.kind == "base" else self.bases[0]

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

    def with_house_jackpot(self) -> "GameRules":
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

    def cited_in(self, edition: str) -> "GameRules":
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
