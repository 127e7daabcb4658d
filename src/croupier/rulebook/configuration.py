"""A configuration: a game with its edition, its tables and the house's choices, checked against the book.

``str(configuration)`` is the canonical string that names it everywhere: keys sorted, defaults omitted, tables under
the id that the edition prints. Two things are always shown: ``tables=sample`` where a sample is in use, and the suit
where a table depends on it, since the operator must choose one.
"""

import re
from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Final, NamedTuple

from croupier.cards.cards import RANK_LETTERS, Card, parse_rank, parse_suit
from croupier.cards.hands import FAMILIES
from croupier.cards.hands.family import Setting
from croupier.errors import BadInput, IdleKey, SpecError, UnknownName
from croupier.rulebook import key_values
from croupier.rulebook.book import Book
from croupier.rulebook.interpretations import SEVERAL, Cite, Interpretation, When
from croupier.rulebook.rules import (
    UNIT_CENTS,
    Alternative,
    Edition,
    GameRules,
    Key,
    Ladder,
    Paytable,
    Rule,
    Wager,
    best_odds,
)
from croupier.rulebook.sights import Seen, seen_by
from croupier.units import Fixed, MeterShare, format_money, parse_money

_WHOLE = re.compile(r"([^\s(),=]+)(?:\s*\((.*)\))?", re.DOTALL)
_SETTING = re.compile(r"([a-z][a-z0-9_]*)\s*=\s*([^\s(),=][^(),=]*)")
_EXAMPLE = "write it as in keep-it-straight(edition=washington, straight=PT-FLT-STR-01)"


class Spec(NamedTuple):
    """A name and its settings, sorted by key."""

    name: str
    settings: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        if not self.settings:
            return self.name
        return f"{self.name}({', '.join(f'{key}={value}' for key, value in self.settings)})"


def parse_spec(text: str) -> Spec:
    """Read a configuration string; the inverse of ``str(spec)``."""
    if not isinstance(text, str):
        raise SpecError(f"{text!r:.60} is not a configuration string", hint=_EXAMPLE)
    match = _WHOLE.fullmatch(text.strip())
    if not match:
        raise SpecError(f"'{text[:80]}' is not a configuration string", hint=_EXAMPLE)
    name, inside = match[1], match[2]
    settings: dict[str, str] = {}
    for part in inside.split(",") if inside and inside.strip() else ():
        setting = _SETTING.fullmatch(part.strip())
        if not setting:
            raise SpecError(f"'{part.strip()[:80]}' in '{name}(...)' is not a setting key=value", hint=_EXAMPLE)
        key, value = setting[1], setting[2]
        if key in settings:
            raise SpecError(f"the key '{key}' appears twice in '{name}(...)'", hint="give each key once")
        settings[key] = value
    return Spec(name, tuple(sorted(settings.items())))


