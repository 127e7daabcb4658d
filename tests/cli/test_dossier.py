"""The dossier: every item of the authority's list has its paper or is said to be missing, and the bytes repeat."""

from __future__ import annotations

import base64
import datetime
import hashlib
import json
import os
import re
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from croupier import catalogue
from croupier.cli import laboratory
from croupier.cli.main import run
from croupier.errors import BadInput
from croupier.handbook.dossier import (
    AUTHORITIES,
    checklist,
    contents,
    coverage,
    examples,
    letter,
    read_key,
    ssh_signature,
    titled,
)
from croupier.handbook.page import pdf
from croupier.handbook.page.blocks import Document, Grid, Words, all_blocks, page_of
from croupier.handbook.parsheet.writers import render_pdf
from croupier.handbook.rules.document import numbers_of_sentences, rules_document
from croupier.handbook.rules.felt import render_felt
from croupier.handbook.rules.placard import placard_pages
from croupier.questions.asking import ask
from croupier.questions.sheet.question import ParSheet
from croupier.questions.sheet.wording import Limits
from tests.caches import without_results

DATE = datetime.date(2027, 1, 15)
GAME = "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)"


def strings(blob: bytes) -> list[bytes]:
    """The parts of a message of OpenSSH: a length in four bytes, then so many."""
    parts = []
    while blob:
        (size,) = struct.unpack(">I", blob[:4])
        parts.append(blob[4 : 4 + size])
        blob = blob[4 + size :]
    return parts


def test_a_signature_is_what_openssh_verifies() -> None:
    """PROTOCOL.sshsig: the key signs namespace, hash algorithm and hash, and the armor carries all of it."""
    key = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    begin, *lines, end, last = ssh_signature(key, b"sums").decode().split("\n")
    assert (begin, end, last) == ("-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----", "")
    blob = base64.b64decode("".join(lines))
    assert blob[:10] == b"SSHSIG" + struct.pack(">I", 1)
    public, namespace, reserved, algorithm, signature = strings(blob[10:])
    assert (namespace, reserved, algorithm) == (b"file", b"", b"sha512")
    assert strings(public)[0] == strings(signature)[0] == b"ssh-ed25519"
    about = b"".join(struct.pack(">I", len(part)) + part for part in (namespace, reserved, algorithm))
    digest = hashlib.sha512(b"sums").digest()
    key.public_key().verify(strings(signature)[1], b"SSHSIG" + about + struct.pack(">I", len(digest)) + digest)


def _recompute_hashes(files: dict[str, bytes]) -> None:
    """By the paragraph in version.json, from nothing but the folder."""
    version = json.loads(files["version.json"])
    assert hashlib.sha256(files["game.json"]).hexdigest() == version["games"]["three-card-prime"]
    assert hashlib.sha256(files["rulebook.json"]).hexdigest() == version["rulebook_hash"]
    lines = [
        f"{file['sha256']}  {file['path']}\n"
        for file in version["files"]
        if file["path"].endswith((".css", ".py", ".toml", ".typ"))
        and not file["path"].startswith("croupier/service/web/")
    ]
    assert hashlib.sha256("".join(lines).encode()).hexdigest() == version["software_hash"]
    for words in ("game.json", "rulebook.json", "sha256, two blanks, its path, a line feed", ".css, .py, .toml, .typ"):
        assert words in version["hashes"]


