"""The whole game of blackjack: every hand against every up-card, split or not, with every answer's value.

In floating point, off by less than ``ERROR_BOUND``; a worth counts the ways without a dealer's blackjack where there is
a look (docs/concepts/methods.md).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Final, NamedTuple

import numpy as np

from croupier.errors import BadInput
from croupier.exact.blackjack import resplits
from croupier.exact.blackjack import rules as lookups
from croupier.exact.blackjack.hands import BlackjackGame
from croupier.kernels.arrays import Flags, Floats, Whole

STAND: Final = 0
HIT: Final = 1
DOUBLE: Final = 2
PLAYS: Final = ("stand", "hit", "double")
TIE: Final = 1e-13
"""Of plays whose worths are closer than this, the first of ``PLAYS`` is taken: they differ only by rounding."""
_NEVER: Final = -1e3  # Worse than any play. It is finite, so that multiplying it by a chance of zero gives zero.


class Choices(NamedTuple):
    """How hands are played, one entry for each hand of a table."""

    single: Whole  # Stand or hit, where there is no double.
    doubles: Flags  # Where a double is better than either, if it is offered.

    def follow(self, table: lookups.Lattice, offers: lookups.Offers) -> Whole:
        """The play of each hand as far as it is offered; one card draws its second."""
        plays = np.where(offers.hit & (self.single == HIT), HIT, STAND)
        return np.where(table.size == 1, HIT, np.where(offers.double & self.doubles, DOUBLE, plays))

    def of(self, chosen: Whole) -> Choices:
        """The choices of some hands."""
        return Choices(self.single[chosen], self.doubles[chosen])


@dataclass(frozen=True)
class PlayedHands:
    """Worths of the hands of a table; ``play`` is what is done."""

    stand: Floats
    hit: Floats
    double: Floats
    best: Floats
    play: Whole

    def choices(self) -> Choices:
        """The better plays."""
        stand, hit, double = self.stand, self.hit, self.double
        return Choices(np.where(hit > stand + TIE, HIT, STAND), double > np.maximum(stand, hit) + TIE)


class Draws(NamedTuple):
    """What some hands may draw, one row for each."""

    child: Whole  # By value: the hand that comes of it, as in a table of hands.
    left: Floats  # By value: the cards that may come.
    cards: Floats  # All of them, those of no use included.
    bust: Floats  # What the cards that bust the hand bring together.

    def chosen(self, rows: slice | Flags) -> Draws:
        return Draws(self.child[rows], self.left[rows], self.cards[rows], self.bust[rows])

    def worths(self, worth: Floats, bets: float = 1.0) -> Floats:
        """One more card, given what each hand is worth; the entry after the last hand is for bust ones, and zero."""
        drawn: Floats = np.einsum("hv,hv->h", self.left, worth[self.child])
        return drawn / self.cards + bets * self.bust


class UpCard:
    """One up-card before one shoe."""

    def __init__(self, rules: lookups.Rules, shoe: lookups.Shoe, up: int) -> None:
        self.rules = rules
        self.up = up
        self._whole = shoe
        self.shoe = shoe.less(up)
        self.left = np.array(self.shoe.counts, dtype=float)
        self.cards = float(self.left.sum())
        self.looks = rules.looks[up]
        self.second = lookups.blackjack_value(up)
        self.endings = lookups.known_endings(self.shoe.counts, up, rules.draws)

    def blackjack(self, removed: Whole) -> Floats:
        """The chance of a dealer's blackjack when these cards are gone too."""
        if self.second is None:
            return np.zeros(removed.shape[:-1])
        return lookups.chance_of(self.second, self.left, self.cards, removed)

    def stand(self, points: Whole, removed: Whole) -> Floats:
        """What hands of these points are worth as they are, none of them a blackjack."""
        worth: Floats = np.einsum("...e,...e->...", self.endings.of(removed), self.rules.nets[points])
        if not self.looks:
            worth = worth + self.rules.lost_to_blackjack * self.blackjack(removed)
        return worth

    def doubled(self, stand: Floats, removed: Whole) -> Floats:
        """What both bets of a double bring, given what standing brings for one."""
        rules = self.rules
        worth = rules.double * stand
        if not self.looks and rules.doubled_to_blackjack != rules.double * rules.lost_to_blackjack:
            worth += (rules.doubled_to_blackjack - rules.double * rules.lost_to_blackjack) * self.blackjack(removed)
        return worth

    @property
    def spares_added(self) -> bool:
        """Whether a blackjack may come later that takes original bets only."""
        rules = self.rules
        return not self.looks and self.second is not None and rules.added_to_blackjack != rules.lost_to_blackjack

    def added(self) -> UpCard:
        """The same for hands that were split off."""
        return UpCard(self.rules.added, self._whole, self.up)

    def draws(self, table: lookups.Lattice, chosen: Whole) -> Draws:
        """What the hands at these places may draw."""
        gone = table.gone[chosen]
        cards = np.maximum(self.cards - gone.sum(axis=1), 1.0)
        left = np.maximum(self.left - gone, 0.0)
        child = table.child[chosen]
        busts = np.where(child == table.hands, left, 0.0)
        if self.looks and self.second is not None:
            here = left[:, self.second, None] - (np.arange(lookups.VALUES) == self.second)
            busts *= 1.0 - np.maximum(here, 0.0) / np.maximum(cards - 1.0, 1.0)[:, None]
        return Draws(child, left, cards, self.rules.bust * busts.sum(axis=1) / cards)

    def play(
        self, table: lookups.Lattice, offers: lookups.Offers, follow: Whole | None, stands: Whole | None = None
    ) -> PlayedHands:
        """Every hand by ``follow`` or as is best; ``stands`` names those that may be stood on, where that is known."""
        chosen = np.flatnonzero(table.size > 1) if stands is None else stands
        stand = np.zeros(table.hands)
        stand[chosen] = self.stand(table.points[chosen], table.gone[chosen])
        hits, doubles = offers
        if follow is not None and stands is not None:
            # Who says which hands end wants what is told alone, and that needs a draw only where one is told.
            hits, doubles = hits & (follow == HIT), doubles & (follow == DOUBLE)
        drawing = np.flatnonzero(hits | doubles)
        draws = self.draws(table, drawing)
        double = np.full(table.hands, -np.inf)
        doubling = doubles[drawing]
        closed = np.append(self.doubled(stand, table.gone), 0.0)
        double[drawing[doubling]] = draws.chosen(doubling).worths(closed, self.rules.double)
        barred = np.full(table.hands, _NEVER)
        barred[chosen] = 0.0
        hit = np.full(table.hands, -np.inf)
        best = np.zeros(table.hands + 1)
        play = np.zeros(table.hands, dtype=np.int64) if follow is None else follow
        ends = np.searchsorted(drawing, [(rows.start, rows.stop) for rows in table.counts]).tolist()
        for rows, (first, last) in zip(table.counts, ends, strict=True):
            if last > first:
                part = slice(first, last)
                hit[drawing[part]] = draws.chosen(part).worths(best)
                hit[rows][~hits[rows]] = -np.inf
            standing, hitting, doubled = stand[rows], hit[rows], double[rows]
            if follow is None:
                standing = standing + barred[rows]
                play[rows] = hitting - TIE > standing
                play[rows][doubled - 2 * TIE > np.maximum(standing, hitting - TIE)] = DOUBLE
            best[rows] = np.where(play[rows] == STAND, standing, np.where(play[rows] == HIT, hitting, doubled))
        return PlayedHands(stand, hit, double, best[:-1], play)

    def unsplit(self, choices: Choices | None = None) -> PlayedHands:
        """All hands from the whole shoe, played by the choices given, or else as well as their own cards allow."""
        table = lookups.lattice()
        follow = choices.follow(table, self.rules.unsplit) if choices else None
        return self.play(table, self.rules.unsplit, follow)

    def told(self, choices: Choices) -> PlayedHands:
        """The same by the choices given; only ``best`` is filled, for the first two cards and what they become."""
        table = lookups.lattice()
        follow = choices.follow(table, self.rules.unsplit)
        ends = np.flatnonzero(final_hands(table, np.flatnonzero(table.size == 2), follow))
        return self.play(table, self.rules.unsplit, follow, ends)

    def from_hands(self, first: Whole) -> PlayedHands:
        """The best play of these hands, and of what they may become; other entries mean nothing."""
        table = lookups.lattice()
        reached = np.zeros(table.hands + 1, dtype=bool)
        reached[first] = True
        for rows in reversed(table.counts):
            reached[table.child[rows][reached[rows]]] = True
        return self.play(table, self.rules.unsplit, None, np.flatnonzero(reached[:-1]))


