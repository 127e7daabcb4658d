"""Results as a notebook shows them: a table with aligned figures, and the plot of the outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from croupier.units.chance import percent_text

if TYPE_CHECKING:
    from croupier.exact.distribution import Distribution

MOST_ROWS: Final = 40
"""Outcomes that are listed one by one; a longer list says how much was left out."""
_TABLE: Final = '<table style="font-variant-numeric: tabular-nums; text-align: right">'


def table_html(columns: Sequence[str], records: Iterable[Mapping[str, object]]) -> str:
    """Records as a table: whole numbers with separators, floats to ten digits, nothing where there is no value."""
    from html import escape  # slow to load, and only a notebook needs it

    head = "".join(f"<th>{column.replace('_', ' ')}</th>" for column in columns)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(_cell(record[column]))}</td>' for column in columns)}</tr>" for record in records
    )
    return f"{_TABLE}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.10g}"
    return f"{value:,}" if isinstance(value, int) else "" if value is None else str(value)


def plot_html(distribution: Distribution) -> str:
    """The plot of the outcomes; nothing where there are none to tell apart."""
    from croupier.exact.outcome_plot import outcome_plot

    return f"<div>{outcome_plot(distribution)}</div>" if len(distribution.counts) > 1 else ""


def titled(name: str) -> str:
    """A name as code."""
    from html import escape

    return f"<code>{escape(name)}</code>"


def result_html(title: str, distribution: Distribution) -> str:
    """A wager's name above its distribution."""
    return f"<p>{titled(title)}</p>{distribution_html(distribution)}"


def distribution_html(distribution: Distribution) -> str:
    """The exact edge with its percentage, the outcomes and their plot."""
    edge = distribution.house_edge
    records = distribution.to_records()
    more = f"<p>and {len(records) - MOST_ROWS:,} more</p>" if len(records) > MOST_ROWS else ""
    return (
        f"<p>house edge <code>{edge}</code> = {percent_text(edge)}, over {distribution.total:,} deals</p>"
        f"{table_html(('net', 'count', 'probability'), records[:MOST_ROWS])}{more}{plot_html(distribution)}"
    )