def test_everything_asked_for_is_there_or_named_and_the_bytes_repeat(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    key = tmp_path / "key"
    private = Ed25519PrivateKey.generate()
    key.write_bytes(private.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()))
    asked = ["dossier", GAME, "--for", "nevada", "--date", "2027-01-15", "--key", str(key)]
    assert run([*asked, "-o", str(tmp_path / "one")]) == 0
    monkeypatch.setenv("TZ", "Asia/Kathmandu")
    monkeypatch.setenv("LC_ALL", "tr_TR.UTF-8")
    monkeypatch.chdir(tmp_path)
    assert run([*asked, "-o", "two"]) == 0
    one, two = ({path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("one", "two"))
    assert one == two
    wanted = {name for item in checklist("nevada") for name in item.files}
    assert wanted <= one.keys(), capsys.readouterr().err
    for authority in AUTHORITIES:
        on_the_list = {name for item in checklist(authority) for name in item.files}
        assert one.keys() - on_the_list == {"contents.pdf", "SHA256SUMS.sig"}, "nothing lies in the folder unlisted"
    listed = dict(line.split("  ")[::-1] for line in one["SHA256SUMS"].decode().splitlines())
    _recompute_hashes(one)
    sealed = {name: hashlib.sha256(content).hexdigest() for name, content in one.items() if "SHA256SUMS" not in name}
    assert listed == sealed
    assert run([*asked, "-o", str(tmp_path / "one")]) == 2
    assert "exists already" in capsys.readouterr().err


@pytest.mark.slow
def test_another_user_elsewhere_writes_the_same_bytes(tmp_path: Path) -> None:
    """Another process, folder, time zone, language and home."""
    asked = ["dossier", GAME, "--for", "nevada", "--date", "2027-01-15", "-o"]
    assert run([*asked, str(tmp_path / "one")]) == 0
    elsewhere = {"TZ": "Asia/Kathmandu", "LC_ALL": "tr_TR.UTF-8", "HOME": str(tmp_path), "PYTHONHASHSEED": "7"}
    elsewhere["XDG_CACHE_HOME"] = without_results(tmp_path)
    command = [sys.executable, "-m", "croupier", *asked, "two"]
    subprocess.run(command, cwd=tmp_path, env={**os.environ, **elsewhere}, check=True, capture_output=True)
    one, two = ({path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("one", "two"))
    assert one == two


@pytest.mark.parametrize("authority", AUTHORITIES)
def test_an_item_has_a_paper_or_says_what_is_lacking(authority: str) -> None:
    assert all(item.files or item.lacking for item in checklist(authority))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["no-such-game", "--date", "2027-01-15"], "no-such-game"),
        (["three-card-prime", "--date", "someday"], "someday"),
        (["three-card-prime", "--date", "2027-01-15", "--for", "mars"], "mars"),
        (["three-card-prime", "--date", "2027-01-15", "--key", "/nonexistent"], "cannot read"),
    ],
)
def test_bad_input_is_named(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["dossier", *arguments, "-o", str(tmp_path / "folder")]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "folder").exists()


def test_a_file_that_is_no_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("not a key")
    with pytest.raises(Exception, match="is no key of OpenSSH"):
        read_key(tmp_path / "key")


def words_of(document: Document) -> str:
    """All that a document says."""
    return " ".join(
        part
        for block in all_blocks(document.sections)
        for part in (
            [block.text]
            if isinstance(block, Words)
            else [cell.text for row in block.rows for cell in row]
            if isinstance(block, Grid)
            else []
        )
    )


FILED = (
    "ricochet-poker(rapid_fire=SAMPLE-RIC-RF-01, hedge_bet=SAMPLE-RIC-HB-01)",
    "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02, prime=SAMPLE-TCP-PRIME-01)",
    "keep-it-straight(edition=washington, straight=PT-FLT-STR-01, straight_flush_progressive=PT-BJS-HCF-SF-E01)",
    "blackjack(decks=6, perfect_pairs=PT-PRG-PP-D01a, suit=spades)",
    "high-card-flush",
)


@pytest.mark.parametrize("spec", FILED)
def test_every_row_of_this_configuration_has_an_example(spec: str) -> None:
    game = catalogue.load(spec)
    document = examples(game, DATE)
    titles = [section.title for section in document.sections]
    for outcome in ("wins", "loses"):
        assert any(title.startswith(f"The base wager {outcome}") for title in titles)
    assert any(
        title.startswith("The base wager is tied") for title in titles
    ) or "No tie of the base wager came" in words_of(document)
    for wager in game.configuration.tables:
        assert f"Every row of {game.rules.wager(wager).title}" in titles
    assert "no round was found" not in words_of(document)


@pytest.mark.parametrize("spec", FILED)
def test_letter_and_contents_warn_of_samples_and_name_what_is_offered(spec: str) -> None:
    configuration = catalogue.configuration(spec)
    papers = letter(configuration, "nevada", DATE), contents(configuration, "nevada", {"rules.pdf"}, {}, DATE)
    for paper in papers:
        assert ("Sample tables, not the maker's" in words_of(paper)) is configuration.uses_samples
    sides = [wager for wager in configuration.rules.wagers if wager.kind in ("bonus", "jackpot")]
    offered = ", ".join(wager.title for wager in sides if wager.id in configuration.tables)
    told = f"with these wagers beside the base game: {offered}." if offered else "without bonus wagers."
    assert told in words_of(papers[0])


@pytest.mark.parametrize("spec", FILED[:4])
def test_every_requirement_of_the_games_document_is_covered(spec: str) -> None:
    configuration = catalogue.configuration(spec)
    paper = coverage(configuration, DATE)
    (grid,) = (block for block in all_blocks(paper.sections) if isinstance(block, Grid))
    assert [row[0].text for row in grid.rows] == [str(number) for number in range(1, len(grid.rows) + 1)]
    assert len(grid.rows) > 15
    assert all(cell.text for row in grid.rows for cell in row[2:])


