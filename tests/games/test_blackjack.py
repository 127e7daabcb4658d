"""Blackjack: the game against a second model, the house's rules on totals, the side wager, the record of a round."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from croupier import catalogue
from croupier.cards.cards import DECK, Card, parse_cards
from croupier.cards.hands.blackjack import Total
from croupier.cli.main import run
from croupier.errors import CroupierError, IllegalAction, RoundError
from croupier.games.blackjack.game import Blackjack
from croupier.games.blackjack.house import Final, Holding, House
from croupier.play.dealing import Order
from croupier.play.game import DEALER, EVERYONE, Cards, Choose, Decision, Draw, Peek, Settled, Slot, Stakes, State
from croupier.play.replay import replay_transcript
from croupier.play.round import Round
from croupier.play.roundfile import settle_file
from croupier.play.settlement import settle_round, settlement_record
from tests.games import dumb_blackjack

KEYS = {
    "soft17": ["stands", "hits"],
    "blackjack_pays": ["3:2", "6:5", "1:1"],
    "double_on": ["any", "9-11", "10-11"],
    "double_after_split": ["yes", "no"],
    "split_hands": ["2", "3", "4"],
    "split_by": ["value", "rank"],
    "resplit_aces": ["no", "yes"],
    "hit_split_aces": ["no", "yes"],
    "surrender": ["none", "late", "early"],
    "hole_card": ["peek", "none"],
    "split_dealing": ["hand-by-hand", "both-at-once"],
    "original_bets_only": ["no", "yes"],
}
RICH = ["23456789TJQKA", "A8T", "AT", "A56T", "A2T", "7TQA", "9TA", "4567A", "A"]
"""Decks that are often paired, often drawn to, often a blackjack."""


def load(keys: dict[str, str] | None = None) -> Blackjack:
    chosen = dict(keys or {})
    if chosen.get("original_bets_only") == "no":
        del chosen["original_bets_only"]
    if chosen.get("split_hands") == "2":
        chosen.pop("resplit_aces", None)  # it would change nothing
    spec = ", ".join(f"{key}={value}" for key, value in chosen.items())
    game = catalogue.load(f"blackjack({spec})" if spec else "blackjack")
    assert isinstance(game, Blackjack)
    return game


def configurations(count: int) -> Iterator[dict[str, str]]:
    dice = random.Random("configurations")
    for _ in range(count):
        chosen = {key: dice.choice(values) for key, values in KEYS.items()}
        if is_a_house(chosen):
            yield chosen


def is_a_house(keys: dict[str, str]) -> bool:
    """Original bets matter only where a dealer blackjack can come late, aces split again only with a third hand."""
    late = keys["original_bets_only"] == "no" or keys["hole_card"] == "none"
    return late and (keys["resplit_aces"] == "no" or keys["split_hands"] != "2")


def every_configuration() -> Iterator[dict[str, str]]:
    for values in product(*KEYS.values()):
        chosen = dict(zip(KEYS, values, strict=True))
        if is_a_house(chosen):
            yield chosen


def chooser(wish: dict[str, float], seed: float) -> tuple[list[Any], dumb_blackjack.Choose]:
    """The same stream of decisions for both models, as long as both offer the same; and what was asked."""
    own = random.Random(seed)
    asked: list[Any] = []

    def choose(seat: int, legal: list[str], most: int) -> tuple[str, int]:
        asked.append((seat, legal, most))
        name = own.choices(legal, [wish.get(each, 1) + 0.01 for each in legal])[0]
        return name, own.randint(1, most) if most else 0

    return asked, choose


def compare_with_the_dumb_model(keys: dict[str, str], dice: random.Random, rounds: int) -> None:
    game = load(keys)
    for _ in range(rounds):
        ranks = dice.choice(RICH)
        # Long enough for any round, and as likely as not to repeat a card: totals are what is tested here.
        shoe = [dice.choice(ranks) + dice.choice("cdhs") for _ in range(game.most_cards(4))]
        seats = dice.sample(range(1, 8), dice.randint(1, 4))
        bets = {seat: 10 * dice.randint(1, 50) for seat in seats}
        wish = {name: dice.random() ** 2 for name in ("hit", "stand", "double", "split", "surrender")}
        seed = dice.random()

        asked, choose = chooser(wish, seed)
        expected, used = dumb_blackjack.play(keys, bets, shoe, choose)
        asked_by_game, choose = chooser(wish, seed)
        lines, used_by_game = play_through(game, bets, shoe, choose)
        assert asked_by_game == asked, keys
        assert [(line.seat, line.wager, line.stake, line.net) for line in lines] == expected, (keys, shoe)
        assert used_by_game == used, (keys, shoe)
        for line in lines:
            assert line.outcome == ("win" if line.net > 0 else "lose" if line.net < 0 else "push")
            assert line.cite.split(" ")[0] in ("BJ-TRADE", "PA-633A")
            assert str(line.why)


def play_through(
    game: Blackjack, bets: dict[int, int], shoe: list[str], choose: dumb_blackjack.Choose
) -> tuple[Any, int]:
    cards = [Card.parse(card) for card in shoe]
    order = Order.of(game, list(bets))

    def deal(draw: Draw) -> Cards:
        return tuple(cards[place] for place in order.take(draw.slot, draw.size))

    played = Round(game, game.open([Stakes(seat, (bet,)) for seat, bet in bets.items()]), deal)
    while isinstance(played.turn, Choose):
        by_name = {action.name: action for action in played.legal_actions}
        most = by_name["insure"].maximum if "insure" in by_name else 0
        name, amount = choose(played.turn.seat, sorted(by_name), most)
        action = by_name[name]
        if name == "insure":
            played.act(Decision(played.turn.seat, name, amount))
        else:
            assert action.minimum == action.maximum == (bets[played.turn.seat] if name in ("double", "split") else 0)
            played.act(Decision(played.turn.seat, name, action.maximum))
    assert order.following <= game.most_cards(len(bets))
    check_every_state(game, played.state)
    return played.settle().lines, order.following


def check_every_state(game: Blackjack, state: State) -> None:
    """A turn depends on the history alone, and a state can be remembered."""
    first, again = game.turn(state), game.turn(State(*state))
    assert isinstance(first, Settled)
    assert [line[:7] for line in first.lines] == [line[:7] for line in again.lines]  # type: ignore[union-attr]
    assert hash(state) == hash(State(*state))
    slots = [dealt.slot for dealt in state.dealt]
    assert slots.count(Slot(DEALER, "up")) == 1
    assert slots.count(Slot(DEALER, "hole")) == game.house.has_hole_card


def test_random_rounds_agree_with_the_dumb_model() -> None:
    dice = random.Random("rounds")
    for keys in configurations(250):
        compare_with_the_dumb_model(keys, dice, rounds=12)


@pytest.mark.slow
def test_every_rule_combination_agrees_with_the_dumb_model() -> None:
    dice = random.Random("every")
    for keys in every_configuration():
        compare_with_the_dumb_model(keys, dice, rounds=1)


# The house's rules, on totals alone.


@pytest.mark.parametrize("soft17", ["stands", "hits"])
def test_the_dealer_draws_to_sixteen_and_to_a_soft_seventeen_where_the_house_does(soft17: str) -> None:
    house = load({"soft17": soft17}).house
    for points in range(2, 32):
        assert house.dealer_draws(Total(points, False)) == (points <= 16)
    for points in range(12, 22):
        assert house.dealer_draws(Total(points, True)) == (points <= 16 or (points == 17 and soft17 == "hits"))


@pytest.mark.parametrize(
    ("hand", "dealer", "net"),
    [
        (Final(22), Final(26), -1),  # a bust hand is out before the dealer draws
        (Final(22), Final(21, True), -1),
        (Final(21), Final(21), 0),
        (Final(21), Final(21, True), -1),
        (Final(21, True), Final(21), Fraction(3, 2)),
        (Final(21, True), Final(21, True), 0),
        (Final(21, True), Final(9), Fraction(3, 2)),  # no second card without a hole card
        (Final(4), Final(22), 1),
        (Final(17), Final(16), 1),
        (Final(17), Final(17), 0),
        (Final(16), Final(17), -1),
        (Final(20), Final(21), -1),
    ],
)
def test_how_a_bet_fares(hand: Final, dealer: Final, net: Fraction) -> None:
    assert load().house.resolve(hand, dealer).net == net


@pytest.mark.parametrize(("pays", "net"), [("3:2", Fraction(3, 2)), ("6:5", Fraction(6, 5)), ("1:1", Fraction(1))])
def test_what_a_blackjack_is_paid(pays: str, net: Fraction) -> None:
    assert load({"blackjack_pays": pays}).house.resolve(Final(21, True), Final(20)).net == net


@pytest.mark.parametrize(
    ("keys", "grain"),
    [
        ({}, 2),
        ({"blackjack_pays": "6:5"}, 10),
        ({"blackjack_pays": "1:1"}, 2),
        ({"blackjack_pays": "6:5", "surrender": "late"}, 10),
    ],
)
def test_bets_are_whole_grains(keys: dict[str, str], grain: int) -> None:
    game = load(keys)
    assert game.stake_rules["bet"].grain == game.house.grain == grain
    with pytest.raises(RoundError, match="parts of a cent"):
        Round.start(game, {1: {"bet": grain + 1}}, seed=1)


def actions(keys: dict[str, str], hand: Holding, up: int = 6) -> str:
    return " ".join(load(keys).house.actions(hand, up))


def hard(points: int, **more: Any) -> Holding:
    return Holding(Total(points, False), **more)


def soft(points: int, **more: Any) -> Holding:
    return Holding(Total(points, True), **more)


@pytest.mark.parametrize(
    ("keys", "hand", "up", "legal"),
    [
        ({}, hard(12), 6, "hit stand double"),
        ({}, hard(12, is_two_cards=False), 6, "hit stand"),
        ({}, hard(21, is_two_cards=False), 6, ""),
        ({}, soft(21), 6, ""),
        ({}, hard(22, is_two_cards=False), 6, ""),
        ({}, hard(16, pair=8), 6, "hit stand double split"),
        ({}, hard(16, pair=8, hands=3, is_split=True), 6, "hit stand double split"),
        ({}, hard(16, pair=8, hands=4, is_split=True), 6, "hit stand double"),
        ({"split_hands": "2"}, hard(16, pair=8, hands=2, is_split=True), 6, "hit stand double"),
        ({"split_hands": "3"}, hard(16, pair=8, hands=2, is_split=True), 6, "hit stand double split"),
        ({"double_after_split": "no"}, hard(11, hands=2, is_split=True), 6, "hit stand"),
        ({"double_after_split": "no"}, hard(11), 6, "hit stand double"),
        ({"double_on": "9-11"}, hard(8), 6, "hit stand"),
        ({"double_on": "9-11"}, hard(9), 6, "hit stand double"),
        ({"double_on": "9-11"}, hard(11), 6, "hit stand double"),
        ({"double_on": "9-11"}, hard(12), 6, "hit stand"),
        ({"double_on": "9-11"}, soft(19), 6, "hit stand"),
        ({"double_on": "10-11"}, hard(9), 6, "hit stand"),
        ({"double_on": "10-11"}, hard(10), 6, "hit stand double"),
        ({}, soft(12, pair=11), 6, "hit stand double split"),
        ({}, soft(12, pair=11, hands=2, is_split=True, is_split_ace=True), 6, ""),
        ({}, soft(16, hands=2, is_split=True, is_split_ace=True), 6, ""),
        ({}, soft(19, hands=2, is_split=True), 6, "hit stand double"),  # an ace on a split eight
        ({"resplit_aces": "yes"}, soft(12, pair=11, hands=2, is_split=True, is_split_ace=True), 6, "stand split"),
        ({"resplit_aces": "yes"}, soft(12, pair=11, hands=4, is_split=True, is_split_ace=True), 6, ""),
        ({"resplit_aces": "yes"}, soft(16, hands=2, is_split=True, is_split_ace=True), 6, ""),
        ({"hit_split_aces": "yes"}, soft(16, hands=2, is_split=True, is_split_ace=True), 6, "hit stand double"),
        ({"surrender": "late"}, hard(16), 6, "hit stand double surrender"),
        ({"surrender": "late"}, hard(16), 10, "hit stand double surrender"),
        ({"surrender": "late"}, hard(16, hands=2, is_split=True), 10, "hit stand double"),
        ({"surrender": "early"}, hard(16), 9, "hit stand double surrender"),
        ({"surrender": "early"}, hard(16), 10, "hit stand double"),
        ({"surrender": "early", "hole_card": "none"}, hard(16), 10, "hit stand double surrender"),
    ],
)
def test_what_a_hand_may_do(keys: dict[str, str], hand: Holding, up: int, legal: str) -> None:
    assert actions(keys, hand, up) == legal


def test_a_house_is_what_its_configuration_chose() -> None:
    usual = vars(House(catalogue.configuration("blackjack")))
    assert vars(load().house) == usual != vars(load({"soft17": "hits"}).house)
    assert vars(load({"decks": "6"}).house) == usual


# Dealing.


@pytest.mark.parametrize("decks", range(1, 9))
def test_a_shoe_holds_every_card_once_for_each_deck(decks: int) -> None:
    game = load({"decks": str(decks)})
    assert sorted(game.deck) == sorted(DECK * decks)
    assert [game.most_cards(seats) for seats in range(1, 8)] == sorted(game.most_cards(seats) for seats in range(1, 8))
    assert game.most_cards(7) <= len(game.deck)


def test_the_players_see_the_answer_and_not_the_hole_card() -> None:
    game = load()
    state = game.open([Stakes(1, (1000,))])
    for cards in ("Tc 6d", "Ah"):
        turn = game.turn(state)
        assert isinstance(turn, Draw)
        state = state.with_cards(turn, parse_cards(cards))
    assert isinstance(game.turn(state), Choose)
    state = state.with_decision(Decision(1, "decline"))
    peek = game.turn(state)
    assert isinstance(peek, Peek)
    assert game.turn(state) == peek
    assert (peek.slot, peek.size) == ("dealer hole", 1)
    assert [peek.holds(parse_cards(card)) for card in ("Kd", "Td", "9d", "Ad")] == [True, True, False, False]
    ended = game.turn(state.with_answer(peek, True))
    assert ended == Draw(Slot(DEALER, "hole"), 1, 0)
    assert isinstance(game.turn(state.with_answer(peek, False)), Choose)


def test_a_ten_is_looked_under_for_an_ace_and_a_nine_for_nothing() -> None:
    game = load()
    for up, question in (("Kh", "an ace under the ten"), ("9h", None)):
        state = game.open([Stakes(1, (1000,))])
        state = state.with_cards(Draw(Slot(1), 2, 0), parse_cards("Tc 6d"))
        turn = game.turn(state.with_cards(Draw(Slot(DEALER, "up"), 1, 0), parse_cards(up)))
        assert turn.question == question if isinstance(turn, Peek) else question is None
        if isinstance(turn, Peek):
            assert [turn.holds(parse_cards(card)) for card in ("Kd", "Td", "9d", "Ad")] == [False, False, False, True]


def test_a_decision_out_of_reach_names_the_rule() -> None:
    played = Round.start(load(), {1: {"bet": "10.00"}}, seed=3)
    with pytest.raises(IllegalAction, match=r"where the house allows it .*\[BJ-TRADE rules\]"):
        played.act("surrender")


# The side wager, settled.

RED = "dh"


def graded(label: str, one: str, other: str, up: str, chosen: str, suit: str) -> bool:
    """Whether three cards fit a printed row, from the words of its label; ``chosen`` are the ranks, highest first."""
    ranks, suits = {one[0], other[0]}, [one[1], other[1]]
    if len(ranks) > 1:
        return False
    three = up[0] in ranks
    identical = one == other == up
    rank = one[0]
    match label:
        case "3 perfect, suit":
            return identical and rank in chosen and up[1] == suit
        case "3 perfect":
            return identical and rank in chosen
        case "perfect three":
            return identical
        case "2 perfect + colored":
            colors = {card in RED for card in (*suits, up[1])}
            return three and rank == chosen[0] and len(colors) == 1 and not identical
        case "2 perfect, suit + colored":
            fits = graded("2 perfect + colored", one, other, up, chosen, suit)
            return fits and (*suits, up[1]).count(suit) == 2
        case "3 red":
            return three and rank == chosen[0] and all(card in RED for card in (*suits, up[1]))
        case "3":
            return three and rank == chosen[0]
        case "three":
            return three
        case "perfect top, suit":
            return one == other and rank == chosen[0] and one[1] == suit
        case "perfect top":
            return one == other and rank == chosen[0]
        case "perfect pair, suit":
            return one == other and one[1] == suit
        case "perfect pair":
            return one == other
        case "colored":
            return (one[1] in RED) == (other[1] in RED)
        case "mixed":
            return (one[1] in RED) != (other[1] in RED)
    raise AssertionError(label)


# Rows typed from the Nevada Rules of Play; a number is a meter's level as -1, -2, -3, or dollars.
TABLES: dict[str, tuple[int, str, dict[str, int]]] = {
    "14": (2, "A", {"3 red": -1, "3": 200, "three": 20, "perfect pair": 10, "colored": 8, "mixed": 5}),
    "15": (
        2,
        "A",
        {
            "2 perfect + colored": -1,
            "3": 200,
            "perfect pair, suit": 20,
            "perfect pair": 15,
            "colored": 10,
            "mixed": 4,
        },
    ),
    "16": (
        2,
        "A",
        {
            "2 perfect, suit + colored": -1,
            "perfect top, suit": 200,
            "perfect top": 100,
            "perfect pair": 15,
            "colored": 10,
            "mixed": 4,
        },
    ),
    "01": (
        4,
        "A",
        {
            "3 perfect": -1,
            "perfect top, suit": 200,
            "perfect pair, suit": 30,
            "perfect pair": 12,
            "colored": 8,
            "mixed": 3,
        },
    ),
    "04": (
        5,
        "A",
        {
            "3 perfect, suit": -1,
            "3 perfect": 2000,
            "perfect three": 300,
            "perfect top": 40,
            "perfect pair": 10,
            "colored": 8,
            "mixed": 4,
        },
    ),
    "06b": (
        8,
        "AK",
        {"3 perfect": -1, "perfect top, suit": 200, "perfect top": 100, "perfect pair": 10, "colored": 6, "mixed": 3},
    ),
    "12": (
        6,
        "AKQ",
        {
            "3 perfect, suit": -1,
            "3 perfect": 1000,
            "perfect three": 300,
            "perfect top": 40,
            "perfect pair": 10,
            "colored": 8,
            "mixed": 4,
        },
    ),
    "13": (
        6,
        "A",
        {"3 perfect": -1, "perfect top, suit": 200, "perfect top": 100, "perfect pair": 10, "mixed": 5},
    ),
    "MLP-01": (
        6,
        "A",
        {
            "3 perfect, suit": -1,
            "3 perfect": -2,
            "perfect three": -3,
            "perfect top": 50,
            "perfect pair": 10,
            "colored": 8,
            "mixed": 4,
        },
    ),
    "MLP-04": (
        8,
        "AK",
        {"3 perfect": -1, "perfect three": -2, "perfect top": 40, "perfect pair": 10, "colored": 8, "mixed": 5},
    ),
    "D04": (
        4,
        "AKQ",
        {"3 perfect": -1, "perfect three": 100, "perfect top": 50, "perfect pair": 4, "colored": 2},
    ),
}
METERS = {1: 9_000_001, 2: 700_003, 3: 50_005}


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("alternate", [False, True])
def test_every_pair_against_every_up_card_is_paid_as_printed(name: str, alternate: bool) -> None:
    decks, printed, rows = TABLES[name]
    chosen = {"A": "7", "AK": "J7", "AKQ": "JT7"}[printed] if alternate else printed
    settings = [f"decks={decks}", f"perfect_pairs=PT-PRG-PP-{name}"]
    if alternate:
        settings.append(f"ranks={'/'.join(chosen)}")
    if any("suit" in label for label in rows):
        settings.append("suit=hearts")
    game = catalogue.load(f"blackjack({', '.join(settings)})")
    assert isinstance(game, Blackjack)
    levels = {level: METERS[level] for level in range(1, game.configuration.tables["perfect_pairs"].meters + 1)}
    boosted = {"perfect_pair": 4000} if game.dynamic_table else {}
    for rank in "AKQJT72":
        for one, other, up in product("cdhs", "cdhs", [*(rank + suit for suit in "cdhs"), "5c"]):
            first, second = rank + one, rank + other
            if (first, second, up).count(first) > decks:
                continue
            label = next((row for row in rows if graded(row, first, second, up, chosen, "h")), None)
            pay = rows[label] if label else 0
            dollars = 40 if boosted and label == "perfect pair" else pay
            expected = METERS[-pay] if pay < 0 else 100 * dollars
            settled = side_wager(game, f"{first} {second}", up, levels, boosted)
            assert settled == (expected, expected - 100, levels | ({-pay: 0} if pay < 0 else {})), (first, second, up)


def side_wager(
    game: Blackjack, cards: str, up: str, levels: dict[int, int], boosted: dict[str, int]
) -> tuple[int, int, dict[int, int]]:
    """The side wager's award and net, and the meters after it; the hand itself stands and is of no interest."""
    state = game.open([Stakes(3, (1000, 100))])
    state = state.with_cards(Draw(Slot(3), 2, EVERYONE), parse_cards(cards))
    state = state.with_cards(Draw(Slot(DEALER, "up"), 1, EVERYONE), parse_cards(up))
    turn = game.turn(state)
    while not isinstance(turn, Settled):
        if isinstance(turn, Choose):
            names = [action.name for action in turn.actions]
            state = state.with_decision(Decision(turn.seat, "decline" if "decline" in names else "stand"))
        elif isinstance(turn, Draw):
            state = state.with_cards(turn, parse_cards("9d"))
        else:
            state = state.with_answer(turn, False)
        turn = game.turn(state)
    seeds = {"perfect_pairs": dict.fromkeys(levels, 0)}
    settlement = settle_round(game, turn, {"perfect_pairs": levels}, seeds, boosted)
    line = next(line for line in settlement.lines if line.wager == "perfect_pairs")
    awarded = sum(award.amount for award in settlement.awards if award.seat == 3)
    return awarded, line.net, settlement.meters["perfect_pairs"]


