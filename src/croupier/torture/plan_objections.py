"""The codes about plans that are proposed and approved. One function each, as in ``objections``."""

from __future__ import annotations

from croupier.torture.model import Model, Request

REFUSED_TITLE = "against the rules"
"""What the rules of linking say is proved elsewhere; here a plan with this title is one that they refuse."""
TAKEN_TITLE = "beside another link"
"""One that they refuse while another link has its tables."""


def proposal_waiting(model: Model, request: Request) -> bool:
    return request["do"] == "propose" and model.proposal is not None


def other_link(model: Model, request: Request) -> bool:
    """A new plan keeps the link's id, type, jurisdiction, levels and currency."""
    if request["do"] != "propose":
        return False
    new = request["plan"]
    if new["id"] != model.link:
        return True
    if model.plan is None:
        return False
    now = [level.number for level in model.plan.levels]
    if new["type"] != model.plan.type or new["jurisdiction"] != model.plan.jurisdiction:
        return True
    if new.get("currency", "") != model.plan.currency:
        return True
    return bool([level["number"] for level in new["levels"]] != now)


def link_refused(model: Model, request: Request) -> bool:
    """Looked at twice: the floor may have changed while the plan waited for its second person."""
    if request["do"] == "propose":
        title = request["plan"]["title"]
    elif request["do"] == "accept" and model.proposal is not None:
        title = model.proposal.plan.title
    else:
        return False
    return title == REFUSED_TITLE or (title == TAKEN_TITLE and model.floor_taken)


def approval_missing(model: Model, request: Request) -> bool:
    """Washington demands an approval on record before a link goes live."""
    if request["do"] != "accept":
        return False
    assert model.proposal is not None
    return model.proposal.plan.jurisdiction == "washington" and not model.proposal.plan.approval


def limit_below_meter(model: Model, request: Request) -> bool:
    """A limit may not be imposed below the amount that players see."""
    if request["do"] == "accept" and model.proposal is not None:
        new = model.proposal.plan
    elif request["do"] == "reset" and model.waiting is not None:
        new = model.waiting
    else:
        return False
    for level in new.levels:
        shown = model.meter(level.number) if model.plan else level.beginning_cents
        if level.limit_cents is not None and level.limit_cents < shown:
            return True
    return False


def rounds_open(model: Model, request: Request) -> bool:
    """A table leaves, and meters are reset, only when no round depends on them."""
    if request["do"] == "accept" and model.plan is not None and model.proposal is not None:
        staying = [table.id for table in model.proposal.plan.tables]
        return any(table not in staying for table in model.busy_tables)
    return request["do"] == "reset" and len(model.busy_tables) > 0
