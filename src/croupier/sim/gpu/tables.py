"""A showdown simulator's tables as bytes for C, and the constants that name their places.

Only what the kernels of ``body.h`` serve: one seat; hands of seven or three, or the ranks of seven; a bet for each
class; and up to three bonus wagers on the player's own hand, each with at most eight outcomes. Everything else is
refused by name.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.errors import MissingPart
from croupier.sim import deals
from croupier.sim.arrays import Bytes, Words
from croupier.sim.cells import Counts, Layout
from croupier.sim.graders import BY_CARDS, BY_SUIT, KIND, PLAIN_AT, SETS
from croupier.sim.ranks import RankSimulator
from croupier.sim.showdown import SEVEN, ShowdownSimulator, marks
from croupier.sim.showdown_kernels import ASK, CASES, COUNTS_AT, GRADER, PLACES_AT, SEES_DEALER

MOST_BASE, MOST_BONUS, MOST_BONUSES = 16, 8, 3
CELLS: Final = MOST_BASE + MOST_BONUS * MOST_BONUSES
THREADS, THREADS_OF_ALL = 256, 1024
"""In a block: the tables of hands of three, and of ranks, fill a processor's memory, so one block keeps it busy."""


@dataclass(frozen=True)
class BodyTables:
    """Bytes and constants; ``source`` puts them before the body."""

    content: Bytes
    constants: dict[str, str]
    layout: Layout

    def source(self, *parts: str) -> str:
        """The text to compile: the constants, the body, and what drives it on one kind of machine."""
        defined = [f"#define {name} {value}" for name, value in self.constants.items()]
        return "\n".join([*defined, *(files(__package__).joinpath(part).read_text("utf-8") for part in parts)])

    def in_cells(self, counts: Words) -> Counts:
        """Counts of the body as the cells of the layout."""
        cells = np.zeros(self.layout.size, dtype=np.int64)
        base, *bonuses = self.layout.wagers
        cells[: len(base.outcomes)] = counts[: len(base.outcomes)].astype(np.int64)
        for place, wager in enumerate(bonuses):
            first = MOST_BASE + MOST_BONUS * place
            cells[wager.first : wager.first + len(wager.outcomes)] = counts[first : first + len(wager.outcomes)].astype(
                np.int64
            )
        return cells


def body_tables(simulator: object) -> BodyTables:
    """What a simulator looks up, for the body; MissingPart names what it does not serve."""
    if not isinstance(simulator, ShowdownSimulator | RankSimulator):
        raise MissingPart("the cuda backend plays showdown games alone", hint="use --backend threads")
    tables, layout = simulator.tables, simulator.layout
    if simulator.seats > 1:
        raise MissingPart("the cuda backend plays one seat", hint="use --backend threads")
    if (tables.bet_of_class >= ASK).any():
        raise MissingPart(
            "the cuda backend plays by the class of the hand", hint="use --strategy chart, or --backend threads"
        )
    base, *bonuses = layout.wagers
    if len(base.outcomes) > MOST_BASE or len(bonuses) > MOST_BONUSES:
        raise MissingPart("more wagers or outcomes than the cuda backend counts", hint="leave some bonus wagers out")
    for wager, row in zip(bonuses, tables.bonuses, strict=True):
        if row[SEES_DEALER] or len(wager.outcomes) > MOST_BONUS:
            raise MissingPart(f"the cuda backend does not serve {wager.wager}", hint="leave it out, or use threads")
    return _Packing(simulator).packed()


