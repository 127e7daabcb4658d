"""Chunks on an NVIDIA GPU: CuPy compiles the body with NVRTC, and one launch plays a chunk.

The stream is that of the other backends, so every count can be had again on a CPU. Tables lie in each block's shared
memory; a launch fills the GPU once and its threads take the rounds in turns.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from croupier.kernels.cells import Tally
from croupier.kernels.cuda import OPTIONS, cupy_module, device_name
from croupier.sim.gpu.packing import GPU, Body
from croupier.sim.gpu.tables import body_of
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


def launcher(cupy: Any, module: Any, name: str, constants: dict[str, str]) -> Callable[..., None]:
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

    def launch(*arguments: Any) -> None:
        kernel((blocks,), (threads,), arguments, shared_mem=table_bytes)

    return launch
