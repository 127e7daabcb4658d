"""What it is worth to see more than one's own hand: the best play under a sight, exactly where it can be enumerated.

``solve_advantage`` is exact: hands of three cards under any sight, the dealer's whole hand, straights under any sight
of ranks or of one color, and flushes under any sight of cards or colors (several cards take minutes and compiled
code: 6.0 million player's hands that differ in more than the names of suits, each beside 990 pairs of cards or more).
The remaining sights take too much work:

- Flushes with several kinds or heights seen: these tell ranks apart within each suit, so one polynomial no longer
  serves all players who hold equally many cards of it.
- Straights with several colors seen: suits matter. A single color already takes 2.8 million ways to hold ranks in two
  colors instead of 49,205 ways to hold ranks, for a sight that is worth next to nothing.

``sample_advantage`` draws deals and decides each exactly; it also serves a sight of the other seats' cards. What is
sampled is only the *gain* over play without the sight, whose exact expectation is known: E[best with it] = E[best
without] + E[best with it - the same deal played as without], and the gain varies far less than the outcome. The same
holds for every figure (``Sampled``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations, permutations
from math import sqrt
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards.cards import Card
from croupier.cards.shuffle import RandomSource
from croupier.errors import BadInput
from croupier.exact.distribution import Distribution
from croupier.exact.showdown.solving import QUICK, solve_showdown
from croupier.exact.showdown.terms import CASES, Counts, Floats, Places, Terms
from croupier.exact.sights.sight import NOTHING, Sight, Work
from croupier.exact.solver import Progress, in_silence, needs_compiler
from croupier.play.lines import Cards
from croupier.play.showdown import Bet, Showdown

FEW_HANDS: Final = 3
"""Hands of this many cards are enumerated one by one."""
FOUR_SUITS: Final = 4

CASE_NAMES: Final = ("does not qualify", "qualifies, lower", "qualifies, equal", "qualifies, higher")
"""What a player who sees the dealer's whole hand learns from it."""


class Advantage(NamedTuple):
    """The best play under a sight, solved: its outcomes, and what to do by what is seen."""

    sight: Sight
    distribution: Distribution
    """Over all deals with every choice of the cards that are seen."""
    chart: tuple[SightRow, ...]


class SampledAdvantage(NamedTuple):
    """The best play under a sight, estimated from deals that were each decided exactly."""

    sight: Sight
    seats: int
    """How many seats' cards are known, the player's own included; 1 if no other seat's are."""
    figures: Sampled

    @property
    def samples(self) -> int:
        return self.figures.samples

    @property
    def expectation(self) -> float:
        return self.figures.expectation.value

    @property
    def standard_error(self) -> float:
        """Of the expectation."""
        return self.figures.expectation.standard_error


def work_of(game: Showdown, sight: Sight) -> Work:
    """What ``solve_advantage`` takes for a sight of this game, if it serves it."""
    family = game.declares.hands
    if sight == Sight("card", game.hand_size):
        return Work.A_MOMENT if family in QUICK else Work.SECONDS
    if sight == NOTHING or game.hand_size <= FEW_HANDS:
        return Work.SECONDS
    if family == "straights" and (sight.detail != "color" or sight.number == 1):
        return Work.SECONDS
    if family == "flushes":
        if sight.number == 1 or sight.detail == "color":
            return Work.SECONDS
        if sight.detail == "card" and len({card.suit for card in game.deck}) == FOUR_SUITS:
            return Work.MINUTES
    return Work.TOO_MUCH


