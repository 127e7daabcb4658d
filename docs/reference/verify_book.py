#!/usr/bin/env python3
"""Check a jackpot book without Croupier: its hash chain, the conservation of money, and its signed checkpoints.

    python3 verify_book.py BACKUP [--anchors FILE] [--key KEY] [--accept-chain HASH ...]
    python3 verify_book.py BACKUP --prove LINK OLD NEW
    python3 verify_book.py BACKUP --include LINK ENTRY NEW

BACKUP is what ``croupier jackpot backup`` writes: gzip over lines of JSON. FILE holds the checkpoints that left the
book (C2SP signed notes). KEY is the book's first public key as you wrote it down; without it the keys that the journal
announces are believed. HASH is that of an entry that began a new chain, as the two people who began it told you:
whoever can write to a book can forge one, so a chain that nobody confirmed is a difference. The third line of a
checkpoint is the root of a tree over the entries (RFC 6962; a leaf is what an entry's hash is of). ``--prove`` writes
the roots of two checkpoints and the proof that one goes on from the other, ``--include`` the leaf of an entry, the root
of a checkpoint at or after it, and the proof that the entry is under it: whoever holds these, and no other entry, can
check it with any tool that knows such trees. This file needs Python 3.9 or later and nothing else; signatures are
verified by the program ``openssl`` (version 3 or later), which you can replace by any other tool that verifies Ed25519.

It does not decide requests again: that needs the rules of the games. It shows that nothing was changed, removed or
inserted since a checkpoint was signed, that no transfer makes or loses money, and that every gambling day ended with
the balances that its entries come to. Exit status: 0 when all agrees, 1
when anything differs, 2 when a file cannot be read.
"""

import argparse
import base64
import gzip
import hashlib
import json
import re
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

GENESIS = "0" * 64
FORMAT = 1  # of entries
UNREADABLE = (OSError, EOFError, ValueError, LookupError, TypeError, AttributeError, RecursionError, zlib.error)
CENT = 1_000_000  # amounts are in millionths of a cent
PLAYERS = ("meter", "overflow", "reserve", "pending", "payable", "remainder", "custody")  # never below zero
NOTE = re.compile(
    "croupier\\.jackpot/([^/\n]+)/(\\d+)\n(\\d+)\n([A-Za-z0-9+/]{43}=)\nentry ([0-9a-f]{64})\n"
    "at (\\d+)\n(?:day [0-9-]{10}\n)?\n((?:\u2014 [^\n]+\n)+)"
)


