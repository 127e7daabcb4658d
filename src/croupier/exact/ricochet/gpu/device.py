"""The machine of ``solving`` on the first NVIDIA GPU, by CuPy; None if there is none."""

from functools import cache
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

import numpy as np

from croupier.errors import MissingPart
from croupier.exact.ricochet.full_table import Choices, FullTable
from croupier.exact.ricochet.gpu.solving import NAMES, Array, host_bytes, solve_on, steps_needed
from croupier.exact.solver import Effort
from croupier.kernels.extras import OPTIONS, cupy_module, device_name, source_of

WARPS: Final = 4
BLOCKS_A_PROCESSOR: Final = 16
MEMORY_PART: Final = 0.92  # Share of the GPU's free memory for tables; the rest is for the lookup data.
STEPS_A_SECOND: Final = 3e11
"""Values read, on a large GPU; an H200 reads 3.5e11 to 6e11 of a deal that takes a second or more."""


def body() -> str:
    """The text to compile, without what drives it."""
    return source_of(
        "levels", package=__package__, defined="\n".join(f"#define {name} {at}" for at, name in enumerate(NAMES))
    )


class _OnDevice(NamedTuple):
    array: Any

    @property
    def address(self) -> int:
        found: int = self.array.data.ptr
        return found

    def look(self, rows: Array, contests: Array) -> Array:
        cupy = cupy_module()
        found: Array = cupy.asnumpy(self.array[cupy.asarray(rows), cupy.asarray(contests)])
        return found


class CudaMachine:
    """The first GPU."""

    def __init__(self) -> None:
        self.cupy = cupy_module()
        self.name = device_name(self.cupy)
        text = f"#define WARPS {WARPS}\n" + body()
        # Products and sums are not fused, so that every machine finds the same bits.
        self.module = self.cupy.RawModule(code=text, options=(*OPTIONS, "--fmad=false"))
        self.processors = self.cupy.cuda.runtime.getDeviceProperties(0)["multiProcessorCount"]

    @property
    def free_bytes(self) -> int:
        """What tables may take."""
        self.cupy.get_default_memory_pool().free_all_blocks()
        return int(MEMORY_PART * self.cupy.cuda.runtime.memGetInfo()[0])

    def put(self, array: Array) -> _OnDevice:
        return _OnDevice(self.cupy.asarray(np.ascontiguousarray(array)))

    def table(self, rows: int, width: int) -> _OnDevice:
        return _OnDevice(self.cupy.empty((rows, width), dtype=np.float64))

    def run(self, kernel: str, args: Array, first: int, last: int) -> None:
        function = self.module.get_function(kernel)
        room = int(args[NAMES.index("ROOM")]) * 8 * WARPS
        function.max_dynamic_shared_size_bytes = room
        blocks = min(-(-(last - first) // WARPS), BLOCKS_A_PROCESSOR * self.processors)
        function((blocks,), (32 * WARPS,), (self.cupy.asarray(args), np.int64(first), np.int64(last)), shared_mem=room)
        self.cupy.cuda.get_current_stream().synchronize()


@cache
def machine() -> CudaMachine | None:
    """The GPU of this machine, looked for once."""
    if find_spec("cupy") is None:
        return None
    try:
        return CudaMachine()
    except MissingPart:
        return None


def choices_on_gpu(table: FullTable, effort: Effort) -> Choices | None:
    """Both choices of the seat to act; None without a GPU, or if a deal exceeds its memory or the time limit."""
    gpu = machine()
    if gpu is None or steps_needed(table) / STEPS_A_SECOND > effort.seconds:
        return None
    if host_bytes(table) > effort.memory_bytes or table.memory_needed() > gpu.free_bytes:
        return None
    return solve_on(gpu, table, effort.progress)
