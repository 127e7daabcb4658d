"""The fifty-two cards: a card is a small integer that knows how to print itself.

Rank runs from 2 to 14 (ace), suit from 0 to 3 in the order clubs, diamonds, hearts, spades, which is also the
order in which Ricochet Poker breaks ties. Which hands the cards make is the business of ``cards.hands``.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from croupier.errors import CardError

RANK_LETTERS: Final = "23456789TJQKA"
SUIT_LETTERS: Final = "cdhs"
SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")
SUIT_SYMBOLS: Final = "♣♦♥♠"
ACE: Final = 14
_RANK_NAMES: Final = dict(enumerate("deuce three four five six seven eight nine ten jack queen king ace".split(), 2))


class Card(int):
    """One card as an integer from 0 to 51: ``(rank - 2) * 4 + suit``.

    >>> Card.parse("Kh"), Card.parse("10d").symbol, Card.parse("As").rank
    (Kh, 'T♦', 14)
    """

    __slots__ = ()

    @property
    def rank(self) -> int:
        """2 to 14; the ace is 14."""
        return (self >> 2) + 2

    @property
    def suit(self) -> int:
        """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
        return self & 3

    @property
    def is_red(self) -> bool:
        return self & 3 in (1, 2)

    @property
    def symbol(self) -> str:
        return RANK_LETTERS[self >> 2] + SUIT_SYMBOLS[self & 3]

    def __str__(self) -> str:
        return RANK_LETTERS[self >> 2] + SUIT_LETTERS[self & 3]

    __repr__ = __str__

    @staticmethod
    def parse(text: str) -> "Card":
        """Read ``Kh``, ``kh``, ``10h`` or ``K♥``; a letter that only looks like one of ours is refused."""
        plain = text if text.isascii() else text.removesuffix(_EMOJI).translate(_PRINTED)
        # Not casefold: it would take the Kelvin sign for a K and a long s for a spade.
        card = _BY_NAME.get(plain.lower()) if plain.isascii() else None
        if card is None:
            strange = next((letter for letter in plain if not letter.isascii()), None)
            if strange:
                raise CardError(
                    f"'{text[:20]}' is not a card: {character_name(strange)} is not a letter of ours",
                    hint="a rank of 23456789TJQKA and a suit of cdhs or ♣♦♥♠, as in Kh",
                )
            raise CardError(f"'{text[:20]}' is not a card", hint="a rank of 23456789TJQKA and a suit of cdhs, as in Kh")
        return card

    @staticmethod
    def of(rank: int, suit: int) -> "Card":
        return DECK[(rank - 2) * 4 + suit]


def character_name(letter: str) -> str:
    """What Unicode calls a character, in small letters: ``no-break space``, ``cyrillic capital letter ka``."""
    return unicodedata.name(letter, f"character {ord(letter):x}").casefold()


_PRINTED: Final = str.maketrans(dict(zip(SUIT_SYMBOLS, SUIT_LETTERS, strict=True)))
_EMOJI: Final = "\ufe0f"  # Some programs append it to a suit, to have it drawn in color.
DECK: Final[tuple[Card, ...]] = tuple(Card(n) for n in range(52))
_BY_NAME: Final[dict[str, Card]] = {str(card).lower(): card for card in DECK} | {
    f"10{SUIT_LETTERS[card.suit]}": card for card in DECK if card.rank == 10
}
_PACKED: Final = re.compile(f"(?:(?:10|[{RANK_LETTERS}])[{SUIT_LETTERS}{SUIT_SYMBOLS}]){{2,}}", re.IGNORECASE)
_ONE: Final = re.compile(f"(?:10|[{RANK_LETTERS}])[{SUIT_LETTERS}{SUIT_SYMBOLS}]", re.IGNORECASE)


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read several cards, separated by blanks or commas or not at all, in the order given.

    >>> parse_cards("2c 3d, Ts"), parse_cards("Q♠ 6♥"), parse_cards("Qs6h10d")
    ((2c, 3d, Ts), (Qs, 6h), (Qs, 6h, Td))
    """
    if not isinstance(text, str):
        raise CardError(f"{text!r:.40} is not a text of cards", hint="as in 'Qs 6h 4d'")
    words = text.replace(",", " ").split()
    apart = [one for word in words for one in (_ONE.findall(word) if _PACKED.fullmatch(word) else [word])]
    return tuple(Card.parse(word) for word in apart)


def format_cards(cards: Iterable[Card]) -> str:
    """The inverse of ``parse_cards``.

    >>> format_cards(parse_cards("2c 10s"))
    '2c Ts'
    """
    return " ".join(str(card) for card in cards)


def stripped_deck(ranks: Iterable[int], suits: Iterable[int] = range(4)) -> tuple[Card, ...]:
    """A small deck of some ranks and suits, on which exhaustive walks are cheap.

    >>> stripped_deck((2, 3, 14), (0, 3))
    (2c, 2s, 3c, 3s, Ac, As)
    """
    suits = tuple(suits)
    return tuple(Card.of(rank, suit) for rank in sorted(ranks) for suit in sorted(suits))


def pack(decks: int) -> tuple[Card, ...]:
    """Several decks, unshuffled: what a shoe is made of, and what an auditor expects to find in one."""
    if decks < 1:
        raise CardError(f"a shoe holds at least one deck, not {decks}", hint="name one deck or more")
    return DECK * decks


def rank_name(rank: int) -> str:
    """The trade's word for a rank: ``rank_name(14)`` is ``'ace'``."""
    return _RANK_NAMES[rank]


def ranks_text(ranks: Iterable[int]) -> str:
    """Ranks as letters, an ace that counts low included: ``ranks_text((3, 2, 1))`` is ``'3-2-A'``."""
    return "-".join("A" if rank == 1 else RANK_LETTERS[rank - 2] for rank in ranks)


def rank_plural(rank: int) -> str:
    """``rank_plural(6)`` is ``'sixes'``."""
    return _RANK_NAMES[rank] + ("es" if rank == 6 else "s")


def parse_rank(text: str) -> int:
    """Read ``K`` or ``10`` as a rank from 2 to 14."""
    letter = "T" if text == "10" else text.upper() if text.isascii() else ""
    if len(letter) != 1 or letter not in RANK_LETTERS:
        raise CardError(f"'{text}' is not a rank", hint="one of 2 3 4 5 6 7 8 9 T J Q K A")
    return RANK_LETTERS.index(letter) + 2


def parse_suit(text: str) -> int:
    """Read ``spades`` or ``s`` as a suit from 0 to 3."""
    folded = text.lower() if text.isascii() else text.removesuffix(_EMOJI).translate(_PRINTED)
    for suit, name in enumerate(SUIT_NAMES):
        if folded in (name, SUIT_LETTERS[suit]):
            return suit
    raise CardError(f"'{text}' is not a suit", hint=f"one of {', '.join(SUIT_NAMES)}")
