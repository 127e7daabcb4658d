"""A strategy that fits on a page: what is seen put into words, and one decision for all views of one description."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from math import comb
from typing import Final, NamedTuple

import numpy as np

from croupier.cards.cards import RANK_LETTERS, ranks_text
from croupier.cards.hands import FAMILIES
from croupier.exact.result import PlayRow
from croupier.exact.streets.compiling import Node, Option, Rules
from croupier.exact.streets.solving import Box, Described, Policy, Solution
from croupier.kernels.arrays import Bytes, Flags, Floats, Int8s, Int16s, Whole
from croupier.kernels.card_sets import best_of_more
from croupier.kernels.compiled import compiled
from croupier.kernels.views import classes_beside
from croupier.play.game import Decision
from croupier.units import format_odds

PATTERNS: Final = ("no pair", "pair", "two pair", "three of a kind", "full house", "four of a kind")
RANKS: Final = 13
STRAIGHT: Final = 5
FLUSHES: Final = (
    "three of a suit on the table",
    "two of a suit on the table",
    "no flush near",
    "three to a flush",
    "four to a flush",
)
KIND, FLUSH, NEAR, MINE, OVER, LOW_OVER, PAIRED, HIGH, SECOND, THIRD = range(10)
PARTS: Final = 10  # Of a description: what the cards make, the draws, how one's own stand over the table, their ranks.
ROUGH: Final = Fraction(1, 20_000)
"""Situations are told apart while playing them alike costs more than this part of the base wager a round."""


@compiled
def describe_views(own: Bytes, shown: Whole, rank_of: Whole, suit_of: Whole, suits: int) -> Whole:
    """(own sets, parts) the descriptions, as patterns by rank; -1 where the sets share a card."""
    size = own.shape[1] + len(shown)
    keys = np.full((len(own), PARTS), -1, np.int64)
    for row in range(len(own)):
        held, mine = np.zeros(RANKS + 1, np.int64), np.zeros(RANKS, np.int64)
        by_suit, my_suit = np.zeros(suits, np.int64), np.zeros(suits, np.int64)
        is_free = True
        for card in own[row]:
            mine[rank_of[card]] += 1
            my_suit[suit_of[card]] += 1
            for other in shown:
                is_free = is_free and other != card
        if not is_free:
            continue
        held[:RANKS] += mine
        by_suit += my_suit
        for card in shown:
            held[rank_of[card]] += 1
            by_suit[suit_of[card]] += 1
        most, pairs = held.max(), (held >= 2).sum()
        keys[row, KIND] = 5 if most == 4 else 4 if most == 3 and pairs > 1 else 3 if most == 3 else min(pairs, 2)
        held[RANKS] = held[RANKS - 1]  # An ace is also the place below the deuce, which is that of -1.
        run = 0
        for low in range(-1, RANKS - STRAIGHT + 1):
            near = 0
            for rank in range(low, low + STRAIGHT):
                near += held[rank] > 0
            run = max(run, near)
        keys[row, FLUSH] = 2
        if by_suit.max() >= min(4, size):
            keys[row, FLUSH] = 4
        elif size >= STRAIGHT:
            for suit in range(suits):
                if by_suit[suit] == 3 and my_suit[suit]:
                    keys[row, FLUSH] = 3
            if keys[row, FLUSH] == 2 and (by_suit - my_suit).max() > 1:
                keys[row, FLUSH] = 0 if (by_suit - my_suit).max() > 2 else 1
        keys[row, NEAR] = size > 2 and run >= min(4, size)
        keys[row, PAIRED] = 0
        keys[row, MINE] = most == 1
        keys[row, THIRD] = keys[row, SECOND] = keys[row, HIGH] = 0
        for rank in range(RANKS):
            if most > 1 and held[rank] == most:
                keys[row, PAIRED], keys[row, MINE] = rank + 1, mine[rank] > 0
            for _ in range(mine[rank]):
                keys[row, HIGH], keys[row, SECOND], keys[row, THIRD] = rank, keys[row, HIGH], keys[row, SECOND]
        keys[row, OVER] = keys[row, LOW_OVER] = 0
        for card in shown:
            keys[row, OVER] += rank_of[card] < keys[row, HIGH]
            keys[row, LOW_OVER] += rank_of[card] < keys[row, SECOND]
    return keys


def described(solution: Solution, number: int) -> tuple[Described, Whole]:
    """One question of an earlier level in as few boxes of descriptions as it takes; every view's description, coded."""
    rules, views = solution.rules, solution.views
    level, deck = views.level[number], views.deck
    own = views.own_sets[level.own]
    shared = views.parts.shown_is_shared
    size = level.own + (level.shown if shared else 0)
    family = FAMILIES[rules.game.declares.hands or ""]
    classes: Int16s | None = best_of_more(rules.table, size) if size >= rules.table.size else None
    kinds = [family.category(hand).replace("_", " ") for hand in rules.table.ranking]
    names = list(dict.fromkeys(kinds)) if classes is not None else list(PATTERNS)
    kind_of = np.array([names.index(kind) if classes is not None else 0 for kind in kinds])
    rank_of = np.array([deck.cards[card].rank - 2 for card in range(deck.size)])
    suit_of = np.array([deck.cards[card].suit for card in range(deck.size)])
    shown_sets, weights = views.canonical[level.shown]
    rows = np.zeros(solution.choices[number].shape, dtype=np.int64)
    for at, shown in enumerate(shown_sets):
        beside = np.ascontiguousarray(shown if shared else shown[:0])
        keys = describe_views(own, beside, rank_of, suit_of, int(suit_of.max()) + 1)
        if not shared:
            keys[np.isin(own, shown).any(axis=1)] = -1
        free = keys[:, KIND] >= 0
        if classes is not None:
            keys[free, KIND] = kind_of[classes_beside(own[free], beside, classes, deck.choose)]
        rows[at] = _coded(keys)
    met = (rows > 0) & _reached(solution, number, len(own))
    many = np.broadcast_to(np.asarray(weights)[:, None], rows.shape)[met].astype(np.float64)
    codes, of = np.unique(rows[met], return_inverse=True)
    options = rules.nodes[number].options
    chosen = solution.choices[number][met]

    def summed(some: Flags | Whole) -> Floats:
        return np.asarray(np.bincount(of, many * some, len(codes)), dtype=np.float64)

    best = [summed(chosen == at) for at in range(len(options))]
    worth = [summed(worth_after(solution, number, option.follows)[met]) for option in options]
    views_there = comb(deck.size, level.shown) * comb(deck.size - level.shown, level.own)
    least = float(ROUGH * rules.unit * views_there * views.deals_left(level))
    keys, counts, worths = _decoded(codes), np.stack(best, axis=1), np.stack(worth, axis=1)
    boxes = _boxes(Box([0] * PARTS, [RANKS] * PARTS, [], [], 0), keys, counts, worths, least)
    return Described(names, size, level.own, _spans_met(keys), boxes), rows


