"""The door: passwords, codes that are good once, lockout, sessions; and what two people do about a third."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyotp
import pytest

from croupier.casino.floor import at_desk, logins_of
from croupier.cli.jackpot.post import Answering
from croupier.errors import BadInput, CheckFailed
from croupier.jackpot.actors import Actor
from croupier.jackpot.book.answers import Reply
from croupier.people.access_log import AccessLog
from croupier.people.enrolling import Enrolling
from croupier.people.logins import (
    Device,
    Factor,
    Invitation,
    LoginFile,
    Logins,
    Passkey,
    Secrets,
    Token,
    Tries,
    hashed_password,
)
from croupier.people.signing_in import MOST_FAILURES, Resting, SigningIn, WrongSignIn, step_of
from croupier.records import OtherSchema, encode
from tests.passwords import QUICK
from tests.service.casino import (
    OTHER,
    PASSWORD,
    SECOND_TABLE,
    SF,
    TABLE,
    Casino,
    OpenCasino,
    Staff,
    open_casino,
    paired_token,
)

NEW_PASSWORD = "correct horse battery"


def second(casino: OpenCasino, person: str = "robin") -> dict[str, object]:
    return {"second": casino.casino.credentials(person)}


def appoint(casino: OpenCasino, by: Staff, person: str, name: str) -> None:
    role = {"link": SF, "name": name, "role": "accounting", **second(casino)}
    assert by.call("POST", f"/staff/people/{person}/role", json=role).status_code == 200


def invite(casino: OpenCasino, by: Staff, other: Staff, person: str, name: str = "robin") -> dict[str, str]:
    """The two halves, each as one of the two supervisors was shown it."""
    made = by.call("POST", f"/staff/people/{person}/invitation", json=second(casino, name))
    assert made.status_code == 200, made.text
    shown = other.call("POST", f"/staff/people/{person}/half", json={})
    return {"first": made.json()["half"], "second": shown.json()["half"]}


def test_the_cookie_is_bound_to_the_house_and_out_of_reach_of_scripts(casino: OpenCasino) -> None:
    response = casino.nobody().sign_in(casino.casino.credentials("sam"))
    cookie, known = response.headers.get_list("set-cookie")
    assert cookie.startswith("__Host-croupier-staff=")
    assert known.startswith("__Host-croupier-browser=")
    assert all(part in known for part in ("HttpOnly", "Secure", "SameSite=strict", "Path=/", "Max-Age=15552000"))
    assert all(part in cookie for part in ("HttpOnly", "Secure", "SameSite=strict", "Path=/"))
    assert "Domain" not in cookie
    assert "Max-Age" not in cookie
    body = response.json()
    assert body["person"] == "sam"
    assert body["roles"] == {SF: "supervisor"}
    assert cookie.partition(";")[0].partition("=")[2] not in json.dumps(body)


def test_a_code_is_good_once(casino: OpenCasino) -> None:
    given = casino.casino.credentials("sam")
    assert casino.nobody().sign_in(given).status_code == 200
    again = casino.nobody().sign_in(given)
    assert (again.status_code, again.json()["code"]) == (401, "wrong_sign_in")
    casino.staff("sam")  # the next code forgives the failure


def test_who_moves_money_needs_a_code_and_a_dealer_does_not(casino: OpenCasino) -> None:
    without = casino.casino.credentials("alex") | {"code": ""}
    assert casino.nobody().sign_in(without).status_code == 401
    casino.staff("alex")
    casino.staff("dana")
    logins = casino.casino.logins
    with logins.file.changed() as held:
        key = held.factors.pop("ursel").key
    lacking = casino.nobody().sign_in({"person": "ursel", "password": PASSWORD, "code": ""})
    assert (lacking.status_code, lacking.json()["code"]) == (403, "second_factor_missing")
    with logins.file.changed() as held:
        held.factors["ursel"] = Factor(key=key)


def test_a_name_rests_after_failures_whether_anybody_has_it_or_not(casino: OpenCasino) -> None:
    for person in ("anton", "nobody-at-all"):
        wrong = {"person": person, "password": "not the password", "code": ""}
        answers = [casino.nobody().sign_in(wrong) for _ in range(MOST_FAILURES)]
        assert [each.json()["tries_left"] for each in answers] == [4, 3, 2, 1, 0]
        assert "3 tries are left, then sign-in is locked for 15 minutes" in answers[1].json()["detail"]
        rests = casino.nobody().sign_in(wrong | {"password": PASSWORD})
        assert (rests.status_code, rests.json()["code"]) == (423, "locked_out")
        assert int(rests.headers["retry-after"]) > 800
    people = casino.staff("sam").get("/staff/people")["people"]
    assert next(each for each in people if each["id"] == "anton")["locked_seconds"] > 800
    # Two people let somebody try again; one person twice does not.
    sam = casino.staff("sam")
    alone = sam.call("POST", "/staff/people/anton/unlocking", json=second(casino, "sam"))
    assert (alone.status_code, alone.json()["code"]) == (403, "same_person")
    assert sam.call("POST", "/staff/people/anton/unlocking", json=second(casino)).status_code == 200
    casino.staff("anton")
    assert [line.what for line in casino.casino.logins.log.lines() if line.who == "anton"][-2:] == [
        "unlocked",
        "log-in",
    ]


def test_a_session_ends_when_it_is_idle_and_when_one_signs_out(casino: OpenCasino) -> None:
    # Three seconds: on a busy machine the first two requests may be a second apart.
    with open_casino(casino.casino, idle_seconds=3.0) as quick:
        dana = quick.staff("dana")
        dana.get("/pit/tables")
        time.sleep(3.1)
        assert dana.call("GET", "/pit/tables").status_code == 401
    dana = casino.staff("dana")
    assert dana.call("DELETE", "/staff/session").status_code == 200
    assert dana.call("GET", "/pit/tables").json()["code"] == "not_signed_in"


def test_doors_are_limited_by_address(casino: OpenCasino) -> None:
    with open_casino(casino.casino, doors_per_second=0.001, doors_burst=2) as slow:
        for status in (401, 401, 429):
            wrong = {"person": "somebody", "password": "x", "code": ""}
            assert slow.nobody().sign_in(wrong).status_code == status


def test_enrollment_by_invitation(casino: OpenCasino) -> None:
    """Two supervisors appoint, hand out a half each and confirm; the person alone knows the password."""
    sam, robin, nora = casino.staff("sam"), casino.staff("robin"), casino.nobody()
    appoint(casino, sam, "nora", "Nora New")
    halves = invite(casino, sam, robin, "nora")
    found = nora.call("POST", "/staff/invitation", json=halves).json()
    assert (found["person"], found["name"]) == ("nora", "Nora New")
    chosen = {**halves, "password": NEW_PASSWORD, "code": "000000"}
    assert nora.call("POST", "/staff/enrollment", json=chosen).status_code == 422
    short = nora.call("POST", "/staff/enrollment", json=chosen | {"password": "short"})
    assert (short.status_code, "at least 10 letters" in short.json()["detail"]) == (422, True)
    now = pyotp.TOTP(found["key"]).now()
    done = nora.call("POST", "/staff/enrollment", json=chosen | {"code": now}).json()
    used = nora.call("POST", "/staff/invitation", json=halves)
    assert (used.status_code, used.json()["code"]) == (404, "unknown_invitation")
    later = {"person": "nora", "password": NEW_PASSWORD, "code": now}
    code = {"code": done["confirmation"].lower()}
    assert nora.sign_in(later).status_code == 401, "nobody has confirmed it"
    assert robin.call("POST", "/staff/people/nora/confirmation", json=code).json() == {"person": "nora", "live": False}
    assert nora.sign_in(later).status_code == 401, "one has confirmed it"
    assert sam.call("POST", "/staff/people/nora/confirmation", json=code).json() == {"person": "nora", "live": True}
    with casino.casino.logins.file.changed() as held:
        held.factors["nora"] = Factor(key=found["key"])
        held.tries.pop("nora")
    assert nora.sign_in(later | {"code": pyotp.TOTP(found["key"]).now()}).json()["roles"] == {SF: "accounting"}


def test_a_crooked_supervisor_cannot_come_in_under_the_name_of_somebody_who_does_not_exist(casino: OpenCasino) -> None:
    """Sam has Robin's honest signature for a colleague whom nobody has seen, and tries everything alone."""
    sam, robin, mask = casino.staff("sam"), casino.staff("robin"), casino.nobody()
    appoint(casino, sam, "mask", "Max Mask")
    made = sam.call("POST", "/staff/people/mask/invitation", json=second(casino)).json()
    assert set(made) == {"half", "second", "hours"}, "no key, and one half"
    for guess in (made["half"], "", "A" * 12):
        alone = mask.call("POST", "/staff/invitation", json={"first": made["half"], "second": guess or "?"})
        assert (alone.status_code, "key" in alone.json()) == (404, False)
    again = sam.call("POST", "/staff/people/mask/half", json={})
    assert (again.status_code, "shown before" in again.json()["detail"]) == (422, True)
    assert casino.staff("ursel").call("POST", "/staff/people/mask/half", json={}).status_code == 403
    # Robin's half reaches Sam by a lie ("I will give it to him"). The log-in still does not live by Sam's word.
    other = robin.call("POST", "/staff/people/mask/half", json={}).json()["half"]
    halves = {"first": other, "second": made["half"]}
    key = mask.call("POST", "/staff/invitation", json=halves).json()["key"]
    chosen = {**halves, "password": NEW_PASSWORD, "code": pyotp.TOTP(key).now()}
    code = {"code": mask.call("POST", "/staff/enrollment", json=chosen).json()["confirmation"]}
    for _ in range(2):
        assert not sam.call("POST", "/staff/people/mask/confirmation", json=code).json()["live"]
    assert casino.staff("ursel").call("POST", "/staff/people/mask/confirmation", json=code).status_code == 403
    assert mask.sign_in({"person": "mask", "password": NEW_PASSWORD, "code": chosen["code"]}).status_code == 401
    # Robin sees nobody and declines by typing nothing; guesses at the code end it.
    for left in ("4 more tries", "3 more tries", "2 more tries", "one more try", "now the invitation is over"):
        wrong = robin.call("POST", "/staff/people/mask/confirmation", json={"code": "222222"})
        assert (wrong.status_code, left in wrong.json()["detail"]) == (403, True), wrong.text
    assert robin.call("POST", "/staff/people/mask/confirmation", json=code).status_code == 422
    assert not any(each["person"] == "mask" for each in sam.get("/staff/people")["invited"])
    assert "opened the invitation" in [line.what for line in casino.casino.logins.log.lines() if line.who == "mask"]


