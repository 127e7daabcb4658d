"""``croupier advise --round`` and ``croupier edge`` for Ricochet Poker, from the outside."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest

from tests.cli.calling import Call, Shown
from tests.processes import python

Advise = Callable[..., Shown]

GAME = "ricochet-poker(ante_bonus=none)"


def without_samples(told: str) -> str:
    """What is said beside the note that the tables are samples."""
    return "".join(line for line in told.splitlines(keepends=True) if not line.startswith("note: sample tables"))


pytestmark = pytest.mark.usefixtures("own_cache")


def seat(cards: str, *actions: str, draw: str | None = None) -> dict[str, Any]:
    found: dict[str, Any] = {"wagers": {"ante": "10.00"}, "cards": cards, "actions": list(actions)}
    return found | ({"draw": draw} if draw else {})


@pytest.fixture
def advise(croupier: Call, tmp_path: Path) -> Advise:
    def call(seats: dict[str, Any], dealer: str, *arguments: str, game: str = GAME, **others: Any) -> Shown:
        file = tmp_path / "round.json"
        file.write_text(json.dumps({"schema": 1, "game": game, "seats": seats, "dealer": dealer, **others}))
        return croupier("advise", *arguments, "--round", str(file))

    return call


def test_one_player(advise: Advise) -> None:
    """A kickout: the pot is the player's either way, and of equal choices the player plays."""
    status, out, err = advise({"1": seat("7s 6s")}, "Kc Kd 4h 3s 2c", "--json")
    assert status == 0, err
    found = json.loads(out)
    assert found["method"] == "exact"
    assert (found["seat"], found["cards"], found["hand"]) == (1, "7s 6s", "7-6")
    one = {"fraction": "1/1", "decimal": "1"}
    assert found["actions"] == [
        {"action": "take", "amount": "0", "expectation": one},
        {"action": "play", "amount": "1", "expectation": one},
    ]
    assert found["best"] == "play"
    assert found["game"] == "ricochet-poker(ante_bonus=none, tables=sample)"


def test_whoever_is_to_act_is_advised(advise: Advise) -> None:
    """Nobody has acted, so the lowest two cards are to; then the others in turn."""
    pockets = {"1": "Kh Kd", "2": "Ac Ad", "3": "2c 7d"}
    dealer = "Qs Qh 9s 8h 3d"
    acted: dict[str, tuple[Any, ...]] = {}
    for expected, answer in (("3", ("fold",)), ("1", ("play",)), ("2", ())):
        seats = {
            name: seat(cards, *acted.get(name, ()), draw="5s 5h 4h" if acted.get(name) == ("play",) else None)
            for name, cards in pockets.items()
        }
        status, out, err = advise(seats, dealer, "--json")
        assert status == 0, err
        found = json.loads(out)
        assert str(found["seat"]) == expected
        assert found["to_act"] == 3 - len(acted)
        worth = {each["action"]: Fraction(each["expectation"]["fraction"]) for each in found["actions"]}
        assert worth["fold"] == -1
        assert found["best"] == max(worth, key=lambda name: (worth[name], name == "play"))
        acted[expected] = answer


def test_a_page_for_people(advise: Advise) -> None:
    status, out, _ = advise(
        {"1": seat("7s 6s"), "2": seat("9c 9d")}, "Qs Jh 8s 4h 3d", "ricochet-poker(ante_bonus=none)"
    )
    assert status == 0
    assert "seat 1 with 7s 6s" in out
    assert "best" in out
    assert "2 players, 1 more to act" in out
    assert "exact, in Antes" in out


def test_side_bets_leave_the_advice_alone(advise: Advise) -> None:
    plain = json.loads(advise({"1": seat("7s 6s")}, "Qs Jh 8s 4h 3d", "--json")[1])
    betting = seat("7s 6s")
    betting["wagers"]["rapid_fire"] = "5.00"
    game = "ricochet-poker(ante_bonus=none, rapid_fire=SAMPLE-RIC-RF-01)"
    assert json.loads(advise({"1": betting}, "Qs Jh 8s 4h 3d", "--json", game=game)[1])["actions"] == plain["actions"]


