"""The solver that games of one pot, with all cards open, name: ``sequential-pot``."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import Final, NamedTuple, cast

from croupier.cards.cards import Card, format_cards
from croupier.errors import BadInput, MissingPart
from croupier.exact import policies
from croupier.exact.result import (
    AT_THE_TABLE,
    Advice,
    Effort,
    Number,
    Progress,
    Question,
    Result,
    Solver,
    Worth,
    in_silence,
)
from croupier.exact.ricochet.alone import OUT, solve_one_player
from croupier.exact.sampled_table import Sample, SampledTable
from croupier.kernels.pot_game import PotGame
from croupier.play.game import Cards, Choose, Game, Slot, State

PLAY: Final = "play"
GRADED: Final = Sample(200_000, 150)
"""What is sampled of a policy at a table of several."""


class ActionValue(NamedTuple):
    """A legal action and the average net of the whole round, in Antes, with the Ante Bonus and without side bets."""

    action: str
    value: Fraction


class DealAdvice(NamedTuple):
    """What the seat to act may do, and what each action is worth."""

    seat: int
    values: tuple[ActionValue, ...]
    error: float = 0.0  # What a value may be off by, or its standard error where it is sampled; zero if it is exact.
    draws: int = 0  # How many draws were sampled; zero if none were.

    @property
    def best(self) -> ActionValue:
        """The action of most worth; of equal ones, playing."""
        return max(self.values, key=lambda each: (each.value, each.action == PLAY))


def advise_deal(game: PotGame, state: State, effort: Effort = Effort()) -> DealAdvice:  # noqa: B008
    """What every action of the seat to act is worth, all later decisions being the best for those who take them."""
    turn = game.turn(state)
    if not isinstance(turn, Choose):
        raise BadInput("nobody is to act in this round", hint="leave out the decision that is asked about")
    # numba is slow to load, so it is imported only here.
    try:
        from croupier.exact.ricochet.few_to_act import SECONDS, choices_of_few
        from croupier.exact.ricochet.full_table import ERROR_BOUND, FullTable
        from croupier.exact.ricochet.sampled import DRAWS, QUICK_DRAWS, sampled_choices
    except MissingPart as problem:
        raise MissingPart("advice at a pot needs numba, which is not installed", hint=problem.hint) from None

    def advice(play: Fraction, decline: Fraction, error: float = 0.0, draws: int = 0) -> DealAdvice:
        values = tuple(ActionValue(action.name, play if action.name == PLAY else decline) for action in turn.actions)
        return DealAdvice(turn.seat, values, error, draws)

    counted = choices_of_few(game, state) if effort.seconds >= SECONDS else None
    if counted is not None:
        return advice(*counted)
    table = FullTable(game, state)
    if table.is_within(effort):
        solved = table.solve(effort.progress)
        return advice(_as_known(solved.play, 10), _as_known(solved.decline, 10), ERROR_BOUND)
    draws = DRAWS if effort.seconds > AT_THE_TABLE.seconds else QUICK_DRAWS
    sampled = sampled_choices(game, state, draws)
    return advice(_as_known(sampled.play, 4), _as_known(sampled.decline, 4), sampled.standard_error, draws)


def _as_known(value: float, places: int) -> Fraction:
    """A value in floating point with no more digits than it has."""
    return Fraction(f"{value:.{places}f}")


def _pot_game(game: Game) -> PotGame:
    """A game that names this solver answers its questions: the protocol is checked by the game's own tests."""
    return cast("PotGame", game)


