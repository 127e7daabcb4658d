"""``croupier design``: a paytable for a wanted house edge, found by an exact search."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from croupier.cli.options import GivenOptions, as_json, asks
from croupier.cli.output import print_json, print_page, progress_bar, remark, wrote
from croupier.errors import BadInput
from croupier.questions.asking import COMMAND, Asked, ask
from croupier.questions.design import Design, DesignAnswer, RatesAnswer

if TYPE_CHECKING:
    from croupier.handbook.page.blocks import Document

OWN: Final = "OWN-DESIGN-01"


@click.command()
@asks(Design)
@click.option("-o", "--output", metavar="FILE", help="Write the best as a paytable file (TOML) that loads.")
@click.option("--id", "table_id", help=f"The id of the table written; {OWN} unless given.")
@as_json
def design(given: GivenOptions, output: str | None, table_id: str | None, as_json: bool) -> None:
    """Find pays for the events of a wager of GAME that bring a wanted house edge, exactly counted, best first.

    For a jackpot wager it finds, for each of several seeds, the rate at which its meter must grow. For an award of a
    game with streets every table that is tried is solved, since the best play changes with the pays.

    \b
    croupier design three-card-prime --wager pair_bonus --target-edge 5.5
    croupier design three-card-prime --wager pair_bonus --target-edge 5.5 --row flush=4-4 -o own.toml
    """
    if table_id is not None and output is None:
        raise BadInput("--id goes with -o", hint="it names the table that is written, as in -o own.toml")
    if output is not None and Path(output).suffix != ".toml":
        raise BadInput(f"-o {output}: a paytable file ends in .toml")
    answer = ask(Design(**given), Asked(COMMAND, progress=progress_bar("solving")))
    if output is not None:
        content = answer.file(table_id or OWN).encode()
        assert isinstance(answer, DesignAnswer)
        wrote(Path(output), content, f"{table_id or OWN}, house edge {float(answer.best.edge) * 100:.4f} %")
    if as_json:
        print_json(answer.record)
    elif isinstance(answer, RatesAnswer):
        print_page(_rates_page(answer))
    else:
        print_page(_page(answer))
        if not answer.search.fits:
            remark("no table fits what was asked for: these come nearest")


def _page(answer: DesignAnswer) -> "Document":
    from croupier.handbook.page.blocks import Block, Words, grid_of, page_of
    from croupier.handbook.page.text import fixed, percent
    from croupier.questions.design import is_award, whole_pays

    configuration, wager, best = answer.configuration, answer.wager, answer.best
    columns = ("", "house edge", "away", "deviation", "hit frequency", *(row.label for row in best.rows))
    lines = [
        (
            str(place),
            f"{percent(table.edge, 4)} %",
            f"{percent(table.distance, 4)} %",
            table.distribution.standard_deviation_text(5),
            f"{percent(table.distribution.hit_frequency, 2)} %",
            *(f"{pay}" for pay in table.pays),
        )
        for place, table in enumerate(answer.search.found, 1)
    ]
    own = whole_pays(configuration.tables[wager])
    parts = [
        (
            row.label,
            f"{best.pays[place]} to 1",
            f"{own[row.row.event]} to 1" if row.row.event in own else "",
            f"{row.count:,}",
            fixed(best.contribution(place), 8),
        )
        for place, row in enumerate(best.rows)
    ]
    like = configuration.tables[wager].id
    blocks: list[Block] = [
        grid_of(columns, lines, numbers=range(len(columns))),
        grid_of(("the first, row by row", "pays", like, "combinations", "return"), parts, numbers=(1, 2, 3, 4)),
    ]
    if not answer.search.is_complete:
        blocks.append(Words("the search was stopped before its end: bounds on rows make it complete.", "note"))
    near = f"nearest to {like} first" if answer.order == "table" else "nearest to the edge first"
    if is_award(configuration, wager):
        near = "each solved under its own best play, nearest to the edge first"
    blocks.append(Words(f"rows of {like}; {near}; exact; pays are to 1; game {configuration.game_hash}"))
    return page_of(f"{configuration.name}: {wager} for a house edge of {percent(answer.edge, 4)} %", blocks)


def _rates_page(answer: RatesAnswer) -> "Document":
    from croupier.handbook.page.blocks import Words, grid_of, page_of
    from croupier.handbook.page.text import in_dollars, percent

    solution = answer.solution
    rows = [
        (in_dollars(seed), f"{percent(rate, 4)} %", in_dollars(answer.average(seed, rate)))
        for seed, rate in answer.rates
    ]
    told = (
        f"in the long run, envy left out; the fixed pays return {percent(solution.fixed_return, 4)} %; exact; "
        f"game {solution.configuration.game_hash}"
    )
    grid = grid_of(("seed for a $1 wager", "rate", "average meter when paid"), rows, numbers=(0, 1, 2))
    name = f"{solution.configuration.name}: {solution.wager}, {solution.paytable}"
    return page_of(f"{name}, for a house edge of {percent(answer.edge, 4)} %", (grid, Words(told)))
