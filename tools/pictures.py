"""Pictures for the documents: a par sheet, a placard, a plot, a pocket card and a felt, as they are printed.

``python -m tools.pictures`` writes docs/pictures/*.png with the typesetter's own fonts.
"""

from __future__ import annotations

import datetime
from pathlib import Path

import typst

from croupier import catalogue
from croupier.cli.strategy import strategy_card
from croupier.handbook.page import pdf
from croupier.handbook.page.blocks import Picture, all_blocks
from croupier.handbook.page.pdf import as_png, quoted
from croupier.handbook.parsheet.layout import layout
from croupier.handbook.parsheet.writers import source
from croupier.handbook.rules.felt import render_felt
from croupier.handbook.rules.placard import placard_pages
from croupier.questions.sheet.building import build_sheet
from croupier.questions.sheet.records import Asked, SheetIdentity
from croupier.questions.sheet.wording import Limits
from croupier.questions.solved.solutions import solve

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
SPEC = "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)"
FELT = "keep-it-straight(edition=washington, straight=PT-FLT-STR-01, straight_flush=PT-FLT-HCF-SF-01)"


def pictures() -> dict[str, bytes]:
    """By file name."""
    identity = SheetIdentity(
        date=datetime.date(2026, 11, 15), prepared_for="Sample Laboratory", prepared_by="Sample Card Room"
    )
    sheet = build_sheet(SPEC, None, Asked(identity=identity))
    plots = [each for each in all_blocks(layout(sheet)) if isinstance(each, Picture)]
    result = solve(SPEC, "ante")["ante"]
    return {
        "par-sheet.png": _first_page(source(sheet, "us-letter"), 60),
        "funnel.png": as_png(plots[2].svg),
        "placard.png": _drawn(placard_pages(catalogue.configuration(SPEC), Limits(), "letter")[0], 215.9, 50),
        "card.png": _first_page(pdf.source([strategy_card(result)], paper="pocket"), 80),
        "felt.png": _drawn(render_felt(catalogue.load(FELT)), 1930.4, 10),
    }


def _first_page(text: str, dots: float) -> bytes:
    pages = typst.compile(text.encode(), format="png", ppi=dots, ignore_system_fonts=True, timestamp=0)
    first = pages[0] if isinstance(pages, list) else pages
    assert isinstance(first, bytes)
    return first


def _drawn(svg: str, width: float, dots: float) -> bytes:
    page = f"#set page(width: {width}mm, height: auto, margin: 0mm)"
    return _first_page(f'{page}\n#image(bytes({quoted(svg)}), format: "svg", width: 100%)', dots)


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, content in pictures().items():
        (FOLDER / name).write_bytes(content)
        print(f"{name}: {len(content):,} bytes")
