"""What an advantage player gets to know of the dealer's cards before deciding, and how it is written.

A *sight* covers some of the dealer's cards, each equally likely: ``dealer:1`` shows one card, drawn at random from the
dealer's hand. It may show the cards themselves, only their colors, only whether each is an ace, a face or another card,
or only whether each is high (a queen or better), as edge sorting reveals it. ``gains`` says what it is worth; a solver
that can tell is one that ``Audits``.
"""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from typing import Final, Literal, NamedTuple, Protocol, runtime_checkable

from croupier.cards.cards import ACE, RANK_LETTERS, Card
from croupier.errors import BadInput
from croupier.exact.distribution import Distribution
from croupier.exact.result import Progress, Solver, in_silence
from croupier.play.game import Game
from croupier.play.showdown import Bet, Hand

Detail = Literal["card", "color", "kind", "high"]

_JACK, _QUEEN = 11, 12
COLORS: Final = ("black", "red")
KINDS: Final = ("ace", "face", "other")
HEIGHTS: Final = ("low", "high")
FORMS: Final = "dealer:N, dealer:color:N, dealer:kind:N, dealer:high:N, dealer:all, color or seats"


class Sight(NamedTuple):
    """This many of the dealer's cards, in this detail."""

    detail: Detail
    number: int

    def __str__(self) -> str:
        return f"dealer:{self.number}" if self.detail == "card" else f"dealer:{self.detail}:{self.number}"

    def label(self, card: Card) -> int:
        """What is seen of one card, as a number."""
        if self.detail == "color":
            return int(card.is_red)
        if self.detail == "high":
            return int(card.rank >= _QUEEN)
        return kind_of(card.rank) if self.detail == "kind" else int(card)

    def words(self, card: Card) -> str:
        """What a chart of decisions calls it; suits are left out, since they seldom matter."""
        if self.detail == "color":
            return COLORS[card.is_red]
        if self.detail == "high":
            return HEIGHTS[card.rank >= _QUEEN]
        return KINDS[kind_of(card.rank)] if self.detail == "kind" else RANK_LETTERS[card.rank - 2]


NOTHING: Final = Sight("card", 0)


def kind_of(rank: int) -> int:
    """Ace, face or other, as a place among ``KINDS``.

    >>> [KINDS[kind_of(rank)] for rank in (14, 13, 11, 10)]
    ['ace', 'face', 'face', 'other']
    """
    return 0 if rank == ACE else 1 if rank >= _JACK else 2


def parse_sight(text: str, hand_size: int) -> Sight:
    """Read what is seen of a dealer's hand of this size.

    >>> parse_sight("dealer:1", 3), parse_sight("color", 3), parse_sight("dealer:all", 7)
    (Sight(detail='card', number=1), Sight(detail='color', number=1), Sight(detail='card', number=7))
    """
    match text.strip().casefold().split(":"):
        case ["color"]:
            return Sight("color", 1)
        case ["dealer", "all"]:
            return Sight("card", hand_size)
        case ["dealer", number]:
            return Sight("card", _number(text, number, hand_size))
        case ["dealer", "color" | "kind" | "high" as detail, number]:
            return Sight(detail, _number(text, number, hand_size))
    raise BadInput(f"'{text[:40]}': unknown sight", hint=FORMS)


def _number(text: str, number: str, hand_size: int) -> int:
    if not (number.isascii() and number.isdigit() and len(number) < 3 and 1 <= int(number) <= hand_size):
        raise BadInput(f"'{text[:40]}': the dealer has {hand_size} cards", hint=f"a number from 1 to {hand_size}")
    return int(number)


class Work(Enum):
    """What the exact value of a sight takes."""

    A_MOMENT = "a moment"  # Little enough for every par sheet.
    SECONDS = "seconds"
    MINUTES = "minutes"
    TOO_MUCH = "too much"  # It is refused.


class SightRow(NamedTuple):
    """One class of the player's hands beside one thing seen: how many deals are best played with each bet."""

    seen: str
    hand: Hand
    words: str
    bets: Mapping[Bet, int]

    @property
    def best(self) -> Bet | None:
        """The bet that is best whatever the other cards are; None where they decide."""
        used = [bet for bet, deals in self.bets.items() if deals]
        return used[0] if len(used) == 1 else None


class SolvedAdvantage(NamedTuple):
    """The best play under a sight, solved: its outcomes, and what to do by what is seen."""

    sight: Sight
    distribution: Distribution  # Over all deals with every choice of the cards that are seen.
    chart: tuple[SightRow, ...]


class Estimate(NamedTuple):
    """A sampled figure with its standard error."""

    value: float
    standard_error: float


class SampledFigures(NamedTuple):
    """The figures of play beside other seats whose cards are known, estimated."""

    outcomes: tuple[tuple[Fraction, Estimate], ...]
    """Every net that occurred, or that occurs without their cards, lowest first, with its chance."""
    expectation: Estimate
    hit_frequency: Estimate
    push_frequency: Estimate
    average_wagered: Estimate
    variance: Estimate
    standard_deviation: Estimate
    element_of_risk: Estimate | None  # The expected loss over all that is put up.
    desirability_index: Estimate | None  # 1000 EV / SD.
    n0: Estimate | None  # (SD / EV) squared.


@runtime_checkable
class Audits(Solver, Protocol):
    """A solver that also values the best play of somebody who sees too much."""

    def hidden_cards(self, game: Game) -> int:
        """How many of the dealer's cards a player might get to see before deciding."""

    def work_of(self, game: Game, sight: Sight) -> Work:
        """What it takes to count a sight."""

    def audit(self, game: Game, sight: Sight, progress: Progress = in_silence) -> SolvedAdvantage:
        """The best play under a sight; BadInput where that is too much to count."""


def sights_of(solver: Audits, game: Game) -> list[str]:
    """Every sight of the dealer's cards that is counted in seconds, the least telling first; empty for none."""
    size = solver.hidden_cards(game)
    several = [f"dealer:{number}" for number in range(1, size)]
    known = ["dealer:color:1", "dealer:high:1", "dealer:kind:1", *several, "dealer:all"] if size else []
    return [text for text in known if solver.work_of(game, parse_sight(text, size)) in (Work.A_MOMENT, Work.SECONDS)]


def check_sight(solver: Audits, game: Game, sight: Sight) -> None:
    """Refuse what takes too much work."""
    if solver.work_of(game, sight) is Work.TOO_MUCH:
        raise BadInput(
            f"{game.base_wager} of {game.configuration.name} is not counted for {sight}",
            hint=f"as in --sees {', '.join(sights_of(solver, game)) or 'nothing'}",
        )
