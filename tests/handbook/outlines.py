"""Reads the outlines of a page as a person with a ruler would: where every run of letters stands, and how high."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from typing import NamedTuple

POINT_MM = 25.4 / 72
_LINK = "{http://www.w3.org/1999/xlink}href"


class Run(NamedTuple):
    """Letters set in one go, in points from the page's upper left corner."""

    left: float
    top: float
    right: float
    bottom: float
    glyphs: int
    highest: float
    """The height of its tallest letter above the line."""

    def meets(self, other: Run) -> bool:
        slack = 0.5
        return (
            self.left < other.right - slack
            and other.left < self.right - slack
            and self.top < other.bottom - slack
            and other.top < self.bottom - slack
        )


def page_size(svg: str) -> tuple[float, float]:
    _, _, width, height = map(float, ElementTree.fromstring(svg).attrib["viewBox"].split())
    return width, height


def runs(svg: str) -> list[Run]:
    """Every run of letters on the page."""
    root = ElementTree.fromstring(svg)
    glyphs = {
        each.attrib["id"]: _extent(next(iter(each)).attrib["d"]) for each in root.iter() if each.tag.endswith("}symbol")
    }
    return list(_runs(root, 0.0, 0.0, glyphs))


Extent = tuple[float, float, float, float]


def _runs(element: ElementTree.Element, x: float, y: float, glyphs: dict[str, Extent]) -> Iterator[Run]:
    if element.attrib.get("opacity") == "0" or element.tag.endswith("}defs"):
        return
    numbers = [float(each) for each in re.findall(r"-?[0-9.]+", element.attrib.get("transform", ""))]
    if element.attrib.get("transform", "").startswith("translate"):
        x, y = x + numbers[0], y + (numbers[1] if len(numbers) > 1 else 0.0)
    elif numbers:
        assert numbers[:4] in ([1, 0, 0, 1], [1, 0, 0, -1]), numbers
        x, y = x + numbers[4], y + numbers[5]
    boxes = [
        (float(each.attrib["x"]), glyphs[each.attrib[_LINK].removeprefix("#")])
        for each in element
        if each.tag.endswith("}use")
    ]
    boxes = [each for each in boxes if each[1][2] > each[1][0]]
    if boxes:
        yield Run(
            x + min(at + box[0] for at, box in boxes),
            y - max(box[3] for _, box in boxes),
            x + max(at + box[2] for at, box in boxes),
            y - min(box[1] for _, box in boxes),
            len(boxes),
            max(box[3] for _, box in boxes),
        )
    for each in element:
        if each.tag.endswith("}g"):
            yield from _runs(each, x, y, glyphs)


def _extent(path: str) -> Extent:
    """What a glyph's outline spans: left, lowest, right, highest; control points are taken for points."""
    x = y = 0.0
    xs, ys = [], []
    for letter, digits in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        numbers = [float(each) for each in digits.split()]
        if letter == "h":
            x += numbers[0]
        elif letter == "v":
            y += numbers[0]
        elif letter in "mlcqM":
            if letter == "M":
                x, y = 0.0, 0.0
            points = list(zip(numbers[::2], numbers[1::2], strict=True))
            xs += [x + each for each, _ in points]
            ys += [y + each for _, each in points]
            x, y = x + points[-1][0], y + points[-1][1]
        if letter in "hv":
            xs.append(x)
            ys.append(y)
    drawn = path.strip() not in ("", "M 0 0")
    return (min(xs), min(ys), max(xs), max(ys)) if drawn and xs else (0.0, 0.0, 0.0, 0.0)
