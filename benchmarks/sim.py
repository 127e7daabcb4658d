"""Simulation beside C, beside itself on two threads, and beside other libraries; every figure is a ratio in one run.

The C baseline is the cuda backend's body, compiled here with ``-O3 -march=native``: the same stream, the same tables,
the same counts. GPU figures are in ``benchmarks/recorded.md`` (``benchmarks.sim_cuda``).
"""

from __future__ import annotations

import ctypes
import importlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.figures import Figure, show
from croupier import evaluate
from croupier.kernels.deals import cards_in_order
from croupier.questions.simulating import SimulationPlan, prepare, simulate
from croupier.sim.gpu.backend import CPU, Body, body_of

ROUNDS, TURNS = 500_000, 24
TWO_THREADS_ROUNDS = 16_000_000
STRAIGHT = "keep-it-straight"
BOTH_BONUSES = "keep-it-straight(straight=PT-FLT-KIS-SB-01, straight_flush=PT-FLT-HCF-SF-01)"
PRIME = "three-card-prime"
PRIME_BONUSES = "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02, prime=SAMPLE-TCP-PRIME-01)"
PEERS = ("gymnasium", "open_spiel", "rlcard")


def compiled_body(body: Body, folder: str) -> Callable[[int], None]:
    """The baseline: plays so many rounds in C."""
    compiler = shutil.which("cc") or "gcc"
    path, library = Path(folder, f"{id(body)}.c"), Path(folder, f"{id(body)}.so")
    path.write_text(body.source(CPU), encoding="utf-8")
    options = ["-O3", "-march=native", "-shared", "-fPIC"]
    subprocess.run([compiler, *options, str(path), "-o", str(library)], check=True)
    play = ctypes.CDLL(str(library)).play

    def run(rounds: int) -> None:
        counts = np.zeros(body.cells, dtype=np.uint64)
        numbers = [ctypes.c_uint64(each) for each in (7, 0, rounds)]
        play(*numbers, ctypes.c_void_p(body.content.ctypes.data), ctypes.c_void_p(counts.ctypes.data))

    return run


def rates(*runs: Callable[[int], object], rounds: int = ROUNDS) -> list[float]:
    """Rounds per second of processor time: the best of many short turns, taken in alternation."""
    best = [0.0] * len(runs)
    for run in runs:
        run(1000)
    for _ in range(TURNS):
        for place, run in enumerate(runs):
            started = time.thread_time()
            run(rounds)
            best[place] = max(best[place], rounds / (time.thread_time() - started))
    return best


def player(plan: SimulationPlan) -> Callable[[int], object]:
    return lambda rounds: plan.simulator.run(7, 0, rounds)


def whole_run(plan: SimulationPlan, threads: int) -> Callable[[int], object]:
    """A run as the command starts it: chunks, merges and partial results included."""
    return lambda rounds: simulate(plan, rounds, 7, threads=threads).finish()


def gain_of_two(one: Callable[[int], object], two: Callable[[int], object]) -> float:
    """How much faster the second is, by the clock: the best of several turns in alternation."""
    best = [0.0, 0.0]
    for _ in range(6):
        for place, run in enumerate((one, two)):
            started = time.perf_counter()
            run(TWO_THREADS_ROUNDS)
            best[place] = max(best[place], TWO_THREADS_ROUNDS / (time.perf_counter() - started))
    return best[1] / best[0]


def on_two_threads(run: Callable[[int], object]) -> Callable[[int], None]:
    """The same rounds, half of them on each of two threads."""

    def both(rounds: int) -> None:
        pair = [threading.Thread(target=run, args=(rounds // 2,)) for _ in range(2)]
        for each in pair:
            each.start()
        for each in pair:
            each.join()

    return both


def against_c(name: str, spec: str, bonuses: str, folder: str) -> tuple[list[Figure], float]:
    plan, richer = prepare(spec, "chart"), prepare(bonuses, "optimal")
    baseline = compiled_body(body_of(plan.simulator), folder)
    ours, c, rich = rates(player(plan), baseline, player(richer))
    two = gain_of_two(whole_run(plan, 1), whole_run(plan, 2))
    machine = gain_of_two(baseline, on_two_threads(baseline))
    return [
        Figure(f"{name}, one thread, beside C", f"{ours / c:.2f}", "at least 0.9", ours >= 0.9 * c),
        Figure(f"{name}, one thread", f"{ours / 1e6:.1f} M/s", "reported", None),
        Figure(f"{name}, two threads beside one", f"{two:.2f}", "at least 1.7", two >= 1.7),
        Figure(f"{name}, C on two threads beside one", f"{machine:.2f}", "what the machine allows", None),
        Figure(f"{name}, optimal, with bonus wagers", f"{rich / ours:.2f}", "at least 0.5", rich >= 0.5 * ours),
    ], ours


def evaluators() -> list[Figure]:
    """Arrays of seven-card hands beside phevaluator called from Python."""
    hands = np.array([cards_in_order(7, 1, number) for number in range(20_000)], dtype=np.uint8)
    many = np.tile(hands, (50, 1))
    theirs: Any = importlib.import_module("phevaluator").evaluate_cards
    rows = hands.tolist()

    def one_by_one(_rounds: int) -> None:
        for row in rows:
            theirs(*row)

    peer = rates(one_by_one, rounds=len(rows))[0]
    found = []
    runs: tuple[Callable[[Any], Any], ...] = (evaluate.straights, evaluate.straight_flushes, evaluate.five_card)
    for run in runs:
        rate = rates(partial(_of_all, run, many), rounds=len(many))[0]
        name = f"evaluate.{run.__name__} beside phevaluator"
        found.append(Figure(name, f"{rate / peer:.0f}", "at least 20", rate >= 20 * peer))
    return found


def _of_all(run: Callable[[Any], object], hands: Any, _rounds: int) -> None:
    run(hands)


def peers() -> dict[str, float]:
    """Blackjack rounds per second of other libraries, each in an environment of its own where it can be installed."""
    with tempfile.TemporaryDirectory() as folder:
        python = Path(folder, "bin", "python")
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        found = {}
        for package in PEERS:
            installed = subprocess.run(
                [python, "-m", "pip", "install", "--quiet", package], capture_output=True, check=False
            )
            script = Path(__file__).with_name("peer_blackjack.py")
            done = installed.returncode == 0 and subprocess.run(
                [python, script, package], capture_output=True, text=True, check=False
            )
            if done and done.returncode == 0:
                found[package] = float(done.stdout)
        return found


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        straight, rate = against_c("Keep It Straight", STRAIGHT, BOTH_BONUSES, folder)
        yield from straight
        yield from against_c("Three Card Prime", PRIME, PRIME_BONUSES, folder)[0]
    (blackjack,) = rates(player(prepare("blackjack")), rounds=100_000)
    yield Figure(
        "blackjack beside Keep It Straight", f"{blackjack / rate:.2f}", "at least 0.1", blackjack >= 0.1 * rate
    )
    yield Figure("blackjack, one thread", f"{blackjack / 1e6:.2f} M/s", "reported", None)
    rivals = peers()
    for package in PEERS:
        if package not in rivals:
            yield Figure(f"blackjack beside {package}", "not installed", "at least 20", None)
            continue
        ratio = blackjack / rivals[package]
        yield Figure(f"blackjack beside {package}", f"{ratio:.0f}", "at least 20", ratio >= 20)
    yield from evaluators()


if __name__ == "__main__":
    show(figures())
