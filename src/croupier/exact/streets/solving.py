"""Streets solved exactly: what is seen up to suits, the dealer's hands counted, then from the last street to the first.

Cards are *shown*, *own* or *hidden*. A *level* is how many shown and own cards lie on the table when something is
asked; its table holds sums over all deals that follow. Equal answers go to the smaller wager.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb, factorial, prod
from typing import Final, NamedTuple

import numpy as np

from croupier.exact.distribution import Distribution
from croupier.exact.result import Progress
from croupier.exact.streets.compiling import SEAT, Rules, refused
from croupier.kernels import views as kernel
from croupier.kernels.arrays import Bytes, Int8s, Int16s, Int32s, Whole
from croupier.kernels.card_sets import all_sets, best_of_more, canonical_sets
from croupier.kernels.compiled import in_chunks
from croupier.kernels.sweep import compared, order_by_class, sweep
from croupier.play.game import EVERYONE, Cards

LARGEST_TABLE: Final = 6
"""Classes of larger hands are not tabulated: only the board of five with hands of two is that large."""
MOST_WORK: Final = 10**11  # Additions and readings of the sweep: about a quarter of an hour on one core.
MEMORY: Final = 3 << 30
CHUNK: Final = 256
EXACT: Final = 2**63


class Level(NamedTuple):
    """How many cards are shown and own when something is asked."""

    shown: int
    own: int


class Parts(NamedTuple):
    """Sizes of the draws of shown, own and hidden cards, in order."""

    shown: tuple[int, ...]
    own: tuple[int, ...]
    hidden: tuple[int, ...]
    shown_is_shared: bool  # Whether the player's hand uses the shown cards too.


def kinds_of(rules: Rules) -> list[str]:
    """What each draw is: shared, up, own or hidden; MissingPart for a game that the solver cannot serve."""
    game, last = rules.game, max((node.drawn for node in rules.nodes), default=0)
    kinds = []
    for at, draw in enumerate(rules.draws):
        is_seen = at >= last or draw.seen_by in (EVERYONE, SEAT)
        if rules.own[at]:
            kinds.append("shared" if rules.dealers[at] else "own")
            if not is_seen:
                raise refused(game, f"'{draw.slot}' is not seen by the player")
        elif rules.dealers[at]:
            kinds.append("hidden" if at >= last or not is_seen else "up")
        else:
            raise refused(game, f"'{draw.slot}' is part of no hand")
    if {"shared", "up"} <= set(kinds):
        raise refused(game, "the dealer has a card up beside cards that both hands share")
    return kinds


def parts_of(rules: Rules) -> Parts:
    """The sizes of the draws of each kind."""
    kinds = kinds_of(rules)

    def sizes(*some: str) -> tuple[int, ...]:
        return tuple(draw.size for draw, kind in zip(rules.draws, kinds, strict=True) if kind in some)

    return Parts(sizes("shared", "up"), sizes("own"), sizes("hidden"), "shared" in kinds)


def level_of(rules: Rules, drawn: int) -> Level:
    """What lies on the table after so many draws."""
    last = max((node.drawn for node in rules.nodes), default=0)
    shown = own = 0
    for at, draw in enumerate(rules.draws[:drawn]):
        if rules.own[at] and not rules.dealers[at]:
            own += draw.size
        elif rules.own[at] or (rules.dealers[at] and at < last and draw.seen_by in (EVERYONE, SEAT)):
            shown += draw.size
    return Level(shown, own)


def ways_to_deal(cards: int, shown: int, own: int, hidden: int) -> int:
    return comb(cards, shown) * comb(cards - shown, own) * comb(cards - shown - own, hidden)


def work_in(cards: int, shown: int, own: int, hidden: int) -> int:
    """About how many additions and readings the sweeps of all shown sets take."""
    return comb(cards, shown) * ((comb(cards - shown, own) << own) + (comb(cards - shown, hidden) << hidden))


def orders(sizes: Sequence[int]) -> int:
    """In how many ways a set is dealt in parts of these sizes."""
    return factorial(sum(sizes)) // prod(factorial(size) for size in sizes)


def _between(sizes: Sequence[int], first: int, last: int) -> list[int]:
    """The draws that bring the cards from ``first`` to ``last``."""
    found, held = [], 0
    for size in sizes:
        held += size
        if first < held <= last:
            found.append(size)
    return found


class Policy(NamedTuple):
    """Ways to play that replace the best: by node of a full view and class, by node of an earlier level and view."""

    by_class: Mapping[int, Sequence[int] | Int8s] = {}
    """By node, the number of the option for every class of the player's hand; or for every up-card and class."""
    by_view: Mapping[int, Int8s] = {}  # By node, the number of the option for (canonical shown sets, own sets).

    def answer(self, number: int, up: int, place: int) -> int:
        """The option for a class of hand beside an up-card."""
        options = np.atleast_2d(self.by_class[number])
        return int(options[up if len(options) > 1 else 0, place])


