"""Ricochet Poker with one player: the whole game under optimal play, every deal counted.

For each kind of two cards (a pair, suited, not suited) and each group of dealer's hands (``DealerHands``), the draws
that do not lose are counted by rank (``RankDraws``); with two suited cards, draws that fill a flush are then counted
as flushes and no longer by rank. The player plays where that is worth at least as much as not playing. The game itself
answers for the rules of the pot.

A deal is two cards, the dealer's five and three drawn, 39.9 trillion in all. Where nothing is drawn, it counts once for
every draw that might have been, so that all deals have the same weight.

*The dealer's hands.* A player's hand depends on its ranks, and on its suits only where it may be a flush. So the
dealer's hands are grouped by rank; beside two suited cards, each group also by the ranks that it holds in their suit.
Whether the dealer's own hand is a flush belongs to its class and is told apart in both cases. Ranks go by their place
in the deck.

*Draws* that reach a class and avoid some cards are counted by inclusion and exclusion: all draws, less those that hold
one of the cards, plus those that hold two, less those that hold three. Cards of one rank are alike, so the tables are
of ranks. The draws that hold one card follow from those that hold two: each has two pairs with it, and each of all
draws holds three cards.

*In words*, by what the dealer shows and how the two cards compare with it: every pair of a pocket and a dealer's hand
is counted with the decision that is best for it. Where all two-card hands are played alike against a kind of dealer's
hand, they are one line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, combinations_with_replacement
from math import comb, lcm
from typing import Any, Final, NamedTuple

import numpy as np

from croupier.cards.hands import five_card
from croupier.cards.hands.five_card import Category, FiveCardHand
from croupier.errors import MissingPart
from croupier.exact.counting.spaces import Pack, grid_of, rank_multisets
from croupier.exact.distribution import Distribution
from croupier.exact.result import PlayRow
from croupier.exact.showdown.terms import Counts, Floats, Places
from croupier.kernels.pot_game import DRAWN, PotGame

SIZE: Final = 5
IMPOSSIBLE: Final = 0
"""The class entered for ranks that cannot be held; no deal is ever counted under it."""


class Beside(NamedTuple):
    """Groups divided by which ranks are held in one suit, equally many in all."""

    ranks: Places
    """(sets, ranks) the sets of ranks held in the suit."""
    group: Places
    """(parts) the group by rank."""
    held: Places
    """(parts) the set of ranks."""
    hands: Counts
    """(parts) how many hands that is."""


class DealerHands:
    """All dealer's hands of a deck, lowest class first."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        spread = pack.spreader(SIZE)
        known = {
            (tuple(card.rank for card in cards), True): five_card.classify(cards)
            for cards in combinations(pack.first_suit, SIZE)
        }
        if len(pack.suits) > 1:
            known |= {(ranks, False): five_card.classify(spread(ranks)) for ranks in rank_multisets(pack, SIZE)}
        self.ranking = sorted(set(known.values()))
        """Every class, lowest first."""
        number = {hand: place for place, hand in enumerate(self.ranking)}
        keys = sorted(known, key=known.__getitem__)
        at = {rank: place for place, rank in enumerate(pack.ranks)}
        self.place: Places = np.array([number[known[key]] for key in keys], dtype=np.intp)
        """(groups) the class, as its place in the ranking."""
        self.ranks: Places = np.array([[at[rank] for rank in ranks] for ranks, _ in keys], dtype=np.intp)
        """(groups, 5) lowest first."""
        self.is_flush = np.array([is_flush for _, is_flush in keys])
        sizes = (len(pack.ranks),) * SIZE
        self._place_of = np.full((2, *sizes), IMPOSSIBLE, dtype=np.intp)
        self._place_of[(self.is_flush.astype(np.intp), *self.ranks.T)] = self.place

    @cached_property
    def _before(self) -> Places:
        """(groups, 5) how many cards of the same rank come before."""
        same = self.ranks[:, :, None] == self.ranks[:, None, :]
        before: Places = np.tril(same, -1).sum(axis=2)
        return before

    def completing(self, pocket: tuple[int, int], is_flush: bool) -> Places:
        """(ranks, ranks, ranks) the class that three cards of these ranks make with the two, among the dealer's
        classes.
        """
        ranks = len(self.pack.ranks)
        drawn = np.indices((ranks,) * 3).reshape(3, -1)
        held = np.broadcast_to(np.array(pocket)[:, None], (2, drawn.shape[1]))
        five = np.sort(np.concatenate([held, drawn]), axis=0)
        made: Places = self._place_of[(int(is_flush), *five)].reshape((ranks,) * 3)
        return made

    def hands_facing(self, pocket: tuple[int, int]) -> Counts:
        """(groups) how many hands there are once two cards of different suits and these ranks have been dealt."""
        suits = len(self.pack.suits)
        left = np.full(len(self.pack.ranks), suits)
        np.subtract.at(left, list(pocket), 1)
        # C(left, n) for each rank, as the product of (left - i) / (i + 1).
        ways = np.prod(left[self.ranks] - self._before, axis=1) // np.prod(self._before + 1, axis=1)
        # The two cards are of two suits: each that has a rank of the hand rules out a flush in its own suit.
        flushes = (suits - (suits - left)[self.ranks].sum(axis=1)) * (self._before == 0).all(axis=1)
        hands: Counts = np.where(self.is_flush, flushes, ways - flushes).clip(0)
        return hands

    @cached_property
    def beside_a_suit(self) -> tuple[Beside, ...]:
        """By how many ranks are held in one suit, from none to five."""
        return tuple(_joined(self._parts(size)) for size in range(SIZE + 1))

    def _parts(self, size: int) -> Iterator[tuple[Places, Places, Counts]]:
        """Groups, the ranks held in the suit and the number of hands, for each choice among the five cards."""
        others = len(self.pack.suits) - 1
        is_first = self._before == 0
        held = (self.ranks[:, :, None] == self.ranks[:, None, :]).sum(axis=2)
        all_differ = is_first.all(axis=1)
        elsewhere = np.array([comb(others, cards) for cards in range(SIZE + 1)])
        for columns in map(list, combinations(range(SIZE), size)):
            own = np.zeros(SIZE, dtype=np.intp)
            own[columns] = 1
            # Each rank's suits elsewhere, counted at the first card of the rank.
            hands = np.where(is_first, elsewhere[held - own], 1).prod(axis=1)
            # All five in the suit, or none of them and all in another, are flushes.
            flushes = all_differ * {0: others, SIZE: 1}.get(size, 0)
            hands = np.where(self.is_flush, flushes, hands - flushes)
            kept = np.flatnonzero((hands > 0) & is_first[:, columns].all(axis=1))
            yield kept, self.ranks[kept][:, columns], hands[kept]