def _spans_met(keys: Whole) -> list[list[int]]:
    spans: list[list[int]] = np.stack([keys.min(axis=0), keys.max(axis=0)], axis=1).tolist()
    return spans


def _boxes(whole: Box, keys: Whole, counts: Floats, worths: Floats, least: float) -> list[Box]:
    """Descriptions in boxes that are played alike, the better hands first; a cut tells apart what is worth most."""
    value, choice = worths.sum(axis=0), int(np.argmax(worths.sum(axis=0)))
    best = [round(count) for count in counts.sum(axis=0)]
    leaf = [whole._replace(spans=_spans_met(keys), counts=best, choice=choice)]
    if worths.max(axis=1).sum() - value[choice] <= least:
        return leaf
    much = counts.sum(axis=1)
    apart = worths - worths.mean(axis=1, keepdims=True)
    most, cut = -1.0, (0, 0)
    for part in range(PARTS):
        values = keys[:, part]
        below = np.cumsum(np.bincount(values, much))[values.min() : values.max()]
        gain = np.zeros(len(below))
        for own in apart.T:
            lower = np.cumsum(np.bincount(values, own))[values.min() : values.max()]
            gain += lower**2 / below + (own.sum() - lower) ** 2 / (much.sum() - below)
        if len(gain) and gain.max() > most:
            most, cut = float(gain.max()), (part, int(values.min() + np.argmax(gain)))
    if most < 0:
        return leaf
    part, last = cut
    is_low = keys[:, part] <= last
    low = whole._replace(high=[*whole.high[:part], last, *whole.high[part + 1 :]])
    high = whole._replace(low=[*whole.low[:part], last + 1, *whole.low[part + 1 :]])
    found = [
        box
        for side, some in ((high, ~is_low), (low, is_low))
        for box in _boxes(side, keys[some], counts[some], worths[some], least)
    ]
    return leaf if len({box.choice for box in found}) == 1 else found


