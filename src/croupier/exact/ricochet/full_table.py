"""Ricochet Poker's pot for a full table: backward induction over all that the players still to act may draw.

All cards lie open, so one number decides a position: what each present holder of the best hand can expect of the pot.
A position is a level (who acts next), the cards drawn so far, and the contest.

*Types.* Of a drawn card only the rank matters, and its suit only while a player still to act holds two cards of that
suit. So the cards drawn are a count of types, and types grow coarser from level to level.

*Contests.* Of the best hand only its place among the classes that later players may still make matters, whether it
is one of them, and among how many it is shared.

Values are floating point: sums of some thousand products of positive numbers a level, good to ``ERROR_BOUND``. Where
two choices are closer than that a player plays, as with equal ones. Every rule is asked of the game (``pot_game``).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards.cards import Card
from croupier.cards.hands import five_card
from croupier.errors import MissingPart
from croupier.exact.ricochet.pot_game import Moment, PotGame
from croupier.exact.solver import Progress, in_silence
from croupier.play.game import State
from croupier.play.lines import Cards

ERROR_BOUND: Final = 1e-10
"""In Antes."""
MEMORY_BYTES: Final = 4 << 30
MOST_WORK: Final = 1e10
"""Draws times positions: some minutes on one core."""
_OTHER: Final = 4
_ROWS: Final = 1 << 13
Floats = NDArray[np.float64]
Whole = NDArray[np.int64]


class Choices(NamedTuple):
    """What the seat to act ends with on average, in Antes, if it plays; and if it does not."""

    play: float
    decline: float


def choices_at(
    game: PotGame, state: State, memory_bytes: int = MEMORY_BYTES, progress: Progress = in_silence
) -> Choices:
    """Both choices of the seat to act, all later decisions being the best for those who take them."""
    return _FullTable(game, state, memory_bytes).solve(progress)


@dataclass(frozen=True)
class _Types:
    """The types of cards at one level."""

    cards: tuple[tuple[Card, ...], ...]
    """By type, the cards of the stub."""
    number: dict[Card, int]
    radix: Whole

    @staticmethod
    def of(stub: Sequence[Card], suits: frozenset[int]) -> _Types:
        names = sorted({(card.rank, card.suit if card.suit in suits else _OTHER) for card in stub})
        place = {name: at for at, name in enumerate(names)}
        number = {card: place[card.rank, card.suit if card.suit in suits else _OTHER] for card in stub}
        cards = tuple(tuple(card for card in stub if number[card] == at) for at in range(len(names)))
        radix = np.cumprod([1, *(len(each) + 1 for each in cards[:-1])], dtype=np.int64)
        return _Types(cards, number, radix)

    @property
    def counts(self) -> Whole:
        return np.array([len(each) for each in self.cards], dtype=np.int64)

    def onto(self, later: _Types) -> Whole:
        """By type, the type that it becomes."""
        return np.array([later.number[each[0]] for each in self.cards], dtype=np.int64)


class _Draws(NamedTuple):
    """Every draw of three cards by types, and the class of hand that it makes."""

    types: tuple[tuple[tuple[int, int], ...], ...]
    """By draw: types and how many of each."""
    place: Whole
    classes: list[Any]


def _draws(types: _Types, pocket: Cards) -> _Draws:
    found, hands = [], []
    for chosen in combinations_with_replacement(range(len(types.cards)), 3):
        taken = {each: chosen.count(each) for each in chosen}
        if all(len(types.cards[each]) >= count for each, count in taken.items()):
            cards = [card for each, count in taken.items() for card in types.cards[each][:count]]
            found.append(tuple(taken.items()))
            hands.append(five_card.classify((*pocket, *cards)))
    classes = sorted(set(hands))
    at = {hand: place for place, hand in enumerate(classes)}
    return _Draws(tuple(found), np.array([at[hand] for hand in hands]), classes)


class _Moves(NamedTuple):
    """From the contests of one level to those of the next."""

    contests: list[Any]
    """Of the next level."""
    after: Whole
    """(contests, classes) the contest once a class of hand is complete."""
    stays: NDArray[np.bool_]
    keeps: NDArray[np.bool_]
    """Whether the player is among the holders; whether those who held the best hand still do."""
    declined: Whole
    takes: NDArray[np.bool_]
    """(contests) what a fold leaves; whether it takes the pot instead."""


class _FullTable:
    def __init__(self, game: PotGame, state: State, memory_bytes: int) -> None:
        moment = Moment.of(game, state)
        self.game = game
        self.memory_bytes = memory_bytes
        self.contest, self.seats = moment.contest, moment.seats
        self.to_act, self.pockets = moment.to_act, moment.pockets
        self.have_played = len(moment.have_played)
        self.stub = moment.stub
        self.held = [moment.held[seat] for seat in self.to_act]
        suited = [frozenset({cards[0].suit}) if cards[0].suit == cards[1].suit else frozenset() for cards in self.held]
        self.types = [_Types.of(self.stub, frozenset().union(*suited[level:])) for level in range(len(self.to_act))]
        self.draws = [_draws(types, cards) for types, cards in zip(self.types, self.held, strict=True)]
        later = [
            sorted({hand for draws in self.draws[level:] for hand in draws.classes}) for level in range(len(self.draws))
        ]
        self.moves: list[_Moves] = []
        contests = [self.contest]
        for level in range(len(self.to_act)):
            after = later[level + 1] if level + 1 < len(later) else []
            self.moves.append(self._moves(level, contests, after))
            contests = self.moves[-1].contests

    def _moves(self, level: int, contests: list[Any], later: list[Any]) -> _Moves:
        """Asked of the game, contest by contest and class by class."""
        game, seat = self.game, self.to_act[level]
        waiting = [self.pockets[each] for each in self.to_act[level + 1 :]]
        known: dict[Any, int] = {}
        found: list[Any] = []

        def number(contest: Any) -> int:
            name = _name(contest, later)
            if name not in known:
                known[name] = len(found)
                found.append(contest)
            return known[name]

        classes = self.draws[level].classes
        after = np.zeros((len(contests), len(classes)), dtype=np.int64)
        stays, keeps = np.zeros(after.shape, dtype=bool), np.zeros(after.shape, dtype=bool)
        declined = np.zeros(len(contests), dtype=np.int64)
        takes = np.zeros(len(contests), dtype=bool)
        for at, contest in enumerate(contests):
            before = _players(contest)
            for place, hand in enumerate(classes):
                new = game.played(contest, seat, hand, waiting)
                after[at, place] = number(new)
                stays[at, place] = seat in new.holders
                keeps[at, place] = bool(before) and before <= set(new.holders)
            left = game.declined(contest, seat, len(waiting))
            takes[at] = seat in left.holders
            declined[at] = number(contest)
        # From the lowest best hand to the highest, so that the contests which a hand cannot change stand together.
        order = sorted(range(len(found)), key=lambda each: _name(found[each], later)[1::-1])
        rank = np.empty(len(found), dtype=np.int64)
        rank[order] = np.arange(len(found))
        return _Moves([found[each] for each in order], rank[after], stays, keeps, rank[declined], takes)

    def solve(self, progress: Progress) -> Choices:
        levels = self._levels()
        worth: Floats | None = None
        for level in range(len(self.to_act) - 1, -1, -1):
            worth, choices = self._level(level, levels, worth)
            progress(len(self.to_act) - level, len(self.to_act))
        return choices

    def _levels(self) -> list[Whole]:
        """By level, all cards that may have been drawn: a row of counts by type each, in the order of their codes."""
        found = [np.zeros((1, len(self.types[0].cards)), dtype=np.int64)]
        for level in range(len(self.to_act) - 1):
            types, later = self.types[level], self.types[level + 1]
            onto = np.zeros((len(types.cards), len(later.cards)), dtype=np.int64)
            onto[np.arange(len(types.cards)), types.onto(later)] = 1
            rows = found[-1]
            groups = [rows @ onto]
            for draw in self.draws[level].types:
                possible = np.ones(len(rows), dtype=bool)
                step = np.zeros(len(types.cards), dtype=np.int64)
                for each, count in draw:
                    possible &= rows[:, each] + count <= len(types.cards[each])
                    step[each] = count
                groups.append((rows[possible] + step) @ onto)
                if sum(map(len, groups)) > 4_000_000:
                    groups = [_distinct(np.concatenate(groups), later)]
            distinct = _distinct(np.concatenate(groups), later)
            contests = max(len(self.moves[level].contests), 1)
            if 8 * len(distinct) * (contests + len(later.cards)) > self.memory_bytes:
                raise MissingPart(
                    f"this deal has {len(distinct):,} times {contests:,} positions before seat "
                    f"{self.to_act[level + 1]} acts, more than {self.memory_bytes >> 20:,} MB hold",
                    hint="give the decisions and draws of those who act first, or more memory",
                )
            found.append(distinct)
        work = sum(
            len(rows) * len(draws.types) * len(moves.declined)
            for rows, draws, moves in zip(found[:-1], self.draws, self.moves, strict=False)
        )
        if work > MOST_WORK:
            raise MissingPart(
                f"this deal takes {work:.1e} steps, beyond the {MOST_WORK:.0e} that are a matter of minutes",
                hint="give the decisions and draws of those who act first",
            )
        return found

    def pot(self, drawn: int) -> int:
        return len(self.seats) + 1 + (self.have_played + drawn) * self.game.play_multiple

    def ends(self, contests: list[Any], most: int) -> Floats:
        """(players who drew, contests) each holder's part of the pot when all have acted."""
        ends = np.zeros((most + 1, len(contests)))
        for at, contest in enumerate(contests):
            holders = len(_players(contest))
            if holders:
                ends[:, at] = [self.pot(drawn) / holders for drawn in range(most + 1)]
        return ends

    def _level(self, level: int, levels: list[Whole], later: Floats | None) -> tuple[Floats, Choices]:
        """What holders expect before a seat acts, by cards drawn and contest; and the seat's choices at the first."""
        rows, moves = levels[level], self.moves[level]
        worth = np.zeros((len(rows), len(moves.declined)))
        choices = Choices(0.0, 0.0)
        sums = _Last(self, level) if later is None else _Earlier(self, level, levels[level + 1], later)
        bonus = np.array([float(self.game.ante_bonus_for(hand)) for hand in self.draws[level].classes])
        for start in range(0, len(rows), _ROWS):
            part = rows[start : start + _ROWS]
            drawn = part.sum(axis=1) // 3
            total = np.array([comb(len(self.stub) - 3 * each, 3) for each in range(level + 1)], dtype=float)[drawn]
            pots = np.array([self.pot(each) for each in range(level + 1)], dtype=float)[drawn]
            own, kept, folded, by_class = sums.of(part, drawn)
            gain = (own + (by_class @ bonus)[:, None]) / total[:, None] - self.game.play_multiple
            declined = np.where(moves.takes, pots[:, None], 0.0)
            plays = gain >= declined - ERROR_BOUND
            worth[start : start + _ROWS] = np.where(plays, kept / total[:, None], folded)
            if level == 0:
                choices = Choices(float(gain[0, 0]) - 1, float(declined[0, 0]) - 1)
        return worth, choices


