"""A book as one file, and back, from any store into any: gzip over lines of JSON, a header, every entry of the journal
and a digest. Balances and snapshots are computed from it, and the same book gives the same bytes. A backup is verified
before it gets its name, a restore before it writes and again while it does, in one transaction."""

import contextlib
import gzip
import hashlib
import json
import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

from croupier.errors import BadInput
from croupier.jackpot import journal
from croupier.jackpot.entries import read_body
from croupier.jackpot.journal import Entry, Head, Store, StoreBroken, StoreError
from croupier.jackpot.kinds.numbers import NUMBERED, keys_of
from croupier.stores import opening, private_files, sql

_WHAT = "croupier jackpot backup"
_FORMAT = 1
_BESIDE = ("-wal", "-shm", "-journal")  # The endings of the files that SQLite keeps beside a book.
_SQLITE = b"SQLite format 3\0"


@dataclass
class Contents:
    """What a backup holds, as far as it was read: where each journal ends, and the balances that follow from it."""

    heads: dict[str, Head] = field(default_factory=dict)
    balances: dict[str, dict[str, tuple[int, int]]] = field(default_factory=dict)
    entries: int = 0
    numbers: list[journal.NumberUse] = field(default_factory=list)
    signed: dict[str, str] = field(default_factory=dict)  # By link, the writer's signature of the head.


def backup(url: str | Path, file: str | Path) -> Contents:
    """Write a book down while it is in use: each link as of one moment. What is there already is never replaced."""
    target = _free(url, file)
    partial = target.with_name(f".{uuid4().hex}.partial")
    store = opening.open_store(url)
    try:
        with contextlib.closing(store):
            write_out(store, partial)
        contents = _verified(_Reader(partial, "the book"))  # as it was read: the file has no name yet
        _name(partial, target)
        private_files.sync_folder(target.parent)
    except OSError as error:
        raise StoreError(f"the backup {target} cannot be written: {error.strerror or error}") from error
    finally:
        with contextlib.suppress(OSError):
            partial.unlink()
    return contents


def _free(url: str | Path, file: str | Path) -> Path:
    """The file to write, which must not exist yet as a backup, a book or a part of one."""
    _refuse_address(file)
    target = Path(file)
    if os.path.lexists(target):
        raise BadInput(f"{target} is there already; nothing was written", hint="name a new file")
    if opening.kind_of(url) == "sqlite":
        book = opening.sqlite_path(url)
        beside = [book.with_name(book.name + suffix) for suffix in ("", *_BESIDE)]
        if target.resolve() in [each.resolve() for each in beside]:
            raise BadInput(f"{target} belongs to the book itself; nothing was written", hint="name another file")
    return target


def _name(partial: Path, target: Path) -> None:
    """Give a finished file its name, unless somebody took the name meanwhile."""
    try:
        target.hardlink_to(partial)  # fails where the name is taken, which a rename would not
    except FileExistsError:
        raise BadInput(f"{target} is there already; nothing was written", hint="name a new file") from None
    except OSError:  # a file system without links
        if os.path.lexists(target):
            raise BadInput(f"{target} is there already; nothing was written", hint="name a new file") from None
        partial.replace(target)


def _refuse_address(file: str | Path) -> None:
    if "://" in str(file):
        raise BadInput("a backup is a file, not the address of a book", hint="name a file")


def verify(file: str | Path) -> Contents:
    """Read a backup from end to end: StoreBroken unless every line, link and hash is as it was written."""
    _refuse_address(file)
    return _verified(_Reader(Path(file)))


def restore(file: str | Path, url: str | Path) -> Contents:
    """A backup into a book that is new or empty, and that nobody is on duty for; all or none."""
    contents = verify(file)
    check_nobody_on_duty(url)
    path = opening.sqlite_path(url) if opening.kind_of(url) == "sqlite" else None
    made = None if path is None or path.exists() else path
    """The file that opening will make, which is removed if the restore fails."""
    done = False
    try:
        with contextlib.closing(opening.open_store(url, create=True)) as store:
            if store.links():
                raise StoreError("the book to restore into is not empty", hint="name a new one")
            held = contents.heads, contents.balances, _Reader(Path(file)), contents.numbers, contents.signed
            store.fill(journal.History(*held))
        with contextlib.closing(opening.open_store(url)):  # opens it as its owner will, with every check
            done = True
    finally:
        if made is not None and not done:
            for suffix in ("", *_BESIDE):
                made.with_name(made.name + suffix).unlink(missing_ok=True)
    return contents


def check_nobody_on_duty(url: str | Path) -> None:
    """StoreBusy where a process writes the book at this address, even if somebody took its file away."""
    if opening.kind_of(url) == "postgresql":
        from croupier.stores.queue_desk import holder_of as holder_of_lease

        holder = holder_of_lease(str(url))
    else:
        from croupier.stores.desks import holder_of

        holder = holder_of(opening.sqlite_path(url).resolve())
    if holder is not None:
        raise journal.StoreBusy(f"{holder} is on duty for this book", hint="stop that one first; nothing was written")


