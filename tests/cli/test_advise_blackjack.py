"""``croupier advise`` for a hand of blackjack, from the outside."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier import catalogue
from croupier.cards.cards import Card, parse_cards
from croupier.exact.blackjack.solver import Against
from croupier.games.blackjack.game import Blackjack
from croupier.units import decimal_text
from tests.cli.calling import Call

Record = Callable[..., dict[str, Any]]

SIX = "blackjack(decks=6)"


@pytest.fixture
def record(croupier: Call) -> Record:
    def call(*arguments: str) -> dict[str, Any]:
        status, out, err = croupier("advise", *arguments, "--json")
        assert status == 0, err
        found: dict[str, Any] = json.loads(out)
        return found

    return call


def decimals(found: dict[str, Any]) -> dict[str, str | None]:
    return {each["action"]: each["expectation"] and each["expectation"]["decimal"] for each in found["actions"]}


def test_a_sixteen_against_a_ten(record: Record) -> None:
    found = record(SIX, "--cards", "Th 6d", "--up", "Tc")
    assert found["game"] == SIX
    assert (found["cards"], found["up"], found["hand"]) == ("Th 6d", "Tc", "hard 16")
    assert found["method"] == "exact"
    game = catalogue.load(SIX)
    assert isinstance(game, Blackjack)
    advice = Against(game, Card.parse("Tc")).advise(parse_cards("Th 6d"))
    assert decimals(found) == {each.action: decimal_text(each.value or Fraction()) for each in advice.play.worths}
    assert list(decimals(found)) == ["hit", "stand", "double"]
    assert (found["question"], found["best"], found["unsolved"]) == ("options", "hit", [])
    assert list(found["dealer"]) == ["17", "18", "19", "20", "21", "bust", "blackjack"]
    for odds in (found["dealer"], found["dealer_before_look"]):
        assert sum(Fraction(each["fraction"]) for each in odds.values()) == 1
    assert found["looks"] is True
    assert found["dealer"]["blackjack"]["fraction"] == "0/1"
    assert found["dealer_before_look"]["blackjack"]["fraction"] == "8/103"


def test_without_a_look_there_is_one_set_of_chances(record: Record) -> None:
    for game, up in ((SIX, "9c"), ("blackjack(decks=6, hole_card=none)", "Ac")):
        found = record(game, "--cards", "Th 6d", "--up", up)
        assert found["looks"] is False
        assert found["dealer_before_look"] is None


def test_a_split_has_its_value(record: Record, croupier: Call) -> None:
    found = record(SIX, "--cards", "8h 8d", "--up", "Tc")
    assert decimals(found)["split"] == "-0.474893750825"
    assert (found["best"], found["unsolved"]) == ("split", [])
    _, out, _ = croupier("advise", SIX, "--cards", "8h 8d", "--up", "Tc")
    assert "not solved yet" not in out


def test_insurance_and_early_surrender_are_questions_of_their_own(record: Record) -> None:
    found = record("blackjack(decks=6, surrender=early)", "--cards", "8h 7d", "--up", "As")
    insurance, early = found["other_questions"]
    assert (insurance["question"], insurance["best"]) == ("insurance", "decline")
    assert insurance["actions"][0]["expectation"]["fraction"] == "-7/206"
    assert (early["question"], early["best"]) == ("early-surrender", "surrender")
    assert found["expectation"]["fraction"] == "-1/2"


def write(tmp_path: Path, **changes: Any) -> str:
    seat = {"wagers": {"bet": "10.00"}, "cards": "Th 2d", "actions": []}
    seat |= {key: changes.pop(key) for key in ("cards", "actions", "draws") if key in changes}
    document = {"schema": 1, "game": SIX, "seats": {"1": seat}, "dealer": {"up": "Tc"}} | changes
    file = tmp_path / "round.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    return str(file)


def test_a_round_file_that_waits_for_a_decision(record: Record, tmp_path: Path) -> None:
    alone = record("--round", write(tmp_path, cards="Th 6d"))
    assert alone == record(SIX, "--cards", "Th 6d", "--up", "Tc") | {"expectation": alone["expectation"]}
    # From the decision on, after the look, the bet brings what the best play does.
    assert alone["expectation"]["decimal"] == decimals(alone)["hit"]


def test_a_hand_that_was_drawn_to(record: Record, tmp_path: Path) -> None:
    found = record("--round", write(tmp_path, actions=["hit"], draws="4c"))
    assert (found["cards"], found["hand"]) == ("Th 2d 4c", "hard 16")
    assert list(decimals(found)) == ["hit", "stand"]
    assert decimals(found) == decimals(record(SIX, "--cards", "Th 2d 4c", "--up", "Tc"))


def test_the_question_that_a_round_has_come_to(record: Record, tmp_path: Path) -> None:
    game = "blackjack(decks=6, surrender=early)"
    asked = []
    for actions in ([], ["decline"], ["decline", "decline"]):
        found = record("--round", write(tmp_path, game=game, dealer="Ac", actions=actions))
        asked.append((found["question"], [each["question"] for each in found["other_questions"]]))
    assert asked == [
        ("insurance", ["early-surrender", "options"]),
        ("early-surrender", ["options"]),
        ("options", []),
    ]
    # Whoever drew a card has let both offers go by.
    drawn = record("--round", write(tmp_path, game=game, dealer="Ac", actions=["hit"], draws="4c"))
    assert (drawn["question"], drawn["cards"]) == ("options", "Th 2d 4c")


def test_cards_of_other_seats_are_seen(record: Record, tmp_path: Path) -> None:
    other = {"wagers": {"bet": "10.00"}, "cards": "4h 5s", "actions": ["stand"]}
    mine = {"wagers": {"bet": "10.00"}, "cards": "Th 6d", "actions": []}
    found = record("--round", write(tmp_path, seats={"1": other, "2": mine}))
    alone = record(SIX, "--cards", "Th 6d", "--up", "Tc")
    assert found["cards"] == "Th 6d"
    assert float(decimals(found)["hit"] or 0) < float(decimals(alone)["hit"] or 0)


def test_limits_may_take_a_double_away(record: Record, tmp_path: Path) -> None:
    limits = {"limits": {"double": {"minimum": "100.00"}}}
    found = record("--round", write(tmp_path, cards="6h 5d", dealer="6c", table=limits))
    assert list(decimals(found)) == ["hit", "stand"]
    assert found["best"] == "hit"


REFUSED = [
    ((SIX, "--cards", "Th 6d"), "needs the dealer's up-card"),
    ((SIX, "--cards", "Th 6d", "--up", "9c 8c"), "expected one card"),
    ((SIX, "--cards", "Th 6d", "--up", ""), "expected one card"),
    ((SIX, "--cards", "Th 6d", "--up", "1c"), "not a card"),
    ((SIX, "--cards", "Th 6d 9c", "--up", "9c"), "not a hand to play"),
    ((SIX, "--cards", "Th", "--up", "9c"), "not a hand to play"),
    (("blackjack(decks=1)", "--cards", "Th 6d", "--up", "6d"), "6d appears twice"),
    (("three-card-prime", "--cards", "Qs 6h 4d", "--up", "9c"), "without an up-card"),
]


@pytest.mark.parametrize(("arguments", "words"), REFUSED, ids=[" ".join(each[0])[-50:] for each in REFUSED])
def test_bad_input(croupier: Call, arguments: tuple[str, ...], words: str) -> None:
    status, out, err = croupier("advise", *arguments, "--json")
    assert (status, out) == (2, "")
    assert words in err


def test_a_hand_of_a_split(croupier: Call, tmp_path: Path) -> None:
    """Ten against a six, of two hands: a double is best, and the note says that it is one hand's worth."""
    file = write(tmp_path, cards="8h 8d", actions=["split"], draws={"1": "2c"}, dealer="6c")
    status, out, _ = croupier("advise", "--round", file)
    assert status == 0
    assert "one of 2 hands" in out
    _, told, _ = croupier("advise", "--round", file, "--json")
    found = json.loads(told)
    assert (found["hand"], found["best"]) == ("hard 10", "double")


