"""Blackjack's basic strategy as a simulated seat plays it: the solved chart by totals, and its exact value. The chart
is kept on disk like other solved results. A box says what to do with two cards, and what else where that is not
offered; a pair that is not split is played by its total."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple, cast

from croupier.cards.hands.blackjack import is_blackjack, value
from croupier.errors import MissingPart
from croupier.exact.blackjack.hands import BlackjackGame
from croupier.exact.blackjack.rules import ACE, HARD_POINTS
from croupier.exact.blackjack.values import basic_strategy
from croupier.play.game import Game
from croupier.questions.solved import cache
from croupier.questions.solved.solutions import base_configuration
from croupier.sim.twenty_one import Situation, TwentyOneGame, TwentyOneStrategy

SPLIT, SURRENDER, BY_TOTAL = "split", "surrender", "total"
_OVER = ("hit", "hit")  # Totals below all boxes, such as two deuces that may not be split again.


class _KeptChart(NamedTuple):
    """Boxes by total, softness and up-card, pairs by both points, and what the chart is worth in bets."""

    boxes: list[tuple[int, bool, int, str, str]]
    pairs: list[tuple[int, int, str]]
    expectation: Fraction


def pocket_chart(game: Game, *, remember: bool = True) -> tuple[TwentyOneStrategy, Fraction]:
    """The chart of a game's house from its own shoe, and the exact mean of a bet under it."""
    if not isinstance(game, TwentyOneGame):
        raise MissingPart(f"{game.rules.name} has no house to solve a chart for")
    plain = base_configuration(game.configuration)
    name = {"rulebook": plain.game_hash, "configuration": str(plain), "wager": "basic strategy by totals"}
    kept = cache.kept(name, _KeptChart, lambda: _solved(game), remember_it=remember)
    boxes = {(total, soft, up): (first, then) for total, soft, up, first, then in kept.boxes}
    pairs = {(pair, up): play for pair, up, play in kept.pairs}

    def play(situation: Situation, offered: Sequence[str]) -> str:
        pair = "" if situation.pair is None else pairs[situation.pair, situation.up]
        if pair == SURRENDER and SURRENDER in offered:
            return SURRENDER
        if pair in (SPLIT, SURRENDER) and SPLIT in offered:
            return SPLIT
        if pair not in ("", BY_TOTAL, SPLIT, SURRENDER):
            return next((choice for choice in pair.split(", else ") if choice in offered), "stand")
        first, then = boxes.get((*situation.total, situation.up), _OVER)
        for choice in (first, then):
            if choice in offered and (situation.is_two_cards or choice == then):
                return choice
        # Split aces that may only stand or be split again.
        return "stand"

    def gives_up(situation: Situation) -> bool:
        if situation.pair is not None and pairs[situation.pair, situation.up] != BY_TOTAL:
            return pairs[situation.pair, situation.up].startswith(SURRENDER)
        return boxes.get((*situation.total, situation.up), _OVER)[0] == SURRENDER

    insurance = insurance_gain(game)
    strategy = TwentyOneStrategy("basic", play, gives_up, lambda _situation: insurance > 0)
    return strategy, kept.expectation + max(insurance, Fraction())


def insurance_gain(game: TwentyOneGame) -> Fraction:
    """What insuring every hand against an ace brings to a bet, by the whole shoe less the ace that shows. By totals
    nothing else is known. At 2 to 1 it costs with any number of decks, so the strategy never insures."""
    shoe, house = game.deck, game.house
    aces = sum(house.offers_insurance(value(card)) for card in shoe)
    ace = next(card for card in shoe if house.offers_insurance(value(card)))
    blackjacks = sum(is_blackjack((ace, card)) for card in shoe)
    chance = Fraction(blackjacks, len(shoe) - 1)
    won, lost = (house.resolve_insurance(natural).net for natural in (True, False))
    gain: Fraction = Fraction(aces, len(shoe)) * house.insurance_part * (chance * won + (1 - chance) * lost)
    return gain


def _points(place: int) -> int:
    """The points of a card by its place in a composition, an ace being 11."""
    return 11 if place == ACE else HARD_POINTS[place]


def _solved(game: Game) -> _KeptChart:
    solved = basic_strategy(cast("BlackjackGame", game))
    boxes = [(*total, _points(up), box.first, box.then) for (total, up), box in solved.boxes.items()]
    pairs = [(_points(pair), _points(up), play) for (pair, up), play in solved.pairs.items()]
    return _KeptChart(boxes, pairs, Fraction(f"{solved.expectation:.12f}"))
