"""Reading paytables and ladders: a sheet has rows and columns as the documents print them, each column a table.

Every mistake that can be found is found here, and named with file and key: pays that are not pays, unknown events, rows
that no hand reaches, levels without a meter, labels that ask for ranks the table does not choose.
"""

import re
from dataclasses import replace
from fractions import Fraction

from croupier.cards.cards import RANK_LETTERS, parse_rank
from croupier.cards.hands import FAMILIES
from croupier.cards.hands.family import Family
from croupier.cards.hands.five_card import FiveCardHand
from croupier.cards.hands.vocabulary import Events
from croupier.errors import CardError, MoneyError
from croupier.rulebook.fields import Fields, did_you_mean
from croupier.rulebook.interpretations import Bibliography, read_cites
from croupier.rulebook.own_words import event_words, same_label, with_own_words
from croupier.rulebook.rules import Alternative, Ladder, Paytable, Printed, Row, Rung, Status
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


def prove_reachable(sheet: Fields, table: Paytable) -> None:
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


def prove_order(sheet: Fields, column: int, table: Paytable) -> None:
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
    phrases = family.events.phrases if isinstance(family.events, Events) else ()
    word = event.partition(":")[0]
    forms = [phrase for phrase in phrases if phrase.word == word]
    if forms and ":" in event:
        return f"it is written {' or '.join(each.form for each in forms)}, as in {forms[0].example}"
    near = did_you_mean(word, [*family.events, *(phrase.word for phrase in phrases)])
    return near or f"known: {', '.join([*family.events, *(phrase.form for phrase in phrases)][:24])}"


_CELL = re.compile(r"(?P<pay>.+?)(?: envy \$(?P<envy>.+))?")
_ID = re.compile(r"[A-Za-z0-9]+([-_./][A-Za-z0-9]+)*")
_LABEL_FIELD = re.compile(r"\{(ranks|top|one)\}")


def load_sheets(fields: Fields, sources: Bibliography, *, user: bool = False) -> list[Paytable]:
    """Every table of a file, one for each column of each sheet."""
    tables: list[Paytable] = []
    for sheet in fields.tables("sheets"):
        tables.extend(_load_sheet(sheet, sources, user))
        sheet.done()
    return tables


def _load_sheet(sheet: Fields, sources: Bibliography, user: bool) -> list[Paytable]:
    family_name = sheet.text("family")
    sheet.known("family", family_name, FAMILIES, f"unknown family of hands '{family_name}'")
    basis: Basis = sheet.choice("basis", ("to", "for"))
    status: Status = sheet.choice("status", ("document", "sample", "user"))
    wager = sheet.text("wager")
    cites = read_cites(sheet, sources)
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
        table = Paytable(
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
    if not _ID.fullmatch(table_id) or table_id.casefold() == "none":
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
            hint = "each count once"
            if len(allowed) == 1:
                hint = f"hands of {family_name} are of one deck; a family of your own may say from_a_shoe=True"
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
        if not _ID.fullmatch(alias):
            raise aliases.error(
                f"{table_id}[{index}]", f"'{alias}' is not a table id", hint="letters and digits joined by hyphens"
            )
    return found


def _check_labels(sheet: Fields, rows: list[list[Row]], ranks: int) -> None:
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


def _in_own_words(sheet: Fields, rows: list[list[Row]]) -> list[list[Row]]:
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


def _printed_labels(sheet: Fields, sources: Bibliography, rows: list[list[Row]]) -> list[list[Row]]:
    """Labels that one document prints otherwise, each with how it is read: labels.DOCUMENT.EVENT."""
    documents = sheet.optional_table("labels")
    printed: dict[str, list[Printed]] = {}
    for document in documents.keys():
        documents.known(document, document, sources, "is not a document of the book")
        labels = documents.table(document)
        for event in labels.keys():
            if event not in [row[0].event for row in rows]:
                raise labels.error(event, "names no row of this sheet", hint="an event of its rows")
            words = labels.texts(event)
            if len(words) != 2:
                raise labels.error(event, "expected a label and how it is read", hint='write "" where it is plain')
            printed.setdefault(event, []).append(Printed(document, *words))
    return [[replace(cell, printed=tuple(printed.get(cell.event, ()))) for cell in row] for row in rows]


def _by_column(sheet: Fields, key: str, columns: tuple[str, ...]) -> Fields:
    fields = sheet.optional_table(key)
    for table_id in fields.keys():
        if table_id not in columns:
            raise fields.error(table_id, "is not a column of this sheet", hint=f"columns: {', '.join(columns)}")
    return fields


def _check_kind_of_pays(sheet: Fields, column: int, table: Paytable) -> None:
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


def _count_meters(meters: Fields, table_id: str, rows: tuple[Row, ...]) -> int:
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
    fields = sheet.optional_table("dynamic")
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
) -> list[list[Row]]:
    rows: list[list[Row]] = []
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
) -> Row:
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
        return Row(event, label, pay, dynamic.get(event))
    envy = _read_pay(sheet, key, f"${match['envy']}", "for")
    if isinstance(pay, NoPay) or not isinstance(envy, Fixed):
        raise sheet.error(key, f"'{cell}' orders an envy pay on a row that the table lacks", hint="drop the envy")
    return Row(event, label, pay, dynamic.get(event), envy.cents)


