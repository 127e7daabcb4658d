"""The referee on toy games whose answers fit on the back of an envelope."""

from __future__ import annotations

from fractions import Fraction

from croupier.cards.cards import ACE, Card, stripped_deck
from croupier.exact.tree import solve_tree
from croupier.play.game import (
    DEALER,
    EVERYONE,
    Action,
    Cards,
    Choose,
    Draw,
    Game,
    Line,
    Peek,
    Settled,
    Slot,
    Stakes,
    State,
    Turn,
    Why,
)


class Toy(Game):
    """A game without a rulebook: one wager, some cards."""

    def __init__(self, deck: Cards) -> None:
        self.deck = deck
        self.wagers = ("ante",)


def settled(state: State, net: int) -> Settled:
    put_up = state.stakes[0].amounts[0] + sum(decision.amount for decision in state.decisions)
    return Settled((Line(1, "ante", put_up, "", None, net, "", Why("")),), ())


class Hole(Toy):
    """One card up, one face down. An ace below loses at once; else one may stay, or raise on having the lower card."""

    def turn(self, state: State) -> Turn:
        ante = state.stakes[0].amounts[0]
        if not state.dealt:
            return Draw(Slot(1), 1, EVERYONE)
        if not state.answers:
            return Peek(Slot(DEALER, "hole"), 1, "ace", lambda cards: cards[0].rank == ACE)
        if state.answers[0].yes:
            return settled(state, -ante)
        if not state.decisions:
            return Choose(1, (Action("stay"), Action("raise", ante, 2 * ante)), "")
        if len(state.dealt) == 1:
            return Draw(Slot(DEALER, "hole"), 1, EVERYONE)
        own, hole = (dealt.cards[0].rank for dealt in state.dealt)
        raised = state.decisions[0].amount
        return settled(state, raised if own < hole else -raised)


def test_nobody_sees_through_a_card_that_was_peeked_at() -> None:
    """With 3 up, the hole card is 2 or 4: whoever knew would raise on the 4; not knowing, one stays.

    A deuce raises twice the Ante over 3 and 4; three of the four up-cards lose to an ace below.
    """
    deck = stripped_deck((2, 3, 4, ACE), (0,))
    solution = solve_tree(Hole(deck), [Stakes(1, (10,))])
    outcomes = solution.distributions[1]
    assert outcomes.counts == ((Fraction(-1), 3), (Fraction(0), 7), (Fraction(2), 2))
    assert outcomes.wagered == 12 + 2 * 2
    taken = {state.dealt[0].cards[0].rank: str(decision) for state, decision in solution.decisions.items()}
    assert taken == {2: "raise 0.20", 3: "stay", 4: "stay", ACE: "stay"}


class Climb(Toy):
    """An ace draws another card and is paid its rank; any other card ends the round."""

    def turn(self, state: State) -> Turn:
        if not state.dealt:
            return Draw(Slot(1), 1, EVERYONE)
        if state.dealt[0].cards[0].rank == ACE and len(state.dealt) == 1:
            return Draw(Slot(1, "draw"), 1, EVERYONE)
        return settled(state, 0 if len(state.dealt) == 1 else state.dealt[1].cards[0].rank)


def test_rounds_of_different_lengths_weigh_alike() -> None:
    deck = stripped_deck((2, 3, ACE), (0,))
    outcomes = solve_tree(Climb(deck), [Stakes(1, (1,))]).distributions[1]
    assert outcomes.counts == ((Fraction(0), 4), (Fraction(2), 1), (Fraction(3), 1))


class InOrder(Toy):
    """Pays when the second of two cards is the higher."""

    def turn(self, state: State) -> Turn:
        if not state.dealt:
            return Draw(Slot(1), 2, EVERYONE, ordered=True)
        first, second = state.dealt[0].cards
        return settled(state, 1 if second > first else -1)


def test_order_counts_where_the_game_says_so() -> None:
    outcomes = solve_tree(InOrder((Card(0), Card(4), Card(8))), [Stakes(1, (1,))]).distributions[1]
    assert outcomes.counts == ((Fraction(-1), 3), (Fraction(1), 3))


def test_a_shoe_may_hold_a_card_twice() -> None:
    """Of 2, 2, 3 three pairs can be drawn, two of them with the three."""

    class Three(Toy):
        def turn(self, state: State) -> Turn:
            if not state.dealt:
                return Draw(Slot(1), 2, EVERYONE)
            return settled(state, sum(card.rank == 3 for card in state.dealt[0].cards))

    outcomes = solve_tree(Three((Card(0), Card(0), Card(4))), [Stakes(1, (1,))]).distributions[1]
    assert outcomes.counts == ((Fraction(0), 1), (Fraction(1), 2))
