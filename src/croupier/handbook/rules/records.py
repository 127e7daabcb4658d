"""The book as records: what ``--json`` prints, the API answers and others script against."""

from collections.abc import Iterable
from typing import Literal, TypeVar

from croupier.cards.hands.family import Setting
from croupier.questions.sheet.wording import POSTED_TOPICS, posted_rows, posted_rules
from croupier.records import UNSET, Record, UnsetType, record_of
from croupier.rulebook.book import Book, Table
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.interpretations import Cite
from croupier.rulebook.rules import UNIT_CENTS, GameRules, Key, Ladder, Notice, Row, Rule, label_for
from croupier.units import Fixed, ForOne, MeterShare, NoPay, Pay, Push, ToOne, dollars, format_money, format_odds

_Entry = TypeVar("_Entry", Rule, Key, Notice)


class CiteRecord(Record):
    """A place in a document."""

    document: str
    section: str


class OddsPay(Record, tag_field="kind", tag="odds"):
    """Pays odds, to 1 or for 1 as the table's basis says."""

    value: str


class FixedPay(Record, tag_field="kind", tag="fixed"):
    """Pays an amount of dollars."""

    amount: str


class MeterPay(Record, tag_field="kind", tag="meter"):
    """Pays a part of a meter."""

    percent: str
    level: int | None


class PushPay(Record, tag_field="kind", tag="push"):
    """Returns the stake."""


class NoPayRecord(Record, tag_field="kind", tag="none"):
    """Pays nothing."""


PayRecord = OddsPay | FixedPay | MeterPay | PushPay | NoPayRecord


class PaytableRow(Record):
    """A row of a paytable."""

    event: str
    label: str
    pay: PayRecord
    dynamic: list[str] | None
    envy: str | None


class RungRecord(Record):
    """A rung of a ladder: from how many players on a hand of this rank is needed."""

    players: int
    category: str
    rank: int | None
    label: str


class AlternativeRecord(Record):
    """A row that pays otherwise where a key of the house has some value."""

    key: str
    value: str
    event: str
    pay: PayRecord


class TableParameters(Record):
    """What a table needs to be told: how many ranks, whether a suit."""

    ranks: int
    suit: bool


class PaytableRecord(Record):
    """One paytable with what it pays, and who uses it."""

    schema: int
    id: str
    requested: str
    aliases: list[str]
    games: list[str]
    editions: list[str]
    wager: str
    basis: str | None
    status: Literal["document", "sample", "user"]
    unit: str
    decks: list[int]
    parameters: TableParameters
    dealer_envy_percent: str | None
    rows: list[PaytableRow]
    loses: list[str]
    cites: list[CiteRecord]
    note: str | UnsetType = UNSET
    ladder: list[RungRecord] | UnsetType = UNSET
    alternatives: list[AlternativeRecord] | UnsetType = UNSET


class EditionRecord(Record):
    """One edition of a game."""

    id: str
    title: str
    document: str
    seats: tuple[int, int]


class WagerSummary(Record):
    """A wager, and its paytables by edition."""

    id: str
    title: str
    kind: str
    paytables: dict[str, list[str]]


class GameSummary(Record):
    """A game as the list of games shows it."""

    name: str
    title: str
    summary: str
    deck: str
    felt: str
    editions: list[EditionRecord]
    wagers: list[WagerSummary]
    game_hash: str


class GamesRecord(Record):
    """Every game of the book."""

    schema: int
    rulebook_hash: str
    games: list[GameSummary]


class WagerRules(Record):
    """A wager with its rules."""

    id: str
    title: str
    kind: str
    text: str
    requires: str | None
    default: str | None
    paytables: dict[str, list[str]]
    cites: list[CiteRecord]


class RuleRecord(Record):
    """One rule in plain words."""

    id: str
    topic: str
    text: str
    when: str | None
    """The choice of the house under which it holds, as in raise_step=whole-multiple; null where it always does."""
    editions: list[str]
    cites: list[CiteRecord]


class NumberRecord(Record):
    """A number that a rule names."""

    id: str
    value: str
    text: str
    cites: list[CiteRecord]


