"""What it is worth to see more than one's own hand: the best play under a sight, exactly where it can be enumerated.

Which sights take too much work, and why: docs/concepts/methods.md.
"""

from fractions import Fraction
from itertools import combinations, permutations
from typing import Final

import numpy as np

from croupier.cards.cards import Card
from croupier.exact.distribution import Distribution
from croupier.exact.result import Progress, in_silence, needs_compiler
from croupier.exact.showdown.solving import QUICK, solve_showdown
from croupier.exact.showdown.terms import Places
from croupier.exact.sights.ledger import Ledger
from croupier.exact.sights.sight import NOTHING, Sight, SightRow, SolvedAdvantage, Work
from croupier.kernels.terms import CASES, Terms
from croupier.play.game import Cards
from croupier.play.showdown import Showdown

FEW_HANDS: Final = 3  # Hands of this many cards are enumerated one by one.
FOUR_SUITS: Final = 4

CASE_NAMES: Final = ("does not qualify", "qualifies, lower", "qualifies, equal", "qualifies, higher")
"""What a player who sees the dealer's whole hand learns from it."""


def work_of(game: Showdown, sight: Sight) -> Work:
    """What ``solve_advantage`` takes for a sight of this game, if it serves it."""
    family = game.declares.hands
    if sight == Sight("card", game.hand_size):
        return Work.A_MOMENT if family in QUICK else Work.SECONDS
    if sight == NOTHING or game.hand_size <= FEW_HANDS:
        return Work.SECONDS
    if family == "straights" and (sight.detail != "color" or sight.number == 1):
        return Work.SECONDS
    if family == "flushes":
        if sight.number == 1 or sight.detail == "color":
            return Work.SECONDS
        if sight.detail == "card" and len({card.suit for card in game.deck}) == FOUR_SUITS:
            return Work.MINUTES
    return Work.TOO_MUCH


def solve_advantage(game: Showdown, sight: Sight, progress: Progress = in_silence) -> SolvedAdvantage:
    """The best play under a sight of the dealer's cards that is not too much work, exactly.

    >>> from croupier import catalogue
    >>> from croupier.exact.sights.sight import parse_sight
    >>> from croupier.units import percent_text
    >>> seen = solve_advantage(catalogue.load("three-card-prime"), parse_sight("dealer:1", 3))
    >>> percent_text(seen.distribution.expectation, 5)
    '3.4829 %'
    """
    if sight == Sight("card", game.hand_size):
        return _whole_hand_seen(game, sight)
    if sight == NOTHING:
        return SolvedAdvantage(sight, solve_showdown(game).distribution, ())
    # What is compiled is slow to load, so each technique is imported only where it is used.
    if game.hand_size <= FEW_HANDS:
        ledger = book_every_hand(game, sight)
    elif game.declares.hands == "straights":
        from croupier.exact.sights.seen_ranks import book_ranks

        ledger = book_ranks(game, sight)
    else:
        needs_compiler(f"{sight} is counted")
        from croupier.exact.sights.seen_flushes import book_flushes

        ledger = book_flushes(game, sight, progress)
    return SolvedAdvantage(sight, ledger.distribution(), ledger.chart())


def _whole_hand_seen(game: Showdown, sight: Sight) -> SolvedAdvantage:
    """A player who sees the dealer's hand knows the case, and so the net of every bet."""
    counts: list[tuple[Fraction, int]] = []
    wagered = Fraction()
    chart = []
    for row in solve_showdown(game).chart:
        for case, deals in enumerate(row.cases):
            if deals:
                best = max(row.options, key=lambda option: (option.nets[case], -option.bet.amount))
                counts.append((best.nets[case], deals))
                wagered += (1 + best.bet.amount) * deals
                bets = {option.bet: deals if option is best else 0 for option in row.options}
                chart.append(SightRow(CASE_NAMES[case], row.hand, row.words, bets))
    chart.sort(key=lambda row: CASE_NAMES.index(row.seen))
    return SolvedAdvantage(sight, Distribution.of(counts, wagered), tuple(chart))


CHUNK = 256  # Player's hands at a time.


def book_every_hand(game: Showdown, sight: Sight) -> Ledger:
    """The best play of every hand under every sight, exactly."""
    deck, size = game.deck, game.hand_size
    positions = np.array(list(combinations(range(len(deck)), size)), dtype=np.intp)
    classes = [game.rank(tuple(deck[card] for card in hand)) for hand in positions.tolist()]
    ranking = sorted(set(classes))
    number = {hand: at for at, hand in enumerate(ranking)}
    place = np.array([number[hand] for hand in classes], dtype=np.intp)
    terms = Terms(game, ranking)
    seen, names, name_of = _seen(deck, positions, sight)
    ledger = Ledger(terms, names)
    holds = np.zeros((len(positions), len(deck)), dtype=bool)
    np.put_along_axis(holds, positions, True, axis=1)
    qualifies = place >= terms.first_qualifying
    unlike = up_to_suits(deck, positions, keep_colors=sight.detail == "color")
    for start in range(0, len(unlike), CHUNK):
        hands, weights = np.array(unlike[start : start + CHUNK]).T
        cases = np.zeros((CASES, len(hands), len(name_of)), dtype=np.int64)
        for row, hand in enumerate(hands.tolist()):
            against = np.flatnonzero(~holds[:, positions[hand]].any(axis=1))
            dealer = place[against]
            case = np.where(qualifies[against], 1 + (dealer >= place[hand]) + (dealer > place[hand]), 0)
            codes = (seen[against] + case[:, None] * len(name_of)).ravel()
            cases[:, row] = np.bincount(codes, minlength=CASES * len(name_of)).reshape(CASES, -1)
        ledger.book(name_of, place[hands], weights[:, None], dict(enumerate(cases)))
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


def up_to_suits(deck: Cards, positions: Places, *, keep_colors: bool) -> list[tuple[int, int]]:
    """One hand of each group that differs in the names of suits alone, with how many hands the group has.

    A chart that names the colors must not have them swapped.
    """
    suits = sorted({card.suit for card in deck})
    place = {card: at for at, card in enumerate(deck)}
    powers = len(deck) ** np.arange(positions.shape[1])
    least = np.full(len(positions), np.iinfo(np.int64).max)
    for renamed in permutations(suits):
        to = dict(zip(suits, renamed, strict=True))
        moved = [Card.of(card.rank, to[card.suit]) for card in deck]
        is_kept = all(card.is_red == other.is_red for card, other in zip(deck, moved, strict=True))
        if any(card not in place for card in moved) or (keep_colors and not is_kept):
            continue
        where = np.array([place[card] for card in moved])
        least = np.minimum(least, np.sort(where[positions], axis=1) @ powers)
    _, first, counts = np.unique(least, return_index=True, return_counts=True)
    return list(zip(first.tolist(), counts.tolist(), strict=True))
