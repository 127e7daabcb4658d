"""What is a way to play worth? ``Grade``: the exact value of a policy, its regret, and where it loses most. A policy is
valued by the solver of its game: over classes of hands in a showdown, over everything that is seen in a game with
streets, by a walk of a short deck, over every first hand of blackjack, by what the dealer shows to one player at a pot;
several players at a pot by sample. Any other game is refused by name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Final

from croupier import catalogue
from croupier.errors import BadInput, MissingPart
from croupier.exact.policies import Decide, Graded, Grades, Policy, policy_of
from croupier.exact.result import Number
from croupier.exact.sampled_table import SamplesTables
from croupier.play.documents import Part
from croupier.play.game import Game
from croupier.questions.asking import USUALLY, Asked, Question, told
from croupier.questions.asking import Game as GameName
from croupier.questions.figures import Exact, Percentage, head_of
from croupier.questions.solved.solutions import base_configuration, decided_game, solver_of
from croupier.records import Of, Record, record_of
from croupier.rulebook.configuration import Configuration

MOST_LOSSES: Final = 20  # As many as a reader looks at; the shares of the others are what is missing to a hundred.


class LossRecord(Record):
    """Where a policy gives something away."""

    question: str
    hand: str
    taken: str
    better: str
    loss: Exact
    share: str  # Of the whole regret, in percent.


class GradeRecord(Record):
    """A policy's worth."""

    schema: int
    game: str
    wager: str
    seats: int
    policy: str
    method: str
    expectation: Exact
    standard_error: str  # Of the figures, in percent, where deals are sampled; else empty.
    house_edge: Percentage
    best_house_edge: Percentage
    regret: Percentage
    losses: list[LossRecord]
    never_followed: Annotated[list[str], Of("idle")]  # Rules that no situation comes to.
    game_hash: str


@dataclass(frozen=True)
class GradeAnswer:
    configuration: Configuration
    wager: str
    policy: str
    graded: Graded
    seats: int = 1
    idle: Sequence[str] = ()

    @property
    def regret(self) -> Number:
        """What best play brings beyond the policy, in base wagers a round."""
        regret: Number = self.graded.best - self.graded.expectation
        return regret

    @cached_property
    def record(self) -> GradeRecord:
        graded = self.graded
        sampled = f"sampled from {graded.deals:,} deals, every decision of some of them checked" if graded.deals else ""
        losses = [
            record_of(LossRecord, loss, share=f"{100 * float(loss.loss / self.regret):.2f}")
            for loss in graded.losses[:MOST_LOSSES]
        ]
        return record_of(
            GradeRecord,
            self,
            **head_of(self.configuration),
            method=sampled or ("floating point" if graded.error else "exact"),
            expectation=graded.expectation,
            standard_error=f"{100 * graded.error:.3f}" if sampled else "",
            house_edge=-graded.expectation,
            best_house_edge=-graded.best,
            losses=losses,
        )


class Grade(Question[GradeAnswer]):
    """What is a way to play the base wager worth? The policy is a document of rules, or of a chart."""

    game: GameName
    policy: Mapping[str, object]
    name: str = "policy"
    seats: Annotated[int, told("Players at one pot, all of whom follow the policy.")] = 1

    def answered(self, asked: Asked) -> GradeAnswer:
        configuration = catalogue.configuration(self.game)
        policy = read_policy(decided_game(configuration), self.policy)
        return grade(configuration, policy, asked, self.name, self.seats)


def read_policy(game: Game, document: Mapping[str, object], what: str = "policy") -> Policy:
    """A policy as its document states it; one of another game, or of other rules, is not taken by mistake."""
    if "game" in document:
        meant = Part(document, what).text("game")
        try:
            told = base_configuration(catalogue.configuration(meant))
        except BadInput as problem:
            raise BadInput(f"{what}: game: {problem.message}", hint=problem.hint) from None
        if str(told) != (own := str(base_configuration(game.configuration))):
            raise BadInput(f"{what}: it is for {told}, not for {own}", hint="leave game out to take it all the same")
    return policy_of(game, document, grader_of(game).goes_by, what)


def grade(
    configuration: Configuration | str, decide: Decide, asked: Asked = USUALLY, name: str = "policy", seats: int = 1
) -> GradeAnswer:
    """The same for a policy that is a function of a ``Situation``."""
    if isinstance(configuration, str):
        configuration = catalogue.configuration(configuration)
    game = decided_game(configuration)
    solver = grader_of(game)
    if seats != 1 and not isinstance(solver, SamplesTables):
        raise BadInput(f"players of {configuration.name} do not play against one another", hint="leave seats out")
    if not callable(decide):
        raise BadInput("a policy is a function of a Situation", hint="Grade(game=..., policy={...}) takes rules")
    if seats != 1 and isinstance(solver, SamplesTables):
        graded = solver.grade_table(game, decide, seats, asked.progress)
    else:
        graded = solver.grade(game, decide, asked.progress)
    if isinstance(decide, Policy):
        decide.check_spelling()
    return GradeAnswer(configuration, game.base_wager, name, graded, seats, getattr(decide, "idle", ()))


def grader_of(game: Game) -> Grades:
    """The solver of a game, which values ways to play it."""
    solver = solver_of(game)
    if not isinstance(solver, Grades):
        raise MissingPart(
            f"policies of {game.configuration.name} are not graded",
            hint="showdowns, games with streets, short decks, blackjack and players at a pot are",
        )
    return solver