def test_a_supervisor_who_leaves_takes_their_invitations_along(casino: OpenCasino) -> None:
    """Who is no longer a supervisor when it is confirmed lets nobody in."""
    sam, ursel = casino.staff("sam"), casino.staff("ursel")
    appoint(casino, sam, "late", "Lou Late")
    halves = invite(casino, ursel, sam, "late", "sam")
    key = casino.nobody().call("POST", "/staff/invitation", json=halves).json()["key"]
    chosen = {**halves, "password": NEW_PASSWORD, "code": pyotp.TOTP(key).now()}
    code = {"code": casino.nobody().call("POST", "/staff/enrollment", json=chosen).json()["confirmation"]}
    role = {"link": SF, "name": "Ursel", "role": "dealer", **second(casino)}
    assert sam.call("POST", "/staff/people/ursel/role", json=role).status_code == 200
    assert sam.call("POST", "/staff/people/late/confirmation", json=code).json()["code"] == "not_authorized"
    back = {**role, "role": "supervisor", **second(casino)}
    assert sam.call("POST", "/staff/people/ursel/role", json=back).status_code == 200


def test_somebody_without_a_role_is_not_invited(casino: OpenCasino) -> None:
    refused = casino.staff("sam").call("POST", "/staff/people/zoe/invitation", json=second(casino))
    assert (refused.status_code, refused.json()["code"]) == (404, "unknown_person")


