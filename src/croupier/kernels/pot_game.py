"""What solvers and kernels ask of a game in which players and dealer compete for one pot.

A *contest* is the game's own account of who holds the best hand showing; it is passed back and forth, and only who
holds it is read. Every rule of the pot is the game's: who stays in, who takes what, when the dealer is out.
"""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable

from croupier.cards.hands.five_card import FiveCardHand
from croupier.cards.hands.two_card import TwoCardHand
from croupier.errors import BadInput
from croupier.play.game import Cards, State, Turn

DRAWN: Final = 3  # Cards that a player draws.


class PotContest(Protocol):
    """Who holds the best hand showing, and which it is."""

    def __init__(self, best: FiveCardHand | None, holders: tuple[int, ...]) -> None: ...

    @property
    def best(self) -> FiveCardHand | None: ...

    @property
    def holders(self) -> tuple[int, ...]:
        """The seats that share the pot; the dealer's or nobody's where none of them plays."""


class Course(Protocol):
    """How a round stands after the deal."""

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in the order in which they act."""

    @property
    def pockets(self) -> Mapping[int, TwoCardHand]: ...

    @property
    def dealer(self) -> FiveCardHand: ...

    @property
    def contest(self) -> PotContest:
        """The game's own record of who holds the pot; solvers only pass it on."""

    @property
    def completed(self) -> Mapping[int, FiveCardHand]:
        """The seats that have played, with their five cards."""


@runtime_checkable
class PotGame(Protocol):
    """One configured game."""

    deck: Cards
    pocket_cards: int
    dealer_cards: int
    drawn_cards: int
    play_multiple: int

    def turn(self, state: State) -> Turn: ...

    def course(self, state: State) -> Course: ...

    def opened(self, dealer: FiveCardHand, players: int) -> PotContest:
        """The contest right after the deal."""

    def played(self, contest: Any, seat: int, hand: FiveCardHand, waiting: Sequence[TwoCardHand]) -> PotContest:
        """The contest once a seat's five cards are complete, while these two-card hands still wait."""

    def declined(self, contest: Any, seat: int, others_waiting: int) -> PotContest:
        """The contest once a seat has not played on."""

    def nets(self, seats: Sequence[int], played: Collection[int], contest: Any) -> Mapping[int, Fraction]:
        """What each seat ends with on Ante and Play together, in Antes, if the contest ends so."""

    def ante_bonus_for(self, hand: FiveCardHand) -> Fraction:
        """What the Ante Bonus pays for a completed hand, in Antes."""


class Moment(NamedTuple):
    """A deal as it lies at the moment of a decision."""

    contest: PotContest
    seats: tuple[int, ...]
    to_act: tuple[int, ...]  # Who still decides, in the order of acting.
    pockets: Mapping[int, TwoCardHand]
    have_played: frozenset[int]
    stub: Cards  # The cards that nobody holds, in order.
    held: Mapping[int, Cards]  # By seat, its cards.

    @classmethod
    def of(cls, game: PotGame, state: State) -> "Moment":
        """What a state tells a solver."""
        if game.drawn_cards != DRAWN:
            raise BadInput(f"players draw {game.drawn_cards} cards; these solvers know draws of {DRAWN}")
        course = game.course(state)
        to_act = course.order[len(state.decisions) :]
        gone = {card for dealt in state.dealt for card in dealt.cards}
        stub = tuple(sorted(card for card in game.deck if card not in gone))
        if len(stub) < DRAWN * len(to_act):
            raise BadInput(f"{len(stub)} cards are left, too few for {len(to_act)} players to draw")
        return cls(
            course.contest,
            tuple(stakes.seat for stakes in state.stakes),
            to_act,
            course.pockets,
            frozenset(course.completed),
            stub,
            {stakes.seat: dealt.cards for stakes, dealt in zip(state.stakes, state.dealt, strict=False)},
        )