class Box(NamedTuple):
    """Descriptions that are played alike: the least and the most of every part."""

    low: list[int]
    high: list[int]
    spans: list[list[int]]  # What is met of every part.
    counts: list[int]  # By option, for how many views it is best.
    choice: int  # What brings most over all of them.


class Described(NamedTuple):
    """All views of one question in words."""

    kinds: list[str]
    size: int
    own: int
    spans: list[list[int]]  # The least and the most of every part of a description.
    boxes: list[Box]


@dataclass
class Solution:
    """A game solved: the deals by what they come to, and what every question of an earlier level is worth."""

    rules: Rules
    views: Views
    deals: int  # All deals of shown, own and hidden cards.
    total: int = 0  # The sum over all deals, in the rules' units, under best play.
    tallies: Whole = field(default_factory=lambda: np.zeros((0, 0, 0, 0), dtype=np.int64))
    """(up-cards, terminals, classes, cases) the deals counted."""
    tables: dict[int, dict[int, Whole]] = field(default_factory=dict)
    """By level, and by what its questions may lead to, (canonical shown sets, own sets) sums over the deals left."""
    choices: dict[int, Int8s] = field(default_factory=dict)
    """By node of an earlier level, (canonical shown sets, own sets) the option taken."""
    described: dict[int, Described] = field(default_factory=dict)
    chart: dict[int, Int8s] = field(default_factory=dict)
    """The same by the chart (``charts``): how views are described, and the option taken."""

    @property
    def expectation(self) -> Fraction:
        return Fraction(self.total, self.deals * self.rules.unit)

    @property
    def tally(self) -> Whole:
        """(terminals, classes, cases) the deals counted."""
        return np.asarray(self.tallies.sum(axis=0))

    def at(self, level: Level, shown: Cards, own: Cards) -> dict[int, Fraction]:
        """What everything that may follow a question is worth, given what lies on the table."""
        views = self.views
        where = views.address(level, shown, own)
        scale = views.deals_left(level) * self.rules.unit
        return {
            value: Fraction(int(table[where]), scale) for value, table in self.tables[views.levels.index(level)].items()
        }

    def reaches(self, value: int) -> list[int]:
        """The terminals that something may lead to."""
        node = self.rules.node(value)
        return [value] if node is None else [end for option in node.options for end in self.reaches(option.follows)]

    def taken_by_class(self, number: int) -> list[Whole]:
        """For a question at a full view, by option: the deals of each up-card and class in which it is taken."""
        return [
            sum(self.tallies[:, end].sum(axis=2) for end in self.reaches(option.follows))
            for option in self.rules.nodes[number].options
        ]

    @cached_property
    def by_class(self) -> Policy:
        """The chart: by what is seen in words; at a full view by up-card and class of hand, as brings most."""
        charts = {}
        for number, level in enumerate(self.views.level):
            if level == self.views.full:
                met: Whole = self.tallies[:, self.reaches(self.views.terminals + number)].sum(axis=1)
                chosen = self._best_of_classes(number, met)
                # An up-card that no deal has beside the hand is played as the others.
                everywhere = self._best_of_classes(number, met.sum(axis=0, keepdims=True))
                charts[number] = np.where(met.any(axis=2), chosen, everywhere)
        return Policy(charts, self.chart)

    def _best_of_classes(self, number: int, met: Whole) -> Int8s:
        """By up-card and class, the legal option that brings most over deals (up-cards, classes, cases)."""
        node = self.rules.nodes[number]

        def worth(follows: int) -> Whole:
            after = self.rules.node(follows)
            if after is None:
                return np.asarray((met * self.rules.nets[:, follows]).sum(axis=2))
            best: Whole = np.maximum.reduce([worth(option.follows) for option in after.options])
            return best

        worths = np.stack([worth(option.follows) for option in node.options])
        if node.legal is not None:
            worths[np.broadcast_to(node.legal.T[:, None] == 0, worths.shape)] = np.iinfo(np.int64).min
        chosen: Int8s = np.argmax(worths, axis=0).astype(np.int8)
        return chosen

    @property
    def best_is_told(self) -> bool:
        """Whether ``best`` is the best play: else the dealer's larger hands would be asked about, hand by hand."""
        return self.views.has_board or not self.rules.has_dealer or not self.by_class.by_class

    @property
    def best(self) -> Policy:
        """Best play by tables, and beside a board by a look at every hand of the dealer's; elsewhere the chart."""
        return Policy({} if self.views.has_board else self.by_class.by_class, self.choices)

    def round_tables(self, policy: Policy) -> kernel.RoundTables:
        """What a simulation of a policy looks up."""
        views, rules = self.views, self.rules
        taken = np.zeros((len(views.up_ranks), len(rules.nets), max(1, len(rules.nodes))), dtype=np.int8)
        for number, options in policy.by_class.items():
            taken[:, :, number] = options
        looks = views.has_board and views.full in views.level and not policy.by_class
        return views.round_tables(views.lay_out(policy.by_view), taken, looks)

    def distribution_of(self, tally: Whole) -> Distribution:
        """Rounds counted by terminal, class and case, as money."""
        return replace(self, tallies=tally[None]).distribution

    @cached_property
    def distribution(self) -> Distribution:
        counts: dict[Fraction, int] = {}
        wagered = 0
        nets, tally = self.rules.nets.transpose(1, 0, 2), self.tally
        for terminal, put_up in enumerate(self.rules.put_up):
            for net in np.unique(nets[terminal]).tolist():
                many = int(tally[terminal][nets[terminal] == net].sum())
                if many:
                    counts[Fraction(net, self.rules.unit)] = counts.get(Fraction(net, self.rules.unit), 0) + many
            wagered += put_up * int(tally[terminal].sum())
        return Distribution.of(counts, Fraction(wagered, self.rules.unit))