class KeyRecord(Record):
    """A choice of the house."""

    id: str
    kind: str
    values: list[str]
    default: str
    text: str
    reading: str | None
    needs: str | None
    editions: list[str]
    cites: list[CiteRecord]


class NoticeRecord(Record):
    """Words that a table must post."""

    id: str
    title: str
    words: str
    cites: list[CiteRecord]


class ReadingRecord(Record):
    """What the document leaves open, and how we read it."""

    id: str
    question: str
    answer: str
    otherwise: dict[str, str]
    """The answers under other choices of the house, by the choice, as in raise_step=whole-multiple."""
    why: str
    other: str  # The argument of whoever would decide otherwise; empty where we know of none.
    effect: str  # What the other value of its key does to the figures.
    confidence: str
    affects: list[str]
    key: str | None
    cites: list[CiteRecord]


class SourceRecord(Record):
    """A document of the bibliography."""

    document: str
    title: str
    publisher: str
    mark: str
    edition: str | UnsetType = UNSET
    address: str | UnsetType = UNSET


class PostedRule(Record):
    """A rule as a table posts it."""

    id: str
    topic: str
    words: str


class PostedRow(Record):
    """A row as a table posts it."""

    label: str
    pays: str
    besides: str | None


class PostedTable(Record):
    """A paytable as a table posts it; `wager` is its fixed wager."""

    id: str
    wager: str | None
    rows: list[PostedRow]


class Posted(Record):
    """What a table of this configuration posts."""

    rules: list[PostedRule]
    tables: dict[str, PostedTable]


class GameRecord(Record):
    """The rules of a game, its tables and our readings; with `values` and `posted` where a table was described."""

    schema: int
    name: str
    title: str
    summary: str
    deck: str
    configuration: str
    editions: list[EditionRecord]
    wagers: list[WagerRules]
    game_hash: str
    cites: list[CiteRecord]
    rules: list[RuleRecord]
    numbers: list[NumberRecord]
    keys: list[KeyRecord]
    notices: list[NoticeRecord]
    interpretations: list[ReadingRecord]
    paytables: list[PaytableRecord]
    sources: list[SourceRecord]
    values: dict[str, str] | UnsetType = UNSET
    posted: Posted | UnsetType = UNSET


def cites(citations: Iterable[Cite]) -> list[CiteRecord]:
    return [record_of(CiteRecord, cite) for cite in citations]


def pay_record(pay: Pay) -> PayRecord:
    match pay:
        case ToOne(odds) | ForOne(odds):
            return OddsPay(value=format_odds(odds))
        case Fixed(cents):
            return FixedPay(amount=format_money(cents))
        case MeterShare(percent, level):
            return MeterPay(percent=format_odds(percent), level=level)
        case Push():
            return PushPay()
        case NoPay():
            return NoPayRecord()


def paytable_record(book: Book, table: Table, requested: str) -> PaytableRecord:
    """One table as ``croupier paytable ID --json`` prints it."""
    users = book.users_of(table)
    paid = None if isinstance(table, Ladder) else table
    alternatives = paid.alternatives if paid else ()
    return PaytableRecord(
        schema=1,
        id=table.id,
        requested=requested,
        aliases=list(paid.aliases) if paid else [],
        games=_once(game for game, _, _ in users),
        editions=_once(edition for _, edition, _ in users),
        wager=table.wager,
        basis=paid.basis if paid else None,
        status=table.status,
        unit=format_money(UNIT_CENTS),
        decks=list(paid.decks) if paid else [1],
        parameters=TableParameters(ranks=paid.ranks if paid else 0, suit=paid.needs_suit if paid else False),
        dealer_envy_percent=format_odds(paid.dealer_envy_percent) if paid and paid.dealer_envy_percent else None,
        rows=[_row_record(row, paid.default_setting()) for row in paid.rows] if paid else [],
        loses=list(paid.losing_categories()) if paid else [],
        cites=cites(table.cites),
        note=table.note or UNSET,
        ladder=[record_of(RungRecord, rung, rank=rung.rank or None) for rung in table.rungs]
        if isinstance(table, Ladder)
        else UNSET,
        alternatives=[record_of(AlternativeRecord, other, pay=pay_record(other.pay)) for other in alternatives]
        or UNSET,
    )


