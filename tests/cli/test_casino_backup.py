"""A backup is a casino: what one house wrote down, the same people operate on an empty machine.

The steps are those of docs/guides/runbooks.md, "The machine is gone".
"""

from __future__ import annotations

import gzip
import hashlib
import io
import re
import tarfile
from collections.abc import Callable
from pathlib import Path

import pyrage
import pytest

from croupier.casino.backup import CasinoSettings
from croupier.casino.floor import opened
from croupier.people.access_log import access_log_of
from croupier.records import decode, encode, replace
from croupier.stores.witness import read_key
from tests.cli.calling import Call
from tests.cli.test_jackpot_people import book as book  # the same casino: Sam and Robin made it
from tests.jackpot.conftest import bare_postgres_url as bare_postgres_url
from tests.jackpot.conftest import postgres_server as postgres_server
from tests.torture.witness import signer_from

RUNBOOK = Path(__file__).parents[2] / "docs" / "guides" / "runbooks.md"


@pytest.fixture
def identity(tmp_path: Path) -> Path:
    """The private key of whoever may open the backup; it is kept away from both machines."""
    key = pyrage.x25519.Identity.generate()
    path = tmp_path / "safe.key"
    path.write_text(f"# public key: {key.to_public()}\n{key}\n")
    return path


def public(identity: Path) -> str:
    return identity.read_text().splitlines()[0].removeprefix("# public key: ")


def signed_by(told: str) -> str:
    """The public key that ``croupier backup`` printed, as somebody wrote it down."""
    return told.splitlines()[-1]


def test_a_house_comes_up_on_an_empty_machine(book: str, identity: Path, tmp_path: Path, croupier: Call) -> None:
    file, empty = tmp_path / "casino.age", tmp_path / "empty"
    status, out, err = croupier("backup", book, str(file), "--to", public(identity))
    assert (status, "with log-ins and access log and checkpoints" in out) == (0, True), err
    key = signed_by(out)
    assert file.stat().st_mode & 0o777 == 0o600
    sealed = file.read_bytes()
    for secret in (b"argon2", b"robin", b"croupier.jackpot"):
        assert secret not in sealed
    assert croupier("backup", book, str(file), "--to", public(identity))[0] == 2, "never replaced"

    empty.mkdir()
    again = str(empty / "book.db")
    status, _, err = croupier("restore", str(file), again, "--identity", str(identity))
    assert (status, "whose backup is it?" in err, list(empty.iterdir())) == (2, True, []), err
    status, out, err = croupier("restore", str(file), again, "--identity", str(identity), "--key", key)
    assert status == 0, err
    head = re.search(r"opens stopped: .* cites entry \d+, ([0-9a-f]{64})", out)
    assert head is not None
    assert {path.name for path in empty.iterdir()} >= {"book.db", "book.db.logins", "book.db.access", "book.db.anchors"}
    assert (empty / "book.db.key").read_bytes() != Path(f"{book}.key").read_bytes(), "a new key"
    assert "croupier jackpot new-chain BOOK --link LINK --head HASH" in " ".join(out.split()), "a book of several links"
    words = ("jackpot", "new-chain", again, "--link", "sf", "--by", "sam", "--second", "robin", "--reason", "gone")
    status, out, err = croupier(*words, "--head", head[1])
    assert (status, "goes on as a new chain" in out) == (0, True), err
    status, out, _ = croupier("jackpot", "audit", again)
    chain = re.search(r"--accept-chain ([0-9a-f]{16})", out)
    assert (status, chain is not None) == (1, True), "somebody outside has to know of it"
    assert chain is not None
    status, out, _ = croupier("jackpot", "audit", again, "--accept-chain", chain[1])
    assert (status, "nothing differs" in out) == (0, True), out
    with opened(again) as store, opened(book) as before:
        assert list(store.entries("sf", to=before.head("sf").seq)) == list(before.entries("sf"))
    assert access_log_of(again).faults() == []


def test_nothing_is_restored_over_a_house(book: str, identity: Path, tmp_path: Path, croupier: Call) -> None:
    file = tmp_path / "casino.age"
    assert croupier("backup", book, str(file), "--to", public(identity))[0] == 0
    before = Path(book).read_bytes()
    status, _, err = croupier("restore", str(file), book, "--identity", str(identity))
    assert (status, "is there already; nothing was restored" in err) == (2, True)
    assert Path(book).read_bytes() == before


@pytest.mark.parametrize("wrong", ["another key", "not a key", "cut", "no backup", "no recipient"])
def test_what_cannot_be_opened_is_said_once(
    wrong: str, book: str, identity: Path, tmp_path: Path, croupier: Call
) -> None:
    file, key = tmp_path / "casino.age", identity
    if wrong == "no recipient":
        status, _, err = croupier("backup", book, str(file), "--to", "age1nonsense")
        assert (status, "is no key that a backup can be encrypted for" in err, file.exists()) == (2, True, False)
        return
    assert croupier("backup", book, str(file), "--to", public(identity))[0] == 0
    if wrong == "another key":
        key = tmp_path / "other"
        key.write_text(f"{pyrage.x25519.Identity.generate()}\n")
    elif wrong == "not a key":
        key = tmp_path / "other"
        key.write_text("hello")
    elif wrong == "cut":
        file.chmod(0o600)
        file.write_bytes(file.read_bytes()[:-40])
    else:
        file = tmp_path / "plain"
        file.write_text("hello")
    folder = tmp_path / "empty"
    folder.mkdir()
    house = read_key(Path(f"{book}.key")).vkey
    command = ("restore", str(file), str(folder / "book.db"), "--identity", str(key), "--key", house)
    status, _, err = croupier(*command)
    assert (status, err.count("croupier:"), "Traceback" in err) == (2, 1, False), err
    assert list(folder.iterdir()) == []


