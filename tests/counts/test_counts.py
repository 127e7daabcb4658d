"""Exhaustive counts: every class of hand, counted over the whole deck, against the figures in ``*.counts``.

A file has one figure a line, its name before it; ``#`` starts a comment and the header names the source. The counters
in ``counters`` go by classes of like hands, and are themselves held to plain enumeration on small decks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import pytest

from croupier.cards import hands
from croupier.cards.cards import DECK, stripped_deck
from croupier.cards.hands import FAMILIES, Setting
from croupier.cards.hands import blackjack as twenty_one
from tests.counts.counters import ALL_RANKS, by_best_suit, by_poker_hand, by_ranks, by_shoe, every_hand

Counts = Mapping[str, int]

FOLDER = Path(__file__).parent
DECKS = (2, 4, 5, 6, 8)


def read_counts(name: str) -> dict[str, int]:
    figures = {}
    for line in (FOLDER / f"{name}.counts").read_text().splitlines():
        words = line.split("#")[0].split()
        if words:
            figures[" ".join(words[:-1])] = int(words[-1].replace(",", ""))
    return figures


def categories(family: str, classes: Mapping[Any, int]) -> Counter[str]:
    counts = Counter({"hands": sum(classes.values())})
    for hand, count in classes.items():
        counts[FAMILIES[family].category(hand)] += count
    return counts


def count_straights() -> Counts:
    classes = by_ranks(ALL_RANKS, 4, 7, hands.straights.classify)
    counts = categories("straights", classes)
    for hand, count in classes.items():
        counts[f"{hands.straights.FAMILY.category(hand)} high {hand.high}"] += count
    return counts


def count_colors() -> Counts:
    """By the numbers of red cards; hearts and clubs stand for the two colors."""
    reds = stripped_deck(ALL_RANKS, [2])
    blacks = stripped_deck(ALL_RANKS, [0])
    classes: Counter[hands.colors.Colors] = Counter()
    for red in range(4):
        player = reds[:red] + blacks[: 3 - red]
        for dealer_red in range(4):
            dealer = reds[3 : 3 + dealer_red] + blacks[3 : 6 - dealer_red]
            classes[hands.colors.classify(player, dealer)] += (
                comb(26, red) * comb(26, 3 - red) * comb(26 - red, dealer_red) * comb(23 + red, 3 - dealer_red)
            )
    return categories("colors", classes)


def count_blackjack() -> Counts:
    counts = Counter({"hands": comb(52, 2)})
    for cards in combinations(DECK, 2):
        total, soft = twenty_one.total(cards)
        counts[f"{'soft' if soft else 'hard'} {total}"] += 1
    assert counts["soft 21"] == sum(twenty_one.is_blackjack(cards) for cards in combinations(DECK, 2))
    return counts


def count_pairs(decks: int) -> Counts:
    setting = Setting(decks=decks, ranks=(14, 13, 12), suit=3)
    classes = by_shoe(ALL_RANKS, decks, setting)
    events = hands.pairs.FAMILY.events
    counts = {name: count_event(classes, name, setting) for name in events}
    own_pair = Setting(decks=decks, ranks=(14, 13, 12), suit=3, colored_ace="player-pair")
    for name in ("two_perfect_top_plus_colored", "two_perfect_top_suit_plus_colored"):
        counts[f"{name} player-pair"] = count_event(classes, name, own_pair)
    return counts | {"deals": sum(classes.values())}


def count_event(classes: Mapping[hands.pairs.PairHand, int], name: str, setting: Setting) -> int:
    return sum(count for hand, count in classes.items() if hands.pairs.FAMILY.events[name](hand, setting))


COUNTERS: dict[str, Callable[[], Counts]] = {
    "three_card": lambda: categories("three_card", every_hand(DECK, 3, hands.three_card.classify)),
    "mini_royal": lambda: categories("mini_royal", every_hand(DECK, 3, hands.three_card.classify_mini_royal)),
    "five_card": lambda: categories("five_card", by_poker_hand(ALL_RANKS, 4, 5)),
    "six_card_poker": lambda: categories("five_card", by_poker_hand(ALL_RANKS, 4, 6)),
    "seven_card_poker": lambda: categories("five_card", by_poker_hand(ALL_RANKS, 4, 7)),
    "seven_card_straights": count_straights,
    "seven_card_straight_flushes": lambda: categories(
        "straight_flush", by_best_suit(ALL_RANKS, 4, 7, hands.straight_flush.classify)
    ),
    "seven_card_flushes": lambda: categories("flushes", by_best_suit(ALL_RANKS, 4, 7, hands.flushes.classify)),
    "pocket": lambda: categories("two_card", every_hand(DECK, 2, hands.two_card.classify_pocket)),
    "colors": count_colors,
    "blackjack_two_cards": count_blackjack,
} | {f"pairs_{decks}_decks": lambda decks=decks: count_pairs(decks) for decks in DECKS}

SLOW = {"seven_card_poker"}


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in COUNTERS])
def test_counts(name: str) -> None:
    assert COUNTERS[name]() == read_counts(name)


def test_every_file_has_a_counter() -> None:
    assert {path.stem for path in FOLDER.glob("*.counts")} == set(COUNTERS)


@pytest.mark.slow
def test_all_five_card_hands_dealt_one_by_one() -> None:
    assert categories("five_card", every_hand(DECK, 5, hands.five_card.classify)) == read_counts("five_card")


SMALL_DECKS = [((2, 3, 4, 5, 6, 14), 3), ((9, 10, 11, 12, 13, 14), 3), ((2, 5, 6, 7, 8, 9, 10), 2), ((2, 3, 4, 14), 4)]


@pytest.mark.parametrize(("ranks", "suits"), SMALL_DECKS)
@pytest.mark.parametrize("size", [5, 6, 7])
def test_counting_by_classes_equals_dealing_on_small_decks(ranks: tuple[int, ...], suits: int, size: int) -> None:
    deck = stripped_deck(ranks, range(suits))
    assert by_ranks(ranks, suits, size, hands.straights.classify) == every_hand(deck, size, hands.straights.classify)
    assert by_best_suit(ranks, suits, size, hands.straight_flush.classify) == every_hand(
        deck, size, hands.straight_flush.classify
    )
    assert by_best_suit(ranks, suits, size, hands.flushes.classify) == every_hand(deck, size, hands.flushes.classify)
    assert by_poker_hand(ranks, suits, size) == every_hand(deck, size, hands.five_card.best)


@pytest.mark.parametrize("decks", [1, 2, 3])
def test_counting_a_shoe_equals_dealing_on_a_small_one(decks: int) -> None:
    setting = Setting(decks=decks, ranks=(14, 5), suit=0)
    shoe = list(enumerate(decks * stripped_deck((2, 5, 14))))
    dealt: Counter[hands.pairs.PairHand] = Counter()
    for first, second in combinations(shoe, 2):
        for up in shoe:
            if up not in (first, second):
                dealt[hands.pairs.classify((first[1], second[1]), up[1], setting)] += 1
    assert by_shoe((2, 5, 14), decks, setting) == dealt


def test_counting_colors_equals_dealing_on_a_small_deck() -> None:
    deck = stripped_deck((2, 3))
    dealt: Counter[hands.colors.Colors] = Counter()
    for player in combinations(deck, 3):
        dealt.update(hands.colors.classify(player, rest) for rest in combinations(set(deck) - set(player), 3))
    # Four red and four black cards: no six of a color.
    assert dealt == {
        hands.colors.THREE_RED: comb(4, 3) * comb(5, 3),
        hands.colors.THREE_BLACK: comb(4, 3) * comb(5, 3),
        hands.colors.MIXED: 2 * comb(4, 2) * 4 * comb(5, 3),
    }


def test_the_classes_a_shoe_deals_are_those_the_family_lists() -> None:
    for decks in (1, *DECKS):
        for ranks in ((), (14,), (14, 13), (7, 3, 2)):
            setting = Setting(decks=decks, ranks=ranks)
            assert set(by_shoe(ALL_RANKS, decks, setting)) == set(hands.pairs.FAMILY.every_class(setting))


# Published figures that follow from the counts.


@pytest.mark.parametrize(
    ("decks", "pays", "expectation"),
    [
        (8, (25, 12, 6), "-0.040964"),
        (8, (30, 10, 5), "-0.033735"),
        (8, (25, 12, 5), "-0.079518"),
        (8, (25, 15, 5), "-0.021687"),
        (2, (25, 12, 6), "-0.223301"),
    ],
)
def test_perfect_pairs_of_wizardofodds(decks: int, pays: tuple[int, int, int], expectation: str) -> None:
    """wizardofodds.com/games/blackjack/side-bets/perfect-pairs, the player's expectation per unit."""
    found = categories("pairs", by_shoe(ALL_RANKS, decks, Setting(decks=decks)))
    paid = zip(pays, (found["perfect_pair"], found["colored_pair"], found["mixed_pair"]), strict=True)
    assert f"{(sum(pay * count for pay, count in paid) - found['no_pair']) / found['hands']:.6f}" == expectation