def solve_advantage(game: Showdown, sight: Sight, progress: Progress = in_silence) -> Advantage:
    """The best play under a sight of the dealer's cards, exactly.

    >>> from croupier import catalogue
    >>> from croupier.exact.sights.sight import parse_sight
    >>> from croupier.units.chance import percent_text
    >>> seen = solve_advantage(catalogue.load("three-card-prime"), parse_sight("dealer:1", 3))
    >>> percent_text(seen.distribution.expectation, 5)
    '3.4829 %'
    """
    work = work_of(game, sight)
    if work is Work.TOO_MUCH:
        raise BadInput(f"{sight} of {game.configuration.name} is not enumerated", hint="sample_advantage estimates it")
    if sight == Sight("card", game.hand_size):
        return _whole_hand_seen(game, sight)
    if sight == NOTHING:
        return Advantage(sight, solve_showdown(game).distribution, ())
    scale = 1
    # What is compiled is slow to load, so each technique is imported only where it is used.
    if game.hand_size <= FEW_HANDS:
        from croupier.exact.sights.gains import book_every_hand

        ledger = book_every_hand(game, sight)
    elif game.declares.hands == "straights":
        from croupier.exact.sights.seen_ranks import book_ranks

        ledger = book_ranks(game, sight)
    else:
        needs_compiler(f"{sight} is counted")
        from croupier.exact.sights.seen_flushes import book_flushes, book_seen

        if work is Work.MINUTES:
            ledger = book_seen(game, sight, progress)
        else:
            ledger, scale = book_flushes(game, sight)
    return Advantage(sight, ledger.distribution(scale), ledger.chart(scale))


def _whole_hand_seen(game: Showdown, sight: Sight) -> Advantage:
    """A player who sees the dealer's hand knows the case, and so the net of every bet."""
    counts: list[tuple[Fraction, int]] = []
    wagered = Fraction()
    chart = []
    for row in solve_showdown(game).strategy.chart:
        for case, deals in enumerate(row.cases):
            if deals:
                best = max(row.options, key=lambda option: (option.nets[case], -option.bet.amount))
                counts.append((best.nets[case], deals))
                wagered += (1 + best.bet.amount) * deals
                bets = {option.bet: deals if option is best else 0 for option in row.options}
                chart.append(SightRow(CASE_NAMES[case], row.hand, row.words, bets))
    chart.sort(key=lambda each: CASE_NAMES.index(each.seen))
    return Advantage(sight, Distribution.of(counts, wagered), tuple(chart))


def sample_advantage(
    game: Showdown,
    sight: Sight,
    seats: int,
    samples: int,
    source: RandomSource,
    progress: Callable[[int], None] = lambda _done: None,
) -> SampledAdvantage:
    """The best play when the cards of this many seats and something of the dealer's are known, estimated.

    ``seats`` counts the player's own, so 1 means that no other seat's cards are known.
    """
    if samples < 2:
        raise BadInput(f"{samples} samples are too few", hint="two or more")
    if sight.detail != "card" and sight.number != 1:
        raise BadInput(f"{sight} of {game.configuration.name} is not sampled", hint=f"dealer:{sight.detail}:1 is")
    need = game.hand_size * (seats + 1)
    if seats < 1 or need > len(game.deck):
        raise BadInput(f"{seats} seats need {need} of {len(game.deck)} cards", hint="fewer seats")
    needs_compiler("deals are sampled")
    from croupier.exact.sights.sampling import Deals

    deals = Deals(game, sight, seats)
    # A source gives the seed alone: every deal is drawn by its number, wherever and in whatever order it is played.
    tally = deals.tally(samples, source.bits(64), progress)
    return SampledAdvantage(sight, seats, Sampled(deals.solution.distribution, tally))


class Estimate(NamedTuple):
    """A sampled figure with its standard error."""

    value: float
    standard_error: float


class Tally:
    """Differences of many deals: their sums, and the sums of their products."""

    def __init__(self, nets: Sequence[Fraction], samples: int) -> None:
        self.nets = tuple(nets)
        size = len(nets) + 1
        self.samples = samples
        self.sums: Floats = np.zeros(size)
        self.products: Floats = np.zeros((size, size))

    def add(self, sums: Floats, products: Floats) -> None:
        """Add those of some deals, by nets and what is put up."""
        self.sums += sums
        self.products += products


