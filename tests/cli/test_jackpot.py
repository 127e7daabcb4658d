"""``croupier jackpot`` from the outside: every command, and what it says to bad input."""

from __future__ import annotations

import csv
import json
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.casino.audit import InquiryRecord
from croupier.casino.proofs import SAMPLE
from croupier.cli.jackpot import COMMANDS
from croupier.jackpot.book.reading import read_state
from croupier.jackpot.codes import CODES
from croupier.jackpot.entries import KeptAward
from croupier.jackpot.journal import Head, Store
from croupier.jackpot.state import LinkState
from croupier.records import converted
from tests.cli.calling import hash_that_waits
from tests.cli.conftest import Wall
from tests.jackpot.worksheets import worksheets
from tests.processes import finished, python

Shown = tuple[int, str, str]
Croupier = Callable[..., Shown]
NOT_APPROVED = "not approved equipment"


@pytest.fixture
def croupier(croupier: Croupier) -> Croupier:
    """Run a jackpot command; its exit status, standard output and standard error."""
    return lambda *arguments: croupier("jackpot", *map(str, arguments))


@pytest.fixture
def book(tmp_path: Path, croupier: Croupier) -> Path:
    """A book whose one link, sf, is live and has its money in the bank."""
    path = tmp_path / "book.db"
    assert croupier("propose", SAMPLE, path, "--by", "sam", "--link", "sf")[0] == 0
    assert croupier("accept", path, "--by", "robin", "--hash", hash_that_waits(path))[0] == 0
    deposit = {"id": "d", "do": "deposit", "amount": "50,000", "reference": "opening-1"}
    assert croupier("post", path, requests(tmp_path, deposit), "--by", "sam")[0] == 0
    return path


def requests(folder: Path, *each: Any) -> Path:
    path = folder / "requests.jsonl"
    path.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in each))
    return path


def wager(id: str, round: int = 1, **fields: Any) -> dict[str, Any]:
    seats = fields.pop("seats", [1, 2])
    return {"id": id, "do": "wager", "table": "KIS-01", "round": round, "seats": seats, **fields}


def whole_round(round: int, hands: dict[str, Any]) -> list[dict[str, Any]]:
    where = {"table": "KIS-01", "round": round}
    return [
        wager(f"w{round}", round),
        {"id": f"l{round}", "do": "lock", **where},
        {"id": f"r{round}", "do": "result", **where, "hands": hands},
    ]


def assert_one_clear_line(shown: Shown, status: int, *words: str) -> None:
    """An error is a message that names the thing, with at most one hint after it."""
    assert shown[0] == status
    lines = shown[2].strip().splitlines()
    assert lines[0].startswith("croupier: ")
    assert len(lines) == 1 or lines[1].startswith("hint: ")
    assert len(lines) <= 2
    for word in words:
        assert word in shown[2]


# Plans


def test_check_prints_links_tables_chances_and_warnings(croupier: Croupier) -> None:
    status, out, _ = croupier("check", "sample")
    assert status == 0
    for word in ("sf: Straight Flush Progressive", "HCF-04 (5)", "1 in 82,379.66", "250,000.00", NOT_APPROVED):
        assert word in out
    assert max(map(len, out.splitlines())) <= 100
    record = json.loads(croupier("check", SAMPLE, "--json")[1])
    assert [link["id"] for link in record["links"]] == ["sf", "envy", "house"]
    assert any(NOT_APPROVED in warning for warning in record["warnings"])


