"""The five documents, requirement by requirement: the rule of the book, the code, and the ruling or test that shows it.

``requirements.toml`` restates every requirement in our own words and says where its document has it. The rest is found:
records of the book that cite the place, the code that names them, rulings and tests that cite it. What is found nowhere
is named by hand (``shown``) and must exist; a requirement without a showing is an error, which stops the build.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from croupier import catalogue

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "reference" / "coverage"
FILED = ROOT / "src" / "croupier" / "handbook" / "coverage.json"
"""The same for the dossier: by document, rows of number, section, requirement, rule, code and what shows it."""
CODE = {
    "object": "play/game.py",
    "play": "play/round.py",
    "ranking": "cards/hands/",
    "bonus": "play/game.py",
    "jackpot": "play/awards.py",
    "limits": "play/stakes.py",
    "dealing": "play/dealing.py",
    "procedure": "play/dealing.py",
    "reconciliation": "play/settlement.py",
    "equipment": "casino/posting.py",
    "approval": "handbook/rules/pages.py",
    "promotion": "handbook/rules/pages.py",
}
"""Where a topic is obeyed, for rules that no game's own code names."""


NOTE = re.compile(r"(KIS-G|KIS-W|PPP|TCP) Appendix [A-D] n\.\d+")
POSTED = (
    "tests/laws/test_posted.py::test_every_note_is_on_the_placard_of_a_table_where_it_applies",
    "tests/laws/test_posted.py::test_the_placard_pays_what_the_settlement_pays",
)
"""Every note of an appendix, by its number, and what every table pays."""


SETTLED = 2
"""A table with its figures and a ruling of its own needs no other table's."""
MOST = 3
"""As many records, files and showings as a cell names."""


class Requirement(NamedTuple):
    """One requirement, and all that is known of it."""

    id: str
    section: str
    at: tuple[str, ...]
    words: str
    table: str
    physical: str
    rules: tuple[str, ...]
    code: tuple[str, ...]
    shown: tuple[str, ...]


def requirements() -> list[Requirement]:
    """Every requirement with its evidence; ValueError names what has none."""
    found = [_found(entry) for entry in _entries()]
    bare = [each for each in found if not each.physical and not (each.rules and each.code and each.shown)]
    if bare:
        lines = "\n".join(f"{each.id} ({', '.join(each.at)}): {each.words}" for each in bare)
        raise ValueError(f"{len(bare)} requirements are not shown:\n{lines}")
    places = {place for each in found for place in each.at}
    documents = [source for source in catalogue.book().sources.values() if source.kind == "rules of play"]
    for source in documents:
        missing = [f"{source.tag} {name}" for name in source.sections if not _is_told(f"{source.tag} {name}", places)]
        if missing:
            raise ValueError(f"sections without a requirement: {', '.join(missing)}")
    return found


def _is_told(place: str, places: set[str]) -> bool:
    """Whether a requirement is at a section, at a part of it, or at what it is a part of."""
    return (
        any(other == place or other.startswith((f"{place}.", f"{place} n.")) for other in places)
        or any(place.startswith(f"{other}.") for other in places)
        or place.endswith("Optional Bonus Wagers")
    )


def coverage_pages() -> dict[Path, str]:
    """A page a document, and one that counts them."""
    found = requirements()
    by_document: dict[str, list[Requirement]] = {}
    for each in found:
        by_document.setdefault(each.id.partition(" ")[0], []).append(each)
    pages = {FILED: _filed(by_document)}
    rows = []
    sources = catalogue.book().sources
    for document, entries in by_document.items():
        physical = sum(1 for each in entries if each.physical)
        rows.append(
            f"| [{document}]({document}.md) | {sources[document].title} | {len(entries)} | "
            f"{len(entries) - physical} | {physical} |"
        )
        pages[FOLDER / f"{document}.md"] = _page(document, entries)
    physical = sum(1 for each in found if each.physical)
    head = [
        "# Coverage of the makers' documents",
        "",
        "Every requirement of the five Rules of Play, with the rule of the book that restates it, the code that obeys "
        "it and the ruling or test that shows it. Generated from the book, the rulings and the tests; a requirement "
        "that nothing shows stops the build. A physical one is out of software's reach, and says why.",
        "",
        "| document | title | requirements | obeyed | physical |",
        "|---|---|---|---|---|",
        *rows,
        f"| all | | {len(found)} | {len(found) - physical} | {physical} |",
        "",
    ]
    pages[FOLDER / "README.md"] = "\n".join(head)
    return pages


