"""Figures that others have printed, beside our own: ``published.toml`` says who printed what of which configuration.

Whether two agree is found out each time: our figure is rounded to the digits that are printed. A figure of another
configuration, or one for which too little was solved, is not compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final, Literal, NamedTuple

from croupier import catalogue
from croupier.cards.cards import parse_cards
from croupier.errors import CroupierError
from croupier.exact.result import Result
from croupier.rulebook.configuration import Configuration
from croupier.solving.advantage import Audit
from croupier.solving.advice import advise_hand
from croupier.solving.base_games import base_configuration
from croupier.solving.written_down import written_down
from croupier.units.chance import square_root_text

Value = Fraction | str


@dataclass(frozen=True)
class Published:
    """One printed figure, and where it is printed."""

    spec: str
    wager: str
    figure: str
    printed: str
    source: str
    address: str
    unit: str = ""
    of: str = ""
    """What of: a hand, a sight, a way to play, an event; nothing for a figure of the whole wager."""
    relation: Literal["equal", "below"] = "equal"
    any_table: bool = False
    """Whether it is a figure of the cards and holds for every table that has the events."""


class Comparison(NamedTuple):
    """A printed figure and ours, to the same digits."""

    published: Published
    ours: str
    agrees: bool
    of: str
    """What of, in words."""

    @property
    def words(self) -> str:
        """What the figure is."""
        words = WORDS[self.published.figure]
        return f"{words}: {self.of}" if self.of else words


@cache
def published() -> tuple[Published, ...]:
    """Every printed figure, in the order of the file."""
    data = written_down("published.toml")
    found = []
    for entry in data["figures"]:
        source = data["sources"][entry.pop("source")]
        found.append(Published(**entry, source=source["title"], address=source.get("address", "")))
    return tuple(found)


def compare(results: Iterable[Result], audits: Sequence[Audit] = ()) -> list[Comparison]:
    """What is printed about these wagers, beside ours."""
    return [
        comparison
        for result in results
        for each in published()
        if each.wager == result.wager and _is_of(each, result)
        for comparison in _compared(each, result, audits)
    ]


def _is_of(each: Published, result: Result) -> bool:
    configuration = result.configuration
    if each.spec.partition("(")[0] != configuration.name:
        return False
    try:
        theirs = catalogue.configuration(each.spec)
    except CroupierError:
        # A table of the operator's own may be in the place of the printed one.
        return False
    if result.is_base:
        return _base_name(theirs) == _base_name(configuration)
    own, other = configuration.tables[result.wager], theirs.tables[result.wager]
    if each.any_table:
        events = {row.row.event for row in result.counted.rows}
        return own.family == other.family and events.issuperset(each.of.split(" + "))
    return own.rows == other.rows and configuration.setting_for(own) == theirs.setting_for(other)


def _base_name(configuration: Configuration) -> str:
    return str(base_configuration(configuration))


def _compared(each: Published, result: Result, audits: Sequence[Audit]) -> Iterator[Comparison]:
    value = FIGURES[each.figure](each, result, audits)
    if isinstance(value, str):
        yield Comparison(each, value, value == each.printed, each.of)
    elif value is not None:
        value *= 100 if each.unit == "%" else 1
        ours = rounded(value, each.printed)
        agrees = ours == each.printed if each.relation == "equal" else value < Fraction(each.printed)
        yield Comparison(each, ours, agrees, _of_words(each, result))


def _of_words(each: Published, result: Result) -> str:
    """Events by what their rows are called."""
    if each.figure != "combinations" or result.is_base:
        return each.of
    labels = {row.row.event: row.label for row in result.counted.rows}
    return " + ".join(labels[event] for event in each.of.split(" + "))


def rounded(value: Fraction, like: str) -> str:
    """A value to the decimal places of a printed figure.

    >>> rounded(Fraction(-2, 3), "-0.667"), rounded(Fraction(175), "175")
    ('-0.667', '175')
    """
    places = len(like.partition(".")[2])
    scaled = round(abs(value) * 10**places)
    whole, rest = divmod(scaled, 10**places)
    return f"{'-' if value < 0 and scaled else ''}{whole}" + (f".{rest:0{places}d}" if places else "")


def _house_edge(_each: Published, result: Result, _audits: Sequence[Audit]) -> Value | None:
    return None if result.counts is None else result.counts.house_edge


def _return(_each: Published, result: Result, _audits: Sequence[Audit]) -> Value | None:
    return None if result.counts is None else 1 + result.counts.expectation


def _element_of_risk(_each: Published, result: Result, _audits: Sequence[Audit]) -> Value | None:
    return None if result.counts is None else result.counts.element_of_risk


def _hit_frequency(_each: Published, result: Result, _audits: Sequence[Audit]) -> Value | None:
    return None if result.counts is None else result.counts.hit_frequency


def _deviation(_each: Published, result: Result, _audits: Sequence[Audit]) -> Value | None:
    # Far more digits than are ever printed, so that they round as the root itself does.
    return None if result.counts is None else Fraction(square_root_text(result.counts.variance, 40))


def _simple_edge(each: Published, result: Result, _audits: Sequence[Audit]) -> Value | None:
    found = result.simple.get(each.of)
    return found.house_edge if found else None


def _lowest_played(_each: Published, result: Result, _audits: Sequence[Audit]) -> Value | None:
    """For a player who looks at the class alone: the first class from which none is folded."""
    if not result.chart:
        return None
    lowest = None
    for row in reversed(result.chart):
        # Where no hand of the class is best folded, neither is the class.
        if (
            any(option.hands and option.bet.action == "fold" for option in row.options)
            and row.best.bet.action == "fold"
        ):
            break
        lowest = row.words
    return lowest


def _worth_of_playing(each: Published, result: Result, _audits: Sequence[Audit]) -> Value | None:
    return advise_hand(result.configuration, parse_cards(each.of)).asked.worths[-1].value


def _share_of_hands(each: Published, result: Result, _audits: Sequence[Audit]) -> Value | None:
    first, _, last = each.of.partition(" to ")
    places = {row.words: at for at, row in enumerate(result.chart)}
    if first not in places or last not in places:
        return None
    hands = sum(row.hands for row in result.chart[places[first] : places[last] + 1])
    return Fraction(hands, sum(row.hands for row in result.chart))


def _combinations(each: Published, result: Result, _audits: Sequence[Audit]) -> Value | None:
    if result.is_base:
        return None
    counts = {row.row.event: row.count for row in result.counted.rows}
    return Fraction(sum(counts[event] for event in each.of.split(" + ")))


def _envy_worth(_each: Published, result: Result, _audits: Sequence[Audit]) -> Value | None:
    jackpot = result.jackpot
    if jackpot is None:
        return None
    return (jackpot.break_even_cents(0, {}) - jackpot.break_even_cents(1, {})) / 100


def _sight(each: Published, _result: Result, audits: Sequence[Audit]) -> Value | None:
    found = next((audit for audit in audits if list(audit.sees) == [each.of] and audit.method == "exact"), None)
    return Fraction(found.figures.expectation) if found else None


FIGURES: Final[dict[str, Callable[[Published, Result, Sequence[Audit]], Value | None]]] = {
    "house_edge": _house_edge,
    "return": _return,
    "element_of_risk": _element_of_risk,
    "hit_frequency": _hit_frequency,
    "standard_deviation": _deviation,
    "simple_edge": _simple_edge,
    "lowest_played": _lowest_played,
    "worth_of_playing": _worth_of_playing,
    "share_of_hands": _share_of_hands,
    "combinations": _combinations,
    "meter_worth_of_an_envy_player": _envy_worth,
    "expectation_of_sight": _sight,
}
"""How each kind of figure is found; None where it was not solved."""

WORDS: Final = {
    "house_edge": "House edge",
    "return": "Return",
    "element_of_risk": "Element of risk",
    "hit_frequency": "Hit frequency",
    "standard_deviation": "Standard deviation",
    "simple_edge": "House edge of a simpler play",
    "lowest_played": "Lowest hand to play, by class",
    "worth_of_playing": "Worth of playing on",
    "share_of_hands": "Share of all hands",
    "combinations": "Combinations",
    "meter_worth_of_an_envy_player": "What another player takes off the break-even meter",
    "expectation_of_sight": "Player's expectation on seeing",
}