class _Sums(NamedTuple):
    """For some rows of drawn cards, in sums over the draws of the seat to act; (rows, contests) but the last."""

    own: Floats
    """What the seat takes from the pot when it plays."""
    kept: Floats
    """What each of those takes who hold the best hand before."""
    folded: Floats
    """The same when the seat does not play, on average."""
    by_class: Floats
    """(rows, classes) ways to make each class."""


class _Ways:
    """In how many ways each draw can be made, row by row of drawn cards."""

    def __init__(self, types: _Types, part: Whole) -> None:
        left = np.maximum(types.counts - part, 0).astype(float).T
        self.choose = np.stack([np.ones_like(left), left, left * (left - 1) / 2, left * (left - 1) * (left - 2) / 6])

    def of(self, draw: tuple[tuple[int, int], ...]) -> Floats:
        (each, count), *others = draw
        ways: Floats = self.choose[count, each]
        for each, count in others:
            ways = ways * self.choose[count, each]
        return ways


class _Last:
    """The last to act: what comes after is the end, so only the classes of the draws count."""

    def __init__(self, table: _FullTable, level: int) -> None:
        self.types, self.draws, self.moves = table.types[level], table.draws[level], table.moves[level]
        self.ends = table.ends(self.moves.contests, level + 1)

    def of(self, part: Whole, drawn: Whole) -> _Sums:
        moves = self.moves
        ways = _Ways(self.types, part)
        by_class = np.zeros((len(self.draws.classes), len(part)))
        for draw, place in zip(self.draws.types, self.draws.place, strict=True):
            by_class[place] += ways.of(draw)
        counts = by_class.T
        own, kept = np.zeros((len(part), len(moves.declined))), np.zeros((len(part), len(moves.declined)))
        for players in np.unique(drawn):
            alike = np.flatnonzero(drawn == players)
            ends = self.ends[players + 1][moves.after]
            own[alike] = counts[alike] @ np.where(moves.stays, ends, 0.0).T
            kept[alike] = counts[alike] @ np.where(moves.keeps, ends, 0.0).T
        return _Sums(own, kept, self.ends[drawn][:, moves.declined], counts)


