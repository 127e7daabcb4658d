"""A record stands alone: change any default, number or table of the book, and an old round is judged as on its day."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier import catalogue
from croupier.cards.shuffle import SeededSource
from croupier.play.dealing import PreparedDeck
from croupier.play.game import Game
from croupier.play.replay import replay_transcript
from croupier.play.round import Round
from croupier.rulebook.book import Book, Table
from croupier.rulebook.configuration import Configuration, configure, parse_spec
from croupier.rulebook.rules import GameRules, Ladder
from croupier.units import Fixed, ForOne, MeterShare, Pay, ToOne

OTHERS = {"amount": "3.00", "ranks": "Q", "weights": "1-2-3", "reference": "Z-1"}
"""Another default for a key without a list of values. A default maximum would leave the bare game without a table."""
PLAYED = (
    "high-card-flush(base_wager=5.00, straight_flush=PT-FLT-HCF-SF-01, straight_flush_progressive=PT-BJS-HCF-SF-E02)",
    "keep-it-straight(aggregate_limit=9000.00, straight=PT-FLT-KIS-SB-01, straight_flush_progressive=PT-BJS-HCF-SF-01)",
)
"""Games of which no example is stored: one round of each is played here, with the jackpot's meter."""
RECORDS = sorted((Path(__file__).parents[1] / "play" / "examples").glob("*.json"))


class ChangedBook:
    """A catalogue over another book."""

    def __init__(self, game: GameRules, tables: dict[str, Table]) -> None:
        book = catalogue.book()
        self.book = Book(book.sources, book.games | {game.name: game}, book.tables | tables)
        # Another book has another hash; which one does not matter here, and counting it takes most of the time.
        self.book.recall_hashes("f" * 64, {game.name: "f" * 64})

    def configuration(self, spec: str, /) -> Configuration:
        return configure(self.book, spec)

    def load(self, spec: Configuration, /) -> Game:
        return catalogue.load(spec)


def changed_pay(pay: Pay) -> Pay:
    match pay:
        case ToOne(odds):
            return ToOne(odds + 1)
        case ForOne(odds):
            return ForOne(odds + 1)
        case Fixed(cents):
            return Fixed(cents + 700)
        case MeterShare(percent, level):
            return MeterShare(percent / 2, level)
        case other:
            return other


def changed_table(table: Table) -> Table:
    """Every pay another one, envy and dynamic pays too."""
    if isinstance(table, Ladder):
        rungs = tuple(replace(rung, category="straight", rank=0, label="a straight") for rung in table.rungs)
        return replace(table, rungs=rungs)
    rows = tuple(
        replace(
            row,
            pay=changed_pay(row.pay),
            dynamic=row.dynamic and tuple(changed_pay(pay) for pay in row.dynamic),
            envy_cents=None if row.envy_cents is None else row.envy_cents + 500,
        )
        for row in table.rows
    )
    return replace(table, rows=rows, dealer_envy_percent=Fraction(7) if table.is_jackpot else None)


def changed_books(name: str) -> Iterator[tuple[str, ChangedBook]]:
    """The book with one thing changed: each default, each number, each table of the game in turn."""
    game = catalogue.book().game(name)
    for key in game.keys:
        others = list(key.values) or [OTHERS[key.kind]] if key.values or key.kind in OTHERS else []
        for value in [each for each in others if each != key.default][:1]:
            keys = tuple(replace(each, default=value) if each is key else each for each in game.keys)
            yield f"default of {key.id}", ChangedBook(replace(game, keys=keys), {})
    for number in game.numbers:
        numbers = tuple(replace(each, value=each.value + 1) if each is number else each for each in game.numbers)
        yield f"number {number.id}", ChangedBook(replace(game, numbers=numbers), {})
    offered = {table for wager in game.wagers for _, ids in wager.tables for table in ids}
    for table_id in sorted(offered):
        table = catalogue.book().table(table_id)
        yield f"table {table.id}", ChangedBook(game, {table.id: changed_table(table)})
    yield "nothing", ChangedBook(replace(game, summary="Another summary."), {})


def recorded(spec: str) -> dict[str, Any]:
    """One round of three seats that raise what they may, as its transcript."""
    game = catalogue.load(spec)
    configuration = game.configuration
    jackpot = "straight_flush_progressive"
    own = dict.fromkeys(configuration.tables, 500) | {jackpot: configuration.fixed_stake(jackpot), "ante": 1000}
    deck = PreparedDeck(game, SeededSource(5), committed=True)
    played = Round.start(game, dict.fromkeys((1, 2, 5), own), deck=deck)
    while not played.is_over:
        last = played.legal_actions[-1]
        played.act(f"{last.name} {last.maximum / 100:.2f}" if last.maximum else last.name)
    meters = {jackpot: {1: 2_500_000}}
    document: dict[str, Any] = json.loads(json.dumps(played.transcript(played.settle(meters, meters), meters, meters)))
    return document


@pytest.mark.parametrize("record", [*RECORDS, *PLAYED], ids=lambda each: getattr(each, "stem", each))
def test_a_changed_book_changes_no_replay(record: Path | str) -> None:
    document: dict[str, Any] = recorded(record) if isinstance(record, str) else json.loads(record.read_text())
    name = parse_spec(document["game"]).name
    changed = 0
    for what, games in changed_books(name):
        try:
            replayed = replay_transcript(document, games)
        except Exception as problem:
            raise AssertionError(f"{what}: {problem}") from problem
        assert replayed.differences == (), what
        assert replayed.rounds_rules == "transcript"
        changed += 1
    assert changed > 5


def test_a_table_that_the_book_no_longer_has_is_no_obstacle() -> None:
    path = next(each for each in reversed(RECORDS) if "perfect" in each.stem)
    document: dict[str, Any] = json.loads(path.read_text())
    game = catalogue.book().game("blackjack")
    wagers = tuple(replace(wager, tables=()) if wager.tables else wager for wager in game.wagers)
    replayed = replay_transcript(document, ChangedBook(replace(game, wagers=wagers), {}))
    assert replayed.differences == ()


def test_a_record_names_every_key_and_the_software() -> None:
    for path in RECORDS:
        document: dict[str, Any] = json.loads(path.read_text())
        configuration = catalogue.configuration(document["game"])
        assert document["rules"]["values"] == configuration.values
        assert document["software"].startswith("croupier 0.")
        assert len(document["software"].rpartition("sha256:")[2]) == 64
        for wager, table in configuration.tables.items():
            recorded = document["rules"]["tables"][wager]
            assert len(recorded["rows"]) == len(table.rows)
            assert [bool(row["dynamic"]) for row in recorded["rows"]] == [bool(row.dynamic) for row in table.rows]
