"""Commands that print: parsheet, placard."""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import click
from click.termui import progressbar

from croupier import catalogue
from croupier.errors import BadInput
from croupier.rulebook.configuration import Configuration
from croupier.units.money import parse_money

FORMATS = ("html", "pdf", "json", "csv")


@click.command()
@click.argument("game", required=False)
@click.option("-o", "--output", required=True, metavar="FILE", help="sheet.html, .pdf, .json or .csv; - for JSON here.")
@click.option("--wager", help="One wager alone; all of the configuration unless one is named.")
@click.option("--all", "everything", is_flag=True, help="Every game with every table, into the folder FILE.")
@click.option("--format", "formats", type=click.Choice(FORMATS), multiple=True, help="With --all; html unless named.")
@click.option("--meter", "meters", metavar="AMOUNT", multiple=True, help="What a meter shows; [WAGER:][LEVEL=]AMOUNT.")
@click.option("--jackpot-seed", "seeds", metavar="AMOUNT", multiple=True, help="The seed for a $1 wager, likewise.")
@click.option("--rate", "rates", metavar="RATE", multiple=True, help="The increment, as in 18% or 0.18, likewise.")
@click.option("--reserve", "reserves", metavar="RATE", multiple=True, help="What is set aside for the next seed.")
@click.option("--others", type=click.IntRange(0, 20), default=0, show_default=True, help="Others who bet the jackpot.")
@click.option(
    "--sees", "sights", metavar="SIGHT", multiple=True, help="Audit what is seen, as in dealer:1; may be slow."
)
@click.option("--rounds-per-hour", type=int, default=40, show_default=True)
@click.option("--seats", type=int, help="Seats that bet; 5, or as many as there are.")
@click.option("--average-wager", default="10.00", show_default=True, metavar="AMOUNT")
def parsheet(
    game: str | None,
    output: str,
    wager: str | None,
    everything: bool,
    formats: tuple[str, ...],
    meters: tuple[str, ...],
    seeds: tuple[str, ...],
    rates: tuple[str, ...],
    reserves: tuple[str, ...],
    others: int,
    sights: tuple[str, ...],
    rounds_per_hour: int,
    seats: int | None,
    average_wager: str,
) -> None:
    """Write the par sheet of GAME: every wager's pays, probabilities, edge, volatility and how to play it.

    GAME is a name or a configuration such as "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)". A jackpot has an edge
    only at a given meter, or at a seed and a rate; without them its fixed return and break-even are printed.
    """
    from croupier.exact.long_run.volatility import Pace

    wager_cents = parse_money(average_wager, "--average-wager")
    if not wager_cents:
        raise BadInput("--average-wager 0: expected more than nothing")

    def pace_of(configuration: Configuration) -> Pace:
        return Pace(rounds_per_hour, seats or min(5, configuration.edition.seats[1]), wager_cents)

    if everything:
        if game or wager or meters or seeds or rates or reserves or others:
            raise BadInput("--all goes with no game, no wager and no meter", hint="croupier parsheet --all -o FOLDER")
        _write_all(Path(output), formats or ("html",), pace_of)
        return
    if not game:
        raise BadInput("no game named", hint='as in croupier parsheet "three-card-prime" -o sheet.html')
    if formats:
        raise BadInput("--format goes with --all", hint="the ending of FILE says the format")
    ending = "json" if output == "-" else _ending(output, FORMATS)
    configuration = catalogue.configuration(game)
    from croupier.handbook.parsheet.sheet import Asked, build_sheet

    conditions, kept = _conditions(configuration, meters, seeds, rates, reserves, others)
    sheet = build_sheet(configuration, wager, Asked(pace_of(configuration), conditions, kept, sights))
    content = _render(sheet, ending)
    if output == "-":
        click.echo(content.decode(), nl=False)
    else:
        write_whole(Path(output), content)


@click.command()
@click.argument("game")
@click.option("-o", "--output", required=True, metavar="FILE", help="placard.svg or placard.pdf.")
@click.option("--minimum", default="5.00", show_default=True, metavar="AMOUNT", help="The least base wager.")
@click.option("--maximum", default="500.00", show_default=True, metavar="AMOUNT", help="The largest base wager.")
@click.option("--bonus-minimum", default="1.00", show_default=True, metavar="AMOUNT", help="The least bonus wager.")
@click.option("--bonus-maximum", default="100.00", show_default=True, metavar="AMOUNT", help="The largest bonus wager.")
def placard(game: str, output: str, minimum: str, maximum: str, bonus_minimum: str, bonus_maximum: str) -> None:
    """Write the table placard of GAME: what each wager pays, the limits and the notices."""
    ending = _ending(output, ("svg", "pdf"))
    from croupier.handbook.rules.placard import Limits, render_placard, render_placard_pdf

    limits = Limits(
        parse_money(minimum, "--minimum"),
        parse_money(maximum, "--maximum"),
        parse_money(bonus_minimum, "--bonus-minimum"),
        parse_money(bonus_maximum, "--bonus-maximum"),
    )
    configuration = catalogue.configuration(game)
    if ending == "svg":
        write_whole(Path(output), render_placard(configuration, limits).encode())
    else:
        write_whole(Path(output), render_placard_pdf(configuration, limits))


def _ending(output: str, known: tuple[str, ...]) -> str:
    ending = Path(output).suffix.removeprefix(".").lower()
    if ending not in known:
        raise BadInput(
            f"-o {output}: cannot tell the format from '{Path(output).suffix}'",
            hint=f"end it in {', '.join('.' + each for each in known)}",
        )
    return ending


