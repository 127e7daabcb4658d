"""Reads a plot as a person with a ruler would: every mark inside its axes, every label whole and apart from others."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from itertools import combinations
from typing import NamedTuple

from croupier.drawing import SIZE, text_width

SLACK = 0.6
"""Half a point: coordinates are rounded to a tenth."""


class Box(NamedTuple):
    words: str
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        return (
            self.left < other.right - SLACK
            and other.left < self.right - SLACK
            and self.top < other.bottom - SLACK
            and other.top < self.bottom - SLACK
        )


def problems(svg: str) -> list[str]:
    """What is wrong with a plot; an empty list where nothing is."""
    root = ElementTree.fromstring(svg)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    found = []
    labels = [_label(each) for each in root.iter() if each.tag.endswith("}text")]
    for label in labels:
        if label.left < -SLACK or label.right > width + SLACK or label.top < -SLACK or label.bottom > height + SLACK:
            found.append(f"cut: {label}")
    for one, other in combinations(labels, 2):
        if one.meets(other):
            found.append(f"overprint: {one.words!r} and {other.words!r}")
    frame = _frame(root, width, height)
    for mark, x, y in _marks(root):
        if not (frame.left - SLACK <= x <= frame.right + SLACK and frame.top - SLACK <= y <= frame.bottom + SLACK):
            found.append(f"{mark} outside its axes at {x}, {y}: {frame}")
    return found


def _label(element: ElementTree.Element) -> Box:
    words = element.text or ""
    x, y = float(element.attrib["x"]), float(element.attrib["y"])
    wide = text_width(words)
    left = {"start": x, "middle": x - wide / 2, "end": x - wide}[element.attrib["text-anchor"]]
    return Box(words, left, y - 0.72 * SIZE, left + wide, y + 0.05 * SIZE)


def _frame(root: ElementTree.Element, width: float, height: float) -> Box:
    """What the grid's lines span; all of the drawing where there is no grid."""
    grid = [
        [float(each.attrib[name]) for name in ("x1", "y1", "x2", "y2")]
        for each in root.iter()
        if each.tag.endswith("}line") and each.attrib["stroke"] == "#d5dbd8"
    ]
    if not grid:
        return Box("", 0, 0, width, height)
    return Box(
        "",
        min(x for x, *_ in grid),
        min(y for _, y, _, _ in grid),
        max(x for _, _, x, _ in grid),
        max(g[3] for g in grid),
    )


def _marks(root: ElementTree.Element) -> list[tuple[str, float, float]]:
    """Every point of a line, band, dot or dashed line, but for the samples in the legend."""
    found = []
    top = _frame(root, 0, 0).top
    for each in root.iter():
        tag = each.tag.partition("}")[2]
        if tag in ("polyline", "polygon"):
            for point in each.attrib["points"].split():
                x, y = map(float, point.split(","))
                found.append((tag, x, y))
        elif tag == "circle" and float(each.attrib["cy"]) > top - 9:
            found.append((tag, float(each.attrib["cx"]), float(each.attrib["cy"])))
    return found