def _row_record(row: Row, setting: Setting) -> PaytableRow:
    return PaytableRow(
        event=row.event,
        label=label_for(row.label, setting),
        pay=pay_record(row.pay),
        dynamic=[format_money(pay.cents) for pay in row.dynamic if isinstance(pay, Fixed)] if row.dynamic else None,
        envy=None if row.envy_cents is None else format_money(row.envy_cents),
    )


def _once(values: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(values))


def _of(wanted: set[str], entries: Iterable[_Entry]) -> list[_Entry]:
    """Those of some editions."""
    return [entry for entry in entries if wanted & set(entry.editions)]


def game_record(book: Book, chosen: Configuration, edition: str | None = None, *, posted: bool = False) -> GameRecord:
    """What ``croupier show GAME --json`` prints; with what the table posts, where a table was described."""
    game = book.game(chosen.name).cited_in(edition) if edition else book.game(chosen.name)
    wanted = {edition} if edition else {edition.id for edition in game.editions}
    tables = {wager.id: {name: ids for name, ids in wager.tables if name in wanted} for wager in game.wagers}
    ids = _once(book.table(id).id for offered in tables.values() for ids in offered.values() for id in ids)
    return record_of(
        GameRecord,
        game,
        schema=1,
        configuration=str(chosen),
        wagers=[record_of(WagerRules, wager, paytables=tables[wager.id]) for wager in game.wagers],
        game_hash=book.game_hash(game.name),
        rules=[
            record_of(RuleRecord, rule, when=str(rule.when) if rule.when else None) for rule in _of(wanted, game.rules)
        ],
        numbers=[record_of(NumberRecord, number, value=str(number.value)) for number in game.numbers],
        keys=[record_of(KeyRecord, key, values=key.left_by(wanted)) for key in _of(wanted, game.keys)],
        notices=_of(wanted, game.notices),
        paytables=[paytable_record(book, book.table(id), id) for id in ids],
        sources=[_source(book, tag) for tag in sources_of(book, game)],
        values=chosen.values if posted else UNSET,
        posted=_posted(chosen) if posted else UNSET,
    )


def _posted(chosen: Configuration) -> Posted:
    return Posted(
        rules=[
            PostedRule(id=rule.id, topic=topic, words=words)
            for topic in POSTED_TOPICS
            for rule, words in posted_rules(chosen, topic)
        ],
        tables={
            wager: PostedTable(
                id=table.id,
                wager=dollars(chosen.fixed_stake(wager)) if table.is_jackpot else None,
                rows=[record_of(PostedRow, row, besides=row.beside or None) for row in posted_rows(chosen, wager)],
            )
            for wager, table in chosen.tables.items()
        },
    )


def sources_of(book: Book, game: GameRules) -> list[str]:
    """The tags of every source that the game or one of its tables cites, in the bibliography's order."""
    cited: list[Cite] = [*game.cites]
    for group in (game.editions, game.rules, game.numbers, game.wagers, game.keys, game.notices, game.interpretations):
        for record in group:
            cited.extend(record.cites)
    for wager in game.wagers:
        for _, ids in wager.tables:
            cited.extend(cite for each in ids for cite in book.table(each).cites)
    tags = {cite.document for cite in cited}
    return [tag for tag in book.sources if tag in tags]


def _source(book: Book, tag: str) -> SourceRecord:
    source = book.sources[tag]
    return record_of(
        SourceRecord, source, document=tag, edition=source.edition or UNSET, address=source.address or UNSET
    )


def books_record(book: Book) -> GamesRecord:
    """What ``croupier games --json`` prints."""
    games = []
    for game in book.games.values():
        wagers = [record_of(WagerSummary, wager, paytables=dict(wager.tables)) for wager in game.wagers]
        games.append(record_of(GameSummary, game, wagers=wagers, game_hash=book.game_hash(game.name)))
    return GamesRecord(schema=1, rulebook_hash=book.hash, games=games)
