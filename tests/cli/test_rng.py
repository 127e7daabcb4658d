"""``croupier rng`` and ``croupier verify`` from the outside: what they print, write, refuse, and exit with."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from croupier.cards.cards import DECK
from croupier.cards.shuffle import SeededSource, shuffle
from croupier.cli.rng import rng
from croupier.cli.rounds import verify
from croupier.errors import CheckFailed, CroupierError
from croupier.play.commitments import Commitment
from croupier.rng.streams import check_health

SMALL = ["--deals", "400", "--cards", "5", "--raw-bytes", "2000", "--seed", "cli"]


def run(*arguments: str | Path, stdin: bytes | None = None) -> tuple[int, Result]:
    """A command's exit status, as the main program turns errors into one, and its result."""
    commands = {"rng": rng, "verify": verify}
    name, *rest = (os.fspath(argument) for argument in arguments)
    result = CliRunner().invoke(commands[name], rest, input=stdin)
    if isinstance(result.exception, CroupierError):
        return result.exception.exit_status, result
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    assert run("rng", "collect", *SMALL, "-o", tmp_path / "sample")[0] == 0
    return tmp_path / "sample"


def test_collect_writes_both_streams_and_how_they_were_made(folder: Path) -> None:
    assert sorted(path.name for path in folder.iterdir()) == ["collect.json", "outcomes.csv", "raw.bin"]
    assert len((folder / "raw.bin").read_bytes()) == 2000
    lines = (folder / "outcomes.csv").read_text().splitlines()
    assert len(lines) == 400
    assert all(len(set(line.split(","))) == 5 for line in lines)
    notes = json.loads((folder / "collect.json").read_text())
    assert notes.pop("raw_sha256")
    assert notes.pop("outcomes_sha256")
    assert notes == {
        "schema": 1,
        "source": "seeded, for tests only",
        "seed": "cli",
        "deals": 400,
        "cards_per_deal": 5,
        "decks": 1,
        "raw_bytes": 2000,
        "range_reduction": "rejection sampling",
        "shuffle": "Fisher-Yates, a fresh one for each deal",
    }


def test_a_seed_repeats_and_the_system_does_not(tmp_path: Path) -> None:
    options = ["--rounds", "260", "--raw-bytes", "1280", "-o"]
    streams = []
    for name, seed in [("a", ["--seed", "1"]), ("b", ["--seed", "1"]), ("c", []), ("d", [])]:
        assert run("rng", "collect", *seed, *options, tmp_path / name)[0] == 0
        streams.append((tmp_path / name / "raw.bin").read_bytes())
    assert streams[0] == streams[1]
    assert len(set(streams)) == 3


def test_a_sample_is_never_overwritten(folder: Path) -> None:
    before = (folder / "raw.bin").read_bytes()
    status, result = run("rng", "collect", *SMALL, "-o", folder)
    assert status == 2
    assert "already holds collect.json" in str(result.exception)
    assert (folder / "raw.bin").read_bytes() == before


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    status, result = run("rng", "collect", *SMALL, "-o", tmp_path / "file" / "sample")
    assert status == 2
    assert "cannot write to" in str(result.exception)


def test_streams_repeat_by_seed_and_are_the_parts_of_a_sample(folder: Path) -> None:
    """One seed gives the same raw bytes in a folder and in a stream, and a longer stream goes on from a shorter one."""
    assert (
        run("rng", "collect", "--raw", "--bytes", "2k", "--seed", "cli", "-")[1].stdout_bytes
        == (folder / "raw.bin").read_bytes()
    )
    deals = ["rng", "collect", "--outcomes", "cards", "--cards", "7", "--decks", "2", "--seed", "x"]
    three, five = (run(*deals, "--count", count, "-")[1].output.splitlines() for count in ("3", "5"))
    assert three == five[:3]
    assert [len(line.split(",")) for line in five] == [7] * 5