def _read_alternatives(
    sheet: Fields, basis: Basis, columns: tuple[str, ...], events: list[str]
) -> list[tuple[str, Alternative]]:
    found: list[tuple[str, Alternative]] = []
    for entry in sheet.tables("alternatives"):
        owner = entry.text("table")
        if owner not in columns:
            raise entry.error(
                "table", f"'{owner}' is not a column of this sheet", hint=f"columns: {', '.join(columns)}"
            )
        pay = _read_pay(entry, "pay", entry.text("pay"), basis)
        other = Alternative(entry.text("key"), entry.text("value"), entry.text("event"), pay)
        if other.event not in events:
            raise entry.error("event", f"'{other.event}' names no row of this sheet", hint=f"rows: {', '.join(events)}")
        if (owner, other.key, other.value, other.event) in {(o, a.key, a.value, a.event) for o, a in found}:
            raise entry.error("event", f"duplicate reading {other.key}={other.value} of '{other.event}'")
        found.append((owner, other))
        entry.done()
    return found


def load_ladders(fields: Fields, sources: Bibliography, *, user: bool = False) -> list[Ladder]:
    """Every ladder of a file, each with all its rungs."""
    ladders = []
    for entry in fields.tables("ladders"):
        ladder_id = entry.text("id")
        status: Status = entry.choice("status", ("document", "sample", "user"))
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
        ladders.append(entry.record(Ladder, rungs=rungs, cites=read_cites(entry, sources), note=note))
    return ladders


def _rungs_in_own_words(entry: Fields, rungs: tuple[Rung, ...]) -> tuple[Rung, ...]:
    """An operator's labels: one for one threshold, and with the hand's own words where it says something else."""
    named: dict[str, FiveCardHand] = {}
    for index, rung in enumerate(rungs):
        if named.setdefault(same_label(rung.label), rung.lowest) != rung.lowest:
            raise entry.error(
                f"rungs[{index}].label",
                f"duplicate label '{rung.label}': another hand has it too",
                hint="give each hand a label of its own, since players read the label",
            )
    return tuple(replace(rung, label=with_own_words(rung.label, _words(rung), is_threshold=True)) for rung in rungs)


def _words(rung: Rung) -> str:
    ranks = [RANK_LETTERS[rank - 2] for rank in (rung.rank, *rung.kickers) if rank]
    return f"{event_words(':'.join([rung.category, *ranks]))} or better"


def _load_rung(entry: Fields) -> Rung:
    text, beside = entry.text("rank", ""), entry.text("kickers", "")
    try:
        rank = parse_rank(text) if text else 0
        kickers = tuple(parse_rank(each) for each in beside.split("/")) if beside else ()
    except CardError as problem:
        raise entry.error("kickers" if beside else "rank", problem.message, hint=problem.hint) from None
    if kickers and not rank:
        raise entry.error("kickers", "stand beside a rank, and none is given", hint='as in rank = "A", kickers = "K"')
    rung = Rung(entry.integer("players"), entry.text("label"), entry.text("category"), rank, kickers)
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
