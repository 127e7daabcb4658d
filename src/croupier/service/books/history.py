"""The configuration of a link over time: every plan put forward or approved, and everybody who came or left."""

from __future__ import annotations

import json
from typing import Any, Final

from croupier.handbook.reports.plan_changes import differences
from croupier.jackpot.journal import Store
from croupier.jackpot.plan.link_plan import LinkPlan, plan_from_json, plan_hash
from croupier.service.books.journal import entry_line

Record = dict[str, Any]
KINDS: Final = frozenset(
    {"propose", "accept", "withdraw_proposal", "reset", "appoint", "dismiss", "key", "new_key", "new_chain", "end"}
)


def history(store: Store, link: str) -> list[Record]:
    """Every change of configuration, the newest first, each plan against the one approved before it."""
    found: list[Record] = []
    approved: LinkPlan | None = None
    proposed: LinkPlan | None = None
    for entry in store.entries(link, after=0, to=None):
        if entry.kind not in KINDS:
            continue
        line = entry_line(entry)
        if entry.kind == "propose":
            proposed = plan_from_json(json.loads(entry.body)["req"]["plan"])
            line["plan"] = plan_hash(proposed)
            line["changes"] = differences(approved, proposed) if approved else []
        elif entry.kind == "accept" and proposed is not None:
            line["plan"] = plan_hash(proposed)
            line["changes"] = differences(approved, proposed) if approved else []
            approved, proposed = proposed, None
        found.append(line)
    return list(reversed(found))
