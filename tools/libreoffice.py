"""Par-sheet workbooks recalculated by LibreOffice, every formula compared with the value that we print.

    python -m tools.libreoffice [CONFIGURATION ...]

The values that the workbook carries beside its formulas are set to zero first, so that what comes back is LibreOffice's
own. The suite does the same with a smaller engine. Needs ``soffice`` (Debian: libreoffice-calc).
"""

from __future__ import annotations

import argparse
import csv
import math
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from croupier.handbook.parsheet.workbook import render_workbook
from croupier.questions.sheet.building import build_sheet
from croupier.questions.sheet.records import Asked

GAMES = (
    "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)",
    "keep-it-straight(straight=PT-FLT-STR-01, straight_flush=PT-FLT-HCF-SF-01)",
    "high-card-flush",
    "perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-MLP-01)",
    "blackjack(decks=6)",
)
NEAR = 1e-12
NUMBER = re.compile(r"(-?[\d.]+(?:E[+-]?\d+)?)(%?)")
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
RECALCULATE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse">
<value>0</value></prop></item></oor:items>"""
EVERY_SHEET = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1"


class Cell(NamedTuple):
    """A formula and the number that we print for it."""

    sheet: str
    name: str
    row: int
    column: int
    ours: float


def formulas(workbook: Path) -> Iterator[Cell]:
    with zipfile.ZipFile(workbook) as archive:
        names = [
            sheet.get("name", "")
            for sheet in ElementTree.fromstring(archive.read("xl/workbook.xml")).iter(MAIN + "sheet")
        ]
        for number, sheet in enumerate(names, 1):
            for cell in ElementTree.fromstring(archive.read(f"xl/worksheets/sheet{number}.xml")).iter(MAIN + "c"):
                value = cell.findtext(MAIN + "v", "")
                if cell.find(MAIN + "f") is None or cell.get("t") == "str":
                    continue
                letters, row = re.fullmatch(r"([A-Z]+)(\d+)", cell.get("r", "")).groups()  # type: ignore[union-attr]
                column = sum((ord(letter) - 64) * 26**place for place, letter in enumerate(reversed(letters)))
                yield Cell(sheet, letters + row, int(row), column, float(value))


def without_values(workbook: Path, out: Path) -> None:
    """The same workbook with zero beside every formula."""
    with zipfile.ZipFile(workbook) as archive, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as emptied:
        for item in archive.namelist():
            content = archive.read(item)
            if item.startswith("xl/worksheets/"):
                content = re.sub(rb"(</f>)<v>[^<]*</v>", rb"\1<v>0</v>", content)
            emptied.writestr(item, content)


def recalculated(workbook: Path, folder: Path) -> dict[str, list[list[str]]]:
    """Every sheet as LibreOffice calculates it, in full digits."""
    profile = folder / "profile" / "user"
    profile.mkdir(parents=True, exist_ok=True)
    (profile / "registrymodifications.xcu").write_text(RECALCULATE)
    words = ["soffice", f"-env:UserInstallation=file://{profile.parent}", "--headless", "--convert-to", EVERY_SHEET]
    subprocess.run([*words, "--outdir", folder / "csv", workbook], check=True, capture_output=True)
    pages = {}
    for path in (folder / "csv").glob(f"{workbook.stem}-*.csv"):
        with path.open(encoding="utf-8", newline="") as text:
            pages[path.stem.removeprefix(f"{workbook.stem}-")] = list(csv.reader(text))
    return pages


def differences(spec: str) -> tuple[int, list[str]]:
    """How many formulas there are, and those whose answer is another."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        (folder / "ours.xlsx").write_bytes(render_workbook(build_sheet(spec, None, Asked())))
        without_values(folder / "ours.xlsx", folder / "emptied.xlsx")
        cells = list(formulas(folder / "ours.xlsx"))
        pages = recalculated(folder / "emptied.xlsx", folder)
        differing = []
        for cell in cells:
            theirs = pages[cell.sheet][cell.row - 1][cell.column - 1]
            number = NUMBER.fullmatch(theirs)
            value = float(number[1]) / (100 if number[2] else 1) if number else math.nan
            if not math.isclose(value, cell.ours, rel_tol=NEAR, abs_tol=NEAR):
                differing.append(f"{cell.sheet}!{cell.name}: {theirs} where we print {cell.ours}")
        return len(cells), differing


def main() -> int:
    parser = argparse.ArgumentParser(description="Recalculate par sheets with LibreOffice.")
    parser.add_argument("configurations", nargs="*", default=GAMES)
    total = 0
    for spec in parser.parse_args().configurations:
        count, differing = differences(spec)
        total += len(differing)
        print(f"{spec}: {count} formulas, {len(differing)} differ", *differing, sep="\n  ")
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
