"""Games of one decision, hand against hand, solved exactly: optimal play, its outcomes, and simpler ways to play.

A technique (one module each: ``three_card``, ``straights``, ``flushes``, and ``any_hands`` for the rest) counts the
dealer's hands against every group of player's hands; ``kernels.terms`` says what each bet brings. This module puts them
together: for every group the best bet, for every class the number of deals in each case under that bet, and the hands
that are hardest to play.

Every number of deals is at most the number of all deals, 133,784,560 x 45,379,620 < 2 ** 53 for seven cards each, so
float64 holds all sums of them exactly; ``solve_showdown`` refuses a deck for which that would not be so.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Final, NamedTuple

import numpy as np

from croupier.cards.cards import Card, format_cards
from croupier.cards.hands import FAMILIES, Setting
from croupier.errors import BadInput, CardError
from croupier.exact import policies
from croupier.exact.distribution import Distribution
from croupier.exact.result import Progress, Result, in_silence
from croupier.exact.showdown.flushes import FlushShowdown
from croupier.exact.showdown.solution import (
    BetValue,
    Cases,
    ChartRow,
    CloseHand,
    HandValues,
    Option,
    played_by_class,
)
from croupier.exact.showdown.straights import StraightShowdown
from croupier.exact.showdown.terms import BestBets, Block, Floats, Places, Technique, played_best
from croupier.exact.showdown.three_card import ThreeCardShowdown
from croupier.kernels.terms import CASES, Terms
from croupier.play.game import Cards
from croupier.play.showdown import Showdown
from croupier.units import format_odds

MOST_CLOSE: Final = 12


class Closest:
    """Of every class the hand with the smallest difference, found while the groups go by."""

    def __init__(self, classes: int) -> None:
        self._difference = np.full(classes, np.inf)
        self._where: dict[int, tuple[Callable[[int, int], Cards], int, int]] = {}

    def look(self, block: Block, worths: Floats) -> None:
        """``worths`` (bets, rows, columns)."""
        best = np.full_like(worths[0], -np.inf)
        following = best
        for worth in worths:
            following = np.maximum(following, np.minimum(best, worth))
            best = np.maximum(best, worth)
        # With a single legal bet the gap is infinite.
        difference = best - following
        column = difference.argmin(axis=1)
        least = difference[np.arange(len(column)), column]
        order = np.lexsort((least, block.place))
        _, first = np.unique(block.place[order], return_index=True)
        for row in order[first].tolist():
            place = int(block.place[row])
            if least[row] < self._difference[place]:
                self._difference[place] = least[row]
                self._where[place] = (block.example, row, int(column[row]))

    def hands(self) -> list[Cards]:
        """The closest of all, lowest class first."""
        nearest = sorted(self._where, key=lambda place: (self._difference[place], place))[:MOST_CLOSE]
        return [example(row, column) for example, row, column in map(self._where.__getitem__, sorted(nearest))]


TECHNIQUES: Final[dict[str, Callable[[Showdown], Technique]]] = {
    "straights": StraightShowdown,
    "three_card": ThreeCardShowdown,
    "flushes": FlushShowdown,
}
"""By family of hands, what is faster than comparing every hand with every other."""
QUICK: Final = ("straights", "three_card")  # Families whose dealers' hands are counted in a moment, card by card.

EXACT: Final = 2**53  # Float64 holds every whole number up to here.


class Tally(NamedTuple):
    """Deals and player's hands, counted by their best bet and by the one of another way to play."""

    deals: Floats  # (classes, best bets, other bets, cases)
    hands: Floats  # (classes, bets, bets)


def technique_for(game: Showdown) -> Technique:
    """The fastest technique that knows the game's hands, else the one that compares every hand of any family."""
    ranks_by_family = type(game).rank is Showdown.rank
    fast = TECHNIQUES.get(game.declares.hands or "") if ranks_by_family else None
    if fast is not None:
        return fast(game)
    # Compiled, and no game that is counted faster needs numba.
    from croupier.exact.showdown.any_hands import AnyHands

    return AnyHands(game)