def test_the_side_wager_is_settled_on_the_first_cards_whatever_comes_later() -> None:
    game = catalogue.load("blackjack(decks=6, perfect_pairs=PT-PRG-PP-03)")
    dice = random.Random("later")
    for seed in range(300):
        played = Round.start(game, {1: {"bet": "10.00", "perfect_pairs": "1.00"}}, seed=seed)
        first, up = played.state.dealt[0].cards, played.state.dealt[1].cards[0]
        while not played.is_over:
            action = dice.choice([each for each in played.legal_actions if each.name != "insure"])
            played.act(action.name)
        line = next(line for line in played.settle({"perfect_pairs": {1: 100}}).lines if line.wager == "perfect_pairs")
        one, other = map(str, first)
        rows = {"3 perfect": 1, "perfect three": 300, "perfect top": 50, "perfect pair": 10, "colored": 8, "mixed": 4}
        pay = next((pay for row, pay in rows.items() if graded(row, one, other, str(up), "A", "s")), 0)
        assert line.net == 100 * pay - 100


def test_the_reason_for_a_boosted_pay_does_not_name_the_default() -> None:
    game = catalogue.load("blackjack(decks=6, perfect_pairs=PT-PRG-PP-D01)")
    document = {
        "schema": 1,
        "game": str(game.configuration),
        "seats": {"1": {"wagers": {"bet": "10.00", "perfect_pairs": "1.00"}, "cards": "9c 9c", "actions": ["stand"]}},
        "dealer": {"up": "7h", "hole": "Td"},
        "dynamic": {"perfect_pair": "40.00"},
    }
    _, _, settlement = settle_file(document, catalogue.load)
    line = next(line for line in settlement.lines if line.wager == "perfect_pairs")
    assert line.net == 3900
    assert "$4" not in str(line.why)