@dataclass(frozen=True, eq=False)
class Configuration:
    """One playable game. Compare and name it by its canonical string."""

    book: Book
    rules: GameRules
    edition: Edition
    tables: dict[str, Paytable]  # By wager, for those on offer; under the readings that were chosen.
    ladders: dict[str, Ladder]
    values: dict[str, str]  # Every key of the edition, in its canonical spelling.
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
            "game_hash": self.game_hash,
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Configuration) and self.spec == other.spec and self.game_hash == other.game_hash

    def __hash__(self) -> int:
        return hash(self.spec)

    @property
    def name(self) -> str:
        return self.rules.name

    @cached_property
    def game_hash(self) -> str:
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

    def holds(self, when: When | None, wager: str) -> bool:
        """Whether a condition holds under what was chosen for one wager: two jackpots of one layout may differ."""
        return when is None or (when.allows(self.choice(when.key, wager)) and self.holds(when.also, wager))

    def decides(self, key: Key) -> bool:
        """Whether a key of this edition changes anything on the tables on offer."""
        if not self.rules.is_served(key.needs, self.tables) or (key.when and not key.when.holds(self.values)):
            return False
        return bool(self._decided_by(key)) or not (
            key.features or key.id in (key_values.LIMIT, key_values.SCOPE, key_values.APPROVAL)
        )

    def _decided_by(self, key: Key) -> tuple[str, ...]:
        """The wagers on offer for which a key decides something."""
        if key.id == key_values.LIMIT:
            return tuple(self.aggregates) or self.limited_wagers
        if key.id in (key_values.SCOPE, key_values.APPROVAL):
            return tuple(self.aggregates)
        own = [wager for wager in self.tables if key.needs is None or self.rules.is_served(key.needs, (wager,))]
        return tuple(wager for wager in own if not key.features or self.has(wager, key.features))

    def affected(self, reading: Interpretation) -> list[str]:
        """The wagers on offer with a table that a reading is about, the second of two jackpots with the first."""
        served = self.rules.is_served
        return [wager for wager in self.tables if any(served(affected, (wager,)) for affected in reading.affects)]

    def choice_cites(self, key: Key) -> tuple[Cite, ...]:
        """Where a choice of the house comes from: unless it is the usual one, from the rules that it puts in force."""
        value = self.values[key.id]
        rules = [rule for rule in self.rules.rules if rule.when and not rule.when.also and self.is_in_force(rule)]
        put = [rule.cites for rule in rules if value != key.default and rule.when and rule.when.key == key.id]
        cites = tuple(dict.fromkeys(cite for own in put for cite in own)) or key.cites
        return self.cites_of(cites, self._decided_by(key))

    def cites_of(self, cites: tuple[Cite, ...], wagers: Iterable[str] = ()) -> tuple[Cite, ...]:
        """Citations as they stand for this table: of its edition, of the appendices of the tables that these wagers
        (or all of them) have here, and of wagers that are on offer. One that nothing is left of keeps them all."""
        own = self.rules.own_cites(self.edition.id, cites)
        known = {wager.id: wager.cites for wager in self.rules.wagers}
        offered = {
            wager.id for wager in self.rules.wagers if not wager.tables or wager.id in (*self.tables, *self.ladders)
        }
        absent = {cite for wager in known.keys() - offered for cite in known[wager]}
        absent -= {cite for wager in offered for cite in known[wager]}
        tables = [self.tables[wager] for wager in (set(wagers) & self.tables.keys() or self.tables)]
        printed = {cite for table in tables for cite in table.cites}
        if any(cite.appendix for cite in printed):
            # A note that some tables of an appendix have as theirs is not about the others.
            absent |= {cite for cite in self.book.printed_with_tables if cite not in printed and "n." in cite.section}
            appendices = {cite.appendix for cite in self.book.printed_with_tables} - {cite.appendix for cite in printed}
            absent |= {cite for cite in own if cite.appendix and cite.appendix in appendices}
        return tuple(cite for cite in own if cite not in absent) or own

    @property
    def limited_wagers(self) -> tuple[str, ...]:
        """Bonus wagers on offer that a posted maximum covers: those that the document's note is about, else all."""
        named = [rule.posting.concerns for rule in self.rules.rules if "limit" in rule.posting.features]
        covered = {wager for concerns in named for wager in concerns}
        flat = [wager.id for wager in self.rules.wagers if wager.kind == "bonus" and wager.id in self.tables]
        return tuple(wager for wager in flat if not named or wager in covered)

    @property
    def aggregate_floor(self) -> Rule | None:
        """The edition's own rule that a posted maximum must cover the largest wager, if it has one."""
        floors = (rule for rule in self.rules.rules if rule.id == "aggregate-floor")
        return next((rule for rule in floors if self.edition.id in rule.editions), None)

    @cached_property
    def aggregates(self) -> dict[str, key_values.Aggregate]:
        """By wager, the posted maximum for a round or a hand."""
        return key_values.aggregates(self.values, self.limited_wagers)

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

    def with_table(self, wager: str, table_id: str) -> "Configuration":
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
    values = {name: key_values.canonical_value(key, given.get(name, key.default)) for name, key in keys.items()}
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
    check_together(configuration, shown)
    if edition.id != rules.editions[0].id:
        shown["edition"] = edition.id
    if configuration.uses_samples:
        shown["tables"] = "sample"
    elif claims_samples:
        raise SpecError(f"tables=sample, but no sample table is in use in {rules.name}", hint="leave tables out")
    for name in tables:
        for key_id, value in values.items():
            tables[name] = tables[name].read_with(key_id, value)
    named = rules.with_house_jackpot() if configuration.is_house_jackpot else rules
    return replace(configuration, rules=named, spec=Spec(rules.name, tuple(sorted(shown.items()))))


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
    if others and name in (key_values.LIMIT, key_values.SCOPE, key_values.APPROVAL):
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
            hint=f"offered: {', '.join(offered)}"
            if offered
            else f"it belongs to edition {' or '.join(edition for edition, ids in wager.tables if ids)}",
        )
    if isinstance(table, Ladder):
        return table, printed
    asked = book.spelled(asked)
    if asked in table.letters:
        return table.as_coded(asked, edition.document), asked
    # Without a letter the string keeps the code as it was; what is printed is the document's head.
    return table.as_coded(table.head if table.letters else printed, edition.document), printed


