"""``croupier games``, ``show``, ``paytable`` and ``handbook`` from the outside: what scripts may rely on."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from croupier.catalogue import book
from croupier.rulebook.rules import Paytable
from tests.processes import finished, program, python

TABLES = [table.id for table in book().tables.values()]
NAMES = [*TABLES, *book().aliases()]
DOCUMENTS = set(book().sources)


def records(value: object, keys: Mapping[str, Any]) -> None:
    """A list of objects that have these keys and no others, of these types."""
    assert isinstance(value, list)
    for each in value:
        record(each, keys)


def record(value: object, keys: Mapping[str, Any]) -> None:
    assert isinstance(value, dict)
    assert value.keys() == keys.keys()
    for key, kind in keys.items():
        assert isinstance(value[key], kind), (key, value[key])
        assert not (isinstance(value[key], bool) and kind is int)


NONE = type(None)
CITE = {"document": str, "section": str}
PAYTABLE: dict[str, Any] = {
    "schema": int,
    "id": str,
    "requested": str,
    "aliases": list,
    "games": list,
    "editions": list,
    "wager": str,
    "basis": str,
    "status": str,
    "unit": str,
    "decks": list,
    "parameters": dict,
    "dealer_envy_percent": (str, NONE),
    "rows": list,
    "loses": list,
    "cites": list,
}
PAYS: dict[str, dict[str, Any]] = {
    "odds": {"kind": str, "value": str},
    "fixed": {"kind": str, "amount": str},
    "meter": {"kind": str, "percent": str, "level": (int, NONE)},
    "push": {"kind": str},
    "none": {"kind": str},
}


def assert_amount(text: str) -> None:
    assert re.fullmatch(r"\d+\.\d\d", text)
    assert Decimal(text) > 0


def assert_paytable(found: dict[str, Any]) -> None:
    """The contract of ``croupier paytable ID --json``, key by key."""
    extra = {key: found.pop(key) for key in ("note", "alternatives") if key in found}
    record(found, PAYTABLE)
    assert found["schema"] == 1
    assert found["basis"] in ("to", "for")
    assert found["status"] in ("document", "sample", "user")
    assert ("note" in extra) == (found["status"] == "sample")
    assert found["unit"] == "1.00"
    assert all(isinstance(count, int) for count in found["decks"])
    record(found["parameters"], {"ranks": int, "suit": bool})
    assert 0 <= found["parameters"]["ranks"] <= 3
    assert found["games"]
    assert found["editions"]
    assert all(isinstance(each, str) for key in ("aliases", "games", "editions", "loses") for each in found[key])
    records(found["cites"], CITE)
    assert {cite["document"] for cite in found["cites"]} <= DOCUMENTS
    records(found["rows"], {"event": str, "label": str, "pay": dict, "dynamic": (list, NONE), "envy": (str, NONE)})
    assert found["rows"]
    for row in found["rows"]:
        assert row["label"]
        assert "{" not in row["label"]
        record(row["pay"], PAYS[row["pay"]["kind"]])
        if row["pay"]["kind"] == "odds":
            assert Decimal(row["pay"]["value"]) > 0
        elif row["pay"]["kind"] == "fixed":
            assert_amount(row["pay"]["amount"])
        elif row["pay"]["kind"] == "meter":
            assert 0 < Decimal(row["pay"]["percent"]) <= 100
        if row["dynamic"] is not None:
            assert len(row["dynamic"]) == 10
            for amount in row["dynamic"]:
                assert_amount(amount)
        if row["envy"] is not None:
            assert_amount(row["envy"])


@pytest.mark.parametrize("name", [name for name in NAMES if isinstance(book().table(name), Paytable)])
def test_paytable_json(croupier: Any, name: str) -> None:
    status, out, err = croupier("paytable", name, "--json")
    assert (status, err) == (0, "")
    found = json.loads(out)
    table = book().paytable(name)
    assert (found["id"], found["requested"], found["aliases"]) == (table.id, name, list(table.aliases))
    assert [row["event"] for row in found["rows"]] == [row.event for row in table.rows]
    assert_paytable(found)


def test_paytable_json_word_for_word(croupier: Any) -> None:
    found = json.loads(croupier("paytable", "pt-bjs-hcf-sf-e03", "--json")[1])
    assert found == {
        "schema": 1,
        "id": "PT-BJS-HCF-SF-E03",
        "requested": "pt-bjs-hcf-sf-e03",
        "aliases": [],
        "games": ["high-card-flush", "keep-it-straight", "ricochet-poker"],
        "editions": ["public", "generic", "washington"],
        "wager": "straight_flush_progressive",
        "basis": "for",
        "status": "document",
        "unit": "1.00",
        "decks": [1],
        "parameters": {"ranks": 0, "suit": False},
        "dealer_envy_percent": None,
        "rows": [
            {
                "event": "straight_flush_7_or_6_ace_high",
                "label": "7-Card or 6-Card Ace High Straight Flush",
                "pay": {"kind": "meter", "percent": "100", "level": None},
                "dynamic": None,
                "envy": "250.00",
            },
            {
                "event": "straight_flush_6_king_high_or_lower",
                "label": "6-Card (King High or Lower) Straight Flush",
                "pay": {"kind": "meter", "percent": "10", "level": None},
                "dynamic": None,
                "envy": None,
            },
            {
                "event": "straight_flush_5",
                "label": "5-Card Straight Flush",
                "pay": {"kind": "fixed", "amount": "800.00"},
                "dynamic": None,
                "envy": None,
            },
            {
                "event": "straight_flush_4",
                "label": "4-Card Straight Flush",
                "pay": {"kind": "fixed", "amount": "50.00"},
                "dynamic": None,
                "envy": None,
            },
            {
                "event": "straight_flush_3",
                "label": "3-Card Straight Flush",
                "pay": {"kind": "none"},
                "dynamic": None,
                "envy": None,
            },
        ],
        "loses": ["straight_flush_3", "no_straight_flush"],
        "cites": [
            {"document": "KIS-G", "section": "Appendix C"},
            {"document": "KIS-G", "section": "Appendix C n.1"},
            {"document": "KIS-W", "section": "Appendix C"},
            {"document": "KIS-W", "section": "Appendix C n.1"},
            {"document": "KIS-W", "section": "Appendix C n.6"},
        ],
    }


def test_paytable_json_of_the_odd_ones(croupier: Any) -> None:
    def read(name: str) -> Any:
        return json.loads(croupier("paytable", name, "--json")[1])

    alias = read("PT-FLT-SRT-02")
    assert (alias["id"], alias["basis"]) == ("PT-FLT-KIS-SB-02", "to")
    assert [row["pay"] for row in alias["rows"]] == [
        {"kind": "odds", "value": value} for value in ("50", "20", "7", "2")
    ]
    levels = read("PT-PRG-PP-MLP-01")
    assert [row["pay"].get("level") for row in levels["rows"]] == [1, 2, 3, None, None, None, None]
    dynamic = read("PT-PRG-PP-D02")
    assert dynamic["parameters"] == {"ranks": 1, "suit": True}
    assert [row["dynamic"] is None for row in dynamic["rows"]] == [True] + [False] * 5
    assert dynamic["rows"][1]["dynamic"][0] == "750.00"
    assert (read("PT-PRG-PP-06a")["dealer_envy_percent"], read("PT-PRG-PP-06b")["dealer_envy_percent"]) == (None, "3")
    assert read("PT-PRG-PP-14")["decks"] == [2]
    assert read("PT-PRG-PP-12")["parameters"] == {"ranks": 3, "suit": True}
    assert read("PT-PRG-PP-13")["alternatives"] == [
        {
            "key": "pp13_colored_pair",
            "value": "pays-as-mixed",
            "event": "colored_pair",
            "pay": {"kind": "fixed", "amount": "5.00"},
        }
    ]
    assert read("SAMPLE-RIC-AB-01")["status"] == "sample"


def test_a_ladder_is_shown_by_the_same_command(croupier: Any) -> None:
    found = json.loads(croupier("paytable", "SAMPLE-RIC-KICKOUT-01", "--json")[1])
    assert found.keys() == {*PAYTABLE, "note", "ladder"}
    assert (found["rows"], found["status"], found["wager"]) == ([], "sample", "kickout")
    records(found["ladder"], {"players": int, "category": str, "rank": (int, NONE), "label": str})
    assert [(rung["players"], rung["category"], rung["rank"]) for rung in found["ladder"]] == [
        (1, "pair", 13),
        (2, "pair", 14),
        (3, "two_pair", None),
        (4, "two_pair", 10),
        (5, "two_pair", 13),
        (6, "two_pair", 14),
        (7, "three_of_a_kind", 5),
    ]


@pytest.mark.parametrize("name", TABLES)
def test_paytable_as_text(croupier: Any, name: str) -> None:
    status, out, err = croupier("paytable", name)
    table = book().table(name)
    assert (status, err) == (0, "")
    head = table.head if isinstance(table, Paytable) else name
    assert out.splitlines()[0].split()[0] == head
    assert f"[{table.cites[0]}" in out
    assert ("SAMPLE, not the maker's" in out) == (table.status == "sample")
    assert "{" not in out
    assert max(map(len, out.splitlines())) <= 120


GAME: dict[str, Any] = {
    "name": str,
    "title": str,
    "summary": str,
    "deck": str,
    "editions": list,
    "wagers": list,
    "game_hash": str,
}
EDITION: dict[str, Any] = {"id": str, "title": str, "document": str, "seats": list}


def test_games_json(croupier: Any) -> None:
    status, out, err = croupier("games", "--json")
    assert (status, err) == (0, "")
    found = json.loads(out)
    record(found, {"schema": int, "rulebook_hash": str, "games": list})
    assert (found["schema"], found["rulebook_hash"]) == (1, book().hash)
    records(found["games"], GAME | {"felt": str})
    assert [game["name"] for game in found["games"]] == list(book().games)
    for game in found["games"]:
        records(game["editions"], EDITION)
        records(game["wagers"], {"id": str, "title": str, "kind": str, "paytables": dict})
        assert re.fullmatch(r"[0-9a-f]{64}", game["game_hash"])
        for wager in game["wagers"]:
            assert wager["kind"] in ("base", "follow", "bonus", "jackpot", "award", "ladder")
            assert all(book().table(each) for ids in wager["paytables"].values() for each in ids)


def test_games_as_text(croupier: Any) -> None:
    status, out, err = croupier("games")
    assert (status, err) == (0, "")
    assert out.endswith(f"rulebook {book().hash}\n")
    for name in book().games:
        assert name in out
    assert all(name in out for wager in book().game("blackjack").wagers for _, ids in wager.tables for name in ids)


@pytest.mark.parametrize("name", list(book().games))
def test_show_json(croupier: Any, name: str) -> None:
    status, out, err = croupier("show", name, "--json")
    assert (status, err) == (0, "")
    found = json.loads(out)
    record(
        found,
        {"schema": int}
        | GAME
        | dict.fromkeys(
            ("cites", "rules", "numbers", "keys", "notices", "interpretations", "paytables", "sources"), list
        )
        | {"configuration": str},
    )
    records(
        found["rules"],
        {"id": str, "topic": str, "text": str, "when": (str, NONE), "editions": list, "cites": list},
    )
    records(found["numbers"], {"id": str, "value": str, "text": str, "cites": list})
    records(
        found["keys"],
        {"id": str, "kind": str, "values": list, "default": str, "text": str}
        | {"reading": (str, NONE), "needs": (str, NONE), "editions": list, "cites": list},
    )
    records(
        found["wagers"],
        {"id": str, "title": str, "kind": str, "text": str, "requires": (str, NONE), "default": (str, NONE)}
        | {"paytables": dict, "cites": list},
    )
    records(
        found["interpretations"],
        {
            "id": str,
            "question": str,
            "answer": str,
            "why": str,
            "other": str,
            "effect": str,
            "otherwise": dict,
            "confidence": str,
            "affects": list,
        }
        | {"key": (str, NONE), "cites": list},
    )
    records(found["notices"], {"id": str, "title": str, "words": str, "cites": list})
    known = {source["document"] for source in found["sources"]}
    for group in ("rules", "numbers", "keys", "wagers", "notices", "interpretations", "paytables"):
        for each in found[group]:
            assert each["cites"]
            records(each["cites"], CITE)
            assert {cite["document"] for cite in each["cites"]} <= known
    for table in found["paytables"]:
        if "ladder" not in table:
            assert_paytable(table)


@pytest.mark.parametrize("name", list(book().games))
def test_show_as_text_holds_everything(croupier: Any, name: str) -> None:
    status, out, err = croupier("show", name)
    assert (status, err) == (0, "")
    words = " ".join(out.split())
    game = book().game(name)
    for text in (
        *(rule.text for rule in game.rules),
        *(reading.answer for reading in game.interpretations),
        *(key.text for key in game.keys),
        *(notice.words for notice in game.notices),
    ):
        assert " ".join(text.split()) in words
    assert out.endswith(f"rulebook of {name} {book().game_hash(name)}\n")


def test_show_an_edition(croupier: Any) -> None:
    generic = croupier("show", "keep-it-straight(edition=generic)")[1]
    washington = croupier("show", "keep-it-straight(edition=washington)")[1]
    assert "House Jackpot notice" in washington
    assert "House Jackpot notice" not in generic
    assert "PT-FLT-HCF-SF-09" in washington
    assert "PT-FLT-HCF-SF-09" not in generic
    found = json.loads(croupier("show", "keep-it-straight( edition = washington )", "--json")[1])
    assert found["configuration"] == "keep-it-straight(edition=washington)"
    assert all("washington" in rule["editions"] for rule in found["rules"])
    assert all(wager["paytables"].keys() <= {"washington"} for wager in found["wagers"])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["paytable", "PT-FLT-HCF-SF-05"], ["unknown paytable", "PT-FLT-HCF-SF-04 or PT-FLT-HCF-SF-06"]),
        (["paytable", "PT-PRG-PP-06", "--json"], ["did you mean PT-PRG-PP-06a or PT-PRG-PP-06b?"]),
        (["paytable", "foo"], ["unknown paytable 'foo'", "croupier games lists them all"]),
        (["paytable", ""], ["no paytable named"]),
        (["paytable", "  "], ["no paytable named"]),
        (["paytable"], ["Missing argument", "croupier paytable --help"]),
        (["paytable", "A", "B"], ["unexpected extra argument"]),
        (["paytable", "x" * 5000], ["unknown paytable"]),
        (["paytable", "PT-FLT-STR-01\0"], ["unknown paytable"]),
        (["show", "keep-it-strait"], ["did you mean keep-it-straight?"]),
        (["show", "keep-it-straight(edition=nevada)"], ["known: generic, washington"]),
        (["show", "keep-it-straight("], ["not a configuration string"]),
        (["show", "perfect-pairs(decks=3)", "--json"], ["unknown value of decks '3'"]),
        (["show", ""], ["not a configuration string"]),
        (["show"], ["Missing argument"]),
        (["games", "--jason"], ["No such option", "croupier games --help"]),
        (["games", "extra"], ["unexpected extra argument"]),
        (["gamse"], ["unknown command 'gamse'", "did you mean games or grade?"]),
        (["--jason"], ["No such option"]),
    ],
)
def test_bad_input_ends_with_2_and_a_hint(croupier: Any, arguments: list[str], words: list[str]) -> None:
    status, out, err = croupier(*arguments)
    assert (status, out) == (2, "")
    assert err.startswith("croupier: ")
    assert len(err) < 600
    for each in words:
        assert each in err


def test_without_a_command_the_help_is_talk(croupier: Any) -> None:
    status, out, err = croupier()
    assert (status, out) == (2, "")
    assert "paytable" in err
    for arguments in (["--help"], ["-h"], ["paytable", "--help"], ["show", "-h"]):
        status, out, err = croupier(*arguments)
        assert (status, err) == (0, "")
        assert out.startswith("Usage: croupier")


def test_a_reader_who_leaves_is_no_error() -> None:
    command = f"{sys.executable} -m croupier show keep-it-straight --json | head -1"
    done = finished(["bash", "-o", "pipefail", "-c", command])
    assert (done.returncode, done.stdout, done.stderr) == (0, "{\n", "")


def test_output_that_cannot_be_written_is_one_message() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "croupier", "games"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 3
    assert done.stderr == "croupier: cannot write the output: No space left on device\n"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_any_terminal_can_show_a_table(encoding: str) -> None:
    done = program("paytable", "PT-PRG-PP-01", env=os.environ | {"PYTHONIOENCODING": encoding})
    assert (done.returncode, done.stderr) == (0, "")


def test_the_exit_status_of_the_program() -> None:
    assert program("paytable", "PT-FLT-STR-01").returncode == 0
    for name in ("PT-PRG-PP-99", "\udcff"):
        done = program("paytable", name, "--json")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("croupier: unknown paytable")


def test_reading_the_book_loads_no_numpy() -> None:
    code = "import sys; from croupier.cli.main import run; run(['games']); sys.exit('numpy' in sys.modules)"
    assert python(code).returncode == 0


def test_no_help_loads_numpy_or_numba() -> None:
    """Every command says at once what it takes; what it computes with is loaded when it computes."""
    code = (
        "import sys\n"
        "from croupier.cli import jackpot, main\n"
        "commands = [[name] for name in main.COMMANDS] + [['jackpot', name] for name in jackpot.COMMANDS]\n"
        "for words in [*commands, ['rng', 'collect'], ['rng', 'report'], ['new', 'game']]:\n"
        "    status = main.run([*words, '--help'])\n"
        "    loaded = {'numpy', 'numba'} & set(sys.modules)\n"
        "    if status or loaded:\n"
        "        sys.exit(f'{words}: {status} {loaded}')\n"
    )
    done = python(code)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_key_shows_its_default_and_what_else_it_takes(croupier: Any) -> None:
    out = croupier("show", "blackjack")[1]
    assert "  soft17 = stands (or hits): " in out
    assert "  penetration = 3/4 (or 1/2, 2/3, 4/5, 5/6, 7/8): " in out
    assert all(len(line) <= 100 for line in out.splitlines() if line.startswith("Edition "))


def test_a_table_of_one_edition_cites_its_own_document() -> None:
    """The generic document is not law in Washington, where its own says the same."""
    out = program("show", "keep-it-straight(edition=washington, straight=PT-FLT-STR-01)").stdout
    assert "KIS-W 4.b.i.1" in out
    assert "KIS-G" not in out


def test_a_rule_says_under_which_choice_it_holds() -> None:
    out = program("show", "keep-it-straight", "--json").stdout
    rules = {rule["id"]: rule["when"] for rule in json.loads(out)["rules"]}
    assert rules["raise-multiple"] == "raise_step=whole-multiple"
    assert rules["raise"] is None
