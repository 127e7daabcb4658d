"""Groups of deals in which every wager of one seat is settled alike, for ``joint``.

A bonus wager that grades the player's hand by the game's own ranking follows from the hand's class. Where hands are
flushes, a group is a set of ranks for each suit, and a straight flush is the best over them. Where only ranks count,
each way to hold ranks is split by the straight flushes that its suits may make. Single hands are graded as they are,
and the colors of the dealer's hand are counted beside its class.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import groupby
from math import factorial, prod
from typing import NamedTuple

import numpy as np

from croupier.cards.cards import Card
from croupier.cards.hands import FAMILIES
from croupier.errors import BadInput, MissingPart
from croupier.exact.showdown.any_hands import AnyHands
from croupier.exact.showdown.best_bets import BestBets, played_best
from croupier.exact.showdown.flushes import FlushShowdown, gathered, suit_shapes
from croupier.exact.showdown.straights import StraightShowdown
from croupier.exact.showdown.technique import Counts, Floats, Technique
from croupier.exact.showdown.terms import Terms
from croupier.exact.showdown.three_card import ThreeCardShowdown
from croupier.play.showdown import Showdown
from croupier.play.wagers.bonus import Bonus

OVER_SUITS = ("straight_flush", "flushes")
"""Families whose class is the best over the suits of what a hand holds in one."""


class Graded(NamedTuple):
    """Groups of deals in rows and columns."""

    nets: Counts
    """(rows, columns, cases) of the base wager, in the terms' units."""
    rows: list[Counts]
    """For each bonus wager, broadcast to (rows, columns): which row of its table pays, -1 where none does."""
    deals: Floats
    """(cases, rows, columns)"""


def graded_hands(game: Showdown, technique: Technique, terms: Terms, bonuses: Sequence[Bonus]) -> Iterator[Graded]:
    """All deals, in groups; MissingPart names the wager that has no technique."""
    if isinstance(technique, ThreeCardShowdown) and any(sees_colors(each) for each in bonuses):
        yield from _beside_colors(technique, terms, bonuses)
        return
    own: list[Callable[[BestBets], Counts] | None] = [_by_class(game, terms, bonus) for bonus in bonuses]
    if isinstance(technique, StraightShowdown):
        yield from _beside_ranks(technique, terms, bonuses, own)
        return
    for at, bonus in enumerate(bonuses):
        own[at] = own[at] or _by_group(technique, bonus)
    for played in played_best(technique, terms):
        block = played.block
        weight = np.multiply.outer(block.row_weight, block.column_weight)
        yield Graded(played.nets, [_found(each)(played) for each in own], played.cases * weight)


def _found(grader: Callable[[BestBets], Counts] | None) -> Callable[[BestBets], Counts]:
    assert grader is not None
    return grader


def row_of(bonus: Bonus, hand: Hashable) -> int:
    """Which row of the table pays a class of hand, -1 where none does."""
    row = bonus.chart.grade(hand)
    return -1 if row is None else bonus.chart.table.rows.index(row)


def not_counted(bonus: Bonus) -> MissingPart:
    """The error for a wager that has no technique."""
    return MissingPart(
        f"{bonus.wager} beside the base wager is not counted",
        hint="wagers on the player's own hand are, and those on the colors of three cards; croupier simulate "
        "estimates others",
    )


def _by_class(game: Showdown, terms: Terms, bonus: Bonus) -> Callable[[BestBets], Counts] | None:
    """A wager that grades the whole hand by the game's own ranking."""
    is_own = bonus.seen.own == game.hand_size and not bonus.seen.dealer
    if not is_own or bonus.chart.table.family != game.declares.hands or type(game).rank is not Showdown.rank:
        return None
    rows = np.array([row_of(bonus, hand) for hand in terms.ranking])
    return lambda played: rows[played.block.place][:, None]


def _by_group(technique: Technique, bonus: Bonus) -> Callable[[BestBets], Counts]:
    """A wager on the player's cards, where a group holds hands that differ at most in the names of suits."""
    if bonus.seen.dealer:
        raise not_counted(bonus)
    if isinstance(technique, FlushShowdown):
        if bonus.chart.table.family not in OVER_SUITS:
            raise not_counted(bonus)
        values, rows = _suit_classes(bonus, technique.pack.first_suit)
        return lambda played: rows[played.block.best_over_suits(values)]
    if isinstance(technique, AnyHands) and FAMILIES[bonus.chart.table.family].names_suits:
        raise not_counted(bonus)

    def by_example(played: BestBets) -> Counts:
        hands = [played.block.example(row, 0) for row in range(len(played.block.place))]
        return np.array([[row_of(bonus, bonus.sees(hand, ()))] for hand in hands])

    return by_example


def _suit_classes(bonus: Bonus, suit: Sequence[Card]) -> tuple[Counts, Counts]:
    """By set of ranks in one suit, the place of its class among all of them; and the row of each place."""
    held = [tuple(card for at, card in enumerate(suit) if ranks >> at & 1) for ranks in range(1 << len(suit))]
    lowest = bonus.sees(held[1], ())
    classes = [bonus.sees(cards, ()) if cards else lowest for cards in held]
    ranking = sorted(set(classes))  # type: ignore[type-var]
    place = {hand: at for at, hand in enumerate(ranking)}
    return np.array([place[hand] for hand in classes]), np.array([row_of(bonus, hand) for hand in ranking])


