"""The audit's techniques against plain walks over small decks, and what must hold of any information."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb

import numpy as np
import pytest

from croupier import catalogue
from croupier.cards.cards import DECK, stripped_deck
from croupier.cards.shuffle import SeededSource, draw
from croupier.errors import BadInput, MissingPart
from croupier.exact.distribution import Distribution
from croupier.exact.result import solve_tabled
from croupier.exact.showdown.solver import SOLVER
from croupier.exact.showdown.solving import Advisor, solve_showdown
from croupier.exact.sights.gains import book_every_hand, solve_advantage, work_of
from croupier.exact.sights.sampling import sample_shared
from croupier.exact.sights.seen_flushes import book_flushes
from croupier.exact.sights.seen_ranks import MOST_NAMED, Takings, book_ranks, compositions
from croupier.exact.sights.shared import share_three_cards
from croupier.exact.sights.shoe_knowledge import PairsFromShoe, sample_shoes
from croupier.exact.sights.sight import NOTHING, Detail, Sight, SightRow, Work, parse_sight
from croupier.games.high_card_flush.game import HighCardFlush
from croupier.games.keep_it_straight.game import KeepItStraight
from croupier.games.three_card_prime.game import ThreeCardPrime
from croupier.play.game import DEALER, EVERYONE, Cards, Dealt, Decision, Settled, Slot, Stakes, State
from croupier.play.showdown import Showdown
from croupier.questions.solved.solutions import nets_by_event
from tests.exact.plain_samples import COUNTERS

SMALL_PRIME = ThreeCardPrime(catalogue.configuration("three-card-prime"), stripped_deck((2, 9, 12, 13, 14), (0, 1, 3)))
SMALL_STRAIGHTS = [
    KeepItStraight(catalogue.configuration("keep-it-straight"), stripped_deck(ranks, suits), size)
    for ranks, suits, size in [
        ((2, 3, 4, 5, 6, 14), (0, 1), 4),
        ((2, 3, 4, 5, 6, 7, 14), (0, 1), 5),
        ((10, 11, 12, 13, 14), (0, 1, 2), 5),
    ]
]
SMALL_FLUSHES = [
    HighCardFlush(catalogue.configuration("high-card-flush"), stripped_deck(ranks, suits), size)
    for ranks, suits, size in [
        ((2, 9, 10, 14), range(4), 4),
        ((3, 8, 9, 10, 11, 14), (0, 1), 5),
        ((8, 9, 13), range(4), 5),
        ((5, 6, 12, 13, 14), (0, 1, 2), 5),
    ]
]


def settled_net(game: Showdown, own: Cards, dealer: Cards, action: str, amount: int) -> tuple[int, int]:
    """What the game itself settles a round for, and what was put up."""
    stakes = (Stakes(1, (2, *(0 for _ in game.wagers[1:]))),)
    dealt = (Dealt(Slot(1), own, 1), Dealt(Slot(DEALER), dealer, EVERYONE))
    settled = game.turn(State(stakes, dealt, (Decision(1, action, amount),)))
    assert isinstance(settled, Settled)
    return sum(line.net for line in settled.lines), 2 + amount


def walked(game: Showdown, sight: Sight) -> Distribution:
    """Every deal with every choice of cards seen, settled by the game; the best action for each thing seen."""
    counts: Counter[Fraction] = Counter()
    wagered = 0
    for own in combinations(game.deck, game.hand_size):
        by_seen: dict[tuple[int, ...], list[Cards]] = defaultdict(list)
        for dealer in combinations([card for card in game.deck if card not in own], game.hand_size):
            for seen in combinations(dealer, sight.number):
                by_seen[tuple(sorted(map(sight.label, seen)))].append(dealer)
        choose = game.choose(1, 2, game.rank(own))
        bets = sorted({(end, each.name) for each in choose.actions for end in (each.minimum, each.maximum)})
        nets = {
            bet: {dealer: settled_net(game, own, dealer, bet[1], bet[0]) for dealer in set().union(*by_seen.values())}
            for bet in bets
        }
        for dealers in by_seen.values():
            best = max(bets, key=lambda bet: (sum(nets[bet][dealer][0] for dealer in dealers), -bet[0]))
            for dealer in dealers:
                net, put_up = nets[best][dealer]
                counts[Fraction(net, 2)] += 1
                wagered += put_up
    return Distribution.of(counts, Fraction(wagered, 2))


@pytest.mark.parametrize("sees", ["dealer:1", "dealer:color:1", "dealer:kind:2", "dealer:high:2", "dealer:2"])
def test_three_cards_equal_a_walk_through_the_game(sees: str) -> None:
    deck = stripped_deck((2, 12, 13, 14), (0, 1, 3))
    game = ThreeCardPrime(catalogue.configuration("three-card-prime"), deck)
    sight = parse_sight(sees, 3)
    assert book_every_hand(game, sight).distribution() == walked(game, sight)


def test_enumerated_straights_equal_a_walk_through_the_game() -> None:
    game = KeepItStraight(catalogue.configuration("keep-it-straight"), stripped_deck((2, 3, 4, 5, 6), (0, 1)), 4)
    assert book_every_hand(game, Sight("card", 1)).distribution() == walked(game, Sight("card", 1))


@pytest.mark.parametrize("game", SMALL_STRAIGHTS)
def test_the_color_of_a_card_of_a_straight_equals_the_enumeration(game: Showdown) -> None:
    sight = Sight("color", 1)
    plain, fast = book_every_hand(game, sight), book_ranks(game, sight)
    assert fast.distribution() == plain.distribution()
    assert fast.chart() == plain.chart()


@pytest.mark.parametrize("detail", ["card", "kind", "high"])
@pytest.mark.parametrize("game", SMALL_STRAIGHTS)
def test_several_ranks_equal_the_enumeration(game: Showdown, detail: Detail) -> None:
    for number in range(1, game.hand_size + 1):
        sight = Sight(detail, number)
        plain = book_every_hand(game, sight)
        fast = book_ranks(game, sight)
        assert fast.distribution() == plain.distribution()
        if detail != "card" or number <= MOST_NAMED:
            assert fast.chart() == plain.chart()
        else:
            assert sum(sum(row.bets.values()) for row in fast.chart()) == plain.total


def test_several_ranks_where_every_hand_qualifies_or_none_does() -> None:
    """Where the cases that a class can meet are not the usual ones."""
    deck = stripped_deck((2, 3, 4, 5, 6, 14), (0, 1))
    for length in (1, 9):
        game = KeepItStraight(catalogue.configuration("keep-it-straight"), deck, 4)
        game.qualifying = length
        sight = Sight("card", 2)
        assert book_ranks(game, sight).distribution() == book_every_hand(game, sight).distribution()


def test_more_cards_than_a_chart_names_are_named_by_what_they_make() -> None:
    game = SMALL_STRAIGHTS[1]
    seen = list(dict.fromkeys(row.seen for row in book_ranks(game, Sight("card", 4)).chart()))
    assert (seen[0], seen[-1]) == ("no straight", "4-card straight, seven-high")
    assert [int(each[0]) for each in seen[1:]] == sorted(int(each[0]) for each in seen[1:])


@pytest.mark.parametrize("game", [SMALL_FLUSHES[0], SMALL_FLUSHES[2]])
def test_colors_of_several_cards_of_a_flush_equal_the_enumeration(game: Showdown) -> None:
    for number in range(1, game.hand_size + 1):
        sight = Sight("color", number)
        fast, plain = book_flushes(game, sight), book_every_hand(game, sight)
        assert fast.distribution() == plain.distribution()
        assert {_reds(row) for row in fast.chart()} == {_reds(row) for row in plain.chart()}


def _reds(row: SightRow) -> tuple[int, str, tuple[int, ...]]:
    """A row of a chart of colors, in whatever order it names these."""
    return row.seen.split("-").count("red"), row.words, tuple(row.bets.values())


def test_takings_are_counted_one_by_one() -> None:
    """Two suits of four ranks: the ways to take cards from what a player leaves."""
    deck = stripped_deck((2, 3, 4, 5), (0, 1))
    takings = Takings(4, 2, 3)
    players = compositions(4, 2, 3).T
    ways = takings.ways(takings.beside(players), np.arange(len(takings.held)))
    for column, held in enumerate(players.T.tolist()):
        left = [card for card in deck if deck.index(card) % 2 >= held[card.rank - 2]]
        found: Counter[tuple[int, ...]] = Counter()
        for number in range(4):
            for taken in combinations(left, number):
                found[tuple(sum(card.rank == rank for card in taken) for rank in (2, 3, 4, 5))] += 1
        assert [found[tuple(each)] for each in takings.held.tolist()] == ways[:, column].tolist()


@pytest.mark.parametrize("sees", ["dealer:1", "dealer:kind:1", "dealer:high:1", "color"])
@pytest.mark.parametrize("game", SMALL_FLUSHES)
def test_flushes_equal_the_enumeration(game: Showdown, sees: str) -> None:
    if sees == "color" and len({card.suit for card in game.deck}) != 4:
        with pytest.raises(ValueError, match="four suits"):
            book_flushes(game, parse_sight(sees, game.hand_size))
        return
    sight = parse_sight(sees, game.hand_size)
    fast, plain = book_flushes(game, sight), book_every_hand(game, sight)
    assert fast.distribution() == plain.distribution()
    assert fast.chart() == plain.chart() or sees == "color"


@pytest.mark.parametrize("game", [SMALL_PRIME, *SMALL_STRAIGHTS[:1], *SMALL_FLUSHES[:1]])
def test_a_whole_hand_seen_is_known_by_its_case(game: Showdown) -> None:
    sight = Sight("card", game.hand_size)
    assert solve_advantage(game, sight).distribution == book_every_hand(game, sight).distribution()


@pytest.mark.parametrize("game", [SMALL_PRIME, *SMALL_STRAIGHTS, *SMALL_FLUSHES])
def test_seeing_nothing_is_the_ordinary_game(game: Showdown) -> None:
    ordinary = solve_showdown(game).distribution
    assert solve_advantage(game, NOTHING).distribution == ordinary
    assert book_every_hand(game, NOTHING).distribution() == ordinary


def rising(game: Showdown, sights: Iterable[Sight]) -> bool:
    worth = [book_every_hand(game, sight).distribution().expectation for sight in sights]
    return worth == sorted(worth)


@pytest.mark.parametrize("game", [SMALL_PRIME, SMALL_STRAIGHTS[1], SMALL_FLUSHES[3]])
def test_information_never_hurts(game: Showdown) -> None:
    """Each sight tells all that the one before it tells."""
    assert rising(game, [NOTHING, Sight("kind", 1), Sight("card", 1), Sight("card", 2), Sight("card", game.hand_size)])
    assert rising(game, [NOTHING, Sight("color", 1), Sight("color", 2), Sight("card", 2)])
    assert rising(game, [NOTHING, Sight("high", 1), Sight("card", 1)])


@pytest.mark.slow
def test_information_never_hurts_in_three_card_prime() -> None:
    game = catalogue.load("three-card-prime")
    assert isinstance(game, Showdown)
    sights = [NOTHING, Sight("kind", 1), Sight("card", 1), Sight("card", 2), Sight("card", 3)]
    worth = [solve_advantage(game, sight).distribution.expectation for sight in sights]
    assert all(one < other for one, other in pairwise(worth))


@pytest.mark.parametrize("game", [SMALL_PRIME, SMALL_STRAIGHTS[2], SMALL_FLUSHES[0], SMALL_FLUSHES[3]])
def test_dealers_hands_when_more_cards_are_known(game: Showdown) -> None:
    """Against every dealer's hand, one by one."""
    counter = COUNTERS[game.declares.hands or ""](game)
    advisor = Advisor(game)
    first = advisor.terms.first_qualifying
    source = SeededSource("known cards")
    for round_number in range(40):
        gone_size, seen_size = round_number % 4, round_number % 3
        cards = draw(source, game.deck, game.hand_size + gone_size + seen_size)
        own, rest = cards[: game.hand_size], cards[game.hand_size :]
        gone, seen = rest[:gone_size], rest[gone_size:]
        place = counter.ranking.index(game.rank(own))
        if not rest:
            assert counter.cases(place, first, own) == advisor.technique.cases(own, first)
        expected = [0, 0, 0, 0]
        for dealer in combinations([card for card in game.deck if card not in (*own, *gone)], game.hand_size):
            if set(seen) <= set(dealer):
                theirs = counter.ranking.index(game.rank(dealer))
                expected[0 if theirs < first else 1 + (theirs >= place) + (theirs > place)] += 1
        assert list(counter.cases(place, first, own, seen, gone)) == expected


