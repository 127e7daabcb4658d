"""A drawing of the document model as a tree of plain lists, which a page can build without trusting any markup.

Colors become the page's own tokens, so that a plot follows the scheme of whoever looks at it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.etree import ElementTree

from croupier.drawing import INK, TOP
from croupier.handbook.page.blocks import Picture, Section, all_blocks

Tree = list[object]
"""The element's name, its attributes, and its children: trees and texts."""

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


def pictures(sections: Sequence[Section]) -> Iterator[tuple[str, Picture]]:
    """Every picture with the title of its section, in the order of the sheet."""
    for section in sections:
        for block in all_blocks([section]):
            if isinstance(block, Picture):
                yield section.title, block
