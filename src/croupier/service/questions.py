"""Exact questions, each answered by one function that a worker process can run: bytes with a media type. A refusal
travels as plain values, since an exception of the library does not come whole through a pipe. A drawing becomes a tree
of plain lists in the page's own colors, which a page can build without trusting any markup."""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from xml.etree import ElementTree

from croupier import catalogue, errors, records, units
from croupier.drawing import INK, TOP
from croupier.handbook.page.blocks import Picture, all_blocks
from croupier.play.documents import Json
from croupier.play.game import Choose, State
from croupier.questions import design, simulate, simulating
from croupier.questions.asking import QUERY, Asked, Question, ask
from croupier.questions.sheet.question import ParSheet

if TYPE_CHECKING:
    from croupier.handbook.rules.placard import Size

JSON = "application/json"
MEDIA_TYPES = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "pdf": "application/pdf",
}


class WorkerReply(NamedTuple):
    """What a worker hands back."""

    body: bytes = b""
    media_type: str = JSON
    refused: tuple[int, str, str, str | None] | None = None  # Status, code, message and hint.


def answer(kind: str, asked: Mapping[str, object]) -> WorkerReply:
    """Answer a question by its kind; runs in a worker."""
    from croupier.service.problems import status_of

    try:
        return _ANSWERS[kind](**asked)
    except errors.CroupierError as error:
        return WorkerReply(refused=(*status_of(error), error.message, error.hint))


def _asked(question: Question[Any]) -> WorkerReply:
    """Any question whose answer is a record."""
    return WorkerReply(records.encode(ask(question, Asked(QUERY)).record))


def _advice(spec: str, state: State, turn: Choose) -> WorkerReply:
    """What each legal decision at a table is worth."""
    from croupier.questions.advise import advise_turn, table_advice_record

    return WorkerReply(records.encode(table_advice_record(advise_turn(catalogue.load(spec), state, turn))))


def _sheet(question: ParSheet, ending: str) -> WorkerReply:
    sheet = ask(question, Asked(QUERY))
    if ending == "json":
        return WorkerReply(records.encode(sheet.record))
    if ending == "drawings":
        from croupier.handbook.parsheet.layout import layout

        drawn = [
            {"section": section.title, "caption": block.caption, "drawing": drawing(block.svg)}
            for section in layout(sheet)
            for block in all_blocks([section])
            if isinstance(block, Picture)
        ]
        return WorkerReply(records.encode({"schema": 1, "game": sheet.record.game, "drawings": drawn}))
    from croupier.handbook.parsheet.writers import render

    return WorkerReply(render(sheet, ending, "a4"), MEDIA_TYPES[ending])


def _design(question: design.Design, place: int, table_id: str) -> WorkerReply:
    """One of the tables that were found, as a file that loads."""
    return WorkerReply(ask(question, Asked(QUERY)).file(table_id, place).encode(), "application/toml; charset=utf-8")


PREVIEW: Final = 1400  # Dots that a print is wide as a picture on a screen, whatever its paper.


def _print(game: str, what: str, ending: str, size: "Size", side: int, limits: Sequence[str]) -> WorkerReply:
    from croupier.handbook.page.pdf import as_png
    from croupier.handbook.rules import document, felt, placard
    from croupier.questions.edge import with_only_table
    from croupier.questions.sheet.wording import Limits

    named = zip(limits, ("minimum", "maximum", "bonus minimum", "bonus maximum"), strict=True)
    least, most, bonus_least, bonus_most = (units.dollars_of(text, name) for text, name in named)
    posted = Limits(least, most, bonus_least, bonus_most)
    configuration = with_only_table(catalogue.configuration(game))
    is_pdf = ending == "pdf"
    made: bytes | list[str]
    match what:
        case "layout":
            table = catalogue.load(game)
            made = felt.render_felt_pdf(table) if is_pdf else [felt.render_felt(table)]
        case "rules":
            render = document.render_rules_pdf if is_pdf else document.rules_pages
            made = render(configuration, posted)
        case _:
            draw = placard.render_placard_pdf if is_pdf else placard.placard_pages
            made = draw(configuration, posted, size)
    if isinstance(made, bytes):
        return WorkerReply(made, MEDIA_TYPES["pdf"])
    if side > len(made):
        raise errors.BadInput(f"page {side}: it has {len(made)}")
    if ending == "png":
        return WorkerReply(as_png(made[side - 1], wide=PREVIEW), "image/png")
    return WorkerReply(made[side - 1].encode(), "image/svg+xml; charset=utf-8")


