"""Reading a game's folder: ``rules.toml`` with its readings and tables, every mistake with file and key.

The records are in ``rules``; what a wager sees is read in ``sights``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Final, get_args

from croupier.cards.cards import RANK_LETTERS, SUIT_NAMES, parse_rank, parse_suit
from croupier.cards.hands import FAMILIES
from croupier.errors import CardError
from croupier.rulebook.citations import Bibliography, read_cites
from croupier.rulebook.conditions import (
    check_when,
    read_features,
    read_posting,
    read_refusals,
    read_when,
)
from croupier.rulebook.fields import Fields, check_unique, did_you_mean
from croupier.rulebook.interpretations import load_interpretations
from croupier.rulebook.paytables import Ladder, Paytable
from croupier.rulebook.rules import (
    Edition,
    Felt,
    GameRules,
    Key,
    KeyKind,
    Lies,
    Notice,
    Number,
    Rule,
    Wager,
    WagerKind,
)
from croupier.rulebook.sheets import load_ladders, load_sheets
from croupier.rulebook.sights import check_sees, read_sees

_WAGER_KINDS: Final = get_args(WagerKind)
_KEY_KINDS: Final = get_args(KeyKind)


@dataclass(frozen=True, slots=True)
class GameFolder:
    """What one folder of data holds: the game and the tables printed with it."""

    rules: GameRules
    tables: tuple[Paytable, ...]
    ladders: tuple[Ladder, ...]


def load_game(folder: Path, sources: Bibliography) -> GameFolder:
    """Read ``rules.toml`` and, where they are beside it, ``paytables.toml`` and ``interpretations.toml``."""
    fields = Fields.of_file(folder / "rules.toml", f"{folder.name}/rules.toml")
    head = fields.table("game")
    editions = _load_editions(fields, sources)
    names = tuple(edition.id for edition in editions)
    wagers = tuple(_load_wager(entry, sources, names) for entry in fields.tables("wagers"))
    _check_wagers(fields, wagers)
    rules = GameRules(
        name=_name(head),
        title=head.text("title"),
        summary=head.text("summary"),
        deck=head.text("deck"),
        cites=read_cites(head, sources),
        editions=editions,
        rules=tuple(_load_rule(entry, sources, names) for entry in fields.tables("rules")),
        numbers=tuple(_load_number(entry, sources) for entry in fields.tables("numbers")),
        wagers=wagers,
        keys=tuple(_load_key(entry, sources, names, wagers) for entry in fields.tables("keys")),
        notices=tuple(_load_notice(entry, sources, names) for entry in fields.tables("notices")),
        interpretations=(),
        folder=folder.name,
        ranks=_read_deck(head, "ranks", RANK_LETTERS, parse_rank),
        suits=_read_deck(head, "suits", SUIT_NAMES, parse_suit),
        felt=head.choice("felt", get_args(Felt), "green"),
    )
    head.done()
    fields.done()
    choices = {key.id: key.values for key in rules.keys}
    ids = [wager.id for wager in wagers]
    rules = replace(rules, interpretations=load_interpretations(folder, sources, choices, ids))
    for what, names_of in (
        ("rules", [rule.id for rule in rules.rules]),
        ("numbers", [number.id for number in rules.numbers]),
        ("keys", [key.id for key in rules.keys]),
        ("notices", [notice.id for notice in rules.notices]),
    ):
        check_unique(fields, what, names_of)
    for index, rule in enumerate(rules.rules):
        for name in rule.posting.concerns:
            if name not in ids:
                raise fields.error(
                    f"rules[{index}].concerns", f"'{name}' is not a wager of this game", hint=did_you_mean(name, ids)
                )
        check_when(fields, f"rules[{index}]", rule.when, choices)
    for index, key in enumerate(rules.keys):
        check_when(fields, f"keys[{index}]", key.when, choices)
    readings = [reading.id for reading in rules.interpretations]
    for index, key in enumerate(rules.keys):
        if key.reading and key.reading not in readings:
            raise fields.error(
                f"keys[{index}].reading",
                f"'{key.reading}' is not an interpretation of this game",
                hint=f"{folder.name}/interpretations.toml has {', '.join(readings) or 'none'}",
            )
    tables: list[Paytable] = []
    ladders: list[Ladder] = []
    if (folder / "paytables.toml").exists():
        sheets = Fields.of_file(folder / "paytables.toml", f"{folder.name}/paytables.toml")
        tables = load_sheets(sheets, sources)
        ladders = load_ladders(sheets, sources)
        sheets.done()
    check_sees(fields, wagers, rules.numbers)
    return GameFolder(rules, tuple(tables), tuple(ladders))


def _name(head: Fields) -> str:
    name = head.text("name")
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise head.error(
            "name", f"'{name}' is not a game name; expected small letters and hyphens", hint="as in high-card-flush"
        )
    return name


def _read_deck(head: Fields, key: str, all_of_them: Iterable[str], parse: Callable[[str], int]) -> tuple[int, ...]:
    """The ranks or suits of a short deck, or all of them."""
    words = head.texts(key, list(all_of_them))
    found = []
    for index, word in enumerate(words):
        try:
            found.append(parse(word))
        except CardError as problem:
            raise head.error(f"{key}[{index}]", problem.message, hint=problem.hint) from None
    if not found or len(set(found)) < len(found):
        raise head.error(key, "names nothing, or something twice", hint=f"each once, or leave {key} out for all")
    return tuple(sorted(found))


_ID = re.compile(r"[a-z][a-z0-9_]*")
_VALUE = re.compile(r"[^\s(),=]+")


def _read_id(entry: Fields) -> str:
    """A wager's or a key's id, which must fit into a configuration string."""
    return entry.id(_ID, "small letters, digits and underscores", "pair_bonus")


def _check_wagers(fields: Fields, wagers: tuple[Wager, ...]) -> None:
    ids = [wager.id for wager in wagers]
    check_unique(fields, "wagers", ids)
    for index, wager in enumerate(wagers):
        for key, other in (("requires", wager.requires), ("equals", wager.equals)):
            if other and other not in ids:
                raise fields.error(
                    f"wagers[{index}].{key}",
                    f"'{other}' is not a wager of this game",
                    hint=did_you_mean(other, ids),
                )
            if other and ids.index(other) >= index:
                raise fields.error(
                    f"wagers[{index}].{key}", f"'{other}' comes after {wager.id}", hint="list the wager it needs first"
                )
        if wager.equals and wager.kind != "base":
            raise fields.error(
                f"wagers[{index}].equals", f"has no use in a wager of kind {wager.kind}", hint="it is of kind base"
            )
        if wager.requires and wager.kind == "base":
            raise fields.error(
                f"wagers[{index}].requires",
                f"{wager.id} is of kind base, which buys a hand alone or equals another wager",
                hint=f'as in equals = "{wager.requires}", or a wager of kind bonus with a table',
            )


def _load_editions(fields: Fields, sources: Bibliography) -> tuple[Edition, ...]:
    editions = []
    for entry in fields.tables("editions"):
        seats = entry.integers("seats")
        if len(seats) != 2 or not 1 <= seats[0] <= seats[1]:
            raise entry.error(
                "seats",
                f"{list(seats)} is not a range of seats; expected for example [1, 6]",
                hint="the fewest, then the most",
            )
        document = entry.text("document")
        if document not in sources:
            raise entry.error(
                "document",
                f"dangling citation: no document '{document}' in the bibliography",
                hint=did_you_mean(document, sources),
            )
        editions.append(
            Edition(
                entry.text("title"),
                document,
                (seats[0], seats[1]),
                laws=entry.texts("laws", []),
                id=entry.text("id"),
                cites=read_cites(entry, sources),
            )
        )
        entry.done()
    if not editions:
        raise fields.error("editions", "is missing; a game has at least one edition", hint="add a table [[editions]]")
    check_unique(fields, "editions", [edition.id for edition in editions])
    return tuple(editions)


def _read_editions(entry: Fields, names: tuple[str, ...]) -> tuple[str, ...]:
    chosen = entry.texts("editions", list(names))
    if not chosen:
        raise entry.error("editions", "is empty; expected some of " + ", ".join(names), hint="leave it out to mean all")
    for index, name in enumerate(chosen):
        if name not in names:
            raise entry.error(f"editions[{index}]", f"unknown edition '{name}'", hint=f"known: {', '.join(names)}")
    return chosen


def _load_rule(entry: Fields, sources: Bibliography, names: tuple[str, ...]) -> Rule:
    topics = (
        *("object", "play", "ranking", "bonus", "jackpot", "dealing", "procedure", "reconciliation", "irregularity"),
        *("equipment", "approval", "promotion", "limits"),
    )
    rule = Rule(
        entry.choice("topic", topics),
        entry.text("text"),
        _read_editions(entry, names),
        read_when(entry),
        read_posting(entry),
        id=entry.text("id"),
        cites=read_cites(entry, sources),
    )
    entry.done()
    return rule


def _load_number(entry: Fields, sources: Bibliography) -> Number:
    text = entry.text("value")
    if not re.fullmatch(r"\d{1,12}(\.\d{1,6}|/[1-9]\d{0,5})?", text, re.ASCII):
        raise entry.error(
            "value", f'\'{text}\' is not a number; expected for example "3" or "3/2"', hint="digits only, in quotes"
        )
    number = Number(Fraction(text), entry.text("text"), id=entry.text("id"), cites=read_cites(entry, sources))
    entry.done()
    return number


def _load_wager(entry: Fields, sources: Bibliography, names: tuple[str, ...]) -> Wager:
    by_edition = entry.optional_table("tables")
    for name in by_edition.keys():
        if name not in names:
            raise by_edition.error(name, f"unknown edition '{name}'", hint=f"known: {', '.join(names)}")
    wager = Wager(
        id=_read_id(entry),
        title=entry.text("title"),
        kind=entry.choice("kind", _WAGER_KINDS),
        text=entry.text("text"),
        family=entry.text("family", None),
        requires=entry.text("requires", None),
        tables=tuple((name, by_edition.texts(name)) for name in by_edition.keys()),
        default=entry.text("default", None),
        optional=entry.flag("optional", True),
        cites=read_cites(entry, sources),
        sees=read_sees(entry),
        beside=entry.text("beside", None),
        equals=entry.text("equals", None),
        lies=entry.choice("lies", get_args(Lies), "spot"),
        one_amount=entry.flag("one_amount", False),
        lines=entry.texts("lines", []),
    )
    entry.done()
    if (wager.kind in ("base", "follow")) == bool(wager.tables):
        problem = "takes no paytable" if wager.tables else "needs tables"
        raise entry.error(
            "tables", f"a wager of kind {wager.kind} {problem}", hint=f"'{wager.id}' may be of another kind"
        )
    if (wager.family is None) != (wager.kind in ("base", "follow", "ladder")):
        problem = "is missing; expected the hands that its tables grade" if wager.tables else "has no use here"
        raise entry.error("family", f"{problem}, in a wager of kind {wager.kind}", hint=f"known: {', '.join(FAMILIES)}")
    if wager.family and wager.family not in FAMILIES:
        raise entry.error(
            "family", f"unknown family of hands '{wager.family}'", hint=did_you_mean(wager.family, FAMILIES)
        )
    return wager


def _load_key(entry: Fields, sources: Bibliography, names: tuple[str, ...], wagers: tuple[Wager, ...]) -> Key:
    kinds = _KEY_KINDS
    key = Key(
        id=_read_id(entry),
        kind=entry.choice("kind", _KEY_KINDS),
        values=entry.texts("values", []),
        default=entry.text("default"),
        text=entry.text("text"),
        reading=entry.text("reading", None),
        needs=entry.text("needs", None),
        editions=_read_editions(entry, names),
        cites=read_cites(entry, sources),
        when=read_when(entry),
        features=read_features(entry),
        refused=read_refusals(entry),
        stands_for=entry.text("stands_for", None),
        dealing=entry.flag("dealing", False),
    )
    entry.done()
    if (key.kind in ("choice", "integer", "suit")) != bool(key.values):
        problem = "is empty; expected the values to choose from" if not key.values else "has no use here"
        raise entry.error("values", f"{problem}, in a key of kind {key.kind}", hint=f"kinds: {', '.join(kinds)}")
    for index, value in enumerate(key.values):
        if not _VALUE.fullmatch(value) or value in key.values[:index]:
            raise entry.error(
                f"values[{index}]",
                f"'{value}' is not a value; expected words without blanks, commas or brackets, each once",
                hint="it must fit into a configuration string",
            )
    if key.values and key.default not in key.values:
        raise entry.error(
            "default",
            f"'{key.default}' is not one of {', '.join(key.values)}",
            hint=did_you_mean(key.default, key.values),
        )
    ids = [wager.id for wager in wagers]
    if key.id in ("edition", "tables", *ids):
        raise entry.error(
            "id", f"duplicate id '{key.id}': it already names a wager or a built-in key", hint="rename the key"
        )
    if key.needs and key.needs not in ids:
        raise entry.error("needs", f"'{key.needs}' is not a wager of this game", hint=did_you_mean(key.needs, ids))
    return key


def _load_notice(entry: Fields, sources: Bibliography, names: tuple[str, ...]) -> Notice:
    notice = Notice(
        entry.text("title"),
        entry.text("words"),
        _read_editions(entry, names),
        id=entry.text("id"),
        cites=read_cites(entry, sources),
    )
    entry.done()
    return notice