# What no single key can know: decks against tables, weights against boosted hands, limits, seeds and shares.

_MOST_DEALS: Final = 100_000
"""Beyond this many deals nothing is enumerated. Such wagers see seven cards, and in every suit there is a winner."""


def several_at(configuration: Configuration, wager: str) -> bool:
    """Whether two seats at this table can win the meter of a wager in one round."""
    table, rules = configuration.tables[wager], configuration.rules
    sees = rules.wager(wager).sees
    if not table.is_jackpot or sees is None or sees.is_whole_round:
        return table.is_jackpot
    return several_can_win(table, seen_by(rules, wager), configuration.setting_for(table), rules.ranks, rules.suits)


@lru_cache(128)
def several_can_win(
    table: Paytable, seen: Seen, setting: Setting, ranks: tuple[int, ...], suits: tuple[int, ...]
) -> bool:
    """Whether some cards of the dealer leave two seats that win the same meter whole."""
    pack = [Card.of(rank, suit) for rank in ranks for suit in suits]
    own = seen.own + seen.drawn
    if comb(len(pack), own) * comb(len(pack), seen.dealer) > _MOST_DEALS:
        return True
    choose = combinations if setting.decks == 1 else combinations_with_replacement
    classify = FAMILIES[seen.family].classify
    levels: dict[Hashable, int | None] = {}
    for dealer in choose(pack, seen.dealer):
        winners: dict[int, list[tuple[Card, ...]]] = {}
        for hand in choose(pack, own):
            found = classify(hand, dealer, setting)
            if found not in levels:
                levels[found] = _won_whole(table, found, setting)
            level = levels[found]
            if level is not None:
                winners.setdefault(level, []).append(hand)
        pairs = (pair for hands in winners.values() for pair in combinations_with_replacement(hands, 2))
        if any(max(Counter(one + other + dealer).values()) <= setting.decks for one, other in pairs):
            return True
    return False


def _won_whole(table: Paytable, hand: Hashable, setting: Setting) -> int | None:
    """The level that a hand of this class wins whole."""
    row = table.grade(hand, setting)
    pay = row.pay if row else None
    return (pay.level or 1) if isinstance(pay, MeterShare) and pay.percent == 100 else None


def check_offered(configuration: Configuration) -> None:
    """What no table offers: the second of two jackpots without the first. The link of the second has a configuration
    with that one alone, so this is asked where a table is named (``catalogue.configuration``)."""
    for wager in configuration.tables:
        first = configuration.rules.wager(wager).beside
        if first and first not in configuration.tables:
            raise SpecError(
                f"{wager} is the second of two jackpots, and the first is not offered",
                hint=f"name a table for {first} too, or for {first} alone",
            )


def check_together(configuration: Configuration, shown: dict[str, str]) -> None:
    """What no single key can know: decks against tables, ranks against the table's number, house against share."""
    values = configuration.values
    for wager, table in configuration.tables.items():
        if "decks" in values and configuration.decks not in table.decks:
            raise SpecError(
                f"{table.id} is for {_either(table.decks)}, not {configuration.decks}",
                hint=f"set decks={table.decks[0]}, or choose another {wager} table",
            )
        chosen = values.get("ranks", "documents")
        if chosen != "documents" and len(chosen.split("/")) != table.ranks:
            raise SpecError(
                f"ranks={chosen}: {table.id} takes {table.ranks} rank{'' if table.ranks == 1 else 's'}",
                hint=f"as in ranks={'/'.join('KQJ'[: table.ranks])}" if table.ranks else "leave ranks out",
            )
        if table.ranks and chosen == "/".join(RANK_LETTERS[rank - 2] for rank in table.default_setting().ranks):
            values["ranks"] = "documents"
            shown.pop("ranks", None)
        if table.needs_suit:
            shown["suit"] = values["suit"]
        _check_base_wager(configuration, wager, table)
        weights = values.get("dynamic_draw", key_values.EVENLY)
        amounts = max((len(row.dynamic) for row in table.rows if row.dynamic), default=0)
        what = key_values.parse_draw(weights).misfit(sum(1 for row in table.rows if row.dynamic), amounts)
        if weights != key_values.EVENLY and what:
            raise SpecError(
                f"dynamic_draw={weights}: {table.id} {what}", hint="leave dynamic_draw out for even chances"
            )
    _check_aggregates(configuration, shown)
    if configuration.is_house_jackpot:
        for key in configuration.rules.keys:
            if "simultaneous" in (key.id, key.stands_for):
                values[key.id] = "full"
    _check_jackpot_choices(configuration)


