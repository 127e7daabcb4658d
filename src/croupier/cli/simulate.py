"""``croupier simulate``: rounds by the million, with exact and simulated values side by side. The work is in
``questions.simulating``; here options are read, progress is shown and the result is printed. Ctrl-C, or SIGTERM, ends a
run with what it has so far and a checkpoint to continue from."""

from __future__ import annotations

import contextlib
import json
import signal
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from croupier import errors, records, units
from croupier.cli.options import GivenOptions, as_json, asks, no_cache, whole_number
from croupier.cli.output import page_writer, print_json, progress_bar, read_input, read_policy, remark, tell
from croupier.handbook.page.blocks import Block, Document, Grid, Words, grid_of, page_of
from croupier.play.documents import parse_document
from croupier.questions.asking import COMMAND, Asked
from croupier.questions.simulate import Simulate, run_of, simulation_record
from croupier.rulebook.own_words import event_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.kernels.cells import Outcome
    from croupier.questions.simulating import SimulationResult, SimulationRun
    from croupier.sim.statistics import WagerCounts

NAMED: Final = ("optimal", "chart", "sketch", "basic")
CHECKPOINT: Final = "simulation.checkpoint.json"
KEEP_EVERY: Final = 10.0  # Seconds between two checkpoints.
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
    given: GivenOptions,
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
        raise errors.BadInput(f"--record-rounds {record_rounds}: expected 1 to {MOST_RECORDED:,}")
    if record_rounds is not None and record is None:
        raise errors.BadInput("--record-rounds goes with --record", hint="as in --record rounds.parquet")
    for option, file in (("--checkpoint", checkpoint), ("--record", record)):
        if file is not None and not Path(file).absolute().parent.is_dir():
            raise errors.BadInput(f"{option} {file}: cannot write there, its folder does not exist")
    strategy_file: str | None = given.get("strategy")
    if strategy_file in (None, *NAMED) or not (Path(strategy_file).suffix or Path(strategy_file).exists()):
        strategy_file = None
    else:
        with _naming(strategy=strategy_file):
            given["strategy"] = read_policy(strategy_file, "strategy")
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
        print_json(records.replace(simulation_record(result), strategy_file=strategy_file or records.UNSET))
    else:
        tell(page_writer().document(result_page(result, strategy_file)))
    if result.agrees is False:
        raise errors.CheckFailed(
            "exact and simulated values disagree", hint="one of the two is wrong: see the wagers marked above"
        )
    return 0 if finished else 130


@contextlib.contextmanager
def _naming(**files: str | None) -> Iterator[None]:
    """What is wrong with a file is said with its name."""
    try:
        yield
    except errors.BadInput as problem:
        for what, file in files.items():
            if file is not None and problem.message.startswith((f"{what}: ", f"{what}[", "not ", "the key ")):
                raise errors.BadInput(f"{file}: {problem.message}", hint=problem.hint) from None
        raise


def _play(run: SimulationRun, checkpoint: str | None) -> bool:
    """Go through a run; False where Ctrl-C ended it."""
    plan = run.plan
    if not plan.by_kernel:
        name = plan.configuration.name
        remark(f"{name}: {plan.has_no_kernel} has no kernel; the play driver plays it, round by round")
    elif not plan.is_compiled:
        remark("compiling the kernel, once for this version (a few seconds)")
    show, already = progress_bar("simulating"), run.progress.rounds_done
    shown = kept = time.monotonic()
    rounds = iter(run)
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, signal.SIGTERM):  # also where a background job inherits them ignored
            signal.signal(number, signal.default_int_handler)
    try:
        for result in rounds:
            now = time.monotonic()
            if now - shown >= BETWEEN_UPDATES:
                shown = now
                show(result.rounds - already, run.rounds - already)
            if checkpoint is not None and now - kept >= KEEP_EVERY:
                kept = now
                _keep(checkpoint, result)
    except KeyboardInterrupt:
        with contextlib.suppress(KeyboardInterrupt):
            rounds.close()  # type: ignore[attr-defined]
        show(1, 1)
        file = checkpoint or CHECKPOINT
        _keep(file, run.result())
        done = run.progress.rounds_done
        remark(f"stopped after {done:,} of {run.rounds:,} rounds; continue with --checkpoint {file}")
        return False
    show(1, 1)
    if checkpoint is not None:
        _keep(checkpoint, run.result())
    return True


def _keep(file: str, result: SimulationResult) -> None:
    path = Path(file)
    written = path.with_name(path.name + ".new")
    try:
        written.write_text(json.dumps(result.checkpoint()), encoding="utf-8")
        written.replace(path)
    except OSError as problem:
        raise errors.BadInput(f"cannot write {file}: {problem.strerror}") from problem


DIGITS: Final = 7


