"""The cuda backend on a real GPU: rounds per second, and a million rounds compared with the CPU's.

Two steps, since a machine with a GPU need not have Croupier installed:

    python -m benchmarks.sim_cuda --pack build/sim_cuda.npz     # here: tables, sources, and what the CPU found
    python3 benchmarks/sim_cuda.py build/sim_cuda.npz           # there: needs numpy and CuPy alone, installs nothing

Prints the device's name and one line a kernel. Exit status 1 where a round differs from the CPU's.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

COMPARED = 1 << 20
SEED = 7
CELLS = 40
KERNELS = {
    "Keep It Straight, real cards, chart": ("keep-it-straight", "cards", 5e10),
    "Keep It Straight, ranks alone, chart": ("keep-it-straight", "ranks", 1.2e11),
    "Keep It Straight, ranks alone, with Straight": ("keep-it-straight(straight=PT-FLT-KIS-SB-01)", "ranks", None),
    "Keep It Straight with Straight and Straight Flush": (
        "keep-it-straight(straight=PT-FLT-KIS-SB-01, straight_flush=PT-FLT-HCF-SF-01)",
        "cards",
        None,
    ),
    "High Card Flush, chart": ("high-card-flush", "cards", None),
    "Three Card Prime": ("three-card-prime", "cards", 1.5e11),
    "Three Card Prime with Pair Bonus": ("three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)", "cards", None),
}
"""By name, the game, what is dealt, and the promised rounds per second."""


def pack(file: str) -> None:
    """Write everything that the machine with the GPU needs."""
    from croupier.sim.gpu.tables import body_tables
    from croupier.solving.simulation import prepare

    arrays: dict[str, Any] = {}
    about = []
    for place, (name, (spec, deal, promised)) in enumerate(KERNELS.items()):
        simulator = prepare(spec, "chart", deal=deal).simulator
        body = body_tables(simulator)
        listed = cpu_rounds(body.source("body.h", "host.h"), body.content)
        counts = counted(listed, len(body.layout.wagers) - 1)
        # The C build agrees with the kernels of the threads backend before it is believed.
        assert body.layout.tally(body.in_cells(counts), 1) == simulator.run(SEED, 0, COMPARED), name
        arrays[f"tables_{place}"] = body.content
        about.append(
            {
                "name": name,
                "game": spec,
                "promised": promised,
                "constants": body.constants,
                "source": body.source("body.h", "device.h"),
                "digest": hashlib.sha256(listed.tobytes()).hexdigest(),
                "bonuses": len(body.layout.wagers) - 1,
            }
        )
    Path(file).parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(file, about=np.frombuffer(json.dumps(about).encode(), dtype=np.uint8), **arrays)
    print(f"{file}: {len(about)} kernels, {Path(file).stat().st_size:,} bytes")


def cpu_rounds(source: str, tables: Any) -> Any:
    """Every compared round's outcomes, by a CPU build of the same body."""
    found = np.zeros(COMPARED, dtype=np.uint64)
    with tempfile.TemporaryDirectory() as folder:
        path, library = Path(folder, "body.c"), Path(folder, "body.so")
        path.write_text("#define CPU_BUILD\n" + source, encoding="utf-8")
        subprocess.run(["cc", "-O3", "-shared", "-fPIC", str(path), "-o", str(library)], check=True)
        numbers = [ctypes.c_uint64(each) for each in (SEED, 0, COMPARED)]
        arrays = [ctypes.c_void_p(each.ctypes.data) for each in (tables, found)]
        ctypes.CDLL(str(library)).list(*numbers, *arrays)
    return found


def counted(listed: Any, bonuses: int) -> Any:
    """Counts of listed rounds, as the kernels keep them."""
    counts = np.zeros(CELLS, dtype=np.uint64)
    counts[:16] = np.bincount((listed & 255).astype(np.int64), minlength=16)
    for place in range(bonuses):
        own = (listed >> np.uint64(8 * (place + 1)) & np.uint64(255)).astype(np.int64)
        counts[16 + 8 * place : 24 + 8 * place] = np.bincount(own, minlength=8)
    return counts