def final_hands(table: lookups.Lattice, first: Whole, follow: Whole) -> Flags:
    """The hands that these may end as when they follow this play, bust ones aside."""
    reached: Flags = np.zeros(table.hands + 1, dtype=bool)
    final: Flags = np.zeros(table.hands + 1, dtype=bool)
    reached[first] = True
    for rows in reversed(table.counts):
        reached[table.child[rows][reached[rows] & (follow[rows] == HIT)]] = True
    here = np.flatnonzero(reached[:-1])
    final[here[follow[here] == STAND]] = True
    final[table.child[here[follow[here] == DOUBLE]]] = True
    return final[:-1]


SplitPlays = Mapping[tuple[int, int], Whole]
"""How the hands of a split pair are played, by pair and number of hands; where all are played alike, at two. Under CDP
the number is that of the pair's cards gone, the hand's own among them."""


class Alike(NamedTuple):
    """Pairs of one value that are split alike: how likely among all such pairs, and how many of the cards are left."""

    chance: float
    cards: float


class Base(NamedTuple):
    """One split hand by number of others gone: worth with any second card, and as a pair that is not split again."""

    any_card: Floats
    pair: Floats


class _Rows(NamedTuple):
    """One strategy for the hands of a pair, and the numbers of others it is needed for."""

    follow: Whole
    others: range


