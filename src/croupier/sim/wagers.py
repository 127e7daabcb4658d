"""Bonus and jackpot wagers as outcomes: every row that a table has, paid by the same code that pays a round.

A share of a meter is worth what the meter shows, so such a row carries its share beside the net of its fixed part.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import NamedTuple

from croupier.play.awards import value_jackpots
from croupier.play.game import Game
from croupier.play.lines import JackpotBet, Why
from croupier.play.wagers.bonus import Bonus, net_of
from croupier.rulebook.paytables import Row
from croupier.sim.cells import Outcome
from croupier.units.odds import Fixed, MeterShare, NoPay

LOSES = Outcome(Fraction(-1))


class Graded(NamedTuple):
    """A wager's outcomes, and the place of each row among them; losing is place 0.

    A row with dynamic pays is followed by one outcome for each of them, in the table's order.
    """

    outcomes: tuple[Outcome, ...]
    place_of: dict[str, int]


def graded(game: Game, bonus: Bonus) -> Graded:
    """Every way a wager may end."""
    outcomes = [LOSES]
    place_of: dict[str, int] = {}
    for row in bonus.chart.table.rows:
        if isinstance(row.pay, NoPay):
            continue
        place_of[row.event] = len(outcomes)
        outcomes.append(_paid(game, bonus, row, {}))
        for pay in row.dynamic or ():
            if isinstance(pay, Fixed):
                outcomes.append(_paid(game, bonus, row, {row.event: pay.cents}))
    return Graded(tuple(outcomes), place_of)


def place_of_class(bonus: Bonus, found: Graded, hand: Hashable) -> int:
    """Which outcome a class of hand has."""
    row = bonus.chart.grade(hand)
    return 0 if row is None or isinstance(row.pay, NoPay) else found.place_of[row.event]


def _paid(game: Game, bonus: Bonus, row: Row, dynamic: Mapping[str, int]) -> Outcome:
    if bonus.is_jackpot:
        bet = JackpotBet(1, bonus.wager, game.configuration.fixed_stake(bonus.wager), row, bonus.cite, Why(""))
        return jackpot_outcome(game, bet, dynamic)
    unit = game.stake_rules[bonus.wager].grain
    return Outcome(Fraction(net_of(row, unit), unit), row.event)


def jackpot_outcome(game: Game, bet: JackpotBet, dynamic: Mapping[str, int]) -> Outcome:
    """What a jackpot wager ends with, meters apart; envy pays hang on other hands and are left out."""
    row = bet.row
    if row is None or isinstance(row.pay, NoPay):
        return LOSES
    if isinstance(row.pay, MeterShare):
        return Outcome(Fraction(-1), row.event, Fraction(row.pay.percent) / 100, row.pay.level or 1)
    (line,) = value_jackpots(game.configuration, (bet,), dynamic=dynamic).lines
    return Outcome(Fraction(line.net, bet.stake), row.event)