def _filed(by_document: dict[str, list[Requirement]]) -> str:
    rows = {document: [_cells(each, "; ") for each in entries] for document, entries in by_document.items()}
    return json.dumps(rows, indent=0, ensure_ascii=False).replace("`", "").replace("*physical*", "physical") + "\n"


def _page(document: str, entries: list[Requirement]) -> str:
    lines = [
        f"# {catalogue.book().sources[document].title} ({document})",
        "",
        "| no. | section | requirement | rule | code | shown by |",
        "|---|---|---|---|---|---|",
    ]
    for each in entries:
        lines.append(f"| {' | '.join(cell.replace('|', '/') for cell in _cells(each, '<br>'))} |")
    return "\n".join(lines) + "\n"


def _cells(each: Requirement, between: str) -> list[str]:
    rules, code, shown = (between.join(words[:MOST]) for words in (each.rules, each.code, each.shown))
    if each.physical:
        code, shown = "*physical*", each.physical
    return [each.id.partition(" ")[2], each.section, each.words, rules, code, shown]


def _entries() -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = tomllib.loads((ROOT / "tools" / "requirements.toml").read_text())["requirements"]
    return entries


def _found(entry: dict[str, Any]) -> Requirement:
    at, table = tuple(entry["at"]), entry.get("table", "")
    rules, code = _rules(at, table), _code(at, table)
    by_hand = entry.get("shown", [])
    for named in by_hand:
        path, _, test = named.partition("::")
        if not (ROOT / path).exists() or (test and f"def {test}(" not in (ROOT / path).read_text()):
            raise ValueError(f"{entry['id']}: {named} does not exist")
    of_table = (*_figures(table), *_rulings_of(table)) if table else ()
    shown = (*by_hand, *of_table, *(line for place in at for line in _shown(place) if len(of_table) < SETTLED))
    if not shown:
        # The same rule of the book serves another edition, whose rulings show it; a note is shown where it is posted.
        shown = tuple(line for place in at for other in _same_rule(place) for line in _shown(other))
    if any(NOTE.fullmatch(place) for place in at):
        shown = (*shown, *(f"`{name}`" for name in POSTED))
    return Requirement(
        entry["id"],
        entry["section"],
        at,
        entry["words"],
        table,
        entry.get("physical", ""),
        rules,
        code,
        tuple(dict.fromkeys(shown)),
    )


def _cited() -> Iterator[tuple[str, str, str, str]]:
    """Every record of the book that cites a place: the place, the game, what it is and its topic."""
    for game in catalogue.book().games.values():
        for cite in game.cites:
            yield str(cite), game.name, "summary", "object"
        for rule in game.rules:
            yield from ((str(cite), game.name, f"rule {rule.id}", rule.topic) for cite in rule.cites)
        for kind, records in (
            ("wager", game.wagers),
            ("number", game.numbers),
            ("key", game.keys),
            ("notice", game.notices),
        ):
            yield from ((str(cite), game.name, f"{kind} {each.id}", kind) for each in records for cite in each.cites)
        for reading in game.interpretations:
            yield from ((str(cite), game.name, f"reading {reading.id}", "reading") for cite in reading.cites)


@cache
def _by_place() -> dict[str, list[tuple[str, str, str]]]:
    found: dict[str, list[tuple[str, str, str]]] = {}
    for place, game, what, topic in _cited():
        found.setdefault(place, []).append((game, what, topic))
    return found


