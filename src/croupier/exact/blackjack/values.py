"""Blackjack's value in the form of every base game's: figures with their error bound, and the pocket chart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from croupier.exact.blackjack.basic_strategy import HARD, SOFT, BasicStrategy, Box, basic_strategy
from croupier.exact.blackjack.hands import BlackjackGame
from croupier.exact.blackjack.lattice import ACE, HARD_POINTS, VALUES
from croupier.exact.blackjack.resplits import SPLIT_WORDS
from croupier.exact.blackjack.swings import average_wagered, swing_of
from croupier.exact.blackjack.true_counts import insurance
from croupier.exact.blackjack.whole import ERROR_BOUND, WholeGame, solve_whole
from croupier.exact.result import FactTable, Moments, Result

_LETTERS: Final = {"stand": "S", "hit": "H", "double": "D", "surrender": "R"}
_MEANINGS: Final = {
    "H": "hit",
    "S": "stand",
    "P": "split",
    "Dh": "double; hit where a double is not allowed",
    "Ds": "double; stand where a double is not allowed",
    "Rh": "surrender; hit where that is not allowed",
    "Rs": "surrender; stand where that is not allowed",
    "Rp": "surrender; split where that is not allowed",
}
"""Every letter that a box of the chart may hold."""


def card_word(place: int) -> str:
    """A card's value as charts print it."""
    return "A" if place == ACE else str(HARD_POINTS[place])


def whole_value(game: BlackjackGame, post_split: str) -> Result:
    """The game under the best play by composition, split hands by a named strategy."""
    solved = solve_whole(game, post_split)
    behind = insurance(game)
    facts = {
        "post_split": post_split,
        "by_up_card": {card_word(up): f"{solved.against(up):.12f}" for up in solved.choices},
        "insurance": {"expectation": f"{float(behind.expectation):.12f}", "fraction": str(behind.expectation)},
        "first_hands": [_hand_record(solved, one, other, up) for up in solved.choices for one, other in _pairs()],
    }
    rows = tuple((card_word(up), f"{100 * solved.against(up):.6f}") for up in solved.choices)
    return Result(
        game.configuration,
        game.base_wager,
        moments=Moments(solved.expectation, swing_of(game, solved).variance, average_wagered(game, solved)),
        error=ERROR_BOUND,
        basis=f"best play by composition from a fresh shoe; split hands by {post_split}: {SPLIT_WORDS[post_split]}",
        tables=(FactTable(rows, ("up-card", "expectation, %")),),
        facts=facts,
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


def chart_value(game: BlackjackGame) -> Result:
    """Basic strategy by totals, and what it costs."""
    chart = basic_strategy(game)
    swing = swing_of(game, chart.game)
    ups = [card_word(up) for up in chart.game.choices]
    rows = chart_rows(chart)
    met = {box for boxes in rows.values() for box in boxes}
    letters = {letter: words for letter, words in _MEANINGS.items() if letter in met}
    facts = {
        "cost": f"{chart.cost:.12f}",
        "by_composition": f"{chart.by_composition.expectation:.12f}",
        "chart": {name: dict(zip(ups, boxes, strict=True)) for name, boxes in rows.items()},
        "key": ", ".join(f"{letter} {words}" for letter, words in letters.items()),
    }
    tables = (
        *(FactTable(_joined(rows, kind), (kind, *ups)) for kind in ("hard", "soft", "pair")),
        FactTable(tuple(letters.items()), ("letter", "what to do")),
    )
    return Result(
        game.configuration,
        game.base_wager,
        moments=Moments(chart.expectation, swing.variance, average_wagered(game, chart.game)),
        error=ERROR_BOUND,
        basis="basic strategy by totals: the dealer's up-card above, the player's hand at the left",
        tables=tables,
        facts=facts,
    )


def _joined(rows: Mapping[str, tuple[str, ...]], kind: str) -> tuple[tuple[str, ...], ...]:
    """The rows of one kind; totals in a row that are played alike share a line."""
    found: list[tuple[str, str, tuple[str, ...]]] = []
    for name, boxes in rows.items():
        if name.startswith(kind):
            count = name.removeprefix(kind).strip()
            if found and found[-1][2] == boxes and kind != "pair":
                found[-1] = (found[-1][0], count, boxes)
            else:
                found.append((count, count, boxes))
    return tuple((low if low == high else f"{low} to {high}", *boxes) for low, high, boxes in found)


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
            letters = {"split": "P", "surrender": "Rp", "total": _as_total(chart, pair, up)}
            first, _, then = play.partition(", else ")
            boxes.append(letters.get(play) or _box(Box(first, then or first)))
        rows[f"pair {card_word(pair)},{card_word(pair)}"] = tuple(boxes)
    return rows


def _box(box: Box) -> str:
    first = _LETTERS[box.first]
    return first if box.first == box.then else first + _LETTERS[box.then].lower()


def _as_total(chart: BasicStrategy, pair: int, up: int) -> str:
    """What a pair that is not split does by its total; two aces and two twos have none on the chart, and hit."""
    count = next((each for each in HARD if each.total == 2 * HARD_POINTS[pair] and pair != ACE), None)
    return _box(chart.boxes[count, up]) if count else "H"
