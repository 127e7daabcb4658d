"""Play chips: every movement is a transfer between two accounts. bank gives the opening chips; rack is the house's side
of every round; a table's account holds what lies on its felt; bots share one purse. Only these may run below zero."""

from collections.abc import Mapping

from croupier.stores.house import Transfer

BANK = "bank"
RACK = "rack"
BOTS = "bots"


def guest_account(guest: str) -> str:
    return f"guest:{guest}"


def is_guest(account: str) -> bool:
    return account.startswith("guest:")


def table_account(table: str) -> str:
    return f"table:{table}"


def opening(guest: str, cents: int) -> tuple[Transfer, ...]:
    return (Transfer(f"opening:{guest}", BANK, guest_account(guest), cents, "opening chips"),)


def staked(id: str, purse: str, table: str, cents: int, why: str) -> tuple[Transfer, ...]:
    """Chips onto the felt, or back from it where the amount is below zero."""
    if cents == 0:
        return ()
    felt = table_account(table)
    if cents > 0:
        return (Transfer(id, purse, felt, cents, why),)
    return (Transfer(id, felt, purse, -cents, why),)


def settled(
    id: str, table: str, stakes: Mapping[int, int], nets: Mapping[int, int], purses: Mapping[int, str]
) -> tuple[Transfer, ...]:
    """A round is over: the rack evens out the felt, and every seat is handed back what is its own."""
    felt = table_account(table)
    returned = {seat: stakes[seat] + nets.get(seat, 0) for seat in stakes}
    found: list[Transfer] = []
    short = sum(returned.values()) - sum(stakes.values())
    if short > 0:
        found.append(Transfer(f"{id}:rack", RACK, felt, short, "the house pays"))
    elif short < 0:
        found.append(Transfer(f"{id}:rack", felt, RACK, -short, "the house takes"))
    for seat, cents in returned.items():
        if cents > 0:
            found.append(Transfer(f"{id}:{seat}", felt, purses[seat], cents, f"handed back to seat {seat}"))
    return tuple(found)
