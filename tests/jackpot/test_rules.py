"""What the documents and the law ask of a running link, each rule tested by its name.

What they ask of a plan on paper (links, sensors, notices) is in test_link_rules.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from croupier import catalogue
from croupier.cards.shuffle import SeededSource
from croupier.casino.floor import load_layout
from croupier.casino.scripted import scripted
from croupier.jackpot.accounts import meter, overflow
from croupier.jackpot.book.book import JackpotBook
from croupier.jackpot.book.recovery import Identity, recover
from croupier.jackpot.journal import StoreBroken
from croupier.jackpot.kinds.bank import REASONS, required_cents
from croupier.jackpot.kinds.rounds import contribute
from croupier.jackpot.plan.link_plan import MILLION, Level, LinkPlan, TablePlan, Threshold, plan_hash, plan_to_json
from croupier.jackpot.state import conservation_faults
from tests.jackpot.carrying import with_rules
from tests.jackpot.floor import (
    KING_HIGH_SIX,
    LINK,
    OTHER_SEVEN,
    SEVEN_CARDS,
    WAGER,
    ask,
    close_day,
    go_live,
    house_plan,
    open_book,
    plan,
    with_level,
)
from tests.jackpot.memory import MemoryStore
from tests.jackpot.rejections import balances, reject_a_false_win

FIVE_CARDS = "9c 8c 7c 6c 5c Kd 2h"
SEED = 1_000_000


@pytest.fixture
def book(store: MemoryStore) -> Iterator[JackpotBook]:
    made = open_book(store)
    yield made
    assert conservation_faults(made.state) == []


def pairs_plan(paytable: str, levels: tuple[Level, ...], **settings: str) -> LinkPlan:
    """Perfect Pairs at a blackjack table."""
    given = ", ".join(f"{name}={value}" for name, value in {"perfect_pairs": paytable, **settings}.items())
    spec = str(catalogue.configuration(f"blackjack({given})"))
    base = round(float(settings.get("base_wager", "1.00")) * 100)
    made = replace(
        plan(),
        paytable=paytable,
        jurisdiction="nevada",
        base_wager_cents=base,
        unreasonable_cents=base * 6,
        levels=levels,
        tables=(TablePlan("T01", spec, "perfect_pairs", 6, "here"),),
        dealer_envy_from="reserve" if settings.get("dealer_envy_funding") == "reserve" else "house",
    )
    return with_rules(made)


def play(
    book: JackpotBook, seats: list[int], hands: dict[str, Any], *, table: str = "T01", number: int = 1, **more: Any
) -> list[dict[str, Any]]:
    """A whole round; its awards."""
    about = {"table": table, "round": number}
    assert ask(book, "wager", "dee", seats=seats, **about).code == "ok"
    assert ask(book, "lock", "dee", **about).code == "ok"
    reply = ask(book, "result", "dee", hands=hands, **about, **more)
    assert reply.code == "ok", reply
    assert reply.body is not None
    awards: list[dict[str, Any]] = reply.body["awards"]
    return awards


# House jackpots


def test_a_house_meter_never_rises(book: JackpotBook) -> None:
    go_live(book, house_plan())
    for number in range(1, 6):
        play(book, [1, 2, 3, 4, 5, 6], {}, number=number)
    assert book.display.meters == {1: SEED}
    assert book.state.cents("house") == 5 * 6 * 100
    assert not any(name.startswith(("meter", "reserve")) for name in book.state.balances)


def test_each_winner_of_a_house_jackpot_is_paid_the_full_posted_prize(book: JackpotBook) -> None:
    go_live(book, house_plan())
    awards = play(book, [1, 2], {"1": SEVEN_CARDS, "2": OTHER_SEVEN})
    assert [award["cents"] for award in awards] == [SEED, SEED]
    assert book.display.meters == {1: SEED}
    assert -book.state.cents("prizes") == 2 * SEED


# Meters


def test_a_progressive_rises_with_every_wager_on_every_linked_table(book: JackpotBook) -> None:
    go_live(book)
    for count, table in enumerate(("T01", "T07", "T15"), 1):
        assert ask(book, "wager", "dee", table=table, round=1, seats=[2, 5]).code == "ok"
        assert book.display.meters == {1: SEED + count * 2 * 18}


def test_contributions_are_exact_to_the_millionth_of_a_cent(book: JackpotBook) -> None:
    go_live(book, with_level(plan(), increment_ppm=175_555, reserve_ppm=12_347))
    for number in range(1, 1001):
        play(book, [1, 2, 3], {}, number=number)
    wagers = 3000 * 100
    exact = {"meter.1": wagers * 175_555, "reserve": wagers * 12_347, "house": wagers * (1_000_000 - 187_902)}
    for account, brought in exact.items():
        kept = book.state.contributed[account] + book.state.contributed.get(f"remainder.{account}", 0)
        assert kept == brought
        assert 0 <= book.state.balance(f"remainder.{account}") < 1_000_000
    assert -book.state.balance("wagers") == sum(exact.values())


def test_only_percentage_pays_reduce_the_meter(book: JackpotBook) -> None:
    go_live(book, plan("PT-BJS-HCF-SF-01"))
    play(book, [1], {"1": FIVE_CARDS}, number=1)
    assert book.display.meters == {1: SEED + 18}
    awards = play(book, [1], {"1": KING_HIGH_SIX}, number=2)
    assert [award["percent"] for award in awards] == ["10"]
    assert awards[0]["cents"] == (SEED + 36) // 10
    assert book.display.meters == {1: SEED + 36 - (SEED + 36) // 10}


def test_a_ten_percent_pay_may_leave_the_meter_below_its_seed(book: JackpotBook) -> None:
    go_live(book, plan("PT-BJS-HCF-SF-01"))
    play(book, [1], {"1": KING_HIGH_SIX})
    assert book.display.meters[1] < SEED


def test_a_meter_below_its_seed_is_topped_up_where_the_plan_says_so(book: JackpotBook) -> None:
    chosen = plan("PT-BJS-HCF-SF-01")
    spec = str(
        catalogue.configuration(f"keep-it-straight(edition=washington, below_seed=top-up, {WAGER}=PT-BJS-HCF-SF-01)")
    )
    tables = tuple(replace(table, game=spec) for table in chosen.tables)
    go_live(book, with_rules(replace(chosen, below_seed="top-up", tables=tables)))
    play(book, [1], {"1": KING_HIGH_SIX})
    assert book.display.meters == {1: SEED}


def three_levels(lowest_begins: int) -> LinkPlan:
    levels = (
        Level(1, 500_000, 500_000, 500_000, 100_000),
        Level(2, 50_000, 60_000, 50_000, 50_000),
        Level(3, 10_000, 10_000, lowest_begins, 20_000),
    )
    return pairs_plan("PT-PRG-PP-MLP-01", levels, suit="spades")


def test_levels_rise_and_fall_each_by_its_own_configuration(book: JackpotBook) -> None:
    go_live(book, three_levels(10_000))
    awards = play(book, [1, 2], {"2": "Ah Ah"}, dealer="Ah")
    assert [(award["level"], award["cents"]) for award in awards] == [(2, 50_000 + 10)]
    assert book.display.meters == {1: 500_020, 2: 60_000, 3: 10_004}


def test_a_limit_is_never_below_the_current_amount(book: JackpotBook) -> None:
    go_live(book)
    play(book, [1, 2, 3], {})
    low = with_level(plan(), limit_cents=SEED)
    assert ask(book, "propose", "ann", plan=plan_to_json(low)).code == "ok"
    assert ask(book, "accept", "bob", plan=plan_hash(low)).code == "limit_below_meter"


def test_overflow_above_the_limit_is_metered(book: JackpotBook) -> None:
    go_live(book, with_level(plan(), limit_cents=SEED + 100))
    for number in range(1, 5):
        play(book, [1, 2], {}, number=number)
    assert book.display.meters == {1: SEED + 100}
    assert book.display.overflow == {1: 4 * 36 - 100}
    play(book, [1], {"1": SEVEN_CARDS}, number=5)
    assert book.display.meters == {1: SEED + 4 * 36 - 100 + 18}
    assert book.display.overflow == {1: 0}


@pytest.mark.parametrize(("room", "moved"), [(37, [36]), (36, [36]), (35, [35, 1]), (0, [36])])
def test_what_has_room_below_the_limit_moves_at_once_and_nothing_else(
    book: JackpotBook, room: int, moved: list[int]
) -> None:
    """Two wagers bring 36 cents: into the meter as far as it goes, and no move of nothing beside it."""
    chosen = with_level(plan(), limit_cents=SEED + room)
    go_live(book, chosen)
    moves = contribute(book.state, chosen, 200)
    assert [amount // MILLION for _, account, amount in moves if account in (meter(1), overflow(1))] == moved
    assert all(amount > 0 for _, _, amount in moves)


def test_a_different_base_wager_scales_pays_envy_and_meter(book: JackpotBook) -> None:
    level = Level(1, 5 * 200_000, 5 * 200_000, 5 * 200_000, 170_000)
    go_live(book, pairs_plan("PT-PRG-PP-D01", (level,), base_wager="5.00"))
    assert ask(book, "wager", "dee", table="T01", round=1, seats=[1]).code == "ok"
    assert book.display.meters == {1: 1_000_000 + 85}
    assert ask(book, "lock", "dee", table="T01", round=1).code == "ok"
    boosted = book.state.rounds["T01"].dynamic
    reply = ask(book, "result", "dee", table="T01", round=1, hands={"1": "7h 7h"}, dealer="2c")
    assert reply.body is not None
    assert reply.body["awards"][0]["cents"] == 5 * boosted.get("perfect_pair", 400)


# Awards


def test_simultaneous_winners_share_equally_and_the_first_takes_the_odd_cent(book: JackpotBook) -> None:
    go_live(book, with_level(plan(), beginning_cents=SEED + 1))
    ask(book, "deposit", "cy", amount=1, reference="odd")
    awards = play(book, [1, 2, 3], {"1": SEVEN_CARDS, "2": OTHER_SEVEN})
    whole = SEED + 1 + 54
    assert [award["cents"] for award in awards] == [whole - whole // 2, whole // 2]
    assert book.display.meters == {1: SEED}


def test_envy_goes_to_every_other_bettor_of_the_round_and_never_to_the_own_hand(book: JackpotBook) -> None:
    go_live(book, plan("PT-BJS-HCF-SF-E01"))
    ask(book, "wager", "dee", table="T02", round=1, seats=[1, 2])
    awards = play(book, [1, 3, 5], {"3": SEVEN_CARDS})
    assert [(award["seat"], award["cents"]) for award in awards if award["kind"] == "envy"] == [
        (1, 20_000),
        (5, 20_000),
    ]


def test_several_envies_are_possible(book: JackpotBook) -> None:
    go_live(book, plan("PT-BJS-HCF-SF-E01"))
    awards = play(book, [1, 2, 3], {"1": SEVEN_CARDS, "2": OTHER_SEVEN})
    envies = sorted(award["seat"] for award in awards if award["kind"] == "envy")
    assert envies == [1, 2, 3, 3]


@pytest.mark.parametrize(("funding", "account"), [("house", "prizes"), ("reserve", "reserve")])
def test_dealer_envy_is_paid_beside_the_award_and_funded_as_planned(
    book: JackpotBook, funding: str, account: str
) -> None:
    level = Level(1, 200_000, 200_000, 200_000, 170_000, 30_000)
    chosen = pairs_plan("PT-PRG-PP-06b", (level,), decks="6", suit="spades", dealer_envy_funding=funding)
    go_live(book, chosen)
    for number in range(1, 401):
        play(book, [1, 2, 3, 4, 5, 6], {}, number=number)
    reserve = book.state.cents("reserve")
    awards = play(book, [1], {"1": "Kh Kh"}, dealer="Kh", number=401)
    meter, dealer = awards
    assert dealer["kind"] == "dealer_envy"
    assert dealer["cents"] == meter["cents"] * 3 // 100
    ask(book, "deposit", "cy", amount=book.state.liability_cents, reference="all")
    bank, due = book.state.bank_cents, book.state.due_level
    assert ask(book, "pay", "cy", award=dealer["no"], method="check", reference="1001").code == "ok"
    players = sum(cents for source, cents in dealer["sources"] if source == "reserve")
    assert book.state.bank_cents == bank - players, "the house's debt was paid with players' money"
    assert book.state.due_level == due - players
    assert dealer["sources"][0] == [
        account,
        min(dealer["cents"], reserve + 3) if account == "reserve" else dealer["cents"],
    ]


def test_dynamic_pays_are_drawn_and_reset_every_round(book: JackpotBook) -> None:
    go_live(book, pairs_plan("PT-PRG-PP-D01", (Level(1, 200_000, 200_000, 200_000, 170_000),)))
    drawn = []
    for number in range(1, 21):
        assert ask(book, "wager", "dee", table="T01", round=number, seats=[1]).code == "ok"
        assert book.state.rounds["T01"].dynamic == {}, "drawn before bets were closed"
        reply = ask(book, "lock", "dee", table="T01", round=number)
        assert reply.body is not None
        drawn.append(tuple(sorted(reply.body["dynamic"].items())))
        assert ask(book, "result", "dee", table="T01", round=number, hands={}).code == "ok"
    assert len(set(drawn)) > 10


def test_a_win_locks_the_amount_and_reseeds_while_play_goes_on(book: JackpotBook) -> None:
    go_live(book, replace(plan(), thresholds=(Threshold("2026-01-01", approval_cents=50_000),)))
    play(book, [1], {"1": SEVEN_CARDS})
    assert [award.cents for award in book.display.pending] == [SEED + 18]
    assert book.display.meters == {1: SEED}
    play(book, [1, 2], {}, table="T02")
    assert book.display.meters == {1: SEED + 36}
    assert ask(book, "pay", "cy", award=1, method="check", reference="1001").code == "award_pending"
    assert ask(book, "approve", "ann", award=1).code == "ok"
    assert book.display.pending == ()
    ask(book, "deposit", "cy", amount=18, reference="accrued")
    assert ask(book, "pay", "cy", award=1, method="check", reference="1001").code == "ok"
    assert book.state.cents("payable") == 0


PENDING_FROM = (Threshold("2026-01-01", approval_cents=50_000),)


def test_a_rejected_award_is_voided_and_the_right_result_is_a_correction(book: JackpotBook) -> None:
    go_live(book, replace(plan("PT-BJS-HCF-SF-E01"), thresholds=PENDING_FROM))
    reject_a_false_win(book)
    assert book.state.level_hits == {"1": 0}
    assert ask(book, "wager", "dee", table="T01", round=1, seats=[3]).code == "round_over"
    hands = {"1": "As Ks Qs Js Ts 9c 8s"}
    assert ask(book, "result", "dee", table="T01", round=1, hands=hands).code == "round_over"
    reply = ask(book, "correct", "ann", table="T01", round=1, hands=hands, reason="the nine was a club")
    assert reply.body is not None
    assert [award["event"] for award in reply.body["awards"]] == ["straight_flush_5"]
    assert close_day(book, "2026-01-01").code == "ok"


def test_a_false_win_never_turns_players_money_into_the_houses(book: JackpotBook) -> None:
    """A meter at its limit, won by a hand that is rejected, over and over: nothing has moved in the end."""
    chosen = replace(plan(), thresholds=PENDING_FROM, overflow_to="reserve")
    go_live(book, with_level(chosen, limit_cents=SEED + 18))
    play(book, [1], {}, number=1)
    for number in range(2, 7):
        ask(book, "wager", "dee", table="T01", round=number, seats=[1])
        ask(book, "lock", "dee", table="T01", round=number)
        before = balances(book)
        assert ask(book, "result", "dee", table="T01", round=number, hands={"1": SEVEN_CARDS}).code == "ok"
        assert ask(book, "reject", "ann", award=number - 1, reason="no such hand").code == "ok"
        assert balances(book) == before
    assert ask(book, "adjust", "ann", second="bob", reason="gross_receipts", amount=1 + 6 * 2, note="n").code == (
        "more_than_there"
    )


def test_an_award_is_rejected_after_another_of_its_result_was_paid(book: JackpotBook) -> None:
    go_live(book, replace(plan(), thresholds=PENDING_FROM))
    play(book, [1, 2], {"1": SEVEN_CARDS, "2": OTHER_SEVEN})
    ask(book, "approve", "ann", award=1)
    ask(book, "deposit", "cy", amount=36, reference="accrued")
    assert ask(book, "pay", "cy", award=1, method="check", reference="1001").code == "ok"
    assert ask(book, "reject", "ann", award=2, reason="misread").code == "ok"
    assert [(each.seat, each.status) for each in book.state.awards.values()] == [(1, "pending")], "the rest"


def test_a_rejected_win_changes_no_parameter(book: JackpotBook) -> None:
    go_live(book, replace(plan(), thresholds=PENDING_FROM))
    changed = with_level(replace(plan(), thresholds=PENDING_FROM), increment_ppm=100_000)
    ask(book, "propose", "ann", plan=plan_to_json(changed))
    ask(book, "accept", "bob", plan=plan_hash(changed))
    play(book, [1], {"1": SEVEN_CARDS})
    assert book.state.plan == changed
    assert ask(book, "reject", "ann", award=1, reason="misread").code == "ok"
    assert book.state.plan is not None
    assert book.state.plan.levels[0].increment_ppm == 180_000
    assert book.state.waiting == changed


def test_the_order_of_wins_is_recorded_and_gap_free(book: JackpotBook) -> None:
    go_live(book, plan("PT-BJS-HCF-SF-E01"))
    numbers = []
    for number, table in enumerate(("T03", "T01", "T02"), 1):
        numbers += [award["no"] for award in play(book, [1, 2], {"1": SEVEN_CARDS}, table=table, number=number)]
    assert numbers == list(range(1, 7))
    assert [hit.table for hit in book.state.last_hits] == ["T03", "T01", "T02"]


def test_the_last_25_hits_are_at_hand(book: JackpotBook) -> None:
    go_live(book)
    for number in range(1, 31):
        play(book, [1], {"1": SEVEN_CARDS}, number=number)
    assert [hit.round for hit in book.state.last_hits] == list(range(6, 31))


def test_a_hand_that_only_a_supervisor_can_read(book: JackpotBook) -> None:
    go_live(book)
    ask(book, "wager", "dee", table="T01", round=1, seats=[4])
    ask(book, "lock", "dee", table="T01", round=1)
    hands = {"4": {"event": "straight_flush_6"}}
    assert ask(book, "result", "dee", table="T01", round=1, hands=hands).code == "not_allowed"
    reply = ask(book, "result", "ann", table="T01", round=1, hands=hands)
    assert reply.body is not None
    assert reply.body["awards"][0]["cents"] == SEED + 18


@pytest.mark.parametrize(("threshold", "duties"), [(19_999, ["camera"]), (20_000, ["camera"]), (20_001, [])])
def test_a_threshold_binds_from_its_amount_on(book: JackpotBook, threshold: int, duties: list[str]) -> None:
    go_live(book, replace(plan(), thresholds=(Threshold("2026-01-01", camera_cents=threshold),)))
    (award,) = play(book, [1], {"1": FIVE_CARDS})
    assert award["cents"] == 20_000
    assert award["duties"] == duties


def test_thresholds_are_dated(book: JackpotBook) -> None:
    dated = (Threshold("2026-01-01"), Threshold("2026-01-02", camera_cents=20_000))
    go_live(book, replace(plan(), thresholds=dated))
    assert play(book, [1], {"1": FIVE_CARDS}, number=1)[0]["duties"] == []
    close_day(book, "2026-01-01")
    assert play(book, [1], {"1": FIVE_CARDS}, number=2)[0]["duties"] == ["camera"]


@pytest.mark.parametrize(("method", "code"), [("cash", "check_required"), ("check", "tax_form_required")])
def test_a_large_award_is_paid_by_check_and_with_a_tax_form(book: JackpotBook, method: str, code: str) -> None:
    law = Threshold("2026-01-01", check_over_cents=500_000, tax_form_cents=200_000)
    go_live(book, replace(plan(), thresholds=(law,)))
    play(book, [1], {"1": SEVEN_CARDS})
    ask(book, "deposit", "cy", amount=18, reference="accrued")
    assert ask(book, "pay", "cy", award=1, method=method, reference="1001").code == code
    assert ask(book, "pay", "cy", award=1, method="check", reference="1001", tax_form="W-2G 17").code == "ok"
    assert ask(book, "pay", "cy", award=1, method="check", reference="1001", tax_form="W-2G 17").code == "unknown_award"


# Corrections


def test_a_voided_round_reverses_its_contributions_by_new_entries(book: JackpotBook, store: MemoryStore) -> None:
    go_live(book, with_level(plan(), increment_ppm=175_555))
    before = book.state.seq
    play(book, [1, 2, 3], {}, table="T02")
    balances = {name: book.state.balance(name) for name in book.state.balances}
    ask(book, "wager", "dee", table="T01", round=1, seats=[1, 2, 3])
    assert ask(book, "void", "ann", table="T01", round=1, reason="misdeal").code == "ok"
    assert {name: book.state.balance(name) for name in book.state.balances} == balances
    assert [entry.kind for entry in store.entries(LINK, after=before)] == ["wager", "lock", "result", "wager", "void"]


def test_a_meter_that_was_won_before_a_void_is_not_charged_for_it(book: JackpotBook) -> None:
    go_live(book)
    ask(book, "wager", "dee", table="T01", round=1, seats=[1, 2, 3])
    play(book, [1], {"1": SEVEN_CARDS}, table="T02")
    house = book.state.cents("house")
    assert ask(book, "void", "ann", table="T01", round=1, reason="misdeal").code == "ok"
    assert book.display.meters == {1: SEED}
    assert book.state.cents("house") < house


def test_a_closed_list_of_reasons_may_reduce_a_meter_otherwise(book: JackpotBook) -> None:
    go_live(book)
    assert set(REASONS) == {
        "malfunction_down", "malfunction_proved", "malfunction_disproved", "malfunction_up", "over_limit",
        "gross_receipts", "recover_seed", "recover_seed_from_meter", "house_adds", "moved_out", "moved_in",
    }  # fmt: skip
    play(book, [1, 2, 3, 4, 5, 6], {})
    assert book.display.meters == {1: SEED + 108}
    request: dict[str, Any] = {"amount": 100, "level": 1, "note": "why", "second": "bob"}
    request |= {"evidence": "tape 7", "figure": SEED + 8}
    assert ask(book, "adjust", "ann", reason="because", **request).code == "unknown_reason"
    assert ask(book, "adjust", "dee", reason="malfunction_down", **request).code == "not_allowed"
    alone = {**request, "second": "ann"}
    assert ask(book, "adjust", "ann", reason="malfunction_down", **alone).code == "same_person"
    assert ask(book, "adjust", "ann", reason="malfunction_down", **request).code == "ok"
    assert book.display.meters == {1: SEED + 8}


def test_the_house_cannot_take_a_meter(book: JackpotBook) -> None:
    """A malfunction cannot have added more than the wagers of two days, and never the seed."""
    go_live(book)
    play(book, [1, 2, 3, 4, 5, 6], {}, number=1)

    def down(cents: int, **fields: Any) -> str:
        figure = book.display.meters[1] - cents
        about = {"reason": "malfunction_down", "level": 1, "note": "n", "second": "bob", "evidence": "tape 7"}
        return ask(book, "adjust", "ann", amount=cents, **{**about, "figure": figure, **fields}).code

    def held(reason: str, cents: int) -> str:
        return ask(book, "adjust", "ann", reason=reason, level=1, note="n", second="bob", amount=cents).code

    assert held("house_adds", 5_000) == "ok"
    assert down(109) == "more_than_there", "more than wagers brought"
    assert down(100, figure=1) == "figure_differs"
    assert down(60) == "ok"
    assert down(49) == "more_than_there", "the same wagers cannot be blamed twice"
    owed = book.state.liability_cents
    assert book.state.cents("custody.1") == 60
    assert held("malfunction_proved", 61) == "more_than_there"
    assert held("malfunction_proved", 20) == "ok"
    assert book.state.liability_cents == owed - 20
    assert held("malfunction_disproved", 40) == "ok"
    assert (book.state.cents("custody.1"), book.state.cents("corrections")) == (0, 20)
    for day in ("2026-01-01", "2026-01-02"):
        assert close_day(book, day).code == "ok"
    assert down(1) == "more_than_there", "what was brought before the day before is beyond doubt"
    assert (
        ask(book, "adjust", "ann", reason="recover_seed_from_meter", level=1, note="n", second="bob", amount=5_200).code
        == "more_than_there"
    ), "it would leave the meter below its seed"


def test_a_house_jackpot_keeps_what_was_won_beside_what_is_posted(book: JackpotBook) -> None:
    """The posted prize must be there, and from the next gambling day on what was won and is not paid yet."""
    chosen = house_plan()
    go_live(book, chosen)
    posted = chosen.levels[0].seed_cents
    (award,) = play(book, [1], {"1": SEVEN_CARDS}, number=1)
    play(book, [1], {}, number=2)
    assert close_day(book, "2026-01-01").code == "ok"
    assert ask(book, "wager", "dee", table="T01", round=3, seats=[1]).code == "bank_short"
    assert ask(book, "deposit", "cy", amount=award["cents"], reference="slip").code == "ok"
    play(book, [1], {}, number=3)
    assert required_cents(book.state, chosen) == posted + award["cents"]
    assert ask(book, "pay", "cy", award=1, method="cash").code == "ok"
    assert required_cents(book.state, chosen) == posted


def test_three_people_stand_behind_a_large_award(book: JackpotBook) -> None:
    """The inspection had one supervisor report a hand, approve it and pay it."""
    go_live(book, replace(plan(), thresholds=(Threshold("2026-01-01", approval_cents=100_000),)))
    about = {"table": "T01", "round": 1}
    ask(book, "wager", "ann", seats=[1], **about)
    ask(book, "lock", "ann", **about)
    assert ask(book, "result", "ann", hands={"1": SEVEN_CARDS}, **about).code == "ok"
    assert ask(book, "approve", "ann", award=1).code == "three_people"
    assert ask(book, "approve", "bob", award=1).code == "ok"
    for by in ("ann", "bob"):
        assert ask(book, "pay", by, award=1, method="cash").code == "three_people"
    assert ask(book, "pay", "cy", award=1, method="cash").code == "ok"


def test_a_request_that_is_sent_again_is_given_the_first_answer(book: JackpotBook) -> None:
    go_live(book)
    request = {"id": "w1", "do": "wager", "by": "dee", "table": "T01", "round": 1, "seats": [1]}
    first, second = (book.post_all([scripted(request)])[0] for _ in range(2))
    assert (second.code, second.seq) == ("exists", first.seq)
    assert second.body is not None
    assert first.body is not None
    assert second.body["moves"] == [list(move) for move in first.body["moves"]]


def test_seed_money_is_recovered_level_by_level_and_never_from_players_money(book: JackpotBook) -> None:
    go_live(book, three_levels(30_000))
    request: dict[str, Any] = {"reason": "recover_seed_from_meter", "note": "n", "second": "bob", "level": 3}
    assert ask(book, "adjust", "ann", amount=10_001, **request).code == "more_than_there"
    assert ask(book, "adjust", "ann", amount=10_000, **request).code == "ok"
    assert ask(book, "adjust", "ann", amount=1, **request).code == "more_than_there"
    assert book.display.meters[3] == 20_000


def test_a_voided_round_takes_back_from_where_it_was_booked(book: JackpotBook) -> None:
    go_live(book, with_level(plan("PT-BJS-HCF-SF-01"), limit_cents=SEED + 18))
    play(book, [1, 2], {}, number=1)
    play(book, [1], {"1": KING_HIGH_SIX}, number=2)
    before = balances(book)
    ask(book, "wager", "dee", table="T01", round=3, seats=[1, 2, 3])
    assert ask(book, "void", "ann", table="T01", round=3, reason="misdeal").code == "ok"
    assert balances(book) == before


def test_the_reserve_reaches_the_house_only_as_gross_receipts_or_recovered_seed() -> None:
    out = {name: reason.credit for name, reason in REASONS.items() if reason.debit == "reserve"}
    assert out == {"gross_receipts": "house", "recover_seed": "seed_recovered"}


# Gates


def test_wagers_are_refused_when_the_required_bank_balance_is_not_there(book: JackpotBook) -> None:
    chosen = plan()
    ask(book, "propose", "ann", plan=plan_to_json(chosen))
    ask(book, "accept", "bob", plan=plan_hash(chosen))
    wager: dict[str, Any] = {"table": "T01", "round": 1, "seats": [1]}
    assert ask(book, "wager", "dee", **wager).code == "bank_short"
    ask(book, "deposit", "cy", amount=SEED - 1, reference="short")
    assert ask(book, "wager", "dee", **wager).code == "bank_short"
    ask(book, "deposit", "cy", amount=1, reference="rest")
    assert ask(book, "wager", "dee", **wager).code == "ok"
    ask(book, "statement", "ann", amount=SEED - 1, reference="the bank disagrees")
    assert ask(book, "wager", "dee", table="T02", round=1, seats=[1]).code == "bank_short"


def test_accrued_money_must_be_in_the_bank_within_a_week(book: JackpotBook) -> None:
    go_live(book)
    play(book, [1, 2], {})
    for day in range(1, 8):
        assert book.display.accepts_wagers, day
        assert close_day(book, f"2026-01-0{day}").code == "ok"
    assert book.display.why_not == "bank_short"
    ask(book, "deposit", "cy", amount=40, reference="accrued")
    assert book.display.accepts_wagers


def test_a_seed_that_the_house_advanced_is_in_the_bank_when_the_next_day_begins(book: JackpotBook) -> None:
    go_live(book)
    play(book, [1], {"1": SEVEN_CARDS}, number=1)
    ask(book, "deposit", "cy", amount=18, reference="accrued")
    assert ask(book, "pay", "cy", award=1, method="check", reference="1001").code == "ok"
    play(book, [1], {}, number=2)
    assert close_day(book, "2026-01-01").code == "ok"
    assert book.display.why_not == "bank_short"
    ask(book, "deposit", "cy", amount=SEED, reference="seed")
    assert book.display.accepts_wagers


def test_wagers_are_refused_after_a_seizure_until_the_funds_are_back(book: JackpotBook) -> None:
    go_live(book)
    ask(book, "seize", "cy", reference="writ 12")
    assert ask(book, "release", "ann", reference="no statement yet").code == "bank_short"
    assert ask(book, "withdraw", "cy", amount=1, reference="x").code == "seized"
    ask(book, "statement", "ann", amount=0, reference="after the writ")
    assert ask(book, "wager", "dee", table="T01", round=1, seats=[1]).code == "seized"
    assert ask(book, "release", "ann", reference="returned").code == "bank_short"
    ask(book, "statement", "ann", amount=SEED, reference="returned")
    assert ask(book, "release", "ann", reference="returned").code == "ok"
    assert ask(book, "wager", "dee", table="T01", round=1, seats=[1]).code == "ok"


def test_a_seizure_ends_when_the_posted_amount_is_back_though_it_is_due_only_tomorrow(book: JackpotBook) -> None:
    """The meter was won, paid and reseeded today: nothing is due before the next day begins."""
    go_live(book)
    play(book, [1], {"1": SEVEN_CARDS}, number=1)
    ask(book, "deposit", "cy", amount=18, reference="accrued")
    assert ask(book, "pay", "cy", award=1, method="check", reference="1001").code == "ok"
    ask(book, "seize", "cy", reference="writ 13")
    for short in (1, SEED - 1):
        ask(book, "statement", "ann", amount=short, reference="after the writ")
        refused = ask(book, "release", "ann", reference="returned")
        assert (refused.code, refused.detail) == ("bank_short", "the posted $10,000 is not back in the bank")
    ask(book, "deposit", "cy", amount=SEED, reference="seed")
    ask(book, "statement", "ann", amount=SEED, reference="returned")
    assert ask(book, "release", "ann", reference="returned").code == "ok"


def test_wagers_are_refused_on_a_controller_fault_until_two_people_clear_it(book: JackpotBook) -> None:
    go_live(book)
    ask(book, "fault", "dee", reason="sensor bus down")
    assert ask(book, "wager", "dee", table="T01", round=1, seats=[1]).code == "fault"
    assert ask(book, "clear", "ann", second="ann", reason="mended").code == "same_person"
    assert ask(book, "clear", "ann", second="bob", reason="mended").code == "ok"
    assert ask(book, "wager", "dee", table="T01", round=1, seats=[1]).code == "ok"


def test_a_broken_chain_is_never_opened(book: JackpotBook, store: MemoryStore) -> None:
    go_live(book)
    play(book, [1], {})
    entries = store._memory.links[LINK].entries
    entries[3] = entries[3]._replace(body=entries[3].body.replace('"amount":1000000', '"amount":1000001'))
    with pytest.raises(StoreBroken, match="the chain breaks at entry 4"):
        recover(store, LINK)
    entries[3] = entries[3]._replace(body=entries[3].body.replace('"amount":1000001', '"amount":1000000'))


def test_a_round_number_that_would_block_the_table_is_refused(book: JackpotBook) -> None:
    go_live(book)
    assert ask(book, "wager", "dee", table="T01", round=10**12, seats=[1]).code == "round_too_far"
    assert ask(book, "wager", "dee", table="T01", round=100_000, seats=[1]).code == "ok"


def test_unreasonable_contributions_are_rejected(book: JackpotBook) -> None:
    go_live(book, replace(plan(), unreasonable_cents=300))
    assert ask(book, "wager", "dee", table="T01", round=1, seats=[1, 2, 3, 4]).code == "amount_unreasonable"
    assert ask(book, "wager", "dee", table="T01", round=1, seats=[1, 2, 3]).code == "ok"


# Parameters


def test_two_people_approve_a_plan_before_it_goes_live(book: JackpotBook) -> None:
    chosen = plan()
    wager: dict[str, Any] = {"table": "T01", "round": 1, "seats": [1]}
    assert ask(book, "wager", "dee", **wager).code == "not_live"
    assert ask(book, "propose", "ann", plan=plan_to_json(chosen)).code == "ok"
    assert ask(book, "wager", "dee", **wager).code == "not_live"
    assert ask(book, "accept", "ann", plan=plan_hash(chosen)).code == "same_person"
    assert ask(book, "accept", "dee", plan=plan_hash(chosen)).code == "not_allowed"
    assert ask(book, "accept", "bob", plan=plan_hash(chosen)).code == "ok"


def test_a_live_link_in_washington_demands_a_recorded_approval(book: JackpotBook) -> None:
    chosen = replace(plan(), approval="")
    assert ask(book, "propose", "ann", plan=plan_to_json(chosen)).code == "ok"
    assert ask(book, "accept", "bob", plan=plan_hash(chosen)).code == "approval_missing"


def test_a_parameter_of_a_live_link_changes_only_after_the_next_win(book: JackpotBook) -> None:
    go_live(book)
    changed = with_level(plan(), increment_ppm=100_000, reseed_cents=2 * SEED)
    ask(book, "propose", "ann", plan=plan_to_json(changed))
    assert ask(book, "accept", "bob", plan=plan_hash(changed)).code == "ok"
    play(book, [1], {}, number=1)
    assert book.display.meters == {1: SEED + 18}
    play(book, [1], {"1": SEVEN_CARDS}, number=2)
    assert book.display.meters == {1: 2 * SEED}
    play(book, [1], {}, number=3)
    assert book.display.meters == {1: 2 * SEED + 10}


def test_a_documented_full_reset_puts_a_plan_in_force_and_takes_nothing_off_the_meter(book: JackpotBook) -> None:
    go_live(book)
    play(book, [1], {}, number=1)
    changed = with_level(plan(), increment_ppm=100_000)
    ask(book, "propose", "ann", plan=plan_to_json(changed))
    ask(book, "accept", "bob", plan=plan_hash(changed))
    assert ask(book, "reset", "ann", second="ann", reason="new rate").code == "same_person"
    assert ask(book, "reset", "ann", second="bob", reason="new rate").code == "ok"
    assert book.display.meters == {1: SEED + 18}
    play(book, [1], {}, number=2)
    assert book.display.meters == {1: SEED + 28}


def test_the_beginning_amount_is_recorded(book: JackpotBook, store: MemoryStore) -> None:
    go_live(book, with_level(plan(), beginning_cents=SEED + 12_345))
    moves = [entry.body for entry in store.entries(LINK) if entry.kind == "accept"]
    assert '["seed_advanced.1","meter.1",1000000000000]' in moves[0]
    assert '["carried_in","meter.1",12345000000]' in moves[0]


@pytest.mark.parametrize(
    "change",
    [
        {"people": ()},
        {"first_day": "20260101"},
        {"first_day": "9999-12-31"},
        {"deposit_days": 8},
        {"day_begins": "06:00+05:00"},
        {"title": "a\ud800b"},
        {"levels": (Level(1, SEED, SEED, SEED, 0),)},
        {"tables": (replace(plan().tables[0], id="T\n1"),)},
        {"simultaneous": "full"},
        {"paytable": "PT-BJS-HCF-SF-01"},
    ],
    ids=str,
)
def test_a_plan_that_could_stop_the_link_is_malformed(book: JackpotBook, change: dict[str, Any]) -> None:
    reply = ask(book, "propose", "ann", plan=plan_to_json(replace(plan(), **change)))
    assert reply.code == "malformed", reply


@pytest.mark.parametrize("change", [{"jurisdiction": "generic"}, {"type": "house"}])
def test_a_live_link_stays_what_it_is(book: JackpotBook, change: dict[str, Any]) -> None:
    go_live(book)
    other = house_plan() if "type" in change else replace(plan(), **change)
    assert ask(book, "propose", "ann", plan=plan_to_json(other)).code == "other_link"


# The start


def test_the_state_after_a_restart_is_the_exact_prior_state(book: JackpotBook, store: MemoryStore) -> None:
    go_live(book, with_level(plan("PT-BJS-HCF-SF-E01"), increment_ppm=175_555))
    play(book, [1, 2], {"1": SEVEN_CARDS}, number=1)
    ask(book, "wager", "dee", table="T09", round=4, seats=[1, 2])
    before = book.state
    after, head, *_ = recover(store, LINK)
    assert after == before
    assert head.seq == before.seq


@pytest.mark.parametrize("changed", ["software", "rulebook"])
def test_software_or_rules_that_nobody_has_accepted_are_a_fault(
    book: JackpotBook, store: MemoryStore, changed: str
) -> None:
    go_live(book)
    book.close()
    identity = replace(Identity("software", "rulebook"), **{changed: "other"})
    again = JackpotBook.open(store, LINK, load_layout, SeededSource(1), lambda: 0, identity)
    assert ask(again, "wager", "dee", table="T01", round=1, seats=[1]).code == "fault"
    assert ask(again, "clear", "ann", second="bob", reason="version 2 accepted").code == "ok"
    assert ask(again, "wager", "dee", table="T01", round=1, seats=[1]).code == "ok"
