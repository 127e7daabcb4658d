"""A configuration: a game with its edition, its tables and the house's choices, checked against the book.

``str(configuration)`` is the canonical string that names it everywhere: keys sorted, defaults omitted, tables under
the id that the edition prints. Two things are always shown: ``tables=sample`` where a sample is in use, and the suit
where a table depends on it, since the operator must choose one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from croupier.cards.cards import parse_rank, parse_suit
from croupier.cards.hands.family import Setting
from croupier.errors import BadInput, IdleKey, SpecError, UnknownName
from croupier.rulebook.aggregates import APPROVAL, LIMIT, SCOPE, Aggregate, aggregates
from croupier.rulebook.book import Book
from croupier.rulebook.conditions import SEVERAL
from croupier.rulebook.key_values import canonical_value
from croupier.rulebook.ladders import Ladder
from croupier.rulebook.paytables import Alternative, Paytable
from croupier.rulebook.rivals import several_at
from croupier.rulebook.rules import Edition, GameRules, Key, Rule, Wager
from croupier.rulebook.spec import Spec, parse_spec
from croupier.rulebook.together import check_together
from croupier.units.money import parse_money


@dataclass(frozen=True, eq=False)
class Configuration:
    """One playable game. Compare and name it by its canonical string."""

    book: Book
    rules: GameRules
    edition: Edition
    tables: dict[str, Paytable]
    """By wager, for those on offer; under the readings that were chosen."""
    ladders: dict[str, Ladder]
    values: dict[str, str]
    """Every key of the edition, in its canonical spelling."""
    spec: Spec

    def __str__(self) -> str:
        return str(self.spec)

    def __repr__(self) -> str:
        return f"<Configuration {self.spec}>"

    def to_dict(self) -> dict[str, object]:
        """As plain data: the canonical string, the tables by wager and every house choice."""
        tables: list[tuple[str, Paytable | Ladder]] = [*self.tables.items(), *self.ladders.items()]
        return {
            "configuration": str(self),
            "game": self.name,
            "edition": self.edition.id,
            "tables": {wager: table.id for wager, table in tables},
            "values": dict(self.values),
            "rulebook_hash": self.rulebook_hash,
        }

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Configuration) and self.spec == other.spec and self.rulebook_hash == other.rulebook_hash
        )

    def __hash__(self) -> int:
        return hash(self.spec)

    @property
    def name(self) -> str:
        return self.rules.name

    @cached_property
    def rulebook_hash(self) -> str:
        return self.book.game_hash(self.rules.name)

    @property
    def uses_samples(self) -> bool:
        tables: list[Paytable | Ladder] = [*self.tables.values(), *self.ladders.values()]
        return any(table.status == "sample" for table in tables)

    @property
    def decks(self) -> int:
        return int(self.values.get("decks", "1"))

    @property
    def base_wager_cents(self) -> int:
        """The fixed stake of the layout's first jackpot wager, or of the one that it would have."""
        return parse_money(self.values.get("base_wager", "1.00"), "base_wager")

    def fixed_stake(self, wager: str) -> int:
        """The fixed stake of a jackpot wager, in cents."""
        return parse_money(self.choice("base_wager", wager) or "1.00", "base_wager")

    def choice(self, key: str, wager: str) -> str | None:
        """What the house has chosen for one wager; None where the edition leaves no choice."""
        return self.values.get(self.rules.own_key(key, wager))

    def is_in_force(self, rule: Rule) -> bool:
        """Whether a rule belongs to this edition and to the choices of this house."""
        return self.edition.id in rule.editions and (rule.when is None or rule.when.holds(self.values))

    def has(self, wager: str, features: Iterable[str]) -> bool:
        """Whether all of these are found on the table of a wager on offer."""
        wanted, table = set(features), self.tables[wager]
        known = {*table.features, *(("limit",) if wager in self.aggregates else ())}
        return wanted - {SEVERAL} <= known and (SEVERAL not in wanted or several_at(self, wager))

    def decides(self, key: Key) -> bool:
        """Whether a key of this edition changes anything on the tables on offer."""
        if not self.rules.is_served(key.needs, self.tables) or (key.when and not key.when.holds(self.values)):
            return False
        if key.id in (SCOPE, APPROVAL) and not self.aggregates:
            return False
        own = [wager for wager in self.tables if key.needs is None or self.rules.is_served(key.needs, (wager,))]
        return not key.features or any(self.has(wager, key.features) for wager in own)

    @property
    def limited_wagers(self) -> tuple[str, ...]:
        """Bonus wagers on offer that a posted maximum covers: those that the document's note is about, else all."""
        named = [rule.posting.concerns for rule in self.rules.rules if "limit" in rule.posting.features]
        covered = {wager for concerns in named for wager in concerns}
        flat = [wager.id for wager in self.rules.wagers if wager.kind == "bonus" and wager.id in self.tables]
        return tuple(wager for wager in flat if not named or wager in covered)

    @cached_property
    def aggregates(self) -> dict[str, Aggregate]:
        """By wager, the posted maximum for a round or a hand."""
        return aggregates(self.values, self.limited_wagers)

    @property
    def is_house_jackpot(self) -> bool:
        return self.values.get("jackpot") == "house"

    def setting_for(self, table: Paytable) -> Setting:
        """The operator's choices as the hands' events need them."""
        chosen = self.values.get("ranks", "documents")
        ranks = table.default_setting().ranks
        if table.ranks and chosen != "documents":
            ranks = tuple(parse_rank(each) for each in chosen.split("/"))
        return Setting(
            decks=self.decks,
            ranks=ranks,
            suit=parse_suit(self.values.get("suit", "spades")),
            colored_ace=self.values.get("colored_ace", "any-position"),
        )

    def read_otherwise(self, wager: str) -> list[Alternative]:
        """The rows of a maker's table that the house has chosen to read otherwise than it prints them."""
        return [other for other in self.tables[wager].alternatives if self.values.get(other.key) == other.value]

    def check_letters(self) -> None:
        """Where money is committed, a code that stands for several is refused: SpecError names the choices."""
        for wager, table in self.tables.items():
            if table.letters and table.id not in table.letters:
                raise SpecError(
                    f"{wager}={table.id} names {len(table.letters)} tables at once",
                    hint=f"write the letter: {' or '.join(table.letters)}",
                )

    def with_table(self, wager: str, table_id: str) -> Configuration:
        """The same configuration with another table for one wager."""
        settings = dict(self.spec.settings) | {wager: table_id}
        settings.pop("tables", None)
        return configure(self.book, Spec(self.name, tuple(sorted(settings.items()))))


