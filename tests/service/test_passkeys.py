"""Passkeys: registered after password and code, shown beside the password, and every answer that is refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from starlette.requests import HTTPConnection

from croupier.casino.floor import logins_of
from croupier.jackpot.actors import Actor
from croupier.jackpot.reports.alarms import AlarmKind
from croupier.people.enrolling import Enrolling, typed_code
from croupier.people.logins import SCHEMA, Logins, Passkey, hash_of
from croupier.people.passkeys import Made, Passkeys, Shown, Signed, Site, Unreadable, asked_to_make, asked_to_sign
from croupier.people.signing_in import MOST_FAILURES
from croupier.records import plain, replace
from croupier.service.books.alerts import _of_link
from croupier.service.problems import Refused
from croupier.service.settings import LOOPBACK, Settings
from croupier.service.staff import key_of, site_of
from tests.service.authenticator import ATTESTED, PRESENT, SYNCED, VERIFIED, SoftPasskey, decoded, encoded
from tests.service.casino import PASSWORD, SF, TABLE, OpenCasino, Staff, open_casino

Answer = dict[str, str]
UNREADABLE = ("AAAA", "é", "=", encoded(b"[" * 900), encoded(b"\x9f" * 2_000), encoded(bytes([ATTESTED]) * 40))


class Browser(Staff):
    """Somebody who opened the house as localhost."""

    def __init__(self, casino: OpenCasino, host: str = "") -> None:
        super().__init__(casino.house.client())
        self.casino = casino
        self.host = host or casino.house.address.replace("http://127.0.0.1", "localhost")

    def call(self, method: str, path: str, **more: Any) -> httpx.Response:
        headers = {"host": self.host, **more.pop("headers", {})}
        return super().call(method, path, headers=headers, **more)

    def challenge(self) -> dict[str, Any]:
        response = self.call("POST", "/staff/challenge")
        assert response.status_code == 200, response.text
        found: dict[str, Any] = response.json()
        return found

    def begin(self, person: str) -> httpx.Response:
        given = self.casino.casino.credentials(person)
        return self.call("POST", "/staff/passkeys/challenge", json={"password": PASSWORD, "code": given["code"]})

    def shows(self, person: str, passkey: SoftPasskey, **client: Any) -> httpx.Response:
        """Sign in with a password and a passkey."""
        return self.send(person, passkey.sign(self.challenge(), **client))

    def send(self, person: str, answer: Answer) -> httpx.Response:
        return self.sign_in({"person": person, "password": PASSWORD, "passkey": answer})  # type: ignore[dict-item]


def signed_in(casino: OpenCasino, person: str) -> Browser:
    browser = Browser(casino)
    assert browser.sign_in(casino.casino.credentials(person)).status_code == 200
    return browser


def registered(casino: OpenCasino, person: str, name: str = "key", **options: Any) -> SoftPasskey:
    """A passkey that the house knows. The way there has tests of its own."""
    site = Site("localhost", f"http://{Browser(casino).host}")
    passkeys = Passkeys(casino.casino.logins)
    passkey = SoftPasskey(site.origin, **options)
    asked, challenge = asked_to_make(site, person, person.title(), passkeys.of(person))
    made = passkey.make(plain(asked))
    found = Made.read(made["client_data"], made["attestation"]).checked(site, challenge)
    passkeys.add(person, name, found, "a test")
    return passkey


def last(casino: OpenCasino, person: str) -> tuple[str, str]:
    """What the access log says last about somebody."""
    line = [each for each in casino.casino.logins.log.lines() if each.who == person][-1]
    return line.what, f"{line.about} {line.detail}".strip()


@pytest.fixture(autouse=True)
def _clean(casino: OpenCasino) -> Iterator[None]:
    """Nobody is locked out and nobody has a passkey when a test begins."""
    with casino.casino.logins.file.changed() as held:
        held.tries.clear()
        held.passkeys.clear()
    yield
    assert casino.casino.logins.log.faults() == []


def test_a_passkey_takes_the_place_of_the_code_beside_the_password(casino: OpenCasino) -> None:
    sam = signed_in(casino, "sam")
    passkey = SoftPasskey(f"http://{sam.host}")
    made = {"name": " on my ring ", **passkey.make(sam.begin("sam").json())}
    assert sam.call("POST", "/staff/passkeys", json=made).json() == {"name": "on my ring"}
    assert last(casino, "sam")[0] == "registered a passkey"
    browser = Browser(casino)
    options = browser.challenge()
    assert options["userVerification"] == "required"
    assert "allowCredentials" not in options, "a stranger does not learn who has one"
    assert browser.send("sam", passkey.sign(options)).json()["roles"] == {SF: "supervisor"}
    what, detail = last(casino, "sam")
    assert what == "log-in"
    assert " with passkey " in detail
    [mine] = browser.get("/staff/passkeys")["passkeys"]
    assert (mine["name"], mine["here"], mine["synced"], mine["stopped"]) == ("on my ring", True, False, 0)
    assert mine["used"] >= mine["at"] > 0
    people = {each["id"]: each["passkeys"] for each in browser.get("/staff/people")["people"]}
    assert (people["sam"], people["robin"]) == (1, 0)
    # The passkey alone is not enough: the house asks for the password too.
    wrong = Browser(casino)
    given = {"person": "sam", "password": "not the password", "passkey": passkey.sign(wrong.challenge())}
    assert wrong.sign_in(given).json()["code"] == "wrong_sign_in"  # type: ignore[arg-type]
    assert wrong.sign_in({"person": "sam", "password": PASSWORD, "code": ""}).status_code == 401
    # A code is still good, too.
    signed_in(casino, "sam")


def test_nothing_secret_is_kept(casino: OpenCasino) -> None:
    passkey = registered(casino, "sam")
    held = json.loads(casino.casino.logins.file.path.read_text(encoding="utf-8"))
    [[id, kept]] = held["passkeys"]["sam"].items()
    assert (held["schema"], id) == (SCHEMA, encoded(passkey.id))
    assert encoded(passkey.id) not in kept["data"]
    assert passkey.id in decoded(kept["data"])
    assert len(decoded(kept["data"])) == 16 + 2 + 32 + 77, "maker, id and public key, and nothing else"


def replayed(browser: Browser, passkey: SoftPasskey) -> Answer:
    answer = passkey.sign(browser.challenge())
    assert browser.send("sam", answer).status_code == 200
    browser.cookie = ""
    return answer


def expired(browser: Browser, passkey: SoftPasskey) -> Answer:
    options = browser.challenge()
    notes = browser.casino.house.app.state.challenges._notes
    key = key_of(decoded(options["challenge"]))
    notes.write(key, notes.read(key).note, -1.0)
    return passkey.sign(options)


def invented(browser: Browser, passkey: SoftPasskey) -> Answer:
    browser.challenge()
    return passkey.sign({"challenge": encoded(b"x" * 32)})


def from_another_browser(browser: Browser, passkey: SoftPasskey) -> Answer:
    browser.challenge()
    return passkey.sign(Browser(browser.casino).challenge())


def for_a_registration(browser: Browser, passkey: SoftPasskey) -> Answer:
    mine = signed_in(browser.casino, "sam")
    browser.browser = mine.browser
    options = mine.begin("sam").json()
    browser.browser, browser.cookie, browser.csrf = mine.browser, mine.cookie, mine.csrf
    return passkey.sign(options)


@pytest.mark.parametrize("how", [replayed, expired, invented, from_another_browser, for_a_registration])
def test_a_challenge_is_good_once_for_a_while_and_where_it_was_asked(
    casino: OpenCasino, how: Callable[[Browser, SoftPasskey], Answer]
) -> None:
    passkey = registered(casino, "sam")
    browser = Browser(casino)
    over = browser.send("sam", how(browser, passkey))
    assert (over.status_code, over.json()["code"]) == (409, "challenge_over")


def test_a_challenge_is_bound_to_the_session(casino: OpenCasino) -> None:
    """One that was asked for beside Dana is of no use once she is signed out."""
    passkey = registered(casino, "sam")
    dana = signed_in(casino, "dana")
    answer = passkey.sign(dana.challenge())
    dana.cookie = ""
    assert dana.send("sam", answer).json()["code"] == "challenge_over"


def test_of_two_who_send_one_answer_at_once_one_is_let_in(casino: OpenCasino) -> None:
    from concurrent.futures import ThreadPoolExecutor

    passkey = registered(casino, "sam", counts=False)
    first, second = Browser(casino), Browser(casino)
    answer = passkey.sign(first.challenge())
    second.browser = first.browser
    with ThreadPoolExecutor(2) as threads:
        answers = list(threads.map(lambda each: each.send("sam", answer).status_code, (first, second)))
    assert sorted(answers) == [200, 409]


def tampered(answer: Answer, part: str) -> Answer:
    data = bytearray(decoded(answer[part]))
    data[-1] ^= 1
    return answer | {part: encoded(bytes(data))}


WRONG: dict[str, tuple[Callable[[SoftPasskey, dict[str, Any]], Answer], str]] = {
    "another origin": (lambda key, asked: key.sign(asked, origin="https://croupier.example"), "origin"),
    "another port": (lambda key, asked: key.sign(asked, origin="http://localhost:1"), "origin"),
    "a registration": (lambda key, asked: key.sign(asked, type="webauthn.create"), "type"),
    "inside another page": (lambda key, asked: key.sign(asked, crossOrigin=True), "another page"),
    "a changed signature": (lambda key, asked: tampered(key.sign(asked), "signature"), "Invalid signature"),
    "changed device data": (lambda key, asked: tampered(key.sign(asked), "authenticator_data"), "Invalid signature"),
    "an unknown passkey": (lambda key, asked: key.sign(asked) | {"id": encoded(b"y" * 32)}, "not one of theirs"),
    "another owner": (lambda key, asked: key.sign(asked) | {"user_handle": encoded(b"robin")}, "somebody else"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_an_answer_that_is_not_good_counts_as_a_failure(casino: OpenCasino, wrong: str) -> None:
    passkey = registered(casino, "sam")
    answer, why = WRONG[wrong]
    browser = Browser(casino)
    refused = browser.send("sam", answer(passkey, browser.challenge()))
    assert (refused.status_code, refused.json()["code"]) == (401, "wrong_sign_in")
    assert refused.json()["tries_left"] == MOST_FAILURES - 1
    assert refused.json()["detail"].startswith("Name, password and passkey do not match. 4 tries are left")
    what, detail = last(casino, "sam")
    assert (what, why in detail) == ("log-in failed", True), detail
    assert Browser(casino).shows("sam", passkey).status_code == 200, "the passkey itself is still good"


@pytest.mark.parametrize(
    ("flags", "why"),
    [(PRESENT, "erif"), (VERIFIED, "resent"), (PRESENT | VERIFIED | SYNCED, "not the kind that was registered")],
)
def test_a_device_must_have_checked_its_owner(casino: OpenCasino, flags: int, why: str) -> None:
    passkey = registered(casino, "sam")
    passkey.flags = flags
    assert Browser(casino).shows("sam", passkey).status_code == 401
    assert why in last(casino, "sam")[1]


def test_a_passkey_of_another_site_is_refused(casino: OpenCasino) -> None:
    passkey = registered(casino, "sam")
    passkey.site = "croupier.example"
    assert Browser(casino).shows("sam", passkey).status_code == 401
    assert "RP ID" in last(casino, "sam")[1]


def test_a_passkey_stands_for_its_owner_alone(casino: OpenCasino) -> None:
    passkey, other = registered(casino, "sam"), registered(casino, "robin")
    assert Browser(casino).shows("robin", passkey).status_code == 401
    other.id = passkey.id  # robin's key under the id of sam's
    other.owner = passkey.owner
    assert Browser(casino).shows("sam", other).status_code == 401
    assert "Invalid signature" in last(casino, "sam")[1]


def test_a_counter_that_goes_back_is_an_alarm_and_stops_both_copies(casino: OpenCasino) -> None:
    passkey = registered(casino, "sam")
    mine = Browser(casino)
    assert mine.shows("sam", passkey).status_code == 200
    mine.get("/pit/tables")
    passkey.counter -= 1
    assert Browser(casino).shows("sam", passkey).status_code == 401
    lines = [each for each in casino.casino.logins.log.lines() if each.who == "sam"][-2:]
    assert [each.what for each in lines] == ["passkey alarm", "log-in failed"]
    assert "there is a copy of it" in lines[0].detail
    assert mine.call("GET", "/pit/tables").status_code == 401, "what began with it ends"
    passkey.counter += 10
    assert Browser(casino).shows("sam", passkey).status_code == 401, "nobody knows which is the copy"
    [kept] = signed_in(casino, "sam").get("/staff/passkeys")["passkeys"]
    assert kept["stopped"] > 0
    # Whoever works with sam is told until somebody has seen it, and so are the receivers of alerts.
    dana, where = casino.staff("dana"), f"/pit/tables/{TABLE}"
    [alert] = [each for each in dana.get(where)["alerts"] if each["runbook"] == "passkey-copied"]
    assert alert["title"] == "A passkey of Sam was copied"
    state = casino.house.app.state
    sent = list(_of_link(state.book.links[SF], state.lamps, state.seen_alerts.alarms, alert["at"]))
    assert [alarm.id for alarm in sent if alarm.kind is AlarmKind.PASSKEY_COPIED] == [alert["id"]]
    after = dana.call("POST", f"{where}/alerts", json={"alert": alert["id"]}).json()
    assert alert["id"] not in {each["id"] for each in after["alerts"]}


def test_a_passkey_that_does_not_count(casino: OpenCasino) -> None:
    passkey = registered(casino, "sam", counts=False, flags=PRESENT | VERIFIED | SYNCED)
    for _ in range(2):
        assert Browser(casino).shows("sam", passkey).status_code == 200
    [mine] = signed_in(casino, "sam").get("/staff/passkeys")["passkeys"]
    assert mine["synced"]


def test_failures_lock_the_name_whatever_was_tried(casino: OpenCasino) -> None:
    passkey = registered(casino, "sam")
    for left in range(MOST_FAILURES - 1, -1, -1):
        wrong = Browser(casino).shows("sam", passkey, origin="https://croupier.example")
        assert wrong.json()["tries_left"] == left
    assert Browser(casino).shows("sam", passkey).json()["code"] == "locked_out"
    assert Browser(casino).sign_in(casino.casino.credentials("sam")).json()["code"] == "locked_out"


def test_asking_is_limited_by_address(casino: OpenCasino) -> None:
    with open_casino(casino.casino, doors_per_second=0.001, doors_burst=2) as slow:
        asked = [Browser(slow).call("POST", "/staff/challenge") for _ in range(3)]
        assert [each.status_code for each in asked] == [200, 200, 429]


def test_the_second_person_at_a_screen_shows_a_passkey(casino: OpenCasino) -> None:
    """Beside somebody who is signed in, for a request that takes two."""
    passkey = registered(casino, "robin")
    dana = signed_in(casino, "dana")
    number = dana.play([1])
    both = {"person": "robin", "password": PASSWORD, "passkey": passkey.sign(dana.challenge())}
    voided = dana.ask("void", table=TABLE, round=number, reason="misdeal", second=both)
    assert voided.status_code == 200, voided.text
    again = dana.ask("void", table=TABLE, round=number, reason="misdeal", second=both)
    assert again.json()["code"] == "challenge_over"


def test_registering_takes_password_and_a_fresh_code(casino: OpenCasino) -> None:
    sam = signed_in(casino, "sam")
    given = casino.casino.credentials("sam")
    for wrong in ({"password": "no", "code": given["code"]}, {"password": PASSWORD, "code": "000000"}):
        refused = sam.call("POST", "/staff/passkeys/challenge", json=wrong)
        assert (refused.status_code, refused.json()["code"]) == (401, "wrong_sign_in")
    begun = {"password": PASSWORD, "code": given["code"]}
    assert sam.call("POST", "/staff/passkeys/challenge", json=begun).status_code == 200
    assert sam.call("POST", "/staff/passkeys/challenge", json=begun).status_code == 401, "a code is good once"


def test_who_has_no_second_factor_registers_none(casino: OpenCasino) -> None:
    """Else whoever knows a dealer's password could wait until she moves money."""
    dana = signed_in(casino, "dana")
    assert "no second factor yet" in dana.get("/staff/passkeys")["unusable"]["why"]
    begun = dana.call("POST", "/staff/passkeys/challenge", json={"password": PASSWORD, "code": "123456"})
    assert (begun.status_code, begun.json()["code"]) == (403, "not_authorized")


