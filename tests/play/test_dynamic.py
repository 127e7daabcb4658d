"""Dynamic pays: the draw's exact distribution by trying every answer of the source, and when it happens."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from croupier import catalogue
from croupier.cards.shuffle import SeededSource
from croupier.errors import RoundError
from croupier.exact.counting.jackpots import boosts_of
from croupier.play.dynamic import Boosted, check_dynamic, draw_dynamic, draw_for_round, dynamic_pays
from croupier.play.game import Draw
from croupier.play.round import Round
from croupier.rulebook.key_values import BoostDraw, parse_draw
from croupier.rulebook.rules import Paytable
from croupier.units import Fixed

D01 = catalogue.book().paytable("PT-PRG-PP-D01")
D02 = catalogue.book().paytable("PT-PRG-PP-D02")
SPEC = "blackjack(decks=6, perfect_pairs=PT-PRG-PP-D01)"


class Script:
    """A source that gives the answers it was told to, then zeros, and remembers how many there were to choose from."""

    def __init__(self, answers: Sequence[int]) -> None:
        self.answers = list(answers)
        self.asked: list[int] = []

    def below(self, n: int) -> int:
        self.asked.append(n)
        place = len(self.asked) - 1
        return self.answers[place] if place < len(self.answers) else 0

    def bits(self, k: int) -> int:
        raise AssertionError("a draw of pays needs no raw bits")


def distribution(table: Paytable, weights: Sequence[int] | None = None) -> dict[frozenset[tuple[str, int]], Fraction]:
    """The chance of every outcome: all answers of the source, each as likely as another at its turn."""
    found: Counter[frozenset[tuple[str, int]]] = Counter()
    answers: list[int] | None = []
    while answers is not None:
        source = Script(answers)
        boosted = draw_dynamic(source, table, BoostDraw(tuple(weights or ())))
        given = answers + [0] * (len(source.asked) - len(answers))
        found[frozenset(boosted.items())] += Fraction(1, math.prod(source.asked))  # type: ignore[assignment]
        answers = following(given, source.asked)
    return {outcome: Fraction(chance) for outcome, chance in found.items()}


def following(answers: list[int], asked: list[int]) -> list[int] | None:
    """The next list of answers in order, like the next number on a counter; None after the last."""
    for place in reversed(range(len(asked))):
        if answers[place] + 1 < asked[place]:
            return [*answers[:place], answers[place] + 1]
    return None


def with_options(table: Paytable, options: int) -> Paytable:
    rows = tuple(replace(row, dynamic=row.dynamic[:options]) if row.dynamic else row for row in table.rows)
    return replace(table, rows=rows)


@pytest.mark.parametrize(
    ("table", "options", "weights"),
    [
        (D01, 10, None),
        (D01, 3, (3, 2, 1)),
        (D01, 3, (0, 0, 1)),
        (D01, 2, (0, 5, 0)),
        (D02, 2, None),
        (D02, 1, (1, 2, 3, 4)),
    ],
)
def test_the_draw_has_exactly_the_stated_distribution(
    table: Paytable, options: int, weights: tuple[int, ...] | None
) -> None:
    table = with_options(table, options)
    hands = dynamic_pays(table)
    assert len(hands) == (4 if table.id == D01.id else 5)
    chances = distribution(table, weights)
    assert sum(chances.values()) == 1
    shares = weights or (1,) * (len(hands) - 1)
    outcomes = 0
    for number, share in enumerate(shares, 1):
        own = {outcome: chance for outcome, chance in chances.items() if len(outcome) == number}
        assert sum(own.values()) == Fraction(share, sum(shares))
        if share:
            # Every set of this many hands, each with every combination of its own pays, and all alike.
            ways = math.comb(len(hands), number) * options**number
            assert len(own) == ways
            assert set(own.values()) == {Fraction(share, sum(shares) * ways)}
        outcomes += len(own)
    assert outcomes == len(chances)
    assert all(cents in hands[event] for outcome in chances for event, cents in outcome)


def test_the_pays_are_listed_in_the_order_of_the_table() -> None:
    order = list(dynamic_pays(D02))
    for seed in range(50):
        boosted = list(draw_dynamic(SeededSource(seed), D02))
        assert boosted == sorted(boosted, key=order.index)


def test_a_draw_follows_the_operators_weights() -> None:
    game = catalogue.load("blackjack(decks=6, perfect_pairs=PT-PRG-PP-D01, dynamic_draw=1-999998-1)")
    source = SeededSource("weights")
    assert {len(draw_for_round(source, game)) for _ in range(50)} == {2}


def test_a_table_without_dynamic_pays_asks_nothing_of_the_source() -> None:
    source = Script(())
    assert draw_for_round(source, catalogue.load("blackjack(decks=6, perfect_pairs=PT-PRG-PP-03)")) == {}
    assert source.asked == []


def test_every_draw_is_accepted_in_a_record() -> None:
    for name in ("D01", "D02", "D03", "D04", "D05"):
        game = catalogue.load(f"blackjack(decks=8, perfect_pairs=PT-PRG-PP-{name})")
        for seed in range(100):
            check_dynamic(game, draw_for_round(SeededSource(seed), game))


@pytest.mark.parametrize(
    ("boosted", "words"),
    [
        ({}, "dynamic rounds carry dynamic"),
        ({"perfect_pair": 400}, "not a dynamic pay"),
        ({"mixed_pair": 500}, "has no dynamic pays"),
        ({"perfect_three_of_a_kind": 15000, "perfect_top": 7500, "perfect_pair": 600, "colored_pair": 300}, "4 hands"),
    ],
)
def test_what_no_draw_gives_is_refused(boosted: Boosted, words: str) -> None:
    with pytest.raises(RoundError, match=words):
        check_dynamic(catalogue.load(SPEC), boosted)


def test_a_round_draws_its_pays_after_the_bets_and_before_the_first_card() -> None:
    game = catalogue.load(SPEC)
    wagers = {seat: {"bet": "10.00", "perfect_pairs": "1.00"} for seat in (1, 2)}
    rounds = [Round.start(game, wagers, seed=seed) for seed in (1, 1, 2)]
    assert rounds[0].dynamic == rounds[1].dynamic != rounds[2].dynamic
    with pytest.raises(RoundError, match="parts of a cent"):
        Round.start(game, {1: {"bet": "10.01"}}, seed=1)

    def no_cards(draw: Draw) -> tuple[()]:
        raise AssertionError(f"{draw.slot} was dealt to before the pays were known")

    with pytest.raises(RoundError, match="dynamic rounds carry dynamic"):
        Round(game, rounds[0].state, no_cards)


def test_a_table_may_draw_the_pays_itself() -> None:
    shown = {"colored_pair": 2000}
    played = Round.start(catalogue.load(SPEC), {1: {"bet": "10.00"}}, dynamic=shown)
    assert played.dynamic == shown


def test_a_distribution_by_number_hand_and_amount_is_drawn_and_solved_alike() -> None:
    """The chance of each hand and amount, from every answer of the source and from the exact engine."""
    table = D01
    hands = [row.event for row in table.rows if row.dynamic]
    weights = "-".join(map(str, range(1, len(hands) + 1)))
    stated = f"number:2-1{'-1' * (len(hands) - 3)}/hand:{weights}/amount:1-1-1-1-1-1-1-1-1-2"
    draw = parse_draw(stated)
    assert draw.misfit(len(hands), 10) is None
    chances: Counter[tuple[str, int]] = Counter()
    answers: list[int] | None = []
    while answers is not None:
        source = Script(answers)
        boosted = draw_dynamic(source, table, draw)
        given = answers + [0] * (len(source.asked) - len(answers))
        for each in boosted.items():
            chances[each] += Fraction(1, math.prod(source.asked))  # type: ignore[assignment]
        answers = following(given, source.asked)
    boosts = boosts_of(table, stated)
    assert boosts is not None
    for row in table.rows:
        if row.dynamic:
            (_, not_boosted), *pays = boosts.returns(row)
            drawn = [chances[row.event, pay.cents] for pay in row.dynamic if isinstance(pay, Fixed)]
            assert [chance for _, chance in pays] == drawn
            assert not_boosted == 1 - sum(drawn)