def test_a_sample_meets_the_exact_figure() -> None:
    exact = share_three_cards(SMALL_PRIME, 2)
    found = sample_shared(SMALL_PRIME, 2, 2000, SeededSource("seats"))
    for name in ("expectation", "variance", "hit_frequency", "push_frequency", "average_wagered", "element_of_risk"):
        sampled = getattr(found, name)
        assert abs(sampled.value - float(getattr(exact, name))) <= 5 * sampled.standard_error + 1e-12
    assert sum(chance.value for _, chance in found.outcomes) == pytest.approx(1)
    mean = sum(float(net) * chance.value for net, chance in found.outcomes)
    assert mean == pytest.approx(found.expectation.value)
    assert sample_shared(SMALL_PRIME, 2, 2000, SeededSource("seats")).outcomes == found.outcomes


def test_standard_errors_cover_what_they_promise() -> None:
    """Over many seeds every figure is within two standard errors of the exact one about nineteen times in twenty."""
    exact = share_three_cards(SMALL_PRIME, 3)
    deviation = float(exact.variance) ** 0.5
    truth = {
        "expectation": float(exact.expectation),
        "variance": float(exact.variance),
        "standard_deviation": deviation,
        "hit_frequency": float(exact.hit_frequency),
        "average_wagered": float(exact.average_wagered),
        "element_of_risk": float(exact.element_of_risk),
        "desirability_index": 1000 * float(exact.expectation) / deviation,
        "n0": float(exact.variance / exact.expectation**2),
    }
    seeds = 120
    within = dict.fromkeys(truth, 0)
    for seed in range(seeds):
        figures = sample_shared(SMALL_PRIME, 3, 300, SeededSource(f"coverage {seed}"))
        for name, value in truth.items():
            sampled = getattr(figures, name)
            within[name] += abs(sampled.value - value) <= 2 * sampled.standard_error
    for name, many in within.items():
        assert many / seeds >= 0.87, (name, many)