@pytest.mark.parametrize(
    ("options", "client", "words"),
    [
        ({}, {"origin": "https://croupier.example"}, "origin"),
        ({}, {"type": "webauthn.get"}, "type"),
        ({}, {"crossOrigin": True}, "inside another page"),
        ({"flags": PRESENT}, {}, "erif"),
        ({"flags": VERIFIED}, {}, "resent"),
        ({"algorithm": -47}, {}, "signs in a way that is not known"),
    ],
)
def test_a_new_passkey_that_is_not_accepted(
    casino: OpenCasino, options: dict[str, Any], client: dict[str, Any], words: str
) -> None:
    sam = signed_in(casino, "sam")
    passkey = SoftPasskey(f"http://{sam.host}", **options)
    made = {"name": "key", **passkey.make(sam.begin("sam").json(), **client)}
    refused = sam.call("POST", "/staff/passkeys", json=made)
    assert (refused.status_code, words in refused.json()["detail"]) == (403, True), refused.text
    assert last(casino, "sam")[0] == "passkey refused"
    assert sam.call("POST", "/staff/passkeys", json=made).json()["code"] == "challenge_over"


def test_names_and_devices_are_registered_once(casino: OpenCasino) -> None:
    passkey = registered(casino, "sam", "ring")
    sam = signed_in(casino, "sam")
    asked = sam.begin("sam").json()
    assert [each["id"] for each in asked["excludeCredentials"]] == [encoded(passkey.id)]
    for name, words in (("another", "registered already"), (" ", "1 to 40 letters"), ("a\u2028b", "1 to 40 letters")):
        again = sam.call("POST", "/staff/passkeys", json={"name": name, **passkey.make(sam.begin("sam").json())})
        assert (again.status_code in (403, 422), words in again.json()["detail"]) == (True, True), again.text
    fresh = SoftPasskey(passkey.origin)
    same = sam.call("POST", "/staff/passkeys", json={"name": "ring", **fresh.make(sam.begin("sam").json())})
    assert "you have a passkey named ring" in same.json()["detail"]


