"""Reading one table of a data file: every field is asked for by name and type, and what is left over is an error.

A mistake names the file, the key path, what was expected and, where there is one, the nearest known key.
"""

from __future__ import annotations

import re
import stat
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import MISSING, fields
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, ClassVar, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

from croupier.cards.cards import character_name
from croupier.errors import CroupierError, RulebookError, closest

_Kind = TypeVar("_Kind")


class Entries:
    """The entries of one object, and the place that leads to it."""

    an_object: ClassVar[str] = "an object"
    kinds: ClassVar[dict[type, str]] = {
        NoneType: "nothing",
        bool: "true or false",
        int: "a number",
        float: "a number",
        str: "a text",
        list: "a list",
    }

    def __init__(self, value: object, where: str) -> None:
        self.where = where
        self.entries: dict[str, object] = {}
        self.entries = self.checked("", value, dict, self.an_object)

    def mistake(self, key: str, problem: str, hint: str | None = None) -> CroupierError:
        """What is wrong with an entry, or with the whole object where no key is named."""
        raise NotImplementedError

    def found(self, value: object) -> str:
        """A value of the wrong kind, in the words of the format."""
        return self.an_object if isinstance(value, dict) else self.kinds.get(type(value), type(value).__name__)

    def checked(self, key: str, value: object, kind: type[_Kind], expected: str, hint: str | None = None) -> _Kind:
        """The value if it is of this kind; true and false are not numbers."""
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.mistake(key, f"expected {expected}, found {self.found(value)}", hint)
        return value

    def only(self, known: Collection[str], problem: str = "unknown key") -> None:
        """Refuse keys that nobody reads."""
        for key in self.entries:
            if key not in known:
                near = closest(key, known, 1)
                hint = f"did you mean '{near[0]}'?" if near else f"known keys: {', '.join(known)}"
                raise self.mistake(key, problem, hint)


DEEPEST = 16  # More levels than any file of ours has.
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


def parse_toml(text: str) -> dict[str, object]:
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


def check_contents(document: dict[str, object], longest: int, largest: int | None = None) -> list[str]:
    """Nothing nested without end, no text or number too long to be shown; the texts, for further questions."""
    texts: list[str] = []
    layer: list[object] = [document]
    for _ in range(DEEPEST):
        inside: list[object] = []
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


LARGEST = 16 << 20  # Bytes of a data file: many times what any game needs.
SCHEMA = 1  # The one schema of data files.
_MISSING = object()
_Choice = TypeVar("_Choice", bound=str)
_WRITTEN = {
    str: 'add {} = "..."',
    int: "add {} = 1",
    bool: "add {} = true",
    list: "add {} = [...]",
    dict: "add a table [{}]",
}
_QUOTES = {str: "put it in quotes", int: "write it without quotes", list: "put it in brackets [ ]"}


