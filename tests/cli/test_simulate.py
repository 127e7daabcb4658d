"""``croupier simulate``: its text, its JSON, its exit statuses, its checkpoint, and every kind of bad input."""

from __future__ import annotations

import importlib
import json
import os
import signal
import subprocess
import sys
import time
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from croupier.exact.distribution import Distribution
from croupier.questions import simulating
from croupier.questions.recorded_rounds import record_rounds, sample_of
from tests.cli.calling import Call
from tests.processes import python

parquet: Any = importlib.import_module("pyarrow.parquet")
SPEC = "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)"


def test_json_is_the_contract(croupier: Call) -> None:
    status, out, _ = croupier("simulate", SPEC, "--rounds", "2e5", "--seed", "7", "--json")
    assert status == 0
    record = json.loads(out)
    assert list(record)[:10] == [
        "schema",
        "game",
        "strategy",
        "seats",
        "rounds",
        "seed",
        "backend",
        "device",
        "seconds",
        "by",
    ]
    assert (record["rounds"], record["seed"], record["by"]) == ("200000", 7, "kernel")
    assert [wager["wager"] for wager in record["wagers"]] == ["ante", "pair_bonus"]
    for wager in record["wagers"]:
        assert sum(int(outcome["count"]) for outcome in wager["outcomes"]) == 200_000
        expected = sum((Decimal(outcome["expected"]) for outcome in wager["outcomes"]), Decimal())
        assert abs(expected - 200_000) < Decimal("0.001")
        assert abs(float(wager["z"])) < 5
        assert wager["estimated"] is False
        mean = sum(Decimal(outcome["net"]) * int(outcome["count"]) for outcome in wager["outcomes"]) / 200_000
        assert mean == Decimal(wager["mean"])
    again = json.loads(croupier("simulate", SPEC, "--rounds", "200,000", "--seed", "7", "--json")[1])
    assert [wager["outcomes"] for wager in again["wagers"]] == [wager["outcomes"] for wager in record["wagers"]]


def test_text_shows_exact_and_simulated_side_by_side(croupier: Call) -> None:
    status, out, _ = croupier("simulate", SPEC, "--rounds", "1e5", "--seed", "7")
    assert status == 0
    assert "-0.03372981" in out
    assert "100,000 rounds, 1 seat, optimal strategy, seed 7" in out
    assert "agrees with the exact values of ante, pair_bonus" in out


