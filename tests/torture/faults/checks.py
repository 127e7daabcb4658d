"""What must hold after every step, whatever happened."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from croupier.jackpot.audit.again import decide_again
from croupier.jackpot.book.book import JackpotBook, Reply
from croupier.jackpot.book.recovery import fold, recover
from croupier.jackpot.journal import BEGINNING, GENESIS, Entry, Snapshot, Store, finder
from croupier.jackpot.plan.checking import GameLoader
from croupier.jackpot.state import LinkState, conservation_faults
from tests.torture.model.model import Model, Net, Prize, has_run_out


class Difference(Exception):
    """The books and the model disagree, or the books disagree with themselves."""


def _same(what: str, books: object, model: object) -> None:
    if books != model:
        raise Difference(f"{what}: the books say {books!r:.150}, the model {model!r:.150}")


def check_books(book: JackpotBook, model: Model) -> None:
    """Money is neither made nor lost, the store keeps the same balances, and the model agrees with every one."""
    state = book.state
    faults = conservation_faults(state)
    if faults:
        raise Difference(f"conservation: {faults}")
    kept = book.store.balances(state.link)
    _same("balances in the store", kept, {name: (each[0], each[1]) for name, each in state.balances.items()})
    _same("the sum of all accounts", sum(map(sum, model.lines.values())), 0)
    for account in state.balances.keys() | model.lines.keys():
        _same(f"balance of {account}", state.balance(account), model.balance(account))
    for account in state.contributed.keys() | model.wager_lines.keys():
        contributed = sum(model.wager_lines.get(account, ()))
        _same(f"wagers contributed to {account}", state.contributed.get(account, 0), contributed)
    _same("cumulative wagers", sum(state.contributed.values()), -model.balance("wagers"))
    known = known_to_model(model)
    for what, found in known_to_books(state).items():
        _same(what, found, known[what])
    _same("personal records", [each.no for each in book.store.personal(state.link)], sorted(model.payees))
    _check_display(book, model)


def known_to_books(state: LinkState) -> dict[str, Any]:
    """The state beside its balances, as far as the model knows it too."""
    return {
        "seq": state.seq,
        "at": state.at,
        "plan": state.plan,
        "waiting": state.waiting,
        "proposal": state.proposal and (state.proposal.hash, state.proposal.by),
        "rounds": {
            table: (each.number, sorted(each.seats), each.locked, each.dynamic) for table, each in state.rounds.items()
        },
        "receivable": {int(no): (debt.seat, debt.cents) for no, debt in state.receivable.items()},
        "written off": {int(no): (debt.seat, debt.cents) for no, debt in state.written_off.items()},
        "waiting envy": {no: each.waits_for for no, each in state.awards.items() if each.waits_for},
        "corrected": state.restated,
        "last_round": state.last_round,
        "awards": {int(no): (each.status, each.cents, each.seat) for no, each in state.awards.items()},
        "reported by": {int(no): set(each.reported) for no, each in state.awards.items()},
        "wins": state.wins,
        "hits": {int(level): number for level, number in state.level_hits.items()},
        "won": {int(level): cents for level, cents in state.level_won.items()},
        "emptied": {int(level): number for level, number in state.emptied.items()},
        "wager_count": state.wager_count,
        "day": (state.day, [(each.day, each.ends) for each in state.unclosed]),
        "liability": state.liability_cents,
        "due": state.due_level,
        "seeds in meters": {int(level): cents for level, cents in state.seed_in_meter.items() if cents},
        "owed and not due": [(day, cents) for day, cents in state.accrued],
        "bank": (state.bank_cents, state.bank_difference),
        "faults": (state.faults, state.table_faults, state.ended),
        "seized": (state.seized, state.stated),
        "numbers": {name.lower() for name in state.references},
        "films": {int(no): each.camera for no, each in state.awards.items() if each.camera},
        "last payee": state.last_payee,
        "asked": (state.asks, {int(no): each.do for no, each in state.asked.items()}),
    }


def known_to_model(model: Model) -> dict[str, Any]:
    """The model's state in the form that the books' state is compared in."""
    return {
        "seq": model.seq,
        "at": model.at,
        "plan": model.plan,
        "waiting": model.waiting,
        "proposal": model.proposal and (model.proposal.hash, model.proposal.by),
        "rounds": {
            table: (each.number, sorted(each.seats), each.locked, each.boosts) for table, each in model.rounds.items()
        },
        "receivable": {no: (debt.seat, debt.cents) for no, debt in model.debts.items()},
        "written off": {no: (debt.seat, debt.cents) for no, debt in model.given_up.items()},
        "waiting envy": {str(no): prize.waits_for for no, prize in model.prizes.items() if prize.waits_for},
        "corrected": {
            f"{table}:{number}": each.entry for (table, number), each in model.results.items() if each.restated
        },
        "last_round": model.last_round,
        "awards": {no: (prize.status, prize.cents, prize.seat) for no, prize in model.prizes.items()},
        "reported by": {no: set(prize.reported_by) for no, prize in model.prizes.items()},
        "wins": model.awarded,
        "hits": model.hits,
        "won": model.won_cents,
        "emptied": model.emptied,
        "wager_count": model.wager_count,
        "day": (model.day, model.unclosed),
        "liability": model.liability_cents,
        "due": model.due_cents,
        "seeds in meters": {level: cents for level, cents in model.seeds.items() if cents},
        "owed and not due": model.owed,
        "bank": (model.bank_cents, model.difference),
        "faults": (model.faults, model.table_faults, model.ended),
        "seized": (model.seized, model.stated),
        "numbers": {f"{sort} {number}" for sort, number in model.numbers},
        "films": {no: prize.film for no, prize in model.prizes.items() if prize.film},
        "last payee": model.last_payee,
        "asked": (model.asks, {no: each["do"] for no, each in model.asked.items()}),
    }


def _check_display(book: JackpotBook, model: Model) -> None:
    """The tables show what is durable: the meters, what is pending, and whether wagers are taken."""
    plan, shown = model.plan, book.display
    levels = plan.levels if plan else ()
    is_house = plan is not None and plan.type == "house"
    meters = {each.number: each.seed_cents if is_house else model.meter(each.number) for each in levels}
    pending = [no for no, prize in model.prizes.items() if prize.status == "pending"]
    why_not = (
        "not_live"
        if plan is None
        else "link_ended"
        if model.ended
        else "fault"
        if model.faults
        else "seized"
        if model.seized
        else "bank_short"
        if model.bank_short
        else ""
    )
    _same("meters shown", shown.meters, meters)
    _same("overflow shown", shown.overflow, {each.number: model.cents(f"overflow.{each.number}") for each in levels})
    _same("pending awards shown", sorted(each.no for each in shown.pending), sorted(pending))
    _same("wagers taken", (shown.accepts_wagers, shown.why_not), (not why_not, why_not))
    _same("tables stopped", list(shown.stopped_tables), sorted(model.table_faults))
    _same("entry shown", (shown.seq, shown.day), (model.seq, model.day))


def check_recovery(book: JackpotBook) -> None:
    """Whoever reads the journal arrives at the state that the writer has."""
    state, head, *_ = recover(book.store, book.state.link)
    _same("the recovered state", state, book.state)
    _same("the head", head.seq, book.state.seq)


def check_whole_journal(book: JackpotBook) -> None:
    """The same without any snapshot: from the first entry, with every link of the chain."""
    state = LinkState(book.state.link)
    head, _ = fold(state, book.store.entries(state.link), GENESIS)
    _same("the state from the first entry", state, book.state)
    _same("the head", head, book.store.head(state.link))


def check_days(book: JackpotBook, model: Model) -> None:
    """Every day ended with the accounts as they were at its boundary, and a close names that entry."""
    closes: dict[int, int] = {}
    for entry in book.store.entries(book.state.link):
        body = json.loads(entry.body)
        if entry.kind == "new_day":
            balances = body["readings"]["balances"].items()
            read = {name: credits - debits for name, (debits, credits) in balances if credits != debits}
            _same(f"balances at the end of {body['over']}", read, model.boundaries[entry.seq])
        if entry.kind == "close_day":
            closes[entry.seq] = body["ends"]
    _same("days closed", closes, model.ended_by)


def check_decided_again(book: JackpotBook, load_game: GameLoader) -> None:
    """An audit that decides every request again, by nothing but the journal, agrees with every entry."""
    name = book.state.link
    entries = book.store.entries(name)
    found = decide_again(entries, BEGINNING, LinkState(name), load_game, finder(book.store, name))
    if found.findings:
        raise Difference(f"decided again: {found.findings[0]}")
    _same("entries decided again", found.decided, book.store.head(name).seq)


def check_snapshot(entry: Entry, closing: tuple[int, str], kept: list[Snapshot]) -> None:
    """What a closing book writes last: the hash of its state, and then perhaps that state."""
    seq, text = closing
    _same("the id of a snapshot", (entry.id, entry.seq), (f"=snapshot:{entry.seq}", seq + 1))
    _same("what a snapshot says", json.loads(entry.body)["state"], sha256(text.encode()).hexdigest())
    for each in kept:
        if each.seq == seq:
            _same("the snapshot", each.state, text)


def plant_lie(store: Store, link: str) -> None:
    """A snapshot that says more wagers were made than there were; the journal does not vouch for it."""
    for snapshot in list(store.snapshots(link))[:1]:
        value = json.loads(snapshot.state)
        lie = json.dumps({**value, "wager_count": value["wager_count"] + 1}, sort_keys=True, separators=(",", ":"))
        store.save_snapshot(link, snapshot._replace(state=lie))


def check_reply(reply: Reply, code: str, what: str) -> None:
    """The books must answer with the code that the model foretold."""
    _same(f"answer to {what}", reply.code, code)


def check_posted(body: Any, net: Net, prizes: list[Prize], what: str) -> None:
    """What an entry says it moved and awarded."""
    moved: Net = {}
    for debit, credit, amount in body.get("moves", ()):
        if amount < 0:
            raise Difference(f"{what}: a transfer of {amount}")
        moved[debit] = moved.get(debit, 0) - amount
        moved[credit] = moved.get(credit, 0) + amount
    _same(f"moves of {what}", {name: each for name, each in moved.items() if each}, net)
    awards = [
        (
            each["no"],
            each["seat"],
            each["event"],
            each["kind"],
            each["level"],
            each["cents"],
            each["from_meter"],
            each["duties"],
            each["status"],
        )
        for each in body.get("awards", ())
    ]
    expected = [
        (
            prize.no,
            prize.seat,
            prize.event,
            prize.kind,
            prize.level,
            prize.cents,
            prize.from_meter,
            prize.duties,
            prize.status,
        )
        for prize in prizes
    ]
    _same(f"awards of {what}", awards, expected)


def check_actors(body: Any, badges: Sequence[tuple[str, str, str]], what: str) -> None:
    """An entry says how each person behind it was authenticated."""
    _same(f"actors of {what}", list(map(tuple, body["actor"])), list(badges))


def check_shown(book: JackpotBook, ago: float) -> None:
    """A display shows what is durable for as long as the lease lasts; afterwards it says so, and how old it is."""
    shown = book.shown
    if not has_run_out(ago):
        _same("the display under its lease", shown, book.display)
        return
    said = (shown.why_not, shown.accepts_wagers, shown.age_seconds, shown.meters)
    _same("the display after its lease", said, ("stopped", False, ago, book.display.meters))


def check_clocks(book: JackpotBook, model: Model) -> None:
    """Every entry that was made after the clock jumped or went back says so, and no other does."""
    for entry in book.store.entries(book.state.link):
        body = json.loads(entry.body)
        said = body.get("clock"), body.get("jump", 0)
        _same(f"the clock by entry {entry.seq}, {entry.kind}", said, model.clock_notes.get(entry.seq, (None, 0)))


def check_drawn(model: Model, request: Any, body: Any) -> dict[str, int]:
    """The boosts of a round are the one thing that the model cannot predict. They must be among those printed."""
    boosts: dict[str, int] = body.get("dynamic", {})
    felt = model.layout(request["table"]).felt
    printed = all(cents in felt.boosts.get(event, ()) for event, cents in boosts.items())
    # If hands can be boosted, at least one is, and never all of them.
    possible = range(1, len(felt.boosts)) if felt.boosts else (0,)
    if not printed or len(boosts) not in possible:
        raise Difference(f"boosts {boosts} at a table of {felt.name}")
    return boosts


def check_payees(book: JackpotBook, model: Model, *, left_behind: bool = False) -> None:
    """Exactly the people whom payments name are kept, for as long as the plan says. ``left_behind`` are purged records
    that a crash may have left."""
    kept = {each.no: each.keep_until for each in book.store.personal(book.state.link)}
    if kept != model.payees and not (left_behind and model.payees.items() <= kept.items()):
        raise Difference(f"personal records {kept}, and the model has {model.payees}")
