"""Files from outside, read with suspicion: what a parser would take in without bounds is refused, in plain words.

A value of two characters may take a kilobyte of memory, so values are counted before a file is parsed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from croupier.cards.cards import character_name

DEEPEST = 16
"""More levels than any file of ours has."""
_LARGEST_NUMBER = 10**18
_LONGEST_LINE = 20_000
_PART = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
_LONG_KEY = re.compile(rf"(?<![A-Za-z0-9_\\-])(?:{_PART}[ \t]*+\.[ \t]*+){{{2 * DEEPEST}}}", re.ASCII)
"""A key of too many parts: a parser's time and memory for one grow with the square of their number."""
_ODD_SPACE = re.compile(r"[^\S\x00-\x7f]")
_LONGEST_TEXT = 5_000
_FREE = 28 << 20
_TABLE, _VALUE = 900, 250
"""Bytes of memory that a table and a value may take while TOML is parsed; a dot may begin a table."""


def parse_toml(text: str) -> dict[str, Any]:
    """The tables of a TOML file; ValueError says in a few words why it cannot be read."""
    import tomllib  # a cached book needs no parser

    for number, length in enumerate(_line_lengths(text), 1):
        if length > _LONGEST_LINE:
            raise ValueError(f"line {number} is too long")
    if _LONG_KEY.search(text):
        raise ValueError("it is nested too deeply")
    tables, values = sum(map(text.count, ".[")), sum(map(text.count, "=,{"))
    if tables * _TABLE + values * _VALUE > _FREE + 9 * len(text):
        raise ValueError("it holds too many keys and values")
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise ValueError(_odd_space(text) or str(problem)) from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except ValueError:
        raise ValueError("a number has too many digits") from None
    check_contents(found, _LONGEST_TEXT, _LARGEST_NUMBER)
    return found


def _line_lengths(text: str) -> Iterator[int]:
    """Measured in place: a list of the lines takes many times the memory of a text whose lines are short."""
    start = 0
    while (end := text.find("\n", start)) >= 0:
        yield end - start
        start = end + 1
    yield len(text) - start


def _odd_space(text: str) -> str | None:
    """A space that looks like any other and is not one to a parser: what pasting from a page or a letter leaves."""
    found = _ODD_SPACE.search(text)
    if found is None:
        return None
    line = text.count("\n", 0, found.start()) + 1
    return f"line {line} holds a {character_name(found[0])}; write a plain space"


def check_contents(document: dict[str, Any], longest: int, largest: int | None = None) -> list[str]:
    """Nothing nested without end, no text or number too long to be shown; the texts, for further questions."""
    texts: list[str] = []
    layer: list[Any] = [document]
    for _ in range(DEEPEST):
        inside: list[Any] = []
        for each in layer:
            if isinstance(each, dict):
                inside += each.keys()
                inside += each.values()
            elif isinstance(each, list):
                inside += each
            elif isinstance(each, str):
                if len(each) > longest:
                    raise ValueError(f"the text {each[:40]!a} is too long")
                texts.append(each)
            elif largest and isinstance(each, int) and abs(each) >= largest:
                raise ValueError("a number has too many digits")
        layer = inside
    if layer:
        raise ValueError("it is nested too deeply")
    return texts
