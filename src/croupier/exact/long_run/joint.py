"""Wagers rise and fall together: those of one seat, and those of seats that share the dealer's hand.

Both are counted exactly (docs/concepts/methods.md); for seven cards ``tools.straight_covariance`` takes minutes, so
what it finds is recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, groupby
from math import comb, factorial, lcm, prod, sqrt
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards.cards import Card
from croupier.cards.hands import FAMILIES
from croupier.errors import BadInput, MissingPart
from croupier.exact.distribution import Distribution
from croupier.exact.result import Progress, in_silence
from croupier.exact.showdown.flushes import FlushShowdown, gathered, suit_shapes
from croupier.exact.showdown.solving import technique_for
from croupier.exact.showdown.straights import StraightShowdown
from croupier.exact.showdown.terms import BestBets, Counts, Floats, Technique, case_of, played_best
from croupier.exact.showdown.three_card import ThreeCardShowdown
from croupier.exact.sights.gains import up_to_suits
from croupier.kernels.terms import Terms
from croupier.play.game import Bonus, Cards
from croupier.play.showdown import Showdown

OVER_SUITS = ("straight_flush", "flushes")
"""Families whose class is the best over the suits of what a hand holds in one."""


class Graded(NamedTuple):
    """Groups of deals in rows and columns."""

    nets: Counts  # (rows, columns, cases) of the base wager, in the terms' units.
    rows: list[Counts]
    """For each bonus wager, broadcast to (rows, columns): which row of its table pays, -1 where none does."""
    deals: Floats  # (cases, rows, columns)


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
    # Of any other hands one stands for all that differ in the names of suits.
    if not isinstance(technique, ThreeCardShowdown) and FAMILIES[bonus.chart.table.family].names_suits:
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


def _by_reds(hands: Sequence[Cards]) -> tuple[Counts, dict[int, Cards]]:
    """How many red cards each hand holds, and one hand for each number of them."""
    reds = np.array([sum(card.is_red for card in hand) for hand in hands])
    return reds, {int(number): hands[int(np.flatnonzero(reds == number)[0])] for number in np.unique(reds)}


def _beside_colors(technique: ThreeCardShowdown, terms: Terms, bonuses: Sequence[Bonus]) -> Iterator[Graded]:
    """Hands one by one, the dealer's by how many red cards they hold."""
    (played,) = played_best(technique, terms)
    hands = [played.block.example(row, 0) for row in range(technique.player_hands)]
    reds, one_of = _by_reds(hands)
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


LOSES = -1  # The row of a hand that no row pays.


@dataclass(frozen=True)
class Joint:
    """Deals by what all wagers of one seat come to."""

    wagers: tuple[str, ...]  # The base wager first.
    unit: int  # How many units make one base wager.
    counts: Mapping[tuple[int, ...], int]
    """By the base wager's net in units and by the row of each other wager in printed order, or ``LOSES``."""

    @cached_property
    def total(self) -> int:
        return sum(self.counts.values())

    def at(self, pays: Sequence[Sequence[Fraction]]) -> Seat:
        """With what each row of each bonus wager brings beyond its stake, in units of it; a loss is one unit."""
        found: dict[tuple[Fraction, ...], int] = {}
        for (base, *rows), count in self.counts.items():
            nets = (Fraction(base, self.unit), *_nets(rows, pays))
            found[nets] = found.get(nets, 0) + count
        return Seat(self.wagers, found)


def _nets(rows: Sequence[int], pays: Sequence[Sequence[Fraction]]) -> list[Fraction]:
    return [Fraction(-1) if row == LOSES else each[row] for row, each in zip(rows, pays, strict=True)]