class Advisor:
    """A game with its technique and its terms, ready to answer for single hands."""

    def __init__(self, game: Showdown) -> None:
        self.game = game
        self.technique = technique_for(game)
        self.terms = Terms(game, self.technique.ranking)

    def advise(self, cards: Cards) -> HandValues:
        """What each bet is worth with this hand, against every hand the dealer may have."""
        game = self.game
        if len(set(cards)) != game.hand_size or len(cards) != game.hand_size or not set(cards) <= set(game.deck):
            raise CardError(
                f"'{format_cards(cards)}' is not a hand of this game",
                hint=f"{game.hand_size} different cards of its deck",
            )
        hand = game.rank(cards)
        cases = self.technique.cases(cards, self.terms.first_qualifying)
        values = tuple(
            BetValue(offer.bet, Fraction(sum(map(int.__mul__, offer.nets, cases)), self.terms.unit * cases.total))
            for offer in self.terms.offers[self.technique.ranking.index(hand)]
        )
        return HandValues(hand, game.describe(hand), cases, values)


def advise(game: Showdown, cards: Cards) -> HandValues:
    """What each bet is worth with one hand.

    >>> from croupier import catalogue, parse_cards
    >>> advice = advise(catalogue.load("three-card-prime"), parse_cards("Qc 6d 4h"))
    >>> advice.cases, [(str(bet), round(float(value), 6)) for bet, value in advice.values]
    (Cases(not_qualified=5758, lower=305, equal=26, higher=12335), [('fold', -1.0), ('play 1x', -0.993378)])
    """
    return _advisor(game).advise(cards)


_advisor: Final = lru_cache(maxsize=8)(Advisor)


def solve_showdown(game: Showdown, progress: Progress = in_silence) -> Result:
    """Optimal play of the base wager, exactly, and what simpler ways to play bring."""
    advisor = Advisor(game)
    technique, terms = advisor.technique, advisor.terms
    if technique.player_hands * technique.dealer_hands >= EXACT:
        raise ValueError("more deals than float64 can count exactly")
    closest = Closest(len(terms.ranking))
    top = np.zeros((len(terms.ranking), max(map(len, terms.offers))))
    for place, offers in enumerate(terms.offers):
        top[place, : len(offers)] = [np.inf if offer.is_top_of_range else 0.0 for offer in offers]

    def modest(played: BestBets) -> Places:
        """The best bet short of the top of a range."""
        closest.look(played.block, played.worths)
        short = top[played.block.place].T[:, :, None]
        return (played.worths - short).argmax(axis=0) if short.any() else played.best

    tally = tallied(technique, terms, modest, progress)
    chart = _chart(terms, tally)
    hardest = [(cards, advisor.advise(cards)) for cards in closest.hands()]
    return Result(
        game.configuration,
        game.base_wager,
        _distribution(terms, tally.deals.sum(axis=2)),
        simple={
            "by class": played_by_class(chart, lambda row: row.best),
            "smallest on every hand": played_by_class(chart, lambda row: row.options[min(1, len(row.options) - 1)]),
            "largest on every hand": played_by_class(chart, lambda row: row.options[-1]),
            "never the largest": _distribution(terms, tally.deals.sum(axis=1)),
        },
        chart=chart,
        closest=tuple(CloseHand(cards, found.words, found.values) for cards, found in hardest),
    )


SIMPLE: Final = {
    "by class": "the best bet for the hand's name alone, whatever its other cards are",
    "smallest on every hand": "never fold unless the rules force it, and put up the least",
    "largest on every hand": "never fold unless the rules force it, and put up the most",
    "never the largest": "the best of folding and putting up the least",
}
"""The simpler ways to play that every solution compares with."""


FOLD_OR_ONE_BET: Final = 2  # Choices of a hand in a game with one amount to put up.


