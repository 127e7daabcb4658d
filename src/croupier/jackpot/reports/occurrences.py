"""What happened on a day, in the words of its exceptions: what, about what, and the cents where there are some."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from croupier.jackpot import accounts
from croupier.jackpot.money.adjustments import OUR_READING

AWARDS: Final = (accounts.PENDING, accounts.PAYABLE, accounts.CAGE)
"""Where the money of an award is, until it goes back."""
EVENTS: Final = {
    "withdraw_proposal": "proposed plan withdrawn",
    "reset": "full reset",
    "end": f"link ended (by {OUR_READING})",
    "seize": "funds seized",
    "release": "seized funds released",
    "fault": "fault",
    "clear": "faults cleared",
    "purge": "personal records purged",
    "key": "key of the checkpoints announced",
    "new_key": "another key of the checkpoints announced",
    "decline": "request declined",
}


def told_of_changes(kind: str, body: Mapping[str, Any]) -> Iterable[tuple[str, str, int | None]]:
    """Every award that a rejection or a correction takes back, gives, or makes a debt."""
    request, where = body["req"], f"{body['table']} round {body['round']}"
    what = "award rejected" if kind == "reject" else "result corrected"
    for award in body["voided"]:
        yield what, f"award {award['no']}, {where} seat {award['seat']}: {request['reason']}", award["cents"]
        owed = body["receivable"].get(str(award["no"]), {}).get("cents", 0)
        if owed:
            yield "paid by mistake, receivable", f"award {award['no']}, {where} seat {award['seat']}", owed
    for award in body["awards"]:
        yield what, f"award {award['no']} given, {where} seat {award['seat']}: {award['label']}", award["cents"]
