"""Play chips and money never mix: a book, with every table in it, holds one or the other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from croupier.jackpot.plan.link_plan import LinkPlan
from croupier.jackpot.plan.link_rules import Breach, LinkRefused

PLAY_CHIPS: Final = "Play chips: no amount here is money, and none can be exchanged for money."
"""Printed on every display, report and prize record of a link whose plan says ``currency = "chips"``."""
PLAY_TABLES: Final = "The play tables of this house"
"""The casino that the plans of the play tables name."""
_OURS: Final = "our own rule: play tables have a book of their own"


def is_of_play_tables(link: LinkPlan) -> bool:
    """Whether the house itself deals the tables of a link. Nobody else may work them."""
    return link.currency == "chips" and link.casino == PLAY_TABLES


def check_currency(link: LinkPlan, others: Iterable[LinkPlan]) -> None:
    """Refuse a link of play chips in a money book, and a money link in a book of play chips."""
    other = next((each for each in others if each.currency != link.currency), None)
    if other is None:
        return
    names = {"": "US dollars", "chips": "play chips"}
    problem = f"{link.id} is in {names[link.currency]}, and {other.id} of the same book in {names[other.currency]}"
    hint = "keep the play tables in a book of their own"
    raise LinkRefused(link.id, Breach("play_chips_and_money_never_meet", _OURS, "casino.currency", problem, hint))