def test_a_plan_needs_two_people(croupier: Croupier, tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    status, out, _ = croupier("propose", SAMPLE, path, "--by", "sam", "--link", "house")
    assert status == 0
    assert NOT_APPROVED in out
    hash = out.split("plan ")[-1].strip()
    assert_one_clear_line(croupier("accept", path, "--by", "sam", "--hash", hash), 1, "same_person", "link house")
    assert_one_clear_line(croupier("accept", path, "--by", "robin", "--hash", "00000000"), 1, hash)
    status, out, _ = croupier("accept", path, "--by", "robin", "--hash", hash[:8])
    assert status == 0
    assert f"approved by robin: plan {hash}" in out
    assert "House Jackpot prizes are paid by the casino" in " ".join(out.split())
    assert_one_clear_line(croupier("accept", path, "--by", "robin"), 2, "no proposed plan is waiting")
    assert "this very plan is in force" in croupier("propose", SAMPLE, path, "--by", "sam", "--link", "house")[1]


def test_off_a_terminal_no_plan_is_approved_unseen(croupier: Croupier, tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    assert croupier("propose", SAMPLE, path, "--by", "sam", "--link", "sf")[0] == 0
    hash = hash_that_waits(path)
    for guess in ((), ("--hash", ""), ("--hash", hash[:1]), ("--hash", hash[:7])):
        assert_one_clear_line(croupier("accept", path, "--by", "robin", *guess), 2, "--hash takes at least 8 letters")
    assert hash_that_waits(path) == hash, "it still waits"


def test_no_book_and_another_file_are_bad_input_for_every_command(croupier: Croupier, tmp_path: Path) -> None:
    other = tmp_path / "bad.db"
    other.write_text("not a book\n")
    lines = requests(tmp_path, wager("w"))
    for path, said in ((other, "is not a book"), (tmp_path / "missing.db", "there is no book")):
        for command in (
            ("audit", path),
            ("show", path),
            ("meters", path),
            ("report", path),
            ("backup", path, tmp_path / "copy"),
            ("post", path, lines, "--by", "sam"),
            ("close", path, "--day", "2026-01-01", "--by", "sam"),
            ("accept", path, "--by", "sam"),
        ):
            assert_one_clear_line(croupier(*command), 2, said)


def changed(folder: Path) -> Path:
    """The sample with another reseed amount, seats and person."""
    path = folder / "changed.toml"
    text = SAMPLE.read_text()
    for old, new in (
        ('seed = "10000.00"', 'seed = "10000.00"\nreseed = "12000.00"'),
        ('name = "Robin Supervisor"', 'name = "Robin Other"'),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    path.write_text(text)
    return path


def test_the_second_person_sees_what_is_approved(croupier: Croupier, book: Path, tmp_path: Path) -> None:
    plan = changed(tmp_path)
    status, out, _ = croupier("propose", plan, book, "--by", "sam", "--link", "sf")
    assert status == 0
    hash = out.split("plan ")[-1].strip()
    lines = ("level 1, reseed 50,000.00 60,000.00", "person robin, name Robin Supervisor Robin Other")
    shown = croupier("show", book)[1]
    assert f"WAITS for a second person: plan {hash}, proposed by sam" in shown
    refused = croupier("accept", book, "--by", "sam", "--hash", hash)
    assert refused[0] == 1
    accepted = croupier("accept", book, "--by", "robin", "--hash", hash)[1]
    for text in (out, shown, refused[1], accepted):
        assert text.count("sf: Straight Flush Progressive") >= 1
        for line in lines:
            assert line in " ".join(text.split())
    assert accepted.index("reseed  ") < accepted.index(f"approved by robin: plan {hash}")
    waiting = croupier("show", book)[1]
    assert "APPROVED, and takes effect level by level, as each meter is won, or at a full reset: plan" in waiting
    assert lines[0] in " ".join(waiting.split())
    assert lines[1] not in " ".join(waiting.split()), "people change with the approval"
    assert "WAITS" not in waiting


def test_a_first_plan_is_all_new(croupier: Croupier, tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    croupier("propose", SAMPLE, path, "--by", "sam", "--link", "sf")
    seen = hash_that_waits(path)
    for shown in (croupier("show", path), croupier("accept", path, "--by", "robin", "--hash", seen)):
        assert "no plan is in force: all of it is new" in shown[1]
        for word in ("dana (Dana Dealer)", "approval from $", "at most $30 of wagers", "50,000.00", "KIS-01 (6)"):
            assert word in shown[1]


def test_a_dealer_proposes_nothing(croupier: Croupier, tmp_path: Path) -> None:
    shown = croupier("propose", SAMPLE, tmp_path / "book.db", "--by", "dana", "--link", "sf")
    assert_one_clear_line(shown, 1, "not_allowed", "dana is dealer")


def test_codes_are_listed_in_order_of_precedence(croupier: Croupier) -> None:
    assert [each["code"] for each in json.loads(croupier("codes", "--json")[1])] == list(CODES)
    lines = croupier("codes")[1].splitlines()[2:]
    assert [line.split()[1] for line in lines] == list(CODES)


# Posting and looking


def test_post_answers_every_line_in_order(croupier: Croupier, book: Path, tmp_path: Path) -> None:
    hands = {"1": "As Ks Qs Js Ts 9s 2d"}
    file = requests(
        tmp_path,
        *whole_round(1, hands),
        wager("w1"),
        wager("w1", seats=[3]),
        "nonsense",
        "[1, 2]",
        wager("w2", 2, link="nowhere"),
        wager("w3", 2, link="sf", seats=[9]),
        "{" * 100_000,
    )
    status, out, _ = croupier("post", book, file, "--by", "sam")
    replies = [json.loads(line) for line in out.splitlines()]
    assert status == 1
    codes = [
        "ok",
        "ok",
        "ok",
        "exists",
        "id_reused",
        "malformed",
        "malformed",
        "malformed",
        "unknown_seat",
        "malformed",
    ]
    assert [reply["code"] for reply in replies] == codes
    assert replies[2]["awards"][0]["cents"] == 5_000_180
    assert replies[2]["awards"][0]["status"] == "pending"
    assert "line 6" in replies[5]["detail"]
    assert "nowhere" in replies[7]["detail"]
    assert replies[0]["seq"] + 1 == replies[1]["seq"]


def test_post_reads_standard_input_and_exits_0_when_all_is_posted(book: Path) -> None:
    command = [sys.executable, "-m", "croupier", "jackpot", "post", str(book), "--by", "sam"]
    lines = "".join(json.dumps(each) + "\n" for each in whole_round(1, {}))
    done = finished(command, input=lines)
    assert done.returncode == 0, done.stderr
    assert [json.loads(line)["code"] for line in done.stdout.splitlines()] == ["ok"] * 3


def test_post_answers_before_the_input_ends(book: Path) -> None:
    command = [sys.executable, "-m", "croupier", "jackpot", "post", str(book), "--by", "sam"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for request in whole_round(1, {}):
            process.stdin.write(json.dumps(request) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["code"] == "ok"
        process.stdin.close()
        assert process.wait(30) == 0


def test_meters_and_show(wall: Wall, croupier: Croupier, book: Path, tmp_path: Path) -> None:
    croupier("post", book, requests(tmp_path, *whole_round(1, {"1": "As Ks Qs Js Ts 9s 2d"})), "--by", "sam")
    status, out, _ = croupier("meters", book)
    assert status == 0
    assert "50,000.00" in out
    assert "pending at sf: award 1, $50,001.80" in out
    assert NOT_APPROVED in out
    (record,) = json.loads(croupier("meters", book, "--json")[1])
    assert record["meters"] == {"1": 5_000_000}
    assert record["accepts_wagers"] is True
    assert [award["no"] for award in record["pending"]] == [1]
    status, out, _ = croupier("show", book)
    for word in ("open gambling day", "2026-01-01", "pending", "Robin Supervisor", NOT_APPROVED):
        assert word in out
    assert max(map(len, out.splitlines())) <= 100
    assert json.loads(croupier("show", book, "--json")[1])[0]["day"] == "2026-01-01"


def test_no_text_of_a_journal_forges_a_line(book: Path, monkeypatch: pytest.MonkeyPatch, croupier: Croupier) -> None:
    """Texts that were let in once, under whatever rules there were then."""
    nasty = "dark\nat fault     no\x1b[2J\ud800"

    def read(store: Store, name: str) -> LinkState:
        state = read_state(store, name)
        state.faults = [nasty]
        nothing: dict[str, Any] = {"percent": None, "level": None, "from_meter": False, "duties": [], "sources": []}
        won: dict[str, Any] = {"no": 1, "seat": 1, "event": "", "kind": "fixed", "cents": 1, "round": 1, "at": 1}
        told: dict[str, Any] = {
            "label": nasty,
            "table": nasty,
            "day": "",
            "entry": 1,
            "status": "pending",
            "reported": [],
        }
        state.awards = {"1": KeptAward(**nothing, **won, **told)}
        return state

    def read_now(store: Store, name: str) -> tuple[LinkState, Head]:
        return read(store, name), store.head(name)

    for module in ("croupier.cli.jackpot.look", "croupier.jackpot.book.reading"):
        monkeypatch.setattr(f"{module}.read_now", read_now)
    for command in ("show", "meters"):
        status, out, _ = croupier(command, book)
        assert status == 0
        assert "dark\\nat fault     no\\x1b[2J\\ud800" in out
        assert not set(out) & set("\x1b\ud800")
        assert json.loads(croupier(command, book, "--json")[1])


# The day's end


def test_close_and_report(wall: Wall, croupier: Croupier, book: Path, tmp_path: Path) -> None:
    croupier("post", book, requests(tmp_path, *whole_round(1, {}), wager("w2", 2)), "--by", "sam")
    assert_one_clear_line(croupier("close", book, "--day", "2026-01-02", "--by", "alex"), 1, "wrong_day")
    assert_one_clear_line(croupier("close", book, "--day", "2026-01-01", "--by", "alex"), 1, "day_not_over")
    assert_one_clear_line(croupier("close", book, "--day", "soon", "--by", "alex"), 1, "malformed")
    status, out, _ = croupier("report", book)
    assert status == 0
    assert "not closed" in out
    void = {"id": "v", "do": "void", "table": "KIS-01", "round": 2, "reason": "misdeal"}
    croupier("post", book, requests(tmp_path, void), "--by", "sam")
    shown = croupier("show", book)[1]
    assert "1        void: reason misdeal, round 2, table KIS-01  sam" in shown, "whoever grants it sees its number"
    croupier("post", book, requests(tmp_path, {"id": "g", "do": "grant", "ask": 1}), "--by", "robin")
    wall.pass_day()
    late = {"id": "d-late", "do": "deposit", "amount": "1000.00", "reference": "DEP-LATE-1"}
    croupier("post", book, requests(tmp_path, late), "--by", "sam")
    status, out, _ = croupier("close", book, "--day", "2026-01-01", "--by", "alex")
    assert (status, "sf: 2026-01-01 closed" in out) == (0, True)
    assert "at its end owed to players $50,002.20, in the bank $50,000.00; open day 2026-01-02" in out, "not as of now"
    again = croupier("close", book, "--day", "2026-01-01", "--by", "alex")
    assert_one_clear_line(again, 1, "link sf: 2026-01-01 is closed; the open day is 2026-01-02")
    for arguments in ((), ("--day", "2026-01-01")):
        out = croupier("report", book, *arguments)[1]
        assert "closed by Alex Accounting" in out
        assert "Contributions from wagers" in out
        assert NOT_APPROVED in out
    assert "2026-01-02, from" not in croupier("report", book, "--day", "open")[1]
    assert "Friday, January 2, 2026" in croupier("report", book, "--day", "open")[1]
    assert_one_clear_line(croupier("report", book, "--day", "2025-05-05"), 2, "unknown gambling day '2025-05-05'")


def test_a_link_that_never_went_live_keeps_no_day_open(wall: Wall, croupier: Croupier, book: Path) -> None:
    croupier("propose", SAMPLE, book, "--by", "sam", "--link", "house")
    wall.pass_day()
    status, out, err = croupier("close", book, "--day", "2026-01-01", "--by", "alex")
    assert (status, err) == (0, "house: not live, nothing to close\n")
    assert out.startswith("sf: 2026-01-01 closed")
    named = croupier("close", book, "--day", "2026-01-01", "--by", "alex", "--link", "house")
    assert_one_clear_line(named, 1, "not_live")


def test_a_book_without_a_live_link_closes_nothing(croupier: Croupier, tmp_path: Path) -> None:
    croupier("propose", SAMPLE, tmp_path / "book.db", "--by", "sam", "--link", "sf")
    closed = croupier("close", tmp_path / "book.db", "--day", "2026-01-01", "--by", "alex")
    assert_one_clear_line(closed, 2, "no link is live")


def test_ids_of_clients_stand_in_nobodys_way(wall: Wall, croupier: Croupier, book: Path, tmp_path: Path) -> None:
    """Clients may have chosen the very words that the commands once used as their own ids."""
    taken = [f"{word}:{number}" for word in ("propose", "accept") for number in range(1, 40)]
    file = requests(
        tmp_path,
        *({"id": id, "do": "deposit", "amount": "0.01", "reference": f"x-{id}".replace(":", "-")} for id in taken),
        {"id": "close:2026-01-01", "do": "deposit", "amount": "0.01", "reference": "x-last-1"},
    )
    assert croupier("post", book, file, "--by", "sam")[0] == 0
    assert croupier("propose", changed(tmp_path), book, "--by", "sam", "--link", "sf")[0] == 0
    assert croupier("accept", book, "--by", "robin", "--hash", hash_that_waits(book))[0] == 0
    wall.pass_day()
    assert croupier("close", book, "--day", "2026-01-01", "--by", "alex")[0] == 0


def test_report_writes_pdf_xlsx_csv_a_folder_and_json(croupier: Croupier, book: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one.pdf", tmp_path / "two.pdf"
    for path in (one, two):
        assert croupier("report", book, "-o", path)[:2] == (0, "")
    assert one.read_bytes().startswith(b"%PDF")
    assert one.read_bytes() == two.read_bytes()
    assert croupier("report", book, "-o", tmp_path / "all.csv")[0] == 0
    assert (tmp_path / "all.csv").read_text().startswith("report\n")
    assert croupier("report", book, "-o", tmp_path / "all.XLSX")[:2] == (0, "")
    (meter,) = worksheets((tmp_path / "all.XLSX").read_bytes())["meters"]
    assert (meter["link"], meter["shown"]) == ("sf", 50_000.0)
    day = str(meter["day"])
    assert croupier("report", book, "--month", day[:7], "-o", tmp_path / "month.xlsx")[:2] == (0, "")
    assert worksheets((tmp_path / "month.xlsx").read_bytes())["days"][0]["day"] == day
    folder = tmp_path / "reports"
    assert croupier("report", book, "-o", folder)[0] == 0
    with (folder / "meters.csv").open(newline="") as file:
        (row,) = csv.DictReader(file)
    assert (row["link"], row["shown"]) == ("sf", "50000.00")
    (record,) = json.loads(croupier("report", book, "--json")[1])
    assert (record["link"], record["is_closed"], record["meters"][0]["shown"]) == ("sf", False, 5_000_000)
    assert_one_clear_line(croupier("report", book, "-o", tmp_path / "out.docx"), 2, ".docx")
    assert_one_clear_line(croupier("report", book, "-o", tmp_path / "no" / "out.pdf"), 2, "is not a folder")
    assert_one_clear_line(croupier("report", book, "-o", tmp_path / "no" / "out"), 2, "is not a folder")


# Upkeep


def test_audit_says_where_anything_differs(croupier: Croupier, book: Path, tmp_path: Path) -> None:
    croupier("post", book, requests(tmp_path, *whole_round(1, {})), "--by", "sam")
    status, out, _ = croupier("audit", book)
    assert status == 0
    assert "nothing differs" in out
    assert json.loads(croupier("audit", book, "--json")[1])["clean"] is True
    with sqlite3.connect(book) as database:
        database.execute("DROP TRIGGER journal_no_update")
        database.execute("UPDATE journal SET body = replace(body, 'opening', 'nothing') WHERE kind = 'deposit'")
        triggers = "BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is only ever appended'); END"
        database.execute(f"CREATE TRIGGER journal_no_update {triggers}")
        (seq,) = database.execute("SELECT seq FROM journal WHERE kind = 'deposit'").fetchone()
    database.close()
    status, out, err = croupier("audit", book)
    assert status == 1
    assert f"sf: entry {seq}: its hash does not follow" in out
    assert "does not agree" in err
    status, out, _ = croupier("audit", book, "--json")
    assert status == 1
    assert json.loads(out)["links"][0]["findings"][0]["where"] == f"entry {seq}"


def test_backup_and_restore(croupier: Croupier, book: Path, tmp_path: Path) -> None:
    croupier("post", book, requests(tmp_path, *whole_round(1, {})), "--by", "sam")
    file, copy = tmp_path / "book.backup", tmp_path / "copy.db"
    assert "1 link (sf), read back and verified" in croupier("backup", book, file)[1]
    assert "restored and verified" in croupier("restore", file, copy)[1]
    assert croupier("meters", copy)[1].replace("no: stopped", "yes") == croupier("meters", book)[1]
    assert_one_clear_line(croupier("restore", file, copy), 3, "not empty")
    assert_one_clear_line(croupier("restore", tmp_path / "none", tmp_path / "new.db"), 3, "none")


def test_a_backup_never_replaces_anything(croupier: Croupier, book: Path, tmp_path: Path) -> None:
    before = book.read_bytes()
    link = tmp_path / "link.db"
    link.hardlink_to(book)
    for file in (book, link, tmp_path):
        assert_one_clear_line(croupier("backup", book, file), 2, f"{file} is there already")
    assert book.read_bytes() == before
    assert_one_clear_line(croupier("restore", book, tmp_path / "new.db"), 1, "book.db is a book, not a backup")


def test_an_audit_tells_another_journal_from_a_damaged_one(croupier: Croupier, book: Path) -> None:
    wrong = croupier("audit", book, "--written-down", f"2:{'0' * 16}")
    assert_one_clear_line(wrong, 1, "the journal is not the one whose hash was written down")
    missing = croupier("audit", book, "--written-down", f"9999:{'0' * 16}")
    assert_one_clear_line(missing, 1, "the journal is not the one whose hash was written down")


# Bad input


@pytest.mark.parametrize("command", ["meters", "show", "report", "audit", "post"])
def test_a_book_that_is_not_there(croupier: Croupier, tmp_path: Path, command: str) -> None:
    file = [requests(tmp_path, wager("a")), "--by", "sam"] if command == "post" else []
    assert_one_clear_line(croupier(command, tmp_path / "none.db", *file), 2, "none.db")
    assert not (tmp_path / "none.db").exists()


@pytest.mark.parametrize("command", ["meters", "show", "report", "audit", "post"])
def test_a_file_that_is_no_book(croupier: Croupier, tmp_path: Path, command: str) -> None:
    path = tmp_path / "letter.db"
    path.write_text("Dear casino, " * 1000)
    file = [requests(tmp_path, wager("a")), "--by", "sam"] if command == "post" else []
    status, _, err = croupier(command, path, *file)
    assert status == 2
    assert "letter.db" in err


@pytest.mark.parametrize("command", ["meters", "show", "report", "audit", "post"])
def test_an_unknown_link(croupier: Croupier, book: Path, tmp_path: Path, command: str) -> None:
    file = [requests(tmp_path, wager("a")), "--by", "sam"] if command == "post" else []
    assert_one_clear_line(croupier(command, book, *file, "--link", "sv"), 2, "unknown link 'sv'")


def test_a_server_that_nobody_has(croupier: Croupier) -> None:
    status, _, err = croupier("meters", "postgresql://nobody@127.0.0.1:1/none")
    assert status == 3
    assert err.startswith("croupier: ")
    assert_one_clear_line(croupier("meters", "mysql://here"), 2, "mysql")


def test_other_bad_input(croupier: Croupier, book: Path, tmp_path: Path) -> None:
    broken = tmp_path / "plan.toml"
    broken.write_text("schema = 1\n[casino]\n")
    assert_one_clear_line(croupier("check", broken), 2, "plan.toml")
    assert_one_clear_line(croupier("check", tmp_path / "none.toml"), 2, "none.toml")
    assert_one_clear_line(croupier("propose", broken, book, "--by", "sam"), 2, "plan.toml")
    assert_one_clear_line(croupier("propose", SAMPLE, book, "--by", "sam", "--link", "sv"), 2, "unknown link 'sv'")
    assert_one_clear_line(croupier("post", book, tmp_path / "none.jsonl", "--by", "sam"), 2, "none.jsonl")
    assert_one_clear_line(croupier("post", book, tmp_path, "--by", "sam"), 2, "cannot read")
    assert_one_clear_line(croupier("meter", book), 2, "unknown command 'meter'", "did you mean meters")
    assert_one_clear_line(croupier("close", book, "--day", "2026-01-01"), 2, "--by")
    assert_one_clear_line(croupier("demo", "--seed", " "), 2, "--seed is empty")
    assert_one_clear_line(croupier("demo", "-o", tmp_path / "out.pdf"), 2, "expected a folder")
    assert croupier()[0] == 2


def test_a_reader_who_leaves_early_is_no_error(book: Path) -> None:
    command = f"{sys.executable} -m croupier jackpot report {book} | head -1; echo ${{PIPESTATUS[0]}}"
    done = finished(["bash", "-c", command])
    assert done.stdout.splitlines()[-1] == "0"
    assert "Traceback" not in done.stderr


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from croupier.cli.main import run; run(['jackpot', '--help']);"
        "assert not {'numpy', 'sqlite3', 'typst', 'psycopg', 'croupier.jackpot.book.book'} & set(sys.modules)"
    )
    done = python(code)
    assert done.returncode == 0, done.stderr
    assert "demo" in done.stdout


@pytest.mark.slow
def test_demo_plays_a_day_and_audits_itself(croupier: Croupier, tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    status, out, _ = croupier("demo", "--seed", "7", "-o", folder)
    assert status == 0
    for word in (
        "15 tables",
        "PLANTED",
        "closed by Alex Accounting",
        "6-Card Straight Flush",
        "cable replaced, sensors tested",
    ):
        assert word in out
    assert "KIS-02" in " ".join(re.findall(r"ALARM: sf: ([^\n]*\n[^\n]*)", out)), "hands that came too often"
    assert out.count("recomputed: all agree") == 3
    assert out.count(NOT_APPROVED) >= 3
    assert (folder / "report.pdf").read_bytes().startswith(b"%PDF")
    with (folder / "meters.csv").open(newline="") as file:
        assert [row["link"] for row in csv.DictReader(file)] == ["sf", "envy", "house"]
    first = out.split("\n\n\n", 1)[1]
    assert first == croupier("demo", "--seed", "7", "-o", folder)[1].split("\n\n\n", 1)[1]


@pytest.mark.parametrize("command", list(COMMANDS))
def test_every_command_explains_itself(croupier: Croupier, command: str) -> None:
    status, out, _ = croupier(command, "--help")
    assert status == 0
    assert out.startswith(f"Usage: croupier jackpot {command}")


def test_the_audit_prints_the_declared_record(book: Path, croupier: Croupier) -> None:
    status, out, _ = croupier("audit", book, "--json")
    assert status == 0
    told = converted(InquiryRecord, json.loads(out))
    assert told.clean
    assert [link.link for link in told.links]
