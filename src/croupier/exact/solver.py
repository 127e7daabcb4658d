"""What every solver of base games offers, whatever its technique: ``solve``, ``advise`` and ``audit``.

A game names its solver (``play.declaration``); ``croupier.solving.solvers`` finds it by that name. A solver receives
the game as an argument and refuses by name what it cannot serve: it never guesses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from croupier.cards.cards import Card
from croupier.errors import BadInput
from croupier.exact.result import FactTable, Result
from croupier.play.lines import Cards

if TYPE_CHECKING:
    from croupier.cards.shuffle import RandomSource
    from croupier.exact.advantage.gains import Advantage, SampledAdvantage
    from croupier.exact.advantage.sight import Sight
    from croupier.play.game import Choose, Game, State

Progress = Callable[[int, int], None]
"""Called with how much of a long piece of work is done, and how much there is."""


def in_silence(_done: int, _all: int) -> None:
    """Progress that nobody watches."""


class Worth(NamedTuple):
    """One answer to a question: what it puts up and what the round then brings, in base wagers."""

    action: str
    amount: Fraction
    value: Fraction | None
    """None where it is not solved."""


class Question(NamedTuple):
    """What a player is asked, by the rule that asks it, with every answer, the smallest stake first."""

    rule: str
    worths: tuple[Worth, ...]
    steps: tuple[Worth, ...] = ()
    """Every whole multiple, where a range has some between its ends."""
    words: str = "decision"
    ties_to: str | None = None
    """The answer that counts as best among equally good ones; None for the smaller stake."""

    @property
    def unsolved(self) -> tuple[str, ...]:
        return tuple(each.action for each in self.worths if each.value is None)

    @property
    def best_solved(self) -> Worth | None:
        """The best answer that is solved; of equal ones ``ties_to``, then the smaller stake, then the first."""
        solved = [
            (each.value, each.action == self.ties_to, -each.amount, each)
            for each in self.worths
            if each.value is not None
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
    hand: str
    """The hand as players call it."""
    asked: Question
    """The question to be answered now."""
    on: str
    """Which cards the advice takes into account."""
    title: str
    basis: str
    """In which unit, and on which assumptions."""
    questions: tuple[Question, ...] = ()
    """Everything that the player is asked in this hand, in the order of play; if empty, only the one asked."""
    remarks: tuple[str, ...] = ()
    tables: tuple[FactTable, ...] = ()
    notes: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What the solver adds to the record of an advice, as plain data."""

    def to_dict(self) -> dict[str, Any]:
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
    covariance: float
    """In units of either wager."""
    correlation: float


@runtime_checkable
class Values(Protocol):
    """A solver that gives a game's value instead of its outcomes."""

    assumptions: tuple[str, ...]
    """Ways to play that the value may rest on, the usual one first."""

    def value(self, game: Game, assumption: str) -> Result:
        """The whole game under one of these."""

    def chart(self, game: Game) -> Result:
        """How to play by a chart, and what that costs."""

    def counter(self, game: Game, best: Result) -> Result:
        """What a card counter goes by; ``best`` is the value under the usual assumption."""

    def beside(self, game: Game, best: Result, net: SideNet) -> Beside:
        """A side wager on the first cards beside the base wager, which is played as ``best`` says."""


class NoAudit:
    """For solvers of games that are decided on more than the player's own hand: they audit no sight."""

    decides_on_hand = False

    def deals(self, game: Game) -> int | None:  # noqa: ARG002
        return None

    def note(self, game: Game) -> str | None:  # noqa: ARG002
        return None

    def sights(self, game: Game) -> list[str]:  # noqa: ARG002
        return []

    def hidden_cards(self, game: Game) -> int:  # noqa: ARG002
        return 0

    def enumerates(self, game: Game, sight: Sight) -> bool:  # noqa: ARG002
        return False

    def takes_long(self, game: Game, sight: Sight) -> bool:  # noqa: ARG002
        return False

    def quick_sights(self, game: Game) -> tuple[str, ...]:  # noqa: ARG002
        return ()

    def audit(
        self,
        game: Game,
        sight: Sight,
        seats: int = 1,  # noqa: ARG002
        samples: int = 0,  # noqa: ARG002
        source: RandomSource | None = None,  # noqa: ARG002
        progress: Callable[[int], None] = lambda _done: None,  # noqa: ARG002
        counting: Progress = in_silence,  # noqa: ARG002
    ) -> Advantage | SampledAdvantage:
        raise BadInput(
            f"{game.base_wager} of {game.configuration.name} is not audited for {sight}",
            hint="games that are decided on the player's own hand are",
        )


class Solver(Protocol):
    """One way to solve base games."""

    decides_on_hand: bool
    """Whether a decision depends on the player's own hand alone, so that advice needs no other cards."""

    def deals(self, game: Game) -> int | None:
        """All deals of the base game, to which every solution must add up; None if they are not known beforehand."""

    def note(self, game: Game) -> str | None:
        """What a reader of the figures must know about them."""

    def solve(self, game: Game, progress: Progress) -> Result:
        """Optimal play of the base wager."""

    def advise_hand(self, game: Game, cards: Cards, up: Card | None) -> Advice:
        """What every answer is worth with one hand, and the dealer's up-card where the game shows one."""

    def advise(self, game: Game, state: State, turn: Choose) -> Advice:
        """What every answer is worth to the seat that a round waits for."""

    def sights(self, game: Game) -> list[str]:
        """Every sight of the dealer's cards that is enumerated in seconds, the least telling first; empty for none."""

    def hidden_cards(self, game: Game) -> int:
        """How many of the dealer's cards a player might get to see before deciding."""

    def enumerates(self, game: Game, sight: Sight) -> bool:
        """Whether ``audit`` is exact for a sight."""

    def takes_long(self, game: Game, sight: Sight) -> bool:
        """Whether it takes minutes, so that an estimate may be preferred."""

    def quick_sights(self, game: Game) -> tuple[str, ...]:
        """Of those, what a par sheet can afford."""

    def audit(
        self,
        game: Game,
        sight: Sight,
        seats: int = 1,
        samples: int = 0,
        source: RandomSource | None = None,
        progress: Callable[[int], None] = lambda _done: None,
        counting: Progress = in_silence,
    ) -> Advantage | SampledAdvantage:
        """The best play of a player who sees too much: exact where it can be enumerated, otherwise from this many
        samples.

        A number of samples asks for an estimate where counting takes long.
        """
