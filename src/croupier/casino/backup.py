"""A casino as one encrypted file, and back: book, log-ins, access log, checkpoints, settings. Anybody can encrypt for a
public key, so the sums of all parts are signed by the book's key, which is not in it: a house that is brought up
elsewhere makes a new one, announced with a new chain. Payees (``payees``) and play chips are not in it either."""

import contextlib
import hashlib
import io
import os
import shutil
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from croupier.casino.floor import identity
from croupier.errors import BadInput
from croupier.jackpot import checkpoints, journal
from croupier.people.access_log import access_log_of
from croupier.people.logins import login_place
from croupier.records import Record, decode_kept, encode, replace
from croupier.stores import backup as books
from croupier.stores.private_files import make_folder, make_private
from croupier.stores.witness import Places, read_key, witness_of

if TYPE_CHECKING:
    from pyrage import ssh, x25519

SCHEMA: Final = 1
_SETTINGS: Final = "settings.json"
_BOOK: Final = "book"
_BESIDE: Final = ("logins", "access", "anchors")
# The settings that say where the parts of a casino lie; others may hold a password.
_KEPT: Final = tuple(f"CROUPIER_{of}" for of in ("ANCHORS", "KEY", "LOGINS", "ACCESS_LOG", "ANCHOR_COMMAND", "READERS"))


class CasinoSettings(Record):
    """What a casino was run with."""

    schema: int = SCHEMA
    software: str
    rulebook: str
    key: str  # The public half of the key that signed this archive.
    sums: dict[str, str]  # SHA-256 of the book, and of what lies beside it in this archive.
    environment: dict[str, str]  # Where its parts lay, by the settings that said so.
    signature: str = ""

    @property
    def signed_text(self) -> str:
        return f"croupier casino backup\n{encode(replace(self, signature='')).decode()}\n"


class BackedUp(Record):
    """What a backup holds."""

    entries: int
    links: tuple[str, ...]
    files: tuple[str, ...]
    key: str


class Brought(Record):
    """What a restore has brought up."""

    entries: int
    links: tuple[str, ...]
    files: tuple[Path, ...]  # What was put beside the book.
    kept: tuple[Path, ...]  # Checkpoints that were there already: they may know more than the backup, and stay.
    key: str  # The new public key, or the one that was at hand.
    settings: CasinoSettings


def back_up(url: str, file: Path, recipients: Sequence[str]) -> BackedUp:
    """Write a casino down while it runs. What is there already is never replaced."""
    import pyrage

    sealed_for = [_recipient(text) for text in recipients]
    if file.exists():
        raise BadInput(f"{file} is there already; nothing was written", hint="name a new file")
    witness = witness_of(url, sign=True)
    if witness is None or not witness.signers:
        raise BadInput("this book has no key to sign a backup with", hint="CROUPIER_ANCHORS and CROUPIER_KEY name one")
    signer = witness.signers[0]
    beside = {name: place.read_bytes() for name, place in _beside(url).items() if place is not None and place.exists()}
    sums = {name: hashlib.sha256(part).hexdigest() for name, part in beside.items()}
    with _folder(file.parent) as folder:
        contents = books.backup(url, folder / _BOOK)
        running = identity()
        settings = CasinoSettings(
            software=running.software,
            rulebook=running.rulebook,
            key=signer.vkey,
            sums={_BOOK: _sum(folder / _BOOK)} | sums,
            environment={name: os.environ[name] for name in _KEPT if name in os.environ},
        )
        settings = replace(settings, signature=signer.sign(settings.signed_text).hex())
        partial = folder / "partial"
        make_private(partial)
        try:
            with tempfile.TemporaryFile(dir=folder) as plain, partial.open("wb") as sealed:
                with tarfile.open(fileobj=plain, mode="w") as archive:
                    _add(archive, _SETTINGS, encode(settings))
                    archive.add(folder / _BOOK, _BOOK)
                    for name, part in beside.items():
                        _add(archive, name, part)
                plain.seek(0)
                pyrage.encrypt_io(plain, sealed, sealed_for)
                sealed.flush()
                os.fsync(sealed.fileno())
            file.hardlink_to(partial)  # fails where the name was taken meanwhile
        except OSError as error:
            raise journal.StoreError(f"{file} cannot be written: {error.strerror or error}") from error
    return BackedUp(entries=contents.entries, links=tuple(contents.heads), files=tuple(beside), key=signer.vkey)


def bring_up(file: Path, url: str, key: Path, house: str | None = None) -> Brought:
    """A casino out of its backup, where there is none yet; all or none. ``house`` is the public key that must have
    signed it, or else the one that lies where the book's key belongs."""
    known = _known_key(url, house)
    books.check_nobody_on_duty(url)
    made: list[Path] = []
    places = _beside(url)
    with _folder(Path(places["logins"] or file).parent) as folder:
        _open(file, folder, key)
        settings = decode_kept(CasinoSettings, (folder / _SETTINGS).read_bytes(), f"{file}: its settings", SCHEMA)
        _check_signature(settings, known, folder, file)
        kept = tuple(place for name, place in places.items() if name == "anchors" and place and place.exists())
        for place in places.values():
            if place is not None and place.exists() and place not in kept:
                raise BadInput(f"{place} is there already; nothing was restored", hint="restore where no house was")
        try:
            for name, place in places.items():
                if name in settings.sums and place is not None and place not in kept:
                    make_folder(place.parent)
                    make_private(place, (folder / name).read_bytes())
                    made.append(place)
            contents = books.restore(folder / _BOOK, url)
        except BaseException:
            for place in made:
                place.unlink(missing_ok=True)
            raise
    return Brought(
        entries=contents.entries,
        links=tuple(contents.heads),
        files=tuple(made),
        kept=kept,
        key=_signing_key(url),
        settings=settings,
    )


