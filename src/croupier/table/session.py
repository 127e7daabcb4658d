"""A person's time at one table in a terminal: the bankroll, the wagers, and every round written down, whole or not at
all. ``leave`` brings a round in progress to its end whatever the moment. Nothing here prints."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from croupier.cards.shuffle import SeededSource
from croupier.errors import BadInput, CroupierError, MissingPart
from croupier.kept_files import written_whole
from croupier.play import round, stakes
from croupier.play.game import Action, Choose, Decision, Game, State
from croupier.play.settlement import Settlement
from croupier.stores.house import Transfer
from croupier.table import bots, chips, jackpots
from croupier.table.seats import Wagers
from croupier.table.table import UNHURRIED, AnnouncedTable, FinishedRound, Table, check_chips

YOU: Final = "you"  # The only person at the table.


class WrittenRound(NamedTuple):
    """A finished round of the person's, and where it is written down."""

    number: int
    state: State
    settlement: Settlement
    net: int  # What the person's seats won or lost, all together.
    path: Path | None


class Session:
    """A person with one seat or several and a bankroll, bots in the other seats."""

    def __init__(
        self,
        game: Game,
        own: Sequence[int],
        seats: Sequence[int],
        bankroll: int,
        meters: jackpots.PlayMeters,
        archive: "Archive",
        seed: str | None = None,
        limits: stakes.Limits | None = None,
        *,
        strategies: Mapping[int, bots.Strategy] | None = None,
    ) -> None:
        self.game = game
        self.own = tuple(own)
        """The person's seats; all others are bots'."""
        self.seats = tuple(seats)
        self.bought_in = self.chips = bankroll
        """What the person came with, and has that does not lie on the felt."""
        self.felt = 0
        self.strategies = {seat: bots.RULE for seat in self.seats if seat not in self.own} | dict(strategies or {})
        """How the bot in each seat decides."""
        self.archive = archive
        self.seed = seed
        self.finished = 0
        self.voided = 0
        self._before: list[tuple[int, Wagers]] = []
        """Changes of the wagers since the round opened: a seat, and what it had put up before."""
        source = None if seed is None else SeededSource(seed)
        plan = AnnouncedTable("terminal", game, limits or {}, max(self.seats))
        self.table = Table(plan, UNHURRIED, source=source, meters=meters, players=dict.fromkeys(self.own, YOU))
        for seat in self.own:
            self.table.sit(seat, YOU, YOU)
        for seat, strategy in self.strategies.items():
            self.table.add_bot(seat, strategy.name)

    def wagers(self, seat: int) -> Wagers:
        """What a seat has put up."""
        return dict(self.table.seats[seat].wagers)

    @property
    def bankroll(self) -> int:
        return self.chips + self.felt

    @property
    def is_solvent(self) -> bool:
        """Whether there are chips for another wager."""
        return self.bankroll >= min(self.game.stake_rules[wager].grain for wager in self.game.standing)

    def place(self, seat: int, wager: str, cents: int) -> None:
        """Put an amount on a wager, in the place of what was there."""
        if cents == 0:
            raise BadInput(f"{wager} 0 is not a wager", hint=f"to take it back: clear {wager}")
        own = self.wagers(seat)
        before = sum(own.values())
        check_chips(wager, cents, self.chips + own.get(wager, 0))
        own |= {name: cents for name, rule in self.game.stake_rules.items() if wager in (name, rule.equals)}
        check_chips("the wagers of this seat", sum(own.values()), self.chips + before)
        self._put(seat, own)

    def clear(self, seat: int, wager: str | None) -> None:
        """Take back one wager, or all of a seat's."""
        own = self.wagers(seat)
        if not own or (wager and wager not in own):
            raise BadInput(f"there is nothing on {wager or 'any wager'}")
        rules = self.game.stake_rules
        gone = {name for name in own if not wager or wager in (name, rules[name].equals)}
        self._put(seat, {name: cents for name, cents in own.items() if name not in gone})

    def repeat(self, seat: int) -> None:
        """The wagers of the last round once more."""
        last = self.table.seats[seat].last
        if not last:
            raise BadInput("there is no earlier round to repeat")
        check_chips("the same again", sum(last.values()), self.chips + sum(self.wagers(seat).values()))
        self._put(seat, last)

    def undo(self) -> int:
        """Take back the last change of the wagers; says whose it was."""
        if not self._before:
            raise BadInput("there is nothing to undo")
        seat, before = self._before.pop()
        self._place(seat, before)
        return seat

    def _put(self, seat: int, wagers: Wagers) -> None:
        before = self.wagers(seat)
        self._place(seat, wagers)
        self._before.append((seat, before))

    def _place(self, seat: int, wagers: Wagers, *, is_ready: bool = False) -> None:
        self._apply(self.table.put(seat, wagers, is_ready, self.chips, self.table.number))

    def deal(self) -> None:
        """Close the bets and deal; wagers that the game refuses stay where they are."""
        wagers = {seat: own for seat in self.own if (own := self.wagers(seat))}
        if not wagers:
            standing = " or ".join(self.game.standing)
            raise BadInput(f"no {standing} is wagered", hint=f"as in: {self.game.base_wager} 10")
        try:
            for seat, own in wagers.items():
                self._place(seat, own, is_ready=True)
            self._apply(self.table.close_bets())
        except CroupierError:
            for seat, own in wagers.items():
                self._place(seat, own)
            raise
        self._apply(self.table.deal())

    def _apply(self, moved: Iterable[Transfer]) -> None:
        """Chips onto the felt and back into the purse."""
        purse = chips.guest_account(YOU)
        for transfer in moved:
            self.chips += transfer.amount * ((transfer.credit == purse) - (transfer.debit == purse))
        self.felt = self.table.on_felt(self.own)

    @property
    def playing(self) -> round.Round:
        assert self.table.round is not None
        return self.table.round

    def play_bots(self) -> None:
        """Let the bots decide up to the next turn of a person."""
        while (turn := self.table.turn) is not None and turn.seat not in self.own:
            self._apply(self.table.act_bot(turn.seat))

    def actions(self) -> tuple[Action, ...]:
        """The legal actions that the player's chips allow."""
        return self.table.legal(self.chips)

    def act(self, decision: Decision) -> None:
        self._apply(self.table.act(decision.seat, decision, self.chips, self.table.number, self.table.decided))

    def finish(self) -> WrittenRound:
        """Settle a round that is over; one that cannot be settled is void."""
        return self._written(self.table.finish())

    def void(self, reason: str) -> WrittenRound:
        """Everything goes back; side wagers that were settled on the first cards stay settled."""
        return self._written(self.table.void(reason))

    def _written(self, done: FinishedRound) -> WrittenRound:
        self._apply(done.moved)
        self._before.clear()
        self.finished += 1
        self.voided += done.settlement.void is not None
        net = sum(done.settlement.seats.get(seat, 0) for seat in self.own)
        path = self.archive.save(done.number, done.transcript)
        return WrittenRound(done.number, done.state, done.settlement, net, path)

    def leave(self, reason: str) -> WrittenRound | None:
        """The player has gone: a round in progress is settled if it is over, and void if it is not."""
        if self.table.round is None:
            return None
        return self.finish() if self.table.round.is_over else self.void(reason)


