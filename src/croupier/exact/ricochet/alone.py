"""Ricochet Poker with one player: the whole game under optimal play or a given one, every deal counted.

Draws are counted by class for groups of dealer's hands (docs/concepts/methods.md); the game answers for the rules.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import combinations, combinations_with_replacement, product
from math import comb, lcm
from typing import Final, NamedTuple

import numpy as np

from croupier.cards.cards import Card, format_cards
from croupier.cards.hands import five_card
from croupier.cards.hands.five_card import Category, FiveCardHand
from croupier.errors import BadInput, MissingPart
from croupier.exact.counting.spaces import Pack, grid_of, rank_multisets
from croupier.exact.distribution import Distribution
from croupier.exact.policies import ANY
from croupier.exact.result import PlayRow, Progress, in_silence
from croupier.exact.showdown.terms import Counts, Floats, Places
from croupier.kernels.arrays import Int16s
from croupier.kernels.pot_game import DRAWN, PotContest, PotGame
from croupier.play.game import Cards

SIZE: Final = 5
IMPOSSIBLE: Final = 0  # The class entered for ranks that cannot be held; no deal is ever counted under it.


class Beside(NamedTuple):
    """Groups divided by which ranks are held in one suit."""

    sets: Counts  # The sets of ranks that may be held in the suit, a bit each.
    group: Places  # (parts) the group by rank.
    held: Places  # (parts) which set of ranks.
    hands: Counts  # (parts) how many hands that is.


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
        """(ranks, ranks, ranks) the dealer's class that three cards of these ranks make with the two."""
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
    def beside_a_suit(self) -> Beside:
        """Every group, with each choice of the cards that are of one suit."""
        others = len(self.pack.suits) - 1
        is_first = self._before == 0
        held = (self.ranks[:, :, None] == self.ranks[:, None, :]).sum(axis=2)
        elsewhere = np.array([comb(others, cards) for cards in range(SIZE + 1)])
        parts = []
        for chosen in range(1 << SIZE):
            own = np.array([chosen >> place & 1 for place in range(SIZE)])
            # Each rank's suits elsewhere, counted at the first card of the rank.
            hands = np.where(is_first, elsewhere[held - own], 1).prod(axis=1)
            # All five in the suit, or none of them and all in another, are flushes.
            flushes = is_first.all(axis=1) * {0: others, SIZE: 1}.get(int(own.sum()), 0)
            hands = np.where(self.is_flush, flushes, hands - flushes)
            kept = np.flatnonzero((hands > 0) & is_first[:, own == 1].all(axis=1))
            parts.append((kept, ((1 << self.ranks[kept]) * own).sum(axis=1), hands[kept]))
        group, bits, hands = map(np.concatenate, zip(*parts, strict=True))
        sets, which = np.unique(bits, return_inverse=True)
        return Beside(sets, group, which, hands)


class Draws:
    """Draws by what they are paid and by class: in how many ways each comes beside every row of cards that are gone."""

    def __init__(self, made: Places, kind: Places, kinds: int, rows: int, ways: Callable[[int], Int16s]) -> None:
        """``made`` is the class of each draw, ``kind`` what a class is paid; ``ways`` counts a draw beside all rows."""
        order = np.lexsort((made, kind[made]))
        self._made = made[order]
        self._ends = np.searchsorted(kind[self._made], np.arange(kinds + 1))
        # There are 19,600 draws from fifty cards.
        self._sums = np.zeros((len(made) + 1, rows), dtype=np.int16)
        for at, draw in enumerate(order.tolist()):
            np.add(self._sums[at], ways(draw), out=self._sums[at + 1])

    def paid(self) -> Counts:
        """(kinds, rows) how many draws are paid each."""
        return np.diff(self._sums[self._ends], axis=0).astype(np.int64)

    def reaching(self, kind: int, level: Places, row: Places) -> Counts:
        """How many of a kind reach these classes beside these rows."""
        first, last = self._ends[kind : kind + 2]
        at = first + np.searchsorted(self._made[first:last], level)
        return np.asarray(self._sums[last, row] - self._sums[at, row], dtype=np.int64)


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


DEALER_HOLDS: Final = 2