MOST_ROUNDS: Final = 20_000_000
MOST_PLAYED: Final = 5_000  # Where no kernel plays the game, and the play driver does, card by card.
MOST_KEPT: Final = 16
_kept: OrderedDict[simulate.Simulate, tuple[simulating.SimulationPlan, Json]] = OrderedDict()
"""By question, rounds apart: its plan, and how far this process is."""


class SimulatedSoFar(simulate.SimulationRecord):
    """What the first rounds of a seed bring, beside what is known exactly."""

    most: int  # Rounds that the house deals of this game.


def simulated(question: simulate.Simulate) -> SimulatedSoFar:
    """What the first rounds of a seed bring, wager by wager."""
    key = records.replace(question, rounds=1, threads=1)
    plan, before = _kept.get(key, (None, None))
    if before is not None and sum(int(after) - int(first) for first, after in before["done"]) > question.rounds:
        before = None
    run = simulate.run_of(records.replace(question, threads=1), Asked(QUERY), before, plan)
    most = MOST_ROUNDS if run.plan.by_kernel else MOST_PLAYED
    if question.rounds > most:
        raise errors.BadInput(
            f"{question.rounds:,} rounds: a page deals at most {most:,} of this game",
            hint="the command simulate deals as many as you like",
        )
    result = run.finish()
    _kept[key] = (run.plan, result.checkpoint())
    _kept.move_to_end(key)
    while len(_kept) > MOST_KEPT:
        _kept.popitem(last=False)
    return records.converted(SimulatedSoFar, records.plain(simulate.simulation_record(result)) | {"most": most})


Tree = list[object]  # The element's name, its attributes, and its children: trees and texts.

TOKENS = {
    "text": "var(--ink)",
    "muted": "var(--ink-3)",
    "line": "var(--line)",
    "accent": "var(--accent)",
    "soft": "var(--plot-soft)",
    "softer": "var(--plot-softer)",
    "loss": "var(--lose)",
    "paper": "var(--surface)",
}
_COLORS = {color: TOKENS[name] for name, color in INK.items()}
SVG = "{http://www.w3.org/2000/svg}"
_LEFT_TO_THE_PAGE = ("width", "height", "font-family")


def drawing(svg: str) -> Tree:
    """One drawing. The title written over it is left out, with its room: the page has a heading for it.

    >>> drawing('<svg xmlns="http://www.w3.org/2000/svg"><title>A</title><g fill="#12705a"/></svg>')
    ['svg', {}, ['title', {}, 'A'], ['g', {'fill': 'var(--accent)'}]]
    """
    root = ElementTree.fromstring(svg)
    title = root.findtext(f"{SVG}title")
    written = root.find(f"{SVG}text")
    if written is not None and written.text == title:
        root.remove(written)
        left, top, width, height = map(float, root.attrib["viewBox"].split())
        root.attrib["viewBox"] = f"{left:g} {top + TOP:g} {width:g} {height - TOP:g}"
    return _tree(root, is_root=True)


def _tree(element: ElementTree.Element, *, is_root: bool = False) -> Tree:
    attributes = {
        name: _COLORS.get(value, value)
        for name, value in element.attrib.items()
        if not (is_root and name in _LEFT_TO_THE_PAGE)
    }
    found: Tree = [element.tag.rpartition("}")[2], attributes]
    if element.text and element.text.strip():
        found.append(element.text)
    for child in element:
        found.append(_tree(child))
        if child.tail and child.tail.strip():
            found.append(child.tail)
    return found


_ANSWERS: dict[str, Callable[..., WorkerReply]] = {
    "question": _asked,
    "advice": _advice,
    "sheet": _sheet,
    "design": _design,
    "print": _print,
    "simulate": lambda question: WorkerReply(records.encode(simulated(question))),
}
