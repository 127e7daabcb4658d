"""Who may do what about an award, as the books themselves would answer: each request is tried without being posted."""

from __future__ import annotations

from typing import Any, Final

from croupier.casino.rules_of_the_day import load_layout
from croupier.jackpot.book.deciding import Link
from croupier.jackpot.plan.link_plan import LinkPlan
from croupier.jackpot.records import KeptAward
from croupier.jackpot.refusals import Refused
from croupier.jackpot.requests import record_of
from croupier.play.game import Game
from croupier.service.books.watching import WatchedLink

ABOUT_THE_PERSON: Final = frozenset({"three_people", "same_person", "not_allowed", "unknown_person"})
"""Refusals that depend on the person; all others are about the award."""
_FILLED: Final[dict[str, dict[str, Any]]] = {
    "approve": {},
    "confirm": {"camera": "FILM-1"},
    "correct_film": {"camera": "FILM-OTHER", "reason": "mistyped"},
    "pay": {"method": "check", "reference": "CHECK-1", "tax_form": "FORM-1", "payee": 1},
}
"""By request, sample values for its fields."""


def _no_draw(_game: Game) -> dict[str, int]:
    return {}


def barred_from(link: WatchedLink, plan: LinkPlan, award: KeptAward) -> dict[str, dict[str, str]]:
    """By request and person, why that person may not make it. Whoever may is left out. Call it under the link's
    lock."""
    rules = Link(link.state, load_layout, _no_draw)
    people = [each.id for each in plan.people if each.role in ("supervisor", "accounting")]
    found: dict[str, dict[str, str]] = {}
    for do, fields in _FILLED.items():
        found[do] = {}
        for person in people:
            try:
                rules.decide(record_of({"do": do, "award": award["no"], **fields}, person))
            except Refused as refused:
                if refused.code in ABOUT_THE_PERSON:
                    found[do][person] = refused.detail or refused.code
    return found
