"""Proof that chance was fixed before the bets were: one published root, opened card by card and round by round.

Before bets close the table publishes ``Commitment.root``. It binds the order of the cards and, for every round that may
be dealt from them, the dice and the drawn pays. After a round the table opens its exposed cards and its chance; the
others stay hidden, behind nonces nobody can guess, until the deck or shoe is done and all may be opened.
This module hashes; shuffling is in ``cards.shuffle``, what a transcript shows in ``play.reading``.

All hashes are SHA-256. Every kind of message starts differently and only its last field has no fixed width, so no
message can be read in two ways; whole numbers are big-endian, and a position counts from 0, the first card dealt.

    card(i)    = H("croupier card position v1" 0x00 | nonce, 32 bytes | i, 4 bytes | card, 1 byte)
    chance(r)  = H("croupier chance of a round v1" 0x00 | nonce, 32 bytes | r, 4 bytes | number of dice, 1 byte
                   | the dice, 1 byte each | the drawn pays as JSON: cents by event, sorted, without blanks)
    leaves     = card(0), card(1), ..., then chance(0), chance(1), ..., each as H(0x00 | leaf)
    node       = H(0x01 | left | right)
    root       = H(0x02 | number of cards, 4 bytes | number of rounds, 4 bytes | top node)

The card's byte is ``(rank - 2) * 4 + suit``: 2c is 0, As is 51. A game without dice and drawn pays has no rounds here.
Leaves and nodes form the tree of RFC 6962, section 2.1, odd sizes included: a node without a right neighbor rises
unchanged. RFC 6962 leaves the size to a signed head; here the last line binds it, because otherwise most openings would
also fit a tree of another size.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Final

from croupier.cards.cards import DECK, Card
from croupier.cards.shuffle import RandomSource
from croupier.errors import BadInput, CardError, CheckFailed
from croupier.play.documents import Part

HASH_BYTES: Final = 32
NONCE_BYTES: Final = 32
MAX_SIZE: Final = 2**32 - 1
MOST_DICE: Final = 255
_CARD: Final = b"croupier card position v1\x00"
_CHANCE: Final = b"croupier chance of a round v1\x00"
_HEX: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Opening:
    """What shows one card: its position, its nonce, and the neighbors on the way from its leaf to the root."""

    position: int
    card: Card
    nonce: bytes
    path: tuple[bytes, ...]

    def to_json(self) -> dict[str, object]:
        return {"position": self.position, "card": str(self.card)} | _proof(self)

    @staticmethod
    def read(shown: Part) -> Opening:
        """The inverse of ``to_json``."""
        shown.only(("position", "card", "nonce", "path"))
        place = _whole(shown, "position", 0, MAX_SIZE - 1)
        return Opening(place, _card(shown, "card"), _hash(shown, "nonce"), _hashes(shown, "path"))


@dataclass(frozen=True, slots=True)
class Chance:
    """What chance says of one round beside its cards."""

    dice: tuple[int, ...] = ()
    pays: Mapping[str, int] = field(default_factory=dict)  # By event, the drawn pay in cents for a $1 wager.

    def encoded(self) -> bytes:
        pays = json.dumps(dict(self.pays), sort_keys=True, separators=(",", ":"))
        return bytes((len(self.dice), *self.dice)) + pays.encode()


@dataclass(frozen=True, slots=True)
class ChanceOpening:
    """What shows the chance of one round: its number in the deck or shoe, its nonce, and the way to the root."""

    round: int
    chance: Chance
    nonce: bytes
    path: tuple[bytes, ...]

    def to_json(self) -> dict[str, object]:
        return {"round": self.round, "dice": list(self.chance.dice), "pays": dict(self.chance.pays)} | _proof(self)

    @staticmethod
    def read(shown: Part) -> ChanceOpening:
        """The inverse of ``to_json``."""
        shown.only(("round", "dice", "pays", "nonce", "path"))
        dice, pays = _each(shown, "dice"), Part(shown.entries.get("pays"), shown.place("pays"))
        chance = Chance(
            tuple(_whole(dice, die, 1, 6) for die in dice.entries),
            {event: _whole(pays, event, 0, 10**15) for event in pays.entries},
        )
        number = _whole(shown, "round", 0, MAX_SIZE - 1)
        return ChanceOpening(number, chance, _hash(shown, "nonce"), _hashes(shown, "path"))


def _proof(opening: Opening | ChanceOpening) -> dict[str, object]:
    return {"nonce": opening.nonce.hex(), "path": [node.hex() for node in opening.path]}


@dataclass(frozen=True)
class Commitment:
    """The table's secret side: the cards in dealing order, the chance of every round that may be dealt from them, and a
    nonce for each of both. ``repr`` shows none of it."""

    cards: tuple[Card, ...] = field(repr=False)
    nonces: tuple[bytes, ...] = field(repr=False)
    rounds: tuple[Chance, ...] = field(repr=False, default=())

    def __post_init__(self) -> None:
        leaves = len(self.cards) + len(self.rounds)
        if not 1 <= len(self.cards) <= leaves <= MAX_SIZE or leaves != len(self.nonces):
            raise BadInput(f"{len(self.cards)} cards and {len(self.nonces)} nonces do not make a commitment")
        if any(len(nonce) != NONCE_BYTES for nonce in self.nonces):
            raise BadInput(f"a nonce has {NONCE_BYTES} bytes")
        if any(len(chance.dice) > MOST_DICE for chance in self.rounds):
            raise BadInput(f"a round has at most {MOST_DICE} dice")

    @staticmethod
    def make(source: RandomSource, cards: Sequence[Card], rounds: Sequence[Chance] = ()) -> Commitment:
        """Commit to the cards in this order and to the chance of these rounds, with fresh nonces."""
        nonces = (source.bits(8 * NONCE_BYTES).to_bytes(NONCE_BYTES, "big") for _ in (*cards, *rounds))
        return Commitment(tuple(cards), tuple(nonces), tuple(rounds))

    @property
    def size(self) -> int:
        return len(self.cards)

    @cached_property
    def root(self) -> bytes:
        """What the table publishes before bets close."""
        return _root(self.size, len(self.rounds), self._levels[-1][0])

    @cached_property
    def _levels(self) -> list[list[bytes]]:
        """The tree from its leaves to its single top node."""
        cards = zip(self.nonces, self.cards, strict=False)
        rounds = zip(self.nonces[self.size :], self.rounds, strict=True)
        level = [_card_leaf(nonce, at, card) for at, (nonce, card) in enumerate(cards)]
        level += [_chance_leaf(nonce, at, chance) for at, (nonce, chance) in enumerate(rounds)]
        levels = [level]
        while len(level) > 1:
            pairs = [_node(level[at], level[at + 1]) for at in range(0, len(level) - 1, 2)]
            level = pairs + level[2 * len(pairs) :]
            levels.append(level)
        return levels

    def open(self, position: int) -> Opening:
        """What to show for the card at this position, and for no other."""
        if not 0 <= position < self.size:
            raise BadInput(f"there is no position {position} among {self.size} cards")
        return Opening(position, self.cards[position], self.nonces[position], self._path(position))

    def open_round(self, number: int) -> ChanceOpening:
        """What to show for the chance of this round, and for no other."""
        if not 0 <= number < len(self.rounds):
            raise BadInput(f"there is no round {number} among {len(self.rounds)}")
        leaf = self.size + number
        return ChanceOpening(number, self.rounds[number], self.nonces[leaf], self._path(leaf))

    def _path(self, leaf: int) -> tuple[bytes, ...]:
        path, at = [], leaf
        for level in self._levels[:-1]:
            neighbor = at ^ 1
            if neighbor < len(level):
                path.append(level[neighbor])
            at //= 2
        return tuple(path)

    def disclose(self, positions: Iterable[int], rounds: Iterable[int] = ()) -> Disclosure:
        """The root with these positions and rounds opened: what a round's transcript carries."""
        return Disclosure(
            self.root,
            self.size,
            tuple(self.open(position) for position in sorted(set(positions))),
            len(self.rounds),
            tuple(self.open_round(number) for number in rounds),
        )