def _render(sheet: Any, ending: str) -> bytes:
    match ending:
        case "json":
            from croupier.handbook.parsheet.json_record import sheet_record

            return (json.dumps(sheet_record(sheet), indent=2, ensure_ascii=False) + "\n").encode()
        case "csv":
            from croupier.handbook.parsheet.csv_file import render_csv

            return render_csv(sheet).encode()
        case "html":
            from croupier.handbook.parsheet.html import render_html

            return render_html(sheet).encode()
        case _:
            from croupier.handbook.parsheet.pdf import render_pdf

            return render_pdf(sheet)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file, whole or not at all."""
    if path.is_dir():
        raise BadInput(f"{path} is a folder", hint="name a file in it")
    if not path.parent.is_dir():
        raise BadInput(f"{path.parent} is no folder", hint="make it first")
    handle, written = tempfile.mkstemp(dir=path.parent, prefix=".new-", suffix=path.suffix)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(written).chmod(0o644)
        Path(written).replace(path)
    except BaseException:
        Path(written).unlink(missing_ok=True)
        raise


def _conditions(
    configuration: Configuration,
    meters: tuple[str, ...],
    seeds: tuple[str, ...],
    rates: tuple[str, ...],
    reserves: tuple[str, ...],
    others: int,
) -> tuple[dict[str, Any], dict[str, dict[int, Fraction]]]:
    """What is known of each jackpot, by wager; a wager need not be named where there is one jackpot only."""
    from croupier.solving.figures import Conditions

    jackpots = [name for name, table in configuration.tables.items() if table.is_jackpot]

    def read(texts: tuple[str, ...], option: str, parse: Callable[[str], Any]) -> dict[str, dict[int, Any]]:
        found: dict[str, dict[int, Any]] = {}
        for text in texts:
            match = re.fullmatch(r"(?:([a-z_]+):)?(?:([1-9][0-9]?)=)?([^:=]+)", text)
            if not match:
                raise BadInput(f"{option} {text}: cannot be read", hint=f"as in {option} 2=1000")
            name = match[1] or (jackpots[0] if len(jackpots) == 1 else None)
            if name not in jackpots:
                known = f"its jackpots: {', '.join(jackpots)}" if jackpots else "it has no jackpot wager"
                raise BadInput(f"{option} {text}: which jackpot?", hint=f"{known}; as in {option} WAGER:AMOUNT")
            level = int(match[2] or 1)
            if level in found.setdefault(name, {}):
                raise BadInput(f"{option}: level {level} is given twice")
            found[name][level] = parse(match[3])
        return found

    by_meter = read(meters, "--meter", lambda text: parse_money(text, "meter"))
    by_seed = read(seeds, "--jackpot-seed", lambda text: parse_money(text, "seed"))
    by_rate, by_reserve = read(rates, "--rate", _rate), read(reserves, "--reserve", _rate)
    if others and not jackpots:
        raise BadInput(f"--others {others}: {configuration} has no jackpot wager", hint="leave --others out")
    named = dict.fromkeys((*by_meter, *by_seed, *by_rate, *by_reserve, *(jackpots if others else ())))
    conditions = {
        name: Conditions(by_meter.get(name, {}), by_seed.get(name, {}), by_rate.get(name, {}), others) for name in named
    }
    return conditions, by_reserve


def _rate(text: str) -> Fraction:
    try:
        rate = Fraction(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"'{text[:40]}' is no rate", hint="as in 18% or 0.18") from None
    if not 0 <= rate <= 1:
        raise BadInput(f"a rate of {text[:40]} is no part of the wager", hint="as in 18% or 0.18")
    return rate


def _write_all(folder: Path, formats: tuple[str, ...], pace_of: Callable[[Configuration], Any]) -> None:
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{folder} is no folder", hint="--all writes many sheets into one")
    folder.mkdir(parents=True, exist_ok=True)
    from croupier.handbook.parsheet.sheet import Asked, build_sheet

    work = list(_every_sheet())
    with progressbar(work, label="par sheets", file=sys.stderr, show_pos=True) as bar:
        for name, spec, wager in bar:
            configuration = catalogue.configuration(spec)
            sheet = build_sheet(configuration, wager, Asked(pace_of(configuration)))
            for ending in dict.fromkeys(formats):
                write_whole(folder / f"{name}.{ending}", _render(sheet, ending))
    click.echo(f"{len(work)} sheets in {folder}", err=True)


def _every_sheet() -> Iterator[tuple[str, str, str | None]]:
    """A file name, a configuration and a wager: each base game, and each table of each wager, for each of its decks."""
    book = catalogue.book()
    for game in book.games.values():
        has_base = any(wager.kind == "base" for wager in game.wagers)
        for edition in game.editions:
            start = [] if edition is game.editions[0] else [f"edition={edition.id}"]
            if has_base:
                base = next(wager.id for wager in game.wagers if wager.kind == "base")
                spec = f"{game.name}({', '.join(start)})" if start else game.name
                yield f"{game.name}.{edition.id}.{base}", spec, None
            keys = {key.id for key in game.keys if edition.id in key.editions}
            for wager in game.wagers:
                if wager.kind not in ("bonus", "jackpot"):
                    continue
                for table in wager.tables_in(edition.id):
                    for decks in book.paytable(table).decks if "decks" in keys else (None,):
                        settings = [*start, f"{wager.id}={table}", *([f"decks={decks}"] if decks else [])]
                        where = f".{decks}-decks" if decks else ""
                        yield (
                            f"{game.name}.{edition.id}.{wager.id}.{table}{where}",
                            f"{game.name}({', '.join(settings)})",
                            wager.id,
                        )
