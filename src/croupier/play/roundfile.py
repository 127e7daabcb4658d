"""A round as it happened at a real table, typed in by a person, checked and played through the game.

The file says who staked what, which cards came where and who decided what. The same driver that deals live rounds
plays it, with a deal that answers from the file, so there is no second set of rules to get wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from croupier.cards.cards import Card, parse_cards
from croupier.errors import BadInput, CardError, RoundError, closest
from croupier.play.awards import Meters
from croupier.play.dealing import starting_position
from croupier.play.documents import Part
from croupier.play.game import Action, Choose, Draw, Game
from croupier.play.lines import Cards
from croupier.play.round import Deal, Round, read_decision
from croupier.play.settlement import Settlement
from croupier.play.slots import DEALER, Slot
from croupier.play.stakes import Limit, place_stakes
from croupier.play.transcript import KIND
from croupier.units.money import parse_money

SCHEMA = 1
PASSED_OVER = "decline"
"""The answer to an offer that a seat may let go by."""
ROUND_KEYS = (
    "schema",
    "game",
    "seats",
    "dealer",
    "draws",
    "meters",
    "seeds",
    "dynamic",
    "table",
    "dealing",
    "misdeal",
)
TRANSCRIPT_KEYS = ("kind", "rulebook_hash", "software", "rules", "settlement", "commitment", "positions")


@dataclass
class RoundFile:
    """What the file says, read but not yet played."""

    game: str
    wagers: dict[int, dict[str, int]]
    cards: dict[Slot, Cards]
    actions: dict[int, list[str]]
    draws: Cards = ()
    meters: Meters = field(default_factory=dict)
    seeds: Meters = field(default_factory=dict)
    dynamic: dict[str, int] = field(default_factory=dict)
    limits: dict[str, Limit] = field(default_factory=dict)
    dice: tuple[int, ...] = ()
    misdeal: str | None = None


def read_round(document: dict[str, Any]) -> RoundFile:
    """Read a round file or a transcript; every mistake names the seat, the card or the wager."""
    top = Part(document, "")
    top.only(ROUND_KEYS + TRANSCRIPT_KEYS)
    if top.whole("schema") != SCHEMA:
        raise RoundError(f"schema {top.entries['schema']}: this version reads schema {SCHEMA}")
    game = top.text("game", hint='a configuration string such as "keep-it-straight"')
    if not top.has("seats"):
        raise RoundError("seats: missing", hint='as in "seats": {"1": {"wagers": {"ante": "10.00"}, ...}}')
    read = RoundFile(game, {}, {}, {})
    for name, seat in top.part("seats").parts():
        _read_seat(read, name, seat)
    if top.has("dealer"):
        read.cards[_DEALER] = _read_cards(top.text("dealer"), "dealer")
    if top.has("draws"):
        read.draws = _read_cards(top.text("draws"), "draws")
    read.meters = _read_meters(top.part("meters"))
    read.seeds = _read_meters(top.part("seeds"))
    read.dynamic = {event: _money(amount, f"dynamic: {event}") for event, amount in top.part("dynamic").entries.items()}
    table = top.part("table")
    table.only(("limits",))
    for wager, limit in table.part("limits").parts():
        read.limits[wager] = _read_limit(limit)
    dealing = top.part("dealing")
    dealing.only(("dice",))
    read.dice = tuple(dealing.items("dice"))
    if any(type(die) is not int for die in read.dice):
        raise RoundError(f"dealing: dice {list(read.dice)}: expected three numbers from 1 to 6")
    if top.has("misdeal"):
        read.misdeal = top.text("misdeal", hint="say what went wrong")
    if top.has("kind") and top.text("kind") != KIND:
        raise RoundError(f"kind '{top.text('kind')[:40]}': expected '{KIND}', or a round file without one")
    for slot in top.part("positions").entries:
        if any(type(place) is not int for place in top.part("positions").items(slot)):
            raise RoundError(f"positions: {slot[:40]}: expected whole numbers")
    return read


def _read_seat(read: RoundFile, name: str, seat: Part) -> None:
    if not (name.isascii() and name.isdigit()) or name.startswith("0") or len(name) > 2:
        raise RoundError(f"seat '{name[:20]}' is no seat number", hint='seats are written "1", "2", ...')
    number = int(name)
    where = Slot(number)
    seat.where = where
    seat.only(("wagers", "cards", "draw", "actions"))
    if not seat.has("wagers"):
        raise RoundError(f"{where}: wagers: missing", hint='as in "wagers": {"ante": "10.00"}')
    wagers = seat.part("wagers")
    read.wagers[number] = {wager: _money(amount, f"{where}: {wager}") for wager, amount in wagers.entries.items()}
    if seat.has("cards"):
        read.cards[where] = _read_cards(seat.text("cards"), where)
    if seat.has("draw"):
        drawn = Slot(number, "draw")
        read.cards[drawn] = _read_cards(seat.text("draw"), drawn)
    actions = seat.items("actions")
    for action in actions:
        if not isinstance(action, str):
            raise RoundError(f'{where}: actions: expected texts such as "raise 4x", found {str(action)[:40]}')
    read.actions[number] = list(actions)


def _money(amount: object, what: str) -> int:
    if isinstance(amount, list | dict):
        raise RoundError(f"{what}: expected an amount, found {'a list' if isinstance(amount, list) else 'an object'}")
    return parse_money(amount, what)


def _read_cards(text: str, where: str) -> Cards:
    try:
        return parse_cards(text)
    except CardError as problem:
        raise CardError(f"{where}: {problem.message}", hint=problem.hint) from None


def _read_meters(part: Part) -> Meters:
    meters: Meters = {}
    for wager, levels in part.parts():
        meters[wager] = {}
        for level, amount in levels.entries.items():
            if level not in {str(number) for number in range(1, 10)}:
                raise RoundError(f"{levels.where}: level '{level[:20]}' is no level", hint='levels are "1", "2", ...')
            meters[wager][int(level)] = _money(amount, f"{levels.where}: level {level}")
    return meters


def _read_limit(part: Part) -> Limit:
    part.only(("minimum", "maximum", "step"))
    amounts = {key: parse_money(part.text(key), part.place(key)) for key in part.entries}
    if any(cents == 0 for cents in amounts.values()):
        raise RoundError(f"{part.where}: a limit of zero is no limit")
    limit = Limit(amounts.get("minimum", 0), amounts.get("maximum"), amounts.get("step", 1))
    if limit.maximum is not None and limit.maximum < limit.minimum:
        raise RoundError(f"{part.where}: the maximum is under the minimum")
    return limit


_DEALER = Slot(DEALER)


class RecordedDeal:
    """Answers each draw with the cards that the file gives for the slot, and keeps them in the order of the deal."""

    def __init__(self, read: RoundFile) -> None:
        self.served: list[Card] = []
        self._cards = dict(read.cards)
        self._draws = list(read.draws)
        self._drawn = 0

    def __call__(self, draw: Draw) -> Cards:
        cards = self._find(draw)
        self.served += cards
        return cards

    def _find(self, draw: Draw) -> Cards:
        if draw.slot in self._cards:
            cards = self._cards.pop(draw.slot)
            if len(cards) != draw.size:
                raise RoundError(f"{draw.slot}: {len(cards)} cards; expected {draw.size}")
            return cards
        if draw.slot.is_dealers and len(self._cards.get(_DEALER, ())) >= draw.size:
            # The dealer's cards may come one by one, as an up-card and a hole card do.
            cards = self._cards.pop(_DEALER)
            if cards[draw.size :]:
                self._cards[_DEALER] = cards[draw.size :]
            return cards[: draw.size]
        waiting = () if draw.slot.holds_first_cards else self._draws[self._drawn : self._drawn + draw.size]
        taken = tuple(waiting)
        if len(taken) < draw.size:
            raise RoundError(f"{draw.slot}: no cards are given; expected {draw.size}")
        self._drawn += draw.size
        return taken

    def check_all_used(self, *, but_dealers: bool = False) -> None:
        """Refuse cards that the round did not deal; a round that stops early may leave some of the dealer's."""
        for slot in self._cards:
            if but_dealers and slot.is_dealers:
                continue
            raise RoundError(f"{slot}: cards are given, but the round does not deal any there")
        if self._drawn < len(self._draws):
            raise RoundError(f"draws: {len(self._draws) - self._drawn} cards are left over at the end of the round")


