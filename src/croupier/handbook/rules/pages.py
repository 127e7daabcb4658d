"""The book as pages: the list of games, one game's rules, one paytable. Every number leads to its citation, a sample
says that it is one, and a reading says how sure we are of it."""

from collections.abc import Iterable
from dataclasses import replace

from croupier.cards.hands import FAMILIES
from croupier.cards.hands.family import category_words
from croupier.handbook.page.blocks import Block, Document, Group, Lines, Section, Words, grid_of
from croupier.handbook.rules.records import sources_of
from croupier.rulebook.book import Book, Table
from croupier.rulebook.interpretations import MARKS, Cite, Interpretation
from croupier.rulebook.rules import Edition, GameRules, Key, Ladder, Paytable, Rule, label_for
from croupier.units import NoPay, describe_pay, dollars, format_odds

TOPICS = {
    "object": "The object",
    "play": "How it is played",
    "ranking": "How hands rank",
    "bonus": "Bonus wagers",
    "jackpot": "Jackpots",
    "limits": "The operator's choices",
    "dealing": "Dealing",
    "procedure": "The dealer's procedure",
    "reconciliation": "Order of reconciliation",
    "irregularity": "Irregularities",
    "equipment": "Equipment",
    "approval": "Approval",
    "promotion": "Promotions",
}


def sources_text(cites: Iterable[Cite]) -> str:
    """Citations, one after the other."""
    return "; ".join(str(cite) for cite in cites)


def cited(cites: Iterable[Cite]) -> str:
    """Citations in brackets."""
    return f"[{sources_text(cites)}]"


def games_page(book: Book) -> Document:
    """One section a game: editions, wagers, tables."""
    sections = []
    for game in book.games.values():
        lines: list[Block] = [Words(game.summary), Words("")]
        for edition in game.editions:
            where = f"{edition.title}, {_seats(edition)}, {game.deck} [{edition.document}]"
            lines.append(Words(f"edition {edition.id}: {where}", indent=2, hang=2))
        for wager in game.wagers:
            lines.append(Words(f"{wager.id}: {wager.title}", indent=2))
            for edition_id, ids in wager.tables:
                lead = "" if len(game.editions) == 1 else f"{edition_id}: "
                lines.append(Words(" ".join(ids), lead=lead, indent=6, hang=2))
        sections.append(Section(f"{game.title}  ({game.name})", (Group(tuple(lines)),)))
    return Document("", (*sections, Section("", (Words(f"rulebook {book.hash}"),))))


def game_page(book: Book, game: GameRules, edition: str | None = None) -> Document:
    """A game's rules in our own words, its wagers, tables, keys, notices and readings."""
    wanted = [each for each in game.editions if edition in (None, each.id)]
    game = game.cited_in(edition) if edition else game
    names = {each.id for each in wanted}
    editions = tuple(
        Words(f"Edition {each.id}: {each.title}, {_seats(each)}, {game.deck}. {cited(each.cites)}", hang=2)
        for each in wanted
    )
    sections = [Section("", (Words(f"{game.summary} {cited(game.cites)}"), Group(editions)))]
    for topic, title in TOPICS.items():
        rules = [rule for rule in game.rules if rule.topic == topic and names & set(rule.editions)]
        if rules:
            sections.append(Section(title, (Lines(tuple(_rule(rule, game) for rule in rules)),)))
    numbers = tuple((f"{number.value}: {number.text}", sources_text(number.cites)) for number in game.numbers)
    sections.append(Section("Numbers", (Lines(numbers),)))
    sections.append(Section("Wagers and tables", tuple(_wagers(book, game, names))))
    keys = tuple(_key(key, names) for key in game.keys if names & set(key.editions))
    if keys:
        sections.append(Section("Configuration keys", (Group(keys),)))
    for notice in game.notices:
        if names & set(notice.editions):
            words = Words(f"“{notice.words}” {cited(notice.cites)}", indent=2)
            sections.append(Section(notice.title, (words,)))
    if game.interpretations:
        readings = tuple(line for interpretation in game.interpretations for line in _reading(interpretation))
        sections.append(Section("How we read it where the document leaves room", (Group(readings),)))
    sections.append(Section("Sources", (Group(_sources(book, game)),)))
    sections.append(Section("", (Words(f"rulebook of {game.name} {book.game_hash(game.name)}"),)))
    return Document(game.title, tuple(sections))


def _seats(edition: Edition) -> str:
    return f"{edition.seats[0]} to {edition.seats[1]} seats"


def _rule(rule: Rule, game: GameRules) -> tuple[str, str]:
    only = [] if len(rule.editions) == len(game.editions) else [f"{', '.join(rule.editions)} only"]
    under = [f"with {rule.when}"] if rule.when else []
    aside = f" ({'; '.join([*only, *under])})" if only or under else ""
    return f"{rule.text}{aside}", sources_text(rule.cites)


def _wagers(book: Book, game: GameRules, names: set[str]) -> Iterable[Block]:
    shown: set[str] = set()
    for wager in game.wagers:
        lines = [Words(f"{wager.title} ({wager.id}): {wager.text} {cited(wager.cites)}", indent=2)]
        for edition, ids in wager.tables:
            if edition not in names:
                continue
            lines.append(Words(f"{edition}: {' '.join(ids)}", indent=4, hang=2))
            found = [table for each in ids if (table := book.table(each)).id not in shown]
            if found:
                yield Group(tuple(lines))
                lines = []
            for table in {each.id: each for each in found}.values():
                shown.add(table.id)
                if len(names) == 1:
                    table = replace(table, cites=game.own_cites(edition, table.cites))
                yield Group(table_blocks(table), indent=4)
        if lines:
            yield Group(tuple(lines))


