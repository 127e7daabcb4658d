"""``croupier jackpot payee`` and ``purge`` from the outside, and a prize that is paid with them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from croupier.casino.access_log import access_log_of
from croupier.casino.floor import opened
from croupier.casino.proofs import SAMPLE
from tests.cli.calling import Call, hash_that_waits
from tests.cli.conftest import Wall

PERSON = ("--name", "Pat Winner", "--identified", "passport, seen by Alex")


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
    status, out, _ = croupier("jackpot", "payee", book, *PERSON, "--years", "1", "--by", "alex")
    assert (status, out) == (0, "sf: payee 1, kept until 2027-01-01\n")
    pay = {"id": "p", "do": "pay", "award": 1, "method": "check", "reference": "1001", "tax_form": "W2G-1", "payee": 1}
    assert post(croupier, book, "alex", pay) == ["ok"]
    assert "Pat Winner" in croupier("jackpot", "report", book, "--day", "open")[1]
    assert "Pat Winner" not in croupier("jackpot", "backup", book, f"{book}.copy")[1]
    status, _, err = croupier("jackpot", "purge", book, "--by", "sam", "--second", "robin")
    assert (status, "nothing_to_purge" in err) == (1, True)
    wall.seconds += 366 * 86_400
    status, out, _ = croupier("jackpot", "purge", book, "--by", "sam", "--second", "robin")
    assert (status, "sf: 1 personal records forgotten" in out) == (0, True)
    with opened(book) as store:
        assert store.personal("sf") == []
    shown = croupier("jackpot", "report", book, "--day", "2026-01-01")[1]
    assert "Pat Winner" not in shown
    assert "record 1" in shown
    assert croupier("jackpot", "audit", book)[0] == 0
    assert ("payee kept", "alex", "sf: record 1") in [line[1:4] for line in access_log_of(book).lines()]


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (("--name", "123-45-6789", "--identified", "passport"), 2, "looks like a tax id"),
        (("--name", "Pat", "--identified", "SSN 123456789"), 2, "looks like a tax id"),
        (("--name", " ", "--identified", "passport"), 2, "name: expected one line"),
        (("--name", "Pat", "--identified", "a\nb"), 2, "identified: expected one line"),
        (("--name", "Pat", "--identified", "x", "--years", "0"), 2, "0 years is not from 1 to 50"),
        (("--name", "Pat"), 2, "--identified"),
        (("--name", "Pat", "--identified", "x", "--link", "nowhere"), 2, "unknown link 'nowhere'"),
    ],
)
def test_a_payee_that_cannot_be_kept(
    croupier: Call, book: str, arguments: tuple[str, ...], status: int, said: str
) -> None:
    code, _, err = croupier("jackpot", "payee", book, *arguments, "--by", "alex")
    assert code == status
    assert said in err
    assert "Traceback" not in err


def test_a_dealer_keeps_no_payee_and_one_person_purges_nothing(croupier: Call, book: str) -> None:
    status, _, err = croupier("jackpot", "payee", book, *PERSON, "--by", "dana")
    assert (status, "dana is dealer" in err) == (1, True)
    status, _, err = croupier("jackpot", "purge", book, "--by", "sam", "--second", "sam")
    assert (status, "same_person" in err) == (1, True)
    assert croupier("jackpot", "purge", book, "--by", "sam")[0] == 2
