"""``croupier settle`` and ``croupier replay`` from the outside: what they print, what they refuse, how they exit."""

from __future__ import annotations

import contextlib
import copy
import io
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import Round, catalogue
from croupier.cli.main import run

PROGRESSIVE = "straight_flush_progressive"
EXAMPLE: dict[str, Any] = {
    "schema": 1,
    "game": f"keep-it-straight(straight=PT-FLT-KIS-SB-01, {PROGRESSIVE}=PT-BJS-HCF-SF-01)",
    "seats": {
        "1": {
            "cards": "2c 3d 4h 5s 6c 9d Kh",
            "wagers": {"ante": "10.00", "straight": "5.00", PROGRESSIVE: "1.00"},
            "actions": ["raise 4x"],
        },
        "2": {"cards": "2d 2h 4c 4d 9s Js Kd", "wagers": {"ante": "10.00"}, "actions": ["fold"]},
    },
    "dealer": "3c 5d 6h 8s 9c Jd Qh",
    "meters": {PROGRESSIVE: {"1": "25000.00"}},
}
AMOUNT = re.compile(r"-?\d+\.\d\d")


def croupier(*arguments: str | Path, stdin: bytes = b"") -> tuple[int, str, str]:
    """Exit status, standard output and standard error of one command, run in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), _stdin(stdin):
        status = run([os.fspath(argument) for argument in arguments])
    return status, out.getvalue(), err.getvalue()


@contextlib.contextmanager
def _stdin(content: bytes) -> Iterator[None]:
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(content), encoding="utf-8")
    try:
        yield
    finally:
        sys.stdin = before


def settle_json(document: dict[str, Any]) -> dict[str, Any]:
    status, out, err = croupier("settle", "-", "--json", stdin=json.dumps(document).encode())
    assert (status, err) == (0, "")
    record: dict[str, Any] = json.loads(out)
    return record


def transcript(**keys: Any) -> dict[str, Any]:
    """A live round with a committed deck, recorded."""
    game = catalogue.load("keep-it-straight(straight=PT-FLT-KIS-SB-01)")
    played = Round.start(game, {1: {"ante": "10.00", "straight": "5.00"}, 2: {"ante": "10.00"}}, **keys)
    while not played.is_over:
        played.act("fold")
    return played.transcript(played.settle())


def test_the_example_round() -> None:
    record = settle_json(EXAMPLE)
    assert record["seats"] == {"1": {"net": "39.00"}, "2": {"net": "-10.00"}}
    assert record["house"] == {"net": "-29.00"}
    assert record["meters"] == {PROGRESSIVE: {"1": "25000.00"}}
    assert record["awards"] == []
    by_wager = {(line["seat"], line["wager"]): line for line in record["settlements"]}
    straight = by_wager[1, "straight"]
    assert straight == {
        "seat": 1,
        "wager": "straight",
        "stake": "5.00",
        "outcome": "win",
        "event": "straight_5",
        "net": "30.00",
        "returned": "35.00",
        "cite": "KIS-G Appendix A",
        "why": straight["why"],
    }
    assert "6 to 1" in straight["why"]
    assert by_wager[1, "raise"]["returned"] == "40.00"
    assert by_wager[2, "ante"]["outcome"] == "fold"


def check_shape(record: dict[str, Any]) -> None:
    """The contract of ``settle --json``."""
    assert {"schema", "settlements", "awards", "seats", "house", "meters", "game_hash"} <= record.keys()
    assert record["schema"] == 1
    assert re.fullmatch("[0-9a-f]{64}", record["game_hash"])
    for line in record["settlements"]:
        assert list(line) == ["seat", "wager", "stake", "outcome", "event", "net", "returned", "cite", "why"]
        assert isinstance(line["seat"], int)
        assert line["outcome"] in ("win", "lose", "push", "fold", "bonus")
        assert all(AMOUNT.fullmatch(line[key]) for key in ("stake", "net", "returned"))
        assert all(isinstance(line[key], str) and line[key] for key in ("wager", "cite", "why"))
    for award in record["awards"]:
        assert list(award) == ["seat", "wager", "event", "kind", "level", "percent", "amount"]
        assert award["kind"] in ("meter", "fixed", "envy", "dealer_envy")
        assert award["seat"] == "dealer" if award["kind"] == "dealer_envy" else isinstance(award["seat"], int)
        assert AMOUNT.fullmatch(award["amount"])
        assert (award["level"] is None) == (award["percent"] is None) == (award["kind"] in ("fixed", "envy"))
    assert all(AMOUNT.fullmatch(seat["net"]) for seat in record["seats"].values())
    assert AMOUNT.fullmatch(record["house"]["net"])
    assert all(AMOUNT.fullmatch(amount) for levels in record["meters"].values() for amount in levels.values())


def test_the_shape_of_the_example() -> None:
    check_shape(settle_json(EXAMPLE))


def test_the_shape_of_awards_and_envy() -> None:
    document = copy.deepcopy(EXAMPLE)
    document["game"] = f"keep-it-straight({PROGRESSIVE}=PT-BJS-HCF-SF-E01)"
    document["seats"] = {
        "1": {"cards": "5h 6h 7h 8h 9h Th 2c", "wagers": {"ante": "10.00", PROGRESSIVE: "1.00"}, "actions": ["fold"]},
        "2": {"cards": "Td Jd Qs Ac 5s 7s Kc", "wagers": {"ante": "10.00", PROGRESSIVE: "1.00"}, "actions": ["fold"]},
        "3": {"cards": "Ts Js Qd As 5c 7c Qc", "wagers": {"ante": "10.00", PROGRESSIVE: "1.00"}, "actions": ["fold"]},
    }
    document["dealer"] = "3c 5d 6s 8s 9c Jh Qh"
    record = settle_json(document)
    check_shape(record)
    assert [(each["seat"], each["kind"], each["amount"]) for each in record["awards"]] == [
        (1, "meter", "25000.00"),
        (2, "envy", "200.00"),
        (3, "envy", "200.00"),
    ]
    assert record["awards"][0]["percent"] == "100"
    assert record["awards"][0]["level"] == 1


def test_the_shape_of_the_dealers_envy() -> None:
    document = {
        "schema": 1,
        "game": "blackjack(decks=6, perfect_pairs=PT-PRG-PP-06b)",
        # The dealer shows an ace, so insurance is offered; she holds a blackjack and the round is over.
        "seats": {"1": {"cards": "As As", "wagers": {"bet": "10.00", "perfect_pairs": "1.00"}, "actions": ["decline"]}},
        "dealer": {"up": "As", "hole": "Kd"},
        "meters": {"perfect_pairs": {"1": "5000.00"}},
    }
    record = settle_json(document)
    check_shape(record)
    assert [(each["seat"], each["kind"], each["amount"]) for each in record["awards"]] == [
        (1, "meter", "5000.00"),
        ("dealer", "dealer_envy", "150.00"),
    ]
    document["game"] = "blackjack(decks=6, perfect_pairs=PT-PRG-PP-06b, ranks=A/Q)"
    status, out, _ = croupier("settle", "-", stdin=json.dumps(document).encode())
    assert status == 0
    assert "meter 100% of level 1 for 3 Perfect Aces or Queens: 5000.00" in out
    assert "dealer: dealer envy 3% of level 1 for 3 Perfect Aces or Queens: 150.00" in out


def test_a_misdeal_is_recorded() -> None:
    record = settle_json(EXAMPLE | {"misdeal": "the cut card was dealt"})
    check_shape(record)
    assert record["void"]["reason"] == "the cut card was dealt"
    assert {line["outcome"] for line in record["settlements"]} == {"push"}
    assert [each["wager"] for each in record["void"]["contributions_reversed"]] == [PROGRESSIVE]
    assert record["house"] == {"net": "0.00"}


def test_text_says_the_same(tmp_path: Path) -> None:
    path = tmp_path / "round.json"
    path.write_text(json.dumps(EXAMPLE))
    status, out, err = croupier("settle", path)
    assert (status, err) == (0, "")
    for words in ("seat 1", "straight", "30.00", "[KIS-G Appendix A]", "39.00", "house net", "-29.00", "25000.00"):
        assert words in out
    for line in settle_json(EXAMPLE)["settlements"]:
        assert line["why"] in out


def test_a_file_is_read_as_standard_input_is(tmp_path: Path) -> None:
    path = tmp_path / "round.json"
    path.write_text(json.dumps(EXAMPLE))
    assert croupier("settle", path, "--json") == croupier("settle", "-", "--json", stdin=path.read_bytes())


@pytest.mark.parametrize("command", ["settle", "replay"])
@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("empty.json", b"", "not JSON"),
        ("latin.json", '{"misdeal": "é"}'.encode("latin-1"), "not UTF-8 text"),
        ("list.json", b"[]", "expected a JSON object"),
        ("twice.json", b'{"schema": 1, "schema": 1}', "appears twice"),
        ("nan.json", b'{"schema": NaN}', "NaN is not a number"),
        ("zero.json", b"\0" * 100, "not JSON"),
    ],
)
def test_files_that_cannot_be_used(command: str, name: str, content: bytes, words: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    refused(croupier(command, tmp_path / name), words)


@pytest.mark.parametrize("command", ["settle", "replay"])
def test_files_that_are_not_there(command: str, tmp_path: Path) -> None:
    refused(croupier(command, tmp_path), "Is a directory")
    refused(croupier(command, tmp_path / "missing.json"), "No such file")
    refused(croupier(command), "Missing argument")


def refused(outcome: tuple[int, str, str], words: str) -> None:
    status, out, err = outcome
    assert status == 2
    assert out == ""
    assert words in err
    assert "Traceback" not in err
    assert err.startswith("croupier: ")


def test_a_refusal_prints_nothing_on_standard_output() -> None:
    document = copy.deepcopy(EXAMPLE)
    document["seats"]["2"]["actions"] = ["raise 2x"]
    refused(croupier("settle", "-", "--json", stdin=json.dumps(document).encode()), "seat 2: 'raise 2x' is not legal")


def test_replay_agrees_and_verify_proves_a_live_round(tmp_path: Path) -> None:
    path = tmp_path / "round.json"
    path.write_text(json.dumps(transcript()))
    status, out, err = croupier("replay", path)
    assert (status, err) == (0, "")
    assert "the round agrees to the cent" in out
    assert "21 opened cards verified" in out
    assert croupier("verify", path)[0] == 0
    status, out, _ = croupier("replay", path, "--json")
    assert status == 0
    record = json.loads(out)
    assert (record["schema"], record["verdict"], record["differences"]) == (1, "agrees", [])
    # A transcript is a round file with more in it.
    assert croupier("settle", path)[0] == 0


def test_replay_exits_with_1_where_the_round_differs(tmp_path: Path) -> None:
    record = transcript(seed=4)
    record["settlement"]["house"]["net"] = "1000000.00"
    path = tmp_path / "round.json"
    path.write_text(json.dumps(record))
    status, out, err = croupier("replay", path)
    assert status == 1
    assert "DIFFERS house.net: recorded '1000000.00'" in out
    assert "DIFFERS record: sha256" in out
    assert "2 differences found" in err


def test_replay_calls_no_card_verified_that_does_not_fit_the_root() -> None:
    record = transcript()
    opening = record["commitment"]["openings"][0]
    opening["card"] = "As" if opening["card"] != "As" else "Ks"
    status, out, err = croupier("replay", "-", stdin=json.dumps(record).encode())
    assert status == 1
    assert "verified" not in out
    assert "21 opened cards do not all fit the committed deck" in out
    assert "DIFFERS commitment: position" in out
    assert err.endswith(" differences found\nhint: see the list above\n")


def test_a_round_file_is_no_transcript() -> None:
    refused(croupier("replay", "-", stdin=json.dumps(EXAMPLE).encode()), "not a transcript: 'settlement' is missing")


# Hostile edits: whatever happens, one message or a settlement, never a traceback.

HOSTILE: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    7,
    2**70,
    1e308,
    0.1,
    "",
    " ",
    "x",
    "1",
    "10.00",
    "-1.00",
    "9" * 13,
    "9" * 30,
    "1e9",
    "As",
    "2c 3d 4h 5s 6c 9d Kh",
    "fold",
    "raise 2x",
    "raise 1e9999999x",
    "\u0000",
    "\ud800",
    "\u202e",
    "{0}",
    "%s",
    "keep-it-straight",
    "three-card-prime",
    "keep-it-straight(straight=)",
    [],
    [[]],
    [1],
    ["fold"],
    ["raise 4x"] * 3,
    {},
    {"1": {}},
    {"": ""},
    {"1": "5.00"},
    {"ante": "10.00"},
]
KEYS = st.sampled_from(
    [*EXAMPLE, "seeds", "dynamic", "table", "dealing", "misdeal", "draws", "kind", "limits", "dice", "1", "2", "7", "x"]
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a document."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, each in inside for place in places(each, (*path, key)))]


def mutate(data: st.DataObject, document: Any) -> Any:
    """One hostile edit: a value replaced, dropped or added somewhere."""
    path = data.draw(st.sampled_from(places(document)))
    if not path:
        return copy.deepcopy(data.draw(st.sampled_from(HOSTILE)))
    holder = document
    for key in path[:-1]:
        holder = holder[key]
    kind = data.draw(st.sampled_from(["replace", "drop", "add", "swap"]))
    if kind == "drop":
        del holder[path[-1]]
    elif kind == "add" and isinstance(holder, dict):
        holder[data.draw(KEYS)] = copy.deepcopy(data.draw(st.sampled_from(HOSTILE)))
    elif kind == "swap" and isinstance(holder, dict):
        holder[data.draw(KEYS)] = holder.pop(path[-1])
    else:
        holder[path[-1]] = copy.deepcopy(data.draw(st.sampled_from(HOSTILE)))
    return document


@settings(max_examples=400)
@given(data=st.data())
def test_no_edit_of_a_round_file_brings_a_traceback(data: st.DataObject) -> None:
    document: Any = copy.deepcopy(EXAMPLE)
    for _ in range(data.draw(st.integers(1, 3))):
        if isinstance(document, dict | list) and document:
            document = mutate(data, document)
    survives("settle", json.dumps(document).encode("utf-8", "surrogatepass"), {0, 2})


@settings(max_examples=300)
@given(data=st.data())
def test_no_edit_of_a_transcript_brings_a_traceback(data: st.DataObject) -> None:
    document: Any = copy.deepcopy(TRANSCRIPT)
    if data.draw(st.booleans()):
        # Under another hash the transcript's own tables and numbers are used, so that they are read too.
        document["game_hash"] = "0" * 64
    for _ in range(data.draw(st.integers(1, 3))):
        if isinstance(document, dict | list) and document:
            document = mutate(data, document)
    survives("replay", json.dumps(document).encode("utf-8", "surrogatepass"), {0, 1, 2})


@settings(max_examples=200)
@given(data=st.data())
def test_no_change_of_bytes_brings_a_traceback(data: st.DataObject) -> None:
    content = bytearray(json.dumps(EXAMPLE).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    survives("settle", bytes(content), {0, 2})


def survives(command: str, content: bytes, statuses: set[int]) -> None:
    status, out, err = croupier(command, "-", "--json", stdin=content)
    assert status in statuses, (status, err)
    assert "Traceback" not in err
    if status == 0:
        assert err == ""
        assert isinstance(json.loads(out), dict)
    if status == 2:
        assert out == ""
        assert err.startswith("croupier: ")
        assert len(err) < 5000, "a message is for people"


TRANSCRIPT = transcript(seed="a fixed one")


def test_standard_input_that_the_shell_closed_is_bad_input(monkeypatch: pytest.MonkeyPatch) -> None:
    out, err = io.StringIO(), io.StringIO()
    monkeypatch.setattr(sys, "stdin", None)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = run(["settle", "-"])
    assert (status, out.getvalue()) == (2, "")
    assert err.getvalue().startswith("croupier: cannot read standard input: it is closed\nhint: ")


def test_an_amount_beyond_any_table_is_called_too_large() -> None:
    document = copy.deepcopy(EXAMPLE)
    document["seats"]["2"]["wagers"]["ante"] = "1" + "0" * 27 + ".00"
    outcome = croupier("settle", "-", stdin=json.dumps(document).encode())
    refused(outcome, f"seat 2: ante '1{'0' * 27}.00' is too large\nhint: at most 13 digits before the point")


@pytest.mark.parametrize(
    "named",
    [
        "perfect-pairs",
        "perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-03a)",
        "perfect-pairs(decks=2, perfect_pairs=PT-PRG-PP-14)",
    ],
)
def test_a_side_wager_alone_is_told_where_it_is_played(named: str) -> None:
    """``settle`` said that it cannot be dealt yet; what it says now can be pasted, with the code that was typed."""
    document = {"schema": 1, "game": named, "seats": {"1": {"cards": "As As", "wagers": {"perfect_pairs": "1.00"}}}}
    status, out, err = croupier("settle", "-", stdin=json.dumps(document | {"dealer": "2c"}).encode())
    assert (status, out) == (2, "")
    assert "is a side wager: it is played at a table of Blackjack" in err
    told = re.search(r'hint: "(.*)"', err)
    assert told
    assert catalogue.load(told[1]).configuration.tables
    assert named.partition("perfect_pairs=")[2].rstrip(")") in told[1]


@pytest.mark.parametrize(("edition", "warned"), [("washington", ["Ante of $600", "Raise of $1,200"]), ("generic", [])])
def test_a_wager_above_the_limit_of_washington_is_warned_of(
    edition: str, warned: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """REQUIREMENTS, KIS-W Game Description: the round is settled all the same, since another regulator may allow it."""
    seat = {"cards": "3c 7d 9c 8c 9h 7c 4s", "wagers": {"ante": "600.00"}, "actions": ["raise 1200.00"]}
    played = {"schema": 1, "game": f"keep-it-straight(edition={edition})", "seats": {"1": seat}}
    path = tmp_path / "round.json"
    path.write_text(json.dumps(played | {"dealer": "2h Qd 5c Ts 8s 6h 4h"}))
    assert run(["settle", str(path)]) == 0
    shown = capsys.readouterr()
    assert "-1800.00" in shown.out
    assert re.findall(r"warning: (.*?) is above", shown.err) == warned
    paper = ["placard", f"keep-it-straight(edition={edition})", "-o", str(tmp_path / "placard.svg")]
    assert run([*paper, "--maximum", "600"]) == 0
    assert ("WAC 230-15-140" in capsys.readouterr().err) == bool(warned)
    assert run([*paper, "--maximum", "500"]) == 0
    assert "WAC" not in capsys.readouterr().err
