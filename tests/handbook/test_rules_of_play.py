"""The rules of play as a document: every sentence cited, nothing that is not in force, the placard's own figures."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import catalogue
from croupier.cli.main import run
from croupier.errors import CroupierError
from croupier.handbook.page.blocks import Facts, Grid
from croupier.handbook.rules.document import render_rules_html, render_rules_pdf, rules_document
from croupier.play.awards import value_jackpots
from croupier.play.lines import JackpotBet, Why
from croupier.questions.sheet.wording import Limits, limit_rows, posted_rules
from croupier.rulebook.configuration import Configuration

DICE = "keep-it-straight(edition=washington, straight=PT-FLT-STR-01, dealing=dice-clockwise)"
GAMES = [name for name, rules in catalogue.book().games.items() if any(wager.kind == "base" for wager in rules.wagers)]


def lines(configuration: Configuration) -> dict[str, list[tuple[str, str]]]:
    """By section, the sentences with their citations."""
    found: dict[str, list[tuple[str, str]]] = {}
    for section in rules_document(configuration, Limits()).sections:
        for block in section.blocks:
            if isinstance(block, Grid) and block.is_facts:
                found.setdefault(section.title.partition(" ")[2], []).extend(
                    (row[1].text, row[2].text) for row in block.rows
                )
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_part_is_there_and_every_sentence_is_cited(name: str) -> None:
    said = lines(catalogue.configuration(name))
    for title in ("The object", "Wagers", "How it is played", "The dealer's procedure", "Order of reconciliation"):
        assert said[title], title
    assert said["Irregularities"]
    assert all(cites for sentences in said.values() for _, cites in sentences)


def test_only_the_choices_made_are_printed() -> None:
    with_dice, plain = (
        " ".join(words for words, _ in lines(catalogue.configuration(spec))["The dealer's procedure"])
        for spec in (DICE, DICE.replace(", dealing=dice-clockwise", ""))
    )
    assert "Shake the cup" in with_dice
    assert "seven cards face down" not in with_dice
    assert "Shake the cup" not in plain
    assert "seven cards face down" in plain


def test_washingtons_document_cites_washingtons_text() -> None:
    said = lines(catalogue.configuration(DICE))
    assert not [cites for sentences in said.values() for _, cites in sentences if "KIS-G" in cites and "KIS-W" in cites]
    assert ("To hold a straight that ranks higher than the dealer's.", "KIS-W Game Description") in said["The object"]


def test_limits_are_the_placards() -> None:
    configuration = catalogue.configuration("ricochet-poker")
    blocks = [block for section in rules_document(configuration, Limits()).sections for block in section.blocks]
    posted = next(block for block in blocks if isinstance(block, Facts))
    assert posted.items == tuple(limit_rows(configuration, Limits()))
    assert ("Ante", "$10, fixed") in posted.items


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for ending in ("pdf", "html"):
        assert run(["rules", DICE, "-o", str(tmp_path / f"rules.{ending}")]) == 0
    assert (tmp_path / "rules.pdf").read_bytes().startswith(b"%PDF")
    assert run(["rules", DICE, "-o", str(tmp_path / "rules.txt")]) == 2
    assert "end it in .pdf, .html" in capsys.readouterr().err
    configuration = catalogue.configuration(DICE)
    assert render_rules_pdf(configuration, Limits()) == render_rules_pdf(configuration, Limits())
    assert "KIS-W Appendix D" in render_rules_html(configuration, Limits())


def test_a_house_prize_that_percentages_lower_is_paid_as_it_is_posted() -> None:
    """K26, the other value: 10 % of $1,000, then the whole of what is left; two winners of the whole, each in full."""
    wager = "straight_flush_progressive"
    spec = f"keep-it-straight(edition=washington, jackpot=house, {wager}=PT-BJS-HCF-SF-01, house_percentage={{}})"
    for value, expected in (("of-posted-not-reduced", [10000, 100000, 100000]), ("deducted", [10000, 90000, 100000])):
        configuration = catalogue.configuration(spec.format(value))
        whole, part = configuration.tables[wager].rows[:2]
        bets = tuple(
            JackpotBet(seat, wager, 100, row, "KIS-W Appendix C", Why("won"))
            for seat, row in enumerate((part, whole, whole), 1)
        )
        valued = value_jackpots(configuration, bets, meters={wager: {1: 100000}}, seeds={wager: {1: 100000}})
        assert [award.amount for award in valued.awards if award.kind == "meter"] == expected
        posted = " ".join(words for _, words in posted_rules(configuration, "jackpot"))
        assert ("is paid $100, and one that wins the whole after it $900" in posted) is (value == "deducted")


def test_samples_that_nobody_named_are_told_before_anything_else(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """READINGS R1: no silent default."""
    note = "note: sample tables, not the maker's: ante_bonus=SAMPLE-RIC-AB-01, kickout=SAMPLE-RIC-KICKOUT-01"
    assert run(["rules", "ricochet-poker", "-o", str(tmp_path / "rules.html")]) == 0
    assert capsys.readouterr().err.splitlines()[0] == note
    assert run(["rules", "ricochet-poker(tables=sample)", "-o", str(tmp_path / "rules.html")]) == 0
    assert note not in capsys.readouterr().err


def sentences(configuration: Configuration) -> list[str]:
    return [words for found in lines(configuration).values() for words, _ in found]


@pytest.mark.parametrize("name", GAMES)
def test_no_sentence_names_a_wager_that_is_not_offered(name: str) -> None:
    """Bare of side wagers, and with each of them alone."""
    rules = catalogue.book().game(name)
    sides = [wager for wager in rules.wagers if wager.kind in ("bonus", "jackpot")]
    offers = [(wager.id, wager.tables_in(rules.editions[0].id)) for wager in sides]
    for spec in (name, *(f"{name}({wager}={tables[0]})" for wager, tables in offers if tables)):
        try:
            configuration = catalogue.configuration(spec)
        except CroupierError:  # a table that needs decks or a suit
            continue
        absent = [wager.title for wager in sides if wager.id not in configuration.tables]
        offered = " ".join(wager.title for wager in rules.wagers if wager.id in configuration.tables)
        told_by = lines(configuration)
        told_by.pop("How the documents are read where they leave room", None)  # a reading may compare two wagers
        for words in (rules.summary, *(words for found in told_by.values() for words, _ in found)):
            told = words.replace(rules.title, "")
            assert not [title for title in absent if title in told and title not in offered], words
            assert absent != [wager.title for wager in sides] or "bonus wager" not in told, words


def test_one_rule_says_what_a_drawn_blackjack_takes() -> None:
    """Original bets only: no other sentence says that the dealer's blackjack takes every bet."""
    for choices, taken in (
        ("hole_card=none, original_bets_only=yes", "takes the original bets only"),
        ("hole_card=none", "takes every bet on the table"),
        ("hole_card=peek", "the round ends there, and every bet but a player's own blackjack loses"),
    ):
        said = sentences(catalogue.configuration(f"blackjack({choices})"))
        endings = ("takes every", "takes the original", "every bet but")
        assert [any(taken in words for words in said)] == [True]
        assert len([words for words in said if any(ending in words for ending in endings)]) == 1, choices


