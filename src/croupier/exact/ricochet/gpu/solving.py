"""A full table solved level by level on a machine that runs the body of C (``levels.h``); ``device`` is a GPU.

Everything that is looked up is what the compiled levels of ``full_table`` look up; only the loops over sets are the
machine's. All contests of a set are computed, even those that the set cannot lead to.
"""

import struct
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from croupier.exact.ricochet.full_table import Choices, FullTable, LastDraws, SetNumbers, in_arrays
from croupier.exact.solver import Progress, in_silence
from croupier.kernels.deals import RANKS
from croupier.kernels.pot_game import DRAWN

NAMES: Final = (
    *("BASE", "KEYS", "SIZE1", "IN_ORDER", "STARTS", "COUNTS", "RADIX", "SPLIT", "TYPES", "DRAWN"),
    *("REACHES", "BEATS", "STAYS", "TIES", "WIDTH", "TOTAL", "MULTIPLE", "ERROR", "WORTH", "IS_WHOLE"),
    *("CLASSES", "DRAW_STARTS", "WAYS", "BONUS", "ROOM"),
    *("RANK_OF_TYPE", "IN_SUIT", "SIGNS", "HOLDERS", "SHARES", "COLUMNS", "PAID", "PAID_DRAWS"),
    *("STAYS_BASE", "DRAWN_BASE", "NEXT_RANK", "VALUES", "NEXT_WIDTH", "DRAW_KEYS", "LEADS", "STEPS", "TILE_CLASS"),
    "DRAWS",
)
"""In their order; a level's array has a place for each, even if its kernel does not read it."""
TILE: Final = 128  # Draws that are prepared at a time, as in ``levels.h``.


Array = NDArray[Any]
Named = dict[str, int | float | Array]
PARTS = 1 << 40  # Values read in one call, so that progress shows; about a second on a large GPU.


class Table(Protocol):
    """A level's values where the machine keeps them."""

    @property
    def address(self) -> int: ...

    def look(self, rows: Array, contests: Array) -> Array:
        """Some of them, here."""


class Machine(Protocol):
    """What keeps tables and runs the body."""

    def put(self, array: Array) -> Table:
        """A copy where the body can read it."""

    def table(self, rows: int, width: int) -> Table:
        """Room for a level's values."""

    def run(self, kernel: str, args: Array, first: int, last: int) -> None:
        """Rows from the first up to, but not including, the last."""


def solve_on(machine: Machine, table: FullTable, progress: Progress = in_silence) -> Choices:
    """Level after level from the last seat to act to the second; then the choices of the first."""
    if len(table.levels) == 1 or not table.contests[1].width:
        return table.choices_from(None, None)
    later: tuple[SetNumbers, Table] | None = None
    done, needed = 0.0, steps_needed(table)
    for place in range(len(table.levels) - 1, 0, -1):
        here = SetNumbers.of(table.levels[place].types, range(place + 1))
        worth = machine.table(int(here.rows[-1]), table.contests[place].width)
        level = _Level(machine, table, place, here, later, worth)
        for drawn in range(place + 1):
            first, last = int(here.rows[drawn]), int(here.rows[drawn + 1])
            steps = _steps(table, place)
            part = max(1, int(PARTS / steps))
            args = level.args(drawn)
            for begin in range(first, last, part):
                end = min(begin + part, last)
                machine.run(level.kernel, args, begin, end)
                done += (end - begin) * steps
                progress(min(int(1000 * done / needed), 999), 1000)
        later = here, worth
    assert later is not None
    progress(1000, 1000)
    return table.choices_from(later[0], later[1].look)


def _steps(table: FullTable, place: int) -> float:
    """Values to be read for a row, roughly."""
    width = table.contests[place].width
    return 1000.0 + width if place == len(table.levels) - 1 else len(table.levels[place].triples) * (10 + width / 2)


def steps_needed(table: FullTable) -> float:
    """Values to be read in all where every contest of a set is computed."""
    return sum(sum(table.rows(place)) * _steps(table, place) for place in range(1, len(table.levels)))


def host_bytes(table: FullTable) -> int:
    """Bytes here, and again on the machine, that number the sets of one level and the next."""
    return max(2 * level.types.keys * (len(level.types.cards) + 8 * (len(table.levels) + 4)) for level in table.levels)


