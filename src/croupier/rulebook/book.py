"""The whole book: every game, every table, one namespace of table ids, one bibliography. ``loading`` reads it."""

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from croupier.errors import UnknownName
from croupier.rulebook.interpretations import Bibliography, Cite
from croupier.rulebook.rules import GameRules, Ladder, Paytable, Wager


@cache
def field_names(kind: Any) -> tuple[str, ...]:
    """Of a record or a fraction, in the order in which it is made of them."""
    if kind is Fraction:
        return "numerator", "denominator"
    named: tuple[str, ...] = getattr(kind, "_fields", ()) or tuple(field.name for field in fields(kind))
    return named


@cache
def _usual_values(kind: Any) -> dict[str, object]:
    """Of fields that are left out where they hold their usual value, that value: what almost no record says."""
    return {field.name: field.default for field in fields(kind) if field.metadata.get("usual")}


_NEVER = object()


def canonical(value: object) -> object:
    """A frozen record as plain JSON data; the type's name goes along, so that to 1 and for 1 differ."""
    if value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, tuple | list):
        return [canonical(part) for part in value]
    if is_dataclass(value):
        kind: Any = type(value)
        shown = [(name, getattr(value, name)) for name in field_names(kind)]
        usual = _usual_values(kind)
        return [kind.__name__, {name: canonical(each) for name, each in shown if usual.get(name, _NEVER) != each}]
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, dict):
        return {str(key): canonical(each) for key, each in value.items()}
    raise TypeError(f"{type(value).__name__} has no canonical form")


def canonical_text(values: Iterable[object]) -> bytes:
    """Records in the order given as the text that their fingerprint is taken of."""
    return json.dumps([canonical(value) for value in values], sort_keys=True, separators=(",", ":")).encode()


def fingerprint(values: Iterable[object]) -> str:
    """SHA-256, in hexadecimal, over records in the order given."""
    return hashlib.sha256(canonical_text(values)).hexdigest()


Table = Paytable | Ladder


class Book:
    """Games and tables by name."""

    def __init__(
        self,
        sources: Bibliography,
        games: dict[str, GameRules],
        tables: dict[str, Table],
        outside: dict[str, Path] | None = None,
    ) -> None:
        self.outside = outside or {}
        """By name, the folders of the games that are not the package's own."""
        self.sources = sources
        self.games = games
        self.tables = tables
        self._by_any_id: dict[str, Table] = {}
        self._game_hashes: dict[str, str] = {}
        for table in tables.values():
            for each in (table.id, *aliases_of(table)):
                self._by_any_id[each.casefold()] = table

    def __repr__(self) -> str:
        return f"<Book of {len(self.games)} games and {len(self.tables)} tables>"

    def game(self, name: str) -> GameRules:
        if name not in self.games:
            known = ", ".join(self.games)
            note = f"known: {known}; one of your own needs its folder: croupier --games DIR ..."
            raise UnknownName("game", name, self.games, note=note)
        return self.games[name]

    def table(self, table_id: str) -> Table:
        """A table by its id or an alias, blanks ignored as the documents scatter them (reading T2)."""
        folded = re.sub(r"\s+", "", table_id).casefold()
        if folded in self._by_any_id:
            return self._by_any_id[folded]
        # PT-PRG-PP-06 and PT-PRG-PP-06a/b both mean 06a or 06b, whatever else is spelled alike.
        stem = re.sub(r"(?<=\d)[a-z](/[a-z])*$", "", folded)
        ids = [*self.tables, *self.aliases()]
        lettered = [id for id in ids if re.fullmatch(re.escape(stem) + "[a-z]?", id.casefold())]
        raise UnknownName("paytable", table_id, lettered or ids, note="croupier games lists them all")

    def spelled(self, table_id: str) -> str:
        """An id or alias as the book spells it: blanks and capitals may be typed otherwise."""
        folded = re.sub(r"\s+", "", table_id).casefold()
        table = self.table(table_id)
        return next((id for id in (table.id, *aliases_of(table)) if id.casefold() == folded), table.id)

    def paytable(self, table_id: str) -> Paytable:
        table = self.table(table_id)
        if not isinstance(table, Paytable):
            raise UnknownName("paytable", table_id, [], note=f"{table.id} is a ladder of thresholds, not a paytable")
        return table

    def aliases(self) -> list[str]:
        return [alias for table in self.tables.values() for alias in aliases_of(table)]

    def offered_as(self, table: Table, wager: Wager, edition: str) -> str | None:
        """The table's id as the edition prints it, or None where the edition does not offer it."""
        return next((id for id in wager.tables_in(edition) if self.table(id) is table), None)

    def users_of(self, table: Table) -> list[tuple[str, str, str]]:
        """Game, edition and wager for each place where the table may be used."""
        return [
            (game.name, edition, wager.id)
            for game in self.games.values()
            for wager in game.wagers
            for edition, _ in wager.tables
            if self.offered_as(table, wager, edition)
        ]

    @cached_property
    def printed_with_tables(self) -> frozenset[Cite]:
        """Every place of a document that some table is printed at."""
        return frozenset(cite for table in self.tables.values() for cite in table.cites)

    @cached_property
    def hash(self) -> str:
        """The fingerprint of everything."""
        return fingerprint(self.parts())

    def parts(self, game: str | None = None) -> list[object]:
        """What the hash is of: all sources, games and tables, or one game and every table that it offers."""
        if game is None:
            return [self.sources, self.games, self.tables]
        rules = self.game(game)
        return [rules, {id: self.table(id) for wager in rules.wagers for _, ids in wager.tables for id in ids}]

    def recall_hashes(self, whole: str, by_game: dict[str, str]) -> None:
        """Fingerprints that were taken of these very records before."""
        self.hash = whole
        self._game_hashes = by_game

    def game_hash(self, name: str) -> str:
        """The fingerprint of one game: its rules and readings, and every table it offers."""
        if name not in self._game_hashes:
            self._game_hashes[name] = fingerprint(self.parts(name))
        return self._game_hashes[name]


def aliases_of(table: Table) -> tuple[str, ...]:
    """The other ids that a table goes by."""
    return table.aliases if isinstance(table, Paytable) else ()