class Splits:
    """All pairs against one up-card, or only some; ``unsplit`` is how hands that were not split are played."""

    def __init__(
        self,
        against: UpCard,
        unsplit: Choices,
        post_split: str = resplits.CDZ,
        *,
        only: Collection[int] = range(lookups.VALUES),
        plays: SplitPlays | None = None,
    ) -> None:
        """``plays`` are those to follow where they are known; the best ones of this game otherwise."""
        resplits.refuse_unknown(post_split)
        self.against = against
        self.unsplit = unsplit
        self.post_split = post_split
        self.most = [
            most if pair in only and against.left[pair] >= 2 else 1
            for pair, most in enumerate(against.rules.most_hands)
        ]
        self.plays: SplitPlays = self._strategies() if plays is None else plays
        rows = {key: self._rows(*key, follow) for key, follow in self.plays.items()}
        self._bases = self._all_bases(against, rows)
        self._added = self._all_bases(against.added(), rows) if against.spares_added else self._bases

    def worth(self, pair: int, cards: float) -> float:
        """Splitting a pair of this value, of which ``cards`` alike are left once the up-card is gone."""
        most = self.most[pair]
        added = self._one_hand(self._added, pair, cards)
        worth = resplits.split_worth(most, added)
        if self.against.spares_added:
            worth += resplits.first_worth(most, self._one_hand(self._bases, pair, cards)) - resplits.first_worth(
                most, added
            )
        return worth

    def _one_hand(self, bases: Mapping[tuple[int, int], Base], pair: int, cards: float) -> resplits.OneHand[float]:
        def base(hands: int, others: int) -> tuple[Base, int]:
            known = others + 1 if self.post_split == resplits.CDP else hands
            return bases[pair, known], others - self._first(known)

        def any_card(hands: int, others: int) -> float:
            found, at = base(hands, others)
            return float(found.any_card[at])

        def as_pair(hands: int, others: int) -> float:
            found, at = base(hands, others)
            return float(found.pair[at])

        def pair_chance(others: int) -> float:
            return max(cards - 1 - others, 0.0) / (self.against.cards - 1 - others)

        return resplits.OneHand(pair_chance, any_card, as_pair)

    def pairs(self, pair: int) -> list[Alike]:
        """The kinds of pairs of this value; if their chances do not sum to one, the rest may not be split."""
        if self.most[pair] < 2:
            return []
        left = float(self.against.left[pair])
        if pair != lookups.TEN or not self.against.rules.splits_by_rank:
            return [Alike(1.0, left)]
        kinds: dict[float, float] = {}
        for up_chance, ranks in self._ten_ranks():
            for cards in ranks:
                chance = up_chance * max(cards * (cards - 1), 0.0) / (left * (left - 1))
                kinds[cards] = kinds.get(cards, 0.0) + chance
        return [Alike(chance, cards) for cards, chance in kinds.items() if chance]

    def _ten_ranks(self) -> list[tuple[float, tuple[float, ...]]]:
        """The ten-values left by rank, for every rank that the up-card may have."""
        if self.against.up != lookups.TEN:
            return [(1.0, self.against.shoe.tens)]
        # The shoe has spread its missing ten over the ranks; here it is one of them.
        missing = 1 / self.against.left[lookups.TEN]
        whole = [rank * (1 + missing) for rank in self.against.shoe.tens]
        return [
            (rank / sum(whole), tuple(other - (place == at) for at, other in enumerate(whole)))
            for place, rank in enumerate(whole)
            if rank
        ]

    def _all_bases(self, against: UpCard, rows: Mapping[tuple[int, int], _Rows]) -> dict[tuple[int, int], Base]:
        """All pairs, strategies and numbers of others are played together."""
        parts = [lookups.Part(pair, others) for (pair, _), each in rows.items() for others in each.others]
        if not parts:
            return {}
        table, places = lookups.split_table(tuple(parts))
        follow = np.zeros(table.hands, dtype=np.int64)
        at = iter(places)
        for each in rows.values():
            for _ in each.others:
                follow[next(at)] = each.follow
        final = final_hands(table, np.flatnonzero(table.size == 1), follow)
        played = against.play(table, self._offers(parts, places), follow, np.flatnonzero(final))
        found: dict[tuple[int, int], Base] = {}
        at = iter(places)
        for (pair, hands), each in rows.items():
            own, _ = lookups.lattice_of(pair)
            one, both = own.place(pair), own.place(pair, pair)
            here = np.array([(place[one], place[both]) for place in islice(at, len(each.others))])
            base = Base(played.hit[here[:, 0]], played.best[here[:, 1]])
            for number in (
                (hands,) if self.post_split in (resplits.CDP, resplits.CDH) else range(2, self.most[pair] + 1)
            ):
                found[pair, number] = base
        return found

    def _rows(self, pair: int, hands: int, follow: Whole) -> _Rows:
        last = hands - 1 if self.post_split == resplits.CDP else min(self._last(pair, hands), self._held(pair))
        return _Rows(follow, range(self._first(hands), last + 1))

    def _held(self, pair: int) -> int:
        """The most others that may be gone: all cards of the value but the hand's own."""
        return max(int(np.ceil(self.against.left[pair])) - 1, 1)

    def _first(self, hands: int) -> int:
        """The number of others with which a table of base values begins."""
        return hands - 1 if self.post_split in (resplits.CDP, resplits.CDH) else 1

    def _last(self, pair: int, hands: int) -> int:
        """The number of others with which it ends."""
        return resplits.most_others(self.most[pair], hands if self.post_split == resplits.CDH else self.most[pair])

    def offers(self, pair: int) -> lookups.Offers:
        """What the hands of a split pair may do."""
        chosen = lookups.lattice_of(pair)[1]
        offers = self.against.rules.after_split(pair)
        return lookups.Offers(offers.hit[chosen], offers.double[chosen])

    def _offers(self, parts: list[lookups.Part], places: tuple[Whole, ...]) -> lookups.Offers:
        """The same for the hands of a table that joins these parts."""
        hands = sum(map(len, places))
        joined = lookups.Offers(np.zeros(hands, dtype=bool), np.zeros(hands, dtype=bool))
        for part, at in zip(parts, places, strict=True):
            joined.hit[at], joined.double[at] = self.offers(part.pair)
        return joined

    def _strategies(self) -> dict[tuple[int, int], Whole]:
        """By pair and number of hands when a hand is played; under two where that number does not matter."""
        pairs = [pair for pair, most in enumerate(self.most) if most > 1]
        if self.post_split == resplits.CDZ:
            return {(pair, 2): self._as_unsplit(pair) for pair in pairs}
        parts = [
            lookups.Part(pair, others)
            for pair in pairs
            for others in range(1, min(self._told(pair), self._held(pair)) + 1)
        ]
        if not parts:
            return {}
        table, places = lookups.split_table(tuple(parts))
        played = self.against.play(table, self._offers(parts, places), None, table.may_end)
        return {(part.pair, part.others + 1): played.play[at] for part, at in zip(parts, places, strict=True)}

    def _told(self, pair: int) -> int:
        """The most cards of the pair gone, besides the hand's own, that a strategy tells apart."""
        most = self.most[pair]
        return {resplits.CDH: most - 1, resplits.CDP: resplits.most_others(most, most)}.get(self.post_split, 1)

    def _as_unsplit(self, pair: int) -> Whole:
        """Played like hands that were not split, as far as split hands may be."""
        table, chosen = lookups.lattice_of(pair)
        return self.unsplit.of(chosen).follow(table, self.offers(pair))


