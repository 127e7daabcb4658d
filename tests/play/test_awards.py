"""What jackpot wagers come to, by hand: shares, sequences, full pays, envy, the dealer's envy, odd cents."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from croupier import catalogue
from croupier.errors import RoundError
from croupier.play.awards import DEALER, Meters, ValuedAwards, value_jackpots
from croupier.play.game import JackpotBet, Settled, Why
from croupier.play.settlement import Settlement, settle_round
from croupier.units import format_money, parse_money

SF = "straight_flush_progressive"
PP = "perfect_pairs"
SEVEN, SIX, FIVE, FOUR, THREE = (f"straight_flush_{length}" for length in (7, 6, 5, 4, 3))


@dataclass(frozen=True)
class Case:
    """Seats with the event each reached (None: nothing), and what follows from it."""

    name: str
    spec: str
    hands: dict[int, str | None]
    awards: list[tuple[int, str, str]]
    """Seat (0: the dealer), kind, amount; in the order of payment."""
    after: dict[int, str]
    house: str
    """With no other wager on the table: the stakes kept, less what the house itself pays."""
    meters: dict[int, str] = field(default_factory=lambda: {1: "25000.00"})
    seeds: dict[int, str] = field(default_factory=lambda: {1: "10000.00"})


def progressive(table: str, **keys: str) -> str:
    chosen = {SF: f"PT-BJS-HCF-SF-{table}"} | keys
    return f"keep-it-straight({', '.join(f'{key}={value}' for key, value in chosen.items())})"


def pairs(table: str, **keys: str) -> str:
    chosen = {"decks": "6", PP: f"PT-PRG-PP-{table}"} | keys
    return f"blackjack({', '.join(f'{key}={value}' for key, value in chosen.items())})"


CASES = [
    Case("one winner", progressive("01"), {1: SEVEN}, [(1, "meter", "25000.00")], {1: "10000.00"}, "1.00"),
    Case("nobody", progressive("01"), {1: None, 4: None}, [], {1: "25000.00"}, "2.00"),
    Case(
        "fixed pays leave the meter alone",
        progressive("01"),
        {1: FIVE, 2: FOUR, 3: THREE},
        [(1, "fixed", "250.00"), (2, "fixed", "40.00"), (3, "fixed", "3.00")],
        {1: "25000.00"},
        "-290.00",
    ),
    # 25,000.01 by two: 12,500.005.
    Case(
        "share between two, odd cent",
        progressive("03"),
        {1: SEVEN, 2: SIX},
        [(1, "meter", "12500.01"), (2, "meter", "12500.00")],
        {1: "10000.00"},
        "2.00",
        {1: "25000.01"},
    ),
    # 25,000.00 by three: 8,333.33 each, and one cent is left.
    Case(
        "share between three, odd cent to the first paid",
        progressive("03"),
        {2: SIX, 3: SIX, 6: SEVEN},
        [(2, "meter", "8333.34"), (3, "meter", "8333.33"), (6, "meter", "8333.33")],
        {1: "10000.00"},
        "3.00",
    ),
    # 0.02 among three: nothing but the odd cents.
    Case(
        "share of less than a cent each",
        progressive("03"),
        {1: SIX, 2: SIX, 3: SIX},
        [(1, "meter", "0.02"), (2, "meter", "0.00"), (3, "meter", "0.00")],
        {1: "10000.00"},
        "3.00",
        {1: "0.02"},
    ),
    Case(
        "sequence",
        progressive("03", simultaneous="sequential"),
        {1: SIX, 2: SIX, 3: SIX},
        [(1, "meter", "25000.00"), (2, "meter", "10000.00"), (3, "meter", "10000.00")],
        {1: "10000.00"},
        "3.00",
    ),
    # The meter holds 25,000 once; the house pays the second and the third.
    Case(
        "each in full",
        progressive("03", simultaneous="full"),
        {1: SIX, 2: SIX, 3: SIX},
        [(1, "meter", "25000.00"), (2, "meter", "25000.00"), (3, "meter", "25000.00")],
        {1: "10000.00"},
        "-49997.00",
    ),
    Case(
        "the whole, then a tenth of the seed",
        progressive("01"),
        {1: SEVEN, 2: SIX},
        [(1, "meter", "25000.00"), (2, "meter", "1000.00")],
        {1: "9000.00"},
        "2.00",
    ),
    Case(
        "a tenth, then the whole of the rest",
        progressive("01"),
        {1: SIX, 2: SEVEN},
        [(1, "meter", "2500.00"), (2, "meter", "22500.00")],
        {1: "10000.00"},
        "2.00",
    ),
    Case(
        "a tenth, then the whole, without a seed",
        progressive("01"),
        {1: SIX, 2: SEVEN},
        [(1, "meter", "2500.00"), (2, "meter", "22500.00")],
        {1: "0.00"},
        "2.00",
        seeds={},
    ),
    # 2,500 and a tenth of 22,500.
    Case(
        "two tenths, one after the other",
        progressive("01"),
        {1: SIX, 2: SIX},
        [(1, "meter", "2500.00"), (2, "meter", "2250.00")],
        {1: "20250.00"},
        "2.00",
        seeds={},
    ),
    # The first of two sharers fixes the amount at 22,500; the tenth between them is of the seed.
    Case(
        "a tenth before, a tenth between and two sharers",
        progressive("01"),
        {1: SIX, 2: SEVEN, 3: SIX, 4: SEVEN},
        [(1, "meter", "2500.00"), (2, "meter", "11250.00"), (3, "meter", "1000.00"), (4, "meter", "11250.00")],
        {1: "9000.00"},
        "4.00",
    ),
    # A tenth of 99.99 is 9.999.
    Case(
        "a percentage rounds down and the rest stays",
        progressive("01"),
        {1: SIX},
        [(1, "meter", "9.99")],
        {1: "90.00"},
        "1.00",
        {1: "99.99"},
        {},
    ),
    Case(
        "below the seed, no top-up",
        progressive("01"),
        {1: SIX},
        [(1, "meter", "1050.00")],
        {1: "9450.00"},
        "1.00",
        {1: "10500.00"},
    ),
    Case(
        "below the seed, topped up",
        progressive("01", below_seed="top-up"),
        {1: SIX},
        [(1, "meter", "1050.00")],
        {1: "10000.00"},
        "1.00",
        {1: "10500.00"},
    ),
    Case(
        "topped up only from below",
        progressive("01", below_seed="top-up"),
        {1: SIX},
        [(1, "meter", "2500.00")],
        {1: "22500.00"},
        "1.00",
    ),
    # A tenth of 10,500, topped up to 10,000, and a tenth of that.
    Case(
        "topped up between two tenths",
        progressive("01", below_seed="top-up"),
        {1: SIX, 2: SIX},
        [(1, "meter", "1050.00"), (2, "meter", "1000.00")],
        {1: "10000.00"},
        "2.00",
        {1: "10500.00"},
    ),
    Case(
        "envy for every other bettor",
        progressive("E01"),
        {1: None, 2: SEVEN, 5: FIVE},
        [(2, "meter", "25000.00"), (5, "fixed", "200.00"), (1, "envy", "200.00"), (5, "envy", "200.00")],
        {1: "10000.00"},
        "-597.00",
    ),
    Case(
        "two envy hands, one envy for each",
        progressive("E01"),
        {1: SIX, 2: SEVEN, 3: None},
        [
            (1, "meter", "12500.00"),
            (2, "meter", "12500.00"),
            (1, "envy", "200.00"),
            (2, "envy", "200.00"),
            (3, "envy", "200.00"),
            (3, "envy", "200.00"),
        ],
        {1: "10000.00"},
        "-797.00",
    ),
    Case(
        "two envy hands, one envy a round",
        progressive("E01", envy_per="round"),
        {1: SIX, 2: SEVEN, 3: None},
        [
            (1, "meter", "12500.00"),
            (2, "meter", "12500.00"),
            (1, "envy", "200.00"),
            (2, "envy", "200.00"),
            (3, "envy", "200.00"),
        ],
        {1: "10000.00"},
        "-597.00",
    ),
    Case(
        "a House Jackpot pays everyone and stays as posted",
        progressive("01", edition="washington", jackpot="house"),
        {1: SEVEN, 2: SIX, 3: SEVEN},
        [(1, "meter", "25000.00"), (2, "meter", "2500.00"), (3, "meter", "25000.00")],
        {1: "25000.00"},
        "-52497.00",
        seeds={},
    ),
    # Five times $200, $40 and an envy of $200; the meter is displayed and paid as it is.
    Case(
        "a base wager of 5.00",
        progressive("E01", base_wager="5.00"),
        {1: SIX, 2: FIVE, 3: FOUR},
        [
            (1, "meter", "25000.00"),
            (2, "fixed", "1000.00"),
            (3, "fixed", "200.00"),
            (2, "envy", "1000.00"),
            (3, "envy", "1000.00"),
        ],
        {1: "10000.00"},
        "-3185.00",
    ),
    Case(
        "each level is a meter of its own",
        pairs("MLP-01"),
        {1: "three_perfect_chosen_suit", 2: "three_perfect_chosen", 3: "perfect_three_of_a_kind", 4: "mixed_pair"},
        [(1, "meter", "5000.00"), (2, "meter", "600.00"), (3, "meter", "70.00"), (4, "fixed", "4.00")],
        {1: "1000.00", 2: "200.00", 3: "30.00"},
        "0.00",
        {1: "5000.00", 2: "600.00", 3: "70.00"},
        {1: "1000.00", 2: "200.00", 3: "30.00"},
    ),
    # P15: the highest row only, so that the other levels stay; 600.01 by two.
    Case(
        "two winners of one level share that level",
        pairs("MLP-01"),
        {1: "three_perfect_chosen", 2: "three_perfect_chosen", 3: None},
        [(1, "meter", "300.01"), (2, "meter", "300.00")],
        {1: "5000.00", 2: "200.00", 3: "70.00"},
        "3.00",
        {1: "5000.00", 2: "600.01", 3: "70.00"},
        {1: "1000.00", 2: "200.00", 3: "30.00"},
    ),
    Case(
        "envy on the first level alone",
        pairs("MLP-04", base_wager="5.00"),
        {1: "three_perfect_chosen", 2: "perfect_three_of_a_kind", 3: None},
        [(1, "meter", "5000.00"), (2, "meter", "600.00"), (2, "envy", "250.00"), (3, "envy", "250.00")],
        {1: "1000.00", 2: "200.00"},
        "-485.00",
        {1: "5000.00", 2: "600.00"},
        {1: "1000.00", 2: "200.00"},
    ),
    # P12: 3 % of 5,000.00 beside the player's 100 %.
    Case(
        "the dealer's envy, paid by the house",
        pairs("06b"),
        {1: "three_perfect_chosen", 2: "perfect_pair"},
        [(1, "meter", "5000.00"), (2, "fixed", "10.00"), (DEALER, "dealer_envy", "150.00")],
        {1: "1000.00"},
        "-158.00",
        {1: "5000.00"},
        {1: "1000.00"},
    ),
    Case(
        "the dealer's envy, paid from the reserve",
        pairs("06b", dealer_envy_funding="reserve"),
        {1: "three_perfect_chosen", 2: "perfect_pair"},
        [(1, "meter", "5000.00"), (2, "fixed", "10.00"), (DEALER, "dealer_envy", "150.00")],
        {1: "1000.00"},
        "-8.00",
        {1: "5000.00"},
        {1: "1000.00"},
    ),
    # 5,000.01 by two: 2,500.01 and 2,500.00; 3 % is 75.0003 and 75.00.
    Case(
        "the dealer's envy on a shared jackpot",
        pairs("06b"),
        {1: "three_perfect_chosen", 2: "three_perfect_chosen"},
        [
            (1, "meter", "2500.01"),
            (2, "meter", "2500.00"),
            (DEALER, "dealer_envy", "75.00"),
            (DEALER, "dealer_envy", "75.00"),
        ],
        {1: "1000.00"},
        "-148.00",
        {1: "5000.01"},
        {1: "1000.00"},
    ),
    Case("no dealer's envy on 06a", pairs("06a"), {1: "three_perfect_chosen"}, [(1, "meter", "5000.00")],
         {1: "1000.00"}, "1.00", {1: "5000.00"}, {1: "1000.00"}),
]  # fmt: skip


def amounts(wager: str, levels: dict[int, str]) -> Meters:
    return {wager: {level: parse_money(text) for level, text in levels.items()}} if levels else {}


def bets(spec: str, hands: dict[int, str | None]) -> tuple[str, tuple[JackpotBet, ...]]:
    configuration = catalogue.configuration(spec)
    wager = SF if SF in configuration.tables else PP
    rows = {row.event: row for row in configuration.tables[wager].rows}
    stake = configuration.base_wager_cents
    return wager, tuple(
        JackpotBet(seat, wager, stake, rows[event] if event else None, "cite", Why("because"))
        for seat, event in hands.items()
    )


def value(case: Case) -> tuple[str, ValuedAwards, Settlement]:
    wager, placed = bets(case.spec, case.hands)
    meters, seeds = amounts(wager, case.meters), amounts(wager, case.seeds)
    game = catalogue.load(case.spec)
    settlement = settle_round(game, Settled((), placed), meters, seeds)
    return wager, value_jackpots(game.configuration, placed, meters, seeds), settlement


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_awards(case: Case) -> None:
    wager, valued, settlement = value(case)
    assert [(each.seat, each.kind, format_money(each.amount)) for each in valued.awards] == case.awards
    assert {level: format_money(cents) for level, cents in valued.meters[wager].items()} == case.after
    assert format_money(settlement.house) == case.house
    own = {seat: [award for award in case.awards if award[0] == seat] for seat in case.hands}
    stake = catalogue.configuration(case.spec).base_wager_cents
    for seat, awards in own.items():
        assert settlement.seats[seat] == sum(parse_money(amount) for _, _, amount in awards) - stake
    for line in valued.lines:
        for_hand = [amount for _, kind, amount in own[line.seat] if kind in ("meter", "fixed")]
        assert line.net == sum(map(parse_money, for_hand)) - stake, "a line shows its own hand, not envy"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_is_given_is_not_changed(case: Case) -> None:
    wager, placed = bets(case.spec, case.hands)
    meters, seeds = amounts(wager, case.meters), amounts(wager, case.seeds)
    value_jackpots(catalogue.configuration(case.spec), placed, meters, seeds)
    assert (meters, seeds) == (amounts(wager, case.meters), amounts(wager, case.seeds))


@pytest.mark.parametrize(
    ("spec", "hands", "meters", "seeds", "words"),
    [
        (progressive("01"), {3: SEVEN}, {}, {}, "seat 3: .* wins 100 % of level 1, and its meter is not given"),
        (progressive("01"), {3: SIX}, {}, {1: "1.00"}, "seat 3: .* wins 10 % of level 1"),
        (pairs("MLP-01"), {2: "perfect_three_of_a_kind"}, {1: "1.00", 2: "1.00"}, {}, "seat 2: .* 100 % of level 3"),
        (progressive("01"), {1: SEVEN, 2: SIX}, {1: "9.00"}, {}, "seat 2: .* won earlier .* seed is not given"),
        (
            progressive("03", simultaneous="sequential"),
            {1: SIX, 5: SIX},
            {1: "9.00"},
            {},
            "seat 5: .* won earlier .* seed is not given",
        ),
        (progressive("01", below_seed="top-up"), {1: SIX}, {1: "9.00"}, {}, "topped up .* seed is not given"),
    ],
)
def test_what_is_needed_and_missing(
    spec: str, hands: dict[int, str | None], meters: dict[int, str], seeds: dict[int, str], words: str
) -> None:
    wager, placed = bets(spec, hands)
    with pytest.raises(RoundError, match=words):
        value_jackpots(catalogue.configuration(spec), placed, amounts(wager, meters), amounts(wager, seeds))


def test_a_fixed_pay_needs_no_meter() -> None:
    _, placed = bets(progressive("01"), {1: THREE})
    assert value_jackpots(catalogue.configuration(progressive("01")), placed).awards[0].amount == 300


def test_outcomes_follow_the_net() -> None:
    spec = progressive("01")
    _, placed = bets(spec, {1: SIX, 2: None, 3: THREE})
    # A tenth of 10.00 is just the stake.
    valued = value_jackpots(catalogue.configuration(spec), placed, amounts(SF, {1: "10.00"}))
    assert [(line.outcome, line.net) for line in valued.lines] == [("push", 0), ("lose", -100), ("win", 200)]


def test_awards_say_what_they_are() -> None:
    _, placed = bets(pairs("MLP-01"), {1: "three_perfect_chosen", 2: "mixed_pair"})
    meters = amounts(PP, {1: "5000.00", 2: "600.00", 3: "70.00"})
    meter, fixed = value_jackpots(catalogue.configuration(pairs("MLP-01")), placed, meters).awards
    assert (meter.level, meter.percent, meter.event) == (2, "100", "three_perfect_chosen")
    assert (fixed.level, fixed.percent, fixed.event) == (None, None, "mixed_pair")


@pytest.mark.parametrize(
    ("hand", "seeds", "words"),
    [
        (SEVEN, {}, "level 1 was won whole and its seed is not given: the meter shows 0.00"),
        (SEVEN, {1: "30000.00"}, "level 1 was won whole at 25000.00, below its seed of 30000.00"),
        (SIX, {1: "24000.00"}, "level 1 is at 22500.00, below its seed of 24000.00"),
        (SEVEN, {1: "20000.00"}, None),
    ],
)
def test_a_missing_seed_and_a_meter_below_its_seed_are_noted(
    hand: str, seeds: dict[int, str], words: str | None
) -> None:
    spec = progressive("01")
    _, placed = bets(spec, {1: hand})
    valued = value_jackpots(
        catalogue.configuration(spec), placed, amounts(SF, {1: "25000.00"}), amounts(SF, seeds) if seeds else {}
    )
    assert valued.notes == ((f"{SF} {words}",) if words else ())
