"""Where a number comes from, when a rule is in force, and what we had to decide where a document is silent.

A citation is written ``"KIS-G 4.b.i"``: the document's tag, a blank, and a section that the bibliography lists; the
documents themselves are not part of the book. A condition is written ``when = "surrender=late and hole_card=none"``;
its keys and values are checked when the book is loaded. An interpretation is shown with the game, says how sure we are
and what money it touches, and names the key that switches it, where an operator may choose another reading.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Literal, NamedTuple

from croupier.errors import closest
from croupier.rulebook.fields import Fields, check_unique, did_you_mean

Mark = Literal["A", "B", "C", "D"]
_APPENDIX: Final = re.compile(r"Appendix [A-Z]\b")


@dataclass(frozen=True, slots=True)
class Source:
    """One entry of the bibliography; ``mark`` says how much it can be trusted (A best)."""

    tag: str
    title: str
    kind: Literal["rules of play", "regulation", "public page", "derived here"]
    mark: Mark
    publisher: str
    sections: tuple[str, ...]
    edition: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class Cite:
    """A document and a place in it."""

    document: str
    section: str

    def __str__(self) -> str:
        return f"{self.document} {self.section}"

    @property
    def appendix(self) -> "Cite | None":
        """The appendix that it is in.

        >>> str(Cite("KIS-W", "Appendix C n.6").appendix)
        'KIS-W Appendix C'
        """
        match = _APPENDIX.match(self.section)
        return Cite(self.document, match[0]) if match else None


Bibliography = dict[str, Source]

MARKS: dict[Mark, str] = {
    "A": "the documents, a regulator's text, a patent or the maker's own page",
    "B": "a reputable secondary source",
    "C": "a tertiary source or another supplier's analogue",
    "D": "derived here, published nowhere we know of",
}


def load_sources(fields: Fields, into: Bibliography) -> None:
    """Add every source of a file to the bibliography."""
    for entry in fields.tables("sources"):
        tag = entry.text("tag")
        if len(tag.split()) != 1 or tag != tag.strip():
            raise entry.error("tag", f"'{tag}' holds a blank", hint="a tag is one word, such as KIS-G")
        if tag in into:
            raise entry.error(
                "tag",
                f"duplicate id '{tag}': it appears twice in the bibliography",
                hint="give each source its own tag",
            )
        sections = entry.texts("sections")
        if not sections:
            raise entry.error("sections", "is empty; nothing in it could be cited", hint="name at least one section")
        into[tag] = entry.record(Source, sections=sections)


def load_bibliography(folder: Path) -> Bibliography:
    """Read ``sources/*.toml``."""
    sources: Bibliography = {}
    for path in sorted(folder.glob("*.toml")):
        fields = Fields.of_file(path, f"sources/{path.name}")
        load_sources(fields, sources)
        fields.done()
    return sources


def read_cites(fields: Fields, sources: Bibliography) -> tuple[Cite, ...]:
    """The citations of one record; at least one, and none may dangle."""
    texts = fields.texts("cites", [])
    if not texts:
        problem = f"is {'empty' if fields.has('cites') else 'missing'}; every number needs a citation"
        raise fields.error("cites", problem, hint='write for example cites = ["KIS-G 4.a"]')
    return tuple(read_cite(text, sources, fields, f"cites[{index}]") for index, text in enumerate(texts))


def read_cite(text: str, sources: Bibliography, fields: Fields, key: str) -> Cite:
    """One citation such as ``KIS-W Appendix E``, checked against the bibliography."""
    tag, _, section = text.partition(" ")
    problem = f"dangling citation '{text}': no document '{tag}' in the bibliography"
    fields.known(key, tag, sources, problem, "documents are listed in rulebook/sources")
    if section not in sources[tag].sections:
        near = closest(section, sources[tag].sections, 1)
        raise fields.error(
            key,
            f"dangling citation '{text}': {tag} has no section '{section}'",
            hint=f"did you mean '{tag} {near[0]}'?" if near else "sections are listed in rulebook/sources",
        )
    return Cite(tag, section)


SEVERAL = "several-winners"  # Two seats can win the same meter whole in one round, which a table alone does not know.
FEATURES = (
    *"to-one for-one percent part-awards fixed envy dealer-envy dynamic levels suit ranks limit".split(),
    *"alternative colored-ace dash".split(),
    SEVERAL,
)
"""What a rule may be about: a thing that some tables have and others do not."""
_TEXT = re.compile(r"([a-z][a-z0-9_]*)=([^\s(),=]+)")


class When(NamedTuple):
    """A key with the values under which something holds."""

    key: str
    values: tuple[str, ...]
    also: "When | None" = None  # What must hold beside it.

    def holds(self, values: Mapping[str, str]) -> bool:
        """Under these choices of the house."""
        return self.allows(values.get(self.key)) and (self.also is None or self.also.holds(values))

    def allows(self, value: str | None) -> bool:
        """Under this value of the key; one that the edition lacks decides nothing."""
        return value is None or value in self.values

    def __str__(self) -> str:
        return f"{self.key}={' or '.join(self.values)}" + (f" and {self.also}" if self.also else "")


class Posting(NamedTuple):
    """When a rule is posted at the table, and in which words; figures of the configuration are in braces."""

    concerns: tuple[str, ...] = ()  # Wagers, one of which is on offer; empty for all.
    features: tuple[str, ...] = ()  # What a table of theirs must have.
    words: str | None = None
    """The words of the placard where they are not those of the rule; empty for a rule that is not for players."""
    felt: str | None = None  # What the layout prints of it, if anything.


EVERYWHERE = Posting()


class Refusal(NamedTuple):
    """A value that one edition's own text forbids, and where it says so."""

    edition: str
    value: str
    cites: tuple[str, ...]


def read_refusals(entry: Fields) -> tuple[Refusal, ...]:
    """The table ``refused`` of a key: by edition, a value and the places that forbid it."""
    by_edition = entry.table("refused", {})
    found = []
    for edition in by_edition.keys():
        parts = by_edition.texts(edition)
        if len(parts) < 2:
            raise by_edition.error(edition, "expected a value and a citation", hint='as in ["round", "KIS-W 6"]')
        found.append(Refusal(edition, parts[0], parts[1:]))
    return tuple(found)


def read_features(entry: Fields) -> tuple[str, ...]:
    """What a chosen table must have for a key to change anything."""
    features = entry.texts("features", [])
    for index, feature in enumerate(features):
        problem = f"'{feature}' is not a feature of a table"
        entry.known(f"features[{index}]", feature, FEATURES, problem, f"known: {', '.join(FEATURES)}")
    return features


def read_posting(entry: Fields) -> Posting:
    """When and in which words a rule is posted at the table."""
    features = read_features(entry)
    words = entry.text("posted", None)
    return Posting(entry.texts("concerns", []), features, "" if words == "no" else words, entry.text("felt", None))


def read_when(entry: Fields) -> When | None:
    """The key ``when`` of a rule or a key."""
    text = entry.text("when", None)
    if text is None:
        return None
    found: When | None = None
    for part in reversed(text.split(" and ")):
        match = _TEXT.fullmatch(part)
        if not match:
            raise entry.error("when", f"'{text}' is not a condition", hint="as in surrender=late/early")
        found = When(match[1], tuple(match[2].split("/")), found)
    return found


def check_when(fields: Fields, where: str, when: When | None, keys: Mapping[str, tuple[str, ...]]) -> None:
    """The condition names a key of the game, and values that it may have."""
    if when is None:
        return
    fields.known(f"{where}.when", when.key, keys, f"'{when.key}' is not a key of this game")
    known = keys[when.key]
    for value in when.values:
        if known and value not in known:
            raise fields.error(f"{where}.when", f"{when.key} is never '{value}'", hint=f"known: {', '.join(known)}")
    check_when(fields, where, when.also, keys)


Confidence = Literal["high", "medium", "low"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What holds instead where the house has chosen so; figures of the configuration are in braces."""

    when: When | None  # None for every other choice.
    answer: str


@dataclass(frozen=True, slots=True)
class Interpretation:
    """What we had to decide where the document is silent, slips or contradicts itself."""

    id: str
    question: str
    answer: str
    why: str
    confidence: Confidence
    affects: tuple[str, ...]  # The wagers and results that depend on it; empty where no money does.
    key: str | None
    cites: tuple[Cite, ...]
    tables: tuple[str, ...] = ()
    """The tables that it is about; empty where the appendices that it cites say that, or the next two."""
    features: tuple[str, ...] = ()  # What a table must have for it to bear, whoever wrote the table.
    every_table: bool = False  # Whether it says how hands are read, so that it bears on an operator's own tables too.
    other: str = field(default="", metadata={"usual": True})  # The argument of whoever would decide otherwise.
    effect: str = field(default="", metadata={"usual": True})  # What the other value of its key does to the figures.
    when: When | None = field(default=None, metadata={"usual": True})
    """The choices of the house under which the question arises; None for all of them."""
    under: tuple[Answer, ...] = field(default=(), metadata={"usual": True})
    """The answers under other choices than the usual ones; the first that holds."""

    @property
    def otherwise(self) -> dict[str, str]:
        """The answers under other choices, by the choice."""
        return {str(other.when): other.answer for other in self.under if other.when}


def load_interpretations(
    folder: Path, sources: Bibliography, keys: Mapping[str, tuple[str, ...]], wagers: list[str]
) -> tuple[Interpretation, ...]:
    """Read ``interpretations.toml`` where there is one; each names only keys and wagers of its game.

    A game whose wager comes from another game takes that game's readings over by id: ``[[shared]]`` names the folder
    beside its own, and may say that they affect other wagers here.
    """
    path = folder / "interpretations.toml"
    if not path.exists():
        return ()
    fields = Fields.of_file(path, f"{folder.name}/interpretations.toml")
    found = [reading for entry in fields.tables("shared") for reading in _shared(entry, folder, sources)]
    found += [_read(entry, sources) for entry in fields.tables("interpretations")]
    for reading, entry in found:
        if reading.key:
            entry.known("key", reading.key, keys, f"'{reading.key}' is not a configuration key of this game")
        for when in (reading.when, *(answer.when for answer in reading.under)):
            check_when(fields, f"interpretations.{reading.id}", when, keys)
        for index, each in enumerate(reading.affects):
            entry.known(f"affects[{index}]", each, wagers, f"'{each}' is not a wager of this game")
    check_unique(fields, "interpretations", [each.id for each, _ in found])
    fields.done()
    return tuple(reading for reading, _ in found)


def _read(entry: Fields, sources: Bibliography) -> tuple[Interpretation, Fields]:
    under = tuple(answer.record(Answer, when=read_when(answer)) for answer in entry.tables("under"))
    reading = entry.record(
        Interpretation,
        cites=read_cites(entry, sources),
        features=read_features(entry),
        when=read_when(entry),
        under=under,
    )
    return reading, entry


def _shared(entry: Fields, folder: Path, sources: Bibliography) -> Iterator[tuple[Interpretation, Fields]]:
    """The readings that this entry takes over from the game in a folder beside this one."""
    other = entry.text("folder")
    own, path = (folder.parent / each / "interpretations.toml" for each in (folder.name, other))
    if not re.fullmatch(r"\w+", other, re.ASCII) or path == own or not path.exists():
        beside = sorted(each.parent.name for each in folder.parent.glob("*/interpretations.toml") if each != own)
        hint = did_you_mean(other, beside) or f"beside it: {', '.join(beside) or 'none'}"
        raise entry.error("folder", f"no folder '{other}' with interpretations.toml beside {folder.name}", hint=hint)
    theirs = Fields.of_file(path, f"{other}/interpretations.toml")
    known = {
        reading.id: reading for reading, _ in (_read(table, sources) for table in theirs.tables("interpretations"))
    }
    affects = entry.texts("affects", [])
    for index, name in enumerate(entry.texts("ids")):
        entry.known(f"ids[{index}]", name, known, f"'{name}' is not an interpretation of {other}")
        yield (replace(known[name], affects=affects) if affects else known[name]), entry
    entry.done()