def text_of_file(path: Path, name: str) -> str:
    """What a data file says; RulebookError where it cannot be read."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST:
            # Reading a device or a pipe might never end.
            problem = "is too large" if stat.S_ISREG(found.st_mode) else "is not a plain file"
            raise RulebookError(name, "(file)", problem, hint=f"expected a file of {LARGEST >> 20} MB at most")
        return path.read_text(encoding="utf-8-sig")
    except OSError as problem:
        raise RulebookError(
            name, "(file)", f"cannot be read: {problem.strerror}", hint="check the path and its permissions"
        ) from None
    except ValueError:
        raise RulebookError(name, "(file)", "is not UTF-8 text", hint="save the file as UTF-8") from None


class Fields(Entries):
    """The fields of one TOML table, with the path that leads to it."""

    an_object = "a table"
    kinds = Entries.kinds | {int: "a whole number", float: "a number with a point"}

    def __init__(self, file: str, path: str, data: object) -> None:
        self.file = file
        self.path = path
        super().__init__(data, path)
        self._asked: list[str] = []

    def mistake(self, key: str, problem: str, hint: str | None = None) -> RulebookError:
        """An error that names file and key."""
        if not key:
            return RulebookError(self.file, self.path or "(file)", problem, hint="a table is written { key = value }")
        return RulebookError(self.file, self.key_path(key), problem, hint=hint)

    @classmethod
    def of_file(cls, path: Path, name: str | None = None) -> Fields:
        """Read a TOML file; a syntax error is reported like every other mistake."""
        name = name or path.name
        text = text_of_file(path, name)
        try:
            data = parse_toml(text)
        except ValueError as problem:
            raise RulebookError(
                name,
                "(file)",
                f"is not valid TOML: {problem}",
                hint="texts need quotes, and a table starts with [[sheets]]",
            ) from None
        fields = cls(name, "", data)
        schema = fields.integer("schema")
        if schema != SCHEMA:
            raise fields.error(
                "schema", f"expected {SCHEMA}, found {schema}", hint=f"this version reads schema = {SCHEMA}"
            )
        return fields

    def error(self, key: str, problem: str, *, hint: str | None = None) -> RulebookError:
        return self.mistake(key, problem, hint)

    def key_path(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def has(self, key: str) -> bool:
        if key not in self._asked:
            self._asked.append(key)
        return key in self.entries

    def _take(self, key: str, kind: type[_Kind], expected: str, default: object) -> _Kind:
        if not self.has(key):
            if default is _MISSING:
                raise self.error(
                    key, f"is missing; expected {expected}", hint=self._misspelled(key) or _WRITTEN[kind].format(key)
                )
            return cast("_Kind", default)
        return self.checked(key, self.entries[key], kind, expected, _QUOTES.get(kind))

    def _misspelled(self, key: str) -> str | None:
        near = closest(key, [entry for entry in self.entries if entry not in self._asked], 1)
        return f"is '{near[0]}' a misspelling of it?" if near else None

    def text(self, key: str, default: object = _MISSING) -> str:
        value = self._take(key, str, "a text", default)
        if key in self.entries and not value.strip():
            raise self.error(
                key, "is empty; expected a text", hint="fill it in, or leave the key out if it is optional"
            )
        return value

    def id(self, pattern: re.Pattern[str], letters: str, example: str) -> str:
        """The id of what the table describes, in these letters alone."""
        found = self.text("id")
        if not pattern.fullmatch(found):
            raise self.error("id", f"'{found[:60]}' is not an id; expected {letters}", hint=f'as in "{example}"')
        return found

    def integer(self, key: str, default: object = _MISSING) -> int:
        return self._take(key, int, "a whole number", default)

    def flag(self, key: str, default: object = _MISSING) -> bool:
        return self._take(key, bool, "true or false", default)

    def is_text(self, key: str) -> bool:
        """Whether a key that may hold a text or something else holds a text."""
        return self.has(key) and isinstance(self.entries[key], str)

    def choice(self, key: str, values: Sequence[_Choice], default: object = _MISSING) -> _Choice:
        """One of a few words; typed as one of them where ``values`` are literals."""
        if default is not _MISSING and not self.has(key):
            return cast("_Choice", default)
        value = self.text(key)
        for choice in values:
            if choice == value:
                return choice
        raise self.error(key, f"'{value!s:.60}' is not one of {', '.join(values)}", hint=did_you_mean(value, values))

    def items(self, key: str, default: object = _MISSING) -> list[Any]:
        return self._take(key, list, "a list", default)

    def texts(self, key: str, default: object = _MISSING) -> tuple[str, ...]:
        values = self.items(key, default)
        for index, value in enumerate(values):
            if not self.checked(f"{key}[{index}]", value, str, "a text", _QUOTES[str]).strip():
                raise self.error(f"{key}[{index}]", "is empty; expected a text", hint="fill it in or take it out")
        return tuple(values)

    def integers(self, key: str, default: object = _MISSING) -> tuple[int, ...]:
        values = self.items(key, default)
        for index, value in enumerate(values):
            self.checked(f"{key}[{index}]", value, int, "a whole number")
        return tuple(values)

    def table(self, key: str, default: object = _MISSING) -> Fields:
        return Fields(self.file, self.key_path(key), self._take(key, dict, "a table", default))

    def tables(self, key: str) -> list[Fields]:
        values = self.items(key, [])
        return [Fields(self.file, f"{self.key_path(key)}[{index}]", value) for index, value in enumerate(values)]

    def known(self, key: str, name: str, known: Iterable[str], problem: str, hint: str | None = None) -> None:
        """Refuse a name that is not among those known: the nearest is the hint, or else what is given."""
        names = list(known)
        if name not in names:
            raise self.error(key, problem, hint=did_you_mean(name, names) or hint)

    def record(self, kind: type[_Kind], **read: object) -> _Kind:
        """What the table describes, every field by the type that its declaration names, and nothing else; ``read``
        holds the fields that were read already. A field with a default, or that may be None, may be left out."""
        for name, hint, default in _declared(cast("Hashable", kind)):
            if name not in read:
                read[name] = self._field(name, hint, default)
        self.done()
        return kind(**read)

    def _field(self, name: str, kind: object, default: object) -> object:
        if get_origin(kind) is Literal:
            return self.choice(name, get_args(kind), default)
        if kind == tuple[str, ...]:
            return self.texts(name, default if default is _MISSING else list(cast("tuple[str, ...]", default)))
        readers: dict[object, Callable[[str, object], object]] = {bool: self.flag, int: self.integer, str: self.text}
        return readers[kind](name, default)

    def keys(self) -> Iterator[str]:
        """All keys, each counted as asked for: for tables whose keys are names of something else."""
        for key in self.entries:
            self.has(key)
            yield key

    def done(self) -> None:
        """Refuse what nobody asked for."""
        self.only(self._asked, "is an unknown key")


@cache
def _declared(kind: Any) -> tuple[tuple[str, Any, object], ...]:
    """Of each field of a record: its name, its type without None, and what it is where it is left out."""
    found = []
    hints = get_type_hints(kind)
    defaults = {field.name: _MISSING if field.default is MISSING else field.default for field in fields(kind)}
    for name, default in defaults.items():
        kinds = [part for part in get_args(hints[name]) if part is not NoneType]
        is_optional = isinstance(hints[name], UnionType)
        usual = None if is_optional and default is _MISSING else default
        found.append((name, kinds[0] if is_optional else hints[name], usual))
    return tuple(found)


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """The hint for a name that is not known: the nearest one, or all of them where there are few."""
    known = list(known)
    near = closest(name, known, 1)
    if near:
        return f"did you mean {near[0]}?"
    return f"known: {', '.join(known)}" if 0 < len(known) <= 20 else None


def check_unique(fields: Fields, what: str, ids: list[str]) -> None:
    """Refuse two records of a list with one id."""
    for index, each in enumerate(ids):
        if each in ids[:index]:
            raise fields.error(
                f"{what}[{index}].id", f"duplicate id '{each}'", hint=f"{what}[{ids.index(each)}] has it already"
            )