@dataclass(frozen=True)
class Seat:
    """One seat's wagers, each in its own units."""

    wagers: tuple[str, ...]
    counts: Mapping[tuple[Fraction, ...], int]

    @cached_property
    def total(self) -> int:
        return sum(self.counts.values())

    @cached_property
    def means(self) -> tuple[Fraction, ...]:
        return tuple(self._mean([at]) for at in range(len(self.wagers)))

    def _mean(self, places: Sequence[int]) -> Fraction:
        """Of the product of the nets at these places."""
        sum_ = Fraction()
        for nets, count in self.counts.items():
            product = Fraction(count)
            for at in places:
                product *= nets[at]
            sum_ += product
        return sum_ / self.total

    @cached_property
    def covariances(self) -> tuple[tuple[Fraction, ...], ...]:
        """The whole matrix, in the order of the wagers."""
        places = range(len(self.wagers))
        return tuple(
            tuple(self._mean([one, other]) - self.means[one] * self.means[other] for other in places) for one in places
        )

    def covariance(self, one: str, other: str) -> Fraction:
        return self.covariances[self.wagers.index(one)][self.wagers.index(other)]

    def correlation(self, one: str, other: str) -> float:
        """For display; zero if a wager never varies."""
        both = self.covariance(one, one) * self.covariance(other, other)
        return float(self.covariance(one, other)) / sqrt(both) if both else 0.0

    def mixed(self, stakes: Mapping[str, int], raised: Fraction) -> Distribution:
        """Of all wagers together, in units of all stakes; ``raised`` base wagers are put up on it on average."""
        whole = sum(stakes.values())
        if set(stakes) != set(self.wagers) or whole <= 0:
            raise BadInput(f"stakes are needed for {', '.join(self.wagers)}")
        parts = [Fraction(stakes[wager], whole) for wager in self.wagers]
        counts: dict[Fraction, int] = {}
        for nets, count in self.counts.items():
            net = sum((part * each for part, each in zip(parts, nets, strict=True)), Fraction())
            counts[net] = counts.get(net, 0) + count
        return Distribution.of(counts, self.total * (parts[0] * raised + 1 - parts[0]))


def joint_rows(game: Showdown, wagers: Sequence[str]) -> Joint:
    """The base wager under optimal play beside these bonus and jackpot wagers of the same seat, exactly."""
    bonuses = [bonus_of(game, wager) for wager in wagers]
    technique = technique_for(game)
    terms = Terms(game, technique.ranking)
    nets = np.array(sorted({net for offers in terms.offers for offer in offers for net in offer.nets}))
    rows = [len(bonus.chart.table.rows) + 1 for bonus in bonuses]
    shape = (len(nets), *rows)
    counts = np.zeros(int(np.prod(shape)))
    for part in graded_hands(game, technique, terms, bonuses):
        # All deals of seven cards against seven number 6.1e15 < 2 ** 53.
        places = np.searchsorted(nets, part.nets)
        for graded, many in zip(part.rows, rows, strict=True):
            places = places * many + (graded[:, :, None] + 1)
        counts += np.bincount(places.ravel(), part.deals.transpose(1, 2, 0).ravel(), len(counts))
    found = {}
    for place in np.flatnonzero(counts).tolist():
        net, *kept = (int(each) for each in np.unravel_index(place, shape))
        found[int(nets[net]), *(row - 1 for row in kept)] = int(counts[place])
    joint = Joint((game.base_wager, *wagers), terms.unit, found)
    deals = technique.player_hands * technique.dealer_hands
    if joint.total != deals:
        raise ArithmeticError(f"{joint.total} deals counted of {deals}")
    return joint


THREE: Final = 3


def seat_covariance(game: Showdown) -> Fraction:
    """The covariance of two seats of a showdown game under optimal play, exactly, in base wagers squared."""
    return seat_covariances(game, [])[0][0]


def seat_covariances(
    game: Showdown, others: Sequence[tuple[str, Sequence[Fraction]]], progress: Progress = in_silence
) -> list[list[Fraction]]:
    """Between any wager of one seat and any of another, the base wager first; ``others`` with what their rows bring."""
    if game.hand_size != THREE:
        raise MissingPart(
            f"the covariance of seats at {game.configuration.name} is not counted here", hint="three-card hands are"
        )
    technique = technique_for(game)
    terms = Terms(game, technique.ranking)
    (played,) = played_best(technique, terms)
    beside = [_Beside(played, bonus_of(game, wager), pays) for wager, pays in others]
    products, sums, deals = _products(game, played, terms.first_qualifying, beside, progress)
    units = [terms.unit, *(each.unit for each in beside)]
    means = [Fraction(int(total), deals * unit) for total, unit in zip(sums, units, strict=True)]
    return [
        [
            Fraction(product, deals * one * other) - mean * its
            for product, other, its in zip(row, units, means, strict=True)
        ]
        for row, one, mean in zip(products, units, means, strict=True)
    ]


