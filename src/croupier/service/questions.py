"""Exact questions, each answered by one function that a worker process can run: the same bodies as ``--json``.

An answer is bytes with a media type. A refusal travels as plain values, since an exception of the library does not
come whole through a pipe.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from croupier import catalogue
from croupier.errors import CroupierError
from croupier.play.game import Choose, State
from croupier.questions.advise import Advise
from croupier.questions.asking import QUERY, Asked, ask
from croupier.questions.edge import Edge
from croupier.questions.sheet.question import ParSheet
from croupier.questions.strategy import Strategy
from croupier.records import encode
from croupier.service.designing import Sought, design_file, design_record

JSON = "application/json"


class Reply(NamedTuple):
    """What a worker hands back."""

    body: bytes = b""
    media_type: str = JSON
    refused: tuple[int, str, str, str | None] | None = None
    """Status, code, message and hint."""


def answer(kind: str, asked: Mapping[str, Any]) -> Reply:
    """Answer a question by its kind; runs in a worker."""
    from croupier.service.problems import status_of

    try:
        return _ANSWERS[kind](**asked)
    except CroupierError as error:
        return Reply(refused=(*status_of(error), error.message, error.hint))


def _json(record: object) -> Reply:
    return Reply(json.dumps(record, ensure_ascii=False).encode("utf-8", "backslashreplace"))


def _edge(question: Edge) -> Reply:
    return Reply(encode(ask(question, Asked(QUERY)).record))


def _strategy(question: Strategy) -> Reply:
    return Reply(encode(ask(question, Asked(QUERY)).record))


def _advise(question: Advise) -> Reply:
    return _json(ask(question, Asked(QUERY)).record)


def _advice(spec: str, state: State, turn: Choose) -> Reply:
    """What each legal decision at a table is worth; the best first."""
    from croupier.solving.advice import advise_turn
    from croupier.units.chance import exact_record

    found = advise_turn(catalogue.load(spec), state, turn)
    worths = found.asked.steps or found.asked.worths
    solved = [each.value for each in worths if each.value is not None]
    best = found.asked.best
    return _json(
        {
            "schema": 1,
            "hand": found.hand,
            "on": found.on,
            "method": found.facts.get("method", "exact"),
            "standard_error": found.facts.get("standard_error"),
            "values": [
                {
                    "action": each.action,
                    "value": None if each.value is None else exact_record(each.value),
                    "cost": None if each.value is None else exact_record(each.value - max(solved)),
                    "best": best is not None and each.action == best.action,
                }
                for each in worths
            ],
            "counts": found.facts.get("counts"),
            "notes": list(found.notes),
        }
    )


def _sheet(question: ParSheet, ending: str) -> Reply:
    sheet = ask(question, Asked(QUERY))
    match ending:
        case "json":
            from croupier.questions.sheet.json_record import sheet_record

            return _json(sheet_record(sheet))
        case "drawings":
            from croupier.handbook.parsheet.layout import layout
            from croupier.service.drawings import drawing, pictures

            found = [
                {"section": title, "caption": picture.caption, "drawing": drawing(picture.svg)}
                for title, picture in pictures(layout(sheet))
            ]
            return _json({"schema": 1, "game": sheet.name, "drawings": found})
        case "xlsx":
            from croupier.handbook.page.workbook import XLSX
            from croupier.handbook.parsheet.workbook import render_workbook

            return Reply(render_workbook(sheet), XLSX)
        case "csv":
            from croupier.handbook.parsheet.csv_file import render_csv

            return Reply(render_csv(sheet).encode(), "text/csv; charset=utf-8")
        case "html":
            from croupier.handbook.parsheet.html import render_html

            return Reply(render_html(sheet).encode(), "text/html; charset=utf-8")
        case _:
            from croupier.handbook.parsheet.pdf import render_pdf

            return Reply(render_pdf(sheet, "a4"), "application/pdf")


def _design(game: str, wager: str, like: str | None, sought: Sought, write: tuple[int, str] | None) -> Reply:
    if write is None:
        return _json(design_record(game, wager, like, sought))
    return Reply(design_file(game, wager, like, sought, *write).encode(), "application/toml; charset=utf-8")


def _placard(game: str, ending: str) -> Reply:
    from croupier.handbook.rules.placard import Limits, render_placard, render_placard_pdf

    configuration = catalogue.configuration(game)
    limits = Limits(500, 50_000, 100, 10_000)
    if ending == "svg":
        return Reply(render_placard(configuration, limits).encode(), "image/svg+xml; charset=utf-8")
    return Reply(render_placard_pdf(configuration, limits), "application/pdf")


_ANSWERS: dict[str, Callable[..., Reply]] = {
    "edge": _edge,
    "strategy": _strategy,
    "advise": _advise,
    "advice": _advice,
    "sheet": _sheet,
    "design": _design,
    "placard": _placard,
}
