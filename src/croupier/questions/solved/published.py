"""Figures that others have printed, beside our own: ``published.toml`` says who printed what of which configuration.
Whether two agree is found out each time: our figure is rounded to the digits that are printed. A figure of another
configuration, or one for which too little was solved, is not compared."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Final, Literal, NamedTuple

from croupier import catalogue
from croupier.cards.cards import parse_cards
from croupier.errors import CroupierError
from croupier.exact.distribution import Distribution
from croupier.exact.result import Result
from croupier.exact.showdown.solving import simpler_names
from croupier.questions.advantage import Audit
from croupier.questions.advise import advise_hand
from croupier.questions.solved.recorded import written_down
from croupier.questions.solved.solutions import base_configuration
from croupier.rulebook.configuration import Configuration
from croupier.units import square_root_text

Value = Fraction | str


@dataclass(frozen=True)
class Published:
    """One printed figure, and where it is printed."""

    spec: str
    wager: str
    figure: str
    printed: str
    source: str
    address: str = ""
    unit: str = ""
    of: str = ""  # What of: a hand, a sight, a way to play, an event; nothing for a figure of the whole wager.
    relation: Literal["equal", "below"] = "equal"
    any_table: bool = False  # Whether it is a figure of the cards and holds for every table that has the events.


Figure = Callable[[Published, Result, Sequence[Audit]], Value | None]


class Comparison(NamedTuple):
    """A printed figure and ours, to the same digits."""

    published: Published
    ours: str
    agrees: bool
    of: str  # What of, in words.

    @property
    def words(self) -> str:
        words, _ = FIGURES[self.published.figure]
        return f"{words}: {self.of}" if self.of else words


@cache
def published() -> tuple[Published, ...]:
    """Every printed figure, in the order of the file."""
    sources = written_down("published.toml", "sources", dict[str, dict[str, str]])
    figures = written_down("published.toml", "figures", tuple[Published, ...])
    return tuple(
        replace(each, source=sources[each.source]["title"], address=sources[each.source].get("address", ""))
        for each in figures
    )


def compare(results: Iterable[Result], audits: Sequence[Audit] = ()) -> list[Comparison]:
    """What is printed about these wagers, beside ours."""
    return [
        comparison
        for result in results
        for claim in published()
        if claim.wager == result.wager and _is_of(claim, result)
        for comparison in _compared(claim, result, audits)
    ]


def _is_of(claim: Published, result: Result) -> bool:
    configuration = result.configuration
    if claim.spec.partition("(")[0] != configuration.name:
        return False
    try:
        theirs = catalogue.configuration(claim.spec)
    except CroupierError:
        # A table of the operator's own may be in the place of the printed one.
        return False
    if result.is_base:
        return _base_name(theirs) == _base_name(configuration)
    own, other = configuration.tables[result.wager], theirs.tables[result.wager]
    if claim.any_table:
        events = {row.row.event for row in result.counted.rows}
        return own.family == other.family and events.issuperset(claim.of.split(" + "))
    return own.rows == other.rows and configuration.setting_for(own) == theirs.setting_for(other)


def _base_name(configuration: Configuration) -> str:
    return str(base_configuration(configuration))


def _compared(claim: Published, result: Result, audits: Sequence[Audit]) -> Iterator[Comparison]:
    _, find = FIGURES[claim.figure]
    value = find(claim, result, audits)
    if isinstance(value, str):
        yield Comparison(claim, value, value == claim.printed, claim.of)
    elif value is not None:
        value *= 100 if claim.unit == "%" else 1
        ours = rounded(value, claim.printed)
        agrees = ours == claim.printed if claim.relation == "equal" else value < Fraction(claim.printed)
        yield Comparison(claim, ours, agrees, _of_words(claim, result))


def _of_words(claim: Published, result: Result) -> str:
    """Events by what their rows are called, and a simpler way to play by what the sheet calls it."""
    if claim.figure == "simple_edge":
        return simpler_names(result)[claim.of][0]
    if claim.figure != "combinations" or result.is_base:
        return claim.of
    labels = {row.row.event: row.label for row in result.counted.rows}
    return " + ".join(labels[event] for event in claim.of.split(" + "))


def rounded(value: Fraction, like: str) -> str:
    """A value to the decimal places of a printed figure.

    >>> rounded(Fraction(-2, 3), "-0.667"), rounded(Fraction(175), "175")
    ('-0.667', '175')
    """
    places = len(like.partition(".")[2])
    scaled = round(abs(value) * 10**places)
    whole, rest = divmod(scaled, 10**places)
    return f"{'-' if value < 0 and scaled else ''}{whole}" + (f".{rest:0{places}d}" if places else "")


def _counted(figure: Callable[[Distribution], Fraction]) -> Figure:
    """A figure of a wager whose outcomes are counted."""
    return lambda _each, result, _audits: None if result.counts is None else figure(result.counts)


def _deviation(counts: Distribution) -> Fraction:
    # Far more digits than are ever printed, so that they round as the root itself does.
    return Fraction(square_root_text(counts.variance, 40))


def _simple_edge(claim: Published, result: Result, _audits: Sequence[Audit]) -> Value | None:
    simple = result.simple.get(claim.of)
    return simple.house_edge if simple else None


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


def _worth_of_playing(claim: Published, result: Result, _audits: Sequence[Audit]) -> Value | None:
    return advise_hand(result.configuration, parse_cards(claim.of)).asked.worths[-1].value


def _share_of_hands(claim: Published, result: Result, _audits: Sequence[Audit]) -> Value | None:
    first, _, last = claim.of.partition(" to ")
    places = {row.words: at for at, row in enumerate(result.chart)}
    if first not in places or last not in places:
        return None
    hands = sum(row.hands for row in result.chart[places[first] : places[last] + 1])
    return Fraction(hands, sum(row.hands for row in result.chart))


def _combinations(claim: Published, result: Result, _audits: Sequence[Audit]) -> Value | None:
    if result.is_base:
        return None
    counts = {row.row.event: row.count for row in result.counted.rows}
    return Fraction(sum(counts[event] for event in claim.of.split(" + ")))


def _envy_worth(_each: Published, result: Result, _audits: Sequence[Audit]) -> Value | None:
    jackpot = result.jackpot
    if jackpot is None:
        return None
    return (jackpot.break_even_cents(0, {}) - jackpot.break_even_cents(1, {})) / 100


def _sight(claim: Published, _result: Result, audits: Sequence[Audit]) -> Value | None:
    seen = next((audit for audit in audits if list(audit.sees) == [claim.of] and audit.method == "exact"), None)
    return Fraction(seen.expectation) if seen else None


FIGURES: Final[dict[str, tuple[str, Figure]]] = {
    "house_edge": ("House edge", _counted(lambda counts: counts.house_edge)),
    "return": ("Return", _counted(lambda counts: 1 + counts.expectation)),
    "element_of_risk": ("Element of risk", _counted(lambda counts: counts.element_of_risk)),
    "hit_frequency": ("Hit frequency", _counted(lambda counts: counts.hit_frequency)),
    "standard_deviation": ("Standard deviation", _counted(_deviation)),
    "simple_edge": ("House edge of a simpler play", _simple_edge),
    "lowest_played": ("Lowest hand to play, by class", _lowest_played),
    "worth_of_playing": ("Worth of playing on", _worth_of_playing),
    "share_of_hands": ("Share of all hands", _share_of_hands),
    "combinations": ("Combinations", _combinations),
    "meter_worth_of_an_envy_player": ("What another player takes off the break-even meter", _envy_worth),
    "expectation_of_sight": ("Player's expectation on seeing", _sight),
}
"""What each kind of figure is called, and how it is found; None where it was not solved."""
