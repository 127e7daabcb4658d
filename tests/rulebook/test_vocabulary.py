"""What an operator can type: phrases with ranks, kickers and suits, proved by the loader and solved exactly."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import pytest

from croupier import catalogue
from croupier.cards.cards import DECK, parse_cards
from croupier.cards.hands import FAMILIES, OUR_FAMILIES
from croupier.cards.hands.family import Setting
from croupier.cards.hands.vocabulary import Events
from croupier.errors import RulebookError
from croupier.exact.counting.jackpots import solve_jackpot
from croupier.exact.result import solve_wager
from croupier.rulebook.configuration import configure
from croupier.rulebook.loading import add_user_tables
from tests.own_tables import PAGES, at_own_tables, with_examples

PLAIN = Setting()


@pytest.mark.parametrize("path", sorted(PAGES.glob("*.toml")), ids=lambda path: path.stem)
def test_there_is_one_complete_example_for_each_game_and_it_loads(path: Path) -> None:
    joined = add_user_tables(catalogue.book(), path)
    assert any(table.status == "user" for table in joined.tables.values())
    assert path.stem in catalogue.book().games


def test_every_phrase_has_an_example_that_some_hand_reaches() -> None:
    for name in OUR_FAMILIES:
        family = FAMILIES[name]
        for phrase in family.events.phrases if isinstance(family.events, Events) else ():
            assert phrase.example in family.events, (name, phrase.example)
            shoe = Setting(decks=8) if family.from_a_shoe else PLAIN
            assert any(family.events[phrase.example](hand, shoe) for hand in family.every_class(shoe)), phrase


@pytest.mark.parametrize(
    ("family", "event", "own", "dealer", "is_one"),
    [
        ("colors", "three_one_color:red", "2h 9d Kd", "3h 4h Ks", True),
        ("colors", "three_one_color:black", "2h 9d Kd", "3h 4h Ks", False),
        ("colors", "all_six_one_color:black", "2s 9c Kc", "3s 4c Ks", True),
        ("colors", "all_six_one_color:red", "2h 9d Kd", "3h 4h Ks", False),
        ("pairs", "perfect_pair:hearts", "5h 5h", "9c", True),
        ("pairs", "perfect_pair:black", "5h 5h", "9c", False),
        ("pairs", "colored_pair:red", "5h 5d", "9c", True),
        ("pairs", "colored_pair:red", "5s 5c", "9c", False),
        ("pairs", "perfect_top:spades/clubs", "As As", "9c", True),
        ("pairs", "perfect_top:spades/clubs", "Ks Ks", "9c", False),
        ("pairs", "perfect_three_of_a_kind:red", "5h 5h", "5h", True),
        ("pairs", "perfect_pair:K/Q/J", "Qh Qh", "9c", True),
        ("pairs", "perfect_pair:K/Q/J", "Ah Ah", "9c", False),
        ("pairs", "perfect_pair:K/Q/J", "Qh Qd", "9c", False),
        ("pairs", "perfect_pair:K/Q/J:red", "Qs Qs", "9c", False),
        ("pairs", "colored_pair:2-T:red", "Th Td", "9c", True),
        ("pairs", "colored_pair:2-T:red", "Jh Jd", "9c", False),
        ("pairs", "mixed_pair:J+", "As Ad", "9c", True),
        ("pairs", "mixed_pair:J+", "Ts Td", "9c", False),
        ("pairs", "pair:8", "8s 8s", "9c", True),
        ("pairs", "pair:8", "8s 9s", "8c", False),
        ("pairs", "three_of_a_kind:7", "7s 7h", "7c", True),
        ("pairs", "three_of_a_kind:7", "7s 7h", "8c", False),
        ("pairs", "perfect_three_of_a_kind:A:clubs", "Ac Ac", "Ac", True),
        ("pairs", "perfect_three_of_a_kind:A:clubs", "As As", "As", False),
        ("pairs", "perfect_three_of_a_kind:red", "5h 5h", "5d", False),
    ],
)
def test_colors_and_pairs_by_suit(family: str, event: str, own: str, dealer: str, is_one: bool) -> None:
    shoe = Setting(decks=8)
    hand = FAMILIES[family].classify(parse_cards(own), parse_cards(dealer), shoe)
    assert FAMILIES[family].events[event](hand, shoe) is is_one


@pytest.mark.parametrize(
    "event", ["three_one_color:green", "three_one_color:", "perfect_pair:red:A", "mixed_pair:red", "pair"]
)
def test_what_is_no_phrase_of_colors_or_pairs(event: str) -> None:
    assert event not in FAMILIES["colors"].events
    assert event not in FAMILIES["pairs"].events


@pytest.mark.parametrize(
    ("family", "event", "yes", "no"),
    [
        ("five_card", "two_pair:T+", "Tc Td 2h 2s 3c", "9c 9d 8h 8s Ac"),
        ("five_card", "pair:A:K", "Ac Ad Kh 3s 2c", "Ac Ad Qh Js 2c"),
        ("five_card", "at_least:two_pair:T", "2c 2d 2h 5s 7c", "9c 9d 8h 8s Ac"),
        ("five_card", "at_least:pair:A:K", "Ac Ad Kh 3s 2c", "Ac Ad Qh Js Tc"),
        ("five_card", "pair:5-A", "5c 5d Kh 3s 2c", "4c 4d Ah Ks Qc"),
        ("five_card", "four_of_a_kind:A", "Ac Ad Ah As 2c", "Kc Kd Kh Ks 2c"),
        ("two_card", "suited:A:K", "Ac Kc", "Ac Kd"),
        ("two_card", "offsuit:A:Q/J", "Ac Jd", "Ac Kd"),
        ("two_card", "pair:K/Q/J", "Jc Jd", "Tc Td"),
        ("two_card", "cards:A:T+", "Ac Td", "Kc Td"),
        ("two_card", "at_least:cards:A:K", "2c 2d", "Ac Qc"),
        ("two_card", "at_least:pair:T", "Tc Td", "9c 9d"),
        ("two_card", "suited", "2c 7c", "2c 7d"),
        ("three_card", "high_card:Q+", "Qc 5d 3h", "Jc 5d 3h"),
        ("mini_royal", "mini_royal:hearts", "Ah Kh Qh", "As Ks Qs"),
        ("mini_royal", "mini_royal:red", "Ad Kd Qd", "As Ks Qs"),
        ("straights", "straight:5:T+", "6c 7d 8h 9s Tc 2d 2h", "5c 6c 7d 8h 9s 2d 2h"),
        ("straight_flush", "straight_flush:3:A", "Qc Kc Ac 2d 4h 6s 8s", "Jc Qc Kc 2d 4h 6s 8s"),
        ("flushes", "flush:4:A", "Ac 3c 5c 7c 2d 4h 6s", "Kc 3c 5c 7c 2d 4h 6s"),
    ],
)
def test_what_a_phrase_names(family: str, event: str, yes: str, no: str) -> None:
    found = FAMILIES[family]
    assert found.events[event](found.classify(parse_cards(yes), (), PLAIN), PLAIN)
    assert not found.events[event](found.classify(parse_cards(no), (), PLAIN), PLAIN)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"pair:A", "A-A"', '"pear:A", "A-A"', "did you mean pair"),
        ('"suited:A:K"', '"suited:A:1"', "it is written suited[:HIGH:LOW], as in suited:A:K"),
        ('"pair:2-T", "2-2', '"pair:T-2", "2-2', "it is written pair:RANKS"),
        ('["pair:K/Q/J", "K-K, Q-Q, J-J", "10"]', '["pair", "Pairs", "10"]', "unreachable row 'pair:2-T'"),
        ('["two_pair", "Two Pair", "2"]', '["two_pair:3-A:2-K", "Two Pair", "4"]', "pays more than 'two_pair:T+'"),
        ('kickers = "K", label', 'kickers = "A", label', "'pair' with rank 'A' and A is not a five-card threshold"),
        ('kickers = "K", label', 'kickers = "Z", label', "ladders[0].rungs[0].kickers: 'Z' is not a rank"),
        ('["ties_dealer", "Two', '["ties_the_dealer", "Two', "did you mean ties_dealer"),
        ("_with:pair:T-K", "_with:pairs:T-K", "or beats_dealer_with:at_least:KIND:RANK[:RANK], as in"),
        ("_with:pair:T-K", "_wth:pair:T-K", "did you mean beats_dealer_with"),
        ("_with:cards:8-Q:7-J", "_with:at_least:cards:2:3", "in the family rapid_fire"),
        (
            '"ties_dealer_with:at_least:cards:A:K"',
            '"ties_dealer_with:cards:A:5"',
            "unreachable row 'ties_dealer_with:cards",
        ),
        ('a Pair of Aces", "8"', 'a Pair of Aces", "4"', "pays more than 'beats_dealer_with:pair:A'"),
        ('"mini_royal:hearts", "Mini', '"mini_royal:heart", "Mini', "it is written mini_royal:SUITS"),
    ],
)
def test_an_error_names_the_file_the_key_and_the_nearest_event(old: str, new: str, words: str, tmp_path: Path) -> None:
    text = (PAGES / "ricochet-poker.toml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "own.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(RulebookError) as refused:
        add_user_tables(catalogue.book(), path)
    assert words in str(refused.value)
    assert str(path) in str(refused.value)


def test_a_pocket_table_is_solved_as_all_its_hands_say() -> None:
    book = with_examples("ricochet-poker")
    chosen = configure(book, "ricochet-poker(pocket_bonus=OUR-POCKET)")
    table = chosen.tables["pocket_bonus"]
    family = FAMILIES["two_card"]
    won = Fraction()
    for hand in combinations(DECK, 2):
        row = table.grade(family.classify(hand, (), PLAIN), PLAIN)
        won += row.pay.odds if row and hasattr(row.pay, "odds") else -1
    assert solve_wager(chosen, "pocket_bonus").distribution.expectation == won / 1326


def test_pairs_by_rank_are_counted_as_arithmetic_says() -> None:
    """Six decks: 24 cards of a rank, 310 cards for the up-card; three aces go to the first row."""
    solved = solve_jackpot(
        configure(with_examples("perfect-pairs"), "perfect-pairs(decks=6, perfect_pairs=OUR-FACES)"), "perfect_pairs"
    )
    counts = {row.row.event: row.count for row in solved.counted.rows}
    perfect, colored, mixed = 4 * 15, 2 * 36, 4 * 36
    assert counts == {
        "three_of_a_kind:A": 24 * 23 // 2 * 22,
        "perfect_pair:K/Q/J:red": 3 * 2 * 15 * 310,
        "perfect_pair:K/Q/J": 3 * 2 * 15 * 310,
        "perfect_pair": 9 * perfect * 310 + perfect * 288,
        "colored_pair:T+": 4 * colored * 310 + colored * 288,
        "colored_pair": 8 * colored * 310,
        "mixed_pair:2-5": 4 * mixed * 310,
        "pair:6+": 8 * mixed * 310 + mixed * 288,
    }


def rapid_fire_rows(table: str) -> dict[str, int]:
    solved = solve_wager(at_own_tables(f"ricochet-poker(rapid_fire={table})"), "rapid_fire")
    return {row.row.event: row.count for row in solved.counted.rows}


def test_rapid_fire_pays_ties_by_their_own_row() -> None:
    rows = rapid_fire_rows("OUR-RAPID-FIRE")
    assert rows["beats_dealer"] + rows["ties_dealer"] == sum(rapid_fire_rows("SAMPLE-RIC-RF-01").values())
    assert rows["ties_dealer"] > 0


def test_rapid_fire_by_rank_is_counted_as_arithmetic_says() -> None:
    rows = rapid_fire_rows("OUR-RAPID-FIRE-BY-RANK")
    # Aces beat a lower pair and every high card, not straights and flushes; two aces are left to the dealer.
    paired = 12 * 6 * (comb(11, 3) * 4**3 + comb(11, 2) * 4**2 * 2)
    five_ranks = comb(12, 5) * 4**5 + comb(12, 4) * 4**4 * 2
    straights = 8 * 4**5 + 2 * 4**4 * 2
    flushes = 4 * comb(12, 5) + 2 * comb(12, 4)
    straight_flushes = 8 * 4 + 2 * 2
    assert rows["beats_dealer_with:pair:A"] == 6 * (paired + five_ranks - straights - flushes + straight_flushes)
    # Every pair ties itself; ace-king ties ace-king with three of eleven lower ranks, not Q-J-10. Of the dealer's
    # 9 * 64 suits three make a flush where the player's two cards are suited, else two.
    pairs = 13 * 6 * comb(12, 3) * 4**3
    ace_king = (comb(11, 3) - 1) * (4 * (9 * 64 - 3) + 12 * (9 * 64 - 2))
    assert rows["ties_dealer_with:at_least:cards:A:K"] == pairs + ace_king


def test_every_family_that_a_wager_takes_has_ranks() -> None:
    taken = {wager.family for game in catalogue.book().games.values() for wager in game.wagers if wager.family}
    assert not {name for name in taken if not getattr(FAMILIES[name].events, "phrases", ())}


def test_kickers_decide_a_kickout() -> None:
    book = with_examples("ricochet-poker")
    game = catalogue.load(configure(book, "ricochet-poker(kickout=OUR-KICKOUT)"))
    five = FAMILIES["five_card"]
    mark = game.configuration.ladders["kickout"].rung(1).lowest
    assert five.classify(parse_cards("Ac Ad Kh 3s 2c"), (), PLAIN) >= mark  # type: ignore[operator]
    assert not five.classify(parse_cards("Ac Ad Qh Js 2c"), (), PLAIN) >= mark  # type: ignore[operator]


def test_the_variable_brings_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_PAYTABLES", str(PAGES / "ricochet-poker.toml"))
    catalogue.book.cache_clear()
    try:
        assert "OUR-POCKET" in catalogue.book().tables
    finally:
        monkeypatch.undo()
        catalogue.book.cache_clear()
