"""Commands that look at a running book and wait for nobody: meters, show."""

import json
import sys
import time
from collections.abc import Iterator
from typing import Final

import click

from croupier.casino.floor import link_names, opened, wall_clock
from croupier.cli.jackpot.people import one_link
from croupier.cli.jackpot.plan import plan_text
from croupier.cli.jackpot.post import in_words
from croupier.cli.options import as_json
from croupier.cli.output import json_text, page_writer, print_json, remark, show_text
from croupier.handbook.page.blocks import Block, Facts, Group, Section, Words, facts_grid, grid_of
from croupier.handbook.page.text import money, plain
from croupier.handbook.reports.day import warnings
from croupier.handbook.reports.plan_changes import differences_text
from croupier.jackpot.book.reading import Display, Follower, display
from croupier.jackpot.book.recovery import read_now, why_stopped
from croupier.jackpot.journal import Head, Store, StoreBusy, StoreLost
from croupier.jackpot.kinds.bank import OUR_READING, days_waiting, missing_tomorrow, required_cents
from croupier.jackpot.plan.link_plan import needs_reset, plan_hash
from croupier.jackpot.reports.alarms import Alarm, alarms, by_cause, oddities_of
from croupier.jackpot.state import LinkState, to_text
from croupier.records import Record, record_of
from croupier.records import plain as fields_of
from croupier.stores.addresses import masked

Look = tuple[LinkState, Display]  # A link as of its last entry.
EVERY: Final = 1.0  # Seconds between two prints of a watch, at the fewest.


@click.command()
@click.argument("book")
@one_link
@click.option("--watch", is_flag=True, help="Print them again whenever they change, until Ctrl-C.")
@as_json
def meters(book: str, link: str | None, watch: bool, as_json: bool) -> None:
    """Print what the meters of BOOK show, with the notice that each display carries.

    With --watch they are printed again whenever an entry is posted: in a terminal in place, else one below the other;
    with --json one line of JSON each time. The book may be in use meanwhile. While it cannot be read, no wagers are
    shown as taken, and it is tried again until it can.
    """
    if not watch:
        looks = next(_changes(book, link))
        if as_json:
            print_json([_meter_record(look) for look in looks])
        else:
            click.echo(_meters_text(looks))
        return
    for looks in _watched(book, link):
        if as_json:
            click.echo(json_text([_meter_record(look) for look in looks]))
            continue
        if sys.stdout.isatty():
            click.clear()
        latest = max((shown.at for state, shown in looks if state.plan), default=0)
        click.echo(f"{_clock(latest)}  {masked(book)}\n\n{_meters_text(looks)}\n")


def _watched(book: str, link: str | None) -> Iterator[list[Look]]:
    """The links whenever they change; a store that is away for a while is waited for."""
    last: list[Look] = []
    away = False
    while True:
        try:
            for last in _changes(book, link):
                if away:
                    away = False
                    remark("croupier: the book can be read again")
                yield last
                time.sleep(EVERY)
        except (StoreBusy, StoreLost) as error:
            if not away:
                away = True
                remark(f"croupier: {error.message}; trying again")
                yield [(state, shown.stopped()) for state, shown in last]
            time.sleep(EVERY)


def _changes(book: str, link: str | None) -> Iterator[list[Look]]:
    """The links now, and again whenever an entry was posted: followed entry by entry."""
    seen: list[int] = []
    followers: dict[str, Follower] = {}
    with opened(book) as store:
        while True:
            for name in link_names(store, link):
                if name in followers:
                    followers[name].catch_up()
                else:
                    followers[name] = Follower(store, name)
            at = [follower.state.seq for follower in followers.values()]
            if at != seen:
                seen = at
                yield [
                    (follower.state, _shown(store, follower.state, follower.head)) for follower in followers.values()
                ]
            else:
                store.wait_for_commit(EVERY)


def _shown(store: Store, state: LinkState, head: Head) -> Display:
    """What the tables show, also of a book that opens stopped."""
    return display(state).stopped() if why_stopped(store, state, head) else display(state)


def _clock(milliseconds: int) -> str:
    """The moment of the latest entry, in UTC."""
    if not milliseconds:
        return "no entry yet"
    return time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(milliseconds / 1000))


def _meters_text(looks: list[Look]) -> str:
    rows: list[tuple[str, ...]] = []
    for state, shown in looks:
        for level, cents in shown.meters.items():
            takes = "yes" if shown.accepts_wagers else f"no: {shown.why_not}"
            rows.append(
                (state.link, str(level), money(cents), money(shown.overflow[level]), money(shown.reserve), takes)
            )
        if state.plan is None:
            rows.append((state.link, "", "", "", "", "no: not_live"))
    header = ("link", "level", "shows", "overflow", "reserve", "takes wagers")
    blocks: list[Block] = [grid_of(header, rows, numbers=(2, 3, 4))]
    for state, shown in looks:
        for award in shown.pending:
            where = f"{award.label}, {award.table} seat {award.seat}"
            told = f"pending at {state.link}: award {award.no}, ${money(award.cents)}, {where}"
            blocks.append(facts_grid([(told,)]))
    for state, _ in looks:
        if state.plan and state.plan.notice:
            blocks.append(Words(" ".join(state.plan.notice.split()), lead=f"{state.link}: ", hang=2))
    for text in dict.fromkeys(text for state, _ in looks if state.plan for text in warnings(state.plan)):
        blocks.append(Words(text, "warning"))
    return page_writer().block(Group(tuple(blocks)))


