"""The lease of a writer: for how long the store's word counts that nobody else writes the link."""

from __future__ import annotations

LASTS = 2.0
"""Seconds from the question, by a clock that never jumps."""


def has_run_out(ago: float) -> bool:
    """Whether the word of the store, asked for so many seconds ago, no longer counts."""
    return ago > LASTS
