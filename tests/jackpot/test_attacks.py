"""Attacks on a book by somebody who can write to its store, step by step as the attacker takes them.

Each of them keeps the hash chain, the head, the balances and, where it can, the snapshots consistent. The audit must
name the first entry that the rules did not make.
"""

from __future__ import annotations

from typing import Any

import pytest

from croupier.casino.floor import load_layout
from croupier.jackpot.audit.again import LinkAudit
from croupier.jackpot.audit.whole import audit
from croupier.jackpot.plan import checking
from croupier.jackpot.plan.link_plan import Threshold, plan_from_json, plan_to_json
from tests.jackpot.attackers import Edit, insert, remove, rewrite, rewrite_snapshot, seq_of
from tests.jackpot.floor import LINK, SEVEN_CARDS, ask, close_day, go_live, open_book, plan, with_level
from tests.jackpot.memory import MemoryStore

MILLION = 1_000_000


@pytest.fixture
def store() -> MemoryStore:
    """A day of a link: rounds, a jackpot that was approved and paid, a void, a correction, a close, a snapshot."""
    made = MemoryStore()
    book = open_book(made)
    chosen = with_level(plan(), increment_ppm=175_555)
    go_live(book, type(chosen)(**{**vars_of(chosen), "thresholds": (Threshold("2025-01-01", approval_cents=100_000),)}))
    for number in range(1, 9):
        about = {"table": "T01", "round": number}
        assert ask(book, "wager", "dee", seats=[1, 2, 3], **about).code == "ok"
        if number == 4:
            assert ask(book, "void", "ann", reason="misdeal", **about).code == "ok"
            continue
        assert ask(book, "lock", "dee", **about).code == "ok"
        hands = {"2": SEVEN_CARDS} if number == 2 else {}
        assert ask(book, "result", "dee", hands=hands, **about).code == "ok"
    assert ask(book, "approve", "ann", award=1).code == "ok"
    assert ask(book, "adjust", "ann", second="bob", reason="house_adds", amount=5_00, level=1, note="gift").code == "ok"
    assert close_day(book, "2026-01-01").code == "ok"
    book.close()
    book = open_book(made)
    assert ask(book, "deposit", "cy", amount=1_000_000, reference="slip 2").code == "ok"
    assert ask(book, "pay", "cy", award=1, method="check", reference="1001").code == "ok"
    assert ask(book, "wager", "dee", seats=[4], table="T02", round=1).code == "ok"
    book.close()
    assert audited(made).is_clean
    return made


def vars_of(chosen: Any) -> dict[str, Any]:
    return {name: getattr(chosen, name) for name in chosen.__dataclass_fields__}


def audited(store: MemoryStore) -> LinkAudit:
    return audit(store, LINK, load_layout)


def first_place(store: MemoryStore) -> str:
    """Where the audit first sees that something is wrong; the chain must not have helped."""
    found = audited(store).findings
    assert not [each for each in found if "its hash" in each.what], "the attacker left a broken chain"
    return found[0].where


# What the inspection did


def is_found_at_the_entry(store: MemoryStore, edit: Edit, *which: Any, thorough: bool = True) -> bool:
    """Rewrite one entry and everything that follows from it: the audit must name that entry first."""
    seq = seq_of(store, LINK, *which)
    rewrite(store, LINK, seq, edit, thorough=thorough)
    return first_place(store) == f"entry {seq}"


def test_an_award_deleted_from_a_snapshot(store: MemoryStore) -> None:
    """1. Edit the newest snapshot. 2. Put its hash into the entry that vouches for it. 3. Recompute the chain."""
    book = open_book(store)
    about = {"table": "T03", "round": 1}
    ask(book, "wager", "dee", seats=[1], **about)
    ask(book, "lock", "dee", **about)
    ask(book, "result", "dee", hands={"1": SEVEN_CARDS}, **about)
    book.close()
    seq = rewrite_snapshot(store, LINK, lambda state: state["awards"].clear())
    assert first_place(store) == f"entry {seq}"