def _joined(parts: Iterable[tuple[Places, Places, Counts]]) -> Beside:
    group, ranks, hands = map(np.concatenate, zip(*parts, strict=True))
    codes = ranks @ 16 ** np.arange(ranks.shape[1])
    _, first, held = np.unique(codes, return_index=True, return_inverse=True)
    return Beside(ranks[first], group, held, hands)


EXACT_BITS: Final = 63 - 2
"""The total weight of all draws stays below this power of two; three times as much fits into 64 bits with a sign."""


class Avoided(NamedTuple):
    """Cards that draws must not hold, by rank, with the places of their pairs and threes in flattened tables."""

    rows: int
    ones: tuple[Places, ...]
    pairs: tuple[Places, ...]
    threes: tuple[Places, ...]

    @classmethod
    def of(cls, cards: Places, ranks: int) -> Avoided:
        """``cards`` is (rows, cards), by rank; ``ranks`` is how many there are."""
        columns = [np.ascontiguousarray(column) for column in cards.T]
        return cls(
            len(cards),
            tuple(columns),
            tuple(one * ranks + other for one, other in combinations(columns, 2)),
            tuple((one * ranks + other) * ranks + third for one, other, third in combinations(columns, 3)),
        )


class CardDraws(NamedTuple):
    """All draws from some cards."""

    left: Counts
    """(ranks) how many cards of each rank there are."""
    place: Places
    """(ranks, ranks, ranks) the class that each draw makes."""
    sign: int = 1
    """-1 where these draws are to be taken off."""