def by_description(solution: Solution, number: int, rows: Whole, choices: Sequence[int]) -> Int8s:
    """By view of a question the option for the box of its description."""
    codes, of = np.unique(rows, return_inverse=True)
    keys, told = _decoded(codes), np.zeros(len(codes), dtype=np.int8)
    for box, choice in zip(solution.described[number].boxes, choices, strict=True):
        told[((keys >= box.low) & (keys <= box.high)).all(axis=1)] = choice
    return told[of].reshape(rows.shape)


def worth_after(solution: Solution, number: int, follows: int) -> Whole:
    """By view, what an option brings over the deals left, if the best decisions follow."""
    views = solution.views
    table = solution.tables[views.levels.index(views.level[number])].get(follows)
    if table is not None:
        return table
    node = solution.rules.node(follows)
    assert node is not None
    best: Whole = np.maximum.reduce([worth_after(solution, number, option.follows) for option in node.options])
    return best


def _reached(solution: Solution, number: int, sets: int) -> Flags:
    """Own sets with which the decisions before are the best, as far as they were taken on one's own cards alone."""
    rules, views = solution.rules, solution.views
    reached = np.ones(sets, dtype=bool)
    for other, node in enumerate(rules.nodes):
        before = rules.nodes[number].history[: len(node.history) + 1]
        if other in solution.choices and views.level[other] == (0, views.level[number].own) and other != number:
            for option, each in enumerate(node.options):
                if before == (*node.history, Decision(1, each.action, each.amount)):
                    reached &= solution.choices[other][0] == option
    return reached


def _coded(keys: Whole) -> Whole:
    codes = np.zeros(len(keys), dtype=np.int64)
    for column in keys.T:
        codes = codes * 32 + column + 1
    return codes


def _decoded(codes: Whole) -> Whole:
    return np.stack([(codes >> 5 * place & 31) - 1 for place in reversed(range(PARTS))], axis=1)


def play_rows(solution: Solution) -> Iterator[PlayRow]:
    """The chart in as few lines as it takes, question by question, the best hands first."""
    for number, question, names in _questions(solution.rules):
        for line in _lines(solution, number):
            best = {name: count for name, count in zip(names, line.counts, strict=True) if count}
            yield PlayRow(question, line.words, best, names[line.choice])


def followed(solution: Solution, answer: Callable[[str, str, tuple[str, ...]], str]) -> Policy:
    """A policy that answers the lines of ``play_rows``: asked with a question, a hand and the names of the options."""
    by_class: dict[int, Int8s] = {}
    by_view: dict[int, Int8s] = {}
    for number, question, names in _questions(solution.rules):
        lines = list(_lines(solution, number))
        taken = [names.index(answer(question, line.words, tuple(names))) for line in lines]
        if number in solution.choices:
            by_view[number] = by_description(solution, number, described(solution, number)[1], taken)
        else:
            by_class[number] = np.array(solution.by_class.by_class[number])
            for line, option in zip(lines, taken, strict=True):
                for up, place in line.covers:
                    by_class[number][up, place] = option
    return Policy(by_class, by_view)


def _questions(rules: Rules) -> Iterator[tuple[int, str, list[str]]]:
    """Every question, in words that tell it from the others, with the names of its options."""
    for number, node in enumerate(rules.nodes):
        question = node.rule
        if sum(other.rule == node.rule for other in rules.nodes) > 1 and node.history:
            question += f" after {', '.join(decision_words(each, rules, each.amount > 0) for each in node.history)}"
        yield number, question, option_names(rules, node)


def option_names(rules: Rules, node: Node) -> list[str]:
    """What answers a question: an action, with what it puts up where there are several amounts."""
    several = [option.action for option in node.options]
    return [decision_words(option, rules, several.count(option.action) > 1) for option in node.options]


def decision_words(decision: Decision | Option, rules: Rules, with_amount: bool) -> str:
    """An action, with what it puts up in base wagers."""
    times = format_odds(Fraction(decision.amount, rules.stake))
    return f"{decision.action} {times}x" if with_amount else decision.action


class Line(NamedTuple):
    """Situations that are told and played alike: in how many each option is best, and which is taken."""

    words: str
    counts: list[int]
    choice: int
    covers: Sequence[tuple[int, int]] = ()  # Up-cards and classes by their places; none of boxes of descriptions.


def _lines(solution: Solution, number: int) -> Iterator[Line]:
    if number in solution.choices:
        found = solution.described[number]
        for box in found.boxes:
            yield Line(", ".join(_box_words(found, box)) or "any hand", box.counts, box.choice)
    else:
        yield from reversed(list(_lines_by_class(solution, number)))