def test_one_removes_ones_own_alone(casino: OpenCasino) -> None:
    passkey = registered(casino, "sam")
    registered(casino, "robin")
    mine = Browser(casino)
    assert mine.shows("sam", passkey).status_code == 200
    [theirs] = signed_in(casino, "robin").get("/staff/passkeys")["passkeys"]
    assert mine.call("DELETE", f"/staff/passkeys/{theirs['id']}").json()["code"] == "unknown_passkey"
    [own] = mine.get("/staff/passkeys")["passkeys"]
    assert mine.call("DELETE", f"/staff/passkeys/{own['id']}").json() == {"signed_out": True}
    assert last(casino, "sam")[0] == "removed a passkey"
    assert mine.call("GET", "/pit/tables").status_code == 401
    assert Browser(casino).shows("sam", passkey).status_code == 401


def test_a_lost_factor_a_new_password_and_leaving_end_passkeys(casino: OpenCasino) -> None:
    from croupier.jackpot.actors import Actor

    logins = casino.casino.logins
    two = (Actor("sam"), Actor("robin"))

    def invited() -> None:
        second = {"second": casino.casino.credentials("robin")}
        lost = signed_in(casino, "sam").call("POST", "/staff/people/ursel/invitation", json=second)
        assert lost.status_code == 200

    ways: dict[str, Callable[[], object]] = {
        "a lost second factor": invited,
        "another second factor": lambda: logins.add_second_factor("ursel", two),
        "another password": lambda: logins.enroll("ursel", "another long password", two),
        "leaving": lambda: logins.put_out("ursel", two),
    }
    before = logins.file.read()
    for way, end in ways.items():
        passkey = registered(casino, "ursel", counts=False)
        browser = Browser(casino)
        assert browser.shows("ursel", passkey).status_code == 200
        end()
        assert "ursel" not in logins.file.read().passkeys, way
        assert browser.call("GET", "/pit/tables").status_code == 401, way
        assert Browser(casino).shows("ursel", passkey).status_code in (401, 403), way
        with logins.file.changed() as held:
            held.passwords["ursel"], held.factors["ursel"] = before.passwords["ursel"], before.factors["ursel"]
            held.tries.clear()


