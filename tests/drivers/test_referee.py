"""The fast solvers against the referee, on decks small enough to walk every deal of the game's own state machine.

Equal means equal: the counts of every net outcome, what was put up, and the decision for every hand.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

from croupier import catalogue
from croupier.cards.cards import DECK, Card, parse_cards, stripped_deck
from croupier.cards.hands import straights
from croupier.errors import BadInput
from croupier.exact.result import Result
from croupier.exact.showdown.solution import BetValue, Cases, ChartRow, Option
from croupier.exact.showdown.solving import MOST_CLOSE, SIMPLE, Advisor, advise, solve_showdown, technique_for
from croupier.exact.tree import TreeSolution, solve_tree
from croupier.games.high_card_flush.game import HighCardFlush
from croupier.games.keep_it_straight.game import KeepItStraight
from croupier.games.three_card_prime.game import ThreeCardPrime
from croupier.kernels.terms import Terms
from croupier.play.game import Choose, Dealt, Decision, PayChart, Slot, Stakes, State, net_of
from croupier.play.showdown import Bet, Showdown
from tests.drivers.baseline import rows_of_fast_solver, solve_by_baseline

Ranks = tuple[int, ...]

GAMES: dict[str, type[Showdown]] = {
    "keep-it-straight": KeepItStraight,
    "high-card-flush": HighCardFlush,
    "three-card-prime": ThreeCardPrime,
}
WHEEL = (2, 3, 4, 5, 14)
SPREAD = (3, 4, 8, 9, 10, 13)

STRIPPED: list[tuple[str, Ranks, int, int]] = [
    ("keep-it-straight", WHEEL, 2, 2),  # no dealer qualifies
    ("keep-it-straight", WHEEL, 2, 3),
    ("keep-it-straight", WHEEL, 2, 4),
    ("keep-it-straight", SPREAD, 2, 3),
    ("keep-it-straight", SPREAD, 2, 4),
    ("keep-it-straight", (2, 3, 5, 6, 9, 12, 13), 2, 3),
    ("keep-it-straight", (2, 3, 5, 6, 8, 9, 12, 13), 2, 3),
    ("keep-it-straight", (2, 3, 4, 14), 3, 3),
    ("keep-it-straight", (2, 3, 7, 8, 14), 3, 3),
    ("keep-it-straight", (2, 3, 4, 5, 6, 7, 14), 2, 6),  # long straights
    ("high-card-flush", WHEEL, 2, 3),
    ("high-card-flush", SPREAD, 2, 3),
    ("high-card-flush", SPREAD, 2, 4),
    ("high-card-flush", SPREAD, 2, 5),  # five-card flushes, which may raise twice the Ante
    ("high-card-flush", (2, 5, 8, 9, 11, 12, 14), 2, 6),  # and six-card flushes, three times
    ("high-card-flush", (7, 8, 9, 11, 14), 3, 3),
    ("high-card-flush", (8, 9, 14), 4, 4),
    ("three-card-prime", WHEEL, 2, 3),
    ("three-card-prime", SPREAD, 2, 3),
    ("three-card-prime", (2, 3, 11, 12), 3, 3),
    ("three-card-prime", (2, 3, 4, 9, 10, 11, 12, 14), 2, 3),
    ("three-card-prime", (2, 3, 11, 12, 14), 3, 3),
]
small = pytest.mark.parametrize(
    ("name", "ranks", "suits", "size"),
    [
        pytest.param(
            *(name, ranks, suits, size),
            id=f"{name}-{len(ranks)}x{suits}-{size}",
            marks=pytest.mark.slow if len(ranks) * suits > 14 else (),
        )
        for name, ranks, suits, size in STRIPPED
    ],
)


@cache
def game_on(name: str, ranks: Ranks, suits: int, size: int) -> Showdown:
    return GAMES[name](catalogue.configuration(name), deck=stripped_deck(ranks, range(suits)), hand_size=size)


@cache
def by_referee(name: str, ranks: Ranks, suits: int, size: int) -> TreeSolution:
    return solve_tree(game_on(name, ranks, suits, size), [Stakes(1, (1,))])


@cache
def by_solver(name: str, ranks: Ranks, suits: int, size: int) -> Result:
    return solve_showdown(game_on(name, ranks, suits, size))


@cache
def whole(name: str) -> Showdown:
    return GAMES[name](catalogue.configuration(name))


@small
def test_outcomes_equal_the_referees(name: str, ranks: Ranks, suits: int, size: int) -> None:
    fast, slow = by_solver(name, ranks, suits, size), by_referee(name, ranks, suits, size)
    assert fast.distribution == slow.distributions[1]
    assert fast.distribution.total == comb(len(ranks) * suits, size) * comb(len(ranks) * suits - size, size)


@small
def test_decisions_equal_the_referees(name: str, ranks: Ranks, suits: int, size: int) -> None:
    advisor, decisions = Advisor(game_on(name, ranks, suits, size)), by_referee(name, ranks, suits, size).decisions
    assert len(decisions) == comb(len(ranks) * suits, size)
    for state, (_, action, amount) in decisions.items():
        assert advisor.advise(state.dealt[0].cards).best.bet == Bet(action, Fraction(amount))


@small
def test_simpler_play_never_gains(name: str, ranks: Ranks, suits: int, size: int) -> None:
    solution = by_solver(name, ranks, suits, size)
    assert set(solution.simple) == set(SIMPLE)
    for way, distribution in solution.simple.items():
        assert solution.cost(way) >= 0
        assert distribution.total == solution.distribution.total
    ways: dict[str, Callable[[ChartRow], Option]] = {
        "by class": lambda row: row.best,
        "smallest on every hand": lambda row: row.options[min(1, len(row.options) - 1)],
        "largest on every hand": lambda row: row.options[-1],
    }
    game, chart = game_on(name, ranks, suits, size), {row.hand: row for row in solution.chart}
    for way, choose in ways.items():

        def decided(state: State, _choose: Choose, choose: Callable[[ChartRow], Option] = choose) -> Decision:
            bet = choose(chart[game.rank(state.dealt[0].cards)]).bet
            return Decision(1, bet.action, int(bet.amount))

        assert solve_tree(game, [Stakes(1, (1,))], decide=decided).distributions[1] == solution.simple[way]


@small
def test_no_hand_is_closer_than_the_closest(name: str, ranks: Ranks, suits: int, size: int) -> None:
    game = game_on(name, ranks, suits, size)
    least: dict[Any, Fraction] = {}
    for cards in combinations(game.deck, size):
        advice = advise(game, cards)
        if len(advice.values) > 1:
            least[advice.hand] = min(difference(advice.values), least.get(advice.hand, Fraction(10**6)))
    found = {game.rank(each.cards): difference(each.values) for each in by_solver(name, ranks, suits, size).closest}
    assert found == {hand: least[hand] for hand in found}
    assert sorted(found.values()) == sorted(least.values())[:MOST_CLOSE]


def difference(values: Sequence[BetValue]) -> Fraction:
    following, best = sorted(each.value for each in values)[-2:]
    return best - following


def test_never_raising_the_most_is_the_referees_game_with_that_choice_taken_away() -> None:
    key = ("keep-it-straight", SPREAD, 2, 4)
    modest = GAMES[key[0]](catalogue.configuration(key[0]), deck=game_on(*key).deck, hand_size=4)
    assert isinstance(modest, KeepItStraight)
    modest.raise_maximum = modest.raise_minimum
    expected = solve_tree(modest, [Stakes(1, (1,))]).distributions[1]
    assert by_solver(*key).simple["never the largest"] == expected


def test_a_round_of_two_seats_is_two_rounds_of_one() -> None:
    """Neither seat sees the other's cards, so each fares as if it were alone."""
    key = ("keep-it-straight", (2, 3, 7, 8), 2, 2)
    alone = solve_tree(game_on(*key), [Stakes(1, (1,))]).distributions[1]
    both = solve_tree(game_on(*key), [Stakes(1, (1,)), Stakes(2, (3,))]).distributions
    for seat in (1, 2):
        assert both[seat].total == alone.total * comb(4, 2)
        assert [(net, count // comb(4, 2)) for net, count in both[seat].counts] == list(alone.counts)
        assert both[seat].average_wagered == alone.average_wagered


def test_the_referee_reports_a_bonus_wager_alone() -> None:
    deck = stripped_deck(WHEEL, range(2))
    game = ThreeCardPrime(catalogue.configuration("three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)"), deck=deck)
    bonus = solve_tree(game, [Stakes(1, (2, 1))], wagers=["pair_bonus"]).distributions[1]
    _, wager = game.bonuses[0]
    nets = [wager.settle(1, 1, hand, ()).net for hand in combinations(deck, 3)]
    assert bonus.counts == tuple((Fraction(net), nets.count(net) * comb(7, 3)) for net in sorted(set(nets)))
    assert bonus.average_wagered == 1


def test_the_referee_leaves_jackpots_alone() -> None:
    configuration = catalogue.configuration("three-card-prime(mini_royal_progressive=SAMPLE-TCP-MRP-01)")
    game = ThreeCardPrime(configuration, deck=stripped_deck(WHEEL, range(2)))
    with pytest.raises(BadInput, match="pays from a meter"):
        solve_tree(game, [Stakes(1, (1, 100))])


@pytest.mark.parametrize("name", ["keep-it-straight", "three-card-prime"])
def test_one_dealers_hand_stands_for_its_case(name: str) -> None:
    """``terms`` asks the game once a case; here it is asked about every pair of classes."""
    game = whole(name)
    ranking = technique_for(game).ranking
    terms = Terms(game, ranking)
    _assert_cases_hold(terms, range(len(ranking)), range(len(ranking)))


def test_one_dealers_hand_stands_for_its_case_in_high_card_flush() -> None:
    """Its 5,798 classes make too many pairs, so every twenty-ninth class is taken, and all around the threshold."""
    game = whole("high-card-flush")
    ranking = technique_for(game).ranking
    terms = Terms(game, ranking)
    first = terms.first_qualifying
    some = sorted({*range(0, len(ranking), 29), *range(first - 5, first + 5), len(ranking) - 1})
    _assert_cases_hold(terms, some, some)


def _assert_cases_hold(terms: Terms, players: range | list[int], dealers: range | list[int]) -> None:
    game, first = terms.game, terms.first_qualifying
    for player in players:
        hand = terms.ranking[player]
        offers = [offer for offer in terms.offers[player] if offer.bet.action != "fold"]
        row = game.ante_bonus.grade(hand) if isinstance(game.ante_bonus, PayChart) else None
        award = net_of(row, 1) if row else 0
        for dealer in dealers:
            verdict = game.resolve(hand, terms.ranking[dealer])
            case = 0 if dealer < first else 2 + (dealer > player) - (dealer < player)
            for offer in offers:
                raised = int(offer.bet.amount) * verdict.raise_net
                assert offer.nets[case] == verdict.base_net + raised + award


@pytest.mark.parametrize(
    "text", ["2c 3d 4h 8s 9c Kd Kh", "Ac Kd Qh Js Tc 2d 2h", "5c 6c 7c 8c 9c Tc Jc", "3c 3d 3h 3s 4c 8d 8h"]
)
def test_the_dealer_against_one_hand_of_straights_by_plain_enumeration(text: str) -> None:
    """Every rank multiset of the dealer, weighted by its choices of cards."""
    player = parse_cards(text)
    game = whole("keep-it-straight")
    mine = game.rank(player)
    counts = [0, 0, 0, 0]
    for ranks, weight in rank_sets([4 - sum(card.rank == rank for card in player) for rank in range(2, 15)], 7):
        theirs = straights.longest_run(ranks)
        counts[2 + (theirs > mine) - (theirs < mine) if game.qualifies(theirs) else 0] += weight
    assert advise(game, player).cases == Cases(*counts)


def rank_sets(supply: Sequence[int], cards: int, rank: int = 0) -> Iterator[tuple[int, int]]:
    """Every way to take cards of the ranks from this one on: which ranks they show, and in how many ways."""
    if rank == len(supply):
        if cards == 0:
            yield 0, 1
        return
    for taken in range(min(supply[rank], cards) + 1):
        for ranks, weight in rank_sets(supply, cards - taken, rank + 1):
            yield ranks | bool(taken) << rank, weight * comb(supply[rank], taken)


SINGLE_HANDS: dict[str, tuple[Callable[[Any], bool], Callable[[], Iterable[tuple[Card, ...]]]]] = {
    "keep-it-straight": (lambda hand: hand.length == 1 and hand.high <= 5, lambda: combinations(DECK[:16], 7)),
    "high-card-flush": (
        lambda hand: hand.length == 7 and hand.ranks[-2] > 7,
        lambda: (cards for suit in range(4) for cards in combinations(DECK[suit::4], 7)),
    ),
    "three-card-prime": (lambda hand: hand.category in (2, 4), lambda: combinations(DECK, 3)),
}
"""By game, some classes, and hands among which all of these classes are."""


@pytest.mark.parametrize("name", sorted(GAMES))
def test_single_hands_face_the_numbers_that_groups_face(name: str) -> None:
    """The class's deals, as the chart adds them up over groups, from single hands one by one."""
    wanted, hands = SINGLE_HANDS[name]
    game = whole(name)
    cases: dict[Any, list[Cases]] = {}
    for hand in hands():
        if wanted(game.rank(hand)):
            cases.setdefault(game.rank(hand), []).append(advise(game, hand).cases)
    rows = [row for row in whole_solution(name).chart if wanted(row.hand)]
    assert [row.hand for row in rows] == sorted(cases)
    for row in rows:
        assert row.hands == len(cases[row.hand])
        assert row.cases == tuple(map(sum, zip(*cases[row.hand], strict=True)))


@cache
def whole_solution(name: str) -> Result:
    return solve_showdown(whole(name))


@pytest.mark.parametrize("name", sorted(GAMES))
def test_counts_and_hands_add_up(name: str) -> None:
    solution = whole_solution(name)
    game = whole(name)
    size, cards = game.hand_size, len(DECK)
    deals = comb(cards, size) * comb(cards - size, size)
    chart = solution.chart
    assert solution.distribution.total == deals == sum(row.cases.total for row in chart)
    assert sum(row.hands for row in chart) == comb(cards, size)
    for row in chart:
        assert row.cases.total == row.hands * comb(cards - size, size)
        assert sum(option.hands for option in row.options) == row.hands
    assert [row.hand for row in chart] == sorted(row.hand for row in chart)
    nets = sum(net * count for net, count in solution.distribution.counts)
    assert nets == solution.expectation * deals


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
def test_straights_equal_a_straightforward_solver_in_c() -> None:
    """The benchmark's baseline goes through every dealer's rank multiset, for every twenty-fifth player."""
    advisor = Advisor(whole("keep-it-straight"))
    rows, _ = solve_by_baseline(advisor, 25)
    assert len(rows) == 1_969
    np.testing.assert_array_equal(rows, rows_of_fast_solver(advisor)[::25])


def test_keep_it_straight_as_a_whole() -> None:
    """Recorded when the C baseline, run on all 49,205 players, gave the same integers."""
    solution = whole_solution("keep-it-straight")
    assert [(int(net), count) for net, count in solution.distribution.counts] == [
        (-5, 235_769_287_872_640),
        (-3, 516_002_455_597_072),
        (-1, 3_015_131_589_961_920),
        (0, 37_214_151_093_696),
        (1, 1_374_893_907_600_416),
        (3, 191_370_168_531_408),
        (5, 669_868_123_154_624),
        (9, 30_842_810_855_424),
    ]
    assert solution.distribution.house_edge == Fraction(1_037_844_184_061, 37_944_328_091_670)


def test_a_hand_must_be_a_hand() -> None:
    game = whole("three-card-prime")
    for text in ("Qc 6d", "Qc 6d 6d", "Qc 6d 4h 2s"):
        with pytest.raises(BadInput, match="not a hand of this game"):
            advise(game, parse_cards(text))


def test_the_state_of_a_decision_is_what_the_seat_sees() -> None:
    decisions = by_referee("three-card-prime", WHEEL, 2, 3).decisions
    state = State((Stakes(1, (1,)),), (Dealt(Slot(1), parse_cards("Ac Ad 2c"), 1),))
    swapped = state._replace(dealt=(Dealt(Slot(1), parse_cards("2c Ac Ad"), 1),))
    assert (state in decisions) != (swapped in decisions)


def test_games_that_are_counted_fast_need_no_compiler() -> None:
    """As they are installed without the extra for simulations: edges, and a sight of one card."""
    code = """
import sys
sys.modules["numba"] = None
from croupier.cli.main import run
assert run(["edge", "three-card-prime", "--no-cache"]) == 0
assert run(["advantage", "three-card-prime", "--sees", "dealer:1", "--no-cache"]) == 0
assert run(["advantage", "three-card-prime", "--sees", "seats", "--seats", "5", "--samples", "9"]) == 3
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "deals are sampled by compiled code, which needs numba" in done.stderr
