"""Advice for a hand or an open round, in the records of ``croupier advise --json``.

Which solver advises a game is the solvers' business; until they share one protocol this is the only place of the
service that asks which.
"""

from __future__ import annotations

from typing import Any

from croupier import catalogue
from croupier.cards.cards import parse_cards
from croupier.errors import BadInput, CardError
from croupier.play.roundfile import read_round
from croupier.play.slots import Slot
from croupier.solving import plays, ricochet
from croupier.solving.base_games import advise_base, base_wager

Record = dict[str, Any]


def advise_record(game: str | None, cards: str | None, up: str | None, round: Record | None) -> Record:
    """What every decision is worth with one hand, in base wagers for the whole round."""
    if (cards is None) == (round is None):
        raise BadInput("advise needs a hand", hint='either "cards": "Qs 6h 4d" or "round": {...}')
    read = None if round is None else read_round(round)
    if read is not None:
        configuration = catalogue.configuration(read.game)
        if game is not None and catalogue.configuration(game) != configuration:
            raise BadInput(f"the round was played as {configuration}, not {game}", hint="leave game out")
    elif game is None:
        raise BadInput("advise needs a game", hint='as in "game": "three-card-prime"')
    else:
        configuration = catalogue.configuration(game)
    if base_wager(configuration) is None:
        raise BadInput(f"{configuration.name} is a side wager: there is nothing to decide")
    if configuration.name == "blackjack":
        from croupier.solving.blackjack import advise_hand, advise_round, hand_record

        if read is not None:
            return hand_record(configuration, *advise_round(configuration, read))
        shown = parse_cards(up or "")
        if len(shown) != 1:
            raise BadInput("a hand of blackjack needs the dealer's up-card", hint='as in "up": "9c"')
        return hand_record(configuration, advise_hand(configuration, parse_cards(cards or ""), shown[0]), None)
    if up is not None:
        raise BadInput(f"{configuration.name} is decided without an up-card", hint="leave up out")
    if configuration.name == ricochet.NAME:
        if read is None:
            raise BadInput(
                f"a decision in {configuration.name} depends on every card on the table", hint="give the whole round"
            )
        return ricochet.round_record(configuration, ricochet.advise_round(configuration, read))
    if read is not None:
        undecided = [seat for seat, actions in sorted(read.actions.items()) if not actions]
        if len(undecided) != 1:
            raise BadInput("one seat must be undecided", hint="leave out the actions of one seat")
        hand = read.cards.get(Slot(undecided[0]), ())
    else:
        hand = parse_cards(cards or "")
    for place, card in enumerate(hand):
        if card in hand[:place]:
            raise CardError(f"{card} stands twice in the hand", hint="one deck holds every card once")
    return plays.advice_record(configuration, hand, advise_base(configuration, hand))
