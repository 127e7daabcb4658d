"""A finished round step by step: played again from its transcript, with the felt after every decision.

Every card of a finished round is everyone's, so the steps hide nothing. The verdict says whether the round, played
again, agrees with its record to the cent.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from croupier import catalogue
from croupier.play.game import Choose, Game, State
from croupier.play.reading import RoundFile, read_round
from croupier.play.recorded import RecordedDeal
from croupier.play.replay import replay_transcript
from croupier.play.round import Round
from croupier.play.round_records import ReplayRecord, replayed
from croupier.play.roundfile import boosts, play_round
from croupier.play.rules_in_force import recorded_configuration
from croupier.play.stakes import place_stakes
from croupier.records import Record
from croupier.rulebook.spec import parse_spec
from croupier.table.seats import said
from croupier.table.seen import WATCHER, felt_view
from croupier.table.view import FeltView


class RoundStep(Record):
    """What happened, and the felt after it."""

    words: str
    felt: FeltView


class RoundSteps(Record):
    """A finished round step by step, and whether it agrees with what was recorded."""

    schema: int
    game: str
    steps: list[RoundStep]
    replay: ReplayRecord


def round_steps(transcript: dict[str, Any]) -> RoundSteps:
    """The round from the wagers to its last card, and whether it agrees with what was recorded."""
    read = read_round(transcript)
    bare = catalogue.configuration(parse_spec(read.game).name)
    is_current = transcript["rulebook_hash"] == bare.rulebook_hash
    game = catalogue.load(read.game if is_current else recorded_configuration(bare, transcript))
    return RoundSteps(
        schema=1,
        game=read.game,
        steps=list(_steps(game, read)),
        replay=replayed(replay_transcript(transcript, catalogue)),
    )


def _steps(game: Game, read: RoundFile) -> Iterator[RoundStep]:
    decisions = play_round(game, read).state.decisions
    stakes = game.open(place_stakes(game, read.wagers, read.limits))
    yield _step(game, stakes, None, "The wagers are placed.")
    is_misdeal = read.misdeal is not None
    played = Round(game, stakes, RecordedDeal(read), read.limits, boosts(game, read), may_stop=is_misdeal)
    words = "Cards are dealt."
    if any(played.reconciled):
        words += " Side wagers are settled on the first cards."
    yield _step(game, played.state, _turn(played), words)
    for decision in decisions:
        if not isinstance(played.turn, Choose):
            break
        played.act(decision)
        yield _step(game, played.state, _turn(played), f"Seat {decision.seat} {said(decision)}.")


def _turn(played: Round) -> Choose | None:
    return played.turn if isinstance(played.turn, Choose) else None


def _step(game: Game, state: State, turn: Choose | None, words: str) -> RoundStep:
    return RoundStep(words=words, felt=felt_view(game, state, WATCHER, turn, all_open=True))
