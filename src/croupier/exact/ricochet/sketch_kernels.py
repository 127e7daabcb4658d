"""A quick sketch of a pot: backward induction as if a draw took no cards from those who draw later.

A position is then only the contest, by groups of classes, and the number of draws; a sketch takes some ten
microseconds. It serves in two ways. Its choices are the *quick decisions* of a simulated table. And its averages are
controls: what a sketch expects over all draws of the seat to act is exact for the cards that are left, so along a round
that is really dealt the sums of (what the next sketch says) - (what this one said for the draw) are free of bias, and
small. ``follow`` keeps these sums, for every seat and for the whole table.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from croupier.exact.ricochet.sketch_tables import GROUPS, PocketTables
from croupier.kernels.arrays import Floats, Whole
from croupier.kernels.compiled import compiled
from croupier.kernels.graders import Lookups, grade
from croupier.kernels.pot_tables import NOBODY, PLAYERS
from croupier.kernels.stream import ONE, ZERO, whole

MOST = 7
RANKS = 13


class SketchRules(NamedTuple):
    """One configured game with its number of seats."""

    lookups: Lookups
    pockets: PocketTables
    shares: Floats
    """(plays, holders) each holder's part of the pot."""
    bonus: Floats
    """By class of five cards."""
    lowest_bonus: int
    multiple: float
    seats: int
    takes: bool
    """Whether the only hand left is offered the pot."""


class Node(NamedTuple):
    """Room for the sketch at one decision."""

    left: Floats
    """(13) cards left by rank."""
    chance: Floats
    """(seats to act, groups) of the classes that may lead."""
    bonus: Floats
    """(seats to act) the average Ante Bonus."""
    worth: Floats
    """(plays from here, groups) what a lone holder expects once the seat has acted."""
    paid: Floats
    """The same for all Ante Bonuses still to be paid."""
    unheld: Floats
    """(plays from here) what all players end with together while no player holds the best hand."""


@compiled
def new_node() -> Node:
    """Empty room."""
    return Node(
        np.zeros(RANKS),
        np.zeros((MOST, GROUPS)),
        np.zeros(MOST),
        np.zeros((MOST + 2, GROUPS)),
        np.zeros((MOST + 2, GROUPS)),
        np.zeros(MOST + 2),
    )


@compiled
def _ways(left: Floats, one: int, two: int, three: int) -> float:
    ways: float = left[one] * left[two] * left[three]
    if one == three:
        ways = left[one] * (left[one] - 1) * (left[one] - 2) / 6
    elif one == two:
        ways = left[one] * (left[one] - 1) / 2 * left[three]
    elif two == three:
        ways = left[one] * left[two] * (left[two] - 1) / 2
    return ways


