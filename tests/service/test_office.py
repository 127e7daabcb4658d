"""The office over a real book: what it shows is what the journal holds, and it changes nothing."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from croupier.handbook.page import pdf
from croupier.handbook.page.blocks import Facts
from croupier.handbook.page.pdf import outlined
from croupier.records import converted
from croupier.service.books.journal import AwardTrail, trail_document
from croupier.service.books.running import ReportThreads
from tests.handbook.outlines import page_size, runs
from tests.service.casino import OTHER, SEVEN_CARDS, SF, TABLE, Casino, OpenCasino, open_casino


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenCasino]:
    """A casino in which one jackpot was won and waits for its approval."""
    with open_casino(Casino(tmp_path_factory.mktemp("office"))) as opened:
        dana = opened.staff("dana")
        number = dana.play([1, 2])
        won = dana.ask("result", table=TABLE, round=number, hands={"1": SEVEN_CARDS})
        assert won.status_code == 200, won.text
        yield opened


def test_the_overview_shows_the_jackpot_and_what_waits(floor: OpenCasino) -> None:
    found = floor.staff("anton").get("/office")
    (jackpot,) = found["jackpots"]
    assert {"Approval by a supervisor", "Paid by check"} <= {each["title"] for each in jackpot["requires"]}
    assert (jackpot["link"], jackpot["wagers"], jackpot["pending"]) == (SF, 2, 1)
    assert jackpot["standing"]["notice"] == "Not approved equipment"
    waiting = [each for each in found["approvals"] if each["status"] == "pending"]
    assert waiting[0]["where"].startswith(f"{TABLE}, seat 1")
    (close,) = found["day_close"]
    assert {each["title"] for each in close["checks"] if not each["ok"]} >= {"1 award is not paid"} or any(
        "not paid" in each["title"] for each in close["checks"]
    )


def test_the_journal_leads_from_an_award_to_its_people(floor: OpenCasino) -> None:
    alex = floor.staff("alex")
    lines = alex.get(f"/office/links/{SF}/journal?limit=5")["entries"]
    assert [each["kind"] for each in lines[:3]] == ["result", "lock", "wager"]
    whole = alex.get(f"/office/links/{SF}/journal/{lines[0]['seq']}")
    assert whole["hash"] == lines[0]["hash"]
    award = whole["body"]["awards"][0]["no"]
    trail = alex.get(f"/office/links/{SF}/awards/{award}")
    assert (trail["cards"], trail["table"], trail["status"]) == (SEVEN_CARDS, TABLE, "pending")
    assert [each["kind"] for each in trail["entries"]] == ["wager", "lock", "result"]
    assert "Dana" in trail["people"]
    printed = alex.call("GET", f"/office/links/{SF}/awards/{award}?format=pdf")
    assert printed.status_code == 200
    assert printed.content.startswith(b"%PDF")
    document = trail_document(converted(AwardTrail, trail), floor.house.app.state.book.links[SF].state.plan)
    [hashes] = document.sections[-1].blocks
    assert isinstance(hashes, Facts)
    assert [hash for _, hash in hashes.items] == [each["hash"] for each in trail["entries"]]
    for page in outlined(pdf.source([document], document.title)):
        width, _ = page_size(page)
        assert max(each.right for each in runs(page)) < width, "nothing is cut off at the edge"


def test_history_days_and_reports(floor: OpenCasino) -> None:
    anton = floor.staff("anton")
    changes = anton.get(f"/office/links/{SF}/history")["changes"]
    assert {"propose", "accept"} <= {each["kind"] for each in changes}
    days = anton.get(f"/office/links/{SF}/days")
    assert (days["over"], days["closed"], days["months"]) == ([], [], [days["open"][:7]])
    month = days["months"][0]
    asked = {"day=open": (days["open"], "Meter readings"), f"month={month}": (month, "The month")}
    for which, (of, words) in asked.items():
        shown = anton.get(f"/office/links/{SF}/report?{which}")
        assert shown["day"] == of
        assert "Straight Flush sf" in shown["text"]
        assert words in shown["text"]
        for ending, begins in (("csv", b"report\r\n"), ("pdf", b"%PDF"), ("xlsx", b"PK")):
            printed = anton.call("GET", f"/office/links/{SF}/report?{which}&format={ending}")
            assert printed.status_code == 200, printed.text
            assert printed.content.startswith(begins)
            assert printed.headers["content-disposition"].endswith(f'{SF}-{of}.{ending}"')


def test_the_audit_and_the_access_log(floor: OpenCasino) -> None:
    anton = floor.staff("anton")
    found = anton.call("POST", "/office/audit", json={}).json()
    assert found["clean"], found
    assert [each["link"] for each in found["links"]] == [SF], "of one's own links"
    log = anton.get("/office/access?limit=5")
    assert log["faults"] == []
    assert log["lines"][0]["what"] == "audit"


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        (f"/office/links/{SF}/journal/999999", 404, "unknown_entry"),
        (f"/office/links/{SF}/awards/999999", 404, "unknown_award"),
        ("/office/links/nowhere/journal", 404, "unknown_link"),
        (f"/office/links/{OTHER}/journal", 403, "not_allowed"),
        (f"/office/links/{SF}/report?day=2001-01-01", None, None),
        (f"/office/links/{SF}/report?month=2001-01", None, None),
        (f"/office/links/{SF}/report?month=2001-13", None, None),
        (f"/office/links/{SF}/report?month=2026-01&day=open", None, None),
        (f"/office/links/{SF}/journal?limit=0", 422, None),
    ],
)
def test_what_is_not_there_or_not_theirs_is_refused(
    floor: OpenCasino, path: str, status: int | None, code: str | None
) -> None:
    answer = floor.staff("anton").call("GET", path)
    assert 400 <= answer.status_code < 500
    assert status is None or answer.status_code == status
    assert code is None or answer.json()["code"] == code


def test_access_log_and_audit_are_cut_to_ones_own_links(floor: OpenCasino) -> None:
    """Somebody of one link reads nothing about those who work on another alone; a stranger at the door is shown."""
    deb, sue, sam = floor.staff("deb"), floor.staff("sue"), floor.staff("sam")
    assert deb.call("GET", "/office").status_code == 403
    assert floor.nobody().sign_in({"person": "who-is-that", "password": "x", "code": ""}).status_code == 401
    logs = {"sue": sue.get("/office/access?limit=500"), "sam": sam.get("/office/access?limit=500")}
    seen = {who: {line["who"] for line in log["lines"]} for who, log in logs.items()}
    assert seen["sue"] >= {"deb", "sue", "who-is-that"}
    assert seen["sam"] >= {"dana", "sam", "who-is-that"}
    assert not seen["sue"] & {"dana", "sam", "anton"}
    assert not seen["sam"] & {"deb", "sue"}
    assert [each["link"] for each in sue.call("POST", "/office/audit", json={}).json()["links"]] == [OTHER]


def test_slow_reports_are_refused_beyond_a_few_and_keep_nobody_else_waiting(floor: OpenCasino) -> None:
    """More readers than the office has threads for: one more is told when to come back, and the pit goes on."""
    anton, dana = floor.staff("anton"), floor.staff("dana")
    before, slow = floor.house.app.state.readers, ReportThreads(1, 1)
    go_on = threading.Event()
    floor.house.app.state.readers = slow
    try:
        with ThreadPoolExecutor(2) as waiting:
            for _ in range(2):
                waiting.submit(lambda: asyncio.run(slow.read(go_on.wait)))
            # Not before both are in it: an earlier question would take the place of one of them, and wait for itself.
            until = time.monotonic() + 30
            while slow._free._value and time.monotonic() < until:
                time.sleep(0.01)
            refused = anton.call("GET", f"/office/links/{SF}/days")
            if refused.status_code != 503:
                go_on.set()  # nobody waits for threads that wait for this test
            assert refused.status_code == 503, refused.text
            assert (refused.json()["code"], refused.headers["retry-after"]) == ("office_busy", "2")
            dana.get(f"/pit/tables/{TABLE}")
            dana.play([3])
            go_on.set()
    finally:
        go_on.set()
        floor.house.app.state.readers = before
    anton.get(f"/office/links/{SF}/days")
