"""A document for print as source for the typesetter, and the typesetter: Typst, called only where a PDF is asked for,
with its own fonts and the house's. The same source gives the same bytes on every machine: no system font, no clock,
no package from the network."""

import re
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Final, Literal

from croupier.errors import BadInput, MissingPart
from croupier.handbook.page import blocks
from croupier.handbook.page.text import plain

FONT: Final = "Libertinus Serif"
HOUSE_FONT: Final = "Inter"  # What the pages are set in; its regular and bold cuts lie in ``fonts``.
FONTS: Final = [str(Path(__file__).parent / "fonts")]
BREAK: Final = "\u200b"  # In a text of ours: where a line may break and nothing is seen. It never reaches the paper.


def quoted(text: str) -> str:
    """A string as Typst source; whatever it holds is set as it stands.

    >>> quoted('say "to 1"')
    '"say \\\\"to 1\\\\""'
    """
    text = plain(text.replace("\n", " ").replace(BREAK, ""))
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def words(text: str) -> str:
    """Text as content, in code mode. Where a line may break there is a space too thin to see, which nobody copies; the
    typesetter drops one of no width."""
    return " + h(0.001pt) + ".join(f"text({quoted(part)})" for part in text.split(BREAK))


def breakable(configuration: str) -> str:
    """A configuration that may break after a bracket or a sign of equality."""
    return configuration.replace("(", f"({BREAK}").replace("=", f"={BREAK}")


def typeset(source: str, *, strict: bool = False) -> bytes:
    """Typst source as a PDF: PDF/A-2b, to be kept for decades, and PDF/UA-1, to be read aloud. A text that the fonts
    lack letters for, such as a name in another script, makes a plain PDF with boxes in their place; where ``strict``,
    it is refused."""
    typst = _typst()
    try:
        content = typst.compile(
            source.encode(),
            format="pdf",
            font_paths=FONTS,
            ignore_system_fonts=True,
            timestamp=0,
            pdf_standards=["a-2b", "ua-1"],
        )
    except typst.TypstError as problem:
        found = re.search(r"the text `\"(.*?)\"` could not be displayed", str(problem))
        if not found:
            raise
        if strict:
            said = f"'{found[1][:40]}' cannot be set: the fonts at hand lack it"
            raise BadInput(said, hint="write it in Latin letters, or use .html") from None
        content = typst.compile(source.encode(), format="pdf", font_paths=FONTS, ignore_system_fonts=True, timestamp=0)
    assert isinstance(content, bytes)
    return content


def outlined(source: str) -> list[str]:
    """Typst source as SVG, a page each, with every letter as its outline."""
    pages = _typst().compile(source.encode(), format="svg", font_paths=FONTS, ignore_system_fonts=True, timestamp=0)
    return [each.decode() for each in (pages if isinstance(pages, list) else [pages])]


def as_png(svg: str, scale: float = 2, wide: int | None = None) -> bytes:
    """A drawing as a PNG, ``scale`` dots a point or ``wide`` dots in all, with the typesetter's own fonts."""
    width, height = (
        float(svg.split(f'{name}="', 1)[1].split('"', 1)[0].removesuffix("pt")) for name in ("width", "height")
    )
    scale = wide / width if wide else scale
    page = f"#set page(width: {width:g}pt, height: {height:g}pt, margin: 0pt, fill: white)\n"
    source = f'{page}#image(bytes({quoted(svg)}), format: "svg", width: 100%)'
    content = _typst().compile(
        source.encode(), format="png", ppi=72.0 * scale, font_paths=FONTS, ignore_system_fonts=True
    )
    assert isinstance(content, bytes)
    return content


def _typst() -> ModuleType:
    try:
        import typst
    except ModuleNotFoundError:
        raise MissingPart(
            "typst, which sets the PDF, is not installed", hint="pip install typst, or write .html, .json or .csv"
        ) from None
    return typst


_PAGE: Final = 118  # How many letters of a table's type fit a line of the page, figures and gaps counted.
_LONG: Final = 30  # Words of this length may be broken over lines where the page is too narrow.
_LONG_NAME: Final = re.compile(r"\S{20,}")
STYLE: Final = Path(__file__).with_name("page.typ").read_text(encoding="utf-8")


Paper = Literal["a4", "us-letter", "pocket"]


