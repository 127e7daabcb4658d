"""Every question asked three ways, by command, API and library: one answer, or one refusal."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from croupier import catalogue
from croupier.cli.main import run
from croupier.errors import CroupierError
from croupier.play.round import Round
from croupier.questions.advantage import Advantage, AdvantageOfEverySight
from croupier.questions.advise import Advise
from croupier.questions.asking import Question, ask
from croupier.questions.cut_card import CutCard
from croupier.questions.design import Design
from croupier.questions.edge import Edge, EdgeAtOnePot, EdgeOfEveryTable
from croupier.questions.mix import EdgeOfMix
from croupier.questions.rounds import Replay, Settle
from croupier.questions.sheet.question import ParSheet
from croupier.questions.simulate import Simulate
from croupier.questions.strategy import Strategy
from croupier.records import plain

PRIME = "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)"
PAIRS = "perfect-pairs(decks=2, perfect_pairs=PT-PRG-PP-14)"
LEVELS = "perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-MLP-01)"
EDGES: list[dict[str, Any]] = [
    {"game": PRIME},
    {"game": PRIME, "wager": "pair_bonus"},
    {"game": "three-card-prime", "wager": "pair_bonus", "paytable": "PT-FLT-TCPR-PB-06"},
    {"game": PAIRS},
    {"game": PAIRS, "meter": ("25000",), "others": 3},
    {"game": PAIRS, "meter": ("perfect_pairs:25000",)},
    {"game": PAIRS, "jackpot_seed": ("2000",), "rate": ("0.2",)},
    {"game": LEVELS, "meter": ("1=20000", "2=2500", "3=500")},
    {"game": "blackjack"},
    {"game": "blackjack", "play": "chart"},
]
NO_EDGES: list[dict[str, Any]] = [
    {"game": "nonesuch"},
    {"game": "three-card-prime(edition=nowhere)"},
    {"game": PRIME, "wager": "nope"},
    {"game": PRIME, "wager": "play"},
    {"game": PRIME, "wager": "ante", "paytable": "PT-FLT-TCPR-PB-06"},
    {"game": "three-card-prime", "wager": "pair_bonus"},
    {"game": "three-card-prime", "wager": "pair_bonus", "paytable": "PT-NONE"},
    {"game": PRIME, "meter": ("100",)},
    {"game": PRIME, "others": 2},
    {"game": PRIME, "wager": "pair_bonus", "meter": ("100",)},
    {"game": PRIME, "play": "chart"},
    {"game": PRIME, "wager": "pair_bonus", "play": "chart"},
    {"game": "blackjack", "meter": ("100",)},
    {"game": "blackjack", "others": 1},
    {"game": "blackjack", "play": "by heart"},
    {"game": PAIRS, "others": -1},
    {"game": PAIRS, "others": 21},
    {"game": PAIRS, "meter": ("2=100",)},
    {"game": PAIRS, "meter": ("a lot",)},
    {"game": PAIRS, "meter": ("other_wager:100",)},
    {"game": PAIRS, "meter": ("100", "200")},
    {"game": PAIRS, "rate": ("0.2",)},
    {"game": LEVELS, "meter": ("100",)},
    {"game": LEVELS, "meter": ("1=100",)},
]
"""What each of the three must refuse."""
ADVICE: list[dict[str, Any]] = [
    {"game": "three-card-prime", "cards": "Qs 6h 4d"},
    {"game": "blackjack", "cards": "Th 6d", "up": "9c"},
]
NO_ADVICE: list[dict[str, Any]] = [
    {"game": "three-card-prime"},
    {"cards": "Qs 6h 4d"},
    {"game": "three-card-prime", "cards": "Qs 6h"},
    {"game": "three-card-prime", "cards": "Qs Qs 4d"},
    {"game": "three-card-prime", "cards": "Qs 6h 4d", "up": "9c 8c"},
    {"game": PAIRS, "cards": "Qs 6h 4d"},
]


SHEETS: list[dict[str, Any]] = [
    {"game": PRIME, "wager": "pair_bonus", "seats": 3, "average_wager": "25.00"},
    {"game": PAIRS, "meter": ("25000",), "others": 2},
]
NO_SHEETS: list[dict[str, Any]] = [
    {"game": "nonesuch"},
    {"game": PRIME, "wager": "nope"},
    {"game": PRIME, "seats": 40},
    {"game": PRIME, "seats": 0},
    {"game": PRIME, "rounds_per_hour": 0},
    {"game": PRIME, "average_wager": "0"},
    {"game": PRIME, "average_wager": "a lot"},
    {"game": PRIME, "meter": ("100",)},
    {"game": PRIME, "others": 2},
    {"game": "perfect-pairs", "wager": "perfect_pairs"},
    {"game": PAIRS, "meter": ("2=100",)},
    {"game": PAIRS, "meter": ("nope:100",)},
    {"game": PAIRS, "rate": ("0.2",)},
    {"game": PAIRS, "jackpot_seed": ("a lot",)},
]


def printed(capsys: pytest.CaptureFixture[str], command: str, asked: dict[str, Any]) -> tuple[bool, Any]:
    """The command's record; or its refusal, options written as fields are."""
    rest = {name: value for name, value in asked.items() if name != "game"}
    arguments = [command, *([asked["game"]] if "game" in asked else [])]
    for name, value in rest.items():
        for each in value if isinstance(value, tuple) else (value,):
            arguments += [f"--{name.replace('_', '-')}", str(each)]
    status = run([*arguments, *(["-o", "-"] if command == "parsheet" else ["--json"])])
    told = capsys.readouterr()
    if status == 0:
        return True, json.loads(told.out)
    refused = told.err.partition("croupier: ")[2]  # a note on sample tables may come before it
    message = refused.rpartition("\nhint: ")[0] or refused
    return False, re.sub(r"--([a-z-]+)", lambda found: found[1].replace("-", "_"), message.strip())


