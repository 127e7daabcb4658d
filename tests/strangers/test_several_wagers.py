"""Wagers that stand alone, wagers that oblige to another, and money with a grain."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest

from croupier import catalogue
from croupier.cards.shuffle import SeededSource
from croupier.cli.main import run
from croupier.errors import RoundError
from croupier.exact.by_tree import SOLVER, solve_wager
from croupier.exact.long_run.volatility import Pace
from croupier.exact.result import in_silence
from croupier.handbook.parsheet.writers import render_html
from croupier.laws.checking import check_game
from croupier.play.game import Action, Game
from croupier.play.round import Round
from croupier.play.stakes import Limit, place_stakes
from croupier.play.streets import Ask
from croupier.questions.sheet.building import build_sheet
from croupier.questions.sheet.records import Asked
from croupier.service.felts import FirstCards, felt_layout, limits_of
from croupier.table import bots
from croupier.table.quiz import question
from croupier.table.seen import made, table_view
from croupier.table.table import UNHURRIED, AnnouncedTable, Table, check_hand, check_spots

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module", autouse=True)
def examples() -> Iterator[None]:
    with catalogue.games_from([EXAMPLES]):
        yield


def amounts(game: Game, own: dict[str, int]) -> tuple[int, ...]:
    return place_stakes(game, {1: own})[0].amounts


def test_player_banker_and_tie_stand_alone() -> None:
    game = catalogue.load("baccarat(banker_pair=PAIR-B-01)")
    assert game.standing == ("player", "banker", "tie", "banker_pair")
    for place, wager in enumerate(game.standing):
        assert amounts(game, {wager: 2000}) == tuple(2000 * (place == other) for other in range(4))
    with pytest.raises(RoundError, match="no player or banker or tie or banker_pair is wagered"):
        place_stakes(game, {1: {}})


def test_a_sheet_says_what_each_of_them_counts() -> None:
    """The sheet of baccarat counted "the whole round under the best play: Player, Banker and Tie together" for each."""
    sheet = build_sheet("baccarat")
    page = render_html(sheet)
    for title in ("Player", "Banker", "Tie"):
        assert f"A row counts what the {title} wins or loses; nobody decides anything;" in page
    for wrong in ("Tie together", "best play", "Optimal strategy"):
        assert wrong not in page
    assert "No wager on this sheet is decided by the player." in page
    page = render_html(build_sheet("lantern-road", None, Asked(pace=Pace(seats=2))))
    assert "under the best play: Ante, Stay and Raise together, in units of the Ante;" in page


def test_an_ante_obliges_to_its_blind() -> None:
    game = catalogue.load("three-raises")
    assert game.standing == ("ante",)
    assert amounts(game, {"ante": 1000, "blind": 1000}) == (1000, 1000)
    for wrong in ({"ante": 1000}, {"ante": 1000, "blind": 500}):
        with pytest.raises(RoundError, match="are not equal"):
            place_stakes(game, {1: wrong})
    with pytest.raises(RoundError, match="no ante is wagered"):
        place_stakes(game, {1: {"blind": 1000}})
    assert game.completed({"ante": 700}) == {"ante": 700, "blind": 700}


def test_a_table_takes_banker_alone_and_bots_bet_it_too() -> None:
    game, limits = catalogue.load("baccarat"), {wager: Limit(500, 10000, 100) for wager in ("player", "banker", "tie")}
    check_spots(game, limits, 1, {"banker": 1000})
    check_hand(game, 1, {"banker": 1000})
    assert bots.bets(game, limits, {"banker": 1000}) == {"banker": 1000}
    assert bots.bets(game, limits, {}) == {"player": 500}


def test_a_table_of_the_house_takes_and_shows_them() -> None:
    """A Blind comes with its Ante; cards on the table have the names of their places; pairs are seen as they fall."""
    hold_em = _dealt("three-raises", {"ante": 1000})
    assert hold_em.seats[2].wagers == {"ante": 1000, "blind": 1000}
    assert felt_layout(hold_em.plan).cards == FirstCards(own=2, dealer=2, places={"flop": 3, "last": 2})
    table = _dealt("baccarat(banker_pair=PAIR-B-01)", {"banker": 1000, "banker_pair": 500})
    assert felt_layout(table.plan).cards.places == {"player": 2, "banker": 2, "player 3": 1, "banker 3": 1}
    state = table.round.state if table.round else None
    assert state is not None
    assert [each.wager for each in made(table, state, 2)] == ["banker_pair"]
    felt = table_view(table, "guest", 0, 0.0, 0).felt
    assert felt is not None
    assert list(felt.places)[:2] == ["player", "banker"]


def _dealt(spec: str, wagers: dict[str, int]) -> Table:
    game = catalogue.load(spec)
    table = Table(AnnouncedTable("t", game, limits_of(game), 5), UNHURRIED, source=SeededSource("a"))
    table.sit(2, "guest", "Ann")
    table.put(2, wagers, True, 100_000, 1)
    table.close_bets()
    table.deal()
    return table


def test_quiz_questions_have_any_wager_that_stands_alone() -> None:
    game = catalogue.load("baccarat")
    assert {question(game, 1, str(seed)).lines[0].wager for seed in range(12)} >= {"player", "banker"}


def test_a_commission_takes_stakes_in_which_it_is_whole() -> None:
    game = catalogue.load("baccarat")
    with pytest.raises(RoundError, match="parts of a cent") as refused:
        place_stakes(game, {1: {"banker": 1010}})
    assert "10.00 or 10.20" in str(refused.value)


def test_one_round_settles_every_seats_own_wager() -> None:
    game = catalogue.load("baccarat")
    played = Round.start(game, {1: {"player": "10.00"}, 2: {"banker": "10.00"}, 3: {"tie": "5.00"}}, seed=7)
    lines = {line.wager: line.net for line in played.settle().lines}
    assert set(lines) == {"player", "banker", "tie"}
    assert (lines["player"], lines["banker"]) in {(1000, -1000), (-1000, 950), (0, 0)}


def test_baccarat_of_eight_cards_loses_no_commission() -> None:
    """The game that broke, reported as 37/105 "exact": two suits of six to nine."""
    game = catalogue.load("baccarat")
    game.deck = tuple(card for card in game.deck[:52] if 6 <= card.rank <= 9 and card.suit < 2)
    assert solve_wager(game, "banker").expectation == SOLVER.solve(game.on("banker"), in_silence).expectation
    assert solve_wager(game, "banker").expectation == _by_brute_force(game) == Fraction(4477, 25200)


def test_a_game_like_another_is_a_game_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Both are in one book: names, tables, families and documents are told apart."""
    folder = tmp_path / "salon"
    assert run(["--games", str(EXAMPLES), "new", "game", str(folder), "--like", "baccarat"]) == 0
    capsys.readouterr()
    with catalogue.games_from([folder]):
        assert catalogue.load("salon(banker_pair=SALON-02)").standing == ("player", "banker", "tie", "banker_pair")
        assert [check.problem for check in check_game("salon", folder, rounds=5) if check.problem] == []


