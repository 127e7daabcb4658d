"""Grids and facts by declaration: which attributes of a thing are shown, under which names, with how many places.

A column is an attribute, ``name=attribute``, or either of them with how it is written, as in ``chance=probability:10``;
an attribute may be a path, such as ``meters.0.one_in``. It is written with so many places, in percent (``%4``), as a
whole number with its thousands apart (``#``), in dollars (``$``; ``c`` where it is in cents), as a figure with the
digits that it has (``=``), or else as words. What a thing does not have is left out of its facts, and is a dash in a
grid; a column that none of the things has is left out.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from croupier.handbook.page.blocks import Grid, grid_of
from croupier.handbook.page.text import fixed, in_dollars, percent
from croupier.records import UNSET
from croupier.units import percent_text

Declared = tuple[str, str, str]  # Its name, the attribute, and how it is written.


def columns_of(told: str) -> list[Declared]:
    """What a declaration says, column by column.

    >>> columns_of("hand chance=probability:10")
    [('hand', 'hand', ''), ('chance', 'probability', '10')]
    """
    found = []
    for column in told.split():
        named, _, how = column.partition(":")
        name, _, path = named.rpartition("=")
        found.append((name or path, path, how))
    return found


def value_of(thing: object, path: str) -> object:
    """What a thing has at the end of a path; None where it has nothing there."""
    for name in path.split("."):
        if isinstance(thing, Mapping):
            thing = thing.get(name)
        elif name.isdigit() and isinstance(thing, Sequence):
            thing = thing[int(name)]
        elif thing is not None and thing is not UNSET:
            thing = getattr(thing, name)
    return None if thing is UNSET else thing


def written(value: object, how: str = "") -> str:
    """A figure as it is printed: a percentage says its unit, and an exact figure is its decimal."""
    part, plain = getattr(value, "percent", None), getattr(value, "decimal", value)
    if value is None:
        return "–"
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {written(each, how)}" for key, each in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(written(each, how) for each in value) or "nothing"
    if how in ("", "="):
        return str(plain) if part is None else f"{part} %"
    number = Fraction(str(plain)) if part is None else Fraction(part) / 100
    if how == "#":
        return f"{int(number):,}"
    if how in ("$", "c"):
        return in_dollars(number if how == "c" else 100 * number)
    if how.startswith("%"):
        return f"{percent(number, int(how[1:]))} %" if how[1:] else percent_text(number)
    return fixed(number, int(how))


def facts_of(told: str, thing: object) -> list[tuple[str, str]]:
    """A thing's figures by their names, those that it has."""
    known = [(name.replace("_", " "), value_of(thing, path), how) for name, path, how in columns_of(told)]
    return [(name, written(value, how)) for name, value, how in known if value is not None]


def grid_of_things(told: str, things: Iterable[object], *, foot: Sequence[str] = (), caption: str = "") -> Grid:
    """A line for each thing, and at the foot what is given for its first columns."""
    columns = columns_of(told)
    values = [[value_of(thing, path) for _, path, _ in columns] for thing in things]
    rows = [[written(value, how) for value, (_, _, how) in zip(line, columns, strict=True)] for line in values]
    names = [name.replace("_", " ") for name, _, _ in columns]
    numbers = [place for place, (_, _, how) in enumerate(columns) if how]
    last = (*foot, *[""] * (len(columns) - len(foot))) if foot else ()
    empty = [place for place in range(len(columns)) if all(line[place] is None for line in values)]
    return grid_of(names, rows, numbers=numbers, foot=last, caption=caption).without(*(empty if values else []))
