"""A strategy as a chart that fits on a card: neighboring classes with the same best bets drawn together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from croupier.exact.showdown.solution import Bet, ChartRow, Strategy


class Band(NamedTuple):
    """Classes that stand next to one another and are played alike."""

    lowest: ChartRow
    highest: ChartRow
    bets: tuple[tuple[Bet, int], ...]
    """Every bet that is best for some hand of the band, with the number of these hands; several where the hand's
    other cards decide."""

    def __str__(self) -> str:
        ends = self.lowest.words if self.lowest is self.highest else f"{self.lowest.words} to {self.highest.words}"
        hands = sum(count for _, count in self.bets)
        shares = " or ".join(
            str(bet) if count == hands else f"{bet} ({count:,} of {hands:,} hands)" for bet, count in self.bets
        )
        return f"{ends}: {shares}"


def bands(strategy: Strategy) -> Iterator[Band]:
    """The chart, lowest hands first.

    >>> from croupier import catalogue
    >>> from croupier.exact.showdown.solving import solve_showdown
    >>> for band in bands(solve_showdown(catalogue.load("three-card-prime")).strategy):
    ...     print(band)
    five-high, 5-3-2 to queen-high, Q-6-3: fold
    queen-high, Q-6-4 to mini-royal: play 1x
    """
    for bets, group in groupby(strategy.chart, key=_bets):
        rows = list(group)
        counts = [sum(option.hands for row in rows for option in row.options if option.bet == bet) for bet in bets]
        yield Band(rows[0], rows[-1], tuple(zip(bets, counts, strict=True)))


def _bets(row: ChartRow) -> tuple[Bet, ...]:
    return tuple(option.bet for option in row.options if option.hands)