class Link:
    """One journal, followed from its first entry."""

    def __init__(self, name, wanted=()):
        self.wanted = wanted  # entries that checkpoints name: only their hashes are kept
        self.name, self.seq, self.hash, self.at = name, 0, GENESIS, 0
        self.hashes = {}  # and the root of the tree there
        self.edge = []  # of the tree, from the left: the roots of full subtrees
        self.leaves = None  # all of them, where something is to be proved
        self.balances = {}
        self.day = ""
        self.eras = []  # (entry, key)
        self.own_keys = {}  # by person, the key that they have named
        self.accepted = ()  # hashes of entries that began a new chain, as somebody outside confirmed them
        self.lost_links = {}  # by link that one of these says was lost, when its last checkpoint was signed
        self.chain, self.begun = 1, {}  # by number, a new chain: (entry, number and hash of what it cites)
        self.wrong = []

    def take(self, entry):
        link, seq, id, at, kind, body, hash = entry
        if seq != self.seq + 1:
            self.wrong.append(f"entry {self.seq + 1}: is missing, entry {seq} follows")
        text = f"\0{self.hash}\n{link}\n{seq}\n{id}\n{at}\n{kind}\n{body}"
        if hashlib.sha256(text.encode()).hexdigest() != hash:
            self.wrong.append(f"entry {seq}: its hash does not follow from its content and the entry before")
        grow(self.edge, self.seq, bytes.fromhex(hash))
        if self.leaves is not None:
            self.leaves.append(bytes.fromhex(hash))
        if at < self.at:
            self.wrong.append(f"entry {seq}: is older than the entry before it")
        self.seq, self.hash, self.at = seq, hash, at
        if seq in self.wanted:
            self.hashes[seq] = hash, root_of(self.edge)
        said = json.loads(body)
        if type(said.get("v")) is not int or said["v"] != FORMAT:
            self.wrong.append(f"entry {seq}: is of format {said.get('v')!r}, which this file does not know")
        touched = set()
        for debit, credit, amount in said.get("moves", ()):
            if type(amount) is not int or amount <= 0:
                self.wrong.append(f"entry {seq}: moves {amount!r}")
                continue
            self.balances[debit] = self.balances.get(debit, 0) - amount
            self.balances[credit] = self.balances.get(credit, 0) + amount
            touched |= {debit, credit}
        for account in touched:
            self.check(seq, account, self.balances[account])
        if "readings" in said:
            self.end_day(seq, said)
        if kind == "own_key":
            self.name_key(seq, said["req"])
        if kind == "dismiss":
            self.own_keys.pop(said["req"]["person"], None)
        if kind in ("key", "new_key", "new_chain"):
            self.announce(seq, kind, said, hash)

    def name_key(self, seq, asked):
        """A person names a key of their own; the one before has signed for it."""
        before = self.own_keys.get(asked["by"], asked["key"])
        text = f"croupier.jackpot/{self.name}\nnew key\n{asked['key']}\n".encode()
        if before != asked["key"] and not verify(before, base64.b64decode(asked.get("signature", "")), text):
            self.wrong.append(f"entry {seq}: the key that {asked['by']} named before has not signed for the new one")
        self.own_keys[asked["by"]] = asked["key"]

    def end_day(self, seq, said):
        """A gambling day is over: the balances that were written down then, and the order of the days."""
        for account, (debits, credits) in said["readings"]["balances"].items():
            if credits - debits != self.balances.get(account, 0):
                self.wrong.append(f"entry {seq}: {account} is not what its entries come to")
        over = said["over"]
        if over <= self.day or said["day"] <= over:
            self.wrong.append(f"entry {seq}: gambling day {over} does not follow {self.day}")
        self.day = over

    def check(self, seq, account, balance):
        kind = account.split(".")[0]
        if kind in PLAYERS and account != "remainder.house" and balance < 0:
            self.wrong.append(f"entry {seq}: {account} holds less than nothing")
        if kind == "remainder" and not 0 <= balance < CENT:
            self.wrong.append(f"entry {seq}: {account} holds {balance} millionths of a cent")
        if kind != "remainder" and balance % CENT:
            self.wrong.append(f"entry {seq}: {account} does not hold whole cents")

    def announce(self, seq, kind, said, hash):
        key = said["req"]["key"] if kind == "new_key" else said["key"]
        if kind == "key" and seq != 1:
            self.wrong.append(f"entry {seq}: announces a key, with which a journal begins")
        if kind == "new_key":
            text = f"croupier.jackpot/{self.name}\nnew key\n{key}\n".encode()
            signature = base64.b64decode(said["req"]["signature"])
            if not self.eras or not verify(self.eras[-1][1], signature, text):
                self.wrong.append(f"entry {seq}: the new key is not signed by the one before")
        cites = said.get("cites", {"seq": 0, "hash": ""})
        if kind == "new_chain":
            self.chain = cites["chain"] + 1
            self.begun[self.chain] = (seq, cites["seq"], cites["hash"])
            signed_by = self.signed_by(seq, said["req"])
            if any(hash.startswith(begins) for begins in self.accepted):
                self.lost_links.update(said.get("lost_links", {}))
            else:
                what = f"begins a new chain that nobody outside has confirmed ({hash[:16]})"
                self.wrong.append(f"entry {seq}: {what}; {signed_by}")
        self.eras.append((seq, key))

    def signed_by(self, seq, asked):
        """Whose keys have signed that a link goes on as a new chain, and whether the journal had named them. Whoever
        has named a key signs with it: else it is a difference, even where somebody has confirmed the chain."""
        text = f"croupier.jackpot/{self.name}\ngoes on\n{seq}\n{asked['head']}\n".encode()
        words = [word.partition(" ") for word in asked.get("signed") or ()]
        good = [key for key, _, signature in words if verify(key, base64.b64decode(signature), text)]
        for person in (asked["by"], asked["second"]):
            if person in self.own_keys and self.own_keys[person] not in good:
                self.wrong.append(f"entry {seq}: {person} has named a key and did not sign with it")
        named = set(self.own_keys.values())
        told = [key if key in named else f"{key}, which the journal had not named" for key in good]
        return f"signed by {' and '.join(told)}" if told else "signed by no key of the two who began it"

    def hold_against(self, chain, seq, hash, root, signed_by, points):
        """One checkpoint of all; what is wrong, or None."""
        if not any(signed_by(era[1]) for era in self.eras):
            return "a checkpoint is signed by no key that the journal announces"
        later = next((number for number in self.begun if number > chain), None)
        is_known = chain == 1 or chain in self.begun
        if later is None and not is_known:
            return f"a checkpoint names chain {chain}, which the journal does not have"
        if later and (not is_known or self.begun[later][0] <= seq):
            begins, cited, cited_hash = self.begun[later]
            lost = seq < cited or (seq == cited and hash == cited_hash)
            if chain < later - 1:  # cited by the chain that this one cites, if a checkpoint shows that there was one
                shows = [each[5] for each in points if each[:4] == (self.name, later - 1, cited, cited_hash)]
                lost = any(shown_by(era[1]) for shown_by in shows for era in self.eras)
            return None if lost else f"was signed, and the new chain of entry {begins} does not cite it"
        if seq > self.seq:
            return f"was signed and is not there: the journal ends at entry {self.seq}"
        in_force = [era for era in self.eras if era[0] <= seq]
        if not in_force or not signed_by(in_force[-1][1]):
            return "its checkpoint is not signed by the key in force there"
        if self.hashes.get(seq, ("",))[0] != hash:
            return "is not the one whose checkpoint was signed"
        return None if self.hashes[seq][1] == root else "its checkpoint has another root than the tree over the entries"

    def check_head(self, signature):
        """The writer signs where its journal ends: entries that somebody else appended are not signed."""
        if self.eras and self.eras[-1][1]:
            text = f"croupier.jackpot/{self.name}\nhead\n{self.seq}\n{self.hash}\n".encode()
            if not verify(self.eras[-1][1], base64.b64decode(signature), text):
                self.wrong.append(f"entry {self.seq}: the journal ends here, and no writer of the book signed that")


