"""Every key against every edition: what each may choose beside its default, and what is refused, with the reason.

The table is written out by hand: a new key, or a key that an edition gains or loses, must be entered here.
"""

from __future__ import annotations

import pytest

from croupier import catalogue
from croupier.errors import CroupierError
from croupier.handbook.rules.pages import game_page
from croupier.handbook.rules.placard import placard_words
from croupier.handbook.rules.records import game_record
from croupier.questions.sheet.wording import Limits

JACKPOT = {
    "keep-it-straight": "straight_flush_progressive=PT-BJS-HCF-SF-E02",
    "high-card-flush": "straight_flush_progressive=PT-BJS-HCF-SF-E02",
    "ricochet-poker": "straight_flush_progressive=PT-BJS-HCF-SF-E02",
    "three-card-prime": "mini_royal_progressive=SAMPLE-TCP-MRP-01",
    "perfect-pairs": "perfect_pairs=PT-PRG-PP-MLP-04",
    "blackjack": "perfect_pairs=PT-PRG-PP-MLP-04",
}
SHARED = "base_wager below_seed envy_per envy_spots simultaneous"
PAIRS = "colored_ace dealer_envy_funding decks dynamic_draw pp13_colored_pair ranks scale_seed suit"
BLACKJACK = (
    "blackjack_pays double_after_split double_on hit_split_aces hole_card original_bets_only penetration resplit_aces "
    "shuffler soft17 split_by split_dealing split_hands surrender"
)
KEYS = {
    ("keep-it-straight", "generic"): f"{SHARED} aggregate_limit aggregate_scope raise_step",
    ("keep-it-straight", "washington"): f"{SHARED} aggregate_approval aggregate_limit aggregate_scope base_wager_2 "
    "below_seed_2 dealing dice house_percentage jackpot raise_step scale_seed scale_seed_2 simultaneous_2",
    ("high-card-flush", "public"): f"{SHARED} aggregate_limit aggregate_scope scale_seed",
    ("ricochet-poker", "generic"): f"{SHARED} beaten_by_waiting_pair last_player_after_kickout odd_chip scale_seed",
    ("three-card-prime", "nevada"): f"{SHARED} aggregate_limit aggregate_scope scale_seed",
    ("perfect-pairs", "nevada"): f"{SHARED} {PAIRS}",
    ("blackjack", "nevada"): f"{SHARED} {PAIRS} {BLACKJACK}",
}
REFUSED = [
    ("keep-it-straight(edition=washington, envy_per=round, {})", "KIS-W Appendix C n.6"),
    ("keep-it-straight(edition=washington, dealing=dice-clockwise, dice=1)", "KIS-W Appendix D"),
    ("keep-it-straight(edition=washington, envy_spots=paid, {})", "KIS-W Appendix C n.6"),
    ("keep-it-straight(scale_seed=no, {})", "edition generic [KIS-G Appendix C n.4]"),
    ("keep-it-straight(jackpot=house, {})", "washington [KIS-W House and Progressive Jackpot Definition]"),
    ("keep-it-straight(dealing=dice-clockwise)", "belongs to edition washington"),
    ("keep-it-straight(edition=washington, dice=2)", "means nothing without dealing"),
    (
        "keep-it-straight(edition=washington, house_percentage=of-posted-not-reduced, {})",
        "means nothing without jackpot",
    ),
    ("keep-it-straight(edition=washington, jackpot=house, simultaneous=share, {})", "without jackpot=progressive"),
    ("keep-it-straight(edition=washington, jackpot=house, below_seed=top-up, {})", "means nothing without jackpot"),
    ("keep-it-straight(edition=washington, jackpot=house, scale_seed=no, {})", "means nothing without jackpot"),
    ("keep-it-straight(edition=washington, jackpot=house)", "means nothing without straight_flush_progressive"),
    (
        "keep-it-straight(edition=washington, jackpot=house, house_percentage=deducted, "
        "straight_flush_progressive=PT-BJS-HCF-SF-E04)",
        "house_percentage=deducted changes nothing on PT-BJS-HCF-SF-E04",
    ),
    ("keep-it-straight(edition=washington, base_wager_2=5, {})", "means nothing without straight_flush_progressive_2"),
    ("keep-it-straight(edition=washington, aggregate_limit=9000, straight=PT-FLT-STR-01)", "WAC 230-15-490"),
    ("keep-it-straight(edition=washington, aggregate_approval=X-1, straight=PT-FLT-STR-01)", "without aggregate_limit"),
    ("keep-it-straight(aggregate_approval=X-1, straight=PT-FLT-KIS-SB-01)", "belongs to edition washington"),
    ("keep-it-straight(aggregate_limit=9000, {})", "no wager on offer has a posted maximum"),
    ("keep-it-straight(aggregate_limit=straight_flush:9000, straight=PT-FLT-KIS-SB-01)", "no note allows a maximum"),
    ("keep-it-straight(aggregate_scope=per-hand, straight=PT-FLT-KIS-SB-01)", "without aggregate_limit"),
    ("keep-it-straight(base_wager=5)", "means nothing without straight_flush_progressive"),
    ("keep-it-straight(envy_per=round, straight_flush_progressive=PT-BJS-HCF-SF-01)", "changes nothing on"),
    ("keep-it-straight(envy_spots=paid, straight_flush_progressive=PT-BJS-HCF-SF-01)", "changes nothing on"),
    ("high-card-flush(aggregate_limit=9000, flush=SAMPLE-HCF-FLUSH-01)", "no wager on offer has a posted maximum"),
    ("three-card-prime(aggregate_limit=9000, prime=SAMPLE-TCP-PRIME-01)", "no wager on offer has a posted maximum"),
    ("ricochet-poker(aggregate_limit=9000)", "nothing in RIC allows it"),
    ("three-card-prime(below_seed=top-up, {})", "changes nothing on SAMPLE-TCP-MRP-01"),
    ("blackjack(below_seed=top-up, perfect_pairs=PT-PRG-PP-MLP-04)", "changes nothing on"),
    ("three-card-prime(scale_seed=no, {})", "changes nothing at a wager of $1"),
    ("high-card-flush(scale_seed=no, {})", "changes nothing at a wager of $1"),
    ("ricochet-poker(scale_seed=no, {})", "changes nothing at a wager of $1"),
    ("keep-it-straight(edition=washington, scale_seed=no, {})", "changes nothing at a wager of $1"),
    (
        "keep-it-straight(edition=washington, base_wager=5, scale_seed_2=no, "
        "straight_flush_progressive_2=PT-BJS-HCF-SF-E02, {})",
        "scale_seed_2=no changes nothing at a wager of $1",
    ),
    ("blackjack(penetration=1/2, shuffler=continuous)", "means nothing without shuffler=shoe"),
    ("blackjack(resplit_aces=yes, split_hands=2)", "means nothing without split_hands=3 or 4"),
    ("ricochet-poker(base_wager=5)", "changes nothing on"),
    ("ricochet-poker(simultaneous=full)", "changes nothing on"),
    # One set of three spades; the dealer's card is everybody's in Ricochet; two seats would need five aces of a suit.
    ("three-card-prime(simultaneous=full, {})", "changes nothing on SAMPLE-TCP-MRP-01, whose meter two seats cannot"),
    ("ricochet-poker(simultaneous=full, mini_royal_progressive=SAMPLE-TCP-MRP-01)", "two seats cannot win"),
    ("perfect-pairs(simultaneous=sequential, decks=4, perfect_pairs=PT-PRG-PP-01)", "two seats cannot win"),
    ("perfect-pairs(simultaneous=sequential, decks=4, perfect_pairs=PT-PRG-PP-MLP-01)", "two seats cannot win"),
    ("perfect-pairs(simultaneous=sequential, decks=2, perfect_pairs=PT-PRG-PP-14)", "two seats cannot win"),
    ("perfect-pairs(simultaneous=sequential, decks=2, perfect_pairs=PT-PRG-PP-15)", "two seats cannot win"),
    ("perfect-pairs(scale_seed=no, {})", "[PPP Appendix C n.10]"),
    ("blackjack(scale_seed=no, {})", "[PPP Appendix C n.10]"),
    ("blackjack(decks=2, perfect_pairs=PT-PRG-PP-14, scale_seed=no)", "[PPP Appendix A n.8]"),
    ("blackjack(perfect_pairs=PT-PRG-PP-03a, scale_seed=no)", "[PPP Appendix B n.9]"),
    ("blackjack(perfect_pairs=PT-PRG-PP-D05, scale_seed=no)", "[PPP Appendix D n.10]"),
    ("blackjack(envy_spots=paid, {})", "PPP Appendix C n.7"),
    ("perfect-pairs(envy_spots=paid, {})", "PPP Appendix C n.7"),
    ("blackjack(original_bets_only=yes)", "means nothing without hole_card"),
    ("blackjack(suit=hearts, perfect_pairs=PT-PRG-PP-03)", "suit=hearts changes nothing on PT-PRG-PP-03"),
    ("blackjack(ranks=K/Q, perfect_pairs=PT-PRG-PP-03)", "takes 1 rank"),
    ("blackjack(colored_ace=player-pair, perfect_pairs=PT-PRG-PP-03)", "changes nothing on"),
    ("blackjack(pp13_colored_pair=pays-as-mixed, perfect_pairs=PT-PRG-PP-03)", "changes nothing on"),
    ("blackjack(dealer_envy_funding=reserve, perfect_pairs=PT-PRG-PP-06a)", "changes nothing on"),
    ("blackjack(dynamic_draw=3-2-1, perfect_pairs=PT-PRG-PP-03)", "has no dynamic pays"),
    ("blackjack(dynamic_draw=hand:1-1, perfect_pairs=PT-PRG-PP-D01)", "weights, for its boosted hands"),
    ("blackjack(decks=3, perfect_pairs=PT-PRG-PP-03)", "decks, not 3"),
]