def _known_key(url: str, house: str | None) -> str:
    if house is not None:
        if not checkpoints.is_key(house):
            raise BadInput(f"--key {house[:80]} is not a public key", hint="as croupier backup printed it")
        return house
    place = Places(url).key
    if place is None or not place.exists():
        raise BadInput(
            "whose backup is it? Anybody can make one for the key that opens it, with log-ins of their own",
            hint="name the key of the house that wrote it, as croupier backup printed it: --key KEY",
        )
    return read_key(place).vkey


def _check_signature(settings: CasinoSettings, known: str, folder: Path, file: Path) -> None:
    """BadInput unless the key that the operator knows has signed every part as it is here."""
    try:
        signature = bytes.fromhex(settings.signature)
    except ValueError:
        signature = b""
    if settings.key != known or not checkpoints.is_signature(known, signature, settings.signed_text):
        raise BadInput(
            f"{file} is not signed by {known}; nothing was restored",
            hint="somebody else may have made it: take it from where you put it, or name the key that signed it",
        )
    parts = {name: _sum(folder / name) for name in (_BOOK, *_BESIDE) if (folder / name).exists()}
    if parts != settings.sums:
        raise BadInput(f"{file} does not hold what was signed; nothing was restored", hint="use another backup")


def _sum(path: Path) -> str:
    with path.open("rb") as part:
        return hashlib.file_digest(part, "sha256").hexdigest()


def _signing_key(url: str) -> str:
    """The public half of the key that will sign: the one at hand, or a new one, which the new chain announces."""
    place = Places(url).key
    if place is None:
        return ""
    if not place.exists():
        make_private(place, checkpoints.Signer.generate().to_pem())
    witness = witness_of(url, sign=True)
    return witness.signers[0].vkey if witness and witness.signers else ""


def _beside(url: str) -> dict[str, Path | None]:
    """Where the parts of a casino lie beside its book."""
    return dict(zip(_BESIDE, (login_place(url), access_log_of(url).path, Places(url).file), strict=True))


def _open(file: Path, folder: Path, key: Path) -> None:
    """Decrypt and unpack the parts that an archive of ours has, and nothing else."""
    import pyrage as age

    try:
        with file.open("rb") as sealed, tempfile.TemporaryFile(dir=folder) as plain:
            age.decrypt_io(sealed, plain, [_identity(key)])
            plain.seek(0)
            with tarfile.open(fileobj=plain) as archive:
                for name in (_SETTINGS, _BOOK, *_BESIDE):
                    with contextlib.suppress(KeyError):
                        member = archive.getmember(name)
                        part = archive.extractfile(member) if member.isfile() else None
                        if part is not None:
                            make_private(folder / name)
                            with (folder / name).open("wb") as target:
                                shutil.copyfileobj(part, target)
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror or error}", hint="check the path") from error
    except (age.DecryptError, tarfile.TarError) as error:
        raise BadInput(
            f"{file} is not a backup of a casino that {key} opens", hint="as croupier backup wrote it, whole"
        ) from error
    if not (folder / _SETTINGS).exists() or not (folder / _BOOK).exists():
        raise BadInput(f"{file} is not a backup of a casino", hint="as croupier backup wrote it, whole")


def _add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = len(content), 0o600
    archive.addfile(entry, io.BytesIO(content))


@contextlib.contextmanager
def _folder(beside: Path) -> Iterator[Path]:
    """A folder that nobody else reads, on the disk where the file will lie."""
    try:
        with tempfile.TemporaryDirectory(prefix=".croupier-", dir=beside) as folder:
            yield Path(folder)
    except FileNotFoundError:
        raise BadInput(f"there is no folder {beside}", hint="check the path") from None


def _recipient(text: str) -> "x25519.Recipient | ssh.Recipient":
    """An age key (age1...), an SSH public key, or a file that holds one of them."""
    import pyrage as age

    said = text
    if not text.startswith(("age1", "ssh-")):
        said = _text(Path(text))
    try:
        return age.x25519.Recipient.from_str(said) if said.startswith("age1") else age.ssh.Recipient.from_str(said)
    except age.RecipientError:
        raise BadInput(
            f"{text[:80]} is no key that a backup can be encrypted for",
            hint="an age public key (age1...), or the file of an SSH public key (ed25519 or RSA)",
        ) from None


def _identity(file: Path) -> "x25519.Identity | ssh.Identity":
    """The private half: an age key, or an SSH key without a passphrase."""
    import pyrage as age

    text = _text(file)
    line = next((line for line in text.splitlines() if line.startswith("AGE-SECRET-KEY-")), "")
    try:
        return age.x25519.Identity.from_str(line) if line else age.ssh.Identity.from_buffer(text.encode())
    except age.IdentityError:
        raise BadInput(f"{file} is no key that opens a backup", hint="an age key file, or an SSH private key") from None


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{file} cannot be read: {error}", hint="check the path") from None