def test_other_seats_leave_nothing_but_the_dealers_hand() -> None:
    """Fifteen cards, four players of three: the dealer's are known, as if seen."""
    seen = solve_advantage(SMALL_PRIME, Sight("card", 3)).distribution
    found = sample_shared(SMALL_PRIME, 4, 3000, SeededSource("seats")).expectation
    assert abs(found.value - seen.expectation) <= 4 * found.standard_error


def test_what_is_not_served() -> None:
    straight, flush = SMALL_STRAIGHTS[0], SMALL_FLUSHES[0]
    known = {each: work_of(straight, each) for each in (Sight("card", 2), Sight("color", 1), Sight("color", 2))}
    assert list(known.values()) == [Work.SECONDS, Work.SECONDS, Work.TOO_MUCH]
    several = {each: work_of(flush, each) for each in (Sight("color", 2), Sight("card", 2), Sight("kind", 2))}
    assert list(several.values()) == [Work.SECONDS, Work.MINUTES, Work.TOO_MUCH]
    assert work_of(straight, Sight("card", straight.hand_size)) is Work.A_MOMENT
    with pytest.raises(BadInput, match="not counted for dealer:kind:2"):
        SOLVER.audit(flush, Sight("kind", 2))
    with pytest.raises(MissingPart, match="no counter of a dealer's straights hands"):
        sample_shared(straight, 2, 10, SeededSource(1))
    with pytest.raises(ValueError, match="the color of one card is seen"):
        book_ranks(straight, Sight("color", 2))
    with pytest.raises(ValueError, match="this technique sees"):
        book_flushes(flush, Sight("kind", 2))
    with pytest.raises(BadInput, match="seats need"):
        sample_shared(straight, 3, 10, SeededSource(1))
    with pytest.raises(BadInput, match="too few"):
        sample_shared(flush, 2, 1, SeededSource(1))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["keep-it-straight", "high-card-flush"])
