"""A round that is still being typed in: how far it goes, and what it needs next.

The game is played as far as the entry reaches. It then asks for cards or for a decision, and the page shows just that;
a complete entry is settled. The rules are the game's, as everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier import catalogue
from croupier.cards.cards import Card, format_cards
from croupier.errors import RoundError
from croupier.play.game import Action, Choose, Draw, Game
from croupier.play.lines import Cards
from croupier.play.round import Round
from croupier.play.round_records import SettlementRecord, settled
from croupier.play.roundfile import RecordedDeal, RoundFile, is_passed_over, play_round, read_round, settle_misdeal
from croupier.play.slots import Slot
from croupier.play.stakes import place_stakes
from croupier.records import Record, replace
from croupier.units.money import format_money

MOST_STEPS = 400


class RoundPlace(Record):
    """A place of the round, and how many cards it takes."""

    slot: str
    cards: int


class ActionOffer(Record):
    """A legal action with the range of its amount."""

    name: str
    minimum: str
    maximum: str
    step: str


class CardsNeeded(Record, tag_field="kind", tag="cards"):
    """The round needs cards."""

    slot: str
    cards: int
    words: str


class DecisionNeeded(Record, tag_field="kind", tag="decision"):
    """The round needs a decision, by this rule."""

    seat: int
    actions: list[ActionOffer]
    words: str
    cite: str


class CompleteHand(Record):
    """A hand that is complete before anything is drawn, sorted as a player would, in the game's own words."""

    slot: str
    cards: str
    words: str


class DecisionMade(Record):
    """A decision that was typed, and what could have been decided."""

    seat: int
    made: str
    actions: list[ActionOffer]


class Looked(Record):
    """How far a round goes that is still being typed in, and what it needs next; a complete one is settled."""

    schema: int
    game: str
    places: list[RoundPlace]
    hands: list[CompleteHand]
    decisions: list[DecisionMade]
    needs: CardsNeeded | DecisionNeeded | None
    settlement: SettlementRecord | None


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


def look(document: dict[str, Any]) -> Looked:
    """What the round comes to, or what it needs next."""
    read = read_round(document)
    game = catalogue.load(read.game)
    looked = Looked(
        schema=1, game=str(game.configuration), places=[], hands=[], decisions=[], needs=None, settlement=None
    )
    if read.misdeal is not None:
        return replace(looked, settlement=settled(game, settle_misdeal(game, read)))
    sizes = places(game, read)
    made: list[DecisionMade] = []
    looked = replace(
        looked,
        places=[RoundPlace(slot=slot, cards=size) for slot, size in sizes.items()],
        hands=hands(game, read, sizes),
        decisions=made,
    )
    try:
        open_turn = _open_turn(game, read, made)
    except NeedsCards as missing:
        draw = missing.draw
        return replace(looked, needs=CardsNeeded(slot=str(draw.slot), cards=draw.size, words=missing.words))
    if open_turn is not None:
        rule = game.rules.rule(open_turn.rule)
        return replace(
            looked,
            needs=DecisionNeeded(
                seat=open_turn.seat,
                actions=[action_offer(action) for action in open_turn.actions],
                words=rule.text,
                cite=game.cites[rule.id],
            ),
        )
    settlement = play_round(game, read).settle(read.meters, read.seeds, read.dynamic)
    return replace(looked, settlement=settled(game, settlement))


def action_offer(action: Action) -> ActionOffer:
    """A legal action with the range of its amount."""
    return ActionOffer(
        name=action.name,
        minimum=format_money(action.minimum),
        maximum=format_money(action.maximum),
        step=format_money(action.step),
    )


def hands(game: Game, read: RoundFile, sizes: Mapping[str, int]) -> list[CompleteHand]:
    """The hands that are complete before anything is drawn."""
    complete = []
    for slot, size in sizes.items():
        cards = read.cards.get(Slot.parse(slot), ())
        words = game.hand_words(cards) if len(cards) == size else ""
        if words:
            complete.append(CompleteHand(slot=slot, cards=format_cards(game.in_order(cards)), words=words))
    return complete


def _open_turn(game: Game, read: RoundFile, made: list[DecisionMade]) -> Choose | None:
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
        offers = [action_offer(action) for action in played.legal_actions]
        made.append(DecisionMade(seat=played.turn.seat, made=own[0], actions=offers))
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
