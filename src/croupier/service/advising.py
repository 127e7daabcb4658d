"""Advice for a hand or an open round, in the records of ``croupier advise --json``."""

from __future__ import annotations

from typing import Any

from croupier import catalogue
from croupier.cards.cards import parse_cards
from croupier.errors import BadInput
from croupier.play.roundfile import read_round
from croupier.solving.advice import advice_record, advise_hand, advise_round
from croupier.solving.base_games import base_wager

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
        if up is not None:
            raise BadInput("up goes with cards", hint="the round has the dealer's cards")
    elif game is None:
        raise BadInput("advise needs a game", hint='as in "game": "three-card-prime"')
    else:
        configuration = catalogue.configuration(game)
    if base_wager(configuration) is None:
        raise BadInput(f"{configuration.name} is a side wager: there is nothing to decide")
    if read is not None:
        return advice_record(configuration, advise_round(configuration, read))
    shown = parse_cards(up) if up is not None else ()
    if up is not None and len(shown) != 1:
        raise BadInput(f"up '{up[:40]}': expected one card", hint='as in "up": "9c"')
    return advice_record(configuration, advise_hand(configuration, parse_cards(cards or ""), *shown))
