"""People log in at the command line; two of them let others in, and nothing secret leaves its own file."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from croupier.casino.access_log import access_log_of
from croupier.casino.proofs import SAMPLE
from tests.cli.calling import Call

PASSWORD = "a quite long password"


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, croupier: Call) -> str:
    """A new book of its own people: Sam and Robin, who made it."""
    monkeypatch.delenv("CROUPIER_LOGINS")
    for variable in ("CROUPIER_PASSWORD", "CROUPIER_SECOND_PASSWORD", "CROUPIER_NEW_PASSWORD"):
        monkeypatch.setenv(variable, PASSWORD)
    path = str(tmp_path / "book.db")
    for name in ("sam", "robin"):
        assert croupier("jackpot", "enroll", path, name)[0] == 0
    assert croupier("jackpot", "propose", str(SAMPLE), path, "--by", "sam", "--link", "sf")[0] == 0
    assert croupier("jackpot", "accept", path, "--by", "robin")[0] == 0
    return path


def test_nobody_posts_before_two_people_are_enrolled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, croupier: Call
) -> None:
    monkeypatch.delenv("CROUPIER_LOGINS")
    status, _, err = croupier("jackpot", "propose", str(SAMPLE), str(tmp_path / "b.db"), "--by", "sam")
    assert status == 2
    assert "nobody is enrolled" in err


def test_a_wrong_password_is_refused_and_written_down(
    book: str, monkeypatch: pytest.MonkeyPatch, croupier: Call
) -> None:
    monkeypatch.setenv("CROUPIER_PASSWORD", "a wrong password")
    for name in ("sam", "stranger"):
        status, _, err = croupier("jackpot", "close", book, "--day", "2026-01-01", "--by", name)
        assert status == 1
        assert "the name or the password is wrong" in err
    failed = [line.who for line in access_log_of(book).lines() if line.what == "log-in failed"]
    assert failed == ["sam", "stranger"]


def test_the_third_person_is_let_in_by_two(book: str, croupier: Call) -> None:
    status, _, err = croupier("jackpot", "enroll", book, "alex")
    assert (status, "takes two people who are enrolled" in err) == (1, True)
    status, _, err = croupier("jackpot", "enroll", book, "alex", "--by", "sam", "--second", "sam")
    assert status == 1
    assert croupier("jackpot", "enroll", book, "alex", "--by", "sam", "--second", "robin")[0] == 0
    assert croupier("jackpot", "close", book, "--day", "2026-01-01", "--by", "alex")[0] == 0
    assert croupier("jackpot", "put-out", book, "alex", "--by", "sam", "--second", "robin")[0] == 0
    assert croupier("jackpot", "close", book, "--day", "2026-01-02", "--by", "alex")[0] == 1


def test_a_short_password_is_refused(book: str, monkeypatch: pytest.MonkeyPatch, croupier: Call) -> None:
    monkeypatch.setenv("CROUPIER_NEW_PASSWORD", "short")
    assert croupier("jackpot", "enroll", book, "dana", "--by", "sam", "--second", "robin")[0] == 2


def test_a_table_posts_with_its_token(
    book: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, croupier: Call
) -> None:
    people = ("--by", "sam", "--second", "robin")
    status, token, _ = croupier("jackpot", "token", book, "dana", "--device", "KIS-01", *people)
    assert status == 0
    lines = tmp_path / "lines"
    lines.write_text(json.dumps({"id": "f", "do": "fault", "reason": "dark"}) + "\n")
    monkeypatch.setenv("CROUPIER_TOKEN", token.strip())
    assert croupier("jackpot", "post", book, str(lines), "--by", "sam")[0] == 1, "the token is Dana's"
    assert croupier("jackpot", "post", book, str(lines), "--by", "dana")[0] == 0
    monkeypatch.setenv("CROUPIER_TOKEN", "another")
    assert croupier("jackpot", "post", book, str(lines), "--by", "dana")[0] == 1
    monkeypatch.delenv("CROUPIER_TOKEN")
    croupier("jackpot", "backup", book, str(tmp_path / "backup"))
    entries = gzip.decompress((tmp_path / "backup").read_bytes()).decode()
    assert '\\"actor\\":[[\\"token\\"' in entries
    assert "KIS-01" in entries
    for secret in (token.strip(), PASSWORD, "argon2"):
        assert secret not in entries
        assert secret not in Path(f"{book}.access").read_text()
    assert Path(f"{book}.logins").stat().st_mode & 0o777 == 0o600


def test_refusals_are_written_down_and_the_log_is_chained(book: str, tmp_path: Path, croupier: Call) -> None:
    lines = tmp_path / "lines"
    lines.write_text(json.dumps({"id": "l", "do": "lock", "table": "KIS-01", "round": 9}) + "\n")
    assert croupier("jackpot", "post", book, str(lines), "--by", "sam")[0] == 1
    log = access_log_of(book)
    assert log.lines()[-1][1:4] == ("refused", "sam", "sf: l: round_not_open")
    assert log.faults() == []
    assert croupier("jackpot", "audit", book)[0] == 0
    path = Path(f"{book}.access")
    path.write_text(path.read_text().replace("round_not_open", "round_was_open"))
    status, out, _ = croupier("jackpot", "audit", book)
    assert status == 1
    assert "access log does not follow" in out