def looks_like(hand: FiveCardHand, kind: int) -> tuple[str, str]:
    """What is asked, and the words for the leading rank of the hand to beat; kinds are those of ``Chart``."""
    against = LEADING.get(hand.category, NAMED)
    if kind < DEALER_HOLDS:
        return (OUT if kind == 0 else f"{OUT}, others wait"), against
    who = "the dealer" if kind == DEALER_HOLDS else "a player"
    return SHOWS[hand.category].replace("the dealer", who), against.replace("the dealer", who)


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
EXACT: Final = 2**53  # Float64 holds every whole number up to here exactly; there are fewer deals than that.
Told = Callable[[str, str, tuple[Cards, Cards] | None], bool | None]
"""Whether a policy plays: by what the dealer shows and the kind of two cards; None where it has to see the cards too,
the player's and the dealer's."""


class OnePlayer(NamedTuple):
    """The game with one player, solved; nets in Antes."""

    distribution: Distribution
    plays: tuple[PlayRow, ...]  # How to play, by what the dealer shows and how the two cards compare with it.
    lost: Mapping[tuple[str, str, bool], Fraction]  # What a given play gives away, in the same words, by what it was.


def solve_one_player(game: PotGame, progress: Progress = in_silence, told: Told | None = None) -> OnePlayer:
    """The best play against every deal, or a given one."""
    pack = grid_of(game.deck)
    solver = _Alone(game, pack, told)
    pairs = list(combinations_with_replacement(range(len(pack.ranks)), 2))
    for number, pocket in enumerate(pairs, start=1):
        solver.add(pocket)
        progress(number, len(pairs))
    lost = {key: Fraction(less, solver.unit * solver.deals) for key, less in solver.lost.items() if less}
    counts = {Fraction(net, solver.unit): count for net, count in solver.counts.items()}
    put_up = sum(counts.values()) + solver.played * game.play_multiple
    return OnePlayer(Distribution.of(counts, Fraction(put_up)), solver.chart.rows(), lost)


