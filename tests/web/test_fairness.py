"""The page's own check of a deal: what it showed is what was opened, and that is what was bound before the bets."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.service.players import Player
from tests.service.running import House

Record = dict[str, Any]
WEB = Path(__file__).resolve().parents[2] / "web"
ASK = """
import { build } from "esbuild";
import { readFileSync } from "node:fs";
const { outputFiles } = await build({
  entryPoints: ["src/fairness.ts"], bundle: true, format: "esm", write: false, platform: "node",
});
const page = await import("data:text/javascript;base64," + Buffer.from(outputFiles[0].contents).toString("base64"));
const { commitment, published, seen } = JSON.parse(readFileSync(0, "utf-8"));
console.log(JSON.stringify(page.prove(commitment, published, seen)));
"""


def proof(told: Record) -> Record:
    """What the page says of a round."""
    node = next((each for each in (Path(sys.executable).parent / "node",) if each.exists()), "node")
    asked = [str(node), "--input-type=module", "-e", ASK]
    done = subprocess.run(asked, input=json.dumps(told), cwd=WEB, capture_output=True, text=True, check=True)
    found: Record = json.loads(done.stdout)
    return found


def played(house: House, table: str) -> Record:
    """A round as the page has it: what it read before the bets closed, what it showed, and what was opened."""
    player = Player(house.client(), f"Mara {table}")
    free = player.client.get(f"/api/v1/tables/{table}").json()["view"]["seats"]
    seat = next(each["seat"] for each in free if each["open"])
    assert player.do(table, "sit", {"seat": seat}).status_code == 200
    before = player.view(table)
    number = before["round"]
    assert player.wager(table).status_code == 200
    player.play(table, number)
    kept = player.client.get(f"/api/v1/tables/{table}/rounds/{number}").json()
    player.do(table, "leave")
    return {
        "commitment": kept["transcript"]["commitment"],
        "published": before["commitment"],
        "seen": kept["seen"],
    }


@pytest.fixture(scope="module")
def rounds(house: House) -> dict[str, Record]:
    return {"pays": played(house, "B3"), "dice": played(house, "K3")}


def other_pay(told: Record) -> None:
    told["seen"]["dynamic"][0]["pays"] = "$9,999"


def other_dice(told: Record) -> None:
    told["seen"]["dice"]["thrown"][0] = 7 - told["seen"]["dice"]["thrown"][0]


def no_chance(told: Record) -> None:
    told["commitment"]["chances"] = []


def chance_of_another_round(told: Record) -> None:
    told["published"]["rounds"] += 1


def cards_of_an_earlier_round(told: Record) -> None:
    told["published"]["dealt"] += 5


def another_card(told: Record) -> None:
    cards = told["seen"]["felt"]["dealer"][0]["cards"]
    opened = {each["card"] for each in told["commitment"]["openings"]}
    cards[0] = next(f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cdhs" if f"{rank}{suit}" not in opened)


def another_root(told: Record) -> None:
    told["published"]["root"] = "00" * 32


@pytest.mark.parametrize(
    ("name", "change", "why"),
    [
        ("pays", other_pay, "not those that were opened"),
        ("pays", no_chance, "not those that were opened"),
        ("pays", chance_of_another_round, "those of another round"),
        ("pays", cards_of_an_earlier_round, "a place that an earlier round had taken"),
        ("pays", another_root, "not the one that was published"),
        ("pays", another_card, "was on the table and was not opened"),
        ("dice", other_dice, "not those that were opened"),
        ("dice", no_chance, "not those that were opened"),
    ],
)
def test_the_page_finds_what_was_changed_after_the_bets(
    rounds: dict[str, Record], name: str, change: Callable[[Record], None], why: str
) -> None:
    told = copy.deepcopy(rounds[name])
    honest = proof(told)
    assert honest["proved"], honest
    change(told)
    found = proof(told)
    assert not found["proved"]
    assert why in found["why"]