_PAPERS: Final[dict[Paper, str]] = {
    "a4": 'paper: "a4", margin: (x: 18mm, top: 20mm, bottom: 20mm)',
    "us-letter": 'paper: "us-letter", margin: (x: 18mm, top: 20mm, bottom: 20mm)',
    "pocket": "width: 95mm, height: 135mm, margin: (x: 7mm, top: 9mm, bottom: 11mm)",
}


def source(
    documents: Sequence[blocks.Document],
    title: str = "",
    paper: Paper = "a4",
    *,
    font: str = FONT,
    accent: str = "#12705a",
    is_banded: bool = False,
) -> str:
    """One or more documents as Typst source, each beginning on a page of its own; banded, under a head of its color."""
    first = documents[0]
    title = title or (f"{first.title}: {first.kicker.lower()}" if first.kicker else first.title)
    date = first.date
    when = f"datetime(year: {date.year}, month: {date.month}, day: {date.day})" if date else "auto"
    page = (
        f"#set page({_PAPERS[paper]}, "
        f"header: context if counter(page).get().first() > 1 {{ set text(7.5pt, fill: muted); {words(title)} }}, "
        f"footer: context {{ set text(7.5pt, fill: muted); grid(columns: (1fr, auto), {words(first.foot)}, "
        f"counter(page).display((n, all) => [Page #n of #all], both: true)) }})"
    )
    style = STYLE.replace("@FONT", font).replace("@ACCENT", accent)
    if font != FONT:  # whose tabular figures widen the hyphens of words
        style = style.replace(', number-width: "tabular"', "")
    parts = [f"#set document(title: {quoted(title)}, date: {when})", style, page]
    for place, each in enumerate(documents):
        if place:
            parts.append("#pagebreak()")
        parts.append(_document(each, is_banded))
    return "\n".join(parts) + "\n"


def _document(document: blocks.Document, is_banded: bool) -> str:
    ink = "white" if is_banded else "accent"
    kicker = f'#text(fill: {ink}, weight: "bold", {quoted(document.kicker)})\\\n' if document.kicker else ""
    parts = [f'{kicker}#text(20pt, weight: "bold", {quoted(document.title)})']
    if document.facts:
        parts.append(_facts(blocks.Facts(document.facts), "white.darken(15%)" if is_banded else "muted"))
    if is_banded:
        parts = ["#banded[", *parts, "]"]
    if document.has_contents:
        parts.append("#contents")
    return "\n".join([*parts, *(_section(section, 1) for section in document.sections)])


def _facts(facts: blocks.Facts, ink: str = "muted") -> str:
    items = ", ".join(f"text(fill: {ink}, {quoted(label)}), {words(breakable(value))}" for label, value in facts.items)
    return f"#block(above: 1.2em, grid(columns: (auto, 1fr), column-gutter: 1.2em, row-gutter: 0.55em, {items}))"


def _section(section: blocks.Section, level: int) -> str:
    marks = "".join(f" + h(0.5em) + {_mark(mark)}" for mark in section.marks)
    parts = [f"#heading(level: {level}, {words(section.title)}{marks})"] if section.title else []
    parts += section.written(_block, _figures)
    # What leads to a table stays with it.
    is_near = False
    for place in reversed(range(len(parts))):
        if parts[place].startswith("#block(text(") and is_near:
            parts[place] = parts[place].replace("#block(", "#block(sticky: true, ", 1)
        else:
            is_near = parts[place].startswith("#sheet")
    parts += [_section(part, level + 1) for part in section.parts]
    return "\n".join(parts)


def _figures(pictures: list[blocks.Picture]) -> str:
    cells = ", ".join(
        f'block(breakable: false, {{ image(bytes({quoted(picture.svg)}), format: "svg", width: 100%, '
        f"alt: {quoted(picture.caption)}); v(-0.5em); small({quoted(picture.caption)}) }})"
        for picture in pictures
    )
    columns = "(1fr, 1fr)" if len(pictures) > 1 else "(1fr,)"
    width = "100%" if len(pictures) > 1 else "60%"
    return f"#block(width: {width}, above: 1em, below: 1.2em, grid(columns: {columns}, gutter: 6mm, {cells}))"