def in_library(question: Question[Any]) -> tuple[bool, Any]:
    try:
        answer = ask(question)
        return True, plain(answer.record)
    except CroupierError as refused:
        return False, refused.message


def over_http(answer: httpx.Response) -> tuple[bool, Any]:
    if answer.status_code == 200:
        return True, answer.json()
    assert answer.status_code in (404, 422, 501), answer.text
    return False, answer.json()["detail"]


def query(asked: dict[str, Any]) -> httpx.QueryParams:
    pairs = []
    for name, value in asked.items():
        pairs += [(name, str(each)) for each in (value if isinstance(value, tuple) else (value,))]
    return httpx.QueryParams(tuple(pairs))


@pytest.mark.parametrize("asked", EDGES + NO_EDGES, ids=str)
def test_an_edge(house: httpx.Client, capsys: pytest.CaptureFixture[str], asked: dict[str, Any]) -> None:
    library = in_library(Edge(**asked))
    assert library[0] == (asked in EDGES), library[1]
    assert library == printed(capsys, "edge", asked)
    assert library == over_http(house.get("/api/v1/edge", params=query(asked)))


@pytest.mark.parametrize("game", [PRIME, "blackjack", PAIRS, "nonesuch"])
def test_a_strategy(house: httpx.Client, capsys: pytest.CaptureFixture[str], game: str) -> None:
    library = in_library(Strategy(game=game))
    assert library[0] == (game in (PRIME, "blackjack")), library[1]
    assert library == printed(capsys, "strategy", {"game": game})
    assert library == over_http(house.get("/api/v1/strategy", params={"game": game}))


@pytest.mark.parametrize("asked", ADVICE + NO_ADVICE, ids=str)
def test_advice(house: httpx.Client, capsys: pytest.CaptureFixture[str], asked: dict[str, Any]) -> None:
    library = in_library(Advise(**asked))
    assert library[0] == (asked in ADVICE), library[1]
    assert library == printed(capsys, "advise", asked)
    assert library == over_http(house.post("/api/v1/advise", json=asked))


@pytest.mark.parametrize("asked", SHEETS + NO_SHEETS, ids=str)
def test_a_sheet(house: httpx.Client, capsys: pytest.CaptureFixture[str], asked: dict[str, Any]) -> None:
    library = in_library(ParSheet(**asked))
    assert library[0] == (asked in SHEETS), library[1]
    answers = [library, printed(capsys, "parsheet", asked), over_http(house.get("/api/v1/sheet", params=query(asked)))]
    for good, record in answers:
        if good:
            del record["document"]["date"]  # the command's is today's
    assert answers[1:] == [answers[0]] * 2


