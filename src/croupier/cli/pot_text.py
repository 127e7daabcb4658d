"""Advice on a round of Ricochet Poker as text for a terminal."""

from __future__ import annotations

from croupier.cards.cards import format_cards
from croupier.cli.edge_text import fixed
from croupier.handbook.page.text import heading, table
from croupier.rulebook.configuration import Configuration
from croupier.solving.ricochet import RoundAdvice
from croupier.units.chance import decimal_text


def render_round_advice(configuration: Configuration, found: RoundAdvice) -> str:
    """Every decision with what it is worth, the best one marked."""
    advice = found.advice
    rows = [
        (
            each.action,
            decimal_text(each.value),
            "best" if each == advice.best else fixed(each.value - advice.best.value, 8),
        )
        for each in advice.values
    ]
    after = found.to_act - 1
    others = "the last to act" if not after else f"{after} more to act, each for the own best"
    return "\n\n".join(
        [
            heading(f"{configuration}: seat {advice.seat} with {format_cards(found.cards)}, {found.hand}"),
            table(rows, ("decision", "expectation", "against the best"), right=(1, 2)),
            f"exact, in Antes for the whole round, without side bets; {found.players} players, {others}; "
            f"rulebook {configuration.rulebook_hash}",
        ]
    )
