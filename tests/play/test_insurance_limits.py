"""Posted limits of insurance: play, settlement, advice, misdeals, records and the placard obey them alike."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from croupier import catalogue
from croupier.cards.cards import parse_cards
from croupier.cards.shuffle import SeededSource
from croupier.cli.main import run
from croupier.cli.play import with_options
from croupier.errors import CroupierError
from croupier.handbook.rules.placard import placard_words
from croupier.play.dealing import PreparedDeck
from croupier.play.game import Choose
from croupier.play.replay import replay_transcript
from croupier.play.round import Round
from croupier.play.roundfile import settle_file
from croupier.play.tablefile import TableFile, read_table
from croupier.questions.advise import advise_turn
from croupier.questions.sheet.wording import Limits

FILE = """\
schema = 1
game = "blackjack"

[limits.bet]
minimum = "10.00"
maximum = "100.00"
step = "5.00"

[limits.insurance]
minimum = "10.00"
maximum = "40.00"
step = "10.00"
"""


def table(tmp_path: Path, text: str = FILE) -> TableFile:
    path = tmp_path / "table.toml"
    path.write_text(text)
    return read_table(path, catalogue.load)


def told(bet: str, *actions: str, dealer: str = "As Kd") -> dict[str, Any]:
    """A seat with twenty against an ace up; the dealer has a blackjack unless another hand is given."""
    return {
        "schema": 1,
        "game": "blackjack",
        "dealing": {"order": "dealt"},
        "seats": {"1": {"cards": "Tc Td", "wagers": {"bet": bet}, "actions": list(actions)}},
        "dealer": dealer,
    }


REFUSED = {
    "insure 45.00 of 100.00": "it is over the maximum of 40.00, as posted",
    "insure 15.00 of 100.00": "it is not in steps of 10.00, as posted",
    "insure 5.00 of 100.00": "it is under the minimum of 10.00, as posted",
    "insure 20.00 of 30.00": "half the bet",
    "insure 5.00 of 10.00": "the posted limits leave no insurance here",
}


@pytest.mark.parametrize("asked", REFUSED)
def test_a_settled_insurance_is_within_its_limits(asked: str, tmp_path: Path) -> None:
    action, bet = asked.split(" of ")
    with pytest.raises(CroupierError) as refused:
        settle_file(told(bet, action), catalogue.load, table(tmp_path))
    assert REFUSED[asked] in str(refused.value)


def test_permitted_insurance_is_paid_two_to_one(tmp_path: Path) -> None:
    settled = settle_file(told("100.00", "insure 40.00"), catalogue.load, table(tmp_path))[2]
    assert {line.wager: line.net for line in settled.lines} == {"bet": -10000, "insurance": 8000}


def round_at(posted: TableFile, bet: str) -> Round:
    """A live round whose dealer shows an ace over a six."""
    deck = PreparedDeck(posted.game, SeededSource(1), committed=False)
    deck.cards = parse_cards("Tc As Td 6d 5c 5d 5h 5s 9c")
    return Round.start(posted.game, {1: {"bet": bet}}, deck=deck, limits=posted.limits)


OFFERED = {
    "10.00": [],
    "20.00": ["insure 10.00"],
    "50.00": ["insure 10.00 to 20.00 in steps of 10.00"],
    "100.00": ["insure 10.00 to 40.00 in steps of 10.00"],
}


@pytest.mark.parametrize(("bet", "insurance"), OFFERED.items())
def test_play_offers_what_is_posted_and_a_bet_too_small_for_it_plays_on(
    bet: str, insurance: list[str], tmp_path: Path
) -> None:
    played = round_at(table(tmp_path), bet)
    assert [str(action) for action in played.legal_actions] == [*insurance, "decline"]
    played.act("decline")
    assert "stand" in [action.name for action in played.legal_actions]


def test_a_record_carries_the_limits_and_replays_under_them(tmp_path: Path) -> None:
    played = round_at(table(tmp_path), "100.00")
    played.act("insure 30.00")
    played.act("stand")
    record = json.loads(json.dumps(played.transcript(played.settle())))
    assert record["table"]["limits"]["insurance"] == {"minimum": "10.00", "step": "10.00", "maximum": "40.00"}
    assert replay_transcript(record, catalogue).differences == ()
    record["seats"]["1"]["actions"][0] = "insure 35.00"
    with pytest.raises(CroupierError, match=r"not in steps of 10\.00, as posted"):
        replay_transcript(record, catalogue)


def test_a_misdeal_gives_back_only_insurance_that_could_have_been_taken(tmp_path: Path) -> None:
    for insured, could in (("40.00", True), ("45.00", False), ("15.00", False), ("60.00", False)):
        document = told("100.00", f"insure {insured}") | {"misdeal": "a card fell"}
        del document["dealer"], document["seats"]["1"]["cards"]
        if could:
            assert settle_file(document, catalogue.load, table(tmp_path))[2].void == "a card fell"
            continue
        with pytest.raises(CroupierError, match="could not have been staked"):
            settle_file(document, catalogue.load, table(tmp_path))


def test_the_placard_posts_the_limits_of_insurance(tmp_path: Path) -> None:
    found = table(tmp_path)
    words = placard_words(found.game.configuration, Limits(posted=found.limits))
    assert "$10 to $40, steps of $10" in words


def test_insurance_of_any_amount_is_solved(tmp_path: Path) -> None:
    played = round_at(replace(table(tmp_path), limits={}), "5.00")
    assert [str(action) for action in played.legal_actions] == ["insure 0.01 to 2.50", "decline"]
    assert isinstance(played.turn, Choose)
    asked = advise_turn(played.game, played.state, played.turn).asked
    assert [str(each.action) for each in asked.worths] == ["insure", "decline"]
    assert not asked.unsolved
    assert asked.best is not None
    assert asked.best.action == "decline"


def test_advice_is_about_what_may_be_staked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "table.toml").write_text(FILE)
    path = tmp_path / "round.json"
    document = told("100.00") | {"dealer": {"up": "As"}}
    path.write_text(json.dumps(document))
    assert run(["advise", "--round", str(path), "--table", str(tmp_path / "table.toml"), "--json"]) == 0
    offered = json.dumps(json.loads(capsys.readouterr().out))
    assert "40.00" in offered
    assert "50.00" not in offered


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        ("bet=10-100/5 insurance=55-100/5", "leaves no insurance for any bet"),
        ("bet=10-10 insurance=7-9/2", "leaves no insurance for any bet"),
        ("insurance=10-25/10", "is not on a step of 10.00"),
        ("insurance=0-0", "a limit of zero"),
    ],
)
def test_limits_that_no_insurance_meets_are_refused(limits: str, words: str) -> None:
    with pytest.raises(CroupierError) as refused:
        with_options(catalogue.configuration("blackjack"), {}, limits.split())
    assert words in str(refused.value)
