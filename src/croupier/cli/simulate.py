"""``croupier simulate``: rounds by the million, with exact and simulated values side by side.

The work is in ``solving.simulation``; here options are read, progress is shown and the result is printed. Ctrl-C, or
SIGTERM, ends a run with what it has so far and a checkpoint to continue from.
"""

from __future__ import annotations

import contextlib
import json
import re
import signal
import sys
import threading
import time
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from croupier import catalogue
from croupier.cli.files import read_input
from croupier.cli.options import as_json
from croupier.cli.output import page_writer, print_json, remark, tell
from croupier.errors import BadInput, CheckFailed
from croupier.play.documents import parse_document

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.solving.simulation import SimulationResult, SimulationRun

_NUMBER: Final = re.compile(r"[0-9][0-9_,]*|[0-9]+(\.[0-9]+)?[eE]\+?[0-9]{1,2}")
NAMED: Final = ("optimal", "chart", "basic")
CHECKPOINT: Final = "simulation.checkpoint.json"
KEEP_EVERY: Final = 10.0
"""Seconds between two checkpoints."""
BETWEEN_UPDATES: Final = 0.2
MOST_RECORDED: Final = 1_000_000
SAMPLE: Final = 1000


@click.command()
@click.argument("game")
@click.option("--rounds", default="1e6", show_default=True, metavar="N", help="How many rounds, as in 1e9.")
@click.option("--seed", default="1", show_default=True, metavar="N", help="The same seed gives the same rounds.")
@click.option("--strategy", metavar="NAME", help="optimal, chart or basic; or a FILE that strategy --json printed.")
@click.option("--seats", type=int, default=1, show_default=True, help="Players at the table.")
@click.option("--meter", "meters", metavar="AMOUNT", multiple=True, help="What a meter shows; [WAGER:][LEVEL=]AMOUNT.")
@click.option("--deal", default="cards", show_default=True, metavar="WHAT", help="cards, or ranks where they suffice.")
@click.option("--backend", default="threads", show_default=True, metavar="NAME", help="threads, cuda or dask.")
@click.option("--threads", type=int, metavar="N", help="Threads; as many as there are cores, unless given.")
@click.option("--dask-address", metavar="URL", help="An existing Dask cluster, as in tcp://host:8786.")
@click.option("--checkpoint", metavar="FILE", help="Go on from FILE where it exists, and keep it up to date.")
@click.option(
    "--record", metavar="FILE", help="Write a sample of full rounds as Parquet, each of which can be replayed."
)
@click.option("--record-rounds", metavar="N", help=f"How many rounds the sample has; {SAMPLE} unless given.")
@click.option("--no-cache", is_flag=True, help="Prove the exact values again, whatever is remembered.")
@as_json
def command(
    game: str,
    rounds: str,
    seed: str,
    strategy: str | None,
    seats: int,
    meters: tuple[str, ...],
    deal: str,
    backend: str,
    threads: int | None,
    dask_address: str | None,
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
    asked, number = whole_number(rounds, "--rounds"), whole_number(seed, "--seed")
    sample = SAMPLE if record_rounds is None else whole_number(record_rounds, "--record-rounds")
    if not 1 <= sample <= MOST_RECORDED:
        raise BadInput(f"--record-rounds {record_rounds}: expected 1 to {MOST_RECORDED:,}")
    if record_rounds is not None and record is None:
        raise BadInput("--record-rounds goes with --record", hint="as in --record rounds.parquet")
    for option, file in (("--checkpoint", checkpoint), ("--record", record)):
        if file is not None and not Path(file).absolute().parent.is_dir():
            raise BadInput(f"{option} {file}: cannot write there, its folder does not exist")
    chosen: str | dict[str, Any] | None = strategy
    strategy_file = None
    if strategy is not None and strategy not in NAMED and (Path(strategy).suffix or Path(strategy).exists()):
        strategy_file = strategy
        with _naming(strategy=strategy):
            chosen = parse_document(read_input(strategy), "strategy")
    earlier = None
    if checkpoint is not None and Path(checkpoint).exists():
        with _naming(checkpoint=checkpoint):
            earlier = parse_document(read_input(checkpoint), "checkpoint")
    from croupier.questions.tables import with_only_table
    from croupier.solving.conditions import COMMAND, Given, by_jackpot
    from croupier.solving.simulation import check_numbers, simulate

    check_numbers(asked, number)
    configuration = with_only_table(catalogue.configuration(game))
    with _naming(strategy=strategy_file, checkpoint=checkpoint):
        run = simulate(
            configuration,
            asked,
            number,
            strategy=chosen,
            seats=seats,
            meters={wager: each.meters for wager, each in by_jackpot(configuration, Given(meters), COMMAND)[0].items()},
            deal=deal,
            backend=backend,
            threads=threads,
            dask_address=dask_address,
            checkpoint=earlier,
            remember=not no_cache,
        )
    finished = _play(run, checkpoint)
    result = run.result()
    if record is not None:
        from croupier.solving.recording import record_rounds as write_rounds
        from croupier.solving.recording import sample_of

        count = write_rounds(run.plan, number, sample_of(asked, sample), record)
        if record_rounds is not None and count < sample:
            remark(f"{sample:,} rounds were to be recorded, and the run has {count:,}")
        remark(f"{count:,} rounds written to {record}; croupier replay {record} --round 0 plays one again")
    if as_json:
        print_json(result.record() | ({"strategy_file": strategy_file} if strategy_file else {}))
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


def whole_number(text: str, option: str) -> int:
    """A whole number, written out or as in 1e9."""
    plain = text.strip()
    if plain.startswith("-") and _NUMBER.fullmatch(plain[1:]):
        raise BadInput(f"{option} {text[:40]}: it cannot be negative", hint=f"as in {option} 1000000, or 1e6")
    if not _NUMBER.fullmatch(plain):
        raise BadInput(f"{option} {text[:40]}: expected a whole number", hint=f"as in {option} 1000000, or 1e6")
    value = Decimal(plain.replace("_", "").replace(",", ""))
    if value >= Decimal(10) ** 30:
        raise BadInput(f"{option} {text[:40]}: too large", hint=f"as in {option} 1000000, or 1e6")
    if value != value.to_integral_value():
        raise BadInput(f"{option} {text[:40]}: expected a whole number", hint=f"as in {option} 1000000, or 1e6")
    return int(value)


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