def test_a_lost_second_factor(casino: OpenCasino) -> None:
    """Two others invite again; the old factor and every session end at once."""
    alex, sam = casino.staff("alex"), casino.staff("sam")
    halves = invite(casino, sam, casino.staff("robin"), "alex")
    assert alex.call("GET", "/pit/tables").status_code == 401
    old = {"person": "alex", "password": PASSWORD, "code": pyotp.TOTP(casino.casino.keys["alex"]).now()}
    assert casino.nobody().sign_in(old).json()["code"] == "second_factor_missing"
    key = casino.nobody().call("POST", "/staff/invitation", json=halves).json()["key"]
    again = {**halves, "password": PASSWORD, "code": pyotp.TOTP(key).now()}
    code = {"code": casino.nobody().call("POST", "/staff/enrollment", json=again).json()["confirmation"]}
    for person in ("sam", "robin"):
        assert casino.staff(person).call("POST", "/staff/people/alex/confirmation", json=code).status_code == 200
    casino.casino.keys["alex"] = key
    casino.staff("alex")
    # Nobody replaces their own.
    own = sam.call("POST", "/staff/people/sam/invitation", json=second(casino))
    assert (own.status_code, own.json()["code"]) == (403, "not_authorized")


def test_leaving_staff(casino: OpenCasino) -> None:
    sam = casino.staff("sam")
    role = {"link": SF, "name": "Leo Leaves", "role": "dealer", **second(casino)}
    assert sam.call("POST", "/staff/people/leo/role", json=role).status_code == 200
    with casino.casino.logins.file.changed() as held:
        held.passwords["leo"] = held.passwords["dana"]
    leo = casino.staff("leo")
    leo.get("/pit/tables")
    assert leo.ask("result", table=TABLE, round=leo.play([1]), hands={}).status_code == 200
    gone = sam.call("POST", "/staff/people/leo/leaving", json={"reason": "moved away", **second(casino)})
    assert gone.json() == {"person": "leo", "links": [SF]}
    assert leo.call("GET", "/pit/tables").status_code == 401
    assert casino.nobody().sign_in(casino.casino.credentials("leo")).status_code == 401
    assert "leo" not in {each["id"] for each in sam.get("/staff/people")["people"]}
    names = {each["by"]: each["by_name"] for each in sam.get(f"/office/links/{SF}/journal")["entries"]}
    assert names["leo"] == "Leo Leaves", "what he did is still under his name"