@pytest.mark.parametrize(
    ("changes", "status", "words"),
    [
        ({"cards": "Th 8d", "actions": ["stand"], "dealer": "9c 8c"}, 2, "waits for no decision"),
        ({"dealer": "Ac Kc", "actions": ["decline"]}, 2, "waits for no decision"),
        ({"draws": "4c"}, 2, "seat 1 hand 1: cards are given, but the round does not deal any there"),
        ({"actions": ["hit"]}, 2, "no cards are given"),
        ({"actions": ["fold"]}, 2, "not legal"),
    ],
)
def test_rounds_without_an_answer(
    croupier: Call, tmp_path: Path, changes: dict[str, Any], status: int, words: str
) -> None:
    found, out, err = croupier("advise", "--round", write(tmp_path, **changes))
    assert (found, out) == (status, "")
    assert words in err


def test_later_seats_cannot_have_decided(croupier: Call, tmp_path: Path) -> None:
    seats = {
        str(seat): {"wagers": {"bet": "10.00"}, "cards": cards, "actions": actions}
        for seat, cards, actions in ((1, "Th 6d", []), (2, "Th 7d", ["stand"]))
    }
    status, _, err = croupier("advise", "--round", write(tmp_path, seats=seats))
    assert status == 2
    assert "comes after the decision that seat 1 has to take" in err


@pytest.mark.parametrize(
    ("game", "cards", "up"),
    [(SIX, "Th 6d", "9c"), (SIX, "8h 8d", "Ac"), (SIX, "Ah Kd", "As"), ("blackjack(surrender=early)", "Th 6d", "Ac")],
)
def test_text_for_people(croupier: Call, game: str, cards: str, up: str) -> None:
    status, out, err = croupier("advise", game, "--cards", cards, "--up", up)
    assert (status, err) == (0, "")
    assert "exact" in out
    assert "shoe; game" in out
    assert all(line == line.rstrip() for line in out.splitlines())


@pytest.mark.parametrize("command", ["edge", "strategy"])
def test_the_whole_game_is_not_estimated(croupier: Call, command: str) -> None:
    """It is solved, with a stated bound on what floating point can be off."""
    status, out, err = croupier(command, SIX)
    assert status == 0, err
    assert "off by less than" in out
    # The cut card's effect alone is simulated, and says so.
    assert "estimated" not in out.replace("estimated by", "")
