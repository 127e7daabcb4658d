"""Transcripts: a round file with everything needed to play it again and check it to the cent.

A transcript is a superset of a round file. It adds the settlement, the rulebook hash, the tables and numbers that were
in force, and for a committed deal the opened cards with their positions in the deck. A round recorded under another
rulebook hash is played again with the tables it carries. It says which parts it has (``seal``).
"""

import hashlib
import json
from collections.abc import Iterator, Mapping

from croupier.cards.cards import format_cards
from croupier.errors import BadInput
from croupier.play.commitments import Disclosure
from croupier.play.dealing import first_served, is_clockwise
from croupier.play.documents import Part
from croupier.play.dynamic import displayed
from croupier.play.game import Game, State
from croupier.play.lines import Cards
from croupier.play.rules_in_force import rules_record
from croupier.play.settlement import Settlement, meters_record, settlement_record
from croupier.play.slots import DEALER, TABLE, Slot
from croupier.play.stakes import Limits
from croupier.software import software_name
from croupier.units.money import format_money

SEAL = "record"


def seal(record: Mapping[str, object]) -> dict[str, object]:
    """What a transcript says about itself."""
    return {"parts": [key for key in record if key != SEAL], "sha256": _digest(record)}


def missing_part(top: Part) -> str | None:
    """A part that the record names but lacks, its seal included; None if all are there."""
    if not top.has(SEAL):
        return SEAL
    stated = top.part(SEAL)
    stated.only(("parts", "sha256"))
    for key in stated.items("parts"):
        if not isinstance(key, str):
            raise BadInput(f"{SEAL}: parts: expected names of parts, found {str(key)[:40]}")
        if not top.has(key):
            return key[:40]
    return None


def seal_differences(top: Part) -> Iterator[str]:
    """Where a record differs from what was written."""
    stated = top.part(SEAL)
    added = sorted(set(top.entries) - set(stated.items("parts")) - {SEAL})
    if added:
        yield f"{SEAL}: parts: {', '.join(added)} was added after the record was written"
    found = _digest(top.entries)
    if stated.text("sha256") != found:
        yield f"{SEAL}: sha256: recorded {stated.text('sha256')[:64]}, found {found}: changed after it was written"


def _digest(record: Mapping[str, object]) -> str:
    """SHA-256 over the record as JSON: keys sorted, no blanks, ASCII, without the seal."""
    # Read back first, so that a record has the same hash before and after it is written.
    plain = json.loads(json.dumps({key: value for key, value in record.items() if key != SEAL}))
    return hashlib.sha256(json.dumps(plain, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


Record = dict[str, object]
KIND = "transcript"
SCHEMA = 1


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
    players: Mapping[int, str] | None = None,
) -> Record:
    """A finished round as a JSON record."""
    lying: dict[Slot, Cards] = {}
    for slot, cards, _ in state.dealt:
        lying[slot] = (*lying.get(slot, ()), *cards)
    dealt = {slot: format_cards(cards) for slot, cards in lying.items()}
    seats: Record = {}
    for seat, amounts in state.stakes:
        draws = {str(slot.number): cards for slot, cards in dealt.items() if slot.seat == seat and slot.part == "hand"}
        own: Record = {
            "player": (players or {}).get(seat),
            "wagers": {wager: format_money(stake) for wager, stake in zip(game.wagers, amounts, strict=True) if stake},
            "cards": dealt.get(Slot(seat)),
            "draw": dealt.get(Slot(seat, "draw")),
            "draws": draws or None,
            "actions": [str(decision) for decision in state.decisions if decision.seat == seat],
        }
        seats[str(seat)] = _without_blanks(own)
    # A hand dealt as one packet is its own text; single cards say which is which.
    names = {"": "cards", "up": "up", "hole": "hole", "draw": "draws"}
    dealers = {names[slot.part]: cards for slot, cards in dealt.items() if slot.is_dealers}
    posted = {
        wager: _without_blanks(
            {
                "minimum": format_money(limit.minimum) if limit.minimum else None,
                "step": format_money(limit.step),
                "maximum": None if limit.maximum is None else format_money(limit.maximum),
            }
        )
        for wager, limit in (limits or {}).items()
    }
    dealing: Record = {}
    if dice:
        way = "clockwise" if is_clockwise(game) else "counterclockwise"
        dealing = {"dice": list(dice), "direction": way, "first": str(first_served(game, dice))}
    if game.deals_dealer_in_order and Slot(DEALER) in dealt:
        dealing["order"] = "dealt"
    record: Record = {
        "schema": SCHEMA,
        "kind": KIND,
        "game": str(game.configuration),
        "game_hash": settlement.game_hash,
        "software": software_name(),
        "seats": seats,
        "dealer": dealers["cards"] if list(dealers) == ["cards"] else dealers or None,
        "places": {str(slot): cards for slot, cards in dealt.items() if slot.seat == TABLE} or None,
        "dynamic": {event: format_money(cents) for event, cents in displayed(game, dynamic or {}).items()} or None,
        "meters": meters_record(meters) if meters else None,
        "seeds": meters_record(seeds or {}) if seeds or settlement.meters else None,
        "table": {"limits": posted} if posted else None,
        "dealing": dealing or None,
        "misdeal": settlement.void,
    }
    record = _without_blanks(record)
    record["rules"] = rules_record(game)
    if disclosure:
        record["commitment"] = disclosure.to_json()
        record["positions"] = {str(slot): list(own) for slot, own in (positions or {}).items()}
    record["settlement"] = settlement_record(game, settlement)
    return record | {SEAL: seal(record)}


def _without_blanks(record: Record) -> Record:
    return {key: value for key, value in record.items() if value is not None}