def _lines_by_class(solution: Solution, number: int) -> Iterator[Line]:
    """Classes of hands that are played alike, the lowest first."""
    rules = solution.rules
    family = FAMILIES[rules.game.declares.hands or ""]
    taken, chart = np.stack(solution.taken_by_class(number)), np.array(solution.by_class.by_class[number])
    asked = np.flatnonzero(taken.sum(axis=(0, 1))).tolist()
    ranking, ups = rules.table.ranking, solution.views.up_ranks
    choices: dict[str, set[tuple[int, ...]]] = {}
    for place in asked:
        choices.setdefault(family.describe(ranking[place]), set()).add(tuple(chart[:, place].tolist()))

    def told(place: int) -> str:
        """The hand in words; with its ranks where hands of the same words are played otherwise."""
        words, ranks = family.describe(ranking[place]), getattr(ranking[place], "ranks", ())
        return f"{words} ({ranks_text(ranks)})" if ranks and len(choices[words]) > 1 else words

    for kind, grouped in groupby(asked, key=lambda place: family.category(ranking[place])):
        places = list(grouped)
        for by_up, alike in groupby(places, key=lambda place: tuple(chart[:, place].tolist())):
            some = list(alike)
            low, high = (told(place) for place in (some[0], some[-1]))
            words = kind.replace("_", " ") if some == places else low if low == high else f"{low}, to {high}"
            for choice in sorted(set(by_up)):
                against = [up for up, played in enumerate(by_up) if played == choice]
                beside = "" if len(against) == len(ups) else f", against {_spans(ups, against)}"
                counts = taken[:, against][:, :, some].sum(axis=(1, 2)).tolist()
                if any(counts):
                    yield Line(words + beside, counts, choice, [(up, place) for up in against for place in some])


def _spans(ups: Sequence[int], some: Sequence[int]) -> str:
    """Up-cards in words: those next to one another as a range."""
    spans = []
    for _, run in groupby(enumerate(some), key=lambda pair: pair[1] - pair[0]):
        first, *_, last = [RANK_LETTERS[ups[up] - 2] for _, up in run] * 2
        spans.append(first if first == last else f"{first} to {last}")
    return ", ".join(spans)


def _box_words(found: Described, box: Box) -> Iterator[str]:
    """What a box says of a hand, beyond what is true of every hand."""
    ranges = [span if span != every else None for span, every in zip(box.spans, found.spans, strict=True)]
    kinds, size = found.kinds, found.size
    # What every hand of a kind is need not be said: of parts that were not cut only the kind is.
    for part, (low, high) in enumerate(zip(box.low, box.high, strict=True)):
        if (low, high) == (0, RANKS) and part != KIND:
            ranges[part] = None
    paired = ranges[PAIRED] if ranges[PAIRED] != [0, 0] else None
    if span := ranges[KIND]:
        low, high = span
        told = kinds[low] if low == high else f"{kinds[low]} or better" if high == found.spans[KIND][1] else ""
        told = told or (f"{kinds[high]} or less" if low == 0 else f"{kinds[low]} to {kinds[high]}")
        yield f"{told} of {_span(max(1, paired[0]) - 1, paired[1] - 1)}" if paired else told
    if span := ranges[MINE]:
        yield "yours" if span[0] else "not yours"
    if span := ranges[NEAR]:
        near = ("no straight near", "four to a straight")
        yield (near if size >= STRAIGHT - 1 else ("not within a straight", "within a straight"))[span[0]]
    if span := ranges[FLUSH]:
        few = "suited" if span[0] > 2 else "not suited"
        yield few if size < STRAIGHT else " or ".join(FLUSHES[span[0] : span[1] + 1])
    ranked = {1: ("your card",), 2: ("your higher card", "your lower card")}.get(
        found.own, ("your highest", "your second", "your third")
    )
    for words, part in zip(ranked, (HIGH, SECOND, THIRD), strict=False):
        if span := ranges[part]:
            yield f"{words} {_span(*span)}"
    for words, part in zip(ranked, (OVER, LOW_OVER), strict=False):
        if span := ranges[part]:
            low, high = span
            many = str(low) if low == high else f"{low} to {high}"
            yield f"{words} above {many} of the table"


def _span(low: int, high: int) -> str:
    """Ranks in words."""
    return RANK_LETTERS[low] if low == high else f"{RANK_LETTERS[low]} to {RANK_LETTERS[high]}"


def charted(solution: Solution) -> None:
    """Fill in the chart of every question of an earlier level, and what it does in each view."""
    for number in solution.choices:
        solution.described[number], rows = described(solution, number)
        choices = [box.choice for box in solution.described[number].boxes]
        solution.chart[number] = by_description(solution, number, rows, choices)
