"""Deals under a sight, each decided exactly: by kernels where numba is installed, else one by one in Python.

Deal ``n`` of a seed is the same either way, and so is what is booked of it, to the last integer; only the speed
differs. The plain way serves every game whose dealer's hands can be counted, and is what the kernels are tested
against. A kernel takes a technique's own tables; where a deck or a ranking is not of the kind it counts, it says so
(``kernel_of`` answers None) and the plain way serves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb
from typing import TYPE_CHECKING, Final

import numpy as np

from croupier.cards.cards import Card
from croupier.errors import MissingPart
from croupier.exact.advantage.dealer_cases import COUNTERS, DealerCases
from croupier.exact.advantage.estimates import Tally
from croupier.exact.advantage.sample_book import Change, SampleBook, change_of
from croupier.exact.advantage.sight import Sight
from croupier.exact.effort import has_compiler
from croupier.exact.showdown.solution import BaseSolution, Cases
from croupier.exact.showdown.solving import solve_showdown
from croupier.exact.showdown.technique import Counts
from croupier.exact.showdown.terms import Offer, Terms
from croupier.kernels.philox import PhiloxSource
from croupier.play.lines import Cards
from croupier.play.showdown import Showdown

if TYPE_CHECKING:
    from croupier.exact.advantage.sample_tables import Kernel

CHUNK: Final = 1 << 15
"""Deals of a kernel's piece of work."""
Progress = Callable[[int], None]


class Deals:
    """A game ready to decide single deals."""

    def __init__(self, game: Showdown, sight: Sight, seats: int, solution: BaseSolution | None = None) -> None:
        self.game, self.sight, self.seats = game, sight, seats
        self.solution = solution or solve_showdown(game)
        """Play without the sight."""
        family = game.declares.hands or ""
        if family not in COUNTERS:
            raise MissingPart(
                f"{game.configuration.name}: no counter of a dealer's {family} hands with some cards known",
                hint=f"families that have one: {', '.join(COUNTERS)}",
            )
        self.counter: DealerCases = COUNTERS[family](game)
        self.terms = Terms(game, self.counter.ranking)
        self._place = {hand: place for place, hand in enumerate(self.counter.ranking)}

    @property
    def known(self) -> int:
        """Cards of all seats."""
        return self.game.hand_size * self.seats

    @property
    def dealers(self) -> int:
        """The dealer's hands that hold given cards."""
        hidden = self.game.hand_size - self.sight.number
        return comb(len(self.game.deck) - self.known - self.sight.number, hidden)

    def cards(self, seed: int, number: int) -> Cards:
        """The player's, the other seats', and those seen of the dealer's."""
        places = PhiloxSource(seed, number).first_of(len(self.game.deck), self.known + self.sight.number)
        return tuple(self.game.deck[place] for place in places)

    def change(self, cards: Cards) -> tuple[int, Change, Cases] | None:
        """How many cards look alike, the other bet, and the dealer's hands; None where the sight changes nothing."""
        own, gone, seen = cards[: self.game.hand_size], cards[self.game.hand_size : self.known], cards[self.known :]
        place, first = self._place[self.game.rank(own)], self.terms.first_qualifying
        offers = self.terms.offers[place]
        plain = _best(offers, self.counter.cases(place, first, own))
        if self.sight.detail == "card":
            cases = self.counter.cases(place, first, own, seen, gone)
        else:
            cases = self._cases_of_label(place, own, gone, seen[0])
        best = _best(offers, cases)
        return None if best is plain else (cases.total // self.dealers, change_of(plain, best), cases)

    def _cases_of_label(self, place: int, own: Cards, gone: Cards, seen: Card) -> Cases:
        """Every card that looks like the one seen may be it."""
        label = self.sight.label(seen)
        taken = {*own, *gone}
        known: dict[object, Cases] = {}
        total = [0, 0, 0, 0]
        for card in self.game.deck:
            if card in taken or self.sight.label(card) != label:
                continue
            alike = self.counter.alike(card)
            if alike not in known:
                known[alike] = self.counter.cases(place, self.terms.first_qualifying, own, (card,), gone)
            total = [one + other for one, other in zip(total, known[alike], strict=True)]
        return Cases(*total)


def _worth(offer: Offer, cases: Cases) -> int:
    return sum(net * count for net, count in zip(offer.nets, cases, strict=True))


def _best(offers: Sequence[Offer], cases: Cases) -> Offer:
    """Of equal bets the smaller, which comes first."""
    return max(offers, key=lambda offer: _worth(offer, cases))


def book_plainly(deals: Deals, dealt: Callable[[int], Cards], samples: int, progress: Progress) -> SampleBook:
    """Deal by deal; ``dealt`` gives the cards of each."""
    book = SampleBook(deals.terms)
    for number in range(samples):
        found = deals.change(dealt(number))
        if found:
            book.enter(*found)
        progress(number + 1)
    return book


def book_by_kernel(
    deals: Deals, kernel: Kernel, seed: int, samples: int, progress: Progress, threads: int | None = None
) -> SampleBook:
    """The same, many deals at a time, on all cores."""
    from croupier.kernels.chunks import in_chunks

    book = SampleBook(deals.terms)
    known, offered = kernel.known(deals), kernel.offered(deals, book)
    shape = (1 + max(1, kernel.most_alike(deals)), len(book.changes), kernel.fields)

    def work(first: int, count: int) -> Counts:
        booked = np.zeros(shape, dtype=np.int64)
        kernel.book(booked, seed, first, count, known, offered)
        return booked

    for done, booked in in_chunks(work, samples, CHUNK, threads):
        book.take(booked)
        progress(done)
    return book


def sample_deals(deals: Deals, samples: int, seed: int, progress: Progress) -> Tally:
    """What the sight changes in this many deals."""
    kernel = None
    if has_compiler():
        # numba is slow to load, so it is imported only here.
        from croupier.exact.advantage.sample_tables import kernel_of

        kernel = kernel_of(deals)
    if kernel is None:
        book = book_plainly(deals, lambda number: deals.cards(seed, number), samples, progress)
    else:
        book = book_by_kernel(deals, kernel, seed, samples, progress)
    return book.tally(samples, deals.dealers)