class Kinds:
    """Draws counted by kind, several kinds at once, each in its own digits of one number."""

    def __init__(self, kind: Places, kinds: int, most: int) -> None:
        """``kind`` is (classes), -1 for those that do not count; no count is above ``most``."""
        self._kinds = kinds
        self._width = most.bit_length()
        self._at_once = (EXACT_BITS - 1) // self._width
        self.weights = [self._weight(kind - start) for start in range(0, kinds, self._at_once)]
        """(classes) what one draw weighs, for each number that is needed."""

    def _weight(self, kind: Places) -> Counts:
        is_counted = (kind >= 0) & (kind < self._at_once)
        return np.where(is_counted, np.int64(1) << kind.clip(0, self._at_once) * self._width, 0)

    def apart(self, found: Sequence[Counts]) -> list[Counts]:
        """The counts of each kind, from what the draws weigh."""
        of_kind = [divmod(kind, self._at_once) for kind in range(self._kinds)]
        return [found[word] >> place * self._width & (1 << self._width) - 1 for word, place in of_kind]


class RankDraws:
    """The total weight of draws, by the class that they must reach."""

    def __init__(self, draws: Sequence[CardDraws], weight: Counts, asked: Places) -> None:
        """``weight`` is (classes) what one draw weighs; ``asked`` are the classes to be reached."""
        ranks = len(draws[0].left)
        made = np.unique(np.concatenate([draw.place.ravel() for draw in draws]))
        # Classes that the same draws reach share a row of the tables: from the first of these draws' classes on.
        firsts, row = np.unique(np.searchsorted(made, asked), return_inverse=True)
        self.rows: Places = row
        """(asked) the row of the tables that counts what reaches each class."""
        rows = len(firsts)
        alike = np.eye(ranks, dtype=np.int64)
        by_pair = np.zeros((rows, ranks, ranks), dtype=np.int64)
        by_card = np.zeros((rows, ranks), dtype=np.int64)
        self._in_all = np.zeros(rows, dtype=np.int64)
        self._threes: list[tuple[Places, Counts]] = []
        """For draws of three given ranks, the last row that counts them, and what they weigh."""
        pair = np.arange(ranks * ranks)[:, None]
        for left, place, sign in draws:
            last = np.searchsorted(firsts, np.searchsorted(made, place), side="right") - 1
            weights = sign * weight[place]
            third = (left - alike[:, None, :] - alike[None, :, :]).clip(0)
            second = (left - alike).clip(0)
            # What no row counts goes to one past the last, which is then dropped.
            cells = (last % (rows + 1)).reshape(-1, ranks) * ranks**2 + pair
            found = np.zeros((rows + 1, ranks, ranks), dtype=np.int64)
            np.add.at(found.reshape(-1), cells.ravel(), (third * weights).ravel())
            found = np.cumsum(found[-2::-1], axis=0)[::-1]
            of_card = np.einsum("lij,ij->li", found, second) // 2
            by_pair += found
            by_card += of_card
            self._in_all += of_card @ left // 3
            self._threes.append((last.ravel(), weights.ravel()))
        self._by_pair, self._by_card = by_pair.ravel(), by_card.ravel()
        self._ranks = ranks

    def avoiding(self, row: Places, cards: Avoided) -> Counts:
        """(rows) what the draws weigh that hold none of a row's cards and count in this row of the tables."""
        found: Counts = self._in_all[row]
        if cards.ones:
            of_card = row * self._ranks
            for one in cards.ones:
                found -= self._by_card.take(of_card + one)
        if cards.pairs:
            of_pair = row * self._ranks**2
            for pair in cards.pairs:
                found += self._by_pair.take(of_pair + pair)
        for three in cards.threes:
            for rows, weights in self._threes:
                found -= weights.take(three) * (rows.take(three) >= row)
        return found


OUT: Final = "the dealer is out"
SHOWS: Final = {
    Category.HIGH_CARD: "the dealer shows no pair",
    Category.PAIR: "the dealer shows a pair",
    Category.TWO_PAIR: "the dealer shows two pair",
    Category.THREE_OF_A_KIND: "the dealer shows three of a kind",
    Category.STRAIGHT: "the dealer shows a straight",
    Category.FLUSH: "the dealer shows a flush",
    Category.FULL_HOUSE: "the dealer shows a full house",
    Category.FOUR_OF_A_KIND: "the dealer shows four of a kind",
    Category.STRAIGHT_FLUSH: "the dealer shows a straight flush",
}
LEADING: Final = {Category.HIGH_CARD: "the dealer's highest card", Category.PAIR: "the dealer's pair"}
NAMED: Final = "the rank that the dealer's hand is named by"
ANY: Final = "any two cards"


