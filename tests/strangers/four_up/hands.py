"""The best four-card hand of four, five or six cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from enum import IntEnum
from itertools import combinations
from typing import NamedTuple

from croupier.cards.cards import rank_name, rank_plural, ranks_text
from croupier.cards.hands.family import Family, Setting


class Kind(IntEnum):
    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    STRAIGHT = 3
    FLUSH = 4
    THREE_OF_A_KIND = 5
    STRAIGHT_FLUSH = 6
    FOUR_OF_A_KIND = 7


class Four(NamedTuple):
    kind: Kind
    ranks: tuple[int, ...]


def _four(cards: Sequence[int]) -> Four:
    ranks = sorted(((card >> 2) + 2 for card in cards), reverse=True)
    counts = sorted(Counter(ranks).items(), key=lambda counted: (-counted[1], -counted[0]))
    shape = tuple(count for _, count in counts)
    led = tuple(rank for rank, _ in counts)
    if shape == (4,):
        return Four(Kind.FOUR_OF_A_KIND, led)
    if shape == (3, 1):
        return Four(Kind.THREE_OF_A_KIND, led)
    if shape == (2, 2):
        return Four(Kind.TWO_PAIR, led)
    if shape == (2, 1, 1):
        return Four(Kind.PAIR, led)
    suited = len({card & 3 for card in cards}) == 1
    top = 4 if led == (14, 4, 3, 2) else led[0] if led[0] - led[3] == 3 else 0
    if top:
        return Four(Kind.STRAIGHT_FLUSH if suited else Kind.STRAIGHT, (top,))
    return Four(Kind.FLUSH if suited else Kind.HIGH_CARD, led)


def best_four(cards: Sequence[int]) -> Four:
    return max(_four(four) for four in combinations(cards, 4))


def describe(hand: Four) -> str:
    first = hand.ranks[0]
    if hand.kind == Kind.FOUR_OF_A_KIND:
        return f"four {rank_plural(first)}"
    if hand.kind == Kind.THREE_OF_A_KIND:
        return f"three {rank_plural(first)}, {rank_name(hand.ranks[1])} kicker"
    if hand.kind == Kind.TWO_PAIR:
        return f"two pairs, {rank_plural(first)} and {rank_plural(hand.ranks[1])}"
    if hand.kind == Kind.PAIR:
        return f"pair of {rank_plural(first)}, {ranks_text(hand.ranks[1:])}"
    if hand.kind in (Kind.STRAIGHT, Kind.STRAIGHT_FLUSH):
        return f"{hand.kind.name.lower().replace('_', ' ')}, {rank_name(first)}-high"
    if hand.kind == Kind.FLUSH:
        return f"flush, {ranks_text(hand.ranks)}"
    return f"{rank_name(first)}-high, {ranks_text(hand.ranks)}"


def _every_class(_setting: Setting) -> list[Four]:
    every = range(2, 15)
    runs = [*range(4, 15)]
    plain = [
        t
        for t in (tuple(sorted(c, reverse=True)) for c in combinations(every, 4))
        if t[0] - t[3] != 3 and t != (14, 4, 3, 2)
    ]
    classes = [Four(Kind.FOUR_OF_A_KIND, (r,)) for r in every]
    classes += [Four(k, (r,)) for k in (Kind.STRAIGHT_FLUSH, Kind.STRAIGHT) for r in runs]
    classes += [Four(Kind.THREE_OF_A_KIND, (r, s)) for r in every for s in every if r != s]
    classes += [Four(k, t) for k in (Kind.FLUSH, Kind.HIGH_CARD) for t in plain]
    classes += [Four(Kind.TWO_PAIR, (r, s)) for r in every for s in every if r > s]
    classes += [Four(Kind.PAIR, (r, s, t)) for r in every for s in every for t in every if s > t and r not in (s, t)]
    return sorted(classes)


def _is(kind: Kind) -> Callable[[Four, Setting], bool]:
    return lambda hand, _setting: hand.kind == kind


FAMILIES = [
    Family(
        name="best_four",
        classify=lambda own, dealer, _setting: best_four((*own, *dealer)),
        sizes=range(4, 7),
        every_class=_every_class,
        events={kind.name.lower(): _is(kind) for kind in reversed(Kind)},
        category=lambda hand: hand.kind.name.lower(),
        categories=tuple(kind.name.lower() for kind in reversed(Kind)),
        describe=describe,
    )
]