@dataclass(frozen=True, slots=True)
class Disclosure:
    """The public side: the root published before the bets, and the cards opened since.

    >>> from croupier.cards.cards import DECK
    >>> from croupier.cards.shuffle import SystemSource, shuffle
    >>> source = SystemSource()
    >>> secret = Commitment.make(source, shuffle(source, DECK))
    >>> secret.disclose([0, 1, 7]).check()
    """

    root: bytes
    size: int
    openings: tuple[Opening, ...]
    rounds: int = 0
    chances: tuple[ChanceOpening, ...] = ()

    def to_json(self) -> dict[str, object]:
        return {
            "root": self.root.hex(),
            "size": self.size,
            "rounds": self.rounds,
            "openings": [opening.to_json() for opening in self.openings],
            "chances": [opening.to_json() for opening in self.chances],
        }

    @staticmethod
    def from_json(data: object) -> Disclosure:
        """The inverse of ``to_json``; keys it does not know are left to others."""
        shown = Part(data, "commitment")
        cards, rounds = _each(shown, "openings"), _each(shown, "chances")
        return Disclosure(
            _hash(shown, "root"),
            _whole(shown, "size", 1, MAX_SIZE),
            tuple(Opening.read(card) for _, card in cards.parts()),
            _whole(shown, "rounds", 0, MAX_SIZE),
            tuple(ChanceOpening.read(chance) for _, chance in rounds.parts()),
        )

    def problems(self) -> list[str]:
        """Everything that is wrong, each naming its position; an empty list is a proof.

        That every opening fits the root is not enough: a deck with two kings of hearts could be committed to as well,
        so no card may be opened more often than that many decks hold it.
        """
        found = [
            f"position {opening.position}: the opening of {opening.card} does not fit the root"
            for opening in self.openings
            if not verify_opening(self.root, self.size, opening, self.rounds)
        ]
        found += [
            f"round {opening.round}: its dice and drawn pays do not fit the root"
            for opening in self.chances
            if not verify_chance(self.root, self.size, opening, self.rounds)
        ]
        times = Counter(opening.position for opening in self.openings)
        found += [f"position {position}: opened {count} times" for position, count in times.items() if count > 1]
        decks = -(-self.size // len(DECK))
        places: dict[Card, set[int]] = {}
        for opening in self.openings:
            places.setdefault(opening.card, set()).add(opening.position)
        for card, positions in places.items():
            if len(positions) > decks:
                listed = ", ".join(str(position) for position in sorted(positions)[:8])
                found.append(f"position {max(positions)}: {card} opened {len(positions)} times, at {listed}")
        return found

    def check(self) -> None:
        """Raise ``CheckFailed`` unless every opening is proved."""
        problems = self.problems()
        if problems:
            more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
            raise CheckFailed(problems[0] + more, hint="the cards shown are not the cards committed to before the bets")


def verify_opening(root: bytes, size: int, opening: Opening, rounds: int = 0) -> bool:
    """Whether the root, published for this many cards and rounds, holds this card at this position."""
    if not 0 <= opening.position < size or opening.card not in DECK or len(opening.nonce) != NONCE_BYTES:
        return False
    leaf = _card_leaf(opening.nonce, opening.position, opening.card)
    return _leads_to(root, size, rounds, opening.position, leaf, opening.path)


def verify_chance(root: bytes, size: int, opening: ChanceOpening, rounds: int) -> bool:
    """Whether the root, published for this many cards and rounds, holds this chance of this round."""
    if not 0 <= opening.round < rounds or len(opening.chance.dice) > MOST_DICE or len(opening.nonce) != NONCE_BYTES:
        return False
    leaf = _chance_leaf(opening.nonce, opening.round, opening.chance)
    return _leads_to(root, size, rounds, size + opening.round, leaf, opening.path)


def _leads_to(root: bytes, size: int, rounds: int, at: int, node: bytes, path: Sequence[bytes]) -> bool:
    """Whether a leaf at this place, with the neighbors on its way, comes to the root."""
    waiting = list(reversed(path))
    last = size + rounds - 1
    if last >= MAX_SIZE or any(len(neighbor) != HASH_BYTES for neighbor in waiting):
        return False
    while last:
        if at % 2 or at < last:
            if not waiting:
                return False
            neighbor = waiting.pop()
            node = _node(neighbor, node) if at % 2 else _node(node, neighbor)
        at, last = at // 2, last // 2
    return not waiting and _root(size, rounds, node) == root


def _card_leaf(nonce: bytes, position: int, card: Card) -> bytes:
    return _leaf(_CARD + nonce + position.to_bytes(4, "big") + bytes((card,)))


def _chance_leaf(nonce: bytes, number: int, chance: Chance) -> bytes:
    return _leaf(_CHANCE + nonce + number.to_bytes(4, "big") + chance.encoded())


def _leaf(message: bytes) -> bytes:
    return sha256(b"\x00" + sha256(message).digest()).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def _root(size: int, rounds: int, top: bytes) -> bytes:
    return sha256(b"\x02" + size.to_bytes(4, "big") + rounds.to_bytes(4, "big") + top).digest()


def _each(shown: Part, key: str) -> Part:
    """The items of a list as entries, each named by its place in it."""
    items = shown.checked(key, shown.entries.get(key), list, "a list")
    return Part({f"{key}[{at}]": item for at, item in enumerate(items)}, shown.where)


def _whole(shown: Part, key: str, low: int, high: int) -> int:
    value = shown.whole(key)
    if not low <= value <= high:
        raise shown.mistake(key, f"expected a whole number from {low} to {high}")
    return value


def _card(shown: Part, key: str) -> Card:
    text = shown.text(key)
    try:
        return Card.parse(text)
    except CardError:
        raise shown.mistake(key, f"expected a card such as 'Kh', found {text[:40]!a}") from None


def _hash(shown: Part, key: str) -> bytes:
    text = shown.text(key)
    if not _HEX.fullmatch(text):
        raise shown.mistake(key, f"expected 64 hexadecimal digits in lower case, found {text[:64]!a}")
    return bytes.fromhex(text)


def _hashes(shown: Part, key: str) -> tuple[bytes, ...]:
    nodes = _each(shown, key)
    return tuple(_hash(nodes, node) for node in nodes.entries)
