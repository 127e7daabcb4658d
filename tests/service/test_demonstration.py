"""The demonstration: seeded, playing by itself, its secrets told to nobody but its visitor."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pyotp
import pytest

from croupier.casino.demo import LEFT_ALONE, Seeded, demo_plans, seed
from croupier.casino.floor import load_layout, opened
from croupier.errors import BadInput
from croupier.jackpot.audit.whole import audit
from croupier.jackpot.state import LinkState
from croupier.service.demonstration import Tempo
from croupier.service.felts import house_tables
from croupier.service.play_jackpots import ChipsBook, jackpots_of, link_id
from croupier.table.jackpots import PlayMeters
from tests.service.casino import Staff
from tests.service.running import House, quick

FAST = Tempo(round=0.15, decide=0.05, jackpot=0.4, approve=0.2, pay=0.1)


def credentials(seeded: Seeded, person: str) -> dict[str, str]:
    who = next(each for each in seeded.people if each.id == person)
    code = pyotp.TOTP(who.key).now() if who.key else ""
    return {"person": who.id, "password": who.password, "code": code}


def test_it_plays_awards_approves_and_pays_by_itself(tmp_path: Path) -> None:
    seeded = seed(tmp_path)
    settings = quick(
        tmp_path, book=seeded.book, demonstration=True, plays_by_itself=LEFT_ALONE, pace=FAST, doors_burst=10**6
    )
    with House(settings) as house:
        links = house.app.state.book.links

        def has_happened(state: LinkState) -> bool:
            whole = [hit for hit in state.last_hits if hit.percent == "100" and hit.status == "paid"]
            return bool(whole) and state.wager_count > 50

        until = time.monotonic() + 120
        while not any(has_happened(link.state) for link in links.values()):
            assert time.monotonic() < until, "no jackpot was won and paid"
            time.sleep(0.1)
        assert all(link.state.plan.currency == "chips" for link in links.values())
        assert "KIS-01" not in links["sf"].state.last_round
        nobody = Staff(house.client())
        record = nobody.get("/displays/KIS-01")
        assert record["badges"] == ["Demonstration only", "Play chips", "Not approved equipment"]
        for each in seeded.people:
            signed = Staff(house.client()).sign_in(credentials(seeded, each.id))
            assert signed.status_code == 200, (each.id, signed.text)
    with opened(seeded.book) as store:
        for name in store.links():
            assert audit(store, name, load_layout).findings == []


def test_secrets_are_not_printed_where_no_terminal_is(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "croupier", "serve", "--demo", "--port", "0"]
    given: dict[str, Any] = {
        "env": {**os.environ, "TMPDIR": str(tmp_path), "PYTHONUNBUFFERED": "1"},
        "preexec_fn": lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),  # under nohup it would be ignored
    }
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, **given) as running:
        try:
            assert running.stdout is not None
            said = [running.stdout.readline() for _ in range(3)]
            file = Path(said[1].rpartition(": ")[2].strip())
            secrets = [line.split() for line in file.read_text(encoding="utf-8").splitlines()[1:]]
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
        finally:
            running.send_signal(signal.SIGHUP)  # as a terminal does that is closed
        said += running.stdout.readlines()
        assert running.wait(60) == 0
    assert said[0].startswith("http://127.0.0.1:")
    assert said[2].strip().endswith("/demo")
    assert len(secrets) == 6
    for words in secrets:
        assert not any(word in line for word in words[2:] for line in said)
    assert list(tmp_path.iterdir()) == [], "nothing of the demonstration is kept"


def test_secrets_differ_from_one_demonstration_to_the_next(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    one, two = seed(tmp_path / "a"), seed(tmp_path / "b")
    secrets = [each.password for made in (one, two) for each in made.people]
    keys = [each.key for made in (one, two) for each in made.people if each.key]
    assert len(set(secrets)) == len(secrets)
    assert len(set(keys)) == len(keys)
    assert {each.role for each in one.people} == {"dealer", "supervisor", "accounting", "operator", "auditor"}


def test_a_demonstration_never_writes_into_the_files_of_a_real_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROUPIER_LOGINS", str(tmp_path / "real.logins"))
    with pytest.raises(BadInput, match="CROUPIER_LOGINS is set"):
        seed(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_every_amount_of_its_plans_is_in_play_chips() -> None:
    for plan in demo_plans().values():
        assert plan.currency == "chips"
        assert "$" not in plan.notice


def test_a_visitor_at_the_pit_looks_at_a_play_table_and_changes_nothing(tmp_path: Path) -> None:
    """The house deals it. A round that somebody voided at the pit would be paid at the table all the same."""
    seeded = seed(tmp_path)
    plan = next(each for each in house_tables() if jackpots_of(each))
    wager = jackpots_of(plan)[0]
    chips = ChipsBook(seeded.book, [plan], lambda _, wager: PlayMeters(plan.game).seeds[wager])
    chips.open_round(plan.id, {wager: [1]})
    chips.close()
    with House(quick(tmp_path, book=seeded.book, demonstration=True, doors_burst=10**6)) as house:
        link = link_id(plan, wager)
        dana, sam = Staff(house.client()), Staff(house.client())
        for who, person in ((dana, "dana"), (sam, "sam")):
            assert who.sign_in(credentials(seeded, person)).status_code == 200
        view = dana.get(f"/pit/tables/{plan.id}?link={link}")
        assert (view["round"]["seats"], view["standing"]["may_act"]) == ([1], False)
        about = {"table": plan.id, "round": 1}
        asked = [
            dana.ask("void", link=link, reason="a visitor", **about),
            dana.ask("result", link=link, hands={}, **about),
            dana.call("POST", f"/pit/tables/{plan.id}/lock?link={link}", json={"id": "visitor-1", "round": 1}),
        ]
        assert {(each.status_code, each.json()["code"]) for each in asked} == {(403, "play_table")}
        assert dana.get(f"/pit/tables/{plan.id}?link={link}")["round"]["in_books"]
        leaving = {"reason": "a visitor", "second": credentials(seeded, "robin")}
        left = sam.call("POST", "/staff/people/dana/leaving", json=leaving)
        assert left.status_code == 200, left.text
        assert link not in left.json()["links"], "the house deals there under that name"