def test_a_person_with_two_roles(casino: OpenCasino) -> None:
    """On one link the new role takes the place of the old one; on another it may differ, and counts there alone."""
    sam, sue = casino.staff("sam"), casino.staff("sue")
    dana = casino.staff("dana")
    joins = {"link": OTHER, "name": "Dana", "role": "auditor"}
    wrong = sam.call("POST", "/staff/people/dana/role", json=joins | second(casino, "robin"))
    assert (wrong.status_code, wrong.json()["code"]) == (403, "not_allowed"), "sam is nobody on the other link"
    for agrees, status, code in ((None, 422, "consent_missing"), ("deb", 403, "not_allowed")):
        consent = {"consent": casino.casino.credentials(agrees)} if agrees else {}
        unasked = sue.call("POST", "/staff/people/dana/role", json=joins | consent | second(casino, "sid"))
        assert (unasked.status_code, unasked.json()["code"]) == (status, code), "nobody is drawn in unasked"
    agreed = {"consent": casino.casino.credentials("dana")}
    other = sue.call("POST", "/staff/people/dana/role", json=joins | {"name": "D."} | agreed | second(casino, "sid"))
    assert (other.status_code, other.json()["code"]) == (409, "name_differs")
    assert sue.call("POST", "/staff/people/dana/role", json=joins | agreed | second(casino, "sid")).status_code == 200
    assert dana.get("/staff/session")["roles"] == {SF: "dealer", OTHER: "auditor"}
    dana.get("/pit/tables/X01")
    assert dana.call("PUT", "/pit/tables/X01/lamps", json={"seats": [1]}).status_code == 403
    dana.play([1])
    demotion = {"link": SF, "name": "Robin", "role": "dealer"}
    himself = sam.call("POST", "/staff/people/robin/role", json=demotion | second(casino))
    assert (himself.status_code, himself.json()["code"]) == (403, "same_person")
    fewer = sam.call("POST", "/staff/people/robin/role", json=demotion | second(casino, "ursel"))
    assert fewer.status_code == 200, "ursel stays"
    last = sam.call(
        "POST", "/staff/people/ursel/role", json={"link": SF, "name": "U", "role": "dealer", **second(casino, "ursel")}
    )
    assert (last.status_code, last.json()["code"]) == (403, "same_person")
    back = {"link": SF, "name": "Robin", "role": "supervisor", **second(casino, "ursel")}
    assert sam.call("POST", "/staff/people/robin/role", json=back).status_code == 200
    # She leaves the other link by its supervisors' word; her log-in and her role here are not theirs to end.
    left = sue.call("POST", "/staff/people/dana/leaving", json={"reason": "no longer", **second(casino, "sid")})
    assert left.json() == {"person": "dana", "links": [OTHER]}
    assert dana.get("/staff/session")["roles"] == {SF: "dealer"}


def test_pairing_a_display_and_a_sensor(casino: OpenCasino) -> None:
    olga = casino.staff("olga")
    screen = casino.nobody()
    shown = screen.call("POST", "/pairing", json={"kind": "display"}).json()
    assert screen.call("POST", "/pairing/token", json={"secret": shown["secret"]}).json() == {"paired": False}
    confirmed = olga.call("POST", "/devices", json={"code": shown["code"].lower(), "table": TABLE})
    assert confirmed.json()["kind"] == "display"
    paired = screen.call("POST", "/pairing/token", json={"secret": shown["secret"]})
    assert paired.json() == {"paired": True, "kind": "display", "table": TABLE, "link": SF}
    assert paired.headers["set-cookie"].startswith("__Host-croupier-device=")
    assert screen.call("POST", "/pairing/token", json={"secret": shown["secret"]}).status_code == 404, "said once"
    box = casino.nobody()
    shown = box.call("POST", "/pairing", json={"kind": "sensor"}).json()
    alone = olga.call("POST", "/devices", json={"code": shown["code"], "table": TABLE})
    assert (alone.status_code, alone.json()["code"]) == (422, "second_missing")
    wrong = olga.call("POST", "/devices", json={"code": shown["code"], "table": TABLE, **second(casino, "alex")})
    assert wrong.status_code == 403
    both = olga.call("POST", "/devices", json={"code": shown["code"], "table": TABLE, **second(casino, "sam")})
    assert both.json()["person"] == "sam"
    token = box.call("POST", "/pairing/token", json={"secret": shown["secret"]}).json()["token"]
    sensor = Staff(casino.house.client(), token)
    assert sensor.call("POST", "/sensor", json={"seats": [2, 4]}).status_code == 200
    dana = casino.staff("dana")
    view = dana.get(f"/pit/tables/{TABLE}")
    assert view["sensor"] == {"by": "sensor", "silent": False}
    by_hand = dana.call("PUT", f"/pit/tables/{TABLE}/lamps", json={"seats": [1]})
    assert by_hand.json()["code"] in ("has_a_sensor", "round_open")
    paired_now = olga.get("/devices")
    assert paired_now["jackpots"] == {TABLE: [SF], SECOND_TABLE: [SF]}, "a sensor may be of one of several"
    kinds = {each["kind"]: f"/devices/{each['id']}" for each in paired_now["devices"]}
    assert olga.call("DELETE", kinds["display"]).status_code == 200
    for body, status, code in (({}, 422, "second_missing"), (second(casino, "alex"), 403, "not_allowed")):
        alone = olga.call("DELETE", kinds["sensor"], json=body)
        assert (alone.status_code, alone.json()["code"]) == (status, code)
    assert sensor.call("POST", "/sensor", json={}).status_code == 200, "an operator alone takes no sensor away"
    assert olga.call("DELETE", kinds["sensor"], json=second(casino, "robin")).status_code == 200
    assert sensor.call("POST", "/sensor", json={}).status_code == 401
    nothing = olga.call("POST", "/devices", json={"code": "ZZZ-ZZZ", "table": TABLE})
    assert nothing.json()["code"] == "unknown_code"


