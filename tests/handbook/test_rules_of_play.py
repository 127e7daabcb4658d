"""The rules of play as a document: every sentence cited, nothing that is not in force, the placard's own figures."""

from __future__ import annotations

import re
from contextlib import nullcontext
from pathlib import Path

import pytest

from croupier import catalogue
from croupier.cli.main import run
from croupier.errors import CroupierError
from croupier.handbook.dossier import base_examples
from croupier.handbook.page.blocks import Facts, Grid, Lines, Words, all_blocks
from croupier.handbook.rules.document import render_rules_html, render_rules_pdf, rules_document
from croupier.handbook.rules.pages import game_page
from croupier.handbook.rules.placard import placard_words
from croupier.play.awards import value_jackpots
from croupier.play.game import JackpotBet, Why
from croupier.play.stakes import Limit, place_stakes
from croupier.questions.sheet.wording import Limits, limit_rows, posted_rules, posted_tables
from croupier.rulebook.configuration import Configuration
from tests.laws.test_posted import SPECS

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


def test_dice_are_thrown_after_the_wagers_lie() -> None:
    """App. D is another way of dealing, and KIS-W 2 deals once all wagers are placed."""
    played = [words.partition(" ")[0] for words, _ in lines(catalogue.configuration(DICE))["How it is played"]]
    assert played[:6] == ["A", "What", "With", "The", "Positions", "A"]


@pytest.mark.parametrize(("chosen", "dice"), [("", "3"), (", dice=2", "2"), (", dice=5", "5")])
def test_the_start_of_the_deal_is_told_with_the_dice_of_this_house(chosen: str, dice: str) -> None:
    configuration = catalogue.configuration(DICE.replace(")", f"{chosen})"))
    told = (
        f"The deal starts at a position chosen by the sum of {dice} dice: positions are counted from the dealer as "
        "one, open seats included, up to that sum; every position gets a packet of seven, and packets of open seats "
        "go to the discard rack."
    )
    assert told in sentences(configuration)
    assert told in placard_words(configuration, Limits())


@pytest.mark.parametrize(("decks", "shoe"), [("1", "1 deck"), ("2", "2 decks"), ("8", "8 decks")])
def test_the_shoe_is_told_in_decks(decks: str, shoe: str) -> None:
    configuration = catalogue.configuration(f"blackjack(decks={decks})")
    assert f"The shoe holds {shoe} of 52 cards." in sentences(configuration)
    assert f"The shoe holds {shoe} of 52 cards." in placard_words(configuration, Limits())


E01 = "straight_flush_progressive=PT-BJS-HCF-SF-E01"


@pytest.mark.parametrize(
    ("choices", "paid"),
    [
        (f"edition=washington, {E01}, straight_flush_progressive_2=PT-BJS-HCF-SF-E02", "once for each qualifying hand"),
        (f"edition=washington, {E01}, jackpot=house", "once for each qualifying hand"),
        (f"{E01}, envy_per=round", "one envy, the highest, however many hands"),
    ],
)
def test_what_a_jackpot_returns_and_who_is_paid_envy_is_told_of_either_kind(choices: str, paid: str) -> None:
    """K18 and K20 hold of a House Jackpot too, which is no progressive, and K20 of each of two jackpots by itself."""
    told = sentences(catalogue.configuration(f"keep-it-straight({choices})"))
    readings = {words.partition(".")[0]: words for words in told}
    assert "Does a winner of a jackpot award also get the stake back? No." in readings["K18"]
    assert "with the same jackpot wager in that round, folded or not, is paid" in readings["K20"]
    assert paid in readings["K20"]
    assert not [said for said in (readings["K18"], readings["K20"]) if "progressive" in said.lower()]


@pytest.mark.parametrize(("jackpot", "is_asked"), [("progressive", True), ("house", False)])
def test_what_comes_off_a_meter_is_not_said_of_a_prize_that_stays_as_posted(jackpot: str, is_asked: bool) -> None:
    spec = f"keep-it-straight(edition=washington, straight_flush_progressive=PT-BJS-HCF-SF-02, jackpot={jackpot})"
    assert any(words.startswith("K19. ") for words in sentences(catalogue.configuration(spec))) is is_asked


