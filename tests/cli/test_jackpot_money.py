"""Amounts, links and outlooks of the jackpot commands: dollars as everywhere, and no plan called good that is not."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier.casino.months import outlook, pace_of
from croupier.casino.proofs import SAMPLE, floor
from croupier.cli.jackpot.post import read_line
from croupier.cli.main import run
from tests.cli.calling import Call, hash_that_waits
from tests.processes import finished


@pytest.fixture(scope="module")
def made_once(tmp_path_factory: pytest.TempPathFactory, logins: Path) -> Path:
    """A book with every link of the sample plan."""
    from tests.cli.conftest import PASSWORD

    path = tmp_path_factory.mktemp("book") / "book.db"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CROUPIER_LOGINS", str(logins))
        patch.setenv("CROUPIER_PASSWORD", PASSWORD)
        assert run(["jackpot", "propose", str(SAMPLE), str(path), "--by", "sam"]) == 0
        for link in ("sf", "envy", "house"):
            seen = ("--link", link, "--hash", hash_that_waits(path, link))
            assert run(["jackpot", "accept", str(path), "--by", "robin", *seen]) == 0
    return path


def posted(croupier: Call, book: Path, tmp_path: Path, *requests: dict[str, Any]) -> tuple[int, list[dict[str, Any]]]:
    file = tmp_path / "requests.jsonl"
    file.write_text("".join(json.dumps(each) + "\n" for each in requests))
    status, out, _ = croupier("jackpot", "post", str(book), str(file), "--by", "sam")
    return status, [json.loads(line) for line in out.splitlines()]


def deposit(id: str, amount: object, **fields: object) -> dict[str, Any]:
    return {"id": id, "do": "deposit", "link": "sf", "amount": amount, "reference": f"1-{id}", **fields}


def test_amounts_are_dollars_and_echoed(croupier: Call, made_once: Path, tmp_path: Path) -> None:
    amounts = ["50000", "$50,000.00", "50000.5", "$0.07"]
    requests = [deposit(f"dollars-{place}", amount) for place, amount in enumerate(amounts)]
    status, replies = posted(croupier, made_once, tmp_path, *requests)
    assert status == 0
    assert [each["amount"] for each in replies] == ["50000.00", "50000.00", "50000.50", "0.07"]
    state = json.loads(croupier("jackpot", "show", str(made_once), "--link", "sf", "--json")[1])[0]
    assert "150000.57" in json.dumps(croupier("jackpot", "show", str(made_once), "--link", "sf")[1]).replace(",", "")
    assert state["link"] == "sf"


def test_the_same_money_is_the_same_request_however_it_is_written(
    croupier: Call, made_once: Path, tmp_path: Path
) -> None:
    requests = [deposit("same", "50000", schema=1), deposit("same", "$50,000.00")]
    status, replies = posted(croupier, made_once, tmp_path, *requests)
    assert status == 0
    assert [each["code"] for each in replies] == ["ok", "exists"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"amount": 5_000_000}, 'write dollars between quotes, as in "amount": "50000.00"'),
        ({"amount": 5_000_000, "schema": 1}, 'write dollars between quotes, as in "amount": "50000.00"'),
        ({"amount": None}, 'write dollars between quotes, as in "amount": "50000.00"'),
        ({"amount": "50,00"}, "amount '50,00' is not an amount"),
        ({"amount": "1.005"}, "not an amount in whole cents"),
        ({"amount": "-5"}, "not an amount"),
        ({"amount": "1", "schema": 2}, "schema: 1 is the only one; leave it out or write 1"),
        ({"amount": "1", "schema": True}, "schema: 1 is the only one; leave it out or write 1"),
        ({"amount": "1", "link": "sff"}, "the book has no sff; its links: envy, house, sf"),
    ],
)
def test_bad_amounts_are_refused_by_line(
    croupier: Call, made_once: Path, tmp_path: Path, fields: dict[str, Any], words: str
) -> None:
    status, replies = posted(croupier, made_once, tmp_path, {**deposit("bad", "1"), **fields})
    assert (status, replies[0]["code"]) == (1, "malformed")
    assert replies[0]["detail"].startswith("line 1: ")
    assert words in replies[0]["detail"]


def test_the_link_is_inferred_from_the_table(croupier: Call, made_once: Path, tmp_path: Path) -> None:
    wager = {"id": "w", "do": "wager", "table": "KIS-05", "round": 1, "seats": [1]}
    strange = {**wager, "id": "x", "table": "KIS-99"}
    nameless = {"id": "s", "do": "statement", "amount": "1.00", "reference": "June"}
    _, replies = posted(croupier, made_once, tmp_path, wager, strange, nameless)
    assert replies[0]["link"] == "envy"
    assert replies[1]["detail"] == "line 2: table: no link of this book has KIS-99"
    assert replies[2]["detail"] == "line 3: link: name one of envy, house, sf"


def test_a_line_that_is_not_an_object_is_left_to_the_books() -> None:
    assert read_line(b"[1]").request == [1]
    assert read_line(b"{").problem == "not a JSON object"


def test_nobody_reads_the_answers(made_once: Path, tmp_path: Path) -> None:
    file = tmp_path / "requests.jsonl"
    file.write_text("".join(json.dumps(deposit(f"unread-{each}", "1.00")) + "\n" for each in range(2000)))
    command = f'"{sys.executable}" -m croupier jackpot post {made_once} {file} --by sam | true; echo ${{PIPESTATUS[0]}}'
    done = finished(["bash", "-c", command])
    assert done.stdout == "3\n"
    assert done.stderr.startswith("croupier: nobody reads the answers")


# What a plan is expected to bring


def test_check_prints_what_to_expect_and_warns(croupier: Call) -> None:
    status, out, _ = croupier("jackpot", "check", "sample")
    text = " ".join(out.split())
    assert status == 0
    assert "expected hold 24.2888 % of each wager" in text
    assert "the limit of $250,000 is above the break-even of $224,186.96" in text
    assert "good: two people may approve it" not in text
    record = json.loads(croupier("jackpot", "check", "sample", "--json")[1])
    level = record["links"][0]["outlook"]["levels"][0]
    assert (level["break_even_meter"], level["limit"]) == ("224186.96", "250000.00")
    assert len(record["links"][0]["outlook"]["warnings"]) == 1


def test_a_limit_below_break_even_is_good(croupier: Call, tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(SAMPLE.read_text().replace('limit = "50000.00"', 'limit = "44000.00"'))
    assert "good: two people may approve it" in croupier("jackpot", "check", str(plan))[1]


def test_a_seed_above_break_even_and_a_loss_are_told(croupier: Call, tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    text = SAMPLE.read_text().replace('posted = "25000.00"', 'posted = "250000.00"')
    plan.write_text(text)
    out = " ".join(croupier("jackpot", "check", str(plan))[1].split())
    assert "house: the expected hold is -" in out
    assert "house, level 1: $250,000 is at or above the break-even of $197,216.64" in out


def test_the_figures_of_the_outlook_by_hand() -> None:
    """Every figure from the paytable's own counts: seven cards, one deck, a straight flush of seven or six."""
    link = floor(SAMPLE).link("sf")
    ahead = outlook(link, pace_of(link, 40, 16, Fraction(1, 2)))
    level = ahead.levels[0]
    wagers_a_year = 365 * 8 * 40 * 16 * 6 * Fraction(1, 2)
    chance = level.hits_a_year / wagers_a_year
    assert round(float(1 / chance), 2) == 82379.66
    assert level.reserve_covers == Fraction(4, 100) * 500 / (chance * 5_000_000)
    assert ahead.hold is not None
    fixed = 1 - ahead.hold - Fraction(18, 100) - chance * 5_000_000 / 500
    assert level.break_even_cents is not None
    assert (1 - fixed) * 500 / chance == level.break_even_cents


def test_the_pace_moves_the_hits_alone(croupier: Call) -> None:
    def levels(*options: str) -> Any:
        record = json.loads(croupier("jackpot", "check", "sample", "--json", *options)[1])
        return record["links"][0]["outlook"]["levels"][0]

    slow, fast = levels(), levels("--rounds-per-hour", "80")
    assert fast["hits_a_year"] == pytest.approx(2 * slow["hits_a_year"])
    assert fast["break_even_meter"] == slow["break_even_meter"]
    assert croupier("jackpot", "check", "sample", "--take-up", "0")[0] == 2
