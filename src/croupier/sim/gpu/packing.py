"""Tables as bytes for C, the constants that name their places, and the text that reads them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from croupier.kernels.cells import Tally
from croupier.kernels.cuda import source_of

GPU, CPU = "device", "host"
"""What drives a body: the kernels of a GPU, or plain functions for tests and baselines."""
CPU_BUILD: Final = "#define CPU_BUILD\n"


class Reads(Protocol):
    """How the counts of a body are read."""

    def __call__(self, counts: NDArray[np.uint64], /) -> Tally: ...


@dataclass(frozen=True)
class Body:
    """Bytes and constants of one simulator, and the files of C that play by them."""

    content: NDArray[np.uint8]
    constants: dict[str, str]
    name: str
    """Of the body's file."""
    cells: int
    """Counts that a launch fills."""
    chunk: int
    """Rounds in a launch: a fraction of a second on a large GPU."""
    listed: int
    """Numbers of 64 bits that the outcomes of one round take."""
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
