"""The code that was typed is kept; a letter is demanded where money is committed (KIS-G Appendix C, PPP B to D)."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import catalogue
from croupier.errors import RulebookError, SpecError
from croupier.handbook.rules.placard import placard_words
from croupier.play.replay import replay_transcript
from croupier.play.round import Round
from croupier.play.tablefile import read_table
from croupier.questions.sheet.wording import Limits

BOOK = catalogue.book()
SF = "straight_flush_progressive"


def lettered() -> list[str]:
    return [letter for table in BOOK.tables.values() if hasattr(table, "letters") for letter in table.letters]


def test_the_heads_of_the_documents() -> None:
    assert BOOK.paytable("PT-BJS-HCF-SF-03").head == "PT-BJS-HCF-SF-03a/b"
    assert BOOK.paytable("PT-PRG-PP-D01").letters == ("PT-PRG-PP-D01a", "PT-PRG-PP-D01b", "PT-PRG-PP-D01c")
    assert BOOK.paytable("PT-BJS-HCF-SF-01").letters == ()
    assert BOOK.paytable("PT-FLT-KIS-SB-01").head == "PT-FLT-KIS-SB-01"
    assert len(lettered()) == 19


@pytest.mark.parametrize("typed", ["03a", "03b", "03A", "03", "03a/b"])
def test_specification_settlement_and_transcript_keep_what_was_typed(typed: str) -> None:
    game = catalogue.load(f"keep-it-straight({SF}=PT-BJS-HCF-SF-{typed})")
    shown = typed.lower() if typed[-1] in "aAb" and "/" not in typed else "03a/b"
    assert game.configuration.tables[SF].id == f"PT-BJS-HCF-SF-{shown}"
    named = shown if "/" not in shown else "03"
    assert str(game.configuration) == f"keep-it-straight({SF}=PT-BJS-HCF-SF-{named})"
    hand = Round.start(game, {1: {"ante": "10.00", SF: "1.00"}}, seed=4)
    hand.act("fold")
    settlement = hand.settle()
    line = next(line for line in settlement.lines if line.wager == SF)
    assert f"PT-BJS-HCF-SF-{shown}" in str(line.why)
    record = hand.transcript(settlement)
    assert record["game"].endswith(f"PT-BJS-HCF-SF-{named})")
    assert record["rules"]["tables"][SF]["id"] == f"PT-BJS-HCF-SF-{shown}"
    assert replay_transcript(record, catalogue).differences == ()


def test_a_placard_of_a_jackpot_demands_the_letter_and_names_the_choices() -> None:
    with pytest.raises(SpecError, match="PT-BJS-HCF-SF-08a/b names 2 tables") as refused:
        placard_words(catalogue.configuration(f"high-card-flush({SF}=PT-BJS-HCF-SF-08)"), Limits())
    assert refused.value.hint == "write the letter: PT-BJS-HCF-SF-08a or PT-BJS-HCF-SF-08b"
    words = placard_words(catalogue.configuration(f"high-card-flush({SF}=PT-BJS-HCF-SF-08b)"), Limits())
    assert "PT-BJS-HCF-SF-08b" in words


def test_a_table_file_demands_the_letter(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(f'schema = 1\ngame = "keep-it-straight({SF}=PT-BJS-HCF-SF-06)"\n')
    with pytest.raises(RulebookError, match=r"06a or PT-BJS-HCF-SF-06b"):
        read_table(path, catalogue.load)


@pytest.mark.parametrize(("typed", "code"), [("PT-FLT-STR-01", "STR-01"), ("PT-FLT-KIS-SB-02", "STR-02")])
def test_washington_rounds_cite_washington_codes(typed: str, code: str) -> None:
    game = catalogue.load(f"keep-it-straight(edition=washington, straight={typed})")
    hand = Round.start(game, {1: {"ante": "10.00", "straight": "5.00"}}, seed=4)
    hand.act("fold")
    line = next(line for line in hand.settle().lines if line.wager == "straight")
    assert f"PT-FLT-{code}" in str(line.why)
    assert line.cite == "KIS-W Appendix A"


def test_washington_prints_its_label_with_the_reading_beside_it() -> None:
    event = "straight_flush_6_king_high_or_lower"
    for table in ("PT-BJS-HCF-SF-04", "PT-BJS-HCF-SF-E02"):
        labels = {
            edition: next(
                row.label
                for row in catalogue.configuration(f"keep-it-straight(edition={edition}, {SF}={table})").tables[SF].rows
                if row.event == event
            )
            for edition in ("generic", "washington")
        }
        assert labels == {
            "generic": "6-Card (King High or Lower) Straight Flush",
            "washington": "6-Card (King High) Straight Flush, read as King High or Lower",
        }


def test_bonus_lines_on_samples_cite_the_section_and_the_source() -> None:
    game = catalogue.load("three-card-prime(prime=SAMPLE-TCP-PRIME-01)")
    hand = Round.start(game, {1: {"ante": "10.00", "prime": "5.00"}}, seed=4)
    hand.act("fold")
    line = next(line for line in hand.settle().lines if line.wager == "prime")
    section, source = line.cite.split("; ")
    assert section.startswith("TCP ")
    assert not source.startswith("TCP ")