def test_blackjacks_procedure_is_in_the_order_of_the_table() -> None:
    for hole_card, steps in (
        (
            "peek",
            ["close them", "Deal single", "second card face down", "Settle Perfect Pairs", "insurance", "Look at"],
        ),
        ("none", ["close them", "Deal single", "Settle Perfect Pairs", "insurance", "From the first seat", "draw the"]),
    ):
        spec = f"blackjack(hole_card={hole_card}, perfect_pairs=PT-PRG-PP-01, decks=6, suit=spades)"
        told = [words for words, _ in lines(catalogue.configuration(spec))["The dealer's procedure"]]
        places = [next(place for place, words in enumerate(told) if step in words) for step in steps]
        assert places == sorted(places), told


def test_a_house_jackpot_has_no_seed() -> None:
    """It is posted by the casino: only a progressive one begins again from something."""
    spec = "keep-it-straight(edition=washington, jackpot={}, straight_flush_progressive=PT-BJS-HCF-SF-01)"
    assert not [words for words in sentences(catalogue.configuration(spec.format("house"))) if "seed" in words.lower()]
    assert [words for words in sentences(catalogue.configuration(spec.format("progressive"))) if "seed" in words]


def test_the_law_behind_washingtons_limits_is_in_its_rules() -> None:
    said = lines(catalogue.configuration(DICE))["Bonus wagers and jackpots"]
    assert [cites for words, cites in said if "WAC 230-15-040 and WAC 230-15-140" in words] == [
        "KIS-W Game Description; WAC 230-15-040; WAC 230-15-140"
    ]
