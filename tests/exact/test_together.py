"""What rises and falls together: seats that share a dealer, wagers of one seat; and ruin by its own equation.

On stripped decks every deal of two players and a dealer is settled by the game itself. The figures of whole decks are
those that an independent program found: Keep It Straight with five seats swings by 438 an hour at ten dollars a hand,
Three Card Prime by 309, and an Ante with a Straight wager on Keep It Straight correlate by 0.3933.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.cards.cards import stripped_deck
from croupier.errors import BadInput, MissingPart
from croupier.exact.counting.rows import returned
from croupier.exact.distribution import Distribution
from croupier.exact.long_run.joint import bonus_of, joint_rows, own_covariance, seat_covariance, seat_covariances
from croupier.exact.long_run.volatility import TableFigures, exponent, ruin_in_the_end, step_of
from croupier.exact.showdown.solving import Advisor, solve_showdown, technique_for
from croupier.kernels.terms import Terms
from croupier.play.game import DEALER, Cards, Dealt, Decision, Settled, Slot, Stakes, State
from croupier.play.showdown import Bet, Showdown
from croupier.questions.mix import mix_of
from croupier.questions.solved.recorded import covariances, sampled_covariances
from tools.straight_covariance import straight_covariance

BASE = 100


def showdown(spec: str) -> Showdown:
    game = croupier.load(spec)
    assert isinstance(game, Showdown)
    return game


def by_settling(game: Showdown) -> Fraction:
    """Every deal of two players and the dealer, each player betting as is best for the own hand alone."""
    advisor = Advisor(game)
    bets = {cards: advisor.advise(cards).best.bet for cards in combinations(game.deck, game.hand_size)}

    def net(own: Cards, dealer: Cards) -> int:
        bet = bets[own]
        dealt = (Dealt(Slot(1), own, 1), Dealt(Slot(DEALER), dealer, 1))
        stakes = Stakes(1, (BASE, *(0 for _ in game.wagers[1:])))
        settled = game.turn(State((stakes,), dealt, (Decision(1, bet.action, int(bet.amount * BASE)),)))
        assert isinstance(settled, Settled)
        return sum(line.net for line in settled.lines)

    products = nets = deals = 0
    for dealer in combinations(game.deck, game.hand_size):
        rest = [card for card in game.deck if card not in dealer]
        brings = {own: net(own, dealer) for own in combinations(rest, game.hand_size)}
        for own, first in brings.items():
            others = [card for card in rest if card not in own]
            for other in combinations(others, game.hand_size):
                products, nets, deals = products + first * brings[other], nets + first, deals + 1
    return Fraction(products, deals * BASE**2) - Fraction(nets, deals * BASE) ** 2


def stripped(spec: str, ranks: tuple[int, ...], suits: tuple[int, ...], **changes: Any) -> Showdown:
    game = showdown(spec)
    return type(game)(game.configuration, stripped_deck(ranks, suits), **changes)


def test_three_cards_on_a_stripped_deck() -> None:
    game = stripped("three-card-prime", (5, 11, 12, 14), (0, 1, 3))
    assert seat_covariance(game) == by_settling(game)


@pytest.mark.slow  # compiles for half a minute
def test_straights_on_a_stripped_deck() -> None:
    game = stripped("keep-it-straight", (2, 3, 4, 6, 7), (0, 1), hand_size=3)
    assert straight_covariance(game) == by_settling(game)


def test_five_seats_of_three_card_prime() -> None:
    game = showdown("three-card-prime")
    one, covariance = solve_showdown(game).distribution, seat_covariance(game)
    assert covariance == covariances()["three-card-prime"]
    assert _hour(one, covariance) == "309"
    assert f"{10 * math.sqrt(float(one.variance * 200)):.0f}" == "232"
    assert TableFigures(1, one.expectation, one.variance, covariance, is_exact=True).round_variance == one.variance


def _hour(one: Distribution, covariance: Fraction) -> str:
    """The deviation of five seats in forty rounds at ten dollars."""
    table = TableFigures(5, one.expectation, one.variance, covariance, is_exact=True)
    return f"{10 * math.sqrt(table.round_variance * 40):.0f}"


def test_pair_bonus_of_two_seats_by_every_two_hands() -> None:
    """Seats share the deck: counted here by cards that two hands may not both hold, there by sums over shared cards."""
    spec = "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)"
    game, result = showdown(spec), croupier.solve(spec, "pair_bonus")["pair_bonus"]
    bonus, pays = bonus_of(game, "pair_bonus"), {row.event: row.net for row in result.rows}
    hands = list(combinations(range(52), 3))
    graded = [bonus.chart.grade(bonus.sees(tuple(game.deck[at] for at in hand), ())) for hand in hands]
    nets = np.array([-1 if row is None else int(pays[row.event] or 0) for row in graded])
    held = np.array([sum(1 << at for at in hand) for hand in hands])
    total = sum(int(net) * int(nets[(held & cards) == 0].sum()) for net, cards in zip(nets, held, strict=True))
    expected = Fraction(total, len(hands) * math.comb(49, 3)) - result.distribution.expectation**2
    assert own_covariance(game, "pair_bonus", [row.net or Fraction() for row in result.rows]) == expected
    hour = 10 * math.sqrt(40 * (5 * result.distribution.variance + 20 * expected))
    assert f"{hour:.2f}" == "412.26"


def test_five_seats_of_keep_it_straight() -> None:
    """What ``straight_covariance`` finds for a whole deck, in about five minutes on one core: recorded here."""
    covariance = covariances()["keep-it-straight"]
    assert covariance == Fraction(935604566373395538757912241009, 1012159740132792864058142396700)
    one = solve_showdown(showdown("keep-it-straight")).distribution
    assert _hour(one, covariance) == "438"
    assert f"{10 * math.sqrt(float(one.variance * 200)):.0f}" == "344"


def test_seats_of_high_card_flush_are_sampled() -> None:
    """Fifty thousand deals of five seats that raise from ten-eight-six on, which is nearly the best play.

    The deviation of a seat, 1.631 as ``edge`` prints it, tells whether the sample plays the game.
    """
    deals = 50_000
    cards = np.argsort(np.random.Generator(np.random.PCG64(7)).random((deals, 52)), axis=1)[:, :42].reshape(-1, 6, 7)
    by_suit = np.stack([np.where(cards % 4 == suit, 1 << cards // 4, 0).sum(axis=2) for suit in range(4)])
    best = ((np.bitwise_count(by_suit).astype(np.int64) << 13) | by_suit).max(axis=0)
    dealer, own = best[:, :1], best[:, 1:]
    bets = np.choose(np.clip((own >> 13) - 4, 0, 2), (1, 2, 3))
    compared = np.sign(own - dealer) * (1 + bets)
    nine_high, ten_eight_six = (3 << 13) + (1 << 7), (3 << 13) + (1 << 8) + (1 << 6) + (1 << 4)
    nets = np.where(own < ten_eight_six, -1, np.where(dealer < nine_high, 1, compared))
    products = (nets.sum(axis=1) ** 2 - (nets**2).sum(axis=1)) / 20
    covariance = float(products.mean() - nets.mean() ** 2)
    assert nets.std() == pytest.approx(1.631, abs=0.01)
    assert covariance == pytest.approx(float(sampled_covariances()["high-card-flush"].value), abs=5 * 0.006)


def test_an_hour_of_three_card_prime_by_another_program() -> None:
    """Two seats of Ante and Play summed over all dealer's hands in a C++ program apart from this package, which takes
    pairs of hands that share a card out by inclusion and exclusion: 308.624905 dollars for five seats an hour.
    """
    covariance = float(covariances()["three-card-prime"])
    assert covariance == pytest.approx(0.518829248199, abs=1e-12)
    variance = 2.6871495920
    assert 10 * (40 * (5 * variance + 20 * covariance)) ** 0.5 == pytest.approx(308.624905, abs=1e-6)


def test_editions_that_share_a_covariance_share_their_terms() -> None:
    one, other = (showdown(spec) for spec in ("keep-it-straight", "keep-it-straight(edition=washington)"))
    ranking = technique_for(one).ranking
    assert Terms(one, ranking).offers == Terms(other, ranking).offers


PAYS = {
    "keep-it-straight(edition=washington, straight=PT-FLT-STR-01, straight_flush=PT-FLT-HCF-SF-01)": (
        "straight",
        "straight_flush",
    ),
    "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02, prime=SAMPLE-TCP-PRIME-01)": ("pair_bonus", "prime"),
    "high-card-flush(flush=SAMPLE-HCF-FLUSH-01, straight_flush=PT-FLT-HCF-SF-01)": ("flush", "straight_flush"),
}


def pays_of(game: Showdown, wager: str) -> list[Fraction]:
    return [returned(row.pay) - 1 for row in bonus_of(game, wager).chart.table.rows]


@pytest.mark.parametrize("spec", PAYS)
def test_wagers_of_a_seat_have_their_own_figures(spec: str) -> None:
    """Counted together, each wager still has the mean and the variance that it has when it is counted alone."""
    game, wagers = showdown(spec), PAYS[spec]
    seat = joint_rows(game, wagers).at([pays_of(game, wager) for wager in wagers])
    for wager, mean in zip(seat.wagers, seat.means, strict=True):
        alone = croupier.solve(spec, wager)[wager].distribution
        assert (mean, seat.covariance(wager, wager)) == (alone.expectation, alone.variance)


SMALL = {
    "keep-it-straight(edition=washington, straight=PT-FLT-STR-01, straight_flush=PT-FLT-HCF-SF-01)": (
        (2, 3, 4, 6, 7),
        (0, 1),
        {"hand_size": 4},
    ),
    "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02, prime=SAMPLE-TCP-PRIME-01)": ((5, 11, 12, 14), (0, 1, 3), {}),
    "high-card-flush(flush=SAMPLE-HCF-FLUSH-01, straight_flush=PT-FLT-HCF-SF-01)": (
        (9, 10, 11, 13),
        (0, 1, 2),
        {"hand_size": 4},
    ),
}


@pytest.mark.parametrize("spec", PAYS)
def test_wagers_of_a_seat_on_a_stripped_deck(spec: str) -> None:
    """Every deal settled by the game itself, all wagers of the seat on it."""
    ranks, suits, changes = SMALL[spec]
    game = stripped(spec, ranks, suits, **changes)
    for _, bonus in game.bonuses:
        # Bonus wagers look at the whole hand, which is shorter on this deck.
        bonus.seen = bonus.seen._replace(own=game.hand_size, dealer=min(bonus.seen.dealer, game.hand_size))
    wagers = PAYS[spec]
    joint = joint_rows(game, wagers)
    seat = joint.at([pays_of(game, wager) for wager in wagers])
    advisor = Advisor(game)
    found: dict[tuple[Fraction, ...], int] = {}
    for own in combinations(game.deck, game.hand_size):
        bet = advisor.advise(own).best.bet
        left = [card for card in game.deck if card not in own]
        for dealer in combinations(left, game.hand_size):
            stakes = Stakes(1, tuple(BASE if name in (game.base_wager, *wagers) else 0 for name in game.wagers))
            dealt = (Dealt(Slot(1), own, 1), Dealt(Slot(DEALER), dealer, 1))
            settled = game.turn(State((stakes,), dealt, (Decision(1, bet.action, int(bet.amount * BASE)),)))
            assert isinstance(settled, Settled)
            apart = dict.fromkeys(wagers, 0)
            base = 0
            for line in settled.lines:
                if line.wager in apart:
                    apart[line.wager] += line.net
                else:
                    base += line.net
            nets = tuple(Fraction(net, BASE) for net in (base, *apart.values()))
            found[nets] = found.get(nets, 0) + 1
    assert dict(seat.counts) == found


def test_an_ante_with_a_straight_wager() -> None:
    game = showdown("keep-it-straight(edition=washington, straight=PT-FLT-STR-01)")
    seat = joint_rows(game, ["straight"]).at([pays_of(game, "straight")])
    assert f"{seat.correlation('ante', 'straight'):.4f}" == "0.3933"
    mix = mix_of(game.configuration, {"ante": 1000, "straight": 500}, seats=5, remember=False)
    both = 4 * seat.covariance("ante", "ante") + seat.covariance("straight", "straight")
    both += 4 * seat.covariance("ante", "straight")
    assert mix.result.distribution.variance == both / 9
    assert mix.seat.n0 == mix.result.distribution.variance / mix.result.distribution.expectation**2
    assert mix.table is not None
    assert not mix.table.is_exact


def test_seats_of_a_stripped_deck_with_their_bonus_wagers() -> None:
    """Every deal of two seats and the dealer: the products of any wager of one with any of the other."""
    spec = "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02, prime=SAMPLE-TCP-PRIME-01)"
    game = stripped(spec, (5, 11, 14), (0, 1, 3))
    wagers = PAYS[spec]
    pays = {wager: pays_of(game, wager) for wager in wagers}
    advisor = Advisor(game)
    hands = list(combinations(game.deck, 3))
    bets: dict[Cards, Bet] = {own: advisor.advise(own).best.bet for own in hands}

    def nets(own: Cards, dealer: Cards) -> list[Fraction]:
        dealt = (Dealt(Slot(1), own, 1), Dealt(Slot(DEALER), dealer, 1))
        stakes = Stakes(1, (BASE, *(0 for _ in game.wagers[1:])))
        settled = game.turn(State((stakes,), dealt, (Decision(1, bets[own].action, int(bets[own].amount * BASE)),)))
        assert isinstance(settled, Settled)
        found = [Fraction(sum(line.net for line in settled.lines), BASE)]
        for wager in wagers:
            row = bonus_of(game, wager).chart.grade(bonus_of(game, wager).sees(own, dealer))
            found.append(returned(row.pay) - 1 if row else Fraction(-1))
        return found

    products = [[Fraction()] * 3 for _ in range(3)]
    sums, deals = [Fraction()] * 3, 0
    for dealer in hands:
        brings = {own: nets(own, dealer) for own in hands if not set(own) & set(dealer)}
        for own, mine in brings.items():
            for other, theirs in brings.items():
                if not set(own) & set(other):
                    deals += 1
                    sums = [one + more for one, more in zip(sums, mine, strict=True)]
                    for row, one in enumerate(mine):
                        products[row] = [kept + one * more for kept, more in zip(products[row], theirs, strict=True)]
    expected = [
        [products[row][column] / deals - sums[row] * sums[column] / deals**2 for column in range(3)] for row in range(3)
    ]
    assert seat_covariances(game, list(pays.items())) == expected


def test_what_is_not_counted_is_refused() -> None:
    with pytest.raises(MissingPart, match="seats at keep-it-straight"):
        seat_covariance(showdown("keep-it-straight"))
    with pytest.raises(BadInput, match="straight is not a bonus wager"):
        joint_rows(showdown("keep-it-straight"), ["straight"])
    with pytest.raises(MissingPart, match="all_six beside the base wager"):
        joint_rows(showdown("three-card-prime(all_six=SAMPLE-TCP-ALL-SIX-01)"), ["all_six"])


def test_a_table_without_luck_and_without_an_edge() -> None:
    still = TableFigures(5, Fraction(-1), Fraction(), Fraction(), is_exact=True)
    assert still.band(10).holds[0] == 1
    assert still.n0 == 0
    fair = TableFigures(5, Fraction(), Fraction(1), Fraction(1, 2), is_exact=True)
    assert fair.n0 is None
    assert fair.bank_ruin().chances[0] == 1
    assert fair.round_variance == 5 + 20 * Fraction(1, 2)
    assert fair.band(100).house_ahead == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("counts", "bankroll", "chance"),
    [
        ({-1: 2, 1: 3}, 3, (2 / 3) ** 3),
        ({-1: 1, 0: 5, 1: 2}, 10, 0.5**10),
        # r = (sqrt(5) - 1) / 2 solves r ** 3 - 2 r + 1 = 0.
        ({-1: 1, 2: 1}, 7, ((math.sqrt(5) - 1) / 2) ** 7),
    ],
)
def test_ruin_by_the_root(counts: dict[int, int], bankroll: int, chance: float) -> None:
    found = ruin_in_the_end(Distribution.of({Fraction(net): count for net, count in counts.items()}), bankroll)
    assert found.method == "root"
    assert found.chance == pytest.approx(chance, rel=1e-13)


def test_a_tiny_edge_keeps_its_digits() -> None:
    """Odds of a million to a million and one: the root is known in closed form."""
    slight = Distribution.of({Fraction(-1): 10**6, Fraction(1): 10**6 + 1})
    assert exponent(slight) == pytest.approx(math.log1p(1e-6), rel=1e-9)


def test_ruin_where_there_is_no_root() -> None:
    losing = Distribution.of({Fraction(-1): 3, Fraction(1): 2})
    assert ruin_in_the_end(losing, 100) == (1.0, "certain")
    never = Distribution.of({Fraction(0): 1, Fraction(1): 2})
    assert ruin_in_the_end(never, 1) == (0.0, "certain")
    overshoots = Distribution.of({Fraction(-2): 1, Fraction(-1): 1, Fraction(3): 2})
    assert ruin_in_the_end(overshoots, 5).method == "upper bound"
    assert step_of(Distribution.of({Fraction(-1): 1, Fraction(3, 2): 1})) == Fraction(1, 2)