# Records.

SPECS = [
    "blackjack(decks=2, surrender=late)",
    "blackjack(decks=1, hole_card=none, surrender=early, resplit_aces=yes)",
    "blackjack(decks=6, perfect_pairs=PT-PRG-PP-D02, soft17=hits, suit=clubs)",
    "blackjack(decks=8, perfect_pairs=PT-PRG-PP-MLP-04, surrender=early)",
]


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("live", [False, True])
def test_a_transcript_plays_the_round_again(spec: str, live: bool) -> None:
    game = catalogue.load(spec)
    dice = random.Random(spec)
    meters = {"perfect_pairs": {1: 10**7, 2: 10**6}} if game.configuration.tables else None
    own = {"bet": "10.00"} | ({"perfect_pairs": "1.00"} if meters else {})
    if meters and game.configuration.tables["perfect_pairs"].meters == 1:
        del meters["perfect_pairs"][2]
    for seed in range(25):
        played = Round.start(game, dict.fromkeys((1, 4, 7), own), seed=None if live else seed)
        while not played.is_over:
            action = dice.choice(played.legal_actions)
            played.act(f"insure {dice.choice(['0.01', '5.00', '0.5x'])}" if action.name == "insure" else action.name)
        settlement = played.settle(meters)
        record = json.loads(json.dumps(played.transcript(settlement, meters)))
        assert ("dynamic" in record) == bool(game.dynamic_table)
        replay = replay_transcript(record, catalogue)
        assert replay.differences == ()
        assert (replay.opened is not None) == live
        if live:
            opened = {each["position"]: each["card"] for each in record["commitment"]["openings"]}
            dealer = record["dealer"]
            drawn = [
                (f"seat {seat} hand {n}", cards)
                for seat in ("1", "4", "7")
                for n, cards in record["seats"][seat].get("draws", {}).items()
            ]
            named = [("dealer up", "up"), ("dealer hole", "hole"), ("dealer draw", "draws")]
            for place, cards in [*drawn, *((place, dealer.get(key, "")) for place, key in named)]:
                assert [opened[at] for at in record["positions"].get(place, [])] == cards.split()


