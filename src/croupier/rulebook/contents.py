"""Files from outside, read with suspicion: what a parser would take in without bounds is refused, in plain words.

A value of two characters may take a kilobyte of memory, so values are counted before a file is parsed.
"""

from __future__ import annotations

import re
from typing import Any

from croupier.cards.cards import character_name

DEEPEST = 16
"""More levels than any file of ours has."""
_LARGEST_NUMBER = 10**18
_LONGEST_LINE = 20_000
_PART = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
_LONG_KEY = re.compile(rf"(?<![A-Za-z0-9_\\-])(?:{_PART}[ \t]*+\.[ \t]*+){{{2 * DEEPEST}}}", re.ASCII)
"""A key of too many parts: a parser's time and memory for one grow with the square of their number."""
_LONGEST_TEXT = 5_000
_FREE = 28 << 20
_TABLE, _VALUE = 900, 250
"""Bytes of memory that a table and a value may take while TOML is parsed; a dot may begin a table."""


def parse_toml(text: str) -> dict[str, Any]:
    """The tables of a TOML file; ValueError says in a few words why it cannot be read."""
    import tomllib  # a cached book needs no parser

    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > _LONGEST_LINE:
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


def _odd_space(text: str) -> str | None:
    """A space that looks like any other and is not one to a parser: what pasting from a page or a letter leaves."""
    for number, line in enumerate(text.splitlines(), 1):
        for letter in line:
            if letter.isspace() and not letter.isascii():
                return f"line {number} holds a {character_name(letter)}; write a plain space"
    return None


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
