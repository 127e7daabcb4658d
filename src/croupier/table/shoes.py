"""A shoe that outlives the process: what chance said is written down, so that the same shoe can be dealt on.

The record is the table's secret. It lies in the database beside the table and leaves the house only card by card,
when a round is over, as openings of the commitment.
"""

from __future__ import annotations

import json

from croupier.cards.shuffle import RandomSource
from croupier.play.game import Game
from croupier.play.live import PreparedDeck
from croupier.play.shoes import ShoeTable


class KeptSource:
    """Chance, written down; or an earlier record of it, read back in the same order."""

    def __init__(self, source: RandomSource, record: list[str] | None = None) -> None:
        self.record: list[str] = []
        self._again = iter(record) if record is not None else None
        self._source = source

    def below(self, n: int) -> int:
        return self._keep(self._next() if self._again is not None else self._source.below(n))

    def bits(self, k: int) -> int:
        return self._keep(self._next() if self._again is not None else self._source.bits(k))

    def _next(self) -> int:
        assert self._again is not None
        return int(next(self._again), 16)

    def _keep(self, number: int) -> int:
        self.record.append(f"{number:x}")
        return number


class KeptShoe(ShoeTable):
    """A live table's shoe with its commitment, kept from one run to the next; or one that a source repeats."""

    secret: str

    def __init__(self, game: Game, secret: str | None = None, source: RandomSource | None = None) -> None:
        self._restored: list[str] | None = json.loads(secret) if secret is not None else None
        super().__init__(game, source)

    def _shuffle(self) -> PreparedDeck:
        self.shoes += 1
        source = KeptSource(self._source, self._restored)
        self._restored = None
        deck = PreparedDeck(self.game, source, committed=self._is_live)
        self.secret = json.dumps(source.record)
        return deck
