"""Payees at the command line: paid, backed up apart, read back and purged."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from croupier.casino.floor import opened
from croupier.casino.proofs import SAMPLE
from croupier.people.access_log import access_log_of
from tests.cli.calling import Call, hash_that_waits
from tests.cli.conftest import Wall

PERSON = {"name": "Pat Winner", "identified": "passport, seen by Alex"}
PAYMENT = {"id": "p", "do": "pay", "award": 1, "method": "check", "reference": "1001", "tax_form": "W2G-1"}


@pytest.fixture
def book(wall: Wall, tmp_path: Path, croupier: Call) -> str:
    """A live link whose money is in the bank."""
    path = str(tmp_path / "book.db")
    assert croupier("jackpot", "propose", str(SAMPLE), path, "--by", "sam", "--link", "sf")[0] == 0
    assert croupier("jackpot", "accept", path, "--by", "robin", "--hash", hash_that_waits(path))[0] == 0
    return path


def post(croupier: Call, book: str, by: str, *requests: dict[str, Any]) -> list[str]:
    file = Path(book).with_name("requests.jsonl")
    file.write_text("".join(json.dumps(each) + "\n" for each in requests))
    _, out, _ = croupier("jackpot", "post", book, str(file), "--by", by)
    return [json.loads(line)["code"] for line in out.splitlines()]


def test_a_prize_is_paid_to_somebody_and_the_record_purged_in_the_end(croupier: Call, book: str, wall: Wall) -> None:
    where = {"table": "KIS-01", "round": 1}
    cards = "8h 9h Th Jh Qh Kh Ah"
    assert (
        post(
            croupier,
            book,
            "sam",
            {"id": "d", "do": "deposit", "amount": "200000.00", "reference": "DEP-1"},
            {"id": "w", "do": "wager", **where, "seats": [1]},
            {"id": "l", "do": "lock", **where},
            {"id": "r", "do": "result", **where, "hands": {"1": cards}},
        )
        == ["ok"] * 4
    )
    film = {"id": "c", "do": "confirm", "award": 1, "camera": "CAM-1"}
    assert post(croupier, book, "robin", {"id": "a", "do": "approve", "award": 1}, film) == ["ok", "ok"]
    pay = {**PAYMENT, "payee": PERSON}
    other = {**pay, "payee": {**PERSON, "name": "Kim"}}
    assert post(croupier, book, "alex", pay, pay, other) == ["ok", "exists", "id_reused"]
    assert "Pat Winner" in croupier("jackpot", "report", book, "--day", "open")[1]
    assert croupier("jackpot", "backup", book, f"{book}.copy")[0] == 0
    assert b"Pat Winner" not in gzip.decompress(Path(f"{book}.copy").read_bytes())
    apart = f"{book}.payees"
    assert croupier("jackpot", "backup-payees", book, apart, "--by", "alex")[1] == f"{apart}: 1 personal record\n"
    with opened(book, write=True) as store:
        store.forget_personal("sf", [1])
    assert "is gone, and nobody purged it" in croupier("jackpot", "audit", book)[1]
    assert "1 personal record restored" in croupier("jackpot", "restore-payees", book, apart, "--by", "alex")[1]
    assert croupier("jackpot", "audit", book)[0] == 0
    status, _, err = croupier("jackpot", "purge", book, "--by", "sam", "--second", "robin")
    assert (status, "nothing_to_purge" in err) == (1, True)
    assert croupier("jackpot", "propose", str(SAMPLE), book, "--by", "sam", "--link", "envy")[0] == 0
    assert croupier("jackpot", "accept", book, "--by", "robin", "--hash", hash_that_waits(book, "envy"))[0] == 0
    wall.seconds += (5 * 365 + 3) * 86_400
    status, out, err = croupier("jackpot", "purge", book, "--by", "sam", "--second", "robin")
    assert (status, "sf: 1 personal record forgotten" in out) == (0, True)
    assert "link envy: nothing_to_purge" in err, "a link without payees is no reason to fail"
    with opened(book) as store:
        assert store.personal("sf") == []
    shown = croupier("jackpot", "report", book, "--day", "2026-01-01")[1]
    assert "Pat Winner" not in shown
    assert "record 1" in shown
    assert croupier("jackpot", "audit", book)[0] == 0
    told = [(line.what, line.who) for line in access_log_of(book).lines()]
    assert ("payees backed up", "alex") in told
    assert ("payees restored", "alex") in told


@pytest.mark.parametrize(
    ("payee", "told"),
    [
        ({"name": "123-45-6789", "identified": "passport"}, "looks like a tax id"),
        ({"name": "Pat", "identified": "SSN 123456789"}, "looks like a tax id"),
        ({"name": " ", "identified": "passport"}, "name: expected one line"),
        ({"name": "Pat", "identified": "a\nb"}, "identified: expected one line"),
        ({"name": "Pat"}, "payee: the number of a record, or an object"),
        ({"name": "Pat", "identified": "x", "ssn": "1"}, "payee: the number of a record, or an object"),
        ({"name": ["Pat"], "identified": "x"}, "payee: the number of a record, or an object"),
        ("Pat", "payee: not understood"),
        (True, "payee: not understood"),
        (1e400, "payee: not understood"),
        (float("nan"), "payee: not understood"),
        (10**4000, "payee: not understood"),
    ],
)
def test_a_payee_that_cannot_be_kept_on_a_line(croupier: Call, book: str, payee: Any, told: str) -> None:
    file = Path(book).with_name("requests.jsonl")
    file.write_text(json.dumps({**PAYMENT, "payee": payee}) + "\n")
    status, out, err = croupier("jackpot", "post", book, str(file), "--by", "alex")
    (answer,) = [json.loads(line) for line in out.splitlines()]
    assert (status, answer["code"], "Traceback" in err) == (1, "malformed", False)
    assert told in answer["detail"]


def test_one_person_purges_nothing_and_a_dealer_sees_no_payees(croupier: Call, book: str, tmp_path: Path) -> None:
    status, _, err = croupier("jackpot", "backup-payees", book, str(tmp_path / "payees"), "--by", "dana")
    assert (status, "dana may not see personal records" in err) == (1, True)
    status, _, err = croupier("jackpot", "purge", book, "--by", "sam", "--second", "sam")
    assert (status, "same_person" in err) == (1, True)
    assert croupier("jackpot", "purge", book, "--by", "sam")[0] == 2
