"""Reading the book from its folders, and joining to it games from outside and an operator's own tables.

A game's folder holds ``rules.toml`` with its readings and tables. Loading proves what can be proved of data: citations
resolve, ids are unique, every table that a game offers exists and fits the wager; every mistake names its file and key.
A sheet of tables has rows and columns as the documents print them, each column a table: pays that are not pays, unknown
events, rows that no hand reaches, levels without a meter, labels that ask for ranks the table does not choose are found
here. The records are in ``rules``; what a wager sees is read in ``sights``.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import get_args

from croupier.cards.cards import RANK_LETTERS, SUIT_NAMES, parse_rank, parse_suit
from croupier.cards.hands import FAMILIES, five_card, vocabulary
from croupier.cards.hands.family import Family
from croupier.errors import CardError, MoneyError, RulebookError, UnknownName
from croupier.rulebook import interpretations, rules
from croupier.rulebook.book import Book, Table, aliases_of
from croupier.rulebook.fields import Fields, check_unique, did_you_mean
from croupier.rulebook.own_words import event_words, same_label, with_own_words
from croupier.rulebook.sights import check_sees, read_sees
from croupier.rulebook.strangers import add_families
from croupier.units import (
    Basis,
    Fixed,
    ForOne,
    MeterShare,
    NoPay,
    Pay,
    Push,
    ToOne,
    describe_pay,
    handed_back,
    parse_pay,
)


def load_book(games_folder: Path, sources_folder: Path) -> Book:
    """The book of all games in one folder, with the bibliography in another."""
    folders = [path.parent for path in sorted(games_folder.glob("*/rules.toml"))]
    return _joined(Book(interpretations.load_bibliography(sources_folder), {}, {}), folders, are_strangers=False)


def add_games(book: Book, folders: Iterable[Path]) -> Book:
    """The book with games from outside the package, each with the documents and families of hands that it brings."""
    return _joined(book, folders, are_strangers=True)


def _joined(book: Book, folders: Iterable[Path], *, are_strangers: bool) -> Book:
    sources, games, tables, outside = dict(book.sources), dict(book.games), dict(book.tables), dict(book.outside)
    added = []
    for path in folders:
        if are_strangers:
            _welcome(path, sources)
        loaded, printed = load_game(path, sources)
        name, file = loaded.name, f"{path.name}/rules.toml"
        if name in games:
            holder = f"{games[name].folder}/rules.toml"
            raise RulebookError(file, "game.name", f"duplicate id '{name}'", hint=f"{holder} has it already")
        games[name] = loaded
        if are_strangers:
            outside[name] = path
        _add_tables(tables, printed, f"{path.name}/paytables.toml")
        added.append((file, loaded))
    joined = Book(sources, games, tables, outside)
    for file, game in added:
        for number, wager in enumerate(game.wagers):
            _check_offer(joined, file, game, number, wager)
    return joined


def _welcome(folder: Path, sources: interpretations.Bibliography) -> None:
    """The documents and the families of hands that a game from outside brings along."""
    if (folder / "sources.toml").is_file():
        fields = Fields.of_file(folder / "sources.toml", f"{folder.name}/sources.toml")
        interpretations.load_sources(fields, sources)
        fields.done()
    add_families(folder)


def add_user_tables(book: Book, path: Path) -> Book:
    """The book with an operator's own tables; each says in ``games`` for which games it is offered."""
    file = str(path)
    fields = Fields.of_file(path, file)
    sources = dict(book.sources)
    interpretations.load_sources(fields, sources)
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


def _offer(wager: rules.Wager, added: list[Table]) -> rules.Wager:
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


def _check_offer(book: Book, file: str, game: rules.GameRules, number: int, wager: rules.Wager) -> None:
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


def _misfit(table: Table, wager: rules.Wager, game: rules.GameRules, edition: str) -> tuple[str, str] | None:
    """What is wrong with a table for this wager, and what to do about it."""
    if table.wager not in (wager.id, wager.beside):
        return f"is a table for {table.wager}, not for {wager.id}", f'its sheet says wager = "{table.wager}"'
    if isinstance(table, rules.Ladder) != (wager.kind == "ladder"):
        what = "a ladder" if isinstance(table, rules.Ladder) else "a paytable"
        return f"is {what} and does not fit a wager of kind {wager.kind}", "a ladder serves wagers of kind ladder"
    if isinstance(table, rules.Ladder):
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


