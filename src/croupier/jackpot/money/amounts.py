"""Whether an amount is one, and whether the accounts can hold it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from croupier.jackpot.accounts import Move
from croupier.jackpot.refusals import Refused
from croupier.jackpot.requests import MOST_CENTS, MOST_HELD
from croupier.jackpot.state import LinkState


def check_amount(amount: Any) -> None:
    """Refuse what is not a whole, positive and possible number of cents."""
    if type(amount) is not int:
        raise Refused("amount_not_whole", f"{amount!r:.40}" if isinstance(amount, (float, str, bool)) else "")
    if amount <= 0:
        raise Refused("amount_not_positive", shown(amount))
    if amount > MOST_CENTS:
        raise Refused("amount_too_large", shown(amount))


def shown(number: int) -> str:
    """A number for a message; Python refuses to write down one of thousands of digits."""
    return str(number) if number.bit_length() < 100 else f"a number of {number.bit_length()} bits"


def check_room(state: LinkState, moves: Iterable[Move]) -> None:
    """Every account must be able to hold all that an entry gives it."""
    given: dict[tuple[str, int], int] = {}
    for debit, credit, amount in moves:
        for account, side in ((debit, 0), (credit, 1)):
            held = given.get((account, side), state.balances.get(account, (0, 0))[side]) + amount
            given[account, side] = held
            if held > MOST_HELD:
                raise Refused("amount_too_large", f"{account} cannot hold it")
