"""Every paytable in a kernel's tables: each class of hand ends as the wager's own settlement says, meters and envy too.

Rounds are compared in ``test_sim_rounds``; here every class of every table of every edition is, which no number of
random rounds would reach.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import islice

import pytest

from croupier import catalogue
from croupier.cards.cards import DECK, Card
from croupier.cards.hands import two_card
from croupier.cards.hands.two_card import TwoCardHand
from croupier.errors import SpecError
from croupier.kernels.cells import Graded, graded, jackpot_outcome, place_of_class
from croupier.kernels.deals import bit_of
from croupier.kernels.graders import BY_COLORS, Grader, grader_of, has_lookup
from croupier.kernels.pot_game import PotGame
from croupier.play.game import Bonus, Game, Settled
from croupier.play.settlement import settle_round
from croupier.questions.simulating import SimulationPlan, game_of, prepare, simulate
from croupier.questions.solved.solutions import solve
from croupier.rulebook.configuration import Configuration, Spec, configure
from croupier.sim import ranks as rank_deals
from croupier.sim.playing import play_round
from croupier.sim.pot import pot_simulator
from croupier.sim.ranks import LARGE_AT, LARGE_BITS, SMALL_AT, SMALL_BITS, SPLIT_BITS, rank_tables
from croupier.sim.shoe_kernels import pair_place, pair_tables

METER = 1_234_500
GAMES = sorted(catalogue.book().games)


def offered(name: str) -> Iterator[tuple[str, str, str]]:
    """Every edition, wager and table of a game."""
    rules = catalogue.configuration(name).rules
    for edition in rules.editions:
        for wager in rules.wagers:
            if wager.kind in ("bonus", "jackpot"):
                yield from ((edition.id, wager.id, table) for table in wager.tables_in(edition.id))


def configured(name: str, edition: str, wager: str, table: str) -> Configuration | None:
    """The game with this table; None where the house may not offer it so."""
    book = catalogue.book()
    settings = {wager: table, "edition": edition}
    if "decks" in catalogue.configuration(name).values:
        settings["decks"] = str(book.paytable(table).decks[-1])
    try:
        return configure(book, Spec(name, tuple(sorted(settings.items()))))
    except SpecError:
        return None


def paid(game: Game, bonus: Bonus, own: tuple[Card, ...], dealer: tuple[Card, ...]) -> tuple[Fraction, str | None]:
    """What the wager's own settlement hands back, as play values it: net in wagers, and the event."""
    if not bonus.is_jackpot:
        unit = game.stake_rules[bonus.wager].grain
        line = bonus.settle(1, unit, own, dealer)
        return Fraction(line.net, unit), line.event
    stake = game.configuration.fixed_stake(bonus.wager)
    meters = {bonus.wager: dict.fromkeys(range(1, bonus.chart.table.meters + 1), METER)}
    bet = bonus.claim(1, stake, own, dealer)
    (line,) = settle_round(game, Settled((), (bet,)), meters, meters).lines
    return Fraction(line.net, stake), line.event


@cache
def examples(grader_name: str, size: int) -> Grader:
    return grader_of(grader_name, size)


def shown_by(cards: tuple[Card, ...], hand: object, bonus: Bonus) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cut between the player's cards and the dealer's that shows this class."""
    for place in range(1, len(cards)):
        if bonus.sees(cards[:place], cards[place:]) == hand:
            return cards[:place], cards[place:]
    raise AssertionError(f"{cards} do not show {hand}")


def check_classes(game: Game, bonus: Bonus, found: Graded) -> int:
    """Compare the place of every class with the wager's own settlement of cards that show it."""
    grader = examples(bonus.seen.family, bonus.seen.size)
    for hand, cards in zip(grader.classes, grader.examples, strict=True):
        own, dealer = cards[: bonus.seen.own], cards[bonus.seen.own :]
        if grader.kind == BY_COLORS:
            # Colors of both hands apart: an example has one card for each color that a hand shows.
            own, dealer = shown_by(cards, hand, bonus)
        outcome = found.outcomes[place_of_class(bonus, found, hand)]
        net, event = paid(game, bonus, own, dealer)
        assert outcome.net == net, f"{game.configuration}: {cards}"
        assert outcome.event == (event if net != -1 or outcome.event else None), f"{game.configuration}: {cards}"
    return len(grader.classes)