def simpler_names(result: Result) -> dict[str, tuple[str, str]]:
    """By its name in a record, what a simpler way to play is called on paper and on the screen, and what it is."""
    if result.chart and all(len(row.options) <= FOLD_OR_ONE_BET for row in result.chart):
        # The smallest amount is also the largest, so the better of the two is the best play.
        return {
            "by class": ("by class", SIMPLE["by class"]),
            "smallest on every hand": ("never fold", "bet on every hand"),
        }
    return {name: (name, SIMPLE.get(name, "")) for name in result.simple}


def tallied(
    technique: Technique, terms: Terms, beside: Callable[[BestBets], Places], progress: Progress = in_silence
) -> Tally:
    """Each group's best bet and the one beside it, and its deals added to the class's."""
    classes, bets = len(terms.ranking), max(map(len, terms.offers))
    deals = np.zeros((classes, bets, bets, CASES))
    hands = np.zeros((classes, bets, bets))
    done = 0.0
    for played in played_best(technique, terms):
        block, other = played.block, beside(played)
        for bet, other_bet in np.ndindex(bets, bets):
            chosen = (played.best == bet) & (other == other_bet)
            if not chosen.any():
                continue
            weight = chosen * block.column_weight
            for case in range(CASES):
                in_row = np.einsum("rc,rc->r", weight, played.cases[case]) * block.row_weight
                deals[:, bet, other_bet, case] += np.bincount(block.place, in_row, classes)
            hands[:, bet, other_bet] += np.bincount(block.place, weight.sum(axis=1) * block.row_weight, classes)
        done += float(block.row_weight.sum() * block.column_weight.sum())
        progress(int(done), technique.player_hands)
    return Tally(deals, hands)


def _distribution(terms: Terms, deals: Floats) -> Distribution:
    """The outcomes when ``deals`` says how many deals, by class, bet and case, are played that way."""
    counts: dict[int, int] = {}
    put_up = 0
    for place, bet in np.argwhere(deals.any(axis=2)).tolist():
        offer = terms.offers[place][bet]
        for net, count in zip(offer.nets, map(int, deals[place, bet].tolist()), strict=True):
            counts[net] = counts.get(net, 0) + count
            put_up += offer.put_up * count
    unit = terms.unit
    return Distribution.of({Fraction(net, unit): count for net, count in counts.items()}, Fraction(put_up, unit))


def _chart(terms: Terms, tally: Tally) -> tuple[ChartRow, ...]:
    rows = []
    all_deals = tally.deals.sum(axis=(1, 2)).tolist()
    best_hands = tally.hands.sum(axis=2).tolist()
    nets = {net for offers in terms.offers for offer in offers for net in offer.nets}
    in_units = {net: Fraction(net, terms.unit) for net in nets}
    for hand, offers, deals, best in zip(terms.ranking, terms.offers, all_deals, best_hands, strict=True):
        hands = int(sum(best))
        if hands:
            options = tuple(
                Option(offer.bet, tuple(in_units[net] for net in offer.nets), int(most))
                for offer, most in zip(offers, best, strict=False)
            )
            rows.append(ChartRow(hand, terms.game.describe(hand), hands, Cases(*map(int, deals)), options))
    return tuple(rows)


class ClassBets:
    """A showdown's terms with every amount that a policy may put up, and its answers to classes of hand."""

    def __init__(self, game: Showdown, ranking: Sequence[object], decide: policies.Decide) -> None:
        parts = [times.denominator for times in decide.multiples] if isinstance(decide, policies.Policy) else []
        unit = lcm(game.stake_rules[game.base_wager].grain, *parts)
        self.game, self.decide = game, decide
        self.terms = Terms(game, ranking, lambda action: policies.amounts_for(decide, action, unit), unit)

    def names(self, place: int) -> tuple[str, ...]:
        """The bets of a class, the smallest first."""
        bets = [offer.bet for offer in self.terms.offers[place]]
        return tuple(bet.name_among(bets) for bet in bets)

    def of_class(self, place: int) -> int | None:
        """The number of the policy's bet; None where it looks at the cards."""
        words, made, names = self.game.describe(self.terms.ranking[place]), self.terms.ranking[place], self.names(place)
        taken = policies.answered_alike(self.decide, policies.OfKind(policies.DECIDE, names, words, made=made))
        line = self.decide.lines.get((policies.DECIDE, words)) if isinstance(self.decide, policies.Policy) else None
        known = {
            name: format_odds(offer.bet.amount) for name, offer in zip(names, self.terms.offers[place], strict=True)
        }
        for action, amount in line.puts_up.items() if line else ():
            if known.get(action) != amount:
                here = f"here it puts up {known[action]}" if action in known else f"on offer: {', '.join(known)}"
                raise policies.not_offered(
                    line or policies.Rule(""), action, f"of {words} with the amount '{amount[:40]}'", here
                )
        return None if taken is None else names.index(taken)