REFUSED: list[tuple[dict[str, Any], int, str]] = [
    ({"1": seat("7s 6s", "fold")}, 2, "waits for no decision"),
    ({"1": seat("7s 6s"), "2": seat("9c 9d", "fold")}, 2, "seat 2: 'fold' comes after the decision that seat 1"),
    ({"1": seat("7s 6s"), "2": seat("7s 9d")}, 2, "7s appears twice"),
    ({"1": seat("7s 6s", draw="2c 2d 2h")}, 2, "seat 1 draw: cards are given"),
    ({"1": seat("7s 6s", "play"), "2": seat("9c 9d")}, 2, "seat 1 draw: no cards are given"),
    ({"1": seat("7s 6s 5s")}, 2, "3 cards; expected 2"),
]


@pytest.mark.parametrize(("seats", "exit_status", "words"), REFUSED, ids=[each[2][:30] for each in REFUSED])
def test_refused(advise: Advise, seats: dict[str, Any], exit_status: int, words: str) -> None:
    status, out, err = advise(seats, "Qs Jh 8s 4h 3h")
    assert (status, out) == (exit_status, "")
    assert words in err


def test_a_misdeal_and_another_game_are_refused(advise: Advise) -> None:
    assert "misdeal" in advise({"1": seat("7s 6s")}, "Qs Jh 8s 4h 3h", misdeal="a card was exposed")[2]
    assert "was played as" in advise({"1": seat("7s 6s")}, "Qs Jh 8s 4h 3h", "ricochet-poker")[2]


def test_two_cards_alone_are_not_enough(croupier: Call) -> None:
    status, _, err = croupier("advise", "ricochet-poker", "--cards", "7s 6s")
    assert status == 2
    assert "--round FILE" in err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bonus", "edge"),
    [("none", "4525272067/158200242200"), ("SAMPLE-RIC-AB-01", "96998101/6878271400")],
)
def test_the_edge_of_one_player(croupier: Call, bonus: str, edge: str) -> None:
    """Our own figures, proved by the walks in tests/drivers; the second call answers from what was remembered."""
    game = f"ricochet-poker(ante_bonus={bonus})"
    first = croupier("edge", game, "--wager", "ante", "--json")
    again = croupier("edge", game, "--wager", "ante", "--json")
    assert first == again
    found = json.loads(first[1])
    assert found["house_edge"]["fraction"] == edge
    assert found["total"] == "39866461034400"
    assert any("one player" in note for note in found["notes"])
    assert any("SAMPLE-RIC-KICKOUT-01 is a sample" in note for note in found["notes"])
    page = croupier("edge", game, "--wager", "ante")[1]
    assert "play every hand" in page
    assert "one player" in page


def test_how_to_play_alone_is_a_table_to_act_on(croupier: Call) -> None:
    """Alone, every hand plays but against a pair that stays in; there, two higher cards or a higher pair play."""
    status, out, err = croupier("strategy", "ricochet-poker(tables=sample)", "--json")
    assert (status, without_samples(err)) == (0, "")
    rows = {(row["question"], row["hand"]): row["best"] for row in json.loads(out)["plays"]}
    assert list(rows["the dealer shows no pair", "any two cards"]) == ["play"]
    assert list(rows["the dealer is out", "any two cards"]) == ["play"]
    pair = {hand: best for (shown, hand), best in rows.items() if shown == "the dealer shows a pair"}
    assert list(pair["a higher pair"]) == ["play"]
    assert list(pair["a lower pair"]) == list(pair["no card above the dealer's pair"]) == ["fold"]
    assert pair["two cards above the dealer's pair"] == {"play": "336582216", "fold": "2773944"}
    # Every two cards with every dealer's hand, once.
    assert sum(int(count) for best in rows.values() for count in best.values()) == comb(52, 2) * comb(50, 5)
    page = croupier("strategy", "ricochet-poker")[1]
    assert "one card above the dealer's pair, one below        fold in 93.0 %" in page
    assert "one player alone" in page
    assert "advise --round" in page


FIVE = {"1": "7s 6s", "2": "9c 9d", "3": "Kc Jc", "4": "Ad 2d", "5": "Th 4c"}


