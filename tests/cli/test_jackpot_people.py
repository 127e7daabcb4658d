"""People log in at the command line; two of them let others in, and nothing secret leaves its own file."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from croupier.casino.floor import opened
from croupier.casino.proofs import SAMPLE
from croupier.jackpot.book.reading import read_state
from croupier.people.access_log import access_log_of
from croupier.people.logins import hashed_password
from tests.cli.calling import Call, hash_that_waits
from tests.cli.conftest import Wall

PASSWORD = "a quite long password"


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, croupier: Call) -> str:
    """A new book of its own people: Sam and Robin, who made it."""
    monkeypatch.delenv("CROUPIER_LOGINS")
    for variable in ("CROUPIER_PASSWORD", "CROUPIER_SECOND_PASSWORD", "CROUPIER_NEW_PASSWORD"):
        monkeypatch.setenv(variable, PASSWORD)
    path = str(tmp_path / "book.db")
    for name in ("sam", "robin"):
        assert croupier("jackpot", "enroll", path, name)[0] == 0
    assert croupier("jackpot", "propose", str(SAMPLE), path, "--by", "sam", "--link", "sf")[0] == 0
    assert croupier("jackpot", "accept", path, "--by", "robin", "--hash", hash_that_waits(path))[0] == 0
    return path


def test_nobody_posts_before_two_people_are_enrolled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, croupier: Call
) -> None:
    monkeypatch.delenv("CROUPIER_LOGINS")
    status, _, err = croupier("jackpot", "propose", str(SAMPLE), str(tmp_path / "b.db"), "--by", "sam")
    assert status == 2
    assert "nobody is enrolled" in err


def test_a_password_is_kept_at_the_full_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("argon2.PasswordHasher", PasswordHasher)
    kept = hashed_password(PASSWORD)
    assert kept.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
    assert PasswordHasher().verify(kept, PASSWORD)


def test_a_wrong_password_is_refused_and_written_down(
    book: str, monkeypatch: pytest.MonkeyPatch, croupier: Call
) -> None:
    monkeypatch.setenv("CROUPIER_PASSWORD", "a wrong password")
    for name in ("sam", "stranger"):
        status, _, err = croupier("jackpot", "close", book, "--day", "2026-01-01", "--by", name)
        assert status == 1
        assert "the name or the password is wrong" in err
    failed = [line.who for line in access_log_of(book).lines() if line.what == "log-in failed"]
    assert failed == ["sam", "stranger"]


def test_the_third_person_is_let_in_by_two(wall: Wall, book: str, croupier: Call) -> None:
    status, _, err = croupier("jackpot", "enroll", book, "alex")
    assert (status, "it takes two enrolled people to" in err) == (1, True)
    status, _, err = croupier("jackpot", "enroll", book, "alex", "--by", "sam", "--second", "sam")
    assert status == 1
    assert croupier("jackpot", "enroll", book, "alex", "--by", "sam", "--second", "robin")[0] == 0
    wall.pass_day()
    assert croupier("jackpot", "close", book, "--day", "2026-01-01", "--by", "alex")[0] == 0
    assert croupier("jackpot", "put-out", book, "alex", "--by", "sam", "--second", "robin")[0] == 0
    assert croupier("jackpot", "close", book, "--day", "2026-01-02", "--by", "alex")[0] == 1


@pytest.fixture
def four(book: str, croupier: Call) -> str:
    """The same book, where Dana, a dealer, and Alex of accounting can log in too."""
    for name in ("dana", "alex"):
        assert croupier("jackpot", "enroll", book, name, "--by", "sam", "--second", "robin")[0] == 0
    return book


def test_a_supervisors_log_in_takes_two_other_supervisors(four: str, croupier: Call) -> None:
    before = Path(f"{four}.logins").read_bytes()
    for command, first, second in (
        ("enroll", "dana", "alex"),
        ("enroll", "dana", "robin"),
        ("put-out", "robin", "alex"),
        ("token", "dana", "alex"),
    ):
        more = ("--device", "till") if command == "token" else ()
        status, _, err = croupier("jackpot", command, four, "sam", *more, "--by", first, "--second", second)
        assert status == 1
        assert "takes two supervisors" in err
        assert "robin or sam" in err
    for command in ("enroll", "put-out"):
        status, _, err = croupier("jackpot", command, four, "sam", "--by", "sam", "--second", "robin")
        assert (status, "two other supervisors" in err) == (1, True)
    assert Path(f"{four}.logins").read_bytes() == before
    tried = [line.who for line in access_log_of(four).lines() if line.what == "refused"]
    assert tried[-2:] == ["sam and robin", "sam and robin"], "whoever tried is in the access log"
    assert len(tried) >= 6


def test_a_table_token_lets_nobody_in(four: str, monkeypatch: pytest.MonkeyPatch, croupier: Call) -> None:
    _, token, _ = croupier("jackpot", "token", four, "dana", "--device", "KIS-01", "--by", "sam", "--second", "robin")
    monkeypatch.setenv("CROUPIER_TOKEN", token.strip())
    status, _, err = croupier("jackpot", "enroll", four, "zoe", "--by", "dana", "--second", "robin")
    assert (status, "takes two passwords" in err) == (1, True)


def test_nobody_enrolls_alone_in_a_live_book_whose_log_ins_are_gone(
    book: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, croupier: Call
) -> None:
    for end in (".logins", ".access"):
        Path(f"{book}{end}").unlink()
    status, _, err = croupier("jackpot", "enroll", book, "sam")
    assert status == 1
    assert "the book is live" in err
    assert "hint: put the file of log-ins back from its backup" in err
    assert not Path(f"{book}.logins").exists()
    monkeypatch.setenv("CROUPIER_LOGINS", str(tmp_path / "mine"))
    assert croupier("jackpot", "enroll", book, "sam")[0] == 1
    assert not (tmp_path / "mine").exists()


def test_an_access_log_that_was_cut_is_a_finding(book: str, tmp_path: Path, croupier: Call) -> None:
    assert "access log" not in croupier("jackpot", "audit", book)[1]
    log = Path(f"{book}.access")
    whole = log.read_text()
    log.unlink()
    status, out, _ = croupier("jackpot", "audit", book)
    assert (status, "the access log is missing" in out) == (0, True)
    log.write_text("".join(whole.splitlines(keepends=True)[:2]))  # as if nobody had logged in
    status, out, _ = croupier("jackpot", "audit", book, "--json")
    (remark,) = json.loads(out)["store"]
    assert status == 1
    assert remark.startswith("the journal names log-ins that are not in the access log: robin (")
    assert "sam (" in remark


def test_a_short_password_is_refused(book: str, monkeypatch: pytest.MonkeyPatch, croupier: Call) -> None:
    monkeypatch.setenv("CROUPIER_NEW_PASSWORD", "short")
    assert croupier("jackpot", "enroll", book, "dana", "--by", "sam", "--second", "robin")[0] == 2


def test_a_table_posts_with_its_token(
    book: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, croupier: Call
) -> None:
    people = ("--by", "sam", "--second", "robin")
    status, token, _ = croupier("jackpot", "token", book, "dana", "--device", "KIS-01", *people)
    assert status == 0
    lines = tmp_path / "lines"
    lines.write_text(json.dumps({"id": "f", "do": "fault", "reason": "dark"}) + "\n")
    monkeypatch.setenv("CROUPIER_TOKEN", token.strip())
    assert croupier("jackpot", "post", book, str(lines), "--by", "sam")[0] == 1, "the token is Dana's"
    assert croupier("jackpot", "post", book, str(lines), "--by", "dana")[0] == 0
    monkeypatch.setenv("CROUPIER_TOKEN", "another")
    assert croupier("jackpot", "post", book, str(lines), "--by", "dana")[0] == 1
    monkeypatch.delenv("CROUPIER_TOKEN")
    croupier("jackpot", "backup", book, str(tmp_path / "backup"))
    entries = gzip.decompress((tmp_path / "backup").read_bytes()).decode()
    assert '\\"actor\\":[[\\"table token\\"' in entries
    assert "KIS-01" in entries
    for secret in (token.strip(), PASSWORD, "argon2"):
        assert secret not in entries
        assert secret not in Path(f"{book}.access").read_text()
    assert Path(f"{book}.logins").stat().st_mode & 0o777 == 0o600


def test_a_tables_token_acts_for_its_own_table(
    book: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, croupier: Call
) -> None:
    people = ("--by", "sam", "--second", "robin")
    token = croupier("jackpot", "token", book, "dana", "--device", "KIS-01", *people)[1].strip()
    deposit = {"id": "d", "do": "deposit", "amount": "60000", "reference": "opening-1"}
    (tmp_path / "deposit").write_text(json.dumps(deposit))
    assert croupier("jackpot", "post", book, str(tmp_path / "deposit"), "--by", "sam")[0] == 0
    monkeypatch.setenv("CROUPIER_TOKEN", token)
    asked: list[dict[str, object]] = [
        {"id": "a", "do": "wager", "table": "KIS-02", "round": 1, "seats": [1]},
        {"id": "b", "do": "wager", "table": "KIS-01", "round": 1, "seats": [1]},
        {"id": "c", "do": "fault", "table": "KIS-02", "reason": "dark"},
        {"id": "e", "do": "lock", "table": "KIS-01", "round": 1},
    ]
    (tmp_path / "asked").write_text("".join(json.dumps({**each, "link": "sf"}) + "\n" for each in asked))
    status, out, _ = croupier("jackpot", "post", book, str(tmp_path / "asked"), "--by", "dana")
    replies = [json.loads(line) for line in out.splitlines()]
    assert status == 1
    assert [each["code"] for each in replies] == ["not_allowed", "ok", "not_allowed", "ok"]
    assert replies[0]["detail"] == "the token of KIS-01 acts for that table alone"


def test_refusals_are_written_down_and_the_log_is_chained(book: str, tmp_path: Path, croupier: Call) -> None:
    lines = tmp_path / "lines"
    lines.write_text(json.dumps({"id": "l", "do": "lock", "table": "KIS-01", "round": 9}) + "\n")
    assert croupier("jackpot", "post", book, str(lines), "--by", "sam")[0] == 1
    log = access_log_of(book)
    last = log.lines()[-1]
    assert (last.what, last.who, last.link, last.detail) == ("refused", "sam", "sf", "l: round_not_open")
    assert log.faults() == []
    assert croupier("jackpot", "audit", book)[0] == 0
    path = Path(f"{book}.access")
    path.write_text(path.read_text().replace("round_not_open", "round_was_open"))
    status, out, _ = croupier("jackpot", "audit", book)
    assert status == 1
    assert "access log does not follow" in out


# Keys


def made_key(croupier: Call, file: Path, person: str) -> str:
    status, out, _ = croupier("jackpot", "login-key", str(file), person)
    assert status == 0
    assert file.stat().st_mode & 0o777 == 0o600
    return out.strip()


def test_a_key_is_enrolled_by_two_and_logs_in(
    book: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, croupier: Call
) -> None:
    key = made_key(croupier, tmp_path / "alex.key", "alex")
    assert croupier("jackpot", "enroll", book, "alex", "--key", key)[0] == 1, "it takes two"
    people = ("--by", "sam", "--second", "robin")
    assert croupier("jackpot", "enroll", book, "alex", "--key", "nonsense", *people)[0] == 2
    stolen = made_key(croupier, tmp_path / "dana.key", "dana")
    status, _, err = croupier("jackpot", "enroll", book, "alex", "--key", stolen, *people)
    assert (status, "the key is named dana, not alex" in err) == (2, True)
    assert croupier("jackpot", "enroll", book, "alex", "--key", key, *people)[0] == 0
    monkeypatch.delenv("CROUPIER_PASSWORD")
    monkeypatch.setenv("CROUPIER_LOGIN_KEY", str(tmp_path / "alex.key"))
    lines = tmp_path / "lines"
    lines.write_text(json.dumps({"id": "a", "do": "fault", "reason": "dark"}) + "\n")
    assert croupier("jackpot", "post", book, str(lines), "--by", "alex")[0] == 0
    with opened(book) as store:
        actor = [json.loads(entry.body)["actor"] for entry in store.entries("sf") if entry.kind == "fault"]
    assert actor[0][0][0] == "key"
    assert croupier("jackpot", "audit", book)[0] == 0
    secret = (tmp_path / "alex.key").read_text().splitlines()[1]
    assert secret not in Path(f"{book}.logins").read_text() + Path(f"{book}.access").read_text()


def test_a_key_of_ones_own_is_named_and_signs_for_the_next(
    book: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, croupier: Call
) -> None:
    keys = {name: made_key(croupier, tmp_path / name, "sam") for name in ("first", "second")}
    people = ("--by", "sam", "--second", "robin")
    assert croupier("jackpot", "own-key", book, keys["first"].replace("sam", "ann"), *people)[0] == 1
    assert croupier("jackpot", "own-key", book, keys["first"], *people)[0] == 0
    status, _, err = croupier("jackpot", "own-key", book, keys["second"], *people)
    assert (status, "sam has named another key, which has not signed for this one" in err) == (1, True)
    with opened(book) as store:
        plan = read_state(store, "sf").plan
    assert plan is not None
    name = next(person.name for person in plan.people if person.id == "alex")
    lines, joins = tmp_path / "lines", {"do": "appoint", "person": "alex", "name": name, "role": "supervisor"}
    for by, request in (("sam", {"id": "a", **joins}), ("robin", {"id": "b", "do": "grant", "ask": 1})):
        lines.write_text(json.dumps(request) + "\n")
        assert croupier("jackpot", "post", book, str(lines), "--by", by)[0] == 0
    assert croupier("jackpot", "enroll", book, "alex", *people)[0] == 0
    others = ("--by", "robin", "--second", "alex")
    assert croupier("jackpot", "enroll", book, "sam", "--key", keys["first"], *others)[0] == 0
    monkeypatch.setenv("CROUPIER_LOGIN_KEY", str(tmp_path / "first"))
    status, out, _ = croupier("jackpot", "own-key", book, keys["second"], *people)
    assert (status, "sf: knows the key of sam, entry" in out) == (0, True)
    assert croupier("jackpot", "audit", book)[0] == 0


def test_another_key_or_name_is_refused_and_written_down(
    book: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, croupier: Call
) -> None:
    people = ("--by", "sam", "--second", "robin")
    key = made_key(croupier, tmp_path / "alex.key", "alex")
    assert croupier("jackpot", "enroll", book, "alex", "--key", key, *people)[0] == 0
    made_key(croupier, tmp_path / "thief.key", "alex")
    for file, name in (("thief.key", "alex"), ("alex.key", "sam"), ("alex.key", "stranger")):
        monkeypatch.setenv("CROUPIER_LOGIN_KEY", str(tmp_path / file))
        status, _, err = croupier("jackpot", "close", book, "--day", "2026-01-01", "--by", name)
        assert (status, "the name or the key is wrong" in err) == (1, True)
    failed = [line.who for line in access_log_of(book).lines() if line.what == "log-in by key failed"]
    assert failed == ["alex", "sam", "stranger"]


def test_a_key_that_others_may_read_or_that_is_none_is_refused(
    book: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, croupier: Call
) -> None:
    place = tmp_path / "sam.key"
    made_key(croupier, place, "sam")
    assert croupier("jackpot", "login-key", str(place), "sam")[0] == 2, "a key is never replaced"
    assert croupier("jackpot", "login-key", str(tmp_path / "x.key"), "a b")[0] == 2
    assert croupier("jackpot", "login-key", str(tmp_path / "no" / "x.key"), "sam")[0] == 2
    monkeypatch.setenv("CROUPIER_LOGIN_KEY", str(place))
    place.chmod(0o644)
    status, _, err = croupier("jackpot", "close", book, "--day", "2026-01-01", "--by", "sam")
    assert (status, "others may read the key" in err) == (2, True)
    place.chmod(0o600)
    place.write_text("nonsense")
    status, _, err = croupier("jackpot", "close", book, "--day", "2026-01-01", "--by", "sam")
    assert (status, "is not an Ed25519 key" in err) == (2, True)
    monkeypatch.setenv("CROUPIER_LOGIN_KEY", str(tmp_path / "nowhere"))
    assert croupier("jackpot", "close", book, "--day", "2026-01-01", "--by", "sam")[0] == 2


def test_a_tables_token_does_nothing_on_a_link_without_the_table(
    book: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, croupier: Call
) -> None:
    people = ("--by", "sam", "--second", "robin")
    assert croupier("jackpot", "propose", str(SAMPLE), book, "--by", "sam", "--link", "envy")[0] == 0
    assert croupier("jackpot", "accept", book, "--by", "robin", "--hash", hash_that_waits(book, "envy"))[0] == 0
    token = croupier("jackpot", "token", book, "dana", "--device", "KIS-01", *people)[1].strip()
    monkeypatch.setenv("CROUPIER_TOKEN", token)
    lines = tmp_path / "lines"
    asked = {"link": "envy", "do": "fault", "reason": "dark"}
    lines.write_text(
        json.dumps({"id": "a", **asked}) + "\n" + json.dumps({"id": "b", **asked, "table": "KIS-06"}) + "\n"
    )
    status, out, _ = croupier("jackpot", "post", book, str(lines), "--by", "dana")
    replies = [json.loads(line) for line in out.splitlines()]
    assert (status, [each["code"] for each in replies]) == (1, ["not_allowed"] * 2)
    assert replies[0]["detail"] == "the token of KIS-01 acts for that table alone, which is not on this link"


@pytest.mark.parametrize("command", ["enroll", "invite", "put-out", "second-factor", "token"])
def test_another_name_for_the_book_gives_nobody_more_rights(
    four: str, command: str, monkeypatch: pytest.MonkeyPatch, croupier: Call
) -> None:
    """Without a plan there are no supervisors: a dealer and accounting would act on the log-ins of the real book."""
    monkeypatch.setenv("CROUPIER_LOGINS", f"{four}.logins")
    before = Path(f"{four}.logins").read_bytes()
    more = ("--device", "KIS-01") if command == "token" else ()
    status, _, err = croupier("jackpot", command, f"{four}x", "sam", *more, "--by", "dana", "--second", "alex")
    assert (status, "there is no book" in err) == (2, True), err
    assert Path(f"{four}.logins").read_bytes() == before