def inner(left, right):
    return hashlib.sha256(b"\1" + left + right).digest()


def grow(edge, size, leaf):
    """One more leaf for a tree of which only the right edge is kept."""
    while size & 1:
        leaf, size = inner(edge.pop(), leaf), size >> 1
    edge.append(leaf)


def root_of(edge):
    root = edge[-1] if edge else hashlib.sha256().digest()
    for larger in edge[-2::-1]:
        root = inner(larger, root)
    return root


def tree(leaves):
    edge = []
    for size, leaf in enumerate(leaves):
        grow(edge, size, leaf)
    return root_of(edge)


def proof(old, leaves, is_whole=True):
    """That the tree of these leaves goes on from that of the first ``old`` of them (RFC 6962, 2.1.2)."""
    if old == len(leaves):
        return [] if is_whole else [tree(leaves)]
    half = 1 << ((len(leaves) - 1).bit_length() - 1)
    if old <= half:
        return [*proof(old, leaves[:half], is_whole), tree(leaves[half:])]
    return [*proof(old - half, leaves[half:], False), tree(leaves[:half])]


def place(index, leaves):
    """That a leaf is in the tree of these leaves (RFC 6962, 2.1.1)."""
    if len(leaves) == 1:
        return []
    half = 1 << ((len(leaves) - 1).bit_length() - 1)
    if index < half:
        return [*place(index, leaves[:half]), tree(leaves[half:])]
    return [*place(index - half, leaves[half:]), tree(leaves[:half])]