def test_one_card_of_seven(name: str) -> None:
    """All deals are counted, and the sight is worth something, but less than the whole hand."""
    game = catalogue.load(name)
    assert isinstance(game, Showdown)
    one = solve_advantage(game, Sight("card", 1)).distribution
    assert one.total == comb(52, 7) * comb(45, 7) * 7
    nothing, everything = (solve_advantage(game, sight).distribution for sight in (NOTHING, Sight("card", 7)))
    assert nothing.expectation < one.expectation < everything.expectation


@pytest.mark.slow  # compiles for some seconds
@pytest.mark.parametrize(
    ("ranks", "size"), [((3, 8, 10, 14), 4), ((8, 9, 13), 5), ((8, 9, 10, 14), 7)], ids=["four", "five", "seven"]
)
def test_several_cards_of_a_flush_seen(ranks: tuple[int, ...], size: int) -> None:
    """Two long suits in one hand, hands that do not qualify, and two bets beside folding: all of them, one by one."""
    game = HighCardFlush(catalogue.configuration("high-card-flush"), stripped_deck(ranks, range(4)), size)
    for number in range(1, size):
        sight = Sight("card", number)
        expected = book_every_hand(game, sight).distribution()
        assert book_flushes(game, sight).distribution() == expected
    assert solve_advantage(game, Sight("card", 2)).chart == ()


@pytest.mark.slow
def test_colors_of_two_cards_of_a_flush() -> None:
    """All deals are counted; two whole cards of a straight are a recorded run, and equal every deal of short decks."""
    game = catalogue.load("high-card-flush")
    assert isinstance(game, Showdown)
    two = solve_advantage(game, Sight("color", 2)).distribution
    assert two.total == comb(52, 7) * comb(45, 7) * comb(7, 2)
    assert solve_advantage(game, NOTHING).distribution.expectation < two.expectation


