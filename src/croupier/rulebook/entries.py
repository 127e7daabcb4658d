"""One object of a file that came from outside, read with suspicion: entries are asked for by name and kind.

Data files (``rulebook.fields``), round files and transcripts (``play.documents``) and openings of commitments
(``play.commitments``) look at their entries alike; each has its own words for a mistake and for the place where it is.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, ClassVar, TypeVar

from croupier.errors import CroupierError, closest

_Kind = TypeVar("_Kind")


class Entries:
    """The entries of one object, and the place that leads to it."""

    an_object: ClassVar[str] = "an object"

    def __init__(self, value: object, where: str) -> None:
        self.where = where
        self.entries: dict[str, Any] = {}
        self.entries = self.checked("", value, dict, self.an_object)

    def mistake(self, key: str, problem: str, hint: str | None = None) -> CroupierError:
        """What is wrong with an entry, or with the whole object where no key is named."""
        raise NotImplementedError

    def found(self, value: object) -> str:
        """A value of the wrong kind, in words."""
        raise NotImplementedError

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
