"""Side wagers against what others have published: every printed digit, by who printed it."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import comb

import pytest

import croupier
from croupier.cards.hands import Setting
from croupier.exact.counting.rows import count_table, returned
from croupier.exact.counting.spaces import class_counts
from croupier.exact.distribution import Distribution
from croupier.exact.result import solve_wager
from croupier.rulebook.rules import Paytable, Row
from croupier.rulebook.sights import Seen
from croupier.units import ToOne


def printed(value: Fraction, like: str) -> str:
    """The value with as many decimal places as the printed figure."""
    places = -int(Decimal(like).as_tuple().exponent)
    scaled = round(abs(value) * 10**places)
    whole, rest = divmod(scaled, 10**places)
    return f"{'-' if value < 0 else ''}{whole}.{rest:0{places}d}"


def flat_table(family: str, pays: dict[str, int], decks: int = 1) -> Paytable:
    rows = tuple(Row(event, event, ToOne(Fraction(pay))) for event, pay in pays.items())
    return Paytable("TEST", (), "test", family, "to", "user", (decks,), 0, 0, None, rows, (), (), "")


def solve_flat(seen: Seen, pays: dict[str, int], setting: Setting | None = None) -> Distribution:
    setting = setting or Setting()
    counted = count_table(flat_table(seen.family, pays, setting.decks), setting, class_counts(seen, setting))
    outcomes = [(returned(each.row.pay) - 1, each.count) for each in counted.rows]
    return Distribution.of([(Fraction(-1), counted.losing), *outcomes])


PAIR_BONUS_EVENTS = ("mini_royal", "straight_flush", "three_of_a_kind", "straight", "flush", "pair")


@pytest.mark.parametrize(
    ("pays", "percent"),
    [
        ((40, 40, 30, 6, 4, 1), "2.32"),
        ((40, 40, 30, 6, 3, 1), "7.28"),
        ((50, 40, 30, 6, 3, 1), "7.10"),
        ((40, 40, 30, 5, 4, 1), "5.57"),
        ((100, 40, 30, 5, 4, 1), "4.49"),
    ],
)
def test_pair_bet_as_casinocity_and_tunicatravel_print_it(pays: tuple[int, ...], percent: str) -> None:
    """online.casinocity.com 124535; tunicatravel.com. A first pay of 50 or 100 is the mini-royal's."""
    outcome = solve_flat(Seen("three_card", 3), dict(zip(PAIR_BONUS_EVENTS, pays, strict=True)))
    assert printed(outcome.house_edge * 100, percent) == percent


def edge(spec: str, wager: str) -> Fraction:
    return solve_wager(croupier.configuration(spec), wager).distribution.house_edge * 100


def test_the_books_own_pair_bonus_tables_with_the_same_pays() -> None:
    assert printed(edge("three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)", "pair_bonus"), "2.32") == "2.32"
    assert printed(edge("three-card-prime(pair_bonus=PT-FLT-TCPR-PB-05)", "pair_bonus"), "7.28") == "7.28"


def test_prime_as_wizardofodds_prints_it() -> None:
    assert printed(edge("three-card-prime(prime=SAMPLE-TCP-PRIME-01)", "prime"), "3.62") == "3.62"
    # derived: 3.6206 %
    assert printed(edge("three-card-prime(prime=SAMPLE-TCP-PRIME-01)", "prime"), "3.6206") == "3.6206"


SIX_CARD_EVENTS = (
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
)


@pytest.mark.parametrize(
    ("pays", "percent"),
    [
        ((1000, 200, 100, 20, 15, 10, 7), "8.56"),  # wizardofodds.com, version 1-A
        ((1000, 200, 50, 25, 15, 10, 5), "15.28"),  # derived
    ],
)
def test_six_card_bonus(pays: tuple[int, ...], percent: str) -> None:
    outcome = solve_flat(Seen("five_card", 3, 3), dict(zip(SIX_CARD_EVENTS, pays, strict=True)))
    assert printed(outcome.house_edge * 100, percent) == percent


def test_a_six_card_bonus_that_table_games_online_prints_a_digit_off() -> None:
    """table-games-online.com prints 10.23 % for 1000/200/50/25/20/10/5; the exact value is 10.2209 %."""
    pays = dict(zip(SIX_CARD_EVENTS, (1000, 200, 50, 25, 20, 10, 5), strict=True))
    assert printed(solve_flat(Seen("five_card", 3, 3), pays).house_edge * 100, "10.22") == "10.22"