class Sampled:
    """The figures of play with a sight."""

    def __init__(self, plain: Distribution, tally: Tally) -> None:
        if tally.samples < 2:
            raise BadInput(f"{tally.samples} samples are too few", hint="two or more")
        self.samples = tally.samples
        known = dict(plain.counts)
        chances = [float(Fraction(known.get(net, 0), plain.total)) for net in tally.nets]
        mean = tally.sums / tally.samples
        spread = tally.products / tally.samples - np.outer(mean, mean)
        self._covariance: Floats = spread / (tally.samples - 1)
        """Of the means."""
        self._means: Floats = np.array([*chances, float(plain.average_wagered)]) + mean
        self._nets: Floats = np.array([float(net) for net in tally.nets])
        self._exact_nets = tally.nets

    def _estimate(self, value: float, slopes: Floats) -> Estimate:
        return Estimate(value, sqrt(max(0.0, float(slopes @ self._covariance @ slopes))))

    def _linear(self, weights: Floats) -> Estimate:
        slopes = np.append(weights, 0.0)
        return self._estimate(float(slopes @ self._means), slopes)

    @property
    def outcomes(self) -> tuple[tuple[Fraction, Estimate], ...]:
        """Every net that occurred, or that occurs without the sight, lowest first, with its chance."""
        places = np.eye(len(self._nets))
        found = [(net, self._linear(places[at])) for at, net in enumerate(self._exact_nets)]
        return tuple((net, chance) for net, chance in found if chance.value or chance.standard_error)

    @cached_property
    def expectation(self) -> Estimate:
        return self._linear(self._nets)

    @property
    def hit_frequency(self) -> Estimate:
        return self._linear((self._nets > 0).astype(np.float64))

    @property
    def push_frequency(self) -> Estimate:
        return self._linear((self._nets == 0).astype(np.float64))

    @property
    def average_wagered(self) -> Estimate:
        slopes = np.zeros(len(self._means))
        slopes[-1] = 1.0
        return self._estimate(float(self._means[-1]), slopes)

    @cached_property
    def _variance_slopes(self) -> Floats:
        return np.append(self._nets**2 - 2 * self.expectation.value * self._nets, 0.0)

    @cached_property
    def variance(self) -> Estimate:
        mean = self.expectation.value
        return self._estimate(float(self._nets**2 @ self._means[:-1]) - mean**2, self._variance_slopes)

    @property
    def standard_deviation(self) -> Estimate:
        variance = self.variance
        root = sqrt(max(variance.value, 0.0))
        return Estimate(root, variance.standard_error / (2 * root) if root else 0.0)

    @property
    def element_of_risk(self) -> Estimate:
        """The expected loss over all that is put up."""
        mean, wagered = self.expectation.value, self.average_wagered.value
        slopes = np.append(-self._nets / wagered, mean / wagered**2)
        return self._estimate(-mean / wagered, slopes)

    @property
    def desirability_index(self) -> Estimate | None:
        """1000 EV / SD."""
        mean, variance = self.expectation.value, self.variance.value
        if variance <= 0:
            return None
        root = sqrt(variance)
        ups = np.append(self._nets, 0.0)
        slopes = 1000 * (ups / root - mean * self._variance_slopes / (2 * variance * root))
        return self._estimate(1000 * mean / root, slopes)

    @property
    def n0(self) -> Estimate | None:
        """(SD / EV) squared."""
        mean, variance = self.expectation.value, self.variance.value
        if not mean:
            return None
        ups = np.append(self._nets, 0.0)
        slopes = self._variance_slopes / mean**2 - 2 * variance * ups / mean**3
        return self._estimate(variance / mean**2, slopes)


class SightRow(NamedTuple):
    """One class of the player's hands beside one thing seen: how many deals are best played with each bet."""

    seen: str
    hand: Any
    words: str
    bets: Mapping[Bet, int]

    @property
    def best(self) -> Bet | None:
        """The bet that is best whatever the other cards are; None where they decide."""
        used = [bet for bet, deals in self.bets.items() if deals]
        return used[0] if len(used) == 1 else None


