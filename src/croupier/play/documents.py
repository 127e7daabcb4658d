"""Reading JSON documents with suspicion: round files and transcripts come from outside.

Keys appear once, numbers are plain, and every mistake names its place in the document.
"""

import json
from collections.abc import Iterator
from typing import Any, NoReturn

from croupier.cards.cards import character_name
from croupier.errors import BadInput, RoundError
from croupier.rulebook.fields import Entries, check_contents

Json = dict[str, Any]  # A JSON object as it is read or printed, where no record declares it.
ASCII = 127
LONGEST = 1000  # More characters than any text in one has.
MOST_VALUES = 80_000
"""A document may hold this many values, and one more for each ``ROOM`` characters: an empty list of three characters
takes the memory of seventy."""
ROOM = 40


def parse_document(content: bytes | str, what: str = "document") -> dict[str, object]:
    """A JSON object; anything else is refused with one clear message."""
    try:
        text = content.decode("utf-8") if isinstance(content, bytes) else content
        if text.startswith("\ufeff"):
            raise BadInput("not JSON: the file begins with a byte-order mark", hint="save it as UTF-8 without one")
        if sum(map(text.count, ",[{")) > MOST_VALUES + len(text) // ROOM:
            raise BadInput(f"not a {what}: it holds too many values")
        document = json.loads(text, object_pairs_hook=_once_each, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise BadInput(f"not UTF-8 text: byte {error.start} cannot be read") from error
    except json.JSONDecodeError as error:
        raise BadInput(f"not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from error
    except RecursionError:
        raise BadInput(f"not a {what}: nested too deeply") from None
    except ValueError:
        raise BadInput(f"not a {what}: a number has too many digits") from None
    if not isinstance(document, dict):
        raise BadInput(f"not a {what}: expected a JSON object")
    try:
        texts = check_contents(document, LONGEST)
    except ValueError as problem:
        raise BadInput(f"not a {what}: {problem}") from None
    for each in texts:
        if not each.isprintable():
            raise BadInput(f"not a {what}: the text {each[:40]!a} holds {_unprintable(each)}")
    return document


def _unprintable(text: str) -> str:
    """The first character that cannot be shown, by name where it has one."""
    letter = next(each for each in text if not each.isprintable())
    return f"a {character_name(letter)}" if letter.isspace() and ord(letter) > ASCII else "a control character"


def _once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object whose keys appear once: a second 'cards' could otherwise hide the first from one reader of two."""
    entries: dict[str, object] = {}
    for key, value in pairs:
        if key in entries:
            raise BadInput(f"the key {key[:40]!a} appears twice in one object", hint="give each key once")
        entries[key] = value
    return entries


def _no_constant(name: str) -> NoReturn:
    raise BadInput(f"not JSON: {name} is not a number")


class Part(Entries):
    """One object of a document, with its place for the error messages."""

    def place(self, key: str) -> str:
        return f"{self.where}: {key}" if self.where else key

    def mistake(self, key: str, problem: str, hint: str | None = None) -> RoundError:
        """An error that names the document and the key."""
        place = self.place(key[:40]) if key else self.where or "the document"
        return RoundError(f"{place}: {problem}", hint=hint)

    def has(self, key: str) -> bool:
        return self.entries.get(key) is not None

    def text(self, key: str, hint: str | None = None) -> str:
        if not self.has(key):
            raise self.mistake(key, "missing", hint)
        return self.checked(key, self.entries[key], str, "a text", hint)

    def whole(self, key: str) -> int:
        return self.checked(key, self.entries.get(key), int, "a whole number")

    def items(self, key: str) -> list[Any]:
        return self.checked(key, self.entries.get(key, []), list, "a list")

    def part(self, key: str) -> "Part":
        return Part(self.entries.get(key, {}), self.place(key))

    def parts(self) -> "Iterator[tuple[str, Part]]":
        for key, value in self.entries.items():
            yield key, Part(value, self.place(key))
