"""Ricochet Poker's advice on deals that can be checked by hand or by plain counting, and laws that it obeys."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import pytest

from croupier import catalogue
from croupier.cards.cards import DECK, Card, parse_cards
from croupier.cards.hands import five_card, two_card
from croupier.cards.hands.five_card import Category
from croupier.cards.shuffle import SeededSource
from croupier.errors import BadInput, MissingPart
from croupier.exact.result import AT_THE_TABLE, Effort
from croupier.exact.ricochet.full_table import FullTable
from croupier.exact.ricochet.sampled import QUICK_BIAS
from croupier.exact.ricochet.solver import DealAdvice, advise_deal
from croupier.games.ricochet_poker.game import RicochetPoker
from croupier.play.game import DEALER, Cards, Choose, Dealt, Decision, Draw, Slot, Stakes, State
from croupier.questions.advise import advise_turn
from croupier.table.bots import STRATEGIES
from tests.drivers.three_drawn import DealtToThree

NO_BONUS = "ante_bonus=none"
BONUS = "ante_bonus=SAMPLE-RIC-AB-01"
PAYS = {
    Category.STRAIGHT: 1,
    Category.FLUSH: 2,
    Category.FULL_HOUSE: 5,
    Category.FOUR_OF_A_KIND: 10,
    Category.STRAIGHT_FLUSH: 25,
}


def load(settings: str = NO_BONUS) -> RicochetPoker:
    game = catalogue.load(f"ricochet-poker({settings})")
    assert isinstance(game, RicochetPoker)
    return game


def deal(game: RicochetPoker, pockets: dict[int, str], dealer: str, *history: str, ante: int = 1000) -> State:
    """A round up to a decision; the history holds a draw for who plays, and else the word for the action."""
    state = game.open([Stakes(seat, (ante,)) for seat in pockets])
    told = iter(history)
    drawn = ""
    while True:
        turn = game.turn(state)
        if isinstance(turn, Draw):
            name = turn.slot.removeprefix("seat ")
            cards = dealer if turn.slot == "dealer" else pockets[int(name)] if name.isdigit() else drawn
            state = state.with_cards(turn, parse_cards(cards))
            continue
        answer = next(told, None)
        if not isinstance(turn, Choose) or answer is None:
            return state
        declines = answer in ("fold", "take")
        drawn = "" if declines else answer
        state = state.with_decision(Decision(turn.seat, answer if declines else "play", 0 if declines else ante))


def values(advice: DealAdvice) -> dict[str, Fraction]:
    return dict(advice.values)


def advise(settings: str, pockets: dict[int, str], dealer: str, *history: str) -> dict[str, Fraction]:
    game = load(settings)
    return values(advise_deal(game, deal(game, pockets, dealer, *history)))


def completions(state: State, pocket: Cards) -> list[five_card.FiveCardHand]:
    gone = {card for dealt in state.dealt for card in dealt.cards}
    left = [card for card in DECK if card not in gone]
    return [five_card.classify((*pocket, *drawn)) for drawn in combinations(left, 3)]


def bonus(hand: five_card.FiveCardHand) -> int:
    return 50 if hand == five_card.ROYAL_FLUSH else PAYS.get(hand.category, 0)


ROYAL = "Ts Js Qs Ks As"


def test_drawing_dead_costs_the_play() -> None:
    """Seat 2 made a royal flush; nothing that seat 1 draws can tie it."""
    found = advise(NO_BONUS, {1: "9c 9d", 2: "As Ks"}, "2c 3d 4h 7c 8s", "Qs Js Ts")
    assert found == {"fold": -1, "play": -2}


def test_drawing_dead_may_pay_for_the_bonus_alone() -> None:
    game = load(BONUS)
    state = deal(game, {1: "9c 9d", 2: "As Ks"}, "2c 3d 4h 7c 8s", "Qs Js Ts")
    hands = completions(state, parse_cards("9c 9d"))
    assert len(hands) == comb(40, 3)
    expected = Fraction(sum(map(bonus, hands)), len(hands))
    assert 0 < expected < 1
    assert values(advise_deal(game, state)) == {"fold": -1, "play": -2 + expected}


def test_the_last_of_two_takes_the_pot_when_the_other_folds() -> None:
    """The dealer is kicked out: three Antes lie in the pot, one of them the player's own."""
    found = advise(NO_BONUS, {1: "Ac Kd", 2: "5c 5d"}, "2h 2d 3c 3s 9h", "fold")
    assert found == {"take": 2, "play": 2}