def write_out(store: Store, path: Path) -> None:
    """Write every entry of every link to one file, with a digest at its end."""
    signed = {link: store.signed_head(link) for link in store.links()}
    heads = {link: head for link, (head, _) in signed.items()}
    signatures = {link: signature for link, (_, signature) in signed.items()}
    digest = hashlib.sha256()
    count = 0
    private_files.make_private(path, secret=False)
    with path.open("wb") as raw:
        with gzip.GzipFile("", "wb", compresslevel=1, fileobj=raw, mtime=0) as out:

            def put(value: object) -> None:
                line = journal.canonical(value).encode() + b"\n"
                digest.update(line)
                out.write(line)

            put({"what": _WHAT, "format": _FORMAT, "schema": journal.SCHEMA, "links": heads, "signed": signatures})
            for link, head in heads.items():
                for entry in store.entries(link, to=head.seq):
                    put(entry)
                    count += 1
            put({"entries": count, "sha256": digest.hexdigest()})
        raw.flush()
        os.fsync(raw.fileno())


def _verified(reader: "_Reader") -> Contents:
    for _ in reader:
        pass
    return reader.contents


class _Reader:
    """The entries of a backup, each one verified before it is handed out."""

    def __init__(self, path: Path, name: str = "") -> None:
        self._path = path
        self._name = name or f"the backup {path}"
        self.contents = Contents()
        self._reached: dict[str, Head] = {}

    def __iter__(self) -> Iterator[Entry]:
        try:
            with self._path.open("rb") as raw:
                if raw.read(len(_SQLITE)) == _SQLITE:
                    raise StoreBroken(
                        f"{self._path} is a book, not a backup of one",
                        hint="use it as it is, or write a backup of it: croupier jackpot backup BOOK FILE",
                    )
            with gzip.open(self._path) as lines:
                yield from self._entries(lines)
        except FileNotFoundError as error:
            raise StoreError(f"there is no backup at {self._path}", hint="check the path") from error
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise self._damaged(f"after entry {self.contents.entries} it cannot be read") from error
        except OSError as error:
            raise StoreError(f"the backup {self._path} cannot be read: {error.strerror or error}") from error
        except (ValueError, TypeError, KeyError, RecursionError) as error:  # not the JSON, or not of the form, we write
            raise self._damaged(f"after entry {self.contents.entries} it makes no sense") from error

    def _entries(self, lines: gzip.GzipFile) -> Iterator[Entry]:
        digest = hashlib.sha256()
        header = lines.readline()
        self._begin(json.loads(header))
        digest.update(header)
        for line in lines:
            value = json.loads(line)
            if isinstance(value, dict):
                if value != {"entries": self.contents.entries, "sha256": digest.hexdigest()}:
                    raise self._damaged("its checksum does not match")
                break
            digest.update(line)
            entry = Entry(*value)
            self._take(entry)
            yield entry
        else:
            raise self._damaged("its end is missing")
        if lines.read(1):
            raise self._damaged("something follows its end")
        if self._reached != self.contents.heads:
            raise self._damaged("a journal does not end where its head is")

    def _begin(self, header: object) -> None:
        if not isinstance(header, dict) or header.get("what") != _WHAT:
            raise StoreBroken(f"{self._path} is not a backup of a book", hint="check the path")
        if (header["format"], header["schema"]) != (_FORMAT, journal.SCHEMA):
            told = f"format {header['format']!s:.20}, schema {header['schema']!s:.20}"
            ours = f"format {_FORMAT}, schema {journal.SCHEMA}"
            raise StoreBroken(
                f"the backup {self._path} is of {told}; this software reads {ours} alone",
                hint="only the software that wrote it reads it",
            )
        ends = {link: Head(int(seq), str(hash)) for link, (seq, hash) in header["links"].items()}
        signed = {link: str(header["signed"][link]) for link in ends}
        self.contents = Contents(ends, {link: {} for link in ends}, signed=signed)
        self._reached = dict.fromkeys(ends, journal.BEGINNING)

    def _take(self, entry: Entry) -> None:
        before = self._reached[entry.link]
        if not sql.follows(before.hash, before.seq + 1, entry):
            raise self._damaged(f"the hash chain of link '{entry.link}' is broken at entry {before.seq + 1}")
        self._reached[entry.link] = Head(entry.seq, entry.hash)
        self.contents.entries += 1
        balances = self.contents.balances[entry.link]
        body = journal.body_of(entry)
        if entry.kind in NUMBERED:
            self.contents.numbers += [(key, entry.link, entry.seq) for key in keys_of(read_body(entry))]
        for debit, credit, amount in body.get("moves", ()):
            debits, credits = balances.get(debit, (0, 0))
            balances[debit] = (debits + amount, credits)
            debits, credits = balances.get(credit, (0, 0))
            balances[credit] = (debits, credits + amount)

    def _damaged(self, how: str) -> StoreBroken:
        return StoreBroken(f"{self._name} is damaged: {how}", hint="keep it for inquiry, and use an older backup")
