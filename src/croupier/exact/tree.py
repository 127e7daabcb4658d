"""The referee: any game solved by walking its own state machine, slowly and obviously right.

Nothing here knows a rule of any game; the fast solvers must equal it on stripped decks (docs/concepts/methods.md).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, lcm, perm
from typing import Final, NamedTuple

from croupier.cards.cards import Card
from croupier.errors import BadInput, MissingPart
from croupier.exact.distribution import Distribution
from croupier.exact.result import Progress, in_silence
from croupier.play.game import EVERYONE, Cards, Choose, Dealt, Decision, Draw, Game, Peek, Settled, Slot, Stakes, State

BLANK = Card(-1)  # Stands for a card that a seat cannot see.
GRAINS: Final = 277_200
"""Every whole number up to twelve divides it, and every percentage: at such a stake pays come out whole."""
OTHER_STAKES: Final = (2, 7, 13)  # By so much the nets must grow if the stake does.


class SeatOutcome(NamedTuple):
    """What a round came to for one seat, in cents."""

    net: int  # Over all wagers: what the seat maximizes.
    counted_net: int  # Over the wagers that were asked for.
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
    most: int | None = None,
    decide: Callable[[State, Choose], Decision] | None = None,
) -> TreeSolution:
    """Solve a game from the stakes on; ``wagers`` names the lines to report, all of them by default.

    ``decide`` plays instead of the best play: it is given a state as the seat to act sees it.

    More settlements than ``most`` are refused: a walk that was expected to be short ends.

    >>> from croupier import catalogue
    >>> from croupier.cards.cards import stripped_deck
    >>> prime = catalogue.load("three-card-prime")
    >>> prime.deck = stripped_deck((11, 12, 13), (2, 3))
    >>> solve_tree(prime, [Stakes(1, (1,))]).distributions[1].counts
    ((Fraction(-1, 1), 6), (Fraction(1, 1), 6), (Fraction(2, 1), 6), (Fraction(5, 1), 2))
    """
    walk = _Walk(game, frozenset(wagers) if wagers is not None else None, most, decide)
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


class Mistake(NamedTuple):
    """What a given decision brings less than the best one, with its chance; the state is as its seat sees it."""

    state: State
    choose: Choose
    taken: Decision
    better: Decision
    loss: Fraction  # In cents, over all rounds.


def mistakes_of(
    game: Game, stakes: Stakes, decide: Callable[[State, Choose], Decision], progress: Progress = in_silence
) -> tuple[Fraction, list[Mistake]]:
    """What the best play of one seat brings, in cents; and where another play falls short of it, best play after."""
    walk = _Walk(game, None)
    best = walk.from_root(_Position(game.open([stakes])), progress).expectation(0)
    found: dict[tuple[State, Decision], Mistake] = {}
    waiting = [(_Position(game.open([stakes])), Fraction(1))]
    while waiting:
        position, chance = waiting.pop()
        turn = game.turn(position.state)
        if isinstance(turn, Choose):
            seen = _as_seen(position.state, turn.seat)
            taken, better = decide(seen, turn), walk._best(position, turn)
            less = [walk.follow(position.decided(decision)).expectation(0) for decision in (better, taken)]
            before = found.get((seen, taken), Mistake(seen, turn, taken, better, Fraction()))
            found[seen, taken] = before._replace(loss=before.loss + chance * (less[0] - less[1]))
            waiting.append((position.decided(taken), chance))
        elif not isinstance(turn, Settled):
            drawn = list(walk._drawn(position, turn) if isinstance(turn, Draw) else walk._peeked(position, turn))
            total = sum(weight for _, weight in drawn)
            waiting += [(following, chance * weight / total) for following, weight in drawn]
    return best, [mistake for mistake in found.values() if mistake.loss]


def advise_tree(game: Game, state: State, choose: Choose) -> list[tuple[Decision, Fraction]]:
    """What each decision of the seat to act brings it, in cents, every later decision being the best."""
    if state.answers:
        raise MissingPart("the tree gives no advice in a round in which face-down cards were looked at")
    return _Walk(game, None).worths(state, choose)


def whole_stakes(game: Game, wager: str | None = None) -> Stakes:
    """One wager of seat 1, the base wager by default, with what it obliges to; so large that every pay is whole."""
    name = wager or game.base_wager
    placed = game.completed({name: GRAINS * game.stake_rules[name].grain})
    return Stakes(1, tuple(placed.get(wager, 0) for wager in game.wagers))


def expected_settlements(game: Game, state: State, tries: int = 200) -> int:
    """About how many rounds a walk has to settle: the mean over random ways through the round (Knuth, 1975)."""
    walk, number, total = _Walk(game, None), 1, 0
    for _ in range(tries):
        position, ways = _Position(state), 1
        while not isinstance(turn := game.turn(position.state), Settled):
            if isinstance(turn, Choose):
                following = [position.decided(decision) for decision in ends(turn)]
            else:
                branches = walk._drawn if isinstance(turn, Draw) else walk._peeked
                many = walk.many_hands(position, turn.slot, turn.size)
                if many > 10**6 or ways * many > 10**12:
                    return ways * many
                following = [each for each, _ in branches(position, turn)]  # type: ignore[arg-type]
            ways *= len(following)
            number = (number * 6_364_136_223_846_793_005 + 1_442_695_040_888_963_407) % 2**64
            position = following[(number >> 33) % len(following)]
        total += ways
    return total // tries


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
    def __init__(
        self,
        game: Game,
        wagers: frozenset[str] | None,
        most: int | None = None,
        decide: Callable[[State, Choose], Decision] | None = None,
    ) -> None:
        self.game = game
        self.wagers = wagers
        self._most, self._settled = most, 0
        self._decide = decide
        declares = getattr(game, "declares", None)
        self._alike = declares.alike if declares else None
        self.decisions: dict[State, Decision] = {}
        self._known: dict[_Position, Branch] = {}
        self._standing: dict[Card, Card] = {}
        self._ordered: set[Slot] = set()
        self._peeks: dict[tuple[Slot, str], Peek] = {}

    def from_root(self, position: _Position, progress: Progress) -> Branch:
        """``follow``, telling how many of the first draw's branches are done."""
        turn = self.game.turn(position.state)
        if not isinstance(turn, Draw):
            return self.follow(position)
        positions = list(self._drawn(position, turn))
        branches = []
        for done, (each, weight) in enumerate(positions, 1):
            branches.append((self.follow(each), weight))
            progress(done, len(positions))
        return _together(branches)

    def worths(self, state: State, choose: Choose) -> list[tuple[Decision, Fraction]]:
        """What each decision brings its seat on average, over every deal that looks the same from there."""
        seen = _as_seen(state, choose.seat)
        alike = list(self._filled_in(_Position(seen), (), 1))
        deals = sum(weight for _, weight in alike)
        return [(decision, worth / deals) for decision, worth in self._brings(seen, choose, alike).items()]

    def _brings(self, seen: State, choose: Choose, alike: Sequence[tuple[_Position, int]]) -> dict[Decision, Fraction]:
        """What each decision brings its seat over some positions with their weights."""
        place = [stakes.seat for stakes in seen.stakes].index(choose.seat)
        return {
            decision: sum(
                (weight * self.follow(each.decided(decision)).expectation(place) for each, weight in alike),
                Fraction(),
            )
            for decision in ends(choose)
        }

    def follow(self, position: _Position) -> Branch:
        """All that can come of a position, every later decision being the best."""
        branch = self._known.get(position)
        if branch is None:
            state = position.state
            match self.game.turn(state):
                case Settled() as settled:
                    return self._outcomes(state, settled)
                case Draw() as draw:
                    branch = _together([(self.follow(each), weight) for each, weight in self._drawn(position, draw)])
                case Peek() as peek:
                    branch = _together([(self.follow(each), weight) for each, weight in self._peeked(position, peek)])
                case Choose() as choose:
                    branch = self.follow(position.decided(self._best(position, choose)))
            self._known[position] = branch
        return branch

    def _drawn(self, position: _Position, draw: Draw) -> Iterator[tuple[_Position, int]]:
        """Every way to deal the cards asked for, and its weight; cards face down for this slot are turned up."""
        state, face_down = position
        if draw.ordered:
            self._ordered.add(draw.slot)
        waiting = dict(face_down).get(draw.slot)
        if waiting is not None:
            left = tuple(lying for lying in face_down if lying[0] != draw.slot)
            yield _Position(state.with_cards(draw, waiting), left), 1
            return
        for cards, weight in self._hands(position, draw.slot, draw.size):
            yield _Position(state.with_cards(draw, cards), face_down), weight

    def _peeked(self, position: _Position, peek: Peek) -> Iterator[tuple[_Position, int]]:
        """Every way to lay the cards face down, unless they lie there already, with the answer that they give."""
        state, face_down = position
        self._peeks[peek.slot, peek.question] = peek
        waiting = dict(face_down).get(peek.slot)
        for cards, weight in [(waiting, 1)] if waiting else self._hands(position, peek.slot, peek.size):
            laid = face_down if waiting else (*face_down, (peek.slot, cards))
            yield _Position(state.with_answer(peek, peek.holds(cards)), laid), weight

    def _hands(self, position: _Position, slot: Slot, size: int) -> Iterator[tuple[Cards, int]]:
        gone = [card for dealt in position.state.dealt for card in dealt.cards]
        gone += [card for _, cards in position.face_down for card in cards]
        if self._alike is None:
            left = _without(self.game.deck, gone)
            hands = permutations(left, size) if slot in self._ordered else combinations(left, size)
            return ((cards, 1) for cards in hands)
        kinds = Counter(self._kind(card) for card in self.game.deck)
        # What was dealt is seldom the very card that stands for its kind.
        kinds.subtract(self._kind(card) for card in gone if card != BLANK)
        return _of_kinds(list(kinds.items()), size, slot in self._ordered)

    def _kind(self, card: Card) -> Card:
        """The card that stands for all that are like it: the first of them in the deck."""
        if not self._standing:
            assert self._alike is not None
            numbers: dict[int, Card] = {}
            self._standing = {card: numbers.setdefault(self._alike(card), card) for card in self.game.deck}
        return self._standing[card]

    def many_hands(self, position: _Position, slot: Slot, size: int) -> int:
        """How many sets of cards there are for a slot; where cards are alike, no more than that."""
        if self._alike is not None:
            return 1
        left = len(self.game.deck) - sum(len(dealt.cards) for dealt in position.state.dealt)
        return perm(left, size) if slot in self._ordered else comb(left, size)

    def _best(self, position: _Position, choose: Choose) -> Decision:
        """The decision of most worth to its own seat, over every deal that looks the same from there."""
        seen = _as_seen(position.state, choose.seat)
        if seen not in self.decisions and self._decide is not None:
            self.decisions[seen] = self._decide(seen, choose)
        if seen not in self.decisions:
            sizes = [(slot, len(cards)) for slot, cards in position.face_down]
            worth = self._brings(seen, choose, list(self._filled_in(_Position(seen), sizes, 1)))
            self.decisions[seen] = max(worth, key=lambda decision: (worth[decision], -decision.amount))
        return self.decisions[seen]

    def _filled_in(
        self, position: _Position, face_down: Sequence[tuple[Slot, int]], weight: int
    ) -> Iterator[tuple[_Position, int]]:
        """Every position that looks like this one: cards in the blanks, and face-down cards that fit the answers."""
        state = position.state
        blank = next((place for place, dealt in enumerate(state.dealt) if BLANK in dealt.cards), None)
        if blank is not None:
            slot, hidden, seen_by = state.dealt[blank]
            for cards, ways in self._hands(position, slot, len(hidden)):
                dealt = (*state.dealt[:blank], Dealt(slot, cards, seen_by), *state.dealt[blank + 1 :])
                filled = position._replace(state=state._replace(dealt=dealt))
                yield from self._filled_in(filled, face_down, weight * ways)
        elif face_down:
            (slot, size), *others = face_down
            for cards, ways in self._hands(position, slot, size):
                if all(
                    self._peeks[answer.slot, answer.question].holds(cards) == answer.yes
                    for answer in state.answers
                    if answer.slot == slot
                ):
                    laid = _Position(state, (*position.face_down, (slot, cards)))
                    yield from self._filled_in(laid, others, weight * ways)
        else:
            yield position, weight

    def _outcomes(self, state: State, settled: Settled) -> Branch:
        self._settled += 1
        if self._most is not None:
            if self._settled > self._most:
                raise MissingPart(
                    f"{self.game.configuration.name} has more than {self._most:,} deals, too many to walk one by one",
                    hint="croupier simulate estimates it; a short deck can be walked",
                )
            if self._settled < 200 or self._settled % 101 == 0:
                self._check_scale(state, settled)
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

    def _check_scale(self, state: State, settled: Settled) -> None:
        """A net that does not grow with the stake was rounded, and what is called exact would be wrong."""
        net = sum(line.net for line in settled.lines)
        for times in OTHER_STAKES:
            larger = self.game.turn(state.times(times))
            if not isinstance(larger, Settled) or sum(line.net for line in larger.lines) != times * net:
                raise MissingPart(
                    f"{self.game.configuration.name}: its nets do not grow with the stake",
                    hint="a pay is rounded: settle fractions of the stake, and leave rounding to the house",
                )


