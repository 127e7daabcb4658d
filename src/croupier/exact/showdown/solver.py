"""The solver that games of one decision, hand against hand, name: ``showdown``."""

from collections.abc import Iterable
from fractions import Fraction
from math import ceil, comb, floor
from typing import Final

from croupier.cards.cards import Card, format_cards
from croupier.errors import BadInput, CardError, MissingPart, RulebookError
from croupier.exact.policies import HANDS, Decide, Graded
from croupier.exact.result import Advice, FactTable, Progress, Question, Result, Solver, Worth, in_silence
from croupier.exact.showdown import solving
from croupier.exact.showdown.solution import BetValue, Cases, HandValues
from croupier.exact.sights import gains
from croupier.exact.sights.sight import Sight, SolvedAdvantage, Work, check_sight
from croupier.play.game import Cards, Choose, Game, Slot, State
from croupier.play.showdown import Bet, Showdown

_OWN: Final = ("turn", "_settle", "resolve")
"""What the solver takes from the skeleton: a game that changes one of these is no longer counted by cases."""


def _showdown(game: Game) -> Showdown:
    if not isinstance(game, Showdown):
        raise RulebookError(
            f"{game.rules.folder}/game.py",
            "declares.solver",
            "'showdown' solves games built on play.showdown.Showdown",
            hint='name "tree", or build the game on Showdown',
        )
    changed = next((name for name in _OWN if _written(game, name) is not getattr(Showdown, name)), None)
    if changed:
        raise MissingPart(
            f"{game.configuration.name} has a '{changed}' of its own, which the showdown solver does not read",
            hint='declare solver = "tree" in its game.py, or estimate it with croupier simulate',
        )
    return game


def _written(game: Game, name: str) -> object:
    """A method as the game's file has it, under the supervision of games from outside the package."""
    method = getattr(type(game), name)
    return getattr(method, "supervised", method)


class ShowdownSolver(Solver):
    """Counts the dealer's hands against every hand of the player's."""

    decides_on_hand = True
    goes_by = HANDS

    def deals(self, game: Game) -> int:
        table = _showdown(game)
        return comb(len(game.deck), table.hand_size) * comb(len(game.deck) - table.hand_size, table.hand_size)

    def solve(self, game: Game, progress: Progress) -> Result:
        return solving.solve_showdown(_showdown(game), progress)

    def grade(self, game: Game, decide: Decide, progress: Progress = in_silence) -> Graded:
        return solving.grade(_showdown(game), decide, progress)

    def advise_hand(self, game: Game, cards: Cards, up: Card | None) -> Advice:
        if up is not None:
            raise BadInput(f"{game.configuration.name} is decided without an up-card", hint="leave --up out")
        for place, card in enumerate(cards):
            if card in cards[:place]:
                raise CardError(f"{card} appears twice in the hand", hint="one deck holds every card once")
        return _advice(solving.advise(_showdown(game), cards), cards)

    def advise(self, game: Game, state: State, turn: Choose) -> Advice:
        own = next(dealt.cards for dealt in state.dealt if dealt.slot == Slot(turn.seat))
        return _advice(solving.advise(_showdown(game), own), own)

    def hidden_cards(self, game: Game) -> int:
        return _showdown(game).hand_size

    def work_of(self, game: Game, sight: Sight) -> Work:
        return gains.work_of(_showdown(game), sight)

    def audit(self, game: Game, sight: Sight, progress: Progress = in_silence) -> SolvedAdvantage:
        check_sight(self, game, sight)
        return gains.solve_advantage(_showdown(game), sight, progress)


def _advice(found: HandValues, cards: Cards) -> Advice:
    bets = [value.bet for value in found.values]
    cases = found.cases
    return Advice(
        cards=cards,
        hand=found.words,
        asked=Question("decide", _worths(found.values, bets), _worths(_steps(found), bets)),
        on="your cards alone",
        title=f"{format_cards(cards)}, {found.words}",
        basis="exact, in base wagers for the whole round",
        tables=(FactTable(_case_rows(cases)),),
        facts={
            "counts": {
                "win": str(cases.lower),
                "tie": str(cases.equal),
                "lose": str(cases.higher),
                "not_qualified": str(cases.not_qualified),
                "total": str(cases.total),
            }
        },
    )


def _case_rows(cases: Cases) -> tuple[tuple[str, ...], ...]:
    return (
        ("dealer does not qualify", f"{cases.not_qualified:,}"),
        ("dealer is lower", f"{cases.lower:,}"),
        ("dealer ties", f"{cases.equal:,}"),
        ("dealer is higher", f"{cases.higher:,}"),
        ("all dealer's hands", f"{cases.total:,}"),
    )


def _worths(values: Iterable[BetValue], bets: list[Bet]) -> tuple[Worth, ...]:
    return tuple(Worth(each.bet.name_among(bets), each.bet.amount, each.value) for each in values)


def _steps(found: HandValues) -> list[BetValue]:
    """Every bet, with the whole multiples between the ends of a range.

    The solver weighs the ends alone: what a bet brings is linear in its amount, so none in between can be better.
    """
    steps: list[BetValue] = []
    for each in found.values:
        if steps and steps[-1].bet.action == each.bet.action:
            low = steps[-1]
            slope = (each.value - low.value) / (each.bet.amount - low.bet.amount)
            for amount in range(floor(low.bet.amount) + 1, ceil(each.bet.amount)):
                between = low.value + slope * (amount - low.bet.amount)
                steps.append(BetValue(Bet(each.bet.action, Fraction(amount)), between))
        steps.append(each)
    return steps


SOLVER: Final = ShowdownSolver()
