"""A workbook's cells, read from its XML: what the file says, not what a library makes of it."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from xml.etree import ElementTree

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
Line = dict[str, str | float]


def worksheets(content: bytes) -> dict[str, list[Line]]:
    """By worksheet: its lines by column, texts as texts and numbers as numbers; no cell may be anything else."""
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        parts = {name: ElementTree.fromstring(file.read(name)) for name in file.namelist() if name.endswith(".xml")}
    texts = [_unescaped("".join(each.itertext())) for each in parts["xl/sharedStrings.xml"]]
    names = [each.attrib["name"] for each in parts["xl/workbook.xml"].iter(f"{_MAIN}sheet")]
    return {name: _lines(parts[f"xl/worksheets/sheet{no}.xml"], texts) for no, name in enumerate(names, 1)}


def _unescaped(text: str) -> str:
    """The format writes a letter by its number as _x003D_, and so a text that holds such letters itself."""
    return re.sub(r"_x([0-9A-Fa-f]{4})_", lambda found: chr(int(found[1], 16)), text)


def _lines(page: ElementTree.Element, texts: list[str]) -> list[Line]:
    assert not [*page.iter(f"{_MAIN}f"), *page.iter(f"{_MAIN}hyperlink")], "a formula or a link"
    found = []
    for row in page.iter(f"{_MAIN}row"):
        line: Line = {}
        for cell in row.iter(f"{_MAIN}c"):
            kind, value = cell.attrib.get("t"), cell.findtext(f"{_MAIN}v")
            if value is not None:
                assert kind in ("s", None)
                line[re.sub(r"\d", "", cell.attrib["r"])] = texts[int(value)] if kind == "s" else float(value)
        found.append(line)
    columns = {letter: str(name) for letter, name in found[0].items()}
    return [{columns[letter]: value for letter, value in line.items()} for line in found[1:]]


def equal_csv(sheets: dict[str, list[Line]], files: dict[str, str]) -> None:
    """Every cell of the CSV files is in the workbook, and nothing else: figures as numbers."""
    assert [f"{name}.csv" for name in sheets] == list(files)
    for name, lines in sheets.items():
        rows = list(csv.DictReader(io.StringIO(files[f"{name}.csv"], newline="")))
        assert len(rows) == len(lines)
        for row, line in zip(rows, lines, strict=True):
            assert {key for key, value in row.items() if value} == set(line)
            for key, value in line.items():
                assert value == (row[key].removeprefix("'") if isinstance(value, str) else float(row[key]))