def _check_jackpot_choices(configuration: Configuration) -> None:
    """What several winners of a whole meter receive matters only where two seats can win one; and since amounts are
    stated for a $1 wager, whether a seed follows the fixed wager matters at any other."""
    rules, values = configuration.rules, configuration.values
    jackpots = {wager: table for wager, table in configuration.tables.items() if table.is_jackpot}
    for key in rules.keys:
        chosen = values.get(key.id, key.default)
        own = {wager: table for wager, table in jackpots.items() if rules.is_served(key.needs, (wager,))}
        if chosen == key.default or not own:
            continue
        several = SEVERAL in key.features and not configuration.is_house_jackpot
        if several and not any(several_at(configuration, wager) for wager in own):
            named = " and ".join(table.id for table in own.values())
            raise IdleKey(key.id, chosen, f"on {named}, whose meter two seats cannot win in one round")
        scales = (key.stands_for or key.id) == "scale_seed"
        if scales and all(configuration.fixed_stake(wager) == UNIT_CENTS for wager in own):
            raise IdleKey(key.id, chosen, "at a wager of $1")


def _check_aggregates(configuration: Configuration, shown: dict[str, str]) -> None:
    """A posted maximum is of a wager that a note allows one for; in Washington it needs an approval on record."""
    values, limited = configuration.values, configuration.limited_wagers
    if values.get(key_values.LIMIT, key_values.NONE) == key_values.NONE:
        for key in (key_values.SCOPE, key_values.APPROVAL):
            if key in shown:
                raise SpecError(f"{key} means nothing without {key_values.LIMIT}", hint=f"leave {key} out")
        return
    if not limited:
        raise SpecError(
            f"{key_values.LIMIT}: no wager on offer has a posted maximum", hint=f"leave {key_values.LIMIT} out"
        )
    for wager in key_values.named_wagers(values):
        if wager not in limited:
            raise SpecError(
                f"{key_values.LIMIT}: no note allows a maximum for {wager[:40]} at this table",
                hint=f"it may be: {', '.join(limited)}",
            )
    floor = configuration.aggregate_floor
    if floor is None:
        return
    if values.get(key_values.APPROVAL, key_values.NONE) == key_values.NONE:
        raise SpecError(
            f"{key_values.LIMIT}: {configuration.edition.document} has no note that allows a posted maximum "
            f"[{floor.cites[0]}]",
            hint=f"with the regulator's approval on record, name it: {key_values.APPROVAL}=REFERENCE",
        )
    counted = configuration.rules.number("aggregate_floor_odds")
    for wager in configuration.aggregates:
        if best_odds(configuration.tables[wager]) < counted:
            raise SpecError(
                f"{key_values.LIMIT}: {configuration.tables[wager].id} pays less than {counted} to 1 at best "
                f"[{floor.cites[0]}]",
                hint=f"a maximum may be posted only for a wager that can win {counted} to 1",
            )


def _check_base_wager(configuration: Configuration, wager: str, table: Paytable) -> None:
    """Fixed pays and envy are per unit: another base wager must leave each of them in whole cents."""
    base = configuration.fixed_stake(wager)
    key = configuration.rules.own_key("base_wager", wager)
    for row in table.rows:
        amounts = [pay.cents for pay in (row.pay, *(row.dynamic or ())) if isinstance(pay, Fixed)]
        for cents in (*amounts, row.envy_cents or 0):
            if cents * base % UNIT_CENTS:
                raise SpecError(
                    f"{key}={format_money(base)}: {table.id} would pay parts of a cent for {row.event}",
                    hint="choose a base wager in whole dollars",
                )


def _either(numbers: tuple[int, ...]) -> str:
    words = [str(number) for number in numbers]
    return f"{', '.join(words[:-1])} or {words[-1]} decks" if words[1:] else f"{words[0]} deck{'s' * (words[0] != '1')}"