def test_pocket_bonus_as_published_for_heads_up_holdem() -> None:
    """galera-bet.com: a return of 95.48 %."""
    returns = 100 - edge("ricochet-poker(pocket_bonus=SAMPLE-RIC-PB-01)", "pocket_bonus")
    assert printed(returns, "95.48") == "95.48"
    assert printed(returns, "95.4751") == "95.4751"  # derived


PAIR_EVENTS = ("perfect_pair", "colored_pair", "mixed_pair")


@pytest.mark.parametrize(
    ("pays", "decks", "expectation"),
    [
        ((25, 12, 6), 8, "-0.040964"),
        ((30, 10, 5), 8, "-0.033735"),
        ((25, 12, 5), 8, "-0.079518"),
        ((25, 15, 5), 8, "-0.021687"),
        ((25, 12, 6), 2, "-0.223301"),
    ],
)
def test_perfect_pairs_as_wizardofodds_prints_it(pays: tuple[int, ...], decks: int, expectation: str) -> None:
    """wizardofodds.com/games/blackjack/side-bets/perfect-pairs."""
    setting = Setting(decks=decks)
    outcome = solve_flat(Seen("pairs", 2, 1), dict(zip(PAIR_EVENTS, pays, strict=True)), setting)
    assert printed(outcome.expectation, expectation) == expectation


@pytest.mark.parametrize(
    ("pays", "percents"),
    [
        ((25, 12, 6), ("22.33", "10.14", "7.72", "6.11", "4.10")),
        ((30, 10, 5), ("25.24", "10.63", "7.72", "5.79", "3.37")),
        ((25, 12, 5), ("26.21", "14.01", "11.58", "9.97", "7.95")),
        ((25, 15, 5), ("20.39", "8.21", "5.79", "4.18", "2.17")),
    ],
)
def test_perfect_pairs_on_every_number_of_decks(pays: tuple[int, ...], percents: tuple[str, ...]) -> None:
    """Recomputed here; the values for eight decks are published."""
    for decks, percent in zip((2, 4, 5, 6, 8), percents, strict=True):
        outcome = solve_flat(Seen("pairs", 2, 1), dict(zip(PAIR_EVENTS, pays, strict=True)), Setting(decks=decks))
        assert printed(outcome.house_edge * 100, percent) == percent


def test_suited_trips_of_six_decks() -> None:
    """wizardofodds.com, 21+3: 1,040 of 5,013,320 sets of three cards; ukcasinotablegames.info: 240 of A, K or Q."""
    setting = Setting(decks=6, ranks=(14, 13, 12))
    total = comb(312, 2) * 310
    trips = count_table(
        flat_table("pairs", {"three_perfect_chosen": 1, "perfect_three_of_a_kind": 1}, 6),
        setting,
        class_counts(Seen("pairs", 2, 1), setting),
    )
    chosen, others = trips.rows
    assert Fraction(chosen.count + others.count, total) == Fraction(1_040, 5_013_320)
    assert Fraction(chosen.count, total) == Fraction(240, 5_013_320)
    assert chosen.one_in is not None
    assert round(chosen.one_in) == 20_889


def test_seven_card_straights_and_straight_flushes() -> None:
    """stats.stackexchange.com 104652: 8 x 4^7; and the standard seven-card poker frequency 41,584."""
    straights = class_counts(Seen("straights", 7))
    assert sum(n for hand, n in straights.items() if hand[0] == 7) == 8 * 4**7 == 131_072
    flushes = class_counts(Seen("straight_flush", 7))
    assert sum(n for hand, n in flushes.items() if hand[0] >= 5) == 41_584


def test_high_card_flush_hands_as_wizardofodds_prints_them() -> None:
    """Three-card flush, ten-high: 5.3 % of all hands."""
    counts = class_counts(Seen("flushes", 7))
    ten_high = sum(n for hand, n in counts.items() if hand[0] == 3 and hand[1][0] == 10)
    assert printed(Fraction(ten_high, comb(52, 7)) * 100, "5.3") == "5.3"


def test_the_edges_that_the_documents_imply_for_keep_it_straight() -> None:
    """No published figure: pinned here as exact fractions of 133,784,560 deals, counted twice (tests/counts)."""
    spec = "keep-it-straight(straight=PT-FLT-KIS-SB-01)"
    solved = solve_wager(croupier.configuration(spec), "straight")
    assert {row.event: row.count for row in solved.rows}["straight_7"] == 131_072
    assert printed(solved.distribution.house_edge * 100, "5.1729") == "5.1729"
