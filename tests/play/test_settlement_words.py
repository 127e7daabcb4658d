"""A settlement in the words of its table: a House Jackpot by its name, a cut by its note, a winner as a winner."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import catalogue
from croupier.play.roundfile import settle_file
from croupier.play.settlement import render_settlement
from croupier.play.stakes import Limit
from croupier.play.tablefile import TableFile

SF = "straight_flush_progressive"
SEVEN = "8h 9h Th Jh Qh Kh Ah"


def a_round(game: str, wagers: dict[str, str], meter: str | None = None) -> dict[str, Any]:
    seat = {"wagers": {"ante": "10.00"} | wagers, "cards": SEVEN, "actions": ["fold"]}
    document: dict[str, Any] = {"schema": 1, "game": game, "seats": {"1": seat}, "dealer": "2h 3h 5s 7s 9s Js Kc"}
    return document | ({"meters": {SF: {"1": meter}}, "seeds": {SF: {"1": "100.00"}}} if meter else {})


@pytest.mark.parametrize("kind", ["house", "progressive"])
def test_a_house_jackpot_is_called_that(kind: str) -> None:
    spec = f"keep-it-straight(edition=washington, jackpot={kind}, {SF}=PT-BJS-HCF-SF-01)"
    game, _, settlement = settle_file(a_round(spec, {SF: "1.00"}, "10000.00"), catalogue.load)
    text = render_settlement(game, settlement)
    is_house = kind == "house"
    assert ("100% of the House Jackpot on PT-BJS-HCF-SF-01" in text) == is_house
    assert ("House Jackpot 100% of level 1 for 7-Card Straight Flush: 10000.00" in text) == is_house
    assert ("meter " in text) != is_house


@pytest.mark.parametrize(
    ("spec", "cites"),
    [
        (
            "keep-it-straight(straight=PT-FLT-KIS-SB-01, straight_flush=PT-FLT-HCF-SF-01, "
            "aggregate_limit=straight:100/straight_flush:20000)",
            {
                "straight": "KIS-G Appendix A; KIS-G Appendix A n.3",
                "straight_flush": "KIS-G Appendix B; KIS-G Appendix B n.4",
            },
        ),
        (
            "keep-it-straight(edition=washington, straight=PT-FLT-STR-01, straight_flush=PT-FLT-HCF-SF-01, "
            "aggregate_limit=straight_flush:20000, aggregate_approval=WSGC-3151)",
            {"straight_flush": "KIS-W Appendix B; WAC 230-15-490"},
        ),
    ],
    ids=("generic", "washington"),
)
def test_a_cut_cites_what_allows_it_in_its_edition(spec: str, cites: dict[str, str]) -> None:
    document = a_round(spec, {"straight": "5.00", "straight_flush": "5.00"})
    table = TableFile(catalogue.load(spec), {"straight_flush": Limit(100, 40_000)})
    _, _, settlement = settle_file(document, catalogue.load, table)
    assert {line.wager: line.cite for line in settlement.lines if "cut from" in str(line.why)} == cites


def test_the_winner_of_an_empty_meter_has_not_lost() -> None:
    document = a_round(f"keep-it-straight({SF}=PT-BJS-HCF-SF-01)", {SF: "1.00"}, "0.00")
    _, _, settlement = settle_file(document, catalogue.load)
    (line,) = (each for each in settlement.lines if each.wager == SF)
    assert (line.outcome, line.net) == ("win", -100)


def test_a_pay_that_the_makers_table_does_not_print_says_whose_reading_it_is() -> None:
    spec = "blackjack(decks=5, perfect_pairs=PT-PRG-PP-13, pp13_colored_pair=pays-as-mixed)"
    seats = {
        place: {"wagers": {"bet": "10.00", "perfect_pairs": "1.00"}, "cards": cards, "actions": ["stand"]}
        for place, cards in (("1", "Ah Ad"), ("2", "8h 8c"))
    }
    document = {"schema": 1, "game": spec, "seats": seats, "dealer": {"up": "9s", "hole": "9d"}}
    document["meters"] = {"perfect_pairs": {"1": "10000.00"}}
    _, _, settlement = settle_file(document, catalogue.load)
    assert [str(line.why) for line in settlement.lines if line.wager == "perfect_pairs"] == [
        "colored pair: $5 on PT-PRG-PP-13, as the house reads it",
        "mixed pair: $5 on PT-PRG-PP-13",
    ]
