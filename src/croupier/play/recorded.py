"""The deal that a file records: each draw is answered with the cards that the file gives for its slot."""

from __future__ import annotations

from croupier.cards.cards import Card
from croupier.errors import CardError, RoundError
from croupier.play.dealing import NoCards
from croupier.play.game import Draw, Game
from croupier.play.lines import Cards
from croupier.play.reading import UP, WHOLE, RoundFile


class RecordedDeal:
    """Answers each draw from the file, and keeps the cards and the draws in the order of the deal."""

    def __init__(self, read: RoundFile) -> None:
        self.served: list[Card] = []
        self.drawn: list[Draw] = []
        self._cards = dict(read.cards)
        if UP in self._cards and WHOLE in self._cards:
            # The card that is marked came first; the rest follow it.
            self._cards[WHOLE] = self._cards.pop(UP) + self._cards[WHOLE]

    def __call__(self, draw: Draw) -> Cards:
        cards = self._find(draw)
        self.served += cards
        self.drawn.append(draw)
        return cards

    def _find(self, draw: Draw) -> Cards:
        slot, size = draw.slot, draw.size
        if slot in self._cards:
            cards = self._cards[slot]
            if slot.is_drawn_to and len(cards) >= size:
                return self._take(slot, size)
            if len(cards) < size:
                raise NoCards(f"{slot}: {len(cards)} cards; expected {size}")
            if len(cards) > size:
                raise RoundError(f"{slot}: {len(cards)} cards; expected {size}")
            return self._cards.pop(slot)
        if slot.is_dealers and len(self._cards.get(WHOLE, ())) >= size:
            # The dealer's cards may come one by one, as an up-card and a hole card do.
            return self._take(WHOLE, size)
        hint = 'after a split, draws are by hand: "draws": {"1": "5s", "2": "9c"}' if slot.number > 1 else None
        raise NoCards(f"{slot}: no cards are given; expected {size}", hint=hint)

    def _take(self, slot: str, size: int) -> Cards:
        """The first cards of a slot that is drawn to card by card; the others wait."""
        key = next(each for each in self._cards if each == slot)
        cards = self._cards.pop(key)
        if cards[size:]:
            self._cards[key] = cards[size:]
        return cards[:size]

    def check_all_used(self, *, but_dealers: bool = False) -> None:
        """Refuse cards that the round did not deal; a round that stops early may leave some of the dealer's."""
        for slot in self._cards:
            if but_dealers and slot.is_dealers:
                continue
            raise RoundError(f"{slot}: cards are given, but the round does not deal any there")


def check_once(read: RoundFile, game: Game) -> None:
    """No card may lie on the table more often than the decks hold it."""
    copies = game.configuration.decks
    places: dict[Card, list[str]] = {}
    for place, cards in read.cards.items():
        for card in cards:
            places.setdefault(card, []).append(place)
    for card, slots in places.items():
        if card.rank not in game.rules.ranks or card.suit not in game.rules.suits:
            raise CardError(f"{slots[0]}: {card} is not in the deck of {game.rules.name}", hint=f"{game.rules.deck}")
        if len(slots) > copies:
            where = " and ".join(dict.fromkeys(slots))
            times = "twice" if len(slots) == 2 else f"{len(slots)} times"
            holds = "a deck holds each card once" if copies == 1 else f"{copies} decks hold each card {copies} times"
            raise CardError(f"{card} appears {times}: {where}", hint=holds)
