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

from croupier.cards.shuffle import RandomSource
from croupier.errors import BadInput
from croupier.exact.advantage.estimates import Sampled
from croupier.exact.advantage.ledger import SightRow
from croupier.exact.advantage.sampling import Deals, sample_deals
from croupier.exact.advantage.seen_flushes import SUITS, book_seen
from croupier.exact.advantage.sight import NOTHING, Sight
from croupier.exact.advantage.sighted_colors import book_color
from croupier.exact.advantage.sighted_flushes import book_flushes
from croupier.exact.advantage.sighted_hands import book_every_hand
from croupier.exact.advantage.sighted_labels import book_labels
from croupier.exact.advantage.sighted_ranks import book_ranks
from croupier.exact.advantage.sighted_straights import book_straights
from croupier.exact.distribution import Distribution
from croupier.exact.showdown.solving import solve_showdown
from croupier.exact.solver import Progress, in_silence
from croupier.play.showdown import Showdown

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
    deals = Deals(game, sight, seats)
    # A source gives the seed alone: every deal is drawn by its number, wherever and in whatever order it is played.
    tally = sample_deals(deals, samples, source.bits(64), progress)
    return SampledAdvantage(sight, seats, Sampled(deals.solution.distribution, tally))