class Ledger:
    """Deals by class of hand, bet and case, and by what was seen."""

    def __init__(self, terms: Terms, seen: Sequence[str]) -> None:
        self.terms = terms
        self.seen = seen
        classes, bets = len(terms.ranking), max(map(len, terms.offers))
        self._nets = np.zeros((classes, bets, CASES), dtype=np.int64)
        self._offered = np.zeros((classes, bets), dtype=bool)
        for place, offers in enumerate(terms.offers):
            for number, offer in enumerate(offers):
                self._nets[place, number] = offer.nets
                self._offered[place, number] = True
        self._deals = np.zeros((classes, bets, CASES), dtype=np.int64)
        self._plays = np.zeros((len(seen), classes, bets), dtype=np.int64)

    def book(self, seen: int | Places, place: Places, weight: NDArray[Any], cases: Sequence[NDArray[Any]]) -> None:
        """Decide and count.

        ``place`` (rows) is the class of hand; ``weight`` and each of ``cases`` broadcast to (rows, columns): player's
        hands with something seen, and the dealer's hands against each. ``seen`` says what is seen: one number for all
        columns, or one for each column in rising order.
        """
        names, starts = np.unique(seen, return_index=True)
        bets = self._nets.shape[1]
        worth = []
        for bet in range(bets):
            nets = self._nets[place, bet]
            worth.append(sum(nets[:, case, None] * cases[case] for case in range(CASES)))
        best = np.zeros(np.broadcast_shapes(worth[0].shape, weight.shape), dtype=np.int8)
        most = np.broadcast_to(worth[0], best.shape)
        for bet in range(1, bets):
            better = (worth[bet] > most) & self._offered[place, bet, None]
            best[better] = bet
            most = np.where(better, worth[bet], most)
        for bet in range(bets):
            chosen = (best == bet) * weight
            if not chosen.any():
                continue
            for case in range(CASES):
                self._add(self._deals[:, bet, case], place, (chosen * cases[case]).sum(axis=1))
            by_name = np.add.reduceat(chosen * sum(cases), starts, axis=1)
            for name, amount in zip(names.tolist(), by_name.T, strict=True):
                self._add(self._plays[name, :, bet], place, amount)

    def steps(self, place: Places, total: float) -> tuple[Floats, Floats]:
        """(rows, bets, levels) what a bet brings beyond the smallest for each deal up to a level; and for all of them.

        The latter is minus infinity where a bet is not offered.
        """
        extra = (self._nets[place, 1:] - self._nets[place, :1]).astype(np.float64)
        return extra[:, :, :-1] - extra[:, :, 1:], np.where(self._offered[place, 1:], extra[:, :, -1] * total, -np.inf)

    def book_sums(self, seen: int, place: Places, bet: int, sums: Floats) -> None:
        """Enter (levels and all, rows) deals that were decided for a bet."""
        for case, amount in enumerate(np.diff(sums, axis=0, prepend=0.0)):
            self._add(self._deals[:, bet, case], place, amount)
        self._add(self._plays[seen, :, bet], place, sums[-1])

    def book_class(
        self, place: int, seen: Places, hands: Counts, which: Sequence[int], up_to: Sequence[Floats]
    ) -> None:
        """Decide and count the players of one class.

        ``up_to`` are tables (things seen, players) of deals in the first of the cases ``which``, in the first two, and
        so on to all; a player stands for this many ``hands`` and ``seen`` names each thing seen. Sums of a table, times
        the hands, must stay below 2 ** 53.
        """
        whole = [each.sum(axis=0) for each in up_to]
        plays = up_to[-1] @ hands
        gains = [self._gain(place, bet, which, up_to) for bet in range(1, len(self.terms.offers[place]))]
        most = np.zeros((1, 1))
        best = []
        for gain in gains:
            best.append(gain > most)
            most = np.maximum(most, gain)
        for bet, is_best in enumerate(best, start=1):
            for later in best[bet:]:
                is_best &= ~later
            if not is_best.any():
                continue
            chosen = is_best.astype(np.float64)
            parts = [np.einsum("sp,sp->p", chosen, each) for each in up_to]
            whole = [one - other for one, other in zip(whole, parts, strict=True)]
            self._book_parts(place, bet, hands, which, parts)
            chosen *= up_to[-1]
            by_row = chosen @ hands
            plays -= by_row
            np.add.at(self._plays[:, place, bet], seen, by_row.astype(np.int64))
        self._book_parts(place, 0, hands, which, whole)
        np.add.at(self._plays[:, place, 0], seen, plays.astype(np.int64))

    def _gain(self, place: int, bet: int, which: Sequence[int], up_to: Sequence[Floats]) -> Floats:
        """(things seen, players) what a bet brings over all their deals, beyond what the smallest bet brings."""
        nets = (self._nets[place, bet] - self._nets[place, 0])[list(which)]
        gain: Floats = up_to[-1] * float(nets[-1])
        for more, each in zip((nets[:-1] - nets[1:]).tolist(), up_to, strict=False):
            if more:
                gain += more * each
        return gain

    def _book_parts(self, place: int, bet: int, hands: Counts, which: Sequence[int], up_to: Sequence[Floats]) -> None:
        before = 0
        for case, each in zip(which, up_to, strict=True):
            deals = int(each.astype(np.int64) @ hands)
            self._deals[place, bet, case] += deals - before
            before = deals

    def enter(self, place: int, deals: Counts) -> None:
        """Enter (bets, cases) deals of one class that were decided elsewhere."""
        bets = self._deals.shape[1]
        if (deals < 0).any() or deals[bets:].any():
            raise ArithmeticError("impossible counts of deals")
        self._deals[place] += deals[:bets]

    @staticmethod
    def _add(account: Counts, place: Places, amount: NDArray[Any]) -> None:
        np.add.at(account, place, amount.astype(np.int64))

    @property
    def total(self) -> int:
        return int(self._deals.sum())

    def distribution(self, scale: int = 1) -> Distribution:
        """What was booked; every count is divided by ``scale``, which must leave no remainder."""
        counts: dict[int, int] = {}
        put_up = 0
        for place, bet in np.argwhere(self._deals.any(axis=2)).tolist():
            offer = self.terms.offers[place][bet]
            for net, count in zip(offer.nets, self._deals[place, bet].tolist(), strict=True):
                counts[net] = counts.get(net, 0) + count
                put_up += offer.put_up * count
        if any(count % scale for count in counts.values()):
            raise ArithmeticError("the deals do not come in whole groups")
        unit = self.terms.unit
        return Distribution.of(
            {Fraction(net, unit): count // scale for net, count in counts.items()}, Fraction(put_up, unit * scale)
        )

    def mirror(self) -> None:
        """Count every deal once more, with what was seen read from the other end of the list of things seen."""
        self._deals *= 2
        self._plays = self._plays + self._plays[::-1]

    def chart(self, scale: int = 1) -> tuple[SightRow, ...]:
        """By what is seen and by class of hand, lowest first; every count is divided by ``scale``, as above."""
        if (self._plays % scale).any():
            raise ArithmeticError("the deals do not come in whole groups")
        rows = []
        for seen, place in np.argwhere(self._plays.any(axis=2)).tolist():
            offers = self.terms.offers[place]
            bets = {offer.bet: int(self._plays[seen, place, number]) // scale for number, offer in enumerate(offers)}
            hand = self.terms.ranking[place]
            rows.append(SightRow(self.seen[seen], hand, self.terms.game.describe(hand), bets))
        return tuple(rows)


CHUNK = 256
"""Player's hands at a time."""


def book_every_hand(game: Showdown, sight: Sight) -> Ledger:
    """The best play of every hand under every sight, exactly."""
    deck, size = game.deck, game.hand_size
    positions = np.array(list(combinations(range(len(deck)), size)), dtype=np.intp)
    classes = [game.rank(tuple(deck[each] for each in hand)) for hand in positions.tolist()]
    ranking = sorted(set(classes))
    number = {hand: at for at, hand in enumerate(ranking)}
    place = np.array([number[hand] for hand in classes], dtype=np.intp)
    terms = Terms(game, ranking)
    seen, names, name_of = _seen(deck, positions, sight)
    ledger = Ledger(terms, names)
    holds = np.zeros((len(positions), len(deck)), dtype=bool)
    np.put_along_axis(holds, positions, True, axis=1)
    qualifies = place >= terms.first_qualifying
    unlike = _unlike(deck, positions, sight)
    for start in range(0, len(unlike), CHUNK):
        hands, weights = np.array(unlike[start : start + CHUNK]).T
        cases = np.zeros((CASES, len(hands), len(name_of)), dtype=np.int64)
        for row, hand in enumerate(hands.tolist()):
            against = np.flatnonzero(~holds[:, positions[hand]].any(axis=1))
            dealer = place[against]
            case = np.where(qualifies[against], 1 + (dealer >= place[hand]) + (dealer > place[hand]), 0)
            codes = (seen[against] + case[:, None] * len(name_of)).ravel()
            cases[:, row] = np.bincount(codes, minlength=CASES * len(name_of)).reshape(CASES, -1)
        ledger.book(name_of, place[hands], weights[:, None], list(cases))
    return ledger


def _seen(deck: Cards, positions: Places, sight: Sight) -> tuple[Places, list[str], Places]:
    """(hands, choices of cards seen) what is seen, as a number; the names that a chart uses; and the name of each
    number.
    """
    labels = [sight.label(card) for card in deck]
    words = [sight.words(card) for card in deck]
    seen_as = {}
    name_of_key: dict[tuple[int, ...], str] = {}
    for cards in combinations(range(len(deck)), sight.number):
        key = seen_as[cards] = tuple(sorted(labels[card] for card in cards))
        name_of_key.setdefault(key, "-".join(words[card] for card in reversed(cards)) or "nothing")
    names = list(dict.fromkeys(name_of_key.values()))
    # Numbers in the order of the names, so that those of one name are adjacent.
    keys = sorted(name_of_key, key=lambda key: names.index(name_of_key[key]))
    number = {key: at for at, key in enumerate(keys)}
    table = np.zeros((len(deck),) * sight.number, dtype=np.intp)
    for cards, key in seen_as.items():
        table[cards] = number[key]
    choices = combinations(range(positions.shape[1]), sight.number)
    seen = [np.broadcast_to(table[tuple(positions[:, at] for at in choice)], len(positions)) for choice in choices]
    return np.stack(seen, axis=1), names, np.array([names.index(name_of_key[key]) for key in keys])


def _unlike(deck: Cards, positions: Places, sight: Sight) -> list[tuple[int, int]]:
    """One hand of each group that differs in the names of suits alone, with how many hands the group has."""
    suits = sorted({card.suit for card in deck})
    place = {card: at for at, card in enumerate(deck)}
    powers = len(deck) ** np.arange(positions.shape[1])
    least = np.full(len(positions), np.iinfo(np.int64).max)
    for renamed in permutations(suits):
        to = dict(zip(suits, renamed, strict=True))
        moved = [Card.of(card.rank, to[card.suit]) for card in deck]
        if any(each not in place for each in moved) or (sight.detail == "color" and not _keeps_colors(to)):
            continue
        where = np.array([place[each] for each in moved])
        least = np.minimum(least, np.sort(where[positions], axis=1) @ powers)
    _, first, counts = np.unique(least, return_index=True, return_counts=True)
    return list(zip(first.tolist(), counts.tolist(), strict=True))


def _keeps_colors(renamed: dict[int, int]) -> bool:
    """Whether every suit keeps its color; the colors must not be swapped, since a chart names them."""
    red = {1, 2}
    return all((one in red) == (other in red) for one, other in renamed.items())