def _of_kinds(kinds: Sequence[tuple[Card, int]], size: int, ordered: bool) -> Iterator[tuple[Cards, int]]:
    """Every multiset (every sequence, if ordered) of cards that stand for kinds, with the ways to draw it."""
    if not size:
        yield (), 1
        return
    for at, (card, many) in enumerate(kinds):
        if ordered:
            if many > 0:
                rest = [*kinds[:at], (card, many - 1), *kinds[at + 1 :]]
                yield from (((card, *more), many * ways) for more, ways in _of_kinds(rest, size - 1, ordered))
            continue
        for copies in range(1, min(many, size) + 1):
            chosen = comb(many, copies)
            for more, ways in _of_kinds(kinds[at + 1 :], size - copies, ordered):
                yield (*(card,) * copies, *more), chosen * ways


def ends(choose: Choose) -> list[Decision]:
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


def _together(branches: Sequence[tuple[Branch, int]]) -> Branch:
    """Branches with their weights, as one."""
    common = lcm(*(branch.total for branch, _ in branches))
    seats: tuple[Counter[SeatOutcome], ...] = tuple(Counter() for _ in branches[0][0].seats)
    for branch, ways in branches:
        scale = ways * (common // branch.total)
        for mine, theirs in zip(seats, branch.seats, strict=True):
            for outcome, weight in theirs.items():
                mine[outcome] += weight * scale
    return Branch(common * sum(ways for _, ways in branches), seats)
