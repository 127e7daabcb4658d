"""What cards that are gone do to a blackjack bet: effects of removal, insurance, and index numbers of Hi-Lo.

What an index takes for granted is in docs/concepts/methods.md.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np

from croupier.cards.hands.blackjack import Total
from croupier.errors import BadInput
from croupier.exact.blackjack.hands import BlackjackGame
from croupier.exact.blackjack.rules import ACE, TEN, VALUES, Rules, Shoe, card_word, lattice
from croupier.exact.blackjack.whole import Splits, UpCard, solve_whole
from croupier.exact.result import FactTable, Result

DECK: Final = (4, 4, 4, 4, 4, 4, 4, 4, 16, 4)
HI_LO: Final = (1, 1, 1, 1, 1, 0, 0, 0, -1, -1)  # H. Dubner's count: tags by place in a composition.
_FARTHEST: Final = 20.0
_CLOSE: Final = 0.002
_MOST_STEPS: Final = 60


def effects_of_removal(game: BlackjackGame) -> tuple[float, ...]:
    """By value: how the expectation changes when one such card is gone and the play stays what it was, in bets."""
    whole = solve_whole(game)
    plan, shoe = whole.plan, Shoe.of(game.deck)
    base = solve_whole(game, plan=plan).expectation
    return tuple(solve_whole(game, shoe=shoe.less(place), plan=plan).expectation - base for place in range(VALUES))


class Insurance(NamedTuple):
    """The insurance bet from a fresh shoe behind an ace, per unit insured."""

    expectation: Fraction
    effects: tuple[Fraction, ...]  # By value: how the expectation changes when one more such card is gone.
    correlation: float  # Of a count's tags with the effects: how well the count tells when to insure.


def insurance(game: BlackjackGame) -> Insurance:
    """What insuring brings before any card but the ace is seen, exactly.

    >>> from croupier import catalogue
    >>> found = insurance(catalogue.load("blackjack(decks=6)"))
    >>> found.expectation, round(found.correlation, 4)
    (Fraction(-23, 311), 0.7601)
    """
    house = game.house
    won, lost = (house.resolve_insurance(yes).net for yes in (True, False))
    left = [int(count) for count in Shoe.of(game.deck).counts]
    left[ACE] -= 1

    def worth(counts: list[int]) -> Fraction:
        return won * Fraction(counts[TEN], sum(counts)) + lost * Fraction(sum(counts) - counts[TEN], sum(counts))

    base = worth(left)
    effects = []
    for place in range(VALUES):
        fewer = left.copy()
        fewer[place] -= 1
        effects.append(worth(fewer) - base)
    return Insurance(base, tuple(effects), correlation([float(effect) for effect in effects]))


def correlation(effects: Sequence[float]) -> float:
    """Of the count's tags with effects of removal, over a deck: how well it tells a good shoe from a bad one."""
    mean = sum(count * effect for count, effect in zip(DECK, effects, strict=True)) / sum(DECK)
    # The tags sum to nothing.
    rows = [(count, tag, effect - mean) for count, tag, effect in zip(DECK, HI_LO, effects, strict=True)]
    squares = sum(count * tag**2 for count, tag, _ in rows) * sum(count * effect**2 for count, _, effect in rows)
    product = sum(count * tag * effect for count, tag, effect in rows)
    return float(product / squares**0.5)


def shoe_at(count: float, decks: float, seen: tuple[int, ...] = ()) -> Shoe:
    """The average shoe of this many decks at a true count that has the ``seen`` cards in it."""
    gone = [seen.count(place) for place in range(VALUES)]
    left = [decks * number - many for number, many in zip(DECK, gone, strict=True)]
    cards, tagged, spread = (
        sum(number * tag**power for number, tag in zip(left, HI_LO, strict=True)) for power in range(3)
    )
    # Thinned by x times its tag, a shoe has cards - x tagged cards, and their running count is x spread - tagged.
    decks_left = cards / sum(DECK)
    thinned = (count * decks_left + tagged) / (spread + count * tagged / sum(DECK))
    counts = tuple(
        number * max(1 - thinned * tag, 0.0) + many for number, tag, many in zip(left, HI_LO, gone, strict=True)
    )
    return Shoe(counts, (counts[TEN] / 4,) * 4)


