"""A stranger who locks every name at the door does not stop the floor."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.people.login_file import Tries, counted_as
from croupier.people.logins import now_ms
from tests.service.casino import TABLE, Casino, open_casino


def test_whoever_is_signed_in_still_finds_a_second_person(tmp_path: Path) -> None:
    with open_casino(Casino(tmp_path)) as casino:
        sam = casino.staff("sam")
        assert sam.ask("fault", table=TABLE, reason="a lamp is dark").status_code == 200
        stranger = casino.nobody()
        for _ in range(5):
            wrong = {"person": "robin", "password": "a guess of mine", "code": "000000"}
            assert stranger.sign_in(wrong).status_code == 401
        assert stranger.sign_in(casino.casino.credentials("robin")).status_code == 423
        cleared = sam.ask("clear", table=TABLE, reason="mended", second=casino.casino.credentials("robin"))
        assert cleared.status_code == 200, cleared.text


@pytest.mark.parametrize("name", ["robin beside sam", "robin\nsam"])
def test_a_stranger_cannot_type_the_name_of_a_pair(name: str, tmp_path: Path) -> None:
    with open_casino(Casino(tmp_path)) as casino:
        sam = casino.staff("sam")
        assert sam.ask("fault", table=TABLE, reason="a lamp is dark").status_code == 200
        stranger = casino.nobody()
        for _ in range(5):
            wrong = {"person": name, "password": "a guess of mine", "code": "000000"}
            assert stranger.sign_in(wrong).status_code == 401
        cleared = sam.ask("clear", table=TABLE, reason="mended", second=casino.casino.credentials("robin"))
        assert cleared.status_code == 200, cleared.text


def test_two_supervisors_unlock_a_pair_as_well(tmp_path: Path) -> None:
    with open_casino(Casino(tmp_path)) as casino:
        logins = casino.casino.logins
        with logins.file.changed() as held:
            held.tries[counted_as("robin", "sam")] = Tries(failures=5, at=now_ms())
            held.tries["robin2"] = Tries(failures=5, at=now_ms())
        held = logins.file.read()
        assert (held.forget_tries("robin"), held.forget_tries("robin")) == (True, False)
        assert set(held.tries) == {"robin2"}


def test_guesses_beside_somebody_rest_as_well(tmp_path: Path) -> None:
    with open_casino(Casino(tmp_path)) as casino:
        sam = casino.staff("sam")
        assert sam.ask("fault", table=TABLE, reason="a lamp is dark").status_code == 200
        wrong = {"person": "robin", "password": "a guess of mine", "code": "000000"}
        for _ in range(5):
            assert sam.ask("clear", table=TABLE, reason="mended", second=wrong).status_code == 401
        rests = sam.ask("clear", table=TABLE, reason="mended", second=casino.casino.credentials("robin"))
        assert rests.status_code == 423
