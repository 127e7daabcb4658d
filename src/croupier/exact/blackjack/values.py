"""Blackjack's value as every base game's is told: figures with their bound, and the chart for the pocket."""

from __future__ import annotations

from typing import Final

from croupier.exact.blackjack.basic_strategy import HARD, SOFT, BasicStrategy, Box, basic_strategy
from croupier.exact.blackjack.hands import BlackjackGame
from croupier.exact.blackjack.lattice import ACE, HARD_POINTS, VALUES
from croupier.exact.blackjack.resplits import CDZ
from croupier.exact.blackjack.swings import average_wagered, swing_of
from croupier.exact.blackjack.true_counts import insurance
from croupier.exact.blackjack.whole import ERROR_BOUND, WholeGame, solve_whole
from croupier.exact.solver import FactTable, Valued

_LETTERS: Final = {"stand": "S", "hit": "H", "double": "D", "surrender": "R", "split": "P"}
KEY: Final = "H hit, S stand, Dh double or else hit, Ds double or else stand, Rh Rs surrender or else, P split"


def card_word(place: int) -> str:
    """A card's value as charts print it."""
    return "A" if place == ACE else str(HARD_POINTS[place])


def whole_value(game: BlackjackGame, post_split: str) -> Valued:
    """The game under the best play by composition, split hands by a strategy that is named."""
    solved = solve_whole(game, post_split)
    # What a bet swings by is worked out for one strategy; the others differ from it in the sixth digit.
    usual = solved if post_split == CDZ else solve_whole(game)
    behind = insurance(game)
    facts = {
        "post_split": post_split,
        "by_up_card": {card_word(up): f"{solved.against(up):.12f}" for up in solved.choices},
        "insurance": {"expectation": f"{float(behind.expectation):.12f}", "fraction": str(behind.expectation)},
        "first_hands": [_hand_record(solved, one, other, up) for up in solved.choices for one, other in _pairs()],
    }
    rows = tuple((card_word(up), f"{100 * solved.against(up):.6f}") for up in solved.choices)
    return Valued(
        solved.expectation,
        ERROR_BOUND,
        swing_of(game, usual).variance,
        average_wagered(game, usual),
        f"best play by composition from a fresh shoe, split hands by {post_split}",
        (FactTable(rows, ("up-card", "expectation, %")),),
        facts,
    )


def _pairs() -> list[tuple[int, int]]:
    return [(one, other) for one in range(VALUES) for other in range(one, VALUES)]


def _hand_record(solved: WholeGame, one: int, other: int, up: int) -> dict[str, object]:
    hand = solved.hand(one, other, up)
    return {
        "cards": f"{card_word(one)} {card_word(other)}",
        "up": card_word(up),
        "probability": f"{hand.chance:.12f}",
        "best": hand.play,
        "values": {action: f"{value:.12f}" for action, value in hand.values.items()},
        "expectation": f"{hand.expectation:.12f}",
    }


def chart_value(game: BlackjackGame) -> Valued:
    """Basic strategy by totals, and what it costs."""
    chart = basic_strategy(game)
    swing = swing_of(game, chart.game)
    ups = [card_word(up) for up in chart.game.choices]
    facts = {
        "cost": f"{chart.cost:.12f}",
        "by_composition": f"{chart.by_composition.expectation:.12f}",
        "chart": {name: dict(zip(ups, boxes, strict=True)) for name, boxes in chart_rows(chart).items()},
        "key": KEY,
    }
    rows = chart_rows(chart)
    tables = tuple(
        FactTable(
            tuple((name.removeprefix(kind).strip(), *boxes) for name, boxes in rows.items() if name.startswith(kind)),
            (kind, *ups),
        )
        for kind in ("hard", "soft", "pair")
    )
    return Valued(
        chart.expectation,
        ERROR_BOUND,
        swing.variance,
        average_wagered(game, chart.game),
        f"basic strategy by totals; {KEY}",
        tables,
        facts,
    )


def chart_rows(chart: BasicStrategy) -> dict[str, tuple[str, ...]]:
    """The chart as it is printed: a row for each total and pair, a box for each up-card."""
    ups = list(chart.game.choices)
    rows = {
        f"{'soft' if count.soft else 'hard'} {count.total}": tuple(_box(chart.boxes[count, up]) for up in ups)
        for count in (*HARD, *SOFT)
    }
    for pair in range(VALUES):
        boxes = []
        for up in ups:
            play = chart.pairs[pair, up]
            boxes.append(_LETTERS[play] if play != "total" else _as_total(chart, pair, up))
        rows[f"pair {card_word(pair)},{card_word(pair)}"] = tuple(boxes)
    return rows


def _box(box: Box) -> str:
    first = _LETTERS[box.first]
    return first if box.first == box.then else first + _LETTERS[box.then].lower()


def _as_total(chart: BasicStrategy, pair: int, up: int) -> str:
    """What a pair that is not split does by its total; two aces and two twos have none on the chart, and hit."""
    count = next((each for each in HARD if each.total == 2 * HARD_POINTS[pair] and pair != ACE), None)
    return _box(chart.boxes[count, up]) if count else "H"