def _rules(at: tuple[str, ...], table: str) -> tuple[str, ...]:
    if table:
        return (f"table `{catalogue.book().table(table.partition('/')[0]).id}`",)
    return tuple(dict.fromkeys(f"{game}: {what}" for place in at for game, what, _ in _citing(place)))


def _citing(place: str) -> list[tuple[str, str, str]]:
    """The records that cite a place: of the document's own game, or where that has none, of any."""
    games = catalogue.book().games
    cited = _by_place().get(place, [])
    own = [line for line in cited if any(place.startswith(f"{at.document} ") for at in games[line[0]].editions)]
    return own or cited


def _code(at: tuple[str, ...], table: str) -> tuple[str, ...]:
    if table:
        return ("`rulebook/rules.py`", "`play/game.py`")
    found: list[str] = []
    for place in at:
        for game, what, topic in _citing(place):
            kind, _, name = what.partition(" ")
            own = (
                [path for path in _code_of(game) if f'"{name}"' in path.read_text()]
                if kind in ("rule", "number", "key")
                else []
            )
            found += [f"`{path.relative_to(ROOT / 'src' / 'croupier')}`" for path in own]
            if not own:
                found.append(f"`{CODE.get(topic, 'rulebook/configuration.py')}`")
    return tuple(dict.fromkeys(found))


@cache
def _code_of(game: str) -> list[Path]:
    folder = ROOT / "src" / "croupier" / "games" / catalogue.book().game(game).folder
    return sorted(folder.glob("*.py"))


@cache
def _rulings() -> list[tuple[str, str]]:
    """Every ruling: where it is, and its text."""
    found = []
    for path in sorted((ROOT / "src" / "croupier" / "games").glob("*/rulings.md")):
        for part in path.read_text().split("\n## ")[1:]:
            title = part.partition("\n")[0]
            found.append((f"ruling “{title}”", part))
    return found


def _rulings_of(table: str) -> tuple[str, ...]:
    """The rulings of a table: those with its name in their heads first, then others that play by it."""
    named = [(name, re.search(rf"{re.escape(table)}(?![\w-])", text)) for name, text in _rulings()]
    return tuple(sorted((name for name, match in named if match), key=lambda name: table not in name))


@cache
def _tests() -> list[tuple[str, str]]:
    """Every test function: where it is, and its text."""
    found = []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for match in re.finditer(
            r"(?:^@pytest[^\n]*\n(?:[^\n]*\n)*?)?^def (test_\w+)\(.*?(?=^\S|\Z)", path.read_text(), re.M | re.S
        ):
            found.append((f"`{path.relative_to(ROOT)}::{match[1]}`", match[0]))
    return found


@cache
def _shown(place: str) -> tuple[str, ...]:
    whole = re.compile(rf"(?<![\w.]){re.escape(place)}(?![\w.]*\w| n\.| [A-Z])")
    # Rulings speak the documents' language; a test is named where there is none, and so rarely moves these pages.
    rulings = tuple(name for name, text in _rulings() if whole.search(text))
    return rulings or tuple(name for name, text in _tests() if whole.search(text))


@cache
def _same_rule(place: str) -> tuple[str, ...]:
    """Other places that the rules of this one cite, in games that have both editions."""
    rules = [rule for game in catalogue.book().games.values() for rule in game.rules]
    cites = [tuple(map(str, rule.cites)) for rule in rules]
    return tuple(dict.fromkeys(other for found in cites if place in found for other in found if other != place))


@cache
def _figures(table: str) -> tuple[str, ...]:
    """Figures of a table that were transcribed apart from the book's data."""
    paths = sorted((ROOT / "tests" / "rulebook" / "figures").glob("*.txt"))
    return tuple(
        f"`{path.relative_to(ROOT)}`" for path in paths if re.search(rf"^{re.escape(table)}\b", path.read_text(), re.M)
    )
