"""What is posted at a table, in words: its rules, its pays and its limits, with the figures of the configuration. Felt,
placard, rack card, rules of play, handbook, pages and displays take their rows from here, so that what is posted is one
thing. A rule says in its data when it is posted and in which words (``Posting`` in ``rulebook.interpretations``); a
side wager that the book describes as a game of its own brings its rules along. Nothing here knows a game: the words
come from the book."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from croupier.cards.cards import SUIT_NAMES
from croupier.errors import BadInput
from croupier.play.stakes import USUAL_AMOUNT, Limit, check_posted_limit, covered_limits
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.interpretations import Interpretation, When
from croupier.rulebook.key_values import parse_draw
from croupier.rulebook.rules import Ladder, Notice, Paytable, Rule, Wager, label_for, posted_label
from croupier.units import Fixed, NoPay, describe_pay, dollars, format_money, format_odds

POSTED_TOPICS: Final = ("play", "ranking", "bonus", "jackpot", "limits", "dealing")  # What players are told of.
LADDER_HEADS: Final = ("from", "players")  # Over the columns of a table of thresholds.


def posted_rules(configuration: Configuration, topic: str) -> list[tuple[Rule, str]]:
    """The rules of one topic that this table posts, with the citations that stand for it, each with its words."""
    figures = figures_of(configuration)
    return [
        (
            replace(rule, cites=configuration.cites_of(rule.cites, _chosen_wagers(configuration, rule))),
            _of_whom(configuration, rule) + _words(rule).format_map(figures),
        )
        for rule in _rules(configuration)
        if rule.topic == topic and is_posted(configuration, rule)
    ]


def _words(rule: Rule) -> str:
    return rule.text if rule.posting.words is None else rule.posting.words


def _rules(configuration: Configuration) -> Iterator[Rule]:
    yield from configuration.rules.rules
    for game in configuration.book.games.values():
        is_side_wager = game.name != configuration.name and not any(wager.kind == "base" for wager in game.wagers)
        if is_side_wager and any(wager.id in configuration.tables for wager in game.wagers):
            yield from (rule for rule in game.rules if rule.topic != "play")


def is_posted(configuration: Configuration, rule: Rule) -> bool:
    """Whether players at this table are told a rule."""
    concerns, features, words, _ = rule.posting
    if words == "" or (rule in configuration.rules.rules and configuration.edition.id not in rule.editions):
        return False
    if concerns or features or rule.topic in ("bonus", "jackpot"):
        return bool(_chosen_wagers(configuration, rule))
    return rule.when is None or rule.when.holds(configuration.values)


def _wagers_of(configuration: Configuration, rule: Rule) -> list[str]:
    """The wagers on offer that a rule can be about."""
    return [
        wager
        for wager, table in configuration.tables.items()
        if (not rule.posting.concerns or wager in rule.posting.concerns)
        and (table.is_jackpot or rule.topic != "jackpot")
        and configuration.has(wager, rule.posting.features)
    ]


def _chosen_wagers(configuration: Configuration, rule: Rule) -> list[str]:
    """Those of them for which the house has chosen it."""
    return [wager for wager in _wagers_of(configuration, rule) if configuration.holds(rule.when, wager)]


def _of_whom(configuration: Configuration, rule: Rule) -> str:
    """The jackpots that a rule is about, where the house has chosen another rule for the others."""
    able = _wagers_of(configuration, rule) if rule.topic == "jackpot" and rule.when else []
    chosen = [wager for wager in able if configuration.holds(rule.when, wager)]
    return f"{_both([configuration.rules.wager(wager).title for wager in chosen])}: " if chosen != able else ""


class _Figures(dict[str, str]):
    """Words by name; what the configuration does not have is not needed by a rule that is posted."""

    def __missing__(self, name: str) -> str:
        return f"({name})"


def figures_of(configuration: Configuration) -> dict[str, str]:
    """What may be in braces in posted words: every key's value, and figures of the tables on offer."""
    values = configuration.values
    figures = _Figures({name: value.replace(":", " to ") for name, value in values.items()})
    figures |= {number.id: format_odds(number.value) for number in configuration.rules.numbers}
    figures["unit"] = _unit(configuration)
    figures["cards"] = cards_words(configuration)
    figures["suit"] = SUIT_NAMES[SUIT_NAMES.index(values["suit"])] if values.get("suit") in SUIT_NAMES else ""
    figures["limit"] = " and, counted apart, ".join(
        f"{dollars(limit.cents)} on the {configuration.rules.wager(name).title}"
        for name, limit in configuration.aggregates.items()
    )
    figures["jackpot_title"] = "House Jackpot" if configuration.is_house_jackpot else "jackpot"
    figures["jackpot_name"] = "House Jackpot" if configuration.is_house_jackpot else "progressive"
    figures["multiplied"] = _multiplied(configuration)
    figures["side_wagers"] = _both(side_wagers(configuration))
    figures["follow_wagers"] = _both([wager.title for wager in configuration.rules.wagers if wager.kind == "follow"])
    figures["largest_capped"] = _largest_capped(configuration)
    figures["to_one"] = _to_one(configuration)
    for table in configuration.tables.values():
        if table.ranks:
            setting = configuration.setting_for(table)
            figures["ranks"] = label_for("{ranks}", setting).replace(" or ", " and ")
            figures["top"] = label_for("{top}", setting)
        if table.dealer_envy_percent is not None:
            figures["dealer_envy"] = f"{format_odds(table.dealer_envy_percent)}%"
        if table.is_dynamic:
            hands = sum(1 for row in table.rows if row.dynamic)
            figures["boosted"] = f"1 to {hands - 1} of the {hands} dollar pays"
            figures["boost_odds"] = boost_words(values.get("dynamic_draw", "uniform"))
    return figures