def configure(book: Book, spec: Spec | str) -> Configuration:
    """Check a configuration string against the book."""
    spec = spec if isinstance(spec, Spec) else parse_spec(spec)
    rules = book.game(spec.name)
    given = dict(spec.settings)
    edition = _edition(rules, given.pop("edition", rules.editions[0].id))
    claims_samples = given.pop("tables", None)
    if claims_samples not in (None, "sample"):
        raise SpecError(
            f"tables={claims_samples}: the only value is 'sample'",
            hint="a table is named by its wager, as in prime=TABLE",
        )
    keys = {key.id: key for key in rules.keys if edition.id in key.editions}
    wagers = {wager.id: wager for wager in rules.wagers if wager.tables}
    for name in given:
        if name not in keys and name not in wagers:
            raise _unknown_key(book, rules, edition, name, [*keys, *wagers])
    tables: dict[str, Paytable] = {}
    ladders: dict[str, Ladder] = {}
    shown: dict[str, str] = {}
    for name, wager in wagers.items():
        asked = given.get(name, wager.default)
        if asked == "none" and not wager.optional:
            raise SpecError(
                f"{name}=none: {rules.title} is not played without {wager.title}",
                hint=f"leave {name} out, or name a table",
            )
        if asked is None or asked == "none":
            if wager.default:
                shown[name] = "none"
            continue
        table, printed = _table(book, rules, edition, wager, asked)
        if printed != wager.default:
            shown[name] = printed
        if isinstance(table, Ladder):
            ladders[name] = table
        else:
            tables[name] = table
    values = {name: canonical_value(key, given.get(name, key.default)) for name, key in keys.items()}
    is_side_wager_alone = not any(wager.kind == "base" for wager in rules.wagers)
    for name, key in keys.items():
        if name in given and not rules.is_served(key.needs, tables) and not is_side_wager_alone:
            raise SpecError(
                f"{name} means nothing without {key.needs}", hint=f"add {key.needs}=TABLE or leave {name} out"
            )
        if name in given and key.when and not key.when.holds(values):
            raise SpecError(f"{name} means nothing without {key.when}", hint=f"leave {name} out")
        if values[name] != key.default:
            shown[name] = values[name]
            _check_key(rules, key, values[name], edition, tables)
    configuration = Configuration(book, rules, edition, tables, ladders, values, Spec(rules.name))
    check_together(configuration, shown, given)
    if edition.id != rules.editions[0].id:
        shown["edition"] = edition.id
    if configuration.uses_samples:
        shown["tables"] = "sample"
    elif claims_samples:
        raise SpecError(f"tables=sample, but no sample table is in use in {rules.name}", hint="leave tables out")
    chosen = {name: _chosen_readings(table, values) for name, table in tables.items()}
    named = rules.with_house_jackpot() if configuration.is_house_jackpot else rules
    return replace(configuration, rules=named, tables=chosen, spec=Spec(rules.name, tuple(sorted(shown.items()))))


