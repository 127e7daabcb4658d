"""The solver for games that no faster one serves: ``tree``, a walk of the game's own state machine.

It is exact for any game with one seat whose deals are few enough to walk, such as a game with a short deck.
"""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple

from croupier.cards.cards import Card, format_cards
from croupier.cards.hands import FAMILIES, Setting
from croupier.errors import BadInput, CardError, MissingPart
from croupier.exact import policies
from croupier.exact.distribution import Distribution
from croupier.exact.result import Advice, PlayRow, Progress, Question, Result, Solver, Worth, in_silence
from croupier.exact.sights.sight import Sight, SolvedAdvantage, Work, check_sight
from croupier.exact.tree import (
    BLANK,
    GRAINS,
    TreeSolution,
    advise_tree,
    expected_settlements,
    mistakes_of,
    solve_tree,
    whole_stakes,
)
from croupier.play.game import DEALER, EVERYONE, Cards, Choose, Decision, Draw, Game, Settled, Slot, State, Turn
from croupier.play.views import view
from croupier.units import format_odds

MOST_DEALS: Final = 4_000_000  # Rounds to settle: minutes on one core.
QUICK: Final = 100_000


class TreeSolver(Solver):
    """One seat against the house, every deal walked."""

    goes_by = policies.HANDS

    def solve(self, game: Game, progress: Progress) -> Result:
        _check_size(game)
        found = solve_tree(game, [whole_stakes(game)], progress=progress, most=2 * MOST_DEALS)
        return Result(game.configuration, game.base_wager, found.distributions[1], plays=_plays(game, found))

    def grade(self, game: Game, decide: policies.Decide, progress: Progress = in_silence) -> policies.Graded:
        _check_size(game)
        family, stakes = FAMILIES.get(game.declares.hands or ""), whole_stakes(game)
        base = stakes.base

        def at(state: State, choose: Choose) -> policies.Situation:
            own: list[Card] = []
            shown: list[Card] = []
            for slot in view(state, choose.seat).slots:
                (own if slot.slot.seat == choose.seat else shown).extend(slot.cards or ())
            names = tuple(
                named_decision(decision, choose, base) for decision in policies.answers_for(decide, choose, base)
            )
            made = family.classify(tuple(own), (), Setting()) if family and len(own) in family.sizes else None
            words = game.hand_words(tuple(own)) or format_cards(own)
            after = policies.answers_before(state.decisions, base)
            return policies.Situation(choose.rule, names, words, tuple(own), tuple(shown), made, after)

        def decided(state: State, choose: Choose) -> Decision:
            situation = at(state, choose)
            return policies.answers_for(decide, choose, base)[
                situation.offered.index(policies.answered(decide, situation))
            ]

        best, mistakes = mistakes_of(game, stakes, decided, progress)
        losses = []
        for state, choose, taken, better, loss in mistakes:
            took, good = (named_decision(each, choose, base) for each in (taken, better))
            losses.append(policies.Loss(choose.rule, at(state, choose).words, took, good, loss / base))
        return policies.graded(best / base, losses)

    def advise_hand(self, game: Game, cards: Cards, up: Card | None) -> Advice:
        state, turn = dealt_to_first_decision(game, cards, up)
        return self.advise(game, state, turn)

    def advise(self, game: Game, state: State, turn: Choose) -> Advice:
        if len(state.stakes) > 1:
            raise MissingPart(
                f"{game.configuration.name} is solved for one seat; this round has {len(state.stakes)}",
                hint="give a round with one seat",
            )
        _check_size(game)
        base = state.stakes[0].base
        worths = tuple(
            Worth(
                named_decision(decision._replace(amount=decision.amount // GRAINS), turn, base),
                Fraction(decision.amount, base * GRAINS),
                value / (base * GRAINS),
            )
            for decision, value in advise_tree(game, state.times(GRAINS), _scaled_turn(turn))
        )
        return advice_on(game, state, turn, worths)

    def hidden_cards(self, game: Game) -> int:
        found = hidden_hand(game, game.open([whole_stakes(game)]))
        return found.size if found else 0

    def work_of(self, game: Game, sight: Sight) -> Work:
        is_walked = sight.detail == "card" and sight.number <= self.hidden_cards(game)
        return Work.SECONDS if is_walked else Work.TOO_MUCH

    def audit(self, game: Game, sight: Sight, progress: Progress = in_silence) -> SolvedAdvantage:
        """The best play of a player who sees whole cards of the dealer."""
        check_sight(self, game, sight)
        hidden = hidden_hand(game, game.open([whole_stakes(game)]))
        seeing: Any = Seeing(game, hidden, sight.number) if hidden and sight.number else game
        _check_size(seeing)
        return SolvedAdvantage(sight, solve_tree(seeing, [whole_stakes(game)], progress=progress).distributions[1], ())


def _scaled_turn(turn: Choose) -> Choose:
    """The same question at stakes so large that every pay is whole."""
    actions = [
        action._replace(minimum=GRAINS * action.minimum, maximum=GRAINS * action.maximum, step=GRAINS * action.step)
        for action in turn.actions
    ]
    return turn._replace(actions=tuple(actions))


def solve_wager(game: Game, wager: str, progress: Progress = in_silence) -> Distribution:
    """One wager placed alone, walked."""
    stakes = whole_stakes(game, wager)
    return solve_tree(game, [stakes], progress=progress, most=2 * MOST_DEALS).distributions[1]


def advice_on(game: Game, state: State, turn: Choose, worths: tuple[Worth, ...]) -> Advice:
    """The advice on one decision of a round, from what each answer is worth."""
    own = tuple(card for dealt in state.dealt if dealt.slot.seat == turn.seat for card in dealt.cards)
    hand = game.hand_words(own)
    lies = [
        f"{dealt.slot}: {format_cards(dealt.cards)}"
        for dealt in state.dealt
        if dealt.slot.seat not in (turn.seat, *(stakes.seat for stakes in state.stakes))
        and dealt.seen_by in (EVERYONE, turn.seat)
        and dealt.cards
    ]
    return Advice(
        cards=own,
        hand=hand,
        asked=Question(turn.rule, worths),
        on="the cards that you see",
        title="; ".join([f"{format_cards(own)}, {hand}" if hand else format_cards(own), *lies]),
        basis="exact, in base wagers for the whole round",
    )


def named_decision(decision: Decision, turn: Choose, base: int) -> str:
    """An action by its name, with its amount in base wagers where there are several."""
    action = next(each for each in turn.actions if each.name == decision.action)
    if action.minimum == action.maximum:
        return decision.action
    return f"{decision.action} {format_odds(Fraction(decision.amount, base))}x"


def alone(game: Game, state: State, seat: int) -> State:
    """A round as one seat sees it: what lies face down before others is as good as not dealt."""
    others = {stakes.seat for stakes in state.stakes} - {seat}
    if any(dealt.slot.seat in others and dealt.seen_by in (EVERYONE, seat) for dealt in state.dealt):
        raise MissingPart(
            f"{game.configuration.name} is solved for one seat, which sees no other seat's cards",
            hint="give a round with one seat",
        )
    return as_if_alone(state, seat)


def as_if_alone(state: State, seat: int) -> State:
    """A round without its other seats and their cards, seen or not."""
    others = {stakes.seat for stakes in state.stakes} - {seat}
    return state._replace(
        stakes=tuple(stakes for stakes in state.stakes if stakes.seat == seat),
        dealt=tuple(dealt for dealt in state.dealt if dealt.slot.seat not in others),
        decisions=tuple(decision for decision in state.decisions if decision.seat == seat),
    )


@lru_cache(maxsize=16)
def is_quick(game: Game) -> bool:
    """Whether all deals are walked in seconds."""
    return expected_settlements(game, game.open([whole_stakes(game)])) <= QUICK


@lru_cache(maxsize=1 << 16)
def best_decision(game: Game, state: State, turn: Choose) -> Decision:
    """What is best for a seat by its own cards and the dealer's, over every deal in which these look alike."""
    own = as_if_alone(state, turn.seat)
    if game.turn(own) != turn:
        raise MissingPart(f"{game.configuration.name} asks a seat otherwise if it sits alone", hint="play one seat")
    worths = advise_tree(game, own, turn)
    return max(worths, key=lambda worth: (worth[1], -worth[0].amount))[0]


def _check_size(game: Game) -> None:
    deals = expected_settlements(game, game.open([whole_stakes(game)]))
    if deals > MOST_DEALS:
        raise MissingPart(
            f"{game.configuration.name} has about {deals:,} deals, too many to walk one by one",
            hint="croupier simulate estimates it; a short deck, or one whose cards are declared alike, can be walked",
        )


def dealt_to_first_decision(game: Game, cards: Cards, up: Card | None) -> tuple[State, Choose]:
    """A round of one seat at its first decision, with blanks for what the seat does not see."""
    for card, times in Counter((*cards, *([up] if up is not None else []))).items():
        held = game.deck.count(card)
        if not held:
            raise CardError(f"{card} is not in this game's deck")
        if times > held:
            often = "twice" if times == 2 else f"{times} times"
            raise CardError(f"{card} appears {often} in the hand", hint=f"the deck holds {held} of it")
    state, left = game.open([whole_stakes(game)]), list(cards)
    shown = [up] if up is not None else []
    while not isinstance(turn := game.turn(state), Choose):
        if isinstance(turn, Settled):
            raise BadInput(f"with these cards {game.configuration.name} asks for no decision", hint="name other cards")
        if not isinstance(turn, Draw):
            raise BadInput(f"{game.configuration.name} needs more than a hand to advise on", hint="use --round FILE")
        if turn.seen_by not in (EVERYONE, 1):
            drawn: Cards = (BLANK,) * turn.size
        else:
            pile = shown if turn.slot.is_dealers else left
            if len(pile) < turn.size:
                who = (
                    "the dealer's up-card"
                    if turn.slot.is_dealers
                    else f"{turn.size} card{'s' if turn.size > 1 else ''}"
                )
                hint = "add --up, as in --up 9c" if turn.slot.is_dealers else "name them with --cards, or use --round"
                raise BadInput(f"a hand of {game.configuration.name} needs {who}", hint=hint)
            drawn = tuple(pile[: turn.size])
            del pile[: turn.size]
        state = state.with_cards(turn, drawn)
    if left:
        raise BadInput(
            f"{format_cards(left)}: more cards than {game.configuration.name} shows at its first decision",
            hint="later decisions need the earlier ones: use --round FILE",
        )
    if shown:
        raise BadInput(f"{game.configuration.name} is decided without an up-card", hint="leave --up out")
    return state, turn


def _plays(game: Game, found: TreeSolution) -> tuple[PlayRow, ...]:
    """The strategy in words: situations that players call the same, with how often each decision is best in them."""
    rows: dict[tuple[str, str], Counter[str]] = {}
    for state, decision in found.decisions.items():
        turn = game.turn(state)
        assert isinstance(turn, Choose)
        own = tuple(card for dealt in state.dealt if dealt.slot.seat == decision.seat for card in dealt.cards)
        key = (turn.rule, game.hand_words(own) or format_cards(own))
        rows.setdefault(key, Counter())[named_decision(decision, turn, state.stakes[0].base)] += 1
    return tuple(PlayRow(question, hand, dict(best)) for (question, hand), best in rows.items())


SOLVER: Final = TreeSolver()


SEAT: Final = 1
_SEEN: Final = Slot(DEALER, "seen")
_REST: Final = Slot(DEALER, "rest")


class Hidden(NamedTuple):
    """The cards of the dealer that a seat does not see while it decides."""

    slot: Slot
    size: int


def hidden_hand(game: Game, state: State) -> Hidden | None:
    """What the dealer holds unseen; None where that is not one hand of a size that is known before the deal."""
    found = {path for path in _hidden(game, state, game.deck, has_decided=False) if path}
    return found.pop()[0] if len(found) == 1 and all(len(path) == 1 for path in found) else None


def _hidden(game: Game, state: State, left: Cards, *, has_decided: bool) -> set[tuple[Hidden, ...]]:
    """The dealer's hidden hands along every way of deciding, for one choice of cards."""
    match game.turn(state):
        case Choose() as turn:
            ways = [state.with_decision(Decision(turn.seat, action.name, action.minimum)) for action in turn.actions]
            return {path for way in ways for path in _hidden(game, way, left, has_decided=True)}
        case Draw() as turn if not turn.ordered and len(left) >= turn.size:
            is_hidden = turn.slot.is_dealers and (has_decided or turn.seen_by not in (EVERYONE, SEAT))
            own = (Hidden(turn.slot, turn.size),) if is_hidden else ()
            after = state.with_cards(turn, left[: turn.size])
            return {(*own, *path) for path in _hidden(game, after, left[turn.size :], has_decided=has_decided)}
        case Settled():
            return {()}
        case _:
            # A look at face-down cards, or an order that matters: two hands, for which ``hidden_hand`` gives None.
            return {(), (Hidden(_SEEN, 0), Hidden(_REST, 0))}


class Seeing:
    """A game whose player sees ``number`` of the dealer's hidden cards first; the tree walks it like any other."""

    def __init__(self, game: Game, hidden: Hidden, number: int) -> None:
        self._game, self._hidden, self._number = game, hidden, number

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def turn(self, state: State) -> Turn:
        """The seen cards, then what the game itself needs."""
        if not state.dealt:
            return Draw(_SEEN, self._number, SEAT)
        seen = state.dealt[0].cards
        dealt, decisions = list(state.dealt[1:]), list(state.decisions)
        own = State(state.stakes, chip=state.chip)
        while True:
            turn = self._game.turn(own)
            if isinstance(turn, Choose) and decisions:
                own = own.with_decision(decisions.pop(0))
            elif isinstance(turn, Draw) and turn.slot == self._hidden.slot:
                if turn.size != self._hidden.size:
                    raise MissingPart(f"{self._game.configuration.name} deals the dealer hands of several sizes")
                rest: Cards = ()
                if self._number < turn.size:
                    if not dealt:
                        return Draw(_REST, turn.size - self._number, turn.seen_by)
                    rest = dealt.pop(0).cards
                own = own.with_cards(turn, tuple(sorted((*seen, *rest))))
            elif isinstance(turn, Draw) and dealt:
                own = own.with_cards(turn, dealt.pop(0).cards)
            else:
                return turn
