"""Games with streets outside the package: every law of `test-game` holds, and the commands give the published edge."""

from __future__ import annotations

import json
import re
import shutil
from fractions import Fraction
from pathlib import Path

import pytest

import croupier
from croupier import catalogue
from croupier.cards.cards import parse_cards
from croupier.cards.shuffle import SystemSource
from croupier.cli.main import run
from croupier.play.game import Choose, Draw, Stakes, Why
from croupier.play.streets import SeatedHand, Streets
from croupier.questions.advise import advise_turn
from croupier.table.bots import RULE

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = ("pull_back", "one_up_stud", "three_streets", "call_or_fold", "three_raises", "baccarat")


@pytest.mark.parametrize("folder", GAMES)
def test_every_law_holds(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["test-game", str(EXAMPLES / folder), "--seconds", "600"]) == 0
    assert re.search(r"\b(\d+) of \1 checks hold", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("game", "edge"),
    [
        ("pull-back", "37963/1082900"),
        pytest.param("one-up-stud", "142031221/2718662100", marks=pytest.mark.slow),
        pytest.param("three-streets", "53223/1082900", marks=pytest.mark.slow),
        pytest.param("call-or-fold", "1363917077/63213204600", marks=pytest.mark.slow),
        pytest.param("three-raises", "50643648973/2317817502000", marks=pytest.mark.slow),
    ],
)
def test_the_edge_is_the_published_one(game: str, edge: str, capsys: pytest.CaptureFixture[str]) -> None:
    """3.5057, 5.22, 4.91, 2.16 and 2.185 % (ORACLES); as fractions, so that every digit follows."""
    assert run(["--games", str(EXAMPLES), "edge", game, "--json"]) == 0
    assert edge in json.dumps(json.loads(capsys.readouterr().out)).replace("-", "")


