"""How a simulated seat plays blackjack: by a policy as ``grade`` reads it, the chart that ``strategy`` prints unless
somebody brings another. By totals nothing is known of the cards that are gone, so insurance is one question."""

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, cast

from croupier.cards.hands.blackjack import is_blackjack, value
from croupier.errors import BadInput, MissingPart
from croupier.exact.blackjack.hands import BlackjackGame
from croupier.exact.blackjack.values import basic_strategy
from croupier.exact.policies import POINTS, OfKind, Policy, policy_of
from croupier.play.game import Game
from croupier.questions.solved import cache
from croupier.questions.solved.solutions import base_configuration
from croupier.sim.twenty_one import Held, Situation, TwentyOneGame, TwentyOneStrategy

ACE_MORE = 10  # An ace counts so much more in a total than as a card.


class _KeptChart(NamedTuple):
    letters: dict[str, dict[str, str]]
    expectation: Fraction


@lru_cache(maxsize=32)
def pocket_chart(game: Game, *, remember: bool = True) -> tuple[TwentyOneStrategy, Fraction]:
    """The chart of a game's house from its own shoe, and the exact mean of a bet under it."""
    if not isinstance(game, TwentyOneGame):
        raise MissingPart(f"{game.rules.name} has no house to solve a chart for")
    plain = base_configuration(game.configuration)
    name = {"rulebook": plain.game_hash, "configuration": str(plain), "wager": "basic strategy by totals"}
    kept = cache.kept(name, _KeptChart, lambda: _solved(game), remember_it=remember)
    insurance = insurance_gain(game)
    strategy = as_strategy(game, policy_of(game, {"chart": kept.letters}, POINTS), "basic")
    return strategy._replace(insures=lambda _seen: insurance > 0), kept.expectation + max(insurance, Fraction())


def _solved(game: Game) -> _KeptChart:
    solved = basic_strategy(cast("BlackjackGame", game))
    return _KeptChart(solved.letters, Fraction(f"{solved.expectation:.12f}"))


def as_strategy(game: TwentyOneGame, policy: Policy, name: str) -> TwentyOneStrategy:
    """A policy as the simulator asks it; it insures no hand. A pair that cannot be split again is its total."""
    known = lru_cache(maxsize=None)(policy)

    def play(seen: Situation, offered: Sequence[str]) -> str:
        pair = 0 if seen.is_split and "split" not in offered else seen.pair or 0
        total, soft = seen.total
        pair, up = (points % ACE_MORE or points for points in (pair, seen.up))
        with suppress(BadInput):
            return known(OfKind("options", tuple(offered), str(total), total=total, soft=soft, pair=pair, up=up))
        return offered[0]  # Comes in no round: ``grade`` has asked about all that do.

    def gives_up(seen: Situation) -> bool:
        offered = game.house.actions(Held(seen.total, True, seen.pair, 1, False, False), seen.up)
        return play(seen, [*dict.fromkeys((*offered, "surrender"))]) == "surrender"

    return TwentyOneStrategy(name, play, gives_up, lambda _seen: False)


def insurance_gain(game: TwentyOneGame) -> Fraction:
    """What insuring every hand against an ace brings to a bet, by the whole shoe less the ace that shows. At 2 to 1 it
    costs with any number of decks, so the strategy never insures."""
    shoe, house = game.deck, game.house
    aces = sum(house.offers_insurance(value(card)) for card in shoe)
    ace = next(card for card in shoe if house.offers_insurance(value(card)))
    blackjacks = sum(is_blackjack((ace, card)) for card in shoe)
    chance = Fraction(blackjacks, len(shoe) - 1)
    won, lost = (house.resolve_insurance(natural).net for natural in (True, False))
    gain: Fraction = Fraction(aces, len(shoe)) * house.insurance_part * (chance * won + (1 - chance) * lost)
    return gain
