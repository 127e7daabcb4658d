"""Commands on a plan: check it, put it forward, approve it, simulate its months; and the list of codes."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Final

import click

from croupier.casino.floor import at_desk, link_names, waiting_plan
from croupier.cli import main, output
from croupier.cli.jackpot import by_name, one_link, people
from croupier.cli.options import as_json
from croupier.errors import BadInput, CheckFailed, UnknownName
from croupier.handbook.page.blocks import Block, Document, Facts, Grid, Group, Section, Words, grid_of
from croupier.handbook.page.terminal import Terminal
from croupier.handbook.page.text import money
from croupier.handbook.reports.day import WIDTH, titled_grid, warnings
from croupier.handbook.reports.plan_changes import differences_text, outlook_section
from croupier.jackpot.actors import YEARS_KEPT
from croupier.jackpot.book.reading import read_state
from croupier.jackpot.codes import CODES
from croupier.jackpot.plan.link_plan import MILLION, LinkPlan, Threshold, plan_hash, plan_to_json, why_not_live
from croupier.jackpot.state import LinkState
from croupier.play.documents import Json
from croupier.records import Of, Record, record_of
from croupier.stores.opening import masked
from croupier.units import amount, dollars, part, percent_text

if TYPE_CHECKING:  # these load the mathematics, which other commands do without
    from croupier.casino.months import Outlook
    from croupier.casino.proofs import ProvedPlan

PAGE: Final = Terminal(table_width=WIDTH)


def plan_text(plan: LinkPlan, chances: Mapping[int, Fraction] | None = None) -> str:
    """What two people approve, on a page."""
    return output.page_writer(PAGE).section(plan_section(plan, chances))


def plan_section(plan: LinkPlan, chances: Mapping[int, Fraction] | None = None, *, warn: bool = True) -> Section:
    """A plan: its facts, its levels, its tables."""
    kind = "House Jackpot" if plan.type == "house" else "Progressive Jackpot"
    facts = [
        ("casino", ", ".join(filter(None, (plan.casino, plan.location))) or "not named"),
        ("license", plan.license or "not named"),
        ("type", f"{kind}, paytable {plan.paytable}, base wager {amount(plan.base_wager_cents, plan.currency)}"),
        ("wager", _of_tables(plan, "wager")),
        ("location", _of_tables(plan, "location")),
        ("one report", f"at most {amount(plan.unreasonable_cents, plan.currency)} of wagers"),
        ("first day", f"{plan.first_day}, from {plan.day_begins} {plan.time_zone}"),
        ("rules of", f"{plan.jurisdiction}, rulebook {plan.rulebook_hash[:16] or 'not named'}"),
        ("approval", plan.approval or "none on record"),
    ]
    if plan.type == "progressive":
        facts += [
            ("several winners", plan.simultaneous),
            ("below the seed", plan.below_seed),
            ("overflow goes to", plan.overflow_to),
            ("deposit within", f"{plan.deposit_days} gambling days"),
        ]
    facts.append(("dealer envy from", f"the {plan.dealer_envy_from}"))
    facts += [("thresholds", f"from {threshold.begins}: {_duties(threshold)}") for threshold in plan.thresholds]
    for role in ("supervisor", "accounting", "dealer", "operator", "auditor"):
        named = [f"{person.id} ({person.name})" for person in plan.people if person.role == role]
        if named or role in ("supervisor", "accounting", "dealer"):  # a floor may do without the others
            facts.append((role, ", ".join(named) or "nobody"))
    days = f"within {plan.claim_days} days of the win" if plan.claim_days else "no deadline"
    years = f"{plan.payee_years} years" if plan.payee_years else f"{YEARS_KEPT} years, by our own reading"
    facts += [
        ("prizes claimed", f"{days}, {plan.claim_rule or 'and no rule is named'}"),
        ("payees kept", years),
        ("posted", " ".join(plan.notice.split()) or "no notice"),
    ]
    blocks: list[Block] = [Facts(tuple(facts)), _levels(plan, chances), _tables(plan)]
    blocks += [Words(text, "warning") for text in warnings(plan) if warn]
    return Section(f"{plan.id}: {plan.title}", tuple(blocks))


def _duties(threshold: Threshold) -> str:
    """Which amounts bring which duties."""
    amounts = [
        ("approval from", threshold.approval_cents),
        ("camera from", threshold.camera_cents),
        ("check above", threshold.check_over_cents),
        (f"tax form at {threshold.tax_form_times} times the wager from", threshold.tax_form_cents),
    ]
    return ", ".join(f"{what} {dollars(cents)}" for what, cents in amounts if cents is not None) or "no duties"


def _tables(plan: LinkPlan) -> Grid:
    """Tables that play the same game together."""
    by_game: dict[str, list[str]] = {}
    for table in plan.tables:
        by_game.setdefault(table.game, []).append(f"{table.id} ({table.seats})")
    return grid_of(("table (seats)", "game"), [(", ".join(tables), game) for game, tables in by_game.items()])


def _of_tables(plan: LinkPlan, name: str) -> str:
    """What all tables have in common; where they differ, with the tables."""
    by_value: dict[str, list[str]] = {}
    for table in plan.tables:
        by_value.setdefault(getattr(table, name), []).append(table.id)
    return "; ".join(f"{value} ({', '.join(ids)})" if len(by_value) > 1 else value for value, ids in by_value.items())


def _levels(plan: LinkPlan, chances: Mapping[int, Fraction] | None) -> Grid:
    lines, numbers = [], list[str]()
    for level in plan.levels:
        figures = {"posted prize": money(level.seed_cents)}
        if plan.type != "house":
            figures = {
                "begins at": money(level.beginning_cents),
                "seed": money(level.seed_cents),
                "reseed": money(level.reseed_cents),
                "increment": percent_text(Fraction(level.increment_ppm, MILLION)).replace(" ", ""),
                "reserve": percent_text(Fraction(level.reserve_ppm, MILLION)).replace(" ", ""),
                "limit": "none" if level.limit_cents is None else money(level.limit_cents),
            }
        numbers, wins = list(figures), {}
        if chances:
            chance = chances.get(level.number)
            wins = {"a win from it": f"1 in {float(1 / chance):,.2f}" if chance else "never"}
        lines.append({"level": str(level.number), **figures, **wins})
    return titled_grid(lines, *numbers)


pace_options = main.together(  # How often the wager is made.
    click.option("--rounds-per-hour", type=click.IntRange(1, 1000), default=40, show_default=True),
    click.option("--hours-per-day", type=click.IntRange(1, 24), default=16, show_default=True),
    click.option("--take-up", default="50%", show_default=True, metavar="SHARE", help="Part of the seats that bet."),
)


def take_up_of(text: str) -> Fraction:
    """The part of the seats that bet."""
    try:
        share = part(text)
    except BadInput:
        raise BadInput(f"--take-up {text[:40]}: not a share of the seats", hint="as in 50% or 0.5") from None
    if not 0 < share <= 1 or share.denominator > 10**9:
        raise BadInput(f"--take-up {text[:40]}: not a share of the seats", hint="above 0 and at most 100%")
    return share


SHORTEST_HASH = 8  # Letters of a plan's hash that show that somebody has seen it.


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
    from croupier.casino.months import outlook, pace_of

    share = take_up_of(take_up)
    floor = _floor(plan)
    ahead = {
        link.id: outlook(link, pace_of(link, rounds_per_hour, hours_per_day, share))
        for link in floor.plan.links.values()
        if _chances(floor, link.id)
    }
    if as_json:
        output.print_json(_check_record(floor, ahead))
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
        sections.append(_odds_section(link, len(casino.links)))
    doubts = [text for outlook in ahead.values() for text in outlook.warnings]
    told = [Words(text, "warning") for text in (*floor.warnings, *map(str, floor.remarks), *doubts)]
    sections.append(Section("", (Group((*told, Words(_verdict(why_not_live(casino), len(doubts))))),)))
    output.print_page(Document("", tuple(sections)), PAGE)


def _odds_section(link: LinkPlan, links: int) -> Section:
    """When somebody is found who invents hands: what the alarm by odds promises."""
    from croupier.casino.odds import WAGERS_A_DAY, delays

    rows = [
        (label, f"{float(1 / chance):,.0f}", f"{days:,}" if days else "never")
        for label, chance, days in delays(link, links)
    ]
    told = (
        "Hits are compared with their odds, by table and by person, with one false alarm in a year of the casino at "
        f"most. Somebody who invents one hit a day among {WAGERS_A_DAY:,} wagers of a table is found after:"
    )
    return Section("", (Words(told), grid_of(("hand", "dealt once in", "gambling days"), rows, numbers=(1, 2))))


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
    floor = _floor(plan)
    plans = floor.plan.links
    if link is not None:
        if link not in plans:
            raise UnknownName("link", link, plans)
        plans = {link: plans[link]}
    with at_desk(book, create=True) as desk:
        supervisor = people.AtDesk(desk, book, by)
        for name, proposed in plans.items():
            state = read_state(desk.store, name) if name in desk.store.links() else LinkState(name)
            # Joining and leaving have their own entries, so the people in a file count only for a new link.
            in_force = state.plan and replace(proposed, people=state.plan.people) == state.plan
            if in_force and state.waiting is None:
                click.echo(f"{name}: this very plan is in force\n")
                continue
            if not supervisor.ask(name, "propose", plan=plan_to_json(proposed)).posted:
                continue
            click.echo(plan_text(proposed, _chances(floor, name)))
            click.echo(f"\n{differences_text(state.plan, proposed)}")
            for remark in floor.remarks:
                output.say(f"! {remark}")
            click.echo(f"\nproposed by {by}, waits for a second person: plan {plan_hash(proposed)}\n")
    return 1 if supervisor.failed else 0


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
    with at_desk(book) as desk:
        names = link_names(desk.store, link)
        waiting = [name for name in names if link is not None or read_state(desk.store, name).proposal]
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
        supervisor = people.AtDesk(desk, book, by)
        for name in waiting:
            proposal, state = waiting_plan(desk.store, name, hash)
            click.echo(plan_text(proposal.plan))
            click.echo(f"\n{differences_text(state.plan, proposal.plan, state.waiting)}\n")
            if not hash and sys.stdin.isatty():
                typed = click.prompt("the first eight letters of the plan's hash, to approve it", err=True)
                if len(typed) < SHORTEST_HASH or not proposal.hash.startswith(typed):
                    raise CheckFailed(f"link {name}: {typed[:80]} is not how the hash begins; nothing was approved")
            if supervisor.ask(name, "accept", plan=proposal.hash).posted:  # exactly the one that was shown
                click.echo(f"approved by {by}: plan {proposal.hash}\n")
    return 1 if supervisor.failed else 0


@click.command()
@as_json
def codes(as_json: bool) -> None:
    """List every answer that the books give to a request: of several that apply, the first."""
    if as_json:
        output.print_json([{"code": code, "meaning": meaning} for code, meaning in CODES.items()])
        return
    rows = [(str(place), code, meaning) for place, (code, meaning) in enumerate(CODES.items(), 1)]
    output.print_page(Document("", (Section("", (grid_of(("", "code", "meaning"), rows, numbers=(0,)),)),)))


def _floor(plan: str) -> ProvedPlan:
    from croupier.casino.proofs import floor, sample_or_file

    return floor(sample_or_file(plan))


def _chances(floor: ProvedPlan, link: str) -> dict[int, Fraction]:
    """By level, how likely a wager is to win from it; empty where the tables of the link differ."""
    at_first, *others = floor.chances[link].values()
    if any(other != at_first for other in others):
        return {}
    return {level: chance for level, (_, chance) in at_first.items()}


class CheckRecord(Record):
    """A plan that was checked; each link has its hash, chances, outlook, and when invented hands are found."""

    casino: Annotated[str, Of("plan.name")]
    jurisdiction: Annotated[str, Of("plan.jurisdiction")]
    links: list[Json]
    warnings: list[str]
    remarks: list[dict[str, str]]
    not_ready: str | None


def _check_record(floor: ProvedPlan, ahead: Mapping[str, Outlook]) -> CheckRecord:
    from croupier.casino.months import OutlookRecord
    from croupier.casino.odds import delays

    links = [
        plan_to_json(link)
        | {
            "hash": plan_hash(link),
            "chances": {str(level): str(chance) for level, chance in _chances(floor, link.id).items()},
            "found_after": {label: days for label, _, days in delays(link, len(floor.plan.links))},
            "outlook": record_of(OutlookRecord, ahead[link.id]) if link.id in ahead else None,
        }
        for link in floor.plan.links.values()
    ]
    remarks = [remark._asdict() for remark in floor.remarks]
    return record_of(CheckRecord, floor, links=links, remarks=remarks, not_ready=why_not_live(floor.plan))


@click.command(name="simulate")
@click.argument("config")
@click.option("--jackpot", "jackpot_id", metavar="ID", help="Which jackpot; optional if the plan has only one.")
@click.option("--months", type=click.IntRange(1, 1200), default=12, show_default=True, help="Of thirty gambling days.")
@click.option("--tables", type=click.IntRange(1, 10_000), help="Linked tables; as many as the plan has, unless given.")
@click.option("--seats", type=click.IntRange(1, 20), help="Seats per table; the plan's on average, unless given.")
@pace_options
@click.option("--runs", type=click.IntRange(1, 100_000), default=200, show_default=True, help="How often to play it.")
@click.option("--seed", default="1", show_default=True, help="The same seed gives the same months.")
@as_json
def simulate(
    config: str,
    jackpot_id: str | None,
    months: int,
    tables: int | None,
    seats: int | None,
    rounds_per_hour: int,
    hours_per_day: int,
    take_up: str,
    runs: int,
    seed: str,
    as_json: bool,
) -> None:
    """Simulate a jackpot of the plan CONFIG over months: meter, awards, waits, the house's result, the reserve.

    CONFIG is a plan in TOML, as in docs/reference/jackpot-plan.md; "sample" and "sample_nevada" name the examples that
    come with Croupier. Exact averages are printed beside the simulated ones.
    """
    from croupier.casino.months import figures, pace_of, simulate_months
    from croupier.casino.proofs import solve_link

    share = take_up_of(take_up)
    plan = _floor(config).plan
    link = plan.links[_chosen(list(plan.links), jackpot_id)]
    pace = pace_of(link, rounds_per_hour, hours_per_day, share, months)
    pace = replace(pace, tables=tables or pace.tables, seats=seats or pace.seats)
    solution = solve_link(link)
    played = simulate_months(link, solution, pace, runs=runs, seed=seed, progress=output.progress_bar("simulating"))
    summarized = figures(played, solution)
    if as_json:
        output.print_json(summarized)
    else:
        from croupier.handbook.reports.plan_changes import months_page

        output.print_page(months_page(played, summarized))


def _chosen(known: list[str], asked: str | None) -> str:
    if asked is None:
        if len(known) == 1:
            return known[0]
        raise BadInput(
            "which jackpot?" if known else "the plan has no jackpot",
            hint=f"--jackpot {' or '.join(known)}" if known else "add a table [[jackpots]]",
        )
    if asked not in known:
        raise UnknownName("jackpot", asked, known)
    return asked