EARLY: Final = "surrender early"
ERROR_BOUND: Final = 1e-12
"""In bets; the largest difference from the exact fractions that tests have seen is a hundredth of this."""


@dataclass(frozen=True)
class FirstHand:
    """Two cards against an up-card. Values are in bets, after the look where there is one."""

    cards: tuple[int, int]  # Places in a composition, the lower first.
    up: int
    chance: float  # Among all first hands and up-cards.
    blackjack: float  # The chance of a dealer's blackjack.
    looks: bool
    values: dict[str, float]  # By answer; none where the hand is played out.
    split_chance: float
    """Where ten-values are split by rank: how likely two of them are alike. One for other pairs that may be split."""
    play: str | None
    expectation: float  # Under the best answers, before the look, insurance aside.
    insurance: float  # What the largest insurance adds, if that is more than zero.


class Plan(NamedTuple):
    """How a player plays every hand, whatever the shoe holds."""

    choices: Mapping[int, Choices]  # By up-card.
    first: Mapping[tuple[int, int, int], str]
    """What is done first with two cards against an up-card; a stand, hit or double is as in ``choices``."""

    def splits(self, up: int) -> set[int]:
        """The pairs that are split against an up-card."""
        return {
            one for (one, other, card), play in self.first.items() if play == "split" and (one, card) == (other, up)
        }


