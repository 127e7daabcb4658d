"""What every family of hands obeys, whatever the paytable: order, symmetry, nesting, and dumber models that agree."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import cache
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards.cards import DECK, Card, parse_cards
from croupier.cards.hands import (
    FAMILIES,
    Setting,
    blackjack,
    colors,
    five_card,
    flushes,
    pairs,
    rapid_fire,
    straight_flush,
    straights,
    three_card,
    two_card,
)
from croupier.cards.hands.five_card import Category
from croupier.cards.hands.straights import Straight

Classify = Callable[[Any], Any]

SHOE = Setting(decks=8, ranks=(14, 13, 12))

# Family, classifier and the sizes of hand it takes.
BY_CARDS: list[tuple[str, Classify, int, int]] = [
    ("straights", straights.classify, 1, 7),
    ("straight_flush", straight_flush.classify, 1, 7),
    ("flushes", flushes.classify, 1, 7),
    ("three_card", three_card.classify, 3, 3),
    ("mini_royal", three_card.classify_mini_royal, 3, 3),
    ("five_card", five_card.classify, 5, 5),
    ("five_card", five_card.best, 5, 7),
    ("two_card", two_card.classify_pocket, 2, 2),
]
SUIT_BLIND = [each for each in BY_CARDS if each[0] != "mini_royal"]
GROWING = [each for each in BY_CARDS if each[3] == 7]


def hands(fewest: int, most: int) -> st.SearchStrategy[list[Card]]:
    return st.lists(st.sampled_from(DECK), min_size=fewest, max_size=most, unique=True)


@cache
def listed_classes(name: str, setting: Setting) -> frozenset[Hashable]:
    return frozenset(FAMILIES[name].every_class(setting))


def hand(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


@pytest.mark.parametrize("name", FAMILIES)
def test_categories_are_those_of_the_classes(name: str) -> None:
    family = FAMILIES[name]
    classes = list(family.every_class(SHOE))
    assert len(classes) == len(set(classes))
    assert {family.category(each) for each in classes} == set(family.categories)
    assert len(family.categories) == len(set(family.categories))


@pytest.mark.parametrize("name", FAMILIES)
def test_every_event_names_some_hands_but_not_all(name: str) -> None:
    family = FAMILIES[name]
    classes = list(family.every_class(SHOE))
    for event, holds in family.events.items():
        assert 0 < sum(holds(each, SHOE) for each in classes) < len(classes), event


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("setting", [SHOE, Setting(decks=2, ranks=(14,))])
def test_witnesses_show_every_combination_of_events(name: str, setting: Setting) -> None:
    """What is proved on the witnesses, reachable rows and unpaid categories, holds for every class."""
    family = FAMILIES[name]

    def seen(classes: Iterable[Hashable]) -> set[tuple[object, ...]]:
        return {
            (family.category(each), *(holds(each, setting) for holds in family.events.values())) for each in classes
        }

    assert seen(family.witnesses(setting)) == seen(family.every_class(setting))


@pytest.mark.parametrize(("name", "classify", "fewest", "most"), BY_CARDS)
@given(data=st.data())
def test_a_hand_has_one_listed_class_in_any_order(
    name: str, classify: Classify, fewest: int, most: int, data: st.DataObject
) -> None:
    cards = data.draw(hands(fewest, most))
    found = classify(cards)
    assert found in listed_classes(name, Setting())
    assert classify(data.draw(st.permutations(cards))) == found


@pytest.mark.parametrize(("name", "classify", "fewest", "most"), SUIT_BLIND)
@given(data=st.data(), suits=st.permutations(range(4)))
def test_suits_are_equal(
    name: str, classify: Classify, fewest: int, most: int, data: st.DataObject, suits: list[int]
) -> None:
    cards = data.draw(hands(fewest, most))
    assert classify([Card.of(card.rank, suits[card.suit]) for card in cards]) == classify(cards)


@pytest.mark.parametrize(("name", "classify", "fewest", "most"), GROWING)
@given(data=st.data())
def test_one_more_card_never_makes_a_hand_worse(
    name: str, classify: Classify, fewest: int, most: int, data: st.DataObject
) -> None:
    cards = data.draw(hands(fewest + 1, most))
    assert classify(cards) >= classify(cards[:-1])


@pytest.mark.parametrize("name", ["straights", "straight_flush", "flushes"])
def test_a_better_hand_meets_every_event_a_worse_one_meets(name: str) -> None:
    family = FAMILIES[name]
    ranking: list[Any] = sorted(family.every_class(Setting()))
    for holds in family.events.values():
        met = [holds(each, Setting()) for each in ranking]
        assert met == sorted(met)


NESTED = {
    "straight_flush": [
        ("straight_flush_7", "straight_flush_7_or_6_ace_high"),
        ("straight_flush_7_or_6_ace_high", "straight_flush_6_king_high_or_lower"),
    ],
    "three_card": [
        ("mini_royal", "straight_flush"),
        ("straight_flush", "straight"),
        ("straight_flush", "flush"),
        ("three_of_a_kind", "pair"),
    ],
    "mini_royal": [
        ("mini_royal_spades", "mini_royal"),
    ],
    "five_card": [
        ("royal_flush", "straight_flush"),
        ("straight_flush", "flush"),
        ("straight_flush", "straight"),
        ("four_of_a_kind", "three_of_a_kind"),
        ("full_house", "three_of_a_kind"),
        ("full_house", "two_pair"),
        ("two_pair", "pair"),
        ("pair", "pair_of_deuces_or_better"),
        ("straight", "pair_of_aces_or_better"),
        ("pair_of_sixes_or_better", "pair_of_fives_or_better"),
    ],
    "two_card": [
        ("pair_of_aces", "pair"),
        ("ace_king_queen_or_jack_suited", "ace_king_queen_or_jack"),
    ],
    "colors": [
        ("all_six_one_color", "three_one_color"),
    ],
    "pairs": [
        ("three_perfect_chosen_suit", "three_perfect_chosen"),
        ("three_perfect_chosen", "perfect_three_of_a_kind"),
        ("perfect_three_of_a_kind", "three_of_a_kind"),
        ("perfect_three_of_a_kind", "perfect_pair"),
        ("two_perfect_top_suit_plus_colored", "two_perfect_top_plus_colored"),
        ("two_perfect_top_plus_colored", "three_top"),
        ("three_red_top", "three_top"),
        ("three_top", "three_of_a_kind"),
        ("perfect_top_suit", "perfect_top"),
        ("perfect_top_suit", "perfect_pair_suit"),
        ("perfect_top", "perfect_pair"),
        ("perfect_pair_suit", "perfect_pair"),
        ("perfect_pair", "colored_pair"),
    ],
}
"""By family, rows whose hands are all hands of another row too."""


@pytest.mark.parametrize(
    ("name", "narrow", "wide"), [(name, *rows) for name, nested in NESTED.items() for rows in nested]
)
def test_rows_nest(name: str, narrow: str, wide: str) -> None:
    """Reading P28: a hand whose own row a table lacks is graded on the rows that remain."""
    family = FAMILIES[name]
    for each in family.every_class(SHOE):
        assert family.events[wide](each, SHOE) or not family.events[narrow](each, SHOE)


def test_longest_run_by_text_search() -> None:
    """Every set of ranks, written out from ace to ace and read by eye."""
    for mask in range(1, 1 << 13):
        line = "".join("x" if mask >> (rank - 2) % 13 & 1 else " " for rank in range(1, 15))
        longest = min(max(map(len, line.split())), mask.bit_count())
        assert straights.longest_run(mask) == Straight(longest, line.rindex("x" * longest) + longest)
    assert {straights.longest_run(mask) for mask in range(1, 1 << 13) if mask.bit_count() <= 7} == set(
        straights.every_straight(Setting())
    )


@pytest.mark.parametrize(
    ("cards", "straight"),
    [
        ("Ac 2d 3h 6c 6d 9h Js", Straight(3, 3)),  # KIS-G note 2: A-2-3 is 3-high
        ("Qc Kd Ah 6c 6d 9h 2s", Straight(3, 14)),  # and Q-K-A ace-high
        ("Kc Ad 2h 6c 6d 9h 9s", Straight(2, 14)),  # K5: never around the corner
        ("2c 3d 4h 8c 9d Th Ks", Straight(3, 10)),  # K7: of two 3-card straights the higher
        ("2c 3d 3h 4c 4d 5h Ks", Straight(4, 5)),  # K8: duplicates count once
        ("Ac Kd 2h 6c 6d 6h 6s", Straight(2, 14)),  # K14: A-K and A-2 are 2-card straights
        ("2c 4d 6h 8c Td Qh Qs", Straight(1, 12)),
    ],
)
def test_straights_of_the_readings(cards: str, straight: Straight) -> None:
    assert straights.classify(hand(cards)) == straight


@pytest.mark.parametrize(
    ("cards", "straight", "top_row"),
    [
        ("9h Th Jh Qh Kh Ah 2c", Straight(6, 14), True),  # K4
        ("8h 9h Th Jh Qh Kh 2c", Straight(6, 13), False),
        ("Ah 2h 3h 4h 5h 6h Kh", Straight(6, 6), False),  # the ace is low here
        ("7h 8h 9h Th Jh Qh Kh", Straight(7, 13), True),
        ("Ah 2h 3h 9s Ts Js Qd", Straight(3, 11), False),  # K29: only the best
    ],
)
def test_straight_flushes_of_the_readings(cards: str, straight: Straight, top_row: bool) -> None:
    found = straight_flush.classify(hand(cards))
    assert found == straight
    assert straight_flush.FAMILY.events["straight_flush_7_or_6_ace_high"](found, Setting()) == top_row


def test_three_card_order_of_readings_t4() -> None:
    ascending = "2c 3d 5h|Ac Kd Jh|2c 2d 3h|Ac Ad Kh|2c 3c 5c|Ac Kc Jc|Ac 2d 3h|Qc Kd Ah|2c 2d 2h|Ac 2c 3c|Qc Kc Ac"
    found = [three_card.classify(hand(cards)) for cards in ascending.split("|")]
    assert found == sorted(set(found))


@pytest.mark.parametrize(("cards", "qualifies"), [("Qc 3d 2h", True), ("Jc Td 8h", False), ("2c 2d 3h", True)])
def test_queen_high_or_better(cards: str, qualifies: bool) -> None:
    assert three_card.is_at_least_high_card(three_card.classify(hand(cards)), 12) == qualifies


def test_mini_royals_differ_by_suit_only_to_the_progressive() -> None:
    spades, hearts = hand("As Ks Qs"), hand("Ah Kh Qh")
    assert three_card.classify(spades) == three_card.classify(hearts)
    assert three_card.classify_mini_royal(spades) != three_card.classify_mini_royal(hearts)


@pytest.mark.parametrize(
    ("category", "rank", "just_meets", "just_below"),
    [
        ("pair", 13, "Kc Kd 2h 3s 4c", "Qc Qd Ah Ks Jc"),
        ("pair", 14, "Ac Ad 2h 3s 4c", "Kc Kd Ah Qs Jc"),
        ("two_pair", None, "3c 3d 2h 2s 4c", "Ac Ad Kh Qs Jc"),
        ("two_pair", 10, "Tc Td 2h 2s 3c", "9c 9d 8h 8s Ac"),
        ("three_of_a_kind", 5, "5c 5d 5h 2s 3c", "4c 4d 4h As Kc"),
        ("straight_flush", 14, "Ac Kc Qc Jc Tc", "Kd Qd Jd Td 9d"),
    ],
)
def test_kickout_thresholds(category: str, rank: int | None, just_meets: str, just_below: str) -> None:
    """Reading R2: equal to or better."""
    mark = five_card.threshold(category, rank)
    assert five_card.classify(hand(just_below)) < mark <= five_card.classify(hand(just_meets))


def test_thresholds_that_no_hand_has() -> None:
    for category in Category:
        leads = {each.ranks[0] for each in five_card.FAMILY.every_class(Setting()) if each.category == category}  # type: ignore[attr-defined]
        for rank in range(1, 16):
            if rank in leads:
                five_card.threshold(category, rank)
            else:
                with pytest.raises(ValueError, match=str(rank)):
                    five_card.threshold(category, rank)
    with pytest.raises(KeyError):
        five_card.threshold("five_of_a_kind")


@given(hands(14, 14))
def test_acting_order_is_total(cards: list[Card]) -> None:
    seats = [cards[place : place + 2] for place in range(0, 14, 2)]
    keys = [two_card.acting_key(seat) for seat in seats]
    assert len(set(keys)) == 7
    assert keys == [two_card.acting_key(seat[::-1]) for seat in seats]
    by_strength = [strength for strength, _ in sorted(keys)]
    assert by_strength == sorted(map(two_card.classify, seats))


def test_acting_order_of_ric_4() -> None:
    lowest_first = "2s 3c|2c 3d|Kh Qs|Ks Qh|Ac Kc|6d 6h|6s 6c|7c 7d"
    keys = [two_card.acting_key(hand(cards)) for cards in lowest_first.split("|")]
    assert keys == sorted(keys)


@pytest.mark.parametrize(
    ("five", "two", "beats"),
    [
        ("Kc Kd 2h 3s 4c", "Kh Ks", True),  # R9: a kicker beats no kicker
        ("Qc Qd Ah Ks Jc", "Kh Ks", False),
        ("Ac Kd 9h 5s 4c", "Ah Ks", True),
        ("Ac Qd 9h 5s 4c", "Ah Ks", False),
        ("Ac Kd Qh Js 9c", "2h 2s", False),
        ("2c 2d 3h 3s 4c", "Ah As", True),
    ],
)
def test_five_cards_against_two(five: str, two: str, beats: bool) -> None:
    assert two_card.five_beats_two(five_card.classify(hand(five)), two_card.classify(hand(two))) == beats


@given(hands(7, 7))
def test_five_cards_that_hold_a_two_card_hand_beat_it(cards: list[Card]) -> None:
    """Draw three to any two cards and the hand can only be better."""
    assert two_card.five_beats_two(five_card.classify(cards[:5]), two_card.classify(cards[:2]))


@pytest.mark.parametrize(
    ("two", "dealer", "wins"),
    [
        ("Kh Qs", "Kc Qd 9h 5s 4c", True),  # R17: identical two highest, a tie wins
        ("Kh Js", "Kc Qd 9h 5s 4c", False),
        ("Ah 2s", "Kc Qd 9h 5s 4c", True),
        ("2h 2s", "Ac Kd Qh Js 9c", True),
        ("9h 9s", "9c 9d Ah Ks 4c", True),  # the dealer's kicker is not used
        ("8h 8s", "9c 9d Ah Ks 4c", False),
        ("Ah Ks", "2c 2d 3h 5s 4c", False),  # R18
        ("Ah As", "2c 2d 3h 3s 4c", False),  # above a pair the dealer wins
        ("Ah As", "2c 3c 5c 7c 9c", False),
        ("Ah As", "2c 3d 4h 5s 6c", False),
    ],
)
def test_rapid_fire_of_readings_r17_and_r18(two: str, dealer: str, wins: bool) -> None:
    result = rapid_fire.classify(two_card.classify(hand(two)), five_card.classify(hand(dealer)))
    assert (result.duel != rapid_fire.Duel.DEALER_WINS) == wins


@given(hands(6, 6))
def test_colors_by_the_cards_own_word(cards: list[Card]) -> None:
    player, dealer = cards[:3], cards[3:]
    own = len({card.is_red for card in player}) == 1
    expected = (own, len({card.is_red for card in cards}) == 1, own and player[0].is_red)
    assert colors.classify(player, dealer) == expected


@given(st.sampled_from(DECK), st.sampled_from(DECK), st.sampled_from(DECK))
def test_pairs_in_either_order(first: Card, second: Card, up: Card) -> None:
    found = pairs.classify((first, second), up, SHOE)
    assert found == pairs.classify((second, first), up, SHOE)
    assert found in listed_classes("pairs", SHOE)
    assert (found == pairs.NO_PAIR) == (first.rank != second.rank)


@pytest.mark.parametrize(
    ("cards", "events"),
    [
        ("Kc Qc Kc", ""),  # P22: equal value is not a pair
        ("9c 9d 9h", "three_of_a_kind mixed_pair"),
        ("9s 9s 9s", "perfect_three_of_a_kind three_of_a_kind perfect_pair_suit perfect_pair colored_pair"),
        ("9d 9h 2c", "colored_pair"),
        ("Kd Kd Kd", "three_perfect_chosen perfect_three_of_a_kind three_of_a_kind perfect_pair colored_pair"),
        ("As As Kd", "perfect_top_suit perfect_top perfect_pair_suit perfect_pair colored_pair"),
        ("Ah Ad Ah", "two_perfect_top_plus_colored three_red_top three_top three_of_a_kind colored_pair"),
        (
            "As Ac As",
            "two_perfect_top_suit_plus_colored two_perfect_top_plus_colored three_top three_of_a_kind colored_pair",
        ),
        ("Ah As Ah", "three_top three_of_a_kind mixed_pair"),
    ],
)
def test_pair_events(cards: str, events: str) -> None:
    """With aces and kings chosen, and spades as the suit."""
    setting = Setting(decks=6, ranks=(14, 13), suit=3)
    first, second, up = hand(cards)
    found = pairs.classify((first, second), up, setting)
    assert [name for name, holds in pairs.FAMILY.events.items() if holds(found, setting)] == events.split()


def test_the_colored_ace_of_readings_p4() -> None:
    own_pair = Setting(decks=2, ranks=(14,), suit=2, colored_ace="player-pair")
    anywhere = Setting(decks=2, ranks=(14,), suit=2)
    for order in permutations(hand("Ah Ah Ad")):
        found = pairs.classify(order[:2], order[2], own_pair)
        for name in ("two_perfect_top_plus_colored", "two_perfect_top_suit_plus_colored"):
            assert pairs.FAMILY.events[name](found, anywhere)
            assert pairs.FAMILY.events[name](found, own_pair) == (order[0] == order[1])


def test_chosen_ranks_are_taken_by_height_and_default_to_aces() -> None:
    """Reading P14; with jacks, tens and sevens chosen the jack is on top."""
    setting = Setting(decks=6, ranks=(7, 11, 10))
    roles = [pairs.classify(hand(f"{rank}c {rank}d"), DECK[0], setting).role for rank in ("J", "10", "7", "A")]
    assert roles == [pairs.Role.TOP, pairs.Role.CHOSEN, pairs.Role.CHOSEN, pairs.Role.OTHER]
    assert pairs.classify(hand("Ac Ad"), DECK[0], Setting(decks=6)).role == pairs.Role.TOP


def best_total(cards: Iterable[Card]) -> int:
    """Try every value of every ace: the highest count not above 21, or the least of the busts."""
    values = [(1, 11) if card.rank == 14 else (min(card.rank, 10),) for card in cards]
    counts = {sum(choice) for choice in product(*values)}
    return max((count for count in counts if count <= 21), default=min(counts))


@given(st.lists(st.sampled_from(DECK), min_size=1, max_size=8))
def test_blackjack_totals_by_trying_every_ace(cards: list[Card]) -> None:
    total, soft = blackjack.total(cards)
    assert total == best_total(cards)
    hard = sum(min(card.rank, 10) if card.rank < 14 else 1 for card in cards)
    assert soft == (total != hard)
    assert blackjack.is_blackjack(cards) == (len(cards) == 2 and total == 21)
    if len(cards) == 1:
        assert blackjack.value(cards[0]) == total
