"""A document as one HTML file: no script, no font and no picture from anywhere else."""

from __future__ import annotations

import re
from html import escape
from typing import Final

from croupier.drawing import INK
from croupier.handbook.page.blocks import (
    Block,
    Cell,
    Document,
    Facts,
    Grid,
    Group,
    Lines,
    Picture,
    Section,
    Signatures,
    Words,
    shown,
)

STYLE: Final = """
:root{--text:#1d2522;--muted:#66716c;--line:#d5dbd8;--accent:#12705a;--soft:#8fc1b2;--softer:#d9ebe5;--loss:#b4543a;
--paper:#fff;--band:#f5f8f6;--warn:#8a4b00;--warn-paper:#fff6e6}
@media(prefers-color-scheme:dark){:root{--text:#e3e9e6;--muted:#97a39d;--line:#37413d;--accent:#4dbd9e;--soft:#2f6a59;
--softer:#22413a;--loss:#e08a70;--paper:#151a18;--band:#1c2320;--warn:#f0bd73;--warn-paper:#2c2416}}
@media print{:root{--text:#1d2522;--muted:#66716c;--line:#d5dbd8;--accent:#12705a;--soft:#8fc1b2;--softer:#d9ebe5;
--loss:#b4543a;--paper:#fff;--band:#f5f8f6;--warn:#8a4b00;--warn-paper:#fff6e6}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--text);font:16px/1.5 system-ui,'Segoe UI',Roboto,sans-serif;
font-variant-numeric:tabular-nums lining-nums}
main{max-width:60rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1{font-size:1.9rem;line-height:1.2;margin:0}
h2{font-size:1.3rem;margin:3rem 0 .75rem;padding-top:.75rem;border-top:2px solid var(--accent)}
h3{font-size:1.05rem;margin:2rem 0 .5rem}
p{margin:.5rem 0;max-width:46rem}
.kicker{color:var(--accent);font-weight:600;margin:0 0 .25rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1.25rem;margin:1.25rem 0;font-size:.9rem}
dt{color:var(--muted)}dd{margin:0;overflow-wrap:anywhere}
.wide{overflow-x:auto;margin:.75rem 0 1.25rem}
table{border-collapse:collapse;font-size:.875rem;min-width:100%}
table.facts{min-width:0}
th,td{padding:.3rem .75rem;text-align:left;vertical-align:baseline;border-bottom:1px solid var(--line)}
th:first-child,td:first-child{padding-left:0}
th:last-child,td:last-child{padding-right:0}
thead th{color:var(--muted);font-weight:600;vertical-align:bottom;white-space:normal}
tfoot td{font-weight:600;border-bottom:0}
.n{text-align:right}td.n,td.short:not(:first-child){white-space:nowrap}
.n i{visibility:hidden;font-style:normal;user-select:none}
.wide:has(+ .caption){margin-bottom:0}
.caption{color:var(--muted);font-size:.8125rem;margin:.4rem 0 1.25rem}
.mark{display:inline-block;margin-left:.4em;padding:0 .45em;border-radius:3px;font-size:.75rem;font-weight:600;
line-height:1.5;color:var(--muted);border:1px solid var(--line);white-space:nowrap}
.mark.sample{color:var(--warn);border-color:var(--warn)}
.mark.break-even{color:var(--loss);border-color:var(--loss)}
.warning{color:var(--warn);background:var(--warn-paper);padding:.5rem .75rem;border-left:3px solid var(--warn)}
.note{color:var(--muted);font-size:.875rem}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(20rem,1fr));gap:1rem 2rem;margin:1rem 0}
figure{margin:0;max-width:34rem}figure svg{width:100%;height:auto;display:block}
figcaption{color:var(--muted);font-size:.8125rem}
ul{padding-left:1.1rem;margin:.5rem 0;max-width:46rem}li{margin:.2rem 0}
cite{color:var(--muted);font-style:normal;font-size:.8125rem;white-space:nowrap}
nav ol{columns:2;font-size:.9rem;max-width:none}a{color:var(--accent)}
.sign td{height:3.2rem;vertical-align:bottom}.sign td:nth-child(2){width:50%}
.sign td:nth-child(odd){border:0;color:var(--muted)}
.group{margin:.75rem 0 1.25rem}.group p{margin:.15rem 0}
footer{margin-top:3rem;color:var(--muted);font-size:.8125rem;overflow-wrap:anywhere}
@media(max-width:40rem){main{padding:1.25rem .875rem 3rem}h1{font-size:1.5rem}dl{grid-template-columns:1fr;gap:0}
dd{margin-bottom:.4rem}.figures{grid-template-columns:1fr}table{font-size:.8125rem}
.wide td:first-child,.wide th:first-child{position:sticky;left:0;background:var(--paper);
box-shadow:inset 0 -1px var(--line)}
th,td{padding:.3rem .45rem}td.words{min-width:11rem;overflow-wrap:anywhere}cite{white-space:normal}
.facts td.short:not(:first-child){white-space:normal}}
@media print{body{font-size:10pt}main{max-width:none;padding:0}h2,h3,thead{break-after:avoid}
.caption{break-before:avoid}tr,figure{break-inside:avoid}
.wide{overflow:visible}.figures{grid-template-columns:1fr 1fr}@page{margin:16mm}}
"""


