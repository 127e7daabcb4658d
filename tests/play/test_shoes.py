"""A shoe across rounds: no card twice until the cut card is out, a commitment for each shoe, a run-out named."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from croupier import catalogue
from croupier.cards.cards import DECK
from croupier.cards.shuffle import SeededSource
from croupier.errors import RoundError
from croupier.play.dealing import DeckDeal, PreparedDeck
from croupier.play.replay import replay_transcript
from croupier.play.round import RESERVE, RESERVE_A_HAND, Round, ShoeTable

BETS = {1: {"bet": "10.00"}, 2: {"bet": "10.00"}, 5: {"bet": "10.00"}}


def stand(played: Round) -> Round:
    while not played.is_over:
        played.act(played.legal_actions[1].name)
    return played


def positions(played: Round) -> list[int]:
    assert isinstance(played.deal, DeckDeal)
    return sorted(place for own in played.deal.positions.values() for place in own)


@pytest.mark.parametrize("penetration", ["1/2", "2/3", "3/4", "4/5", "5/6", "7/8"])
@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_rounds_go_on_where_the_last_one_ended_until_the_cut_card_is_out(decks: int, penetration: str) -> None:
    table = ShoeTable(catalogue.load(f"blackjack(decks={decks}, penetration={penetration})"), SeededSource(decks))
    reserve = RESERVE + RESERVE_A_HAND * (len(BETS) + 1)
    cut = min(int(52 * decks * Fraction(penetration)), 52 * decks - reserve + 1)
    taken: list[int] = []
    shoes = 1
    for _ in range(120):
        assert len(taken) < cut or not taken
        played = stand(table.start(BETS))
        taken += positions(played)
        assert taken == list(range(len(taken)))
        done = table.close(played)
        assert (done is not None) == (len(taken) >= cut)
        if done:
            assert Counter(done.cards) == Counter(DECK * decks)
            shoes += 1
            taken = []
    assert table.shoes == shoes > 1


def test_a_continuous_shuffler_takes_the_cards_back_after_every_round() -> None:
    table = ShoeTable(catalogue.load("blackjack(decks=6, shuffler=continuous)"), SeededSource(1))
    for _ in range(5):
        played = stand(table.start(BETS))
        assert positions(played)[0] == 0
        assert table.close(played) is not None
    assert table.shoes == 6


def test_a_game_without_a_shoe_is_shuffled_for_every_round() -> None:
    table = ShoeTable(catalogue.load("three-card-prime"), SeededSource(1))
    for _ in range(3):
        played = table.start({1: {"ante": "10.00"}})
        played.act("fold")
        assert table.close(played) is not None


def test_every_live_shoe_has_its_own_commitment() -> None:
    table = ShoeTable(catalogue.load("blackjack(decks=1, penetration=1/2)"))
    roots = set()
    for _ in range(12):
        root = table.root
        assert root is not None
        roots.add(root)
        played = stand(table.start({1: {"bet": "10.00"}}))
        record = played.transcript(played.settle())
        assert record["commitment"]["root"] == root
        assert replay_transcript(record, catalogue).differences == ()
        done = table.close(played)
        if done:
            assert done.commitment is not None
            opened = done.commitment.disclose(range(len(done.cards)), range(len(done.draws)))
            assert opened.root.hex() == root
            assert opened.problems() == []
        else:
            assert table.root == root
    assert len(roots) > 1


def test_a_round_of_another_shoe_is_not_collected() -> None:
    game = catalogue.load("blackjack")
    table = ShoeTable(game, SeededSource(1))
    with pytest.raises(RoundError, match="not dealt from this table's shoe"):
        table.close(stand(Round.start(game, BETS, seed=1)))


def test_a_deck_that_runs_out_says_so() -> None:
    game = catalogue.load("blackjack(decks=1)")
    deck = PreparedDeck(game, SeededSource(1), committed=False, count=6)
    with pytest.raises(RoundError, match="the deck has run out"):
        Round.start(game, BETS, deck=deck)


def test_no_round_is_dealt_for_which_no_pays_were_drawn() -> None:
    game = catalogue.load("blackjack(decks=6, perfect_pairs=PT-PRG-PP-D01)")
    deck = PreparedDeck(game, SeededSource(1), committed=False, rounds=2)
    for dealt in range(2):
        deck.rounds = dealt
        assert deck.drawn is not None
        assert not deck.is_out_of_rounds
    deck.rounds = 2
    assert deck.is_out_of_rounds
