"""Rounds to learn from: an example of a game, and a dealer's exercise. A question is a real round, dealt from a seed
and settled by the game's rules, so its answer names the rule; levels add wagers, then amounts that divide unevenly."""

import hashlib
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from croupier.play.game import Game, Line, State, Why
from croupier.play.reading import ROUND_KEYS
from croupier.play.round import Round
from croupier.play.stakes import Limit
from croupier.table import bots

LEVELS: Final = 3
STREAK: Final = 3  # Questions in a row, every wager right the first time, that lead to the next level.
TRIES: Final = 30  # Deals looked at for one in which something happens.
MOST_LOOKED_AT: Final = 400  # Deals looked at for an award that is paid.
_EVEN: Final = (500, 1000, 1500, 2000, 2500)
_ODD: Final = (700, 1300, 1750, 2250, 3500)
SEAT: Final = 1


class QuizRound(NamedTuple):
    """One round, and the wagers that are asked about."""

    game: Game
    level: int
    state: State
    lines: tuple[Line, ...]


@dataclass
class Tally:
    """How one wager was answered."""

    asked: int = 0
    right: int = 0  # The first time.


@dataclass
class Score:
    """What a teacher wants to see."""

    by_wager: dict[tuple[str, str], Tally] = field(default_factory=dict)
    level: int = 1
    questions: int = 0
    without_fault: int = 0

    @property
    def asked(self) -> int:
        return sum(counted.asked for counted in self.by_wager.values())

    @property
    def right(self) -> int:
        return sum(counted.right for counted in self.by_wager.values())


class Quiz:
    """Question after question over one or more games; what was wrong comes again until it is right."""

    def __init__(self, games: Sequence[Game], seed: str, level: int = 1) -> None:
        self.games = games
        self.seed = seed
        self.score = Score(level=level)
        self._again: deque[QuizRound] = deque()
        self._streak = 0
        self._number = 0
        self._current: QuizRound | None = None
        self._is_repeat = False

    @property
    def owes(self) -> int:
        """Questions that were answered wrong and not yet right."""
        return len(self._again)

    def next(self, *, repeat: bool = False) -> QuizRound:
        """The next question; one that was wrong comes again after one other, or at once where ``repeat``."""
        self._is_repeat = bool(self._again) and (repeat or self._number % 2 == 0)
        if self._is_repeat:
            self._current = self._again.popleft()
        else:
            game = self.games[self._number % len(self.games)]
            self._current = question(game, self.score.level, f"{self.seed}:{self._number}")
        self._number += 1
        return self._current

    def answer(self, cents: Sequence[int]) -> list[bool]:
        """Grade the answers to the current question, wager by wager: what the seat is up or down."""
        asked = self._current
        assert asked is not None
        good = [line.net == given for line, given in zip(asked.lines, cents, strict=True)]
        if not self._is_repeat:
            self.score.questions += 1
            self.score.without_fault += all(good)
            for line, right in zip(asked.lines, good, strict=True):
                tally = self.score.by_wager.setdefault((asked.game.rules.name, line.wager), Tally())
                tally.asked += 1
                tally.right += right
            self._streak = self._streak + 1 if all(good) else 0
            if self._streak >= STREAK and self.score.level < LEVELS:
                self.score.level, self._streak = self.score.level + 1, 0
        if not all(good):
            self._again.append(asked)
        return good


def question(game: Game, level: int, seed: str) -> QuizRound:
    """A round in which something happens, if one comes up soon."""
    found: QuizRound | None = None
    for place in range(TRIES):
        found = _dealt(game, level, f"{seed}:{place}")
        outcomes = {line.outcome for line in found.lines}
        if len(outcomes) > 1 or (len(found.lines) == 1 and outcomes & {"win", "push"}):
            break
    assert found is not None
    return found._replace(lines=(*found.lines, *_unpaid(found)))


def _unpaid(asked: QuizRound) -> Iterator[Line]:
    """Awards that the hand is not paid are asked about too: a question that comes only with a pay would tell it."""
    rules, paid = asked.game.rules, {line.wager for line in asked.lines}
    for award in sorted(_awards(asked.game) - paid):
        why = Why("{0} pays nothing here", (asked.game.configuration.tables[award].id,))
        yield Line(SEAT, award, 0, "push", None, 0, str(rules.wager(award).cites[0]), why)


@lru_cache(maxsize=16)
def _awards(game: Game) -> frozenset[str]:
    """The awards that are paid beside other wagers; the table of some is what another wager is paid by."""
    declared = {wager.id for wager in game.rules.wagers if wager.kind == "award"} & set(game.configuration.tables)
    seen: set[str] = set()
    for number in range(MOST_LOOKED_AT):
        if declared <= seen:
            break
        seen |= {line.wager for line in _dealt(game, 1, f"award {number}").lines} & declared
    return frozenset(seen)


def _dealt(game: Game, level: int, seed: str) -> QuizRound:
    base = game.standing[_drawn(seed, "base", len(game.standing))]
    flat = [
        wager
        for wager, rule in game.stake_rules.items()
        if not rule.is_jackpot and wager != base and not rule.equals and rule.requires in (None, base)
    ]
    bonus = flat if level >= LEVELS else flat[_drawn(seed, "which", max(1, len(flat))) :][:1] if level == 2 else []
    amounts = _ODD if level >= LEVELS else _EVEN
    stakes = {}
    for wager in (base, *bonus):
        grain, cents = game.stake_rules[wager].grain, amounts[_drawn(seed, wager, len(amounts))]
        stakes[wager] = max(grain, cents - cents % grain)
    stakes = game.completed(stakes)
    played = _by_bots(Round.start(game, {SEAT: stakes}, seed=seed))
    lines = tuple(line for line in played.settle().lines if line.seat == SEAT)
    return QuizRound(game, level, played.state, lines)


def _drawn(seed: str, what: str, below: int) -> int:
    """A number that follows from the seed: an exercise need not be unpredictable."""
    return int.from_bytes(hashlib.sha256(f"{seed}:{what}".encode()).digest()[:8]) % below


SEEDS = 20  # Rounds to try: one in which the first wager wins shows more than a fold.


def example_round(game: Game) -> dict[str, object]:
    """A round file of the game; the same one every time."""
    record = example_transcript(game)
    return {key: record[key] for key in ROUND_KEYS if key in record}


def example_transcript(game: Game) -> dict[str, object]:
    """The same round with what came of it, to replay."""
    for seed in range(SEEDS):
        played = _played(game, seed)
        settlement = played.settle()
        if settlement.lines[0].net > 0:
            break
    return played.transcript(settlement)


def _played(game: Game, seed: int) -> Round:
    flat = [wager for wager in game.wagers if not game.stake_rules[wager].is_jackpot]
    # A posted maximum stands beside the largest wager that it must cover.
    limits = {wager: Limit(maximum=1000) for wager in game.configuration.aggregates}
    return _by_bots(Round.start(game, {SEAT: dict.fromkeys(flat, "10.00")}, seed=f"example {seed}", limits=limits))


def _by_bots(played: Round) -> Round:
    while (seat := played.seat_to_act) is not None:
        played.act(bots.decide(played.game, played.state, seat, played.legal_actions))
    return played