def test_another_role_keeps_the_passkey_which_says_only_who_one_is(casino: OpenCasino) -> None:
    passkey = registered(casino, "alex")
    role = {"link": SF, "name": "Alex", "second": casino.casino.credentials("robin")}
    sam = signed_in(casino, "sam")
    assert sam.call("POST", "/staff/people/alex/role", json=role | {"role": "operator"}).status_code == 200
    alex = Browser(casino)
    assert alex.shows("alex", passkey).json()["roles"] == {SF: "operator"}
    role["second"] = casino.casino.credentials("robin")
    assert sam.call("POST", "/staff/people/alex/role", json=role | {"role": "accounting"}).status_code == 200
    assert alex.get("/staff/session")["roles"] == {SF: "accounting"}, "signed in with a second factor"


def connection(host: str, settings: Settings, server: tuple[str, int], scheme: str = "http") -> HTTPConnection:
    headers = [(b"host", host.encode())]
    app = SimpleNamespace(state=SimpleNamespace(settings=settings))
    return HTTPConnection({"type": "http", "headers": headers, "app": app, "server": server, "scheme": scheme})


@pytest.mark.parametrize(
    ("host", "settings", "words", "hint"),
    [
        ("127.0.0.1:8000", {}, "opened by an IP address", "open http://localhost:8000 instead"),
        ("[::1]:8000", {}, "opened by an IP address", "open http://localhost:8000 instead"),
        ("casino.test", {}, "needs HTTPS", "--certificate"),
        ("localhost", {"behind_proxy": True}, "no passkey works under localhost", "open https://casino.test instead"),
        ("127.0.0.1", {"behind_proxy": True}, "opened by an IP", "open https://casino.test instead"),
    ],
)
def test_where_no_passkey_works_one_message_says_so(host: str, settings: Any, words: str, hint: str) -> None:
    names: dict[str, Any] = {"hosts": (*LOOPBACK, "casino.test"), "ports": {"casino.test": 443} if settings else {}}
    with pytest.raises(Refused) as refused:
        site_of(connection(host, Settings(**names, **settings), ("127.0.0.1", 8000)))
    assert (refused.value.status, refused.value.code) == (409, "passkey_unusable")
    assert words in refused.value.message
    assert hint in (refused.value.hint or "")