def test_a_disagreement_is_exit_status_1(croupier: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    real = simulating.base_chances

    def wrong(distribution: Distribution) -> object:
        chances = real(distribution)
        low, *_, high = sorted(chances)
        chances[low], chances[high] = chances[high], chances[low]
        return chances

    monkeypatch.setattr(simulating, "base_chances", wrong)
    status, out, err = croupier("simulate", SPEC, "--rounds", "1e5")
    assert status == 1
    assert "DISAGREES" in out
    assert "exact and simulated values disagree" in err


def test_a_strategy_file_is_what_strategy_prints(croupier: Call, tmp_path: Path) -> None:
    _, printed, _ = croupier("strategy", "three-card-prime", "--json")
    file = tmp_path / "strategy.json"
    file.write_text(printed, encoding="utf-8")
    status, out, _ = croupier("simulate", "three-card-prime", "--strategy", str(file), "--rounds", "1e5", "--json")
    assert status == 0
    by_file = json.loads(out)
    assert by_file["strategy"] == "file"
    chart = json.loads(croupier("simulate", "three-card-prime", "--strategy", "chart", "--rounds", "1e5", "--json")[1])
    assert by_file["wagers"] == chart["wagers"]
    # Play everything: the published edge of that is 7.65 %.
    record = json.loads(printed)
    for row in record["chart"]:
        row["best"] = "play"
    file.write_text(json.dumps(record), encoding="utf-8")
    status, out, _ = croupier("simulate", "three-card-prime", "--strategy", str(file), "--rounds", "1e5", "--json")
    assert status == 0
    assert json.loads(out)["wagers"][0]["exact"].startswith("-0.0765")
    record["chart"][0]["best"] = "raise 4x"
    file.write_text(json.dumps(record), encoding="utf-8")
    status, _, err = croupier("simulate", "three-card-prime", "--strategy", str(file))
    assert status == 2
    assert "chart 1: 'raise 4x' is not on offer with" in err
    assert "on offer: fold, play" in err
    rules = tmp_path / "rules.toml"
    rules.write_text('[[rule]]\nat_least = "Qs 6h 4d"\ntake = "play"\n[[rule]]\ntake = "fold"\n', encoding="utf-8")
    status, out, _ = croupier("simulate", "three-card-prime", "--strategy", str(rules), "--rounds", "1e5", "--json")
    assert (status, json.loads(out)["wagers"]) == (0, chart["wagers"])
    rows = json.loads(printed)["chart"]
    file.write_text(json.dumps({"chart": [*rows, {**rows[0], "hand": "seven high"}]}), encoding="utf-8")
    status, _, err = croupier("simulate", "three-card-prime", "--strategy", str(file))
    assert (status, "'seven high' is not a class of hand" in err) == (2, True)
    file.write_text(json.dumps({"chart": rows[:1]}), encoding="utf-8")
    status, _, err = croupier("simulate", "three-card-prime", "--strategy", str(file))
    assert status == 2
    assert "no line of the strategy answers 'decide' with" in err


def test_a_checkpoint_goes_on(croupier: Call, tmp_path: Path) -> None:
    file = str(tmp_path / "run.json")
    assert croupier("simulate", SPEC, "--rounds", "1e5", "--checkpoint", file)[0] == 0
    status, out, _ = croupier("simulate", SPEC, "--rounds", "3e5", "--checkpoint", file, "--json")
    assert status == 0
    whole = json.loads(croupier("simulate", SPEC, "--rounds", "3e5", "--json")[1])
    assert json.loads(out)["wagers"] == whole["wagers"]
    status, _, err = croupier("simulate", SPEC, "--rounds", "3e5", "--seed", "2", "--checkpoint", file)
    assert status == 2
    assert "checkpoint: seed is 1" in err


KEEPS_OFTEN = """
from croupier.cli import main, simulate
simulate.KEEP_EVERY = 0.2
main.main()
"""


@pytest.mark.parametrize("asked", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_with_the_partial_result_and_a_checkpoint(tmp_path: Path, asked: signal.Signals) -> None:
    """Also for a job that a shell started in the background, which inherits SIGINT ignored."""
    file = tmp_path / "stopped.json"
    arguments = ["simulate", SPEC, "--rounds", "1e12", "--checkpoint", str(file), "--json"]
    process = subprocess.Popen(
        [sys.executable, "-c", KEEPS_OFTEN, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    try:
        # Until the first regular checkpoint the run is surely under way.
        for _ in range(3000):
            if file.exists() or process.poll() is not None:
                break
            time.sleep(0.1)
        process.send_signal(asked)
        out, err = process.communicate(timeout=180)
    finally:
        process.kill()
        process.wait(timeout=60)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    record = json.loads(out)
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert 0 < int(record["rounds"]) < 10**12
    assert sum(int(after) - int(first) for first, after in kept["done"]) == int(record["rounds"])
    assert "continue with --checkpoint" in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--rounds", "-5"], "--rounds -5"),
        (["--rounds", "0"], "0 rounds"),
        (["--rounds", "1.5"], "--rounds 1.5"),
        (["--rounds", "1e99"], "--rounds 1e99"),
        (["--rounds", "nan"], "--rounds nan"),
        (["--rounds", "٣"], "expected a whole number"),
        (["--seed", "x"], "--seed x"),
        (["--seed", "18446744073709551616"], "seed"),
        (["--seats", "0"], "0 seats"),
        (["--seats", "99"], "99 seats"),
        (["--strategy", "bold"], "unknown strategy 'bold'"),
        (["--strategy", "nowhere.json"], "cannot read nowhere.json"),
        (["--backend", "abacus"], "unknown backend 'abacus'"),
        (["--threads", "0"], "0 threads"),
        (["--checkpoint", "/"], "cannot read /"),
        (["--checkpoint", "/no/such/folder/run.json"], "its folder does not exist"),
        (["--record", "/no/such/folder/rounds.parquet"], "its folder does not exist"),
        (["--record-rounds", "0"], "--record-rounds 0"),
        (["--meter", "1000"], "--meter 1000: which jackpot?"),
        (["--deal", "suits"], "unknown deal 'suits'"),
        (["--rounds", "-5"], "--rounds -5: it cannot be negative"),
        (["--seed", "-1"], "--seed -1: it cannot be negative"),
        (["--record-rounds", "5"], "--record-rounds goes with --record"),
        (["--backend", "dask", "--dask-address", "not an address"], "is not the address of a Dask cluster"),
        (["--backend", "dask", "--dask-address", "tcp://host:99999"], "is not the address of a Dask cluster"),
        (["--backend", "dask", "--dask-address", "gopher://host:1"], "is not the address of a Dask cluster"),
    ],
)
def test_bad_input_is_one_clear_message(croupier: Call, arguments: list[str], words: str) -> None:
    status, out, err = croupier("simulate", SPEC, *arguments)
    assert (status, out) == (2, "")
    assert words in err


def test_meters_are_valued(croupier: Call) -> None:
    """The exact value at a meter is that of ``edge`` with as many others, and envy is in it."""
    spec = "keep-it-straight(straight_flush_progressive=PT-BJS-HCF-SF-E02)"
    status, out, _ = croupier("simulate", spec, "--rounds", "2e4", "--seats", "3", "--meter", "25000", "--json")
    assert status == 0
    record = json.loads(out)
    wager = record["wagers"][1]
    assert record["meters"] == {"straight_flush_progressive": {"1": "25000.00"}}
    edge = ["--wager", "straight_flush_progressive", "--meter", "25000", "--others", "2", "--json"]
    known = json.loads(croupier("edge", spec, *edge)[1])["expectation"]["decimal"]
    assert wager["exact"][:14] == known[:14]
    top = wager["outcomes"][-1]
    assert (top["net"], top["meter"]) == ("24999", {"level": 1, "share": "1"})
    assert Decimal(top["envy"]) > 0
    _, text, _ = croupier("simulate", spec, "--rounds", "1e4", "--seats", "3", "--meter", "25000")
    assert "valued at a meter of $25,000" in text
    assert "envy that the 2 other seats' hands pay" in text
    assert "give what they show with --meter" in croupier("simulate", spec, "--rounds", "1e4")[1]
    for meter, words in (("2=5", "no level 2"), ("prime:5", "which jackpot"), ("-5", "meter"), ("x", "x")):
        status, _, err = croupier("simulate", spec, "--rounds", "1e4", f"--meter={meter}")
        assert status == 2
        assert words in err
    status, _, err = croupier("simulate", spec, "--rounds", "1e4", "--seats", "6", "--meter", "9999999999.99")
    assert (status, "cannot be valued with 6 seats" in err) == (2, True)


def test_ranks_alone_serve_what_they_can(croupier: Call) -> None:
    arguments = ["--rounds", "2e5", "--deal", "ranks", "--strategy", "chart"]
    status, out, _ = croupier("simulate", "keep-it-straight", *arguments, "--json")
    assert status == 0
    assert json.loads(out)["stream"] == "philox4x32-7 ranks"
    for spec, extra, words in (
        ("keep-it-straight", ["--strategy", "optimal"], "more than the class"),
        ("keep-it-straight", ["--seats", "2"], "one seat"),
        ("keep-it-straight(straight_flush=PT-FLT-HCF-SF-01)", [], "straight_flush looks at more"),
        ("high-card-flush", [], "do not tell who wins"),
        ("ricochet-poker", [], "not dealt by ranks alone"),
    ):
        status, _, err = croupier("simulate", spec, *arguments, *extra)
        assert status == 3
        assert words in err


def test_without_numba_the_command_says_so() -> None:
    code = (
        "import sys; sys.modules['numba'] = None; from croupier.cli.main import main; "
        "main(['simulate', 'three-card-prime', '--rounds', '10'])"
    )
    done = python(code)
    assert done.returncode == 3
    assert "simulation needs numba" in done.stderr
    assert "croupier[sim]" in done.stderr
    assert "Traceback" not in done.stderr


RECORDED = [
    ("three-card-prime(mini_royal_progressive=SAMPLE-TCP-MRP-01)", 3),
    ("ricochet-poker(straight_flush_progressive=PT-BJS-HCF-SF-E01)", 4),
    ("blackjack(perfect_pairs=PT-PRG-PP-D01, surrender=late, decks=6)", 2),
    ("perfect-pairs(perfect_pairs=PT-PRG-PP-MLP-01)", 1),
]


@pytest.mark.parametrize(("spec", "seats"), RECORDED)
def test_recorded_rounds_are_a_table_and_replay(croupier: Call, tmp_path: Path, spec: str, seats: int) -> None:
    file = str(tmp_path / "rounds.parquet")
    arguments = ["--rounds", "2000", "--seats", str(seats), "--record", file, "--record-rounds", "40"]
    status, _, err = croupier("simulate", spec, *arguments)
    assert status == 0
    assert "40 rounds written" in err
    table = parquet.read_table(file)
    assert table["round"].to_pylist() == list(range(0, 2000, 50))
    assert table.schema.metadata[b"seats"] == str(seats).encode()
    assert all(len(nets) == seats for nets in table["net_cents"].to_pylist())
    for number in (0, 50, 1950):
        status, out, err = croupier("replay", file, "--round", str(number))
        assert status == 0, err
        assert "the round agrees to the cent" in out
    status, _, err = croupier("replay", file, "--round", "7")
    assert status == 2
    assert "round 7 is not in" in err
    assert "0" in err


def test_what_is_no_sample_is_refused(croupier: Call, tmp_path: Path) -> None:
    file = tmp_path / "rounds.parquet"
    file.write_bytes(b"PAR1 but not really")
    for name, words in (
        (str(file), "is not a sample"),
        ("nowhere.parquet", "no such file"),
        (str(tmp_path), "no such"),
    ):
        status, _, err = croupier("replay", name, "--round", "1")
        assert status == 2
        assert words in err


def _forge(file: Path, change: Any, about: dict[bytes, bytes | None] | None = None) -> None:
    """Change the first row and the metadata of a sample."""
    table = parquet.read_table(str(file))
    rows = table.to_pylist()
    change(rows)
    kept = {**table.schema.metadata, **(about or {})}
    arrow: Any = importlib.import_module("pyarrow")
    forged = arrow.Table.from_pylist(rows, schema=table.schema)
    parquet.write_table(
        forged.replace_schema_metadata({key: text for key, text in kept.items() if text is not None}), str(file)
    )


def _set(**columns: Any) -> Any:
    return lambda rows: rows[0].update(columns)


@pytest.mark.parametrize(
    ("change", "about", "status", "words"),
    [
        (_set(net_cents=[999]), {}, 1, "net_cents[0]: recorded 999"),
        (_set(house_cents=1), {}, 1, "house_cents: recorded 1"),
        (_set(cards="seat 1: As Ks Qs"), {}, 1, "cards: recorded"),
        (_set(decisions="seat 1: dance"), {}, 1, "decisions: recorded"),
        (lambda rows: rows[0].update(transcript=rows[1]["transcript"]), {}, 1, "transcript"),
        (lambda rows: rows[0].update({**rows[1], "round": 0}), {}, 1, "cards: recorded"),
        (_set(), {b"seed": b"8"}, 1, "cards: recorded"),
        (_set(), {b"game_hash": b"0"}, 1, "metadata.game_hash"),
        (_set(), {b"seed": None}, 2, "its metadata lack 'seed'"),
        (_set(), {b"seed": b"x"}, 2, "its metadata cannot be read"),
        (_set(), {b"seats": b"99"}, 2, "99 seats"),
        (_set(transcript="hello"), {}, 2, "its transcript cannot be read"),
        (_set(transcript=None), {}, 2, "round 0 has no transcript"),
        (_set(transcript="{}"), {}, 1, "transcript"),
    ],
)
def test_a_forged_sample_is_found(
    croupier: Call, tmp_path: Path, change: Any, about: dict[bytes, bytes | None], status: int, words: str
) -> None:
    file = tmp_path / "rounds.parquet"
    record_rounds(simulating.prepare("three-card-prime"), 1, sample_of(50, 5), str(file))
    _forge(file, change, about)
    found, out, err = croupier("replay", str(file), "--round", "0")
    assert (found, words in out + err) == (status, True), out + err
    assert "Traceback" not in err


def test_a_sample_is_replayed_by_round(croupier: Call, tmp_path: Path) -> None:
    file = str(tmp_path / "rounds.parquet")
    _, printed, _ = croupier("strategy", "three-card-prime", "--json")
    chart = tmp_path / "chart.json"
    chart.write_text(printed, encoding="utf-8")
    for strategy in ("basic", str(chart)):
        arguments = ["--rounds", "50", "--strategy", strategy, "--record", file, "--record-rounds", "5"]
        assert croupier("simulate", "three-card-prime", *arguments)[0] == 0
        assert croupier("replay", file, "--round", "10")[0] == 0
    status, _, err = croupier("replay", file)
    assert (status, "as in --round 0" in err) == (2, True)


def _chart(croupier: Call, file: Path) -> Any:
    record = json.loads(croupier("strategy", "three-card-prime", "--json")[1])
    file.write_text(json.dumps(record), encoding="utf-8")
    return record


def test_a_strategy_of_another_game_is_refused(croupier: Call, tmp_path: Path) -> None:
    file = tmp_path / "chart.json"
    record = _chart(croupier, file)
    status, out, _ = croupier("simulate", SPEC, "--strategy", str(file), "--rounds", "100")
    assert (status, f"strategy of {file}" in out) == (0, True)
    record["chart"][0]["actions"][-1]["amount"] = "7"
    file.write_text(json.dumps(record), encoding="utf-8")
    status, _, err = croupier("simulate", SPEC, "--strategy", str(file))
    assert (status, f"{file}: strategy: " in err, "amount '7'" in err) == (2, True, True)
    file.write_text(json.dumps({**record, "game": "high-card-flush"}), encoding="utf-8")
    status, _, err = croupier("simulate", SPEC, "--strategy", str(file))
    assert (status, "it is for high-card-flush" in err) == (2, True)


def test_fewer_recorded_rounds_are_said(croupier: Call, tmp_path: Path) -> None:
    arguments = ["--rounds", "20", "--record", str(tmp_path / "r.parquet"), "--record-rounds", "30"]
    status, _, err = croupier("simulate", SPEC, *arguments)
    assert (status, "30 rounds were to be recorded, and the run has 20" in err) == (0, True)


def test_basic_strategy_has_no_kernel(croupier: Call) -> None:
    status, out, err = croupier("simulate", "three-card-prime", "--strategy", "basic", "--rounds", "100")
    assert status == 0
    assert "the basic strategy has no kernel" in out
    assert "the basic strategy has no kernel" in err


def test_json_says_what_a_value_leaves_out(croupier: Call) -> None:
    spec = "keep-it-straight(straight_flush_progressive=PT-BJS-HCF-SF-E02)"
    for meter, excludes in (([], ["jackpot"]), (["--meter", "25000"], [])):
        record = json.loads(croupier("simulate", spec, "--rounds", "100", *meter, "--json")[1])
        assert [wager["excludes"] for wager in record["wagers"]] == [[], excludes]
