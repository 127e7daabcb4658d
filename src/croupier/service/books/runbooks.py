"""What to do about each alert: the steps that the pages link to and the documents print, written once in data."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Final

from croupier.records import Record

OF_STOPS: Final = {"fault": "fault", "seized": "seized", "bank_short": "bank-short", "stopped": "book-stopped"}
"""By the code that wagers are refused with, what to do about it."""


class Runbook(Record):
    """One alert: what it means, and what people do about it."""

    id: str
    title: str
    means: str
    steps: tuple[str, ...]


@cache
def runbooks() -> tuple[Runbook, ...]:
    """Every runbook, in the order of the file.

    >>> runbooks()[0].id
    'pending-award'
    """
    text = files(__package__).joinpath("runbooks.toml").read_text("utf-8")
    return tuple(
        Runbook(id=id, title=each["title"], means=each["means"], steps=tuple(each["steps"]))
        for id, each in tomllib.loads(text).items()
    )


def runbook_page() -> str:
    """All of them as Markdown."""
    parts = [
        "# What to do about an alert",
        "",
        "Every alert of the pit and the office links to its part of this page. It stays until somebody has seen it.",
    ]
    for each in runbooks():
        parts += ["", f'<a id="{each.id}"></a>', "", f"## {each.title}", "", each.means, ""]
        parts += [f"{number}. {step}" for number, step in enumerate(each.steps, 1)]
    return "\n".join(parts) + "\n"
