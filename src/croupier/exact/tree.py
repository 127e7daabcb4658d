"""The referee: any game solved by walking its own state machine, slowly and obviously right.

At a draw every set of cards from what is left of the deck is tried (every sequence, where the game says that order
matters); at a decision the seat takes what brings it most; at the end the game's own settlement is read. Nothing here
knows a rule of any game. The fast solvers must equal it on stripped decks.

*Counts.* A draw weighs each of its branches alike. Where all branches draw equally many cards, the weights below are
plainly numbers of deals; where they do not (a seat that folds draws no more), branches are first brought to a common
denominator, so that weights stay integers in the right proportion.

*Ranges.* Of an action with a range only the two ends are tried. A settlement is linear in the amount put up, so for
fixed later decisions the expectation is linear too, and under the best later decisions it is a maximum of linear
functions: convex, and at its greatest at an end. Of equal actions the smaller wager is taken, so the answer is unique.

*What a seat knows.* A decision may depend only on cards that the seat sees. Cards of other seats count as unseen:
every way to deal them weighs alike, so nobody reads cards out of another player's decisions. That is the whole truth
where cards are open or seats do not touch one another, as in every game of this book.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations
from math import lcm
from typing import NamedTuple

from croupier.errors import BadInput
from croupier.exact.distribution import Distribution
from croupier.play.game import EVERYONE, Cards, Choose, Dealt, Decision, Draw, Game, Settled, Stakes, State


class Outcome(NamedTuple):
    """What a round came to for one seat, in cents."""

    net: int
    """Over all wagers: what the seat maximizes."""
    counted_net: int
    """Over the wagers that were asked for."""
    counted_stake: int


class Branch(NamedTuple):
    """Everything that can follow a state: for each seat its outcomes with their weights, which sum to ``total``."""

    total: int
    seats: tuple[Mapping[Outcome, int], ...]

    def expectation(self, place: int) -> Fraction:
        return Fraction(sum(outcome.net * weight for outcome, weight in self.seats[place].items()), self.total)


@dataclass(frozen=True)
class TreeSolution:
    """A game solved: what each seat gets, and what it does in every situation, by what it then sees."""

    distributions: Mapping[int, Distribution]
    """By seat, in units of the first wager asked for, which is the base wager unless others were named."""
    decisions: Mapping[State, Decision]


def solve_tree(game: Game, stakes: Sequence[Stakes], wagers: Collection[str] | None = None) -> TreeSolution:
    """Solve a game from the stakes on; ``wagers`` names the lines to report, all of them by default.

    >>> from croupier import catalogue
    >>> from croupier.cards.cards import stripped_deck
    >>> prime = catalogue.load("three-card-prime")
    >>> prime.deck = stripped_deck((11, 12, 13), (2, 3))
    >>> solve_tree(prime, [Stakes(1, (1,))]).distributions[1].counts
    ((Fraction(0, 1), 8), (Fraction(1, 1), 12))
    """
    walk = _Walk(game, frozenset(wagers) if wagers is not None else None)
    root = walk.follow(game.open(stakes))
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


def _unit(game: Game, stakes: Stakes, wagers: Collection[str] | None) -> int:
    own = dict(zip(game.wagers, stakes.amounts, strict=True))
    asked = [own[name] for name in game.wagers if own[name] and (wagers is None or name in wagers)]
    if not asked:
        raise BadInput(f"seat {stakes.seat} stakes nothing on {', '.join(wagers or game.wagers)}")
    return asked[0]


class _Walk:
    def __init__(self, game: Game, wagers: frozenset[str] | None) -> None:
        self.game = game
        self.wagers = wagers
        self.decisions: dict[State, Decision] = {}
        self._known: dict[State, Branch] = {}
        self._ordered_slots: set[str] = set()

    def follow(self, state: State) -> Branch:
        """All that can come of a state, every later decision being the best."""
        branch = self._known.get(state)
        if branch is None:
            match self.game.turn(state):
                case Settled() as settled:
                    return self._outcomes(state, settled)
                case Draw() as draw:
                    if draw.ordered:
                        self._ordered_slots.add(draw.slot)
                    branch = _together(self.follow(state.with_cards(draw, cards)) for cards in self._hands(state, draw))
                case Choose() as choose:
                    branch = self.follow(state.with_decision(self._best(state, choose)))
                case other:
                    raise BadInput(f"the referee cannot answer {other}")
            self._known[state] = branch
        return branch

    def _hands(self, state: State, draw: Draw) -> Iterator[Cards]:
        left = _without(self.game.deck, [card for dealt in state.dealt for card in dealt.cards])
        return permutations(left, draw.size) if draw.ordered else combinations(left, draw.size)

    def _best(self, state: State, choose: Choose) -> Decision:
        """The decision of most worth to its own seat, over every deal that looks the same from there."""
        seen = _as_seen(state, choose.seat)
        if seen not in self.decisions:
            place = [stakes.seat for stakes in state.stakes].index(choose.seat)
            alike = list(self._filled_in(seen))
            worth = {
                decision: sum((self.follow(each.with_decision(decision)).expectation(place) for each in alike), Fraction())
                for decision in _ends(choose)
            }
            self.decisions[seen] = max(worth, key=lambda decision: (worth[decision], -decision.amount))
        return self.decisions[seen]

    def _filled_in(self, seen: State) -> Iterator[State]:
        """Every state that looks like this one, with cards in the places that the seat cannot see."""
        gap = next((place for place, dealt in enumerate(seen.dealt) if None in dealt.cards), None)
        if gap is None:
            yield seen
            return
        slot, hidden, seen_by = seen.dealt[gap]
        left = _without(self.game.deck, [card for dealt in seen.dealt for card in dealt.cards if card is not None])
        ways = permutations if slot in self._ordered_slots else combinations
        for cards in ways(left, len(hidden)):
            filled = (*seen.dealt[:gap], Dealt(slot, cards, seen_by), *seen.dealt[gap + 1 :])
            yield from self._filled_in(seen._replace(dealt=filled))

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
            seats.append({Outcome(net, counted_net, sum(line.stake for line in counted)): 1})
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
        dealt if dealt.seen_by in (seat, EVERYONE) else dealt._replace(cards=(None,) * len(dealt.cards))  # type: ignore[arg-type]
        for dealt in state.dealt
    )
    return state._replace(dealt=blanked)


def _without(deck: Cards, gone: Sequence[int]) -> Cards:
    """What is left of a deck, or of a shoe in which a card may stand several times."""
    taken = Counter(gone)
    left = []
    for card in deck:
        if taken[card]:
            taken[card] -= 1
        else:
            left.append(card)
    return tuple(left)


def _together(branches: Iterator[Branch]) -> Branch:
    """Branches that are equally likely, as one."""
    each = list(branches)
    common = lcm(*(branch.total for branch in each))
    seats: tuple[Counter[Outcome], ...] = tuple(Counter() for _ in each[0].seats)
    for branch in each:
        scale = common // branch.total
        for mine, theirs in zip(seats, branch.seats, strict=True):
            for outcome, weight in theirs.items():
                mine[outcome] += weight * scale
    return Branch(common * len(each), seats)
