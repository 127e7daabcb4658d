"""The folder that goes to an authority: its checklist, the cover letter with blanks, and worked examples. What the
folder holds is made elsewhere and given by name; here it is put in the order of the authority's own list, and what
software cannot make (letters of others, receipts, accessories, a laboratory's signature) is said first."""

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
from croupier.handbook.examples import METER, ROUNDS, TIED, Example, base_examples, losing_example, row_examples
from croupier.handbook.page.blocks import Block, Document, Facts, Section, Signatures, Words, grid_of
from croupier.handbook.rules.document import numbers_of_sentences
from croupier.play.game import Game
from croupier.questions.sheet.wording import (
    Limits,
    cards_words,
    limit_rows,
    posted_rules,
    posted_tables,
    sample_words,
    side_wagers,
)
from croupier.records import Record, converted
from croupier.rulebook.configuration import Configuration
from croupier.units import dollars, format_money

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

BLANK: Final = "______________________________"
USUAL: Final = Limits()
"""What is posted where nobody said what may be wagered."""


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
    return (*_FILINGS[authority].items, *_FILINGS["always"].items)


def contents(
    configuration: Configuration,
    authority: str,
    made: Collection[str],
    failed: Mapping[str, str],
    date: datetime.date,
    limits: Limits = USUAL,
) -> Document:
    """The first page: what is missing and what is to be filled in, then everything asked for and where it is."""
    items = checklist(authority)
    missing = [(item.asked, item.lacking) for item in items if item.lacking and not item.files]
    missing += [(f"{item.asked}: {name}", failed[name]) for item in items for name in item.files if name in failed]
    blanks = [(", ".join(item.files), item.lacking) for item in items if item.lacking and {*made} & {*item.files}]
    posted = [name for name in ("rules.pdf", "placard.pdf", "rack-card.pdf") if name in made]
    if limits == USUAL and posted:
        words = "; ".join(f"{title} {words}" for title, words in limit_rows(configuration, limits))
        blanks.append((", ".join(posted), f"limits of your own: {words} are usual ones, which nobody stated"))
    tables = posted_tables(configuration)
    missing += [
        (f"The maker's own table of {table.wager.title}", f"{table.code} is a sample")
        for table in tables
        if table.is_sample
    ]
    if authority == "maryland":
        jackpots = [table for table in tables if table.wager.kind == "jackpot"]
        missing += [(f'{table.wager.title} in odds with the word "to"', "its table pays for 1") for table in jackpots]
    rows = [(item.asked, ", ".join(name for name in item.files if name in made) or "missing") for item in items]
    lists = (
        ("Not in this folder", ("asked for", "lacking"), missing),
        ("To be filled in by the sender", ("paper", "what it still lacks"), blanks),
        ("In the order of the list", ("asked for", "where it is"), rows),
    )
    sections = [Section(title, (grid_of(columns, lines),)) for title, columns, lines in lists if lines]
    told = "Built to published rules; no regulator has approved it."
    return _paper(configuration, f"Dossier, {authority.capitalize()}", date, sections, told)


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
        Facts((("To", BLANK),)),
        Words(
            f"We ask for approval of {rules.title} as described in the enclosed rules of play. {rules.summary} It is "
            f"dealt from {cards_words(configuration)}, {offer}. The enclosed list says where each item that you ask "
            "for is found, and first what is not enclosed."
        ),
        Facts(tuple((name, BLANK) for name in blanks)),
        Signatures(("Developer",)),
    )
    return _paper(
        configuration, f"Application, {authority.capitalize()}", date, [Section("Request for approval", body)]
    )


def examples(game: Game, date: datetime.date) -> Document:
    """Rounds of this configuration, one for each way in which its base wager fares, one for every row that pays and one
    that a bonus wager loses, settled now."""
    base = base_examples(game)
    sections = [Section(title, (Words(example.told), _owed(example))) for title, example in base.items()]
    for table in posted_tables(game.configuration):
        wager = table.wager.id
        if wager not in game.configuration.tables:
            continue
        shown = row_examples(game, wager)
        rows = [
            (row.label, shown[row.event].cards, *shown[row.event].paid(wager))
            if row.event in shown
            else (row.label, "no round was found that reaches it", "", "", row.pays)
            for row in table.rows
        ]
        lost = losing_example(game, wager)
        if lost is not None:
            rows.append(("no row: it loses", lost.cards, *lost.paid(wager)))
        note = f"{table.code}." + (f" Meters show {dollars(METER)}." if table.wager.kind == "jackpot" else "")
        grid = grid_of(("row", "cards", "stake", "paid", "why"), rows, numbers=(2, 3), caption=note)
        marks = ("sample",) if table.is_sample else ()
        sections.append(Section(f"Every row of {table.wager.title}", (grid,), marks))
    if not any(title.startswith(TIED) for title in base):
        sections.append(Section("", (Words(f"No tie of the base wager came in {ROUNDS:,} rounds."),)))
    return _paper(game.configuration, "Worked examples", date, sections)


