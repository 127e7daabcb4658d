"""Deciding again: the journal folded from its first entry, and every request put to the rules once more, draws taken
from the entry. An entry that moved money which the rules did not move is found even when every later hash was computed
again. Each stretch must end with the state that the snapshot of the next one claims."""

import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from croupier.errors import CroupierError
from croupier.jackpot.actors import TOKENS, Actor, Session, without_people
from croupier.jackpot.audit.chain import BEGINNING, Findings
from croupier.jackpot.checkpoints import is_key, root_of
from croupier.jackpot.codes import Refused
from croupier.jackpot.entries import (
    AnyBody,
    Asking,
    Body,
    ChainBegun,
    KeyAnnounced,
    NewDay,
    Paid,
    PeopleBody,
    Purged,
    SnapshotTaken,
    read_body,
    text_of,
)
from croupier.jackpot.journal import FORMAT, Entry, Head, StoreBroken, canonical, text_hash
from croupier.jackpot.kinds.link import Barred, Find, Link, Payee, nowhere
from croupier.jackpot.kinds.plans import bad_plan
from croupier.jackpot.kinds.running import new_day
from croupier.jackpot.kinds.table import apply, ask, check_device, decide, is_well_formed, malformed
from croupier.jackpot.plan.checking import GameLoader
from croupier.jackpot.plan.link_plan import CarriedRules, carry_rules
from croupier.jackpot.requests import Adjust, Decline, Grant, NewChain, Propose, changed
from croupier.jackpot.state import LinkState, conservation_faults, to_text
from croupier.play.dynamic import check_dynamic
from croupier.play.game import Game
from croupier.records import plain

OF_ROUNDS = ("wager", "lock", "result")  # What tables report: nearly every entry. Only a draw comes from outside.
_HASH, _DAY = re.compile("[0-9a-f]{64}"), re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


@dataclass
class DecidedAgain(Findings):
    """What a stretch of the journal comes to when it is decided again."""

    before: Head = BEGINNING
    begins_with: str = ""  # The hash of the state that it began with.
    head: Head = BEGINNING
    ends_with: str = ""  # The hash of the state that it came to; empty where it could not be folded to its end.
    decided: int = 0
    notes: list[str] = field(default_factory=list)  # What an auditor should know though nothing is wrong.
    sessions: set[Session] = field(default_factory=set)  # Who acted under which log-in.
    payees: dict[int, set[Payee]] = field(default_factory=dict)  # By number, hash and last day of a personal record.
    purged: dict[int, str] = field(default_factory=dict)  # By number, when a personal record was first purged.
    moved: int = 0  # Cents that went to other jackpots, less those that came from there.
    roots: dict[int, str] = field(default_factory=dict)  # Of the tree after each entry that has a checkpoint.
    chains: dict[int, str] = field(default_factory=dict)  # By entry that began one, whose keys signed it.


def decide_again(
    entries: Iterable[Entry],
    before: Head,
    state: LinkState,
    load_game: GameLoader,
    find: Find = nowhere,
    signed: Collection[int] = (),
) -> DecidedAgain:
    """Fold a stretch of the journal onto the state before it, and decide each request again; ``find`` fetches what a
    correction cites, ``signed`` are the entries that have a checkpoint."""
    stretch = DecidedAgain(before=before, begins_with=text_hash(to_text(state)))
    auditor = _Auditor(state, load_game, stretch, find, signed)
    head = before
    for entry in entries:
        head = Head(entry.seq, entry.hash)
        if not auditor.take(entry):
            stretch.head = head
            return stretch
    for fault in conservation_faults(state):
        stretch.find(f"after entry {head.seq}", fault, head.seq)
    stretch.head, stretch.ends_with = head, text_hash(to_text(state))
    return stretch


def join_stretches(stretches: Iterable[DecidedAgain]) -> DecidedAgain:
    """One after another: the end of each must be the beginning of the next."""
    whole: DecidedAgain | None = None
    for stretch in stretches:
        if whole is None:
            whole = stretch
            continue
        if whole.ends_with and (whole.head, whole.ends_with) != (stretch.before, stretch.begins_with):
            seq = stretch.before.seq
            whole.find(f"the snapshot of entry {seq}", "is not the state that the entries before come to", seq)
        whole.add(stretch)
        whole.head, whole.ends_with = stretch.head, stretch.ends_with
        whole.decided += stretch.decided
        whole.sessions |= stretch.sessions
        for number, said in stretch.payees.items():
            whole.payees.setdefault(number, set()).update(said)
        whole.purged = stretch.purged | whole.purged
        whole.moved += stretch.moved
        whole.roots |= stretch.roots
        whole.chains |= stretch.chains
        whole.notes += [note for note in stretch.notes if note not in whole.notes]
    return whole or DecidedAgain()


