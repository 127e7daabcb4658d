"""Chunks on an NVIDIA GPU: CuPy compiles the body with NVRTC, and one launch plays a chunk of the common stream.

Tables lie in each block's shared memory. What no body of C serves is refused by name.
"""

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from croupier.errors import MissingPart
from croupier.kernels import deals, graders, pot_tables
from croupier.kernels.cells import Counts, Layout, Tally
from croupier.kernels.extras import OPTIONS, cupy_module, device_name, source_of
from croupier.kernels.graders import BY_CARDS, BY_SUIT, KIND, PLAIN_AT, SETS
from croupier.kernels.terms import CASES
from croupier.sim import showdown
from croupier.sim.pot import PotSimulator
from croupier.sim.ranks import RankSimulator
from croupier.sim.running import Simulator


class CudaWork:
    """A simulator on the first GPU; calling it runs a chunk."""

    def __init__(self, simulator: Simulator) -> None:
        self.simulator = simulator
        self.body: Body = body_of(simulator)
        self.cupy = cupy_module()
        self.device = device_name(self.cupy)
        module = self.cupy.RawModule(code=self.body.source(GPU), options=OPTIONS)
        self.launch = launcher(self.cupy, module, "play", self.body.constants)
        self.tables = self.cupy.asarray(self.body.content)

    def __call__(self, seed: int, first: int, count: int, /) -> Tally:
        if self.body.constants.get("THREES") == "1" and first % 2:
            # Two rounds share a block of words: an odd beginning is played here.
            found = self.simulator.run(seed, first, 1)
            if count > 1:
                found.add(self(seed, first + 1, count - 1))
            return found
        counts = self.cupy.zeros(self.body.cells, dtype=np.uint64)
        self.launch(np.uint64(seed), np.uint64(first), np.uint64(count), self.tables, counts)
        return self.body.tally(self.cupy.asnumpy(counts))


def launcher(cupy: ModuleType, module: Any, name: str, constants: dict[str, str]) -> Callable[..., None]:
    """A kernel with as many blocks as the GPU holds at once, each with its tables in shared memory."""
    kernel = module.get_function(name)
    table_bytes = int(constants["TABLE_BYTES"].rstrip("u"))
    threads = int(constants["THREADS"])
    kernel.max_dynamic_shared_size_bytes = table_bytes
    properties = cupy.cuda.runtime.getDeviceProperties(0)
    processors = properties["multiProcessorCount"]
    # 320 bytes of counts lie beside the tables, and every block costs a kilobyte.
    by_memory = properties["sharedMemPerMultiprocessor"] // (table_bytes + 1024 + 512)
    by_threads = properties["maxThreadsPerMultiProcessor"] // threads
    blocks = processors * max(1, min(by_memory, by_threads))

    def launch(*arguments: object) -> None:
        kernel((blocks,), (threads,), arguments, shared_mem=table_bytes)

    return launch


GPU, CPU = "device", "host"  # What drives a body: the kernels of a GPU, or plain functions for tests and baselines.
CPU_BUILD: Final = "#define CPU_BUILD\n"


class Reads(Protocol):
    """How the counts of a body are read."""

    def __call__(self, counts: NDArray[np.uint64], /) -> Tally: ...


@dataclass(frozen=True)
class Body:
    """Bytes and constants of one simulator, and the files of C that play by them."""

    content: NDArray[np.uint8]
    constants: dict[str, str]
    name: str  # Of the body's file.
    cells: int  # Counts that a launch fills.
    chunk: int  # Rounds in a launch: a fraction of a second on a large GPU.
    listed: int  # Numbers of 64 bits that the outcomes of one round take.
    tally: Reads

    def source(self, machine: str) -> str:
        """The text to compile: the constants, the body, and what drives it on one kind of machine."""
        defined = [f"#define {name} {value}" for name, value in self.constants.items()]
        return (CPU_BUILD if machine == CPU else "") + source_of(
            "words", self.name, f"{self.name}_{machine}", package=__package__, defined="\n".join(defined)
        )


class Packing:
    """Tables laid one after the other, each on a multiple of eight bytes."""

    def __init__(self) -> None:
        self.parts: list[NDArray[np.uint8]] = []
        self.constants: dict[str, str] = {}
        self.at = 0

    def add(self, name: str, table: NDArray[np.generic]) -> None:
        """A table, whose place becomes the constant ``name_AT``."""
        content = np.frombuffer(np.ascontiguousarray(table).tobytes(), dtype=np.uint8)
        content = np.concatenate([content, np.zeros(-len(content) % 8, dtype=np.uint8)])
        self.constants[f"{name}_AT"] = f"{self.at}u"
        self.parts.append(content)
        self.at += len(content)

    def content(self) -> NDArray[np.uint8]:
        """All of it."""
        return np.concatenate(self.parts)


