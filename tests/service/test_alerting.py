"""Alerts that leave the house: a real command and a real receiver on HTTP, and what is refused in their file."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

from croupier.errors import BadInput
from croupier.jackpot.codes import CODES
from croupier.jackpot.reports import alarms
from croupier.jackpot.reports.alarms import KINDS, Alarm, AlarmKind, Severity
from croupier.records import converted, record_of, replace
from croupier.service.books.alerts import (
    OF_STOPS,
    AlertsFile,
    AlertView,
    Noticing,
    NotTaken,
    Receiver,
    Sender,
    _of_link,
    deliver,
    read_alerts,
    runbooks,
)
from tests.service.casino import SECOND_TABLE, SEVEN_CARDS, SF, TABLE, Casino, open_casino

COPY = [sys.executable, "-c", "import sys; open(sys.argv[1], 'a').write(sys.stdin.read() + '\\n')"]


class Hook(BaseHTTPRequestHandler):
    """A receiver that fails as often as it is told to."""

    failing = 0
    heard: ClassVar[list[dict[str, Any]]] = []

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        if type(self).failing:
            type(self).failing -= 1
            self.send_response(503)
        else:
            self.heard.append(json.loads(body))
            self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


@contextmanager
def hook(failing: int = 0) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    kind = type("OneHook", (Hook,), {"failing": failing, "heard": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), kind)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/hook", kind.heard  # type: ignore[attr-defined]
    finally:
        server.shutdown()
        server.server_close()


def until(is_there: Any) -> None:
    end = time.monotonic() + 30
    while not is_there():
        assert time.monotonic() < end
        time.sleep(0.02)


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def test_an_alert_reaches_a_command_and_a_webhook_once_and_so_do_heartbeats(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    with hook(failing=1) as (address, heard):
        receivers = (Receiver(command=(*COPY, str(taken))), Receiver(webhook=address))
        wanted = AlertsFile(
            send=receivers,
            name="pit-1",
            house="https://casino.example.com",
            heartbeat_seconds=1.0,
            unwatched_minutes=0,
        )
        with open_casino(Casino(tmp_path), alerts=wanted) as casino:
            dana = casino.staff("dana")
            number = dana.play([1])
            [award] = dana.ask("result", table=TABLE, round=number, hands={"1": SEVEN_CARDS}).json()["awards"]
            until(
                lambda: (
                    {each["message"] for each in heard}
                    == {each["message"] for each in lines_of(taken)}
                    != {"heartbeat"}
                )
            )
            until(lambda: sum(each["message"] == "heartbeat" for each in heard) > 2)
    for told in (heard, lines_of(taken)):
        [alert] = [each for each in told if each.get("kind") == "award-pending"]
        assert alert["alert"] == f"{SF}/award-pending-{award['no']}"
        assert alert["page"] == "https://casino.example.com/runbooks#pending-award"
        assert (alert["from"], alert["link"], alert["tables"]) == ("pit-1", SF, [TABLE])
        assert (alert["message"], alert["severity"], alert["runbook"]) == ("alert", "warn", "pending-award")
        beat = next(each for each in told if each["message"] == "heartbeat")
        assert beat["ok"]
        assert beat["next_within_seconds"] == 1.0
    with hook() as (address, again):
        # A house that opens again does not tell it a second time.
        made = AlertsFile(
            send=(Receiver(webhook=address),),
            name="pit-1",
            house="",
            heartbeat_seconds=1.0,
            unwatched_minutes=0,
        )
        with open_casino(casino.casino, alerts=made):
            until(lambda: len(again) > 1)
    assert {each["message"] for each in again} == {"heartbeat"}


def test_nobody_at_a_console_is_told(tmp_path: Path) -> None:
    with open_casino(Casino(tmp_path)) as casino, hook() as (address, heard):
        state, clock = casino.house.app.state, [time.time()]
        wanted = AlertsFile(
            send=(Receiver(webhook=address),),
            name="x",
            house="",
            heartbeat_seconds=3600.0,
            unwatched_minutes=15,
        )
        slate = state.lamps._notes.slate
        noticing = Noticing(wanted, state.book, state.lamps, state.seen_alerts, slate, lambda: clock[0])
        until(lambda: state.book.age < 2)  # a book that a busy machine has not looked at is an alert of its own
        noticing.look()
        clock[0] += 10 * 60
        noticing.look()
        casino.staff("dana")
        clock[0] += 15 * 60 + 1
        until(lambda: state.book.age < 2)
        noticing.look()
        noticing.look()
        until(lambda: len(heard) == 2)
        noticing.close()
    assert [(each["message"], each.get("title")) for each in heard] == [
        ("heartbeat", None),
        ("alert", "Nobody looks at a console"),
    ]


def test_of_two_processes_one_sends(tmp_path: Path) -> None:
    with open_casino(Casino(tmp_path)) as casino, hook() as (address, heard):
        state = casino.house.app.state
        casino.staff("sam").ask("fault", table=TABLE, reason="a lamp is dark")
        wanted = AlertsFile(
            send=(Receiver(webhook=address),),
            name="x",
            house="",
            heartbeat_seconds=3600.0,
            unwatched_minutes=0,
        )
        slate = state.lamps._notes.slate
        several = [Noticing(wanted, state.book, state.lamps, state.seen_alerts, slate) for _ in range(3)]
        for _ in range(3):
            for each in several:
                each.look()
        until(lambda: len(heard) == 4)
        for each in several:
            each.close()
    assert [each["title"] for each in heard if each["message"] == "alert"] == [f"{TABLE} is stopped"]


def test_a_command_that_never_reads_or_ends_is_ended(tmp_path: Path) -> None:
    mark = tmp_path / "alive"
    deaf = ("sh", "-c", f"(sleep 600; touch {mark}) & sleep 600")
    with pytest.raises(NotTaken, match="did not end within"):
        deliver(Receiver(command=tuple(deaf), timeout_seconds=0.3), {"message": "alert", "detail": "x" * 200_000})
    left = subprocess.run(["pgrep", "-f", str(mark)], capture_output=True, check=False).stdout
    assert left == b"", "what it had started is ended too"


def test_what_a_command_is_given_holds_none_of_our_secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGPASSWORD", "hush")
    said = tmp_path / "said"
    deliver(
        Receiver(command=(sys.executable, "-c", f"import os; open({str(said)!r}, 'w').write(str(dict(os.environ)))")),
        {},
    )
    assert "hush" not in said.read_text()
    with pytest.raises(NotTaken, match="status 3"):
        deliver(Receiver(command=(sys.executable, "-c", "raise SystemExit(3)")), {})


def test_a_webhook_that_drips_is_hung_up_on_and_holds_up_nobody() -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as listening:

        def drip() -> None:
            line, _ = listening.accept()
            with line:
                try:
                    line.sendall(b"HTTP/1.1 200 OK\r\n")
                    while True:
                        line.sendall(b"X-Drip: 1\r\n")
                        time.sleep(0.05)
                except OSError:
                    pass

        threading.Thread(target=drip, daemon=True).start()
        with pytest.raises(NotTaken, match="no answer within"):
            deliver(Receiver(webhook=f"http://127.0.0.1:{listening.getsockname()[1]}/", timeout_seconds=0.4), {})
        # Nobody accepts this one: the sender keeps it, and closing does not wait for it.
        sender = Sender(Receiver(webhook=f"http://127.0.0.1:{listening.getsockname()[1]}/", timeout_seconds=30.0))
        assert sender.send({"message": "alert"})
        sender.close(0.1)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no receiver is named"),
        ("x = [", "Cannot|Unclosed|Invalid|Expected|Unexpected"),
        ("typo = 1", "unknown field `typo`"),
        ("[[send]]\n", "names a command or a webhook"),
        ('[[send]]\ncommand = "rm -rf"', "Expected `array`"),
        ("[[send]]\ncommand = []", "names a command or a webhook"),
        ('[[send]]\ncommand = ["/no/such/program"]', "there is no program"),
        ('[[send]]\nwebhook = "http://example.com/x"', "neither https nor on this machine"),
        ('[[send]]\nwebhook = "ftp://127.0.0.1/x"', "neither https nor on this machine"),
        ('[[send]]\nwebhook = "https://me:pw@example.com/x"', "holds a password"),
        ('[[send]]\nwebhook = "https://exa mple.com/x"', "is not an address"),
        ('[[send]]\nwebhook = "https://example.com:99999/x"', "is not an address"),
        ('[[send]]\nwebhook = "https://example.com/x"\ntimeout_seconds = 0', "timeout_seconds"),
        ('heartbeat_seconds = "x"\n[[send]]\nwebhook = "https://example.com/x"', "heartbeat_seconds"),
        ('house = "http://example.com"\n[[send]]\nwebhook = "https://example.com/x"', "neither https"),
        ('[[send]]\nwebhook = "https://example.com/x"\ncommand = ["true"]', "one of them"),
    ],
)
def test_a_file_of_alerts_that_does_not_fit_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "alerts.toml"
    path.write_text(text)
    with pytest.raises(BadInput, match=problem):
        read_alerts(str(path))


def test_a_file_of_alerts_is_read(tmp_path: Path) -> None:
    path = tmp_path / "alerts.toml"
    path.write_text(
        'name = "a"\nunwatched_minutes = 5\n[[send]]\ncommand = ["true", "$HOME"]\n[[send]]\nwebhook = "http://[::1]:9/x"\n'
    )
    found = read_alerts(str(path))
    receivers = (Receiver(command=("true", "$HOME")), Receiver(webhook="http://[::1]:9/x"))
    assert found == AlertsFile(send=receivers, name="a", unwatched_minutes=5.0)
    with pytest.raises(BadInput, match="No such file"):
        read_alerts(str(tmp_path / "none"))


def some(kind: AlarmKind) -> Alarm:
    """An alarm of a kind with every field filled in."""
    texts = ("link", "open_day", "day", "until", "person", "by", "passkey", "reason", "per", "hand")
    filled = dict.fromkeys(Alarm.__struct_fields__, 7) | dict.fromkeys(texts, "2026-01-01")
    return converted(
        Alarm, filled | {"kind": kind, "tables": ["T01", "T02"], "do": "void", "currency": "USD", "expected": "0.5"}
    )


@pytest.mark.parametrize("kind", AlarmKind)
def test_every_alarm_has_words_a_title_a_severity_and_a_runbook(kind: AlarmKind) -> None:
    pages = {runbook.id for runbook in runbooks()}
    alarm = some(kind)
    assert alarm.words
    assert alarm.detail
    assert alarm.title[0].isupper()
    assert alarm.severity in Severity
    assert alarm.runbook in pages
    assert set(KINDS[kind].same) <= set(Alarm.__struct_fields__)
    guide = (Path(__file__).parents[2] / "docs" / "guides" / "runbooks.md").read_text("utf-8")
    assert f'<a id="{alarm.runbook}"></a>' in guide
    assert record_of(AlertView, alarm).title == alarm.title


def test_every_code_that_stops_wagers_has_a_runbook() -> None:
    assert set(OF_STOPS.values()) <= {runbook.id for runbook in runbooks()}
    assert set(OF_STOPS) <= set(CODES)


@pytest.mark.parametrize("kind", AlarmKind)
def test_rewording_an_alarm_changes_neither_its_id_nor_where_it_leads(
    kind: AlarmKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it is sent, to which runbook it leads and whether somebody has seen it is no matter of words."""
    before = (some(kind).id, some(kind).runbook, some(kind).severity, KINDS[kind].at_tables)

    other = "Etwas ganz anderes"
    reworded = {each: replace(sort, title=other, words=other, detail=other) for each, sort in KINDS.items()}
    monkeypatch.setattr(alarms, "KINDS", reworded)
    assert some(kind).words == some(kind).title == some(kind).detail == other
    assert (some(kind).id, some(kind).runbook, some(kind).severity, KINDS[kind].at_tables) == before


