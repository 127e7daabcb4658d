"""A document as one HTML file: no script, no font and no picture from anywhere else."""

import re
from html import escape
from pathlib import Path
from typing import Final

from croupier.drawing import INK
from croupier.handbook.page import blocks

STYLE: Final = Path(__file__).with_name("page.css").read_text(encoding="utf-8")


def render(document: blocks.Document) -> str:
    title = f"{document.title}: {document.kicker.lower()}" if document.kicker else document.title
    kicker = f'<p class="kicker">{escape(document.kicker)}</p>' if document.kicker else ""
    facts = _facts(blocks.Facts(document.facts)) if document.facts else ""
    body = "\n".join(render_section(each, 2, f"s{place}") for place, each in enumerate(document.sections, 1))
    contents = _contents(document) if document.has_contents else ""
    foot = f"<footer>{escape(document.foot)}</footer>\n" if document.foot else ""
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f'<meta name="color-scheme" content="light dark"/>\n<title>{escape(title)}</title>\n'
        f"<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<header>{kicker}<h1>{escape(document.title)}</h1>{facts}</header>\n{contents}{body}\n"
        f"{foot}</main>\n</body>\n</html>\n"
    )


def _contents(document: blocks.Document) -> str:
    items = "".join(
        f'<li><a href="#s{place}">{escape(each.title)}</a></li>' for place, each in enumerate(document.sections, 1)
    )
    return f'<nav aria-label="Contents"><ol>{items}</ol></nav>\n'


def render_section(section: blocks.Section, level: int = 2, anchor: str = "") -> str:
    """A section for a page of one's own, its title at this level."""
    marks = "".join(_mark(mark) for mark in section.marks)
    parts = [f'<section id="{anchor}">' if anchor else "<section>"]
    if section.title:
        parts.append(f"<h{level}>{escape(section.title)}{marks}</h{level}>")
    parts += section.written(_block, lambda pictures: f'<div class="figures">{"".join(map(_figure, pictures))}</div>')
    parts += [render_section(part, level + 1) for part in section.parts]
    return "\n".join(parts) + "\n</section>"


def _block(block: blocks.Block) -> str:
    match block:
        case blocks.Words(text, kind):
            lead = f"{escape(block.lead.strip())} " if block.lead.strip() else ""
            return f'<p class="{kind}">{lead}{escape(text)}</p>'
        case blocks.Lines(items):
            return f"<ul>{''.join(_item(*item) for item in items)}</ul>"
        case blocks.Facts():
            return _facts(block)
        case blocks.Picture():
            return _figure(block)
        case blocks.Grid():
            return _grid(block)
        case blocks.Signatures(roles):
            lines = "".join(f"<tr><td>{escape(role)}</td><td></td><td>Date</td><td></td></tr>" for role in roles)
            return f'<table class="sign"><tbody>{lines}</tbody></table>'
        case blocks.Group(within):
            return f'<div class="group">{"".join(map(_block, within))}</div>'


def _item(text: str, cites: str) -> str:
    return f"<li>{escape(text)} <cite>[{escape(cites)}]</cite></li>" if cites else f"<li>{escape(text)}</li>"


def _facts(facts: blocks.Facts) -> str:
    rows = (f"<dt>{escape(label)}</dt><dd>{escape(value)}</dd>" for label, value in facts.items)
    return f"<dl>{''.join(rows)}</dl>"


def _figure(picture: blocks.Picture) -> str:
    svg = re.sub(r' xmlns="[^"]*"', "", picture.svg, count=1)
    for name, color in INK.items():
        svg = svg.replace(f'"{color}"', f'"var(--{name})"')
    return f"<figure>{svg}<figcaption>{escape(picture.caption)}</figcaption></figure>"


def _mark(mark: str) -> str:
    return f'<span class="mark {mark.replace(" ", "-")}">{escape(mark)}</span>' if mark else ""


def _grid(grid: blocks.Grid) -> str:
    pads = grid.pads()
    lines = [*grid.rows, *([grid.foot] if grid.foot else [])]
    rows = [_row(grid, line, pad) for line, pad in zip(lines, pads, strict=True)]
    foot = f"<tfoot>{rows.pop()}</tfoot>" if grid.foot else ""
    titles = (f'<th scope="col"{_class(column.is_number)}>{escape(column.title)}</th>' for column in grid.columns)
    head = "" if grid.is_facts else f"<thead><tr>{''.join(titles)}</tr></thead>"
    # Below the table and not in it, so that it stays on a narrow screen while the table is moved.
    caption = f'<p class="caption">{escape(grid.caption)}</p>' if grid.caption else ""
    # Widths that a document names are those of the page too, so that its tables have one look.
    laid = [f'<col style="width:{column.width}"/>' if "fr" not in column.width else "<col/>" for column in grid.columns]
    has_widths = any(column.width for column in grid.columns)
    kind = ' class="facts laid"' if has_widths else ' class="facts"' if grid.is_facts else ""
    head = f"<colgroup>{''.join(laid)}</colgroup>{head}" if has_widths else head
    return f'<div class="wide"><table{kind}>{head}<tbody>{"".join(rows)}</tbody>{foot}</table></div>{caption}'


def _class(is_number: bool) -> str:
    return ' class="n"' if is_number else ""


def _row(grid: blocks.Grid, line: tuple[blocks.Cell, ...], pads: list[str]) -> str:
    cells = []
    for column, cell, pad in zip(grid.columns, line, pads, strict=True):
        hidden = f'<i aria-hidden="true">{pad}</i>' if pad else ""
        kind = _class(column.is_number) or (' class="words"' if len(cell.text) > 24 else ' class="short"')
        text = escape(blocks.shown(cell, column))
        if cell.link:
            text = f'<a href="{escape(cell.link)}">{text}</a>'
        cells.append(f"<td{kind}>{text}{hidden}{_mark(cell.mark)}</td>")
    return f"<tr>{''.join(cells)}</tr>"