POT_CHUNK: Final = 1 << 28
POT_THREADS: Final = 128
_NAMES: Final = {
    graders: ("BY_RANKS", "BY_SUIT", "BY_COLORS", "LOW_KEYS"),
    pot_tables: (
        *("NOBODY", "DEALER", "PLAYERS"),
        *("ALONE", "JOINS", "NONE_LEFT"),
        *("FOLDED", "BEATEN", "TOOK", "WON"),
        *("DUEL", "MOST_SEATS"),
    ),
}
"""By name in the numba kernels, the name in the C body."""


def pot_body(simulator: PotSimulator) -> Body:
    """What the simulator looks up, for the body; it knows the stated rule alone."""
    if simulator.by_sketch:
        raise MissingPart("the cuda backend plays a pot by its stated rule alone", hint="add --strategy basic")
    packing, tables, layout, seats = Packing(), simulator.tables, simulator.layout, simulator.seats
    lookups = tables.lookups
    listed = -(-len(layout.wagers) * seats // 4)
    packing.constants |= {name: str(getattr(module, name)) for module, names in _NAMES.items() for name in names}
    packing.constants |= {
        "SEATS": str(seats),
        "AWARDS": str(tables.awards),
        "BONUSES": str(len(tables.bonuses)),
        "CELLS": str(layout.size - len(layout.wagers)),
        "LISTED": str(listed),
        "THREADS": str(POT_THREADS),
        "TABLE_BYTES": "0u",
    }
    named: dict[str, NDArray[np.generic]] = {
        "SPREAD": lookups.spread,
        "LOW": lookups.low,
        "HIGH": lookups.high,
        "PLAIN": lookups.plain,
        "SUITED": lookups.suited,
        "GRADERS": lookups.graders.astype(np.int32),
        "ACTING": tables.acting,
        "BEATEN": tables.beaten_from,
        "PLAYS": tables.plays,
        "KICKED": tables.kicked_out,
        "BECOMES": tables.becomes,
        "OFFERED": tables.offered,
        "AWARD": tables.award,
        "CELL": tables.cell,
        "NETS": tables.nets,
        "BONUS": tables.bonuses.astype(np.int32),
        "PLACES": tables.places,
        "RANKED": tables.rank_of_pocket,
        "DUEL": tables.wins_duel_from,
    }
    for name, table in named.items():
        packing.add(name, table)

    def tally(counts: NDArray[np.uint64]) -> Tally:
        wagers = len(layout.wagers)
        cells, low, high = (
            part.tolist() for part in np.split(counts, [len(counts) - 2 * wagers, len(counts) - wagers])
        )
        squares = [one + (other << 32) for one, other in zip(low, high, strict=True)]
        return layout.tally(np.array([*cells, *squares], dtype=object), seats)

    return Body(packing.content(), packing.constants, "pot", layout.size + len(layout.wagers), POT_CHUNK, listed, tally)


MOST_BASE, MOST_BONUS, MOST_BONUSES = 16, 8, 3
CELLS: Final = MOST_BASE + MOST_BONUS * MOST_BONUSES
CHUNK: Final = 1 << 32
THREADS, THREADS_OF_ALL = 256, 1024
"""In a block: the tables of hands of three, and of ranks, fill a processor's memory, so one block keeps it busy."""
ASKED: Final = 255  # Stands for an outcome where the class does not settle the bet.
MOST_NEAR: Final = 20_000  # Bytes of tables of single hands that a block keeps in its own memory.


def showdown_body(simulator: showdown.ShowdownSimulator | RankSimulator) -> Body:
    """What a simulator looks up, for the body; MissingPart names what it does not serve."""
    tables, layout = simulator.tables, simulator.layout
    if simulator.seats > 1:
        raise MissingPart("the cuda backend plays one seat of a showdown game", hint="use --backend threads")
    base, *bonuses = layout.wagers
    if len(base.outcomes) > MOST_BASE or len(bonuses) > MOST_BONUSES:
        raise MissingPart("more wagers or outcomes than the cuda backend counts", hint="leave some bonus wagers out")
    for wager, row in zip(bonuses, tables.bonuses, strict=True):
        if row[showdown.SEES_DEALER] or len(wager.outcomes) > MOST_BONUS:
            raise MissingPart(f"the cuda backend does not serve {wager.wager}", hint="leave it out, or use threads")
    return _Packing(simulator).packed()


def in_cells(layout: Layout, counts: NDArray[np.uint64]) -> Counts:
    """Counts of the body as the cells of the layout."""
    cells = np.zeros(layout.size, dtype=np.int64)
    for place, wager in enumerate(layout.wagers):
        first = MOST_BASE + MOST_BONUS * (place - 1) if place else 0
        cells[wager.first : wager.first + len(wager.outcomes)] = counts[first : first + len(wager.outcomes)]
    return cells


class _Packing(Packing):
    """The tables of one simulator while they are laid out."""

    def __init__(self, simulator: showdown.ShowdownSimulator | RankSimulator) -> None:
        super().__init__()
        self.simulator = simulator
        self.threes = simulator.threes if isinstance(simulator, showdown.ShowdownSimulator) else None
        self.by_ranks = isinstance(simulator, RankSimulator)
        self.asks = bool((simulator.tables.bet_of_class >= showdown.ASK).any())
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
            "ASKS": str(int(self.asks)),
            "ASK": f"{ASKED}u",
            "BETS": f"{simulator.tables.bets}u",
            "THREADS": str(THREADS_OF_ALL if self.threes or self.by_ranks else THREADS),
        }
        for name in ("MARKS", "OWN", "DEALER", "DEALS", "REST"):
            self.constants[f"{name}_AT"] = "0u"

    def packed(self) -> Body:
        simulator, tables = self.simulator, self.simulator.tables
        classes = len(tables.bet_of_class)
        outcome = tables.outcome.reshape(classes, tables.bets, CASES)
        asked = tables.bet_of_class >= showdown.ASK
        bets = np.where(asked, tables.bet_of_class - showdown.ASK, tables.bet_of_class).astype(np.int64)
        chosen = outcome[np.arange(classes), bets]
        if isinstance(simulator, RankSimulator):
            self.add("DEALS", simulator.deals.entries)
            self._sevens()
        elif self.threes:
            self._threes()
        elif simulator.size == showdown.SEVEN and tables.lookups.graders[0, KIND] != BY_CARDS:
            self._sevens()
        else:
            raise MissingPart("the cuda backend deals hands of seven or three", hint="use --backend threads")
        self.add("OUTCOME", np.where(asked[:, None], ASKED, chosen).astype(np.uint8))
        hands = tables.exceptions
        choices = np.concatenate([outcome, chosen[:, None, :]], axis=1).astype(np.uint8)
        is_near = hands.nbytes + choices.nbytes <= MOST_NEAR
        self.constants |= {"ASKED_NEAR": str(int(is_near)), "HANDS_LAST": f"{max(len(hands), 1) - 1}u"}
        if self.asks and is_near:
            self._asked(hands, choices)
        self.constants["TABLE_BYTES"] = f"{self.at}u"
        if self.asks and not is_near:
            self._asked(hands, choices)
        if self.threes:
            self._bonuses_of_threes()
        if isinstance(simulator, RankSimulator):
            # Needed three times in a million rounds, so slow memory will do.
            self.add("REST", simulator.deals.rest)
        layout = simulator.layout

        def tally(counts: NDArray[np.uint64]) -> Tally:
            return layout.tally(in_cells(layout, counts), 1)

        return Body(self.content(), self.constants, "showdown", CELLS, CHUNK, 1, tally)

    def _asked(self, hands: NDArray[np.uint64], choices: NDArray[np.uint8]) -> None:
        self.add("HANDS", hands)
        self.add("ASKED", choices)

    def _sevens(self) -> None:
        lookups = self.simulator.tables.lookups
        begin = int(lookups.graders[0, PLAIN_AT])
        numbers = lookups.plain[begin : begin + SETS]
        small = int(numbers.max()) < 256
        self.constants["CLASS"] = "u8" if small else "u16"
        self.constants["BASE_BY_SUIT"] = str(int(lookups.graders[0, KIND] == BY_SUIT))
        if not self.by_ranks:
            self.add("MARKS", deals.seven_of_fourteen())
        self.add("CLASS", numbers.astype(np.uint8 if small else np.uint16))
        for place, row in enumerate(self.simulator.tables.bonuses):
            grader = int(row[showdown.GRADER])
            begin = int(lookups.graders[grader, PLAIN_AT])
            numbers = lookups.plain[begin : begin + SETS].astype(np.int64)
            outcomes = self.simulator.tables.places[int(row[showdown.PLACES_AT]) :][: int(numbers.max()) + 1]
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
            assert int(row[showdown.COUNTS_AT]) == self.simulator.layout.wagers[place + 1].first
            self.add(f"BONUS_{place}", threes.places[place].astype(np.uint8))
            self.constants[f"BONUS_{place}_LEVELS_AT"] = "0u"
            self.constants[f"BONUS_{place}_BY_SUIT"] = "0"


def body_of(simulator: object) -> Body:
    """What a simulator looks up, for its body; MissingPart names what is not served."""
    if isinstance(simulator, PotSimulator):
        return pot_body(simulator)
    if isinstance(simulator, showdown.ShowdownSimulator | RankSimulator):
        return showdown_body(simulator)
    raise MissingPart("the cuda backend plays only showdown games and games of one pot", hint="use --backend threads")