@compiled
def _suit_left(stub: np.uint64, one: int, other: int) -> int:
    """The ranks that are left of a pocket's own suit; none where its suits differ."""
    if one // RANKS != other // RANKS:
        return 0
    return whole(stub >> np.uint64(RANKS * (one // RANKS)) & np.uint64(0x1FFF))


@compiled
def _pair(one: int, other: int) -> int:
    low, high = min(one % RANKS, other % RANKS), max(one % RANKS, other % RANKS)
    return low * RANKS + high


@compiled
def _chances(
    rules: SketchRules, node: Node, stub: np.uint64, one: int, other: int, floor: int, total: float, seat: int
) -> None:
    """By group, the chance that a later seat's draw makes a class that may lead; and its average bonus."""
    pockets = rules.pockets
    chance, left = node.chance[seat], node.left
    chance[:] = 0.0
    bonus = 0.0
    pair, low = _pair(one, other), min(floor, rules.lowest_bonus)
    for packed in pockets.draws[pair]:
        made = packed >> 12
        if made < low:
            break
        ways = _ways(left, packed >> 8 & 15, packed >> 4 & 15, packed & 15)
        if made >= floor:
            chance[pockets.group[made]] += ways
        bonus += ways * rules.bonus[made]
    suit = _suit_left(stub, one, other)
    for first in range(RANKS):
        if not suit >> first & 1:
            continue
        for second in range(first + 1, RANKS):
            if not suit >> second & 1:
                continue
            for third in range(second + 1, RANKS):
                if suit >> third & 1:
                    place = (first * RANKS + second) * RANKS + third
                    plain, flush = pockets.by_ranks[pair, place], pockets.flushes[pair, place]
                    if plain >= floor:
                        chance[pockets.group[plain]] -= 1.0
                    if flush >= floor:
                        chance[pockets.group[flush]] += 1.0
                    bonus += rules.bonus[flush] - rules.bonus[plain]
    for group in range(GROUPS):
        chance[group] /= total
    node.bonus[seat] = bonus / total


@compiled
def _later(
    rules: SketchRules, node: Node, first: int, last: int, floor: int, plays: int, kind: int, at_end: float
) -> None:
    """What holders expect after seat ``first`` has acted, by plays since then and group. ``at_end`` is the part of the
    last seat's draws that the dealer does not beat.
    """
    low = whole(rules.pockets.group[floor]) if floor < rules.pockets.group.shape[0] else GROUPS
    worth, paid, unheld = node.worth, node.paid, node.unheld
    for more in range(last - first + 1):
        share = rules.shares[plays + more, 1]
        for group in range(low, GROUPS):
            worth[more, group] = share
            paid[more, group] = 0.0
        unheld[more] = -(rules.seats + (plays + more) * rules.multiple)
    for seat in range(last - 1, first, -1):
        chance, bonus = node.chance[seat], node.bonus[seat]
        for more in range(seat - first + 1):
            lead, lead_paid, above = 0.0, 0.0, 0.0
            one_more, same = worth[more + 1], worth[more]
            paid_more, paid_same = paid[more + 1], paid[more]
            for group in range(GROUPS - 1, low - 1, -1):
                weight = chance[group]
                own = lead + 0.5 * weight * one_more[group]
                if own + bonus >= rules.multiple:
                    same[group] = (1.0 - above - 0.5 * weight) * one_more[group]
                    paid_same[group] = bonus + lead_paid + (1.0 - above) * paid_more[group]
                above += weight
                lead += weight * one_more[group]
                lead_paid += weight * paid_more[group]
            if kind == PLAYERS:
                continue
            leads, taken = above, lead
            if seat == last - 1:
                # Nobody waits: the last to act needs to beat the dealer alone.
                leads = at_end
                taken = leads * rules.shares[plays + more + 1, 1]
            offered = kind == NOBODY and seat == last - 1 and rules.takes
            declined = rules.shares[plays + more + 1, 1] - rules.multiple if offered else 0.0
            if taken + bonus - rules.multiple >= declined - 1e-9:
                unheld[more] = bonus + leads + lead_paid + (1.0 - leads) * unheld[more + 1]
            elif offered:
                unheld[more] = 1.0


@compiled
def _deal_out(stub: np.uint64, left: Floats) -> float:
    """Count the cards left by rank; how many there are."""
    cards = 0.0
    for rank in range(RANKS):
        count = 0
        for suit in range(4):
            count += whole(stub >> np.uint64(RANKS * suit + rank) & ONE)
        left[rank] = count
        cards += count
    return cards


@compiled
def follow(
    rules: SketchRules,
    node: Node,
    first: int,
    last: int,
    pockets: Whole,
    drawn: Whole,
    stub: np.uint64,
    kind: int,
    best: int,
    holders: int,
    waiting: int,
    plays: int,
    forced: Whole,
    gains: Floats,
    acted: Whole,
    worth: Floats,
) -> float:
    """Play a round from seat ``first`` to the end; what all seats that act end with together, free of bias.

    ``pockets`` holds two cards a seat in the order of acting, ``drawn`` the cards to be drawn. ``forced`` says by seat
    to decide as the sketch says (-1), to decline (0) or to play (1). ``gains`` receives what playing brings beyond
    declining, ``acted`` who played, ``worth`` what each seat expects at its own decision, corrected by what came after.
    A kind, best class and number of holders are the contest; ``waiting`` is the lowest class that beats all who wait.
    """
    total_worth: float = 0.0
    told: float = 0.0
    is_holder = np.zeros(MOST, dtype=np.uint8)
    held_told = 0.0
    cards = _deal_out(stub, node.left)
    next_card = 0
    for seat in range(first, last):
        _deal_out(stub, node.left)
        total = cards * (cards - 1) * (cards - 2) / 6
        is_last = seat == last - 1
        floor = best if is_last else max(best, waiting)
        floor = max(floor, 0)
        at_end = 0.0
        for later in range(seat + 1, last):
            _chances(rules, node, stub, pockets[later, 0], pockets[later, 1], floor, total, later)
            if later == last - 1 and kind != PLAYERS:
                at_end = _part_from(rules, node.left, stub, pockets[later, 0], pockets[later, 1], max(best, 0), total)
        _later(rules, node, seat, last, floor, plays, kind, at_end)
        # The seat's own draws, class by class.
        one, other = pockets[seat, 0], pockets[seat, 1]
        group_of = rules.pockets.group
        lead, tie, lead_paid, leads, ties, bonus = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        pair, suit = _pair(one, other), _suit_left(stub, one, other)
        low = min(floor, rules.lowest_bonus)
        flushes = 0
        for packed in rules.pockets.draws[pair]:
            made = packed >> 12
            if made < low:
                break
            a, b, c = packed >> 8 & 15, packed >> 4 & 15, packed & 15
            ways = _ways(node.left, a, b, c)
            if suit >> a & 1 and suit >> b & 1 and suit >> c & 1 and a != b and b != c:
                ways -= 1.0
            bonus += ways * rules.bonus[made]
            if made < floor:
                continue
            if kind == PLAYERS and made == best:
                ties += ways
                tie += ways * node.worth[1, group_of[made]]
                lead_paid += ways * node.paid[1, group_of[made]]
            else:
                leads += ways
                lead += ways * node.worth[1, group_of[made]]
                lead_paid += ways * node.paid[1, group_of[made]]
        for a in range(RANKS):
            if not suit >> a & 1:
                continue
            for b in range(a + 1, RANKS):
                if not suit >> b & 1:
                    continue
                for c in range(b + 1, RANKS):
                    if suit >> c & 1:
                        made = whole(rules.pockets.flushes[pair, (a * RANKS + b) * RANKS + c])
                        bonus += rules.bonus[made]
                        flushes += 1
                        if made < floor:
                            continue
                        if kind == PLAYERS and made == best:
                            ties += 1.0
                            tie += node.worth[1, group_of[made]]
                        else:
                            leads += 1.0
                            lead += node.worth[1, group_of[made]]
                        lead_paid += node.paid[1, group_of[made]]
        lead, tie, lead_paid = lead / total, tie / total, lead_paid / total
        leads, ties, bonus = leads / total, ties / total, bonus / total
        own = lead + tie / (holders + 1)
        offered = kind == NOBODY and is_last and rules.takes
        declined = rules.shares[plays + 1, 1] - rules.multiple if offered else 0.0
        gain = own + bonus - rules.multiple - declined
        gains[seat] = gain
        playing = gain >= -1e-9 if forced[seat] < 0 else forced[seat] == 1
        acted[seat] = playing
        # What this sketch expects of the choice taken, for all together and for each holder.
        group = whole(group_of[best]) if best >= 0 else 0
        if kind == PLAYERS:
            lower = 1.0 - leads - ties
            if playing:
                expects = 1.0 + bonus + lead_paid + lower * node.paid[1, group]
                holds = node.worth[1, group] * (lower / holders + ties / (holders + 1))
            else:
                expects, holds = 1.0 + node.paid[0, group], node.worth[0, group] / holders
            for each in range(first, seat):
                if is_holder[each]:
                    worth[each] += holds - held_told
        elif playing:
            expects = bonus + leads + lead_paid + (1.0 - leads) * node.unheld[1]
        else:
            expects = 1.0 if offered else node.unheld[0]
        total_worth += expects - told
        if not playing:
            worth[seat] = declined - 1.0
            told = expects
            if offered:
                kind, holders, held_told = PLAYERS, 1, 0.0
                # The pot is taken: nothing is left to expect.
                return total_worth
            held_told = node.worth[0, group] / holders if kind == PLAYERS else 0.0
            continue
        worth[seat] = own + bonus - rules.multiple - 1.0
        hand = ONE << np.uint64(one) | ONE << np.uint64(other)
        for place in range(next_card, next_card + 3):
            card = ONE << np.uint64(drawn[place])
            hand |= card
            stub &= ~card
        next_card += 3
        cards -= 3
        plays += 1
        graders, plain, suited, spread, low_keys, high_keys, held = rules.lookups
        made = grade(graders, plain, suited, spread, low_keys, high_keys, held, 0, hand, ZERO)
        told = rules.bonus[made]
        if made >= floor and kind == PLAYERS and made == best:
            holders += 1
            is_holder[seat] = 1
            held_told = node.worth[1, group] / holders
            told += 1.0 + node.paid[1, group]
        elif made >= floor:
            is_holder[:] = 0
            is_holder[seat] = 1
            kind, best, holders = PLAYERS, made, 1
            held_told = node.worth[1, group_of[made]]
            told += 1.0 + node.paid[1, group_of[made]]
        elif kind == PLAYERS:
            held_told = node.worth[1, group] / holders
            told += 1.0 + node.paid[1, group]
        else:
            told += node.unheld[1]
        total_worth += rules.bonus[made]
    ends: float = 1.0 if kind == PLAYERS else -(rules.seats + plays * rules.multiple)
    for each in range(first, last):
        if is_holder[each]:
            worth[each] += rules.shares[plays, holders] - held_told
    return total_worth + ends - told


@compiled
def _part_from(
    rules: SketchRules, left: Floats, stub: np.uint64, one: int, other: int, floor: int, total: float
) -> float:
    """The part of a seat's draws that make a class or a higher one."""
    pair, suit, found = _pair(one, other), _suit_left(stub, one, other), 0.0
    for packed in rules.pockets.draws[pair]:
        made = packed >> 12
        if made < floor:
            break
        found += _ways(left, packed >> 8 & 15, packed >> 4 & 15, packed & 15)
    for a in range(RANKS):
        if not suit >> a & 1:
            continue
        for b in range(a + 1, RANKS):
            if not suit >> b & 1:
                continue
            for c in range(b + 1, RANKS):
                if suit >> c & 1:
                    place = (a * RANKS + b) * RANKS + c
                    found += whole(rules.pockets.flushes[pair, place] >= floor)
                    found -= whole(rules.pockets.by_ranks[pair, place] >= floor)
    return found / total
