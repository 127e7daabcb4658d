"""How to play a base game, as a page and as a card for the pocket."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from croupier.exact.result import PlayRow, Result
from croupier.exact.showdown.solving import SIMPLE
from croupier.handbook.page.blocks import Block, Document, Group, Section, Words, grid_of, page_of
from croupier.handbook.page.figures import fixed, percent
from croupier.solving.figures import notes
from croupier.solving.plays import Stretch, stretches, stretches_by_class
from croupier.units.chance import percent_text

FOLD_OR_ONE_BET: Final = 2
"""Choices of a hand in a game with one amount to put up."""
NEVER_FOLD: Final = "never fold"


def simpler_ways(result: Result) -> tuple[Block, ...]:
    """What simpler ways to play cost, and what each of them is."""
    names = {name: (name, SIMPLE.get(name, "")) for name in result.simple}
    if result.chart and all(len(row.options) <= FOLD_OR_ONE_BET for row in result.chart):
        # The smallest amount is also the largest, so the better of the two is the best play.
        names = {"by class": names["by class"], "smallest on every hand": (NEVER_FOLD, "bet on every hand")}
    rows = [
        (told, f"{percent(result.simple[name].house_edge, 4)} %", fixed(result.cost(name), 8))
        for name, (told, _) in names.items()
    ]
    words = tuple(Words(f"{told}: {meaning}.") for told, meaning in names.values() if meaning)
    return grid_of(("a simpler way to play", "house edge", "costs"), rows, numbers=(1, 2)), Group(words)


def strategy_page(result: Result) -> Document:
    """The chart in as few lines as possible, best hands first; in words if there is no chart by class."""
    if result.plays:
        return _plays_page(result)
    rows = []
    for stretch in reversed(stretches(result.chart)):
        low, high = stretch.rows[0].words, stretch.rows[-1].words
        if stretch.best is None:
            shares = [
                f"{name} on {percent(Fraction(hands, stretch.hands), 4)} %"
                for name, hands in stretch.hands_by_bet.items()
            ]
            what = "by its other cards: " + ", ".join(shares)
        else:
            what = stretch.best
        rows.append((low if low == high else f"{high}  to  {low}", f"{stretch.hands:,}", what))
    return page_of(
        f"{result.configuration}: how to play {result.wager}",
        (
            grid_of(("hand", "hands", "best"), rows, numbers=(1,)),
            Words(f"house edge {percent_text(result.distribution.house_edge)}"),
            *simpler_ways(result),
            Words(f"{result.method}; rulebook {result.configuration.rulebook_hash}"),
        ),
    )


def strategy_card(result: Result) -> Document:
    """The same on a pocket card: only what a player can do."""
    if result.moments is not None:
        return _value_card(result)
    rules = result.configuration.rules
    if result.plays:
        rows = [(f"{row.question}: {row.hand}", _usual(row)) for row in result.plays]
    else:
        rows = [_card_row(stretch) for stretch in reversed(stretches_by_class(result.chart))]
    title = rules.wager(result.wager).title
    told = [Words(f"House edge {percent(result.distribution.house_edge, 4)} % of the {title}, by best play.")]
    if not result.plays and any(not row.is_settled for row in result.chart):
        card = result.simple["by class"].house_edge
        told = [
            Words(
                f"House edge {percent(card, 4)} % of the {title} by this card; "
                f"{percent(result.distribution.house_edge, 4)} % by best play."
            ),
            Words("* A few of these hands do better otherwise, by their other cards.", "note"),
        ]
    asked = "--round FILE" if result.plays else rules.name
    if result.plays:
        told.append(
            Words("A percentage is a share of the deals that the line describes; the other cards decide.", "note")
        )
        told += [Words(f"{note[0].upper()}{note[1:]}.", "note") for note in notes(result)]
    more = f"croupier advise {asked} says what each decision is worth with one hand; {result.method} figures."
    blocks: tuple[Block, ...] = (grid_of(("You hold", "Do this"), rows), *told, Words(more, "note"))
    foot = f"{result.configuration} · rulebook {result.configuration.rulebook_hash[:16]}"
    return Document(rules.title, (Section("", blocks),), "How to play", (), foot)


def _card_row(stretch: Stretch) -> tuple[str, str]:
    low, high = stretch.rows[0].words, stretch.rows[-1].words
    mark = "" if all(row.is_settled for row in stretch.rows) else " *"
    return low if low == high else f"{low}, to {high}", f"{stretch.best}{mark}"


def _usual(row: PlayRow) -> str:
    """What is best: always, or in most of the deals that these words describe."""
    name, count = max(row.best.items(), key=lambda each: each[1])
    share = Fraction(count, sum(row.best.values()))
    return name if share == 1 else f"{name} in {percent(share, 1)} %"


def _plays_page(result: Result) -> Document:
    rows = [(row.question, row.hand, _usual(row)) for row in result.plays]
    told = []
    if any(len(row.best) > 1 for row in result.plays):
        share = (
            "where a share is given the other cards decide: croupier advise --round FILE says what is best with them"
        )
        told.append(Words(f"{share}.", "note"))
    told += [Words(f"{note}.", "note") for note in notes(result)]
    return page_of(
        f"{result.configuration}: how to play {result.wager}",
        (
            grid_of(("question", "hand", "best"), rows),
            Words(f"house edge {percent_text(result.distribution.house_edge)} by best play"),
            *told,
            Words(f"{result.method}; rulebook {result.configuration.rulebook_hash}"),
        ),
    )


def _value_card(found: Result) -> Document:
    """The tables of a game that is valued, on a card that fits a pocket."""
    configuration, rules = found.configuration, found.configuration.rules
    tables = tuple(grid_of(each.columns or (), each.rows) for each in found.tables)
    edge = f"House edge {100 * found.house_edge:.4f} % of the {rules.wager(found.wager).title} by this card."
    if "cost" in found.facts:
        edge += f" It costs {100 * float(found.facts['cost']):.4f} % against play by every card."
    words = (Words(f"{found.basis[0].upper()}{found.basis[1:]}.", "note"), Words(edge))
    foot = f"{configuration} · rulebook {configuration.rulebook_hash[:16]}"
    return Document(rules.title, (Section("", (*tables, *words)),), "How to play", (), foot)
