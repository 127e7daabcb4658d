"""Deciding again: the journal folded from its first entry, and every request in it put to the rules once more.

An entry that moved money which the rules did not move is found here even when every hash after it was computed again.
Draws are taken from the entry, after a look whether they can have been drawn; games come by the rules that the plan of
the day carries. A long journal is cut at its snapshots: each stretch begins with what a snapshot says, and must end
with the state that the next one begins with, so the first entry proves them all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from croupier.errors import CroupierError
from croupier.jackpot.actors import TOKENS, Actor, Session, sessions_of, without_people
from croupier.jackpot.audit.chain import BEGINNING, Findings
from croupier.jackpot.checkpoints import is_key
from croupier.jackpot.codes import Refused
from croupier.jackpot.entries import (
    AnyBody,
    Body,
    ChainBegun,
    KeyAnnounced,
    PeopleBody,
    SnapshotTaken,
    Started,
    read_body,
    text_of,
)
from croupier.jackpot.journal import FORMAT, Entry, Head, StoreBroken, canonical, other_format, text_hash
from croupier.jackpot.kinds.link import Barred, Find, Link, Payee, nowhere
from croupier.jackpot.kinds.plans import bad_plan
from croupier.jackpot.kinds.running import new_day
from croupier.jackpot.kinds.table import KINDS, apply, ask, check_device, decide, is_well_formed, malformed
from croupier.jackpot.plan.checking import GameLoader
from croupier.jackpot.plan.link_plan import CarriedRules, carry_rules
from croupier.jackpot.requests import Adjust, Decline, Grant, NewChain, Request, changed
from croupier.jackpot.state import LinkState, conservation_faults, to_text
from croupier.play.dynamic import check_dynamic
from croupier.play.game import Game
from croupier.records import converted

SYSTEM = ("start", "snapshot", "key", "new_day")
"""Kinds of entries that the software writes by itself."""
OF_ROUNDS = ("wager", "lock", "result")
"""Kinds that a table reports."""


@dataclass
class DecidedAgain(Findings):
    """What a stretch of the journal comes to when it is decided again."""

    before: Head = BEGINNING
    begins_with: str = ""
    """The hash of the state that it began with."""
    head: Head = BEGINNING
    ends_with: str = ""
    """The hash of the state that it came to; empty where it could not be folded to its end."""
    decided: int = 0
    notes: list[str] = field(default_factory=list)
    """What an auditor should know though nothing is wrong."""
    sessions: set[Session] = field(default_factory=set)
    """Who acted under which log-in."""
    payees: dict[int, set[Payee]] = field(default_factory=dict)
    """By number, what payments say about a personal record; more than one value if it was exchanged."""
    purged: dict[int, str] = field(default_factory=dict)
    """By number, the gambling day on which a personal record was first purged."""
    moved: int = 0
    """Cents that went to other jackpots, less those that came from there."""
    chains: dict[int, str] = field(default_factory=dict)
    """By entry that began a new chain, whose keys signed it, in words."""


def decide_again(
    entries: Iterable[Entry], before: Head, state: LinkState, load_game: GameLoader, find: Find = nowhere
) -> DecidedAgain:
    """Fold a stretch of the journal onto the state before it, and decide each request again.

    ``find`` fetches the entry that a correction cites, which may lie before the stretch.
    """
    stretch = DecidedAgain(before=before, begins_with=text_hash(to_text(state)))
    auditor = _Auditor(state, load_game, stretch, find)
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
        whole.chains |= stretch.chains
        whole.notes += [note for note in stretch.notes if note not in whole.notes]
    return whole or DecidedAgain()


class _Auditor:
    """One link, whose draws are dictated by the entry that is looked at."""

    def __init__(self, state: LinkState, load_game: GameLoader, stretch: DecidedAgain, find: Find) -> None:
        self.state = state
        self.stretch = stretch
        self._load_game = load_game
        self._link = Link(state, load_game, self._drawn)
        # What is cited lies before whoever cites it; the chain vouches for it.
        self._link.find = lambda seq: find(seq) if seq <= state.seq else None
        self._draw: Mapping[str, int] = {}

    def take(self, entry: Entry) -> bool:
        """Look at one entry and fold it; False where nothing after it can be folded."""
        where = entry.seq
        try:
            read: Body | None = read_body(entry)
        except (StoreBroken, RecursionError):
            read = None
        is_usual = entry.kind in OF_ROUNDS and isinstance(read, PeopleBody) and self._is_right(entry, read)
        if not is_usual and not self._look(entry):
            return False
        if isinstance(read, ChainBegun):
            self.stretch.chains[where] = _signed_by(self.state, read.req)
        try:
            apply(self.state, entry.kind, read or read_body(entry), where, entry.at)
        except Exception as error:  # whatever a forged entry provokes: nothing after it can be folded
            self.stretch.find(where, f"cannot be folded ({type(error).__name__}): what follows was not decided again")
            return False
        self.stretch.decided += 1
        if isinstance(read, PeopleBody) and isinstance(read.req, Adjust):
            self.stretch.moved += _moved(read.req)
        return True

    def _is_right(self, entry: Entry, read: AnyBody) -> bool:
        """Whether a report of one person from a table is to the letter what the rules come to: nearly every entry is.
        ``_look`` finds out what is wrong with one that is not, and looks at all others."""
        request, actors, link = read.req, read.actor, self._link
        if request.do != entry.kind or not is_well_formed(entry.id, request) or entry.at >= self.state.day_ends:
            return False
        is_alone = request.second is None and request.ask is None and not request.needs_second and read.sent is None
        if not is_alone or len(actors) != 1 or len(actors[0]) < 3 or not (read.clock is None or read.clock < entry.at):
            return False
        link.now, link.actors, self._draw = entry.at, actors, getattr(read, "dynamic", {})
        try:
            how, session, device = actors[0][:3]
            if how in TOKENS:
                check_device(self.state, request, Actor(request.by, how, session, device))
            made = decide(link, request)
        except (CroupierError, Refused, ArithmeticError, LookupError, TypeError, ValueError, AttributeError):
            return False
        if text_of(changed(made, v=FORMAT, clock=read.clock, jump=read.jump, actor=actors)) != entry.body:
            return False
        if session:
            self.stretch.sessions.add((request.by, session))
        return True

    def _look(self, entry: Entry) -> bool:
        """Find what is wrong with any entry; False where it cannot even be read."""
        try:
            body = msgspec.json.decode(entry.body)
            version = body.get("v")
        except (msgspec.MsgspecError, ValueError, AttributeError, RecursionError):
            self.stretch.find(entry.seq, "cannot be read")
            return False
        if type(version) is not int or version != FORMAT:
            self.stretch.find(entry.seq, other_format(version))
            return False
        self.stretch.sessions |= sessions_of(body)
        try:
            wrong = self._wrong(entry, body)
        except (CroupierError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError) as error:
            wrong = f"cannot be decided again: {error!s:.200}"
        if wrong:
            self.stretch.find(entry.seq, wrong)
        return True

    def _wrong(self, entry: Entry, body: dict[str, Any]) -> str | None:
        """What the rules say against an entry."""
        self._link.now = entry.at
        if "payee" in body or "purged" in body:
            self._note_personal(body)
        if entry.kind != "new_chain" and (entry.at < self.state.day_ends) == (entry.kind == "new_day"):
            return f"does not belong to gambling day {self.state.day}"
        if entry.kind in SYSTEM:
            made: Body = self._of_the_system(entry, body)
            people: dict[str, Any] = {}
        else:
            said = body.get("req")
            asked: dict[str, Any] = said if isinstance(said, dict) else {}
            problem = malformed({"id": entry.id, **without_people(asked)}) if entry.kind != "decline" else None
            if problem:
                return f"is not a request that anybody can have made: {problem}"
            request = converted(KINDS[asked["do"]].record, asked)
            waits = entry.kind == "ask" and request.needs_second
            if request.do != entry.kind and not waits:
                return f"is called {entry.kind:.40} and asks to {request.do}"
            wrong = self._wrong_people(request, body, waits)
            if wrong:
                return wrong
            actors = tuple(map(tuple, body["actor"]))
            if entry.kind == "propose":
                problem = bad_plan(self._link, asked, of_today=False)
                if problem:
                    return f"puts a plan forward that cannot be run: {problem}"
                self._note_rules(asked["plan"])
            self._draw = body.get("dynamic", {})
            self._link.actors = actors
            self._link.payee_of = lambda _number: _payee_of(body)
            self._link.expired = lambda _day: _purged(body) if not waits else [0]  # requested, so not yet listed
            self._link.barred = _barred(body) if entry.kind == "new_chain" else None
            grants = request.ask is not None and not isinstance(request, Decline)
            sent = Grant(by=str(request.second), ask=request.ask or 0) if grants else None
            try:
                self._check_token(sent or request, body)
                decided = ask(self._link, request) if waits else decide(self._link, request)
            except Refused as refusal:
                return f"would have been refused: {refusal.code} {refusal.detail}".rstrip()
            made, people = decided, {"actor": actors, "sent": sent}
        clock = body["clock"] if type(body.get("clock")) is int and body["clock"] < entry.at else None
        jump = body["jump"] if type(body.get("jump")) is int else None
        expected = json.loads(text_of(changed(made, v=FORMAT, clock=clock, jump=jump, **people)))
        if canonical(expected) == canonical(body):
            return None
        differs = sorted(
            name for name in {*expected, *body} if canonical(expected.get(name)) != canonical(body.get(name))
        )
        return f"is not what the rules come to: {', '.join(each[:40] for each in differs)} {_both(expected, body)}"

    def _wrong_people(self, request: Request, body: Mapping[str, Any], waits: bool) -> str | None:
        """Who must stand behind an entry: an authenticated person, and a second where one is needed."""
        actors = body.get("actor")
        many = 2 if request.second is not None and request.ask is None else 1
        if not isinstance(actors, list) or len(actors) != many or not all(map(_is_actor, actors)):
            return "does not say how its people were authenticated"
        if request.needs_second and not waits and request.second is None:
            return "was done by one person"
        grants = request.ask is not None and not isinstance(request, Decline)
        if grants and self.state.asked.get(str(request.ask)) != changed(request, second=None, ask=None):
            return "grants what nobody asked for"
        return None

    def _check_token(self, sent: Request, body: Mapping[str, Any]) -> None:
        """A token may act for its own table alone; Refused where an entry says that it did more."""
        for person, actor in zip(sent.people, body["actor"], strict=False):
            if actor[0] in TOKENS:
                check_device(self.state, sent, Actor(person, *actor[:3]))

    def _of_the_system(self, entry: Entry, body: dict[str, Any]) -> Body:
        if entry.id != f"={entry.kind}:{entry.seq}":
            raise ValueError(f"the software never calls an entry {entry.id[:40]}")
        if entry.kind == "snapshot":
            return SnapshotTaken(state=text_hash(to_text(self.state)))
        if entry.kind == "key":
            if self.state.seq or not is_key(str(body.get("key"))):
                raise ValueError("a journal begins with its key, and the one before signs the next")
            return KeyAnnounced(key=str(body["key"]))
        if entry.kind == "new_day":
            return new_day(self._link)
        return Started(software=str(body.get("software", "")), rulebook=str(body.get("rulebook", "")))

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
            if today != carried:
                self._note(f"the rules that a plan carries for {carried.game} are not those of the installed rulebook")

    def _note_personal(self, body: Mapping[str, Any]) -> None:
        """The personal records that payments name, and those that were purged."""
        said = _payee_of(body)
        if said:
            self.stretch.payees.setdefault(body["req"]["payee"], set()).add(said)
        for number in _purged(body):
            self.stretch.purged.setdefault(number, self.state.day)

    def _note(self, note: str) -> None:
        if note not in self.stretch.notes:
            self.stretch.notes.append(note)


def _payee_of(body: Mapping[str, Any]) -> Payee | None:
    """The hash of a payee and until when the record must be kept, if the entry holds both."""
    found, until = str(body.get("payee")), str(body.get("keep_until"))
    is_said = re.fullmatch("[0-9a-f]{64}", found) and re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", until, re.ASCII)
    return (found, until) if is_said else None


def _purged(body: Mapping[str, Any]) -> list[int]:
    found = body.get("purged")
    return sorted(set(found)) if isinstance(found, list) and all(type(each) is int for each in found) else []


def _moved(request: Adjust) -> int:
    """Cents that an adjustment moves to another jackpot; below zero where they come from there."""
    return {"moved_out": 1, "moved_in": -1}.get(request.reason, 0) * request.amount


def _is_actor(record: object) -> bool:
    return isinstance(record, list) and len(record) >= 3 and all(isinstance(part, str) for part in record)


def _barred(body: Mapping[str, Any]) -> Barred:
    """Why a book opened stopped is not in its journal; what its new chain cites is compared with the checkpoints."""
    cites = body["cites"]
    chain, seq, hash = int(cites["chain"]), cites["seq"], cites["hash"]
    key, signature = str(body["key"]), str(body["signature"])
    return Barred("", chain, seq, hash, key, signature, str(body["software"]), str(body["rulebook"]))


def _signed_by(state: LinkState, request: NewChain) -> str:
    """Whose keys signed a new chain, and whether the journal had named them before."""
    keys = [word.partition(" ")[0] for word in request.signed or ()]
    named = set(state.own_keys.values())
    told = [key if key in named else f"{key}, which the journal had not named" for key in keys]
    return f"signed by {' and '.join(told)}" if told else "signed by no key of the two who began it"


def _both(expected: Mapping[str, Any], body: Mapping[str, Any]) -> str:
    """Of money, both sides in short."""
    if canonical(expected.get("moves")) == canonical(body.get("moves")):
        return ""
    return f"(the rules move {canonical(expected.get('moves')):.300}, the entry {canonical(body.get('moves')):.300})"