MIXES: list[dict[str, Any]] = [
    {"game": PRIME, "mix": "ante=10,pair_bonus=5"},
    {"game": "blackjack", "mix": "bet=10"},
    {"game": PRIME, "mix": "ante=10,nope=5"},
    {"game": PRIME, "mix": "pair_bonus=5"},
    {"game": PRIME, "mix": "ante=10", "seats": 40},
    {"game": PRIME, "mix": "ante=10", "meter": ("100",)},
]
POTS: list[dict[str, Any]] = [
    {"game": "ricochet-poker", "seats": 4},
    {"game": "ricochet-poker", "seats": 1},
    {"game": "ricochet-poker", "seats": 40},
    {"game": "three-card-prime", "seats": 3},
    {"game": "ricochet-poker", "seats": 2, "deals": -1},
]
AUDITS: list[dict[str, Any]] = [
    {"game": "three-card-prime", "sees": ("dealer:1",)},
    {"game": "three-card-prime", "sees": ("dealer:high:1",)},
    {"game": "blackjack"},
    {"game": PAIRS, "meter": ("25000",), "samples": 20},
    {"game": "three-card-prime", "sees": ("dealer:9",)},
    {"game": "three-card-prime", "sees": ("the shoe",)},
    {"game": "three-card-prime", "sees": ("dealer:1", "dealer:2")},
    {"game": "three-card-prime", "sees": ("seats",), "seats": 40},
    {"game": "three-card-prime", "seats": 3},
    {"game": "three-card-prime", "samples": 3},
    {"game": "three-card-prime", "meter": ("100",)},
    {"game": "three-card-prime", "penetration": "0.5"},
    {"game": PRIME, "wager": "pair_bonus"},
    {"game": PAIRS, "sees": ("dealer:1",)},
    {"game": PAIRS, "meter": ("25000",), "penetration": "2"},
    {"game": PAIRS},
    {"game": "blackjack", "sees": ("dealer:1",)},
]
CUTS: list[dict[str, Any]] = [
    {"game": "blackjack(shuffler=shoe)", "shoes": 50, "seed": 3},
    {"game": "blackjack(shuffler=shoe)", "shoes": 1},
    {"game": "blackjack(shuffler=shoe)", "shoes": 10, "seats": 40},
    {"game": "three-card-prime"},
]
DESIGNS: list[dict[str, Any]] = [
    {"game": PRIME, "wager": "pair_bonus", "target_edge": "5.5"},
    {"game": PRIME, "wager": "pair_bonus", "target_edge": "5.5", "order": "edge", "row": ("flush=3-6",), "most": 3},
    {"game": "three-card-prime", "wager": "mini_royal_progressive", "target_edge": "61"},
    {"game": PRIME, "wager": "ante", "target_edge": "5"},
    {"game": PRIME, "wager": "pair_bonus", "target_edge": "x"},
    {"game": PRIME, "wager": "pair_bonus", "target_edge": "500"},
    {"game": PRIME, "wager": "pair_bonus", "target_edge": "5", "tolerance": "-1"},
    {"game": PRIME, "wager": "pair_bonus", "target_edge": "5", "row": ("zebra=1-2",)},
    {"game": PRIME, "wager": "pair_bonus", "target_edge": "5", "row": ("flush=9-2",)},
    {"game": PRIME, "wager": "pair_bonus", "target_edge": "5", "row": ("flush=3", "flush=4")},
    {"game": PRIME, "wager": "pair_bonus", "target_edge": "5", "max_top_pay": 0},
    {"game": PRIME, "wager": "pair_bonus", "target_edge": "5", "most": 51},
    {"game": "three-card-prime", "wager": "mini_royal_progressive", "target_edge": "5", "row": ("pair=1",)},
    {"game": "three-card-prime", "wager": "mini_royal_progressive", "target_edge": "70"},
]
RUNS: list[dict[str, Any]] = [
    {"game": "three-card-prime", "rounds": 2000, "seed": 7},
    {"game": PAIRS, "rounds": 500, "meter": ("25000",)},
    {"game": "three-card-prime", "rounds": 2000, "strategy": "chart", "seats": 2},
    {"game": "three-card-prime", "rounds": 0},
    {"game": "three-card-prime", "rounds": 10, "seats": 40},
    {"game": "three-card-prime", "rounds": 10, "strategy": "by heart"},
    {"game": "three-card-prime", "rounds": 10, "deal": "dice"},
    {"game": "three-card-prime", "rounds": 10, "meter": ("100",)},
    {"game": "nonesuch", "rounds": 10},
]
GRID: list[tuple[type[Question[Any]], str, str, dict[str, Any]]] = [
    *((EdgeOfMix, "edge", "edge/mix", asked) for asked in MIXES),
    *((EdgeAtOnePot, "edge", "edge/pot", asked) for asked in POTS),
    *((Advantage, "advantage", "advantage", asked) for asked in AUDITS),
    *((CutCard, "cut-card", "cut-card", asked) for asked in CUTS),
    *((Design, "design", "design", asked) for asked in DESIGNS),
    *((Simulate, "simulate", "simulate", asked) for asked in RUNS),
]
MEASURED = ("seconds", "device", "most")
"""Of a simulation: what another machine, or another minute, makes different."""


