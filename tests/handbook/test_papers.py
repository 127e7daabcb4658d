"""What a laboratory files: numbered, dated and signed papers in standard formats, and what changed between two."""

from __future__ import annotations

import datetime
import json
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier import catalogue, records
from croupier.cli.main import run
from croupier.handbook.page.blocks import Facts, Grid, all_blocks
from croupier.handbook.page.pdf import BREAK, outlined, words
from croupier.handbook.parsheet.layout import document, layout
from croupier.handbook.parsheet.writers import compared, read_earlier, render_csv, render_html, render_pdf, source
from croupier.questions.conditions import Conditions
from croupier.questions.sheet.building import build_sheet, readings_for
from croupier.questions.sheet.records import Asked, Sheet, SheetIdentity, SheetRecord

SPEC = "three-card-prime(mini_royal_progressive=SAMPLE-TCP-MRP-01, pair_bonus=PT-FLT-TCPR-PB-02)"
NAMED = SheetIdentity(date=datetime.date(2026, 11, 15), prepared_for="Gaming Laboratory", prepared_by="A. Person")

pytestmark = pytest.mark.usefixtures("own_cache")


@pytest.fixture(scope="module")
def sheet(own_cache: None) -> Sheet:
    return build_sheet(SPEC, "pair_bonus", Asked(identity=NAMED))


def test_the_title_block_names_the_document(sheet: Sheet) -> None:
    facts = dict(document(sheet).facts)
    assert re.fullmatch("PS-[0-9A-F]{10}, revision 1", facts["Document"])
    assert facts["Date"] == "2026-11-15"
    assert (facts["Prepared for"], facts["Prepared by"]) == ("Gaming Laboratory", "A. Person")
    assert facts["Game hash"] == sheet.configuration.game_hash
    record = sheet.to_dict()
    assert record["schema"] == 1
    assert record["document"]["date"] == "2026-11-15"
    assert "document,,,,prepared_for,Gaming Laboratory" in render_csv(sheet)


def test_the_number_follows_from_what_is_asked_and_not_from_the_day(sheet: Sheet) -> None:
    later = build_sheet(SPEC, "pair_bonus", Asked(identity=records.replace(NAMED, date=datetime.date(2027, 1, 1))))
    number = sheet.record.document.number
    assert later.record.document.number == number
    assert build_sheet(SPEC, "ante", Asked(identity=NAMED)).record.document.number != number


def named(sheet: Sheet, **names: Any) -> Sheet:
    """The same sheet under other names."""
    document = records.replace(sheet.record.document, **names)
    return replace(sheet, record=records.replace(sheet.record, document=document))


def test_same_date_same_bytes(sheet: Sheet) -> None:
    later = named(sheet, date=datetime.date(2026, 11, 16))
    for render in (render_pdf, render_html):
        assert render(sheet) == render(sheet)
        assert render(sheet) != render(later)


@pytest.mark.parametrize(("paper", "size"), [("a4", b"595"), ("us-letter", b"612")])
def test_paper_and_standards(sheet: Sheet, paper: str, size: bytes) -> None:
    content = render_pdf(sheet, paper)  # type: ignore[arg-type]
    assert re.search(rb"/MediaBox ?\[0 0 " + size, content)
    assert b"<pdfaid:part>2</pdfaid:part>" in content
    assert b"<pdfaid:conformance>B</pdfaid:conformance>" in content
    assert b"<pdfuaid:part>1</pdfuaid:part>" in content
    assert b"2026-11-15" in content


def test_contents_page_numbers_and_signatures(sheet: Sheet) -> None:
    text = source(sheet)
    assert "Page #n of #all" in text
    assert "#contents" in text
    assert text.count("signed(") == 1 + 3
    page = render_html(sheet)
    assert page.count('<li><a href="#s') == len(layout(sheet))
    for place in range(1, len(layout(sheet)) + 1):
        assert f'<section id="s{place}">' in page


def test_every_term_is_defined_once(sheet: Sheet) -> None:
    _, terms = [each for each in all_blocks(layout(sheet)) if isinstance(each, Facts)]
    names = [label for label, _ in terms.items]
    assert len(names) == len(set(names))
    assert {"House edge", "Share", "Return", "Net outcome", "Volatility index"} <= set(names)


def test_only_readings_that_bear_are_printed_and_named_beside_the_figures() -> None:
    def stated(sheet: Sheet) -> set[str]:
        return {reading.id for reading in sheet.record.interpretations}

    plain = stated(build_sheet("perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-01)"))
    dynamic = stated(build_sheet("perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-D01)"))
    # P8 is of table 13, P12 of the dealer's envy, P17 of envy pays, P18 to P21 of dynamic tables.
    assert not {"P8", "P12", "P17", "P18", "P19", "P20", "P21"} & plain
    assert {"P18", "P19", "P20", "P21"} <= dynamic
    generic = build_sheet("keep-it-straight(straight_flush_progressive=PT-BJS-HCF-SF-01)", "straight_flush_progressive")
    assert "K25" not in stated(generic), "a reading of the Washington document"
    assert re.search(r"rest on readings \(confidence\): .*K21 \(medium\)", render_html(generic))


PROGRESSIVE = "straight_flush_progressive"