def _block(block: blocks.Block) -> str:
    match block:
        case blocks.Words(text, "warning"):
            return f"#framed(warn, {words(block.lead + text)})"
        case blocks.Words(text, "note"):
            return f"#block(small({words(block.lead + text)}))"
        case blocks.Words(text):
            return f"#block({words(block.lead + text)})"
        case blocks.Lines(items):
            lines = ", ".join(
                f"{words(text)} + {words(' ')} + small({quoted(f'[{cites}]')})" if cites else words(text)
                for text, cites in items
            )
            return f"#list(spacing: 0.6em, {lines})"
        case blocks.Facts():
            return _facts(block)
        case blocks.Picture():
            return _figures([block])
        case blocks.Grid():
            return _grid(block)
        case blocks.Signatures(roles):
            lines = ", ".join(f"signed({quoted(role)})" for role in roles)
            return f"#block(breakable: false, stack(spacing: 0pt, {lines}))"
        case blocks.Group(within, indent):
            inner = "\n".join(map(_block, within))
            return f"#block(inset: (left: {indent / 4:g}em), spacing: 0.9em)[\n#set block(spacing: 0.5em)\n{inner}\n]"


def _mark(mark: str) -> str:
    return f"mark({quoted(mark)}, {'warn' if mark == 'sample' else 'muted'})"


_TALLEST, _LETTERS = 16, 70
"""Lines of a table that is not broken, and letters of a line in a column that shares the page."""


def _grid(grid: blocks.Grid) -> str:
    pads = grid.pads()
    lines = [*grid.rows, *([grid.foot] if grid.foot else [])]
    cells = [_row(grid, line, pad) for line, pad in zip(lines, pads, strict=True)]
    foot = cells.pop() if grid.foot else []
    body = ",\n".join(
        f"{', '.join(row)}{', table.hline(stroke: 0.3pt + rule)' if place < len(cells) - 1 else ''}"
        for place, row in enumerate(cells)
    )
    align = ", ".join("right + top" if column.is_number else "left + top" for column in grid.columns)
    header = "" if grid.is_facts else f"header: ({''.join(words(column.title) + ', ' for column in grid.columns)}), "
    caption = f"caption: {quoted(grid.caption)}, " if grid.caption else ""
    total = f"foot: ({', '.join(foot)},), " if foot else ""
    # A table that a page can hold stays on one; rows of long words take several lines each.
    tall = sum(1 + max(len(cell.text) for cell in row) // _LETTERS for row in grid.rows)
    whole = "true" if tall <= _TALLEST else "false"
    if grid.is_facts:
        flat = ", ".join(each for row in cells for each in row)
        told = f"#block(above: 0.4em, small({quoted(grid.caption)}))" if grid.caption else ""
        return f"#facts(columns: ({_columns(grid)},), align: ({align},), whole: {whole}, {flat})\n{told}"
    return f"#sheet(columns: ({_columns(grid)},), align: ({align},), whole: {whole}, {caption}{header}{total}\n{body})"


def _columns(grid: blocks.Grid) -> str:
    """Each as wide as it needs; where the page is too narrow, long words share what is left, by their length."""
    if any(column.width for column in grid.columns):
        return ", ".join(column.width or "auto" for column in grid.columns)
    lines = [*grid.rows, *([grid.foot] if grid.foot else [])]
    longest = [max((len(line[place].text) for line in lines), default=0) for place in range(len(grid.columns))]
    if sum(longest) + 3 * len(longest) <= _PAGE:
        return ", ".join("auto" for _ in longest)
    return ", ".join(
        f"{min(length, 2 * _LONG)}fr" if length > _LONG and not column.is_number else "auto"
        for length, column in zip(longest, grid.columns, strict=True)
    )


def _broken(name: re.Match[str]) -> str:
    """A name of a file or a test, or a fraction, may end a line after each of its parts."""
    return re.sub(r"(?<=\w)([/_]|::)(?=\w)", rf"\1{BREAK}", name[0])


def _row(grid: blocks.Grid, line: tuple[blocks.Cell, ...], pads: list[str]) -> list[str]:
    found = []
    for column, cell, pad in zip(grid.columns, line, pads, strict=True):
        hidden = f" + hide({words(pad)})" if pad else ""
        mark = f" + {words(' ')} + {_mark(cell.mark)}" if cell.mark else ""
        found.append(f"{words(_LONG_NAME.sub(_broken, blocks.shown(cell, column)))}{hidden}{mark}")
    return found
