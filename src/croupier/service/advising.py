"""Advice for a hand or an open round, in the records of ``croupier advise --json``."""

from __future__ import annotations

from typing import Any

from croupier.cards.cards import parse_cards
from croupier.errors import BadInput
from croupier.exact.effort import AT_THE_TABLE
from croupier.play.roundfile import read_round
from croupier.solving.advice import advice_record, advise_hand, advise_round, asked_about

Record = dict[str, Any]


def advise_record(game: str | None, cards: str | None, up: str | None, round: Record | None) -> Record:
    """What every decision is worth with one hand, in base wagers for the whole round."""
    if (cards is None) == (round is None):
        raise BadInput("advise needs a hand", hint='either "cards": "Qs 6h 4d" or "round": {...}')
    read = None if round is None else read_round(round)
    configuration = asked_about(game, read, named="game", example='"game": "three-card-prime"')
    if read is not None and up is not None:
        raise BadInput("up goes with cards", hint="the round has the dealer's cards")
    if read is not None:
        return advice_record(configuration, advise_round(configuration, read, AT_THE_TABLE))
    shown = parse_cards(up) if up is not None else ()
    if up is not None and len(shown) != 1:
        raise BadInput(f"up '{up[:40]}': expected one card", hint='as in "up": "9c"')
    return advice_record(configuration, advise_hand(configuration, parse_cards(cards or ""), *shown))