class _Packing:
    """Tables laid one after the other, each on a multiple of four bytes."""

    def __init__(self, simulator: ShowdownSimulator | RankSimulator) -> None:
        self.simulator = simulator
        self.threes = simulator.threes if isinstance(simulator, ShowdownSimulator) else None
        self.by_ranks = isinstance(simulator, RankSimulator)
        self.parts: list[Bytes] = []
        self.at = 0
        words = [(1 << 32) % int(np.prod(bounds, dtype=np.int64)) for bounds in deals.WORD_BOUNDS]
        self.constants = {f"REFUSED_{place}": f"{word}u" for place, word in enumerate(words)}
        self.constants |= {
            "REFUSED_OWN": f"{(1 << 32) % deals.OWN_THREES}u",
            "REFUSED_DEALER": f"{(1 << 32) % deals.DEALER_THREES}u",
            "FIRST_QUALIFYING": f"{simulator.tables.first_qualifying}u",
            "OUTCOMES": str(len(simulator.layout.wagers[0].outcomes)),
            "BONUSES": str(len(simulator.tables.bonuses)),
            "THREES": "1" if self.threes else "0",
            "RANKS": "1" if self.by_ranks else "0",
            "THREADS": str(THREADS_OF_ALL if self.threes or self.by_ranks else THREADS),
        }
        for name in ("MARKS", "OWN", "DEALER", "DEALS", "REST"):
            self.constants[f"{name}_AT"] = "0u"

    def add(self, name: str, table: NDArray[np.generic]) -> None:
        content = np.frombuffer(np.ascontiguousarray(table).tobytes(), dtype=np.uint8)
        content = np.concatenate([content, np.zeros(-len(content) % 4, dtype=np.uint8)])
        self.constants[f"{name}_AT"] = f"{self.at}u"
        self.parts.append(content)
        self.at += len(content)

    def _to_eight(self) -> int:
        """Fill up to a multiple of eight bytes."""
        self.parts.append(np.zeros(-self.at % 8, dtype=np.uint8))
        return len(self.parts[-1])

    def packed(self) -> BodyTables:
        simulator, tables = self.simulator, self.simulator.tables
        classes = len(tables.bet_of_class)
        outcome = tables.outcome.reshape(classes, tables.bets, CASES)
        chosen = outcome[np.arange(classes), tables.bet_of_class.astype(np.int64)]
        if isinstance(simulator, RankSimulator):
            self.add("DEALS", simulator.deals.entries)
            self._sevens()
        elif self.threes:
            self._threes()
        elif simulator.size == SEVEN and tables.lookups.graders[0, KIND] != BY_CARDS:
            self._sevens()
        else:
            raise MissingPart("the cuda backend deals hands of seven or three", hint="use --backend threads")
        self.add("OUTCOME", chosen.astype(np.uint8))
        self.constants["TABLE_BYTES"] = f"{self.at}u"
        if self.threes:
            self._bonuses_of_threes()
        if isinstance(simulator, RankSimulator):
            # Asked for three times in a million rounds, so it may lie far away.
            self.at += self._to_eight()
            self.add("REST", simulator.deals.rest)
        return BodyTables(np.concatenate(self.parts), self.constants, simulator.layout)

    def _sevens(self) -> None:
        lookups = self.simulator.tables.lookups
        begin = int(lookups.graders[0, PLAIN_AT])
        numbers = lookups.plain[begin : begin + SETS]
        small = int(numbers.max()) < 256
        self.constants["CLASS"] = "u8" if small else "u16"
        self.constants["BASE_BY_SUIT"] = str(int(lookups.graders[0, KIND] == BY_SUIT))
        if not self.by_ranks:
            self.add("MARKS", marks())
        self.add("CLASS", numbers.astype(np.uint8 if small else np.uint16))
        for place, row in enumerate(self.simulator.tables.bonuses):
            grader = int(row[GRADER])
            begin = int(lookups.graders[grader, PLAIN_AT])
            numbers = lookups.plain[begin : begin + SETS].astype(np.int64)
            outcomes = self.simulator.tables.places[int(row[PLACES_AT]) :][: int(numbers.max()) + 1]
            # Neighboring classes with one outcome are one level, so that levels fit into a byte and keep their order.
            levels = np.concatenate([[0], np.cumsum(np.diff(outcomes) != 0)])
            self.constants[f"BONUS_{place}_BY_SUIT"] = str(int(lookups.graders[grader, KIND] == BY_SUIT))
            self.add(f"BONUS_{place}", levels[numbers].astype(np.uint8))
            of_level = np.zeros(int(levels.max()) + 1, dtype=np.uint8)
            of_level[levels] = outcomes
            self.add(f"BONUS_{place}_LEVELS", of_level)

    def _threes(self) -> None:
        threes = self.threes
        assert threes is not None
        self.constants["CLASS"] = "u16"
        self.constants["BASE_BY_SUIT"] = "0"
        self.add("OWN", threes.own | threes.class_of.astype(np.uint32) << 18)
        self.add("DEALER", threes.dealer)
        self.add("CLASS", threes.class_of.astype(np.uint16))

    def _bonuses_of_threes(self) -> None:
        """By number of the hand; they follow what fits into a block's own memory."""
        threes = self.threes
        assert threes is not None
        for place, row in enumerate(self.simulator.tables.bonuses):
            assert int(row[COUNTS_AT]) == self.simulator.layout.wagers[place + 1].first
            self.add(f"BONUS_{place}", threes.places[place].astype(np.uint8))
            self.constants[f"BONUS_{place}_LEVELS_AT"] = "0u"
            self.constants[f"BONUS_{place}_BY_SUIT"] = "0"
