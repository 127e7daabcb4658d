"""Commands on a plan: check it, put it forward, approve it; and the list of codes."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import click

from croupier.cli.jackpot.pace import pace_options, take_up_of
from croupier.cli.jackpot.people import by_name, log_in, told_refusal
from croupier.cli.options import as_json
from croupier.cli.output import print_json, print_page, remark, say
from croupier.errors import BadInput, CheckFailed, UnknownName
from croupier.stores.addresses import masked

SHORTEST_HASH = 8
"""Letters of a plan's hash that show that somebody has seen it."""
one_link = click.option("--link", metavar="LINK", help="One link alone.")


@click.command()
@click.argument("plan")
@pace_options
@as_json
def check(plan: str, rounds_per_hour: int, hours_per_day: int, take_up: str, as_json: bool) -> None:
    """Check PLAN: its shape, what the rules ask of it, and that linked tables win with the same chance.

    PLAN is a TOML file as in docs/reference/jackpot-plan.md, or "sample". Of each jackpot it prints the expected hold,
    the meter at which the wager breaks even beside its limit, how much of a reseed the reserve brings, and the hits per
    year at the pace given; it warns where the players would have the better of it.
    """
    from croupier.casino.outlook import outlook, pace_of
    from croupier.cli.jackpot.text import PAGE, plan_section
    from croupier.handbook.page.blocks import Document, Group, Section, Words
    from croupier.handbook.reports.outlook import outlook_section
    from croupier.jackpot.plan.link_rules import why_not_live

    share = take_up_of(take_up)
    floor = _floor(plan)
    ahead = {
        link.id: outlook(link, pace_of(link, rounds_per_hour, hours_per_day, share))
        for link in floor.plan.links.values()
        if _chances(floor, link.id)
    }
    if as_json:
        print_json(_check_record(floor, ahead))
        return
    casino = floor.plan
    tables = sum(len(link.tables) for link in casino.links.values())
    head = (
        f"{casino.name}, {casino.location} ({casino.jurisdiction}): {len(casino.links)} jackpots, "
        f"{len(casino.tables)} tables, {tables} sensors, {len(casino.people)} people"
    )
    sections = [Section("", (Words(head),))]
    for link in casino.links.values():
        sections.append(plan_section(link, _chances(floor, link.id), warn=False))
        if link.id in ahead:
            sections.append(outlook_section(ahead[link.id]))
    doubts = [text for each in ahead.values() for text in each.warnings()]
    told = [Words(text, "warning") for text in (*floor.warnings, *map(str, floor.remarks), *doubts)]
    sections.append(Section("", (Group((*told, Words(_verdict(why_not_live(casino), len(doubts))))),)))
    print_page(Document("", tuple(sections)), PAGE)


def _verdict(lacking: str | None, doubts: int) -> str:
    if lacking:
        return f"not ready to go live: {lacking}"
    if doubts:
        count = f"{doubts} of its figures favor{'s' if doubts == 1 else ''} the players, see above"
        return f"keeps the rules, and two people may approve it; {count}"
    return "good: two people may approve it"


@click.command()
@click.argument("plan")
@click.argument("book")
@by_name
@one_link
def propose(plan: str, book: str, by: str, link: str | None) -> int:
    """Put the links of PLAN forward in BOOK, which is made where there is none.

    Nothing changes until a second person accepts. Exit status: 0 when every link was put forward or runs under this
    very plan, 1 when one was refused.
    """
    from croupier.casino.acts import propose as put_forward
    from croupier.casino.desk import at_desk
    from croupier.cli.jackpot.text import plan_text, refusal
    from croupier.handbook.reports.plan_changes import differences_text
    from croupier.jackpot.plan.link_plan import plan_hash

    floor = _floor(plan)
    plans = floor.plan.links
    if link is not None:
        if link not in plans:
            raise UnknownName("link", link, plans)
        plans = {link: plans[link]}
    refused = 0
    with at_desk(book, create=True) as desk:
        for posted in put_forward(desk, plans, log_in(book, by)):
            proposed = posted.plan
            if posted.reply.code == "ok":
                click.echo(plan_text(proposed, _chances(floor, posted.link)))
                click.echo(f"\n{differences_text(posted.in_force, proposed)}")
                for each in floor.remarks:
                    say(f"! {each}")
                click.echo(f"\nproposed by {by}, waits for a second person: plan {plan_hash(proposed)}\n")
            elif posted.reply.code == "exists":
                click.echo(f"{posted.link}: {posted.reply.detail}\n")
            else:
                refused += 1
                told_refusal(book, by, posted.link, "propose", posted.reply.code)
                remark(f"croupier: {refusal(posted.link, posted.reply)}")
    return 1 if refused else 0