def load_game(folder: Path, sources: interpretations.Bibliography) -> tuple[rules.GameRules, list[Table]]:
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
    loaded = head.record(
        rules.GameRules,
        name=_name(head),
        cites=interpretations.read_cites(head, sources),
        editions=editions,
        rules=tuple(
            entry.record(
                rules.Rule,
                editions=_read_editions(entry, names),
                when=interpretations.read_when(entry),
                posting=interpretations.read_posting(entry),
                cites=interpretations.read_cites(entry, sources),
            )
            for entry in fields.tables("rules")
        ),
        numbers=tuple(_load_number(entry, sources) for entry in fields.tables("numbers")),
        wagers=wagers,
        keys=keys,
        notices=tuple(
            entry.record(
                rules.Notice, editions=_read_editions(entry, names), cites=interpretations.read_cites(entry, sources)
            )
            for entry in fields.tables("notices")
        ),
        interpretations=interpretations.load_interpretations(folder, sources, choices, ids),
        folder=folder.name,
        ranks=_read_deck(head, "ranks", RANK_LETTERS, parse_rank),
        suits=_read_deck(head, "suits", SUIT_NAMES, parse_suit),
    )
    fields.done()
    for what in ("editions", "rules", "numbers", "keys", "notices"):
        check_unique(fields, what, [record.id for record in getattr(loaded, what)])
    for index, rule in enumerate(loaded.rules):
        for name in rule.posting.concerns:
            fields.known(f"rules[{index}].concerns", name, ids, f"'{name}' is not a wager of this game")
        interpretations.check_when(fields, f"rules[{index}]", rule.when, choices)
    readings = [reading.id for reading in loaded.interpretations]
    for index, key in enumerate(loaded.keys):
        interpretations.check_when(fields, f"keys[{index}]", key.when, choices)
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
    check_sees(fields, wagers, loaded.numbers)
    return loaded, tables


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


def _check_wagers(fields: Fields, wagers: tuple[rules.Wager, ...]) -> None:
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


def _load_edition(entry: Fields, sources: interpretations.Bibliography) -> rules.Edition:
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
    return entry.record(rules.Edition, seats=(seats[0], seats[1]), cites=interpretations.read_cites(entry, sources))


def _read_editions(entry: Fields, names: tuple[str, ...]) -> tuple[str, ...]:
    chosen = entry.texts("editions", list(names))
    if not chosen:
        raise entry.error("editions", "is empty; expected some of " + ", ".join(names), hint="leave it out to mean all")
    for index, name in enumerate(chosen):
        if name not in names:
            raise entry.error(f"editions[{index}]", f"unknown edition '{name}'", hint=f"known: {', '.join(names)}")
    return chosen


def _load_number(entry: Fields, sources: interpretations.Bibliography) -> rules.Number:
    text = entry.text("value")
    if not re.fullmatch(r"\d{1,12}(\.\d{1,6}|/[1-9]\d{0,5})?", text, re.ASCII):
        raise entry.error(
            "value", f'\'{text}\' is not a number; expected for example "3" or "3/2"', hint="digits only, in quotes"
        )
    return entry.record(rules.Number, value=Fraction(text), cites=interpretations.read_cites(entry, sources))


