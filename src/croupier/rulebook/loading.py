"""Reading the book from its folders, and joining to it games from outside and an operator's own tables.

A game's folder holds ``rules.toml`` with its readings and tables. Loading proves what can be proved of data: citations
resolve, ids are unique, every row is reachable, every table that a game offers exists and fits the wager; every mistake
names its file and key. The records are in ``rules``; what a wager sees is read in ``sights``.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import get_args

from croupier.cards.cards import RANK_LETTERS, SUIT_NAMES, parse_rank, parse_suit
from croupier.cards.hands import FAMILIES
from croupier.errors import CardError, RulebookError, UnknownName
from croupier.rulebook.book import Book, Table, aliases_of
from croupier.rulebook.fields import Fields, check_unique, did_you_mean
from croupier.rulebook.interpretations import (
    Bibliography,
    check_when,
    load_bibliography,
    load_interpretations,
    load_sources,
    read_cites,
    read_features,
    read_posting,
    read_refusals,
    read_when,
)
from croupier.rulebook.rules import Edition, GameRules, Key, KeyKind, Ladder, Notice, Number, Rule, Wager
from croupier.rulebook.sheets import load_ladders, load_sheets
from croupier.rulebook.sights import check_sees, read_sees
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
        rules, printed = load_game(path, sources)
        name, file = rules.name, f"{path.name}/rules.toml"
        if name in games:
            holder = f"{games[name].folder}/rules.toml"
            raise RulebookError(file, "game.name", f"duplicate id '{name}'", hint=f"{holder} has it already")
        games[name] = rules
        if are_strangers:
            outside[name] = path
        _add_tables(tables, printed, f"{path.name}/paytables.toml")
        added.append((file, rules))
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


def load_game(folder: Path, sources: Bibliography) -> tuple[GameRules, list[Table]]:
    """A game and the tables printed with it, from ``rules.toml`` and what of the other files is beside it."""
    fields = Fields.of_file(folder / "rules.toml", f"{folder.name}/rules.toml")
    head = fields.table("game")
    editions = tuple(_load_edition(entry, sources) for entry in fields.tables("editions"))
    if not editions:
        raise fields.error("editions", "is missing; a game has at least one edition", hint="add a table [[editions]]")
    names = tuple(edition.id for edition in editions)
    wagers = tuple(_load_wager(entry, sources, names) for entry in fields.tables("wagers"))
    _check_wagers(fields, wagers)
    ids = [wager.id for wager in wagers]
    keys = tuple(_load_key(entry, sources, names, ids) for entry in fields.tables("keys"))
    choices = {key.id: key.values for key in keys}
    rules = head.record(
        GameRules,
        name=_name(head),
        cites=read_cites(head, sources),
        editions=editions,
        rules=tuple(
            entry.record(
                Rule,
                editions=_read_editions(entry, names),
                when=read_when(entry),
                posting=read_posting(entry),
                cites=read_cites(entry, sources),
            )
            for entry in fields.tables("rules")
        ),
        numbers=tuple(_load_number(entry, sources) for entry in fields.tables("numbers")),
        wagers=wagers,
        keys=keys,
        notices=tuple(
            entry.record(Notice, editions=_read_editions(entry, names), cites=read_cites(entry, sources))
            for entry in fields.tables("notices")
        ),
        interpretations=load_interpretations(folder, sources, choices, ids),
        folder=folder.name,
        ranks=_read_deck(head, "ranks", RANK_LETTERS, parse_rank),
        suits=_read_deck(head, "suits", SUIT_NAMES, parse_suit),
    )
    fields.done()
    for what in ("editions", "rules", "numbers", "keys", "notices"):
        check_unique(fields, what, [record.id for record in getattr(rules, what)])
    for index, rule in enumerate(rules.rules):
        for name in rule.posting.concerns:
            fields.known(f"rules[{index}].concerns", name, ids, f"'{name}' is not a wager of this game")
        check_when(fields, f"rules[{index}]", rule.when, choices)
    readings = [reading.id for reading in rules.interpretations]
    for index, key in enumerate(rules.keys):
        check_when(fields, f"keys[{index}]", key.when, choices)
        if key.reading and key.reading not in readings:
            raise fields.error(
                f"keys[{index}].reading",
                f"'{key.reading}' is not an interpretation of this game",
                hint=f"{folder.name}/interpretations.toml has {', '.join(readings) or 'none'}",
            )
    tables: list[Table] = []
    if (folder / "paytables.toml").exists():
        sheets = Fields.of_file(folder / "paytables.toml", f"{folder.name}/paytables.toml")
        tables = [*load_sheets(sheets, sources), *load_ladders(sheets, sources)]
        sheets.done()
    check_sees(fields, wagers, rules.numbers)
    return rules, tables


def _name(head: Fields) -> str:
    name = head.text("name")
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise head.error(
            "name", f"'{name}' is not a game name; expected small letters and hyphens", hint="as in high-card-flush"
        )
    return name


def _read_deck(head: Fields, key: str, all_of_them: Iterable[str], parse: Callable[[str], int]) -> tuple[int, ...]:
    """The ranks or suits of a short deck, or all of them."""
    words = head.texts(key, list(all_of_them))
    found = []
    for index, word in enumerate(words):
        try:
            found.append(parse(word))
        except CardError as problem:
            raise head.error(f"{key}[{index}]", problem.message, hint=problem.hint) from None
    if not found or len(set(found)) < len(found):
        raise head.error(key, "names nothing, or something twice", hint=f"each once, or leave {key} out for all")
    return tuple(sorted(found))


_ID = re.compile(r"[a-z][a-z0-9_]*")
_VALUE = re.compile(r"[^\s(),=]+")


def _read_id(entry: Fields) -> str:
    """A wager's or a key's id, which must fit into a configuration string."""
    return entry.id(_ID, "small letters, digits and underscores", "pair_bonus")


def _check_wagers(fields: Fields, wagers: tuple[Wager, ...]) -> None:
    ids = [wager.id for wager in wagers]
    check_unique(fields, "wagers", ids)
    for index, wager in enumerate(wagers):
        for key, other in (("requires", wager.requires), ("equals", wager.equals)):
            if other:
                fields.known(f"wagers[{index}].{key}", other, ids, f"'{other}' is not a wager of this game")
            if other and ids.index(other) >= index:
                raise fields.error(
                    f"wagers[{index}].{key}", f"'{other}' comes after {wager.id}", hint="list the wager it needs first"
                )
        if wager.equals and wager.kind != "base":
            raise fields.error(
                f"wagers[{index}].equals", f"has no use in a wager of kind {wager.kind}", hint="it is of kind base"
            )
        if wager.requires and wager.kind == "base":
            raise fields.error(
                f"wagers[{index}].requires",
                f"{wager.id} is of kind base, which buys a hand alone or equals another wager",
                hint=f'as in equals = "{wager.requires}", or a wager of kind bonus with a table',
            )


def _load_edition(entry: Fields, sources: Bibliography) -> Edition:
    seats = entry.integers("seats")
    if len(seats) != 2 or not 1 <= seats[0] <= seats[1]:
        raise entry.error(
            "seats",
            f"{list(seats)} is not a range of seats; expected for example [1, 6]",
            hint="the fewest, then the most",
        )
    document = entry.text("document")
    problem = f"dangling citation: no document '{document}' in the bibliography"
    entry.known("document", document, sources, problem)
    return entry.record(Edition, seats=(seats[0], seats[1]), cites=read_cites(entry, sources))


def _read_editions(entry: Fields, names: tuple[str, ...]) -> tuple[str, ...]:
    chosen = entry.texts("editions", list(names))
    if not chosen:
        raise entry.error("editions", "is empty; expected some of " + ", ".join(names), hint="leave it out to mean all")
    for index, name in enumerate(chosen):
        if name not in names:
            raise entry.error(f"editions[{index}]", f"unknown edition '{name}'", hint=f"known: {', '.join(names)}")
    return chosen


def _load_number(entry: Fields, sources: Bibliography) -> Number:
    text = entry.text("value")
    if not re.fullmatch(r"\d{1,12}(\.\d{1,6}|/[1-9]\d{0,5})?", text, re.ASCII):
        raise entry.error(
            "value", f'\'{text}\' is not a number; expected for example "3" or "3/2"', hint="digits only, in quotes"
        )
    return entry.record(Number, value=Fraction(text), cites=read_cites(entry, sources))


def _load_wager(entry: Fields, sources: Bibliography, names: tuple[str, ...]) -> Wager:
    by_edition = entry.optional_table("tables")
    for name in by_edition.keys():
        if name not in names:
            raise by_edition.error(name, f"unknown edition '{name}'", hint=f"known: {', '.join(names)}")
    tables = tuple((name, by_edition.texts(name)) for name in by_edition.keys())
    wager = entry.record(
        Wager, id=_read_id(entry), tables=tables, sees=read_sees(entry), cites=read_cites(entry, sources)
    )
    if (wager.kind in ("base", "follow")) == bool(wager.tables):
        problem = "takes no paytable" if wager.tables else "needs tables"
        raise entry.error(
            "tables", f"a wager of kind {wager.kind} {problem}", hint=f"'{wager.id}' may be of another kind"
        )
    if (wager.family is None) != (wager.kind in ("base", "follow", "ladder")):
        problem = "is missing; expected the hands that its tables grade" if wager.tables else "has no use here"
        raise entry.error("family", f"{problem}, in a wager of kind {wager.kind}", hint=f"known: {', '.join(FAMILIES)}")
    if wager.family:
        entry.known("family", wager.family, FAMILIES, f"unknown family of hands '{wager.family}'")
    return wager


def _load_key(entry: Fields, sources: Bibliography, names: tuple[str, ...], wagers: list[str]) -> Key:
    key = entry.record(
        Key,
        id=_read_id(entry),
        values=entry.texts("values", []),
        editions=_read_editions(entry, names),
        cites=read_cites(entry, sources),
        when=read_when(entry),
        features=read_features(entry),
        refused=read_refusals(entry),
    )
    if (key.kind in ("choice", "integer", "suit")) != bool(key.values):
        problem = "is empty; expected the values to choose from" if not key.values else "has no use here"
        hint = f"kinds: {', '.join(get_args(KeyKind))}"
        raise entry.error("values", f"{problem}, in a key of kind {key.kind}", hint=hint)
    for index, value in enumerate(key.values):
        if not _VALUE.fullmatch(value) or value in key.values[:index]:
            raise entry.error(
                f"values[{index}]",
                f"'{value}' is not a value; expected words without blanks, commas or brackets, each once",
                hint="it must fit into a configuration string",
            )
    if key.values:
        entry.known("default", key.default, key.values, f"'{key.default}' is not one of {', '.join(key.values)}")
    if key.id in ("edition", "tables", *wagers):
        raise entry.error(
            "id", f"duplicate id '{key.id}': it already names a wager or a built-in key", hint="rename the key"
        )
    if key.needs:
        entry.known("needs", key.needs, wagers, f"'{key.needs}' is not a wager of this game")
    return key