def test_a_silent_sensor_stops_its_table(tmp_path_factory: pytest.TempPathFactory) -> None:
    made = Casino(tmp_path_factory.mktemp("silent"))
    paired_token(made.logins, Device(kind="sensor", link=SF, table=TABLE, person="sam", at=1))
    with open_casino(made, silent_seconds=0.2) as house:
        dana = house.staff("dana")
        until = time.monotonic() + 30
        while not (view := dana.get(f"/pit/tables/{TABLE}"))["table"]["stopped"]:
            assert time.monotonic() < until
            time.sleep(0.1)
        assert "silent" in view["table"]["stopped"][0]
        assert view["sensor"]["silent"]
        assert view["table"]["id"] == TABLE
        assert not dana.get("/pit/tables/T02")["table"]["stopped"]


def test_a_restart_in_the_middle_of_a_pending_award(tmp_path_factory: pytest.TempPathFactory) -> None:
    made = Casino(tmp_path_factory.mktemp("restart"))
    with open_casino(made) as house:
        dana = house.staff("dana")
        number = dana.play([1, 2])
        hands = {"1": "As Ks Qs Js Ts 9s 8s"}
        [award] = dana.ask("result", table=TABLE, round=number, hands=hands).json()["awards"]
    with open_casino(made) as house:
        sam = house.staff("sam")
        [kept] = sam.get(f"/pit/tables/{TABLE}")["awards"]
        assert (kept["no"], kept["status"], kept["cents"]) == (award["no"], "pending", award["cents"])
        assert sam.ask("approve", award=award["no"]).status_code == 200


def test_no_secret_is_in_a_log_an_error_or_an_address(casino: OpenCasino, capfd: pytest.CaptureFixture[str]) -> None:
    secret = "the secret of this very test"
    nobody = casino.nobody()
    answers = [
        nobody.sign_in({"person": "sam", "password": secret, "code": "123456"}),
        nobody.call("POST", "/staff/session", json={"person": "sam", "password": {"x": secret}}),
        nobody.call("POST", "/staff/session", json={"person": "sam", "password": secret, "extra": 1}),
        nobody.call(
            "POST", "/staff/enrollment", json={"first": secret, "second": secret, "password": secret, "code": "1"}
        ),
    ]
    assert all(secret not in each.text for each in answers)
    folder = Path(casino.casino.url).parent
    kept = [path for path in folder.iterdir() if path.is_file() and secret.encode() in path.read_bytes()]
    assert kept == []
    assert secret not in "".join(capfd.readouterr())
    casino.staff("sam")


def test_the_access_log_is_whole_and_says_who_where_and_when(casino: OpenCasino) -> None:
    casino.staff("dana")
    log = casino.casino.logins.log
    assert log.faults() == []
    last = [line for line in log.lines() if line.what == "log-in"][-1]
    assert last.who == "dana"
    assert last.detail.endswith("from 127.0.0.1")
    assert last.at > 1_700_000_000_000