def _key(key: Key, editions: set[str]) -> Words:
    others = [value for value in key.left_by(editions) if value != key.default]
    values = f" (or {', '.join(others)})" if others else ""
    reading = f" (reading {key.reading})" if key.reading else ""
    return Words(f"{key.id} = {key.default}{values}: {key.text}{reading} {cited(key.cites)}", indent=2, hang=4)


def _reading(each: Interpretation) -> tuple[Words, ...]:
    switch = f"; switch: {each.key}" if each.key else ""
    concerns = f"; concerns {', '.join(each.affects)}" if each.affects else ""
    return (
        Words(each.question, lead=each.id.ljust(4), indent=2, hang=4),
        Words(f"{each.answer} Why: {each.why}", indent=6),
        *(Words(f"With {choice}: {answer}", indent=6) for choice, answer in each.otherwise.items()),
        *((Words(f"Otherwise: {each.other}", indent=6),) if each.other else ()),
        *((Words(f"What it changes: {each.effect}", indent=6),) if each.effect else ()),
        Words(f"({each.confidence} confidence{concerns}{switch}) {cited(each.cites)}", indent=6),
    )


def _sources(book: Book, game: GameRules) -> tuple[Words, ...]:
    lines = []
    for tag in sources_of(book, game):
        source = book.sources[tag]
        where = f" {source.address}" if source.address else ""
        edition = f", {source.edition}" if source.edition else ""
        words = f"{tag} ({source.mark}): {source.title}{edition}. {source.publisher}.{where}"
        lines.append(Words(words, indent=2, hang=4))
    marks = "; ".join(f"{mark} {text}" for mark, text in MARKS.items())
    return (*lines, Words(f"Marks: {marks}.", indent=2))


def table_page(book: Book, found: Table, code: str) -> Document:
    """One table as a page of its own, with the games that offer it. ``code`` is the name that was asked for: a letter
    that was typed is kept."""
    _, *blocks = table_blocks(found)
    users = book.users_of(found)
    if users:
        rules = {game: book.game(game) for game, _, _ in users}
        where = [f"{rules[game].title} ({edition}): {rules[game].wager(wager).title}" for game, edition, wager in users]
        blocks.insert(0, Words(f"offered by {'; '.join(where)}", hang=2))
    return Document("", (Section("", (Group((Words(_title(found, code)), *blocks)),)),))


def table_blocks(found: Table) -> tuple[Block, ...]:
    """One table with its mark, its citation and what it leaves unpaid."""
    blocks: list[Block] = [Words(_title(found))]
    if found.status == "sample":
        blocks.append(Words(f"SAMPLE, not the maker's: {found.note}"))
    elif found.status == "user":
        blocks.append(Words("USER table, from a file of the operator's"))
    if isinstance(found, Ladder):
        rungs = [(str(rung.players), rung.label) for rung in found.rungs]
        return (*blocks, grid_of(("players", "from"), rungs, numbers=[0]), Words(cited(found.cites)))
    setting = found.default_setting()
    blocks.append(Words(_basis(found)))
    envy = any(row.envy_cents is not None for row in found.rows)
    rows = []
    for row in found.rows:
        cells = [label_for(row.label, setting), describe_pay(row.pay)]
        if envy:
            cells.append("–" if row.envy_cents is None else dollars(row.envy_cents))
        if found.is_dynamic:
            cells.append(" ".join(describe_pay(pay) for pay in row.dynamic) if row.dynamic else "")
        rows.append(cells)
    header = ["event", "pays", *(["envy"] if envy else []), *(["dynamic pays"] if found.is_dynamic else [])]
    blocks.append(grid_of(header, rows, numbers=[1, 2] if envy else [1]))
    if found.dealer_envy_percent:
        blocks.append(Words(f"dealer envy: {format_odds(found.dealer_envy_percent)}% of a jackpot won in full"))
    for row in found.rows:
        for each in row.printed:
            if each.read_as or each.label != row.label:
                blocks.append(Words(f'{each.document} prints "{each.label}", read as {each.read_as or row.label}'))
    for other in found.alternatives:
        label = next(label_for(row.label, setting) for row in found.rows if row.event == other.event)
        blocks.append(Words(f"with {other.key}={other.value}: {label} pays {describe_pay(other.pay)}"))
    losing = [category_words(category) for category in found.losing_categories()]
    blocks.append(Words(f"loses: {', '.join(losing)}" if losing else "every hand is paid"))
    if any(isinstance(row.pay, NoPay) for row in found.rows):
        blocks.append(Words("– the table lacks this row: the hand is graded on the rows below it"))
    return (*blocks, Words(cited(found.cites)))


def _title(found: Table, code: str | None = None) -> str:
    """The head that the document prints over the table, or the letter that was asked for, and its other names."""
    if isinstance(found, Ladder):
        return found.id
    asked = code or found.id
    printed = asked if asked in found.letters else found.head
    others = [each for each in found.codes if each not in (printed, found.head)]
    return f"{printed}  (also {', '.join(others)})" if others else printed


def _basis(found: Paytable) -> str:
    words = ['odds "to 1": the stake comes back with a win'] if found.basis == "to" else ['pays "for 1" per $1 wagered']
    if FAMILIES[found.family].from_a_shoe:
        words.append(f"{' / '.join(map(str, found.decks))} decks")
    if found.ranks:
        words.append(f"{found.ranks} chosen rank{'s' if found.ranks > 1 else ''}")
    if found.needs_suit:
        words.append("chosen suit")
    return "; ".join(words)