def _check_key(rules: GameRules, key: Key, value: str, edition: Edition, tables: dict[str, Paytable]) -> None:
    """A choice that the edition's own text forbids, and one that changes nothing on the chosen tables."""
    own = [table for wager, table in tables.items() if key.needs is None or rules.is_served(key.needs, (wager,))]
    for refusal in key.refused:
        if (refusal.edition, refusal.value) == (edition.id, value):
            # Each appendix has a note of its own about its own tables.
            printed = tuple(f"{cite} n." for table in own for cite in table.cites)
            places = [cite for cite in refusal.cites if cite.startswith(printed)] or refusal.cites
            raise SpecError(
                f"{key.id}={value} is not allowed in the {edition.title} edition [{'; '.join(places)}]",
                hint=f"leave {key.id} out",
            )
    # Weights are compared with the table's own number of boosted hands later, with a refusal that names it.
    # Whether several seats can win is asked together with the decks, the suit and the ranks.
    serves = any(set(key.features) - {SEVERAL} <= table.features for table in own)
    if key.kind != "weights" and key.features and (own or key.needs is None) and not serves:
        named = " and ".join(table.id for table in own) or "a table without a jackpot"
        raise IdleKey(key.id, value, f"on {named}")


def _chosen_readings(table: Paytable, values: dict[str, str]) -> Paytable:
    for key, value in values.items():
        table = table.read_with(key, value)
    return table


def _edition(rules: GameRules, name: str) -> Edition:
    known = [edition.id for edition in rules.editions]
    if name not in known:
        raise UnknownName(f"edition of {rules.name}", name, known, note=f"known: {', '.join(known)}")
    return rules.edition(name)


def _unknown_key(book: Book, rules: GameRules, edition: Edition, name: str, known: list[str]) -> BadInput:
    elsewhere = next((key for key in rules.keys if key.id == name), None)
    if elsewhere:
        # The document's own words where they decide the matter; else those of the document that leaves a choice.
        own = [str(cite) for cite in elsewhere.cites if cite.document == edition.document]
        theirs = [str(cite) for cite in elsewhere.cites if cite.document != edition.document]
        return SpecError(
            f"{name} is not a key of {rules.name}, edition {edition.id}{_in_brackets(own)}",
            hint=f"it belongs to edition {' or '.join(elsewhere.editions)}{_in_brackets(theirs)}",
        )
    fixed = next((wager for wager in rules.wagers if wager.id == name), None)
    if fixed:
        return SpecError(f"{name} has no table in {rules.name}", hint="only bonus wagers and awards take a table id")
    others = [game.name for game in book.games.values() if any(key.id == name for key in game.keys)]
    if others and name in (LIMIT, SCOPE, APPROVAL):
        return SpecError(
            f"{name} is not a key of {rules.name}: nothing in {edition.document} allows it",
            hint=f"it is a key of {', '.join(others)}; leave it out",
        )
    return UnknownName(f"key of {rules.name}", name, ["edition", *known])


def _in_brackets(cites: list[str]) -> str:
    return f" [{'; '.join(cites)}]" if cites else ""


def _table(book: Book, rules: GameRules, edition: Edition, wager: Wager, asked: str) -> tuple[Paytable | Ladder, str]:
    table = book.table(asked)
    printed = book.offered_as(table, wager, edition.id)
    if printed is None:
        offered = wager.tables_in(edition.id)
        raise SpecError(
            f"{asked} is not offered for {wager.id} in {rules.name}, edition {edition.id}",
            hint=f"offered: {', '.join(offered)}" if offered else f"it belongs to edition {_elsewhere(wager)}",
        )
    if isinstance(table, Ladder):
        return table, printed
    asked = book.spelled(asked)
    if asked in table.letters:
        return table.as_coded(asked, edition.document), asked
    # Without a letter the string keeps the code as it was; what is printed is the document's head.
    return table.as_coded(table.head if table.letters else printed, edition.document), printed


def _elsewhere(wager: Wager) -> str:
    return " or ".join(edition for edition, ids in wager.tables if ids)