class _Auditor:
    """One link, whose draws are dictated by the entry that is looked at."""

    def __init__(
        self, state: LinkState, load_game: GameLoader, stretch: DecidedAgain, find: Find, signed: Collection[int]
    ) -> None:
        self.state = state
        self.stretch = stretch
        self._load_game = load_game
        self._signed = frozenset(signed)
        self._link = Link(state, load_game, self._drawn)
        # What is cited lies before whoever cites it; the chain vouches for it.
        self._link.find = lambda seq: find(seq) if seq <= state.seq else None
        self._draw: Mapping[str, int] = {}

    def take(self, entry: Entry) -> bool:
        """Look at one entry and fold it; False where nothing after it can be folded."""
        where = entry.seq
        try:
            body = read_body(entry)
        except (StoreBroken, RecursionError) as error:
            told = error.message.partition(f"entry {where} ")[2] if isinstance(error, StoreBroken) else "cannot be read"
            self.stretch.find(where, told)
            self.stretch.find(where, "cannot be folded: what follows was not decided again")
            return False
        try:
            wrong = self._wrong(entry, body)
        except (CroupierError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError) as error:
            wrong = f"cannot be decided again: {error!s:.200}"
        if wrong:
            self.stretch.find(where, wrong)
        if isinstance(body, ChainBegun):
            self.stretch.chains[where] = _signed_by(self.state, body.req)
        try:
            apply(self.state, entry.kind, body, where, entry.at, entry.hash)
        except Exception as error:  # whatever a forged entry provokes: nothing after it can be folded
            self.stretch.find(where, f"cannot be folded ({type(error).__name__}): what follows was not decided again")
            return False
        if where in self._signed:
            self.stretch.roots[where] = root_of(self.state.edge)
        self.stretch.decided += 1
        return True

    def _wrong(self, entry: Entry, body: Body) -> str | None:
        """What the rules say against an entry."""
        state, link = self.state, self._link
        link.now = entry.at
        if (entry.at < state.day_ends) == (entry.kind == "new_day") and entry.kind != "new_chain":
            return f"does not belong to gambling day {state.day}"
        clock = body.clock if body.clock is not None and body.clock < entry.at else None
        if isinstance(body, PeopleBody):
            sent = None
            request, link.actors, self._draw = body.req, body.actor, getattr(body, "dynamic", {})
            if wrong := self._wrong_request(entry, body):
                return wrong
            if request.ask is not None and not isinstance(request, Decline):
                sent = Grant(by=str(request.second), ask=request.ask)
            if entry.kind not in OF_ROUNDS:
                self._prepare(body)
            try:
                for person, (how, session, device, *_) in zip((sent or request).people, body.actor, strict=False):
                    if session:
                        self.stretch.sessions.add((person, session))
                    if how in TOKENS:
                        check_device(state, sent or request, Actor(person, how, session, device))
                made: Body = ask(link, request) if isinstance(body, Asking) else decide(link, request)
            except Refused as refusal:
                return f"would have been refused: {refusal.code} {refusal.detail}".rstrip()
            made = changed(made, v=FORMAT, clock=clock, jump=body.jump, actor=body.actor, sent=sent)
        else:
            made = changed(self._of_the_system(entry, body), v=FORMAT, clock=clock, jump=body.jump)
        text = text_of(made)
        return None if text == entry.body else _differences(json.loads(text), json.loads(entry.body))

    def _wrong_request(self, entry: Entry, body: AnyBody) -> str | None:
        """What is wrong with a request as it stands: its form, and who stands behind it."""
        request, actors, second = body.req, body.actor, body.req.second
        if not is_well_formed(entry.id, request) and not isinstance(request, Decline):
            problem = malformed({"id": entry.id, **without_people(plain(request))})
            if problem is not None:
                return f"is not a request that anybody can have made: {problem}"
        grants = request.ask is not None and not isinstance(request, Decline)
        if len(actors) != (1 if second is None or grants else 2) or min(map(len, actors)) < 3:
            return "does not say how its people were authenticated"
        if isinstance(body, Asking):
            if not request.needs_second:
                return "waits for a second person whom it does not need"
        elif second is None and request.needs_second:
            return "was done by one person"
        if grants and self.state.asked.get(str(request.ask)) != changed(request, second=None, ask=None):
            return "grants what nobody asked for"
        if isinstance(request, Propose):
            problem = bad_plan(self._link, {"do": "propose", "plan": request.plan}, of_today=False)
            return problem and f"puts a plan forward that cannot be run: {problem}"
        return None

    def _prepare(self, body: AnyBody) -> None:
        """What comes from outside is taken from the entry, and noted for those who compare it."""
        link, stretch, request = self._link, self.stretch, body.req
        payee: Payee | None = None
        if isinstance(body, Paid) and _HASH.fullmatch(body.payee) and _DAY.fullmatch(body.keep_until):
            payee = body.payee, body.keep_until
            stretch.payees.setdefault(body.req.payee or 0, set()).add(payee)
        purged = sorted(set(body.purged)) if isinstance(body, Purged) else []
        for number in purged:
            stretch.purged.setdefault(number, self.state.day)
        link.payee_of = lambda _number: payee
        link.expired = lambda _day: [0] if isinstance(body, Asking) else purged  # asked for, so not yet listed
        link.barred = None
        if isinstance(body, ChainBegun):
            cites = body.cites
            cited = cites.chain, cites.seq, cites.hash
            both = body.software, body.rulebook
            link.barred = Barred("", *cited, body.key, body.signature, *both, body.lost_links)
        elif isinstance(request, Adjust):
            if not isinstance(body, Asking):
                stretch.moved += {"moved_out": 1, "moved_in": -1}.get(request.reason, 0) * request.amount
        elif isinstance(request, Propose):
            self._note_rules(request.plan)

    def _of_the_system(self, entry: Entry, body: Body) -> Body:
        if entry.id != f"={entry.kind}:{entry.seq}":
            raise ValueError(f"the software never calls an entry {entry.id[:40]}")
        if isinstance(body, SnapshotTaken):
            return SnapshotTaken(state=text_hash(to_text(self.state)))
        if isinstance(body, KeyAnnounced) and (self.state.seq or not is_key(body.key)):
            raise ValueError("a journal begins with its key, and the one before signs the next")
        return new_day(self._link) if isinstance(body, NewDay) else changed(body, moves=[])

    def _drawn(self, game: Game) -> dict[str, int]:
        """The draw that the entry says; RoundError where the table has no such draw."""
        drawn = dict(self._draw)
        check_dynamic(game, drawn)
        return drawn

    def _note_rules(self, plan: Mapping[str, Any]) -> None:
        """A plan with other rules than today's: an auditor is told."""
        for each in plan["rules"]:
            carried = CarriedRules(**each)
            try:
                today = carry_rules(self._load_game(carried.game).configuration, carried.wager)
            except (CroupierError, LookupError):
                today = None
            told = f"the rules that a plan carries for {carried.game} are not those of the installed rulebook"
            if today != carried and told not in self.stretch.notes:
                self.stretch.notes.append(told)


def _signed_by(state: LinkState, request: NewChain) -> str:
    """Whose keys signed a new chain, and whether the journal had named them before."""
    keys = [word.partition(" ")[0] for word in request.signed or ()]
    named = set(state.own_keys.values())
    told = [key if key in named else f"{key}, which the journal had not named" for key in keys]
    return f"signed by {' and '.join(told)}" if told else "signed by no key of the two who began it"


def _differences(expected: Mapping[str, Any], body: Mapping[str, Any]) -> str | None:
    """What an entry says otherwise than the rules; of money, both sides in short."""
    sides = {name: (canonical(expected.get(name)), canonical(body.get(name))) for name in {*expected, *body}}
    differs = {name: both for name, both in sorted(sides.items()) if both[0] != both[1]}
    if not differs:
        return None
    ours, theirs = differs.get("moves", ("", ""))
    money = f"(the rules move {ours:.300}, the entry {theirs:.300})" if ours else ""
    return f"is not what the rules come to: {', '.join(name[:40] for name in differs)} {money}"