class Index(NamedTuple):
    """The true count from which ``play`` beats ``instead``, or up to which it does if ``rising`` is false."""

    play: str
    instead: str
    true_count: float
    rising: bool


def insurance_index(game: BlackjackGame) -> Index | None:
    """The count, the ace in it, at which insurance breaks even; no other card is seen."""
    won, lost = (float(game.house.resolve_insurance(yes).net) for yes in (True, False))
    decks = len(game.deck) / sum(DECK)

    def gain(count: float) -> float:
        left = shoe_at(count, decks, (ACE,)).less(ACE)
        tens = left.counts[TEN] / left.cards
        return won * tens + lost * (1 - tens)

    return _crossing(gain, "insure", "decline")


def index_numbers(game: BlackjackGame, total: Total, up: int, play: str, instead: str) -> Index | None:
    """The count at which two answers to a total are worth the same: over its two-card hands that are not pairs."""
    rules, decks = Rules.of(game), len(game.deck) / sum(DECK)
    table = lattice()
    hands = [
        at
        for at, count in enumerate(table.totals)
        if count == total and table.size[at] == 2 and table.held[at].max() == 1
    ]
    if not hands:
        raise BadInput(f"two different cards never make {total.total}", hint="name a pair for those")
    known: dict[float, float] = {}

    def gain(count: float) -> float:
        if count not in known:
            known[count] = sum(worth_of(at, count) for at in hands)
        return known[count]

    def worth_of(at: int, count: float) -> float:
        """What the play brings beyond the other with one hand, weighed by how often it is dealt."""
        cards = tuple(np.flatnonzero(table.held[at]).tolist())
        against = UpCard(rules, shoe_at(count, decks, (up, *cards)), up)
        played = against.from_hands(np.array([at]))
        worths = {"stand": played.stand, "hit": played.hit, "double": played.double}
        open_chance = 1 - against.blackjack(table.held) if against.looks else 1.0 + 0 * played.stand
        worths["surrender"] = rules.surrender * open_chance
        return float(against.left[list(cards)].prod() * (worths[play][at] - worths[instead][at]))

    return _crossing(gain, play, instead)


def split_index(game: BlackjackGame, pair: int, up: int, instead: str) -> Index | None:
    """The count at which splitting a pair is worth as much as another answer."""
    rules, decks = Rules.of(game), len(game.deck) / sum(DECK)
    table = lattice()
    at = table.place(pair, pair)

    def gain(count: float) -> float:
        against = UpCard(rules, shoe_at(count, decks, (up, pair, pair)), up)
        # A split hand follows the play of unsplit ones that hold a card of the pair.
        played = against.from_hands(np.flatnonzero((table.size == 2) & (table.held[:, pair] > 0)))
        splits = Splits(against, played.choices(), only=(pair,))
        kinds = splits.pairs(pair)
        worth = sum(kind.chance * splits.worth(pair, kind.cards) for kind in kinds) / sum(each.chance for each in kinds)
        return worth - float({"stand": played.stand, "hit": played.hit, "double": played.double}[instead][at])

    return _crossing(gain, "split", instead)


def _crossing(gain: Callable[[float], float], play: str, instead: str) -> Index | None:
    """Where the gain changes its sign, by false position (the Illinois rule); None if nowhere within 20."""
    low, high = -_FARTHEST, _FARTHEST
    at_low, at_high = gain(low), gain(high)
    rising = at_high > 0
    if (at_low > 0) == rising:
        return None
    kept, found = 0, low
    for _ in range(_MOST_STEPS):
        before, found = found, high - at_high * (high - low) / (at_high - at_low)
        value = gain(found)
        if abs(found - before) < _CLOSE or value == 0:
            break
        if (value > 0) == rising:
            high, at_high = found, value
            at_low = at_low / 2 if kept == 1 else at_low
            kept = 1
        else:
            low, at_low = found, value
            at_high = at_high / 2 if kept == -1 else at_high
            kept = -1
    return Index(play, instead, found, rising)