def test_the_only_hand_left_plays_for_the_bonus() -> None:
    """Kings kick the dealer out: the pot of two Antes is the player's either way, and the Play comes back."""
    pockets, dealer = {4: "7s 6s"}, "Kc Kd 4h 3s 2c"
    assert advise(NO_BONUS, pockets, dealer) == {"take": 1, "play": 1}
    game = load(BONUS)
    state = deal(game, pockets, dealer)
    hands = completions(state, parse_cards("7s 6s"))
    advice = advise_deal(game, state)
    assert values(advice) == {"take": 1, "play": 1 + Fraction(sum(map(bonus, hands)), len(hands))}
    assert (advice.seat, advice.best.action) == (4, "play")


def test_of_equal_choices_the_player_plays() -> None:
    game = load(NO_BONUS)
    advice = advise_deal(game, deal(game, {1: "7s 6s"}, "Kc Kd 4h 3s 2c"))
    assert tuple(advice.best) == ("play", 1)


def test_where_a_choice_is_required_a_fold_loses_the_ante() -> None:
    settings = f"{NO_BONUS}, last_player_after_kickout=must-choose"
    assert advise(settings, {1: "7s 6s"}, "Kc Kd 4h 3s 2c") == {"fold": -1, "play": 1}


def test_a_pair_that_waits_must_be_beaten() -> None:
    """The dealer is out. Seat 1's king-high would lead, but sevens wait, so that it must pair up to stay in at all.

    Seat 2 then plays whatever happens: it has more to gain from the pot than the Play.
    """
    found = advise(NO_BONUS, {1: "Kc 4d", 2: "7c 7d"}, "Ac Ad 2h 3s 9h")
    assert found["fold"] == -1
    assert -2 < found["play"] < 0


def test_a_hand_beaten_by_a_waiting_pair_may_still_send_the_dealer_away() -> None:
    """By the house's other reading the last player may face nobody; the first to act gains nothing from it."""
    pockets, dealer = {1: "Kc 4d", 2: "7c 7d"}, "Qh Js 9d 3s 2h"
    kept = advise(f"{NO_BONUS}, beaten_by_waiting_pair=discard-only", pockets, dealer)
    sent = advise(f"{NO_BONUS}, beaten_by_waiting_pair=still-knocks-out", pockets, dealer)
    assert kept == sent
    for draw, action in (("Kh 8s 6s", "fold"), ("As 8s 6s", "take")):
        found = advise(f"{NO_BONUS}, beaten_by_waiting_pair=still-knocks-out", pockets, dealer, draw)
        assert action in found
    assert found == {"take": 3, "play": 3}
    # Sevens beat this dealer in any case, so only the fold differs.
    assert advise(NO_BONUS, pockets, dealer, "As 8s 6s") == {"fold": -1, "play": 3}


def test_tied_players_split() -> None:
    """A royal flush in hearts meets one in spades: whoever draws it shares five Antes; all else loses two."""
    found = advise(NO_BONUS, {1: "Ah Kh", 2: "As Ks"}, "2c 3d 4h 7c 8s", "Qh Jh Th")
    share = Fraction(5, 2) - 2
    draws = comb(40, 3)
    assert found == {"fold": -1, "play": (share + -2 * (draws - 1)) / draws}


def random_deal(game: RicochetPoker, players: int, seed: int) -> State:
    cards = list(DECK)
    random.Random(seed).shuffle(cards)
    state = game.open([Stakes(seat, (1000,)) for seat in range(1, players + 1)])
    while isinstance(turn := game.turn(state), Draw):
        state = state.with_cards(turn, tuple(cards.pop() for _ in range(turn.size)))
    return state


