"""The same integers however a run is cut: threads, chunks, stops and checkpoints; and what a checkpoint must be."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from typing import Any

import pytest

from croupier.errors import BadInput, CroupierError
from croupier.kernels.cells import Tally
from croupier.questions.simulating import SimulationResult, prepare, simulate
from croupier.sim.running import Progress

SPEC = "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)"
PLAN = cache(lambda: prepare(SPEC))
ROUNDS = 3_300_001


@pytest.fixture(scope="module")
def whole() -> SimulationResult:
    return simulate(PLAN(), ROUNDS, 7, threads=1).finish()


@pytest.mark.parametrize("threads", [2, 5])
def test_threads_do_not_show(whole: SimulationResult, threads: int) -> None:
    assert simulate(PLAN(), ROUNDS, 7, threads=threads).finish().tally == whole.tally


def test_another_seed_shows(whole: SimulationResult) -> None:
    assert simulate(PLAN(), ROUNDS, 8).finish().tally != whole.tally


@pytest.mark.parametrize("stops", [1, 2, 3])
def test_a_stopped_run_goes_on_from_its_checkpoint(whole: SimulationResult, stops: int) -> None:
    kept: Any = None
    for stop in range(stops):
        run = simulate(PLAN(), 1_100_000 * (stop + 1), 7, checkpoint=kept, threads=2)
        for partial in run:
            kept = json.loads(json.dumps(partial.checkpoint()))
            if stop:
                break
    last = simulate(PLAN(), ROUNDS, 7, checkpoint=kept).finish()
    assert last.is_complete
    assert last.tally == whole.tally


def test_partial_results_add_up() -> None:
    seen = []
    for partial in simulate(PLAN(), 5_000_000, 3, threads=2):
        assert sum(partial["ante"].counts.values()) == partial.rounds
        seen.append(partial)
    assert [each.rounds for each in seen] == sorted(each.rounds for each in seen)
    assert seen[-1].is_complete
    assert seen[0].rounds < seen[-1].rounds


def test_what_is_missing_is_found_on_a_grid() -> None:
    progress = Progress(100)
    assert list(progress.missing(30)) == [(0, 30), (30, 60), (60, 90), (90, 100)]
    progress.take((30, 60), Tally())
    progress.take((10, 20), Tally())
    assert list(progress.missing(30)) == [(0, 10), (20, 30), (60, 90), (90, 100)]
    progress.take((0, 10), Tally())
    assert progress.done == [(0, 20), (30, 60)]
    with pytest.raises(BadInput, match="twice"):
        progress.take((55, 70), Tally())


def _changed(record: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {**record, **changes}


def test_a_checkpoint_of_something_else_is_refused(whole: SimulationResult) -> None:
    kept = whole.checkpoint()
    for changes, words in (
        ({"game": "three-card-prime"}, "game"),
        ({"strategy": "chart"}, "strategy"),
        ({"seed": 8}, "seed"),
        ({"seats": 2}, "seats"),
        ({"tables": "0" * 16}, "tables"),
        ({"checkpoint": "mersenne"}, "checkpoint"),
        ({"done": [["0", "5"]]}, "SHA-256"),
        ({"done": [["0", "x"]]}, "SHA-256"),
        ({"done": [["5", "5"]]}, "SHA-256"),
        ({"done": [["0", "3300001"], ["7", "9"]]}, "SHA-256"),
        ({"counts": {"ante": 3}}, "SHA-256"),
        ({"counts": []}, "SHA-256"),
        ({"squares": None}, "SHA-256"),
    ):
        with pytest.raises(CroupierError, match=words):
            simulate(PLAN(), ROUNDS, 7, checkpoint=_changed(kept, **changes))
    with pytest.raises(BadInput, match="begun"):
        simulate(PLAN(), 1000, 7, checkpoint=kept)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"rounds": 0}, "0 rounds"),
        ({"rounds": -5}, "-5 rounds"),
        ({"rounds": 10**16}, "rounds"),
        ({"seed": -1}, "seed -1"),
        ({"seed": 2**64}, "seed"),
        ({"seats": 0}, "0 seats"),
        ({"seats": 8}, "8 seats"),
        ({"strategy": "best"}, "strategy 'best'"),
        ({"backend": "gpu"}, "backend 'gpu'"),
        ({"threads": 0}, "0 threads"),
    ],
)
def test_bad_input_is_named(changes: dict[str, Any], words: str) -> None:
    arguments = {"rounds": 10, "seed": 1, **changes}
    with pytest.raises(BadInput, match=words):
        simulate(SPEC, **arguments)


def test_tables_have_one_digest_in_every_process() -> None:
    """A checkpoint of yesterday names the tables of today."""
    specs = [SPEC, "ricochet-poker", "perfect-pairs(perfect_pairs=PT-PRG-PP-D01)"]
    code = f"from croupier.questions.simulating import prepare; print([prepare(spec).digest for spec in {specs!r}])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300)
    assert done.stdout.strip() == str([prepare(spec).digest for spec in specs])
    assert prepare(SPEC, seats=2).digest != prepare(SPEC).digest
    assert prepare("three-card-prime").digest != prepare(SPEC).digest


@pytest.fixture(scope="module")
def kept() -> dict[str, Any]:
    return simulate(SAMPLE, 2000, 7, seats=2).finish().checkpoint()


SAMPLE = "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)"
SQUARE = {"ante": "1", "pair_bonus": "1"}


@pytest.mark.parametrize(
    "forged",
    [
        {"counts": {}},
        {"seconds": "nan"},
        {"seconds": "-1"},
        {"squares": {}},
        {"squares": SQUARE},
        {"squares": dict.fromkeys(SQUARE, "1e300")},
        {"squares": dict.fromkeys(SQUARE, "1/0")},
        {"done": [["0", "2000"], ["2000", "2000"]]},
        {"done": [["0", "2000"], ["5", "6"]]},
        {"done": []},
        {"sha256": None},
        {"more": 1},
    ],
)
def test_a_forged_checkpoint_is_refused(kept: dict[str, Any], forged: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="checkpoint: its counts are not the ones that were kept"):
        simulate(SAMPLE, 4000, 7, seats=2, checkpoint=kept | forged)
    with pytest.raises(BadInput, match="checkpoint: this is not one"):
        simulate(SAMPLE, 4000, 7, seats=2, checkpoint=kept | {"checkpoint": None})


@pytest.mark.parametrize(("place", "value"), [(0, "41"), (1, "four_of_a_kind"), (2, "1/10"), (4, "5"), (5, "7")])
def test_an_outcome_that_was_changed_is_not_gone_on_with(kept: dict[str, Any], place: int, value: str) -> None:
    counts = {wager: [list(outcome) for outcome in outcomes] for wager, outcomes in kept["counts"].items()}
    row = next(each for each in counts["pair_bonus"] if each[1] == "flush" and int(each[5]))
    row[place] = value
    with pytest.raises(BadInput, match="SHA-256"):
        simulate(SAMPLE, 4000, 7, seats=2, checkpoint=kept | {"counts": counts})


@pytest.mark.parametrize(
    ("spec", "strategy", "seats"),
    [
        (SAMPLE, None, 2),
        (SAMPLE, "basic", 2),
        ("ricochet-poker(straight_flush_progressive=PT-BJS-HCF-SF-E01)", None, 4),
        ("blackjack(perfect_pairs=PT-PRG-PP-D01)", None, 2),
        ("perfect-pairs(perfect_pairs=PT-PRG-PP-MLP-01)", None, 1),
    ],
)
def test_an_honest_checkpoint_of_any_game_is_taken_up(spec: str, strategy: str | None, seats: int) -> None:
    plan = prepare(spec, strategy, seats)
    taken = simulate(plan, 60, 7, checkpoint=simulate(plan, 30, 7).finish().checkpoint())
    assert taken.progress.rounds_done == 30


@pytest.mark.parametrize(("rounds", "seed"), [(1.5, 1), (True, 1), ("x", 1), (10, "a"), (10, None), (10, False)])
def test_numbers_are_whole(rounds: Any, seed: Any) -> None:
    with pytest.raises(BadInput, match="expected a whole number"):
        simulate(SAMPLE, rounds, seed)
