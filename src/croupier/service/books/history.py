"""The configuration of a link over time: every plan put forward or approved, and everybody who came or left."""

from __future__ import annotations

import json
from typing import Final

from croupier.handbook.reports.plan_changes import differences
from croupier.jackpot.journal import Store
from croupier.jackpot.plan.link_plan import LinkPlan, plan_from_json, plan_hash
from croupier.records import UNSET, Record, UnsetType, record_of
from croupier.service.books.journal import EntryLine, entry_line
from croupier.service.books.naming import Name

KINDS: Final = frozenset(
    {"propose", "accept", "withdraw_proposal", "reset", "appoint", "dismiss", "key", "new_key", "new_chain", "end"}
)


class PlanChange(EntryLine):
    """An entry that changed the configuration; of a plan, its hash and what differs: field, before, after."""

    plan: str | UnsetType = UNSET
    changes: list[tuple[str, str, str]] | UnsetType = UNSET


class PlanHistory(Record):
    """Every change of a link's configuration, the newest first."""

    link: str
    changes: list[PlanChange]


def history(store: Store, link: str, name: Name) -> list[PlanChange]:
    """Every change of configuration, the newest first, each plan against the one approved before it."""
    lines: list[PlanChange] = []
    approved: LinkPlan | None = None
    proposed: LinkPlan | None = None
    for entry in store.entries(link, after=0, to=None):
        if entry.kind not in KINDS:
            continue
        hashed: str | UnsetType = UNSET
        changes: list[tuple[str, str, str]] | UnsetType = UNSET
        if entry.kind == "propose":
            proposed = plan_from_json(json.loads(entry.body)["req"]["plan"])
        if entry.kind in ("propose", "accept") and proposed is not None:
            hashed = plan_hash(proposed)
            changes = differences(approved, proposed) if approved else []
            if entry.kind == "accept":
                approved, proposed = proposed, None
        lines.append(record_of(PlanChange, entry_line(entry, name), plan=hashed, changes=changes))
    return list(reversed(lines))