def test_examples_beat_a_qualifying_dealer_fold_and_lose_a_bonus() -> None:
    document = examples(catalogue.load(GAME), DATE)
    by_title = {section.title: section for section in document.sections}
    told = {title: words_of(document._replace(sections=(section,))) for title, section in by_title.items()}
    assert "beats the dealer's ace-high" in told["The base wager wins: it beats the dealer's hand"]
    assert "does not qualify" in told["The base wager wins: the dealer does not qualify"]
    assert "The player chooses: fold." in told["The base wager is folded"]
    assert "no row: it loses" in told["Every row of Pair Bonus"]
    assert "no row of PT-FLT-TCPR-PB-02 pays it" in told["Every row of Pair Bonus"]
    assert "no row: it loses" not in told["Every row of Ante Bonus"]


@pytest.mark.parametrize(
    ("spec", "shown"),
    [
        ("keep-it-straight", {"Raise at 2 to 1"}),
        ("blackjack", {"Decision: split", "Decision: double", "Insurance at 2 to 1"}),
        ("blackjack(surrender=late)", {"The base wager loses: surrender"}),
    ],
)
def test_every_odds_of_the_base_game_and_every_decision_has_an_example(spec: str, shown: set[str]) -> None:
    titles = {section.title for section in examples(catalogue.load(spec), DATE).sections}
    assert shown <= titles
    assert "The base wager is folded: the rules demand it" not in titles or spec == "keep-it-straight"


def test_a_split_hand_is_told_hand_by_hand() -> None:
    document = examples(catalogue.load("blackjack"), DATE)
    (split,) = (section for section in document.sections if section.title == "Decision: split")
    told = words_of(document._replace(sections=(split,)))
    assert "player's hand 1 " in told
    assert "player's hand 2 " in told
    assert "Split, hand 2 10.00" in told
    assert "split_2" not in told