def _check_once(read: RoundFile, game: Game) -> None:
    """No card may lie on the table more often than the decks hold it."""
    copies = game.configuration.decks
    places: dict[Card, list[str]] = {}
    for place, cards in [*read.cards.items(), ("draws", read.draws)]:
        for card in cards:
            places.setdefault(card, []).append(place)
    for card, slots in places.items():
        if card.rank not in game.rules.ranks or card.suit not in game.rules.suits:
            raise CardError(f"{slots[0]}: {card} is not in the deck of {game.rules.name}", hint=f"{game.rules.deck}")
        if len(slots) > copies:
            where = " and ".join(dict.fromkeys(slots))
            times = "twice" if len(slots) == 2 else f"{len(slots)} times"
            holds = "a deck holds each card once" if copies == 1 else f"{copies} decks hold each card {copies} times"
            raise CardError(f"{card} stands {times}: {where}", hint=holds)


def play_round(game: Game, read: RoundFile) -> Round:
    """Play the file through the game, up to its end."""
    _check_names(game, read)
    stakes = place_stakes(game, read.wagers, read.limits)
    _check_once(read, game)
    if read.dice:
        if not game.deals_by_dice:
            raise RoundError("dealing: dice are given, but this table does not deal by dice")
        starting_position(read.dice, game.configuration.edition.seats[1] + 1)
    deal = RecordedDeal(read)
    played = Round(game, game.open(stakes), deal, read.limits, read.dynamic)
    waiting = {seat: list(actions) for seat, actions in read.actions.items()}
    while isinstance(played.turn, Choose):
        own = waiting.get(played.turn.seat, [])
        if is_passed_over(played.legal_actions, own):
            played.act(PASSED_OVER)
            continue
        if not own:
            legal = ", ".join(str(action) for action in played.legal_actions)
            raise RoundError(f"seat {played.turn.seat}: a decision is missing", hint=f"legal: {legal}")
        played.act(own.pop(0))
    for seat, left in waiting.items():
        if left:
            raise RoundError(f"seat {seat}: '{left[0]}' comes after the seat's last decision")
    deal.check_all_used()
    return played


