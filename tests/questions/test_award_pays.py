"""Pays of an award for a wanted edge: what is found is what the referee finds, and rows that no whole pay has stay."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier import catalogue
from croupier.cards.cards import stripped_deck
from croupier.errors import CroupierError
from croupier.exact.counting.rows import CountedRow
from croupier.exact.distribution import Distribution
from croupier.exact.tree import solve_tree, whole_stakes
from croupier.play.game import Game
from croupier.questions.asking import ask
from croupier.questions.award_pays import design_award, in_order, with_pays
from croupier.questions.design import Design, table_file
from croupier.questions.pay_search import DesignedTable, Wanted, whole_pays
from croupier.units import describe_pay

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SMALL = stripped_deck((10, 11, 12, 14), (0, 2, 3))


@pytest.fixture(autouse=True, scope="module")
def own_games() -> Iterator[None]:
    with croupier.games_from([EXAMPLES]):
        yield


def on_a_small_deck(name: str) -> Game:
    kind: Any = type(catalogue.load(name))
    game: Game = kind(catalogue.configuration(name), deck=SMALL)
    return game


@pytest.mark.parametrize(("name", "edge"), [("pull-back", "-5"), ("three-streets", "-17")])
def test_a_table_that_is_found_has_the_edge_that_the_referee_finds(name: str, edge: str) -> None:
    game = on_a_small_deck(name)
    wanted = Wanted(Fraction(edge), tolerance=Fraction(1, 4), own=whole_pays(game.configuration.tables["pays"]))
    found = design_award(game, "pays", wanted, 5)
    best = found.found[0]
    assert found.fits
    assert best.distance == abs(best.edge - Fraction(edge)) <= Fraction(1, 4)
    trial = with_pays(game, "pays", dict(zip((row.row.event for row in best.rows), best.pays, strict=True)))
    walked = solve_tree(trial, [whole_stakes(trial)]).distributions[1].expectation
    assert best.edge == -walked
    assert all(0 < deals.count < deals.total for deals in best.rows)
    assert sum(map(best.contribution, range(len(best.pays)))) >= walked


def test_rows_that_pay_no_whole_number_stay_and_keep_the_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three to two for a flush: the full house pays two or more, the straight one."""
    configuration = catalogue.configuration("three-raises")
    whole = whole_pays(configuration.tables["blind_pays"])
    assert in_order(configuration.tables["blind_pays"], whole, 600) == {
        "royal_flush": (2, 600),
        "straight_flush": (2, 600),
        "four_of_a_kind": (2, 600),
        "full_house": (2, 600),
        "straight": (1, 1),
    }
    game = on_a_small_deck("three-raises")
    rows = [row for row in game.configuration.tables["blind_pays"].rows if row.event in whole]
    counted = tuple(CountedRow(row, row.label, 1, 100) for row in rows)
    best = DesignedTable((600, 50, 10, 4, 1), counted, Distribution.of([(Fraction(), 100)]), Fraction(), ())
    file = tmp_path / "own.toml"
    file.write_text(table_file(configuration, "blind_pays", best, "OWN-DESIGN-01", Fraction()))
    monkeypatch.setenv("CROUPIER_PAYTABLES", str(file))
    catalogue.book.cache_clear()
    try:
        table = catalogue.configuration("three-raises(blind_pays=OWN-DESIGN-01)").tables["blind_pays"]
        pays = ["600 to 1", "50 to 1", "10 to 1", "4 to 1", "1.5 to 1", "1 to 1"]
        assert [describe_pay(row.pay) for row in table.rows] == pays
    finally:
        monkeypatch.undo()
        catalogue.book.cache_clear()


def test_what_is_no_pay_of_an_award_is_refused_by_name() -> None:
    with pytest.raises(CroupierError, match="how the game is played changes with its pays"):
        ask(Design(game="three-card-prime", wager="ante_bonus", target_edge="3"))