class Archive:
    """A folder of transcripts. What cannot be written is kept and tried again with the next."""

    def __init__(self, folder: Path, game: str) -> None:
        self.folder = folder
        self.prefix = f"{game}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
        self.waiting: list[tuple[str, Mapping[str, object]]] = []
        self.problem: str | None = None
        self.last: Path | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            written_whole(folder, b"", lambda _: None)
        except (OSError, ValueError) as problem:
            why = problem.strerror if isinstance(problem, OSError) else "not a folder name"
            raise BadInput(f"cannot write transcripts to {folder}: {why}", hint="choose another --transcript") from None

    def save(self, number: int, record: Mapping[str, object]) -> Path | None:
        """Write a round, and earlier ones that could not be written; None where the folder takes nothing now."""
        self.waiting.append((f"{self.prefix}-{number:03d}", record))
        path = None
        self.problem = None
        while self.waiting:
            stem, document = self.waiting[0]
            content = f"{json.dumps(document, indent=2, ensure_ascii=False)}\n".encode()
            try:
                path = self.last = written_whole(self.folder, content, partial(self._publish, stem=stem), synced=True)
            except OSError as problem:
                self.problem = problem.strerror or str(problem)
                return None
            self.waiting.pop(0)
        return path

    def _publish(self, temporary: Path, stem: str) -> Path:
        """Give the finished file its name; never that of another session's round."""
        for attempt in range(1, 1000):
            path = self.folder / (f"{stem}.json" if attempt == 1 else f"{stem}-{attempt}.json")
            try:
                path.hardlink_to(temporary)
            except FileExistsError:
                continue
            except OSError:
                # A file system without hard links: the name was free a moment ago.
                if not path.exists():
                    temporary.replace(path)
                    return path
                continue
            return path
        raise OSError(None, "every file name is taken")


def advice(game: Game, state: State, turn: Choose) -> str:
    """Every decision with its worth, the best first."""
    # The solvers load more than a deal does, so only a player who asks waits for them.
    from croupier.questions.advise import advise_turn

    try:
        found = advise_turn(game, state, turn)
    except MissingPart as problem:
        return f"no advice: {problem.message}"
    solved = [(worth.value, worth.action) for worth in found.asked.worths if worth.value is not None]
    ranked = sorted(solved, key=lambda pair: -pair[0])
    worths = [f"{name} ({float(value):+.4f})" for value, name in ranked]
    unsolved = found.asked.unsolved
    others = f"; then {', '.join(worths[1:])}" if worths[1:] else ""
    # A decision that is not solved may be better than all that are: then none of them is called the best.
    open_end = f" Not solved yet, and maybe better: {', '.join(unsolved)}." if unsolved else ""
    best = f"best is {worths[0]}{others}" if not unsolved else f"worth {', '.join(worths)}"
    told = best if worths else "nothing is solved"
    known = "Exact"
    if found.facts.get("method") == "estimated":
        known = f"Estimated, standard error {found.facts['standard_error']}"
    return f"{found.hand}: {told}. {known}, in {game.base_wager}s for the round, on {found.on}.{open_end}"