def _largest_capped(configuration: Configuration) -> str:
    """The largest wager that each posted maximum covers, where the law asks it to."""
    covered = {configuration.rules.wager(name).title: limit for name, limit in covered_limits(configuration).items()}
    return _both([f"{dollars(limit.maximum or 0)} on the {title}" for title, limit in covered.items()])


def _multiplied(configuration: Configuration) -> str:
    """Which pays of the jackpots on offer are for the fixed wager: those that their tables have."""
    features = {name for table in configuration.tables.values() if table.is_jackpot for name in table.features}
    named = (("fixed", "dollar pays"), ("envy", "envy pays"), ("dynamic", "dynamic pays"))
    return _both([words for feature, words in named if feature in features] or ["dollar pays"]).capitalize()


def side_wagers(configuration: Configuration) -> list[str]:
    """The titles of the bonus and jackpot wagers on offer."""
    wagers = [wager for wager in configuration.rules.wagers if wager.kind in ("bonus", "jackpot")]
    return [wager.title for wager in wagers if wager.id in configuration.tables]


def cards_words(configuration: Configuration) -> str:
    """What is dealt from at this table."""
    decks = configuration.values.get("decks")
    return f"{decks} deck{'s' if decks != '1' else ''} of 52 cards" if decks else configuration.rules.deck


def _to_one(configuration: Configuration) -> str:
    """The flat wagers on offer whose odds are to 1."""
    rules, tables = configuration.rules, configuration.tables
    return _both([f"the {wager.title}" for wager in rules.wagers if wager.kind == "bonus" and _is_to(tables, wager.id)])


def _is_to(tables: Mapping[str, Paytable], wager: str) -> bool:
    return wager in tables and tables[wager].basis == "to"