def test_codes_by_their_time_step() -> None:
    key, now = "JBSWY3DPEHPK3PXP", 1_700_000_000.0
    here = int(now // 30)
    codes = {step: pyotp.TOTP(key).generate_otp(step) for step in range(here - 3, here + 4)}
    good = [step for step, code in codes.items() if step_of(key, code, (), now) is not None]
    assert good == [here - 1, here, here + 1]
    assert step_of(key, codes[here], (here,), now) is None, "used before"
    assert step_of(key, codes[here - 1], (here,), now) is None, "older than one that was used"
    assert step_of(key, codes[here], (here + 120,), now) == here, "the clock ran ahead when that one was used"
    assert step_of(key, codes[here], (here + 120, here), now) is None
    assert step_of(key, f"{codes[here][:3]} {codes[here][3:]}", (), now) == here
    for odd in ("", "12345", "1234567", "１２３４５６", "abcdef"):
        assert step_of(key, odd, (), now) is None


@pytest.mark.parametrize("schema", ['"schema": 2, ', '"schema": 5, ', '"schema": 0, ', '"schema": "1", ', ""])
def test_a_file_of_log_ins_of_another_schema_is_refused_in_words(tmp_path: Path, schema: str) -> None:
    path = tmp_path / "other.logins"
    content = f'{{{schema}"passwords": {{"sam": "$argon2id$x"}}, "tokens": {{"abc": ["sam", "T01"]}}}}'
    path.write_text(content, encoding="utf-8")
    with pytest.raises(
        OtherSchema, match=r"file of log-ins .*other\.logins .*; this version of croupier reads schema 1\n"
    ):
        LoginFile(path)
    assert path.read_text(encoding="utf-8") == content


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "Input data was truncated"),
        ("[]", "Expected `object`, got `array`"),
        ('{"schema": 1, "paswords": {}}', "unknown field `paswords`"),
        ('{"schema": 1, "tokens": {"abc": ["sam", "T01"]}}', "tokens"),
        ('{"schema": 1, "tries": {"sam": {"failures": "5", "at": 1}}}', "failures"),
    ],
)
def test_a_damaged_file_of_log_ins_is_refused_in_words(tmp_path: Path, content: str, words: str) -> None:
    path = tmp_path / "x.logins"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(BadInput, match="file of log-ins") as refused:
        LoginFile(path)
    assert words in str(refused.value)


def test_a_file_of_log_ins_comes_back_as_it_was_written(tmp_path: Path) -> None:
    held = Secrets(
        passwords={"sam": "$argon2id$x"},
        tokens={"abc": Token(person="sam", device="T01")},
        factors={"sam": Factor(key="K", used=(7, 8))},
        invitations={"nora": Invitation(until=9, by=("sam", "robin"), halves={"sam": "d4"}, confirmed=("sam",))},
        devices={"4e": Device(kind="display", link=SF, table=TABLE, person="sam", at=1)},
        tries={"nobody": Tries(failures=2, at=3)},
        keys={"ann": "ann+1+k"},
        passkeys={"sam": {"id": Passkey(name="ring", data="d", counter=1, synced=False, at=2)}},
    )
    path = tmp_path / "x.logins"
    path.write_bytes(encode(held))
    file = LoginFile(path)
    assert file.read() == held
    with file.changed():
        pass
    assert path.read_bytes() == encode(held)
    assert path.read_text(encoding="utf-8").startswith('{"schema":1,')


def test_a_rest_ends_by_itself(tmp_path: Path) -> None:
    clock = [1_000_000.0]
    logins = Logins(tmp_path / "x.logins", logins_of(str(tmp_path / "x.db")).log)
    door = SigningIn(logins, lambda _: False, lambda: clock[0])
    with logins.file.changed() as held:
        held.tries["sam"] = Tries(failures=MOST_FAILURES, at=int(clock[0] * 1000))
    assert door.rests("sam") == 900
    clock[0] += 901
    assert door.rests("sam") == 0


@pytest.mark.parametrize("ahead", [3_600, 365 * 86_400], ids=["an hour", "a year"])
def test_a_clock_that_ran_ahead_locks_nobody_out(tmp_path: Path, ahead: int) -> None:
    """It used to: for that hour whoever had signed in with a code, and for a year whoever had failed."""
    key, clock = "JBSWY3DPEHPK3PXP", [1_700_000_000.0 + ahead]
    logins = Logins(tmp_path / "x.logins", logins_of(str(tmp_path / "x.db")).log)
    door = SigningIn(logins, lambda _: True, lambda: clock[0])
    with logins.file.changed() as held:
        held.passwords.update(sam=QUICK().hash(PASSWORD), robin=QUICK().hash(PASSWORD))
        held.factors["sam"] = held.factors["robin"] = Factor(key=key)

    def code() -> str:
        return pyotp.TOTP(key).at(int(clock[0]))

    ahead_code = code()
    assert door.sign_in("sam", PASSWORD, ahead_code, "here").person == "sam"
    for _ in range(MOST_FAILURES):
        with pytest.raises(WrongSignIn):
            door.sign_in("robin", "a wrong guess", code(), "here")
    with pytest.raises(Resting):
        door.sign_in("robin", PASSWORD, code(), "here")
    clock[0] -= ahead
    assert door.rests("robin") == 0
    for person in ("sam", "robin"):
        assert door.sign_in(person, PASSWORD, code(), "here").person == person
        with pytest.raises(WrongSignIn):
            door.sign_in(person, PASSWORD, code(), "here")  # good once, as ever
    clock[0] += ahead
    with pytest.raises(WrongSignIn):
        door.sign_in("sam", PASSWORD, ahead_code, "here")


