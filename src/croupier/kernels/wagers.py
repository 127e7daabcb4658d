"""Bonus and jackpot wagers as outcomes: every row that a table has, paid by the same code that pays a round.

A share of a meter is worth what the meter shows: its amount is in the net where it is given, else the row carries its
share alone. A row with an envy says what each other bettor is paid for it.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import NamedTuple

from croupier.kernels.cells import Outcome
from croupier.play.awards import value_jackpots
from croupier.play.game import Game
from croupier.play.lines import JackpotBet, Why
from croupier.play.wagers.bonus import Bonus, net_of
from croupier.rulebook.paytables import UNIT_CENTS, Row
from croupier.units.odds import Fixed, MeterShare, NoPay

LOSES = Outcome(Fraction(-1))
Meters = Mapping[str, Mapping[int, int]]
"""What meters show, in cents by wager and level; an empty one leaves shares out of all values."""
NO_METERS: Meters = {}


class Graded(NamedTuple):
    """A wager's outcomes, and the place of each row among them; losing is place 0.

    A row with dynamic pays is followed by one outcome for each of them, in the table's order.
    """

    outcomes: tuple[Outcome, ...]
    place_of: dict[str, int]


def graded(game: Game, bonus: Bonus, meters: Meters) -> Graded:
    """Every way a wager may end, where the meters show this much."""
    outcomes = [LOSES]
    place_of: dict[str, int] = {}
    for row in bonus.chart.table.rows:
        if isinstance(row.pay, NoPay):
            continue
        place_of[row.event] = len(outcomes)
        outcomes.append(_paid(game, bonus, row, {}, meters))
        for pay in row.dynamic or ():
            if isinstance(pay, Fixed):
                outcomes.append(_paid(game, bonus, row, {row.event: pay.cents}, meters))
    return Graded(tuple(outcomes), place_of)


def place_of_class(bonus: Bonus, found: Graded, hand: Hashable) -> int:
    """Which outcome a class of hand has."""
    row = bonus.chart.grade(hand)
    return 0 if row is None or isinstance(row.pay, NoPay) else found.place_of[row.event]


def _paid(game: Game, bonus: Bonus, row: Row, dynamic: Mapping[str, int], meters: Meters) -> Outcome:
    if bonus.is_jackpot:
        bet = JackpotBet(1, bonus.wager, game.configuration.fixed_stake(bonus.wager), row, bonus.cite, Why(""))
        return jackpot_outcome(game, bet, dynamic, meters)
    unit = game.stake_rules[bonus.wager].grain
    return Outcome(Fraction(net_of(row, unit), unit), row.event)


def jackpot_outcome(game: Game, bet: JackpotBet, dynamic: Mapping[str, int], meters: Meters) -> Outcome:
    """What a jackpot wager ends with. Every winner of a meter is counted as its only one, as the exact values do."""
    row = bet.row
    if row is None or isinstance(row.pay, NoPay):
        return LOSES
    envy = Fraction(0 if pays_envy_once(game) else row.envy_cents or 0, UNIT_CENTS)
    if isinstance(row.pay, MeterShare):
        share, level = Fraction(row.pay.percent) / 100, row.pay.level or 1
        amount = meters.get(bet.wager, {}).get(level, 0)
        return Outcome(share * amount / bet.stake - 1, row.event, share, level, envy)
    (line,) = value_jackpots(game.configuration, (bet,), dynamic=dynamic).lines
    return Outcome(Fraction(line.net, bet.stake), row.event, envy=envy)


def pays_envy_once(game: Game) -> bool:
    """Whether a bettor is paid one envy a round at most: what a hand is worth to the others then depends on all."""
    return game.configuration.values.get("envy_per") == "round"