class _Level:
    """What the body looks up at one level."""

    def __init__(
        self,
        machine: Machine,
        table: FullTable,
        place: int,
        here: SetNumbers,
        later: tuple[SetNumbers, Table] | None,
        worth: Table,
    ) -> None:
        self.machine, self.table, self.here, self.later = machine, table, here, later
        self.kernel = "last_rows" if later is None else "middle_rows"
        self.kept: list[Table] = []
        level, contests = table.levels[place], table.contests[place]
        following = None if later is None else table.contests[place + 1]
        arrays = in_arrays(contests, level.classes, following)
        types = level.types
        classes = len(level.classes) + 1
        self.named: Named = {
            "SIZE1": here.size[0],
            "IN_ORDER": here.in_order,
            "STARTS": here.starts,
            "KEYS": here.base.shape[1],
            "COUNTS": types.counts,
            "RADIX": types.radix,
            "SPLIT": types.split,
            "TYPES": len(types.cards),
            "REACHES": arrays.reaches,
            "BEATS": arrays.beats,
            "STAYS": arrays.stays,
            "TIES": arrays.ties,
            "WIDTH": contests.width,
            "MULTIPLE": float(table.game.play_multiple),
            "ERROR": table.error,
            "WORTH": worth.address,
            "IS_WHOLE": int((table.bonus * 64 % 1 == 0).all()),
            "CLASSES": classes,
            "ROOM": 1
            + max(3 * len(types.cards), 4 * RANKS)
            + classes
            + 1
            + 2 * contests.width
            + 2 * TILE
            + len(types.cards),
        }
        if later is None or following is None:
            own = LastDraws.of(level, table.bonus)
            paid = np.flatnonzero(own.signs * own.bonus)
            number = np.searchsorted(own.starts, paid, side="right")
            self.named |= {
                "DRAW_STARTS": own.starts,
                "WAYS": own.ways,
                "BONUS": own.bonus,
                "SIGNS": own.signs,
                "RANK_OF_TYPE": own.rank_of_type,
                "IN_SUIT": own.in_suit,
                "HOLDERS": contests.holders,
                "SHARES": table.shares,
                "COLUMNS": table.shares.shape[1],
                # The highest class first, as the sum has always been taken.
                "PAID": paid[np.argsort(-number, kind="stable")],
                "PAID_DRAWS": len(paid),
            }
        else:
            numbers, values = later
            onto = table.levels[place + 1].types
            draws = level.draws(onto, following, table.bonus)
            tiles = np.arange(0, len(draws.bonus), TILE)
            self.named |= {
                "DRAW_STARTS": draws.starts,
                "WAYS": draws.ways,
                "BONUS": draws.bonus,
                "DRAW_KEYS": draws.keys,
                "LEADS": draws.leads,
                "STEPS": level.steps_of_types(onto),
                "TILE_CLASS": np.searchsorted(draws.starts, tiles, side="right") - 1,
                "DRAWS": len(draws.bonus),
                "NEXT_RANK": numbers.rank,
                "VALUES": values.address,
                "NEXT_WIDTH": following.width,
            }
        self.placed = {name: self._placed(value) for name, value in self.named.items()}

    def _placed(self, value: float | Array) -> int:
        if isinstance(value, np.ndarray):
            self.kept.append(self.machine.put(value))
            return self.kept[-1].address
        return _bits(value) if isinstance(value, float) else value

    def args(self, drawn: int) -> Array:
        """The body's array for sets of this many draws."""
        cards = len(self.table.stub) - DRAWN * drawn
        own: Named = {
            "BASE": self.here.base[drawn],
            "DRAWN": drawn,
            "TOTAL": float(cards * (cards - 1) * (cards - 2) // 6),
        }
        if self.later is not None:
            own |= {"STAYS_BASE": self.later[0].base[drawn], "DRAWN_BASE": self.later[0].base[drawn + 1]}
        placed = self.placed | {name: self._placed(value) for name, value in own.items()}
        return np.array([placed.get(name, 0) for name in NAMES], dtype=np.uint64)


def _bits(number: float) -> int:
    found: int = struct.unpack("<Q", struct.pack("<d", number))[0]
    return found