def test_every_kind_of_outcome_is_what_a_table_uses(tmp_path: Path) -> None:
    shuffles = tmp_path / "shuffles.csv"
    assert run("rng", "collect", "--outcomes", "shuffles", "--count", "20", shuffles)[0] == 0
    orders = [line.split(",") for line in shuffles.read_text().splitlines()]
    assert len({tuple(order) for order in orders}) == 20
    assert all(sorted(order) == sorted(map(str, DECK)) for order in orders)
    rolls = run("rng", "collect", "--outcomes", "dice", "--dice", "2", "--count", "3000", "-")[1].output.splitlines()
    assert len(rolls) == 3000
    assert {die for roll in rolls for die in roll.split(",")} == set("123456")
    pays = run("rng", "collect", "--outcomes", "pays", "--table", "PT-PRG-PP-D01", "--count", "50", "--seed", "1", "-")
    first, *_ = pays[1].output.splitlines()
    assert first == "perfect_three_of_a_kind=30000,perfect_pair=3600,colored_pair=800"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([], "nothing says what to collect"),
        (["--raw", "--outcomes", "dice", "-"], "--raw and --outcomes are two streams"),
        (["--raw"], "nothing says where the stream goes"),
        (["--raw", "--count", "3", "-"], "--raw has no use for --count"),
        (["--outcomes", "dice", "--bytes", "3", "-"], "--outcomes has no use for --bytes"),
        (["--outcomes", "dice", "--decks", "2", "-"], "--outcomes dice has no use for --decks"),
        (["--outcomes", "cards", "--cards", "52", "--deals", "300", "-"], "a stream has no use for --deals"),
        (["--outcomes", "pays", "-"], "no table is named"),
        (["--outcomes", "pays", "--table", "PT-FLT-STR-01", "-"], "has no drawn pays"),
        (["--raw", "-o", "folder"], "-o has no use for --raw"),
    ],
)
def test_a_stream_refuses_what_it_has_no_use_for(options: list[str], said: str) -> None:
    status, result = run("rng", "collect", *options)
    assert (status, said in str(result.exception)) == (2, True), str(result.exception)


@pytest.mark.parametrize("size", ["0", "-1", "1x", "10GB", "", "1.5G"])
def test_a_size_is_a_whole_number_with_a_letter(size: str) -> None:
    assert run("rng", "collect", "--raw", "--bytes", size, "-")[0] == 2


