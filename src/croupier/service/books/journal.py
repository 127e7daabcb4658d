"""The journal for people to read: its entries in words, every change of the configuration, what moved the bank, and
where an award comes from. Every figure is taken from the entries; nothing is decided here."""

import datetime
import json
import zoneinfo
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Raw

from croupier.cards.cards import parse_cards
from croupier.casino import audit, floor
from croupier.casino.posting import NOT_APPROVED, cards_that_count
from croupier.handbook.page import blocks
from croupier.handbook.reports.day import licensee
from croupier.handbook.reports.plan_changes import differences
from croupier.jackpot import accounts, journal
from croupier.jackpot import requests as asked
from croupier.jackpot.accounts import BANK
from croupier.jackpot.checkpoints import CHAIN_KINDS
from croupier.jackpot.entries import AwardRecord, Restated, Settled, Stated
from croupier.jackpot.kinds.winnings import Winnings
from croupier.jackpot.plan.link_plan import MILLION, PLAY_CHIPS, LinkPlan, TablePlan, plan_from_json, plan_hash
from croupier.play.game import Game
from croupier.records import UNSET, Record, UnsetType, record_of, replace
from croupier.service.books.running import Happened, Name, PageStanding, happened
from croupier.units import amount, bare_amount

_TO: Final = {
    accounts.METER: "to the meter",
    accounts.OVERFLOW: "above the limit",
    accounts.RESERVE: "to the reserve",
    accounts.SEED_RECOVERED: "for the seed",
    accounts.HOUSE: "to the house",
}


