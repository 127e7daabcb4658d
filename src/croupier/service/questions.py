"""Exact questions, each answered by one function that a worker process can run: the same bodies as ``--json``.

An answer is bytes with a media type. A refusal travels as plain values, since an exception of the library does not
come whole through a pipe.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier import catalogue
from croupier.errors import BadInput, CroupierError, SpecError
from croupier.play.game import Choose, State
from croupier.rulebook.configuration import Configuration, configure
from croupier.rulebook.spec import Spec, parse_spec
from croupier.service.designing import Sought, design_file, design_record

if TYPE_CHECKING:
    from croupier.solving.conditions import Given
    from croupier.solving.figures import Conditions

JSON = "application/json"
MOST_OTHERS = 20


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


def named(game: str, wager: str | None = None, paytable: str | None = None) -> Configuration:
    """The game as it was named, with another table for one wager where one is named."""
    from croupier.solving.solutions import check_wager

    if wager is None or paytable is None:
        return catalogue.configuration(game)
    spec = parse_spec(game)
    rules = catalogue.book().game(spec.name)
    known = next((each for each in rules.wagers if each.id == wager), None)
    if known is None or known.kind not in ("bonus", "jackpot"):
        if known and not known.tables:
            raise BadInput(f"{wager} takes no paytable", hint="leave paytable out")
        check_wager(catalogue.configuration(game), wager)
    settings = {key: value for key, value in spec.settings if key != "tables"} | {wager: paytable}
    with contextlib.suppress(SpecError):
        return configure(catalogue.book(), Spec(spec.name, tuple(sorted(settings.items()))))
    return catalogue.configuration(game).with_table(wager, paytable)


def conditions(configuration: Configuration, given: Given) -> dict[str, Conditions]:
    """What is known of each jackpot, by wager; with a single jackpot its wager may be left out."""
    if not 0 <= given.others <= MOST_OTHERS:
        raise BadInput(f"others {given.others}: expected 0 to {MOST_OTHERS}")
    from croupier.solving.conditions import QUERY, by_jackpot

    return by_jackpot(configuration, given, QUERY)[0]


def _json(record: object) -> Reply:
    return Reply(json.dumps(record, ensure_ascii=False).encode("utf-8", "backslashreplace"))


def _edge(game: str, wager: str | None, paytable: str | None, jackpots: Given) -> Reply:
    from croupier.solving.base_games import base_wager
    from croupier.solving.figures import NO_CONDITIONS, edge_record
    from croupier.solving.solutions import check_wager, solve, wagers_of

    configuration = named(game, wager, paytable)
    if wager is None:
        offered = wagers_of(configuration) or [each.id for each in configuration.rules.wagers if each.tables]
        wager = base_wager(configuration) or offered[0]
    check_wager(configuration, wager)
    known = conditions(configuration, jackpots)
    return _json(edge_record(solve(configuration, wager)[wager], known.get(wager, NO_CONDITIONS)))


def _strategy(game: str) -> Reply:
    from croupier.solving.base_games import base_wager
    from croupier.solving.base_solutions import CHART, base_result, valuer_of
    from croupier.solving.figures import edge_record
    from croupier.solving.plays import strategy_record

    configuration = catalogue.configuration(game)
    if base_wager(configuration) is None:
        raise BadInput(f"{configuration.name} is a side wager: there is nothing to decide")
    result = base_result(configuration, CHART if valuer_of(configuration) else None)
    if result.moments is not None:
        return _json(edge_record(result))
    if not (result.chart or result.plays):
        raise BadInput(
            f"{configuration.name} has no chart: a decision depends on every card on the table",
            hint="advise with a round says what each decision is worth",
        )
    return _json(strategy_record(result))


def _advise(game: str | None, cards: str | None, up: str | None, round: dict[str, Any] | None) -> Reply:
    from croupier.service.advising import advise_record

    return _json(advise_record(game, cards, up, round))


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


def _sheet(
    game: str, wager: str | None, jackpots: Given, ending: str, pace: tuple[int, int | None, int], luck: bool = True
) -> Reply:
    from croupier.exact.long_run.volatility import Pace
    from croupier.handbook.parsheet.sheet import Asked, build_sheet

    configuration = catalogue.configuration(game)
    rounds, seats, cents = pace
    chosen = Pace(rounds, seats or min(5, configuration.edition.seats[1]), cents)
    known = conditions(configuration, jackpots)
    sheet = build_sheet(configuration, wager, Asked(chosen, known, with_luck=luck))
    match ending:
        case "json":
            from croupier.handbook.parsheet.json_record import sheet_record

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
