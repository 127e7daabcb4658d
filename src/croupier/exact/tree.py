"""The referee: any game solved by walking its own state machine, slowly and obviously right.

At a draw every set of cards from what is left of the deck is tried (every sequence, where the game says that order
matters); at a decision the seat takes what brings it the most; at the end the game's own settlement is read. Nothing
here knows a rule of any game. The fast solvers must equal it on stripped decks.

*Counts.* A draw gives each of its branches the same weight. Where all branches draw equally many cards, the weights
below are plainly numbers of deals; where they do not (a seat that folds draws no more), branches are first brought to a
common denominator, so that weights stay integers in the right proportion.

*Ranges.* Of an action with a range only the two ends are tried. A settlement is linear in the amount put up, so for
fixed later decisions the expectation is linear too, and under the best later decisions it is a maximum of linear
functions: convex, and at its greatest at an end. Of equal actions the smaller wager is taken, so the answer is unique.

*What a seat knows.* A decision may depend only on what the seat sees: one decision is taken for all deals that look the
same from there, all with the same weight. Cards that a peek has looked at lie face down and fit its answers. Cards of
other seats count as unseen, and nobody infers them from another player's decisions, which loses nothing where cards
are open or where one seat's play does not touch another's money.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations
from math import lcm
from typing import NamedTuple

from croupier.cards.cards import Card
from croupier.errors import BadInput, MissingPart
from croupier.exact.distribution import Distribution
from croupier.exact.solver import Progress, in_silence
from croupier.play.game import EVERYONE, Choose, Dealt, Decision, Draw, Game, Peek, Settled, Stakes, State
from croupier.play.lines import Cards
from croupier.play.slots import Slot

BLANK = Card(-1)
"""Stands for a card that a seat cannot see."""


class SeatOutcome(NamedTuple):
    """What a round came to for one seat, in cents."""

    net: int
    """Over all wagers: what the seat maximizes."""
    counted_net: int
    """Over the wagers that were asked for."""
    counted_stake: int


class Branch(NamedTuple):
    """Everything that can follow a state: for each seat its outcomes with their weights, which sum to ``total``."""

    total: int
    seats: tuple[Mapping[SeatOutcome, int], ...]

    def expectation(self, place: int) -> Fraction:
        return Fraction(sum(outcome.net * weight for outcome, weight in self.seats[place].items()), self.total)


@dataclass(frozen=True)
class TreeSolution:
    """A game solved: what each seat gets, and what it does in every situation, by what it then sees."""

    distributions: Mapping[int, Distribution]
    """By seat, in units of the first wager asked for, which is the base wager unless others were named."""
    decisions: Mapping[State, Decision]


def solve_tree(
    game: Game,
    stakes: Sequence[Stakes],
    wagers: Collection[str] | None = None,
    progress: Progress = in_silence,
) -> TreeSolution:
    """Solve a game from the stakes on; ``wagers`` names the lines to report, all of them by default.

    >>> from croupier import catalogue
    >>> from croupier.cards.cards import stripped_deck
    >>> prime = catalogue.load("three-card-prime")
    >>> prime.deck = stripped_deck((11, 12, 13), (2, 3))
    >>> solve_tree(prime, [Stakes(1, (1,))]).distributions[1].counts
    ((Fraction(-1, 1), 6), (Fraction(1, 1), 6), (Fraction(2, 1), 6), (Fraction(5, 1), 2))
    """
    walk = _Walk(game, frozenset(wagers) if wagers is not None else None)
    root = walk.from_root(_Position(game.open(stakes)), progress)
    distributions = {}
    for place, seat in enumerate(sorted(stakes)):
        unit = _unit(game, seat, wagers)
        counts: Counter[Fraction] = Counter()
        staked = 0
        for outcome, weight in root.seats[place].items():
            counts[Fraction(outcome.counted_net, unit)] += weight
            staked += outcome.counted_stake * weight
        distributions[seat.seat] = Distribution.of(counts, Fraction(staked, unit))
    return TreeSolution(distributions, walk.decisions)


def advise_tree(game: Game, state: State, choose: Choose) -> list[tuple[Decision, Fraction]]:
    """What each decision of the seat to act brings it, in cents, every later decision being the best."""
    if state.answers:
        raise MissingPart("the tree gives no advice in a round in which face-down cards were looked at")
    return _Walk(game, None).worths(state, choose)


def _unit(game: Game, stakes: Stakes, wagers: Collection[str] | None) -> int:
    own = dict(zip(game.wagers, stakes.amounts, strict=True))
    asked = [own[name] for name in game.wagers if own[name] and (wagers is None or name in wagers)]
    if not asked:
        raise BadInput(f"seat {stakes.seat} stakes nothing on {', '.join(wagers or game.wagers)}")
    return asked[0]


class _Position(NamedTuple):
    """Where the walk is: what the game knows, and the cards that lie face down after a peek at them."""

    state: State
    face_down: tuple[tuple[Slot, Cards], ...] = ()

    def decided(self, decision: Decision) -> _Position:
        return self._replace(state=self.state.with_decision(decision))


class _Walk:
    def __init__(self, game: Game, wagers: frozenset[str] | None) -> None:
        self.game = game
        self.wagers = wagers
        self.decisions: dict[State, Decision] = {}
        self._known: dict[_Position, Branch] = {}
        self._ordered: set[Slot] = set()
        self._peeks: dict[tuple[Slot, str], Peek] = {}

    def from_root(self, position: _Position, progress: Progress) -> Branch:
        """``follow``, telling how many of the first draw's branches are done."""
        turn = self.game.turn(position.state)
        if not isinstance(turn, Draw):
            return self.follow(position)
        positions = list(self._drawn(position, turn))
        branches = []
        for done, each in enumerate(positions, 1):
            branches.append(self.follow(each))
            progress(done, len(positions))
        return _together(branches)

    def worths(self, state: State, choose: Choose) -> list[tuple[Decision, Fraction]]:
        """What each decision brings its seat on average, over every deal that looks the same from there."""
        seen = _as_seen(state, choose.seat)
        place = [stakes.seat for stakes in seen.stakes].index(choose.seat)
        alike = list(self._filled_in(_Position(seen), ()))
        return [
            (
                decision,
                sum((self.follow(each.decided(decision)).expectation(place) for each in alike), Fraction())
                / len(alike),
            )
            for decision in _ends(choose)
        ]

    def follow(self, position: _Position) -> Branch:
        """All that can come of a position, every later decision being the best."""
        branch = self._known.get(position)
        if branch is None:
            state = position.state
            match self.game.turn(state):
                case Settled() as settled:
                    return self._outcomes(state, settled)
                case Draw() as draw:
                    branch = _together([self.follow(each) for each in self._drawn(position, draw)])
                case Peek() as peek:
                    branch = _together([self.follow(each) for each in self._peeked(position, peek)])
                case Choose() as choose:
                    branch = self.follow(position.decided(self._best(position, choose)))
            self._known[position] = branch
        return branch

    def _drawn(self, position: _Position, draw: Draw) -> Iterator[_Position]:
        """Every way to deal the cards asked for; cards that lie face down for this slot are turned up."""
        state, face_down = position
        if draw.ordered:
            self._ordered.add(draw.slot)
        waiting = dict(face_down).get(draw.slot)
        if waiting is not None:
            left = tuple(each for each in face_down if each[0] != draw.slot)
            yield _Position(state.with_cards(draw, waiting), left)
            return
        for cards in self._hands(position, draw.slot, draw.size):
            yield _Position(state.with_cards(draw, cards), face_down)

    def _peeked(self, position: _Position, peek: Peek) -> Iterator[_Position]:
        """Every way to lay the cards face down, unless they lie there already, with the answer that they give."""
        state, face_down = position
        self._peeks[peek.slot, peek.question] = peek
        waiting = dict(face_down).get(peek.slot)
        for cards in [waiting] if waiting else self._hands(position, peek.slot, peek.size):
            laid = face_down if waiting else (*face_down, (peek.slot, cards))
            yield _Position(state.with_answer(peek, peek.holds(cards)), laid)

    def _hands(self, position: _Position, slot: Slot, size: int) -> Iterator[Cards]:
        gone = [card for dealt in position.state.dealt for card in dealt.cards]
        left = _without(self.game.deck, gone + [card for _, cards in position.face_down for card in cards])
        return permutations(left, size) if slot in self._ordered else combinations(left, size)

    def _best(self, position: _Position, choose: Choose) -> Decision:
        """The decision of most worth to its own seat, over every deal that looks the same from there."""
        seen = _as_seen(position.state, choose.seat)
        if seen not in self.decisions:
            place = [stakes.seat for stakes in seen.stakes].index(choose.seat)
            sizes = [(slot, len(cards)) for slot, cards in position.face_down]
            alike = list(self._filled_in(_Position(seen), sizes))
            worth = {
                decision: sum((self.follow(each.decided(decision)).expectation(place) for each in alike), Fraction())
                for decision in _ends(choose)
            }
            self.decisions[seen] = max(worth, key=lambda decision: (worth[decision], -decision.amount))
        return self.decisions[seen]

    def _filled_in(self, position: _Position, face_down: Sequence[tuple[Slot, int]]) -> Iterator[_Position]:
        """Every position that looks like this one: cards in the blanks, and face-down cards that fit the answers."""
        state = position.state
        blank = next((place for place, dealt in enumerate(state.dealt) if BLANK in dealt.cards), None)
        if blank is not None:
            slot, hidden, seen_by = state.dealt[blank]
            for cards in self._hands(position, slot, len(hidden)):
                dealt = (*state.dealt[:blank], Dealt(slot, cards, seen_by), *state.dealt[blank + 1 :])
                yield from self._filled_in(position._replace(state=state._replace(dealt=dealt)), face_down)
        elif face_down:
            (slot, size), *others = face_down
            for cards in self._hands(position, slot, size):
                if all(
                    self._peeks[answer.slot, answer.question].holds(cards) == answer.yes
                    for answer in state.answers
                    if answer.slot == slot
                ):
                    yield from self._filled_in(_Position(state, (*position.face_down, (slot, cards))), others)
        else:
            yield position

    def _outcomes(self, state: State, settled: Settled) -> Branch:
        if settled.jackpots:
            raise BadInput(
                f"{settled.jackpots[0].wager} pays from a meter", hint="the referee settles flat wagers; leave it out"
            )
        seats = []
        for stakes in state.stakes:
            lines = [line for line in settled.lines if line.seat == stakes.seat]
            counted = [line for line in lines if self.wagers is None or line.wager in self.wagers]
            net, counted_net = sum(line.net for line in lines), sum(line.net for line in counted)
            seats.append({SeatOutcome(net, counted_net, sum(line.stake for line in counted)): 1})
        return Branch(1, tuple(seats))


