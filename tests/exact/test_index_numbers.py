"""Index numbers with the cards on the table in the count, against a second, plain reckoning that shares no code.

The second one deals the dealer's and the player's cards one by one from real-valued counts. It thins the cards that are
left until two plays are worth the same, and only then counts them; so it knows no formula for a shoe at a true count.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from math import comb

import pytest

from croupier import catalogue
from croupier.cards.hands.blackjack import Total
from croupier.exact.blackjack.hands import BlackjackGame
from croupier.exact.blackjack.true_counts import index_numbers, insurance_index, shoe_at
from croupier.games.blackjack.game import Blackjack

TAGS = {1: -1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 0, 8: 0, 9: 0, 10: -1}
"""Hi-Lo, an ace being 1."""
Cards = tuple[float, ...]
"""How many of each value are left, an ace first."""


def game(decks: int) -> BlackjackGame:
    found = catalogue.load(f"blackjack(decks={decks})")
    assert isinstance(found, Blackjack)
    return found


def fresh(decks: int, seen: tuple[int, ...]) -> Cards:
    return tuple(decks * (16 if value == 10 else 4) - seen.count(value) for value in TAGS)


def thinned(left: Cards, part: float) -> Cards:
    return tuple(count * (1 - part * TAGS[value]) for value, count in enumerate(left, 1))


def true_count(left: Cards) -> float:
    running = -sum(count * TAGS[value] for value, count in enumerate(left, 1))
    return running * 52 / sum(left)


def less(left: Cards, value: int) -> Cards:
    return (*left[: value - 1], left[value - 1] - 1, *left[value:])


def points(total: int, aces: int) -> int:
    return total + 10 if aces and total + 10 <= 21 else total


def standing(mine: int, left: Cards, up: int) -> float:
    """What a hand of so many points brings against an up-card; a dealer's blackjack wins, and seventeen stands."""

    @cache
    def dealer(total: int, aces: int, left: Cards, cards: int) -> float:
        theirs = points(total, aces)
        if cards == 2 and theirs == 21:
            return -1.0
        if theirs >= 17:
            return 1.0 if theirs > 21 or theirs < mine else -1.0 if theirs > mine else 0.0
        many = sum(left)
        return sum(
            left[value - 1] / many * dealer(total + value, aces + (value == 1), less(left, value), cards + 1)
            for value in range(1, 11)
        )

    return dealer(up, int(up == 1), left, 1)


def hitting(total: int, aces: int, left: Cards, up: int) -> float:
    """One more card, and then whichever is better."""
    many = sum(left)
    worth = 0.0
    for value in range(1, 11):
        now, soft, then = total + value, aces + (value == 1), less(left, value)
        if now > 21:
            worth -= left[value - 1] / many
            continue
        mine = points(now, soft)
        best = standing(mine, then, up)
        if mine < 17:
            best = max(best, hitting(now, soft, then, up))
        worth += left[value - 1] / many * best
    return worth


def crossing(gain: Callable[[float], float], low: float = -0.3, high: float = 0.3) -> float:
    assert gain(low) < 0 < gain(high)
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if gain(middle) < 0 else (low, middle)
    return (low + high) / 2


@pytest.mark.parametrize(
    ("decks", "total", "up"), [(1, 16, 10), (6, 16, 10), (1, 15, 10), (6, 15, 10), (1, 16, 9), (6, 16, 9)]
)
def test_standing_instead_of_hitting_against_a_second_reckoning(decks: int, total: int, up: int) -> None:
    hands = [(one, total - one) for one in range(2, 11) if one < total - one <= 10]

    def at(part: float) -> tuple[float, float]:
        """What standing gains over all hands of the total, and their true count when they are thinned alike."""
        gain = weight = count = 0.0
        for hand in hands:
            left = thinned(fresh(decks, (up, *hand)), part)
            often = (left[hand[0] - 1] + 1) * (left[hand[1] - 1] + 1)
            gain += often * (standing(total, left, up) - hitting(total, 0, left, up))
            weight, count = weight + often, count + often * true_count(left)
        return gain, count / weight

    expected = at(crossing(lambda part: at(part)[0]))[1]
    found = index_numbers(game(decks), Total(total, False), {10: 8, 9: 7}[up], "stand", "hit")
    assert found is not None
    # Hands of one total are thinned alike here and by their own counts there: half a point of tags in a deck apart.
    assert found.true_count == pytest.approx(expected, abs=0.08 if decks == 1 else 0.02)


@pytest.mark.parametrize(("decks", "low", "high"), [(1, 1.37, 1.45), (6, 3.01, 3.03)])
def test_insurance_with_the_ace_in_the_count(decks: int, low: float, high: float) -> None:
    found = insurance_index(game(decks))
    assert found is not None
    assert low <= found.true_count <= high
    left = fresh(decks, (1,))

    def gain(part: float) -> float:
        cards = thinned(left, part)
        return 3 * cards[9] / sum(cards) - 1

    assert found.true_count == pytest.approx(true_count(thinned(left, crossing(gain))), abs=0.005)


@pytest.mark.parametrize("unseen", [20, 30, 40])
def test_insurance_of_one_deck_over_every_way_that_it_can_be_dealt(unseen: int) -> None:
    """Every number of tens, aces, low and neutral cards among those left: the count at which insuring first gains."""
    worth: dict[int, list[float]] = {}
    for tens, aces, low in product(range(17), range(4), range(21)):
        rest = unseen - tens - aces - low
        if 0 <= rest <= 12:
            ways = float(comb(16, tens) * comb(3, aces) * comb(20, low) * comb(12, rest))
            sums = worth.setdefault(tens + aces - low, [0.0, 0.0])
            sums[0] += ways
            sums[1] += ways * (3 * tens / unseen - 1)
    mean = {running: total / ways for running, (ways, total) in worth.items()}
    first = min(running for running in mean if running > -4 and mean[running] >= 0)
    before, after = mean[first - 1], mean[first]
    breaks_even = (first - 1 + before / (before - after)) * 52 / unseen
    found = insurance_index(game(1))
    assert found is not None
    assert found.true_count == pytest.approx(breaks_even, abs=0.08)


def test_a_shoe_at_a_true_count_has_that_count_once_the_cards_on_the_table_have_left_it() -> None:
    for count, seen in product((-5.0, 0.0, 3.5), ((), (9,), (8, 4, 8), (0, 1, 9))):
        left = shoe_at(count, 2, seen=seen)
        for place in seen:
            left = left.less(place)
        by_value = (left.counts[9], *left.counts[:9])
        assert true_count(by_value) == pytest.approx(count, abs=1e-9)
        assert left.cards == pytest.approx(104 - len(seen), rel=0.01)