def test_limits_that_nobody_stated_are_said_to_be_usual_ones() -> None:
    configuration, made = catalogue.configuration(GAME), {"rules.pdf", "placard.pdf"}
    usual = words_of(contents(configuration, "maryland", made, {}, DATE))
    assert "rules.pdf, placard.pdf limits of your own: Ante $5 to $500; Pair Bonus $1 to $100 are usual" in usual
    stated = words_of(contents(configuration, "maryland", made, {}, DATE, Limits(1_000, 30_000)))
    assert "limits of your own" not in stated
    failed = contents(configuration, "generic", made, {"strategy.pdf": "nothing to decide"}, DATE)
    assert "percentages of every wager: strategy.pdf nothing to decide" in words_of(failed)


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("keep-it-straight", "9 sights of the dealer's cards are counted: seconds to two minutes each"),
        ("three-card-prime", "5 sights of the dealer's cards are counted: seconds to two minutes each"),
        ("blackjack", ""),
    ],
)
def test_what_takes_minutes_is_said_before_it_begins(
    game: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(laboratory, "_pieces", lambda *_: ({}, {}))
    assert run(["dossier", game, "-o", str(tmp_path / "folder")]) == 0
    assert capsys.readouterr().err.partition(", unless")[0] == told


def test_a_game_of_ones_own_is_filed_with_its_limits_and_the_hash_of_its_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    examples_of_ours = Path(__file__).parents[2] / "examples" / "baccarat"
    asked = ["--games", str(examples_of_ours), "dossier", "baccarat", "--minimum", "25", "--date", "2027-01-15"]
    assert run([*asked, "-o", str(tmp_path / "own")]) == 0
    files = {path.name: path.read_bytes() for path in (tmp_path / "own").iterdir()}
    code = hashlib.sha256()
    for path in sorted(examples_of_ours.glob("*.py")):
        code.update(path.name.encode() + bytes(1) + path.read_bytes())
    version = json.loads(files["version.json"])
    assert version["outside"] == {"baccarat": code.hexdigest()}
    assert "its name, a zero byte, its content" in version["hashes"]
    assert json.loads(files["par-sheet.json"])["document"]["date"] == "2027-01-15"
    assert run([*asked[:-2], "--minimum", "600", "-o", str(tmp_path / "none")]) == 2
    assert "limits from 600.00 to 500.00" in capsys.readouterr().err


@pytest.mark.parametrize("spec", FILED[:4])
def test_coverage_names_what_a_reader_of_the_folder_finds(spec: str) -> None:
    """Rules by their number in rules.pdf, never by a name of ours; every table by its own ruling."""
    configuration = catalogue.configuration(spec)
    paper = coverage(configuration, DATE)
    (grid,) = (block for block in all_blocks(paper.sections) if isinstance(block, Grid))
    stated = [row[3].text for row in grid.rows]
    assert not any(": rule " in words or ": key " in words for words in stated)
    numbers = numbers_of_sentences(configuration, Limits())
    sentences = numbers.values()
    named = re.findall(r"(?<=rules\.pdf )[\d., ]+", " ".join(stated))
    assert named
    assert "not for this table" not in " ".join(stated), "a rule that is in force may stand in the rulebook alone"
    assert {number for words in named for number in re.findall(r"\d+\.\d+", words)} <= set(sentences)
    entries = [entry for words in stated for entry in words.split("; ")]
    for title in (entry.removeprefix("rules.pdf, Wagers: ") for entry in entries if ", Wagers: " in entry):
        assert any(words.startswith(f"{title}. ") for words in numbers), f"{title} is no wager of rules.pdf"
    for reading in (entry.removeprefix("reading ") for entry in entries if re.fullmatch(r"reading \w+", entry)):
        assert any(words.startswith(f"{reading}. ") for words in numbers), f"{reading} is no reading of rules.pdf"
    assert not any(re.search(r"(?<!rules\.pdf)(?<!\d,) \d+\.\d+$", entry) for entry in entries)
    if configuration.name == "three-card-prime":
        shown = {row[2].text.removeprefix("table "): row[5].text for row in grid.rows if "TCPR-PB" in row[2].text}
        for table, words in shown.items():
            assert f"row by row on {table}" in words
            assert not any(f"row by row on {other}" in words for other in shown.keys() - {table})


@pytest.mark.parametrize("spec", FILED)
def test_every_paper_of_ours_has_hash_and_date(spec: str) -> None:
    configuration = catalogue.configuration(spec)
    papers = [
        letter(configuration, "nevada", DATE),
        contents(configuration, "nevada", {"rules.pdf"}, {}, DATE),
        examples(catalogue.load(spec), DATE),
        *([coverage(configuration, DATE)] if configuration.name != "high-card-flush" else []),
    ]
    rules = rules_document(configuration, Limits(), DATE)
    assert ("Date", "2027-01-15") in rules.facts
    for paper in papers:
        assert ("Game hash", configuration.game_hash) in paper.facts
    for paper in (*papers, rules):
        assert configuration.game_hash[:16] in paper.foot
        assert "2027-01-15" in paper.foot


def test_what_is_enclosed_is_not_listed_as_lacking() -> None:
    stated = Limits(1_000, 30_000)
    paper = contents(catalogue.configuration(GAME), "nevada", {"letter.pdf", "rules.pdf"}, {}, DATE, stated)
    said = {section.title: words_of(paper._replace(sections=(section,))) for section in paper.sections}
    assert "Letter requesting approval" not in said["Not in this folder"]
    assert said["To be filled in by the sender"] == "letter.pdf its blanks and signature"


def test_nothing_unseen_is_copied_from_a_paper() -> None:
    """Where a line may break, nothing stands that a reader would copy along with a configuration or a path."""
    configuration = catalogue.configuration(GAME)
    source = pdf.source([coverage(configuration, DATE)])
    placard = placard_pages(configuration, Limits(), "letter")[0]
    printer = render_felt(catalogue.load(GAME))
    assert not any("\u200b" in text for text in (source, placard, printer))
    assert 'text("three-card-prime(") + h(0.001pt) + text("pair_bonus=")' in source


def test_nothing_unseen_is_copied_from_the_contents_of_a_sheet() -> None:
    """What a reader copies from a PDF is what its letters and its replacement texts say."""
    paper = render_pdf(ask(ParSheet(game=GAME, wager="pair_bonus", luck=False)))
    streams = [zlib.decompress(found) for found in re.findall(rb"stream\r?\n(x.*?)\r?\nendstream", paper, re.DOTALL)]
    assert any(b"ActualText" in stream or b"beginbfchar" in stream for stream in streams)
    for unseen in (b"2060", b"200B", b"FEFF", b"00AD"):
        assert not any(re.search(rb"ActualText<FEFF[0-9A-F]*%b" % unseen, stream) for stream in streams)
        assert not any(re.search(rb"<[0-9A-F]+>\s*<%b>" % unseen, stream) for stream in streams)


def test_a_document_that_is_not_listed_is_said_to_be_missing() -> None:
    with pytest.raises(BadInput, match="HCF-RULES"):
        coverage(catalogue.configuration("high-card-flush"), DATE)


def test_a_page_of_the_terminal_is_titled_as_a_paper() -> None:
    configuration = catalogue.configuration(GAME)
    paper = titled(page_of(f"{configuration}: how to play ante", ()), configuration, "Strategy", DATE)
    assert (paper.title, paper.kicker, paper.date) == ("Three Card Prime", "Strategy", DATE)
    assert paper.facts == (
        ("Configuration", GAME),
        ("Game hash", configuration.game_hash),
        ("Date", "2027-01-15"),
        ("Shown", "how to play ante"),
    )


def test_maryland_is_told_of_pays_that_are_not_in_odds_to_one() -> None:
    configuration = catalogue.configuration(FILED[2])
    for authority in ("maryland", "nevada"):
        told = words_of(contents(configuration, authority, (), {}, DATE))
        assert ("its table pays for 1" in told) is (authority == "maryland")
