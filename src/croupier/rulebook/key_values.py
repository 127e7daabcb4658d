"""What may be chosen for a key, by its kind, in the one spelling that a configuration string keeps.

Two kinds have a grammar of their own. A posted aggregate maximum (K28, T11) is the most that a round or a hand pays on
one flat bonus wager: an amount alone is that of every wager that the document's note is about. Dynamic pays are drawn
by whole-number weights (PPP App. D, P18): how many hands are boosted, which, and to which of their amounts.
"""

import math
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from croupier.cards.cards import RANK_LETTERS, parse_rank, parse_suit
from croupier.errors import SpecError, UnknownName
from croupier.rulebook.rules import Key
from croupier.units import format_money, parse_money

LIMIT, SCOPE, APPROVAL = "aggregate_limit", "aggregate_scope", "aggregate_approval"
NONE = "none"


class Aggregate(NamedTuple):
    """The posted maximum of one wager."""

    cents: int
    by_hand: bool  # For each hand; otherwise for all winners of a round together.

    @property
    def of(self) -> str:
        return "a hand" if self.by_hand else "a round"


def read_amounts(key: str, text: str) -> str:
    """An amount, or amounts by wager, in their canonical spelling.

    >>> read_amounts("aggregate_limit", "straight_flush:20000/straight:5000")
    'straight:5000.00/straight_flush:20000.00'
    """
    if ":" not in text:
        return _amount(key, text)
    parts = [each.partition(":") for each in text.split("/")]
    names = [name for name, _, _ in parts]
    for name, colon, _ in parts:
        if not colon or not name or names.count(name) > 1:
            raise SpecError(f"{key}={text[:60]}: each wager once, with its amount", hint=f"as in {key}=straight:5000")
    return "/".join(sorted(f"{name}:{_amount(key, amount)}" for name, _, amount in parts))


def _amount(key: str, text: str) -> str:
    cents = parse_money(text, key)
    if cents == 0:
        raise SpecError(f"{key}={text}: must be above zero", hint=f"as in {key}=5.00")
    return format_money(cents)


def aggregates(values: Mapping[str, str], limited: tuple[str, ...]) -> dict[str, Aggregate]:
    """By wager on offer, what the house has posted; empty where it has posted nothing."""
    text = values.get(LIMIT, NONE)
    if text == NONE:
        return {}
    by_hand = values.get(SCOPE) == "per-hand"
    if ":" not in text:
        return {wager: Aggregate(parse_money(text), by_hand) for wager in limited}
    own = dict(each.split(":") for each in text.split("/"))
    return {wager: Aggregate(parse_money(own[wager]), by_hand) for wager in limited if wager in own}


def named_wagers(values: Mapping[str, str]) -> list[str]:
    """The wagers that the choice itself names; none where one amount serves all."""
    text = values.get(LIMIT, NONE)
    return [each.partition(":")[0] for each in text.split("/")] if ":" in text else []


EVENLY: Final = "uniform"
_WEIGHTS = re.compile(r"[0-9]{1,6}(-[0-9]{1,6}){0,9}")
_PARTS: Final = ("number", "hand", "amount")


class BoostDraw(NamedTuple):
    """The weights of a draw; an empty tuple stands for even chances."""

    numbers: tuple[int, ...] = ()  # Of boosting one hand, two hands, and so on.
    hands: tuple[int, ...] = ()
    """Of each hand that has dynamic pays, in the order of the table; hands are drawn one after the other."""
    amounts: tuple[int, ...] = ()  # Of each of a hand's amounts, in the order of the table.

    def for_table(self, hands: int, amounts: int) -> "BoostDraw":
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


def canonical_value(key: Key, text: str) -> str:
    """A value as it was typed, in its canonical spelling; an error that names the key where it is none."""
    if text == key.default:
        return text
    match key.kind:
        case "choice" if len(key.values) == 1:
            raise SpecError(
                f"{key.id}={text[:60]}: the text says {key.default} [{'; '.join(map(str, key.cites))}]",
                hint=f"leave {key.id} out",
            )
        case "choice" | "integer" if text not in key.values:
            known = key.left_by(key.editions)
            raise UnknownName(f"value of {key.id}", text, known, note=f"known: {', '.join(known)}")
        case "amount":
            return _amount(key.id, text)
        case "amounts":
            return read_amounts(key.id, text)
        case "reference":
            if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9.#-]{1,39}", text):
                raise SpecError(
                    f"{key.id}={text[:60]} is not a reference", hint="letters, digits and hyphens: WSGC-3151"
                )
            return text
        case "suit":
            return key.values[parse_suit(text)]
        case "ranks":
            ranks = sorted((parse_rank(each) for each in text.split("/")), reverse=True)
            if len(set(ranks)) < len(ranks):
                raise SpecError(f"ranks={text} names a rank twice", hint="the chosen ranks must differ")
            return "/".join(RANK_LETTERS[rank - 2] for rank in ranks)
        case "weights":
            return read_draw(key.id, text, [str(cite) for cite in key.cites])
        case _:
            return text