def repacked(file: Path, identity: Path, change: Callable[[dict[str, bytes]], None]) -> None:
    """An archive as somebody could make it who once opened one: changed, and encrypted for the same public key."""
    key = pyrage.x25519.Identity.from_str(identity.read_text().splitlines()[1])
    plain = io.BytesIO(pyrage.decrypt(file.read_bytes(), [key]))
    with tarfile.open(fileobj=plain) as archive:
        parts = {member.name: archive.extractfile(member).read() for member in archive}  # type: ignore[union-attr]
    change(parts)
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        for name, part in parts.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(part)
            archive.addfile(entry, io.BytesIO(part))
    file.chmod(0o600)
    file.write_bytes(pyrage.encrypt(made.getvalue(), [key.to_public()]))


def signed_anew(parts: dict[str, bytes]) -> None:
    thief = signer_from("thief")
    settings = decode(CasinoSettings, parts["settings.json"], "settings")
    sums = {name: hashlib.sha256(parts[name]).hexdigest() for name in settings.sums}
    settings = replace(settings, sums=sums, key=thief.vkey)
    parts["settings.json"] = encode(replace(settings, signature=thief.sign(settings.signed_text).hex()))


def claimed(parts: dict[str, bytes]) -> None:
    house = decode(CasinoSettings, parts["settings.json"], "settings").key
    signed_anew(parts)
    parts["settings.json"] = encode(replace(decode(CasinoSettings, parts["settings.json"], "settings"), key=house))


FORGERIES: dict[str, Callable[[dict[str, bytes]], None]] = {
    "other log-ins": lambda parts: parts.update(logins=b"{}"),
    "no log-ins": lambda parts: parts.__delitem__("logins"),
    "another book": lambda parts: parts.update(book=gzip.compress(b"{}")),
    "no signature": lambda parts: parts.update(
        {"settings.json": re.sub(rb'"signature":"[0-9a-f]+"', b'"signature":"0"', parts["settings.json"])}
    ),
    "another setting": lambda parts: parts.update(
        {"settings.json": parts["settings.json"].replace(b'"environment":{', b'"environment":{"CROUPIER_KEY":"x"')}
    ),
    "the thief's own signature": signed_anew,
    "the thief's signature under the house's name": claimed,
}


@pytest.mark.parametrize("forgery", FORGERIES)
@pytest.mark.parametrize("known_by", ["its name", "its key at hand"])
def test_what_the_house_did_not_sign_is_not_brought_up(
    forgery: str, known_by: str, book: str, identity: Path, tmp_path: Path, croupier: Call
) -> None:
    file, empty = tmp_path / "casino.age", tmp_path / "empty"
    key = signed_by(croupier("backup", book, str(file), "--to", public(identity))[1])
    repacked(file, identity, FORGERIES[forgery])
    empty.mkdir()
    command = ["restore", str(file), str(empty / "book.db"), "--identity", str(identity)]
    if known_by == "its name":
        command += ["--key", key]
    else:
        (empty / "book.db.key").write_bytes(Path(f"{book}.key").read_bytes())
    status, _, err = croupier(*command)
    assert (status, "nothing was restored" in err, "Traceback" in err) == (2, True, False), err
    assert [path.name for path in empty.iterdir()] == ["book.db.key"] * (known_by != "its name")


def test_a_key_at_hand_needs_no_name(book: str, identity: Path, tmp_path: Path, croupier: Call) -> None:
    file, empty = tmp_path / "casino.age", tmp_path / "empty"
    assert croupier("backup", book, str(file), "--to", public(identity))[0] == 0
    empty.mkdir()
    (empty / "book.db.key").write_bytes(Path(f"{book}.key").read_bytes())
    status, out, err = croupier("restore", str(file), str(empty / "book.db"), "--identity", str(identity))
    assert (status, "opens stopped" in out) == (0, True), err
    assert (empty / "book.db.key").read_bytes() == Path(f"{book}.key").read_bytes()


def test_a_house_moves_to_postgresql_and_only_as_it_was_signed(
    book: str,
    identity: Path,
    tmp_path: Path,
    croupier: Call,
    bare_postgres_url: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file, forged = tmp_path / "casino.age", tmp_path / "forged.age"
    key = signed_by(croupier("backup", book, str(file), "--to", public(identity))[1])
    forged.write_bytes(file.read_bytes())
    repacked(forged, identity, FORGERIES["other log-ins"])
    empty = tmp_path / "empty"
    empty.mkdir()
    for name in ("LOGINS", "ACCESS_LOG", "ANCHORS", "KEY"):
        monkeypatch.setenv(f"CROUPIER_{name}", str(empty / name.lower()))
    command = (bare_postgres_url, "--identity", str(identity), "--key", key)
    status, _, err = croupier("restore", str(forged), *command)
    assert (status, "nothing was restored" in err, list(empty.iterdir())) == (2, True, []), err
    status, out, err = croupier("restore", str(file), *command)
    assert (status, "opens stopped" in out) == (0, True), err
    assert {path.name for path in empty.iterdir()} == {"logins", "access_log", "anchors", "key"}
    monkeypatch.delenv("CROUPIER_ANCHORS")
    assert croupier("backup", bare_postgres_url, str(tmp_path / "x"), "--to", public(identity))[0] == 2, "no key"


def test_the_runbook_is_what_the_test_does() -> None:
    part = RUNBOOK.read_text().partition("## The machine is gone")[2].partition("\n## ")[0]
    for command in ("croupier restore", "--key KEY", "croupier jackpot new-chain", "--accept-chain"):
        assert command in part
