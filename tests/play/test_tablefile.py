"""Table files: limits that belong to the table, obeyed alike by play, settlement, misdeals, advice and placards."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier import catalogue
from croupier.cli.main import run
from croupier.cli.play import with_options
from croupier.errors import CroupierError
from croupier.handbook.rules.placard import placard_words
from croupier.play.game import Action, Slot
from croupier.play.reading import read_round
from croupier.play.round import Round
from croupier.play.roundfile import at_table, settle_file
from croupier.play.stakes import Limit, within
from croupier.play.tablefile import TableFile, read_table
from croupier.questions.advise import advise_hand, advise_round
from croupier.questions.sheet.wording import Limits

GAME = "keep-it-straight(straight=PT-FLT-KIS-SB-01)"
FILE = f"""\
schema = 1
game = "{GAME}"

[limits.ante]
minimum = "10.00"
maximum = "100.00"
step = "5.00"

[limits.raise]
minimum = "20.00"
maximum = "300.00"
step = "10.00"

[limits.straight]
minimum = "1.00"
maximum = "25.00"
step = "2.00"
"""
ROUND: dict[str, Any] = {
    "schema": 1,
    "game": GAME,
    "seats": {
        "1": {
            "cards": "2c 3d 4h 5s 6c 9d Kh",
            "wagers": {"ante": "15.00", "straight": "5.00"},
            "actions": ["raise 40.00"],
        }
    },
    "dealer": "Js Qd Kc 2h 4s 6s 8s",
}


def table(tmp_path: Path, text: str = FILE) -> TableFile:
    path = tmp_path / "table.toml"
    path.write_text(text)
    return read_table(path, catalogue.load)


def changed(**seat: Any) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(json.dumps(ROUND))
    document["seats"]["1"] |= seat
    return document


def test_a_table_is_its_game_and_its_limits(tmp_path: Path) -> None:
    found = table(tmp_path)
    assert str(found.game.configuration) == GAME
    assert found.limits == {
        "ante": Limit(1000, 10000, 500),
        "raise": Limit(2000, 30000, 1000),
        "straight": Limit(100, 2500, 200),
    }


MISTAKES = {
    "schema = 1 -> schema = 2": "schema: expected 1, found 2",
    "[limits.ante] -> [limits.antes]": "antes is not a wager",
    "[limits.straight] -> [limits.straight_flush]": "straight_flush is not offered at this table",
    "[limits.straight] -> [limits.straight_flush_progressive]": "is a fixed wager",
    'maximum = "100.00" -> maximum = "102.00"': "102.00 is not on a step of 5.00 from 10.00",
    'maximum = "100.00" -> maximum = "5.00"': "the maximum is under the minimum",
    'step = "5.00" -> step = "0.00"': "a limit of zero is not a limit",
    'step = "5.00" -> step = 5': "limits.ante.step",
    'step = "5.00" -> steps = "5.00"': "steps",
    'step = "5.00" -> step = "five"': "table.toml: limits.ante.step: 'five' is not an amount",
    "game =  -> name = ": "game",
}
"""What is written instead of something, and the words of the refusal."""


@pytest.mark.parametrize("mistake", MISTAKES)
def test_what_is_not_a_table(mistake: str, tmp_path: Path) -> None:
    old, new = mistake.split(" -> ")
    assert old in FILE
    with pytest.raises(CroupierError) as refused:
        table(tmp_path, FILE.replace(old, new, 1))
    assert refused.value.exit_status == 2
    assert MISTAKES[mistake] in str(refused.value)


DICE = """\
schema = 1
game = "keep-it-straight(edition=washington)"
[dealing]
dealing = "dice-clockwise"
dice = 2
"""


def test_a_table_file_says_how_cards_are_dealt(tmp_path: Path) -> None:
    found = table(tmp_path, DICE)
    assert str(found.game.configuration) == "keep-it-straight(dealing=dice-clockwise, dice=2, edition=washington)"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("dice = 2", "dice = 9", "table.toml: dealing: unknown value of dice '9'"),
        ("dice = 2", "dices = 2", "dealing.dices: is not a key about the dealing"),
        ("dice = 2", "raise_step = 2", "dealing.raise_step: is not a key about the dealing"),
        ("dice = 2", "dice = true", "dealing.dice: expected a whole number"),
        ("washington", "washington, dealing=dice-clockwise", "dealing.dealing: is stated by game too"),
        ("(edition=washington)", "", "dealing.dealing: is not a key about the dealing of keep-it-straight"),
    ],
)
def test_what_is_not_a_dealing_of_the_game(old: str, new: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(CroupierError) as refused:
        table(tmp_path, DICE.replace(old, new, 1))
    assert words in str(refused.value)


FORCE_A_FOLD = {
    "keep-it-straight ante=10-100/5 raise=20-50/10": "leaves no raise for ante 30.00",
    "keep-it-straight ante=10-100/5 raise=50-300/10": "leaves no raise for ante 10.00",
    "keep-it-straight ante=10-100/5 raise=-150": "leaves no raise for ante 80.00",
    "three-card-prime ante=10-100/5 play=10-95/5": "leaves no play for ante 100.00",
    "high-card-flush ante=10-100/5 raise=10-95/5": "leaves no raise for ante 100.00",
    "keep-it-straight ante=10-100/5 raise=20-420/100": "leaves no raise for ante 15.00",
    "high-card-flush ante=10-100/5 raise=20-300/5": "leaves no raise for ante 10.00",
    "three-card-prime ante=10-100/5 play=10-100/10": "leaves no play for ante 15.00",
    "blackjack bet=10-100/5 double=105-500/5": "leaves no double for any bet",
}


@pytest.mark.parametrize(("posted", "words"), FORCE_A_FOLD.items())
def test_limits_that_force_a_fold_are_refused(posted: str, words: str) -> None:
    game, *limits = posted.split()
    with pytest.raises(CroupierError) as refused:
        with_options(catalogue.configuration(game), {}, limits)
    assert words in str(refused.value)
    base, _ = limits[0].split("=", 1)
    assert f"{base} 10.00 to 100.00" in str(refused.value)


@pytest.mark.parametrize(
    ("posted", "words"),
    [
        # The least four thousand amounts all go well; the most does not.
        ("keep-it-straight ante=10-10000/1 raise=-15000", "leaves no raise for ante 10000.00"),
        ("three-card-prime ante=0.05-10000/0.05 play=-9999.95", "leaves no play for ante 10000.00"),
        # Without a posted maximum an ante may always be larger than what can follow it.
        ("keep-it-straight ante=10- raise=20-300/10", "leaves no raise for ante"),
        ("three-card-prime ante=10-/5 play=10-95/5", "leaves no play for ante 100.00"),
        ("three-card-prime ante=-/5 play=5-95/5", "leaves no play for ante 100.00"),
    ],
)
def test_limits_that_stick_only_at_higher_stakes_are_refused(posted: str, words: str) -> None:
    game, *limits = posted.split()
    with pytest.raises(CroupierError) as refused:
        with_options(catalogue.configuration(game), {}, limits)
    assert words in str(refused.value)


@pytest.mark.parametrize(
    "posted",
    [
        "keep-it-straight ante=10-10000/1 raise=-20000",
        "keep-it-straight ante=10-100/5 raise=-200",
        "three-card-prime ante=10-100/5 play=10-100/5",
        "three-card-prime ante=10-/5 play=10-/5",
        "blackjack bet=10-100/5 double=95-500/5",
    ],
)
def test_limits_that_go_together_up_to_the_largest_stake_are_taken(posted: str) -> None:
    game, *limits = posted.split()
    assert len(with_options(catalogue.configuration(game), {}, limits)) == 2


def test_a_table_file_that_forces_a_fold_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CroupierError, match=r"raise 20\.00 to 50\.00 in steps of 10\.00 leaves no raise"):
        table(tmp_path, FILE.replace('maximum = "300.00"', 'maximum = "50.00"'))


@pytest.mark.parametrize("limits", ["bet=10-100/5 double=50-500/5", "bet=10-100/5 double=10-100/5"])
def test_a_double_that_some_bet_allows_is_posted(limits: str) -> None:
    assert len(with_options(catalogue.configuration("blackjack"), {}, limits.split())) == 2


@pytest.mark.parametrize(
    ("seat", "words"),
    [
        ({"wagers": {"ante": "5.00"}}, "ante 5.00 is under the minimum of 10.00"),
        ({"wagers": {"ante": "105.00"}}, "ante 105.00 is over the maximum of 100.00"),
        ({"wagers": {"ante": "12.00"}}, "ante 12.00 is not in steps of 5.00"),
        ({"wagers": {"ante": "15.00", "straight": "5.50"}}, "straight 5.50 is not in steps of 2.00 from 1.00"),
        ({"wagers": {"ante": "15.00", "straight": "26.00"}}, "straight 26.00 is over the maximum of 25.00"),
        ({"actions": ["raise 45.00"]}, "raise 45.00 is not legal: it is not in steps of 10.00, as posted"),
        ({"wagers": {"ante": "100.00"}, "actions": ["raise 310.00"]}, "it is over the maximum of 300.00, as posted"),
        ({"actions": ["raise 70.00"]}, "twice and at most four times the Ante"),
    ],
)
def test_a_refusal_names_the_limit_that_was_broken(seat: dict[str, Any], words: str, tmp_path: Path) -> None:
    with pytest.raises(CroupierError) as refused:
        settle_file(changed(**seat), catalogue.load, table(tmp_path))
    assert words in str(refused.value)


def test_a_misdeal_obeys_the_table_too(tmp_path: Path) -> None:
    document = changed(actions=["raise 45.00"]) | {"misdeal": "a card fell"}
    del document["dealer"], document["seats"]["1"]["cards"]
    with pytest.raises(CroupierError, match="could not have been staked"):
        settle_file(document, catalogue.load, table(tmp_path))
    document["seats"]["1"]["actions"] = ["raise 40.00"]
    assert settle_file(document, catalogue.load, table(tmp_path))[2].void == "a card fell"


def test_a_round_of_another_table_is_refused(tmp_path: Path) -> None:
    document = changed() | {"game": "keep-it-straight(straight=PT-FLT-KIS-SB-02)"}
    with pytest.raises(CroupierError, match="but the table is"):
        settle_file(document, catalogue.load, table(tmp_path))
    document = changed() | {"table": {"limits": {"ante": {"minimum": "1.00"}}}}
    with pytest.raises(CroupierError, match="other limits than its table"):
        settle_file(document, catalogue.load, table(tmp_path))


def test_steps_count_from_the_posted_minimum_and_both_ends_lie_on_one() -> None:
    assert within(Action("raise", 2000, 4000), Limit(500, None, 1000)) == Action("raise", 2500, 3500, 1000)
    assert within(Action("raise", 2000, 4000, 1000), Limit(0, None, 1500)) == Action("raise", 3000, 3000, 3000)
    assert within(Action("play", 1250, 1250), Limit(0, None, 500)) is None
    for low, step, mine in [(7, 4, 3), (0, 5, 1), (100, 6, 10), (3, 10, 4)]:
        action, limit = Action("x", 50, 170, mine), Limit(low, 160, step)
        possible = [each for each in range(max(50, low), 161) if (each - 50) % mine == 0 and (each - low) % step == 0]
        found = within(action, limit)
        told = list(range(found.minimum, found.maximum + 1, found.step)) if found else []
        assert told == possible


@pytest.mark.parametrize("mine", [1, 7, 20])
@pytest.mark.parametrize("limit", [Limit(), Limit(55), Limit(0, 166), Limit(71, 133), Limit(50, 170), Limit(171)])
def test_limits_without_a_step_leave_the_steps_of_the_action(limit: Limit, mine: int) -> None:
    """Both ends are amounts that can be put up, and all that the limit permits are left; the most is one of them."""
    action = Action("x", 50, 170, mine)
    steps = {*range(50, 171, mine), 170}
    possible = [each for each in steps if each >= limit.minimum and each <= (limit.maximum or 170)]
    found = within(action, limit)
    if not possible or limit.minimum > 170:
        assert found is None
        return
    assert found is not None
    assert (found.minimum, found.maximum, found.step) == (min(possible), max(possible), mine)


def test_a_limit_of_zero_is_refused_beside_limits_that_are_none(tmp_path: Path) -> None:
    right = {"minimum": "10.00", "maximum": "100.00", "step": "5.00"}
    for wrong in right:
        document = changed() | {"table": {"limits": {"ante": right | {wrong: "0.00"}}}}
        with pytest.raises(CroupierError, match="a limit of zero is not a limit"):
            settle_file(document, catalogue.load)


def test_the_placard_and_the_transcript_carry_the_limits(tmp_path: Path) -> None:
    found = table(tmp_path)
    words = placard_words(found.game.configuration, Limits(posted=found.limits))
    assert "$10 to $100, steps of $5" in words
    assert "$20 to $300, steps of $10" in words
    assert "$1 to $25, steps of $2" in words
    played = Round.start(found.game, {1: {"ante": 1500}}, seed=2, limits=found.limits)
    while not played.is_over:
        played.act("fold")
    record = played.transcript(played.settle())
    assert record["table"]["limits"]["ante"] == {"minimum": "10.00", "step": "5.00", "maximum": "100.00"}
    assert record["game"] == GAME, "limits are no part of the canonical string"


def test_the_commands_take_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, rounds = tmp_path / "table.toml", tmp_path / "round.json"
    path.write_text(FILE)
    rounds.write_text(json.dumps(ROUND))
    assert run(["settle", str(rounds), "--table", str(path), "--json"]) == 0
    assert run(["placard", "--table", str(path), "-o", str(tmp_path / "placard.svg")]) == 0
    rounds.write_text(json.dumps(changed(wagers={"ante": "12.00"})))
    capsys.readouterr()
    assert run(["settle", str(rounds), "--table", str(path)]) == 2
    assert "not in steps of 5.00" in capsys.readouterr().err
    rounds.write_text(json.dumps(changed(actions=[])))
    assert run(["advise", "--round", str(rounds), "--table", str(path), "--json"]) == 0
    assert run(["settle", str(rounds), "--table", str(tmp_path / "nowhere.toml")]) == 2


@pytest.mark.parametrize(
    ("ante", "raises"),
    [
        ("10.00", {"raise 2x", "raise 3x", "raise 4x"}),
        ("15.00", {"raise 2x", "raise 4x"}),
        ("100.00", {"raise 2x", "raise 3x"}),
        ("85.00", {"raise 2x", "raise 60/17x"}),
    ],
)
def test_advice_is_about_raises_that_the_table_takes(ante: str, raises: set[str], tmp_path: Path) -> None:
    """3 x 15 is on no step of 10.00 from 20.00, and 4 x 85 is over the maximum of 300.00."""
    read = read_round(changed(wagers={"ante": ante}, actions=[]))
    at_table(read, table(tmp_path), catalogue.load)
    configuration = catalogue.configuration(GAME)
    asked = advise_round(configuration, read).asked
    assert {each.action for each in asked.steps} - {"fold"} == raises
    free = advise_hand(configuration, read.cards[Slot(1)]).asked
    worth = {each.amount: each.value or Fraction() for each in free.steps}
    for each in asked.steps:
        assert each.value is not None
        if each.amount in worth:
            assert each.value == worth[each.amount]
        else:
            assert worth[Fraction(3)] < each.value < worth[Fraction(4)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ante", "is not a limit"),
        ("ante=", "is not a limit"),
        ("ante=10", "names one amount"),
        ("ante=x-20", "x"),
        ("ante=20-10", "the maximum is under the minimum"),
        ("ante=10-12/5", "is not on a step"),
        ("antes=10-20", "did you mean ante?"),
        ("straight_flush_progressive=1-5", "is a fixed wager"),
    ],
)
def test_limits_as_options_are_checked_like_those_of_a_file(text: str, words: str) -> None:
    configuration = catalogue.configuration(GAME)
    with pytest.raises(CroupierError) as refused:
        with_options(configuration, {}, [text])
    assert words in str(refused.value)


def test_limits_as_options_join_those_of_the_file(tmp_path: Path) -> None:
    found = table(tmp_path)
    more = with_options(found.game.configuration, {"ante": found.limits["ante"]}, ["raise=20-300/10", "straight=-25"])
    assert more["raise"] == found.limits["raise"]
    assert more["straight"] == Limit(0, 2500)
    with pytest.raises(CroupierError, match="ante is given twice"):
        with_options(found.game.configuration, found.limits, ["ante=10-20"])


WASHINGTON = """schema = 1
game = "keep-it-straight(edition=washington, aggregate_approval=WSGC-3151, aggregate_limit={}, straight=PT-FLT-STR-01)"
[limits.ante]
minimum = "10.00"
"""


@pytest.mark.parametrize(
    ("limit", "straight", "words"),
    [
        ("1250.00", '[limits.straight]\nmaximum = "25.00"\n', None),
        ("1249.99", '[limits.straight]\nmaximum = "25.00"\n', "is below 1250.00"),
        ("1250.00", "", "needs a largest wager"),
    ],
)
def test_washingtons_floor_is_checked_when_the_table_is_set_up(
    limit: str, straight: str, words: str | None, tmp_path: Path
) -> None:
    """WAC 230-15-490: not below the largest wager at its best odds, counted up to 50 to 1."""
    text = WASHINGTON.format(limit) + straight
    if words is None:
        assert table(tmp_path, text).limits["straight"].maximum == 2500
        return
    with pytest.raises(CroupierError) as refused:
        table(tmp_path, text)
    assert words in str(refused.value)
    assert "WAC 230-15-490" in str(refused.value)


def test_a_par_sheet_states_the_limits_of_its_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table(tmp_path)
    file = next(tmp_path.glob("*.toml"))
    assert run(["parsheet", "--table", str(file), "--wager", "straight", "-o", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["limits"]["ante"] == {
        "minimum": "10.00",
        "maximum": "100.00",
        "step": "5.00",
    }
