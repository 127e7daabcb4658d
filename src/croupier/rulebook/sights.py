"""Which cards a wager sees, as its game declares it: the player's own, drawn ones, the dealer's, an up-card, or those
that lie in places of the game's own, such as a flop or the hand called Banker.

``sees`` in ``rules.toml`` names the numbers of the same file that say how many cards those are, so a count of cards is
written once. Play, the exact counters, the books and the placards all ask ``seen_by``; nothing has a default. A wager
that needs every card of the round says ``sees = "round"``: only the game's own settlement can grade it.
"""

from typing import Final, NamedTuple

from croupier.cards.hands import FAMILIES
from croupier.errors import MissingPart
from croupier.rulebook.fields import Fields
from croupier.rulebook.rules import GameRules, Number, Sees, Wager

PARTS: Final = ("own", "drawn", "dealer", "up_card", "shown")
ROUND: Final = "round"
_EXAMPLE: Final = (
    'as in sees = { own = "cards" }, or { own = "first_cards", up_card = "up_cards" }, or '
    '{ shown = "first_cards", places = ["banker"] }, or "round"'
)


class Seen(NamedTuple):
    """The cards that a wager looks at, counted, and the family of hands that grades them.

    ``dealer`` counts the dealer's first cards: all of the hand, or the up-card alone.
    """

    family: str
    own: int
    dealer: int = 0
    drawn: int = 0
    shown: int = 0
    places: tuple[str, ...] = ()  # Where the shown cards lie: in places of the game's own.

    @property
    def held(self) -> int:
        """How many of them make the player's side: its own, the drawn ones, and those shown for everybody."""
        return self.own + self.drawn + self.shown

    @property
    def size(self) -> int:
        """How many cards it is."""
        return self.held + self.dealer

    def __str__(self) -> str:
        """In words, as a placard says it."""
        parts = []
        if self.own:
            parts.append(f"the player's {self.own}" if not self.drawn else f"the player's first {self.own}")
        if self.drawn:
            parts.append(f"the {self.drawn} drawn")
        if self.shown:
            parts.append(f"the first {self.shown} of {', '.join(self.places)}")
        if self.dealer:
            parts.append("the dealer's up-card" if self.dealer == 1 else f"the dealer's {self.dealer}")
        return " and ".join(parts)


def seen_by(rules: GameRules, wager: str) -> Seen:
    """What a bonus, jackpot or award wager looks at.

    >>> from croupier import catalogue
    >>> seen_by(catalogue.book().game("ricochet-poker"), "straight_flush_progressive")
    Seen(family='straight_flush', own=2, dealer=5, drawn=0, shown=0, places=())
    """
    declared = rules.wager(wager)
    sees = declared.sees
    if sees is None or declared.family is None:
        raise MissingPart(
            f"{wager} of {rules.name} declares no cards that it sees", hint=f"in its rules.toml: {_EXAMPLE}"
        )
    if sees.is_whole_round:
        raise MissingPart(
            f"{wager} of {rules.name} sees the whole round, which no counter of dealt cards can grade",
            hint="croupier simulate estimates it",
        )

    def count(number: str | None) -> int:
        return int(rules.number(number)) if number else 0

    dealer = count(sees.dealer or sees.up_card)
    return Seen(declared.family, count(sees.own), dealer, count(sees.drawn), count(sees.shown), sees.places)


def read_sees(entry: Fields) -> Sees | None:
    """The key ``sees`` of a wager; its numbers are checked when all of the file is read."""
    if not entry.has("sees"):
        return None
    if entry.is_text("sees"):
        words = entry.text("sees")
        if words != ROUND:
            raise entry.error("sees", f"'{words}' is not a set of cards", hint=_EXAMPLE)
        return Sees()
    parts = entry.table("sees")
    found = {part: parts.text(part, None) for part in PARTS}
    places = parts.texts("places", [])
    parts.done()
    if bool(places) != bool(found["shown"]):
        raise entry.error("sees", "names shown cards without their places, or places without cards", hint=_EXAMPLE)
    if not any(found.values()):
        raise entry.error("sees", "names no cards", hint=_EXAMPLE)
    if found["dealer"] and found["up_card"]:
        raise entry.error("sees", "names both dealer and up_card", hint="the dealer's cards include the up-card")
    return Sees(**found, places=places)


def check_sees(fields: Fields, wagers: tuple[Wager, ...], numbers: tuple[Number, ...]) -> None:
    """Every wager with a family says what it sees, in numbers that exist and that its family can grade."""
    values = {number.id: number.value for number in numbers}
    for index, wager in enumerate(wagers):
        where = f"wagers[{index}].sees"
        if wager.family is None:
            if wager.sees is not None:
                raise fields.error(where, f"has no use in a wager of kind {wager.kind}", hint="leave it out")
            continue
        if wager.sees is None:
            raise fields.error(where, f"is missing: which cards does {wager.id} look at?", hint=_EXAMPLE)
        size = 0
        for part, name in zip(PARTS, wager.sees[: len(PARTS)], strict=True):
            if not isinstance(name, str):
                continue
            fields.known(f"{where}.{part}", name, values, f"'{name}' is not a number of this game")
            if values[name].denominator != 1 or values[name] < 1:
                raise fields.error(f"{where}.{part}", f"{name} is {values[name]}, not a count of cards", hint=_EXAMPLE)
            size += int(values[name])
        sizes = FAMILIES[wager.family].sizes
        if not wager.sees.is_whole_round and size not in sizes:
            takes = str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
            raise fields.error(
                where, f"{size} cards, but {wager.family} hands have {takes}", hint="name other cards or another family"
            )