def _load_wager(entry: Fields, sources: interpretations.Bibliography, names: tuple[str, ...]) -> rules.Wager:
    by_edition = entry.table("tables", {})
    for name in by_edition.keys():
        if name not in names:
            raise by_edition.error(name, f"unknown edition '{name}'", hint=f"known: {', '.join(names)}")
    tables = tuple((name, by_edition.texts(name)) for name in by_edition.keys())
    wager = entry.record(
        rules.Wager,
        id=_read_id(entry),
        tables=tables,
        sees=read_sees(entry),
        cites=interpretations.read_cites(entry, sources),
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


def _load_key(
    entry: Fields, sources: interpretations.Bibliography, names: tuple[str, ...], wagers: list[str]
) -> rules.Key:
    key = entry.record(
        rules.Key,
        id=_read_id(entry),
        values=entry.texts("values", []),
        editions=_read_editions(entry, names),
        cites=interpretations.read_cites(entry, sources),
        when=interpretations.read_when(entry),
        features=interpretations.read_features(entry),
        refused=interpretations.read_refusals(entry),
    )
    if (key.kind in ("choice", "integer", "suit")) != bool(key.values):
        problem = "is empty; expected the values to choose from" if not key.values else "has no use here"
        hint = f"kinds: {', '.join(get_args(rules.KeyKind))}"
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


def prove_reachable(sheet: Fields, table: rules.Paytable) -> None:
    """Every row with a pay is the first match of some hand, already from the fewest decks the table allows."""
    waiting = {row.event for row in table.rows if not isinstance(row.pay, NoPay)}
    if not waiting:
        raise sheet.error(
            "rows", f"{table.id} pays nothing: every cell of its column is a dash", hint="take the column out"
        )
    for _, events in table.kinds(table.default_setting()):
        row = table.row_of_kind(events)
        if row:
            waiting.discard(row.event)
    if waiting:
        index = next(n for n, row in enumerate(table.rows) if row.event in waiting)
        raise sheet.error(
            f"rows[{index}]",
            f"unreachable row '{table.rows[index].event}' in {table.id}: no hand gets there",
            hint="a row above it takes all its hands, or the decks cannot make it",
        )


def prove_order(sheet: Fields, column: int, table: rules.Paytable) -> None:
    """No hand that fits two rows is paid by the upper one less than the lower one would pay it."""
    rows = [(index, row) for index, row in enumerate(table.rows) if not isinstance(row.pay, NoPay)]
    for _, events in table.kinds(table.default_setting()):
        fits = [(index, row) for index, row in rows if row.event in events]
        for index, row in fits[1:]:
            upper, lower = _worth(fits[0][1].pay), _worth(row.pay)
            if upper is not None and lower is not None and lower > upper:
                raise sheet.error(
                    f"rows[{index}][{2 + column}]",
                    f"'{row.event}' pays more than '{fits[0][1].event}', which is above it and takes its hands",
                    hint="rows are tried from the top: put the better pay first",
                )


def _worth(pay: Pay) -> Fraction | None:
    """What a flat or fixed pay is worth; None for a share of a meter, and where the table lacks the row."""
    return None if isinstance(pay, NoPay) else handed_back(pay)


def near_event(event: str, family: Family) -> str:
    """The nearest events by name, or how a phrase with ranks is written in this family."""
    phrases = family.events.phrases if isinstance(family.events, vocabulary.Events) else ()
    word = event.partition(":")[0]
    forms = [phrase for phrase in phrases if phrase.word == word]
    if forms and ":" in event:
        return f"it is written {' or '.join(each.form for each in forms)}, as in {forms[0].example}"
    near = did_you_mean(word, [*family.events, *(phrase.word for phrase in phrases)])
    return near or f"known: {', '.join([*family.events, *(phrase.form for phrase in phrases)][:24])}"


_CELL = re.compile(r"(?P<pay>.+?)(?: envy \$(?P<envy>.+))?")
_TABLE_ID = re.compile(r"[A-Za-z0-9]+([-_./][A-Za-z0-9]+)*")
_LABEL_FIELD = re.compile(r"\{(ranks|top|one)\}")


def load_sheets(fields: Fields, sources: interpretations.Bibliography, *, user: bool = False) -> list[rules.Paytable]:
    """Every table of a file, one for each column of each sheet."""
    tables: list[rules.Paytable] = []
    for sheet in fields.tables("sheets"):
        tables.extend(_load_sheet(sheet, sources, user))
        sheet.done()
    return tables


def _load_sheet(sheet: Fields, sources: interpretations.Bibliography, user: bool) -> list[rules.Paytable]:
    family_name = sheet.text("family")
    sheet.known("family", family_name, FAMILIES, f"unknown family of hands '{family_name}'")
    basis: Basis = sheet.choice("basis", ("to", "for"))
    status: rules.Status = sheet.choice("status", ("document", "sample", "user"))
    wager = sheet.text("wager")
    cites = interpretations.read_cites(sheet, sources)
    note = sheet.text("note", "")
    columns = sheet.texts("columns")
    if not columns:
        raise sheet.error("columns", "is empty; expected at least one table id", hint='as in ["PT-FLT-STR-01"]')
    for index, table_id in enumerate(columns):
        check_id(sheet, f"columns[{index}]", table_id, status, user)
    if status == "sample" and not note:
        raise sheet.error("note", "is missing; a sample says where its figures come from", hint='add note = "..."')
    decks = _read_decks(sheet, family_name)
    ranks = _read_ranks(sheet, family_name)
    dynamic = _read_dynamic(sheet, basis)
    rows = _read_rows(sheet, FAMILIES[family_name], basis, columns, dynamic)
    _check_labels(sheet, rows, ranks)
    if user:
        rows = _in_own_words(sheet, rows)
    rows = _printed_labels(sheet, sources, rows)
    aliases = _by_column(sheet, "aliases", columns)
    meters = _by_column(sheet, "meters", columns)
    envies = _by_column(sheet, "dealer_envy", columns)
    alternatives = _read_alternatives(sheet, basis, columns, [row[0].event for row in rows])
    tables = []
    for column, table_id in enumerate(columns):
        own_rows = tuple(row[column] for row in rows)
        table = rules.Paytable(
            id=table_id,
            aliases=_read_aliases(aliases, table_id),
            wager=wager,
            family=family_name,
            basis=basis,
            status=status,
            decks=decks,
            ranks=ranks,
            meters=_count_meters(meters, table_id, own_rows),
            dealer_envy_percent=_read_percent(envies, table_id),
            rows=own_rows,
            alternatives=tuple(a for owner, a in alternatives if owner == table_id),
            cites=cites,
            note=note,
        )
        _check_kind_of_pays(sheet, column, table)
        prove_reachable(sheet, table)
        if user:
            prove_order(sheet, column, table)
        tables.append(table)
    return tables


def check_id(fields: Fields, key: str, table_id: str, status: str, user: bool) -> None:
    """An id fits into a configuration string, and says by itself whether the table is a sample."""
    if not _TABLE_ID.fullmatch(table_id) or table_id.casefold() == "none":
        raise fields.error(
            key, f"'{table_id}' is not a table id", hint="letters and digits joined by hyphens, as in PT-FLT-STR-01"
        )
    if user != (status == "user"):
        raise fields.error(
            "status",
            f"'{status}' does not belong here",
            hint='tables of your own have status = "user"; the book\'s have "document" or "sample"',
        )
    if (status == "sample") != table_id.startswith("SAMPLE-"):
        raise fields.error(
            key,
            f"'{table_id}' has status {status}: a sample's id starts with SAMPLE- and nothing else's does",
            hint='mark what is not the maker\'s with status = "sample" and an id such as SAMPLE-RIC-RF-01',
        )


def _read_decks(sheet: Fields, family_name: str) -> tuple[int, ...]:
    decks = sheet.integers("decks", [1])
    family = FAMILIES.get(family_name)
    from_a_shoe = tuple(range(1, 9)) if family and family.from_a_shoe else (1,)
    allowed = (2, 4, 5, 6, 8) if family_name == "pairs" else from_a_shoe
    expected = f"expected some of {', '.join(map(str, allowed))}" if len(allowed) > 1 else "expected 1"
    for index, count in enumerate(decks):
        if count not in allowed or count in decks[:index]:
            own = f"hands of {family_name} are of one deck; a family of your own may say from_a_shoe=True"
            hint = own if len(allowed) == 1 and count not in allowed else "each count once"
            raise sheet.error(f"decks[{index}]", f"{count} is a wrong deck count; {expected}", hint=hint)
    if not decks:
        raise sheet.error("decks", f"is empty; {expected}", hint="as in [4, 5, 6, 8], or leave it out for one deck")
    return decks


def _read_ranks(sheet: Fields, family_name: str) -> int:
    ranks = sheet.integer("ranks", 0)
    most = 3 if family_name == "pairs" else 0
    if not 0 <= ranks <= most:
        raise sheet.error(
            "ranks",
            f"{ranks} chosen ranks; expected {'0 to 3' if most else '0'}",
            hint="the operator chooses ranks for tables of pairs only, and three at most",
        )
    return ranks


def _read_aliases(aliases: Fields, table_id: str) -> tuple[str, ...]:
    found = aliases.texts(table_id, [])
    for index, alias in enumerate(found):
        if not _TABLE_ID.fullmatch(alias):
            raise aliases.error(
                f"{table_id}[{index}]", f"'{alias}' is not a table id", hint="letters and digits joined by hyphens"
            )
    return found


def _check_labels(sheet: Fields, rows: list[list[rules.Row]], ranks: int) -> None:
    for index, row in enumerate(rows):
        label = row[0].label
        plain = _LABEL_FIELD.sub("", label)
        if not label.strip() or "{" in plain or "}" in plain:
            raise sheet.error(
                f"rows[{index}][1]",
                f"'{label}' is not a label",
                hint="plain words; {ranks}, {top} and {one} stand for the chosen ranks",
            )
        if plain != label and not ranks:
            raise sheet.error(
                f"rows[{index}][1]", f"'{label}' names chosen ranks, but ranks = 0", hint="set ranks to 1, 2 or 3"
            )


def _in_own_words(sheet: Fields, rows: list[list[rules.Row]]) -> list[list[rules.Row]]:
    """An operator's labels: each once in a table, and with the event's own words where it says something else."""
    seen: dict[str, str] = {}
    for index, row in enumerate(rows):
        label, event = row[0].label, row[0].event
        if same_label(label) in seen:
            raise sheet.error(
                f"rows[{index}][1]",
                f"duplicate label '{label}': the row '{seen[same_label(label)]}' has it too",
                hint="give each row a label of its own, since players read the label",
            )
        seen[same_label(label)] = event
    return [[replace(cell, label=with_own_words(cell.label, event_words(cell.event))) for cell in row] for row in rows]


def _printed_labels(
    sheet: Fields, sources: interpretations.Bibliography, rows: list[list[rules.Row]]
) -> list[list[rules.Row]]:
    """Labels that one document prints otherwise, each with how it is read: labels.DOCUMENT.EVENT."""
    documents = sheet.table("labels", {})
    printed: dict[str, list[rules.Printed]] = {}
    for document in documents.keys():
        documents.known(document, document, sources, "is not a document of the book")
        labels = documents.table(document)
        for event in labels.keys():
            if event not in [row[0].event for row in rows]:
                raise labels.error(event, "names no row of this sheet", hint="an event of its rows")
            words = labels.texts(event)
            if len(words) != 2:
                raise labels.error(event, "expected a label and how it is read", hint='write "" where it is plain')
            printed.setdefault(event, []).append(rules.Printed(document, *words))
    return [[replace(cell, printed=tuple(printed.get(cell.event, ()))) for cell in row] for row in rows]


def _by_column(sheet: Fields, key: str, columns: tuple[str, ...]) -> Fields:
    fields = sheet.table(key, {})
    for table_id in fields.keys():
        if table_id not in columns:
            raise fields.error(table_id, "is not a column of this sheet", hint=f"columns: {', '.join(columns)}")
    return fields


def _check_kind_of_pays(sheet: Fields, column: int, table: rules.Paytable) -> None:
    """A jackpot pays money and shares of its meters for a fixed wager; a flat table pays odds on any wager."""
    for index, row in enumerate(table.rows):
        if table.is_jackpot and isinstance(row.pay, ToOne | ForOne | Push):
            problem = f"{describe_pay(row.pay)} is odds in a jackpot's table"
            hint = "write money for a $1 wager, as in $500"
        elif not table.is_jackpot and row.envy_cents is not None:
            problem = f"an envy pay in {table.id}, which has no meter"
            hint = "envy goes with a jackpot; give a row a percentage, such as 100%"
        elif not table.is_jackpot and isinstance(row.pay, Fixed):
            problem = f"{describe_pay(row.pay)} is money in a flat table"
            hint = "write odds such as 500; money belongs to a jackpot with its 100%"
        else:
            continue
        raise sheet.error(f"rows[{index}][{2 + column}]", problem, hint=hint)


def _count_meters(meters: Fields, table_id: str, rows: tuple[rules.Row, ...]) -> int:
    shares = [row.pay for row in rows if isinstance(row.pay, MeterShare)]
    levels = {share.level for share in shares}
    declared = meters.integer(table_id, 0)
    for level in sorted(level for level in levels if level is not None):
        if level > declared or level < 1:
            raise meters.error(
                table_id,
                f"level {level} has no meter: {declared} declared",
                hint=f'declare the levels, as in meters = {{ "{table_id}" = {level} }}',
            )
    if declared and levels != set(range(1, declared + 1)):
        named = ", ".join("none" if level is None else str(level) for level in levels) or "none"
        raise meters.error(
            table_id,
            f"{declared} meters declared, but the levels that rows name are: {named}",
            hint="declare levels only where rows name them, as in 100% Lv.1, and name each",
        )
    return declared or (1 if shares else 0)


def _read_percent(envies: Fields, table_id: str) -> Fraction | None:
    if not envies.has(table_id):
        return None
    match = re.fullmatch(r"(\d+(?:\.\d+)?)%", envies.text(table_id), re.ASCII)
    if not match or not 0 < Fraction(match[1]) <= 100:
        raise envies.error(
            table_id,
            f"'{envies.text(table_id)}' is not a percentage; expected for example 3%",
            hint="above 0 and at most 100",
        )
    return Fraction(match[1])


def _read_dynamic(sheet: Fields, basis: Basis) -> dict[str, tuple[Pay, ...]]:
    fields = sheet.table("dynamic", {})
    dynamic: dict[str, tuple[Pay, ...]] = {}
    for event in fields.keys():
        cells = fields.texts(event)
        if len(cells) != 10:
            raise fields.error(
                event, f"has {len(cells)} dynamic pays; expected ten", hint="the default pay is in rows, not here"
            )
        dynamic[event] = tuple(_read_pay(fields, f"{event}[{index}]", cell, basis) for index, cell in enumerate(cells))
        for index, pay in enumerate(dynamic[event]):
            if not isinstance(pay, Fixed):
                raise fields.error(
                    f"{event}[{index}]",
                    f"'{cells[index]}' is not a dynamic pay; expected money, such as $150",
                    hint="a row that pays a share of a meter has no dynamic pays",
                )
    return dynamic


_PAYS_OF = {
    "to": 'a table with basis = "to" holds odds such as 50 or 3/2, push, or - for a row it lacks',
    "for": 'a table with basis = "for" holds $300, 100%, 100% Lv.1, odds such as 50, push, or - for a row it lacks',
}


def _read_pay(fields: Fields, key: str, cell: str, basis: Basis) -> Pay:
    try:
        return parse_pay(cell, basis)
    except MoneyError as problem:
        raise fields.error(key, problem.message, hint="money is written as $300 or $2.50") from None
    except ValueError as problem:
        raise fields.error(key, str(problem), hint=_PAYS_OF[basis]) from None


def _read_rows(
    sheet: Fields, family: Family, basis: Basis, columns: tuple[str, ...], dynamic: dict[str, tuple[Pay, ...]]
) -> list[list[rules.Row]]:
    rows: list[list[rules.Row]] = []
    events: list[str] = []
    for index, cells in enumerate(sheet.items("rows")):
        key = f"rows[{index}]"
        if not isinstance(cells, list) or not all(isinstance(cell, str) for cell in cells):
            raise sheet.error(
                key,
                "expected a list of texts: event, label, then one pay for each column",
                hint='pays are texts as well, as in "50"',
            )
        if len(cells) != 2 + len(columns):
            raise sheet.error(
                key, f"has {len(cells)} cells; expected event, label and {len(columns)} pays", hint="write - for a dash"
            )
        event, label, *pays = cells
        if event not in family.events:
            raise sheet.error(
                f"{key}[0]",
                f"unknown category '{event}' in the family {family.name}",
                hint=near_event(event, family),
            )
        if event in events:
            raise sheet.error(
                f"{key}[0]",
                f"duplicate event '{event}': it appears twice in this sheet",
                hint="give each event one row",
            )
        events.append(event)
        rows.append(
            [_read_cell(sheet, f"{key}[{2 + n}]", event, label, cell, basis, dynamic) for n, cell in enumerate(pays)]
        )
    for event in dynamic:
        if event not in events:
            raise sheet.error(f"dynamic.{event}", "names no row of this sheet", hint=f"rows: {', '.join(events)}")
    if not rows:
        raise sheet.error(
            "rows", "is empty; a table needs at least one row", hint='as in ["straight_7", "7-Card Straight", "50"]'
        )
    return rows


def _read_cell(
    sheet: Fields, key: str, event: str, label: str, cell: str, basis: Basis, dynamic: dict[str, tuple[Pay, ...]]
) -> rules.Row:
    match = _CELL.fullmatch(cell)
    if not match:
        raise sheet.error(key, f"'{cell}' is not a pay", hint=_PAYS_OF[basis])
    pay = _read_pay(sheet, key, match["pay"], basis)
    if event in dynamic and not isinstance(pay, Fixed):
        raise sheet.error(
            key,
            f"'{cell}' has dynamic pays, so its default must be money such as $100",
            hint=f"drop dynamic.{event} where the row pays a share of a meter",
        )
    if match["envy"] is None:
        return rules.Row(event, label, pay, dynamic.get(event))
    envy = _read_pay(sheet, key, f"${match['envy']}", "for")
    if isinstance(pay, NoPay) or not isinstance(envy, Fixed):
        raise sheet.error(key, f"'{cell}' orders an envy pay on a row that the table lacks", hint="drop the envy")
    return rules.Row(event, label, pay, dynamic.get(event), envy.cents)


def _read_alternatives(
    sheet: Fields, basis: Basis, columns: tuple[str, ...], events: list[str]
) -> list[tuple[str, rules.Alternative]]:
    found: list[tuple[str, rules.Alternative]] = []
    for entry in sheet.tables("alternatives"):
        owner = entry.text("table")
        if owner not in columns:
            raise entry.error(
                "table", f"'{owner}' is not a column of this sheet", hint=f"columns: {', '.join(columns)}"
            )
        pay = _read_pay(entry, "pay", entry.text("pay"), basis)
        other = rules.Alternative(entry.text("key"), entry.text("value"), entry.text("event"), pay)
        if other.event not in events:
            raise entry.error("event", f"'{other.event}' names no row of this sheet", hint=f"rows: {', '.join(events)}")
        if (owner, other.key, other.value, other.event) in {(o, a.key, a.value, a.event) for o, a in found}:
            raise entry.error("event", f"duplicate reading {other.key}={other.value} of '{other.event}'")
        found.append((owner, other))
        entry.done()
    return found


def load_ladders(fields: Fields, sources: interpretations.Bibliography, *, user: bool = False) -> list[rules.Ladder]:
    """Every ladder of a file, each with all its rungs."""
    ladders = []
    for entry in fields.tables("ladders"):
        ladder_id = entry.text("id")
        status: rules.Status = entry.choice("status", ("document", "sample", "user"))
        check_id(entry, "id", ladder_id, status, user)
        note = entry.text("note", "")
        if status == "sample" and not note:
            raise entry.error("note", "is missing; a sample says where its figures come from", hint='add note = "..."')
        rungs = tuple(_load_rung(rung) for rung in entry.tables("rungs"))
        players = [rung.players for rung in rungs]
        if players != list(range(1, len(rungs) + 1)) or not rungs:
            raise entry.error(
                "rungs",
                f"must name every number of players once, from 1 upward, not {', '.join(map(str, players)) or 'none'}",
                hint="write them in order and leave no hole",
            )
        if user:
            rungs = _rungs_in_own_words(entry, rungs)
        ladders.append(
            entry.record(rules.Ladder, rungs=rungs, cites=interpretations.read_cites(entry, sources), note=note)
        )
    return ladders


def _rungs_in_own_words(entry: Fields, rungs: tuple[rules.Rung, ...]) -> tuple[rules.Rung, ...]:
    """An operator's labels: one for one threshold, and with the hand's own words where it says something else."""
    named: dict[str, five_card.FiveCardHand] = {}
    for index, rung in enumerate(rungs):
        if named.setdefault(same_label(rung.label), rung.lowest) != rung.lowest:
            raise entry.error(
                f"rungs[{index}].label",
                f"duplicate label '{rung.label}': another hand has it too",
                hint="give each hand a label of its own, since players read the label",
            )
    return tuple(
        replace(rung, label=with_own_words(rung.label, _rung_words(rung), is_threshold=True)) for rung in rungs
    )


def _rung_words(rung: rules.Rung) -> str:
    ranks = [RANK_LETTERS[rank - 2] for rank in (rung.rank, *rung.kickers) if rank]
    return f"{event_words(':'.join([rung.category, *ranks]))} or better"


def _load_rung(entry: Fields) -> rules.Rung:
    text, beside = entry.text("rank", ""), entry.text("kickers", "")
    try:
        rank = parse_rank(text) if text else 0
        kickers = tuple(parse_rank(each) for each in beside.split("/")) if beside else ()
    except CardError as problem:
        raise entry.error("kickers" if beside else "rank", problem.message, hint=problem.hint) from None
    if kickers and not rank:
        raise entry.error("kickers", "stand beside a rank, and none is given", hint='as in rank = "A", kickers = "K"')
    rung = rules.Rung(entry.integer("players"), entry.text("label"), entry.text("category"), rank, kickers)
    try:
        _ = rung.lowest
    except (ValueError, KeyError):
        raise entry.error(
            "category",
            f"'{rung.category}' with rank '{text}'{f' and {beside}' if beside else ''} is not a five-card threshold",
            hint='as in category = "two_pair", rank = "T"; without a rank any hand of the category will do',
        ) from None
    entry.done()
    return rung