DEALER_HOLDS: Final = 2


def looks_like(hand: FiveCardHand, kind: int) -> tuple[str, str]:
    """What is asked, and the words for the leading rank of the hand to beat.

    The pot is offered (0), nobody holds it but others wait (1), the dealer holds it (2), or another player (3).
    """
    against = LEADING.get(hand.category, NAMED)
    if kind < DEALER_HOLDS:
        return (OUT if kind == 0 else f"{OUT}, others wait"), against
    who = "the dealer" if kind == DEALER_HOLDS else "a player"
    return SHOWS[hand.category].replace("the dealer", who), against.replace("the dealer", who)


def told_of(told: Told, shown: str, kind: str) -> str | None:
    """What a policy says of a kind of two cards; a line for any two cards serves all kinds."""
    return told.get((shown, kind)) or told.get((shown, ANY))


class Chart:
    """Decisions by what the dealer shows and by the kind of two cards; ``pot_is_open`` says that the dealer is out."""

    def __init__(self, hands: list[FiveCardHand], pot_is_open: list[bool], ranks: tuple[int, ...]) -> None:
        at = {rank: place for place, rank in enumerate(ranks)}
        alike = [
            (*looks_like(hand, 0 if is_open else DEALER_HOLDS), at[hand.ranks[0]])
            for hand, is_open in zip(hands, pot_is_open, strict=True)
        ]
        self.looks = list(dict.fromkeys(alike))
        """What the dealer shows, the words for its leading rank, and that rank."""
        number = {look: place for place, look in enumerate(self.looks)}
        self.look: Places = np.array([number[look] for look in alike], dtype=np.intp)
        """(classes) how the dealer's hand looks."""
        self.counts: dict[tuple[str, str], Counter[str]] = {}

    def add(self, pocket: tuple[int, int], classes: Places, declining: Floats, playing: Floats) -> None:
        """Deals of a pocket by groups of these classes: those in which it is best not to play, and to play."""
        by_look = [np.bincount(self.look[classes], each, len(self.looks)) for each in (declining, playing)]
        for (shown, against, lead), declined, played in zip(self.looks, *by_look, strict=True):
            best = self.counts.setdefault((shown, compared(pocket, lead, against)), Counter())
            best["play"] += int(played)
            best["take" if shown == OUT else "fold"] += int(declined)

    def rows(self) -> tuple[PlayRow, ...]:
        """The lines; those most often played first, under each thing that the dealer shows."""
        found = []
        for shown in (OUT, *SHOWS.values()):
            lines = {kind: +best for (seen, kind), best in self.counts.items() if seen == shown and best.total()}
            if lines and len({tuple(best) for best in lines.values()}) == 1 and len(next(iter(lines.values()))) == 1:
                lines = {ANY: sum(lines.values(), Counter())}
            for kind, best in sorted(lines.items(), key=lambda line: -line[1]["play"] / line[1].total()):
                found.append(PlayRow(shown, kind, dict(best.most_common())))
        return tuple(found)


def compared(pocket: tuple[int, int], lead: int, against: str) -> str:
    low, high = pocket
    if low == high:
        return {1: "a higher pair", 0: "a pair of the same rank", -1: "a lower pair"}[(low > lead) - (low < lead)]
    above = (low > lead) + (high > lead)
    if above == 2:
        return f"two cards above {against}"
    if above:
        return f"one card above {against}, one equal to it" if low == lead else f"one card above {against}, one below"
    return f"no card above {against}"


SEAT: Final = 1
EXACT: Final = 2**53
"""Float64 holds every whole number up to here exactly; there are fewer deals than that."""
LOWEST: Final = np.zeros(1, dtype=np.intp)
"""The one class that every hand reaches."""
Told = Mapping[tuple[str, str], str]
"""A policy in words: what to do, by what the dealer shows and the kind of two cards."""
Progress = Callable[[int, int], None]
"""Called with how many pairs of ranks are done, and how many there are."""


@dataclass(frozen=True)
class OnePlayer:
    """The game with one player, solved; nets in Antes."""

    distribution: Distribution
    always_play: Distribution
    plays: tuple[PlayRow, ...]
    """How to play, by what the dealer shows and how the two cards compare with it."""
    lost: Mapping[tuple[str, str], Fraction]
    """What a given play gives away, in the same words."""


