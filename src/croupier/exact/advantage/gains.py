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
holds for every figure (``estimates``).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np

from croupier.cards.cards import Card
from croupier.cards.shuffle import RandomSource, draw
from croupier.errors import BadInput, MissingPart
from croupier.exact.advantage.dealer_cases import COUNTERS, DealerCases
from croupier.exact.advantage.estimates import Sampled, Tally
from croupier.exact.advantage.ledger import SightRow
from croupier.exact.advantage.seen_flushes import SUITS, book_seen
from croupier.exact.advantage.sight import NOTHING, Sight
from croupier.exact.advantage.sighted_colors import book_color
from croupier.exact.advantage.sighted_flushes import book_flushes
from croupier.exact.advantage.sighted_hands import book_every_hand
from croupier.exact.advantage.sighted_labels import book_labels
from croupier.exact.advantage.sighted_ranks import book_ranks
from croupier.exact.advantage.sighted_straights import book_straights
from croupier.exact.distribution import Distribution
from croupier.exact.showdown.solution import Cases
from croupier.exact.showdown.solving import solve_showdown
from croupier.exact.showdown.terms import Offer, Terms
from croupier.exact.solver import Progress, in_silence
from croupier.play.lines import Cards
from croupier.play.showdown import Showdown

AT_ONCE: Final = 1024
"""Deals whose differences are added in one step."""
FEW_HANDS: Final = 3
"""Hands of this many cards are enumerated one by one."""

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


def is_enumerable(game: Showdown, sight: Sight) -> bool:
    """Whether ``solve_advantage`` serves a sight of this game."""
    if sight == NOTHING or game.hand_size <= FEW_HANDS or sight == Sight("card", game.hand_size):
        return True
    match game.declares.hands:
        case "flushes":
            is_known = sight.detail == "card" and len({card.suit for card in game.deck}) == SUITS
            return sight.number == 1 or sight.detail == "color" or is_known
        case "straights":
            return sight.detail != "color" or sight.number == 1
    return False


def takes_long(game: Showdown, sight: Sight) -> bool:
    """Whether a sight is enumerated by compiled code, in minutes."""
    is_some = 1 < sight.number < game.hand_size and game.hand_size > FEW_HANDS
    return is_some and sight.detail == "card" and game.declares.hands == "flushes"


def solve_advantage(game: Showdown, sight: Sight, progress: Progress = in_silence) -> Advantage:
    """The best play under a sight of the dealer's cards, exactly.

    >>> from croupier import catalogue
    >>> from croupier.exact.advantage.sight import parse_sight
    >>> from croupier.units.chance import percent_text
    >>> seen = solve_advantage(catalogue.load("three-card-prime"), parse_sight("dealer:1", 3))
    >>> percent_text(seen.distribution.expectation, 5)
    '3.4829 %'
    """
    if not is_enumerable(game, sight):
        raise BadInput(f"{sight} of {game.configuration.name} is not enumerated", hint="sample_advantage estimates it")
    if sight == Sight("card", game.hand_size):
        return _whole_hand_seen(game, sight)
    if sight == NOTHING:
        return Advantage(sight, solve_showdown(game).distribution, ())
    if game.hand_size <= FEW_HANDS:
        ledger, scale = book_every_hand(game, sight), 1
    elif takes_long(game, sight):
        ledger, scale = book_seen(game, sight, progress), 1
    elif game.declares.hands == "flushes":
        ledger, scale = book_flushes(game, sight)
    elif sight.detail == "color":
        ledger, scale = book_color(game, sight), 1
    elif sight.detail != "card":
        ledger, scale = book_labels(game, sight), 1
    elif sight.number == 1:
        ledger, scale = book_straights(game, sight), 1
    else:
        ledger, scale = book_ranks(game, sight), 1
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
    deals = _Deals(game, sight)
    unit = deals.terms.unit
    nets = sorted({net for offers in deals.terms.offers for offer in offers for net in offer.nets})
    place = {net: at for at, net in enumerate(nets)}
    tally = Tally([Fraction(net, unit) for net in nets])
    for start in range(0, samples, AT_ONCE):
        differences = np.zeros((min(AT_ONCE, samples - start), len(nets) + 1))
        for number, row in enumerate(differences):
            cards = draw(source, game.deck, game.hand_size * seats + sight.number)
            own, gone = cards[: game.hand_size], cards[game.hand_size : game.hand_size * seats]
            cases, plain, best = deals.decide(own, gone, cards[game.hand_size * seats :])
            if best is not plain:
                for net, less, count in zip(best.nets, plain.nets, cases, strict=True):
                    row[place[net]] += count / cases.total
                    row[place[less]] -= count / cases.total
                row[-1] = (best.put_up - plain.put_up) / unit
            progress(start + number + 1)
        tally.add(differences)
    return SampledAdvantage(sight, seats, Sampled(solve_showdown(game).distribution, tally))


class _Deals:
    """A game ready to decide single deals."""

    def __init__(self, game: Showdown, sight: Sight) -> None:
        self.game, self.sight = game, sight
        family = game.declares.hands or ""
        if family not in COUNTERS:
            raise MissingPart(
                f"{game.configuration.name}: no counter of a dealer's {family} hands with some cards known",
                hint=f"families that have one: {', '.join(COUNTERS)}",
            )
        self.counter: DealerCases = COUNTERS[family](game)
        self.terms = Terms(game, self.counter.ranking)
        self._place = {hand: place for place, hand in enumerate(self.counter.ranking)}

    def decide(self, own: Cards, gone: Cards, seen: Cards) -> tuple[Cases, Offer, Offer]:
        """The dealer's hands as far as they are known, the bet that is best without the sight, and the best with it."""
        place, first = self._place[self.game.rank(own)], self.terms.first_qualifying
        offers = self.terms.offers[place]
        without = self.counter.cases(place, first, own)
        if self.sight.detail == "card":
            cases = self.counter.cases(place, first, own, seen, gone)
        else:
            cases = self._cases_of_label(place, own, gone, seen[0])
        return cases, _best(offers, without), _best(offers, cases)

    def _cases_of_label(self, place: int, own: Cards, gone: Cards, seen: Card) -> Cases:
        """Add up every card that looks like the one seen: each may be that card."""
        label = self.sight.label(seen)
        taken = {*own, *gone}
        known: dict[object, Cases] = {}
        total = [0, 0, 0, 0]
        for card in self.game.deck:
            if card in taken or self.sight.label(card) != label:
                continue
            alike = self.counter.alike(card)
            if alike not in known:
                known[alike] = self.counter.cases(place, self.terms.first_qualifying, own, (card,), gone)
            total = [one + other for one, other in zip(total, known[alike], strict=True)]
        return Cases(*total)


def _worth(offer: Offer, cases: Cases) -> int:
    return sum(net * count for net, count in zip(offer.nets, cases, strict=True))


def _best(offers: tuple[Offer, ...], cases: Cases) -> Offer:
    """The smaller of equal bets, since it comes first."""
    return max(offers, key=lambda offer: _worth(offer, cases))