class _Beside:
    """A bonus wager on every hand of three cards, in units in which all that it brings is whole."""

    def __init__(self, played: BestBets, bonus: Bonus, pays: Sequence[Fraction]) -> None:
        self.sees_colors = sees_colors(bonus)
        if bonus.seen.dealer and not self.sees_colors:
            raise not_counted(bonus)
        self.unit = lcm(*(pay.denominator for pay in pays)) if pays else 1
        nets = [int(pay * self.unit) for pay in pays]
        hands = [played.block.example(row, 0) for row in range(len(played.block.place))]
        self.reds, one_of = _by_reds(hands)
        seen = one_of if self.sees_colors else {0: ()}
        self._brings = {
            number: np.array([self._net(bonus, hand, dealer, nets) for hand in hands])
            for number, dealer in seen.items()
        }

    def _net(self, bonus: Bonus, hand: Cards, dealer: Cards, nets: Sequence[int]) -> int:
        row = row_of(bonus, bonus.sees(hand, dealer))
        return -self.unit if row < 0 else nets[row]

    def brings(self, dealer: int) -> NDArray[np.int64]:
        """On every hand, against a dealer's."""
        return self._brings[int(self.reds[dealer]) if self.sees_colors else 0]


def _products(
    game: Showdown, played: BestBets, first_qualifying: int, beside: Sequence[_Beside], progress: Progress
) -> tuple[list[list[int]], list[int], int]:
    """Over all deals of two seats: the sums of products of one's nets and the other's, of one's nets; and the deals."""
    deck, place, nets = game.deck, played.block.place, played.nets[:, 0]
    positions = np.array(list(combinations(range(len(deck)), THREE)))
    rows = np.arange(len(positions))
    wagers = 1 + len(beside)
    product = np.zeros((wagers, wagers), dtype=object)
    sums = np.zeros(wagers, dtype=object)
    cards = len(deck)
    others = comb(cards - 2 * THREE, THREE)
    dealers = up_to_suits(deck, positions, keep_colors=any(wager.sees_colors for wager in beside))
    for done, (dealer, times) in enumerate(dealers, start=1):
        base = nets[rows, case_of(int(place[dealer]), place, first_qualifying)]
        brings = np.stack([base, *(each.brings(dealer) for each in beside)])
        brings = np.where(np.isin(positions, positions[dealer]).any(axis=1), 0, brings).astype(np.float64)
        product += times * _disjoint(positions, brings, cards)
        progress(done, len(dealers))
        sums += times * others * brings.sum(axis=1).astype(np.int64).astype(object)
    deals = comb(cards, THREE) * comb(cards - THREE, THREE) * others
    return product.tolist(), sums.tolist(), deals


def _disjoint(positions: Counts, brings: NDArray[np.float64], cards: int) -> NDArray[np.object_]:
    """(wagers, wagers) sums of what one hand brings times what another does, over hands without a card in common."""
    pair_keys = np.stack([positions[:, x] * cards + positions[:, y] for x, y in combinations(range(THREE), 2)])
    whole = brings.sum(axis=1)
    with_card = np.stack([np.bincount(positions.T.ravel(), np.tile(each, THREE), cards) for each in brings])
    with_pair = np.stack([np.bincount(pair_keys.ravel(), np.tile(each, THREE), cards**2) for each in brings])
    parts = [_by_wager(each) for each in (whole[:, None], with_card, with_pair, brings)]
    if max(float(abs(parts[0]).max()), float(_by_wager(abs(brings)).max())) >= 2**50:
        raise MissingPart("a pay is too large for this count of seats that win together", hint="a smaller meter")
    disjoint: NDArray[np.float64] = parts[0] - parts[1] + parts[2] - parts[3]
    return disjoint.astype(np.int64).astype(object)


def own_covariance(game: Showdown, wager: str, pays: Sequence[Fraction]) -> Fraction:
    """The covariance of two seats' bonus wagers, each on its own three cards of the deck that they share; exactly."""
    bonus, cards = bonus_of(game, wager), len(game.deck)
    if bonus.seen.dealer or bonus.seen.own != THREE:
        raise not_counted(bonus)
    unit = lcm(*(pay.denominator for pay in pays))
    positions = np.array(list(combinations(range(cards), THREE)))
    rows = [row_of(bonus, bonus.sees(tuple(game.deck[at] for at in hand), ())) for hand in positions.tolist()]
    nets = np.array([*(int(pay * unit) for pay in pays), -unit], dtype=np.float64)
    brings = nets[rows]
    ((product,),) = _disjoint(positions, brings[None], cards)
    mean = Fraction(int(brings.sum()), len(positions) * unit)
    return Fraction(product, len(positions) * comb(cards - THREE, THREE) * unit**2) - mean**2


def _by_wager(brings: NDArray[np.number]) -> NDArray[np.float64]:
    """(wagers, wagers) sums of products; so few that a library's threads would cost more than they save."""
    return np.asarray(np.einsum("ik,jk->ij", brings, brings))
