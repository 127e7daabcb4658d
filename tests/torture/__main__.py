"""``python -m tests.torture``: real books under torture, against a second, dumber model that foretells every answer.

``model`` is a link as plain lists: of the books it sees only plans and codes. ``model.objections`` says which code
applies, ``money``, ``prizes`` and ``correcting`` what moves, ``keeping`` what is known afterwards. ``clients`` makes up
what is asked. ``faults`` opens real books, breaks them, and compares them with the model.
"""

from __future__ import annotations

import sys

import click

from croupier.cli.output import progress_bar
from croupier.errors import CroupierError
from tests.torture.faults.disk import DISKS
from tests.torture.faults.seeds import Stats, torture


@click.command("python -m tests.torture")
@click.option("--seeds", type=click.IntRange(min=1), default=500, show_default=True, help="how many, one after another")
@click.option("--first", type=click.IntRange(min=0), default=1, show_default=True, help="the first of them")
@click.option("--seed", type=click.IntRange(min=0), default=None, help="this one alone: how a failure is seen again")
@click.option(
    "--store", type=click.Choice(list(DISKS)), default="memory", show_default=True, help="where the books lie"
)
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="processes")
def command(seeds: int, first: int, seed: int | None, store: str, jobs: int) -> None:
    """Torture the books of a link, and compare every answer and balance with a model that is written differently.

    Each seed makes up a plan and drives its clients: wagers, results, awards, corrections, changes of plan,
    duplicates, malformed requests, clocks that jump, a second writer, and a process that is killed at every boundary
    between statements. Money is counted after every step. A failure is one line that repeats it.
    """
    if seed is not None:
        first, seeds = seed, 1
    stats = torture(seeds, first, store, progress_bar("torture"), jobs)
    for line in describe(stats, store):
        click.echo(line)


def describe(stats: Stats, store: str) -> list[str]:
    """The figures of a run in which the books and the model never differed."""
    refused = {code: times for code, times in stats.codes.most_common() if code not in ("ok", "exists")}
    return [
        f"store              {store}",
        f"seeds              {stats.seeds:,}",
        f"steps              {stats.steps:,}",
        f"requests           {stats.requests:,}",
        f"  posted           {stats.codes['ok']:,}",
        f"  posted before    {stats.codes['exists']:,}",
        f"  refused          {sum(refused.values()):,}",
        f"processes killed   {stats.crashes:,}",
        f"second writers     {stats.takeovers:,}",
        "",
        "killed at the boundary before (after, for committed)",
        *(f"  {statement:<24}{times:>10,}" for statement, times in stats.boundaries.most_common()),
        "",
        "rare, and it came up",
        *(f"  {situation:<48}{times:>10,}" for situation, times in stats.situations.most_common()),
        "",
        "refused with",
        *(f"  {code:<24}{times:>10,}" for code, times in refused.items()),
        "",
        "no difference",
    ]


if __name__ == "__main__":
    try:
        command()
    except CroupierError as error:
        sys.exit(f"torture: {error.message}")