def result_page(result: SimulationResult, strategy_file: str | None) -> Document:
    plan, seconds = result.plan, result.seconds
    seats = f"{plan.seats} seat{'s' if plan.seats > 1 else ''}"
    rate = f", {result.rounds / seconds:,.0f} rounds/s" if seconds else ""
    strategy = f"strategy of {strategy_file}" if strategy_file else f"{plan.strategy} strategy"
    how = f"{result.backend} ({result.device}), {seconds:.1f} s{rate}"
    told, blocks = f"{result.rounds:,} rounds, {seats}, {strategy}, seed {result.seed}; {how}", list[Block]()
    if not plan.by_kernel:
        blocks.append(Words(f"played by the play driver: {plan.has_no_kernel} has no kernel"))
    if not result.wagers:
        return page_of(str(plan.configuration), [*blocks, Words(told), Words("no round was played")])
    header = ("wager", "exact", "simulated", "standard error", "z", "hit frequency", "chi-square", "verdict")
    blocks.append(grid_of(header, map(_row, result.wagers), numbers=range(1, 6), caption=told))
    # As captions, since lines that scripts look for stay whole where there is no terminal.
    *others, last = map(_outcomes, result.wagers)
    last = last._replace(caption="\n".join(("", *_notes(result), _verdict(result))))
    return page_of(str(plan.configuration), [*blocks, *others, last])


def _notes(result: SimulationResult) -> list[str]:
    """What jackpots are valued at."""
    from croupier.kernels.cells import pays_envy_once

    plan, found = result.plan, []
    base, outcomes = plan.game.base_wager, {wager.wager: list(wager.counts) for wager in result.wagers}
    if plan.best is not None:
        best = units.decimal_text(plan.best, DIGITS)
        found.append(f"{base} is played by the chart of strategy; best play brings {best} (--strategy optimal).")
    if any(outcome.share for name in outcomes if name not in plan.meters for outcome in outcomes[name]):
        found.append("Shares of meters are counted and left out of values: give what they show with --meter.")
    for name, amounts in plan.meters.items():
        shown = ", ".join(
            units.dollars(cents) if len(amounts) == 1 else f"level {level} {units.dollars(cents)}"
            for level, cents in amounts.items()
        )
        found.append(f"{name} is valued at a meter of {shown}, each winner alone.")
    if plan.seats > 1 and any(outcome.envy for listed in outcomes.values() for outcome in listed):
        found.append(f"Values include the envy that the {plan.seats - 1} other seats' hands pay.")
    paid = [row.envy_cents for _, bonus in plan.game.bonuses for row in bonus.chart.table.rows]
    if plan.seats > 1 and any(paid) and pays_envy_once(plan.game):
        found.append("Envy is paid once a round here and is left out of values.")
    return found


def _row(wager: WagerCounts) -> tuple[str, ...]:
    exact, chi = wager.exact_mean, wager.chi_square
    verdict = {None: "estimated", True: "agrees", False: "DISAGREES"}[wager.agrees]
    return (
        wager.wager,
        "" if exact is None else units.decimal_text(exact, DIGITS),
        units.decimal_text(wager.mean, DIGITS),
        f"{wager.standard_error:.2g}",
        "" if wager.z is None else f"{wager.z:+.2f}",
        f"{units.decimal_text(wager.hit_frequency * 100, 6)} %",
        f"{chi.statistic:.1f} at {chi.freedom}, p = {chi.probability:.2g}" if chi else "",
        verdict,
    )


def _outcomes(wager: WagerCounts) -> Grid:
    rows = [
        (
            _net(outcome),
            event_words(outcome.event or ""),
            f"{wager.counts.get(outcome, 0):,}",
            "" if (expected := wager.expected(outcome)) is None else f"{float(expected):,.1f}",
        )
        for outcome in wager.outcomes
    ]
    return grid_of((f"{wager.wager}: net", "event", "count", "expected"), rows, numbers=(0, 2, 3))


def _net(outcome: Outcome) -> str:
    if outcome.share is not None and outcome.net == -1:
        level = f" of level {outcome.level}" if outcome.level > 1 else " of the meter"
        return f"{units.format_odds(outcome.share * 100)} %{level}"
    return ("+" if outcome.net > 0 else "") + units.decimal_text(outcome.net, DIGITS)


def _verdict(result: SimulationResult) -> str:
    from croupier.sim.statistics import SUSPICIOUS  # loads numpy, which --help does without

    known = [wager for wager in result.wagers if wager.agrees is not None]
    estimated = [wager.wager for wager in result.wagers if wager.agrees is None]
    parts = []
    wrong = [wager for wager in known if not wager.agrees]
    if wrong:
        worst = ", ".join(f"{wager.wager} (p = {wager.probability:.1e})" for wager in wrong)
        parts.append(f"DISAGREES: {worst}; a probability below {SUSPICIOUS:.1e} is not an accident")
    elif known:
        parts.append(f"agrees with the exact values of {', '.join(wager.wager for wager in known)}")
    if estimated:
        whose = f" by a stated rule, which is not the best play ({result.plan.whose})" if result.plan.whose else ""
        parts.append(f"estimated{whose}, with no exact value to compare: {', '.join(estimated)}")
    return "; ".join(parts)
