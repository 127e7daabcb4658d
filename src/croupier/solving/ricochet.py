"""Ricochet Poker joined with its solvers: the game of one player, and a round that waits for a decision.

A round file is played by the same driver that settles one, as far as its decisions go; all cards lie open, so the
seat that is then to act has seen every one of them.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier import catalogue
from croupier.cards.cards import format_cards
from croupier.cards.hands import two_card
from croupier.errors import RoundError
from croupier.games.ricochet_poker.game import RicochetPoker
from croupier.play.lines import Cards
from croupier.play.roundfile import RecordedDeal, RoundFile, play_to_open_decision
from croupier.play.slots import Slot
from croupier.rulebook.configuration import Configuration
from croupier.units.chance import decimal_text, fraction_text
from croupier.units.odds import format_odds

if TYPE_CHECKING:
    from croupier.exact.ricochet.alone import OnePlayer
    from croupier.exact.ricochet.table import DealAdvice

Progress = Callable[[int, int], None]
"""Called with how much of a long piece of work is done, and how much there is."""
NAME = "ricochet-poker"
SCHEMA = 1


def ricochet_of(configuration: Configuration) -> RicochetPoker:
    game = catalogue.load(configuration)
    assert isinstance(game, RicochetPoker)
    return game


def solve_alone(configuration: Configuration, progress: Progress) -> OnePlayer:
    """The game of one player."""
    from croupier.exact.ricochet.alone import solve_one_player  # numpy comes with it

    return solve_one_player(ricochet_of(configuration), progress)


def deals_alone(configuration: Configuration) -> int:
    """All deals of one player: the pocket, the dealer's hand and the draw."""
    game = ricochet_of(configuration)
    cards = len(game.deck)
    deals = 1
    for size in (game.pocket_cards, game.dealer_cards, game.drawn_cards):
        deals *= comb(cards, size)
        cards -= size
    return deals


class RoundAdvice(NamedTuple):
    """Advice to the seat that a round waits for."""

    advice: DealAdvice
    cards: Cards
    players: int
    to_act: int
    """How many still have to decide, the seat itself included."""
    amounts: dict[str, Fraction]
    """What each action puts up, in Antes."""

    @property
    def hand(self) -> str:
        return two_card.describe(two_card.classify(self.cards))


def advise_round(configuration: Configuration, read: RoundFile) -> RoundAdvice:
    """Advice on the first decision that a round file leaves open."""
    game = ricochet_of(configuration)
    if read.misdeal is not None:
        raise RoundError("the round is a misdeal: there is nothing to decide")
    deal = RecordedDeal(read)
    played, turn = play_to_open_decision(game, read, deal)
    state = played.state
    deal.check_all_used()
    from croupier.exact.ricochet.table import advise_deal

    ante = state.stakes[0].amounts[0]
    return RoundAdvice(
        advise_deal(game, state),
        next(dealt.cards for dealt in state.dealt if dealt.slot == Slot(turn.seat)),
        len(state.stakes),
        len(state.stakes) - len(state.decisions),
        {action.name: Fraction(action.minimum, ante) for action in turn.actions},
    )


def round_record(configuration: Configuration, found: RoundAdvice) -> dict[str, Any]:
    """One decision; expectations are for the whole round, in Antes, the Ante Bonus included and side bets left out."""
    return {
        "schema": SCHEMA,
        "game": str(configuration),
        "seat": found.advice.seat,
        "cards": format_cards(found.cards),
        "hand": found.hand,
        "players": found.players,
        "to_act": found.to_act,
        "method": "exact",
        "actions": [
            {
                "action": each.action,
                "amount": format_odds(found.amounts[each.action]),
                "expectation": {"fraction": fraction_text(each.value), "decimal": decimal_text(each.value)},
            }
            for each in found.advice.values
        ],
        "best": found.advice.best.action,
        "rulebook_hash": configuration.rulebook_hash,
    }