def test_a_round_file_may_give_the_dealers_whole_hand() -> None:
    document: dict[str, Any] = {
        "schema": 1,
        "game": "blackjack",
        "seats": {"1": {"wagers": {"bet": "10.00"}, "cards": "Tc 2d", "actions": ["hit", "stand"], "draws": "7s"}},
        "dealer": "5h Td 2c",
        "dealing": {"order": "dealt"},
    }
    game, _, settlement = settle_file(document, catalogue.load)
    assert settlement_record(game, settlement)["seats"]["1"]["net"] == "10.00"
    document |= {"dealer": {"up": "5h", "hole": "Td", "draws": "2c"}}
    assert settle_file(document, catalogue.load)[2].seats == settlement.seats


BASE: dict[str, Any] = {
    "schema": 1,
    "game": "blackjack(decks=6, perfect_pairs=PT-PRG-PP-D01)",
    "seats": {"1": {"wagers": {"bet": "10.00", "perfect_pairs": "1.00"}, "cards": "9c 9d", "actions": ["stand"]}},
    "dealer": {"up": "7h", "hole": "Td"},
    "dynamic": {"perfect_pair": "40.00"},
}


def changed(**changes: Any) -> dict[str, Any]:
    document = json.loads(json.dumps(BASE)) | {key: value for key, value in changes.items() if key != "seat"}
    document["seats"]["1"] |= changes.get("seat", {})
    return {key: value for key, value in document.items() if value is not None}