@dataclass(frozen=True)
class WholeGame:
    """A rule set solved from a fresh shoe."""

    post_split: str
    hands: tuple[FirstHand, ...]
    choices: Mapping[int, Choices]  # How hands that are not split are played, by up-card.
    split_plays: Mapping[int, SplitPlays]  # How those of split pairs are, by up-card.

    @cached_property
    def expectation(self) -> float:
        """What the player's bet brings on average; the house edge is its opposite."""
        return sum(hand.chance * (hand.expectation + hand.insurance) for hand in self.hands)

    @cached_property
    def _by_cards(self) -> Mapping[tuple[int, int, int], FirstHand]:
        return {(*hand.cards, hand.up): hand for hand in self.hands}

    def hand(self, one: int, other: int, up: int) -> FirstHand:
        """A first hand by the places of its cards in a composition."""
        return self._by_cards[min(one, other), max(one, other), up]

    def against(self, up: int) -> float:
        """The expectation once the up-card is seen."""
        chosen = [hand for hand in self.hands if hand.up == up]
        return sum(hand.chance * (hand.expectation + hand.insurance) for hand in chosen) / sum(
            hand.chance for hand in chosen
        )

    @property
    def plan(self) -> Plan:
        """The best play from this shoe, to be followed with other shoes."""
        return Plan(self.choices, {(*hand.cards, hand.up): hand.play for hand in self.hands if hand.play})

    def played_under(self, game: BlackjackGame, rules: lookups.Rules, shoe: lookups.Shoe) -> WholeGame:
        """The same play where hands bring something else."""
        return solve_whole(game, self.post_split, shoe, self.plan, rules, self.split_plays)


