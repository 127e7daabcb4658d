"""What a wager brings: every net outcome with its integer count, and all figures that follow from them.

Nets are in units of the base wager (the Ante, the side bet), as fractions. The counts sum to the number of deals, so
every figure printed anywhere leads back to integers.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

from croupier.units import format_odds, percent_text, square_root_text


@dataclass(frozen=True)
class Distribution:
    """Counts by net outcome, lowest net first; ``wagered`` is the total put up over all deals, in units."""

    counts: tuple[tuple[Fraction, int], ...]
    wagered: Fraction

    @classmethod
    def of(
        cls, counts: Mapping[Fraction, int] | Iterable[tuple[Fraction, int]], wagered: Fraction | None = None
    ) -> "Distribution":
        """From counts by net; without ``wagered`` one unit is put up each deal."""
        merged: dict[Fraction, int] = {}
        for net, count in counts.items() if isinstance(counts, Mapping) else counts:
            if count:
                merged[Fraction(net)] = merged.get(Fraction(net), 0) + int(count)
        total = sum(merged.values())
        return cls(tuple(sorted(merged.items())), Fraction(total) if wagered is None else Fraction(wagered))

    @cached_property
    def total(self) -> int:
        return sum(count for _, count in self.counts)

    def _mean(self, of: Iterable[tuple[Fraction, int]]) -> Fraction:
        return sum((value * count for value, count in of), Fraction(0)) / self.total

    @cached_property
    def expectation(self) -> Fraction:
        """Average net per unit of the initial wager."""
        return self._mean(self.counts)

    @property
    def house_edge(self) -> Fraction:
        """Expected loss per unit of the initial wager."""
        return -self.expectation

    @property
    def average_wagered(self) -> Fraction:
        return self.wagered / self.total

    @property
    def element_of_risk(self) -> Fraction:
        """Expected loss per unit put up in total."""
        return self.house_edge / self.average_wagered

    @property
    def hit_frequency(self) -> Fraction:
        """How often the net is above zero."""
        return Fraction(sum(count for net, count in self.counts if net > 0), self.total)

    @property
    def push_frequency(self) -> Fraction:
        return Fraction(sum(count for net, count in self.counts if net == 0), self.total)

    def central_moment(self, power: int) -> Fraction:
        """The mean power of the distance from the expectation, exact."""
        return self._mean(((net - self.expectation) ** power, count) for net, count in self.counts)

    @cached_property
    def variance(self) -> Fraction:
        return self.central_moment(2)

    def standard_deviation_text(self, digits: int = 12) -> str:
        return square_root_text(self.variance, digits)

    @cached_property
    def skewness(self) -> float:
        """For display: the third standardized moment."""
        return float(self.central_moment(3)) / float(self.variance) ** 1.5 if self.variance else 0.0

    @cached_property
    def kurtosis(self) -> float:
        """For display: the fourth standardized moment (three for a normal distribution)."""
        return float(self.central_moment(4)) / float(self.variance) ** 2 if self.variance else 0.0

    @property
    def top_award(self) -> tuple[Fraction, Fraction]:
        """The best net and its probability."""
        net, count = self.counts[-1]
        return net, Fraction(count, self.total)

    @property
    def floats(self) -> dict[str, float]:
        """The same figures as floats, for plots and tables; the fractions are the exact ones."""
        variance = float(self.variance)
        return {
            "expectation": float(self.expectation),
            "house_edge": float(self.house_edge),
            "average_wagered": float(self.average_wagered),
            "element_of_risk": float(self.element_of_risk),
            "hit_frequency": float(self.hit_frequency),
            "push_frequency": float(self.push_frequency),
            "variance": variance,
            "standard_deviation": math.sqrt(variance),
            "skewness": self.skewness,
            "kurtosis": self.kurtosis,
        }

    def to_dict(self) -> dict[str, object]:
        """As plain data: every outcome with its count, the figures as exact fractions, and beside them as floats."""
        return {
            "outcomes": [{"net": str(net), "count": count} for net, count in self.counts],
            "total": self.total,
            "expectation": str(self.expectation),
            "house_edge": str(self.house_edge),
            "average_wagered": str(self.average_wagered),
            "element_of_risk": str(self.element_of_risk),
            "floats": self.floats,
        }

    def to_records(self) -> list[dict[str, float | int]]:
        """One row for each outcome, ready for a data frame; the counts are exact."""
        return [{"net": float(net), "count": count, "probability": count / self.total} for net, count in self.counts]

    def __repr__(self) -> str:
        """One line, as in ``<Distribution of 6 outcomes over 12600 deals, house edge 43/1260>``."""
        outcomes = f"{len(self.counts)} outcome{'s' if len(self.counts) != 1 else ''}"
        return f"<Distribution of {outcomes} over {self.total} deals, house edge {self.house_edge}>"

    def _repr_html_(self) -> str:
        """The figures, the outcomes and their plot, for a notebook."""
        return distribution_html(self)


MOST_ROWS: Final = 40  # Outcomes that are listed one by one; a longer list says how much was left out.
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


def net_text(net: Fraction) -> str:
    """A net as people read it: whole, as a short decimal, or to the cent."""
    if net.denominator == 1:
        return f"{int(net):,}"
    words = format_odds(net)
    return f"{float(net):,.2f}" if "/" in words else words


def outcome_plot(distribution: Distribution) -> str:
    """How often each net outcome comes; marks instead of bars, since a logarithmic scale has no zero."""
    from croupier.drawing import TOP, WIDTH, dot, dot_key, legend, line, scale, svg, text, text_width

    chances = [(net, count / distribution.total) for net, count in distribution.counts]
    smallest = -math.floor(math.log10(min(chance for _, chance in chances)))
    step = max(1, math.ceil(smallest / 5))
    lowest = -step * max(1, math.ceil(smallest / step))
    decades = range(lowest, 1, step)
    names = [f"{10.0 ** (each + 2):g} %" if each >= -6 else f"10^{each + 2} %" for each in decades]
    keys = [
        dot_key("accent", "above zero"),
        *([dot_key("muted", "push")] if any(not net for net, _ in chances) else []),
        dot_key("loss", "below zero", hollow=True),
    ]
    head, begins = legend(keys)
    height = 270 + begins - TOP
    left, right, top, bottom = 10.0 + max(map(text_width, names)), WIDTH - 10.0, begins + 10, height - 42.0
    y = scale(lowest, 0, bottom, top)
    parts = [head]
    for decade, words in zip(decades, names, strict=True):
        parts += [line(left, y(decade), right, y(decade)), text(left - 8, y(decade) + 4, words, "end")]
    slot = (right - left) / len(chances)
    free = -math.inf
    for place, (net, chance) in enumerate(chances):
        x = left + (place + 0.5) * slot
        ink = "accent" if net > 0 else "loss" if net < 0 else "muted"
        parts.append(dot(x, y(math.log10(chance)), ink, hollow=net < 0, radius=min(4.0, max(1.5, slot / 3))))
        label = net_text(net)
        half = text_width(label) / 2
        start, end = max(half, min(x, WIDTH - half)) - half, max(half, min(x, WIDTH - half)) + half
        if start > free:
            parts.append(text(start + half, bottom + 17, label))
            free = end + 6
    parts.append(line(left, bottom, right, bottom, "muted"))
    parts.append(text((left + right) / 2, height - 6, "net, in units of the wager"))
    return svg(parts, "Probability of each net outcome, logarithmic", height)
