"""``croupier simulate``: rounds by the million, with exact and simulated values side by side.

The work is in ``questions.simulating``; here options are read, progress is shown and the result is printed. Ctrl-C, or
SIGTERM, ends a run with what it has so far and a checkpoint to continue from.
"""

from __future__ import annotations

import contextlib
import json
import signal
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from croupier.cli.options import as_json, asks, no_cache, whole_number
from croupier.cli.output import page_writer, print_json, read_input, remark, tell
from croupier.errors import BadInput, CheckFailed
from croupier.play.documents import parse_document
from croupier.questions.asking import COMMAND, Asked
from croupier.questions.simulate import Simulate, run_of, simulation_record
from croupier.records import UNSET, replace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.questions.simulating import SimulationResult, SimulationRun

NAMED: Final = ("optimal", "chart", "basic")
CHECKPOINT: Final = "simulation.checkpoint.json"
KEEP_EVERY: Final = 10.0
"""Seconds between two checkpoints."""
BETWEEN_UPDATES: Final = 0.2
MOST_RECORDED: Final = 1_000_000
SAMPLE: Final = 1000


@click.command()
@asks(Simulate)
@click.option("--checkpoint", metavar="FILE", help="Go on from FILE where it exists, and keep it up to date.")
@click.option(
    "--record", metavar="FILE", help="Write a sample of full rounds as Parquet, each of which can be replayed."
)
@click.option("--record-rounds", metavar="N", help=f"How many rounds the sample has; {SAMPLE} unless given.")
@no_cache
@as_json
def simulate(
    given: dict[str, Any],
    checkpoint: str | None,
    record: str | None,
    record_rounds: str | None,
    no_cache: bool,
    as_json: bool,
) -> int:
    """Simulate GAME and compare every wager with its exact value.

    GAME is a name such as keep-it-straight, or a configuration such as "perfect-pairs(decks=6)". Exit status: 0 when
    simulated and exact values may both be right, 1 when they disagree, 130 when Ctrl-C ended the run early.
    """
    sample = SAMPLE if record_rounds is None else whole_number(record_rounds, "--record-rounds")
    if not 1 <= sample <= MOST_RECORDED:
        raise BadInput(f"--record-rounds {record_rounds}: expected 1 to {MOST_RECORDED:,}")
    if record_rounds is not None and record is None:
        raise BadInput("--record-rounds goes with --record", hint="as in --record rounds.parquet")
    for option, file in (("--checkpoint", checkpoint), ("--record", record)):
        if file is not None and not Path(file).absolute().parent.is_dir():
            raise BadInput(f"{option} {file}: cannot write there, its folder does not exist")
    strategy_file: str | None = given.get("strategy")
    if strategy_file in (None, *NAMED) or not (Path(strategy_file).suffix or Path(strategy_file).exists()):
        strategy_file = None
    else:
        with _naming(strategy=strategy_file):
            given["strategy"] = parse_document(read_input(strategy_file), "strategy")
    earlier = None
    if checkpoint is not None and Path(checkpoint).exists():
        with _naming(checkpoint=checkpoint):
            earlier = parse_document(read_input(checkpoint), "checkpoint")
    with _naming(strategy=strategy_file, checkpoint=checkpoint):
        run = run_of(Simulate(**given), Asked(COMMAND, not no_cache), earlier)
    finished = _play(run, checkpoint)
    result = run.result()
    if record is not None:
        from croupier.questions.recorded_rounds import record_rounds as write_rounds
        from croupier.questions.recorded_rounds import sample_of

        count = write_rounds(run.plan, run.seed, sample_of(run.rounds, sample), record)
        if record_rounds is not None and count < sample:
            remark(f"{sample:,} rounds were to be recorded, and the run has {count:,}")
        remark(f"{count:,} rounds written to {record}; croupier replay {record} --round 0 plays one again")
    if as_json:
        print_json(replace(simulation_record(result), strategy_file=strategy_file or UNSET))
    else:
        from croupier.cli.simulate_text import render_result

        tell(render_result(result, strategy_file, page_writer()))
    if result.agrees is False:
        raise CheckFailed(
            "exact and simulated values disagree", hint="one of the two is wrong: see the wagers marked above"
        )
    return 0 if finished else 130


