"""What splitting a pair is worth against one up-card, resplits included, under a named strategy. ``resplits`` sums over
the hands.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import islice
from typing import NamedTuple

import numpy as np

from croupier.exact.blackjack.lattice import TEN, VALUES, Part, lattice_of, split_table
from croupier.exact.blackjack.playing import Choices, UpCard, final_hands
from croupier.exact.blackjack.resplits import CDP, CDZ, OneHand, first_worth, most_others, refuse_unknown, split_worth
from croupier.exact.blackjack.rules import Offers
from croupier.kernels.arrays import Floats, Whole

SplitPlays = Mapping[tuple[int, int], Whole]
"""How the hands of a split pair are played, by pair and number of hands; where all are played alike, at two."""


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
        post_split: str = CDZ,
        *,
        only: Collection[int] = range(VALUES),
        plays: SplitPlays | None = None,
    ) -> None:
        """``plays`` are those to follow where they are known; the best ones of this game otherwise."""
        refuse_unknown(post_split)
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
        worth = split_worth(most, added)
        if self.against.spares_added:
            worth += first_worth(most, self._one_hand(self._bases, pair, cards)) - first_worth(most, added)
        return worth

    def _one_hand(self, bases: Mapping[tuple[int, int], Base], pair: int, cards: float) -> OneHand[float]:
        def base(hands: int, others: int) -> tuple[Base, int]:
            return bases[pair, hands], others - self._first(hands)

        def any_card(hands: int, others: int) -> float:
            found, at = base(hands, others)
            return float(found.any_card[at])

        def as_pair(hands: int, others: int) -> float:
            found, at = base(hands, others)
            return float(found.pair[at])

        def pair_chance(others: int) -> float:
            return max(cards - 1 - others, 0.0) / (self.against.cards - 1 - others)

        return OneHand(pair_chance, any_card, as_pair)

    def pairs(self, pair: int) -> list[Alike]:
        """The kinds of pairs of this value; if their chances do not sum to one, the rest may not be split."""
        if self.most[pair] < 2:
            return []
        left = float(self.against.left[pair])
        if pair != TEN or not self.against.rules.splits_by_rank:
            return [Alike(1.0, left)]
        kinds: dict[float, float] = {}
        for up_chance, ranks in self._ten_ranks():
            for cards in ranks:
                chance = up_chance * max(cards * (cards - 1), 0.0) / (left * (left - 1))
                kinds[cards] = kinds.get(cards, 0.0) + chance
        return [Alike(chance, cards) for cards, chance in kinds.items() if chance]

    def _ten_ranks(self) -> list[tuple[float, tuple[float, ...]]]:
        """The ten-values left by rank, for every rank that the up-card may have."""
        if self.against.up != TEN:
            return [(1.0, self.against.shoe.tens)]
        # The shoe has spread its missing ten over the ranks; here it is one of them.
        missing = 1 / self.against.left[TEN]
        whole = [rank * (1 + missing) for rank in self.against.shoe.tens]
        return [
            (rank / sum(whole), tuple(other - (place == at) for at, other in enumerate(whole)))
            for place, rank in enumerate(whole)
            if rank
        ]

    def _all_bases(self, against: UpCard, rows: Mapping[tuple[int, int], _Rows]) -> dict[tuple[int, int], Base]:
        """All pairs, strategies and numbers of others are played together."""
        parts = [Part(pair, others) for (pair, _), each in rows.items() for others in each.others]
        if not parts:
            return {}
        table, places = split_table(tuple(parts))
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
            own, _ = lattice_of(pair)
            one, both = own.place(pair), own.place(pair, pair)
            here = np.array([(place[one], place[both]) for place in islice(at, len(each.others))])
            base = Base(played.hit[here[:, 0]], played.best[here[:, 1]])
            for number in range(2, self.most[pair] + 1) if self.post_split != CDP else (hands,):
                found[pair, number] = base
        return found

    def _rows(self, pair: int, hands: int, follow: Whole) -> _Rows:
        last = min(self._last(pair, hands), self._held(pair))
        return _Rows(follow, range(self._first(hands), last + 1))

    def _held(self, pair: int) -> int:
        """The most others that may be gone: all cards of the value but the hand's own."""
        return max(int(np.ceil(self.against.left[pair])) - 1, 1)

    def _first(self, hands: int) -> int:
        """The number of others with which a table of base values begins."""
        return hands - 1 if self.post_split == CDP else 1

    def _last(self, pair: int, hands: int) -> int:
        """The number of others with which it ends."""
        return most_others(self.most[pair], hands if self.post_split == CDP else self.most[pair])

    def offers(self, pair: int) -> Offers:
        """What the hands of a split pair may do."""
        chosen = lattice_of(pair)[1]
        offers = self.against.rules.after_split(pair)
        return Offers(offers.hit[chosen], offers.double[chosen])

    def _offers(self, parts: list[Part], places: tuple[Whole, ...]) -> Offers:
        """The same for the hands of a table that joins these parts."""
        hands = sum(map(len, places))
        joined = Offers(np.zeros(hands, dtype=bool), np.zeros(hands, dtype=bool))
        for part, at in zip(parts, places, strict=True):
            joined.hit[at], joined.double[at] = self.offers(part.pair)
        return joined

    def _strategies(self) -> dict[tuple[int, int], Whole]:
        """By pair and number of hands when a hand is played; a strategy that does not depend on that number is kept
        under two.
        """
        pairs = [pair for pair, most in enumerate(self.most) if most > 1]
        if self.post_split == CDZ:
            return {(pair, 2): self._as_unsplit(pair) for pair in pairs}
        parts = [
            Part(pair, others)
            for pair in pairs
            for others in range(1, min(self.most[pair] - 1 if self.post_split == CDP else 1, self._held(pair)) + 1)
        ]
        if not parts:
            return {}
        table, places = split_table(tuple(parts))
        played = self.against.play(table, self._offers(parts, places), None, table.may_end)
        return {(part.pair, part.others + 1): played.play[at] for part, at in zip(parts, places, strict=True)}

    def _as_unsplit(self, pair: int) -> Whole:
        """Played like hands that were not split, as far as split hands may be."""
        table, chosen = lattice_of(pair)
        return self.unsplit.of(chosen).follow(table, self.offers(pair))
