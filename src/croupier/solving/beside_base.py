"""A side wager on the first cards, beside a base wager whose value is known: how the two rise and fall together."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from croupier.cards.cards import Card
from croupier.cards.hands import pairs
from croupier.exact.result import Result
from croupier.exact.solver import Beside
from croupier.play.lines import Cards
from croupier.solving.base_games import base_configuration, playable
from croupier.solving.base_solutions import base_result, valuer_of
from croupier.solving.shoe_audit import is_pairs, nets_by_event


def beside_base(wager: str, result: Result, meters: Mapping[int, int]) -> Beside | None:
    """The wager beside the base wager; meters in cents by level.

    None for a wager that is not on the first pair, for a meter that is not given, and for pays that are drawn in each
    round: their spread is larger than that of the average pay.
    """
    configuration = result.configuration
    valuer = valuer_of(configuration)
    if valuer is None or not is_pairs(configuration, wager) or result.is_base:
        return None
    jackpot = result.jackpot
    if jackpot is not None and (jackpot.boosts or {each.level for each in jackpot.meters} - set(meters)):
        return None
    table = configuration.tables[wager]
    setting, nets = configuration.setting_for(table), nets_by_event(result, meters)

    def net(cards: Cards, up: Card) -> Fraction:
        row = table.grade(pairs.classify(cards, up, setting), setting)
        return Fraction(-1) if row is None else nets[row.event]

    return valuer.beside(playable(base_configuration(configuration)), base_result(configuration), net)
