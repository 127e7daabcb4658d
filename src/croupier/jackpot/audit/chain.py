"""The chain: every balance and every hash recomputed from the first entry, whatever the store keeps beside the journal.
Parts of a long journal may be audited at once: each assumes the hash before it, and ``join`` checks that it held."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

import orjson

from croupier.jackpot import accounts
from croupier.jackpot.checkpoints import CHAIN_KINDS
from croupier.jackpot.journal import GENESIS, Entry, Head, Store, entry_hash, vouched_for

MOST_FINDINGS = 50  # In a journal that is broken throughout, this many places are named and the rest counted.


class Finding(NamedTuple):
    """One thing that is not as it must be."""

    where: str
    what: str
    entry: int = 0  # The entry that it is about, or that what it is about hangs on; 0 where it is about none.


@dataclass
class Findings:
    """Collected in order."""

    findings: list[Finding] = field(default_factory=list)
    more: int = 0  # Findings beyond those that are named.

    def find(self, where: int | str, what: str, entry: int = 0) -> None:
        """At an entry, by its number, or at something else."""
        if len(self.findings) < MOST_FINDINGS:
            about = (f"entry {where}", what, where) if isinstance(where, int) else (where, what, entry)
            self.findings.append(Finding(*about))
        else:
            self.more += 1

    def add(self, other: Findings) -> None:
        for finding in other.findings:
            self.find(*finding)
        self.more += other.more


BEGINNING = Head(0, GENESIS)


Totals = dict[str, list[int]]


class Era(NamedTuple):
    """From an entry on, the chain and the key that checkpoints name."""

    seq: int
    is_new_chain: bool
    key: str
    cites: tuple[int, str] = (0, "")  # What a new chain says was lost.
    chain: int = 0  # The chain of that entry.
    hash: str = ""  # What an auditor accepts a new chain by.
    signature: str = ""  # What a new chain shows of the key before it.
    lost_links: Mapping[str, int] = MappingProxyType({})  # The links that the book lacked when a new chain began.


@dataclass
class ChainPart(Findings):
    """What an unbroken stretch of the journal comes to."""

    before: Head = BEGINNING
    head: Head = BEGINNING
    entries: int = 0
    transfers: int = 0
    totals: Totals = field(default_factory=dict)
    last_at: int = 0
    first_at: int = 0
    seen: set[int] = field(default_factory=set)  # Entries of this part whose hash was written down elsewhere.
    unlike: int = 0  # Findings about entries that are not those written down elsewhere.
    readings: list[tuple[int, dict[str, list[int]], Totals]] = field(default_factory=list)
    """At each close of a day: the entry, what it says the balances are, and what this part comes to there."""
    eras: list[Era] = field(default_factory=list)  # Where keys and chains begin.


def audit_part(entries: Iterable[Entry], before: Head, anchors: Mapping[int, str] | None = None) -> ChainPart:
    """One pass over a stretch of the journal that follows ``before``."""
    part = ChainPart(before=before, head=before)
    anchors = anchors or {}
    totals = _Totals(part)
    loads = orjson.loads
    number, chain, last_at, transfers, count = before.seq, before.hash, 0, 0, 0
    for link, seq, id, at, kind, body, hash in entries:
        count += 1
        number += 1
        if seq != number:
            part.find(number, f"is missing: entry {seq} follows")
            number = seq
        if entry_hash(chain, link, seq, id, at, kind, body) != hash:
            part.find(seq, f"its hash does not follow from its content and entry {seq - 1}")
        if seq in anchors and not hash.startswith(anchors[seq]):
            part.find(seq, "its hash is not the one that was written down elsewhere")
            part.unlike += 1
        chain = hash
        if at < last_at:
            part.find(seq, "is older than the entry before it")
        if count == 1:
            part.first_at = at
        if kind in CHAIN_KINDS:
            part.eras += _era(seq, kind, body, hash)
        last_at = at
        if '"moves"' not in body and "\\" not in body and kind not in ("new_day", "close_day"):
            continue  # moves nothing: reading it would tell no more than its hash has
        totals.seq = seq
        try:
            said = loads(body)
            for debit, credit, amount in said.get("moves", ()):
                if type(amount) is not int or amount <= 0:
                    part.find(seq, f"moves {amount} millionths of a cent")
                    continue
                totals[debit][0] += amount
                totals[credit][1] += amount
                transfers += 1
            if "readings" in said:
                balances = said["readings"]["balances"].items()
                written = {account: [debits, credits] for account, (debits, credits) in balances}
                part.readings.append((seq, written, {account: [*each] for account, each in totals.items()}))
        except (ValueError, TypeError, KeyError, AttributeError):
            part.find(seq, "cannot be read")
    part.totals = dict(totals)
    part.seen = {seq for seq in anchors if before.seq < seq <= number}
    part.head = Head(number, chain)
    part.entries, part.transfers, part.last_at = count, transfers, last_at
    return part


def _era(seq: int, kind: str, body: str, hash: str) -> Iterator[Era]:
    try:
        said = orjson.loads(body)
        cites = said.get("cites", {"seq": 0, "hash": ""})
        key = said["req"]["key"] if kind == "new_key" else said["key"]
        lost = int(cites["seq"]), str(cites["hash"])
        links = {str(link): int(at) for link, at in said.get("lost_links", {}).items()}
        signature = str(said.get("signature", ""))
        yield Era(seq, kind == "new_chain", str(key), lost, int(cites.get("chain", 0)), hash, signature, links)
    except (ValueError, TypeError, KeyError, AttributeError):
        return  # whoever decides it again says what is wrong with it


class _Totals(dict[str, list[int]]):
    """Debits and credits by account; an account that nobody knows is found where it first appears."""

    def __init__(self, part: ChainPart) -> None:
        self.part = part
        self.seq = 0

    def __missing__(self, name: str) -> list[int]:
        try:
            accounts.account(name)
        except KeyError:
            self.part.find(self.seq, f"names an account that does not exist: {name[:40]}")
        self[name] = [0, 0]
        return self[name]


def join(store: Store, link: str, parts: list[ChainPart], anchors: Mapping[int, str] | None = None) -> ChainPart:
    """Put the parts of one journal together and compare them with what the store keeps beside it."""
    whole = ChainPart()
    for part in parts:
        if part.before != whole.head:
            whole.find(part.before.seq, "is not the one that the next part of the journal follows")
        if part.entries and part.first_at < whole.last_at:
            whole.find(part.before.seq + 1, "is older than the entry before it")
        whole.add(part)
        whole.eras += part.eras
        whole.unlike += part.unlike
        for seq, said, here in part.readings:
            _compare(whole, f"the close of day in entry {seq}", said, _sum(whole.totals, here), seq)
        whole.totals = _sum(whole.totals, part.totals)
        whole.head, whole.last_at = part.head, part.last_at or whole.last_at
        whole.entries += part.entries
        whole.transfers += part.transfers
    for seq in sorted(set(anchors or ()) - set().union(*(part.seen for part in parts))):
        whole.find(seq, "was written down elsewhere and is not in the journal")
        whole.unlike += 1
    head = store.head(link)
    if head != whole.head:
        whole.find("the head", f"says entry {head.seq} with hash {head.hash[:16]}…, the journal ends differently")
    _compare(whole, "the balances kept", store.balances(link), whole.totals)
    debits, credits = (sum(total[side] for total in whole.totals.values()) for side in (0, 1))
    if debits != credits:
        whole.find("the books", f"debits {debits} and credits {credits} differ")
    for snapshot in store.snapshots(link):
        if not vouched_for(store.entries(link, snapshot.seq - 1, snapshot.seq + 1), snapshot):
            where = f"the snapshot of entry {snapshot.seq}"
            whole.find(where, "is not the state that the journal says it is", snapshot.seq)
    return whole


def _compare(
    whole: ChainPart,
    where: str,
    said: Mapping[str, tuple[int, int] | list[int]],
    counted: Mapping[str, list[int]],
    entry: int = 0,
) -> None:
    for account in sorted(said.keys() | counted.keys()):
        ours, theirs = tuple(counted.get(account, (0, 0))), tuple(said.get(account, (0, 0)))
        if ours != theirs:
            whole.find(
                where,
                f"{account}: debits {theirs[0]}, credits {theirs[1]}; its entries come to debits {ours[0]}, "
                f"credits {ours[1]} (millionths of a cent)",
                entry,
            )


def _sum(one: Totals, other: Totals) -> Totals:
    summed = {account: list(each) for account, each in one.items()}
    for account, (debits, credits) in other.items():
        into = summed.setdefault(account, [0, 0])
        into[0] += debits
        into[1] += credits
    return summed
