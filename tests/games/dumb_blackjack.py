"""A second, dumber blackjack, written apart from the game: one long procedure over letters, without its helpers.

It deals from a list of cards in the order of the felt, asks ``choose`` for every decision with the names that it holds
to be legal, and writes down what every stake comes to. It must agree with the game on all three.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

Choose = Callable[[int, list[str], int], tuple[str, int]]
"""Seat, legal names, most that an insurance may be: the name chosen and the insurance."""
DEFAULTS = {
    "soft17": "stands",
    "blackjack_pays": "3:2",
    "double_on": "any",
    "double_after_split": "yes",
    "split_hands": "4",
    "split_by": "value",
    "resplit_aces": "no",
    "hit_split_aces": "no",
    "surrender": "none",
    "hole_card": "peek",
    "split_dealing": "hand-by-hand",
    "original_bets_only": "no",
}


def points(cards: list[str]) -> tuple[int, bool]:
    """The best count, by trying every number of aces as eleven."""
    low = sum({"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(card[0]) or int(card[0]) for card in cards)
    aces = sum(card[0] == "A" for card in cards)
    tries = [(low + 10 * elevens, elevens > 0) for elevens in range(aces + 1)]
    good = [each for each in tries if each[0] <= 21]
    return max(good) if good else tries[0]


def is_natural(cards: list[str]) -> bool:
    return (
        len(cards) == 2
        and sorted(card[0] in "TJQK" for card in cards) == [False, True]
        and "A" in cards[0][0] + cards[1][0]
    )


def play(
    keys: dict[str, str], bets: dict[int, int], shoe: list[str], choose: Choose
) -> tuple[list[tuple[int, str, int, Fraction]], int]:
    """Lines as (seat, wager, stake, net), and how many cards were used."""
    house = DEFAULTS | keys
    cards = iter(shoe)
    used = 0

    def deal() -> str:
        nonlocal used
        used += 1
        return next(cards)

    seats = sorted(bets)
    first: dict[int, list[str]] = {seat: [deal()] for seat in seats}
    up = deal()
    for seat in seats:
        first[seat].append(deal())
    down = deal() if house["hole_card"] == "peek" else None
    hole = None
    insured = dict.fromkeys(seats, 0)
    gave_up: set[int] = set()
    if up[0] == "A":
        for seat in seats:
            name, amount = choose(seat, ["decline", "insure"], bets[seat] // 2)
            if name == "insure":
                insured[seat] = amount
    if house["hole_card"] == "peek" and up[0] in "ATJQK":
        if house["surrender"] == "early":
            for seat in seats:
                if not is_natural(first[seat]) and choose(seat, ["decline", "surrender"], 0)[0] == "surrender":
                    gave_up.add(seat)
        if len(gave_up) < len(seats):
            hole = down
    over = hole is not None and is_natural([up, hole])
    hands: dict[int, list[list[str]]] = {seat: [list(first[seat])] for seat in seats}
    doubled: set[tuple[int, int]] = set()
    for seat in seats:
        if over or seat in gave_up:
            continue
        place = 0
        while place < len(hands[seat]):
            if len(hands[seat][place]) == 1:
                hands[seat][place].append(deal())
            while True:
                hand = hands[seat][place]
                after_split = len(hands[seat]) > 1
                split_aces = after_split and first[seat][0][0] == "A" and first[seat][1][0] == "A"
                count, _ = points(hand)
                if count >= 21:
                    break
                same_rank = len(hand) == 2 and hand[0][0] == hand[1][0]
                both_tens = len(hand) == 2 and hand[0][0] in "TJQK" and hand[1][0] in "TJQK"
                can_split = same_rank or (both_tens and house["split_by"] == "value")
                if len(hands[seat]) == int(house["split_hands"]):
                    can_split = False
                if split_aces and house["resplit_aces"] == "no":
                    can_split = False
                if split_aces and house["hit_split_aces"] == "no":
                    if not can_split:
                        break
                    legal = ["split", "stand"]
                else:
                    legal = ["hit", "stand"]
                    if len(hand) == 2:
                        limit = {"any": (2, 21), "9-11": (9, 11), "10-11": (10, 11)}[house["double_on"]]
                        if limit[0] <= count <= limit[1] and (not after_split or house["double_after_split"] == "yes"):
                            legal.append("double")
                        if can_split:
                            legal.append("split")
                        if not after_split:
                            early_and_past = (
                                house["surrender"] == "early" and house["hole_card"] == "peek" and up[0] in "ATJQK"
                            )
                            if house["surrender"] != "none" and not early_and_past:
                                legal.append("surrender")
                name, _ = choose(seat, sorted(legal), 0)
                if name == "stand":
                    break
                if name == "surrender":
                    gave_up.add(seat)
                    break
                if name == "split":
                    other = [hand.pop()]
                    hand.append(deal())
                    if house["split_dealing"] == "both-at-once":
                        other.append(deal())
                    hands[seat].insert(place + 1, other)
                    continue
                hand.append(deal())
                if name == "double":
                    doubled.add((seat, place))
                    break
            place += 1

    def natural(seat: int) -> bool:
        return len(hands[seat]) == 1 and is_natural(hands[seat][0])

    standing = any(
        points(hand)[0] <= 21 for seat in seats if seat not in gave_up and not natural(seat) for hand in hands[seat]
    )
    dealer = [up]
    if house["hole_card"] == "peek":
        dealer.append(down or "")
    elif standing:
        dealer.append(deal())
    elif up[0] in "ATJQK":
        waiting = any(natural(seat) and seat not in gave_up for seat in seats) or any(insured.values())
        if waiting or (gave_up and house["surrender"] == "late"):
            dealer.append(deal())
    while standing:
        count, soft = points(dealer)
        if count > 17 or (count == 17 and not (soft and house["soft17"] == "hits")):
            break
        dealer.append(deal())

    lines: list[tuple[int, str, int, Fraction]] = []
    total = points(dealer)[0]
    for seat in seats:
        bet = bets[seat]
        for place, hand in enumerate(hands[seat]):
            count = points(hand)[0]
            if seat in gave_up:
                late_loss = is_natural(dealer) and house["surrender"] == "late"
                net = Fraction(-bet) if late_loss else Fraction(-bet, 2)
            elif natural(seat):
                over_under = [Fraction(part) for part in house["blackjack_pays"].split(":")]
                net = Fraction(0) if is_natural(dealer) else bet * over_under[0] / over_under[1]
            elif count > 21 or is_natural(dealer):
                net = Fraction(-bet)
            elif total > 21 or total < count:
                net = Fraction(bet)
            else:
                net = Fraction(0) if total == count else Fraction(-bet)
            spared = house["original_bets_only"] == "yes" and is_natural(dealer) and count <= 21
            extra = Fraction(0) if spared else net
            lines.append((seat, "bet" if place == 0 else f"split_{place + 1}", bet, net if place == 0 else extra))
            if (seat, place) in doubled:
                lines.append((seat, "double" if place == 0 else f"double_{place + 1}", bet, extra))
        if insured[seat]:
            won = is_natural(dealer)
            lines.append((seat, "insurance", insured[seat], Fraction(insured[seat] * (2 if won else -1))))
    return lines, used
