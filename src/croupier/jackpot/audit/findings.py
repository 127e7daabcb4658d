"""What an audit finds, entry by entry, the first of them named and the rest counted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

MOST_FINDINGS = 50
"""In a journal that is broken throughout, this many places are named and the rest counted."""


class Finding(NamedTuple):
    """One thing that is not as it must be."""

    where: str
    what: str


@dataclass
class Findings:
    """Collected in order."""

    findings: list[Finding] = field(default_factory=list)
    more: int = 0
    """Findings beyond those that are named."""

    def find(self, where: str, what: str) -> None:
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(Finding(where, what))
        else:
            self.more += 1

    def add(self, other: Findings) -> None:
        for finding in other.findings:
            self.find(*finding)
        self.more += other.more