def solve_one_player(
    game: PotGame, progress: Progress = lambda _done, _all: None, told: Told | None = None
) -> OnePlayer:
    """The best play against every deal or a given one and, for comparison, playing every hand."""
    pack = grid_of(game.deck)
    solver = _Alone(game, pack, told)
    pairs = list(combinations_with_replacement(range(len(pack.ranks)), 2))
    for number, pocket in enumerate(pairs, start=1):
        solver.add(pocket)
        progress(number, len(pairs))
    lost = {key: Fraction(less, solver.unit * solver.deals) for key, less in solver.lost.items() if less}
    return OnePlayer(solver.best.distribution(), solver.always.distribution(), solver.chart.rows(), lost)


class _Tally:
    """Deals by net, and what was put up."""

    def __init__(self, unit: int, play_multiple: int) -> None:
        self.unit = unit
        self.play_multiple = play_multiple
        self.counts: Counter[int] = Counter()
        self.played = 0

    def distribution(self) -> Distribution:
        counts = {Fraction(net, self.unit): count for net, count in self.counts.items()}
        put_up = sum(self.counts.values()) + self.played * self.play_multiple
        return Distribution.of(counts, Fraction(put_up))


class _Paid(NamedTuple):
    """Draws by what they are paid; whole numbers, and differences of them."""

    kinds: Floats
    """(pays, rows) how many draws are paid each."""
    unbeaten: Floats
    """(rows) those of the pays whose hands are never beaten."""
    bonus: Floats
    """(rows) what all draws are paid together."""


