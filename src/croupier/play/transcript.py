"""Transcripts: a round file with everything needed to play it again and check it to the cent.

A transcript is a superset of a round file. It adds the settlement, the rulebook hash, the tables and numbers that were
in force, and for a committed deal the opened cards with their positions in the deck. A round recorded under another
rulebook hash is played again with the tables it carries.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from croupier.cards.cards import RANK_LETTERS, format_cards, parse_rank
from croupier.cards.hands import FAMILIES
from croupier.errors import RoundError
from croupier.play.commitments import Disclosure
from croupier.play.dealing import first_served, is_clockwise
from croupier.play.documents import Part
from croupier.play.game import Game, State
from croupier.play.lines import Cards
from croupier.play.reports import meters_record, settlement_record
from croupier.play.settlement import Settlement
from croupier.play.slots import DEALER, Slot
from croupier.play.stakes import Limits
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.ladders import Ladder, Rung
from croupier.rulebook.paytables import Paytable, Row
from croupier.rulebook.rules import GameRules
from croupier.units.money import format_money, parse_money
from croupier.units.odds import Fixed, ForOne, MeterShare, NoPay, Pay, Push, ToOne, format_odds, parse_pay

Record = dict[str, Any]
KIND = "transcript"
SCHEMA = 2
_NUMBER = re.compile(r"[0-9]{1,9}(/[1-9][0-9]{0,8})?")


def transcript_record(
    game: Game,
    state: State,
    settlement: Settlement,
    *,
    meters: Mapping[str, Mapping[int, int]] | None = None,
    seeds: Mapping[str, Mapping[int, int]] | None = None,
    limits: Limits | None = None,
    dice: tuple[int, ...] = (),
    disclosure: Disclosure | None = None,
    positions: Mapping[str, tuple[int, ...]] | None = None,
    dynamic: Mapping[str, int] | None = None,
    software: str = "croupier",
) -> Record:
    """A finished round as a JSON record."""
    dealt = _by_slot(state)
    seats: Record = {}
    for seat, amounts in state.stakes:
        own: Record = {
            "wagers": {wager: format_money(stake) for wager, stake in zip(game.wagers, amounts, strict=True) if stake},
        }
        if Slot(seat) in dealt:
            own["cards"] = dealt[Slot(seat)]
        if Slot(seat, "draw") in dealt:
            own["draw"] = dealt[Slot(seat, "draw")]
        draws = {str(slot.number): cards for slot, cards in dealt.items() if slot.seat == seat and slot.part == "hand"}
        if draws:
            own["draws"] = draws
        own["actions"] = [str(decision) for decision in state.decisions if decision.seat == seat]
        seats[str(seat)] = own
    record: Record = {
        "schema": SCHEMA,
        "kind": KIND,
        "game": str(game.configuration),
        "rulebook_hash": settlement.rulebook_hash,
        "software": software,
        "seats": seats,
    }
    dealers = {slot.part: cards for slot, cards in dealt.items() if slot.is_dealers}
    if dealers:
        # A hand dealt as one packet is its own text; single cards say which is which.
        names = {"up": "up", "hole": "hole", "draw": "draws"}
        record["dealer"] = dealers.get("") or {names[part]: cards for part, cards in dealers.items()}
    if dynamic:
        record["dynamic"] = {event: format_money(cents) for event, cents in dynamic.items()}
    if meters:
        record["meters"] = meters_record({wager: dict(levels) for wager, levels in meters.items()})
    if seeds:
        record["seeds"] = meters_record({wager: dict(levels) for wager, levels in seeds.items()})
    if limits:
        record["table"] = {
            "limits": {
                wager: ({"minimum": format_money(limit.minimum)} if limit.minimum else {})
                | {"step": format_money(limit.step)}
                | ({"maximum": format_money(limit.maximum)} if limit.maximum is not None else {})
                for wager, limit in limits.items()
            }
        }
    dealing: Record = {}
    if dice:
        way = "clockwise" if is_clockwise(game) else "counterclockwise"
        dealing = {"dice": list(dice), "direction": way, "first": str(first_served(game, dice))}
    if game.deals_dealer_in_order and Slot(DEALER) in dealt:
        dealing["order"] = "dealt"
    if dealing:
        record["dealing"] = dealing
    if settlement.void is not None:
        record["misdeal"] = settlement.void
    record["rules"] = rules_record(game)
    if disclosure:
        record["commitment"] = disclosure.to_json()
        record["positions"] = {str(slot): list(own) for slot, own in (positions or {}).items()}
    record["settlement"] = settlement_record(game, settlement)
    return record


def _by_slot(state: State) -> dict[Slot, str]:
    """The cards of every slot, in the order in which they came to it."""
    cards: dict[Slot, Cards] = {}
    for slot, own, _ in state.dealt:
        cards[slot] = (*cards.get(slot, ()), *own)
    return {slot: format_cards(own) for slot, own in cards.items()}


def rules_record(game: Game) -> Record:
    """The numbers and tables in force, so that the round can be checked under any later rulebook."""
    record: Record = {
        "numbers": {number.id: str(number.value) for number in game.rules.numbers},
        "tables": {
            wager: {"id": table.id, "rows": [_row(row) for row in table.rows]}
            for wager, table in game.configuration.tables.items()
        },
    }
    if game.configuration.ladders:
        record["ladders"] = {
            wager: {"id": ladder.id, "rungs": [_rung(rung) for rung in ladder.rungs]}
            for wager, ladder in game.configuration.ladders.items()
        }
    return record


def _rung(rung: Rung) -> Record:
    rank = RANK_LETTERS[rung.rank - 2] if rung.rank else None
    return {"players": rung.players, "label": rung.label, "category": rung.category, "rank": rank}


def _row(row: Row) -> Record:
    envy = None if row.envy_cents is None else format_money(row.envy_cents)
    return {"event": row.event, "label": row.label, "pay": _pay(row.pay), "envy": envy}


def _pay(pay: Pay) -> str:
    match pay:
        case ToOne(odds):
            return f"{format_odds(odds)} to 1"
        case ForOne(odds):
            return f"{format_odds(odds)} for 1"
        case Fixed(cents):
            return f"${format_money(cents)}"
        case MeterShare(percent, level):
            return f"{format_odds(percent)}%" + (f" Lv.{level}" if level else "")
        case Push():
            return "push"
        case NoPay():
            return "-"


def under_recorded_rules(configuration: Configuration, document: Mapping[str, Any]) -> Configuration:
    """The configuration with the numbers and tables that a transcript carries."""
    rules = Part(document.get("rules", {}), "rules")
    rules.only(("numbers", "tables", "ladders"))
    numbers = rules.part("numbers").entries
    tables = dict(configuration.tables)
    for wager, recorded in rules.part("tables").parts():
        if wager not in tables:
            raise RoundError(f"rules: tables: {wager} is not on offer in {configuration}")
        tables[wager] = _recorded_table(tables[wager], recorded)
    ladders = dict(configuration.ladders)
    for wager, recorded in rules.part("ladders").parts():
        if wager not in ladders:
            raise RoundError(f"rules: ladders: {wager} is not on offer in {configuration}")
        ladders[wager] = _recorded_ladder(ladders[wager], recorded)
    recorded_rules = _recorded_numbers(configuration.rules, numbers)
    return replace(configuration, rules=recorded_rules, tables=tables, ladders=ladders)


def _recorded_numbers(rules: GameRules, numbers: Mapping[str, Any]) -> GameRules:
    for name, text in numbers.items():
        if not isinstance(text, str) or not _NUMBER.fullmatch(text):
            raise RoundError(f'rules: numbers: {name[:40]}: expected a number as a text, such as "7" or "3/2"')
    values = {name: Fraction(text) for name, text in numbers.items()}
    for each in rules.numbers:
        if each.value.denominator == 1 and values.get(each.id, each.value).denominator != 1:
            raise RoundError(f"rules: numbers: {each.id}: expected a whole number, found {values[each.id]}")
    return replace(rules, numbers=tuple(replace(each, value=values.get(each.id, each.value)) for each in rules.numbers))


def _recorded_table(table: Paytable, recorded: Part) -> Paytable:
    known = {row.event: row for row in table.rows}
    rows = []
    for index, item in enumerate(recorded.items("rows")):
        row = Part(item, f"{recorded.where}: rows[{index}]")
        event = row.text("event")
        try:
            pay = parse_pay(row.text("pay"), table.basis)
        except ValueError as problem:
            raise RoundError(f"{row.where}: {problem}") from None
        if event not in FAMILIES[table.family].events:
            raise RoundError(f"{row.where}: '{event[:40]}' is no event of {table.family} hands")
        if isinstance(pay, ToOne | ForOne | Push if table.is_jackpot else Fixed | MeterShare):
            raise RoundError(f"{row.where}: {row.text('pay')} does not fit a {table.wager} table")
        if isinstance(pay, MeterShare) and (pay.level or 1) > table.meters:
            raise RoundError(f"{row.where}: {table.wager} has {table.meters} level(s), not {pay.level}")
        envy = parse_money(row.text("envy"), row.place("envy")) if row.has("envy") else None
        dynamic = known[event].dynamic if event in known else None
        rows.append(Row(event, row.text("label"), pay, dynamic, envy))
    return replace(table, id=recorded.text("id"), rows=tuple(rows))


def _recorded_ladder(ladder: Ladder, recorded: Part) -> Ladder:
    rungs = []
    for index, item in enumerate(recorded.items("rungs")):
        rung = Part(item, f"{recorded.where}: rungs[{index}]")
        rank = parse_rank(rung.text("rank")) if rung.has("rank") else 0
        rungs.append(Rung(rung.whole("players"), rung.text("label"), rung.text("category"), rank))
        try:
            _ = rungs[-1].lowest
        except (KeyError, ValueError):
            raise RoundError(f"{rung.where}: '{rungs[-1].label}' is no five-card threshold") from None
    if [rung.players for rung in rungs] != list(range(1, len(rungs) + 1)):
        raise RoundError(f"{recorded.where}: rungs: expected every number of players once, from 1 upward")
    return replace(ladder, id=recorded.text("id"), rungs=tuple(rungs))
