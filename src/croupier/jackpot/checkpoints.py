"""Signed checkpoints: where a journal ended, as a signed note (C2SP signed-note and tlog-checkpoint, Ed25519) with the
root of the tree over all entries (RFC 6962). Whoever holds one can tell whether a book was rewritten, cut or signed by
a key that nobody announced; whoever holds two can be shown that one goes on from the other."""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

ORIGIN = "croupier.jackpot"
KEY_NAME = "croupier-books"
NEW_KEY, HEAD, NEW_CHAIN, GOES_ON = "new key", "head", "new chain", "goes on"  # What a key gives its word for.
_ED25519 = b"\x01"
_DASH = "\N{EM DASH} "
_TEXT = re.compile(
    r"croupier\.jackpot/(?P<link>[^/\n]+)/(?P<chain>[1-9]\d{0,8})\n(?P<seq>[1-9]\d{0,18})\n(?P<root>[A-Za-z0-9+/]{43}=)\n"
    r"entry (?P<hash>[0-9a-f]{64})\nat (?P<at>\d{1,19})\n(?:day (?P<day>\d{4}-\d{2}-\d{2})\n)?",
    re.ASCII,
)
_VKEY = re.compile(r"(?P<name>[^+\s]+)\+(?P<id>[0-9a-f]{8})\+(?P<key>[A-Za-z0-9+/]{44})", re.ASCII)

CHAIN_KINDS = ("key", "new_key", "new_chain")  # Entries about the checkpoints themselves.


@dataclass(frozen=True)
class Checkpoint:
    """Where the journal of a link ended."""

    link: str
    chain: int  # 1, and one more with every new chain that two people began after a restored backup.
    seq: int
    hash: str  # Of that entry.
    root: str  # Of the tree over the entries up to it: what proves that one checkpoint goes on from another.
    at: int  # Milliseconds since 1970 (UTC).
    day: str = ""  # The gambling day that was just closed.

    def text(self) -> str:
        """What is signed: origin, number and root as other logs write them, then the entry's own hash, and when."""
        root = base64.b64encode(bytes.fromhex(self.root)).decode()
        day = f"day {self.day}\n" if self.day else ""
        return f"{ORIGIN}/{self.link}/{self.chain}\n{self.seq}\n{root}\nentry {self.hash}\nat {self.at}\n{day}"


def missing(points: Iterable[Checkpoint], there: Collection[str], lost: Mapping[str, int]) -> dict[str, Checkpoint]:
    """The last checkpoint of each link that is not there, unless a new chain says when it was lost and none was signed
    later.

    >>> points = [Checkpoint(link, 1, 7, "", "", at) for link, at in (("old", 20), ("here", 30), ("new", 40))]
    >>> [*missing(points, ["here"], {})], [*missing(points, ["here"], {"old": 20, "new": 39})]
    (['new', 'old'], ['new'])
    """
    last = {point.link: point for point in sorted(points, key=lambda point: (point.at, point.seq))}
    return {link: point for link, point in sorted(last.items()) if link not in there and point.at > lost.get(link, -1)}


class Note(NamedTuple):
    """A checkpoint as it was found, with its signatures not yet looked at."""

    checkpoint: Checkpoint
    text: str
    signatures: tuple[str, ...]


class Witness(Protocol):
    """Who keeps the checkpoints of a book, away from it."""

    signers: Sequence[Signer]  # The keys at hand, the one in force first; none where the book is only read.

    def notes(self, link: str | None = None) -> list[Note]:
        """All that were published, of one link or of the whole book, oldest first, whoever signed them."""

    def publish(self, note: str) -> None:
        """Keep a signed checkpoint; OSError or StoreError where that fails."""


class Signer:
    """A private key, and the name it signs under."""

    def __init__(self, key: Ed25519PrivateKey, name: str = KEY_NAME) -> None:
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        self._key = key
        self._name = name
        public = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        self._id = _key_id(name, public)
        self.vkey = f"{name}+{self._id.hex()}+{base64.b64encode(_ED25519 + public).decode()}"
        """The public half as text: what the journal announces and an auditor keeps."""

    @classmethod
    def generate(cls, name: str = KEY_NAME, secret: bytes | None = None) -> Signer:
        """A new key, or that of 32 bytes which a demonstration has chosen."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return cls(Ed25519PrivateKey.from_private_bytes(secret) if secret else Ed25519PrivateKey.generate(), name)

    @classmethod
    def from_pem(cls, pem: bytes, name: str = KEY_NAME) -> Signer:
        """ValueError where this is not a private key of the kind."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import load_pem_private_key

        try:
            key = load_pem_private_key(pem, None)
        except TypeError:
            raise ValueError("the key is encrypted") from None
        if not isinstance(key, Ed25519PrivateKey):
            raise ValueError("not an Ed25519 key")
        return cls(key, name)

    def to_pem(self) -> bytes:
        from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

        return self._key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())

    def sign(self, text: str) -> bytes:
        """The bare signature of a text, as of somebody who shows that the key is theirs."""
        return self._key.sign(text.encode())

    def sign_note(self, text: str) -> str:
        """The text with its signature, as a signed note."""
        signature = base64.b64encode(self._id + self._key.sign(text.encode())).decode()
        return f"{text}\n{_DASH}{self._name} {signature}\n"

    def say(self, link: str, what: str, *parts: object) -> str:
        """This key's word for something about a link: ``NEW_KEY``, ``HEAD``, ``NEW_CHAIN``, each with what it is
        about."""
        return base64.b64encode(self.sign(_said(link, what, *parts))).decode()