@pytest.mark.parametrize(
    ("event", "one_in"),
    [
        ("two_perfect_top_plus_colored", 22_763),
        ("two_perfect_top_plus_colored player-pair", 68_289),
        ("two_perfect_top_suit_plus_colored", 91_052),
        ("two_perfect_top_suit_plus_colored player-pair", 273_156),
        ("three_red_top", 45_526),
    ],
)
def test_two_deck_odds_of_readings_p4_and_p5(event: str, one_in: int) -> None:
    counts = read_counts("pairs_2_decks")
    assert counts["deals"] == counts[event] * one_in


def test_suited_three_of_a_kind_from_six_decks() -> None:
    """1,040 of 5,013,320 sets of three, 240 of them aces, kings or queens; a set is dealt three ways."""
    counts = read_counts("pairs_6_decks")
    assert counts["deals"] == 3 * 5_013_320
    assert counts["perfect_three_of_a_kind"] == 3 * 1_040
    assert counts["three_perfect_chosen"] == 3 * 240


def test_straight_flush_rows_of_readings_k4() -> None:
    """The top row of PT-BJS-HCF-SF-04 holds 212 hands, 1 in 631,059; 41,584 hands hold five or more."""
    classes = by_best_suit(ALL_RANKS, 4, 7, hands.straight_flush.classify)

    def held(event: str) -> int:
        return sum(n for hand, n in classes.items() if hands.straight_flush.FAMILY.events[event](hand, Setting()))

    assert held("straight_flush_7_or_6_ace_high") == 212
    assert round(sum(classes.values()) / 212) == 631_059
    assert held("straight_flush_6_king_high_or_lower") - 212 == 1_412
    assert held("straight_flush_5") == 41_584


