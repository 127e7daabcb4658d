"""Showdowns whose hands have no technique of their own: comparing every hand equals the fast ones and the tree."""

from __future__ import annotations

import pytest

from croupier import catalogue
from croupier.cards.cards import stripped_deck
from croupier.errors import MissingPart, RulebookError
from croupier.exact.result import in_silence
from croupier.exact.showdown import solving
from croupier.exact.showdown.any_hands import AnyHands
from croupier.exact.showdown.solving import solve_showdown, technique_for
from croupier.exact.tree import solve_tree
from croupier.games.high_card_flush.game import HighCardFlush
from croupier.games.keep_it_straight.game import KeepItStraight
from croupier.games.three_card_prime.game import ThreeCardPrime
from croupier.play.game import Game, Settled, Stakes, State, Turn
from croupier.play.showdown import Showdown
from croupier.questions.solved.solutions import solver_of

SMALL: list[tuple[type[Showdown], str, tuple[int, ...], int, int]] = [
    (KeepItStraight, "keep-it-straight", (2, 3, 4, 14), 3, 3),
    (KeepItStraight, "keep-it-straight", (2, 3, 5, 6, 9, 12, 13), 2, 3),
    (HighCardFlush, "high-card-flush", (2, 9, 10, 14), 3, 3),
    (ThreeCardPrime, "three-card-prime", (2, 3, 12, 13, 14), 3, 3),
]


@pytest.mark.parametrize(("kind", "name", "ranks", "suits", "size"), SMALL)
def test_every_hand_compared_is_the_tree(
    kind: type[Showdown],
    name: str,
    ranks: tuple[int, ...],
    suits: int,
    size: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(solving, "TECHNIQUES", {})
    game = kind(catalogue.configuration(name), deck=stripped_deck(ranks, range(suits)), hand_size=size)
    assert isinstance(technique_for(game), AnyHands)
    referee = solve_tree(game, [Stakes(1, (game.stake_rules[game.base_wager].grain,))])
    assert solve_showdown(game).distribution == referee.distributions[1]


def test_a_whole_deck_of_three_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    game = catalogue.load("three-card-prime")
    assert isinstance(game, ThreeCardPrime)
    fast = solve_showdown(game)
    monkeypatch.setattr(solving, "TECHNIQUES", {})
    seen: list[tuple[int, int]] = []
    slow = solve_showdown(game, lambda done, everything: seen.append((done, everything)))
    assert slow.distribution == fast.distribution
    assert [row.cases for row in slow.chart] == [row.cases for row in fast.chart]
    assert seen[-1] == (22_100, 22_100)


def test_seven_cards_of_an_unknown_family_are_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "TECHNIQUES", {})
    game = catalogue.load("keep-it-straight")
    assert isinstance(game, KeepItStraight)
    with pytest.raises(MissingPart, match="133,784,560 hands of 7 cards are too many") as refused:
        technique_for(game)
    assert "croupier simulate" in str(refused.value)


class PaysDouble(ThreeCardPrime):
    """A game that pays by rules of its own: the cases of the showdown solver would be wrong for it."""

    def turn(self, state: State) -> Turn:
        turn = super().turn(state)
        if isinstance(turn, Settled):
            return Settled(tuple(line._replace(net=2 * max(line.net, 0)) for line in turn.lines), turn.jackpots)
        return turn


def test_a_game_that_changes_the_skeleton_is_never_counted_by_it() -> None:
    game = PaysDouble(catalogue.configuration("three-card-prime"))
    with pytest.raises(MissingPart, match="has a 'turn' of its own"):
        solver_of(game).solve(game, in_silence)


def test_an_unknown_solver_names_file_and_key(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Game = catalogue.load("three-card-prime")
    monkeypatch.setattr(type(game), "declares", game.declares._replace(solver="showdwon"))
    with pytest.raises(RulebookError, match=r"three_card_prime/game\.py: declares\.solver: unknown solver 'showdwon'"):
        solver_of(game)
