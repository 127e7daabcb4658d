"""A round that is still being typed in: how far it goes, and what it needs next.

The game is played as far as the entry reaches. It then asks for cards or for a decision, and the page shows just that;
a complete entry is settled. The rules are the game's, as everywhere.
"""

from __future__ import annotations

from typing import Any

from croupier import catalogue
from croupier.cards.cards import Card, format_cards
from croupier.errors import RoundError
from croupier.play.game import Action, Choose, Draw, Game
from croupier.play.lines import Cards
from croupier.play.reports import settlement_record
from croupier.play.round import Round
from croupier.play.roundfile import RecordedDeal, RoundFile, is_passed_over, play_round, read_round, settle_misdeal
from croupier.play.slots import Slot
from croupier.play.stakes import place_stakes
from croupier.units.money import format_money

Record = dict[str, Any]
MOST_STEPS = 400


class NeedsCards(Exception):
    """The entry has no cards for this draw, or another number of them."""

    def __init__(self, draw: Draw, words: str) -> None:
        super().__init__(words)
        self.draw = draw
        self.words = words


class _Typed:
    """Deals what was typed, and says which cards are missing."""

    def __init__(self, read: RoundFile) -> None:
        self._recorded = RecordedDeal(read)

    def __call__(self, draw: Draw) -> Cards:
        try:
            return self._recorded(draw)
        except RoundError as problem:
            raise NeedsCards(draw, problem.message) from None


class _Supposed:
    """Deals what was typed, and any other cards where nothing was: to see which places a round has."""

    def __init__(self, game: Game, read: RoundFile) -> None:
        self._typed = _Typed(read)
        used = [card for cards in read.cards.values() for card in cards]
        self._left: list[Card] = [card for card in game.deck if card not in used]
        self.places: dict[str, int] = {}

    def __call__(self, draw: Draw) -> Cards:
        self.places[str(draw.slot)] = self.places.get(str(draw.slot), 0) + draw.size
        try:
            return self._typed(draw)
        except NeedsCards:
            taken, self._left = self._left[: draw.size], self._left[draw.size :]
            return tuple(taken)


def look(document: Record) -> Record:
    """What the round comes to, or what it needs next."""
    read = read_round(document)
    game = catalogue.load(read.game)
    record: Record = {"schema": 1, "game": str(game.configuration), "needs": None, "settlement": None}
    if read.misdeal is not None:
        return record | {"places": [], "settlement": settlement_record(game, settle_misdeal(game, read))}
    record["places"] = [{"slot": slot, "cards": size} for slot, size in places(game, read).items()]
    record["hands"] = hands(game, read)
    made: list[Record] = []
    record["decisions"] = made
    try:
        open_turn = _open_turn(game, read, made)
    except NeedsCards as missing:
        return record | {
            "needs": {
                "kind": "cards",
                "slot": str(missing.draw.slot),
                "cards": missing.draw.size,
                "words": missing.words,
            }
        }
    if open_turn is not None:
        rule = game.rules.rule(open_turn.rule)
        return record | {
            "needs": {
                "kind": "decision",
                "seat": open_turn.seat,
                "actions": [action_record(action) for action in open_turn.actions],
                "words": rule.text,
                "cite": game.cites[rule.id],
            }
        }
    settlement = play_round(game, read).settle(read.meters, read.seeds, read.dynamic)
    return record | {"settlement": settlement_record(game, settlement)}


def action_record(action: Action) -> Record:
    """A legal action with the range of its amount."""
    return {
        "name": action.name,
        "minimum": format_money(action.minimum),
        "maximum": format_money(action.maximum),
        "step": format_money(action.step),
    }


def hands(game: Game, read: RoundFile) -> list[Record]:
    """The hands that are complete before anything is drawn, sorted as a player would, in the game's own words."""
    found = []
    for slot, size in places(game, read).items():
        cards = read.cards.get(Slot.parse(slot), ())
        words = game.hand_words(cards) if len(cards) == size else ""
        if words:
            found.append({"slot": slot, "cards": format_cards(game.in_order(cards)), "words": words})
    return found


def _open_turn(game: Game, read: RoundFile, made: list[Record]) -> Choose | None:
    """The first decision that the entry leaves open, or None. ``made`` receives the decisions before it."""
    stakes = place_stakes(game, read.wagers, read.limits)
    played = Round(game, game.open(stakes), _Typed(read), read.limits, read.dynamic)
    waiting = {seat: list(actions) for seat, actions in read.actions.items()}
    while isinstance(played.turn, Choose):
        own = waiting.get(played.turn.seat, [])
        if not own:
            return played.asked
        if is_passed_over(played.turn.actions, own):
            played.act("decline")
            continue
        made.append(
            {
                "seat": played.turn.seat,
                "made": own[0],
                "actions": [action_record(action) for action in played.legal_actions],
            }
        )
        played.act(own.pop(0))
    return None


def places(game: Game, read: RoundFile) -> dict[str, int]:
    """The places of the round and how many cards each takes, as far as the entry decides them."""
    deal = _Supposed(game, read)
    stakes = place_stakes(game, read.wagers, read.limits)
    waiting = {seat: list(actions) for seat, actions in read.actions.items()}
    try:
        played = Round(game, game.open(stakes), deal, read.limits, read.dynamic)
        for _ in range(MOST_STEPS):
            if not isinstance(played.turn, Choose):
                break
            own = waiting.get(played.turn.seat, [])
            # What nobody has decided yet is supposed to end the hand, so that no place is shown too soon.
            played.act(own.pop(0) if own else _ending(played.legal_actions))
    except (RoundError, IndexError):
        pass
    return deal.places


def _ending(actions: tuple[Action, ...]) -> str:
    free = [each for each in actions if not each.maximum]
    return (free or list(actions))[-1].name