def test_every_edition_has_just_these_keys() -> None:
    found = {
        (game.name, edition.id): sorted(key.id for key in game.keys if edition.id in key.editions)
        for game in catalogue.book().games.values()
        for edition in game.editions
    }
    assert found == {where: sorted(keys.split()) for where, keys in KEYS.items()}


@pytest.mark.parametrize(("spec", "words"), REFUSED)
def test_what_an_edition_or_a_table_forbids_is_refused_with_the_reason(spec: str, words: str) -> None:
    with pytest.raises(CroupierError) as refused:
        catalogue.configuration(spec.format(JACKPOT[spec.partition("(")[0]]))
    assert words in str(refused.value)


@pytest.mark.parametrize(
    "spec",
    [
        "perfect-pairs(decks=5, perfect_pairs=PT-PRG-PP-01, simultaneous=full)",
        "perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-MLP-01, simultaneous=full)",
        "ricochet-poker(simultaneous=full, straight_flush_progressive=PT-BJS-HCF-SF-01)",
        "keep-it-straight(simultaneous=full, straight_flush_progressive=PT-BJS-HCF-SF-01)",
    ],
)
def test_several_winners_have_their_rule_where_two_seats_can_win(spec: str) -> None:
    assert catalogue.configuration(spec).values["simultaneous"] == "full"