@pytest.mark.parametrize(
    ("host", "scheme", "ports", "origin"),
    [
        ("localhost:8000", "http", {}, "http://localhost:8000"),
        ("localhost:1", "http", {}, "http://localhost:8000"),
        ("LOCALHOST", "http", {"localhost": 80}, "http://localhost"),
        ("casino.test", "https", {}, "https://casino.test:8000"),
        ("casino.test", "https", {"casino.test": 443}, "https://casino.test"),
    ],
)
def test_the_origin_is_where_the_house_listens_or_what_its_keeper_says(
    host: str, scheme: str, ports: dict[str, int], origin: str
) -> None:
    found = site_of(connection(host, Settings(ports=ports), ("127.0.0.1", 8000), scheme))
    assert found == Site(host.lower().partition(":")[0], origin)


def test_by_its_ip_address_a_house_says_where_to_go(casino: OpenCasino) -> None:
    address = casino.house.address
    refused = Staff(casino.house.client()).call("POST", "/staff/challenge")
    assert refused.json()["hint"] == f"open {address.replace('127.0.0.1', 'localhost')} instead"


def test_behind_a_proxy_the_origin_is_the_proxys(casino: OpenCasino) -> None:
    """A port in the Host header is the sender's word and counts for nothing."""
    settings: dict[str, Any] = {"hosts": ("casino.test", "two.test"), "ports": {"casino.test": 443, "two.test": 8443}}
    with open_casino(casino.casino, behind_proxy=True, **settings) as opened:
        for host, origin in (("casino.test", "https://casino.test"), ("two.test:8443", "https://two.test:8443")):
            browser = Browser(opened, host)
            assert browser.sign_in(casino.casino.credentials("sam")).status_code == 200
            passkey = SoftPasskey(origin)
            made = passkey.make(browser.begin("sam").json())
            assert browser.call("POST", "/staff/passkeys", json={"name": host, **made}).status_code == 200
            assert Browser(opened, host).shows("sam", passkey).status_code == 200
            elsewhere = Browser(opened, "casino.test:9999").shows("sam", passkey, origin="https://casino.test:9999")
            assert elsewhere.status_code == 401
        header = {"origin": "https://casino.test:444"}
        there = Browser(opened, "casino.test:444").call("POST", "/staff/challenge", headers=header)
        assert "the house expects https://casino.test" in there.json()["detail"]
        assert there.json()["hint"] == "croupier serve --name casino.test:444"