def play_to_open_decision(game: Game, read: RoundFile, deal: Deal) -> tuple[Round, Choose]:
    """Play the file as far as its decisions go, to the first one that it leaves open."""
    stakes = place_stakes(game, read.wagers, read.limits)
    _check_once(read, game)
    played = Round(game, game.open(stakes), deal, read.limits, read.dynamic)
    waiting = {seat: list(actions) for seat, actions in read.actions.items()}
    while isinstance(played.turn, Choose) and waiting.get(played.turn.seat):
        own = waiting[played.turn.seat]
        played.act(PASSED_OVER if is_passed_over(played.legal_actions, own) else own.pop(0))
    turn = played.turn
    if not isinstance(turn, Choose):
        raise RoundError("the round waits for no decision", hint="leave out the last action of a seat")
    for seat, left in waiting.items():
        if left:
            raise RoundError(f"seat {seat}: '{left[0]}' comes after the decision that seat {turn.seat} has to take")
    return played, turn


def is_passed_over(legal: tuple[Action, ...], own: list[str]) -> bool:
    """Whether an offer, such as insurance, was declined without a word: nobody writes down what was not taken.

    A word that may be meant for the offer is no silence; it is read, and refused where it is wrong.
    """
    names = [action.name for action in legal]
    if PASSED_OVER not in names:
        return False
    word = (own[0].split() or [""])[0].casefold() if own else None
    return word is None or (word not in names and not closest(word, names))


def _check_names(game: Game, read: RoundFile) -> None:
    jackpots = [wager for wager in game.wagers if game.rules.wager(wager).kind == "jackpot"]
    for what, meters in (("meters", read.meters), ("seeds", read.seeds)):
        for wager, levels in meters.items():
            if wager not in jackpots:
                raise RoundError(
                    f"{what}: {wager} is no jackpot of this table", hint=f"jackpots: {', '.join(jackpots)}"
                )
            highest = game.configuration.tables[wager].meters
            for level in levels:
                if level > highest:
                    raise RoundError(f"{what}: {wager} has {highest} level(s), not {level}")
    staked = {wager.id for wager in game.rules.wagers if wager.kind in ("base", "follow", "bonus", "jackpot")}
    for wager in read.limits:
        if wager not in staked:
            raise RoundError(f"table: limits: {wager} is no wager of {game.rules.name}")


def settle_file(document: dict[str, Any], load: Callable[[str], Game]) -> tuple[Game, RoundFile, Settlement]:
    """Settle a round file: what is owed, wager by wager."""
    read = read_round(document)
    game = load(read.game)
    if read.misdeal is not None:
        return game, read, settle_misdeal(game, read)
    return game, read, play_round(game, read).settle(read.meters, read.seeds, read.dynamic)


def settle_misdeal(game: Game, read: RoundFile) -> Settlement:
    """A misdeal gives every stake back; the cards do not matter, but the stakes must still be right."""
    _check_names(game, read)
    stakes = place_stakes(game, read.wagers, read.limits)
    reason = read.misdeal or ""
    if not reason.strip():
        raise BadInput("misdeal: the reason is empty", hint="say what went wrong")
    if not reason.isprintable():
        raise BadInput("misdeal: the reason holds a control character", hint="write it on one line")
    state = game.open(stakes)
    for seat, actions in read.actions.items():
        for action in actions:
            decision = read_decision(game, state, seat, action)
            state = state.with_decision(decision) if decision else state
    return Round.voided(game, state, reason, read.meters)
