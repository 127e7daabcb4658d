"""What people do to a book at the command line beside the rounds: keys, a new chain, payees. Whom prizes were paid to
is backed up apart from the journal, in a file that only its owner reads, and read back only as payments name it."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from croupier.casino.floor import FrontDesk
from croupier.errors import BadInput, CheckFailed
from croupier.jackpot import journal, requests
from croupier.jackpot.actors import Actor, PersonalRecord
from croupier.jackpot.book import book, reading
from croupier.jackpot.checkpoints import NEW_KEY, Signer, word_of
from croupier.jackpot.kinds.table import malformed
from croupier.jackpot.state import LinkState
from croupier.play.documents import Json
from croupier.records import OtherSchema, Record, decode_kept, encode
from croupier.stores.private_files import make_private
from croupier.stores.witness import Places, next_key, read_key


def joins_unasked(told: Json, link: str, states: Mapping[str, LinkState], by: Sequence[str]) -> str:
    """Whom a request appoints, or grants the appointment of, though they work on another link that one of ``by`` does
    not supervise: its supervisors have a say in the log-in too."""
    if malformed(told) is not None or told["do"] not in ("appoint", "grant"):
        return ""
    wanted = states[link].asked.get(str(told["ask"])) if told["do"] == "grant" else told
    person: str = wanted.person if isinstance(wanted, requests.Appoint) else wanted["person"] if wanted is told else ""
    plans = {name: state.plan or (state.proposal and state.proposal.plan) for name, state in states.items()}
    theirs = {name: plan for name, plan in plans.items() if plan and plan.role(person)}
    may = all(plan.role(supervisor) == "supervisor" for plan in theirs.values() for supervisor in by)
    return "" if link in theirs or may else person


def new_key(desk: FrontDesk, url: str, by: Actor, second: Actor) -> Iterator[tuple[str, book.Reply]]:
    """Announce a new signing key on every link, in the name of the present one. It is kept beside the old one until all
    links have announced it, so a crash in between loses neither."""
    place, witness = Places(url).key, desk.store.witness
    if place is None or witness is None or not witness.signers:
        raise BadInput("this book has no key to announce another with", hint="CROUPIER_ANCHORS and CROUPIER_KEY")
    waiting = next_key(place)
    if not waiting.exists():
        make_private(waiting, Signer.generate().to_pem())
    old, new = witness.signers[0], read_key(waiting)
    announced = 0
    names = desk.store.links()
    for name in names:
        if reading.read_state(desk.store, name).key == new.vkey:
            announced += 1
            continue
        signature = old.say(name, NEW_KEY, new.vkey)
        reply = desk.act(name, "new_key", by, second, key=new.vkey, signature=signature)
        announced += reply.posted
        yield name, reply
    if announced == len(names):
        waiting.replace(place)


def new_chain(
    desk: FrontDesk, link: str, head: str, reason: str, by: Actor, second: Actor, signers: Sequence[Signer] = ()
) -> book.Reply:
    """Continue a book that opened stopped, citing the later head; ``signers`` are the keys of the two, where they have
    any."""
    seq = desk.store.head(link).seq + 1
    signed = {"signed": [word_of(signer, link, seq, head) for signer in signers]} if signers else {}
    return desk.act(link, "new_chain", by, second, head=head, reason=reason, **signed)


_WHAT: Final = "croupier jackpot payees"
_SCHEMA: Final = 1


class PayeesFile(Record):
    """The first line of a backup; the second is the hash of the first."""

    schema: int = _SCHEMA
    what: str
    records: tuple[PersonalRecord, ...]


def back_up_payees(store: journal.Store, file: Path) -> int:
    """Write every personal record of a book to a new file that only its owner may read; returns how many."""
    records = tuple(record for link in store.links() for record in store.personal(link))
    text = encode(PayeesFile(what=_WHAT, records=records)).decode()
    try:
        make_private(file, f"{text}\n{journal.text_hash(text)}\n".encode())
    except FileExistsError:
        raise BadInput(f"{file} exists", hint="name a new file: a backup never replaces one") from None
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror or error}", hint="check the path") from error
    return len(records)


def restore_payees(store: journal.Store, file: Path) -> int:
    """Read a backup of personal records back into a book, all or none; returns how many were missing."""
    named = {link: _named(store, link) for link in store.links()}
    missing = []
    for record in _read(file):
        said = named.get(record.link, {}).get(record.no)
        where = f"{file}: record {record.no} of link {record.link[:40]}"
        if said is None:
            raise CheckFailed(f"{where}: no payment names it, or it was purged", hint="it is not a backup of this book")
        if said != record.hash:
            raise CheckFailed(f"{where}: the journal names another one", hint="it is not a backup of this book")
        if record not in store.personal(record.link):
            missing.append(record)
    for record in missing:
        store.keep_personal(record)
    return len(missing)


def _read(file: Path) -> Iterable[PersonalRecord]:
    try:
        text, sum, *rest = file.read_text(encoding="utf-8").split("\n")
        if journal.text_hash(text) != sum or rest != [""]:
            raise ValueError(file)
        held = decode_kept(PayeesFile, text, str(file), _SCHEMA)
        if held.what != _WHAT:
            raise ValueError(file)
        return held.records
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror or error}", hint="check the path") from error
    except OtherSchema:
        raise
    except (ValueError, BadInput):
        raise BadInput(
            f"{file} is not a backup of payees, or is damaged", hint="as croupier jackpot backup-payees writes it"
        ) from None


def _named(store: journal.Store, link: str) -> dict[int, str]:
    """By number, the hash of each record that a payment names and nobody has purged."""
    found: dict[int, str] = {}
    for entry in store.entries(link):
        if entry.kind == "pay":
            body = json.loads(entry.body)
            if "payee" in body:
                found[body["req"]["payee"]] = body["payee"]
        elif entry.kind == "purge":
            for number in json.loads(entry.body)["purged"]:
                found.pop(number, None)
    return found