@pytest.mark.parametrize("name", GAMES)
def test_every_class_of_every_table_ends_as_it_is_paid(name: str) -> None:
    checked = 0
    for edition, wager, table in offered(name):
        configuration = configured(name, edition, wager, table)
        if configuration is None:
            continue
        game = game_of(configuration)
        bonus = next(each for _, each in game.bonuses if each.wager == wager)
        meters = {wager: dict.fromkeys(range(1, bonus.chart.table.meters + 1), METER)} if bonus.is_jackpot else {}
        found = graded(game, bonus, meters)
        if has_lookup(bonus.seen.family):
            checked += check_classes(game, bonus, found)
        elif bonus.seen.family == "pairs":
            checked += check_pairs(game, bonus, meters)
    assert checked > 0


def check_pairs(game: Game, bonus: Bonus, meters: dict[str, dict[int, int]]) -> int:
    """Two cards of one rank with every up-card of that rank and of another, and cards that are not a pair."""
    tables, found = pair_tables(game, bonus, meters)
    hands = [
        (one, other, up)
        for rank in range(13)
        for one in range(rank * 4, rank * 4 + 4)
        for other in range(rank * 4, rank * 4 + 4)
        for up in (*range(rank * 4, rank * 4 + 4), (rank * 4 + 4) % 52)
    ]
    for one, other, up in [*hands, (0, 5, 4), (0, 5, 0), (3, 51, 51)]:
        outcome = found.outcomes[pair_place(tables, one, other, up)]
        net, event = paid(game, bonus, (DECK[one], DECK[other]), (DECK[up],))
        assert (outcome.net, outcome.event) == (net, event if outcome.event else None), f"{game.configuration}"
    return len(hands)


@pytest.mark.parametrize("seats", [1, 3, 7])
def test_waiting_pockets_beat_hands_exactly_from_their_threshold(seats: int) -> None:
    """Ricochet Poker: each pocket with the last hand that falls to it and the first that does not."""
    game = catalogue.load("ricochet-poker")
    assert isinstance(game, PotGame)
    simulator = pot_simulator(game, game.declares.bot, seats)
    five = grader_of("five_card", 5)
    kicked = next(contest for hand in five.classes if not (contest := game.opened(hand, seats)).holders)
    for place, hand in enumerate(five.classes):
        assert bool(simulator.tables.kicked_out[place]) == (not game.opened(hand, seats).holders)
    seen: dict[TwoCardHand, tuple[Card, Card]] = {}
    for one in range(52):
        for other in range(one):
            two = two_card.classify((DECK[one], DECK[other]))
            seen.setdefault(two, (DECK[one], DECK[other]))
    for two, pocket in seen.items():
        first = int(simulator.tables.beaten_from[bit_of(pocket[0]) * 52 + bit_of(pocket[1])])
        for place in {first - 1, first, first + 1, 0, len(five.classes) - 1} & set(range(len(five.classes))):
            stays = bool(game.played(kicked, 1, five.classes[place], [two]).holders)
            assert stays == (place >= first), f"{two} against {five.classes[place]}"


ENVIED = [
    ("keep-it-straight(straight_flush_progressive=PT-BJS-HCF-SF-E02)", 5),
    ("three-card-prime(mini_royal_progressive=SAMPLE-TCP-MRP-01)", 6),
    ("ricochet-poker(straight_flush_progressive=PT-BJS-HCF-SF-E01)", 4),
    ("perfect-pairs(perfect_pairs=PT-PRG-PP-MLP-04)", 3),
]


