"""A stranger who locks every name at the door does not stop the floor."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.people.logins import Tries, counted_as, now_ms
from croupier.service.staff import BROWSER_COOKIE
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


def test_strangers_do_not_lock_out_a_known_browser(tmp_path: Path) -> None:
    """Five wrong tries from anywhere used to keep a supervisor out for 15 minutes, with those who could unlock them."""
    with open_casino(Casino(tmp_path)) as casino:
        own = casino.nobody()
        assert own.sign_in(casino.casino.credentials("robin")).status_code == 200
        known = own.known
        stranger, wrong = casino.nobody(), {"person": "robin", "password": "a guess of mine", "code": "000000"}
        for _ in range(5):
            assert stranger.sign_in(wrong).status_code == 401
        assert stranger.sign_in(casino.casino.credentials("robin")).status_code == 423
        again = casino.nobody()
        again.known = known
        assert again.sign_in(casino.casino.credentials("robin")).status_code == 200
        assert again.known == known, "one cookie for all who sign in there"
        # The known browser has tries of its own, and they run out too.
        for left in (4, 3, 2, 1, 0):
            refused = again.sign_in(wrong)
            assert (refused.status_code, refused.json()["tries_left"]) == (401, left)
        assert again.sign_in(casino.casino.credentials("robin")).status_code == 423


def test_a_browser_is_known_only_for_those_who_have_signed_in_there(tmp_path: Path) -> None:
    with open_casino(Casino(tmp_path)) as casino:
        dana = casino.nobody()
        assert dana.sign_in(casino.casino.credentials("dana")).status_code == 200
        wrong = {"person": "robin", "password": "a guess of mine", "code": "000000"}
        for _ in range(5):
            assert dana.sign_in(wrong).status_code == 401
        stranger = casino.nobody()
        assert stranger.sign_in(casino.casino.credentials("robin")).status_code == 423, "counted with the strangers"
        made_up = casino.nobody()
        made_up.known = f"{BROWSER_COOKIE}={'x' * 43}"
        assert made_up.sign_in(casino.casino.credentials("robin")).status_code == 423
        assert made_up.sign_in(casino.casino.credentials("sam")).status_code == 200
        assert "x" * 43 not in made_up.known, "a cookie that the house did not give is replaced"