def test_a_rest_is_never_longer_than_it_says(tmp_path: Path) -> None:
    clock = [1_700_000_000.0]
    logins = Logins(tmp_path / "x.logins", logins_of(str(tmp_path / "x.db")).log)
    door = SigningIn(logins, lambda _: False, lambda: clock[0])
    for at in range(-1_000, 1_000_000, 7_919):
        with logins.file.changed() as held:
            held.tries["sam"] = Tries(failures=MOST_FAILURES, at=int((clock[0] + at) * 1000))
        assert 0 <= door.rests("sam") <= 900


def test_a_wrong_clock_is_named_in_the_access_log_and_not_at_the_door(tmp_path: Path) -> None:
    key, now = "JBSWY3DPEHPK3PXP", 1_700_000_000.0
    log = AccessLog(tmp_path / "x.access")
    logins = Logins(tmp_path / "x.logins", log)
    door = SigningIn(logins, lambda _: True, lambda: now)
    with logins.file.changed() as held:
        held.passwords["sam"], held.factors["sam"] = QUICK().hash(PASSWORD), Factor(key=key)
    for off, words in ((240, "4 minutes later"), (-300, "5 minutes ago")):
        with pytest.raises(WrongSignIn) as told:
            door.sign_in("sam", PASSWORD, pyotp.TOTP(key).at(int(now) + off), "here")
        assert "clock" not in str(told.value)
        assert log.lines()[-1].detail == f"from here: the code is of {words}, so look at both clocks"
    with pytest.raises(WrongSignIn):
        door.sign_in("sam", PASSWORD, "000000", "here")
    assert log.lines()[-1].detail == "from here"


@pytest.mark.parametrize("name", ["ѕam", "sаm", "sam.", "Sam", "ＳＡＭ", "s am", "rοbin", " sam", "sam\u200b", "..."])
def test_nobody_is_let_in_under_a_name_that_looks_like_anothers(tmp_path: Path, name: str) -> None:
    roles = ({"sam": "supervisor", "robin": "supervisor", name: "dealer"},)
    logins = Logins(tmp_path / "x.logins", AccessLog(None), lambda: roles)
    two = (Actor("sam"), Actor("robin"))
    with logins.file.changed() as held:
        held.passwords.update(sam="x", robin="y")
    with pytest.raises(BadInput, match=r"looks like|is not a name"):
        logins.enroll(name, "correct horse battery", two)
    with pytest.raises(BadInput, match=r"looks like|is not a name"):
        Enrolling(logins).invite(name, two)
    assert logins.people == ["robin", "sam"]


def test_names_that_look_different_are_let_in(tmp_path: Path) -> None:
    names = ("sam2", "samuel", "Ольга", "δημήτρης", "robin.b", "o'neill", "dealer-7")
    roles = ({"sam": "supervisor", "robin": "supervisor", **dict.fromkeys(names, "dealer")},)
    logins = Logins(tmp_path / "x.logins", AccessLog(None), lambda: roles)
    with logins.file.changed() as held:
        held.passwords.update(sam="x", robin="y")
    for name in names:
        logins.enroll(name, "correct horse battery", (Actor("sam"), Actor("robin")))
    assert logins.people == sorted([*names, "sam", "robin"])


@pytest.mark.parametrize(
    "password",
    """password1234 P@ssw0rd!! qwertyuiop Welcome2026 casino-2026 jackpotjackpot aaaaaaaaaaaa 1234567890 letmein!!!
    2026summer2026 samantha12 abcabcabcabc croupier123 short""".split(),
)
def test_a_password_that_everybody_tries_first_is_refused(password: str) -> None:
    with pytest.raises(BadInput):
        hashed_password(password, "samantha")


@pytest.mark.parametrize("password", ["correct horse battery", "7Kd92!x8Q3z1", "пароль из слов", "k4v9-72ab-qz11-xx0t"])
def test_a_password_of_ones_own_is_taken(password: str) -> None:
    assert hashed_password(password, "sam").startswith("$argon2id$")


