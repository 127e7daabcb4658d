"""Counting by classes equals dealing every hand, on decks small enough to deal; and the wagers see what games say.

On whole decks the class counts are held to the ``.counts`` files, whose sources stand in their headers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

import croupier
from croupier.cards import hands
from croupier.cards.cards import Card
from croupier.cards.hands import FAMILIES, Setting
from croupier.exact.counting.spaces import Pack, class_counts, deals
from croupier.play.showdown import Showdown
from croupier.rulebook.sights import Seen, seen_by
from tests.counts.test_counts import count_event, read_counts

Classify = Callable[[tuple[Card, ...]], Any]

LOW = Pack((2, 3, 4, 5, 14))
TWO_SUITS = Pack((2, 3, 4, 5, 6, 7, 13, 14), (0, 3))
THREE_SUITS = Pack((2, 3, 4, 5, 6, 14), (0, 2, 3))
ONE_SUIT = Pack(tuple(range(2, 11)), (3,))
GAPS = Pack((2, 4, 5, 9, 12, 13, 14), (1, 2))

UNION: list[tuple[str, Classify, int, Pack]] = [
    ("straights", hands.straights.classify, 5, LOW),
    ("straights", hands.straights.classify, 7, TWO_SUITS),
    ("straights", hands.straights.classify, 6, THREE_SUITS),
    ("straights", hands.straights.classify, 7, GAPS),
    ("straights", hands.straights.classify, 1, LOW),
    ("straight_flush", hands.straight_flush.classify, 5, LOW),
    ("straight_flush", hands.straight_flush.classify, 7, TWO_SUITS),
    ("straight_flush", hands.straight_flush.classify, 6, THREE_SUITS),
    ("straight_flush", hands.straight_flush.classify, 7, ONE_SUIT),
    ("flushes", hands.flushes.classify, 5, LOW),
    ("flushes", hands.flushes.classify, 7, TWO_SUITS),
    ("flushes", hands.flushes.classify, 6, THREE_SUITS),
    ("three_card", hands.three_card.classify, 3, Pack()),
    ("three_card", hands.three_card.classify, 3, TWO_SUITS),
    ("three_card", hands.three_card.classify, 3, ONE_SUIT),
    ("mini_royal", hands.three_card.classify_mini_royal, 3, Pack()),
    ("mini_royal", hands.three_card.classify_mini_royal, 3, Pack((12, 13, 14), (2, 3))),
    ("two_card", hands.two_card.classify_pocket, 2, Pack()),
    ("two_card", hands.two_card.classify_pocket, 2, GAPS),
    ("five_card", hands.five_card.best, 5, LOW),
    ("five_card", hands.five_card.best, 5, THREE_SUITS),
    ("five_card", hands.five_card.best, 6, TWO_SUITS),
    ("five_card", hands.five_card.best, 6, THREE_SUITS),
    ("five_card", hands.five_card.best, 6, ONE_SUIT),
    ("five_card", hands.five_card.best, 7, TWO_SUITS),
    ("five_card", hands.five_card.best, 7, Pack((2, 9, 10, 11), (0, 1, 2, 3))),
]


@pytest.mark.parametrize(("family", "classify", "size", "pack"), UNION)
def test_classes_of_one_set_of_cards(family: str, classify: Classify, size: int, pack: Pack) -> None:
    dealt = Counter(map(classify, combinations(pack.cards, size)))
    seen = Seen(family, size)
    assert class_counts(seen, pack=pack) == dealt
    assert deals(seen, pack=pack) == dealt.total()


@pytest.mark.parametrize(("own", "dealer"), [(3, 3), (2, 1), (3, 0)])
@pytest.mark.parametrize("pack", [Pack((2, 3, 14)), Pack((2, 3, 4, 5), (0, 1)), Pack((2, 3, 4, 5, 6, 7), (2,))])
def test_colors(own: int, dealer: int, pack: Pack) -> None:
    dealt: Counter[hands.colors.Colors] = Counter()
    for mine in combinations(pack.cards, own):
        left = [card for card in pack.cards if card not in mine]
        dealt.update(hands.colors.classify(mine, theirs) for theirs in combinations(left, dealer))
    assert class_counts(Seen("colors", own, dealer), pack=pack) == dealt


@pytest.mark.parametrize(
    "pack", [Pack((2, 3, 4, 13, 14), (0, 1, 3)), Pack((3, 5, 7, 8, 9, 11), (0, 1)), Pack(tuple(range(2, 11)), (2,))]
)
def test_rapid_fire(pack: Pack) -> None:
    dealt: Counter[hands.rapid_fire.RapidFireHand] = Counter()
    for theirs in combinations(pack.cards, 5):
        dealer = hands.five_card.classify(theirs)
        left = [card for card in pack.cards if card not in theirs]
        dealt.update(hands.rapid_fire.classify(hands.two_card.classify(two), dealer) for two in combinations(left, 2))
    assert class_counts(Seen("rapid_fire", 2, 5), pack=pack) == dealt


@pytest.mark.parametrize("ranks", [(14,), (14, 13), (3,), (13, 3)])
@pytest.mark.parametrize(("decks", "pack"), [(2, Pack((3, 13, 14))), (3, Pack((3, 14))), (1, Pack((3, 13, 14)))])
def test_pairs_from_a_shoe(decks: int, pack: Pack, ranks: tuple[int, ...]) -> None:
    setting = Setting(decks=decks, ranks=ranks)
    shoe = list(enumerate(pack.cards * decks))
    dealt: Counter[hands.pairs.PairHand] = Counter()
    for one, other in combinations(shoe, 2):
        for up in shoe:
            if up not in (one, other):
                dealt[hands.pairs.classify((one[1], other[1]), up[1], setting)] += 1
    seen = Seen("pairs", 2, 1)
    assert class_counts(seen, setting, pack) == dealt
    assert deals(seen, setting, pack) == dealt.total()


WHOLE: list[tuple[str, Seen]] = [
    ("seven_card_straights", Seen("straights", 7)),
    ("seven_card_straight_flushes", Seen("straight_flush", 2, 5)),
    ("seven_card_flushes", Seen("flushes", 7)),
    ("three_card", Seen("three_card", 3)),
    ("mini_royal", Seen("mini_royal", 2, 1)),
    ("pocket", Seen("two_card", 2)),
    ("five_card", Seen("five_card", 0, 5)),
    ("six_card_poker", Seen("five_card", 3, 3)),
    ("seven_card_poker", Seen("five_card", 7)),
    ("colors", Seen("colors", 3, 3)),
]


@pytest.mark.parametrize(("file", "seen"), WHOLE)
def test_whole_decks_as_the_count_files_have_them(file: str, seen: Seen) -> None:
    figures = read_counts(file)
    family = FAMILIES[seen.family]
    by_category: Counter[str] = Counter()
    for hand, count in class_counts(seen).items():
        by_category[family.category(hand)] += count
    assert by_category == {name: figures[name] for name in family.categories if figures.get(name)}
    assert by_category.total() == figures["hands"]


@pytest.mark.parametrize("decks", [2, 4, 5, 6, 8])
def test_whole_shoes_as_the_count_files_have_them(decks: int) -> None:
    setting = Setting(decks=decks, ranks=(14, 13, 12), suit=3)
    classes: Mapping[Any, int] = class_counts(Seen("pairs", 2, 1), setting)
    figures = read_counts(f"pairs_{decks}_decks")
    for event in hands.pairs.FAMILY.events:
        assert count_event(classes, event, setting) == figures[event], event
    assert sum(classes.values()) == figures["deals"]


def shares(counts: Mapping[Hashable, int]) -> dict[Hashable, Fraction]:
    total = sum(counts.values())
    return {hand: Fraction(count, total) for hand, count in counts.items()}


SEEN_BY_GAMES = [
    ("keep-it-straight(straight=PT-FLT-KIS-SB-01, straight_flush=PT-FLT-HCF-SF-01)", TWO_SUITS._replace(suits=(0,))),
    ("high-card-flush(flush=SAMPLE-HCF-FLUSH-01, straight_flush=PT-FLT-HCF-SF-01)", Pack((2, 3, 4, 5, 14), (0, 3))),
    (
        "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02, prime=SAMPLE-TCP-PRIME-01, all_six=SAMPLE-TCP-ALL-SIX-01, "
        "mini_royal_progressive=SAMPLE-TCP-MRP-01)",
        Pack((2, 12, 13, 14), (1, 3)),
    ),
]


@pytest.mark.parametrize(("spec", "pack"), SEEN_BY_GAMES)
def test_wagers_see_the_cards_that_the_game_shows_them(spec: str, pack: Pack) -> None:
    game = croupier.load(spec)
    assert isinstance(game, Showdown)
    for _, bonus in game.bonuses:
        wager, sees = bonus.wager, bonus.sees
        seen = seen_by(game.rules, wager)
        dealt: Counter[Hashable] = Counter()
        for own in combinations(pack.cards, game.hand_size):
            left = [card for card in pack.cards if card not in own]
            theirs = combinations(left, game.hand_size) if seen.dealer else [()]
            dealt.update(sees(own, dealer) for dealer in theirs)
        assert shares(class_counts(seen, pack=pack)) == shares(dealt), wager


def test_every_wager_of_the_book_sees_as_many_cards_as_its_family_grades() -> None:
    sizes = {"straights": 7, "straight_flush": 7, "flushes": 7, "three_card": 3, "mini_royal": 3, "two_card": 2}
    sizes |= {"rapid_fire": 7, "colors": 6, "pairs": 3}
    for rules in croupier.book().games.values():
        for wager in rules.wagers:
            if wager.kind in ("bonus", "jackpot"):
                seen = seen_by(rules, wager.id)
                expected = {"all_six": 6, "hedge_bet": 5}.get(wager.id) or sizes[seen.family]
                assert seen.size == expected, (rules.name, wager.id)
