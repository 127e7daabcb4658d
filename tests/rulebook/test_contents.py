"""Hostile TOML is refused before a parser spends memory or minutes on it."""

from __future__ import annotations

import time

import pytest

from croupier.rulebook.fields import parse_toml

LONG_KEYS = [
    "a." * 9_990 + "a = 1",
    "a . " * 4_000 + "a = 1",
    r'"\"".' * 3_000 + "a = 1",
    "'\"'.b." * 2_000 + "a = 1",
    "x = {" + "a." * 9_000 + "a = 1}",
    "[[" + "a." * 2_500 + "a]]\n" + "".join(f"b{number}.c = 1\n" for number in range(20_000)),
]


@pytest.mark.parametrize("text", LONG_KEYS)
def test_a_key_of_thousands_of_parts(text: str) -> None:
    """Each would take seconds and hundreds of megabytes: the square of its parts."""
    began = time.process_time()
    with pytest.raises(ValueError, match="nested too deeply"):
        parse_toml(text)
    assert time.process_time() - began < 1


@pytest.mark.parametrize("mark", ["\u2028", "\u2029", "\x85", "\r"])
def test_only_a_newline_ends_a_line(mark: str) -> None:
    with pytest.raises(ValueError, match="line 1 is too long"):
        parse_toml(f'a = "{"x" * 15_000}{mark}{"x" * 15_000}"')


def test_what_people_write_is_read() -> None:
    text = "a.b.'c.d' = 'e.g. the A. B. C. of it, v1.2.3'\r\n# T. S. E., J. R. R. T.\r\n[x.y.z]\r\nn = [0.5, 0.25]\r\n"
    assert parse_toml(text)["x"] == {"y": {"z": {"n": [0.5, 0.25]}}}
