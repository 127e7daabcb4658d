"""Reading the book from its folders, and joining to it games from outside and an operator's own tables.

Loading proves what can be proved of data: citations resolve, ids are unique, every row is reachable, every table that
a game offers exists and fits the wager.
"""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from croupier.errors import RulebookError, UnknownName
from croupier.rulebook.book import Book, Table, aliases_of
from croupier.rulebook.fields import Fields, did_you_mean
from croupier.rulebook.game_folder import load_game
from croupier.rulebook.interpretations import Bibliography, load_bibliography, load_sources
from croupier.rulebook.rules import GameRules, Ladder, Wager
from croupier.rulebook.sheets import load_ladders, load_sheets
from croupier.rulebook.strangers import add_families


def load_book(games_folder: Path, sources_folder: Path) -> Book:
    """The book of all games in one folder, with the bibliography in another."""
    folders = [path.parent for path in sorted(games_folder.glob("*/rules.toml"))]
    return _joined(Book(load_bibliography(sources_folder), {}, {}), folders, are_strangers=False)


def add_games(book: Book, folders: Iterable[Path]) -> Book:
    """The book with games from outside the package, each with the documents and families of hands that it brings."""
    return _joined(book, folders, are_strangers=True)


def _joined(book: Book, folders: Iterable[Path], *, are_strangers: bool) -> Book:
    sources, games, tables, outside = dict(book.sources), dict(book.games), dict(book.tables), dict(book.outside)
    added = []
    for path in folders:
        if are_strangers:
            _welcome(path, sources)
        folder = load_game(path, sources)
        name, file = folder.rules.name, f"{path.name}/rules.toml"
        if name in games:
            holder = f"{games[name].folder}/rules.toml"
            raise RulebookError(file, "game.name", f"duplicate id '{name}'", hint=f"{holder} has it already")
        games[name] = folder.rules
        if are_strangers:
            outside[name] = path
        _add_tables(tables, [*folder.tables, *folder.ladders], f"{path.name}/paytables.toml")
        added.append((file, folder.rules))
    joined = Book(sources, games, tables, outside)
    for file, game in added:
        for number, wager in enumerate(game.wagers):
            _check_offer(joined, file, game, number, wager)
    return joined


def _welcome(folder: Path, sources: Bibliography) -> None:
    """The documents and the families of hands that a game from outside brings along."""
    if (folder / "sources.toml").is_file():
        fields = Fields.of_file(folder / "sources.toml", f"{folder.name}/sources.toml")
        load_sources(fields, sources)
        fields.done()
    add_families(folder)


def add_user_tables(book: Book, path: Path) -> Book:
    """The book with an operator's own tables; each says in ``games`` for which games it is offered."""
    file = str(path)
    fields = Fields.of_file(path, file)
    sources = dict(book.sources)
    load_sources(fields, sources)
    offered_for = fields.texts("games")
    for index, name in enumerate(offered_for):
        fields.known(f"games[{index}]", name, book.games, f"unknown game '{name}'")
    added: list[Table] = [*load_sheets(fields, sources, user=True), *load_ladders(fields, sources, user=True)]
    fields.done()
    if not added:
        raise RulebookError(file, "(file)", "holds no table", hint="write one as [[sheets]], or [[ladders]]")
    tables = dict(book.tables)
    _add_tables(tables, added, file)
    games = dict(book.games)
    for name in offered_for:
        games[name] = replace(book.games[name], wagers=tuple(_offer(w, added) for w in book.games[name].wagers))
    joined = Book(sources, games, tables, book.outside)
    for table in added:
        if not joined.users_of(table):
            wagers = {w.id for name in offered_for for w in games[name].wagers if w.tables}
            raise fields.error(
                "games",
                f"no wager '{table.wager}' in {', '.join(offered_for) or 'no game'} takes {table.id}",
                hint=f"wagers with tables: {', '.join(sorted(wagers))}" if wagers else "name at least one game",
            )
    for name in offered_for:
        for number, wager in enumerate(games[name].wagers):
            _check_offer(joined, file, games[name], number, wager)
    return joined


def _offer(wager: Wager, added: list[Table]) -> Wager:
    new = tuple(table.id for table in added if table.wager in (wager.id, wager.beside))
    return replace(wager, tables=tuple((edition, (*ids, *new)) for edition, ids in wager.tables)) if new else wager


def _add_tables(into: dict[str, Table], tables: list[Table], file: str) -> None:
    taken = {each.casefold() for table in into.values() for each in (table.id, *aliases_of(table))}
    for table in tables:
        for each in (table.id, *aliases_of(table)):
            if each.casefold() in taken:
                raise RulebookError(
                    file,
                    table.id,
                    f"duplicate id '{each}': a table or an alias of that name is in the book already",
                    hint="table ids form one namespace, small and capital letters alike",
                )
            taken.add(each.casefold())
        into[table.id] = table


def _check_offer(book: Book, file: str, game: GameRules, number: int, wager: Wager) -> None:
    """Every table that a wager offers exists, fits the wager, and asks for nothing the game does not know."""
    for edition, ids in wager.tables:
        seen: set[str] = set()
        for index, each in enumerate(ids):
            key = f"wagers[{number}].tables.{edition}[{index}]"
            try:
                table = book.table(each)
            except UnknownName as problem:
                raise RulebookError(file, key, f"no table '{each}' in the book", hint=problem.hint) from None
            problem_and_hint = _misfit(table, wager, game, edition)
            if problem_and_hint:
                raise RulebookError(file, key, f"'{each}' {problem_and_hint[0]}", hint=problem_and_hint[1])
            if table.id in seen:
                raise RulebookError(file, key, f"duplicate id '{each}': the wager offers it twice", hint="list it once")
            seen.add(table.id)
    if wager.default:
        for edition_id in (edition.id for edition in game.editions):
            if wager.default not in wager.tables_in(edition_id):
                raise RulebookError(
                    file,
                    f"wagers[{number}].default",
                    f"'{wager.default}' is not among its tables in edition {edition_id}",
                    hint=did_you_mean(wager.default, wager.tables_in(edition_id)),
                )


def _misfit(table: Table, wager: Wager, game: GameRules, edition: str) -> tuple[str, str] | None:
    """What is wrong with a table for this wager, and what to do about it."""
    if table.wager not in (wager.id, wager.beside):
        return f"is a table for {table.wager}, not for {wager.id}", f'its sheet says wager = "{table.wager}"'
    if isinstance(table, Ladder) != (wager.kind == "ladder"):
        what = "a ladder" if isinstance(table, Ladder) else "a paytable"
        return f"is {what} and does not fit a wager of kind {wager.kind}", "a ladder serves wagers of kind ladder"
    if isinstance(table, Ladder):
        seats = game.edition(edition).seats[1]
        if len(table.rungs) < seats:
            return f"ends at {len(table.rungs)} players, but {seats} may sit", f"add rungs up to players = {seats}"
        return None
    if table.family != wager.family:
        return (
            f"grades {table.family} hands, but {wager.id} is settled on {wager.family}",
            f'its sheet needs family = "{wager.family}"',
        )
    if table.is_jackpot != (wager.kind == "jackpot"):
        return (
            f"{'names' if table.is_jackpot else 'lacks'} a meter, but {wager.id} is of kind {wager.kind}",
            "percentages such as 100% belong to jackpot wagers, and each of those needs one",
        )
    values = {key.id: key.values for key in game.keys}
    for other in table.alternatives:
        if other.value not in values.get(other.key, ()):
            return (
                f"has a reading {other.key}={other.value}, which {game.name} lacks",
                "add the key, or the value to it",
            )
    return None
