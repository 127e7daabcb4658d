"""Wagers of one seat rise and fall together: the base wager with a bonus wager on the same hand, exactly.

A bonus wager that looks at the player's own hand and grades it by the game's own ranking depends on the hand's class
alone. So the average product of both nets is one sum over classes, of what the bonus pays times what all hands of the
class bring under the best bets.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from croupier.errors import MissingPart
from croupier.exact.showdown.best_bets import played_best
from croupier.exact.showdown.solving import technique_for
from croupier.exact.showdown.terms import Terms
from croupier.play.showdown import Showdown
from croupier.play.wagers.bonus import net_of


@dataclass(frozen=True)
class TwoWagers:
    """The base wager and a bonus wager of one seat, each in its own units."""

    means: tuple[Fraction, Fraction]
    variances: tuple[Fraction, Fraction]
    covariance: Fraction

    @property
    def correlation(self) -> float:
        return float(self.covariance) / sqrt(self.variances[0] * self.variances[1])

    def variance(self, base_units: Fraction, bonus_units: Fraction) -> Fraction:
        """Of both together at these stakes."""
        return (
            base_units**2 * self.variances[0]
            + bonus_units**2 * self.variances[1]
            + 2 * base_units * bonus_units * self.covariance
        )


def with_bonus(game: Showdown, wager: str) -> TwoWagers:
    """The base wager under optimal play beside a flat bonus wager of the same family of hands."""
    bonus = next((each for _, each in game.bonuses if each.wager == wager), None)
    if bonus is None or bonus.is_jackpot or bonus.chart.table.family != game.declares.hands:
        raise MissingPart(
            f"{wager} beside {game.base_wager} is not counted",
            hint="flat wagers that grade the player's hand by the game's own ranking are",
        )
    technique = technique_for(game)
    terms = Terms(game, technique.ranking)
    stake = game.stake_rules[wager].grain
    rows = [bonus.chart.grade(hand) for hand in technique.ranking]
    pays = [Fraction(net_of(row, stake), stake) if row else Fraction(-1) for row in rows]
    hands = [0] * len(pays)
    worths = [0] * len(pays)
    squares = 0
    for block, nets, cases in played_best(technique, terms):
        groups = block.row_weight[:, None] * block.column_weight
        worth = (nets.transpose(2, 0, 1) * cases).sum(axis=0) * groups
        square = (nets.transpose(2, 0, 1) ** 2 * cases).sum(axis=0) * groups
        squares += sum(int(each) for each in square.sum(axis=1).tolist())
        for place, number, brought in zip(
            block.place.tolist(), groups.sum(axis=1).tolist(), worth.sum(axis=1).tolist(), strict=True
        ):
            hands[place] += int(number)
            worths[place] += int(brought)
    deals = technique.player_hands * technique.dealer_hands
    base_mean = Fraction(sum(worths), deals * terms.unit)
    bonus_mean = (
        sum((pay * number for pay, number in zip(pays, hands, strict=True)), Fraction()) / technique.player_hands
    )
    bonus_square = sum((pay**2 * number for pay, number in zip(pays, hands, strict=True)), Fraction())
    product = sum((pay * worth for pay, worth in zip(pays, worths, strict=True)), Fraction()) / (deals * terms.unit)
    return TwoWagers(
        (base_mean, bonus_mean),
        (
            Fraction(squares, deals * terms.unit**2) - base_mean**2,
            bonus_square / technique.player_hands - bonus_mean**2,
        ),
        product - base_mean * bonus_mean,
    )