def pairs_shoe(spec: str, meter_cents: int) -> tuple[PairsFromShoe, float]:
    configuration = catalogue.configuration(spec)
    solution = solve_tabled(configuration, "perfect_pairs")
    assert solution.jackpot is not None
    table = configuration.tables["perfect_pairs"]
    shoe = PairsFromShoe(table, configuration.setting_for(table), nets_by_event(solution, {1: meter_cents}))
    return shoe, float(solution.jackpot.expectation({1: meter_cents}))


@pytest.mark.parametrize(
    "spec", ["perfect-pairs(decks=2, perfect_pairs=PT-PRG-PP-14)", "perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-01)"]
)
def test_a_full_shoe_has_the_ordinary_expectation(spec: str) -> None:
    shoe, ordinary = pairs_shoe(spec, 1_000_000)
    full = np.full((1, 13, 4), float(shoe.decks))
    assert float(shoe.expectation(full)[0]) == pytest.approx(ordinary, abs=1e-12)


def test_the_rest_of_a_shoe_equals_a_walk_through_it() -> None:
    configuration = catalogue.configuration("perfect-pairs(decks=2, perfect_pairs=PT-PRG-PP-14)")
    shoe, _ = pairs_shoe(str(configuration), 1_000_000)
    nets = nets_by_event(solve_tabled(configuration, "perfect_pairs"), {1: 1_000_000})
    table = configuration.tables["perfect_pairs"]
    setting = configuration.setting_for(table)
    from croupier.cards.hands import pairs

    left = draw(SeededSource("rest"), [card for card in DECK * 2 if card.rank in (2, 13, 14)], 14)
    total, deals = Fraction(), 0
    for pair in combinations(range(len(left)), 2):
        for up in set(range(len(left))) - set(pair):
            row = table.grade(pairs.classify([left[at] for at in pair], left[up], setting), setting)
            total += nets[row.event] if row else -1
            deals += 1
    counts = np.bincount(np.array(left), minlength=52).reshape(1, 13, 4).astype(np.float64)
    assert float(shoe.expectation(counts)[0]) == pytest.approx(float(total / deals), abs=1e-12)


def test_knowing_the_shoe_is_worth_more_the_deeper_it_is_dealt() -> None:
    shoe, ordinary = pairs_shoe("perfect-pairs(decks=2, perfect_pairs=PT-PRG-PP-14)", 1_000_000)
    found = sample_shoes(shoe, Fraction(3, 4), 600, SeededSource(3))
    assert found.full_shoe == pytest.approx(ordinary)
    values = [depth.perfect.value.value for depth in found.depths]
    assert values[0] == max(0.0, ordinary) == 0.0
    assert values[-1] > values[len(values) // 2] > 0
    for depth in found.depths[3:]:
        slack = 4 * (depth.perfect.value.standard_error + depth.counting.value.standard_error)
        assert depth.counting.value.value <= depth.perfect.value.value + slack
    assert found.tags[DECK[48]] == pytest.approx(found.tags[DECK[51]])  # the black aces
    assert min(found.tags, key=lambda card: found.tags[card]).rank == 14


def test_depths_are_those_at_which_rounds_begin() -> None:
    """An average over a shoe counts each round that is dealt before the cut card once, and nothing else."""
    shoe, _ = pairs_shoe("perfect-pairs(decks=2, perfect_pairs=PT-PRG-PP-14)", 1_000_000)
    found = sample_shoes(shoe, Fraction(3, 4), 50, SeededSource(3), cards_a_round=20)
    assert [depth.dealt * 104 for depth in found.depths] == [0, 20, 40, 60]
    values = [depth.perfect.wagers.value for depth in found.depths]
    assert found.depths[-1].perfect_so_far.wagers.value == pytest.approx(sum(values) / 4)
    with pytest.raises(BadInput, match="cards a round"):
        sample_shoes(shoe, Fraction(3, 4), 50, SeededSource(3), cards_a_round=2)


def test_a_shoe_needs_a_part_dealt() -> None:
    shoe, _ = pairs_shoe("perfect-pairs(decks=2, perfect_pairs=PT-PRG-PP-14)", 1)
    with pytest.raises(BadInput, match="not a part of a shoe"):
        sample_shoes(shoe, Fraction(1), 10, SeededSource(1))
    with pytest.raises(BadInput, match="too few"):
        sample_shoes(shoe, Fraction(1, 2), 1, SeededSource(1))
