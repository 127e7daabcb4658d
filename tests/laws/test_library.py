"""The laws that are library code, over the whole catalogue: what ``croupier test-game`` asks of a stranger's game."""

from __future__ import annotations

import pytest

from croupier import catalogue
from croupier.cards.hands import FAMILIES, Setting
from croupier.cards.shuffle import SeededSource
from croupier.errors import LawBroken, MissingPart
from croupier.exact.counting.spaces import Pack, by_any_hand, by_dealing, class_counts
from croupier.laws.checking import counted_alike, every_row_reached, graded_alike, graded_wagers
from croupier.laws.rounds import LAWS, play_out, random_table
from croupier.play.game import Bonus
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.rules import Wager
from croupier.rulebook.sights import Seen
from tests.laws.test_rounds import PLAYABLE

GRADED = [
    pytest.param(wager, configuration, id=str(configuration))
    for name in sorted(catalogue.book().games)
    for _, wager, configuration in graded_wagers(name)
]


@pytest.mark.parametrize("name", PLAYABLE)
def test_every_law_of_a_round(name: str) -> None:
    for number in range(15):
        seed = f"library/{number}"
        played = play_out(random_table(name, seed), SeededSource(seed))
        for law in LAWS.values():
            law(played)


@pytest.mark.parametrize(("wager", "configuration"), GRADED)
def test_exact_sees_what_play_pays(wager: Wager, configuration: Configuration) -> None:
    if configuration.name in PLAYABLE:
        assert graded_alike(configuration, wager, rounds=12, seed="sights")
    assert counted_alike(configuration, wager.id)
    if wager.kind != "award":
        every_row_reached(configuration, wager.id)


def test_a_wager_that_is_settled_on_other_cards_than_it_declares_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    configuration = catalogue.configuration("three-card-prime(prime=SAMPLE-TCP-PRIME-01)")
    monkeypatch.setattr(Bonus, "sees", lambda self, own, dealer: self._classify(dealer, own, self.chart.setting))
    with pytest.raises(LawBroken, match=r"exact sees what play pays: seat .: prime was settled as"):
        graded_alike(configuration, configuration.rules.wager("prime"), rounds=40, seed="caught")


def test_a_counter_that_counts_other_cards_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    configuration = catalogue.configuration("three-card-prime(prime=SAMPLE-TCP-PRIME-01)")
    monkeypatch.setattr(
        "croupier.exact.counting.spaces.class_counts",
        lambda seen, setting, pack: class_counts(Seen("colors", 3, 3), None, Pack()),
    )
    with pytest.raises(LawBroken, match="does not count its declared cards"):
        counted_alike(configuration, "prime")


SMALL = {
    "straights": Seen("straights", 5),
    "flushes": Seen("flushes", 4, 1),
    "straight_flush": Seen("straight_flush", 2, 3),
    "five_card": Seen("five_card", 2, 3),
    "three_card": Seen("three_card", 3),
    "rapid_fire": Seen("rapid_fire", 2, 5),
    "two_card": Seen("two_card", 2),
    "colors": Seen("colors", 3, 3),
    "mini_royal": Seen("mini_royal", 2, 1),
    "pairs": Seen("pairs", 2, 1),
}


@pytest.mark.parametrize("name", FAMILIES)
def test_the_counter_for_any_family_deals_every_hand(name: str) -> None:
    """It classifies one hand for all that differ in suits alone; here beside plain dealing, on a small deck."""
    for pack in (Pack((2, 3, 9, 14)), Pack((5, 6, 7, 8, 13), (0, 2, 3)), Pack((2, 3, 4, 5, 6, 14), (1, 3))):
        setting = Setting(decks=2 if FAMILIES[name].from_a_shoe else 1, ranks=(14,))
        assert by_any_hand(pack, SMALL[name], setting) == by_dealing(pack, SMALL[name], setting)


@pytest.mark.parametrize("name", ["three_card", "mini_royal", "two_card", "five_card"])
def test_the_counter_for_any_family_equals_the_fast_one_on_a_whole_deck(name: str) -> None:
    assert by_any_hand(Pack(), SMALL[name], Setting()) == class_counts(SMALL[name])


def test_too_many_hands_are_refused_and_not_sampled() -> None:
    with pytest.raises(MissingPart, match="deals are too many") as refused:
        by_any_hand(Pack(), Seen("straights", 7), Setting())
    assert "croupier simulate" in str(refused.value)
