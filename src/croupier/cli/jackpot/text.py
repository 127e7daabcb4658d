"""How the jackpot commands speak: amounts, warnings, the summary of a plan."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from croupier.cli.output import page_writer
from croupier.handbook.page.blocks import Block, Facts, Grid, Section, Words, grid_of
from croupier.handbook.page.figures import money
from croupier.handbook.page.plain import plain
from croupier.handbook.page.terminal import Terminal
from croupier.handbook.reports.day import warnings
from croupier.handbook.reports.day_text import WIDTH
from croupier.jackpot.personal import YEARS_KEPT
from croupier.jackpot.plan.link_plan import LinkPlan, Threshold
from croupier.units.money import amount, dollars

PAGE: Final = Terminal(table_width=WIDTH)


def plan_text(plan: LinkPlan, chances: Mapping[int, Fraction] | None = None, *, warn: bool = True) -> str:
    """What two people approve, on a page."""
    return page_writer(PAGE).section(plan_section(plan, chances, warn=warn))


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
    facts += [("thresholds", f"from {each.begins}: {_duties(each)}") for each in plan.thresholds]
    for role in ("supervisor", "accounting", "dealer", "operator", "auditor"):
        named = [f"{each.id} ({each.name})" for each in plan.people if each.role == role]
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


def _duties(each: Threshold) -> str:
    """Which amounts bring which duties."""
    amounts = [
        ("approval from", each.approval_cents),
        ("camera from", each.camera_cents),
        ("check above", each.check_over_cents),
        (f"tax form at {each.tax_form_times} times the wager from", each.tax_form_cents),
    ]
    return ", ".join(f"{what} {dollars(cents)}" for what, cents in amounts if cents is not None) or "no duties"


def _tables(plan: LinkPlan) -> Grid:
    """Tables that play the same game together."""
    by_game: dict[str, list[str]] = {}
    for each in plan.tables:
        by_game.setdefault(each.game, []).append(f"{each.id} ({each.seats})")
    return grid_of(("table (seats)", "game"), [(", ".join(tables), game) for game, tables in by_game.items()])


def _of_tables(plan: LinkPlan, name: str) -> str:
    """What all tables have in common; where they differ, with the tables."""
    found: dict[str, list[str]] = {}
    for each in plan.tables:
        found.setdefault(getattr(each, name), []).append(each.id)
    return "; ".join(f"{value} ({', '.join(ids)})" if len(found) > 1 else value for value, ids in found.items())


def _levels(plan: LinkPlan, chances: Mapping[int, Fraction] | None) -> Grid:
    if plan.type == "house":
        header = ["level", "posted prize"]
        rows = [[str(each.number), money(each.seed_cents)] for each in plan.levels]
    else:
        header = ["level", "begins at", "seed", "reseed", "increment", "reserve", "limit"]
        rows = [
            [
                str(each.number),
                money(each.beginning_cents),
                money(each.seed_cents),
                money(each.reseed_cents),
                percent(each.increment_ppm),
                percent(each.reserve_ppm),
                "none" if each.limit_cents is None else money(each.limit_cents),
            ]
            for each in plan.levels
        ]
    numbers = range(1, len(header))
    if chances:
        header.append("a win from it")
        for row, level in zip(rows, plan.levels, strict=True):
            row.append(f"1 in {float(1 / chances[level.number]):,.2f}" if chances.get(level.number) else "never")
    return grid_of(header, rows, numbers=numbers)


def percent(ppm: int) -> str:
    """A rate of the wager.

    >>> percent(180_000), percent(125)
    ('18%', '0.0125%')
    """
    whole, rest = divmod(ppm, 10_000)
    return f"{whole}.{rest:04d}".rstrip("0").rstrip(".") + "%"


def reply_record(link: str, reply: Any) -> dict[str, Any]:
    """An answer of the books as JSON."""
    record: dict[str, Any] = {"id": reply.id, "link": link, "code": reply.code, "detail": reply.detail}
    record |= {"seq": reply.seq, "at": reply.at}
    body = reply.body or {}
    for name in ("ask", "awards", "dynamic", "emptied", "difference", "hash"):
        if body.get(name):
            record[name] = body[name]
    if body.get("voided"):
        record["voided"] = [each["no"] for each in body["voided"]]
    owed = {no: debt["cents"] for no, debt in body.get("receivable", {}).items() if debt["cents"]}
    if owed:
        record["to_come_back"] = owed
    return record


def refusal(link: str, reply: Any) -> str:
    """Why the books refused, in one line."""
    from croupier.jackpot.codes import CODES

    detail = f" ({reply.detail})" if reply.detail else ""
    return plain(f"link {link}: {reply.code}: {CODES.get(reply.code, 'not posted')}{detail}")