def render(document: Document) -> str:
    """The whole page."""
    title = f"{document.title}: {document.kicker.lower()}" if document.kicker else document.title
    kicker = f'<p class="kicker">{escape(document.kicker)}</p>' if document.kicker else ""
    facts = _facts(Facts(document.facts)) if document.facts else ""
    body = "\n".join(render_section(each, 2, f"s{place}") for place, each in enumerate(document.sections, 1))
    contents = _contents(document) if document.has_contents else ""
    foot = f"<footer>{escape(document.foot)}</footer>\n" if document.foot else ""
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f'<meta name="color-scheme" content="light dark"/>\n<title>{escape(title)}</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<header>{kicker}<h1>{escape(document.title)}</h1>{facts}</header>\n{contents}{body}\n"
        f"{foot}</main>\n</body>\n</html>\n"
    )


def _contents(document: Document) -> str:
    items = "".join(
        f'<li><a href="#s{place}">{escape(each.title)}</a></li>' for place, each in enumerate(document.sections, 1)
    )
    return f'<nav aria-label="Contents"><ol>{items}</ol></nav>\n'


def render_section(section: Section, level: int = 2, anchor: str = "") -> str:
    """A section for a page of one's own, its title at this level."""
    marks = "".join(_mark(mark) for mark in section.marks)
    parts = [f'<section id="{anchor}">' if anchor else "<section>"]
    if section.title:
        parts.append(f"<h{level}>{escape(section.title)}{marks}</h{level}>")
    pictures: list[str] = []
    for block in (*section.blocks, None):
        if isinstance(block, Picture):
            pictures.append(_figure(block))
            continue
        if pictures:
            parts.append(f'<div class="figures">{"".join(pictures)}</div>')
            pictures = []
        if block is not None:
            parts.append(_block(block))
    parts += [render_section(part, level + 1) for part in section.parts]
    return "\n".join(parts) + "\n</section>"


def _block(block: Block) -> str:
    match block:
        case Words(text, kind):
            lead = f"{escape(block.lead.strip())} " if block.lead.strip() else ""
            return f'<p class="{kind}">{lead}{escape(text)}</p>'
        case Lines(items):
            return f"<ul>{''.join(_item(*each) for each in items)}</ul>"
        case Facts():
            return _facts(block)
        case Picture():
            return _figure(block)
        case Grid():
            return _grid(block)
        case Signatures(roles):
            lines = "".join(f"<tr><td>{escape(role)}</td><td></td><td>Date</td><td></td></tr>" for role in roles)
            return f'<table class="sign"><tbody>{lines}</tbody></table>'
        case Group(blocks):
            return f'<div class="group">{"".join(map(_block, blocks))}</div>'


def _item(text: str, cites: str) -> str:
    return f"<li>{escape(text)} <cite>[{escape(cites)}]</cite></li>" if cites else f"<li>{escape(text)}</li>"


def _facts(facts: Facts) -> str:
    rows = (f"<dt>{escape(label)}</dt><dd>{escape(value)}</dd>" for label, value in facts.items)
    return f"<dl>{''.join(rows)}</dl>"


def _figure(picture: Picture) -> str:
    svg = re.sub(r' xmlns="[^"]*"', "", picture.svg, count=1)
    for name, color in INK.items():
        svg = svg.replace(f'"{color}"', f'"var(--{name})"')
    return f"<figure>{svg}<figcaption>{escape(picture.caption)}</figcaption></figure>"


def _mark(mark: str) -> str:
    return f'<span class="mark {mark.replace(" ", "-")}">{escape(mark)}</span>' if mark else ""


def _grid(grid: Grid) -> str:
    pads = grid.pads()
    lines = [*grid.rows, *([grid.foot] if grid.foot else [])]
    rows = [_row(grid, line, pad) for line, pad in zip(lines, pads, strict=True)]
    foot = f"<tfoot>{rows.pop()}</tfoot>" if grid.foot else ""
    titles = (f'<th scope="col"{_class(column.is_number)}>{escape(column.title)}</th>' for column in grid.columns)
    head = "" if grid.is_facts else f"<thead><tr>{''.join(titles)}</tr></thead>"
    # Below the table and not in it, so that it stays on a narrow screen while the table is moved.
    caption = f'<p class="caption">{escape(grid.caption)}</p>' if grid.caption else ""
    kind = ' class="facts"' if grid.is_facts else ""
    return f'<div class="wide"><table{kind}>{head}<tbody>{"".join(rows)}</tbody>{foot}</table></div>{caption}'


def _class(is_number: bool) -> str:
    return ' class="n"' if is_number else ""


def _row(grid: Grid, line: tuple[Cell, ...], pads: list[str]) -> str:
    cells = []
    for column, cell, pad in zip(grid.columns, line, pads, strict=True):
        hidden = f'<i aria-hidden="true">{pad}</i>' if pad else ""
        kind = _class(column.is_number) or (' class="words"' if len(cell.text) > 24 else ' class="short"')
        text = escape(shown(cell, column))
        if cell.link:
            text = f'<a href="{escape(cell.link)}">{text}</a>'
        cells.append(f"<td{kind}>{text}{hidden}{_mark(cell.mark)}</td>")
    return f"<tr>{''.join(cells)}</tr>"
