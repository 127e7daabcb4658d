"""The codes about what happens at a table: rounds, seats, cards. One function each, as in ``objections``."""

from __future__ import annotations

from collections import Counter

from tests.torture.model.correcting import change_of, cited, is_other_result
from tests.torture.model.felts import Felt
from tests.torture.model.model import (
    Model,
    Request,
    Round,
)

FURTHEST_ROUND = 100_000

WITH_TABLE = ("wager", "lock", "result", "void")


def unknown_table(model: Model, request: Request) -> bool:
    """The table is not in the plan in force."""
    assert model.plan is not None or request["do"] not in WITH_TABLE
    if request["do"] in ("fault", "clear") and "table" not in request:
        return False
    return request["do"] in (*WITH_TABLE, "fault", "clear") and all(
        table.id != request["table"] for table in model.plan_in_force.tables
    )


def unknown_seat(model: Model, request: Request) -> bool:
    """The table does not have the seat."""
    if request["do"] != "wager":
        return False
    table = model.plan_in_force.table(request["table"])
    assert table is not None
    return bool(min(request["seats"]) < 1 or max(request["seats"]) > table.seats)


def seat_twice(_model: Model, request: Request) -> bool:
    """A request names each seat once."""
    return request["do"] == "wager" and max(Counter(request["seats"]).values()) > 1


def amount_unreasonable(model: Model, request: Request) -> bool:
    """All seats together wager more than the plan takes for a typing mistake."""
    if request["do"] != "wager":
        return False
    each = request.get("amount", model.plan_in_force.base_wager_cents)
    return bool(each * len(request["seats"]) > model.plan_in_force.unreasonable_cents)


def amount_not_base_wager(model: Model, request: Request) -> bool:
    """Every seat wagers exactly the base wager."""
    base = model.plan_in_force.base_wager_cents if model.plan else 0
    return request["do"] == "wager" and bool(request.get("amount", base) != base)


def round_over(model: Model, request: Request) -> bool:
    """Round numbers of a table only rise."""
    if request["do"] not in WITH_TABLE:
        return False
    return bool(request["round"] <= model.last_round.get(request["table"], 0))


def round_too_far(model: Model, request: Request) -> bool:
    """A number far ahead of the last one is a typing mistake, and would bar every round between."""
    if request["do"] != "wager":
        return False
    return bool(request["round"] - model.last_round.get(request["table"], 0) > FURTHEST_ROUND)


def _round(model: Model, request: Request) -> Round | None:
    return model.round((request["table"], request["round"])) if request["do"] in WITH_TABLE else None


def another_round(model: Model, request: Request) -> bool:
    """A table has one open round, and it has another number."""
    open_round = _round(model, request)
    return open_round is not None and open_round.number != request["round"]


def round_not_open(model: Model, request: Request) -> bool:
    """There is no round to lock, settle or void."""
    return request["do"] in ("lock", "result", "void") and _round(model, request) is None


def round_locked(model: Model, request: Request) -> bool:
    """Bets are closed."""
    open_round = _round(model, request)
    return request["do"] in ("wager", "lock") and open_round is not None and open_round.locked


def round_not_locked(model: Model, request: Request) -> bool:
    """Bets are closed before a result is read."""
    open_round = _round(model, request)
    return request["do"] == "result" and open_round is not None and not open_round.locked


def seat_has_wagered(model: Model, request: Request) -> bool:
    """One wager for each seat and round."""
    open_round = _round(model, request)
    return request["do"] == "wager" and open_round is not None and bool(set(request["seats"]) & set(open_round.seats))


def seat_without_wager(model: Model, request: Request) -> bool:
    """A hand is given for a seat that made no wager."""
    if request["do"] == "take_back":
        outcome = cited(model, request)
        return outcome is not None and request["seat"] not in outcome.seats
    played = _played(model, request)
    return played is not None and any(int(seat) not in played[0] for seat in request["hands"])


def _played(model: Model, request: Request) -> tuple[list[int], Felt] | None:
    """The seats and the felt of the round whose hands are given."""
    if request["do"] == "correct":
        outcome = cited(model, request)
        return (outcome.seats, outcome.layout.felt) if outcome else None
    open_round = _round(model, request)
    if request["do"] != "result" or open_round is None:
        return None
    return open_round.seats, model.layout(request["table"]).felt


def unknown_result(model: Model, request: Request) -> bool:
    """A correction cites a result that the books still know."""
    return request["do"] in ("correct", "take_back") and cited(model, request) is None


def other_result(model: Model, request: Request) -> bool:
    """A correction cites the latest word on its round, not an earlier one."""
    return request["do"] in ("correct", "take_back") and is_other_result(model, request)


def nothing_to_correct(model: Model, request: Request) -> bool:
    """The hands come to the same awards as before, or the film is the one that was confirmed."""
    if request["do"] == "correct_film":
        prize = model.prizes.get(request["award"])
        return prize is not None and prize.film in ("", request["camera"])
    if request["do"] != "correct":
        return False
    _, change = change_of(model, request)
    return not change.gone and not change.added


def cards_malformed(model: Model, request: Request) -> bool:
    """Whatever is not among the felt's known hands is unreadable; so is a card that the shoe does not hold so often."""
    played = _played(model, request)
    if played is None:
        return False
    felt = played[1]
    shown = [hand for hand in request["hands"].values() if isinstance(hand, str)]
    dealers = [request["dealer"]] if "dealer" in request else []
    if any(dealer not in felt.dealers or not dealer for dealer in dealers):
        return True
    if shown and not dealers and "" not in felt.dealers:
        return True
    known = {own for own, _ in felt.hands}
    if any(hand not in known for hand in shown):
        return True
    cards = Counter(card for text in [*shown, *dealers] for card in text.split())
    return max(cards.values(), default=0) > felt.decks


def unknown_hand(model: Model, request: Request) -> bool:
    """The table does not pay for the hand that a supervisor read."""
    played = _played(model, request)
    if played is None:
        return False
    return any(isinstance(hand, dict) and hand["event"] not in played[1].rows for hand in request["hands"].values())
