"""How people and the house's standing are named on the pages of the books."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from croupier.casino.posting import NOT_APPROVED
from croupier.jackpot.plan.link_plan import LinkPlan
from croupier.jackpot.plan.play_chips import is_of_play_tables
from croupier.records import Record

Name = Callable[[str], str]


class PageStanding(Record):
    """What a page must say about itself, and whether it may be worked."""

    notice: str
    mode: Literal["live", "preview", "demonstration"]
    may_act: bool
    why: str


def standing(plan: LinkPlan, demonstration: bool) -> PageStanding:
    """What a page about this plan must say, and whether it may be worked."""
    washington = plan.jurisdiction == "washington"
    mode: Literal["live", "preview", "demonstration"] = "preview" if washington else "live"
    if demonstration:
        mode = "demonstration"
    why = "A Washington plan is shown as a preview: nothing can be entered here." if washington else ""
    if is_of_play_tables(plan):
        why = "The house deals this play table itself: people can look at its jackpot, and change nothing."
    return PageStanding(
        notice=NOT_APPROVED, mode=mode, may_act=mode != "preview" and not is_of_play_tables(plan), why=why
    )
