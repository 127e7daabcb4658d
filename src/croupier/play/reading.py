"""Round files and transcripts read into one record: who staked what, which cards came where, who decided what.

Every card has a place of its own: draws belong to a hand, the dealer's up-card is marked or the file says that cards
are in the order of the deal. Whether the round is possible is found when ``roundfile`` plays it.

A transcript (``Round.transcript``) is a superset of a round file, with everything needed to play it again and check it
to the cent: the settlement, the rulebook hash, the tables and numbers that were in force, and for a committed deal the
opened cards with their positions in the deck. It says which parts it has (``seal``).
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from croupier.cards.cards import parse_cards
from croupier.errors import BadInput, CardError, RoundError
from croupier.play import awards, stakes
from croupier.play.documents import Part
from croupier.play.game import DEALER, Cards, Slot
from croupier.units import parse_money

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


def without_blanks(record: Mapping[str, object]) -> Record:
    """What a record says, and nothing for what it leaves open."""
    return {
        key: without_blanks(value) if isinstance(value, dict) else value
        for key, value in record.items()
        if value is not None
    }


ROUND_KEYS = tuple("schema game seats dealer places draws meters seeds dynamic table dealing misdeal".split())
TRANSCRIPT_KEYS = ("kind", "game_hash", "software", "rules", "settlement", "commitment", "positions", SEAL)
DEALER_KEYS = {"up": "up", "hole": "hole", "cards": "", "draws": "draw"}
"""The dealer's places in a file, by the part of the slot."""
IN_ORDER = "dealt"
UP = Slot(DEALER, "up")
WHOLE = Slot(DEALER)


@dataclass
class RoundFile:
    """What the file says, read but not yet played."""

    game: str
    wagers: dict[int, dict[str, int]]
    cards: dict[Slot, Cards]
    actions: dict[int, list[str]]
    meters: awards.Meters = field(default_factory=dict)
    seeds: awards.Meters = field(default_factory=dict)
    dynamic: dict[str, int] = field(default_factory=dict)
    limits: dict[str, stakes.Limit] = field(default_factory=dict)
    dice: tuple[int, ...] = ()
    direction: str | None = None
    first: str | None = None  # Whose packet came first, where dice decided it.
    is_in_order: bool = False  # Whether the dealer's cards are in the order of the deal.
    misdeal: str | None = None
    players: dict[int, str] = field(default_factory=dict)
    """Who sits at a seat, where the file says so: spots of one person are paid no envy on one another."""


def read_round(document: dict[str, object]) -> RoundFile:
    """Read a round file or a transcript; every mistake names the seat, the card or the wager."""
    top = Part(document, "")
    top.only(ROUND_KEYS + TRANSCRIPT_KEYS)
    check_schema(top)
    game = top.text("game", hint='a configuration string such as "keep-it-straight"')
    if not top.has("seats"):
        raise RoundError("seats: missing", hint='as in "seats": {"1": {"wagers": {"ante": "10.00"}, ...}}')
    read = RoundFile(game, {}, {}, {})
    for name, seat in top.part("seats").parts():
        _read_seat(read, name, seat)
    _read_dealer(read, top)
    for name in top.part("places").entries:
        read.cards[_named_place(name)] = _read_cards(top.part("places").text(name), name)
    read.meters = _read_meters(top.part("meters"))
    read.seeds = _read_meters(top.part("seeds"))
    read.dynamic = {event: _money(amount, f"dynamic: {event}") for event, amount in top.part("dynamic").entries.items()}
    table = top.part("table")
    table.only(("limits",))
    for wager, limit in table.part("limits").parts():
        read.limits[wager] = _read_limit(limit)
        stakes.check_ends(limit.where, read.limits[wager])
    _read_dealing(read, top.part("dealing"))
    if top.has("misdeal"):
        read.misdeal = top.text("misdeal", hint="say what went wrong")
    if top.has("kind") and top.text("kind") != KIND:
        raise RoundError(f"kind '{top.text('kind')[:40]}': expected '{KIND}', or a round file without one")
    for slot in top.part("positions").entries:
        if any(type(place) is not int for place in top.part("positions").items(slot)):
            raise RoundError(f"positions: {slot[:40]}: expected whole numbers")
    return read


def check_schema(top: Part) -> None:
    """Refuse a file of another schema than the one there is."""
    schema = top.whole("schema")
    if schema != SCHEMA:
        raise RoundError(f"schema {str(schema)[:20]}: this version reads schema {SCHEMA}")


