"""What is posted at a table, in words: the rules in force, with the figures of the configuration in them.

A rule says in its data when it is posted and in which words (``rulebook.conditions``); a side wager that the book
describes as a game of its own brings its rules along. Nothing here knows a game: the words come from the book.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from croupier.cards.cards import SUIT_NAMES
from croupier.play.stakes import Limit
from croupier.rulebook.boosting import parse_draw
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.paytables import Paytable, label_for
from croupier.rulebook.rules import Rule
from croupier.units.money import dollars
from croupier.units.odds import format_odds

HEADINGS: Final = {
    "play": "How it is played",
    "ranking": "How hands rank",
    "bonus": "Bonus wagers",
    "jackpot": "Jackpots",
    "limits": "Choices of this table",
    "dealing": "The deal",
}


def posted_rules(configuration: Configuration, topic: str) -> list[tuple[Rule, str]]:
    """The rules of one topic that this table posts, each with its words."""
    figures = figures_of(configuration)
    return [
        (rule, _of_whom(configuration, rule) + _words(rule).format_map(figures))
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
    concerns, features, words = rule.posting
    if words == "" or (rule in configuration.rules.rules and configuration.edition.id not in rule.editions):
        return False
    if concerns or features or rule.topic in ("bonus", "jackpot"):
        return any(_is_chosen(configuration, rule, wager) for wager in _wagers_of(configuration, rule))
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


def _is_chosen(configuration: Configuration, rule: Rule, wager: str) -> bool:
    """Under the choice made for this wager: two jackpots of one layout may have two."""
    when = rule.when
    while when:
        if not when.allows(configuration.choice(when.key, wager)):
            return False
        when = when.also
    return True


def _of_whom(configuration: Configuration, rule: Rule) -> str:
    """The jackpots that a rule is about, where the house has chosen another rule for the others."""
    able = _wagers_of(configuration, rule) if rule.topic == "jackpot" and rule.when else []
    chosen = [wager for wager in able if _is_chosen(configuration, rule, wager)]
    return f"{_both([configuration.rules.wager(wager).title for wager in chosen])}: " if chosen != able else ""


class _Figures(dict[str, str]):
    """Words by name; what the configuration does not have is not needed by a rule that is posted."""

    def __missing__(self, name: str) -> str:
        return f"({name})"


def figures_of(configuration: Configuration) -> dict[str, str]:
    """What may be in braces in posted words: every key's value, and figures of the tables on offer."""
    values = configuration.values
    figures = _Figures({name: value.replace(":", " to ") for name, value in values.items()})
    figures["unit"] = _unit(configuration)
    figures["suit"] = SUIT_NAMES[SUIT_NAMES.index(values["suit"])] if values.get("suit") in SUIT_NAMES else ""
    figures["limit"] = _limit(configuration)
    capped = [f"the {configuration.rules.wager(name).title}" for name in configuration.aggregates]
    figures["capped"] = " and, counted apart, on ".join(capped)
    figures["jackpot_title"] = "House Jackpot" if configuration.is_house_jackpot else "jackpot"
    figures["jackpot_name"] = "House Jackpot" if configuration.is_house_jackpot else "progressive"
    figures["multiplied"] = _multiplied(configuration)
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


def _limit(configuration: Configuration) -> str:
    """The posted maximum; where wagers have their own, each by its name."""
    posted = {configuration.rules.wager(name).title: each.cents for name, each in configuration.aggregates.items()}
    if len(set(posted.values())) < 2:
        return next((dollars(cents) for cents in posted.values()), "")
    return " and ".join(f"{dollars(cents)} ({title})" for title, cents in posted.items())


def _multiplied(configuration: Configuration) -> str:
    """Which pays of the jackpots on offer are for the fixed wager: those that their tables have."""
    features = {name for table in configuration.tables.values() if table.is_jackpot for name in table.features}
    named = (("fixed", "dollar pays"), ("envy", "envy pays"), ("dynamic", "dynamic pays"))
    return _both([words for feature, words in named if feature in features] or ["dollar pays"]).capitalize()


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


def limit_words(limit: Limit) -> str:
    """A posted limit, as players read it."""
    least = f"{dollars(limit.minimum)} to " if limit.minimum else "up to "
    words = f"{least}{dollars(limit.maximum)}" if limit.maximum is not None else f"from {dollars(limit.minimum)}"
    return f"{words}, steps of {dollars(limit.step)}" if limit.step > 1 else words
