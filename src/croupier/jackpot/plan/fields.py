"""The kinds of value that a plan file holds: ids, amounts, days and whole numbers, each read with its own error."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from croupier.errors import MoneyError
from croupier.rulebook.fields import Fields
from croupier.units.money import dollars, parse_money

MOST_CENTS: Final = 100_000_000_000
"""A billion dollars: nothing in a plan is larger, so the books can count it in millionths of a cent."""
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


def read_id(fields: Fields) -> str:
    """The id of a part of a plan; it is typed at tables, so it is short and plain."""
    return fields.id(_ID, "letters, digits, - and _, forty at most", "KIS-01")


def read_line(fields: Fields, key: str, default: str | None = None) -> str:
    """A text for people, on one line: the books and the reports take no control characters."""
    text = fields.text(key) if default is None else fields.text(key, default)
    if not text.isprintable():
        raise fields.error(key, "holds a line feed or another control character", hint="write it on one line")
    return text


def read_money(fields: Fields, key: str, *, least: int = 1) -> int:
    """An amount in dollars and cents, as cents."""
    text = fields.text(key)
    try:
        cents = parse_money(text)
    except MoneyError as problem:
        raise fields.error(key, problem.message, hint=problem.hint) from None
    if cents < least:
        raise fields.error(key, f"'{text}' is zero; expected an amount above zero", hint='as in "10000.00"')
    return check_amount(fields, key, cents)


def check_amount(fields: Fields, key: str, cents: int) -> int:
    """The amount itself; an error that names the key where it is more than any amount of a plan may be."""
    if cents > MOST_CENTS:
        raise fields.error(
            key, f"comes to {dollars(cents)}, more than {dollars(MOST_CENTS)}", hint="is there a digit too many?"
        )
    return cents


def read_optional_money(fields: Fields, key: str) -> int | None:
    return read_money(fields, key) if fields.has(key) else None


def read_whole(fields: Fields, key: str, least: int, most: int, default: int | None = None) -> int:
    """A whole number between two bounds."""
    value = fields.integer(key) if default is None else fields.integer(key, default)
    if not least <= value <= most:
        raise fields.error(key, f"{value} is not from {least} to {most}", hint=f"as in {key} = {default or least}")
    return value


def read_day(fields: Fields, key: str) -> str:
    """A calendar day, as it was written."""
    text = fields.text(key)
    try:
        if not _DAY.fullmatch(text):
            raise ValueError
        date.fromisoformat(text)
    except ValueError:
        raise fields.error(
            key, f"'{text[:40]}' is not a day; expected year-month-day", hint='as in "2026-01-01"'
        ) from None
    return text