@pytest.mark.parametrize(
    ("spec", "wager", "reading", "bears"),
    [
        ("keep-it-straight(edition=washington, straight_flush_progressive=PT-BJS-HCF-SF-01)", PROGRESSIVE, "S1", False),
        ("keep-it-straight(edition=washington, straight_flush_progressive=PT-BJS-HCF-SF-E02)", PROGRESSIVE, "S1", True),
        ("keep-it-straight(straight_flush_progressive=PT-BJS-HCF-SF-E02)", PROGRESSIVE, "S1", True),
        ("perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-MLP-01)", "perfect_pairs", "S1", False),
        ("perfect-pairs(decks=2, perfect_pairs=PT-PRG-PP-14)", "perfect_pairs", "P4", False),
        ("perfect-pairs(decks=2, perfect_pairs=PT-PRG-PP-15)", "perfect_pairs", "P4", True),
    ],
)
def test_a_reading_of_a_feature_bears_where_the_table_has_it(spec: str, wager: str, reading: str, bears: bool) -> None:
    """S1 is of envy, P4 of the colored ace of tables 15 and 16."""
    found = {each.id for each in readings_for(catalogue.configuration(spec), {wager})}
    assert (reading in found) is bears


def test_what_cannot_happen_is_called_never(sheet: Sheet) -> None:
    cells = [
        cell.text for each in all_blocks(layout(sheet)) if isinstance(each, Grid) for row in each.rows for cell in row
    ]
    assert "never" in cells
    assert "0.0000" not in cells


def read(earlier: dict[str, Any]) -> SheetRecord:
    return read_earlier(json.dumps(earlier).encode(), "old.json")


def test_a_comparison_finds_what_moved_and_why(sheet: Sheet) -> None:
    earlier = json.loads(json.dumps(sheet.to_dict()))
    same = compared(sheet, read(earlier)).record
    assert same.revision is not None
    assert (same.revision.moved, same.revision.causes) == ([], [])
    assert same.document.revision == 2
    changed = json.loads(json.dumps(earlier))
    wager = changed["wagers"][0]
    next(row for row in wager["pays"] if row["event"] == "Flush")["pays"] = "3 to 1"
    wager["house_edge"] = {"fraction": "1/20", "percent": "5"}
    found = compared(sheet, read(changed)).record.revision
    assert found is not None
    (edge,) = [each for each in found.moved if each.figure == "house edge.percent"]
    assert (edge.was, edge.now) == ("5", "2.31674208145")
    assert edge.why == "Flush pays 4 to 1, and paid 3 to 1"
    wager["variance"] = "1"
    page = render_html(compared(sheet, read(changed)))
    assert "Differences from the earlier sheet" in page
    # Once among the changes and once as a numbered reason, however many figures moved.
    assert page.count("and paid 3 to 1") == 2
    assert "Pair Bonus: Flush pays 4 to 1" in page
    assert "house edge, percent" in page


def test_another_meter_and_another_pace_are_causes() -> None:
    def asked(cents: int) -> Sheet:
        conditions = {"mini_royal_progressive": Conditions({1: cents})}
        return build_sheet(SPEC, "mini_royal_progressive", Asked(conditions=conditions))

    found = compared(asked(500_000), asked(400_000).record).record.revision
    assert found is not None
    assert {each.why for each in found.moved} == {"the meters show other amounts"}


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{}", "[" * 50_000, '{"kind": "par sheet", "schema": 2}', '{"kind": "par sheet", "schema": 1}'],
    ids=["empty", "list", "object", "nested", "later schema", "nothing in it"],
)
def test_what_is_no_sheet_cannot_be_compared(content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "old.json").write_text(content)
    new = tmp_path / "new.html"
    assert (
        run(["parsheet", SPEC, "--wager", "pair_bonus", "--compare", str(tmp_path / "old.json"), "-o", str(new)]) == 2
    )
    assert len(capsys.readouterr().err.splitlines()) == 2
    assert not new.exists()


def test_what_is_typed_is_set_as_it_stands_or_refused(
    sheet: Sheet, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nasty = '"#let x = 1" \\ $ <script>' + chr(27) + "[31m" + chr(10) + chr(0xD800)
    theirs = named(sheet, prepared_for=nasty)
    assert render_pdf(theirs).startswith(b"%PDF")
    assert "u200b" not in source(theirs)
    assert "<script>" not in render_html(theirs)
    out = str(tmp_path / "sheet.pdf")
    assert run(["parsheet", SPEC, "--wager", "pair_bonus", "--prepared-by", "王", "-o", out]) == 2
    assert "'王' cannot be set" in capsys.readouterr().err
    assert run(["parsheet", SPEC, "--wager", "pair_bonus", "--prepared-by", "Zoë Łukasz", "-o", out]) == 0


def test_a_mixed_table_of_levels_is_printed() -> None:
    conditions = Conditions({1: 9_000_000}, {2: 100_000, 3: 5_000}, {2: Fraction(1, 100), 3: Fraction(1, 50)})
    sheet = build_sheet(
        "perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-MLP-01)", None, Asked(conditions={"perfect_pairs": conditions})
    )
    assert sheet.wagers[0].expectation is not None


def test_a_long_name_ends_a_line_where_it_may_break() -> None:
    """The name of a test is longer than its column: it once ran off the paper."""
    name = "tests/handbook/test_rules_of_play.py::test_what_an_irregularity_does"

    def height(text: str) -> float:
        page = outlined(f"#set page(width: 50mm, height: auto, margin: 2mm)\n#{{{words(text)}}}")[0]
        return float(page.split('height="', 1)[1].split("pt", 1)[0])

    assert height(name.replace("_", f"_{BREAK}")) > height(name)