def coverage(configuration: Configuration, date: datetime.date) -> Document:
    """Every requirement of the game's own document with the rule, the code and the test that show it. A rule is named
    by its number in the rules of play of this folder."""
    document = configuration.edition.document
    by_document = json.loads(Path(__file__).with_name("coverage.json").read_text(encoding="utf-8"))
    if document not in by_document:
        raise BadInput(f"the requirements of {document} are not listed one by one")
    numbers = numbers_of_sentences(configuration, Limits())
    posted = {
        rule.id: numbers.get(words, "")
        for topic in {rule.topic for rule in configuration.rules.rules}
        for rule, words in posted_rules(configuration, topic)
    }
    # A reading begins with its name.
    posted |= {words.partition(". ")[0]: number for words, number in numbers.items()}
    rows = [
        (*row[:3], _in_the_folder(configuration, row[3].split("; "), posted), *row[4:]) for row in by_document[document]
    ]
    grid = grid_of(("no.", "section", "requirement", "where it is stated", "code", "shown by"), rows)
    told = (
        "Numbers such as 3.2 are those of rules.pdf. Code and tests are files of the software, whose hashes are in "
        "version.json; rulings are settled situations, kept with each game."
    )
    title = f"{configuration.edition.title} [{document}]"
    return _paper(configuration, "Coverage", date, [Section(title, (Words(told, "note"), grid))])


def _in_the_folder(configuration: Configuration, names: Sequence[str], posted: Mapping[str, str]) -> str:
    """Where records of the book stand in the papers of this folder; in their own words where they do not."""
    told = dict.fromkeys(_place(configuration, name, posted) for name in names)
    return _NUMBERS.sub(lambda found: found[0].replace("; rules.pdf ", ", "), "; ".join(told))


_NUMBERS: Final = re.compile(r"rules\.pdf [\d.]+(?:; rules\.pdf [\d.]+)+")


def _place(configuration: Configuration, name: str, posted: Mapping[str, str]) -> str:
    kind, _, id = name.rpartition(": ")[2].partition(" ")
    rules = configuration.rules
    match kind:
        case "rule":
            words = next((rule.text for rule in rules.rules if rule.id == id), id)
            return f"rules.pdf {posted[id]}" if posted.get(id) else f"in the rulebook, not in rules.pdf: “{words}”"
        case "wager":
            wager = next(wager for wager in rules.wagers if wager.id == id)
            is_here = wager.kind in ("base", "follow") or id in configuration.tables
            return f"rules.pdf, Wagers: {wager.title}" if is_here else f"{wager.title}, not offered here"
        case "reading":
            return f"reading {id}" if id in posted else f"reading {id}, which does not bear on this table"
        case "key":
            return next((f"choice of the house: “{key.text}”" for key in rules.keys if key.id == id), id)
        case "number":
            return next((f"figure {each.value}: {each.text}" for each in rules.numbers if each.id == id), id)
        case "summary":
            return "letter.pdf: what the game is"
        case "table":
            is_here = any(id in table.codes for table in configuration.tables.values())
            return name if is_here else f"{name}, not offered here"
    return name.rpartition(": ")[2]


def _paper(
    configuration: Configuration, kicker: str, date: datetime.date, sections: Sequence[Section], foot: str = ""
) -> Document:
    """A paper of the folder: whatever page of it is found alone says what it is of, and when it was made."""
    words = sample_words(configuration)
    warning = [Section("", (Words(words, "warning"),))] if words else []
    of = f"{configuration.rules.title}; game {configuration.game_hash[:16]}; {date.isoformat()}"
    return Document(
        configuration.rules.title,
        (*warning, *sections),
        kicker,
        (("Configuration", str(configuration)), ("Game hash", configuration.game_hash), ("Date", date.isoformat())),
        f"{of}. {foot}".rstrip(" ."),
        date=date,
    )


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
    sections = [*page.sections, Section("", tuple(Words(words, "note") for words in told))]
    paper = _paper(configuration, kicker, date, sections)
    return paper._replace(facts=(*paper.facts, ("Shown", said)))


def _owed(example: Example) -> Block:
    rules = example.played.game.rules
    rows = [
        (
            rules.line_title(line.wager),
            format_money(line.stake),
            line.outcome,
            format_money(line.net),
            str(line.why),
            line.cite,
        )
        for line in example.settlement.lines
    ]
    return grid_of(("wager", "stake", "outcome", "net", "why", "by"), rows, numbers=(1, 3))


def sums(files: Mapping[str, bytes]) -> bytes:
    """A file that ``sha256sum --check`` reads."""
    return "".join(f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files)).encode()


NAMESPACE: Final = b"file"  # What ``ssh-keygen -Y verify -n`` must be told.


def read_key(path: Path) -> "Ed25519PrivateKey":
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


def ssh_signature(key: "Ed25519PrivateKey", message: bytes) -> bytes:
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