@contextlib.contextmanager
def _naming(**files: str | None) -> Iterator[None]:
    """What is wrong with a file is said with its name."""
    try:
        yield
    except BadInput as problem:
        for what, file in files.items():
            if file is not None and problem.message.startswith((f"{what}: ", f"{what}[", "not ", "the key ")):
                raise BadInput(f"{file}: {problem.message}", hint=problem.hint) from None
        raise


def _play(run: SimulationRun, checkpoint: str | None) -> bool:
    """Go through a run; False where Ctrl-C ended it."""
    plan = run.plan
    if not plan.by_kernel:
        name = plan.configuration.name
        remark(f"{name}: {plan.has_no_kernel} has no kernel; the play driver plays it, round by round")
    elif not plan.is_compiled:
        remark("compiling the kernel, once for this version (a few seconds)")
    show = _Progress(run.rounds, run.progress.rounds_done)
    rounds = iter(run)
    _stop_when_asked()
    try:
        for result in rounds:
            show(result)
            if checkpoint is not None and show.is_time_to_keep:
                _keep(checkpoint, result)
    except KeyboardInterrupt:
        with contextlib.suppress(KeyboardInterrupt):
            rounds.close()  # type: ignore[attr-defined]
        show.clear()
        kept = checkpoint or CHECKPOINT
        _keep(kept, run.result())
        done = run.progress.rounds_done
        remark(f"stopped after {done:,} of {run.rounds:,} rounds; continue with --checkpoint {kept}")
        return False
    show.clear()
    if checkpoint is not None:
        _keep(checkpoint, run.result())
    return True


def _stop_when_asked() -> None:
    """Ctrl-C and a request to end both stop a run in good order, also where a background job inherits them ignored."""
    if threading.current_thread() is threading.main_thread():
        for each in (signal.SIGINT, signal.SIGTERM):
            signal.signal(each, signal.default_int_handler)


def _keep(file: str, result: SimulationResult) -> None:
    """Write a checkpoint, whole or not at all."""
    path = Path(file)
    written = path.with_name(path.name + ".new")
    try:
        written.write_text(json.dumps(result.checkpoint()), encoding="utf-8")
        written.replace(path)
    except OSError as problem:
        raise BadInput(f"cannot write {file}: {problem.strerror}") from problem


class _Progress:
    """A bar with rounds per second and the time left, where somebody watches."""

    def __init__(self, rounds: int, already: int) -> None:
        self.rounds, self.already = rounds, already
        self.started = self.shown = self.kept = time.monotonic()
        self.watched = sys.stderr.isatty()
        self.is_time_to_keep = False

    def __call__(self, result: SimulationResult) -> None:
        now = time.monotonic()
        self.is_time_to_keep = now - self.kept >= KEEP_EVERY
        if self.is_time_to_keep:
            self.kept = now
        if not self.watched or now - self.shown < BETWEEN_UPDATES:
            return
        self.shown = now
        rate = (result.rounds - self.already) / max(now - self.started, 1e-9)
        left = (self.rounds - result.rounds) / rate if rate else 0
        filled = 30 * result.rounds // self.rounds
        bar = f"[{'#' * filled}{' ' * (30 - filled)}]"
        words = f"\r{bar} {100 * result.rounds // self.rounds:3} %  {rate:,.0f} rounds/s  {_clock(left)} left \033[K"
        click.echo(words, nl=False, err=True)

    def clear(self) -> None:
        if self.watched:
            click.echo("\r\033[K", nl=False, err=True)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds + 0.5), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
