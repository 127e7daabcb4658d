"""The walk: a journal followed from its first entry, hash by hash, and every request put to the rules once more, draws
taken from the entry. An entry that moved money which the rules did not move is found even when every later hash was
computed again. Parts of a long journal may be walked at once: each begins with the state that a snapshot claims, and
``join`` checks that the part before came to it."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from croupier.errors import CroupierError
from croupier.jackpot.actors import TOKENS, Actor, Session, without_people
from croupier.jackpot.checkpoints import CHAIN_KINDS, is_key, root_of
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
from croupier.jackpot.journal import BEGINNING, FORMAT, Entry, Head, StoreBroken, canonical, entry_hash, text_hash
from croupier.jackpot.kinds.link import Barred, Find, Link, Payee, nowhere
from croupier.jackpot.kinds.plans import bad_plan
from croupier.jackpot.kinds.running import new_day
from croupier.jackpot.kinds.table import apply, ask, check_device, decide, is_well_formed, malformed
from croupier.jackpot.plan.checking import GameLoader
from croupier.jackpot.plan.link_plan import CarriedRules, carry_rules
from croupier.jackpot.requests import Adjust, Decline, Grant, NewChain, NewKey, Propose, changed
from croupier.jackpot.state import LinkState, conservation_faults, to_text
from croupier.play.documents import Json
from croupier.play.dynamic import check_dynamic
from croupier.play.game import Game
from croupier.records import plain

MOST_FINDINGS = 50  # In a journal that is broken throughout, this many places are named and the rest counted.
OF_ROUNDS = ("wager", "lock", "result")  # What tables report: nearly every entry. Only a draw comes from outside.
_HASH, _DAY = re.compile("[0-9a-f]{64}"), re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


class Finding(NamedTuple):
    """One thing that is not as it must be."""

    where: str
    what: str
    entry: int = 0  # The entry that it is about, or that what it is about hangs on; 0 where it is about none.


class Era(NamedTuple):
    """From an entry on, the key that signs; with the entry, where that begins a new chain."""

    seq: int
    hash: str  # What an auditor accepts a new chain by.
    key: str
    begun: ChainBegun | None = None


@dataclass
class LinkAudit:
    """What a stretch of a link's journal comes to; of the whole one, once ``whole.verdict`` has compared it with what
    is kept elsewhere, what the audit comes to."""

    link: str
    before: Head = BEGINNING
    begins_with: str = ""  # The hash of the state that it began with.
    head: Head = BEGINNING
    ends_with: str = ""  # The hash of the state that it came to; empty where it could not be folded to its end.
    balances: dict[str, tuple[int, int]] = field(default_factory=dict)
    entries: int = 0
    transfers: int = 0
    decided: int = 0  # Entries that were decided again.
    findings: list[Finding] = field(default_factory=list)
    more: int = 0  # Findings beyond those that are named.
    unlike: int = 0  # Findings about entries that are not those written down elsewhere.
    notes: list[str] = field(default_factory=list)  # What an auditor should know though nothing is wrong.
    sessions: set[Session] = field(default_factory=set)  # Who acted under which log-in.
    payees: dict[int, set[Payee]] = field(default_factory=dict)  # By number, hash and last day of a personal record.
    purged: dict[int, str] = field(default_factory=dict)  # By number, when a personal record was first purged.
    moved: int = 0  # Cents that went to other jackpots, less those that came from there.
    eras: list[Era] = field(default_factory=list)  # Where keys and chains begin.
    roots: dict[int, str] = field(default_factory=dict)  # Of the tree after each entry that has a checkpoint.
    chains: dict[int, str] = field(default_factory=dict)  # By entry that began one, whose keys signed it.
    covered: str = ""  # What the checkpoints vouch for, and what they do not, in words.
    lost_links: dict[str, int] = field(default_factory=dict)  # By lost link, when its last checkpoint was signed.

    def find(self, where: int | str, what: str, entry: int = 0) -> None:
        """At an entry, by its number, or at something else."""
        if len(self.findings) < MOST_FINDINGS:
            about = (f"entry {where}", what, where) if isinstance(where, int) else (where, what, entry)
            self.findings.append(Finding(*about))
        else:
            self.more += 1

    @property
    def is_clean(self) -> bool:
        return not self.findings

    @property
    def is_another(self) -> bool:
        """Whether the journal is sound in itself, and only not the one whose hashes were written down elsewhere."""
        return bool(self.findings) and self.unlike == len(self.findings) + self.more


def decide_again(
    entries: Iterable[Entry],
    before: Head,
    state: LinkState,
    load_game: GameLoader,
    find: Find = nowhere,
    signed: Collection[int] = (),
    anchors: Mapping[int, str] | None = None,
) -> LinkAudit:
    """Fold a stretch of the journal onto the state before it, and decide each request again; ``find`` fetches what a
    correction cites, ``signed`` are the entries that have a checkpoint, ``anchors`` the beginnings of hashes that
    somebody wrote down elsewhere, by entry."""
    stretch = LinkAudit(state.link, before=before, begins_with=text_hash(to_text(state)))
    auditor = _Auditor(state, load_game, stretch, find, signed)
    anchors = anchors or {}
    (number, chain), last_at, is_folded = before, state.at, True
    for entry in entries:
        seq = entry.seq
        stretch.entries += 1
        number += 1
        if seq != number:
            stretch.find(number, f"is missing: entry {seq} follows")
            number = seq
        if entry_hash(chain, *entry[:-1]) != entry.hash:
            stretch.find(seq, f"its hash does not follow from its content and entry {seq - 1}")
        if seq in anchors and not entry.hash.startswith(anchors[seq]):
            stretch.find(seq, "its hash is not the one that was written down elsewhere")
            stretch.unlike += 1
        if entry.at < last_at:
            stretch.find(seq, "is older than the entry before it")
        chain, last_at = entry.hash, entry.at
        if entry.kind in CHAIN_KINDS:
            stretch.eras += _eras(entry)
        is_folded = is_folded and auditor.take(entry)
    stretch.head = Head(number, chain)
    if is_folded:
        for fault in conservation_faults(state):
            stretch.find(f"after entry {number}", fault, number)
        stretch.ends_with = text_hash(to_text(state))
        stretch.balances = {account: (each[0], each[1]) for account, each in sorted(state.balances.items())}
    return stretch


def _eras(entry: Entry) -> list[Era]:
    """Nothing where the entry cannot be read, which is found when it is decided again."""
    try:
        body = read_body(entry)
    except (StoreBroken, RecursionError):
        return []
    begun = body if isinstance(body, ChainBegun) else None
    request = body.req if isinstance(body, PeopleBody) else None
    key = request.key if isinstance(request, NewKey) else getattr(body, "key", "")
    return [Era(entry.seq, entry.hash, key, begun)]


def join(parts: Iterable[LinkAudit]) -> LinkAudit:
    """One after another: the end of each must be the beginning of the next."""
    whole, *others = parts
    for part in others:
        seq = part.before.seq
        if part.before != whole.head:
            whole.find(seq, "is not the one that the next part of the journal follows")
        elif whole.ends_with and whole.ends_with != part.begins_with:
            whole.find(f"the snapshot of entry {seq}", "is not the state that the entries before come to", seq)
        for finding in part.findings:
            whole.find(*finding)
        whole.head, whole.ends_with, whole.balances = part.head, part.ends_with, part.balances
        for name in ("entries", "transfers", "decided", "more", "unlike", "moved", "eras"):
            setattr(whole, name, getattr(whole, name) + getattr(part, name))
        for number, said in part.payees.items():
            whole.payees.setdefault(number, set()).update(said)
        whole.sessions |= part.sessions
        whole.purged = part.purged | whole.purged
        whole.roots |= part.roots
        whole.chains |= part.chains
        whole.notes += [note for note in part.notes if note not in whole.notes]
    return whole


class _Auditor:
    """One link, whose draws are dictated by the entry that is looked at."""

    def __init__(
        self, state: LinkState, load_game: GameLoader, stretch: LinkAudit, find: Find, signed: Collection[int]
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
        self.stretch.transfers += len(body.moves)
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

    def _note_rules(self, plan: Json) -> None:
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


def _differences(expected: Mapping[str, object], body: Mapping[str, object]) -> str | None:
    """What an entry says otherwise than the rules; of money, both sides in short."""
    sides = {name: (canonical(expected.get(name)), canonical(body.get(name))) for name in {*expected, *body}}
    differs = {name: both for name, both in sorted(sides.items()) if both[0] != both[1]}
    if not differs:
        return None
    ours, theirs = differs.get("moves", ("", ""))
    money = f"(the rules move {ours:.300}, the entry {theirs:.300})" if ours else ""
    return f"is not what the rules come to: {', '.join(name[:40] for name in differs)} {money}"
