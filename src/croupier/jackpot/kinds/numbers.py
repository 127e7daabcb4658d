"""Numbers that banks, checks, slips and forms carry: of one shape, and none is used twice for the same purpose."""

import re
from collections.abc import Iterable

from croupier.jackpot import requests as asked
from croupier.jackpot.accounts import Move
from croupier.jackpot.actors import looks_like_tax_id
from croupier.jackpot.codes import Refused
from croupier.jackpot.entries import Body, PeopleBody
from croupier.jackpot.kinds.link import Link
from croupier.jackpot.requests import MOST_CENTS, MOST_HELD
from croupier.jackpot.state import LinkState


def check_amount(amount: object) -> None:
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


SHAPE = "1 to 32 letters, digits and . / - with a digit among them, and no tax id"
_NUMBER = re.compile(r"(?=.*[0-9])[A-Za-z0-9][A-Za-z0-9./-]{0,31}", re.ASCII)


def is_number(text: str) -> bool:
    """Whether a text has the shape of a number.

    >>> [is_number(each) for each in ("1001", "DEP-2026/17", "slip", "no. 7", "123-45-6789")]
    [True, True, False, False, False]
    """
    return _NUMBER.fullmatch(text) is not None and not looks_like_tax_id(text)


Numbered = asked.Pay | asked.Deposit | asked.Withdraw | asked.Collect  # With the number of some paper.
NUMBERED = frozenset({"pay", "deposit", "withdraw", "collect"})  # The kinds of their entries.


def numbers_of(request: Numbered) -> list[tuple[str, str, str]]:
    """Every number of a request: its field, what it is of, and the number. Two of one sort never agree."""
    match request:
        case asked.Pay():
            sort = "check" if request.method == "check" else "slip"
            found = [("reference", sort, request.reference), ("tax_form", "tax form", request.tax_form)]
            return [(field, space, number) for field, space, number in found if number is not None]
        case asked.Deposit():
            return [("reference", "deposit", request.reference)]
        case asked.Withdraw():
            return [("reference", "withdrawal", request.reference)]
        case asked.Collect():
            return [("reference", "receipt", request.reference)]


def keys_of(body: Body) -> list[str]:
    """The numbers that an entry uses, as they are compared."""
    if not isinstance(body, PeopleBody) or not isinstance(body.req, Numbered):
        return []
    return [key_of(space, number) for _, space, number in numbers_of(body.req)]


def key_of(space: str, number: str) -> str:
    """A number as it is compared, ignoring case."""
    return f"{space} {number.upper()}"


def check_numbers(link: Link, request: Numbered) -> None:
    """Refused if a number of a request has the wrong shape or was used before."""
    references = link.state.references
    numbers = numbers_of(request)
    for field, _, number in numbers:
        if not is_number(number):
            raise Refused("reference_malformed", f"{field}: {SHAPE}")
    for _, space, number in numbers:
        key = key_of(space, number)
        used = f"entry {references[key]}" if key in references else link.elsewhere(key)
        if used:
            raise Refused("reference_used", f"{space} {number}: {used}")
