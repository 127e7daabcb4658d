"""What the pit sees of a table: its round, its lamps, awards that wait, earlier rounds. It applies no rules."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from croupier.casino.rules_of_the_day import load_layout
from croupier.casino.table_report import next_round
from croupier.jackpot.book.display import Display
from croupier.jackpot.codes import CODES
from croupier.jackpot.plan.link_plan import LinkPlan, TablePlan, Threshold
from croupier.jackpot.plan.play_chips import is_of_play_tables
from croupier.jackpot.records import KeptAward
from croupier.jackpot.reports.alarm_kinds import request_words
from croupier.jackpot.state import LinkState
from croupier.jackpot.vouching import reporters
from croupier.play.game import Game
from croupier.records import plain
from croupier.service.books.alerts import SeenAlerts, alerts, asked_at, view_of
from croupier.service.books.entitlement import barred_from
from croupier.service.books.entries import award_notes, entry_words, made_of
from croupier.service.books.lamps import Lamps
from croupier.service.books.runbooks import OF_STOPS
from croupier.service.books.watching import Happened, WatchedLink
from croupier.units.money import amount
from croupier.units.odds import NoPay

NOT_APPROVED: Final = "Not approved equipment"
ROUNDS_BEFORE: Final = 12
Record = dict[str, Any]
Name = Callable[[str], str]
Place = tuple[WatchedLink, LinkPlan, TablePlan]
"""A jackpot as one of its tables sees it."""


def standing(plan: LinkPlan, demonstration: bool) -> Record:
    """What a page must say about itself, and whether it may be worked."""
    washington = plan.jurisdiction == "washington"
    mode = "demonstration" if demonstration else "preview" if washington else "live"
    why = "A Washington plan is shown as a preview: nothing can be entered here." if washington else ""
    if is_of_play_tables(plan):
        why = "The house deals this play table itself: people can look at its jackpot, and change nothing."
    return {
        "notice": NOT_APPROVED,
        "mode": mode,
        "may_act": mode != "preview" and not is_of_play_tables(plan),
        "why": why,
    }


def game_of(plan: LinkPlan, table: TablePlan) -> Game:
    """What the table plays, by the rules that the plan carries."""
    return load_layout(plan.carried(table.game) or table.game)


def table_line(link: WatchedLink, plan: LinkPlan, table: TablePlan) -> Record:
    """A table in a list."""
    state = link.state
    opened = state.rounds.get(table.id)
    pending = [each for each in state.awards.values() if each["table"] == table.id and each["status"] == "pending"]
    return {
        "table": table.id,
        "link": plan.id,
        "title": plan.title,
        "game": game_of(plan, table).configuration.rules.title,
        "seats": table.seats,
        "location": table.location,
        "round": opened.number if opened else None,
        "last_round": state.last_round.get(table.id, 0),
        "pending": len(pending),
        "stopped": state.table_faults.get(table.id, [])[:1],
    }


def pit_view(
    link: WatchedLink,
    plan: LinkPlan,
    table: TablePlan,
    lamps: Lamps,
    seen: SeenAlerts,
    name: Name,
    demonstration: bool,
    age: float,
    trouble: str,
    others: Sequence[Place] = (),
) -> Record:
    """Everything that the console of one table shows; ``others`` are the other jackpots that the table plays for."""
    # One lock at a time: whoever shows the other jackpot's console takes them in the other order.
    beside = [_beside(each, [(link, plan, table), *others], lamps, name) for each in others]
    with link.lock:
        state = link.state
        shown = link.display
        silent = lamps.is_silent(plan.id, table.id)
        return {
            "at": time.time_ns() // 1_000_000,
            "seq": state.seq,
            "stale": round(age, 1) if age > 2 else 0,
            "trouble": trouble,
            "standing": standing(plan, demonstration),
            "link": _link(plan, shown),
            "table": {
                "id": table.id,
                "game": game_of(plan, table).configuration.rules.title,
                "seats": table.seats,
                "location": table.location,
                "stopped": state.table_faults.get(table.id, []),
                "sees": _sees(plan, table),
            },
            "round": _round((link, plan, table), others, lamps, name),
            "sensor": {"by": lamps.by(plan.id, table.id), "silent": silent},
            "awards": [
                award_view(each, plan, state.day, name)
                | _behind(link, plan, table, each, name)
                | {"barred": barred_from(link, plan, each)}
                for each in sorted(state.awards.values(), key=lambda award: award["no"])
                if each["table"] == table.id
            ],
            "asks": [_ask(int(number), each, name) for number, each in asked_at(state, table.id)],
            "receivable": [
                {"award": int(number), **debt} for number, debt in state.receivable.items() if debt["table"] == table.id
            ],
            "alerts": [
                plain(view_of(alarm))
                for alarm in alerts(link, table.id, silent, seen.alarms)
                if not seen.has(plan.id, alarm.id)
            ],
            "before": rounds_before(link, table.id, name),
            "entries": [_entry(each, plan, name) for each in link.table(table.id)[:8]],
            "people": [
                {"id": each.id, "name": each.name, "role": each.role}
                for each in plan.people
                if each.role in ("supervisor", "accounting")
            ],
            "thresholds": duty_words(plan.threshold(state.day), plan.currency),
            "beside": beside,
        }


def is_locked_beside(state: LinkState, table: str, number: int, others: Sequence[Place]) -> bool:
    """Whether a round is locked for another jackpot of the table, and nobody wagered on this one in it."""
    if table in state.rounds:
        return False
    found = (other.state.rounds.get(table) for other, _, _ in others)
    return any(each.locked and each.number == number for each in found if each)


def _beside(place: Place, others: Sequence[Place], lamps: Lamps, name: Name) -> Record:
    """Another jackpot of the table: what one entry of a hand needs to know of it, and its awards that are not paid."""
    link, plan, table = place
    with link.lock:
        state = link.state
        return {
            "link": _link(plan, link.display),
            "round": _round(place, others, lamps, name),
            "awards": [
                {key: each.get(key) for key in ("no", "seat", "label", "cents", "status", "round")}
                for each in sorted(state.awards.values(), key=lambda award: award["no"])
                if each["table"] == table.id
            ],
        }


def _ask(number: int, request: Record, name: Name) -> Record:
    """A request that waits for a second person."""
    return {
        "ask": number,
        "do": request["do"],
        "by": request["by"],
        "name": name(request["by"]),
        "words": request_words(
            request["do"], request.get("round", 0), request.get("award", 0), request.get("person", "")
        ),
        "reason": str(request.get("reason") or request.get("note") or ""),
        "request": request,
    }


def _link(plan: LinkPlan, shown: Display) -> Record:
    return {
        "id": plan.id,
        "title": plan.title,
        "type": plan.type,
        "paytable": plan.paytable,
        "base_wager": plan.base_wager_cents,
        "meters": [{"level": level, "cents": cents} for level, cents in shown.meters.items()],
        "day": shown.day,
        "accepts": shown.accepts_wagers,
        "why_not": CODES.get(shown.why_not, shown.why_not),
        "runbook": OF_STOPS.get(shown.why_not, ""),
        "currency": plan.currency,
    }


def _sees(plan: LinkPlan, table: TablePlan) -> Record:
    """How many cards the jackpot's hand has, how few say what it is so far, and the rows that a supervisor may read
    without them."""
    sight = game_of(plan, table).jackpot_sight(table.wager)
    return {
        "own": sight.own,
        "dealer": sight.dealer,
        "fewest": sight.bonus.fewest,
        "rows": [
            {"event": row.event, "label": sight.bonus.chart.label(row)}
            for row in sight.bonus.chart.table.rows
            if not isinstance(row.pay, NoPay)
        ],
    }


def _round(place: Place, others: Sequence[Place], lamps: Lamps, name: Name) -> Record:
    """The round that is open on a link; where none is, the one that comes next on all jackpots of the table.

    Where it is locked for another of them, this one stays out of it, whatever its lamps say by now.
    """
    link, plan, table = place
    state = link.state
    opened = state.rounds.get(table.id)
    number = opened.number if opened else next_round([state, *(other.state for other, _, _ in others)], table.id)
    is_out = is_locked_beside(state, table.id, number, others)
    lit = lamps.of(plan.id, table.id)
    seats = sorted(opened.seats) if opened else sorted(lit.seats if lit.round == number and not is_out else ())
    lock = next((each for each in link.table(table.id) if each.kind == "lock" and each.round == number), None)
    return {
        "number": number,
        "phase": "hand" if (opened and opened.locked) or is_out else "wagers",
        "in_books": opened is not None,
        "seats": seats,
        "cents": len(seats) * plan.base_wager_cents,
        "dynamic": dict(opened.dynamic) if opened else {},
        "locked_at": lock.at if lock and opened and opened.locked else None,
        "locked_by": name(lock.by) if lock and opened and opened.locked else "",
    }


def award_view(award: KeptAward, plan: LinkPlan, day: str, name: Name) -> Record:
    """An award that is not paid yet."""
    words = duty_words(plan.threshold(award["day"] or day), plan.currency)
    return {
        **{key: award.get(key) for key in ("no", "seat", "event", "label", "kind", "level", "percent", "cents")},
        **{
            key: award.get(key)
            for key in ("status", "round", "at", "table", "day", "cards", "dealer", "entry", "camera")
        },
        "waits_for": award.get("waits_for", []),
        "duties": [{"duty": each, **words[each]} for each in award["duties"]],
        "reported_by": (by := next(iter(reporters(award)), "")),
        "reported_name": name(by),
        "approved_by": award.get("approved_by", ""),
        "approved_name": name(award.get("approved_by", "")),
        "sources": award["sources"],
    }


def _behind(link: WatchedLink, plan: LinkPlan, table: TablePlan, award: KeptAward, name: Name) -> Record:
    """The round of an award that waits: who locked it, which cards made the hand, what the award did to the meter."""
    game, entries = game_of(plan, table), [each for each in link.table(table.id) if each.round == award["round"]]
    lock = next((each for each in entries if each.kind == "lock"), None)
    wager = next((each for each in entries if each.kind == "wager"), None)
    gave = next((each for each in entries if award["no"] in _given(each)), None)
    settled = gave.body.get("settled", {}) if gave else {}
    emptied = gave.body.get("emptied", ()) if gave and "after" in settled else ()
    return {
        "wagered_at": wager.at if wager else None,
        "locked_at": lock.at if lock else None,
        "locked_by": name(lock.by) if lock else "",
        "made_of": made_of(game, table.wager, award.get("cards"), award.get("dealer")),
        "notes": award_notes(game, table, plan, settled, emptied),
    }


def _given(each: Happened) -> list[int]:
    return [award["no"] for award in each.body.get("awards") or ()]


def duty_words(now: Threshold, currency: str) -> dict[str, Record]:
    """What an amount requires, in words, from the thresholds in force."""

    def money(cents: int) -> str:
        return amount(cents, currency)

    words: dict[str, Record] = {}
    if now.camera_cents is not None:
        words["camera"] = {"title": "Cards shown to the camera, deck kept", "from": f"from {money(now.camera_cents)}"}
    if now.approval_cents is not None:
        words["approval"] = {
            "title": "Approval by a supervisor",
            "from": f"from {money(now.approval_cents)}; by somebody other than the person who entered the hand",
        }
    if now.check_over_cents is not None:
        words["check"] = {"title": "Paid by check", "from": f"above {money(now.check_over_cents)}"}
    if now.tax_form_cents is not None:
        words["tax_form"] = {
            "title": "Tax form W-2G",
            "from": f"from {money(now.tax_form_cents)}, and at least {now.tax_form_times} times the wager",
        }
    return words


def rounds_before(link: WatchedLink, table: str, name: Name) -> list[Record]:
    """The latest rounds of a table, newest first, each with the entry that a correction would cite."""
    found: dict[int, Record] = {}
    seats: dict[int, int] = {}
    for each in reversed(link.table(table)):
        if each.kind == "wager":
            seats[each.round] = seats.get(each.round, 0) + len(each.body["req"]["seats"])
        if each.kind in ("result", "void", "correct", "reject"):
            awards = [*each.body.get("stands", ()), *(each.body.get("awards") or ())]
            before = found.get(each.round, {})
            found[each.round] = {
                "round": each.round,
                "at": before.get("at", each.at),
                "what": _outcome(each, awards),
                "cents": sum(award["cents"] for award in awards),
                "wagers": seats.get(each.round, 0) or len(each.body.get("settled", {}).get("seats", ())),
                "entry": each.seq,
                "by": name(each.by),
                "void": each.kind == "void",
                "seats": each.body.get("settled", {}).get("seats", []),
                "awards": [award["no"] for award in awards],
            }
    return sorted(found.values(), key=lambda each: -int(each["round"]))[:ROUNDS_BEFORE]


def _outcome(each: Happened, awards: list[Mapping[str, Any]]) -> str:
    if each.kind == "void":
        return "void"
    words = ", ".join(
        f"seat {award['seat']} {award['label']}" for award in awards if award["kind"] in ("meter", "fixed")
    )
    told = {"correct": "corrected: ", "reject": "rejected: "}.get(each.kind, "")
    return told + (words or "no winner")


def _entry(each: Happened, plan: LinkPlan, name: Name) -> Record:
    return {
        "seq": each.seq,
        "at": each.at,
        "kind": each.kind,
        "round": each.round,
        "by": name(each.by),
        "words": entry_words(each, plan, name),
        "hash": each.hash[:8],
    }
