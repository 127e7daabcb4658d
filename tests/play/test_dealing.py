"""The physical deal: where three dice start it, which way it goes, and what becomes of the packets of open seats."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from croupier import catalogue
from croupier.cards.shuffle import SeededSource
from croupier.errors import RoundError
from croupier.play.dealing import PreparedDeck, by_dice, starting_position
from croupier.play.game import DEALER, Slot
from croupier.play.round import Round

THROWS = list(product(range(1, 7), repeat=3))
SIZE = 7


def packet(number: int) -> tuple[int, ...]:
    """The positions of the first, second, ... packet of seven."""
    return tuple(range(SIZE * (number - 1), SIZE * number))


def test_starting_positions_of_all_throws() -> None:
    """K16: 31 of 216 for six positions and 30 for the seventh. Which one has 30 is a matter of counting:

    7 and 14 end on position 7, in 15 + 15 throws; 3, 10 and 17 end on position 3, in 1 + 27 + 3.
    """
    assert len(THROWS) == 216
    starts = Counter(starting_position(dice, 7) for dice in THROWS)
    assert starts == {1: 31, 2: 31, 3: 31, 4: 31, 5: 31, 6: 31, 7: 30}


@pytest.mark.parametrize(
    ("dice", "start"),
    [
        ((1, 1, 1), 3),
        ((1, 1, 2), 4),
        ((1, 1, 5), 7),
        ((1, 1, 6), 1),
        ((6, 6, 1), 6),
        ((6, 6, 2), 7),
        ((6, 6, 3), 1),
        ((6, 6, 6), 4),
    ],
)
def test_the_count_goes_round_the_table(dice: tuple[int, int, int], start: int) -> None:
    assert starting_position(dice, 7) == start


@pytest.mark.parametrize("dice", [(), (1,), (1, 2), (1, 2, 3, 4), (0, 1, 1), (7, 1, 1), (1, 1, -1)])
def test_other_dice_are_refused(dice: tuple[int, ...]) -> None:
    with pytest.raises(RoundError, match="expected three numbers from 1 to 6"):
        starting_position(dice, 7)


def test_clockwise_from_the_dealers_left() -> None:
    # 1 + 1 + 1 = 3: the dealer is one, seat 1 is two, seat 2 is three and gets the first packet.
    packets = by_dice(range(1, 7), SIZE, (1, 1, 1), clockwise=True)
    order = ["seat 2", "seat 3", "seat 4", "seat 5", "seat 6", "dealer", "seat 1"]
    assert packets == {slot: packet(number) for number, slot in enumerate(order, 1)}


def test_counterclockwise_from_the_dealers_right() -> None:
    # The dealer is one, seat 6 is two, seat 5 is three and gets the first packet.
    packets = by_dice(range(1, 7), SIZE, (1, 1, 1), clockwise=False)
    order = ["seat 5", "seat 4", "seat 3", "seat 2", "seat 1", "dealer", "seat 6"]
    assert packets == {slot: packet(number) for number, slot in enumerate(order, 1)}


@pytest.mark.parametrize("clockwise", [True, False])
def test_the_dealer_may_get_the_first_packet(clockwise: bool) -> None:
    assert by_dice([1], SIZE, (2, 2, 4), clockwise=clockwise)[Slot(DEALER)] == packet(1)


def test_open_seats_are_counted_dealt_and_collected() -> None:
    # Seats 1 and 4 play. 2 + 2 + 2 = 6 is seat 5, which is open: its packet is dealt first, and collected unseen.
    packets = by_dice([1, 4], SIZE, (2, 2, 2), clockwise=True)
    assert packets == {"dealer": packet(3), "seat 1": packet(4), "seat 4": packet(7)}


@pytest.mark.parametrize("clockwise", [True, False])
@pytest.mark.parametrize("seats", [[1], [3, 6], [1, 2, 3, 4, 5, 6]])
def test_every_throw_deals_49_cards_once(seats: list[int], clockwise: bool) -> None:
    for dice in THROWS:
        whole = by_dice(range(1, 7), SIZE, dice, clockwise=clockwise)
        assert sorted(place for own in whole.values() for place in own) == list(range(49))
        packets = by_dice(seats, SIZE, dice, clockwise=clockwise)
        assert packets == {slot: whole[slot] for slot in (Slot(DEALER), *map(Slot, seats))}


@pytest.mark.parametrize(("direction", "first"), [("dice-clockwise", 1), ("dice-counterclockwise", -1)])
def test_a_live_round_is_dealt_where_its_dice_point(direction: str, first: int) -> None:
    game = catalogue.load(f"keep-it-straight(edition=washington, dealing={direction})")
    for seed in range(30):
        deck = PreparedDeck(game, SeededSource(seed), committed=True)
        played = Round.start(game, {2: {"ante": 100}, 5: {"ante": 100}}, deck=deck)
        while not played.is_over:
            played.act("fold")
        record = played.transcript(played.settle())
        assert record["dealing"]["dice"] == list(deck.dice)
        assert record["dealing"]["direction"] == direction.removeprefix("dice-")
        # Walk the table with a finger: the dealer, then the seats in the direction of the deal.
        walk = ["dealer", *(f"seat {seat}" for seat in list(range(1, 7))[::first])]
        finger = (sum(deck.dice) - 1) % 7
        assert record["dealing"]["first"] == walk[finger]
        for number in range(1, 8):
            slot = walk[finger]
            if slot in ("dealer", "seat 2", "seat 5"):
                assert tuple(record["positions"][slot]) == packet(number)
                cards = [str(deck.cards[place]) for place in packet(number)]
                shown = record["dealer"] if slot == "dealer" else record["seats"][slot[-1]]["cards"]
                assert shown.split() == cards
            finger = (finger + 1) % 7
        assert len(record["commitment"]["openings"]) == 21, "packets of open seats stay closed"


def test_a_table_without_dice_throws_none() -> None:
    game = catalogue.load("keep-it-straight(edition=washington)")
    assert PreparedDeck(game, SeededSource(1), committed=False).dice == ()