class _Alone:
    def __init__(self, game: PotGame, pack: Pack, told: Told | None) -> None:
        self.game, self.pack, self.told = game, pack, told
        self.lost: Counter[tuple[str, str, bool]] = Counter()
        """In units, over all deals."""
        self.counts: Counter[int] = Counter()
        """Deals by net, in units."""
        self.played = 0
        cards = len(pack.cards)
        self.draws = comb(cards - game.pocket_cards - SIZE, DRAWN)
        self.deals = comb(cards, game.pocket_cards) * comb(cards - game.pocket_cards, SIZE) * self.draws
        self.dealers = DealerHands(pack)
        ranking = self.dealers.ranking
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
        self.level: Places = level[self.dealers.place]
        """(groups) the lowest class of player's hand that stays in."""
        self.pays, self.kind = np.unique([int(pay * self.unit) for pay in bonus], return_inverse=True)
        """What a draw may be paid, and by class which of these it is."""
        most = comb(cards - game.pocket_cards, DRAWN)
        if (self.pays.max() + 2 * np.abs([self.won, self.beaten, self.declined]).max()) * most >= EXACT:
            raise MissingPart(f"an Ante Bonus in parts of 1/{self.unit} is beyond what float64 holds exactly")
        # Only where some hand so paid may be beaten do those that stay in need to be counted by class.
        self.beatable: list[int] = np.unique(self.kind[: level.max()]).tolist()
        self.unbeatable = [pay for pay in range(len(self.pays)) if pay not in self.beatable]
        ranks = len(pack.ranks)
        self.triples: Places = np.array(list(combinations_with_replacement(range(ranks), DRAWN)), dtype=np.intp)
        one, two, three = self.triples.T
        low, high, same = (one == two) & (two < three), (one < two) & (two == three), one == three
        # Where the factors of a draw's ways lie: of one card of each rank, of two, of three; 0 is a factor of one.
        self.factors: Places = 1 + self.triples
        self.factors[low | high | same] = 0
        self.factors[low, :2] = np.stack([1 + ranks + one, 1 + three], axis=1)[low]
        self.factors[high, :2] = np.stack([1 + one, 1 + ranks + two], axis=1)[high]
        self.factors[same, 0] = 1 + 2 * ranks + one[same]
        self.held = (self.dealers.ranks[None, :, :] == np.arange(ranks)[:, None, None]).sum(axis=2)
        """(ranks, groups) how many cards of each rank the dealer holds."""

    def _net(self, has_played: bool, contest: PotContest) -> Fraction:
        key = (has_played, contest.holders)
        if key not in self._nets:
            self._nets[key] = self.game.nets((SEAT,), {SEAT} if has_played else (), contest)[SEAT]
        return self._nets[key]

    def _levels(self, contests: list[PotContest]) -> Places:
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
        free = np.maximum(left[:, None] - self.held, 0).astype(np.int16)
        ways = [np.ones_like(free[:1]), free, free * (free - 1) // 2, free * (free - 1) * (free - 2) // 6]
        factors = np.concatenate(ways)

        def beside(draw: int) -> Int16s:
            one, two, three = self.factors[draw]
            return np.asarray(factors[one] * factors[two] * factors[three])

        place, groups = self.dealers.completing(pocket, is_flush=False), np.arange(len(self.end))
        by_rank = self._draws(place[tuple(self.triples.T)], len(groups), beside)
        if suits > 1:
            alike = comb(suits, 2) if pocket[0] == pocket[1] else suits * (suits - 1)
            nothing = self._draws(np.zeros(0, dtype=np.intp), 1, beside)
            hands = self.dealers.hands_facing(pocket) * alike
            self._count(pocket, by_rank, Beside(np.zeros(1, dtype=np.int64), groups, 0 * groups, hands), nothing)
        if pocket[0] != pocket[1]:
            parts, own = self.dealers.beside_a_suit, 1 << pocket[0] | 1 << pocket[1]
            # Draws of the same suit are flushes, and not what their ranks alone make.
            kept = [rank for rank in range(len(left)) if rank not in pocket]
            drawn = np.array(list(combinations(kept, DRAWN)), dtype=np.intp).reshape(-1, DRAWN)
            is_free = ((1 << drawn).sum(axis=1)[:, None] & parts.sets) == 0
            signed = np.concatenate([is_free, -is_free.astype(np.int16)])
            made = [table[tuple(drawn.T)] for table in (self.dealers.completing(pocket, is_flush=True), place)]
            hands = parts.hands * ((parts.sets & own) == 0)[parts.held] * suits
            by_set = self._draws(np.concatenate(made), len(parts.sets), signed.__getitem__)
            self._count(pocket, by_rank, parts._replace(hands=hands), by_set)

    def _draws(self, made: Places, rows: int, ways: Callable[[int], Int16s]) -> Draws:
        return Draws(made, self.kind, len(self.pays), rows, ways)

    def _count(self, pocket: tuple[int, int], by_rank: Draws, parts: Beside, by_set: Draws) -> None:
        """The deals of a pocket; what is drawn beside a part is its group's count by rank plus its set's."""
        group, held, groups, ways = parts.group, parts.held, len(self.end), 2 * len(self.won)
        paid, of_set = by_rank.paid(), by_set.paid()
        stays = [
            by_rank.reaching(kind, self.level, np.arange(groups))[group]
            + by_set.reaching(kind, self.level[group], held)
            for kind in self.beatable
        ]
        unbeaten = paid[self.unbeatable].sum(axis=0)[group] + of_set[self.unbeatable].sum(axis=0)[held]
        bonus = (self.pays @ paid)[group] + (self.pays @ of_set)[held]
        choices = self._choices(pocket, parts, sum(stays) + unbeaten, bonus)
        hands = parts.hands.astype(np.float64)
        by_group = np.bincount(choices * groups + group, hands, ways * groups).reshape(ways, -1)
        sets = len(parts.sets)
        in_sets = np.bincount(choices * sets + held, hands, ways * sets).reshape(ways, -1)
        stay = np.zeros((ways, len(self.beatable)))
        for kind, each in enumerate(stays):
            stay[:, kind] = np.bincount(choices, hands * each, ways)
        self._book(by_group.sum(axis=1), by_group @ paid.T + in_sets @ of_set.T, stay)
        # By choice and group, how many hands; the chart sorts them by what the dealer shows.
        self.chart.add(pocket, self.dealers.place, *by_group.reshape(2, len(self.won), -1).sum(axis=1))

    def _choices(self, pocket: tuple[int, int], parts: Beside, staying: Counts, bonus: Counts) -> Places:
        """By part the number of the way to end; where it is best to play, or told so, plus the number of ways."""
        end = self.end[parts.group]
        gain = self.won[end] * staying + self.beaten[end] * (self.draws - staying) + bonus
        gain = gain - self.declined[end] * self.draws
        plays = gain >= 0
        if self.told is not None:
            look = self.chart.look[self.dealers.place][parts.group]
            told, less = np.zeros_like(plays), np.abs(gain) * parts.hands
            for at in np.unique(look[parts.hands > 0]).tolist():
                shown, against, lead = self.chart.looks[at]
                words, where = (
                    (shown, compared(pocket, lead, against)),
                    np.flatnonzero((look == at) & (parts.hands > 0)),
                )
                answer = self.told(*words, None)
                told[where] = (
                    [self._told(words, pocket, parts, part) for part in where.tolist()] if answer is None else answer
                )
                for wrong in (False, True):
                    lost = where[(told[where] == wrong) & (plays[where] != wrong)]
                    self.lost[*words, wrong] += int(less[lost].sum())
            plays = told
        choices: Places = end + len(self.won) * plays
        return choices

    def _told(self, words: tuple[str, str], pocket: tuple[int, int], parts: Beside, part: int) -> bool:
        """What the policy says to one deal of a part, which stands for all; and to another, in other suits."""
        assert self.told is not None
        some, others = (self._deal_of(pocket, parts, part, order) for order in (1, -1))
        answer = self.told(*words, some)
        if answer != self.told(*words, others):
            raise BadInput(
                f"the policy decides otherwise with {format_cards(some[0])} against {format_cards(some[1])} where only "
                "suits differ that do not count",
                hint="go by ranks, and by how many of the dealer's cards share the suit of two suited ones",
            )
        return bool(answer)

    def _deal_of(self, pocket: tuple[int, int], parts: Beside, part: int, order: int) -> tuple[Cards, Cards]:
        """The player's two cards and the dealer's five in a deal of this part, the player's suits from either end."""
        suits, ranks, group = sorted(self.pack.suits)[::order], self.pack.ranks, parts.group[part]
        held, is_suited = int(parts.sets[parts.held[part]]), len(parts.sets) > 1
        own = tuple(Card.of(ranks[rank], suits[0 if is_suited else at]) for at, rank in enumerate(pocket))
        may: list[list[Card]] = []
        for place, rank in enumerate(dealt := self.dealers.ranks[group].tolist()):
            in_suit = bool(held >> rank & 1) and rank not in dealt[:place]
            cards = [Card.of(ranks[rank], suit) for suit in self.pack.suits]
            may.append(
                [card for card in cards if card not in own and (not is_suited or (card.suit == suits[0]) == in_suit)]
            )
        return own, next(
            cards
            for cards in product(*may)
            if len(set(cards)) == SIZE and (len({card.suit for card in cards}) == 1) == self.dealers.is_flush[group]
        )

    def _book(self, hands: Floats, paid: Floats, stays: Floats) -> None:
        """By choice: the dealer's hands; deals by pay; and of the pays that may be beaten, deals that stay in."""
        declining, playing = hands.astype(np.int64).reshape(2, -1) * self.draws
        for net, deals in zip(self.declined.tolist(), declining.tolist(), strict=True):
            self.counts[net] += deals
        self.played += int(playing.sum())
        won = paid.copy()
        won[:, self.beatable] = stays
        for nets, deals_by_pay in ((self.won, won), (self.beaten, paid - won)):
            of_choice = deals_by_pay.astype(np.int64)[len(nets) :]
            for net, by_pay in zip(nets.tolist(), of_choice.tolist(), strict=True):
                for pay, played in zip(self.pays.tolist(), by_pay, strict=True):
                    self.counts[net + pay] += played
