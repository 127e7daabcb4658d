"""A line of ``jackpot post`` as a request of the books: its amounts in dollars, its link by its table.

Amounts are written as everywhere else: ``"amount": "$50,000.00"``. A number without quotes could be dollars or cents,
and is refused. A line may name its schema, which is 1.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from croupier.casino.table_report import is_for_all, seats_by_link
from croupier.cli.jackpot.input_lines import LONGEST_LINE
from croupier.errors import BadInput
from croupier.jackpot.personal import Payee
from croupier.jackpot.plan.link_plan import LinkPlan
from croupier.units.money import format_money
from croupier.units.typed import dollars_of

AMOUNTS: Final = ("amount", "figure")
"""The fields of a request that are money."""
SCHEMA: Final = 1


class Typed(NamedTuple):
    """A line: the request in cents as the books take it, the amounts to echo, the link it names, or what is wrong."""

    request: Any
    amounts: Mapping[str, str]
    link: object = None
    problem: str = ""
    payee: Payee | None = None
    links: tuple[str, ...] = ()
    """The links of its table, where the line is a report for all of them."""

    @property
    def id(self) -> str:
        id = self.request.get("id") if isinstance(self.request, dict) else ""
        return id if isinstance(id, str) else ""


class _Twice(ValueError):
    """A key that is given twice: which of its values counts would be anybody's guess."""


def read_line(line: bytes | None) -> Typed:
    """A line as a request, or what is wrong with it."""
    if line is None:
        return Typed(None, {}, problem=f"longer than {LONGEST_LINE:,} bytes")
    try:
        request = json.loads(line, object_pairs_hook=_once)
    except _Twice as twice:
        return Typed(None, {}, problem=f"{twice} is given twice")
    except (ValueError, RecursionError):
        return Typed(None, {}, problem="not a JSON object")
    if not isinstance(request, dict):
        return Typed(request, {})
    link = request.pop("link", None)
    schema = request.pop("schema", None)
    if schema is not None and (type(schema) is not int or schema != SCHEMA):
        return Typed(request, {}, link, f"schema: {SCHEMA} is the only one; leave it out or write {SCHEMA}")
    for name in AMOUNTS:
        value = request.get(name)
        if isinstance(value, str):
            try:
                request[name] = dollars_of(value, name)
            except BadInput as wrong:
                return Typed(request, {}, link, f"{wrong.message}; {wrong.hint}")
        elif name in request:
            return Typed(request, {}, link, f'{name}: write dollars between quotes, as in "{name}": "50000.00"')
    amounts = {name: format_money(request[name]) for name in AMOUNTS if type(request.get(name)) is int}
    if not isinstance(request.get("payee"), dict):
        return Typed(request, amounts, link)
    payee = {"address": "", **request.pop("payee")}
    if set(payee) != set(Payee._fields) or not all(isinstance(each, str) for each in payee.values()):
        return Typed(request, {}, link, "payee: the number of a record, or an object with name, address and identified")
    return Typed(request, amounts, link, payee=Payee(**payee))


def in_words(asked: Mapping[str, Any]) -> str:
    """What a request that waits for a second person would do, field by field.

    >>> in_words({"do": "void", "by": "dana", "table": "KIS-02", "round": 7, "reason": "misdeal"})
    'table KIS-02, round 7, reason misdeal'
    """
    told = []
    for name, value in asked.items():
        if name in AMOUNTS and type(value) is int:
            value = f"${format_money(value)}"
        if name not in ("do", "by"):
            told.append(f"{name} {value if type(value) in (str, int) else json.dumps(value)}")
    return ", ".join(told)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise _Twice(next(name for name in names if names.count(name) > 1)[:40])
    return found


def link_of(typed: Typed, names: list[str], given: str | None, plan_of: Callable[[str], LinkPlan | None]) -> Typed:
    """The line with its link: the one it names, else ``--link``, else the only one, else the only one of its table.

    A report of a round at a table that plays for several is for all of them.
    """
    if typed.problem:
        return typed
    chosen = typed.link if typed.link is not None else given
    if chosen is not None:
        if isinstance(chosen, str) and chosen in names:
            return typed._replace(link=chosen)
        return typed._replace(problem=f"link: the book has no {chosen!s:.40}; its links: {', '.join(names)}")
    if len(names) == 1 and not seats_by_link(typed.request):
        return typed._replace(link=names[0])
    table = typed.request.get("table") if isinstance(typed.request, dict) else None
    if not isinstance(table, str):
        return typed._replace(problem=f"link: name one of {', '.join(names)}")
    joined = [name for name in names if (plan := plan_of(name)) and plan.table(table)]
    if joined and is_for_all(typed.request) and (len(joined) > 1 or seats_by_link(typed.request)):
        return typed._replace(links=tuple(joined))
    if len(joined) == 1:
        return typed._replace(link=joined[0])
    if joined:
        told = f"link: {table:.40} plays for {' and '.join(joined)}; name one"
        by_link = ", or give the seats by link" if typed.request.get("do") == "wager" else ""
        return typed._replace(problem=told + by_link)
    return typed._replace(problem=f"table: no link of this book has {table:.40}")
