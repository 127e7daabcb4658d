"""A strategy that fits on a page: what is seen put into words, and one decision for all views of one description."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Final, NamedTuple

import numpy as np

from croupier.cards.cards import RANK_LETTERS, ranks_text
from croupier.cards.hands import FAMILIES
from croupier.exact.result import PlayRow
from croupier.exact.streets.compiling import Node, Option, Rules
from croupier.exact.streets.solving import Described, Key, Policy, Solution
from croupier.kernels.arrays import Bytes, Flags, Int8s, Int16s, Whole
from croupier.kernels.card_sets import best_of_more
from croupier.kernels.compiled import compiled
from croupier.kernels.views import classes_beside
from croupier.play.game import Decision
from croupier.units import format_odds

PATTERNS: Final = ("no pair", "pair", "two pair", "three of a kind", "full house", "four of a kind")
UNPAIRED: Final = ("no pair", "high card", "straight", "flush", "straight flush", "royal flush")
RANKS: Final = 13
STRAIGHT: Final = 5
NEAR: Final = (("no flush near", "four to a flush"), ("no straight near", "four to a straight"), ("not yours", "yours"))
RANKED: Final = 4  # Where the ranks begin in a description.
PARTS: Final = 7  # Of a description.


@compiled
def describe_views(own: Bytes, shown: Whole, rank_of: Whole, suit_of: Whole, suits: int) -> Whole:
    """(own sets, parts) patterns by rank, and the rest of a description; -1 where the sets share a card."""
    size = own.shape[1] + len(shown)
    keys = np.full((len(own), PARTS), -1, np.int64)
    for row in range(len(own)):
        held, mine, by_suit = np.zeros(RANKS, np.int64), np.zeros(RANKS, np.int64), np.zeros(suits, np.int64)
        is_free = True
        for card in own[row]:
            held[rank_of[card]] += 1
            mine[rank_of[card]] += 1
            by_suit[suit_of[card]] += 1
            for other in shown:
                is_free = is_free and other != card
        if not is_free:
            continue
        for card in shown:
            held[rank_of[card]] += 1
            by_suit[suit_of[card]] += 1
        most = held.max()
        pairs = (held >= 2).sum()
        keys[row, 0] = 5 if most == 4 else 4 if most == 3 and pairs > 1 else 3 if most == 3 else min(pairs, 2)
        run = 0
        for low in range(-1, RANKS - STRAIGHT + 1):
            near = 0
            for rank in range(low, low + STRAIGHT):
                near += held[rank if rank >= 0 else RANKS - 1] > 0
            run = max(run, near)
        keys[row, 1] = by_suit.max() >= min(4, size)
        keys[row, 2] = size > 2 and run >= min(4, size)
        lead = second = third = 0
        for rank in range(RANKS):
            if held[rank] == most:
                lead = rank
        keys[row, 3] = most == 1 or mine[lead] > 0
        if most == 1 or mine[lead] == 0:
            # What is paired lies on the table, or nothing is: one's own highest ranks tell hands apart.
            lead = 0
            for rank in range(RANKS):
                if mine[rank]:
                    lead, second, third = rank, lead, second
        keys[row, 4], keys[row, 5], keys[row, 6] = lead, second, third
    return keys


def described(solution: Solution, number: int) -> tuple[Described, Whole]:
    """One question of an earlier level, and the description of every view of it, as a number."""
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
    brings = [worth_after(solution, number, option.follows) for option in rules.nodes[number].options]
    chosen, options = solution.choices[number], len(brings)
    reached = _reached(solution, number, len(own))
    stats: dict[Key, tuple[list[int], list[float]]] = {}
    rows = np.zeros(chosen.shape, dtype=np.int64)
    for at, (shown, weight) in enumerate(zip(*views.canonical[level.shown], strict=True)):
        beside = np.ascontiguousarray(shown if shared else shown[:0])
        keys = describe_views(own, beside, rank_of, suit_of, int(suit_of.max()) + 1)
        if not shared:
            keys[np.isin(own, shown).any(axis=1)] = -1
        free = keys[:, 0] >= 0
        if classes is not None:
            keys[free, 0] = kind_of[classes_beside(own[free], beside, classes, deck.choose)]
        rows[at] = _coded(keys)
        # A description is counted as a number, then taken apart.
        codes = rows[at, free & reached]
        for code in np.unique(codes).tolist():
            stats.setdefault(_decoded(code), ([0] * options, [0.0] * options))
        places, codes_of = np.unique(codes, return_inverse=True)
        picked = np.flatnonzero(free & reached)
        for option in range(options):
            best = np.bincount(codes_of[chosen[at, picked] == option], minlength=len(places))
            worth = np.bincount(codes_of, weights=brings[option][at, picked].astype(np.float64), minlength=len(places))
            for place, code in enumerate(places.tolist()):
                counts, worths = stats[_decoded(code)]
                counts[option] += int(best[place]) * int(weight)
                worths[option] += float(worth[place]) * float(weight)
    found = Described(names, size, stats)
    return found, rows


def by_description(solution: Solution, number: int, rows: Whole, choice: Mapping[Key, int]) -> Int8s:
    """By view of a question the option for its description; the best one where no description is known."""
    options = {_code(key): option for key, option in choice.items()}
    known, inverse = np.unique(rows, return_inverse=True)
    chart = np.array([options.get(code, -1) for code in known.tolist()], dtype=np.int8)[inverse].reshape(rows.shape)
    return np.where(chart < 0, solution.choices[number], chart)


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


def _code(key: Key) -> int:
    return int(_coded(np.array([key]))[0])


def _decoded(code: int) -> Key:
    return tuple((code >> 5 * place & 31) - 1 for place in reversed(range(PARTS)))


def play_rows(solution: Solution) -> Iterator[PlayRow]:
    """The chart in as few lines as it takes, question by question, the best hands first."""
    for number, question, names in _questions(solution.rules):
        for line in reversed(list(_lines(solution, number))):
            best = {name: count for name, count in zip(names, line.counts, strict=True) if count}
            yield PlayRow(question, line.words, best, names[line.choice])


def followed(solution: Solution, answer: Callable[[str, str, tuple[str, ...]], str]) -> Policy:
    """A policy that answers the lines of ``play_rows``: asked with a question, a hand and the names of the options."""
    from croupier.exact.streets.solving import Policy

    by_class: dict[int, Int8s] = {}
    by_view: dict[int, Int8s] = {}
    for number, question, names in _questions(solution.rules):
        taken: dict[Key, int] = {}
        for line in _lines(solution, number):
            taken |= dict.fromkeys(line.covers, names.index(answer(question, line.words, tuple(names))))
        if number in solution.choices:
            by_view[number] = by_description(solution, number, described(solution, number)[1], taken)
        else:
            by_class[number] = np.array(solution.by_class.by_class[number])
            for (up, place), option in taken.items():
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
    covers: Sequence[Key]  # Descriptions; or up-cards and classes, by their places.


def _lines(solution: Solution, number: int) -> Iterator[Line]:
    if number in solution.choices:
        found = solution.described[number]
        yield from _merged(found, sorted(found.stats), 0, [])
        return
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


def _merged(found: Described, keys: list[Key], depth: int, words: list[str]) -> Iterator[Line]:
    """Descriptions that begin alike: one line where they are played alike, else taken apart at the next part."""
    choices = {found.choice(key) for key in keys}
    if len(choices) == 1:
        counts = [sum(many) for many in zip(*(found.stats[key][0] for key in keys), strict=True)]
        yield Line(", ".join(words) or "any hand", counts, choices.pop(), keys)
        return
    groups = [(part, list(some)) for part, some in groupby(keys, key=lambda key: key[depth])]
    alike = {part: {found.choice(key) for key in some} for part, some in groups}
    if depth < RANKED:
        for part, some in groups:
            told = _part_words(found, depth, part)
            yield from _merged(found, some, depth + 1, [*words, told] if told and len(groups) > 1 else words)
        return
    # Ranks next to one another that are played alike are a range.
    for played, run in groupby(groups, key=lambda group: tuple(alike[group[0]])):
        stretch = list(run)
        if len(played) == 1:
            first, last = stretch[0][0], stretch[-1][0]
            told = _rank_words(found, depth, keys[0], first, last)
            yield from _merged(found, [key for _, some in stretch for key in some], depth + 1, [*words, told])
        else:
            for part, some in stretch:
                yield from _merged(found, some, depth + 1, [*words, _rank_words(found, depth, keys[0], part, part)])


def _part_words(found: Described, depth: int, part: int) -> str:
    if depth == 0:
        return found.kinds[part]
    if depth == 1 and found.size < STRAIGHT:
        return "suited" if part else "not suited"
    if depth == 2 and found.size < STRAIGHT - 1:
        return "within a straight" if part else "not within a straight"
    return NEAR[depth - 1][part]


def _rank_words(found: Described, depth: int, key: Key, first: int, last: int) -> str:
    low, high = RANK_LETTERS[first], RANK_LETTERS[last]
    span = low if low == high else f"{low} to {high}"
    is_high = found.kinds[key[0]] in UNPAIRED or not key[RANKED - 1]
    if depth > RANKED:
        return f"{'and' if depth > RANKED + 1 else 'with'} {span}"
    return f"{span} high" if is_high else f"of {span}"


def charted(solution: Solution) -> Iterator[tuple[int, Described, Int8s]]:
    """Every question of an earlier level with its descriptions and what the chart does in each view."""
    for number in solution.choices:
        found, rows = described(solution, number)
        yield number, found, by_description(solution, number, rows, {key: found.choice(key) for key in found.stats})