class SequentialPotSolver(Solver):
    """One player alone is solved as a whole; a table of several, decision by decision, and as a whole by sample."""

    goes_by = policies.PLAYS
    table_rule = "every seat plays for its own best: by a quick sketch, and where that is close, exactly or by draws"

    def deals(self, game: Game) -> int:
        """All deals of one player: the pocket, the dealer's hand and the draw."""
        pot = _pot_game(game)
        cards, deals = len(game.deck), 1
        for size in (pot.pocket_cards, pot.dealer_cards, pot.drawn_cards):
            deals *= comb(cards, size)
            cards -= size
        return deals

    def note(self, game: Game) -> str | None:  # noqa: ARG002
        return "one player alone: with more players the pot differs, and so does every decision"

    def solve(self, game: Game, progress: Progress) -> Result:
        pot = _pot_game(game)
        alone = solve_one_player(pot, lambda done, parts: progress(done, 2 * parts))
        always = solve_one_player(pot, lambda done, parts: progress(parts + done, 2 * parts), lambda *_: True)
        return Result(
            game.configuration,
            game.base_wager,
            alone.distribution,
            simple={"play every hand": always.distribution},
            plays=alone.plays,
        )

    def grade(self, game: Game, decide: policies.Decide, progress: Progress = in_silence) -> policies.Graded:
        """One player: by the words of ``strategy``, or by the cards where the policy looks at them."""

        def plays(question: str, kind: str, cards: tuple[Cards, Cards] | None) -> bool | None:
            asked = policies.OfKind(question, (PLAY, _declines(question)), kind)
            if cards is not None:
                return policies.answered(decide, policies.Situation(*asked[:3], *cards)) == PLAY
            taken = policies.answered_alike(decide, asked)
            return None if taken is None else taken == PLAY

        played = solve_one_player(_pot_game(game), progress, plays)
        best = played.distribution.expectation + sum(played.lost.values())
        return policies.graded(best, _losses(played.lost), played.distribution.expectation)

    def grade_table(self, game: Game, decide: policies.Decide, seats: int, progress: Progress) -> policies.Graded:
        # numba is slow to load, so it is imported only here.
        from croupier.exact.ricochet.sampled import sample_policy

        most = game.configuration.edition.seats[1]
        if not 1 <= seats <= most:
            raise BadInput(f"{seats} players do not fit at one pot", hint=f"from 1 to {most}")

        def plays(question: str, kind: str, _is_offered: bool) -> bool:
            taken = policies.answered_alike(decide, policies.OfKind(question, (PLAY, _declines(question)), kind))
            if taken is None:
                raise BadInput(
                    "several players at a pot decide by words: their cards are not told", hint="name no seats"
                )
            return taken == PLAY

        table = sample_policy(_pot_game(game), seats, plays, GRADED, progress)
        error = (table.mean.error**2 + table.regret.error**2) ** 0.5
        best = table.mean.mean + table.regret.mean
        return policies.graded(best, _losses(table.lost), table.mean.mean, error, GRADED.deals)

    def advise_hand(self, game: Game, cards: Cards, up: Card | None) -> Advice:  # noqa: ARG002
        if up is not None:
            raise BadInput(f"{game.configuration.name} is decided without an up-card", hint="leave --up out")
        raise BadInput(
            f"a decision in {game.configuration.name} depends on every card on the table",
            hint="use --round FILE, with all hands",
        )

    def advise(self, game: Game, state: State, turn: Choose) -> Advice:
        return self.advise_within(game, state, turn, Effort())

    def advise_within(self, game: Game, state: State, turn: Choose, effort: Effort) -> Advice:
        """Exact where memory and time allow it, else from sampled draws, and marked so."""
        found = advise_deal(_pot_game(game), state, effort)
        cards = next(dealt.cards for dealt in state.dealt if dealt.slot == Slot(turn.seat))
        hand = game.hand_words(cards)
        ante = state.stakes[0].amounts[0]
        amounts = {action.name: Fraction(action.minimum, ante) for action in turn.actions}
        players, to_act = len(state.stakes), len(state.stakes) - len(state.decisions)
        known, facts = _method(found)
        others = "the last to act" if to_act == 1 else f"{to_act - 1} more to act, each for their own best"
        return Advice(
            cards=cards,
            hand=hand,
            asked=Question(
                turn.rule,
                tuple(Worth(each.action, amounts[each.action], each.value) for each in found.values),
                ties_to="play",
            ),
            on="all cards showing",
            title=f"seat {turn.seat} with {format_cards(cards)}, {hand}",
            basis=f"{known}, in Antes for the whole round, without side bets; {players} players, {others}",
            facts={"seat": turn.seat, "players": players, "to_act": to_act, **facts},
        )

    def sample_table(self, game: Game, seats: int, sample: Sample, progress: Progress) -> SampledTable:
        """All seats under the best play."""
        # numba is slow to load, so it is imported only here.
        from croupier.exact.ricochet.sampled import sample_table

        return sample_table(_pot_game(game), seats, sample, progress)


def _declines(question: str) -> str:
    """What is done instead of playing."""
    return "take" if question == OUT else "fold"


def _losses(lost: Mapping[tuple[str, str, bool], Number]) -> Iterator[policies.Loss]:
    for (question, kind, played), less in lost.items():
        taken, better = (PLAY, _declines(question)) if played else (_declines(question), PLAY)
        yield policies.Loss(question, kind, taken, better, less)


def _method(found: DealAdvice) -> tuple[str, dict[str, str]]:
    """How the figures came about, in words and as data."""
    if found.draws:
        from croupier.exact.ricochet.sampled import QUICK_BIAS  # with numba, which has sampled by now

        error = f"{found.error:.4f}"
        words = f"estimated from {found.draws:,} sampled draws with a standard error of {error} on playing"
        return f"{words}, later seats deciding quickly, which may add up to {QUICK_BIAS:g}", {
            "method": "estimated",
            "standard_error": error,
            "error_of_later_seats": f"{QUICK_BIAS:g}",
            "draws": str(found.draws),
        }
    if found.error:
        bound = f"{found.error:g}"
        return f"floating point, off by less than {bound}", {"method": "floating point", "error_bound": bound}
    return "exact", {}


SOLVER: Final = SequentialPotSolver()
