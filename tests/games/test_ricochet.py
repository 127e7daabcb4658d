"""Ricochet Poker: laws of every round, equality with a second model, and what is refused."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import croupier
from croupier import catalogue
from croupier.cards.cards import DECK, Card, parse_cards
from croupier.cards.hands import five_card, two_card
from croupier.cards.hands.family import Setting
from croupier.cards.hands.five_card import FiveCardHand
from croupier.cards.hands.two_card import TwoCardHand
from croupier.cli.main import run
from croupier.errors import RoundError
from croupier.games.ricochet_poker.game import RicochetPoker
from croupier.games.ricochet_poker.pot import (
    DEALER,
    Contest,
    complete_hand,
    nets_in_antes,
    open_contest,
    split_pot,
    stays_in,
)
from croupier.play.game import Cards, Choose, Draw, Settled, Slot, State
from croupier.play.replay import replay_transcript
from croupier.play.round import Round
from croupier.play.roundfile import settle_file
from croupier.play.rules_in_force import recorded_configuration, rules_record
from croupier.play.settlement import Settlement
from croupier.play.stakes import Limit, place_stakes
from tests.games.ricochet_by_hand import Felt, wins_rapid_fire

EVERY_BONUS = (
    "hedge_bet=SAMPLE-RIC-HB-01, mini_royal_progressive=SAMPLE-TCP-MRP-01, pocket_bonus=SAMPLE-RIC-PB-01, "
    "rapid_fire=SAMPLE-RIC-RF-01, straight_flush_progressive=PT-BJS-HCF-SF-E01"
)
BASE_LINES = ("ante", "play")
ROUNDS = 1000
SWITCHES = [
    f"beaten_by_waiting_pair={beaten}, last_player_after_kickout={last}"
    for beaten, last in product(("discard-only", "still-knocks-out"), ("takes-pot", "must-choose"))
]


def load(settings: str = "") -> RicochetPoker:
    game = catalogue.load(f"ricochet-poker({settings})" if settings else "ricochet-poker")
    assert isinstance(game, RicochetPoker)
    return game


def choose_action(played: Round, chance: random.Random) -> str:
    """Play more often than not, so that hands meet."""
    names = [action.name for action in played.legal_actions]
    return "play" if chance.random() < 0.6 else chance.choice(names)


def dealing(cards: Mapping[str, Cards]) -> Any:
    return lambda draw: cards[draw.slot]


def random_cards(seats: list[int], chance: random.Random) -> dict[str, Cards]:
    """Cards for every slot. Few ranks make many pairs, and copied ranks make ties, which a full deck hardly shows."""
    hands = len(seats) + 1
    names = [*(f"seat {seat}" for seat in seats), "dealer"]
    fives: dict[str, list[Card]] = {}
    if chance.random() < 0.5:
        # Up to four hands hold the same five ranks, each card in a suit of its own.
        ranks = chance.sample(range(2, 15), 5)
        suits = [chance.sample(range(4), 4) for _ in ranks]
        copied = chance.sample(names, min(chance.randint(2, 4), hands))
        for place, name in enumerate(copied):
            fives[name] = [Card.of(rank, suits[index][place]) for index, rank in enumerate(ranks)]
            chance.shuffle(fives[name])
    used = {card for five in fives.values() for card in five}
    ranks_left = chance.sample(range(2, 15), chance.randint(min(13, (hands * 5 + 3) // 4 + 1), 13))
    rest = [card for card in DECK if card not in used and card.rank in ranks_left]
    if len(rest) < 5 * (hands - len(fives)):
        rest = [card for card in DECK if card not in used]
    chance.shuffle(rest)
    for name in names:
        if name not in fives:
            fives[name] = [rest.pop() for _ in range(5)]
    cards: dict[str, Cards] = {"dealer": tuple(fives.pop("dealer"))}
    for name, five in fives.items():
        cards[name] = tuple(five[:2])
        cards[f"{name} draw"] = tuple(five[2:])
    return cards


def play_random(
    game: RicochetPoker, chance: random.Random, ante: int, seats: list[int] | None = None
) -> tuple[Round, dict[str, Cards]]:
    seats = seats or sorted(chance.sample(range(1, 8), chance.randint(1, 7)))
    cards = random_cards(seats, chance)
    stakes = place_stakes(game, {seat: {"ante": ante} for seat in seats})
    played = Round(game, game.open(stakes), dealing(cards))
    while not played.is_over:
        played.act(choose_action(played, chance))
    return played, cards


@pytest.mark.parametrize("switches", SWITCHES)
def test_a_second_model_agrees(switches: str) -> None:
    """Cent by cent, choice by choice, on rounds that a person could deal."""
    game = load(f"{switches}, rapid_fire=SAMPLE-RIC-RF-01")
    chance = random.Random(switches)
    seen = {"kickout": 0, "tie": 0, "take": 0, "orphan": 0, "beaten by two": 0}
    for _ in range(ROUNDS):
        seats = sorted(chance.sample(range(1, 8), chance.randint(1, 7)))
        cards = random_cards(seats, chance)
        words = {slot: [str(card) for card in own] for slot, own in cards.items()}
        ante = chance.choice((1, 25, 500, 1000, 1001))
        felt = Felt(
            {f"seat {seat}": words[f"seat {seat}"] for seat in seats},
            words["dealer"],
            ante,
            still_knocks_out="still-knocks-out" in switches,
            takes_pot="takes-pot" in switches,
        )
        stakes = place_stakes(game, {seat: {"ante": ante, "rapid_fire": 100} for seat in seats})
        played = Round(game, game.open(stakes), dealing(cards))
        for name, choices in felt.play():
            assert f"seat {played.seat_to_act}" == name
            assert {action.name for action in played.legal_actions} == choices
            action = choose_action(played, chance)
            felt.decide(action, words[f"{name} draw"])
            played.act(action)
        settlement = played.settle()
        nets = {f"seat {seat}": net for seat, net in settlement.seats.items()} | {"house": settlement.house}
        expected = felt.nets()
        for seat in seats:
            rapid_fire = 500 if wins_rapid_fire(words[f"seat {seat}"], words["dealer"]) else -100
            expected[f"seat {seat}"] += rapid_fire
            expected["house"] -= rapid_fire
        assert nets == expected, (words, played.state.decisions)
        course = game.course(played.state)
        seen["kickout"] += course.kicked_out
        seen["tie"] += len(course.contest.holders) > 1
        seen["take"] += any(decision.action == "take" for decision in played.state.decisions)
        seen["orphan"] += not course.contest.holders
        seen["beaten by two"] += any("waits" in loss.why.words for loss in course.lost.values())
    impossible = {"take"} if "must-choose" in switches else {"orphan"}
    assert {name for name, count in seen.items() if count < 3} == impossible, seen


@settings(max_examples=300)
@given(st.integers(0, 10**9), st.integers(1, 2000), st.sampled_from(SWITCHES))
def test_the_pot_is_conserved(seed: int, ante: int, switches: str) -> None:
    game = load(switches)
    played, cards = play_random(game, random.Random(seed), ante)
    settlement = played.settle()
    seats = [each.seat for each in played.state.stakes]
    plays = {decision.seat for decision in played.state.decisions if decision.action == "play"}
    pot = ante * (len(seats) + 1 + len(plays))
    course = game.course(played.state)
    house_takes = pot if course.contest.holders in ((), (DEALER,)) else 0
    returned = sum(line.returned for line in settlement.lines if line.wager in BASE_LINES)
    assert returned + house_takes == pot
    assert sum(settlement.seats.values()) + settlement.house == 0
    bonuses = sum(line.net for line in settlement.lines if line.wager == "ante_bonus")
    assert settlement.house == house_takes - ante - bonuses
    wagers = [(line.seat, line.wager) for line in settlement.lines if line.wager in BASE_LINES]
    assert sorted(wagers) == sorted([(seat, "ante") for seat in seats] + [(seat, "play") for seat in plays])
    for line in settlement.lines:
        assert line.returned >= 0
        assert line.cite.startswith("RIC ")
        assert str(line.why)
        assert (
            line.outcome in {1: ("win", "bonus"), 0: ("push",), -1: ("lose", "fold")}[(line.net > 0) - (line.net < 0)]
        )
    # The solver's payoffs are the same money, up to the odd chip.
    exact = nets_in_antes(seats, plays, course.contest.holders)
    for seat in seats:
        base = sum(line.net for line in settlement.lines if line.seat == seat and line.wager in BASE_LINES)
        assert abs(base - exact[seat] * ante) < max(1, len(course.contest.holders))
    used = [card for dealt in played.state.dealt for card in dealt.cards]
    assert len(used) == len(set(used)) == 5 + 2 * len(seats) + 3 * len(plays) <= game.most_cards(len(seats)) <= 40
    assert {dealt.slot for dealt in played.state.dealt} <= set(cards)


@settings(max_examples=100)
@given(st.integers(0, 10**9), st.sampled_from(SWITCHES))
def test_every_state_is_pure_hashable_and_comes_to_an_end(seed: int, switches: str) -> None:
    game = load(f"{switches}, {EVERY_BONUS}")
    chance = random.Random(seed)
    seats = sorted(chance.sample(range(1, 8), chance.randint(1, 7)))
    cards = random_cards(seats, chance)
    state = game.open(place_stakes(game, {seat: {"ante": 100} for seat in seats}))
    turn = game.turn(state)
    steps = 0
    states = {state}
    while not isinstance(turn, Settled):
        if isinstance(turn, Draw):
            assert turn.seen_by == 0
            state = state.with_cards(turn, cards[turn.slot])
        else:
            assert isinstance(turn, Choose)
            action = chance.choice(turn.actions)
            state = state.with_decision(Round(game, state, dealing(cards))._decide(action.name))
        assert state not in states
        states.add(state)
        turn = game.turn(state)
        assert turn == game.turn(State(*state))
        steps += 1
    assert steps <= 1 + 3 * len(seats)
    assert [decision.seat for decision in state.decisions] == list(game.course(state).order)


def test_seven_players_use_forty_cards() -> None:
    assert [load().most_cards(seats) for seats in (1, 7)] == [10, 40]


def test_the_dealers_order_matters_to_the_mini_royal_alone() -> None:
    cards = {"seat 1": parse_cards("2c 3d"), "dealer": parse_cards("Qs Js 9d 4h 3h")}
    for settings_text, ordered in (("", False), (EVERY_BONUS, True)):
        game = load(settings_text)
        state = game.open(place_stakes(game, {1: {"ante": 100}}))
        first = game.turn(state)
        assert first == Draw(Slot(1), 2, 0)
        assert isinstance(first, Draw)
        assert game.turn(state.with_cards(first, cards["seat 1"])) == Draw(Slot(), 5, 0, ordered)


def test_unequal_antes_name_the_seat() -> None:
    game = load()
    with pytest.raises(RoundError, match=r"seat 5: ante 4.99 differs from seat 2's 5.00") as refused:
        place_stakes(game, {5: {"ante": 499}, 2: {"ante": 500}, 3: {"ante": 500}})
    assert "RIC 1" in str(refused.value)


def test_a_ladder_too_short_for_the_table_is_refused() -> None:
    game = load()
    game.kickout = type(game.kickout)(
        game.kickout.id, "kickout", "user", game.kickout.rungs[:2], game.kickout.cites, game.kickout.note
    )
    place_stakes(game, {seat: {"ante": 500} for seat in (1, 2)})
    with pytest.raises(RoundError, match="no kickout limit for 3 players"):
        place_stakes(game, {seat: {"ante": 500} for seat in (1, 2, 3)})


FIVES = sorted(hand for hand in five_card.FAMILY.every_class(Setting()) if isinstance(hand, FiveCardHand))
TWOS = sorted({two_card.classify(pair) for pair in combinations(DECK, 2)})


def test_a_better_five_card_hand_beats_whatever_a_worse_one_beats() -> None:
    """So a player who leads has beaten all that waits, and only the dealer can be knocked out by a beaten hand (R8)."""
    for two in TWOS:
        beats = [two_card.five_beats_two(five, two) for five in FIVES]
        assert beats == sorted(beats)
        assert beats[-1]


@settings(max_examples=200)
@given(st.sampled_from(FIVES), st.sampled_from(FIVES), st.none() | st.sampled_from(TWOS), st.booleans())
def test_a_completed_hand_changes_the_contest_as_the_rules_say(
    best: FiveCardHand, hand: FiveCardHand, waiting: TwoCardHand | None, still: bool
) -> None:
    beats_waiting = waiting is None or two_card.five_beats_two(hand, waiting)
    for before in (Contest(best, (DEALER,)), Contest(best, (2, 5)), Contest(None, ())):
        after = complete_hand(before, 7, hand, waiting, beaten_still_knocks_out=still)
        assert stays_in(before, hand, waiting) == (7 in after.holders)
        if 7 in after.holders:
            assert after.best == hand
            assert DEALER not in after.holders
            assert (len(after.holders) == 3) == (hand == best and before.holders == (2, 5))
        else:
            knocked_out = still and not beats_waiting and before.best is not None and hand >= best
            assert after == (Contest(None, ()) if knocked_out else before)


def test_ties_stay_in_with_players_and_win_against_the_dealer() -> None:
    hand = five_card.classify(parse_cards("9c 9d Ah 7s 2c"))
    limit = load().limit_for(1)
    assert open_contest(hand, limit) == Contest(hand, (DEALER,))
    assert open_contest(limit, limit) == Contest(None, ())
    assert complete_hand(Contest(hand, (DEALER,)), 3, hand, None) == Contest(hand, (3,))
    assert complete_hand(Contest(hand, (3,)), 1, hand, None) == Contest(hand, (3, 1))


@given(st.integers(1, 10**6), st.permutations([1, 2, 3, 4]), st.integers(1, 4), st.integers(1, 500))
def test_a_split_gives_out_the_whole_pot(pot: int, seats: list[int], winners: int, chip: int) -> None:
    holders = seats[:winners]
    shares = split_pot(pot, holders, chip)
    assert sum(shares.values()) == pot
    lucky = holders[-1]
    plain = {share for seat, share in shares.items() if seat != lucky}
    assert len(plain) <= 1
    assert all(share % chip == 0 and 0 <= shares[lucky] - share < chip * winners for share in plain)
    assert split_pot(pot, (DEALER,)) == split_pot(pot, ()) == {}


def test_payoffs_in_antes_come_to_what_the_dealer_lost_or_won() -> None:
    assert sum(nets_in_antes((1, 2, 3), (1, 2), (1, 2)).values()) == 1
    assert sum(nets_in_antes((1, 2, 3), (1, 2), (DEALER,)).values()) == -5
    assert nets_in_antes((4,), (), ()) == {4: Fraction(-1)}


TIE = {
    "seat 1": parse_cards("9c 4d"),
    "seat 1 draw": parse_cards("As Jh 7d"),
    "seat 2": parse_cards("9d 7h"),
    "seat 2 draw": parse_cards("Ad Jc 4h"),
    "dealer": parse_cards("Qs Td 8c 6h 2s"),
}


def split_two_ways(ante: int, limit: Limit | None) -> Settlement:
    game = load("ante_bonus=none")
    limits = {"ante": limit} if limit else {}
    stakes = place_stakes(game, {1: {"ante": ante}, 2: {"ante": ante}}, limits)
    played = Round(game, game.open(stakes), dealing(TIE), limits)
    played.act("play")
    played.act("play")
    return played.settle()


@pytest.mark.parametrize(
    ("ante", "limit", "nets"),
    [
        (500, None, (250, 250)),
        (501, None, (250, 251)),
        (500, Limit(100, 10_000), (250, 250)),
        (500, Limit(500, 10_000, 500), (0, 500)),
        (500, Limit(500, 10_000, 100), (200, 300)),
        (500, Limit(100, 10_000, 200), (200, 300)),  # odd dollars in steps of two: the chip is a dollar
    ],
)
def test_the_odd_chip_is_the_posted_step(ante: int, limit: Limit | None, nets: tuple[int, int]) -> None:
    settlement = split_two_ways(ante, limit)
    assert (settlement.seats[1], settlement.seats[2]) == nets
    assert settlement.house == -ante


@pytest.mark.parametrize("seed", range(8))
def test_a_transcript_replays_to_the_cent(seed: int) -> None:
    game = load(EVERY_BONUS)
    chance = random.Random(seed)
    wagers = {
        seat: dict.fromkeys(("rapid_fire", "hedge_bet", "pocket_bonus"), 200)
        | dict.fromkeys(("mini_royal_progressive", "straight_flush_progressive"), 100)
        | {"ante": 1500}
        for seat in range(1, 2 + seed % 7)
    }
    played = Round.start(game, wagers, seed=seed, limits={"ante": Limit(500, None, 500)})
    while not played.is_over:
        played.act(choose_action(played, chance))
    meters = {"mini_royal_progressive": {1: 5_000_00}, "straight_flush_progressive": {1: 10_000_01}}
    settlement = played.settle(meters)
    assert sum(settlement.seats.values()) + settlement.house == sum(
        award.amount for award in settlement.awards if award.from_meter
    )
    record = json.loads(json.dumps(played.transcript(settlement, meters)))
    assert replay_transcript(record, catalogue).differences == ()


def test_a_transcript_carries_its_own_kickout_limits() -> None:
    """Kings are kicked out today; a round recorded where the limit was aces is settled with the dealer in."""
    document = round_file(1, dealer="Kc Kd 7h 4s 2c")
    document["seats"]["1"] |= {"actions": ["play"], "draw": "Ah 9s 8d"}
    game, _, today = settle_file(document, catalogue.load)
    assert today.seats[1] == 1000
    rules = rules_record(game)
    rules["ladders"]["kickout"]["rungs"][0] |= {"rank": "A", "label": "a pair of aces"}
    record = {"game": str(game.configuration), "rules": rules}
    today_bare = catalogue.configuration("ricochet-poker")
    then = recorded_configuration(today_bare, record)
    _, _, recorded = settle_file(document, lambda _: catalogue.load(then))
    assert recorded.seats[1] == -2000
    rules["ladders"]["kickout"]["rungs"][0]["category"] = "five_of_a_kind"
    with pytest.raises(RoundError, match="not a five-card threshold"):
        recorded_configuration(today_bare, record)


def round_file(seats: int = 2, dealer: str = "Qs Js 9d 4h 3h") -> dict[str, Any]:
    pockets = ("7c 2d", "Kh Ks")
    return {
        "schema": 1,
        "game": "ricochet-poker",
        "seats": {
            str(seat): {"wagers": {"ante": "10.00"}, "cards": pockets[seat - 1], "actions": ["fold"]}
            for seat in range(1, seats + 1)
        },
        "dealer": dealer,
    }


def settle_command(document: object, folder: Path) -> int:
    path = folder / "round.json"
    path.write_text(json.dumps(document))
    return run(["settle", str(path)])


def test_the_command_settles_a_round(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = round_file()
    document["seats"]["2"] |= {"actions": ["play"], "draw": "9h 5s 2c"}
    assert settle_command(document, tmp_path) == 0
    printed = capsys.readouterr().out
    assert "pair of kings with 9-5-2 beats the dealer's queen-high, Q-J-9-4-3 and takes the pot of 40.00" in printed
    assert "ricochet-poker(tables=sample)" in printed


@pytest.mark.parametrize(
    ("seat", "changes", "words"),
    [
        (1, {"draw": "9h 5s 2c"}, "seat 1 draw: cards are given, but the round does not deal any there"),
        (2, {"actions": ["play"]}, "seat 2 draw: no cards are given; expected 3"),
        (2, {"actions": ["play"], "draw": "9h 5s"}, "seat 2 draw: 2 cards; expected 3"),
        (2, {"actions": ["play"], "draw": "9h 5s Qs"}, "Qs appears twice"),
        (2, {"actions": ["raise"]}, "seat 2: 'raise' is not legal"),
        (2, {"actions": ["take"]}, "seat 2: 'take' is not legal"),
        (2, {"actions": ["play 20.00"], "draw": "9h 5s 2c"}, "seat 2: play 20.00 is not legal"),
        (2, {"actions": []}, "seat 2: a decision is missing"),
        (2, {"actions": ["fold", "play"]}, "seat 2: 'play' comes after the seat's last decision"),
        (2, {"cards": "Kh Ks Kc"}, "seat 2: 3 cards; expected 2"),
        (2, {"wagers": {"ante": "20.00"}}, "seat 2: ante 20.00 differs from seat 1's 10.00"),
        (2, {"wagers": {"ante": "10.00", "rapid_fire": "5.00"}}, "rapid_fire is not offered at this table"),
    ],
)
def test_the_command_refuses_with_a_reason(
    seat: int, changes: dict[str, Any], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = round_file()
    document["seats"][str(seat)] |= changes
    assert settle_command(document, tmp_path) == 2
    caught = capsys.readouterr()
    assert words in caught.err
    assert not caught.out


def test_the_hint_about_the_dealers_first_card_can_be_followed() -> None:
    """The Mini-Royal looks at the first card dealt to the dealer, who has no up-card here (R19)."""
    seat = {"wagers": {"ante": "10.00", "mini_royal_progressive": "1.00"}, "cards": "Qd Kd"}
    document = {
        "schema": 1,
        "game": "ricochet-poker(mini_royal_progressive=SAMPLE-TCP-MRP-01)",
        "seats": {"1": seat | {"draw": "Kh 5s 7h", "actions": ["play 10.00"]}},
        "dealer": "Ac 6c Th 8d 3h",
        "meters": {"mini_royal_progressive": {"1": "1000.00"}},
    }
    with pytest.raises(RoundError, match="which card was dealt first") as refused:
        croupier.settle(document)
    assert '"dealing": {"order": "dealt"}' in str(refused.value.hint)
    assert "hole" not in str(refused.value.hint)
    assert croupier.settle(document | {"dealing": {"order": "dealt"}})
