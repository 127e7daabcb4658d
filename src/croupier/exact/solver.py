"""What every solver of base games offers, whatever its technique: ``solve`` and ``advise``.

A game names its solver (``play.declaration``); ``questions.solved.base_games`` finds it by that name. A solver receives
the game as an argument and refuses by name what it cannot serve: it never guesses. ``Effort`` says how much an answer
may cost.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, runtime_checkable

from croupier.cards.cards import Card
from croupier.errors import MissingPart
from croupier.exact.result import FactTable, Result
from croupier.play.documents import Json
from croupier.play.lines import Cards

if TYPE_CHECKING:
    from croupier.exact.distribution import Distribution
    from croupier.play.game import Choose, Game, State

Progress = Callable[[int, int], None]  # Called with how much of a long piece of work is done, and how much there is.


def in_silence(_done: int, _all: int) -> None:
    """Progress that nobody watches."""


class Worth(NamedTuple):
    """One answer to a question: what it puts up and what the round then brings, in base wagers."""

    action: str
    amount: Fraction
    value: Fraction | None  # None where it is not solved.


class Question(NamedTuple):
    """What a player is asked, by the rule that asks it, with every answer, the smallest stake first."""

    rule: str
    worths: tuple[Worth, ...]
    steps: tuple[Worth, ...] = ()  # Every whole multiple, where a range has some between its ends.
    words: str = "decision"
    ties_to: str | None = None  # The answer that counts as best among equally good ones; None for the smaller stake.

    @property
    def unsolved(self) -> tuple[str, ...]:
        return tuple(worth.action for worth in self.worths if worth.value is None)

    @property
    def best_solved(self) -> Worth | None:
        """The best answer that is solved; of equal ones ``ties_to``, then the smaller stake, then the first."""
        solved = [
            (worth.value, worth.action == self.ties_to, -worth.amount, worth)
            for worth in self.worths
            if worth.value is not None
        ]
        return max(solved, key=lambda each: each[:3])[3] if solved else None

    @property
    def best(self) -> Worth | None:
        """The best answer; None where one that is not solved may be better."""
        return None if self.unsolved else self.best_solved


@dataclass(frozen=True)
class Advice:
    """Everything about one decision: the hand, what is asked, what each answer is worth, and what that rests on."""

    cards: Cards
    hand: str  # The hand as players call it.
    asked: Question  # The question to be answered now.
    on: str  # Which cards the advice takes into account.
    title: str
    basis: str  # In which unit, and on which assumptions.
    questions: tuple[Question, ...] = ()
    """Everything that the player is asked in this hand, in the order of play; if empty, only the one asked."""
    remarks: tuple[str, ...] = ()
    tables: tuple[FactTable, ...] = ()
    notes: tuple[str, ...] = ()
    facts: Json = field(default_factory=dict)
    """What the solver adds to the record of an advice, as plain data."""

    def to_dict(self) -> Json:
        """As plain data: what is asked, what each answer is worth in base wagers, and which is the best."""
        best = self.asked.best
        return {
            "cards": [str(card) for card in self.cards],
            "hand": self.hand,
            "question": self.asked.rule,
            "answers": [
                {
                    "action": each.action,
                    "amount": str(each.amount),
                    "expectation": None if each.value is None else str(each.value),
                }
                for each in self.asked.steps or self.asked.worths
            ],
            "best": best.action if best else None,
        }

    def __repr__(self) -> str:
        best = self.asked.best
        return f"<Advice on {self.title}: {best.action if best else 'not solved'}>"


SideNet = Callable[[Cards, Card], Fraction]
"""What a side wager brings, in its own units, by first two cards and up-card."""


class Beside(NamedTuple):
    """A side wager by itself, and beside the base wager."""

    mean: Fraction
    variance: Fraction
    covariance: float  # In units of either wager.
    correlation: float


@runtime_checkable
class Values(Protocol):
    """A solver that gives a game's value instead of its outcomes."""

    assumptions: tuple[str, ...]  # Ways to play that the value may rest on, the usual one first.

    def value(self, game: Game, assumption: str) -> Result:
        """The whole game under one of these."""

    def chart(self, game: Game) -> Result:
        """How to play by a chart, and what that costs."""

    def counter(self, game: Game, best: Result) -> Result:
        """What a card counter goes by; ``best`` is the value under the usual assumption."""

    def beside(self, game: Game, best: Result, net: SideNet) -> Beside:
        """A side wager on the first cards beside the base wager, which is played as ``best`` says."""


class Solver(Protocol):
    """One way to solve base games; what a solver may see of too many cards is ``sights.sight.Audits``."""

    decides_on_hand: bool = False
    """Whether a decision depends on the player's own hand alone, so that advice needs no other cards."""

    def deals(self, game: Game) -> int | None:  # noqa: ARG002
        """All deals of the base game, to which every solution must add up; None if they are not known beforehand."""
        return None

    def note(self, game: Game) -> str | None:  # noqa: ARG002
        """What a reader of the figures must know about them."""
        return None

    def solve(self, game: Game, progress: Progress) -> Result:
        """Optimal play of the base wager."""

    def advise_hand(self, game: Game, cards: Cards, up: Card | None) -> Advice:
        """What every answer is worth with one hand, and the dealer's up-card where the game shows one."""

    def advise(self, game: Game, state: State, turn: Choose) -> Advice:
        """What every answer is worth to the seat that a round waits for."""


class Effort(NamedTuple):
    """The most that a solver may use; what takes more is estimated, and marked so."""

    memory_bytes: int = 4 << 30
    seconds: float = 600.0
    """Estimated beforehand by the solver for one core, so that the same question always has the same answer."""
    progress: Progress = in_silence


AT_THE_TABLE: Final = Effort(1 << 30, 2.0)  # While others wait for a decision.


@runtime_checkable
class Charts(Protocol):
    """A solver whose strategy in words is a way to play that has a value of its own."""

    def chart_value(self, game: Game, progress: Progress) -> Distribution:
        """What the chart brings, exactly."""


@runtime_checkable
class AdvisesWithin(Protocol):
    """A solver whose advice may be expensive and can be limited."""

    def advise_within(self, game: Game, state: State, turn: Choose, effort: Effort) -> Advice:
        """What every answer is worth, exact where the effort allows it."""


def has_compiler() -> bool:
    """Whether compiled code can run: samples are then drawn at full speed."""
    return find_spec("numba") is not None


def needs_compiler(what: str) -> None:
    """Say what is missing where compiled code would run for minutes, and what works without it."""
    if not has_compiler():
        raise MissingPart(f"{what} by compiled code, which needs numba", hint="pip install 'croupier[sim]'")
