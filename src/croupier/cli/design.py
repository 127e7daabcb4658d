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


_TABLES: Final = "house_edge:%4 points_away=shown.away:= deviation=shown.standard_deviation:= hit_frequency:%2"
_ROWS: Final = "row=label pays_to_1=pay:# paid_so_far=was:# combinations=count:# return_in_percent=shown:="
_RATES: Final = (
    "seed_for_a_$1_wager=seed_cents:c rate_in_percent=shown.rate:= average_meter_when_paid=shown.average_meter_cents:c"
)


def _page(answer: DesignAnswer) -> "Document":
    from croupier.handbook.page.blocks import Block, Words, page_of
    from croupier.handbook.page.declared import grid_of_things
    from croupier.handbook.page.text import percent
    from croupier.questions.design import is_award

    record, best = answer.record, answer.record.tables[0]
    pays = " ".join(f"{row.event}=rows.{place}.pay:#" for place, row in enumerate(best.rows))
    blocks: list[Block] = [
        grid_of_things(f"{_TABLES} {pays}", record.tables, caption="Pays are to 1."),
        grid_of_things(_ROWS, best.rows),
    ]
    if not record.complete:
        blocks.append(Words("the search was stopped before its end: bounds on rows make it complete.", "note"))
    near = f"nearest to {record.like} first" if answer.order == "table" else "nearest to the edge first"
    if is_award(answer.configuration, record.wager):
        near = "each solved under its own best play, nearest to the edge first"
    blocks.append(Words(f"rows of {record.like}; {near}; exact; game {answer.configuration.game_hash}"))
    name = f"{answer.configuration.name}: {record.wager}"
    return page_of(f"{name} for a house edge of {percent(answer.edge, 4)} %", blocks)


def _rates_page(answer: RatesAnswer) -> "Document":
    from croupier.handbook.page.blocks import Words, page_of
    from croupier.handbook.page.declared import grid_of_things
    from croupier.handbook.page.text import percent

    record, configuration = answer.record, answer.solution.configuration
    told = f"in the long run, envy left out; the fixed pays return {record.fixed_return} %; exact"
    title = f"{configuration.name}: {record.wager}, {record.like}, for a house edge of {percent(answer.edge, 4)} %"
    blocks = (grid_of_things(_RATES, record.rates), Words(f"{told}; game {configuration.game_hash}"))
    return page_of(title, blocks)