@click.command()
@click.argument("book")
@by_name
@one_link
@click.option("--hash", "hash", default="", metavar="HASH", help="Accept this plan only: its hash, or its beginning.")
def accept(book: str, by: str, link: str | None, hash: str) -> int:
    """Approve the plans that wait in BOOK, as the second person.

    Each plan is printed with what it changes before it is approved, as croupier jackpot show prints it. At a terminal
    the beginning of its hash is asked for; elsewhere --hash, eight letters or more, names the one plan that may be
    approved. Exit status: 0 when all are approved, 1 when the books refuse one or a plan other than --hash is waiting,
    2 when nothing says which plan was seen.
    """
    from croupier.casino.acts import accept as approve
    from croupier.casino.desk import at_desk
    from croupier.casino.floor import has_proposal, link_names, waiting_plan
    from croupier.cli.jackpot.text import plan_text, refusal
    from croupier.handbook.reports.plan_changes import differences_text

    with at_desk(book) as desk:
        names = link_names(desk.store, link)
        waiting = [name for name in names if link is not None or has_proposal(desk.store, name)]
        if not waiting:
            raise BadInput(
                f"{masked(book)}: no proposed plan is waiting for approval",
                hint="croupier jackpot propose PLAN BOOK --by NAME",
            )
        if len(hash) < SHORTEST_HASH and (hash or not sys.stdin.isatty()):
            raise BadInput(
                f"--hash takes at least {SHORTEST_HASH} letters of the hash of the plan that you have seen",
                hint="croupier jackpot show BOOK prints it; --link LINK names one of several",
            )
        refused = 0
        actor = log_in(book, by)
        for name in waiting:
            proposal = waiting_plan(desk.store, name, hash)
            click.echo(plan_text(proposal.plan))
            click.echo(f"\n{differences_text(proposal.in_force, proposal.plan, proposal.approved)}\n")
            if not hash and sys.stdin.isatty():
                typed = click.prompt("the first eight letters of the plan's hash, to approve it", err=True)
                if len(typed) < SHORTEST_HASH or not proposal.hash.startswith(typed):
                    raise CheckFailed(f"link {name}: {typed[:80]} is not how the hash begins; nothing was approved")
            reply = approve(desk, name, actor, proposal.hash)  # exactly the one that was shown
            if reply.code != "ok":
                refused += 1
                told_refusal(book, by, name, "accept", reply.code)
                remark(f"croupier: {refusal(name, reply)}")
                continue
            click.echo(f"approved by {by}: plan {proposal.hash}\n")
    return 1 if refused else 0


@click.command()
@as_json
def codes(as_json: bool) -> None:
    """List every answer that the books give to a request: of several that apply, the first."""
    from croupier.handbook.page.blocks import Document, Section, grid_of
    from croupier.jackpot.codes import CODES

    if as_json:
        print_json([{"code": code, "meaning": meaning} for code, meaning in CODES.items()])
        return
    rows = [(str(place), code, meaning) for place, (code, meaning) in enumerate(CODES.items(), 1)]
    print_page(Document("", (Section("", (grid_of(("", "code", "meaning"), rows, numbers=(0,)),)),)))


def _floor(plan: str) -> Any:
    from croupier.casino.proofs import floor, sample_or_file

    return floor(sample_or_file(plan))


def _chances(floor: Any, link: str) -> dict[int, Fraction]:
    """By level, how likely a wager is to win from it; empty where the tables of the link differ."""
    at_first, *others = floor.chances[link].values()
    if any(other != at_first for other in others):
        return {}
    return {level: chance for level, (_, chance) in at_first.items()}


def _check_record(floor: Any, ahead: Mapping[str, Any]) -> dict[str, Any]:
    from croupier.jackpot.plan.link_plan import plan_hash, plan_to_json
    from croupier.jackpot.plan.link_rules import why_not_live

    return {
        "casino": floor.plan.name,
        "jurisdiction": floor.plan.jurisdiction,
        "links": [
            plan_to_json(link)
            | {
                "hash": plan_hash(link),
                "chances": {str(level): str(chance) for level, chance in _chances(floor, link.id).items()},
                "outlook": ahead[link.id].to_dict() if link.id in ahead else None,
            }
            for link in floor.plan.links.values()
        ],
        "warnings": list(floor.warnings),
        "remarks": [remark._asdict() for remark in floor.remarks],
        "not_ready": why_not_live(floor.plan),
    }