@click.command()
@click.argument("book")
@one_link
@as_json
def show(book: str, link: str | None, as_json: bool) -> None:
    """Print the state of each link of BOOK: the day, open rounds and awards, faults, the bank, who may act.

    A plan that waits, for its second person or for a win or a reset, is printed with what it changes. A request that
    waits is printed with its number; another supervisor posts {"do": "grant", "ask": NUMBER} or declines it.
    """
    from croupier.casino.odds import OddsWatch  # it loads the mathematics

    with opened(book) as store:
        links_now = [read_now(store, name) for name in link_names(store, link)]
        if as_json:
            print_json([json.loads(to_text(state)) for state, _ in links_now])
            return
        # What no state tells: that a book opens stopped, and what was odd on days that are not closed.
        stopped = [
            f"! {state.link} is stopped: {why}" for state, head in links_now if (why := why_stopped(store, state, head))
        ]
        odd = {
            state.link: [*oddities_of(store, state).not_confirmed(state), *OddsWatch(store, state).alarms(state)]
            for state, _ in links_now
        }
        told = [_state_text(state, odd[state.link]) for state, _ in links_now]
    show_text("\n\n\n".join([*stopped, *told]))


class PendingAward(Record):
    """An award that waits for its approval."""

    no: int
    table: str
    seat: int
    label: str
    cents: int


class ShownMeters(Display):
    """What the tables of a link show, with its names and words; amounts are cents."""

    title: str
    type: str
    pending: tuple[PendingAward, ...]  # type: ignore[assignment]  # no more than everybody may know of them
    notice: str
    warnings: list[str]


def _meter_record(look: Look) -> ShownMeters:
    state, shown = look
    plan = state.plan
    title, kind, notice = (plan.title, plan.type, plan.notice) if plan else ("", "", "")
    return record_of(ShownMeters, shown, title=title, type=kind, notice=notice, warnings=warnings(plan) if plan else [])


def _waiting(state: LinkState) -> list[tuple[str, ...]]:
    """The requests that a supervisor other than the one who asked may grant, with everything they would do."""
    return [
        (number, plain(f"{asked.do.replace('_', ' ')}: {in_words(dict(sorted(fields_of(asked).items())))}"), asked.by)
        for number, asked in state.asked.items()
    ]


def _state_text(state: LinkState, odd: list[Alarm]) -> str:
    parts, page = [], page_writer()
    if state.plan is None:
        parts.append(page.section(Section(state.link, (Words("not live: no plan is approved"),))))
    else:
        parts.append(plan_text(state.plan))
        facts = [
            ("last entry", f"{state.seq:,}"),
            ("open gambling day", state.day),
            ("wagers", f"{state.wager_count:,}"),
            ("owed to players", money(state.liability_cents)),
            ("required in the bank", money(required_cents(state, state.plan))),
            ("in the bank", money(state.bank_cents)),
            ("to be deposited before the next gambling day", money(missing_tomorrow(state, state.plan))),
            ("gambling days that the oldest money waits for its deposit", str(days_waiting(state, state.plan))),
            (
                "rounds open",
                ", ".join(f"{name} {round.number}" for name, round in sorted(state.rounds.items())) or "none",
            ),
            ("at fault", "; ".join(state.faults) or "no"),
            ("alarms", "; ".join(alarm.words for alarm in by_cause(alarms(state, wall_clock(), odd))) or "none"),
            ("ended", f"{state.ended} ({OUR_READING})" if state.ended else "no"),
            ("seized", "yes" if state.seized else "no"),
            ("software", state.software[:16]),
            ("rulebook", state.rulebook[:16]),
        ]
        parts.append(page.block(Facts(tuple(facts))))
    awards = [
        (str(award.no), award.label, f"{award.table} seat {award.seat}", money(award.cents), award.status)
        for award in state.awards.values()
    ]
    parts.append(
        page.grid(grid_of(("award", "hand", "where", "amount", "status"), awards, numbers=(3,)))
        if awards
        else "no open award"
    )
    if state.asked:
        parts.append(page.grid(grid_of(("request", "waits for a second person", "asked by"), _waiting(state))))
    if state.proposal:
        proposed = state.proposal
        parts.append(plain(f"WAITS for a second person: plan {proposed.hash}, proposed by {proposed.by}"))
        parts += [plan_text(proposed.plan), differences_text(state.plan, proposed.plan, state.waiting)]
    if state.plan and state.waiting:
        at_reset = state.plan.type == "house" or needs_reset(state.plan, state.waiting)
        when = "at a full reset" if at_reset else "level by level, as each meter is won, or at a full reset"
        parts.append(f"APPROVED, and takes effect {when}: plan {plan_hash(state.waiting)}")
        parts += [plan_text(state.waiting), differences_text(state.plan, state.waiting)]
    return "\n\n".join(parts)