def is_in(index, size, leaf, path, root):
    """Whether such a proof holds (RFC 9162, 2.1.3.2)."""
    if not 0 <= index < size:
        return False
    last = size - 1
    for node in path:
        if last == 0:
            return False
        if index & 1 or index == last:
            leaf = inner(node, leaf)
            while index and not index & 1:
                index, last = index >> 1, last >> 1
        else:
            leaf = inner(leaf, node)
        index, last = index >> 1, last >> 1
    return last == 0 and leaf == root


def goes_on(old, new, path, old_root, new_root):
    """Whether a proof holds between two roots (RFC 9162, 2.1.4.2): nothing but the roots and the proof is needed."""
    if old == new:
        return not path and old_root == new_root
    if not 0 < old < new:
        return False
    path = [old_root, *path] if old & (old - 1) == 0 else list(path)
    first, last = old - 1, new - 1
    while first & 1:
        first, last = first >> 1, last >> 1
    if not path:
        return False
    ours = theirs = path[0]
    for node in path[1:]:
        if last == 0:
            return False
        if first & 1 or first == last:
            ours, theirs = inner(node, ours), inner(node, theirs)
            while first and not first & 1:
                first, last = first >> 1, last >> 1
        else:
            theirs = inner(theirs, node)
        first, last = first >> 1, last >> 1
    return last == 0 and (ours, theirs) == (old_root, new_root)


def verify(vkey, signature, text):
    """Whether an Ed25519 signature is good, by openssl."""
    name, _, rest = vkey.partition("+")
    id, _, encoded = rest.partition("+")
    raw = base64.b64decode(encoded)
    if raw[:1] != b"\x01" or hashlib.sha256(name.encode() + b"\n" + raw).hexdigest()[:8] != id:
        return False
    der = bytes.fromhex("302a300506032b6570032100") + raw[1:]
    pem = b"-----BEGIN PUBLIC KEY-----\n" + base64.b64encode(der) + b"\n-----END PUBLIC KEY-----\n"
    with tempfile.TemporaryDirectory() as folder:
        for file, content in (("key", pem), ("signature", signature), ("text", text)):
            (Path(folder) / file).write_bytes(content)
        command = ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", "key", "-rawin", "-in", "text"]
        done = subprocess.run([*command, "-sigfile", "signature"], cwd=folder, capture_output=True, check=False)
    return done.returncode == 0


def read_backup(path, anchors, accepted=(), to_prove=None):
    """Every link of the backup, each line counted and hashed; the leaves of the link ``to_prove`` are kept."""
    wanted = {(found[1], int(found[3])) for found in NOTE.finditer(anchors)}
    digest, count, links = hashlib.sha256(), 0, {}
    with gzip.open(path, "rb") as lines:
        header = lines.readline()
        digest.update(header)
        ends, signed = json.loads(header)["links"], json.loads(header)["signed"]
        for line in lines:
            value = json.loads(line)
            if isinstance(value, dict):
                if value != {"entries": count, "sha256": digest.hexdigest()}:
                    raise ValueError("the checksum at its end does not fit")
                break
            digest.update(line)
            count += 1
            if value[0] not in links:
                links[value[0]] = Link(value[0], {seq for name, seq in wanted if name == value[0]})
                links[value[0]].accepted = accepted
                links[value[0]].leaves = [] if value[0] == to_prove else None
            links[value[0]].take(value)
        else:
            raise ValueError("its end is missing")
    for name, (seq, hash) in ends.items():
        link = links.setdefault(name, Link(name))
        if (link.seq, link.hash) != (seq, hash):
            link.wrong.append(f"the journal ends at entry {link.seq}, its head says {seq}")
        link.check_head(signed.get(name, ""))
    return links


def read_anchors(text):
    """Every checkpoint: its link, chain, number, hash and root, and how to ask whether a key signed it."""
    for found in NOTE.finditer(text):
        signed = found[0].rpartition("\n\n")[0] + "\n"
        signatures = [line.split(" ")[-1] for line in found[7].splitlines()]
        at = int(found[6])

        def signed_by(vkey, signed=signed, signatures=signatures):
            id = bytes.fromhex(vkey.split("+")[1])
            raws = [base64.b64decode(each) for each in signatures]
            return any(raw[:4] == id and verify(vkey, raw[4:], signed.encode()) for raw in raws)

        yield found[1], int(found[2]), int(found[3]), found[5], base64.b64decode(found[4]), signed_by, at