def _beside_ranks(
    technique: StraightShowdown,
    terms: Terms,
    bonuses: Sequence[Bonus],
    own: Sequence[Callable[[BestBets], Counts] | None],
) -> Iterator[Graded]:
    by_suits = [bonus for bonus, grader in zip(bonuses, own, strict=True) if grader is None]
    for bonus in by_suits:
        if bonus.seen.dealer or bonus.chart.table.family not in OVER_SUITS:
            raise not_counted(bonus)
    (played,) = played_best(technique, terms)
    if not by_suits:
        weight = played.block.row_weight[:, None]
        yield Graded(played.nets, [_found(each)(played) for each in own], played.cases * weight)
        return
    kinds = sorted({bonus.chart.table.family for bonus in by_suits})
    if len(kinds) > 1:
        raise not_counted(by_suits[-1])
    graded = [_suit_classes(bonus, technique.pack.first_suit) for bonus in by_suits]
    together = np.stack([rows for _, rows in graded])
    ways, kind_of = np.unique(together, axis=1, return_inverse=True)
    hands = _hands_by_kind(technique, graded[0][0], kind_of.ravel(), ways.shape[1])
    if not np.array_equal(hands.sum(axis=1), played.block.row_weight):
        raise ArithmeticError("hands by ranks and suits do not add up to the hands by ranks")
    for kind in range(ways.shape[1]):
        suited = iter(ways[:, kind].tolist())
        rows = [np.array([[next(suited)]]) if each is None else each(played) for each in own]
        yield Graded(played.nets, rows, played.cases * hands[:, kind, None])


def _hands_by_kind(technique: StraightShowdown, values: Counts, kind_of: Counts, kinds: int) -> Floats:
    """(ways to hold ranks, kinds) hands, where a kind follows from the best over the suits."""
    pack, size = technique.pack, technique.size
    ranks, suits = len(pack.ranks), len(pack.suits)
    sets = np.arange(1 << ranks)
    bits = sets[:, None] >> np.arange(ranks) & 1
    # Ways to hold ranks as numbers with a digit for each; the codes of suits add up.
    code = bits @ (suits + 1) ** np.arange(ranks, dtype=np.int64)
    low, high = technique.low, technique.high
    held = np.concatenate([low.held[:, technique.player_low], high.held[:, technique.player_high]])
    own = (suits + 1) ** np.arange(ranks, dtype=np.int64) @ held
    order = np.argsort(own)
    found = np.zeros(len(own) * kinds)
    by_size = {many: sets[bits.sum(axis=1) == many] for many in range(size + 1)}
    for shape in suit_shapes(size, suits, ranks):
        codes, best, weight = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64), np.ones(1)
        for many, group in groupby(shape):
            chosen = gathered(len(by_size[many]), many, len(list(group)))
            masks = by_size[many][chosen.choices]
            codes = np.add.outer(codes, code[masks].sum(axis=0)).ravel()
            best = np.maximum.outer(best, values[masks].max(axis=0)).ravel()
            weight = np.multiply.outer(weight, chosen.orders).ravel()
        weight *= factorial(suits) // prod(factorial(shape.count(many)) for many in set(shape))
        rows = order[np.searchsorted(own[order], codes)]
        found += np.bincount(rows * kinds + kind_of[best], weight, len(found))
    return found.reshape(len(own), kinds)


def sees_colors(bonus: Bonus) -> bool:
    """Whether a wager looks at the colors of both hands."""
    return bonus.chart.table.family == "colors" and bool(bonus.seen.dealer)


def _beside_colors(technique: ThreeCardShowdown, terms: Terms, bonuses: Sequence[Bonus]) -> Iterator[Graded]:
    """Hands one by one, the dealer's by how many red cards they hold."""
    (played,) = played_best(technique, terms)
    hands = [played.block.example(row, 0) for row in range(technique.player_hands)]
    reds = np.array([sum(card.is_red for card in hand) for hand in hands])
    one_of = {int(number): hands[int(np.flatnonzero(reds == number)[0])] for number in np.unique(reds)}
    for number, dealer in one_of.items():
        deals = technique.cases_among(reds == number, terms.first_qualifying)
        rows = []
        for bonus in bonuses:
            if bonus.seen.dealer and not sees_colors(bonus):
                raise not_counted(bonus)
            if sees_colors(bonus):
                by_reds = {mine: row_of(bonus, bonus.sees(own, dealer)) for mine, own in one_of.items()}
                rows.append(np.array([[by_reds[int(mine)]] for mine in reds]))
            else:
                rows.append(np.array([[row_of(bonus, bonus.sees(hand, ()))] for hand in hands]))
        yield Graded(played.nets, rows, deals[:, :, None])


def bonus_of(game: Showdown, wager: str) -> Bonus:
    """A bonus or jackpot wager that the configuration has a table for."""
    found = next((each for _, each in game.bonuses if each.wager == wager), None)
    if found is None:
        known = ", ".join(each.wager for _, each in game.bonuses) or "none"
        raise BadInput(
            f"{wager} is not a bonus wager of {game.configuration}",
            hint=f"it has: {known}; name a table, as in {game.configuration.name}({wager}=TABLE)",
        )
    return found