@pytest.mark.parametrize(("kind", "command", "route", "asked"), GRID, ids=str)
def test_a_question(
    house: httpx.Client,
    capsys: pytest.CaptureFixture[str],
    kind: type[Question[Any]],
    command: str,
    route: str,
    asked: dict[str, Any],
) -> None:
    answers = [
        in_library(kind(**asked)),
        printed(capsys, command, asked),
        over_http(house.get(f"/api/v1/{route}", params=query(asked))),
    ]
    for good, record in answers:
        for name in MEASURED if good else ():
            record.pop(name, None)
    assert answers[1:] == [answers[0]] * 2


def test_every_kind_of_question_is_answered_and_refused() -> None:
    """The grid has good and bad for each; which is which is not told beforehand but by the library."""
    for kind in {kind for kind, *_ in GRID}:
        assert {in_library(kind(**asked))[0] for other, _, _, asked in GRID if other is kind} == {True, False}


@pytest.mark.parametrize("wager", ["pair_bonus", "ante", "nope"])
def test_every_table(house: httpx.Client, capsys: pytest.CaptureFixture[str], wager: str) -> None:
    library = in_library(EdgeOfEveryTable(game="three-card-prime", wager=wager))
    assert library[0] == (wager == "pair_bonus")
    asked = {"game": "three-card-prime", "wager": wager}
    assert library == over_http(house.get("/api/v1/edge/tables", params=query(asked)))
    status = run(["edge", "three-card-prime", "--wager", wager, "--all", "--json"])
    told = capsys.readouterr()
    assert library[1] == json.loads(told.out) if status == 0 else library[1] in told.err


@pytest.mark.parametrize("game", ["three-card-prime", "blackjack"])
def test_every_sight(house: httpx.Client, capsys: pytest.CaptureFixture[str], game: str) -> None:
    library = in_library(AdvantageOfEverySight(game=game))
    assert library[0] == (game == "three-card-prime")
    assert library == over_http(house.get("/api/v1/advantage/sights", params={"game": game}))
    status = run(["advantage", game, "--all", "--json"])
    told = capsys.readouterr()
    assert library[1] == json.loads(told.out) if status == 0 else library[1] in told.err


SEAT = {"cards": "Kc 8d 3h", "wagers": {"ante": "10.00"}, "actions": ["play"]}
ROUND = {"schema": 1, "game": "three-card-prime", "seats": {"1": SEAT}, "dealer": "Qd 7h 4s"}


@pytest.mark.parametrize(
    "round_file",
    [ROUND, ROUND | {"dealer": "Qd 7h"}, ROUND | {"game": "nonesuch"}, ROUND | {"seats": {}}, {"schema": 1}],
    ids=["good", "a card short", "no game", "no seats", "nothing"],
)
def test_a_settlement(
    house: httpx.Client, capsys: pytest.CaptureFixture[str], tmp_path: Path, round_file: dict[str, Any]
) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(round_file), encoding="utf-8")
    library = in_library(Settle(round=round_file))
    assert library == over_http(house.post("/api/v1/settle", json=round_file))
    status = run(["settle", str(file), "--json"])
    told = capsys.readouterr()
    assert library[1] == json.loads(told.out) if status == 0 else library[1] in told.err


def test_a_replay(house: httpx.Client, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    played = Round.start(catalogue.load("three-card-prime"), {1: {"ante": "10.00"}}, seed=3)
    while played.seat_to_act is not None:
        played.act(played.legal_actions[-1].name)
    transcript = json.loads(json.dumps(played.transcript(played.settle())))
    for changed in (transcript, transcript | {"dealer": "Qd 7h 5s"}):
        file = tmp_path / "round.json"
        file.write_text(json.dumps(changed), encoding="utf-8")
        library = in_library(Replay(transcript=changed))
        assert library[0]
        assert library == over_http(house.post("/api/v1/replay", json=changed))
        run(["replay", str(file), "--json"])
        assert library[1] == json.loads(capsys.readouterr().out)
