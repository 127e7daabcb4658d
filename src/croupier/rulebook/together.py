"""What no single key can know: decks against tables, weights against boosted hands, limits, seeds and shares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cards.cards import RANK_LETTERS
from croupier.errors import IdleKey, SpecError
from croupier.rulebook.aggregates import APPROVAL, LIMIT, NONE, SCOPE, named_wagers
from croupier.rulebook.boosting import EVENLY, parse_draw
from croupier.rulebook.conditions import SEVERAL
from croupier.rulebook.paytables import UNIT_CENTS, Paytable, best_odds
from croupier.rulebook.rivals import several_at
from croupier.units.money import format_money
from croupier.units.odds import Fixed

if TYPE_CHECKING:
    from croupier.rulebook.configuration import Configuration


def check_offered(configuration: Configuration) -> None:
    """What no table offers: the second of two jackpots without the first. The link of the second has a configuration
    with that one alone, so this is asked where a table is named (``catalogue.configuration``)."""
    for wager in configuration.tables:
        first = configuration.rules.wager(wager).beside
        if first and first not in configuration.tables:
            raise SpecError(
                f"{wager} is the second of two jackpots, and the first is not offered",
                hint=f"choose a table for {first}, or for {first} alone",
            )


def check_together(configuration: Configuration, shown: dict[str, str], given: dict[str, str]) -> None:
    """What no single key can know: decks against tables, ranks against the table's number, house against share."""
    values = configuration.values
    for wager, table in configuration.tables.items():
        if "decks" in values and configuration.decks not in table.decks:
            raise SpecError(
                f"{table.id} is for {_either(table.decks)} decks, not {configuration.decks}",
                hint=f"set decks={table.decks[0]}, or choose another {wager} table",
            )
        chosen = values.get("ranks", "documents")
        if chosen != "documents" and len(chosen.split("/")) != table.ranks:
            raise SpecError(
                f"ranks={chosen}: {table.id} takes {table.ranks} rank{'' if table.ranks == 1 else 's'}",
                hint=f"as in ranks={'/'.join('KQJ'[: table.ranks])}" if table.ranks else "leave ranks out",
            )
        if table.ranks and chosen == "/".join(RANK_LETTERS[rank - 2] for rank in table.default_setting().ranks):
            values["ranks"] = "documents"
            shown.pop("ranks", None)
        if table.needs_suit:
            shown["suit"] = values["suit"]
        elif "suit" in shown and configuration.rules.key("suit").needs == wager:
            raise SpecError(f"suit={values['suit']}: {table.id} has no suit-specific hand", hint="leave suit out")
        _check_base_wager(configuration, wager, table)
        weights = values.get("dynamic_draw", EVENLY)
        amounts = max((len(row.dynamic) for row in table.rows if row.dynamic), default=0)
        what = parse_draw(weights).misfit(sum(1 for row in table.rows if row.dynamic), amounts)
        if weights != EVENLY and what:
            raise SpecError(
                f"dynamic_draw={weights}: {table.id} {what}", hint="leave dynamic_draw out for even chances"
            )
    _check_aggregates(configuration, shown)
    _check_scaling(configuration)
    if configuration.is_house_jackpot:
        for key in [each.id for each in configuration.rules.keys if "simultaneous" in (each.id, each.stands_for)]:
            if given.get(key, "full") != "full":
                raise SpecError("a House Jackpot pays each winner in full", hint=f"leave {key} out")
            values[key] = "full"
            shown.pop(key, None)
    else:
        _check_several_winners(configuration)


def _check_several_winners(configuration: Configuration) -> None:
    """What several winners of a whole meter receive matters only where two seats can win one."""
    rules = configuration.rules
    for key in rules.keys:
        chosen = configuration.values.get(key.id, key.default)
        if SEVERAL not in key.features or chosen == key.default:
            continue
        own = [
            (wager, table)
            for wager, table in configuration.tables.items()
            if table.is_jackpot and (key.needs is None or rules.is_served(key.needs, (wager,)))
        ]
        if own and not any(several_at(configuration, wager) for wager, _ in own):
            named = " and ".join(table.id for _, table in own)
            raise IdleKey(key.id, chosen, f"on {named}, whose meter two seats cannot win in one round")


def _check_scaling(configuration: Configuration) -> None:
    """Amounts are stated for a $1 wager: whether a seed follows the fixed wager matters at any other."""
    for key in configuration.rules.keys:
        if (key.stands_for or key.id) != "scale_seed" or configuration.values.get(key.id, key.default) == key.default:
            continue
        jackpots = [wager for wager, table in configuration.tables.items() if table.is_jackpot]
        own = [wager for wager in jackpots if key.needs in (None, wager)]
        if own and all(configuration.fixed_stake(wager) == UNIT_CENTS for wager in own):
            value = configuration.values[key.id]
            raise IdleKey(key.id, value, "at a wager of $1")


def _check_aggregates(configuration: Configuration, shown: dict[str, str]) -> None:
    """A posted maximum is of a wager that a note allows one for; in Washington it needs an approval on record."""
    values, limited = configuration.values, configuration.limited_wagers
    if values.get(LIMIT, NONE) == NONE:
        for key in (SCOPE, APPROVAL):
            if key in shown:
                raise SpecError(f"{key} means nothing without {LIMIT}", hint=f"leave {key} out")
        return
    if not limited:
        raise SpecError(f"{LIMIT}: no wager on offer has a posted maximum", hint=f"leave {LIMIT} out")
    for wager in named_wagers(values):
        if wager not in limited:
            raise SpecError(
                f"{LIMIT}: no note allows a maximum for {wager[:40]} at this table",
                hint=f"it may be: {', '.join(limited)}",
            )
    floor = next((rule for rule in configuration.rules.rules if rule.id == "aggregate-floor"), None)
    if floor is None or configuration.edition.id not in floor.editions:
        return
    if values.get(APPROVAL, NONE) == NONE:
        raise SpecError(
            f"{LIMIT}: {configuration.edition.document} has no note that allows a posted maximum [{floor.cites[0]}]",
            hint=f"with the regulator's approval on record, name it: {APPROVAL}=REFERENCE",
        )
    counted = configuration.rules.number("aggregate_floor_odds")
    for wager in configuration.aggregates:
        if best_odds(configuration.tables[wager]) < counted:
            raise SpecError(
                f"{LIMIT}: {configuration.tables[wager].id} pays less than {counted} to 1 at best [{floor.cites[0]}]",
                hint=f"a maximum may be posted only for a wager that can win {counted} to 1",
            )


def _check_base_wager(configuration: Configuration, wager: str, table: Paytable) -> None:
    """Fixed pays and envy are per unit: another base wager must leave each of them in whole cents."""
    base = configuration.fixed_stake(wager)
    key = configuration.rules.own_key("base_wager", wager)
    for row in table.rows:
        amounts = [pay.cents for pay in (row.pay, *(row.dynamic or ())) if isinstance(pay, Fixed)]
        for cents in (*amounts, row.envy_cents or 0):
            if cents * base % UNIT_CENTS:
                raise SpecError(
                    f"{key}={format_money(base)}: {table.id} would pay parts of a cent for {row.event}",
                    hint="choose a base wager in whole dollars",
                )


def _either(numbers: tuple[int, ...]) -> str:
    words = [str(number) for number in numbers]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
