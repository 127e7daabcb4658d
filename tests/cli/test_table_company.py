"""Company at the terminal table: bots with stated strategies, and a pot whose story is told."""

from __future__ import annotations

import re

import pytest

from croupier import Round, catalogue
from croupier.cards.shuffle import SeededSource
from croupier.play.game import Choose
from croupier.questions.advise import advise_turn
from croupier.table.bots import STRATEGIES
from tests.cli.test_play import Table, table

__all__ = ["table"]


# Bots with stated strategies


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--bots", "clever"], "unknown strategy of bots 'clever'"),
        (["--bots", "1=best"], "no bot has that seat"),
        (["--bots", "best", "--seats", "1"], "there are no bots at this table"),
    ],
)
def test_bad_bots_are_refused(table: Table, options: list[str], words: str) -> None:
    table.play("quit", "keep-it-straight", *options)
    assert table.status == 2
    assert words in table.error
    assert "hint: " in table.error


@pytest.mark.parametrize("strategy", list(STRATEGIES))
@pytest.mark.parametrize("game", ["keep-it-straight", "three-card-prime", "ricochet-poker", "blackjack"])
def test_bots_play_as_they_say(table: Table, game: str, strategy: str) -> None:
    out = table.play("10; deal; void; quit", game, "--bots", strategy, "--seed", "5", "--seat", "3")
    assert table.status == 0
    assert STRATEGIES[strategy].words_for(catalogue.load(game)) in " ".join(out.split())


def test_a_bold_bot_raises_the_most_and_a_careful_one_the_least(table: Table) -> None:
    options = ("--bots", "careful", "--bots", "2=bold", "--seat", "3", "--seed", "6")
    table.play("10; deal; fold; quit", "keep-it-straight", *options)
    (document,) = table.transcripts()
    assert [document["seats"][seat]["actions"] for seat in "12"] == [["raise 20.00"], ["raise 40.00"]]


def test_the_best_bot_takes_the_best_decision() -> None:
    game = catalogue.load("three-card-prime")
    for seed in range(12):
        playing = Round.start(game, {1: {"ante": "10.00"}}, seed=seed)
        turn = playing.turn
        assert isinstance(turn, Choose)
        found = STRATEGIES["best"].decide(game, playing.state, turn, SeededSource(1))
        best = advise_turn(game, playing.state, turn).asked.best
        assert best is not None
        assert found.action == best.action


# Ricochet Poker, told as it happens


def test_the_story_of_a_pot_is_told_in_order(table: Table) -> None:
    out = " ".join(table.play("10; deal; play; quit", "ricochet-poker", "--seed", "7", "--bots", "careful").split())
    told = [
        "is the hand to beat; the kickout limit is",
        "They act from the lowest two cards up: seat",
        "The pot is 40.00.",
    ]
    places = [out.index(words) for words in told]
    assert places == sorted(places)
    assert "The pot is 70.00." in out
    assert "leads, and" in out


def test_every_kick_out_of_every_round_is_told() -> None:
    """Over rounds of all sizes the story ends as the settlement does, and only ever grows."""
    game = catalogue.load("ricochet-poker")
    for seed in range(150):
        seats = 1 + seed % 7
        playing = Round.start(game, {seat: {"ante": "10.00"} for seat in range(1, seats + 1)}, seed=seed)
        told: tuple[str, ...] = ()
        while playing.seat_to_act is not None:
            now = game.story(playing.state)
            assert now[: len(told)] == told
            told = now
            playing.act(playing.legal_actions[(seed + len(told)) % len(playing.legal_actions)].name)
        told = game.story(playing.state)
        out = {
            line.seat for line in playing.settle().lines if line.wager == "ante" and line.event not in ("pot", "split")
        }
        text = " ".join(told)
        for seat in out:
            assert re.search(rf"[Ss]eat {seat} (folds|plays and is out)|seat {seat} (is|are|and)", text), told
        assert len(re.findall(r"(?:is|are) out\b", text)) >= sum(f"Seat {seat} folds" not in text for seat in out)
