"""Shoes dealt to a cut card: the kernel against the play driver, and what follows whatever the cards are."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import numpy as np
import pytest

from croupier import catalogue
from croupier.errors import BadInput, MissingPart
from croupier.questions.cut_card import cut_card, cut_card_words
from croupier.questions.solved.pocket_chart import pocket_chart
from croupier.questions.solved.recorded import cut_cards, recorded_cut_card
from croupier.sim.playing import outcomes_of, play_round
from croupier.sim.shoe_kernels import cards_of_shoe
from croupier.sim.twenty_one import BEYOND, EMPTIED, PRODUCT, ROUNDS, SHOES, decider, play_shoes, twenty_one_simulator

SEED = 5


@pytest.mark.parametrize(
    ("spec", "seats", "usual"),
    [("blackjack(decks=1, penetration=2/3)", 1, 0), ("blackjack(decks=2)", 2, 7), ("blackjack(decks=1)", 1, 6)],
)
def test_shoes_are_dealt_as_the_play_driver_deals_them(spec: str, seats: int, usual: int) -> None:
    """Cards of one shoe after the other; rounds beyond the usual number count, those that are short of it against."""
    game = catalogue.load(spec)
    chart, _ = pocket_chart(game)
    simulator, decide = twenty_one_simulator(game, chart, seats), decider(game, chart)
    size = len(game.deck)
    cut = ceil(size * Fraction(game.configuration.values["penetration"]))
    unit = simulator.layout.wagers[0].outcomes[1].net - simulator.layout.wagers[0].outcomes[0].net
    for shoe in range(12):
        cards = cards_of_shoe(size, simulator.decks, SEED, shoe)
        used, dealt, before_cut, beyond = 0, 0, 0, Fraction()
        while not before_cut or dealt < usual:
            played = play_round(game, seats, cards[used:], decide)
            used += sum(len(each.cards) for each in played.state.dealt)
            dealt += 1
            found = outcomes_of(game, seats, played).counts["bet"]
            net = sum((outcome.net * count for outcome, count in found.items()), Fraction())
            beyond += -net if before_cut else net * (dealt > usual)
            before_cut = before_cut or (dealt if used >= cut else 0)
        sums = np.zeros(EMPTIED + 1, dtype=np.int64)
        place = (np.uint64(SEED), shoe, 1, seats, np.uint64(size), np.uint64(cut), usual)
        play_shoes(*place, simulator.tables, sums)
        assert (sums[SHOES], sums[ROUNDS], sums[BEYOND] * unit) == (1, before_cut, beyond), shoe
        assert sums[PRODUCT] * unit == beyond * before_cut


def test_the_estimate_is_the_same_on_any_number_of_threads() -> None:
    one, two = (cut_card("blackjack(decks=1)", 5000, 3, threads=threads) for threads in (1, 2))
    assert one == two
    assert one.standard_error == pytest.approx(0.43 * 0.45 / 5000**0.5, rel=0.2)
    assert abs(one.effect) < 5 * one.standard_error
    assert one.emptied <= 2


def test_the_recorded_cut_cards() -> None:
    """A cut card costs, and the less the more decks there are: a round weighs less in a longer shoe."""
    found = {each.game: each for each in cut_cards()}
    decks = [found[f"blackjack(decks={each})"].effect for each in (1, 2, 4, 5, 6)] + [found["blackjack"].effect]
    assert decks[0] < decks[1] < decks[2] < decks[5] < 0
    assert all(0 < each.standard_error < 0.0001 for each in found.values())


def test_what_is_said_beside_the_figures_of_a_fresh_shoe() -> None:
    told = cut_card_words(catalogue.configuration("blackjack(decks=6)"))
    assert told is not None
    assert "standard error" in told
    other = cut_card_words(catalogue.configuration("blackjack(decks=6, soft17=hits)"))
    assert other is not None
    assert 'croupier cut-card "blackjack(decks=6, soft17=hits)"' in other
    assert cut_card_words(catalogue.configuration("blackjack(shuffler=continuous)")) is None
    assert cut_card_words(catalogue.configuration("keep-it-straight")) is None
    assert recorded_cut_card(catalogue.configuration("keep-it-straight")) is None


@pytest.mark.parametrize(
    ("spec", "shoes", "seats", "words"),
    [
        ("blackjack(shuffler=continuous)", 100, 1, "has no cut card"),
        ("blackjack", 1, 1, "expected 2 to"),
        ("blackjack", 100, 8, "has 1 to 7"),
        ("blackjack(decks=1, penetration=7/8)", 600, 7, "ran out"),
    ],
)
def test_what_is_refused(spec: str, shoes: int, seats: int, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        cut_card(spec, shoes, seats=seats)
    with pytest.raises(MissingPart, match="not dealt to a cut card"):
        cut_card("keep-it-straight", 100)