class _Alone:
    def __init__(self, game: PotGame, pack: Pack, told: Told | None = None) -> None:
        self.game = game
        self.told = told
        self.lost: Counter[tuple[str, str]] = Counter()
        """In units, over all deals."""
        self.deals = comb(len(pack.cards), game.pocket_cards) * comb(len(pack.cards) - game.pocket_cards, SIZE)
        self.deals *= comb(len(pack.cards) - game.pocket_cards - SIZE, DRAWN)
        self.pack = pack
        self.dealers = DealerHands(pack)
        ranking = self.dealers.ranking
        self.draws = comb(len(pack.cards) - game.pocket_cards - SIZE, DRAWN)
        self._nets: dict[tuple[bool, tuple[int, ...]], Fraction] = {}
        contests = [game.opened(hand, players=1) for hand in ranking]
        self.chart = Chart(ranking, [not contest.holders for contest in contests], tuple(pack.ranks))
        bonus = [game.ante_bonus_for(hand) for hand in ranking]
        nets = [
            (
                self._net(True, game.played(contest, SEAT, ranking[-1], ())),
                self._net(True, contest),
                self._net(False, game.declined(contest, SEAT, 0)),
            )
            for contest in contests
        ]
        self.unit = lcm(*(pay.denominator for pay in bonus), *(net.denominator for each in nets for net in each))
        ends = list(dict.fromkeys(nets))
        self.won, self.beaten, self.declined = np.array(
            [[int(net * self.unit) for net in each] for each in ends], dtype=np.int64
        ).T
        """(ways to end) the player's net with a hand that stays in, with one that does not, and unplayed."""
        number = {each: place for place, each in enumerate(ends)}
        self.end: Places = np.array([number[each] for each in nets], dtype=np.intp)[self.dealers.place]
        """(groups) which way to end."""
        level = self._levels(contests)
        self.asked, asked = np.unique(level, return_inverse=True)
        self.level: Places = asked[self.dealers.place]
        """(groups) the lowest class of player's hand that stays in, as a place in ``asked``."""
        self.pays, kind = np.unique([int(pay * self.unit) for pay in bonus], return_inverse=True)
        all_draws = comb(len(pack.cards) - game.pocket_cards, DRAWN)
        if (self.pays.max() + 2 * np.abs([self.won, self.beaten, self.declined]).max()) * all_draws >= EXACT:
            raise MissingPart(f"an Ante Bonus in parts of 1/{self.unit} is beyond what float64 holds exactly")
        self.paid = Kinds(kind, len(self.pays), all_draws)
        """Draws by what they are paid."""
        # Only where some hand so paid may be beaten do those that stay in need to be counted by class.
        self.beatable = np.unique(kind[: level.max()]).tolist()
        self.unbeatable = [pay for pay in range(len(self.pays)) if pay not in self.beatable]
        number_of = np.full(len(self.pays), -1)
        number_of[self.beatable] = np.arange(len(self.beatable))
        self.staying = Kinds(number_of[kind], len(self.beatable), all_draws)
        """Draws by what they are paid, of the pays whose hands may be beaten."""
        self.cards = Avoided.of(self.dealers.ranks, len(pack.ranks))
        self.best = _Tally(self.unit, game.play_multiple)
        self.always = _Tally(self.unit, game.play_multiple)

    def _net(self, has_played: bool, contest: Any) -> Fraction:
        key = (has_played, contest.holders)
        if key not in self._nets:
            self._nets[key] = self.game.nets((SEAT,), {SEAT} if has_played else (), contest)[SEAT]
        return self._nets[key]

    def _levels(self, contests: list[Any]) -> Places:
        """(dealer's classes) the lowest class of player's hand that stays in; a higher dealer's hand beats more."""
        ranking = self.dealers.ranking
        levels = np.zeros(len(contests), dtype=np.intp)
        lowest = 0
        for place, contest in enumerate(contests):
            if contest.holders:
                while (
                    lowest < len(ranking) and SEAT not in self.game.played(contest, SEAT, ranking[lowest], ()).holders
                ):
                    lowest += 1
                levels[place] = lowest
        return levels

    def add(self, pocket: tuple[int, int]) -> None:
        """Count all deals of two cards of these ranks: not suited, and suited."""
        suits = len(self.pack.suits)
        left = np.full(len(self.pack.ranks), suits)
        np.subtract.at(left, list(pocket), 1)
        mixed = CardDraws(left, self.dealers.completing(pocket, is_flush=False))
        paid = self._summed(self._paid_avoiding(self._paid_draws(mixed), self.cards))
        by_level = [RankDraws([mixed], weight, self.asked) for weight in self.staying.weights]
        staying = [draws.avoiding(draws.rows[self.level], self.cards) for draws in by_level]
        if suits > 1:
            alike = comb(suits, 2) if pocket[0] == pocket[1] else suits * (suits - 1)
            stay = self.staying.apart(staying)
            facing = self.dealers.hands_facing(pocket) * alike
            choices = self._choices(pocket, slice(None), sum(stay) + paid.unbeaten, paid.bonus, facing)
            # By choice and way to end.
            is_chosen = np.arange(2 * len(self.won))[:, None] == choices
            hands = is_chosen * facing.astype(np.float64)
            staying_in = np.array(stay, dtype=np.float64).reshape(len(stay), len(choices))
            self._book(hands.sum(axis=1), hands @ paid.kinds.T, hands @ staying_in.T)
            self._chart(pocket, hands)
        if pocket[0] != pocket[1]:
            self._add_suited(pocket, mixed.place, paid, staying)

    def _paid_draws(self, draws: CardDraws) -> list[RankDraws]:
        return [RankDraws([draws], weight, LOWEST) for weight in self.paid.weights]

    def _paid_avoiding(self, draws: list[RankDraws], cards: Avoided) -> Floats:
        """(pays, rows) how many draws are paid each."""
        all_ = np.zeros(cards.rows, dtype=np.intp)
        return np.array(self.paid.apart([draw.avoiding(all_, cards) for draw in draws]), dtype=np.float64)

    def _summed(self, kinds: Floats) -> _Paid:
        return _Paid(kinds, kinds[self.unbeatable].sum(axis=0), self.pays @ kinds)

    def _add_suited(self, pocket: tuple[int, int], place: Places, by_rank: _Paid, staying: list[Counts]) -> None:
        """``place`` is the class by rank; ``by_rank`` and ``staying`` count by it, as if there were no flushes."""
        in_suit = np.ones(len(self.pack.ranks), dtype=np.int64)
        in_suit[list(pocket)] = 0
        # Draws of the same suit are flushes, and not what their ranks alone make.
        flushes, not_flushes = (
            CardDraws(in_suit, self.dealers.completing(pocket, is_flush=True)),
            CardDraws(in_suit, place),
        )
        if_flush, if_not = self._paid_draws(flushes), self._paid_draws(not_flushes)
        changed = [flushes, not_flushes._replace(sign=-1)]
        by_level = [RankDraws(changed, weight, self.asked) for weight in self.staying.weights]
        levels = [draws.rows[self.level] for draws in by_level]
        groups, ways = len(self.end), 2 * len(self.won)
        by_group = np.zeros(ways * groups)
        paid, stays = np.zeros((ways, len(self.pays))), np.zeros((ways, len(self.beatable)))
        for parts, sets, cards in self._beside:
            group, held = parts.group, parts.held
            by_set = self._summed(self._paid_avoiding(if_flush, sets) - self._paid_avoiding(if_not, sets))
            stay = self.staying.apart(
                [
                    each[group] + draws.avoiding(level[group], cards)
                    for each, draws, level in zip(staying, by_level, levels, strict=True)
                ]
            )
            unbeaten = by_rank.unbeaten[group] + by_set.unbeaten[held]
            can_be_held = in_suit[parts.ranks].prod(axis=1)
            facing = parts.hands * can_be_held[held] * len(self.pack.suits)
            bonus = by_rank.bonus[group] + by_set.bonus[held]
            choices = self._choices(pocket, group, sum(stay) + unbeaten, bonus, facing)
            hands = facing.astype(np.float64)
            # What is paid is a group's part plus a set's part, so each is counted separately.
            by_group += np.bincount(choices * groups + group, hands, ways * groups)
            of_set = np.bincount(choices * sets.rows + held, hands, ways * sets.rows).reshape(ways, -1)
            paid += of_set @ by_set.kinds.T
            for kind, each in enumerate(stay):
                stays[:, kind] += np.bincount(choices, hands * each, ways)
        in_groups = by_group.reshape(ways, groups)
        self._book(in_groups.sum(axis=1), paid + in_groups @ by_rank.kinds.T, stays)
        self._chart(pocket, in_groups)

    @cached_property
    def _beside(self) -> list[tuple[Beside, Avoided, Avoided]]:
        """Dealer's hands beside two suited cards; what must be avoided by set of ranks, and by part."""
        ranks = len(self.pack.ranks)
        return [
            (parts, Avoided.of(parts.ranks, ranks), Avoided.of(parts.ranks[parts.held], ranks))
            for parts in self.dealers.beside_a_suit
        ]

    def _choices(
        self, pocket: tuple[int, int], groups: Places | slice, staying: Floats, bonus: Floats, facing: Counts
    ) -> Places:
        """The number of the way to end; where it is best to play, or told so, plus the number of ways.

        ``facing`` are the hands of each row: what they lose by what is told is noted.
        """
        end = self.end[groups]
        gain = self.won[end] * staying + self.beaten[end] * (self.draws - staying) + bonus
        gain = gain - self.declined[end] * self.draws
        plays = gain >= 0
        if self.told is not None:
            look = self.chart.look[self.dealers.place][groups]
            named = [(shown, compared(pocket, lead, against)) for shown, against, lead in self.chart.looks]
            told = np.array([told_of(self.told, *key) == "play" for key in named])[look]
            less = np.where(told == plays, 0, np.abs(gain).astype(np.int64) * facing.astype(np.int64))
            for at in np.unique(look[less > 0]).tolist():
                self.lost[named[at]] += int(less[look == at].sum())
            plays = told
        choices: Places = end + len(self.won) * plays
        return choices

    def _chart(self, pocket: tuple[int, int], hands: Floats) -> None:
        """By choice and group, how many hands; the chart sorts them by what the dealer shows."""
        declining, playing = hands.reshape(2, len(self.won), -1).sum(axis=1)
        self.chart.add(pocket, self.dealers.place, declining, playing)

    def _book(self, hands: Floats, paid: Floats, stays: Floats) -> None:
        """By choice: the dealer's hands; deals by pay; and of the pays that may be beaten, deals that stay in."""
        declining, playing = hands.astype(np.int64).reshape(2, -1) * self.draws
        for net, deals in zip(self.declined.tolist(), declining.tolist(), strict=True):
            self.best.counts[net] += deals
        self.best.played += int(playing.sum())
        self.always.played += int(playing.sum() + declining.sum())
        won = paid.copy()
        won[:, self.beatable] = stays
        for nets, deals_by_pay in ((self.won, won), (self.beaten, paid - won)):
            for pay, deals in zip(self.pays.tolist(), deals_by_pay.astype(np.int64).T.tolist(), strict=True):
                for net, declined, played in zip(nets.tolist(), deals[: len(nets)], deals[len(nets) :], strict=True):
                    self.best.counts[net + pay] += played
                    self.always.counts[net + pay] += played + declined
