"""Where a number comes from: a place in a document of the bibliography.

A citation is written ``"KIS-G 4.b.i"``: the document's tag, a blank, and a section that the bibliography lists.
The documents themselves are not part of the book; their tags, titles and section names are.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from croupier.errors import closest
from croupier.rulebook.fields import Fields

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