def test_supervisors_of_one_jackpot_end_no_log_in_of_anothers(casino: OpenCasino) -> None:
    """They could, of people whom they do not even see."""
    sam = casino.staff("sam")
    for person in ("sid", "sue"):
        gone = sam.call("POST", f"/staff/people/{person}/leaving", json={"reason": "a trick", **second(casino)})
        assert (gone.status_code, gone.json()["code"]) == (403, "not_authorized"), gone.text
        assert person in casino.casino.logins.people
    assert casino.staff("sid").get("/staff/session")["person"] == "sid"


def test_nothing_that_two_supervisors_of_one_jackpot_do_ends_a_session_of_anothers(tmp_path: Path) -> None:
    """Issue 29, 13: by a second factor that only they knew, and by a role that needs one, they did."""
    casino = Casino(tmp_path)
    with open_casino(casino) as house:
        sam, robin, deb = house.staff("sam"), house.staff("robin"), house.staff("deb")
        two = (Actor("sam", "password"), Actor("robin", "password"))
        logins = casino.logins
        changes: dict[str, Callable[[], object]] = {
            "add a second factor": lambda: logins.add_second_factor("deb", two),
            "make a token": lambda: logins.make_token("deb", "X01", two),
            "put somebody out": lambda: logins.put_out("deb", two),
            "unlock an account": lambda: logins.unlock("deb", two),
            "enroll": lambda: logins.enroll("deb", NEW_PASSWORD, two),
            "invite somebody": lambda: Enrolling(logins).invite("deb", two),
        }
        for what, change in changes.items():
            with pytest.raises(CheckFailed, match=f"it takes two supervisors to {what}; sam is not one, or not on ev"):
                change()
        for what in ("unlocking", "invitation"):
            tried = sam.call("POST", f"/staff/people/deb/{what}", json=second(house))
            assert (tried.status_code, tried.json()["code"]) == (403, "not_authorized")
        role = {"link": SF, "name": "Deb", "role": "accounting", **second(house)}
        assert sam.call("POST", "/staff/people/deb/role", json=role).json()["code"] == "consent_missing"
        new = {"person": "deb", "name": "Deb", "role": "accounting"}
        for behind in (casino.credentials("robin"), None):
            tried = sam.ask("appoint", second=behind, **new)
            assert (tried.status_code, tried.json()["code"]) == (422, "consent_missing")
        # Asked for while she worked nowhere else, and granted later.
        late = {"person": "kim", "name": "Kim", "role": "accounting"}
        asked = sam.ask("appoint", **late).json()["ask"]
        assert (
            house.staff("sue").ask("appoint", link=OTHER, second=casino.credentials("sid"), **late).status_code == 200
        )
        assert robin.ask("grant", ask=asked).json()["code"] == "consent_missing"
        assert deb.call("GET", "/pit/tables").status_code == 200, "her session is still good"
        assert house.staff("deb").get("/staff/session")["roles"] == {OTHER: "dealer"}


def test_nobody_posts_an_appointment_from_another_link_past_the_house(tmp_path: Path) -> None:
    casino = Casino(tmp_path)
    wanted = {"id": "deb-1", "do": "appoint", "person": "deb", "name": "Deb", "role": "accounting"}
    late = {"id": "kim-1", "do": "appoint", "person": "kim", "name": "Kim", "role": "accounting"}
    with at_desk(casino.url) as desk:

        def posted(link: str, by: str, request: dict[str, Any]) -> Reply:
            line = json.dumps(request).encode()
            [[(_, reply)]] = Answering(desk, Actor(by, "password"), link).answers([(1, line)])
            return reply

        refused = posted(SF, "sam", wanted)
        assert (refused.code, refused.detail) == (
            "consent_missing",
            "deb works on another link, and sam is no supervisor there",
        )
        asked = (posted(SF, "sam", late).body or {})["ask"]
        there = (posted(OTHER, "sue", late).body or {})["ask"]
        assert posted(OTHER, "sid", {"id": "kim-2", "do": "grant", "ask": there}).posted
        assert posted(SF, "robin", {"id": "kim-2", "do": "grant", "ask": asked}).code == "consent_missing"


def test_a_first_second_factor_may_be_ones_own_and_a_later_one_may_not(tmp_path: Path) -> None:
    logins = Logins(
        tmp_path / "x.logins", logins_of(str(tmp_path / "x.db")).log, lambda: ({"a": "supervisor", "b": "supervisor"},)
    )
    with logins.file.changed() as held:
        held.passwords.update(a="x", b="y")
    two = (Actor("a"), Actor("b"))
    assert len(logins.add_second_factor("a", two)) == 32
    with pytest.raises(CheckFailed, match="two other supervisors"):
        logins.add_second_factor("a", two)
    with pytest.raises(BadInput, match="not enrolled"):
        logins.add_second_factor("zoe", two)