def solve_whole(
    game: BlackjackGame,
    post_split: str = resplits.CDZ,
    shoe: lookups.Shoe | None = None,
    plan: Plan | None = None,
    rules: lookups.Rules | None = None,
    splitting: Mapping[int, SplitPlays] | None = None,
) -> WholeGame:
    """Every first hand from a shoe, by default the game's own before the first card; by a plan, or else the best play.

    ``splitting`` is how the plan plays the hands of split pairs, by up-card, where that is known.

    >>> from croupier import catalogue
    >>> game = catalogue.load("blackjack(decks=6, split_hands=2)")
    >>> f"{100 * solve_whole(game).expectation:+.9f}"
    '-0.456886297'
    """
    rules, held = rules or lookups.Rules.of(game), shoe or lookups.Shoe.of(game.deck)
    if held.cards <= most_cards(held, max(rules.most_hands)):
        raise BadInput(
            f"a shoe of {held.cards:g} cards may run out in a round", hint="a full deck or more is always enough"
        )
    hands: list[FirstHand] = []
    choices: dict[int, Choices] = {}
    split_plays: dict[int, SplitPlays] = {}
    for up in lookups.UPS:
        if held.counts[up] > 0:
            against = UpCard(rules, held, up)
            unsplit = against.told(plan.choices[up]) if plan else against.unsplit()
            choices[up] = plan.choices[up] if plan else unsplit.choices()
            only = plan.splits(up) if plan else range(lookups.VALUES)
            plays = {key: play for key, play in splitting[up].items() if key[0] in only} if splitting else None
            splits = Splits(against, choices[up], post_split, only=only, plays=plays)
            split_plays[up] = splits.plays
            hands += _first_hands(against, unsplit, splits, held, plan)
    return WholeGame(post_split, tuple(hands), choices, split_plays)