def check_anchors(links, text):
    """Hold the links against every checkpoint; how many of each link fit, and the last entry that they vouch for."""
    told = {}
    points = list(read_anchors(text))
    lost = {name: at for link in links.values() for name, at in link.lost_links.items()}
    for name, chain, seq, hash, root, signed_by, at in points:
        link = links.get(name)
        if link is None:
            if at > lost.get(name, -1):
                links[name] = Link(name)
                links[name].wrong.append(f"the whole link is missing; checkpoints of it were signed, as of entry {seq}")
            continue
        if not link.seq:
            continue
        wrong = link.hold_against(chain, seq, hash, root, signed_by, points)
        if wrong:
            link.wrong.append(f"entry {seq}: {wrong}")
        else:
            count, last = told.get(name, (0, 0))
            told[name] = count + 1, max(last, seq if seq <= link.seq else 0)
    return told


def prove(links, option, name, old, new):
    """Print the proof in base64, the way proofs are sent; the exit status."""
    leaves = links[name].leaves if name in links else []
    if not (old.isdecimal() and new.isdecimal() and 0 < int(old) <= int(new) <= len(leaves)):
        print(f"{option}: {name} has {len(leaves)} entries; name two of them in order", file=sys.stderr)
        return 2
    leaves, old = leaves[: int(new)], int(old)
    root = tree(leaves)
    if option == "--prove":
        first, path = tree(leaves[:old]), proof(old, leaves)
        assert goes_on(old, len(leaves), path, first, root)
    else:
        first, path = leaves[old - 1], place(old - 1, leaves)
        assert is_in(old - 1, len(leaves), first, path, root)
    for node in (first, root, *path):
        print(base64.b64encode(node).decode())
    return 0


def main():
    parser = argparse.ArgumentParser(description="Check a jackpot book without Croupier.")
    parser.add_argument("backup")
    parser.add_argument("--anchors", help="signed checkpoints of the book")
    parser.add_argument("--key", help="the book's first public key, as you wrote it down")
    parser.add_argument("--accept-chain", nargs="*", default=[], help="hashes of new chains that you know of")
    parser.add_argument(
        "--prove", nargs=3, metavar=("LINK", "OLD", "NEW"), help="prove that one root goes on as another"
    )
    parser.add_argument(
        "--include", nargs=3, metavar=("LINK", "ENTRY", "NEW"), help="prove that an entry is under a root"
    )
    asked = parser.parse_args()
    if any(len(each) < 8 for each in asked.accept_chain):
        print("--accept-chain: give at least 8 digits of the hash, as somebody outside knows it", file=sys.stderr)
        return 2
    try:
        anchors = Path(asked.anchors).read_text(encoding="utf-8", errors="replace") if asked.anchors else ""
        proves = ("--prove", *asked.prove) if asked.prove else ("--include", *asked.include) if asked.include else ()
        links = read_backup(asked.backup, anchors, asked.accept_chain, proves and proves[1])
        told = check_anchors(links, anchors)
    except UNREADABLE as problem:
        print(f"{asked.backup}: cannot be read: {problem}", file=sys.stderr)
        return 2
    if proves and not any(link.wrong for link in links.values()):
        return prove(links, *proves)
    has_key = any(link.eras for link in links.values())
    for name, link in sorted(links.items()):
        if has_key and link.seq and not link.eras:
            link.wrong.append("announces no key, and another link does")
        if asked.key and (not link.eras or link.eras[0][1] != asked.key):
            link.wrong.append("the key is not the one that was written down")
        for wrong in link.wrong[:50]:
            print(f"{name}: {wrong}")
        count, last = told.get(name, (0, 0))
        covered = f"{count} checkpoints fit, entries 1 to {last} are as signed" if count else "no checkpoint covers it"
        verdict = f"{len(link.wrong)} differences" if link.wrong else "all agree"
        print(f"{name}: {link.seq} entries, head {link.hash[:16]}; {covered}; {verdict}")
    return 1 if any(link.wrong for link in links.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
