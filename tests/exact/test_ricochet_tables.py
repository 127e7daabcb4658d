"""Tables of several players by sample: against exact values, against the simulator, and against themselves."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from croupier import catalogue
from croupier.errors import BadInput, MissingPart
from croupier.exact.ricochet.sampled import new_round, play_deal, sample_table
from croupier.exact.sampled_table import Sample
from croupier.games.ricochet_poker.game import RicochetPoker
from croupier.kernels.deals import card_at
from croupier.kernels.pot_sketch import MOST, hands_of_class, new_node, pocket_tables, sketch_rules
from croupier.questions.solved.recorded import estimates

SMALL = Sample(20_000, 100, 11)


def load(settings: str = "ante_bonus=SAMPLE-RIC-AB-01") -> RicochetPoker:
    game = catalogue.load(f"ricochet-poker({settings})")
    assert isinstance(game, RicochetPoker)
    return game


@pytest.mark.parametrize(
    ("bonus", "edge"),
    [("none", Fraction(4525272067, 158200242200)), ("SAMPLE-RIC-AB-01", Fraction(96998101, 6878271400))],
)
def test_one_player_by_sample_agrees_with_the_exact_edge(bonus: str, edge: Fraction) -> None:
    """The last to act decides exactly, so with one player there is nothing to correct."""
    found = sample_table(load(f"ante_bonus={bonus}"), 1, SMALL)
    assert abs(found.seat.mean + float(edge)) < 5 * found.seat.error
    assert found.seat.error < 0.003
    assert found.change[0] == (0.0, 0.0)


@pytest.mark.parametrize("seats", [2, 5])
def test_a_stated_rule_comes_to_what_the_simulator_found(seats: int) -> None:
    """The same averages under the bots' rule, which the sketch does not share: controls do not bend them."""
    (told,) = (each for each in estimates() if each.seats == seats and not each.is_best_play)
    game = catalogue.load(told.game)
    assert isinstance(game, RicochetPoker)
    rules, order = sketch_rules(game, seats)
    usual, room, node = np.full(MOST, -1, dtype=np.int64), new_round(), new_node()
    found, apart = [], []
    for number in range(1500):
        play_deal(rules, order, node, room, np.uint64(5), number, usual)
        forced = np.zeros(MOST, dtype=np.int64)
        for seat in range(seats):
            ranks = [card_at(int(card)).rank for card in room.pockets[seat]]
            forced[seat] = ranks[0] == ranks[1] or max(ranks) >= 13
        # The only hand left stays in by the rule as well.
        total, _ = play_deal(rules, order, node, room, np.uint64(5), number, forced)
        found.append(total / seats)
        apart.append(float(room.worth[:seats].mean()))
    for each in (found, apart):
        error = float(np.std(each)) / len(each) ** 0.5
        assert abs(float(np.mean(each)) - float(told.mean)) < 5 * error + 0.003


def test_a_table_is_the_sum_of_its_seats() -> None:
    """And the same sample gives the same figures on any number of threads."""
    game = load()
    found = sample_table(game, 2, SMALL, threads=2)
    assert found == sample_table(game, 2, SMALL, threads=1)
    first, second = found.in_order
    assert first.mean < 0 < second.mean
    assert (first.mean + second.mean) / 2 == pytest.approx(found.seat.mean, abs=4 * (first.error + second.error))
    assert found.close >= found.exact >= found.changed >= 0
    assert 0.7 < found.plays < 0.85


def test_samples_that_say_nothing_are_refused() -> None:
    game = load()
    with pytest.raises(BadInput, match="10 deals are too few"):
        sample_table(game, 2, Sample(10, 100))
    with pytest.raises(BadInput, match="3 checked decisions are too few"):
        sample_table(game, 2, Sample(20_000, 3))
    with pytest.raises(MissingPart, match="not sampled under this reading"):
        sample_table(load("beaten_by_waiting_pair=still-knocks-out"), 2, SMALL)


def test_groups_hold_every_hand_once() -> None:
    assert hands_of_class().sum() == 2_598_960
    tables = pocket_tables()
    assert tables.of_group.sum() == pytest.approx(1)
    assert np.all(np.diff(tables.group) >= 0)