def test_a_dealer_made_supervisor_in_a_snapshot(store: MemoryStore) -> None:
    def edit(state: dict[str, Any]) -> None:
        next(each for each in state["plan"]["people"] if each["id"] == "dee")["role"] = "supervisor"

    seq = rewrite_snapshot(store, LINK, edit)
    assert first_place(store) == f"entry {seq}"


def test_a_rate_changed_in_a_snapshot(store: MemoryStore) -> None:
    def edit(state: dict[str, Any]) -> None:
        state["plan"]["levels"][0]["increment_ppm"] = 10

    seq = rewrite_snapshot(store, LINK, edit)
    assert first_place(store) == f"entry {seq}"


def test_a_thousand_dollars_from_the_meter_to_the_house_in_a_wager(store: MemoryStore) -> None:
    """1. Add a transfer to a wager's entry. 2. Recompute chain, balances, readings and snapshots."""
    assert is_found_at_the_entry(
        store, lambda body: body["moves"].append(["meter.1", "house", 1_000_00 * MILLION]), "wager", 5
    )


# More of our own


def test_a_wager_that_brings_the_meter_less(store: MemoryStore) -> None:
    def edit(body: dict[str, Any]) -> None:
        move = next(each for each in body["moves"] if each[1] == "meter.1")
        move[2] -= MILLION
        body["moves"].append(["wagers", "house", MILLION])

    seq = seq_of(store, LINK, "wager", 3)
    rewrite(store, LINK, seq, edit)
    assert first_place(store) == f"entry {seq}"


def test_an_award_made_smaller(store: MemoryStore) -> None:
    def edit(body: dict[str, Any]) -> None:
        body["awards"][0]["cents"] -= 100_00
        body["awards"][0]["sources"][0][1] -= 100_00
        body["moves"][0][2] -= 100_00 * MILLION

    seq = seq_of(store, LINK, "result", 1)
    rewrite(store, LINK, seq, edit, thorough=False)
    assert first_place(store) == f"entry {seq}"


def test_an_award_that_needs_no_approval_any_more(store: MemoryStore) -> None:
    def edit(body: dict[str, Any]) -> None:
        body["awards"][0].update(status="payable", duties=[])
        body["moves"][0][1] = "payable"

    seq = seq_of(store, LINK, "result", 1)
    rewrite(store, LINK, seq, edit, thorough=False)
    assert first_place(store) == f"entry {seq}"


def test_other_cards_in_a_result_that_lost(store: MemoryStore) -> None:
    """The attacker writes a winning hand into a round that paid nothing: somebody else's prize was kept."""
    assert is_found_at_the_entry(store, lambda body: body["req"].update(hands={"1": SEVEN_CARDS}), "result", 4)


def test_a_win_whose_cards_win_nothing(store: MemoryStore) -> None:
    assert is_found_at_the_entry(
        store, lambda body: body["req"].update(hands={"2": "2s 4d 6h 8c Ts Qd Ah"}), "result", 1
    )


def test_a_seat_that_never_wagered(store: MemoryStore) -> None:
    def edit(body: dict[str, Any]) -> None:
        body["req"]["hands"] = {"6": SEVEN_CARDS}
        body["awards"][0]["seat"] = 6

    seq = seq_of(store, LINK, "result", 1)
    rewrite(store, LINK, seq, edit)
    assert first_place(store) == f"entry {seq}"


def test_a_dealer_who_approves(store: MemoryStore) -> None:
    assert is_found_at_the_entry(store, lambda body: body["req"].update(by="dee"), "approve")


@pytest.mark.parametrize("kind", ["wager", "approve", "pay"])
def test_a_token_of_another_table(store: MemoryStore, kind: str) -> None:
    """What the token of one table may do ends at that table."""
    token = ["table token", "", "T99"]
    assert is_found_at_the_entry(store, lambda body: body.update(actor=[token]), kind)