def test_only_flat_wagers_are_said_to_come_back_beside_their_pay() -> None:
    sides = "pair_bonus=PT-FLT-TCPR-PB-06, all_six=SAMPLE-TCP-ALL-SIX-01, mini_royal_progressive=SAMPLE-TCP-MRP-01"
    said = sentences(catalogue.configuration(f"three-card-prime({sides})"))
    assert "The odds of the Pair Bonus and the All Six are to 1: a winning wager comes back beside its pay." in said


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
    for value, expected in (
        ("of-posted-not-reduced", [10000, 100000, 10000, 100000, 100000, 10000]),
        ("deducted", [10000, 90000, 10000, 90000, 100000, 10000]),
    ):
        configuration = catalogue.configuration(spec.format(value))
        whole, part = configuration.tables[wager].rows[:2]
        bets = tuple(
            JackpotBet(seat, wager, 100, row, "KIS-W Appendix C", Why("won"))
            for seat, row in enumerate((part, whole, part, whole, whole, part), 1)
        )
        valued = value_jackpots(configuration, bets, meters={wager: {1: 100000}}, seeds={wager: {1: 100000}})
        assert [award.amount for award in valued.awards if award.kind == "meter"] == expected
        # "For the rest of the round": the next one begins with what the house posts.
        assert valued.meters == {wager: {1: 100000}}
        posted = " ".join(words for _, words in posted_rules(configuration, "jackpot"))
        example = "is paid $100, one that wins the whole after it $900, and one that wins 10% after that $100."
        assert (example in posted) is (value == "deducted")
        assert ("won whole, it is posted again at once" in posted) is (value == "deducted")


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
        ("surrender=late", "the round ends there, and every bet but a player's own blackjack loses"),
        ("surrender=early", "a hand that was given up loses half its bet, and every other bet but"),
        ("hole_card=none, surrender=early", "and a hand that was given up, which loses half its bet"),
    ):
        said = sentences(catalogue.configuration(f"blackjack({choices})"))
        endings = ("takes every", "takes the original", "every bet but", "every other bet but")
        assert [any(taken in words for words in said)] == [True]
        assert len([words for words in said if any(ending in words for ending in endings)]) == 1, choices


