"""Results as plain data: a settlement, a paytable and a par sheet go through JSON, and their rows into a data frame."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import croupier
from croupier.play.roundfile import settle_file
from croupier.play.settlement import settlement_record

ROUND = {
    "schema": 1,
    "game": "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)",
    "seats": {"1": {"wagers": {"ante": "10.00", "pair_bonus": "5.00"}, "cards": "Qs Qh 4d", "actions": ["play"]}},
    "dealer": "Kc 9h 2s",
}


def through_json(data: Any) -> Any:
    return json.loads(json.dumps(data, allow_nan=False))


def test_a_settlement() -> None:
    game, _, settlement = settle_file(ROUND, croupier.load)
    data = settlement.to_dict()
    assert through_json(data) == data
    assert [row["wager"] for row in settlement.to_records()] == ["ante", "play", "pair_bonus"]
    assert data["seats"] == {"1": {"net": "25.00"}}
    assert settlement_record(game, settlement) == {"schema": 1, "game": str(game.configuration), **data}


def test_a_paytable() -> None:
    table = croupier.book().paytable("PT-FLT-TCPR-PB-02")
    data = table.to_dict()
    assert through_json(data) == data
    assert data["id"] == "PT-FLT-TCPR-PB-02"
    assert data["cites"] == ["TCP Appendix B", "TCP Appendix B n.1"]
    assert table.to_records()[-1] == {"event": "pair", "label": "Pair", "pay": "1 to 1", "envy": None, "dynamic": None}


def test_every_paytable() -> None:
    for table in croupier.book().tables.values():
        if isinstance(table, croupier.Paytable):
            assert through_json(table.to_dict()) == table.to_dict()
            assert len(table.to_records()) == len(table.rows)


def test_a_par_sheet() -> None:
    sheet = croupier.par_sheet("three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)", "pair_bonus")
    assert isinstance(sheet, croupier.Sheet)
    data = sheet.to_dict()
    assert through_json(data) == data
    rows = data["wagers"][0]["pays"]
    assert sum(int(row["count"]) for row in rows) == sheet.wagers[0].result.total == 22_100
    assert sum(Fraction(row["return"]["fraction"]) for row in rows) == sheet.wagers[0].expectation