class _Earlier:
    """One who acts before others: every draw leads to another row of drawn cards at the next level."""

    def __init__(self, table: _FullTable, level: int, next_rows: Whole, later: Floats) -> None:
        self.types, self.draws, self.moves = table.types[level], table.draws[level], table.moves[level]
        moves, next_types = self.moves, table.types[level + 1]
        self.radix = next_types.radix[self.types.onto(next_types)]
        self.keys = next_rows @ next_types.radix
        self.later = later
        # The contests as they are at the next level if they do not change.
        self.unchanged = np.ascontiguousarray(later[:, moves.declined])
        classes = range(len(self.draws.classes))
        same = moves.after == moves.declined[:, None]
        self.stands = (moves.keeps & same).T.astype(float)
        self.ties = [np.flatnonzero(moves.keeps[:, place] & ~same[:, place]) for place in classes]
        self.targets = [sorted({int(each) for each in moves.after[moves.stays[:, place], place]}) for place in classes]
        flat = [(place, target) for place in classes for target in self.targets[place]]
        self.number = {each: at for at, each in enumerate(flat)}
        self.reach = np.array(
            [moves.stays[:, place] & (moves.after[:, place] == target) for place, target in flat], dtype=float
        ).reshape(len(flat), len(moves.declined))

    def of(self, part: Whole, drawn: Whole) -> _Sums:  # noqa: ARG002
        moves = self.moves
        ways_of = _Ways(self.types, part)
        base = part @ self.radix
        own = np.zeros((len(self.number), len(part)))
        kept = np.zeros((len(part), len(moves.declined)))
        by_class = np.zeros((len(self.draws.classes), len(part)))
        for draw, place in zip(self.draws.types, self.draws.place, strict=True):
            ways = ways_of.of(draw)
            some = np.flatnonzero(ways)
            if not len(some):
                continue
            step = sum(int(self.radix[each]) * count for each, count in draw)
            at = np.searchsorted(self.keys, base[some] + step)
            ways = ways[some]
            by_class[place, some] += ways
            for target in self.targets[place]:
                own[self.number[place, target], some] += ways * self.later[at, target]
            standing = np.flatnonzero(self.stands[place])
            if len(standing):
                first = int(standing[0])
                found = self.unchanged[at, first:]
                found *= ways[:, None]
                if len(standing) < len(moves.declined) - first:
                    found *= self.stands[place, first:]
                kept[some, first:] += found
            for contest in self.ties[place]:
                kept[some, contest] += ways * self.later[at, moves.after[contest, place]]
        folded = self.unchanged[np.searchsorted(self.keys, base)]
        return _Sums(own.T @ self.reach, kept, folded, by_class.T)


def _distinct(rows: Whole, types: _Types) -> Whole:
    _, first = np.unique(rows @ types.radix, return_index=True)
    return np.asarray(rows[first])


def _players(contest: Any) -> set[int]:
    """The players among the holders; the dealer is none."""
    return {seat for seat in contest.holders if seat > 0}


def _name(contest: Any, later: list[Any]) -> tuple[int, int, bool, bool]:
    """What later hands can tell of a contest: among how many it is shared, and where its best hand stands."""
    players = _players(contest)
    place = bisect_left(later, contest.best) if contest.best is not None else -1
    # Players win ties with the dealer, so the dealer's hand stands just below its class.
    ties = bool(players) and 0 <= place < len(later) and later[place] == contest.best
    return len(players), place, ties, bool(contest.holders)