@pytest.mark.parametrize("seed", range(6))
def test_one_player_by_plain_counting(seed: int) -> None:
    """The pot holds three Antes after a Play: two of them are the player's, so a win nets one."""
    game = load(BONUS)
    state = random_deal(game, 1, seed)
    pocket, dealer = state.dealt[0].cards, five_card.classify(state.dealt[1].cards)
    hands = completions(state, pocket)
    wins = len(hands) if dealer >= five_card.threshold("pair", 13) else sum(hand >= dealer for hand in hands)
    expected = Fraction(wins - 2 * (len(hands) - wins) + sum(map(bonus, hands)), len(hands))
    assert values(advise_deal(game, state))["play"] == expected


@pytest.mark.parametrize("seed", range(3))
def test_two_players_are_bounded_by_the_first_ones_chance_to_stay_in(seed: int) -> None:
    """A win brings at most five Antes, both Plays included, for two put up; a hand that is out brings nothing."""
    game = load(NO_BONUS)
    state = random_deal(game, 2, seed)
    first, second = game.course(state).order
    cards = {stakes.seat: dealt.cards for stakes, dealt in zip(state.stakes, state.dealt, strict=False)}
    best, waiting = game.course(state).contest.best, two_card.classify(cards[second])
    hands = completions(state, cards[first])
    staying = [hand for hand in hands if (not best or hand >= best) and two_card.five_beats_two(hand, waiting)]
    play = values(advise_deal(game, state))["play"]
    assert -2 <= play <= 5 * Fraction(len(staying), len(hands)) - 2


def deal_like(state: State, rename: Callable[[Card], Card]) -> State:
    """The same round with cards renamed."""
    dealt = tuple(Dealt(slot, tuple(map(rename, cards)), seen_by) for slot, cards, seen_by in state.dealt)
    return state._replace(dealt=dealt)


@pytest.mark.parametrize("seed", range(3))
def test_suits_are_alike_unless_they_order_the_acting(seed: int) -> None:
    game = load(BONUS)
    state = random_deal(game, 2, seed)
    assert len({two_card.classify(dealt.cards) for dealt in state.dealt[:2]}) == 2
    found = {
        advise_deal(game, deal_like(state, lambda card, suits=suits: Card.of(card.rank, suits[card.suit])))  # type: ignore[misc]
        for suits in list(permutations(range(4)))[::5]
    }
    assert len({each.values for each in found}) == 1


@pytest.mark.parametrize("players", [1, 2])
def test_the_size_of_the_ante_and_the_numbers_of_seats_do_not_matter(players: int) -> None:
    game = load(BONUS)
    state = random_deal(game, players, 7)
    before = advise_deal(game, state)
    renamed = {seat: 7 - seat for seat in range(1, players + 1)}
    stakes = tuple(sorted(Stakes(renamed[each.seat], (2500,)) for each in state.stakes))
    dealt = {each.slot: each for each in state.dealt}
    pockets = tuple(
        dealt[Slot(seat)]._replace(slot=Slot(renamed[seat])) for seat in sorted(renamed, key=lambda seat: renamed[seat])
    )
    after = advise_deal(game, state._replace(stakes=stakes, dealt=(*pockets, dealt[Slot(DEALER)])))
    assert after.seat == renamed[before.seat]
    assert after.values == before.values


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_bonus_adds_what_it_pays_to_the_last_to_act(players: int) -> None:
    plain, paid = load(NO_BONUS), load(BONUS)
    state = random_deal(plain, players, players)
    while len(state.decisions) < players - 1:
        turn = plain.turn(state)
        assert isinstance(turn, Choose)
        state = state.with_decision(Decision(turn.seat, "fold"))
    turn = plain.turn(state)
    assert isinstance(turn, Choose)
    hands = completions(state, next(each.cards for each in state.dealt if each.slot == f"seat {turn.seat}"))
    gain = values(advise_deal(paid, state))["play"] - values(advise_deal(plain, state))["play"]
    assert gain == Fraction(sum(map(bonus, hands)), len(hands))


def test_three_players_on_the_whole_deck() -> None:
    """A deal whose first player can only lose: aces wait, and only better than them would stay in."""
    game = load(NO_BONUS)
    state = deal(game, {1: "2c 7d", 2: "Kh Kd", 3: "Ac Ad"}, "Qs Qh 9s 8h 3d")
    advice = advise_deal(game, state)
    assert advice.seat == 1
    assert advice.best.action == "fold"
    assert -2 < values(advice)["play"] < -1