def _read_seat(read: RoundFile, name: str, seat: Part) -> None:
    if not (name.isascii() and name.isdigit()) or name.startswith("0") or len(name) > 2:
        raise RoundError(f"seat '{name[:20]}' is not a seat number", hint='seats are written "1", "2", ...')
    number = int(name)
    where = Slot(number)
    seat.where = where
    seat.only(("wagers", "cards", "draw", "draws", "actions", "player"))
    if not seat.has("wagers"):
        raise RoundError(f"{where}: wagers: missing", hint='as in "wagers": {"ante": "10.00"}')
    wagers = seat.part("wagers")
    read.wagers[number] = {wager: _money(amount, f"{where}: {wager}") for wager, amount in wagers.entries.items()}
    if seat.has("cards"):
        read.cards[where] = _read_cards(seat.text("cards"), where)
    if seat.has("draw"):
        drawn = Slot(number, "draw")
        read.cards[drawn] = _read_cards(seat.text("draw"), drawn)
    if seat.has("player"):
        read.players[number] = seat.text("player").strip()
        if not read.players[number]:
            raise RoundError(f"{where}: player: is empty", hint="a name or a number that stays the same for one person")
    if seat.has("draws"):
        _read_draws(read, number, seat)
    actions = seat.items("actions")
    for action in actions:
        if not isinstance(action, str):
            raise RoundError(f'{where}: actions: expected texts such as "raise 4x", found {str(action)[:40]}')
    read.actions[number] = list(actions)


def _read_draws(read: RoundFile, number: int, seat: Part) -> None:
    """Cards drawn to the one hand of a seat, or to each of its hands by number."""
    if isinstance(seat.entries["draws"], str):
        hand = Slot(number, "hand", 1)
        read.cards[hand] = _read_cards(seat.text("draws"), hand)
        return
    hands = seat.part("draws")
    for hand_number in hands.entries:
        if hand_number not in {str(each) for each in range(1, 10)}:
            raise RoundError(
                f"{hands.where}: '{hand_number[:20]}' is not a hand", hint='hands are written "1", "2", ... as they lie'
            )
        hand = Slot(number, "hand", int(hand_number))
        read.cards[hand] = _read_cards(hands.text(hand_number), hand)


def _read_dealer(read: RoundFile, top: Part) -> None:
    if top.has("draws"):
        raise RoundError(
            "draws: a drawn card belongs to a hand",
            hint='as in "seats": {"1": {"draws": {"1": "5s", "2": "9c"}}} and "dealer": {"up": "6h", "draws": "Tc"}',
        )
    if not top.has("dealer"):
        return
    if isinstance(top.entries["dealer"], str):
        read.cards[WHOLE] = _read_cards(top.text("dealer"), "dealer")
        return
    dealer = top.part("dealer")
    dealer.only(tuple(DEALER_KEYS))
    for key, part in DEALER_KEYS.items():
        if dealer.has(key):
            slot = Slot(DEALER, part)
            read.cards[slot] = _read_cards(dealer.text(key), slot)
    if UP in read.cards and len(read.cards[UP]) != 1:
        raise RoundError("dealer: up: expected one card, the one that lies face up first")


def _named_place(name: str) -> Slot:
    """A place that the game names, such as the flop or the second card of a seat."""
    try:
        slot = Slot.parse(name)
    except ValueError:
        slot = Slot(DEALER)
    if not slot.is_named:
        raise RoundError(
            f"places: '{name[:40]}' is not the name of a place",
            hint='as in "places": {"flop": "Qs 7h 2d", "seat 1 war": "9c"}',
        )
    return slot


def _read_dealing(read: RoundFile, dealing: Part) -> None:
    dealing.only(("dice", "direction", "first", "order"))
    read.dice = tuple(dealing.items("dice"))
    if any(type(die) is not int for die in read.dice):
        raise RoundError(f"dealing: dice {str(list(read.dice))[:60]}: expected numbers from 1 to 6")
    read.direction = dealing.text("direction") if dealing.has("direction") else None
    read.first = dealing.text("first") if dealing.has("first") else None
    if dealing.has("order"):
        if dealing.text("order") != IN_ORDER:
            raise RoundError(f"dealing: order '{dealing.text('order')[:40]}': the only value is '{IN_ORDER}'")
        read.is_in_order = True


def _money(amount: object, what: str) -> int:
    if isinstance(amount, list | dict):
        raise RoundError(f"{what}: expected an amount, found {'a list' if isinstance(amount, list) else 'an object'}")
    return parse_money(amount, what)


def _read_cards(text: str, where: str) -> Cards:
    try:
        return parse_cards(text)
    except CardError as problem:
        raise CardError(f"{where}: {problem.message}", hint=problem.hint) from None


def _read_meters(part: Part) -> awards.Meters:
    meters: awards.Meters = {}
    for wager, levels in part.parts():
        meters[wager] = {}
        for level, amount in levels.entries.items():
            if level not in {str(number) for number in range(1, 10)}:
                raise RoundError(
                    f"{levels.where}: level '{level[:20]}' is not a level", hint='levels are "1", "2", ...'
                )
            meters[wager][int(level)] = _money(amount, f"{levels.where}: level {level}")
    return meters


def _read_limit(part: Part) -> stakes.Limit:
    part.only(("minimum", "maximum", "step"))
    amounts = {key: parse_money(part.text(key), part.place(key)) for key in part.entries}
    if any(cents == 0 for cents in amounts.values()):
        raise RoundError(f"{part.where}: a limit of zero is not a limit")
    limit = stakes.Limit(amounts.get("minimum", 0), amounts.get("maximum"), amounts.get("step", 1))
    if limit.maximum is not None and limit.maximum < limit.minimum:
        raise RoundError(f"{part.where}: the maximum is under the minimum")
    return limit
