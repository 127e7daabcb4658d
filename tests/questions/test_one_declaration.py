"""A question is declared once: its fields are options, parameters of the route and keywords of the library."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import pytest

import croupier
from croupier.cli.main import cli
from croupier.questions.advantage import Advantage, AdvantageOfEverySight
from croupier.questions.asking import COMMAND, Asked, Question, fields_of, made
from croupier.questions.cut_card import CutCard
from croupier.questions.design import Design
from croupier.questions.edge import Edge, EdgeAtOnePot, EdgeOfEveryTable
from croupier.questions.mix import EdgeOfMix
from croupier.questions.sheet.question import ParSheet
from croupier.questions.simulate import Simulate
from croupier.questions.strategy import Strategy

API = Path(__file__).parents[2] / "docs" / "reference" / "openapi.json"
DECLARED: list[tuple[type[Question[Any]], str, str, set[str]]] = [
    (Edge, "edge", "/edge", set()),
    (EdgeOfMix, "edge", "/edge/mix", set()),
    (EdgeAtOnePot, "edge", "/edge/pot", set()),
    (EdgeOfEveryTable, "edge", "/edge/tables", set()),
    (Strategy, "strategy", "/strategy", set()),
    (Advantage, "advantage", "/advantage", set()),
    (AdvantageOfEverySight, "advantage", "/advantage/sights", set()),
    (CutCard, "cut-card", "/cut-card", {"threads"}),
    (Design, "design", "/design", set()),
    (ParSheet, "parsheet", "/sheet", set()),
    (Simulate, "simulate", "/simulate", {"backend", "threads", "dask_address"}),
]
"""Question, command, route, and what only the command may choose: how this machine does the work."""


@pytest.mark.parametrize(
    ("kind", "command", "route", "own"), DECLARED, ids=lambda value: getattr(value, "__name__", "")
)
def test_fields_are_options_and_parameters(kind: type[Question[Any]], command: str, route: str, own: set[str]) -> None:
    fields = set(fields_of(kind))
    found = cli.get_command(click.Context(cli), command)
    assert found is not None
    # A page asks for a sheet without its luck; the command always works it out.
    assert fields - {"luck"} <= {parameter.name for parameter in found.params}
    described = json.loads(API.read_text(encoding="utf-8"))["paths"][f"/api/v1{route}"]["get"]["parameters"]
    assert fields - own == {each["name"] for each in described} - {"format", "download", "place", "id"}
    assert not own & {each["name"] for each in described}
    assert all(each.get("description") or each["name"] in ("format", "download", "place", "id") for each in described)
    assert all(field.words for field in fields_of(kind).values()), "every field says what it is"


def test_a_field_of_another_question_is_refused_by_name() -> None:
    with pytest.raises(croupier.BadInput, match="--meter does not go with --all"):
        made(EdgeOfEveryTable, {"game": "three-card-prime", "meter": ("5",)}, Asked(COMMAND), "--all")