def _ends(choose: Choose) -> list[Decision]:
    """Every action with the least and the most that may be put up for it."""
    return [
        Decision(choose.seat, action.name, amount)
        for action in choose.actions
        for amount in sorted({action.minimum, action.maximum})
    ]


def _as_seen(state: State, seat: int) -> State:
    """The state with blanks for the cards that a seat cannot see."""
    blanked = tuple(
        dealt if dealt.seen_by in (seat, EVERYONE) else dealt._replace(cards=(BLANK,) * len(dealt.cards))
        for dealt in state.dealt
    )
    return state._replace(dealt=blanked)


def _without(deck: Cards, gone: Sequence[int]) -> Cards:
    """What is left of a deck, or of a shoe in which a card may occur several times."""
    taken = Counter(gone)
    left = []
    for card in deck:
        if taken[card]:
            taken[card] -= 1
        else:
            left.append(card)
    return tuple(left)


def _together(branches: Sequence[Branch]) -> Branch:
    """Branches that are equally likely, as one."""
    common = lcm(*(branch.total for branch in branches))
    seats: tuple[Counter[SeatOutcome], ...] = tuple(Counter() for _ in branches[0].seats)
    for branch in branches:
        scale = common // branch.total
        for mine, theirs in zip(seats, branch.seats, strict=True):
            for outcome, weight in theirs.items():
                mine[outcome] += weight * scale
    return Branch(common * len(branches), seats)
