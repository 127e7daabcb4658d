"""The folder that goes to an authority: its checklist, the cover letter with blanks, and worked examples.

What the folder holds is made elsewhere and given by name; here it is put in the order of the authority's own list, and
what software cannot make (letters of others, receipts, accessories, a laboratory's signature) is said first.
"""

from __future__ import annotations

import base64
import datetime
import hashlib
import json
import re
import struct
import tomllib
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from croupier.errors import BadInput
from croupier.handbook.examples import METER, ROUNDS, Example, base_examples, row_examples
from croupier.handbook.page.blocks import Block, Cell, Document, Facts, Section, Signatures, Words, grid_of
from croupier.handbook.page.typesetting import BREAK
from croupier.play.game import Game
from croupier.questions.sheet.wording import cards_words, posted_tables, sample_words, side_wagers
from croupier.records import Record, converted
from croupier.rulebook.configuration import Configuration
from croupier.units.money import dollars, format_money

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

BLANK: Final = "______________________________"


class Item(Record):
    """One thing that an authority asks for: where it is, or why it is not here."""

    asked: str
    files: tuple[str, ...] = ()
    lacking: str = ""


class Filing(Record):
    """What one authority asks for, in its order."""

    source: str
    items: tuple[Item, ...]


_FILINGS: Final = converted(
    dict[str, Filing], tomllib.loads(Path(__file__).with_name("filings.toml").read_text(encoding="utf-8"))
)
AUTHORITIES: Final = tuple(name for name in _FILINGS if name != "always")


def checklist(authority: str) -> tuple[Item, ...]:
    """What an authority asks for, in its order, and what we add."""
    return (*_FILINGS[authority].items, *_FILINGS["always"].items)


def contents(
    configuration: Configuration, authority: str, made: Collection[str], failed: Mapping[str, str], date: datetime.date
) -> Document:
    """The first page: what is missing, then everything that was asked for and where it is."""
    items = checklist(authority)
    missing = [(item.asked, item.lacking) for item in items if item.lacking]
    missing += [(item.asked, failed[name]) for item in items for name in item.files if name in failed]
    samples = [table for table in posted_tables(configuration) if table.is_sample]
    missing += [(f"The maker's own table of {table.wager.title}", f"{table.code} is a sample") for table in samples]
    if authority == "maryland":
        jackpots = [table for table in posted_tables(configuration) if table.wager.kind == "jackpot"]
        missing += [(f'{table.wager.title} in odds with the word "to"', "its table pays for 1") for table in jackpots]
    rows = [(item.asked, ", ".join(name for name in item.files if name in made) or "missing") for item in items]
    return Document(
        configuration.rules.title,
        (
            *_warning(configuration),
            Section("Not in this folder", (grid_of(("asked for", "lacking"), missing),)),
            Section("In the order of the list", (grid_of(("asked for", "where it is"), rows),)),
        ),
        kicker=f"Dossier, {authority.capitalize()}",
        facts=(("Configuration", str(configuration)), ("Game hash", configuration.game_hash)),
        foot="Built to published rules; no regulator has approved it.",
        date=date,
    )


def letter(configuration: Configuration, authority: str, date: datetime.date) -> Document:
    """The cover letter, with a blank for everything that only its sender knows."""
    rules = configuration.rules
    sides = side_wagers(configuration)
    offer = f"with these wagers beside the base game: {', '.join(sides)}" if sides else "without bonus wagers"
    blanks = (
        "New game, or variation of",
        "Developer",
        "Address",
        "Telephone and electronic mail",
        "Contact",
        "Host casino",
    )
    body: tuple[Block, ...] = (
        Facts((("To", BLANK), ("Date", date.isoformat()))),
        Words(
            f"We ask for approval of {rules.title} as described in the enclosed rules of play. {rules.summary} It is "
            f"dealt from {cards_words(configuration)}, {offer}. The enclosed list says where each item that you ask "
            "for is found, and first what is not enclosed."
        ),
        Facts(tuple((name, BLANK) for name in blanks)),
        Facts((("Configuration", str(configuration)), ("Game hash", configuration.game_hash))),
        Signatures(("Developer",)),
    )
    sections = (*_warning(configuration), Section("Request for approval", body))
    return Document(rules.title, sections, kicker=f"Application, {authority.capitalize()}", date=date)


