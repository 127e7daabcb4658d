"""A table whose rules were changed while the house was closed: it opens again, and what lay on its felt goes back."""

from __future__ import annotations

from croupier.stores.house import Transfer
from croupier.table.clock import Clock
from croupier.table.table import AnnouncedTable, Table, read_kept


def is_as_kept(plan: AnnouncedTable, state: str) -> bool:
    """Whether a kept state was made under the rules that are in force now."""
    kept = read_kept(state, plan.id)
    return kept.spec == str(plan.configuration) and kept.rulebook_hash == plan.configuration.rulebook_hash


def reopened(plan: AnnouncedTable, clock: Clock, state: str) -> tuple[Table, tuple[Transfer, ...]]:
    """The table after its rules were changed while the house was closed: what lay on the felt goes back."""
    kept = read_kept(state, plan.id)
    table = Table(plan, clock)
    table.moves, table.version, table.number = kept.moves, kept.version, kept.number + 1
    moved: tuple[Transfer, ...] = ()
    for number, seat in kept.seats.items():
        cents = sum(seat.wagers.values()) - kept.paid.get(number, (0, 0))[0]
        cents += sum(amount for at, _, amount in kept.decisions or () if at == number)
        moved += table.move(seat, -cents, "handed back: the rules of the table have changed")
    table.booking = kept.booking
    table.booking.abandon("the rules of the table have changed")
    table.say("The rules of this table have changed; what lay on the felt was handed back.")
    return table, moved