def test_blackjacks_procedure_is_in_the_order_of_the_table() -> None:
    for hole_card, steps in (
        (
            "peek",
            ["close them", "Deal single", "second card face down", "Settle Perfect Pairs", "insurance", "Look at"],
        ),
        ("none", ["close them", "Deal single", "Settle Perfect Pairs", "insurance", "From the first seat", "draw the"]),
        ("peek, surrender=early", ["insurance", "offer a surrender", "Look at", "From the first seat"]),
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


FLOOR = (
    "keep-it-straight(edition=washington, straight_flush=PT-FLT-HCF-SF-01, aggregate_limit=100, aggregate_approval=W-7)"
)


def test_washingtons_floor_holds_on_every_print(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """$100 covers wagers of up to $2: with those it is printed, with the usual $100 refused, on paper as in play."""
    for command, ending in (("rules", "html"), ("placard", "svg")):
        file = str(tmp_path / f"print.{ending}")
        assert run([command, FLOOR, "-o", file]) == 2
        assert "is below 5000.00" in capsys.readouterr().err
        assert run([command, FLOOR, "--bonus-maximum", "2.00", "-o", file]) == 0
    assert run(["show", FLOOR]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "Such a maximum covers wagers of up to $2 on the Straight Flush" in shown
    game = catalogue.load(FLOOR)
    for cents, is_taken in ((200, True), (201, False)):
        limits = {"straight_flush": Limit(maximum=cents)}
        with nullcontext() if is_taken else pytest.raises(CroupierError, match=r"is below 100\.50"):
            place_stakes(game, {1: {"ante": 1000, "straight_flush": 200}}, limits)


def test_a_felt_needs_no_limits(tmp_path: Path) -> None:
    assert run(["layout", FLOOR, "-o", str(tmp_path / "felt.svg")]) == 0


def cites_of(spec: str, section: str, words: str) -> str:
    return next(cites for said, cites in lines(catalogue.configuration(spec))[section] if words in said)


CHOICES, PLAY, BONUS = "Choices of the house", "How it is played", "Bonus wagers and jackpots"
CAPPED = "keep-it-straight(straight=PT-FLT-KIS-SB-01, straight_flush=PT-FLT-HCF-SF-01, aggregate_limit={}:5000)"


@pytest.mark.parametrize(
    ("spec", "section", "words", "cites"),
    [
        (
            "keep-it-straight(straight_flush_progressive=PT-BJS-HCF-SF-E01, envy_per=round)",
            CHOICES,
            "envy_per = round",
            "CROUPIER envy once",
        ),
        (FLOOR.replace("100,", "5000,"), CHOICES, "aggregate_scope", "WAC 230-15-490"),
        (CAPPED.format("straight"), BONUS, "win together at most $5,000", "KIS-G Appendix A n.3"),
        (CAPPED.format("straight_flush"), BONUS, "win together at most $5,000", "KIS-G Appendix B n.4"),
        (CAPPED.format("straight_flush"), CHOICES, "aggregate_limit", "KIS-G Appendix B n.4"),
        (
            "ricochet-poker(mini_royal_progressive=SAMPLE-TCP-MRP-01)",
            "Order of reconciliation",
            "On the cards first dealt",
            "RIC Mini-Royal Progressive; CROUPIER dealing procedure",
        ),
        ("blackjack(decks=2, perfect_pairs=PT-PRG-PP-15)", BONUS, "A percentage is of", "PPP Appendix A"),
        ("blackjack(decks=2, perfect_pairs=PT-PRG-PP-15)", BONUS, "Pays are for 1", "PPP Appendix A n.1"),
        ("blackjack(decks=6, perfect_pairs=PT-PRG-PP-D02)", BONUS, "After the bets close", "PPP Appendix D n.9"),
        ("blackjack(decks=6, perfect_pairs=PT-PRG-PP-D01a)", BONUS, "After the bets close", "PPP Appendix D n.8"),
        ("three-card-prime", "The dealer's procedure", "face down", "TCP 2; CROUPIER dealing procedure"),
        ("blackjack", PLAY, "The shoe holds", "BJ-TRADE house choices"),
    ],
)
def test_a_sentence_cites_what_is_said_of_this_table(spec: str, section: str, words: str, cites: str) -> None:
    assert cites_of(spec, section, words) == cites


def test_no_wager_is_barred_that_the_game_asks_for() -> None:
    """Wagers are closed before the deal; what is put up later is named, and nothing is folded where nobody folds."""
    for name in GAMES:
        rules = catalogue.book().game(name)
        later = [wager.title for wager in rules.wagers if wager.kind == "follow"]
        (words,) = [said for said in sentences(catalogue.configuration(name)) if said.startswith("Once wagers are")]
        assert all(title in words for title in later)
    assert not [said for said in sentences(catalogue.configuration("blackjack")) if "folded" in said]


def test_nothing_is_said_of_what_is_not_offered() -> None:
    generic = "keep-it-straight(straight_flush_progressive=PT-BJS-HCF-SF-01)"
    assert not [said for said in sentences(catalogue.configuration(generic)) if "house jackpot" in said.lower()]
    levels = "blackjack(decks=6, perfect_pairs=PT-PRG-PP-MLP-04)"
    assert not [said for said in sentences(catalogue.configuration(levels)) if "suit = " in said]
    titles = [section.title for section in rules_document(catalogue.configuration("ricochet-poker"), Limits()).sections]
    assert [title for title in titles if title.endswith(" Kickout Hand by number of players")]
    for spec, words in (
        ("ricochet-poker(ante_bonus=none)", "Ante Bonus"),
        ("high-card-flush(flush=SAMPLE-HCF-FLUSH-01)", "straight flush"),
    ):
        assert not [said for said in sentences(catalogue.configuration(spec)) if words in said]


def test_a_row_is_never_posted_narrower_than_it_pays() -> None:
    """A document prints King High where its row takes lower hands too: how it is read stands beside it, everywhere."""
    for spec in SPECS:
        for table in posted_tables(catalogue.configuration(spec)):
            rows = [row for row in table.rows if row.event.endswith("_or_lower")]
            assert all("or Lower" in row.label for row in rows), spec


@pytest.mark.parametrize("chosen", ["", ", colored_ace=player-pair"])
def test_a_reading_of_aces_holds_of_other_chosen_ranks(chosen: str) -> None:
    """With kings chosen, two aces of hearts and the ace of diamonds win nothing on table 16."""
    said = sentences(catalogue.configuration(f"blackjack(decks=2, perfect_pairs=PT-PRG-PP-16, ranks=K{chosen})"))
    (answer,) = [words for words in said if words.startswith("P4. ")]
    assert "identical cards of the chosen rank" in answer
    assert "aces" not in answer.replace("two aces of hearts and the ace of diamonds do where aces are chosen", "")


def test_citations_stand_in_one_column_of_the_page() -> None:
    """Each section's table once had widths of its own, and citations began at a place of its own in each."""
    page = render_rules_html(catalogue.configuration("three-card-prime"), Limits())
    laid = re.findall(r"<table class=\"facts laid\"><colgroup>(.*?)</colgroup>", page)
    assert len(laid) >= 8
    assert set(laid) == {'<col style="width:11mm"/><col/><col style="width:42mm"/>'}


def test_a_pay_below_its_table_is_told() -> None:
    """Call or Fold pays the Ante even money below a straight, which its table does not list."""
    folder = Path(__file__).parents[2] / "examples" / "call_or_fold"
    with catalogue.games_from([folder]):
        said = sentences(catalogue.configuration("call-or-fold"))
    assert sum("even money below a straight" in words for words in said) == 2


def test_an_answer_that_the_house_left_alone_is_not_said_to_be_its_choice() -> None:
    """K22 says of what a tenth is whichever way several winners of the whole are paid."""
    spec = "high-card-flush(straight_flush_progressive=PT-BJS-HCF-SF-11, simultaneous=full)"
    said = {words.partition(".")[0]: words for words in sentences(catalogue.configuration(spec))}
    assert said["K21"].endswith("(chosen by the house: simultaneous)")
    assert said["K22"].endswith("(medium confidence)")


@pytest.mark.parametrize(
    ("without", "with_it", "said"),
    [
        ("ricochet-poker", "ricochet-poker(mini_royal_progressive=SAMPLE-TCP-MRP-01)", "stays marked as the first"),
        (
            "blackjack(decks=6, perfect_pairs=PT-PRG-PP-03)",
            "blackjack(decks=6, perfect_pairs=PT-PRG-PP-D01a)",
            "a lower one would pay more",
        ),
        (
            "keep-it-straight(straight_flush_progressive=PT-BJS-HCF-SF-01)",
            "keep-it-straight(straight_flush_progressive=PT-BJS-HCF-SF-01, below_seed=top-up)",
            "the house brings it back up to its seed",
        ),
    ],
)
def test_a_rule_of_some_tables_is_said_on_those(without: str, with_it: str, said: str) -> None:
    for spec, is_said in ((without, False), (with_it, True)):
        assert any(said in words for words in sentences(catalogue.configuration(spec))) is is_said


def pay_grids(configuration: Configuration) -> list[Grid]:
    sections = rules_document(configuration, Limits()).sections
    blocks = [block for section in sections for block in section.blocks]
    return [block for block in blocks if isinstance(block, Grid) and not block.is_facts]


def test_columns_and_thousands_are_those_of_the_placard() -> None:
    """A table of thresholds has the same heads on both, and a pay of thousands the same figure."""
    ricochet = catalogue.configuration("ricochet-poker")
    (ladder,) = (table for table in posted_tables(ricochet) if table.heads)
    assert ladder.heads in [tuple(column.title for column in grid.columns) for grid in pay_grids(ricochet)]
    said = placard_words(ricochet, Limits())
    start = said.index(ladder.code) + 1
    assert tuple(said[start : start + 4]) == (*ladder.heads, "a pair of kings", "1 player")
    straight = catalogue.configuration("keep-it-straight(straight_flush=PT-FLT-HCF-SF-01)")
    assert "8,000 to 1" in {row[1].text for grid in pay_grids(straight) for row in grid.rows}
    assert "8,000 to 1" in placard_words(straight, Limits())


def test_the_deal_by_dice_is_one_step_of_the_procedure() -> None:
    told = [words for words, _ in lines(catalogue.configuration(DICE))["The dealer's procedure"]]
    assert len([words for words in told if "packets of seven" in words]) == 1
    assert len([words for words in told if "clockwise" in words]) == 1


SIDES = "straight_flush_progressive=PT-BJS-HCF-SF-01, straight_flush_progressive_2=PT-BJS-HCF-SF-02"


@pytest.mark.parametrize(
    ("spec", "words", "cites"),
    [
        (
            "blackjack(decks=6)",
            "Look at the hole card under an ace or a ten before any hand is played; on a blackjack turn it over and "
            "settle the round.",
            "BJ-TRADE house choices",
        ),
        (
            "blackjack(decks=6, perfect_pairs=PT-PRG-PP-01)",
            "Perfect Pairs Progressive. Wins on a pair among the player's first two cards, or three of a kind with the "
            "dealer's up-card, as its table says.",
            "PPP",
        ),
        (
            "high-card-flush(flush=SAMPLE-HCF-FLUSH-01)",
            "Then settle, folded hands too: Flush.",
            "HCF-RULES bonus bets; CROUPIER dealing procedure",
        ),
        (
            "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)",
            "What a player may add: Pair Bonus.",
            "TCP 1",
        ),
        (
            "three-card-prime(mini_royal_progressive=SAMPLE-TCP-MRP-01)",
            "Each bonus pays once, for the best event on its table.",
            "TCP Appendix A n.3",
        ),
        (
            f"keep-it-straight(edition=washington, {SIDES})",
            "Second Straight Flush Progressive. The jackpot game of the second sensor: a fixed wager of its own on the "
            "player's seven cards, with its own table and its own jackpot. Both jackpots of a layout are of one type.",
            "KIS-W",
        ),
        (
            "ricochet-poker(pocket_bonus=SAMPLE-RIC-PB-01)",
            "The Pocket Bonus wins on the player's two cards.",
            "RIC Pocket Bonus",
        ),
        (
            "ricochet-poker(beaten_by_waiting_pair=still-knocks-out)",
            "A completed hand that a waiting two-card hand sends away still sends away the five-card hands that it "
            "beats, and a dealer's that it ties.",
            "RIC 5",
        ),
        (
            "high-card-flush(flush=SAMPLE-HCF-FLUSH-01)",
            "The odds of the Flush are to 1: a winning wager comes back beside its pay.",
            "HCF-FLOOR flush bonus",
        ),
        (
            "high-card-flush(straight_flush=PT-FLT-HCF-SF-10)",
            "In a straight flush the ace is the lowest or the highest card of its suit.",
            "KIS-W",
        ),
        (
            "ricochet-poker(straight_flush_progressive=PT-BJS-HCF-SF-01)",
            "In a straight flush the ace is the lowest or the highest card of its suit.",
            "KIS-G",
        ),
        (
            "ricochet-poker(hedge_bet=SAMPLE-RIC-HB-01)",
            "The odds of the Hedge Bet are to 1: a winning wager comes back beside its pay.",
            "RIC-WEB side bets",
        ),
        (
            # No document prints this table with the note that allows a maximum.
            "high-card-flush(straight_flush=PT-FLT-HCF-SF-10, aggregate_limit=20000)",
            "The winners of one round win together at most $20,000 on the Straight Flush, in proportion to what the "
            "table orders; their stakes come back beside it.",
            "CROUPIER aggregate limit",
        ),
    ],
)
def test_what_an_inspector_had_put_right_stays_so(spec: str, words: str, cites: str) -> None:
    """Each was posted otherwise once, and what settles contradicted it, or it was cited to a place about something
    else."""
    said = [line for section in lines(catalogue.configuration(spec)).values() for line in section]
    (place,) = [place for sentence, place in said if sentence == words]
    assert place.startswith(cites)


def test_the_raise_of_a_winner_without_a_pair_is_paid_as_posted() -> None:
    """One-Up Stud posts even money where the table has no row, and settles it."""
    with catalogue.games_from([Path(__file__).parents[2] / "examples" / "one_up_stud"]):
        (name,) = [name for name, rules in catalogue.book().games.items() if rules.folder == "one_up_stud"]
        game = catalogue.load(name)
        said = [words for section in lines(game.configuration).values() for words, _ in section]
        assert any(words.endswith("on the Raise what the table says, or even money without a pair.") for words in said)
        example = base_examples(game)["The base wager wins: it beats the dealer's hand"]
        raised = {line.event: line for line in example.settlement.lines if line.wager == "raise"}
        assert raised
        assert all(line.net >= line.stake for line in raised.values())


def test_a_choice_that_no_note_decides_cites_no_note() -> None:
    """KIS-W Appendix C n.7 multiplies the seed: it is not where a house that does not multiply may point to."""
    for spec in (
        "ricochet-poker(straight_flush_progressive=PT-BJS-HCF-SF-01, scale_seed=no, base_wager=5.00)",
        "three-card-prime(mini_royal_progressive=SAMPLE-TCP-MRP-01, scale_seed=no, base_wager=5.00)",
    ):
        said = lines(catalogue.configuration(spec))["Choices of the house"]
        assert [cites for words, cites in said if words.startswith("scale_seed = no.")] == ["CROUPIER base wager"]


@pytest.mark.parametrize("name", GAMES)
def test_the_procedure_begins_with_the_shuffle_and_the_cut(name: str) -> None:
    """The documents are silent on both, so that it says it is the house's own."""
    words, cites = lines(catalogue.configuration(name))["The dealer's procedure"][0]
    assert "shuffled by hand or in a machine and cut" in words
    assert words.endswith("the rules of play leave this to the house.")
    assert cites == "CROUPIER dealing procedure"


def test_washingtons_handbook_cites_washington_alone() -> None:
    book = catalogue.book()
    page = game_page(book, book.game("keep-it-straight"), "washington")
    told = [block for block in all_blocks(page.sections) if isinstance(block, Words | Lines)]
    said = [text for block in told for text in ([block.text] if isinstance(block, Words) else map(str, block.items))]
    assert said
    assert not [text for text in said if "[KIS-G" in text or "; KIS-G" in text or "'KIS-G" in text]