def test_ten_high_three_card_flushes() -> None:
    """Published: 5.3 % of all hands, wizardofodds.com/games/high-card-flush/advanced-strategy."""
    classes = by_best_suit(ALL_RANKS, 4, 7, hands.flushes.classify)
    ten_high = sum(n for hand, n in classes.items() if hand.length == 3 and hand.ranks[0] == 10)
    assert f"{ten_high / sum(classes.values()):.1%}" == "5.3%"


def test_no_two_card_straight() -> None:
    """Reading K14: 3.495 % of the hands must fold."""
    counts = read_counts("seven_card_straights")
    assert f"{counts['no_straight'] / counts['hands']:.3%}" == "3.495%"


def test_pocket_bonus_return() -> None:
    """The sample Pocket Bonus: pays of 30, 20, 10 and 5 to 1 return 95.48 %."""
    counts = read_counts("pocket")
    pays = {
        "pair_of_aces": 30,
        "ace_king_queen_or_jack_suited": 20,
        "ace_king_queen_or_jack_offsuit": 10,
        "pair": 5,
    }
    assert f"{sum((pay + 1) * counts[name] for name, pay in pays.items()) / counts['hands']:.2%}" == "95.48%"


def test_prime_probabilities() -> None:
    """Prime wins on 21.2677 % and 2.2618 % of deals, by the closed form."""
    counts = read_counts("colors")
    assert f"{counts['all_six_one_color'] / counts['hands']:.4%}" == "2.2618%"
    assert f"{counts['three_one_color'] / counts['hands']:.4%}" == "21.2677%"
