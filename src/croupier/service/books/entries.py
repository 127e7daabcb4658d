"""What entries came to, in words: where the money of a wager went, and what refilled a meter that was won. Every figure
is taken from the entry itself."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

from croupier.cards.cards import parse_cards
from croupier.casino.posted_hands import cards_that_count
from croupier.jackpot import accounts
from croupier.jackpot.plan.link_plan import MILLION, LinkPlan, TablePlan
from croupier.play.game import Game
from croupier.service.books.watching import Happened
from croupier.units.money import bare_amount

Record = dict[str, Any]
_TO: Final = {
    accounts.METER: "to the meter",
    accounts.OVERFLOW: "above the limit",
    accounts.RESERVE: "to the reserve",
    accounts.SEED_RECOVERED: "for the seed",
    accounts.HOUSE: "to the house",
}


def went_to(moves: Iterable[tuple[str, str, int]], plan: LinkPlan) -> str:
    """Where wagers went: ``$10: $1.80 to the meter, $0.20 to the reserve, $8 to the house``. Fractions of a cent that
    wait for others count for none of them."""
    net: dict[str, int] = {}
    for debit, credit, amount in moves:
        net[debit] = net.get(debit, 0) - amount
        net[credit] = net.get(credit, 0) + amount
    taken = -net.pop(accounts.WAGERS, 0)
    parts = []
    for account, amount in net.items():
        kind, _, level = account.partition(".")
        if kind in _TO and amount >= MILLION:
            which = f" of level {level}" if level and len(plan.levels) > 1 else ""
            parts.append(f"{bare_amount(amount // MILLION, plan.currency)} {_TO[kind]}{which}")
    whole = bare_amount(taken // MILLION, plan.currency)
    return f"{whole}: {', '.join(parts)}" if parts else whole


def award_notes(
    game: Game, table: TablePlan, plan: LinkPlan, settled: Mapping[str, Any], emptied: Collection[int]
) -> list[str]:
    """Sentences beside an award: whether the table has envy, and how each meter that was won whole came back."""
    chart = game.configuration.tables[table.wager]
    lacks = [
        *(["envy"] if all(row.envy_cents is None for row in chart.rows) else []),
        *(["dealer envy"] if chart.dealer_envy_percent is None else []),
    ]
    said = [f"No {' and no '.join(lacks)} on this table."] if lacks else []
    for level in emptied:
        reserve, advanced, *_ = settled.get("refills", {}).get(str(level), (0, 0, 0))
        parts = [
            f"{bare_amount(cents, plan.currency)} {words}"
            for cents, words in ((reserve, "from the reserve"), (advanced, "advanced by the house"))
            if cents
        ]
        which = f"The meter of level {level}" if len(plan.levels) > 1 else "The meter"
        now = bare_amount(settled["after"][str(level)], plan.currency)
        said.append(f"{which} goes back to {now}{': ' if parts else ''}{', '.join(parts)}.")
    return said


def made_of(game: Game, wager: str, cards: str | None, dealer: str | None) -> list[bool]:
    """For each card of a seat, whether it makes the hand; nothing where no cards were shown."""
    if not cards:
        return []
    own = parse_cards(cards)
    sight = game.jackpot_sight(wager)
    return list(cards_that_count(sight.bonus, own, parse_cards(dealer) if dealer and sight.dealer else ()))[: len(own)]


def entry_words(each: Happened, plan: LinkPlan, name: Any) -> str:
    """One entry of a table, in a line."""
    request = each.body.get("req", {})
    if each.kind == "wager":
        seats = sorted(request["seats"])
        where = f"{'seat' if len(seats) == 1 else 'seats'} {' '.join(map(str, seats))}"
        return f"{where}, {went_to(each.body.get('moves', ()), plan)}"
    if each.kind == "result":
        awards = each.body.get("awards") or []
        if not awards:
            return "no winner"
        told = ", ".join(f"award {award['no']}, {award['status']}" for award in awards)
        return told + ("; the meter emptied and reseeded" if each.body.get("emptied") else "")
    about = f"award {request['award']}, " if "award" in request else ""
    film = f"recording {request['camera']}, " if "camera" in request else ""
    behind = f", with {name(each.second)}" if each.second else ""
    return f"{about}{film}by {name(each.by)}{behind}"