def test_everything_else_that_has_words_of_its_own_is_taken_somewhere() -> None:
    """Each value of each choice in each edition is either taken by some configuration or in the list above."""
    book = catalogue.book()
    listed = " ".join(spec for spec, _ in REFUSED)
    for (name, edition), keys in KEYS.items():
        for key_id in keys.split():
            key = book.game(name).key(key_id)
            for value in key.values:
                if value != key.default and goes_with(name, edition, f"{key_id}={value}") is None:
                    assert f"{key_id}={value}" in listed, (name, edition, key_id, value)


NOT_FOR_PLAYERS = {
    "penetration": "where the cut card goes changes no pay and no choice",
    "shuffler": "how cards are shuffled changes no pay and no choice",
    "dealer_envy_funding": "who pays the dealer",
    "scale_seed": "the meter shows what it begins with",
    "scale_seed_2": "the same",
}


def test_a_choice_of_the_house_is_read_on_its_placard() -> None:
    """Each value of each choice changes the words or the figures of the placard, or is in the list above."""
    for (name, edition), keys in KEYS.items():
        for key_id in keys.split():
            key = catalogue.book().game(name).key(key_id)
            for value in key.values:
                setting = f"{key_id}={value}"
                more = None if value == key.default else goes_with(name, edition, setting)
                if more is None or key_id in NOT_FOR_PLAYERS or name == "perfect-pairs":
                    continue  # the side wager is posted at its table of blackjack
                with_it, without = (
                    placard_words(catalogue.configuration(f"{name}({', '.join(filter(None, parts))})"), Limits())[:-1]
                    for parts in ((f"edition={edition}", setting, more), (f"edition={edition}", more))
                )
                assert with_it != without, (name, edition, setting)