def test_what_leaves_the_house_is_the_same_in_other_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_casino(Casino(tmp_path)) as casino:
        state = casino.house.app.state
        casino.staff("sam").ask("fault", table=TABLE, reason="a lamp is dark")
        link = state.book.links[SF]
        late = 1_000 * (int(time.time()) + 4 * 86_400)
        before = [(each.id, each.runbook) for each in _of_link(link, state.lamps, [], late)]
        for kind in (AlarmKind.NO_ENTRIES, AlarmKind.DAY_NOT_CLOSED, AlarmKind.TABLE_STOPPED):
            assert any(id.startswith(f"{kind}-") for id, _ in before)
        other = {kind: replace(sort, title="{kind}", words="{reason}", detail="x") for kind, sort in KINDS.items()}
        monkeypatch.setattr(alarms, "KINDS", other)
        assert [(each.id, each.runbook) for each in _of_link(link, state.lamps, [], late)] == before


def test_tables_that_share_a_cause_are_one_row_of_the_office(tmp_path: Path) -> None:
    with open_casino(Casino(tmp_path)) as casino:
        sam = casino.staff("sam")
        for table in (TABLE, SECOND_TABLE):
            assert sam.ask("fault", table=table, reason="no power in the pit").status_code == 200
        [close] = [each for each in sam.get("/office")["day_close"] if each["link"] == SF]
        [row] = [each for each in close["alarms"] if each["kind"] == "table-stopped"]
        assert row["tables"] == sorted([TABLE, SECOND_TABLE])
        assert row["words"] == f"tables {TABLE} and {SECOND_TABLE} are stopped: no power in the pit"
        assert (row["runbook"], row["severity"]) == ("table-stopped", "warn")
