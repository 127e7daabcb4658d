"""A recorded round with one altered payment and one altered card: neither replays, nor is it what was committed to."""

from __future__ import annotations

import copy
from typing import Any

from croupier import Round, load


def altered_transcript() -> dict[str, Any]:
    """A live round of Three Card Prime, changed after the fact."""
    round = Round.start(load("three-card-prime"), {1: {"ante": "10.00"}})
    round.act("fold")
    record: dict[str, Any] = copy.deepcopy(round.transcript(round.settle()))
    record["settlement"]["settlements"][0]["net"] = "99.00"
    opening = record["commitment"]["openings"][0]
    opening["card"] = "As" if opening["card"] != "As" else "Ks"
    return record
