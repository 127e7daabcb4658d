"""The rules that a plan carries: what a table's jackpot paid on the day when two people approved it.

A journal is decided again years later, under a rulebook that may have changed by then. So a plan holds, for every
layout of its tables, the rows of the paytable, the house's choices and the readings in force; a link runs by these
and not by whatever rulebook is installed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from croupier.rulebook.configuration import Configuration
from croupier.rulebook.hashing import canonical
from croupier.rulebook.paytables import Paytable, Row
from croupier.units.odds import Fixed, ForOne, MeterShare, NoPay, Pay, Push, ToOne
from croupier.units.typed import fraction_of


@dataclass(frozen=True)
class CarriedRules:
    """One layout with its jackpot, as plain data."""

    game: str
    """The configuration string of the tables that it belongs to."""
    wager: str
    paytable: dict[str, Any]
    """Id, family, rows (with their pays, dynamic pays and envy) and the dealer's envy."""
    keys: dict[str, str]
    """Every choice of the house, in its canonical spelling."""
    readings: dict[str, str]
    """By id, our answer to what the documents leave open about this wager."""


def carry_rules(configuration: Configuration, wager: str) -> CarriedRules:
    """What is in force at a table now, to be approved with its plan."""
    table = configuration.tables[wager]
    return CarriedRules(
        str(configuration),
        wager,
        _paytable(table),
        dict(sorted(configuration.values.items())),
        {each.id: each.answer for each in configuration.rules.interpretations if wager in each.affects},
    )


def under_carried_rules(configuration: Configuration, carried: CarriedRules) -> Configuration:
    """Today's configuration with the rows and choices that a plan carries in place of the rulebook's."""
    table = configuration.tables[carried.wager]
    said = carried.paytable
    envy = said["dealer_envy_percent"]
    table = replace(
        table, rows=tuple(map(_row, said["rows"])), dealer_envy_percent=None if envy is None else Fraction(envy)
    )
    return replace(configuration, tables={**configuration.tables, carried.wager: table}, values=dict(carried.keys))


def _paytable(table: Paytable) -> dict[str, Any]:
    rows = [
        {
            "event": row.event,
            "label": row.label,
            "pay": canonical(row.pay),
            "dynamic": canonical(row.dynamic),
            "envy_cents": row.envy_cents,
        }
        for row in table.rows
    ]
    envy = table.dealer_envy_percent
    return {
        "id": table.id,
        "family": table.family,
        "rows": rows,
        "dealer_envy_percent": None if envy is None else str(envy),
    }


def _row(said: Mapping[str, Any]) -> Row:
    dynamic = said["dynamic"]
    return Row(
        said["event"],
        said["label"],
        _pay(said["pay"]),
        None if dynamic is None else tuple(map(_pay, dynamic)),
        said["envy_cents"],
    )


def _pay(said: tuple[str, Mapping[str, Any]]) -> Pay:
    name, value = said
    match name:
        case "ToOne":
            return ToOne(fraction_of(value["odds"]))
        case "ForOne":
            return ForOne(fraction_of(value["odds"]))
        case "Fixed":
            return Fixed(value["cents"])
        case "MeterShare":
            return MeterShare(fraction_of(value["percent"]), value["level"])
        case "Push":
            return Push()
        case "NoPay":
            return NoPay()
    raise ValueError(f"no pay is called {name}")
