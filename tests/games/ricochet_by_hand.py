"""A second, dumber Ricochet Poker, written from the document alone: words for cards, chips moved one spot at a time.

It shares nothing with the game but the decisions and the cards, so that the two can be compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

RANKS = "23456789TJQKA"
SUITS = "cdhs"
ANTE_BONUS = {"straight": 1, "flush": 2, "full house": 5, "four": 10, "straight flush": 25, "royal": 50}
KINDS = ("high", "pair", "two pair", "three", "straight", "flush", "full house", "four", "straight flush", "royal")
KICKOUT = {
    1: ("pair", "K"),
    2: ("pair", "A"),
    3: ("two pair", "3"),
    4: ("two pair", "T"),
    5: ("two pair", "K"),
    6: ("two pair", "A"),
    7: ("three", "5"),
}


def strength(cards: list[str]) -> list[int]:
    """The kind, and then all five ranks, those that come in groups first."""
    numbers = [RANKS.index(card[0]) for card in cards]
    numbers = sorted(numbers, key=lambda number: (-numbers.count(number), -number))
    groups = "".join(str(numbers.count(number)) for number in numbers)
    flush = all(card[1] == cards[0][1] for card in cards)
    in_row = groups == "11111" and numbers[0] - numbers[4] == 4
    if numbers == [12, 3, 2, 1, 0]:
        numbers, in_row = [3, 2, 1, 0, -1], True
    if in_row and flush:
        kind = "royal" if numbers[0] == 12 else "straight flush"
    elif flush:
        kind = "flush"
    elif in_row:
        kind = "straight"
    else:
        kind = {"44441": "four", "33322": "full house", "33311": "three", "22221": "two pair", "22111": "pair"}.get(
            groups, "high"
        )
    return [KINDS.index(kind), *numbers]


def beats_two(five: list[int], two: list[str]) -> bool:
    """Five cards against two that wait: at equal ranks the five have it."""
    high, low = sorted((RANKS.index(card[0]) for card in two), reverse=True)
    if five[0] >= 2:
        return True
    if high == low:
        return five[0] == 1 and five[1] >= high
    return five[0] == 1 or five[1] > high or (five[1] == high and five[2] >= low)


def wins_rapid_fire(two: list[str], dealer: list[str]) -> bool:
    """Whether two cards beat or tie the dealer's hand, whose kickers do not count."""
    kind, *numbers = strength(dealer)
    high, low = sorted((RANKS.index(card[0]) for card in two), reverse=True)
    if KINDS[kind] == "high":
        return high == low or [high, low] >= numbers[:2]
    return KINDS[kind] == "pair" and high == low >= numbers[0]


def acts_after(one: list[str], other: list[str]) -> bool:
    """Whether the first two-card hand is higher than the second, suits included."""

    def parts(two: list[str]) -> tuple[bool, str, str, str]:
        best = max(two, key=lambda card: (RANKS.index(card[0]), SUITS.index(card[1])))
        rest = two[0] if two[1] == best else two[1]
        return best[0] == rest[0], best[0], rest[0], best[1]

    paired, best, rest, suit = parts(one)
    other_paired, other_best, other_rest, other_suit = parts(other)
    if paired != other_paired:
        return paired
    if best != other_best:
        return RANKS.index(best) > RANKS.index(other_best)
    if rest != other_rest:
        return RANKS.index(rest) > RANKS.index(other_rest)
    return SUITS.index(suit) > SUITS.index(other_suit)


@dataclass
class Spot:
    """A place on the felt: two cards, then five, and the chips before them."""

    name: str
    two: list[str]
    five: list[str] = field(default_factory=list)
    chips: int = 0
    paid_in: int = 0
    bonus: int = 0
    got: int = 0

    def put(self, amount: int) -> None:
        self.chips += amount
        self.paid_in += amount


class Felt:
    """One round, played from top to bottom."""

    def __init__(
        self,
        pockets: dict[str, list[str]],
        dealer: list[str],
        ante: int,
        *,
        still_knocks_out: bool,
        takes_pot: bool,
    ) -> None:
        self.ante = ante
        self.still_knocks_out = still_knocks_out
        self.takes_pot = takes_pot
        self.pot = 0
        self.house_paid = ante
        self.house_got = 0
        self.spots = [Spot(name, two) for name, two in pockets.items()]
        for spot in self.spots:
            spot.put(ante)
        self.dealer = Spot("dealer", [], dealer, ante)
        kind, rank = KICKOUT[len(self.spots)]
        own = strength(dealer)
        self.dealer_is_in = [own[0], own[1]] < [KINDS.index(kind), RANKS.index(rank)]
        self.showing: list[Spot] = []
        if self.dealer_is_in:
            self.showing.append(self.dealer)
        else:
            self.discard(self.dealer)

    def discard(self, spot: Spot) -> None:
        self.pot += spot.chips
        spot.chips = 0
        if spot in self.showing:
            self.showing.remove(spot)

    def acting(self) -> list[Spot]:
        """From the lowest two cards to the highest, by inserting one hand after another."""
        row: list[Spot] = []
        for spot in self.spots:
            place = 0
            while place < len(row) and acts_after(spot.two, row[place].two):
                place += 1
            row.insert(place, spot)
        return row

    def play(self) -> Iterator[tuple[str, set[str]]]:
        """Yields whose turn it is with the choices; ``decide`` is called before the next step."""
        row = self.acting()
        while row:
            spot = row.pop(0)
            alone = not row and not self.showing
            yield spot.name, {"take", "play"} if alone and self.takes_pot else {"fold", "play"}
            if self.action == "take":
                self.showing = [spot]
            elif self.action == "fold":
                self.discard(spot)
            else:
                spot.put(self.ante)
                spot.five = spot.two + self.draw
                spot.bonus = ANTE_BONUS.get(KINDS[strength(spot.five)[0]], 0) * self.ante
                self.house_paid += spot.bonus
                self.complete(spot, row)
        self.finish()

    def decide(self, action: str, draw: list[str]) -> None:
        self.action = action
        self.draw = draw

    def complete(self, spot: Spot, waiting: list[Spot]) -> None:
        own = strength(spot.five)
        shown = list(self.showing)
        by_five = any(strength(other.five) > own for other in shown)
        by_two = any(not beats_two(own, other.two) for other in waiting)
        if by_five or by_two:
            self.discard(spot)
            if by_two and not by_five and self.still_knocks_out:
                for other in shown:
                    self.discard(other)
            return
        for other in shown:
            if strength(other.five) < own or other is self.dealer:
                self.discard(other)
        self.showing.append(spot)

    def finish(self) -> None:
        for spot in [self.dealer, *self.spots]:
            self.pot += spot.chips
            spot.chips = 0
        winners = self.showing
        if not winners or winners == [self.dealer]:
            self.house_got = self.pot
            return
        assert self.dealer not in winners
        for spot in winners:
            spot.got = self.pot // len(winners)
        odd = self.pot - sum(spot.got for spot in winners)
        winners[-1].got += odd

    def nets(self) -> dict[str, int]:
        nets = {spot.name: spot.got + spot.bonus - spot.paid_in for spot in self.spots}
        return nets | {"house": self.house_got - self.house_paid}
