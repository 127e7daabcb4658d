"""Deals by their number, and what is known in each: the kernels of all families deal alike."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from croupier.exact.advantage.sample_kernels import ALL
from croupier.kernels.arrays import Bytes, Whole, Words
from croupier.kernels.compiled import compiled
from croupier.kernels.deals import first_of
from croupier.kernels.stream import Word, open_stream


class Known(NamedTuple):
    """What is known in each deal: the cards come in the order own, other seats', seen."""

    deck: int
    size: int
    """Cards in a hand."""
    gone: int
    """Cards of all seats, the own included."""
    seen: int
    labels: Whole
    """(cards) what is seen of each; empty where a seen card is seen whole."""


class Run(NamedTuple):
    """Deals to play: the seed, the number of the first, and how many."""

    seed: Word
    first: int
    many: int


class Paper(NamedTuple):
    """Room that every family needs for one deal."""

    cards: Bytes
    alike: Whole
    """(cards) those that may be the one whose label was seen."""
    cases: Whole
    """The dealer's hands in each case, then all of them."""
    words: Words


@compiled
def new_paper(known: Known) -> Paper:
    """Clean paper."""
    return Paper(
        np.zeros(known.deck, dtype=np.uint8),
        np.zeros(known.deck, dtype=np.int64),
        np.zeros(ALL + 1, dtype=np.int64),
        np.zeros(6, dtype=np.uint64),
    )


@compiled
def deal(known: Known, paper: Paper, seed: Word, number: int) -> None:
    """The cards of one deal."""
    open_stream(paper.words)
    first_of(known.deck, known.gone + known.seen, paper.cards, paper.words, seed, np.uint64(number))


@compiled
def looks_alike(known: Known, paper: Paper) -> int:
    """List the cards that may be the one whose label was seen; how many there are."""
    cards, alike = paper.cards, paper.alike
    label = known.labels[cards[known.gone]]
    found = 0
    # The cards behind those of all seats are the ones left, in some order.
    for place in range(known.gone, known.deck):
        if known.labels[cards[place]] == label:
            alike[found] = cards[place]
            found += 1
    return found