def goes_with(name: str, edition: str, setting: str) -> str | None:
    """One of a few tables that goes with the setting."""
    both = "straight_flush_progressive=PT-BJS-HCF-SF-01, straight_flush_progressive_2=PT-BJS-HCF-SF-E02"
    for more in (
        "",
        JACKPOT[name],
        both,
        f"{JACKPOT[name]}, jackpot=house",
        f"{JACKPOT[name]}, base_wager=5",
        f"{both}, base_wager_2=5",
        "perfect_pairs=PT-PRG-PP-16, decks=2",
        "perfect_pairs=PT-PRG-PP-01",
        "perfect_pairs=PT-PRG-PP-13",
        "perfect_pairs=PT-PRG-PP-06b",
        "dealing=dice-clockwise",
        "hole_card=none",
        "aggregate_limit=9000, straight=PT-FLT-KIS-SB-01",
        "aggregate_limit=9000, aggregate_approval=X-1, straight=PT-FLT-STR-01",
        "aggregate_limit=9000, straight_flush=PT-FLT-HCF-SF-01",
        "aggregate_limit=9000, pair_bonus=PT-FLT-TCPR-PB-02",
    ):
        parts = [f"edition={edition}", setting, *([more] if more else [])]
        try:
            catalogue.configuration(f"{name}({', '.join(parts)})")
        except CroupierError:
            continue
        return more
    return None


@pytest.mark.parametrize(
    ("name", "edition", "key", "left"),
    [
        ("keep-it-straight", "washington", "envy_per", ["qualifying-hand"]),
        ("keep-it-straight", "washington", "envy_spots", ["never"]),
        ("keep-it-straight", "washington", "dice", ["2", "3", "4", "5"]),
        ("keep-it-straight", None, "envy_per", ["qualifying-hand", "round"]),
        ("blackjack", None, "envy_spots", ["never"]),
        ("blackjack", None, "scale_seed", ["yes"]),
    ],
)
def test_what_an_edition_refuses_is_not_shown_among_its_choices(
    name: str, edition: str | None, key: str, left: list[str]
) -> None:
    book = catalogue.book()
    record = game_record(book, catalogue.configuration(name), edition)
    assert [each.values for each in record.keys if each.id == key] == [left]
    others = f" (or {', '.join(left[1:])}):" if key != "dice" and left[1:] else ":"
    if key != "dice":
        assert f"{key} = {left[0]}{others}" in str(game_page(book, book.game(name), edition))


def test_an_unknown_value_is_answered_with_what_may_be_chosen() -> None:
    with pytest.raises(CroupierError, match="known: 2, 3, 4, 5"):
        catalogue.configuration("keep-it-straight(edition=washington, dealing=dice-clockwise, dice=9)")