def launch(cupy: Any, kernel: Any, constants: dict[str, str]) -> tuple[Any, int, int, int]:
    """The kernel with its blocks, threads and shared memory: as many blocks as the GPU holds at once."""
    table_bytes, threads = int(constants["TABLE_BYTES"].rstrip("u")), int(constants["THREADS"])
    kernel.max_dynamic_shared_size_bytes = table_bytes
    properties = cupy.cuda.runtime.getDeviceProperties(0)
    by_memory = properties["sharedMemPerMultiprocessor"] // (table_bytes + 1024 + 512)
    by_threads = properties["maxThreadsPerMultiProcessor"] // threads
    return kernel, properties["multiProcessorCount"] * max(1, min(by_memory, by_threads)), threads, table_bytes


def measure(file: str) -> int:
    """Run every kernel of a pack on the first GPU."""
    import cupy  # type: ignore[import-not-found]

    content = np.load(file)
    about = json.loads(content["about"].tobytes())
    properties = cupy.cuda.runtime.getDeviceProperties(0)
    version = cupy.cuda.runtime.runtimeGetVersion()
    print(f"{properties['name'].decode()}, CuPy {cupy.__version__}, CUDA {version}", flush=True)
    wrong = 0
    for place, each in enumerate(about):
        tables = cupy.asarray(content[f"tables_{place}"])
        started = time.perf_counter()
        module = cupy.RawModule(code=each["source"], options=("--std=c++17",))
        play = launch(cupy, module.get_function("play"), each["constants"])
        listing = launch(cupy, module.get_function("list"), each["constants"])
        compiled = time.perf_counter() - started
        listed = cupy.zeros(COMPARED, dtype=np.uint64)
        run(listing, 0, COMPARED, tables, listed)
        found = cupy.asnumpy(listed)
        is_same = hashlib.sha256(found.tobytes()).hexdigest() == each["digest"]
        counts = cupy.zeros(CELLS, dtype=np.uint64)
        run(play, 0, COMPARED, tables, counts)
        is_same &= bool((cupy.asnumpy(counts) == counted(found, each["bonuses"])).all())
        wrong += not is_same
        rate = best_rate(cupy, play, tables)
        promised = f", promised {each['promised']:.1e}" if each["promised"] else ""
        verdict = "equal to the CPU" if is_same else "DIFFERS FROM THE CPU"
        print(
            f"{each['name']}: {rate:.3e} rounds/s{promised}; {COMPARED:,} rounds {verdict}; "
            f"compiled in {compiled:.2f} s, {play[1]} blocks of {play[2]} threads, {play[0].num_regs} registers",
            flush=True,
        )
    return 1 if wrong else 0


def run(prepared: tuple[Any, int, int, int], first: int, count: int, tables: Any, found: Any) -> None:
    kernel, blocks, threads, shared = prepared
    arguments = (np.uint64(SEED), np.uint64(first), np.uint64(count), tables, found)
    kernel((blocks,), (threads,), arguments, shared_mem=shared)


def best_rate(cupy: Any, prepared: tuple[Any, int, int, int], tables: Any) -> float:
    """The best of several launches, timed by the GPU's own events."""
    counts = cupy.zeros(CELLS, dtype=np.uint64)
    rounds = 1 << 33
    run(prepared, 0, 1 << 30, tables, counts)
    best = 0.0
    for turn in range(5):
        begin, end = cupy.cuda.Event(), cupy.cuda.Event()
        begin.record()
        run(prepared, turn * rounds, rounds, tables, counts)
        end.record()
        end.synchronize()
        best = max(best, rounds / (cupy.cuda.get_elapsed_time(begin, end) / 1000))
    return best


if __name__ == "__main__":
    if sys.argv[1:2] == ["--pack"] and len(sys.argv) == 3:
        pack(sys.argv[2])
    elif len(sys.argv) == 2:
        sys.exit(measure(sys.argv[1]))
    else:
        sys.exit(__doc__)