def test_the_third_last_foresees_what_the_second_last_finds() -> None:
    """What the second of three is found to gain by playing, draw by draw of the first, is what it is advised then."""
    game = load(BONUS)
    state = random_deal(game, 3, 3)
    table = DealtToThree(game, state)
    first, second, _ = table.to_act
    own = table.completions[second]
    takings = table.takings_of_both(*table.contests_after(first, table.contest))[second]
    bonuses = table.stub.sum_avoiding(table.bonus[second][own.place], table.stub.draws)
    draws = table.stub.draws_without(3), table.stub.draws_without(6)
    state = state.with_decision(Decision(first, "play", 1000))
    draw = game.turn(state)
    assert isinstance(draw, Draw)
    for place in random.Random(1).sample(range(len(takings)), 8):
        drawn = tuple(table.stub.cards[each] for each in table.stub.draws[place])
        gains = Fraction(int(takings[place]), draws[0] * draws[1]) + Fraction(int(bonuses[place]), draws[0])
        advice = values(advise_deal(game, state.with_cards(draw, drawn)))
        assert advice["play"] == gains / table.unit - 2


def test_what_memory_or_time_do_not_allow_is_not_solved() -> None:
    game = load(BONUS)
    table = FullTable(game, random_deal(game, 4, 1))
    assert table.is_within(Effort())
    assert not table.is_within(Effort(memory_bytes=1 << 20))
    assert not table.is_within(Effort(seconds=1e-6))


@pytest.mark.parametrize("seed", range(4))
def test_what_is_not_solved_in_time_is_estimated_with_its_error(seed: int) -> None:
    """Three players are solved soon enough to be compared."""
    game = load(BONUS)
    state = random_deal(game, 3, seed)
    exact, sampled = advise_deal(game, state), advise_deal(game, state, Effort(seconds=1e-6))
    assert (exact.draws, sampled.draws) == (0, 4_000)
    assert 0 < sampled.error < 0.01
    assert values(sampled)["fold"] == values(exact)["fold"] == -1
    off = abs(float(values(sampled)["play"] - values(exact)["play"]))
    assert off < 5 * sampled.error + QUICK_BIAS
    assert advise_deal(game, state, Effort(seconds=1e-6)) == sampled


SUITED = {1: "2c 3c", 2: "4d 5d", 3: "6h 7h", 4: "8s 9s", 5: "Tc Jc", 6: "Qd Kd", 7: "Ah 2h"}


@pytest.mark.parametrize("players", range(2, 8))
def test_a_bot_keeps_to_the_limits_of_a_table_on_the_hardest_deals(players: int) -> None:
    """Every pocket is suited, so that suits matter to all who wait: from four on it takes more than a table allows."""
    game = load(BONUS)
    state = deal(game, {seat: SUITED[seat] for seat in range(1, players + 1)}, "Qs Jh 8c 4h 3d")
    turn = game.turn(state)
    assert isinstance(turn, Choose)
    found = advise_turn(game, state, turn)
    assert found.facts.get("method") == (None if players <= 3 else "estimated")
    if players > 3:
        assert not FullTable(game, state).is_within(AT_THE_TABLE)
    best = found.asked.best
    assert best is not None
    assert STRATEGIES["best"].decide(game, state, turn, SeededSource(1)).action == best.action


def test_a_reading_that_the_sketch_does_not_know_is_not_estimated() -> None:
    game = load(f"{BONUS}, beaten_by_waiting_pair=still-knocks-out")
    with pytest.raises(MissingPart, match="not sampled under this reading"):
        advise_deal(game, random_deal(game, 4, 1), Effort(seconds=1e-6))


def test_a_round_without_a_decision_is_refused() -> None:
    game = load(BONUS)
    with pytest.raises(BadInput, match="nobody is to act"):
        advise_deal(game, game.open([Stakes(1, (1000,))]))
    with pytest.raises(BadInput, match="nobody is to act"):
        advise_deal(game, deal(game, {1: "7s 6s"}, "Qc Kd 4h 3s 2c", "fold"))