def went_to(moves: Iterable[tuple[str, str, int]], plan: LinkPlan) -> str:
    """Where wagers went, in whole cents: "$10: $1.80 to the meter, $0.20 to the reserve, $8 to the house"."""
    net: dict[str, int] = {}
    for debit, credit, moved in moves:
        net[debit] = net.get(debit, 0) - moved
        net[credit] = net.get(credit, 0) + moved
    taken = -net.pop(accounts.WAGERS, 0)
    parts = []
    for account, moved in net.items():
        kind, _, level = account.partition(".")
        if kind in _TO and moved >= MILLION:
            which = f" of level {level}" if level and len(plan.levels) > 1 else ""
            parts.append(f"{bare_amount(moved // MILLION, plan.currency)} {_TO[kind]}{which}")
    whole = bare_amount(taken // MILLION, plan.currency)
    return f"{whole}: {', '.join(parts)}" if parts else whole


def award_notes(game: Game, table: TablePlan, plan: LinkPlan, won: Settled | Winnings | None) -> list[str]:
    """Sentences beside an award: whether the table has envy, and how each meter that was won whole came back."""
    chart = game.configuration.tables[table.wager]
    lacks = [
        *(["envy"] if all(row.envy_cents is None for row in chart.rows) else []),
        *(["dealer envy"] if chart.dealer_envy_percent is None else []),
    ]
    said = [f"No {' and no '.join(lacks)} on this table."] if lacks else []
    if won is None or not won.settled.after:
        return said
    for level in won.emptied:
        reserve, advanced, *_ = won.settled.refills.get(str(level), (0, 0, 0))
        parts = [
            f"{bare_amount(cents, plan.currency)} {words}"
            for cents, words in ((reserve, "from the reserve"), (advanced, "advanced by the house"))
            if cents
        ]
        which = f"The meter of level {level}" if len(plan.levels) > 1 else "The meter"
        now = bare_amount(won.settled.after[str(level)], plan.currency)
        said.append(f"{which} goes back to {now}{': ' if parts else ''}{', '.join(parts)}.")
    return said


def made_of(game: Game, wager: str, cards: str | None, dealer: str | None) -> list[bool]:
    """For each card of a seat, whether it makes the hand; nothing where no cards were shown."""
    if not cards:
        return []
    own = parse_cards(cards)
    sight = game.jackpot_sight(wager)
    return list(cards_that_count(sight.bonus, own, parse_cards(dealer) if dealer and sight.dealer else ()))[: len(own)]


MOST_LINES: Final = 200


class EntryLine(Record):
    """One entry in a list."""

    seq: int
    at: int
    kind: str
    table: str | None
    round: int | None
    by: str
    by_name: str
    second: str
    second_name: str
    detail: str
    hash: str


class WholeEntry(EntryLine):
    """One entry with everything in it; `body` is what the chain holds."""

    body: Raw


class EntryLines(Record):
    """Entries of a link, the newest first."""

    link: str
    entries: list[EntryLine]


def journal_lines(
    store: journal.Store, link: str, before: int | None, limit: int, name: Name, plan: LinkPlan | None
) -> list[EntryLine]:
    """Some entries, the newest first; those below ``before`` where it is given."""
    head = store.head(link).seq
    last = head if before is None else min(head, before - 1)
    entries = [happened(entry) for entry in store.entries(link, after=max(0, last - min(limit, MOST_LINES)), to=last)]
    return [entry_line(entry, name, plan) for entry in reversed(entries)]


def entry_line(entry: Happened, name: Name, plan: LinkPlan | None = None) -> EntryLine:
    return record_of(
        EntryLine,
        entry,
        table=entry.table or None,
        round=entry.round or None,
        by_name=name(entry.by),
        second_name=name(entry.second),
        detail="; ".join(_details(entry, plan)),
    )


def whole_entry(store: journal.Store, link: str, seq: int, name: Name) -> WholeEntry | None:
    """One entry with everything in it, as the chain holds it; None where there is no such entry."""
    for entry in store.entries(link, after=seq - 1, to=seq):
        return record_of(WholeEntry, entry_line(happened(entry), name), body=Raw(entry.body.encode()))
    return None


def _details(entry: Happened, plan: LinkPlan | None) -> Iterator[str]:
    currency, request = plan.currency if plan else "", entry.request
    if isinstance(request, asked.Wager):
        yield f"{'seat' if len(request.seats) == 1 else 'seats'} {' '.join(map(str, request.seats))}"
        if plan is not None and entry.body.moves:
            yield went_to(entry.body.moves, plan)
    for award in entry.awards:
        yield f"seat {award.seat}, {award.label}, {bare_amount(award.cents, currency)} {award.status}"
    if isinstance(request, asked.Telling) and not entry.awards:
        yield "no winner"
    if entry.award is not None:
        yield f"award {entry.award}"
    for name in ("amount", "figure"):
        if type(cents := getattr(request, name, None)) is int:
            yield bare_amount(cents, currency)
    for name in ("reference", "camera", "reason", "note", "method", "day", "person", "role"):
        if told := getattr(request, name, None):
            yield str(told)
    if isinstance(request, asked.Accept):
        yield f"plan {request.plan[:8]}"


OF_PLANS: Final = frozenset(
    {*("propose", "accept", "withdraw_proposal", "reset", "appoint", "dismiss", "end"), *CHAIN_KINDS, "own_key"}
)


class PlanChange(EntryLine):
    """An entry that changed the configuration; of a plan, its hash and what differs: field, before, after."""

    plan: str | UnsetType = UNSET
    changes: list[tuple[str, str, str]] | UnsetType = UNSET


class PlanHistory(Record):
    """Every change of a link's configuration, the newest first."""

    link: str
    changes: list[PlanChange]


def history(store: journal.Store, link: str, name: Name) -> list[PlanChange]:
    """Every change of configuration, the newest first, each plan against the one approved before it."""
    lines: list[PlanChange] = []
    approved: LinkPlan | None = None
    proposed: LinkPlan | None = None
    for kept in store.entries(link, after=0, to=None):
        if kept.kind not in OF_PLANS:
            continue
        entry = happened(kept)
        line = record_of(PlanChange, entry_line(entry, name), plan=UNSET, changes=UNSET)
        if isinstance(entry.request, asked.Propose):
            proposed = plan_from_json(entry.request.plan)
        if entry.kind in ("propose", "accept") and proposed is not None:
            line = replace(line, plan=plan_hash(proposed), changes=differences(approved, proposed) if approved else [])
            if entry.kind == "accept":
                approved, proposed = proposed, None
        lines.append(line)
    return lines[::-1]


MOST_BANK_LINES: Final = 100
CHUNK: Final = 500
FURTHEST: Final = 20_000  # Entries that are looked through at most, from the newest back.


class BankLine(EntryLine):
    """An entry that moved the bank account, or a statement of the bank; cents."""

    moved: int
    books: int  # What the books hold in the bank after it.
    reference: str
    stated: int | UnsetType = UNSET
    difference: int | UnsetType = UNSET


class BankBook(Record):
    """The bank's statements beside the books: what they hold, how far the last statement was off, and what moved."""

    link: str
    books: int
    difference: int
    lines: list[BankLine]
    complete: bool


def bank_book(store: journal.Store, link: str, *, balance: int, upto: int, difference: int, name: Name) -> BankBook:
    """What moved the bank account, the newest first, back from the ``balance`` of the books after entry ``upto``."""
    lines: list[BankLine] = []
    end, held = upto, balance
    while end > 0 and len(lines) < MOST_BANK_LINES and upto - end < FURTHEST:
        begin = max(0, end - CHUNK)
        for entry in map(happened, reversed(list(store.entries(link, after=begin, to=end)))):
            moves = entry.body.moves
            moved = sum(cents * ((debit == BANK) - (credit == BANK)) for debit, credit, cents in moves) // MILLION
            stated = entry.body if isinstance(entry.body, Stated) else None
            if not moved and stated is None:
                continue
            lines.append(
                record_of(
                    BankLine,
                    entry_line(entry, name),
                    moved=moved,
                    books=held,
                    reference=getattr(entry.request, "reference", None) or "",
                    stated=stated.req.amount if stated else UNSET,
                    difference=stated.difference if stated else UNSET,
                )
            )
            held -= moved
        end = begin
    return BankBook(
        link=link,
        books=balance,
        difference=difference,
        lines=lines[:MOST_BANK_LINES],
        complete=end == 0 and len(lines) <= MOST_BANK_LINES,
    )


ROUND_WITHIN: Final = 100_000  # Entries before its result among which the wagers of a round are looked for.


_FILMED: Final = (asked.Confirm, asked.CorrectFilm)


class PaymentSlip(Record):
    """How an award was paid, and the film of its cards; empty as long as it is not."""

    method: str = ""
    reference: str = ""
    tax_form: str = ""
    camera: str = ""


class AwardTrail(Record):
    """An award, from its wager to its payment: everybody involved, and every entry about it or its round."""

    link: str
    standing: PageStanding
    casino: str
    location: str
    license: str
    title: str
    currency: str
    paytable: str
    base_wager_cents: int
    game: str
    table: str
    round: int
    award: AwardRecord
    status: str
    cards: str
    dealer: str
    won: EntryLine
    approved: EntryLine | None
    paid: EntryLine | None
    payment: PaymentSlip
    void_reason: str
    people: list[str]
    entries: list[EntryLine]
    head: audit.JournalHead


def award_trail(
    store: journal.Store, link: str, number: int, name: Name, plan: LinkPlan, standing: PageStanding
) -> AwardTrail | None:
    """Everything about an award; None if there is no award with this number."""
    about = list(_about(store, link, number))
    giving = next((entry for entry in about if _award(entry, number)), None)
    if giving is None:
        return None
    award = next(award for award in giving.awards if award.no == number)
    lines = {entry.seq: entry_line(entry, name, plan) for entry in [*_of_round(store, link, giving), *about]}
    done = {entry.kind: entry for entry in about if entry.award == number}
    voided = next((entry.request for entry in about if _voids(entry, number)), None)
    slip = done["pay"].request if "pay" in done else None
    # The film that counted when the award was paid is the last one that was named before.
    until = done["pay"].seq if "pay" in done else about[-1].seq + 1
    films = [entry.request.camera for entry in about if isinstance(entry.request, _FILMED) and entry.seq < until]
    placed = plan.table(giving.table)
    return record_of(
        AwardTrail,
        plan,
        link=link,
        standing=standing,
        game=game_of(plan, placed).configuration.rules.title if placed else "",
        table=giving.table,
        round=giving.round,
        award=award,
        status=_status(about, number),
        cards=award.cards,
        dealer=award.dealer,
        won=lines[giving.seq],
        approved=lines[done["approve"].seq] if "approve" in done else None,
        paid=lines[done["pay"].seq] if "pay" in done else None,
        payment=PaymentSlip(
            **{name: getattr(slip, name, None) or "" for name in ("method", "reference", "tax_form")},
            camera=films[-1] if films else "",
        ),
        void_reason=voided.reason if voided else "",
        people=sorted({person for line in lines.values() for person in (line.by_name, line.second_name) if person}),
        entries=list(lines.values()),
        head=record_of(audit.JournalHead, store.head(link)),
    )


def game_of(plan: LinkPlan, table: TablePlan) -> Game:
    """What the table plays, by the rules that the plan carries."""
    return floor.load_layout(plan.carried(table.game) or table.game)


def _about(store: journal.Store, link: str, number: int) -> Iterator[Happened]:
    """Entries that name the award: the one that gave it, and what was done about it."""
    marks = [f'"{key}":{number}{end}' for key in ("no", "award") for end in ",}"]
    for kept in store.entries(link, after=0, to=None):
        if any(mark in kept.body for mark in marks):
            entry = happened(kept)
            if _award(entry, number) or _voids(entry, number) or entry.award == number:
                yield entry


def _award(entry: Happened, number: int) -> AwardRecord | None:
    return next((award for award in entry.awards if award.no == number), None)


def _voids(entry: Happened, number: int) -> bool:
    return isinstance(entry.body, Restated) and any(award.no == number for award in entry.body.voided)


def _of_round(store: journal.Store, link: str, giving: Happened) -> Iterator[Happened]:
    """The wagers and the lock of the round that gave an award."""
    for kept in store.entries(link, after=max(0, giving.seq - ROUND_WITHIN), to=giving.seq - 1):
        if kept.kind in ("wager", "lock") and json.dumps(giving.table, ensure_ascii=False) in kept.body:
            entry = happened(kept)
            if (entry.table, entry.round) == (giving.table, giving.round):
                yield entry


def _status(about: list[Happened], number: int) -> str:
    status = "won"
    for entry in about:
        given = _award(entry, number)
        if given is not None:
            status = given.status
        elif _voids(entry, number):
            status = "void"
        else:
            status = {"approve": "payable", "reject": "void", "pay": "paid"}.get(entry.kind, status)
    return status


def trail_document(trail: AwardTrail, plan: LinkPlan) -> blocks.Document:
    """The same for any writer, with every hash in full."""
    award, zone = trail.award, zoneinfo.ZoneInfo(plan.time_zone)
    facts = (
        ("Casino", licensee(plan)),
        ("Jackpot", f"{plan.title} ({trail.link}), {plan.paytable}"),
        ("Award", f"{award.no}: {award.label}, {amount(award.cents, plan.currency)}, {trail.status}"),
        ("Where", f"table {trail.table}, seat {award.seat}, round {trail.round}"),
        ("Cards", trail.cards or "read without cards, or another seat's hand"),
        ("Dealer", trail.dealer or "not recorded"),
        ("People", ", ".join(trail.people)),
        ("Journal", f"{trail.head.seq:,} entries, head {trail.head.hash}"),
    )
    rows = [
        (
            f"{line.seq:,}",
            f"{datetime.datetime.fromtimestamp(line.at / 1000, zone):%Y-%m-%d %H:%M:%S %z}",
            line.kind,
            " and ".join(filter(None, (line.by_name, line.second_name))),
            line.detail,
        )
        for line in trail.entries
    ]
    # A hash is too wide for a column beside the others, and is of no use if a part of it is missing.
    hashes = tuple((f"Entry {line.seq:,}", line.hash) for line in trail.entries)
    chips = (blocks.Words(PLAY_CHIPS, "warning"),) if plan.currency == "chips" else ()
    titles = ("entry", "time", "kind", "by", "what")
    return blocks.Document(
        f"Award {award.no} of {plan.title}",
        sections=(
            blocks.Section("The award", (blocks.Words(f"{NOT_APPROVED}.", "note"), *chips, blocks.Facts(facts))),
            blocks.Section("The entries that made it", (blocks.grid_of(titles, rows),)),
            blocks.Section("Their hashes", (blocks.Facts(hashes),)),
        ),
    )