def _both(words: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def _unit(configuration: Configuration) -> str:
    """The fixed wager of the jackpots; where two differ, each by its name."""
    rules = configuration.rules
    wagers = [wager for wager in rules.wagers if wager.kind == "jackpot" and wager.id in configuration.tables]
    stakes = {wager.title: dollars(configuration.fixed_stake(wager.id)) for wager in wagers}
    if len(set(stakes.values())) < 2:
        return next(iter(stakes.values()), dollars(configuration.base_wager_cents))
    return " and ".join(f"{stake} ({title})" for title, stake in stakes.items())


def boost_words(stated: str) -> str:
    """How likely each number of boosted hands is, each hand and each of its amounts."""
    draw = parse_draw(stated)
    if not any(draw):
        return "each number, each choice of hands and each of a hand's amounts is equally likely"
    parts = []
    if draw.numbers:
        odds = ", ".join(
            f"{place} with {weight} in {sum(draw.numbers)}" for place, weight in enumerate(draw.numbers, 1)
        )
        parts.append(f"the number is {odds}")
    if draw.hands:
        parts.append(f"hands are drawn with the weights {_listed(draw.hands)}, in the order of the table")
    if draw.amounts:
        parts.append(f"amounts with the weights {_listed(draw.amounts)}, in the order listed")
    even = [name for name, given in zip(("numbers", "hands", "amounts"), draw, strict=True) if not given]
    if even:
        parts.append(f"{' and '.join(even)} are equally likely")
    return "; ".join(parts)


def _listed(weights: tuple[int, ...]) -> str:
    return ", ".join(map(str, weights))


def printed_words(configuration: Configuration) -> list[str]:
    """What the layout prints before the dealer, line by line, without what stands on a line of its own."""
    lines = {wager.id for wager in configuration.rules.wagers if wager.lies == "line"}
    figures = figures_of(configuration)
    return [
        rule.posting.felt.format_map(figures)
        for rule in configuration.rules.rules
        if rule.posting.felt and rule.id not in lines and configuration.is_in_force(rule)
    ]


def line_words(configuration: Configuration, wager: Wager) -> str:
    """What stands on the line of a wager that lies on one: the words of the rule with its name."""
    rule = configuration.rules.rule(wager.id)
    return (rule.posting.felt or wager.title).format_map(figures_of(configuration))


def answer_in_force(configuration: Configuration, reading: Interpretation) -> str:
    """What a reading comes to under the choices of this house; by jackpot, where those of two differ."""
    rules = configuration.rules
    answers: dict[str, list[str]] = {}
    for wager in configuration.affected(reading) or reading.affects:
        under = (other.answer for other in reading.under if _is_chosen(configuration, other.when, wager))
        answers.setdefault(next(under, reading.answer), []).append(rules.wager(wager).title)
    figures = figures_of(configuration)
    told = {answer if answer == reading.answer else answer.format_map(figures): of for answer, of in answers.items()}
    return " ".join(told if len(told) == 1 else (f"{_both(titles)}: {answer}" for answer, titles in told.items()))


def _is_chosen(configuration: Configuration, when: When | None, wager: str) -> bool:
    """Whether the house has chosen it: what an edition leaves no choice of is not chosen."""
    is_left = when is None or configuration.choice(when.key, wager) is not None
    return is_left and configuration.holds(when, wager)


class PostedRow(NamedTuple):
    """A row as it is posted: what wins, what it is paid at this table's fixed wager, and what comes beside that."""

    event: str
    label: str
    pays: str
    drawn: tuple[str, ...] = ()  # What it may pay instead in rounds for which it is drawn.
    envy: str = ""
    read_as: str = ""  # Whose reading it is, where the house reads the maker's row otherwise than it is printed.

    @property
    def beside(self) -> str:
        """All that comes beside the pay, in words."""
        drawn = f"or {' '.join(self.drawn)}" if self.drawn else ""
        envy = f"envy {self.envy}" if self.envy else ""
        return ", ".join(filter(None, (drawn, envy, self.read_as)))


class PostedTable(NamedTuple):
    """The table of a wager as it is posted, with the unit that all its pays are in, such as "to 1"."""

    wager: Wager
    code: str
    status: str
    unit: str
    rows: tuple[PostedRow, ...]

    @property
    def is_sample(self) -> bool:
        return self.status == "sample"

    @property
    def heads(self) -> tuple[str, ...]:
        """What its two columns are, where hands and pays do not say it themselves."""
        return LADDER_HEADS if self.wager.kind == "ladder" else ()

    def figure(self, row: PostedRow) -> str:
        """The pay alone, where the head of the table says its unit."""
        return row.pays.removesuffix(f" {self.unit}") if self.unit else row.pays


def posted_tables(configuration: Configuration) -> list[PostedTable]:
    """Every table on offer, in the order of the game's wagers; for one of thresholds, what is needed by players."""
    found = []
    for wager in configuration.rules.wagers:
        table: Paytable | Ladder | None = configuration.tables.get(wager.id) or configuration.ladders.get(wager.id)
        if table is not None:
            rows = tuple(posted_rows(configuration, wager.id))
            found.append(PostedTable(wager, table.id, table.status, _common_unit(configuration, wager, rows), rows))
    return found


def _common_unit(configuration: Configuration, wager: Wager, rows: tuple[PostedRow, ...]) -> str:
    if wager.kind == "jackpot":
        return f"for a wager of {dollars(configuration.fixed_stake(wager.id))}"
    ends = {row.pays.partition(" ")[2] for row in rows}
    return ends.pop() if len(ends) == 1 and wager.kind != "ladder" else ""


def posted_rows(configuration: Configuration, wager: str) -> Iterator[PostedRow]:
    """What a wager is paid at this table, row by row."""
    if wager in configuration.ladders:
        for rung in configuration.ladders[wager].rungs:
            yield PostedRow("", rung.label, f"{rung.players} player{'s' if rung.players > 1 else ''}")
        return
    table = configuration.tables[wager]
    setting = configuration.setting_for(table)
    readings = {
        other.event: f"as the house reads {table.id}: {other.value.replace('-', ' ')}"
        for other in configuration.read_otherwise(wager)
    }
    for row in table.at_wager(configuration.fixed_stake(wager)).rows:
        if not isinstance(row.pay, NoPay):
            yield PostedRow(
                row.event,
                posted_label(row.label, setting),
                _apart(describe_pay(row.pay)),
                tuple(describe_pay(pay) for pay in row.dynamic or () if isinstance(pay, Fixed)),
                "" if row.envy_cents is None else dollars(row.envy_cents),
                readings.get(row.event, ""),
            )


def _apart(pays: str) -> str:
    """A pay with its thousands apart, on whatever it is posted."""
    number, space, unit = pays.partition(" ")
    return f"{int(number):,}{space}{unit}" if number.isdecimal() else pays


@dataclass(frozen=True)
class Limits:
    """What may be wagered at the table, in cents: for the base wager, for bonus wagers, and what a table file says."""

    minimum: int | None = None
    maximum: int | None = None
    bonus_minimum: int = 100
    bonus_maximum: int = 10_000
    posted: Mapping[str, Limit] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for least, most in (self._base, (self.bonus_minimum, self.bonus_maximum)):
            if not 0 < least <= most:
                raise BadInput(
                    f"limits from {format_money(least)} to {format_money(most)}",
                    hint="a minimum above zero, and no more than the maximum",
                )

    @property
    def _base(self) -> tuple[int, int]:
        return 500 if self.minimum is None else self.minimum, 50_000 if self.maximum is None else self.maximum

    def of(self, wager: Wager) -> Limit:
        if wager.id in self.posted:
            return self.posted[wager.id]
        if wager.kind != "base":
            return Limit(self.bonus_minimum, self.bonus_maximum)
        if not wager.one_amount:
            return Limit(*self._base)
        amount = self.minimum or self.maximum or USUAL_AMOUNT
        if (self.maximum or amount) != amount:
            raise BadInput(
                f"{wager.title} from {format_money(amount)} to {format_money(self.maximum or 0)}: "
                "the house sets one amount",
                hint=f"the same minimum and maximum [{wager.cites[0]}]",
            )
        return Limit(amount, amount)

    def by_wager(self, configuration: Configuration) -> dict[str, Limit]:
        return {
            wager.id: self.of(wager)
            for wager in configuration.rules.wagers
            if wager.kind == "base" or (wager.kind == "bonus" and wager.id in configuration.tables)
        }

    def largest(self, configuration: Configuration) -> dict[str, int]:
        """The most that each wager on offer may be, in cents: what is posted, or a jackpot's fixed wager."""
        flat = self.by_wager(configuration) | dict(self.posted)
        jackpots = [wager for wager, table in configuration.tables.items() if table.is_jackpot]
        return {wager: limit.maximum for wager, limit in flat.items() if limit.maximum is not None} | {
            wager: configuration.fixed_stake(wager) for wager in jackpots
        }


def limit_rows(configuration: Configuration, limits: Limits) -> Iterator[tuple[str, str]]:
    """Every limit that a table posts, with the wagers it is of: side wagers with the same limit share a row."""
    flat = limits.by_wager(configuration) | dict(limits.posted)
    check_posted_limit(configuration, flat)
    shared: dict[str, list[str]] = {}
    for wager in configuration.rules.wagers:
        if wager.id in flat and wager.kind != "bonus":
            yield wager.title, limit_words(flat[wager.id])
        elif wager.id in flat:
            shared.setdefault(limit_words(flat[wager.id]), []).append(wager.title)
        elif wager.kind == "jackpot" and wager.id in configuration.tables:
            shared.setdefault(f"{dollars(configuration.fixed_stake(wager.id))}, fixed", []).append(wager.title)
    yield from ((_both(titles), words) for words, titles in shared.items())
    for name, aggregate in configuration.aggregates.items():
        of = "the most to one hand" if aggregate.by_hand else "all winners of a round together"
        yield f"{configuration.rules.wager(name).title}, {of}", dollars(aggregate.cents)


def limit_words(limit: Limit) -> str:
    """A posted limit, as players read it."""
    if limit.minimum == limit.maximum:
        return f"{dollars(limit.minimum)}, fixed"
    least = f"{dollars(limit.minimum)} to " if limit.minimum else "up to "
    words = f"{least}{dollars(limit.maximum)}" if limit.maximum is not None else f"from {dollars(limit.minimum)}"
    return f"{words}, steps of {dollars(limit.step)}" if limit.step > 1 else words


def posted_notices(configuration: Configuration) -> list[Notice]:
    """The words that the law prescribes for this table."""
    return [
        notice
        for notice in configuration.rules.notices
        if configuration.edition.id in notice.editions
        and (notice.id != "house-jackpot" or configuration.is_house_jackpot)
    ]


def sample_words(configuration: Configuration) -> str:
    """What a head says where a table of this configuration is not the maker's; empty where all are."""
    named = [table.wager.title for table in posted_tables(configuration) if table.is_sample]
    return f"Sample tables, not the maker's: {_both(named)}. Not for use on a live table." if named else ""
