"""The whole book: every game, every table, one namespace of table ids, one bibliography.

Loading proves what can be proved of data: citations resolve, ids are unique, every row is reachable, every table that
a game offers exists and fits the wager. An operator's own tables join the book from a file, with no code.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from croupier.errors import RulebookError, UnknownName
from croupier.rulebook.citations import Bibliography, load_bibliography, load_sources
from croupier.rulebook.fields import Fields
from croupier.rulebook.hashing import fingerprint
from croupier.rulebook.ladders import Ladder, load_ladders
from croupier.rulebook.paytables import Paytable, load_sheets
from croupier.rulebook.rules import GameRules, Wager, load_game

Table = Paytable | Ladder


class Book:
    """Games and tables by name."""

    def __init__(self, sources: Bibliography, games: dict[str, GameRules], tables: dict[str, Table]) -> None:
        self.sources = sources
        self.games = games
        self.tables = tables
        self._by_any_id: dict[str, Table] = {}
        for table in tables.values():
            for each in (table.id, *_aliases(table)):
                self._by_any_id[each.casefold()] = table

    def game(self, name: str) -> GameRules:
        if name not in self.games:
            raise UnknownName("game", name, self.games)
        return self.games[name]

    def table(self, table_id: str) -> Table:
        """A table by its id or an alias, blanks ignored as the documents scatter them (READINGS T2)."""
        found = self._by_any_id.get(re.sub(r"\s+", "", table_id).casefold())
        if found is None:
            raise UnknownName(
                "paytable", table_id, [*self.tables, *self.aliases()], note="croupier games lists them all"
            )
        return found

    def paytable(self, table_id: str) -> Paytable:
        table = self.table(table_id)
        if not isinstance(table, Paytable):
            raise UnknownName("paytable", table_id, [], note=f"{table.id} is a ladder of thresholds, not a paytable")
        return table

    def aliases(self) -> list[str]:
        return [alias for table in self.tables.values() for alias in _aliases(table)]

    def offered_as(self, table: Table, wager: Wager, edition: str) -> str | None:
        """The table's id as the edition prints it, or None where the edition does not offer it."""
        return next((each for each in wager.tables_in(edition) if self.table(each) is table), None)

    def users_of(self, table: Table) -> list[tuple[str, str, str]]:
        """Game, edition and wager for each place where the table may be used."""
        return [
            (game.name, edition, wager.id)
            for game in self.games.values()
            for wager in game.wagers
            for edition, _ in wager.tables
            if self.offered_as(table, wager, edition)
        ]

    @cached_property
    def hash(self) -> str:
        """The fingerprint of everything."""
        return fingerprint([self.sources, self.games, self.tables])

    def game_hash(self, name: str) -> str:
        """The fingerprint of one game: its rules and readings, and every table it offers."""
        game = self.game(name)
        offered = {each: self.table(each) for wager in game.wagers for _, ids in wager.tables for each in ids}
        return fingerprint([game, offered])


def _aliases(table: Table) -> tuple[str, ...]:
    return table.aliases if isinstance(table, Paytable) else ()


def load_book(games_folder: Path, sources_folder: Path) -> Book:
    """Read the book from its folders and prove what can be proved of it."""
    sources = load_bibliography(sources_folder)
    games: dict[str, GameRules] = {}
    tables: dict[str, Table] = {}
    for path in sorted(games_folder.glob("*/rules.toml")):
        folder = load_game(path.parent, sources)
        if folder.rules.name in games:
            raise RulebookError(f"{path.parent.name}/rules.toml", "game.name", f"duplicate id '{folder.rules.name}'")
        games[folder.rules.name] = folder.rules
        _add_tables(tables, [*folder.tables, *folder.ladders], f"{path.parent.name}/paytables.toml")
    book = Book(sources, games, tables)
    for name, game in games.items():
        for number, wager in enumerate(game.wagers):
            _check_offer(book, name, number, wager)
    return book


def add_user_tables(book: Book, path: Path) -> Book:
    """The book with an operator's own tables; each says in ``games`` for which games it is offered."""
    fields = Fields.of_file(path, path.name)
    sources = dict(book.sources)
    load_sources(fields, sources)
    offered_for = fields.texts("games")
    tables = dict(book.tables)
    added: list[Table] = [*load_sheets(fields, sources, user=True), *load_ladders(fields, sources, user=True)]
    fields.done()
    for table in added:
        if table.id.casefold() in {each.casefold() for each in (*book.tables, *book.aliases())}:
            raise fields.error("sheets", f"duplicate id '{table.id}': the book already has a table of that name")
    _add_tables(tables, added, path.name)
    games = dict(book.games)
    for name in offered_for:
        game = book.game(name)
        games[name] = replace(game, wagers=tuple(_offer(wager, added) for wager in game.wagers))
    joined = Book(sources, games, tables)
    for name in offered_for:
        for number, wager in enumerate(games[name].wagers):
            _check_offer(joined, path.name, number, wager)
    for table in added:
        if not joined.users_of(table):
            raise fields.error("games", f"no wager '{table.wager}' in {', '.join(offered_for)} takes {table.id}")
    return joined


def _offer(wager: Wager, added: list[Table]) -> Wager:
    new = tuple(table.id for table in added if table.wager == wager.id)
    return replace(wager, tables=tuple((edition, (*ids, *new)) for edition, ids in wager.tables)) if new else wager


def _add_tables(into: dict[str, Table], tables: list[Table], file: str) -> None:
    taken = {each.casefold() for table in into.values() for each in (table.id, *_aliases(table))}
    for table in tables:
        for each in (table.id, *_aliases(table)):
            if each.casefold() in taken:
                raise RulebookError(file, table.id, f"duplicate id '{each}': table ids form one namespace")
            taken.add(each.casefold())
        into[table.id] = table


def _check_offer(book: Book, name: str, number: int, wager: Wager) -> None:
    for edition, ids in wager.tables:
        for index, each in enumerate(ids):
            key = f"wagers[{number}].tables.{edition}[{index}]"
            try:
                table = book.table(each)
            except UnknownName as problem:
                raise RulebookError(name, key, f"no table '{each}' in the book", hint=problem.hint) from None
            if isinstance(table, Paytable) and table.family != wager.family:
                raise RulebookError(
                    name, key, f"'{each}' grades {table.family} hands, but {wager.id} is settled on {wager.family}"
                )
            if isinstance(table, Ladder) != (wager.kind == "ladder"):
                raise RulebookError(name, key, f"'{each}' does not fit a wager of kind {wager.kind}")
            if isinstance(table, Paytable) and table.is_jackpot != (wager.kind == "jackpot"):
                raise RulebookError(
                    name,
                    key,
                    f"'{each}' {'names' if table.is_jackpot else 'lacks'} a meter; {wager.id} is {wager.kind}",
                )
    if wager.default and not any(wager.default in ids for _, ids in wager.tables):
        raise RulebookError(name, f"wagers[{number}].default", f"'{wager.default}' is not among its tables")
