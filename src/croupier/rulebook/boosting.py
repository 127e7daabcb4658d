"""How dynamic pays are drawn: how many hands are boosted, which, and to which of their amounts (PPP App. D, P18).

The documents do not say; even chances are the reading, and an operator may state others, each as whole-number weights:
``3-2-1`` for the number alone, or ``number:3-2-1/hand:1-1-2-4/amount:5-4-3-2-1-1-1-1-1-1``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from croupier.errors import SpecError

EVENLY: Final = "uniform"
_WEIGHTS = re.compile(r"[0-9]{1,6}(-[0-9]{1,6}){0,9}")
_PARTS: Final = ("number", "hand", "amount")


class BoostDraw(NamedTuple):
    """The weights of a draw; an empty tuple stands for even chances."""

    numbers: tuple[int, ...] = ()
    """Of boosting one hand, two hands, and so on."""
    hands: tuple[int, ...] = ()
    """Of each hand that has dynamic pays, in the order of the table; hands are drawn one after the other."""
    amounts: tuple[int, ...] = ()
    """Of each of a hand's amounts, in the order of the table."""

    def for_table(self, hands: int, amounts: int) -> BoostDraw:
        """With even chances spelled out, for a table of this many hands and amounts."""
        return BoostDraw(
            self.numbers or (1,) * max(hands - 1, 1), self.hands or (1,) * hands, self.amounts or (1,) * amounts
        )

    def misfit(self, hands: int, amounts: int) -> str | None:
        """Why these weights do not fit a table, in words; None where they do."""
        if hands < 2:
            return "has no dynamic pays"
        for given, wanted, of in (
            (self.numbers, hands - 1, f"for 1 to {hands - 1} boosted hands"),
            (self.hands, hands, "for its boosted hands"),
            (self.amounts, amounts, "for a hand's amounts"),
        ):
            if given and len(given) != wanted:
                return f"takes {wanted} weights, {of}"
        return None

    def chances(self) -> tuple[Fraction, ...]:
        """That each hand is boosted in a round; for weights that were spelled out."""
        return _chances(self.numbers, self.hands)


@cache
def _chances(numbers: tuple[int, ...], weights: tuple[int, ...]) -> tuple[Fraction, ...]:
    """By the chance of every set of hands after one draw, two draws, and so on, without replacement."""
    chance = [Fraction()] * len(weights)
    sets: dict[frozenset[int], Fraction] = {frozenset(): Fraction(1)}
    for weight in numbers:
        following: dict[frozenset[int], Fraction] = {}
        for drawn, likely in sets.items():
            left = {hand: each for hand, each in enumerate(weights) if hand not in drawn}
            for hand, each in left.items():
                grown = drawn | {hand}
                following[grown] = following.get(grown, Fraction()) + likely * Fraction(each, sum(left.values()))
        sets = following
        for drawn, likely in sets.items():
            for hand in drawn:
                chance[hand] += likely * Fraction(weight, sum(numbers))
    return tuple(chance)


def read_draw(key: str, text: str, cites: Sequence[str] = ()) -> str:
    """The stated distribution in its canonical spelling; SpecError where it is none.

    >>> read_draw("dynamic_draw", "amount:01-2/number:3-2-1")
    'number:3-2-1/amount:1-2'
    >>> read_draw("dynamic_draw", "number:03-2-1")
    '3-2-1'
    """
    parts: dict[str, str] = {}
    for each in text.split("/") if ":" in text else [f"number:{text}"]:
        name, _, weights = each.partition(":")
        if name not in _PARTS or name in parts:
            raise SpecError(
                f"{key}={text[:60]}: '{name[:20]}' is not a further part of a draw",
                hint="number, hand and amount, each once: number:3-2-1/hand:1-1-2-4",
            )
        if not _WEIGHTS.fullmatch(weights):
            raise SpecError(f"{key}={text[:60]} is not a list of weights", hint="write whole numbers as in 3-2-1")
        if not all(map(int, weights.split("-"))):
            raise SpecError(
                f"{key}={text[:60]}: a weight of zero, where every posted pay must be possible [{'; '.join(cites)}]",
                hint="write whole numbers above zero, as in 3-2-1",
            )
        parts[name] = "-".join(str(int(weight)) for weight in weights.split("-"))
    if list(parts) == ["number"]:
        return parts["number"]
    return "/".join(f"{name}:{parts[name]}" for name in _PARTS if name in parts)


def parse_draw(text: str) -> BoostDraw:
    """A canonical spelling as weights."""
    if text == EVENLY:
        return BoostDraw()
    parts = dict(each.split(":") for each in text.split("/")) if ":" in text else {"number": text}
    numbers, hands, amounts = (tuple(map(int, parts[name].split("-"))) if name in parts else () for name in _PARTS)
    return BoostDraw(numbers, hands, amounts)


def draws_a_round(draw: BoostDraw, options: int) -> int:
    """Into how many equally likely draws a round is cut so that every pay falls on a whole number of them."""
    chances = draw.chances()
    if len(set(chances)) == 1 and len(set(draw.amounts)) == 1:
        return chances[0].denominator * options
    whole = sum(draw.amounts)
    parts = [chance * Fraction(weight, whole) for chance in chances for weight in draw.amounts]
    return math.lcm(*(each.denominator for each in (*chances, *parts)))
