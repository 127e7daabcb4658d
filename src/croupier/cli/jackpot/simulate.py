"""``croupier jackpot simulate``: one jackpot of a plan over months, without books.

The work is in ``casino.months``; here options are read, tables printed and files written.
"""

from __future__ import annotations

import json
from pathlib import Path

import click

from croupier.cli.jackpot.pace import pace_options, take_up_of
from croupier.cli.output import print_page
from croupier.errors import BadInput, UnknownName


@click.command(name="simulate")
@click.argument("config")
@click.option("--jackpot", "jackpot_id", metavar="ID", help="Which jackpot; optional if the plan has only one.")
@click.option("--months", type=click.IntRange(1, 1200), default=12, show_default=True, help="Of thirty gambling days.")
@click.option("--tables", type=click.IntRange(1, 10_000), help="Linked tables; as many as the plan has, unless given.")
@click.option("--seats", type=click.IntRange(1, 20), help="Seats per table; the plan's on average, unless given.")
@pace_options
@click.option("--runs", type=click.IntRange(1, 100_000), default=200, show_default=True, help="How often to play it.")
@click.option("--seed", default="1", show_default=True, help="The same seed gives the same months.")
@click.option("-o", "--output", metavar="DIR", help="Write summary.json, CSV files and drawings (SVG, PNG) there.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def command(
    config: str,
    jackpot_id: str | None,
    months: int,
    tables: int | None,
    seats: int | None,
    rounds_per_hour: int,
    hours_per_day: int,
    take_up: str,
    runs: int,
    seed: str,
    output: str | None,
    as_json: bool,
) -> None:
    """Simulate a jackpot of the plan CONFIG over months: meter, awards, waits, the house's result, the reserve.

    CONFIG is a plan in TOML, as in docs/reference/jackpot-plan.md; "sample" and "sample_nevada" name the examples that
    come with Croupier. Exact averages are printed beside the simulated ones.
    """
    from croupier.casino.month_figures import figures, record
    from croupier.casino.month_records import LinkPace
    from croupier.casino.months import simulate_months
    from croupier.casino.proofs import floor, sample_or_file, solve_link
    from croupier.cli.progress import progress_bar

    folder = _folder(output)
    share = take_up_of(take_up)
    plan = floor(sample_or_file(config)).plan
    link = plan.links[_chosen(list(plan.links), jackpot_id)]
    average_seats = round(sum(table.seats for table in link.tables) / len(link.tables))
    pace = LinkPace(
        tables or len(link.tables), seats or max(1, average_seats), rounds_per_hour, hours_per_day, share, months
    )
    solution = solve_link(link)
    played = simulate_months(link, solution, pace, runs=runs, seed=seed, progress=progress_bar("simulating"))
    found = figures(played, solution)
    text = json.dumps(record(played, found), indent=2, ensure_ascii=False)
    if folder:
        from croupier.cli.output import remark, write_whole
        from croupier.handbook.reports import month_plots as jackpot_plots
        from croupier.handbook.reports import month_tables as jackpot_tables

        written = {
            "summary.json": f"{text}\n".encode(),
            "days.csv": jackpot_tables.days_csv(played).encode(),
            "hits.csv": jackpot_tables.hits_csv(played).encode(),
            "runs.csv": jackpot_tables.runs_csv(played).encode(),
        }
        for name, svg in jackpot_plots.drawings(played, solution, found):
            written[f"{name}.svg"] = svg.encode()
            written[f"{name}.png"] = jackpot_plots.as_png(svg)
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in written.items():
            write_whole(folder / name, content)
        remark(f"{len(written)} files in {folder}")
    if as_json:
        click.echo(text)
    else:
        from croupier.handbook.reports.month_tables import months_page

        print_page(months_page(played, found))


def _folder(output: str | None) -> Path | None:
    """The folder to write to; a file in its place is found before the work is done."""
    if output is None:
        return None
    folder = Path(output)
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"-o {output}: is not a folder", hint="name a folder; it is made if it does not exist")
    return folder


def _chosen(known: list[str], asked: str | None) -> str:
    if asked is None:
        if len(known) == 1:
            return known[0]
        raise BadInput(
            "which jackpot?" if known else "the plan has no jackpot",
            hint=f"--jackpot {' or '.join(known)}" if known else "add a table [[jackpots]]",
        )
    if asked not in known:
        raise UnknownName("jackpot", asked, known)
    return asked