def most_cards(shoe: lookups.Shoe, hands: int) -> int:
    """The longest round: every hand, the dealer's included, holds at most twenty hard points before its last card."""
    room = (hands + 1) * (lookups.BEST - 1)
    cards = hands + 1
    for count, points in sorted(zip(shoe.counts, lookups.HARD_POINTS, strict=True), key=lambda each: each[1]):
        fit = min(int(count), room // points)
        cards, room = cards + fit, room - fit * points
    return cards


def _first_hands(
    against: UpCard, unsplit: PlayedHands, splits: Splits, shoe: lookups.Shoe, plan: Plan | None
) -> Iterator[FirstHand]:
    table, left, cards = lookups.lattice(), against.left, against.cards
    up_chance = shoe.counts[against.up] / shoe.cards
    for one in range(lookups.VALUES):
        for other in range(one, lookups.VALUES):
            ways = left[one] * (left[one] - 1) if one == other else 2 * left[one] * left[other]
            if ways <= 0:
                continue
            at = table.place(one, other)
            dealt = _Dealt(
                against,
                (one, other),
                at,
                float(up_chance * ways / (cards * (cards - 1))),
                float(against.blackjack(table.held[at : at + 1])[0]),
            )
            if (one, other) == (lookups.TEN, lookups.ACE):
                yield _natural(dealt, insures=plan is None)
            else:
                yield _played(dealt, unsplit, splits, plan)


class _Dealt(NamedTuple):
    against: UpCard
    cards: tuple[int, int]
    at: int
    chance: float
    blackjack: float

    def insurance(self, *, insures: bool) -> float:
        """What the largest insurance adds, where it pays; a plan never insures."""
        if not insures or not self.against.rules.insures[self.against.up]:
            return 0.0
        won, lost = self.against.rules.insurance
        return max(won * self.blackjack + lost * (1 - self.blackjack), 0.0)


def _natural(dealt: _Dealt, *, insures: bool) -> FirstHand:
    against, cards, at, chance, blackjack = dealt
    rules = against.rules
    ends = against.endings.of(lookups.lattice().held[at : at + 1])[0]
    worth = float(ends @ rules.blackjack_nets) + rules.blackjack_to_blackjack * blackjack
    insurance = dealt.insurance(insures=insures)
    return FirstHand(cards, against.up, chance, blackjack, against.looks, {}, 0.0, None, worth, insurance)


def _played(dealt: _Dealt, unsplit: PlayedHands, splits: Splits, plan: Plan | None) -> FirstHand:
    """Every answer with its worth; under a plan only the one it gives."""
    against, cards, at, chance, blackjack = dealt
    rules, up = against.rules, against.up
    open_chance = 1 - blackjack if against.looks else 1.0
    told = plan.first[(*cards, up)] if plan else None
    kinds = splits.pairs(cards[0]) if cards[0] == cards[1] else []
    split_chance = sum(kind.chance for kind in kinds)
    given_up = rules.surrender * (1 - blackjack) + rules.surrender_to_blackjack * blackjack
    worths = _unsplit_worths(dealt, unsplit)
    if told is not None:
        best_told = float(unsplit.best[at])
        worths = {told: worths["surrender"] if told == "surrender" else best_told}
    single = max(worths.values())
    best = single
    if kinds:
        split = [(kind.chance, splits.worth(cards[0], kind.cards)) for kind in kinds]
        worths["split"] = sum(part * worth for part, worth in split) / split_chance
        if told is None:
            best = sum(part * max(worth, single) for part, worth in split) + (1 - split_chance) * single
        else:
            best = split_chance * worths["split"] + (1 - split_chance) * single
    play = told or max(worths, key=lambda action: worths[action])
    expectation = best + (rules.lost_to_blackjack * blackjack if against.looks else 0.0)
    if told == EARLY or (told is None and rules.surrenders_early[up] and given_up > expectation):
        expectation, play = given_up, EARLY
    return FirstHand(
        cards,
        up,
        chance,
        blackjack,
        against.looks,
        {action: worth / open_chance for action, worth in worths.items() if action != EARLY},
        split_chance,
        play,
        expectation,
        dealt.insurance(insures=plan is None),
    )


def _unsplit_worths(dealt: _Dealt, unsplit: PlayedHands) -> dict[str, float]:
    """What may be done with two cards besides splitting them."""
    against, at, blackjack = dealt.against, dealt.at, dealt.blackjack
    rules = against.rules
    worths = {"hit": float(unsplit.hit[at]), "stand": float(unsplit.stand[at])}
    if rules.unsplit.double[at]:
        worths["double"] = float(unsplit.double[at])
    if rules.surrenders[against.up]:
        lost = 0.0 if against.looks else rules.surrender_to_blackjack * blackjack
        worths["surrender"] = rules.surrender * (1 - blackjack) + lost
    return worths
