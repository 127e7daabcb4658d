"""What is owed for a round, ``Settle``, and whether a recorded one agrees with itself, ``Replay``. The work is in
``play``. The command ``settle`` goes to ``play.roundfile`` itself: table files and texts need no answer as a record."""

from dataclasses import dataclass
from functools import cached_property

from croupier import catalogue
from croupier.play.game import Game
from croupier.play.replay import Replay as Replayed
from croupier.play.replay import replay_transcript
from croupier.play.round_records import ReplayRecord, SettlementRecord, replayed, settled
from croupier.play.roundfile import settle_file
from croupier.play.settlement import Settlement
from croupier.questions.asking import Asked, Question


@dataclass(frozen=True)
class SettleAnswer:
    game: Game
    settlement: Settlement

    @cached_property
    def record(self) -> SettlementRecord:
        return settled(self.game, self.settlement)


class Settle(Question[SettleAnswer]):
    """What is owed for a round as it was dealt at a table?"""

    round: dict[str, object]  # A round file, as read.

    def answered(self, asked: Asked) -> SettleAnswer:  # noqa: ARG002
        game, _, settlement = settle_file(self.round, catalogue.load)
        return SettleAnswer(game, settlement)


@dataclass(frozen=True)
class ReplayAnswer:
    replay: Replayed

    @cached_property
    def record(self) -> ReplayRecord:
        return replayed(self.replay)


class Replay(Question[ReplayAnswer]):
    """Does a recorded round agree with itself, to the cent?"""

    transcript: dict[str, object]

    def answered(self, asked: Asked) -> ReplayAnswer:  # noqa: ARG002
        return ReplayAnswer(replay_transcript(self.transcript, catalogue))