def grow(edge: list[bytes], size: int, leaf: bytes) -> None:
    """Add a leaf's hash to a tree (RFC 6962, 2.1) of which only the roots of its full subtrees are kept, the largest
    first."""
    while size & 1:
        leaf = hashlib.sha256(b"\1" + edge.pop() + leaf).digest()
        size >>= 1
    edge.append(leaf)


def root_of(edge: Sequence[bytes]) -> str:
    """The root of the tree with this right edge.

    >>> root_of([])[:16]
    'e3b0c44298fc1c14'
    """
    root = edge[-1] if edge else hashlib.sha256().digest()
    for larger in edge[-2::-1]:
        root = hashlib.sha256(b"\1" + larger + root).digest()
    return root.hex()


def signer_of(witness: Witness | None, key: str) -> Signer | None:
    """Who signs for a link that has announced this key; before the first announcement, whoever there is."""
    signers = witness.signers if witness else ()
    return next((signer for signer in signers if key in ("", signer.vkey)), None)


def is_signed_by(note: Note, vkey: str) -> bool:
    """Whether a checkpoint carries a good signature of a key."""
    found = _VKEY.fullmatch(vkey)
    if not found:
        return False
    for line in note.signatures:
        name, _, text = line.removeprefix(_DASH).partition(" ")
        raw = _decoded(text)
        if name == found["name"] and raw[:4].hex() == found["id"] and _is_good(vkey, raw[4:], note.text.encode()):
            return True
    return False


def has_said(vkey: str, signature: str, link: str, what: str, *parts: object) -> bool:
    """Whether a key has given its word for something (``Signer.say``)."""
    return _is_good(vkey, _decoded(signature), _said(link, what, *parts).encode())


def announces(link: str, new: str, signature: str, old: str) -> bool:
    """Whether a new key is announced by the one before it."""
    return is_key(new) and has_said(old, signature, link, NEW_KEY, new)


def word_of(signer: Signer, link: str, seq: int, head: str) -> str:
    """Somebody's own word that a link goes on with entry ``seq`` as a new chain which cites a head: key and signature.
    It is worth nothing where more, or less, was cut off.

    >>> ann = Signer.generate("ann")
    >>> word = word_of(ann, "sf", 7, "e1")
    >>> [is_word_of(person, word, "sf", seq, "e1") for person, seq in (("ann", 7), ("ann", 6), ("bob", 7))]
    [True, False, False]
    """
    return f"{signer.vkey} {signer.say(link, GOES_ON, seq, head)}"


def is_word_of(person: str, word: str, link: str, seq: int, head: str, named: str | None = None) -> bool:
    """Whether it is the word of a key that was made for this person: the one that they have named, if any."""
    vkey, _, signature = word.partition(" ")
    is_theirs = vkey == named if named else vkey.partition("+")[0] == person
    return is_theirs and has_said(vkey, signature, link, GOES_ON, seq, head)


def is_signature(vkey: str, signature: bytes, text: str) -> bool:
    """Whether a key has signed a text."""
    return _is_good(vkey, signature, text.encode())


def is_key(vkey: str) -> bool:
    """Whether a text is a public key whose id fits it."""
    found = _VKEY.fullmatch(vkey)
    if not found:
        return False
    raw = _decoded(found["key"])
    return raw[:1] == _ED25519 and len(raw) == 33 and _key_id(found["name"], raw[1:]).hex() == found["id"]


def read_notes(lines: Iterable[str]) -> Iterator[Note]:
    """The checkpoints in a text with any number of signed notes; anything else, and a note that was cut off, is passed
    over."""
    text: list[str] = []
    signed: str | None = None
    signatures: list[str] = []
    for line in [*lines, ""]:
        if line.startswith(_DASH):
            signatures.append(line.rstrip("\n"))
            continue
        if signatures:
            found = _TEXT.fullmatch(signed or "")
            if found:
                root, about = base64.b64decode(found["root"]).hex(), (int(found["chain"]), int(found["seq"]))
                point = Checkpoint(found["link"], *about, found["hash"], root, int(found["at"]), found["day"] or "")
                yield Note(point, found.group(), tuple(signatures))
            text, signed, signatures = [], None, []
        if line.strip():
            if signed is not None:
                text, signed = [], None
            text.append(line if line.endswith("\n") else line + "\n")
        elif text:
            signed, text = "".join(text), []


def _said(link: str, what: str, *parts: object) -> str:
    return "".join(f"{line}\n" for line in (f"{ORIGIN}/{link}", what, *parts))


def _key_id(name: str, public: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\n" + _ED25519 + public).digest()[:4]


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""


@lru_cache(16)
def _public_key(vkey: str) -> Ed25519PublicKey | None:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    found = _VKEY.fullmatch(vkey)
    return Ed25519PublicKey.from_public_bytes(_decoded(found["key"])[1:]) if found and is_key(vkey) else None


def _is_good(vkey: str, signature: bytes, text: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature

    key = _public_key(vkey)
    if key is None:
        return False
    try:
        key.verify(signature, text)
    except InvalidSignature:
        return False
    return True