def bets_by_class(game: Showdown, chart: Iterable[ChartRow], decide: policies.Policy) -> dict[str, Option]:
    """By the words of a class, the bet of a policy, which goes by the class alone."""
    # A kept result knows its classes by their words.
    ranking = sorted(FAMILIES[game.declares.hands or ""].every_class(Setting()))
    bets, places = ClassBets(game, ranking, decide), {game.describe(made): place for place, made in enumerate(ranking)}
    taken = {}
    for row in chart:
        place, chosen = places[row.words], bets.of_class(places[row.words])
        if chosen is None:
            raise BadInput(f"{row.words} is simulated by its class alone", hint="use hand or at_least, not the cards")
        offer = bets.terms.offers[place][chosen]
        taken[row.words] = Option(offer.bet, offer.nets_in(bets.terms.unit), 0)
    return taken


def grade(game: Showdown, decide: policies.Decide, progress: Progress = in_silence) -> policies.Graded:
    """Every group of hands that count alike, as the policy plays it and as is best."""
    technique = technique_for(game)
    bets = ClassBets(game, technique.ranking, decide)
    terms, in_other_suits, of_class = bets.terms, policies.other_suits(game), dict[int, int | None]()

    def taken(played: BestBets) -> Places:
        block, chosen = played.block, np.zeros_like(played.best)
        for row, place in enumerate(block.place.tolist()):
            if place not in of_class:
                of_class[place] = bets.of_class(place)
            known = of_class[place]
            columns = range(chosen.shape[1])
            chosen[row] = [by_hand(played, row, column) for column in columns] if known is None else known
        return chosen

    def by_hand(played: BestBets, row: int, column: int) -> int:
        block, place = played.block, int(played.block.place[row])
        names, made, cards = bets.names(place), terms.ranking[place], block.example(row, column)

        def answer(hand: Iterable[Card]) -> str:
            own = tuple(sorted(hand, reverse=True))
            return policies.answered(
                decide, policies.Situation(policies.DECIDE, names, game.describe(made), own, made=made)
            )

        if not block.suits_count:
            return names.index(answer(map(policies.RankAlone, cards)))
        name = answer(cards)
        # One hand stands for all that other suits make of it.
        many = block.row_weight[row] * block.column_weight[column]
        if many > 1 and answer(in_other_suits(cards, row + column)) != name:
            raise policies.goes_by_suits(game.describe(made))
        return names.index(name)

    deals, _ = tallied(technique, terms, taken, progress)
    scale = terms.unit * technique.player_hands * technique.dealer_hands
    best, losses = 0, []
    for place, better, mine in np.argwhere(deals.any(axis=3)).tolist():
        cases, offers, names = deals[place, better, mine].tolist(), terms.offers[place], bets.names(place)
        might, brings = (sum(map(int.__mul__, offers[bet].nets, map(int, cases))) for bet in (better, mine))
        best += might
        if might != brings:
            words, loss = game.describe(terms.ranking[place]), Fraction(might - brings, scale)
            losses.append(policies.Loss(policies.DECIDE, words, names[mine], names[better], loss))
    return policies.graded(Fraction(best, scale), losses)
