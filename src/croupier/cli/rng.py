"""``croupier rng``: samples of the random source for a laboratory, and the battery run on them. The work is in
``rng.streams`` and ``rng.battery``; here options are read and tables printed."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO, Final

import click

from croupier.cards.shuffle import RandomSource
from croupier.cli.main import together
from croupier.cli.output import page_writer, say, tell, write_no_more
from croupier.errors import BadInput, CheckFailed
from croupier.handbook.page import blocks, terminal
from croupier.play.dealing import DICE
from croupier.records import plain
from croupier.rng import battery, streams
from croupier.rulebook.rules import Paytable

DEALS: Final = 100_000
CARDS: Final = 14
RAW_BYTES: Final = 1_000_000
WIDE: Final = terminal.Terminal(110, 110)  # For a file, where each test has a line.
_sample_options = together(  # Which sample to draw, the same for both commands.
    click.option(
        "--deals",
        "--rounds",
        "deals",
        type=click.IntRange(battery.MIN_DEALS, 10_000_000),
        help=f"Deals to draw, each from a fresh shuffle.  [default: {DEALS}]",
    ),
    click.option(
        "--decks", type=click.IntRange(1, streams.MAX_DECKS), help="Decks shuffled for each deal.  [default: 1]"
    ),
    click.option(
        "--cards",
        type=click.IntRange(1, streams.MAX_CARDS),
        help=f"Cards to record of each deal.  [default: {CARDS}]",
    ),
    click.option(
        "--raw-bytes",
        type=click.IntRange(battery.MIN_RAW_BYTES, 100_000_000),
        help=f"Raw bytes to draw into a folder.  [default: {RAW_BYTES}]",
    ),
    click.option("--seed", help="Draw a repeatable stream for tests, instead of the system's CSPRNG."),
)
_NO_USE: Final = {  # What each way to collect would leave out in silence, and refuses.
    "-o": ("to", "raw", "outcomes", "bytes", "count", "dice", "table"),
    "a stream": ("deals", "raw_bytes"),
    "--raw": ("count", "cards", "decks", "dice", "table"),
    "--outcomes": ("bytes",),
    "--outcomes cards": ("dice", "table"),
    "--outcomes shuffles": ("cards", "dice", "table"),
    "--outcomes dice": ("cards", "decks", "table"),
    "--outcomes pays": ("cards", "decks", "dice"),
}


@click.group()
def rng() -> None:
    """Collect and judge the random numbers behind the cards."""


class Size(click.ParamType[int]):
    """A number of bytes as people type it: 500, 64k, 10G (thousands, not 1,024s)."""

    name = "size"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        match = re.fullmatch(r"([0-9]{1,18})([kMGT]?)", str(value))
        if match is None or not int(match[1]):
            self.fail(f"{value!r} is not a number of bytes: as in 500, 64k, 20M, 10G", param, ctx)
        thousands: int = 1000 ** " kMGT".index(match[2] or " ")
        return int(match[1]) * thousands


@rng.command()
@click.argument("to", required=False, type=click.File("wb"), metavar="[FILE|-]")
@click.option("--raw", is_flag=True, help="The generator's bytes, before any use, to FILE or to standard output (-).")
@click.option(
    "--outcomes",
    type=click.Choice(["cards", "shuffles", "dice", "pays"]),
    help="What games make of them, one outcome a line, to FILE or to standard output (-).",
)
@click.option("--bytes", type=Size(), help="Bytes to write with --raw, such as 10G; without it, no end.")
@click.option("--count", type=click.IntRange(min=1), help="Lines to write with --outcomes; without it, no end.")
@click.option("--dice", type=click.IntRange(1, 100), help="Dice of a roll.  [default: 3]")
@click.option("--table", metavar="ID", help="The table whose pays are drawn, with --outcomes pays.")
@_sample_options
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="A folder for raw.bin, outcomes.csv and collect.json, which report reads.",
)
def collect(output: Path | None, **given: Any) -> None:
    """Write raw and final-outcome streams for a laboratory.

    With -o a folder: raw.bin holds the generator's bits, outcomes.csv one deal per line, collect.json how they were
    made. With --raw or --outcomes a stream of one kind, as long as its reader wants:

    \b
      croupier rng collect --raw - | dieharder -a -g 200
      croupier rng collect --raw --bytes 10G raw.bin
      croupier rng collect --outcomes shuffles --decks 6 --count 1000000 shuffles.csv
    """
    if output is not None:
        _only("-o", given)
        sample = _draw(given)
        streams.write(sample, output)
        say(f"{click.format_filename(output)}: {_headline(sample)}")
        return
    raw, outcomes, to = given["raw"], given["outcomes"], given["to"]
    if raw == (outcomes is not None):
        raise BadInput(
            "nothing says what to collect" if not raw else "--raw and --outcomes are two streams",
            hint="-o FOLDER for a sample, or one of --raw and --outcomes for a stream",
        )
    if to is None:
        raise BadInput("nothing says where the stream goes", hint="- for standard output, or a file's name")
    _only("a stream", given)
    source = streams.source_of(given["seed"])
    if raw:
        _only("--raw", given)
        _pour(streams.raw_stream(source, given["bytes"]), to)
    else:
        _only("--outcomes", given)
        _only(f"--outcomes {outcomes}", given)
        _pour(streams.outcome_stream(_line_of(outcomes, source, given), given["count"]), to)


def _line_of(outcomes: str, source: RandomSource, given: Mapping[str, Any]) -> Callable[[], str]:
    if outcomes == "dice":
        return streams.rolled(source, given["dice"] or DICE)
    if outcomes == "pays":
        return streams.boosted(source, _dynamic_table(given["table"]))
    return streams.dealt(source, given["decks"] or 1, None if outcomes == "shuffles" else given["cards"] or CARDS)


def _dynamic_table(id: str | None) -> Paytable:
    from croupier import catalogue

    book = catalogue.book()
    dynamic = [table.id for table in book.tables.values() if isinstance(table, Paytable) and table.is_dynamic]
    if id is None or id not in dynamic:
        said = "no table is named" if id is None else f"{id!r:.40} has no drawn pays"
        raise BadInput(said, hint=f"--table: {', '.join(dynamic)}")
    return book.paytable(id)


def _only(what: str, given: Mapping[str, object]) -> None:
    for name in _NO_USE[what]:
        if given[name] not in (None, False):
            option = "a file" if name == "to" else f"--{name.replace('_', '-')}"
            raise BadInput(f"{what} has no use for {option}", hint=f"leave {option} out")


def _pour(stream: Iterator[bytes], to: BinaryIO) -> None:
    """Write until the stream ends or its reader has read enough."""
    try:
        for piece in stream:
            to.write(piece)
        to.flush()
    except BrokenPipeError:
        write_no_more()


@rng.command()
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@_sample_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def report(folder: Path | None, as_json: bool, **given: Any) -> None:
    """Print the chi-square, runs, correlation and per-position battery at the 99 % level.

    Judges the streams in FOLDER, or draws new ones.

    At the 99 % level a sound generator fails one test in a hundred, by chance; the report says how many failures are
    expected. The exit status therefore goes by all tests together (Holm's family-wise correction at 1 %): 0 when
    the battery is good, 1 when it is not, 2 for bad input, 3 when a file is missing. One run in a
    hundred of a sound generator ends with 1; draw again, and twice in a row is one in ten thousand.
    """
    if folder is None:
        sample = _draw(given)
    elif any(option is not None for option in given.values()):
        raise BadInput(
            "a folder already holds its sample", hint="leave out --deals, --decks, --cards, --raw-bytes, --seed"
        )
    else:
        sample = streams.read(folder)
    results = battery.run_battery(sample.raw, sample.deals)
    failed = battery.family_wise(results, battery.LEVEL)
    if as_json:
        tell(json.dumps(_to_json(sample, results, failed), indent=2, allow_nan=False))
    else:
        tell(_render(sample, results, failed))
    if failed:
        raise CheckFailed(f"the generator fails the battery: {failed[0].name} (p = {failed[0].p_value:.1e})")


def _draw(given: Mapping[str, Any]) -> streams.Sample:
    deals, cards, raw_bytes = given["deals"] or DEALS, given["cards"] or CARDS, given["raw_bytes"] or RAW_BYTES
    return streams.collect(deals, cards, given["decks"] or 1, raw_bytes, given["seed"])


def _to_json(
    sample: streams.Sample, results: list[battery.TestResult], failed: list[battery.TestResult]
) -> dict[str, object]:
    return {
        "schema": 1,
        "level": "99%",
        "sample": plain(sample.notes),
        "tests": [asdict(result) | {"verdict": _verdict(result.passed)} for result in results],
        "failed": sum(not result.passed for result in results),
        "expected_failures": round(len(results) * battery.LEVEL, 2),
        "family_wise": {
            "method": "Holm",
            "alpha": battery.LEVEL,
            "failed": [result.name for result in failed],
            "verdict": _verdict(not failed),
        },
    }


def _render(sample: streams.Sample, results: list[battery.TestResult], failed: list[battery.TestResult]) -> str:
    alone = [result for result in results if not result.passed]
    parts: list[blocks.Block] = [blocks.Words(_headline(sample)), _groups(results)]
    if alone:
        parts += [blocks.Words("Failed at the 99 % level, each taken alone:"), _every_test(alone)]
    parts += [
        blocks.Words(
            f"{len(alone)} of {len(results)} tests failed at the 99 % level; "
            f"{len(results) * battery.LEVEL:.2f} failures are expected of a sound generator."
        ),
        blocks.Words(f"All tests together (Holm, alpha {battery.LEVEL:g}): {_verdict(not failed)}."),
    ]
    page = page_writer(WIDE)
    return "\n\n".join(map(page.block, parts))


def _headline(sample: streams.Sample) -> str:
    deals = sample.deals
    source = sample.source if sample.seed is None else f"{sample.source}, seed {sample.seed!a}"
    return (
        f"{len(deals):,} deals of {deals.per_deal} card{'s' * (deals.per_deal > 1)} from {deals.decks} "
        f"deck{'s' * (deals.decks > 1)}, {len(sample.raw):,} raw bytes ({source})"
    )


def _groups(results: list[battery.TestResult]) -> blocks.Block:
    groups: dict[str, list[battery.TestResult]] = {}
    for result in results:
        groups.setdefault(result.group, []).append(result)
    rows = []
    for group, members in groups.items():
        fails = sum(not member.passed for member in members)
        smallest = min(member.p_value for member in members)
        rows.append((group, str(len(members)), str(fails), f"{len(members) * battery.LEVEL:.2f}", _p(smallest)))
    return blocks.grid_of(("tests", "number", "failed", "expected", "smallest p"), rows, numbers=range(1, 5))


def _every_test(results: list[battery.TestResult]) -> blocks.Block:
    rows = [(result.name, f"{result.statistic:.3f}", _p(result.p_value), _verdict(result.passed)) for result in results]
    return blocks.grid_of(("test", "statistic", "p", "verdict"), rows, numbers=(1, 2))


def _p(value: float) -> str:
    return f"{value:.4f}" if value >= 0.0001 else f"{value:.1e}"


def _verdict(good: bool) -> str:
    return "pass" if good else "fail"
