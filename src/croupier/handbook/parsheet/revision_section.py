"""The differences from an earlier par sheet, as a section of the new one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from croupier.handbook.page.blocks import Block, Lines, Section, Words, grid_of
from croupier.questions.sheet.records import Revision, WagerSheet


def revision_section(revision: Revision, wagers: Sequence[WagerSheet]) -> Section:
    """What was changed, and every figure that moved."""
    of = revision.of
    titles = {each.wager.id: each.wager.title for each in wagers}
    blocks: list[Block] = [
        Words(
            f"Compared with {of['number']}, revision {of['revision']}, {of['date']}, made with croupier "
            f"{of['software']} under rulebook {of['rulebook'][:16]}."
        )
    ]
    if revision.causes:
        blocks.append(Lines(tuple((f"{each[:1].upper()}{each[1:]}.", "") for each in revision.causes)))
    if not revision.moved:
        blocks.append(Words("No figure has moved."))
        return Section("Differences from the earlier sheet", tuple(blocks))
    # A reason is told once and has a number: a sheet of eighty lines that all repeat it cannot be read.
    reasons = {why: str(place) for place, why in enumerate(dict.fromkeys(each.why for each in revision.moved), 1)}
    blocks.append(grid_of(("Why", "What moved the figure"), [(place, why) for why, place in reasons.items()]))
    rows = [
        (titles.get(each.wager, each.wager), _plain(each.figure), each.was, each.now, reasons[each.why])
        for each in revision.moved
    ]
    columns = ("Wager", "Figure", "Was", "Is", "Why")
    blocks.append(grid_of(columns, rows, caption=f"{len(rows):,} figures moved; all others are as they were."))
    return Section("Differences from the earlier sheet", tuple(blocks))


def _plain(figure: str) -> str:
    """A figure's name in the record, as a person writes it: ``house edge.percent`` is ``house edge, percent``."""
    return re.sub(r"(?<=[a-z])\.(?=\w)", ", ", figure)