BASIS: Final = (
    "best play by composition from a fresh shoe; the count is Hi-Lo with the cards on the table in it, an index is the "
    "true count of the average shoe at which two plays are worth the same, to a hundredth"
)


class Asked(NamedTuple):
    """A decision that a count changes: a total, the up-card by its place, and the two plays."""

    total: int
    up: int
    play: str
    instead: str


DECISIONS: Final = (
    Asked(16, TEN, "stand", "hit"),
    Asked(16, 7, "stand", "hit"),
    Asked(15, TEN, "stand", "hit"),
    Asked(13, 0, "stand", "hit"),
    Asked(13, 1, "stand", "hit"),
    *(Asked(12, up, "stand", "hit") for up in range(5)),
    Asked(11, ACE, "double", "hit"),
    Asked(10, TEN, "double", "hit"),
    Asked(10, ACE, "double", "hit"),
    Asked(9, 0, "double", "hit"),
    Asked(9, 5, "double", "hit"),
)
"""Those that D. Schlesinger lists as worth the most; up-cards by their place in a composition, a deuce first."""
SPLIT_TENS: Final = (3, 4)  # Up-cards against which a count may split tens.


def counter_value(game: BlackjackGame, best: Result) -> Result:
    """Everything that a count is judged by, beside the value of the best play."""
    effects, behind = effects_of_removal(game), insurance(game)
    betting = correlation(effects)
    indices = list(_indices(game))
    removal = FactTable(
        tuple(
            (
                card_word(place),
                f"{100 * effects[place]:+.6f}",
                f"{100 * float(behind.effects[place]):+.6f}",
                f"{HI_LO[place]:+d}",
            )
            for place in range(VALUES)
        ),
        ("card gone", "effect on the bet, %", "effect on insurance, %", "Hi-Lo"),
    )
    counts = FactTable(
        (
            ("betting correlation", f"{betting:.4f}"),
            ("insurance correlation", f"{behind.correlation:.4f}"),
            ("insurance from a fresh shoe, %", f"{100 * float(behind.expectation):.6f}"),
        ),
        ("Hi-Lo", ""),
    )
    decided = FactTable(
        tuple(
            (words, index.play, "from" if index.rising else "up to", f"{index.true_count:+.2f}")
            for words, index in indices
        ),
        ("decision", "play", "", "true count"),
    )
    facts = {
        "count": "Hi-Lo",
        "effects_of_removal": {card_word(place): f"{effects[place]:.12f}" for place in range(VALUES)},
        "betting_correlation": f"{betting:.6f}",
        "insurance_correlation": f"{behind.correlation:.6f}",
        "index_numbers": [
            {
                "decision": words,
                "play": index.play,
                "instead": index.instead,
                "true_count": f"{index.true_count:.2f}",
                "rising": index.rising,
            }
            for words, index in indices
        ],
    }
    return replace(best, basis=BASIS, tables=(removal, counts, decided), facts=facts)


def _indices(game: BlackjackGame) -> Iterator[tuple[str, Index]]:
    """The decisions that a count changes, where the house allows both plays."""
    insured = insurance_index(game)
    if insured:
        yield "insurance", insured
    for total, up, play, instead in DECISIONS:
        found = index_numbers(game, Total(total, False), up, play, instead)
        if found:
            yield f"{total} against {card_word(up)}", found
    for up in SPLIT_TENS:
        found = split_index(game, TEN, up, "stand")
        if found:
            yield f"two tens against {card_word(up)}", found
