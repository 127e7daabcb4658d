"""``croupier cut-card``: what dealing to a cut card changes, estimated with its error."""

from __future__ import annotations

import click

from croupier import catalogue
from croupier.cli.options import as_json, no_cache
from croupier.cli.output import print_json, print_page
from croupier.cli.progress import progress_bar
from croupier.cli.simulate import whole_number
from croupier.handbook.page.blocks import Document, Section, Words, facts_grid


@click.command()
@click.argument("game")
@click.option("--shoes", default="1e5", show_default=True, metavar="N", help="How many shoes, as in 1e6.")
@click.option("--seed", default="1", show_default=True, metavar="N", help="The same seed gives the same shoes.")
@click.option("--seats", type=int, default=1, show_default=True, help="Players at the table.")
@click.option("--threads", type=click.IntRange(1), metavar="N", help="One for each core, unless given.")
@no_cache
@as_json
def command(game: str, shoes: str, seed: str, seats: int, threads: int | None, no_cache: bool, as_json: bool) -> int:
    """Estimate what dealing GAME to a cut card changes, beside the exact value of a round from a fresh shoe.

    croupier cut-card "blackjack(decks=6, penetration=5/6)" --shoes 1e6
    """
    from croupier.solving.base_solutions import CHART, base_result
    from croupier.solving.cut_card import cut_card

    configuration = catalogue.configuration(game)
    asked, number = whole_number(shoes, "--shoes"), whole_number(seed, "--seed")
    progress = progress_bar("dealing shoes")
    found = cut_card(configuration, asked, number, seats, threads=threads, remember=not no_cache, progress=progress)
    fresh = base_result(configuration, CHART, remember=not no_cache).expectation
    if as_json:
        print_json({"schema": 1, "game": found.game, "fresh_shoe": f"{fresh:.12f}", **found.record()})
        return 0
    at_table = f"{100 * (fresh + found.effect):.4f} %"
    figures = [
        ("fresh shoe, exact", f"{100 * fresh:.6f} %"),
        ("cut card, estimated", f"{100 * found.effect:+.4f} %"),
        ("standard error", f"{100 * found.standard_error:.4f} %"),
        ("at the table, estimated", at_table),
        ("shoes", f"{found.shoes:,}"),
        ("rounds per shoe", f"{found.rounds_per_shoe:.2f}"),
    ]
    words = [Words("What a bet earns under basic strategy by totals; negative favors the house.", "note")]
    if found.emptied:
        words.append(Words(f"{found.emptied:,} shoes ran out in their last round and are left out.", "note"))
    print_page(Document(f"{found.game}: the cut card", (Section("", (facts_grid(figures), *words)),)))
    return 0
