"""Games with streets: the solver is the tree on stripped decks, and the published figures on the whole deck."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from croupier.cards.cards import Card, parse_cards, stripped_deck
from croupier.cards.hands.five_card import Category, FiveCardHand, threshold
from croupier.errors import BadInput, MissingPart, RulebookError
from croupier.exact.by_tree import Seeing, hidden_hand
from croupier.exact.distribution import Distribution
from croupier.exact.sights.sight import Sight, sights_of
from croupier.exact.streets.compiling import compile_rules
from croupier.exact.streets.kept import solve, solve_rules, views_of
from croupier.exact.streets.solver import SOLVER, worths_of
from croupier.exact.streets.solving import Policy
from croupier.exact.tree import solve_tree
from croupier.play.game import Cards, Choose, Decision, Draw, Ranked, Slot, Stakes
from tests.exact.streets.felts import CallOrFold, Felt, FirstCard, OneUp, PullBack, ThreeRaises, ThreeStreets, TopFour

STRIPPED: list[tuple[type[Felt], Cards]] = [
    (ThreeRaises, stripped_deck((10, 12, 14), (0, 1, 3))),
    (CallOrFold, stripped_deck((3, 4, 14), (1, 2, 3))),
    (CallOrFold, tuple(card for card in stripped_deck((2, 4, 5, 13, 14), (0, 3)) if card != Card.of(4, 3))),
    (OneUp, stripped_deck((10, 11, 12, 13, 14), (2, 3))),
    (OneUp, (*stripped_deck((2, 13, 14), (0, 1, 2)), Card.of(12, 0))),
    (PullBack, stripped_deck((6, 10, 14), (0, 2, 3))),
    (ThreeStreets, stripped_deck((5, 6, 12), (0, 2, 3))),
    (TopFour, stripped_deck((4, 13, 14), (0, 1, 2, 3))),
]


def _alike(one: Distribution, other: Distribution) -> bool:
    """Equal up to the number of deals, which a referee that sees a fold end a round may reduce."""
    ratio = Fraction(one.total, other.total)
    counts = tuple((net, Fraction(count)) for net, count in one.counts)
    return counts == tuple((net, ratio * count) for net, count in other.counts) and (
        one.average_wagered == other.average_wagered
    )


@pytest.mark.parametrize(("kind", "deck"), STRIPPED)
def test_on_a_stripped_deck_it_is_the_tree(kind: type[Felt], deck: Cards) -> None:
    """The distribution, and the decision in every situation with what it is worth."""
    game = kind(deck)
    referee = solve_tree(game, [Stakes(1, (2,))])
    assert _alike(solve(views_of(game)).distribution, referee.distributions[1])
    for state, decision in referee.decisions.items():
        turn = game.turn(state)
        assert isinstance(turn, Choose)
        worths = worths_of(game, state, turn)
        assert max(worths, key=lambda each: (each[1], -each[0].amount))[0] == decision


def test_simple_rules_of_five_card_stud_with_one_card_up() -> None:
    """Shackleford, Contingencies, November 2000; best play is held in tests/strangers."""
    rules = compile_rules(OneUp())

    def raising_from(mark: Any) -> str:
        policy = Policy({0: [int(hand >= mark) for hand in rules.table.ranking]})
        return f"{float(100 * solve_rules(rules, policy=policy).distribution.house_edge):.2f}"

    marks = [
        FiveCardHand(Category.HIGH_CARD, (14, 13, 11, 8, 3)),
        threshold(Category.PAIR),
        FiveCardHand(Category.HIGH_CARD, (14, 13)),
        rules.table.ranking[0],
    ]
    assert sorted(map(raising_from, marks)) == ["16.61", "5.32", "5.47", "5.68"]


def test_advice_on_the_last_street_and_on_the_flop_needs_no_solution() -> None:
    game = ThreeRaises(stripped_deck((10, 11, 12, 13, 14), (1, 2, 3)))
    state = game.open([Stakes(1, (100,))])
    draws = iter([parse_cards("Ah Kh"), parse_cards("Qh Jh 10d"), parse_cards("10s 10h")])
    while isinstance(turn := game.turn(state), Draw) or (isinstance(turn, Choose) and turn.rule == "before"):
        if isinstance(turn, Draw):
            state = state.with_cards(turn, next(draws))
        else:
            state = state.with_decision(Decision(1, "check"))
    assert isinstance(turn, Choose)
    best = SOLVER.advise(game, state, turn).asked.best
    assert best is not None
    assert best.action == "raise"


def test_a_game_that_looks_at_more_than_classes_is_refused_by_name() -> None:
    """It pays more when the first own card is red."""
    with pytest.raises(MissingPart, match=r"first-card: what .* is paid depends on more than the classes of the hands"):
        compile_rules(FirstCard())


def test_the_strategy_counts_every_view_once() -> None:
    game = PullBack()
    rows = SOLVER.solve(game, lambda _done, _all: None).plays
    first = [row for row in rows if row.question == "first"]
    assert sum(sum(row.best.values()) for row in first) == 22_100
    assert Slot(1) == "seat 1"
    assert np.all([sum(row.best.values()) > 0 for row in rows])


@pytest.mark.parametrize("ranks", [(Ranked(("own",), 7),), (Ranked(("own",), 5), Ranked(("dealer",), 4))])
def test_the_cards_that_count_are_checked(ranks: tuple[Ranked, ...]) -> None:
    class Wrong(OneUp):
        declares = OneUp.declares._replace(ranks=ranks)

    with pytest.raises(RulebookError, match=r"best="):
        compile_rules(Wrong(stripped_deck((10, 11, 12, 14), (0, 2, 3))))


SEEN: list[tuple[type[Felt], Cards, int]] = [
    (OneUp, stripped_deck((10, 11, 12, 13, 14), (2, 3)), 1),
    (OneUp, (*stripped_deck((2, 13, 14), (0, 1, 2)), Card.of(12, 0)), 3),
    (OneUp, (*stripped_deck((2, 13, 14), (0, 1, 2)), Card.of(12, 0)), 4),
]


@pytest.mark.parametrize(("kind", "deck", "number"), SEEN)
def test_seen_cards_of_the_dealer_join_what_is_shown(kind: type[Felt], deck: Cards, number: int) -> None:
    """As the tree that walks every deal with every choice of the cards seen."""
    game = kind(deck)
    hidden = hidden_hand(game, game.open([Stakes(1, (2,))]))
    assert hidden is not None
    assert hidden.size == SOLVER.hidden_cards(game) >= number
    seeing: Any = Seeing(game, hidden, number)
    found = SOLVER.audit(game, Sight("card", number))
    assert _alike(found.distribution, solve_tree(seeing, [Stakes(1, (2,))]).distributions[1])
    assert found.distribution.expectation >= solve(views_of(game)).distribution.expectation


def test_what_is_not_seen_with_streets_is_refused_by_name() -> None:
    game = OneUp(stripped_deck((10, 11, 12, 13, 14), (2, 3)))
    assert sights_of(SOLVER, game) == ["dealer:1", "dealer:2", "dealer:3", "dealer:all"]
    with pytest.raises(BadInput, match="is not counted for dealer:color:1"):
        SOLVER.audit(game, Sight("color", 1))
    assert sights_of(SOLVER, CallOrFold(stripped_deck((3, 4, 14), (1, 2, 3)))) == []
