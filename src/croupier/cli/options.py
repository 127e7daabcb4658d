"""Options that several commands share.

``units.typed`` and ``solving.conditions`` read their values, by one grammar: amounts are dollars, with or without ``$``
and separators; a level of a jackpot comes before its value, as in ``--meter 2=1000``; a part is written 18% or 0.18.
"""

from __future__ import annotations

import click

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
no_cache = click.option("--no-cache", is_flag=True, help="Prove it again, whatever is remembered.")
table_option = click.option(
    "--table", "table_file", metavar="FILE", help="A table file: the game with the limits that the house has posted."
)
meters = click.option(
    "--meter", "meters", metavar="AMOUNT", multiple=True, help="What a meter shows; LEVEL=AMOUNT, repeated."
)
seeds = click.option(
    "--jackpot-seed", "seeds", metavar="AMOUNT", multiple=True, help="The seed for a $1 wager; LEVEL=AMOUNT."
)
rates = click.option(
    "--rate", "rates", metavar="RATE", multiple=True, help="The increment, as in 18% or 0.18; LEVEL=RATE."
)