def test_a_full_table_that_takes_too_long_is_estimated_and_marked(advise: Advise) -> None:
    """Two suited pockets among five: more than a second's work."""
    seats = {name: seat(cards) for name, cards in FIVE.items()}
    status, out, err = advise(seats, "Qs Jh 8s 4h 3d", "--json", "--seconds", "1", game="ricochet-poker")
    assert (status, without_samples(err)) == (0, "")
    found = json.loads(out)
    assert (found["method"], found["to_act"], found["best"]) == ("estimated", 5, "fold")
    assert float(found["standard_error"]) < 0.01
    assert found["error_of_later_seats"] == "0.005"
    for action in found["actions"]:  # an estimate is no fraction, and has no more digits than its error lets it have
        assert "fraction" not in action["expectation"]
        assert len(action["expectation"]["decimal"].partition(".")[2]) == 4
    assert int(found["draws"]) >= 4_000
    status, out, _ = advise(seats, "Qs Jh 8s 4h 3d", "--memory", "0.01", game="ricochet-poker")
    assert status == 0
    assert "estimated from" in out
    assert "standard error" in out


def test_deep_in_a_round_only_those_left_count(advise: Advise) -> None:
    """Three have acted, so two are counted in whole numbers."""
    acted = {"1": "fold", "5": "fold", "3": "fold"}
    seats = {name: seat(cards, *([acted[name]] if name in acted else [])) for name, cards in FIVE.items()}
    status, out, err = advise(seats, "Qs Jh 8s 4h 3d", "--json", game="ricochet-poker")
    assert (status, without_samples(err)) == (0, "")
    found = json.loads(out)
    assert (found["method"], found["to_act"], found["seat"]) == ("exact", 2, 4)


@pytest.mark.parametrize("option", ["--memory", "--seconds"])
@pytest.mark.parametrize("given", ["0", "-1", "nan", "1e9"])
def test_an_effort_that_is_none_is_refused(advise: Advise, option: str, given: str) -> None:
    status, out, err = advise({"1": seat("7s 6s")}, "Qs Jh 8s 4h 3h", option, given)
    assert (status, out) == (2, "")
    assert f"{option} {float(given):g}: expected more than 0" in err


def test_a_table_under_the_best_play_is_estimated(croupier: Call) -> None:
    """What was recorded, without sampling again."""
    status, out, err = croupier("edge", "ricochet-poker(tables=sample)", "--seats", "4", "--json")
    assert (status, without_samples(err)) == (0, "")
    found = json.loads(out)
    assert (found["method"], found["strategy"], found["seats"]) == ("estimated", "best", 4)
    assert float(found["standard_error"]) < 0.0006
    assert [each["place"] for each in found["in_order"]] == [1, 2, 3, 4]
    page = croupier("edge", "ricochet-poker", "--seats", "4")[1]
    assert "estimated" in page
    assert "sample it again with" in page


NOT_SAMPLED = {
    "ricochet-poker --seats 8": "has 1 to 7",
    "ricochet-poker --seats 1": "solved exactly",
    "ricochet-poker --seats 0": "has 1 to 7",
    "three-card-prime --seats 2": "the same with any number of players",
    "ricochet-poker --deals 100000": "goes with --seats",
    "ricochet-poker --seats 2 --deals 5": "5 deals are too few",
    "ricochet-poker --seats 2 --others 1": "--others does not go with --seats at one pot",
    "ricochet-poker --all --seats 2": "--seats does not go with --all",
}


@pytest.mark.parametrize(("asked", "words"), NOT_SAMPLED.items(), ids=list(NOT_SAMPLED))
def test_a_table_that_cannot_be_sampled_is_refused(croupier: Call, asked: str, words: str) -> None:
    status, out, err = croupier("edge", *asked.split())
    assert (status, out) == (2, "")
    assert words in err


def test_without_numba_a_full_table_is_refused_by_name(tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    seats = {name: seat(cards) for name, cards in FIVE.items()}
    file.write_text(json.dumps({"schema": 1, "game": GAME, "seats": seats, "dealer": "Qs Jh 8s 4h 3d"}))
    code = (
        "import sys; sys.modules['numba'] = None; from croupier.cli.main import main; "
        f"main(['advise', '--round', {str(file)!r}])"
    )
    done = python(code)
    assert done.returncode == 3
    assert "needs numba, which is not installed" in done.stderr
    assert "croupier[sim]" in done.stderr
    assert "Traceback" not in done.stderr