@pytest.mark.parametrize(
    ("document", "words"),
    [
        (changed(dynamic=None), "dynamic rounds carry dynamic"),
        (changed(dynamic={}), "dynamic rounds carry dynamic"),
        (changed(dynamic={"perfect_pair": "41.00"}), "perfect_pair 41.00 is not a dynamic pay"),
        (changed(dynamic={"perfect_pair": "4.00"}), "its pays are 6.00, 8.00, 12.00"),
        (changed(dynamic={"perfect_pear": "40.00"}), "did you mean perfect_pair?"),
        (changed(dynamic={"three_perfect_chosen": "40.00"}), "has no dynamic pays"),
        (changed(dynamic={"perfect_pair": 40}), "40 is not an amount"),
        (changed(dynamic=["perfect_pair"]), "dynamic: expected an object"),
        (changed(game="blackjack"), "perfect_pairs is not offered"),
        (changed(game="blackjack", seat={"wagers": {"bet": "10.00"}}), "no table of this game has dynamic pays"),
        (changed(dealer=None), "dealer up: no cards are given"),
        (changed(dealer={"up": "7h"}), "dealer hole: no cards are given"),
        (changed(dealer={"up": "7h", "draws": "Td"}), "dealer hole: no cards are given"),
        (changed(dealer="7h Td 2c", dealing={"order": "dealt"}), "dealer: cards are given"),
        (changed(dealer="7h Td"), "dealer: which card is the up-card?"),
        (changed(draws="2c"), "draws: a drawn card belongs to a hand"),
        (changed(seat={"draws": "2c"}), "seat 1 hand 1: cards are given, but the round does not deal any there"),
        (changed(seat={"cards": "9c"}), "seat 1: 1 cards; expected 2"),
        (changed(seat={"cards": None}), "seat 1: no cards are given"),
        (changed(seat={"actions": []}), "seat 1: a decision is missing"),
        (changed(seat={"actions": ["hit"]}), "seat 1 hand 1: no cards are given"),
        (changed(seat={"actions": ["stand", "hit"]}), "'hit' comes after the seat's last decision"),
        (changed(seat={"actions": ["fold"]}), "'fold' is not legal"),
        (changed(seat={"actions": ["double 5.00"]}), "double 5.00 is not legal"),
        (changed(seat={"actions": ["stand 5.00"]}), "stand takes no amount"),
        (changed(seat={"wagers": {"bet": "10.01"}}), "the nearest that works is 10.00 or 10.02"),
        (changed(seat={"wagers": {"bet": "10.00", "insurance": "5.00"}}), "insurance is not wagered before the deal"),
        # Whoever says nothing about insurance took none; a word that may be meant for it is read.
        (
            changed(seat={"cards": "Tc 9d", "actions": ["insurance 5.00"]}, dealer={"up": "Ah", "hole": "9d"}),
            "legal: insure 0.01 to 5.00, decline",
        ),
        (
            changed(seat={"cards": "Tc 9d", "actions": ["insure"]}, dealer={"up": "Ah", "hole": "9d"}),
            "'insure' needs an amount",
        ),
    ],
)
def test_croupier_settle_refuses_bad_rounds(
    document: dict[str, Any], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CroupierError) as refused:
        settle_file(document, catalogue.load)
    assert words in str(refused.value)
    path = tmp_path / "round.json"
    path.write_text(json.dumps(document))
    assert run(["settle", str(path)]) == 2
    shown = capsys.readouterr()
    assert words in shown.err
    assert not shown.out
    assert "Traceback" not in shown.err


def test_insurance_follows_the_posted_step() -> None:
    document = {
        "schema": 1,
        "game": "blackjack",
        "seats": {"1": {"wagers": {"bet": "10.00"}, "cards": "Tc 9d", "actions": ["insure 1.50", "stand"]}},
        "dealer": {"up": "Ah", "hole": "9d"},
        "table": {"limits": {"insurance": {"step": "1.00"}}},
    }
    with pytest.raises(IllegalAction, match=r"insure 1\.50"):
        settle_file(document, catalogue.load)