class Stuck:
    """A generator that gives the same numbers again and again."""

    def __init__(self, period: int) -> None:
        self.block = SeededSource("stuck").bits(8 * period).to_bytes(period, "big")

    def below(self, n: int) -> int:
        return self.bits(64) % n

    def bits(self, k: int) -> int:
        size = k // 8
        return int.from_bytes((self.block * (size // len(self.block) + 1))[:size], "big")


class Biased(Stuck):
    """A generator with one bit in 64 always set."""

    def __init__(self) -> None:
        self.sound = SeededSource("biased")

    def bits(self, k: int) -> int:
        return self.sound.bits(k) | sum(1 << place for place in range(0, k, 64))


@pytest.mark.parametrize("source", [Stuck(1), Stuck(4096), Stuck(32_768), Biased()])
def test_a_generator_that_repeats_or_leans_fails_its_health_check(source: Stuck) -> None:
    with pytest.raises(CheckFailed, match="the random generator fails its health check"):
        check_health(source)


def test_a_sound_generator_is_healthy() -> None:
    check_health()
    for seed in range(20):
        check_health(SeededSource(seed))


def test_report_of_a_folder_is_the_report_of_the_same_seed(folder: Path) -> None:
    status, from_folder = run("rng", "report", folder)
    assert status == 0
    assert run("rng", "report", *SMALL)[1].output == from_folder.output
    assert (
        "400 deals of 5 cards from 1 deck, 2,000 raw bytes (seeded, for tests only, seed 'cli')" in from_folder.output
    )
    assert "tests failed at the 99 % level; 0.41 failures are expected of a sound generator." in from_folder.output
    assert "All tests together (Holm, alpha 0.01): pass." in from_folder.output


def test_report_as_json() -> None:
    status, result = run("rng", "report", *SMALL, "--decks", "6", "--json")
    report = json.loads(result.output)
    assert status == 0
    assert (report["schema"], report["level"], report["expected_failures"]) == (1, "99%", 0.41)
    assert report["sample"]["decks"] == 6
    assert len(report["tests"]) == 41
    assert report["tests"][0].keys() == {"group", "name", "statistic", "p_value", "verdict"}
    assert report["failed"] == sum(test["verdict"] == "fail" for test in report["tests"])
    assert report["family_wise"] == {"method": "Holm", "alpha": 0.01, "failed": [], "verdict": "pass"}


def test_report_of_a_bad_generator_ends_with_1(folder: Path) -> None:
    """A generator of one's own needs only the sizes in collect.json."""
    (folder / "raw.bin").write_bytes(bytes(2000))
    notes = {"schema": 1, "decks": 1, "cards_per_deal": 5, "deals": 400, "raw_bytes": 2000, "source": "\x1b[2Jmine"}
    (folder / "collect.json").write_text(json.dumps(notes))
    status, result = run("rng", "report", folder, "--json")
    assert status == 1
    assert json.loads(result.output)["family_wise"]["verdict"] == "fail"
    assert "the generator fails the battery: raw b" in str(result.exception)
    status, result = run("rng", "report", folder)
    assert status == 1
    assert "All tests together (Holm, alpha 0.01): fail." in result.output
    assert "(unknown)" in result.output


def test_a_sample_that_was_touched_is_found(folder: Path) -> None:
    content = (folder / "raw.bin").read_bytes()
    (folder / "raw.bin").write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    status, result = run("rng", "report", folder)
    assert status == 1
    assert "raw.bin is not the file that collect.json describes" in str(result.exception)


@pytest.mark.parametrize("name", ["raw.bin", "outcomes.csv", "collect.json"])
def test_a_missing_file_ends_with_3(folder: Path, name: str) -> None:
    (folder / name).unlink()
    status, result = run("rng", "report", folder)
    assert status == 3
    assert f"has no {name}" in str(result.exception)
    (folder / name).mkdir()
    assert run("rng", "report", folder)[0] == 2


GOOD_NOTES = {"schema": 1, "decks": 1, "cards_per_deal": 5, "deals": 400, "raw_bytes": 2000}


@pytest.mark.parametrize(
    ("name", "content", "status", "message"),
    [
        ("collect.json", b"{", 2, "collect.json: Input data was truncated"),
        ("collect.json", b"\xff\xfe", 2, "collect.json: JSON is malformed"),
        ("collect.json", b'{"a":' + b"[" * 50_000, 2, "maximum recursion depth"),
        ("collect.json", b"[" * 100_000, 2, "longer than 65,536 bytes"),
        ("collect.json", b"[]", 2, "Expected `object`"),
        ("collect.json", b'{"schema": true}', 2, "is of schema True"),
        ("collect.json", json.dumps(GOOD_NOTES | {"decks": 0}).encode(), 2, "collect.json, decks: Expected `int` >= 1"),
        (
            "collect.json",
            json.dumps(GOOD_NOTES | {"decks": 10**300}).encode(),
            2,
            "collect.json, decks: Expected `int`",
        ),
        (
            "collect.json",
            json.dumps(GOOD_NOTES | {"cards_per_deal": "5"}).encode(),
            2,
            "cards_per_deal: Expected `int`, got `str`",
        ),
        (
            "collect.json",
            json.dumps(GOOD_NOTES | {"cards_per_deal": 6}).encode(),
            2,
            "line 1: expected 6 cards, found 5",
        ),
        ("collect.json", json.dumps(GOOD_NOTES | {"deals": 401}).encode(), 1, "deals is 401, but there are 400"),
        ("outcomes.csv", b"2c,3c,4c,5c,6c\n2c,3c,4c,5c,\xff\n", 2, r"line 2: '\xff' is not a card"),
        ("outcomes.csv", b"2c,3c\n", 2, "line 1: expected 5 cards, found 2"),
        ("outcomes.csv", b"", 1, "deals is 400, but there are 0"),
    ],
)
def test_a_malformed_sample_is_refused(folder: Path, name: str, content: bytes, status: int, message: str) -> None:
    (folder / "collect.json").write_text(json.dumps(GOOD_NOTES))
    (folder / name).write_bytes(content)
    found, result = run("rng", "report", folder)
    assert (found, message in str(result.exception)) == (status, True), str(result.exception)


@pytest.mark.parametrize(
    "options",
    [
        ["--deals", "259"],
        ["--deals", "9" * 30],
        ["--deals", "many"],
        ["--decks", "0"],
        ["--cards", "53"],
        ["--raw-bytes", "-1"],
        ["no-such-folder"],
        ["x" * 5000],
        [__file__],
        ["no-such-folder", "--seed", "1"],
    ],
)
def test_bad_options_end_with_2(options: list[str]) -> None:
    assert run("rng", "report", *options)[0] == 2


def transcript(*positions: int) -> dict[str, Any]:
    source = SeededSource("verify")
    commitment = Commitment.make(source, shuffle(source, DECK))
    return {"schema": 1, "game": "keep-it-straight", "commitment": commitment.disclose(positions).to_json()}


def check(document: object, *options: str) -> tuple[int, Result]:
    return run("verify", "-", *options, stdin=json.dumps(document).encode())


def test_verify_prints_what_was_opened() -> None:
    document = transcript(0, 1, 7)
    status, result = check(document)
    assert status == 0
    root, *lines = result.output.splitlines()
    assert root == f"root {document['commitment']['root']}, 52 cards"
    cards = [opening["card"] for opening in document["commitment"]["openings"]]
    assert lines == [
        f"position    0  {cards[0]}  verified",
        f"position    1  {cards[1]}  verified",
        f"position    7  {cards[2]}  verified",
        "3 of 52 positions opened, all verified; 49 stay closed",
    ]


def test_verify_reads_a_file(tmp_path: Path) -> None:
    (tmp_path / "round.json").write_text(json.dumps(transcript(4)))
    assert run("verify", tmp_path / "round.json")[0] == 0


def test_verify_as_json() -> None:
    status, result = check(transcript(5), "--json")
    report = json.loads(result.output)
    assert status == 0
    assert report["verdict"] == "pass"
    assert report["opened"][0]["position"] == 5
    assert report["opened"][0]["verified"] is True
    assert (report["complete"], report["problems"]) == (False, [])


def test_verify_tells_the_auditor_that_the_deck_is_whole() -> None:
    assert "all 52 positions opened and verified: 1 whole deck" in check(transcript(*range(52)))[1].output


def test_verify_says_when_there_was_nothing_to_check() -> None:
    status, result = check(transcript())
    assert status == 0
    assert "no card was opened, so nothing was checked" in result.output


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_verify_ends_with_1_when_a_card_was_changed(options: tuple[str, ...]) -> None:
    document = transcript(0, 9)
    opening = document["commitment"]["openings"][1]
    opening["card"] = "As" if opening["card"] != "As" else "Ks"
    status, result = check(document, *options)
    assert status == 1
    assert f"position 9: the opening of {opening['card']} does not fit the root" in str(result.exception)
    assert ("DOES NOT MATCH" in result.output) if not options else json.loads(result.output)["verdict"] == "fail"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "not JSON"),
        (b"no", "not JSON"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b"[1]", "expected a JSON object"),
        (b"{}", "schema: expected a whole number, found nothing"),
        (b'{"schema": 3}', "schema 3: this version reads schema 1"),
        (b'{"schema": 1}', "'commitment' is missing"),
        (b'{"schema": 1, "commitment": null}', "commitment: expected an object, found nothing"),
        (b'{"schema": 1, "commitment": {"root": NaN}}', "NaN is not a number"),
        (b'{"schema": 1, "schema": 1}', "the key 'schema' appears twice"),
        (b'{"schema": ' + b"9" * 5000 + b"}", "too many digits"),
        (b"[" * 20_000, "nested too deeply"),
        (b"[" * 400_000, "it holds too many values"),
        (b'{"schema": 1, "commitment": {"root": "zz"}}', "openings: expected a list, found nothing"),
        (
            b'{"schema": 1, "commitment": {"root": "zz", "size": 1, "openings": [], "chances": []}}',
            "64 hexadecimal digits",
        ),
    ],
)
def test_verify_refuses_what_it_cannot_read(content: bytes, message: str) -> None:
    status, result = run("verify", "-", stdin=content)
    assert (status, message in str(result.exception)) == (2, True), str(result.exception)


def test_verify_refuses_folders_and_files_that_are_not_there(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing.json"):
        status, result = run("verify", path)
        assert (status, "cannot read" in str(result.exception)) == (2, True)


def test_verify_refuses_a_file_it_may_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The refusal is raised in place of the system's, which lets the superuser read everything."""

    def forbidden(*_: object) -> object:
        raise PermissionError(errno.EACCES, "Permission denied")

    path = tmp_path / "round.json"
    path.write_text("{}")
    monkeypatch.setattr("click.open_file", forbidden)
    status, result = run("verify", path)
    assert (status, "Permission denied" in str(result.exception)) == (2, True), str(result.exception)


@pytest.mark.parametrize("command", ["collect", "report"])
def test_help_states_the_defaults(command: str) -> None:
    output = run("rng", command, "--help")[1].output
    assert "[default: 100000]" in output
