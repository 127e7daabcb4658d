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
STRAIGHTS = "keep-it-straight(straight=PT-FLT-KIS-SB-01, straight_flush=PT-FLT-HCF-SF-01)"
POTS = "rapid_fire=SAMPLE-RIC-RF-01, hedge_bet=SAMPLE-RIC-HB-01, pocket_bonus=SAMPLE-RIC-PB-01"
KERNELS = {
    "Keep It Straight, real cards, chart": ("keep-it-straight", "chart", "cards", 1, 5e10),
    "Keep It Straight, ranks alone, chart": ("keep-it-straight", "chart", "ranks", 1, 1.2e11),
    "Keep It Straight, ranks alone, with Straight": (
        *("keep-it-straight(straight=PT-FLT-KIS-SB-01)", "chart", "ranks", 1, None),
    ),
    "Keep It Straight with Straight and Straight Flush": (STRAIGHTS, "chart", "cards", 1, None),
    "Keep It Straight, composition-optimal": ("keep-it-straight", "optimal", "cards", 1, None),
    "Keep It Straight with both wagers, composition-optimal": (STRAIGHTS, "optimal", "cards", 1, None),
    "High Card Flush, chart": ("high-card-flush", "chart", "cards", 1, None),
    "High Card Flush, composition-optimal": ("high-card-flush", "optimal", "cards", 1, None),
    "Three Card Prime, composition-optimal": ("three-card-prime", "optimal", "cards", 1, 1.5e11),
    "Three Card Prime with Pair Bonus": ("three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)", "optimal", "cards", 1, None),
    **{f"Ricochet Poker, {n} seats": ("ricochet-poker", "basic", "cards", n, None) for n in range(1, 8)},
    "Ricochet Poker, 7 seats with three bonus wagers": (f"ricochet-poker({POTS})", "basic", "cards", 7, None),
}
"""By name, the game, its strategy, what is dealt, seats, and the promised rounds per second."""


def pack(file: str) -> None:
    """Write everything that the machine with the GPU needs."""
    from croupier.questions.simulating import prepare
    from croupier.sim.gpu.backend import CPU, GPU, body_of

    arrays: dict[str, Any] = {}
    about = []
    for place, (name, (spec, strategy, deal, seats, promised)) in enumerate(KERNELS.items()):
        simulator = prepare(spec, strategy, seats, deal=deal).simulator
        body = body_of(simulator)
        listed, counts = cpu_rounds(body.source(CPU), body)
        # The C build agrees with the kernels of the threads backend before it is believed.
        assert body.tally(counts) == simulator.run(SEED, 0, COMPARED), name
        arrays[f"tables_{place}"] = body.content
        arrays[f"counts_{place}"] = counts
        about.append(
            {
                "name": name,
                "game": spec,
                "promised": promised,
                "constants": body.constants,
                "source": body.source(GPU),
                "digest": hashlib.sha256(listed.tobytes()).hexdigest(),
                "listed": body.listed,
                "rounds": 2 * body.chunk,
            }
        )
        print(name, flush=True)
    Path(file).parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(file, about=np.frombuffer(json.dumps(about).encode(), dtype=np.uint8), **arrays)
    print(f"{file}: {len(about)} kernels, {Path(file).stat().st_size:,} bytes")


def cpu_rounds(source: str, body: Any) -> tuple[Any, Any]:
    """Every compared round's outcomes and their counts, by a CPU build of the same body."""
    listed, counts = np.zeros(COMPARED * body.listed, dtype=np.uint64), np.zeros(body.cells, dtype=np.uint64)
    with tempfile.TemporaryDirectory() as folder:
        path, library = Path(folder, "body.c"), Path(folder, "body.so")
        path.write_text(source, encoding="utf-8")
        subprocess.run(["cc", "-O3", "-shared", "-fPIC", str(path), "-o", str(library)], check=True)
        numbers = [ctypes.c_uint64(each) for each in (SEED, 0, COMPARED)]
        for name, found in (("list", listed), ("play", counts)):
            arrays = [ctypes.c_void_p(each.ctypes.data) for each in (body.content, found)]
            getattr(ctypes.CDLL(str(library)), name)(*numbers, *arrays)
    return listed, counts


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
        listed = cupy.zeros(COMPARED * each["listed"], dtype=np.uint64)
        run(listing, 0, COMPARED, tables, listed)
        is_same = hashlib.sha256(cupy.asnumpy(listed).tobytes()).hexdigest() == each["digest"]
        expected = content[f"counts_{place}"]
        counts = cupy.zeros(len(expected), dtype=np.uint64)
        run(play, 0, COMPARED, tables, counts)
        is_same &= bool((cupy.asnumpy(counts) == expected).all())
        wrong += not is_same
        rate = best_rate(cupy, play, tables, len(expected), each["rounds"])
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


def best_rate(cupy: Any, prepared: tuple[Any, int, int, int], tables: Any, cells: int, rounds: int) -> float:
    """The best of several launches, timed by the GPU's own events."""
    counts = cupy.zeros(cells, dtype=np.uint64)
    run(prepared, 0, rounds // 8, tables, counts)
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
