"""Side wagers that the documents settle on the first cards are paid then, once, and every chip is accounted for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from croupier.service.felts import house_tables
from croupier.service.floor import is_as_kept, reopened
from croupier.stores.house import Transfer
from croupier.table import chips
from croupier.table.seen import table_view
from croupier.table.table import AnnouncedTable, Clock, Table

PLANS = {plan.id: plan for plan in house_tables()}


def sitting(plan: AnnouncedTable, people: int = 2) -> tuple[Table, Counter[str]]:
    """People with every wager on offer, and what their chips did."""
    table = Table(plan, Clock())
    moved: Counter[str] = Counter()
    for seat in range(1, people + 1):
        table.sit(seat, f"guest{seat}", f"Guest {seat}")
        _wager(table, moved)
    return table, moved


def _wager(table: Table, moved: Counter[str]) -> None:
    plan = table.plan
    for seat in table.seats:
        spots = {
            wager: plan.limits[wager].minimum if wager in plan.limits else plan.game.base_wager_cents
            for wager in plan.game.wagers
        }
        _follow(moved, table.put(seat, spots, True, 10**9, table.number))


def _follow(moved: Counter[str], transfers: Iterable[Transfer]) -> None:
    for each in transfers:
        moved[each.debit] -= each.amount
        moved[each.credit] += each.amount


def _play_out(table: Table, moved: Counter[str]) -> None:
    while table.turn is not None:
        _follow(moved, table.act_for(table.turn.seat))


@pytest.mark.parametrize("id", [id for id, plan in PLANS.items() if plan.game.bonuses])
def test_what_is_paid_early_and_at_the_end_is_what_the_round_is_worth(id: str) -> None:
    table, moved = sitting(PLANS[id])
    for _ in range(12):
        before = {name: cents for name, cents in moved.items() if name.startswith("guest:")}
        staked = {number: sum(seat.wagers.values()) for number, seat in table.seats.items()}
        _follow(moved, table.deal())
        early = dict(table.paid)
        assert bool(early) == any(table.round.reconciled if table.round else ())
        for number, (stake, net) in early.items():
            now = moved[chips.guest_account(f"guest{number}")]
            assert now == before[f"guest:guest{number}"] + stake + net, "it is in the purse before the hands are played"
        _play_out(table, moved)
        finished = table.finish()
        settlement = finished.settlement
        _follow(moved, finished.moved)
        for number in staked:
            gained = moved[f"guest:guest{number}"] - before[f"guest:guest{number}"] - staked[number]
            assert gained == settlement.seats[number], "nothing is paid twice, and nothing is forgotten"
        assert moved[chips.table_account(id)] == 0, "the felt is empty between rounds"
        assert sum(moved.values()) == 0
        _wager(table, moved)


def test_it_is_shown_when_it_is_paid_and_kept_over_a_restart() -> None:
    plan = PLANS["B2"]
    for _ in range(20):
        table, moved = sitting(plan)
        _follow(moved, table.deal())
        if table.turn is None:
            continue
        seen = table_view(table, "guest1", 0, 0.0, 0).made
        assert [each.wager for each in seen if each.paid] == ["perfect_pairs"]
        assert seen[0].net is not None
        assert seen[0].cite.startswith("PPP")
        again = Table.restore(plan, Clock(), table.kept(), table.shoe.secret)
        assert (again.paid, again.early) == (table.paid, table.early)
        assert table_view(again, "guest1", 0, 0.0, 0).made == seen
        return
    raise AssertionError("every deal ended at once")


def test_a_round_that_turns_out_void_keeps_what_was_paid() -> None:
    plan = PLANS["B2"]
    table, moved = sitting(plan)
    _follow(moved, table.deal())
    paid = dict(table.paid)
    assert table.round is not None
    settlement = table.void("a card was exposed").settlement
    assert settlement.seats == {number: net for number, (_, net) in paid.items()}


def test_a_table_whose_rules_were_changed_hands_back_what_lay_on_the_felt() -> None:
    table, moved = sitting(PLANS["B2"])
    _follow(moved, table.deal())
    assert is_as_kept(PLANS["B2"], table.kept())
    other = PLANS["B4"]._replace(id="B2")
    assert not is_as_kept(other, table.kept())
    won = sum(net for _, net in table.paid.values())
    again, back = reopened(other, Clock(), table.kept())
    _follow(moved, back)
    assert moved["table:B2"] == 0
    assert sum(cents for name, cents in moved.items() if name.startswith("guest:")) == won
    assert again.number > table.number, "no round has the number of another"
    assert again.round is None
    assert not again.seats