def test_an_adjustment_by_one_person(store: MemoryStore) -> None:
    assert is_found_at_the_entry(store, lambda body: body["req"].update(second="ann"), "adjust")


def test_an_adjustment_that_moves_more_than_it_asks_for(store: MemoryStore) -> None:
    assert is_found_at_the_entry(
        store, lambda body: body["moves"].append(["meter.1", "corrections", 7 * MILLION]), "adjust"
    )


def test_an_adjustment_for_a_reason_that_the_list_lacks(store: MemoryStore) -> None:
    assert is_found_at_the_entry(store, lambda body: body["req"].update(reason="because"), "adjust")


def test_a_void_that_keeps_a_part(store: MemoryStore) -> None:
    assert is_found_at_the_entry(store, lambda body: body["moves"].pop(0), "void")


def test_a_payment_out_of_the_meter(store: MemoryStore) -> None:
    assert is_found_at_the_entry(store, lambda body: body["moves"].append(["meter.1", "cage", MILLION]), "pay")


def test_a_day_whose_readings_say_otherwise(store: MemoryStore) -> None:
    assert is_found_at_the_entry(store, lambda body: body["readings"].update(wagers=1), "new_day", thorough=False)


def test_an_entry_that_nobody_asked_for(store: MemoryStore) -> None:
    """1. Insert a transfer without a request. 2. Let the others close up. 3. Recompute everything."""
    seq = seq_of(store, LINK, "lock", 3)
    insert(store, LINK, seq, "grant", {"moves": [["meter.1", "house", 100 * MILLION]], "v": 2})
    assert first_place(store) == f"entry {seq}"


def test_a_start_that_moves_money(store: MemoryStore) -> None:
    seq = seq_of(store, LINK, "start", -1)
    rewrite(store, LINK, seq, lambda body: body.update(moves=[["meter.1", "house", 100 * MILLION]]))
    assert first_place(store) == f"entry {seq}"


def test_a_wager_taken_out_of_the_journal(store: MemoryStore) -> None:
    seq = seq_of(store, LINK, "wager", 4)
    remove(store, LINK, seq)
    found = audited(store)
    assert not found.is_clean
    named = {each.where for each in found.findings}
    assert {f"entry {seq}", f"entry {seq + 1}"} & named


def test_an_entry_judged_by_the_rules_of_an_older_format(store: MemoryStore) -> None:
    assert is_found_at_the_entry(store, lambda body: body.pop("v"), "approve")


def test_an_entry_of_a_format_that_is_not_known(store: MemoryStore) -> None:
    seq = seq_of(store, LINK, "wager", -1)
    rewrite(store, LINK, seq, lambda body: body.update(v=99), thorough=False)
    assert first_place(store) == f"entry {seq}"


def test_a_plan_with_rules_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan that carries other rows than the rulebook is run by its own rows, and an auditor is told."""
    made = MemoryStore()
    book = open_book(made)
    own = plan_to_json(plan())
    row = own["rules"][0]["paytable"]["rows"][0]
    row["label"] = "As it was called then"
    with monkeypatch.context() as patch:
        patch.setattr(checking, "_check_rules", lambda *_: None)  # the rulebook said so when it was approved
        go_live(book, plan_from_json(own))
    about = {"table": "T01", "round": 1}
    assert ask(book, "wager", "dee", seats=[1], **about).code == "ok"
    assert ask(book, "lock", "dee", **about).code == "ok"
    assert ask(book, "result", "dee", hands={"1": SEVEN_CARDS}, **about).code == "ok"
    assert book.state.awards["1"].label == "As it was called then"
    found = audited(made)
    assert found.is_clean
    game = plan().tables[0].game
    assert found.notes == [f"the rules that a plan carries for {game} are not those of the installed rulebook"]