def test_half_of_ten_dollars_is_five() -> None:
    """A fraction that is whole cents is an amount; one that is not names what to declare."""
    game = catalogue.load("three-raises")
    assert Ask("decide", "fold", "double", Fraction(1, 2)).costs(1000) == Action("double", 500, 500)
    stakes = {1: {"ante": "10.00", "blind": "10.00"}}
    played = Round.start(game, stakes, seed=1)
    played.act("raise 4x")
    assert all(type(line.net) is int for line in played.settle().lines)


def _by_brute_force(game: Game) -> Fraction:
    """Banker, by dealing six cards in every order and drawing by the published table, with nothing of the engine."""
    deals = [[card.rank for card in deal] for deal in permutations(game.deck, 6)]
    net = Fraction(0)
    for first, second, third, fourth, fifth, sixth in deals:
        player, banker = (first + second) % 10, (third + fourth) % 10
        if player < 8 and banker < 8:
            if player <= 5:
                player = (player + fifth) % 10
                draws = banker <= 2 or (banker == 3 and fifth != 8) or (banker == 4 and 2 <= fifth <= 7)
                if draws or (banker == 5 and 4 <= fifth <= 7) or (banker == 6 and 6 <= fifth <= 7):
                    banker = (banker + sixth) % 10
            elif banker <= 5:
                banker = (banker + fifth) % 10
        net += Fraction(19, 20) if banker > player else -1 if banker < player else 0
    return net / len(deals)