def rounds_with_awards(plan: SimulationPlan, wager: str, first: int, count: int) -> Iterator[int]:
    """Numbers of rounds in which somebody wins an envy for the others or a share of a meter, by halving."""
    found = plan.simulator.run(5, first, count).counts[wager]
    if not any(times and (outcome.envy or outcome.share) for outcome, times in found.items()):
        return
    if count == 1:
        yield first
        return
    yield from rounds_with_awards(plan, wager, first, count // 2)
    yield from rounds_with_awards(plan, wager, first + count // 2, count - count // 2)


@pytest.mark.parametrize(("spec", "seats"), ENVIED)
def test_meters_and_envy_are_worth_what_play_pays(spec: str, seats: int) -> None:
    """Rounds in which somebody is paid an envy or a share of a meter: the table's total is the kernel's."""
    configuration = catalogue.configuration(spec)
    (wager,) = [name for name, table in configuration.tables.items() if table.is_jackpot]
    levels = range(1, configuration.tables[wager].meters + 1)
    meters = {wager: dict.fromkeys(levels, 100_000)}
    plan = prepare(configuration, None, seats, meters=meters)
    stake = configuration.fixed_stake(wager)
    compared = 0
    for number in islice(rounds_with_awards(plan, wager, 0, 1 << 17), 12):
        found = plan.simulator.run(5, number, 1).counts[wager]
        if sum(count for outcome, count in found.items() if outcome.share) > 1:
            continue
        played = play_round(plan.game, seats, plan.simulator.cards(5, number), plan.decide)
        settlement = played.settle(meters, meters)
        paid_out = sum(line.net for line in settlement.lines if line.wager == wager)
        paid_out += sum(award.amount for award in settlement.awards if award.wager == wager and award.kind == "envy")
        assert paid_out == stake * sum(outcome.worth(seats) * count for outcome, count in found.items())
        compared += 1
    assert compared


@pytest.mark.parametrize(("spec", "seats"), [(ENVIED[0][0], 4), (ENVIED[3][0], 3)])
def test_the_exact_value_is_that_of_edge_at_the_same_meter(spec: str, seats: int) -> None:
    configuration = catalogue.configuration(spec)
    ((wager, table),) = configuration.tables.items()
    amounts = {level: 2_500_000 // level for level in range(1, table.meters + 1)}
    result = simulate(spec, 20_000, 3, seats=seats, meters={wager: amounts}).finish()
    jackpot = solve(configuration, wager)[wager].jackpot
    assert jackpot is not None
    assert result[wager].exact_mean == jackpot.expectation(amounts, others=seats - 1)
    assert result[wager].agrees


def test_a_share_counts_as_its_only_one() -> None:
    """Two winners of one round are each valued alone, as the exact values do; play may make them share."""
    game = catalogue.load(ENVIED[0][0])
    (bonus,) = (each for _, each in game.bonuses)
    bet = bonus.claim(1, 100, tuple(DECK[rank * 4] for rank in range(6, 13)), ())
    assert jackpot_outcome(game, bet, {}, {bonus.wager: {1: 500_000}}).net == 4999
    assert jackpot_outcome(game, bet, {}, {}).net == -1


def test_alias_tables_hold_every_choice_with_its_weight() -> None:
    """The deal by ranks: what the columns give to each choice, against the number of deals."""
    tables = rank_tables()

    def furthest(at: int, bits: int, weights: list[int]) -> Fraction:
        columns, total = 1 << bits, sum(weights)
        found = [Fraction()] * columns
        for column in range(columns):
            entry = int(tables.entries[at + column])
            bound = ((entry >> bits) << 64) + int(tables.rest[at + column])
            own = Fraction(bound, 1 << (96 - bits))
            found[column] += own / columns
            found[entry & columns - 1] += (1 - own) / columns
        return max(abs(share - Fraction(weight, total)) for share, weight in zip(found, weights, strict=True))

    bound = Fraction(1, 1 << 64)
    assert furthest(0, SPLIT_BITS, rank_deals._split_weights()) < bound
    for at, bits, ranks in ((SMALL_AT, SMALL_BITS, 4), (LARGE_AT, LARGE_BITS, 5)):
        for place, weights in enumerate(rank_deals._weights(ranks)):
            if place % 5 == 0:
                assert furthest(at + (place << bits), bits, weights) < bound
