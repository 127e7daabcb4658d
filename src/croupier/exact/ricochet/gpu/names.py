"""Where the C code finds what in its array of addresses and numbers."""

from __future__ import annotations

from typing import Final

NAMES: Final = (
    *("BASE", "KEYS", "SIZE1", "IN_ORDER", "STARTS", "COUNTS", "RADIX", "SPLIT", "TYPES", "DRAWN"),
    *("REACHES", "BEATS", "STAYS", "TIES", "WIDTH", "TOTAL", "MULTIPLE", "ERROR", "WORTH", "IS_WHOLE"),
    *("CLASSES", "DRAW_STARTS", "WAYS", "BONUS", "ROOM"),
    *("RANK_OF_TYPE", "IN_SUIT", "SIGNS", "HOLDERS", "SHARES", "COLUMNS", "PAID", "PAID_DRAWS"),
    *("STAYS_BASE", "DRAWN_BASE", "NEXT_RANK", "VALUES", "NEXT_WIDTH", "DRAW_KEYS", "LEADS", "STEPS", "TILE_CLASS"),
    "DRAWS",
)
"""In their order; a level's array has a place for each, even if its kernel does not read it."""
TILE: Final = 128
"""Draws that are prepared at a time, as in ``levels.h``."""
