"""A sight of the dealer's cards where hands are few: every dealer's hand against every player's, counted one by one.

It serves hands of three cards from a whole deck, in any detail and for any number of cards seen, and any hand from a
small deck: there it is slow and obviously right, and the other techniques must equal it. Player's hands that differ
only in the names of suits are counted once, as far as what is seen does not tell the suits apart.
"""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np

from croupier.cards.cards import Card
from croupier.exact.advantage.ledger import Ledger
from croupier.exact.advantage.sight import Sight
from croupier.exact.showdown.technique import Places
from croupier.exact.showdown.terms import CASES, Terms
from croupier.play.lines import Cards
from croupier.play.showdown import Showdown

CHUNK = 256
"""Player's hands at a time."""


def book_every_hand(game: Showdown, sight: Sight) -> Ledger:
    """The best play of every hand under every sight, exactly."""
    deck, size = game.deck, game.hand_size
    positions = np.array(list(combinations(range(len(deck)), size)), dtype=np.intp)
    classes = [game.rank(tuple(deck[each] for each in hand)) for hand in positions.tolist()]
    ranking = sorted(set(classes))
    number = {hand: at for at, hand in enumerate(ranking)}
    place = np.array([number[hand] for hand in classes], dtype=np.intp)
    terms = Terms(game, ranking)
    seen, names, name_of = _seen(deck, positions, sight)
    ledger = Ledger(terms, names)
    holds = np.zeros((len(positions), len(deck)), dtype=bool)
    np.put_along_axis(holds, positions, True, axis=1)
    qualifies = place >= terms.first_qualifying
    unlike = _unlike(deck, positions, sight)
    for start in range(0, len(unlike), CHUNK):
        hands, weights = np.array(unlike[start : start + CHUNK]).T
        cases = np.zeros((CASES, len(hands), len(name_of)), dtype=np.int64)
        for row, hand in enumerate(hands.tolist()):
            against = np.flatnonzero(~holds[:, positions[hand]].any(axis=1))
            dealer = place[against]
            case = np.where(qualifies[against], 1 + (dealer >= place[hand]) + (dealer > place[hand]), 0)
            codes = (seen[against] + case[:, None] * len(name_of)).ravel()
            cases[:, row] = np.bincount(codes, minlength=CASES * len(name_of)).reshape(CASES, -1)
        ledger.book(name_of, place[hands], weights[:, None], list(cases))
    return ledger


def _seen(deck: Cards, positions: Places, sight: Sight) -> tuple[Places, list[str], Places]:
    """(hands, choices of cards seen) what is seen, as a number; the names that a chart uses; and the name of each
    number.
    """
    labels = [sight.label(card) for card in deck]
    words = [sight.words(card) for card in deck]
    seen_as = {}
    name_of_key: dict[tuple[int, ...], str] = {}
    for cards in combinations(range(len(deck)), sight.number):
        key = seen_as[cards] = tuple(sorted(labels[card] for card in cards))
        name_of_key.setdefault(key, "-".join(words[card] for card in reversed(cards)) or "nothing")
    names = list(dict.fromkeys(name_of_key.values()))
    # Numbers in the order of the names, so that those of one name are adjacent.
    keys = sorted(name_of_key, key=lambda key: names.index(name_of_key[key]))
    number = {key: at for at, key in enumerate(keys)}
    table = np.zeros((len(deck),) * sight.number, dtype=np.intp)
    for cards, key in seen_as.items():
        table[cards] = number[key]
    choices = combinations(range(positions.shape[1]), sight.number)
    seen = [np.broadcast_to(table[tuple(positions[:, at] for at in choice)], len(positions)) for choice in choices]
    return np.stack(seen, axis=1), names, np.array([names.index(name_of_key[key]) for key in keys])


def _unlike(deck: Cards, positions: Places, sight: Sight) -> list[tuple[int, int]]:
    """One hand of each group that differs in the names of suits alone, with how many hands the group has."""
    suits = sorted({card.suit for card in deck})
    place = {card: at for at, card in enumerate(deck)}
    powers = len(deck) ** np.arange(positions.shape[1])
    least = np.full(len(positions), np.iinfo(np.int64).max)
    for renamed in permutations(suits):
        to = dict(zip(suits, renamed, strict=True))
        moved = [Card.of(card.rank, to[card.suit]) for card in deck]
        if any(each not in place for each in moved) or (sight.detail == "color" and not _keeps_colors(to)):
            continue
        where = np.array([place[each] for each in moved])
        least = np.minimum(least, np.sort(where[positions], axis=1) @ powers)
    _, first, counts = np.unique(least, return_index=True, return_counts=True)
    return list(zip(first.tolist(), counts.tolist(), strict=True))


def _keeps_colors(renamed: dict[int, int]) -> bool:
    """Whether every suit keeps its color; the colors must not be swapped, since a chart names them."""
    red = {1, 2}
    return all((one in red) == (other in red) for one, other in renamed.items())
