"""Nothing hidden leaves the house: what a seat receives is the same whatever the cards are that it may not see."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import records
from croupier.cards.cards import DECK, Card
from croupier.errors import BadInput
from croupier.play.game import EVERYONE, NOBODY
from croupier.service.felts import house_tables
from croupier.table.seen import table_view
from croupier.table.table import AnnouncedTable, Clock, Table

PLANS = house_tables()


def dealt(plan: AnnouncedTable) -> Table:
    """Two people and a bot with their cards, before the first decision."""
    table = Table(plan, Clock())
    for seat in (1, 2):
        table.sit(seat, f"guest{seat}", f"Guest {seat}")
        spots = {
            wager: plan.limits[wager].minimum if wager in plan.limits else plan.game.base_wager_cents
            for wager in plan.game.wagers
        }
        table.put(seat, spots, True, 10**9, 1)
    table.add_bot(3)
    table.close_bets()
    table.deal()
    # A deal that ends at once, as on a dealer's blackjack, has nothing to hide.
    return table if table.turn else dealt(plan)


def seen(table: Table, guest: str | None) -> str:
    return records.encode(table_view(table, guest, 5000, 0.0, 0), ordered=True).decode()


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: str(plan.id))
@pytest.mark.parametrize("guest", ["guest1", "guest2", None])
def test_a_hidden_card_can_be_swapped_without_anyone_noticing(plan: AnnouncedTable, guest: str | None) -> None:
    table = dealt(plan)
    assert table.round is not None
    viewer = table.seat_of(guest)
    state = table.round.state
    turn = table.turn
    if turn and turn.seat == viewer:
        # What the viewer may do follows from cards that the viewer sees; nobody else is told.
        assert '"actions"' in seen(table, guest)
    before = seen(table, guest)
    on_table = {card for each in state.dealt for card in each.cards}
    spare: list[Card] = [card for card in DECK if card not in on_table]
    swapped: list[Any] = []
    hidden = 0
    for each in state.dealt:
        if each.seen_by in (EVERYONE, viewer):
            swapped.append(each)
        else:
            hidden += 1
            swapped.append(each._replace(cards=tuple(spare.pop() for _ in each.cards)))
    table.round.state = state._replace(dealt=tuple(swapped))
    assert seen(table, guest) == before
    assert hidden or all(each.seen_by == EVERYONE for each in state.dealt)
    # Neither the shoe nor what lies face down is anywhere in the view.
    assert table.shoe.secret not in before
    assert NOBODY not in [each.seen_by for each in state.dealt]
    assert "nonce" not in before


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: str(plan.id))
def test_a_table_is_the_same_after_it_was_kept_and_read_back(plan: AnnouncedTable) -> None:
    table = dealt(plan)
    again = Table.restore(plan, Clock(), table.kept(), table.shoe.secret)
    assert again.kept() == table.kept()
    for guest in ("guest1", "guest2", None):
        assert seen(again, guest) == seen(table, guest)
    assert again.shoe.root == table.shoe.root
    assert [str(card) for card in again.shoe.deck.cards] == [str(card) for card in table.shoe.deck.cards]
    for each in (table, again):
        while each.turn is not None:
            each.act_for(each.turn.seat)
    assert again.finish().settlement == table.finish().settlement


@pytest.mark.parametrize("schema", [None, 0, 2])
def test_a_table_kept_in_another_schema_is_refused_by_its_number_and_ours(schema: int | None) -> None:
    plan = PLANS[0]
    table = dealt(plan)
    other = table.kept().replace('"schema":1', f'"schema":{"null" if schema is None else schema}', 1)
    said = "has no schema number" if schema is None else f"is of schema {schema}"
    words = f"table {plan.id} as it was kept {said}; this version of croupier reads schema 1\nhint: open the house on"
    with pytest.raises(BadInput, match=words):
        Table.restore(plan, Clock(), other, table.shoe.secret)
    with pytest.raises(BadInput, match="unknown field `seat`"):
        Table.restore(plan, Clock(), table.kept().replace('"seats":', '"seat":', 1), table.shoe.secret)
