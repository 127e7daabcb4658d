"""Blackjack dealt as the house deals: single cards round the table, the hole card down before anybody acts."""

from __future__ import annotations

import itertools

import pytest

from croupier import catalogue
from croupier.cards.shuffle import SeededSource
from croupier.play.dealing import DeckDeal, PreparedDeck
from croupier.play.game import Choose
from croupier.play.round import Round

SEATS = (1, 3, 6)


def start(spec: str, seed: int) -> Round:
    game = catalogue.load(spec)
    deck = PreparedDeck(game, SeededSource(seed), committed=True)
    return Round.start(game, {seat: {"bet": 1000} for seat in SEATS}, deck=deck)


def positions(played: Round) -> dict[str, tuple[int, ...]]:
    assert isinstance(played.deal, DeckDeal)
    return played.deal.positions


def positions_of_a_round(spec: str, seed: int) -> dict[str, tuple[int, ...]]:
    """Where the cards of a round came from in which everybody stands."""
    played = start(spec, seed)
    while not played.is_over:
        played.act(played.legal_actions[1].name)
    dealt = positions(played)
    assert [dealt[f"seat {seat}"] for seat in SEATS] == [(0, 4), (1, 5), (2, 6)]
    return dealt


def test_two_rounds_of_single_cards_in_the_order_of_the_table() -> None:
    for seed in range(20):
        dealt = positions_of_a_round("blackjack", seed)
        assert (dealt["dealer up"], dealt["dealer hole"]) == ((3,), (7,))
        assert min(dealt.get("dealer draw", (8,))) >= 8


def test_without_a_hole_card_the_second_card_comes_last() -> None:
    for seed in range(20):
        dealt = positions_of_a_round("blackjack(hole_card=none)", seed)
        assert "dealer hole" not in dealt
        assert dealt.get("dealer draw", (7,))[0] == 7


@pytest.mark.parametrize("spec", ["blackjack", "blackjack(hole_card=none)", "blackjack(split_dealing=both-at-once)"])
def test_nothing_that_a_player_does_changes_a_card_on_the_table(spec: str) -> None:
    """Every first decision of the first seat leaves the other seats, the up-card and the hole card as they lie."""
    for seed in range(40):
        turn = start(spec, seed).turn
        if not isinstance(turn, Choose):
            continue
        seen = set()
        for action in turn.actions:
            played = start(spec, seed)
            played.act(f"{action.name} {action.minimum / 100:.2f}" if action.maximum else action.name)
            while not played.is_over:
                played.act(next(each.name for each in played.legal_actions if not each.maximum and each.name != "hit"))
            lying = {slot.slot: slot.cards for slot in played.state.dealt if slot.slot.holds_first_cards}
            seen.add(tuple(sorted((str(slot), cards) for slot, cards in lying.items())))
        assert len(seen) == 1


def test_split_hands_are_completed_one_after_the_other() -> None:
    in_turn = at_once = 0
    for seed in range(400):
        for spec in ("blackjack(decks=1)", "blackjack(decks=1, split_dealing=both-at-once)"):
            played = start(spec, seed)
            while not played.is_over:
                names = [action.name for action in played.legal_actions]
                played.act("split" if "split" in names else "stand" if "stand" in names else names[1])
            dealt = positions(played)
            for seat, (one, two) in itertools.product(SEATS, [(1, 2)]):
                first, second = (dealt.get(f"seat {seat} hand {number}") for number in (one, two))
                if not first or not second:
                    continue
                if "both" in spec:
                    at_once += 1
                    assert second[0] == first[0] + 1
                else:
                    in_turn += 1
                    assert second[0] > first[-1]
    assert min(in_turn, at_once) > 20


def test_a_seat_knows_its_hands_while_it_plays_them() -> None:
    for seed in range(200):
        played = start("blackjack(decks=1)", seed)
        turn = played.turn
        if isinstance(turn, Choose) and "split" in [action.name for action in turn.actions]:
            kept, moved = played.game.hands(played.state, turn.seat)[0]
            played.act("split")
            one, two = played.game.hands(played.state, turn.seat)
            if played.seat_to_act == turn.seat and played.game.hand_to_act(played.state, turn.seat) == 1:
                assert (one[0], len(one), two) == (kept, 2, (moved,))
                return
    raise AssertionError("no seed splits")