def test_advice_and_strategy(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--games", str(EXAMPLES), "advise", "pull-back", "--cards", "Ah Kh Qh"]) == 0
    assert "3.29591836735" in capsys.readouterr().out
    assert run(["--games", str(EXAMPLES), "strategy", "pull-back"]) == 0
    assert "second after pull" in capsys.readouterr().out


def test_a_simulation_needs_no_line_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--games", str(EXAMPLES), "simulate", "pull-back", "--rounds", "500000", "--seed", "5"]) == 0
    shown = capsys.readouterr().out
    assert "optimal" in shown
    assert "agrees with the exact values of ante" in shown


@pytest.mark.parametrize(
    ("wager", "edge"),
    [("player", "1.2351"), ("banker", "1.0579"), ("tie", "14.3596"), ("player_pair", "10.3614")],
)
def test_every_wager_of_baccarat_has_its_own_edge(wager: str, edge: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Player, Banker and Tie: ORACLES. A pair is 12 x 31 of 415 (the second card: 31 of 415 match), less one."""
    game = "baccarat(player_pair=PAIR-P-01)"
    assert run(["--games", str(EXAMPLES), "edge", game, "--wager", wager, "--json"]) == 0
    assert f"{float(json.loads(capsys.readouterr().out)['house_edge']['percent']):.4f}" == edge


def test_a_blind_is_part_of_the_ante(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--games", str(EXAMPLES), "edge", "three-raises", "--wager", "blind"]) == 2
    assert "blind is not a wager of its own: it is part of ante" in capsys.readouterr().err


def test_wagers_are_simulated_apart(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--games", str(EXAMPLES), "simulate", "baccarat", "--rounds", "2000", "--seed", "3", "--json"]) == 0
    wagers = json.loads(capsys.readouterr().out)["wagers"]
    assert [each["wager"] for each in wagers] == ["player", "banker", "tie"]
    nets = [{outcome["net"] for outcome in each["outcomes"]} for each in wagers]
    assert nets == [{"-1", "0", "1"}, {"-1", "0", "0.95"}, {"-1", "8"}]


def test_bots_play_what_was_found_once_the_game_is_solved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until then their stated rule, and both are said before they play; a table keeps to what it said."""
    with catalogue.games_from([EXAMPLES]):
        before = catalogue.load("pull-back")
        with monkeypatch.context() as patch:
            patch.setenv("XDG_CACHE_HOME", str(tmp_path))
            assert "once croupier edge pull-back has solved the game, bots play what it found" in RULE.words_for(before)
        croupier.solve("pull-back", "ante")
        after = catalogue.load("pull-back")
        assert RULE.words_for(after).startswith("they play what croupier edge found: the best decision")
        assert "once croupier edge" in RULE.words_for(before)
        for cards, by_rule, by_solution in (("Th Jh Qh", "pull", "ride"), ("2h 7d Jc", "pull", "pull")):
            for game, told in ((before, by_rule), (after, by_solution)):
                state = game.open([Stakes(seat, (1_000,)) for seat in (1, 2)])
                dealt = iter((parse_cards(cards), parse_cards("As 9d 8c")))
                while not isinstance(turn := game.turn(state), Choose):
                    assert isinstance(turn, Draw)
                    state = state.with_cards(turn, next(dealt))
                assert RULE.decide(game, state, turn, SystemSource()).action == told


def test_an_award_is_paid_beside_a_wager_without_a_stake() -> None:
    with catalogue.games_from([EXAMPLES]):
        game = catalogue.load("one-up-stud")
    assert isinstance(game, Streets)
    hand = SeatedHand(1, {}, {"ante": 1_000}, (), ())
    flush, pair = (game.rank(parse_cards(cards)) for cards in ("2h 5h 7h 9h Kh", "2h 2d 7h 9h Kh"))
    award = next(wager.id for wager in game.rules.wagers if wager.kind == "award")
    (line,) = game.award(hand, award, "ante", flush, next(iter(game.cites)), Why("a flush"))
    assert (line.wager, line.stake, line.outcome) == (award, 0, "bonus")
    assert line.net == 1_000 * game.chart(award).times(flush, 0)
    low = list(game.award(hand, award, "ante", pair, next(iter(game.cites)), Why("a pair")))
    assert bool(low) == bool(game.chart(award).times(pair, 0))


def test_the_coach_judges_a_seat_beside_others() -> None:
    """Cards that lie face down before other seats are as good as not dealt."""
    with catalogue.games_from([EXAMPLES]):
        game = catalogue.load("pull-back")
    asked = []
    for seats in ((1,), (1, 2, 3)):
        state = game.open([Stakes(seat, (1_000,) * len(game.wagers)) for seat in seats])
        cards = list(parse_cards("As Ks Qs 2h 3d 4c 5c 6d 7h"))
        while not isinstance(turn := game.turn(state), Choose):
            assert isinstance(turn, Draw)
            state = state.with_cards(turn, tuple(cards.pop(0) for _ in range(turn.size)))
        assert turn.seat == 1
        asked.append([(worth.action, worth.value) for worth in advise_turn(game, state, turn).asked.worths])
    assert asked[0] == asked[1]
    assert len(asked[0]) == 2


@pytest.mark.parametrize("is_chart", [True, False])
def test_a_policy_file_is_simulated_as_it_is_graded(
    is_chart: bool, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """What `strategy --json` prints, and rules of one's own."""
    games, policy = ["--games", str(EXAMPLES)], tmp_path / ("chart.json" if is_chart else "rules.toml")
    policy.write_text('[[rule]]\nat_least = "pair"\ntake = "ride"\n[[rule]]\ntake = "pull"\n')
    if is_chart:
        assert run([*games, "strategy", "pull-back", "--json"]) == 0
        policy.write_text(capsys.readouterr().out)
    assert run([*games, "grade", "pull-back", str(policy), "--json"]) == 0
    graded = json.loads(capsys.readouterr().out)["expectation"]["decimal"]
    assert run([*games, "simulate", "pull-back", "--rounds", "200000", "--strategy", str(policy), "--json"]) == 0
    (ante,) = json.loads(capsys.readouterr().out)["wagers"]
    assert float(ante["exact"]) == pytest.approx(float(graded), abs=1e-9)


def test_a_policy_file_is_checked_before_rounds_are_played(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    policy = tmp_path / "rules.toml"
    policy.write_text('[[rule]]\ntake = "stay"\n')
    assert run(["--games", str(EXAMPLES), "simulate", "pull-back", "--strategy", str(policy)]) == 2
    assert "'stay' is no action of pull-back" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("simulate pull-back --strategy sketch", "not simulated under the strategy 'sketch'"),
        ("simulate keep-it-straight --strategy sketch", "hint: players at one pot are"),
        ("simulate lantern-road --strategy chart", "lantern-road is not simulated under the strategy 'chart'"),
        ("advise lantern-road --cards AhKhQh", "Qh: more cards than lantern-road shows at its first decision"),
    ],
)
def test_what_a_game_does_not_have_is_refused_by_name(
    words: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A sketch was taken for the best play, and printed under its own name."""
    assert run(["--games", str(EXAMPLES), *words.split(" ")]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("game", "points"),
    [("pull-back", "0.07"), ("three-streets", "0.13"), pytest.param("call-or-fold", "0.22", marks=pytest.mark.slow)],
)
def test_what_the_chart_costs(game: str, points: str, capsys: pytest.CaptureFixture[str]) -> None:
    """At most three tenths of a point: without a look at the table's suits and ranks hold'em's cost 0.63."""
    assert run(["--games", str(EXAMPLES), "strategy", game, "--json"]) == 0
    cost = json.loads(capsys.readouterr().out)["strategies"]["by chart"]["cost"]["fraction"]
    assert f"{float(100 * Fraction(cost)):.2f}" == points


def test_advice_names_what_lies_open(capsys: pytest.CaptureFixture[str]) -> None:
    """Two situations with one hand and different up-cards had one title."""
    advise = ["--games", str(EXAMPLES), "advise", "one-up-stud", "--cards", "Ah Kd Jc 8s 3h", "--up", "9c"]
    assert run(advise) == 0
    assert "ace-high, A-K-J-8-3; dealer up: 9c" in capsys.readouterr().out


def test_one_card_on_the_table_is_no_hand() -> None:
    """The house called it "A suited"."""
    with catalogue.games_from([EXAMPLES]):
        game = catalogue.load("pull-back")
    assert [game.hand_words(parse_cards(cards)) for cards in ("Ac", "Ac Td 7h", "Ac Tc")] == ["", "A-T-7", "A-T suited"]


def test_what_the_solver_refuses_is_estimated_as_its_hint_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A hold'em game from two decks: `edge` said "estimate it with croupier simulate", and `simulate` said it too."""
    game = tmp_path / "shoe"
    shutil.copytree(EXAMPLES / "pull_back", game)
    code = (game / "game.py").read_text().replace("class PullBack(Streets):", CLASS_FROM_A_SHOE)
    (game / "game.py").write_text(code.replace("import ranks_text", "import DECK, ranks_text"))
    assert run(["--games", str(game), "edge", "pull-back"]) == 3
    assert "it is dealt from several decks" in capsys.readouterr().err
    assert run(["--games", str(game), "simulate", "pull-back", "--rounds", "300"]) == 0
    shown = capsys.readouterr()
    assert "estimated by a stated rule, which is not the best play" in shown.out
    assert "the play driver plays it, round by round" in shown.err


CLASS_FROM_A_SHOE = """class PullBack(Streets):
    def __init__(self, configuration, deck=None):
        super().__init__(configuration, DECK * 2 if deck is None else deck)
"""