@pytest.mark.parametrize("part", ["id", "client_data", "authenticator_data", "signature", "user_handle"])
def test_an_answer_that_cannot_be_read_is_refused_in_words(casino: OpenCasino, part: str) -> None:
    passkey = registered(casino, "sam")
    site = Site("localhost", passkey.origin)
    for value in UNREADABLE:
        asked, challenge = asked_to_sign(site)
        answer = passkey.sign(plain(asked)) | {part: value}
        try:
            shown = Shown(Signed.read(*answer.values()), site, challenge)
        except Unreadable:
            continue
        assert shown.refusal(casino.casino.logins.file.read(), "sam"), value
    browser = Browser(casino)
    refused = browser.send("sam", passkey.sign(browser.challenge()) | {part: UNREADABLE[-1]})
    assert refused.status_code in (401, 422), refused.text
    assert refused.headers["content-type"] == "application/problem+json"


def test_a_registration_that_cannot_be_read_is_refused_in_words(casino: OpenCasino) -> None:
    sam = signed_in(casino, "sam")
    for part in ("client_data", "attestation"):
        for value in UNREADABLE:
            made = {"name": "key", "client_data": "AAAA", "attestation": "AAAA", part: value}
            assert sam.call("POST", "/staff/passkeys", json=made).status_code == 422
    made = SoftPasskey(f"http://{sam.host}").make(sam.begin("sam").json()) | {"attestation": UNREADABLE[-1]}
    assert sam.call("POST", "/staff/passkeys", json={"name": "key", **made}).status_code == 403


def test_no_passkey_outlives_an_enrollment(tmp_path: Path) -> None:
    """Not even one of a second factor that two people added while the invitation waited."""
    roles = ({"sam": "supervisor", "robin": "supervisor", "dana": "supervisor"},)
    logins = Logins(tmp_path / "x.logins", logins_of(str(tmp_path / "x.db")).log, lambda: roles)
    with logins.file.changed() as held:
        held.passwords.update(sam="x", robin="y", dana="old")
    two, enrolling = (Actor("sam"), Actor("robin")), Enrolling(logins)
    enrolling.invite("dana", two)
    logins.add_second_factor("dana", two)
    with logins.file.changed() as held:
        held.passkeys["dana"] = {"abc": Passkey(name="ring", data="data", counter=0, synced=False, at=1)}
        waiting = held.invitations["dana"]
        held.invitations["dana"] = replace(waiting, chosen="new", key="NEW", code=hash_of(typed_code("ABCDEF")))
    assert [enrolling.confirm("dana", each, "ABCDEF") for each in two] == [False, True]
    held = logins.file.read()
    assert (held.factors["dana"].key, held.passkeys) == ("NEW", {})