def examples(game: Game, date: datetime.date) -> Document:
    """Rounds of this configuration that are won, lost and tied, and one for every row that pays, settled now."""
    words = {"win": "The base wager wins", "lose": "The base wager loses", "push": "The base wager is tied"}
    base = base_examples(game)
    sections = [
        Section(words[outcome], (Words(base[outcome].told), _owed(base[outcome])))
        for outcome in words
        if outcome in base
    ]
    for table in posted_tables(game.configuration):
        if table.wager.id not in game.configuration.tables:
            continue
        shown = row_examples(game, table.wager.id)
        rows = [
            (row.label, shown[row.event].cards, *shown[row.event].paid(table.wager.id))
            if row.event in shown
            else (row.label, "no round was found that reaches it", "", "", row.pays)
            for row in table.rows
        ]
        note = f"{table.code}." + (f" Meters show {dollars(METER)}." if table.wager.kind == "jackpot" else "")
        grid = grid_of(("row", "cards", "stake", "paid", "why"), rows, numbers=(2, 3), caption=note)
        marks = ("sample",) if table.is_sample else ()
        sections.append(Section(f"Every row of {table.wager.title}", (grid,), marks))
    if "push" not in base:
        sections.append(Section("", (Words(f"No tie of the base wager came in {ROUNDS:,} rounds."),)))
    return Document(game.rules.title, (*_warning(game.configuration), *sections), kicker="Worked examples", date=date)


def coverage(configuration: Configuration, date: datetime.date) -> Document:
    """Every requirement of the game's own document with the rule, the code and the test that show it."""
    document = configuration.edition.document
    by_document = json.loads(Path(__file__).with_name("coverage.json").read_text(encoding="utf-8"))
    if document not in by_document:
        raise BadInput(f"the requirements of {document} are not listed one by one")
    # Names of files and tests may end a line after each of their parts.
    rows = [
        [Cell(re.sub(r"(?<=\w)([/_]|::)(?=\w)", rf"\1{BREAK}", words)) for words in row]
        for row in by_document[document]
    ]
    grid = grid_of(("no.", "section", "requirement", "rule", "code", "shown by"), rows)
    title = f"{configuration.edition.title} [{document}]"
    return Document(configuration.rules.title, (Section(title, (grid,)),), kicker="Coverage", date=date)


SIGHTS: Final = (
    "dealer:1 is one of the dealer's cards, any of them equally likely; of it color, kind and high tell only whether "
    "it is red, whether it is an ace, a face or another card, and whether it is a queen or better."
)
"""What the names of the sights mean, to a reader who does not type them."""


def titled(
    page: Document, configuration: Configuration, kicker: str, date: datetime.date, told: Sequence[str] = ()
) -> Document:
    """A page of the terminal as a paper of the dossier: what its title says beside the configuration is a fact."""
    said = page.title.partition(": ")[2] or page.title
    facts = (("Configuration", str(configuration)), ("Shown", said))
    sections = (*page.sections, Section("", tuple(Words(words, "note") for words in told)))
    return page._replace(title=configuration.rules.title, sections=sections, kicker=kicker, facts=facts, date=date)


def _owed(example: Example) -> Block:
    titles = {wager.id: wager.title for wager in example.played.game.rules.wagers}
    rows = [
        (
            titles.get(line.wager, line.wager),
            format_money(line.stake),
            line.outcome,
            format_money(line.net),
            str(line.why),
            line.cite,
        )
        for line in example.settlement.lines
    ]
    return grid_of(("wager", "stake", "outcome", "net", "why", "by"), rows, numbers=(1, 3))


def _warning(configuration: Configuration) -> tuple[Section, ...]:
    words = sample_words(configuration)
    return (Section("", (Words(words, "warning"),)),) if words else ()


def sums(files: Mapping[str, bytes]) -> bytes:
    """A file that ``sha256sum --check`` reads."""
    return "".join(f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files)).encode()


NAMESPACE: Final = b"file"
"""What ``ssh-keygen -Y verify -n`` must be told."""


def read_key(path: Path) -> Ed25519PrivateKey:
    """An Ed25519 key of OpenSSH, without a passphrase."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_ssh_private_key

    try:
        key = load_ssh_private_key(path.read_bytes(), None)
    except OSError as problem:
        raise BadInput(f"cannot read {path}: {problem.strerror}") from None
    except (ValueError, TypeError):
        raise BadInput(
            f"{path} is no key of OpenSSH that can be read", hint="ssh-keygen -t ed25519, no passphrase"
        ) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise BadInput(f"{path} is not an Ed25519 key", hint="ssh-keygen -t ed25519")
    return key


def ssh_signature(key: Ed25519PrivateKey, message: bytes) -> bytes:
    """A signature as ``ssh-keygen -Y sign`` writes it (PROTOCOL.sshsig)."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    def string(part: bytes) -> bytes:
        return struct.pack(">I", len(part)) + part

    kind = b"ssh-ed25519"
    public = string(kind) + string(key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw))
    about = string(NAMESPACE) + string(b"") + string(b"sha512")
    signed = key.sign(b"SSHSIG" + about + string(hashlib.sha512(message).digest()))
    blob = b"SSHSIG" + struct.pack(">I", 1) + string(public) + about + string(string(kind) + string(signed))
    text = base64.b64encode(blob).decode()
    lines = [text[start : start + 70] for start in range(0, len(text), 70)]
    return "\n".join(["-----BEGIN SSH SIGNATURE-----", *lines, "-----END SSH SIGNATURE-----", ""]).encode()
