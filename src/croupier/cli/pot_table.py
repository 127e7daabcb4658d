"""A table whose players play for one pot, as a page: sampled under the best play, with the error of the sample."""

from __future__ import annotations

from croupier.cli.output import print_json, print_page
from croupier.cli.progress import progress_bar
from croupier.handbook.page.blocks import Document, Section, Words, facts_grid, grid_of
from croupier.rulebook.configuration import Configuration
from croupier.solving.estimates import Estimate
from croupier.solving.figures import SCHEMA
from croupier.solving.table_estimates import AskedSample, table_estimate


def print_table(configuration: Configuration, wager: str, seats: int, sample: AskedSample, as_json: bool) -> None:
    """The recorded figures, or a new sample: deals, close decisions, seed and backend."""
    found = table_estimate(configuration, wager, seats, sample, progress_bar("sampling"))
    if as_json:
        head = {"schema": SCHEMA, "game": str(configuration)}
        print_json({**head, **found.record(), "rulebook_hash": configuration.rulebook_hash})
    else:
        print_page(table_page(configuration, found))


def table_page(configuration: Configuration, found: Estimate) -> Document:
    """A table whose players play for one pot: sampled, with the error of the sample."""
    figures = [
        ("house edge", f"{100 * float(found.house_edge):.3f} % of the {found.wager}, estimated"),
        ("standard error", f"{100 * float(found.standard_error):.3f} %"),
        ("under quick decisions alone", f"{-100 * float(found.quick or 0):.3f} %"),
        ("seats that play on", f"{100 * float(found.plays or 0):.1f} %"),
        ("sampled", f"{found.rounds:,} deals"),
        (
            "close decisions checked",
            f"about {found.checked:,}; {found.exact:,} were solved exactly, and {found.changed:,} changed",
        ),
    ]
    places = [
        (str(place), f"{float(mean):+.4f}", f"{float(error):.4f}")
        for place, (mean, error) in enumerate(found.in_order, start=1)
    ]
    rule = f"{found.rule[:1].upper()}{found.rule[1:]}"
    parts = (
        facts_grid(figures),
        grid_of(("acts", "average net", "standard error"), places, numbers=(1, 2)),
        Words(f"{rule}. In base wagers, the lowest two cards acting first.", "note"),
        Words(f"estimated; repeat it with {found.command}; rulebook {configuration.rulebook_hash}"),
    )
    return Document(f"{configuration}: {found.wager}, {found.seats} players", (Section("", parts),))
