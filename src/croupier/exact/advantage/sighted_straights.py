"""One of the dealer's cards seen where only ranks matter: the straights' technique, conditioned on a rank.

Deals are counted with the card that is seen. Where the player leaves r cards of a rank, the dealer may hold k of them
with one marked in k C(r, k) = r C(r - 1, k - 1) ways: r ways to mark a card, which is then as good as gone, and any
number of the others. So the dealer's hands that show just the ranks M, with a marked card of one rank in M, number

    r x (hands one card shorter that show M, the marked card gone, + those that show M without its rank),

and both terms are counts of ``showdown.straights``, by halves as there.
"""

from __future__ import annotations

import numpy as np

from croupier.exact.advantage.ledger import Ledger
from croupier.exact.advantage.sight import Sight
from croupier.exact.showdown.straights import CHUNK, Half, StraightShowdown, kinds_of, sweep_levels
from croupier.exact.showdown.technique import Counts, Places
from croupier.exact.showdown.terms import Terms
from croupier.play.showdown import Showdown


class SightedStraights:
    """Every player's composition of ranks against the dealer's hands with one card marked, by that card's rank."""

    def __init__(self, game: Showdown) -> None:
        plain = StraightShowdown(game)
        self.ranking, self.place_of_set, self.size, self.pack = (
            plain.ranking,
            plain.place_of_set,
            plain.size,
            plain.pack,
        )
        # One card more than a hand, for a player's cards and the marked one together.
        suits = len(plain.pack.suits)
        self.halves = tuple(Half(half.ranks, suits, plain.size + 1) for half in (plain.low, plain.high))
        low, high = self.halves
        lows, highs = np.nonzero(low.cards[:, None] + high.cards == plain.size)
        place = self.place_of_set[low.rank_set[lows], high.rank_set[highs]]
        order = np.argsort(place, kind="stable")
        self.ways = (lows[order], highs[order])
        self.place: Places = place[order]
        self.hands: Counts = low.hands[self.ways[0]] * high.hands[self.ways[1]]
        self.left = np.concatenate(
            [suits - half.held[:, ways] for half, ways in zip(self.halves, self.ways, strict=True)]
        ).T
        """(players, ranks) cards that the player leaves of each rank."""
        self._unmarked = [self._picks(half) for half in self.halves]
        self._marked = [[self._picks_marked(half, rank) for rank in range(half.ranks)] for half in self.halves]

    def _picks(self, half: Half) -> Counts:
        return half.picks(np.arange(half.held.shape[1]))[:, :, : self.size + 1]

    def _picks_marked(self, half: Half, rank: int) -> Counts:
        """(sets, ways, cards) the dealer's ways with a marked card of one rank, divided by how many cards may be
        marked.

        The marked card is among the cards counted.
        """
        ways = half.held.shape[1]
        digits = (half.suits + 2) ** np.arange(half.ranks)
        codes = digits @ half.held
        order = np.argsort(codes)
        wanted = codes + digits[rank]
        at = np.minimum(np.searchsorted(codes[order], wanted), ways - 1)
        more = order[at]
        is_there = codes[more] == wanted
        sets = np.arange(1 << half.ranks)
        with_rank = sets[sets >> rank & 1 == 1]
        rest = half.picks(more, with_rank) * is_there[None, :, None] + half.picks(
            np.arange(ways), with_rank ^ (1 << rank)
        )
        marked = np.zeros((len(sets), ways, self.size + 1), dtype=np.int64)
        marked[with_rank, :, 1:] = rest[:, :, : self.size]
        return marked

    def below(self, level: int, players: slice) -> Counts:
        """(players, ranks) the dealer's hands below a level of the ranking, with a card of each rank marked."""
        allowed = self.place_of_set < level
        kinds = (kinds_of(allowed), kinds_of(allowed.T))
        go_together = np.zeros((kinds[0].max() + 1, kinds[1].max() + 1), dtype=np.int64)
        go_together[kinds[0][:, None], kinds[1]] = allowed
        counts = np.zeros((players.stop - players.start, len(self.pack.ranks)), dtype=np.int64)
        for start in range(players.start, players.stop, CHUNK):
            chunk = slice(start, min(start + CHUNK, players.stop))
            rows = slice(chunk.start - players.start, chunk.stop - players.start)
            (lows, low), (highs, high) = (np.unique(ways[chunk], return_inverse=True) for ways in self.ways)
            left = _added_up(self._unmarked[0], lows, kinds[0])
            # The high half's side is turned around and meets the low kinds that it goes with.
            right = _meets(_added_up(self._unmarked[1], highs, kinds[1]), go_together)[high]
            for rank, table in enumerate(self._marked[0]):
                marked = _flat(_added_up(table, lows, kinds[0]))[low]
                counts[rows, rank] = np.einsum("pv,pv->p", marked, right)
            flat = _flat(left)[low]
            for rank, table in enumerate(self._marked[1], start=self.halves[0].ranks):
                marked = _meets(_added_up(table, highs, kinds[1]), go_together)[high]
                counts[rows, rank] = np.einsum("pv,pv->p", flat, marked)
        counts *= self.left[players]
        return counts

    def cases(self, first_qualifying: int) -> tuple[Counts, Counts, Counts, Counts]:
        """(players, ranks) deals with a marked card of each rank, by case."""
        not_qualified, below, up_to = sweep_levels(self.place, len(self.ranking), first_qualifying, self.below)
        total = self.below(len(self.ranking), slice(0, len(self.place)))
        return not_qualified, below - not_qualified, up_to - below, total - up_to


def book_straights(game: Showdown, sight: Sight) -> Ledger:
    """The best play with one of the dealer's cards seen, exactly."""
    if sight != Sight("card", 1):
        raise ValueError(f"{sight}: this technique sees one card")
    counted = SightedStraights(game)
    terms = Terms(game, counted.ranking)
    cases = counted.cases(terms.first_qualifying)
    # The cards of a rank tell the same and are decided alike.
    ledger = Ledger(terms, [sight.words(card) for card in counted.pack.first_suit])
    for rank in range(len(ledger.seen)):
        ledger.book(rank, counted.place, counted.hands[:, None], [each[:, rank, None] for each in cases])
    return ledger


def _added_up(table: Counts, ways: Places, which: Places) -> Counts:
    """(kinds, ways, cards) a table added up over all sets of one kind."""
    order = np.argsort(which, kind="stable")
    starts = np.searchsorted(which[order], np.arange(which.max() + 1))
    added: Counts = np.add.reduceat(table[np.ix_(order, ways)], starts, axis=0)
    return added


def _flat(added: Counts) -> Counts:
    return added.transpose(1, 0, 2).reshape(added.shape[1], -1)


def _meets(added: Counts, go_together: Counts) -> Counts:
    turned = added[:, :, ::-1]
    met: Counts = np.einsum("lh,hwk->wlk", go_together, turned).reshape(added.shape[1], -1)
    return met