class Views:
    """Everything that can be seen in a game, and how to evaluate it."""

    def __init__(self, rules: Rules, policy: Policy | None = None) -> None:
        self.rules, self.policy = rules, policy or Policy()
        self.deck, self.parts = rules.table.deck, parts_of(rules)
        parts = self.parts
        self.shown, self.own, self.hidden = sum(parts.shown), sum(parts.own), sum(parts.hidden)
        self.full = Level(self.shown, self.own)
        ranks = np.array([card.rank for card in self.deck.cards], dtype=np.int64)
        is_by_up = self.shown == 1 and not parts.shown_is_shared
        self.up_ranks: list[int] = np.unique(ranks).tolist() if is_by_up else [0]
        """The ranks of one card that the dealer shows; else one for everything."""
        self.up_of = np.searchsorted(self.up_ranks, ranks) if is_by_up else np.zeros_like(ranks)
        self.terminals = len(rules.terminals)
        asked = {level_of(rules, node.drawn) for node in rules.nodes} - {self.full}
        self.levels = tuple(sorted(asked | {Level(0, 0)}))
        self.level = [level_of(rules, node.drawn) for node in rules.nodes]
        self.is_one_street = all(level == self.full for level in self.level)
        shared = self.shown if parts.shown_is_shared else 0
        self.has_board = max(shared + self.own, self.shown + self.hidden) > LARGEST_TABLE
        if self.has_board and (self.shown, self.own, self.hidden, rules.table.size) != (kernel.BOARD, 2, 2, 5):
            raise refused(rules.game, "its hands are too large to tabulate")
        for node, level in zip(rules.nodes, self.level, strict=True):
            if node.legal is not None and level != self.full:
                raise refused(
                    rules.game, f"what is legal at '{node.rule}' depends on the hand before all cards are shown"
                )
        self.deals = (
            ways_to_deal(self.deck.size, self.shown, self.own, self.hidden) * orders(parts.shown) * orders(parts.own)
        )
        most = int(np.abs(rules.nets).max()) or 1
        if self.deals * most * len(self.deck.renamed) >= EXACT:
            raise refused(rules.game, "its sums are too large for 63 bits")
        work = work_in(self.deck.size, self.shown, self.own, self.hidden) // len(self.deck.renamed)
        if work > MOST_WORK:
            raise refused(rules.game, f"about {work:,} steps are too many")
        self._columns()
        self.program = self._program()

    def round_tables(self, choices: Int8s, taken: Int8s, looks: bool = False) -> kernel.RoundTables:
        """What rounds of this game look up, with what is taken at each question, or the best beside a board."""
        rules = self.rules
        roles = {"shared": kernel.SHOWN, "up": kernel.SHOWN, "own": kernel.OWN, "hidden": kernel.HIDDEN}
        order = [roles[kind] for draw, kind in zip(rules.draws, kinds_of(rules), strict=True) for _ in range(draw.size)]
        places, shared = rules.table.place, self.shown if self.parts.shown_is_shared else 0
        hands = (places, 5, places, 5)
        if not self.has_board:
            _, own_table, dealer_table = self.hand_tables
            hands = (own_table, self.own + shared, dealer_table, self.shown + self.hidden)
        numbers = np.array([self.deck.number[card] for card in rules.game.deck], dtype=np.int64)
        roles_of = np.array(order, dtype=np.int64)
        by_up = np.broadcast_to(taken, (len(self.up_ranks), *taken.shape[-2:]))
        return kernel.RoundTables(
            self.program,
            numbers,
            roles_of,
            shared,
            *hands,
            choices,
            self.up_of,
            np.ascontiguousarray(by_up),
            places,
            self.pairs if looks else np.zeros((0, 0), dtype=np.int16),
        )

    @cached_property
    def pairs(self) -> Int16s:
        """By three and two cards, the class of the five."""
        return kernel.threes_and_twos(self.rules.table.place, self.deck.size, self.deck.choose)

    def address(self, level: Level, shown: Cards, own: Cards) -> tuple[int, int]:
        """The row and the column of what lies on the table, in the tables of a level."""
        deck, at = self.deck, self.levels.index(level)
        number, by = self.images[level.shown]
        place = deck.place(shown)
        return int(number[place]), int(self.renamed[at][by[place], deck.place(own)])

    def deals_left(self, level: Level) -> int:
        """How many deals look alike at a level."""
        left = self.deck.size - level.shown - level.own
        ways = ways_to_deal(left, self.shown - level.shown, self.own - level.own, self.hidden)
        return ways * self._times(level, self.full)

    def is_near(self, level: Level) -> bool:
        """Whether a level's questions can be answered at once, by trying every board that is left."""
        between = [each for each in self.level if level < each < self.full]
        return level == self.full or (self.has_board and level.shown >= 3 and not between)

    def near(self, level: Level, shown: Cards, own: Cards) -> dict[int, Fraction]:
        """``Solution.at`` for such a level, without solving the game."""
        deck, numbers = self.deck, sorted(self.deck.number[card] for card in shown)
        hand = np.array(sorted(deck.number[card] for card in own), dtype=np.int64)
        if self.has_board:
            left = [number for number in range(deck.size) if number not in (*numbers, *hand.tolist())]
            boards = [sorted((*numbers, *more)) for more in combinations(left, self.shown - len(numbers))]
            places = self.rules.table.place
            sums = kernel.one_hand(self.program, np.array(boards, dtype=np.int64), hand, places, self.pairs)
        else:
            shared, own_table, dealer_table = self.hand_tables
            cards = np.array(numbers, dtype=np.int64)
            place = kernel.classes_beside(hand[None, :].astype(np.uint8), cards[:shared], own_table, deck.choose)
            counts = np.zeros(2, dtype=np.int64)
            if self.rules.has_dealer:
                hidden = kernel.sets_without(cards, self.hidden, deck.size, deck.choose)
                their_class = kernel.classes_beside(hidden, cards, dealer_table, deck.choose)
                counts = compared(hand.astype(np.uint8), int(place[0]), hidden, their_class, self.program.marks)
            left_hands = comb(deck.size - self.shown - self.own, self.hidden)
            sums, _ = kernel.values_of(self.program, int(place[0]), counts.astype(np.int32), left_hands)
        scale = self.deals_left(level) // self._times(level, self.full) * self.rules.unit
        return {value: Fraction(int(each), scale) for value, each in enumerate(sums)}

    def _columns(self) -> None:
        """What the questions of each level wait for."""
        rules = self.rules
        self.columns: list[list[int]] = [[] for _ in self.levels]
        for level, columns in zip(self.levels, self.columns, strict=True):
            asked = [number for number, each in enumerate(self.level) if each == level]
            for number in asked:
                for option in rules.nodes[number].options:
                    if option.follows - self.terminals not in asked and option.follows not in columns:
                        columns.append(option.follows)
        if self._level_of_value(rules.root) != Level(0, 0):
            self.columns[0].append(rules.root)

    def _level_of_value(self, value: int) -> Level:
        return self.full if value < self.terminals else self.level[value - self.terminals]

    def _times(self, first: Level, last: Level) -> int:
        """How many orders of dealing look alike from one level to another."""
        return orders(_between(self.parts.shown, first.shown, last.shown)) * orders(
            _between(self.parts.own, first.own, last.own)
        )

    def _program(self) -> kernel.Program:
        rules, deck = self.rules, self.deck
        classes, nodes = len(rules.nets), rules.nodes
        firsts = np.cumsum([0, *(len(node.options) for node in nodes)]).astype(np.int64)
        legal = np.ones((classes, max(1, int(firsts[-1]))), dtype=np.uint8)
        self.forced = np.full((len(self.up_ranks), classes, max(1, len(nodes))), -1, dtype=np.int8)
        for number, node in enumerate(nodes):
            if node.legal is not None:
                legal[:, firsts[number] : firsts[number + 1]] = node.legal
        for number, options in self.policy.by_class.items():
            self.forced[:, :, number] = options
        self.canonical = {size: deck.canonical(size) for size in {level.shown for level in self.levels}}
        images = {size: deck.images(size) for size in {level.shown for level in self.levels} if size}
        images[0] = (np.zeros(1, dtype=np.int32), np.zeros(1, dtype=np.int16))
        self.images = images
        self.own_sets = {
            size: all_sets(size, deck.size, deck.choose) if size else np.zeros((1, 0), dtype=np.uint8)
            for size in {level.own for level in self.levels}
        }
        # Where nothing is shown, nothing is renamed.
        self.renamed = [
            kernel.renamed_places(
                self.own_sets[level.own], deck.renamed if level.shown else deck.renamed[:1], deck.choose
            )
            for level in self.levels
        ]
        self.shown_parts = [_positions(self.shown, level.shown) for level in self.levels]
        self.own_parts = [_positions(self.own, level.own) for level in self.levels]
        sizes = [(level.shown, level.own, len(self.own_sets[level.own])) for level in self.levels]
        pushes: list[list[tuple[int, int, int]]] = [[] for _ in self.levels]
        self.starts, start = [], 0
        for at, (level, columns) in enumerate(zip(self.levels, self.columns, strict=True)):
            cells = len(self.canonical[level.shown][0]) * sizes[at][2]
            self.starts.append(start)
            for value in columns:
                if self._level_of_value(value) == self.full:
                    pushes[at].append((start, value, self._times(level, self.full)))
                start += cells
        self.cells = start
        choice_first, choices = np.zeros(max(1, len(nodes)), dtype=np.int64), 0
        levels = np.full(max(1, len(nodes)), -1, dtype=np.int64)
        for number, level in enumerate(self.level):
            if level != self.full:
                levels[number] = self.levels.index(level)
                choice_first[number] = choices
                choices += len(self.canonical[level.shown][0]) * len(self.own_sets[level.own])
        self.choice_cells = choices
        last = [number for number in reversed(range(len(nodes))) if self.level[number] == self.full]
        follows = [option.follows for node in nodes for option in node.options]
        return kernel.Program(
            rules.nets,
            np.array(rules.marks, dtype=np.int64),
            firsts,
            levels[: len(nodes)],
            np.array(follows or [0], dtype=np.int64),
            legal,
            self.forced[0],
            np.array(last, dtype=np.int64),
            rules.root,
            np.cumsum([0, *map(len, pushes)]).astype(np.int64),
            np.array([push for some in pushes for push in some], dtype=np.int64).reshape(-1, 3),
            np.array(sizes, dtype=np.int64),
            *_flat(self.shown_parts, self.shown),
            *_flat(self.own_parts, self.own),
            _starts([images[level.shown][0] for level in self.levels]),
            np.concatenate([images[level.shown][0] for level in self.levels]),
            np.concatenate([images[level.shown][1] for level in self.levels]),
            _starts([each.ravel() for each in self.renamed]),
            np.concatenate([each.ravel() for each in self.renamed]),
            choice_first,
            deck.choose,
        )

    def unsolved(self) -> Solution:
        return Solution(self.rules, self, self.deals * orders(self.parts.hidden))

    def check(self, solution: Solution) -> None:
        if solution.distribution.total != solution.deals:
            raise ArithmeticError("the deals counted are not all deals")
        if solution.distribution.expectation != solution.expectation:
            raise ArithmeticError("the outcomes counted do not come to the value found")

    def lay_out(self, by_node: Mapping[int, Int8s]) -> Int8s:
        """The options of all questions of earlier levels, one after the other."""
        choices = np.zeros(self.choice_cells, dtype=np.int8)
        for number, chosen in by_node.items():
            first = int(self.program.choice_first[number])
            choices[first : first + chosen.size] = chosen.ravel()
        return choices

    def go_up(self, solution: Solution, tables: Whole) -> None:
        """From the last level to the first: make sums right, decide, and add to what waits above."""
        values: dict[int, Whole] = {}
        for at in reversed(range(len(self.levels))):
            level = self.levels[at]
            renamed = kernel.renamed_places(self.own_sets[level.own], self.deck.renamed, self.deck.choose)
            summed = {value: self._column(tables, at, value) for value in self.columns[at]}
            for table in summed.values():
                if not kernel.settle_renamings(table, self.canonical[level.shown][0], self.deck.renamed, renamed):
                    raise ArithmeticError("a sum over the names of suits does not divide")
            solution.tables[at] = summed
            for number in reversed(range(len(self.rules.nodes))):
                if self.level[number] == level:
                    node, value = self.rules.nodes[number], self.terminals + number
                    options = [summed.get(option.follows, values.get(option.follows)) for option in node.options]
                    values[value], solution.choices[number] = self._best(number, options, self._shape(at))
                    for other in range(at):
                        if value in self.columns[other]:
                            self._carry(True, at, other, value, values[value], tables)
        if self._level_of_value(self.rules.root) == Level(0, 0):
            solution.total = int(values[self.rules.root][0, 0])
        else:
            solution.total = int(solution.tables[0][self.rules.root][0, 0])

    def _best(self, number: int, options: Sequence[Whole | None], shape: tuple[int, int]) -> tuple[Whole, Int8s]:
        given = self.policy.by_view.get(number)
        best = np.zeros(shape, dtype=np.int64)
        chosen = np.zeros(shape, dtype=np.int8)
        for option, value in enumerate(options):
            assert value is not None
            better = (given == option) if given is not None else value > best if option else np.ones(shape, dtype=bool)
            chosen[better] = option
            best = np.where(better, value, best)
        return best, chosen

    def go_down(self, choices: Mapping[int, Int8s]) -> tuple[Int32s, dict[int, Whole]]:
        """By the choices, in how many orders views lead to what questions wait for, and to each earlier question."""
        reach = np.zeros(self.cells, dtype=np.int64)
        arrived: dict[int, Whole] = {}
        if self._level_of_value(self.rules.root) == Level(0, 0):
            arrived[self.rules.root] = np.ones((1, 1), dtype=np.int64)
        else:
            reach[self.starts[0] + self.columns[0].index(self.rules.root)] = 1
        for at, level in enumerate(self.levels):
            for number, node in enumerate(self.rules.nodes):
                if self.level[number] != level:
                    continue
                value = self.terminals + number
                here = arrived.setdefault(value, np.zeros(self._shape(at), dtype=np.int64))
                for other in range(at):
                    if value in self.columns[other]:
                        self._carry(False, at, other, value, here, reach)
                for option, (_, _, follows) in enumerate(node.options):
                    part = np.where(choices[number] == option, here, 0)
                    if follows in self.columns[at]:
                        self._column(reach, at, follows)[:] += part
                    else:
                        arrived[follows] = arrived.get(follows, 0) + part
        return reach.astype(np.int32), arrived

    def _shape(self, at: int) -> tuple[int, int]:
        """Canonical shown sets and own sets of a level."""
        return len(self.canonical[self.levels[at].shown][0]), len(self.own_sets[self.levels[at].own])

    def _column(self, tables: Whole, at: int, value: int) -> Whole:
        """The part of all tables that holds what a level's questions may lead to."""
        cells = self._shape(at)[0] * self._shape(at)[1]
        start = self.starts[at] + self.columns[at].index(value) * cells
        return tables[start : start + cells].reshape(self._shape(at))

    def _carry(self, goes_up: bool, at: int, other: int, value: int, values: Whole, tables: Whole) -> None:
        """A question's values at its own level to the earlier one that waits for it, or back."""
        level, target = self.levels[at], self.levels[other]
        kernel.carried(
            values,
            self._column(tables, other, value),
            goes_up,
            *self.canonical[level.shown],
            self.own_sets[level.own],
            *self.images[target.shown],
            self.renamed[other],
            _positions(level.shown, target.shown),
            _positions(level.own, target.own),
            self._times(target, level),
            self.deck.choose,
        )

    def evaluated(self, adds: bool, reach: Int32s, progress: Progress, number: int, passes: int) -> tuple[Whole, Whole]:
        """Evaluate every full view, on all cores: what it adds to the tables, and the deals as they are reached."""
        boards, weights = self.deck.canonical(self.shown)
        chunk = CHUNK if self.has_board else 1
        work = self._board_work() if self.has_board else self._work()
        bytes_each = 8 * (self.cells + len(self.up_ranks) * self.rules.nets.size)
        workers = max(1, min(os.cpu_count() or 1, MEMORY // bytes_each, len(boards)))
        sizes = self.cells if adds else 0, (len(self.up_ranks), *(self.rules.nets.shape if len(reach) else (0, 0, 0)))
        sums = [(np.zeros(sizes[0], dtype=np.int64), np.zeros(sizes[1], dtype=np.int64)) for _ in range(workers)]
        idle = sums.copy()

        def evaluate_some(first: int, many: int) -> None:
            own = idle.pop()
            work(boards[first : first + many], weights[first : first + many], own[0], reach, own[1])
            idle.append(own)

        for done, _ in in_chunks(evaluate_some, len(boards), chunk, workers):
            progress(number * len(boards) + done, passes * len(boards))
        tables, tally = sums[0]
        for more, counted in sums[1:]:
            tables += more
            tally += counted
        return tables, np.ascontiguousarray(tally.transpose(0, 2, 1, 3))

    def _board_work(self) -> Callable[[Whole, Whole, Whole, Int32s, Whole], None]:
        places, pairs = self.rules.table.place, self.pairs

        def work(boards: Whole, weights: Whole, tables: Whole, reach: Int32s, tally: Whole) -> None:
            kernel.evaluate_boards(self.program, boards, weights, places, pairs, tables, reach, tally[0])

        return work

    @cached_property
    def hand_tables(self) -> tuple[int, Int16s, Int16s]:
        """How many shown cards the player's hand uses, and the classes of the player's and the dealer's hands."""
        shared = self.shown if self.parts.shown_is_shared else 0
        own_table = best_of_more(self.rules.table, self.own + shared)
        if not self.rules.has_dealer:
            return shared, own_table, own_table
        return shared, own_table, best_of_more(self.rules.table, self.shown + self.hidden)

    def _work(self) -> Callable[[Whole, Whole, Whole, Int32s, Whole], None]:
        left, classes = comb(self.deck.size - self.shown - self.own, self.hidden), len(self.rules.nets)

        def work(boards: Whole, weights: Whole, tables: Whole, reach: Int32s, tally: Whole) -> None:
            for shown, weight in zip(boards, weights.tolist(), strict=True):
                own, own_weight, own_class, counts = self._beside(shown)
                order, beside = order_by_class(own_class, classes), (own, own_weight, own_class)
                up = int(self.up_of[shown].sum())
                program = self.program._replace(forced=self.forced[up])
                kernel.evaluate(program, shown, weight, *beside, order, counts, left, tables, reach, tally[up])

        return work

    def _beside(self, shown: Whole) -> tuple[Bytes, Whole, Int16s, Int32s]:
        """Every own set beside the shown cards, with its weight, its class and the hidden hands against it."""
        deck, (shared, own_table, dealer_table) = self.deck, self.hand_tables
        rows = canonical_sets(self.own, np.ascontiguousarray(shown), deck.suit, deck.bit, deck.before)
        own, own_weight = rows[:, : self.own].astype(np.uint8), np.ascontiguousarray(rows[:, self.own])
        own_class = kernel.classes_beside(own, shown[:shared], own_table, deck.choose)
        if not self.rules.has_dealer:
            return own, own_weight, own_class, np.zeros((len(own), 2), dtype=np.int32)
        hidden = kernel.sets_without(shown, self.hidden, deck.size, deck.choose)
        hidden_class = kernel.classes_beside(hidden, shown, dealer_table, deck.choose)
        marks, classes = self.program.marks, len(self.rules.nets)
        counts = sweep(hidden, hidden_class, own, own_class, classes, marks, deck.choose)
        return own, own_weight, own_class, counts


def _positions(size: int, part: int) -> Whole:
    return np.array(list(combinations(range(size), part)), dtype=np.int64).reshape(comb(size, part), part)


def _flat(parts: Sequence[Whole], size: int) -> tuple[Whole, Whole]:
    """Rows of all levels one after the other, and where each level begins."""
    rows = np.zeros((sum(map(len, parts)), max(1, size)), dtype=np.int64)
    at = 0
    for some in parts:
        rows[at : at + len(some), : some.shape[1]] = some
        at += len(some)
    return np.cumsum([0, *map(len, parts)]).astype(np.int64), rows


def _starts(arrays: Sequence[object]) -> Whole:
    return np.cumsum([0, *(len(array) for array in arrays[:-1])]).astype(np.int64)  # type: ignore[arg-type]
