"""A sketch of one pot: who should play, as if a draw took no cards from those who draw later.

The choices of the last seat to act are exact; before that gains are off by 0.01 to 0.02 Antes. So it serves as quick
decision, and as a control where the best play is sampled (docs/concepts/methods.md).
"""

from functools import cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple, cast
from weakref import WeakKeyDictionary

import numpy as np

from croupier.kernels import evaluate
from croupier.kernels import pot_tables as pots
from croupier.kernels.arrays import Bytes, Floats, Int16s, Int32s, Whole
from croupier.kernels.compiled import compiled
from croupier.kernels.deals import CARDS, RANKS, bit_of
from croupier.kernels.graders import Lookups
from croupier.kernels.pot_game import Moment, PotGame
from croupier.kernels.stream import ONE, whole
from croupier.play.game import Game, State

GROUPS: Final = 128
LOOKS: Final = 9 * 13
TRIPLES: Final = 455
WHOLE_DECK = np.uint64((1 << CARDS) - 1)


class PocketTables(NamedTuple):
    """By pocket: a pair of ranks, ``low * 13 + high``."""

    draws: Int32s  # (pairs of ranks, 455) the draws, highest class first: class, then the ranks in four bits each.
    flushes: Int16s
    """(pairs of ranks, 13 * 13 * 13) the class of three different ranks of the pocket's own suit, in rising order."""
    group: Int16s  # By class of five cards, its group.
    of_group: Floats  # By group, the chance that five cards are of it.


@cache
def pocket_tables() -> PocketTables:
    """Computed once, from the one classifier of hands."""
    low, middle, high = pots.threes().T
    draws = np.zeros((RANKS * RANKS, TRIPLES), dtype=np.int32)
    flushes = np.zeros((RANKS * RANKS, RANKS**3), dtype=np.int16)
    for one, other in combinations_with_replacement(range(RANKS), 2):
        plain, flush = pots.classes_drawn(one, other)
        packed = np.where(plain >= 0, plain << 12 | low << 8 | middle << 4 | high, -1)
        draws[one * RANKS + other] = np.sort(packed)[::-1]
        made = flush >= 0
        flushes[one * RANKS + other, ((low * RANKS + middle) * RANKS + high)[made]] = flush[made]
    return PocketTables(draws, flushes, *_groups())


def hands_of_class() -> Whole:
    """By class of five cards, how many of the 2,598,960 hands are of it."""
    shapes = {0: 1020, 1: 384, 2: 144, 3: 64, 4: 1020, 5: 4, 6: 24, 7: 4, 8: 4}
    """Choices of suits by category: a pair's is 6 * 4 * 4 * 4, two pairs' 6 * 6 * 4, and so on."""
    return np.array([shapes[int(hand.category)] for hand in evaluate.classes("five_card", 5)], dtype=np.int64)


def _groups() -> tuple[Int16s, Floats]:
    hands = hands_of_class()
    beats = (np.cumsum(hands) - hands) / hands.sum()
    mark = (beats + beats**8) / 2
    group = np.minimum((mark * GROUPS).astype(np.int64), GROUPS - 1).astype(np.int16)
    return group, np.bincount(group, hands, GROUPS) / hands.sum()


MOST = 7
EQUAL_GAIN: Final = -1e-9  # In Antes: a gain that differs from none by rounding alone.


class SketchRules(NamedTuple):
    """One configured game with its number of seats."""

    lookups: Lookups
    pockets: PocketTables
    shares: Floats  # (plays, holders) each holder's part of the pot.
    bonus: Floats  # By class of five cards.
    lowest_bonus: int
    multiple: float
    seats: int
    takes: bool  # Whether the only hand left is offered the pot.
    policy: Bytes
    """(looks, pairs of ranks) whether a given policy plays; of no length where the sketch decides (``look_at``)."""
    look: Int16s  # By class of five cards, how it looks: its category and leading rank.


class Node(NamedTuple):
    """Room for the sketch at one decision."""

    left: Floats  # (13) cards left by rank.
    chance: Floats  # (seats to act, groups) of the classes that may lead.
    bonus: Floats  # (seats to act) the average Ante Bonus.
    worth: Floats  # (plays from here, groups) what a lone holder expects once the seat has acted.
    paid: Floats  # The same for all Ante Bonuses still to be paid.
    unheld: Floats  # (plays from here) what all players end with together while no player holds the best hand.
    made: Whole  # By draw of the seat looked at, the class that it makes.
    ways: Floats  # By draw, in how many ways it comes.


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
        np.zeros(TRIPLES + RANKS**3, dtype=np.int64),
        np.zeros(TRIPLES + RANKS**3),
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
def pair_of(one: int, other: int) -> int:
    low, high = min(one % RANKS, other % RANKS), max(one % RANKS, other % RANKS)
    return low * RANKS + high


@compiled
def _list_draws(rules: SketchRules, node: Node, stub: np.uint64, one: int, other: int, low: int) -> int:
    """Every draw beside a pocket that makes this class or a higher one; how many there are. Flushes come last."""
    tables, pair, suit, many = rules.pockets, pair_of(one, other), _suit_left(stub, one, other), 0
    for packed in tables.draws[pair]:
        if packed >> 12 < low:
            break
        a, b, c = packed >> 8 & 15, packed >> 4 & 15, packed & 15
        is_flush = suit >> a & suit >> b & suit >> c & 1 and a != b and b != c
        node.made[many], node.ways[many] = packed >> 12, _ways(node.left, a, b, c) - (1.0 if is_flush else 0.0)
        many += 1
    for a in range(RANKS if suit else 0):
        for b in range(a + 1, RANKS if suit >> a & 1 else 0):
            for c in range(b + 1, RANKS if suit >> b & 1 else 0):
                made = tables.flushes[pair, (a * RANKS + b) * RANKS + c]
                if suit >> c & 1 and made >= low:
                    node.made[many], node.ways[many] = made, 1.0
                    many += 1
    return many


@compiled
def _chances(
    rules: SketchRules, node: Node, stub: np.uint64, one: int, other: int, floor: int, total: float, seat: int
) -> None:
    """By group, the chance that a later seat's draw makes a class that may lead; and its average bonus."""
    chance = node.chance[seat]
    chance[:] = 0.0
    bonus = 0.0
    for draw in range(_list_draws(rules, node, stub, one, other, min(floor, rules.lowest_bonus))):
        made, ways = node.made[draw], node.ways[draw]
        if made >= floor:
            chance[rules.pockets.group[made]] += ways
        bonus += ways * rules.bonus[made]
    for group in range(GROUPS):
        chance[group] /= total
    node.bonus[seat] = bonus / total


@compiled
def _later(
    rules: SketchRules, node: Node, first: int, last: int, floor: int, plays: int, kind: int, at_end: float
) -> None:
    """What holders expect after seat ``first``; ``at_end`` of the last seat's draws the dealer does not beat."""
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
            if kind == pots.PLAYERS:
                continue
            leads, taken = above, lead
            if seat == last - 1:
                # Nobody waits: the last to act needs to beat the dealer alone.
                leads = at_end
                taken = leads * rules.shares[plays + more + 1, 1]
            offered = kind == pots.NOBODY and seat == last - 1 and rules.takes
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


class Ahead(NamedTuple):
    """What the seat to act may expect of its draws."""

    floor: int  # The lowest class that stays in.
    leads: float  # The chance of a draw that leads alone, and of one that ties.
    ties: float
    lead_paid: float  # The Ante Bonuses that later seats are paid after either.
    bonus: float
    offered: bool
    declined: float  # What not to play brings, the Ante aside.
    gain: float  # What playing brings beyond that.


@compiled
def look_ahead(
    rules: SketchRules,
    node: Node,
    stub: np.uint64,
    pockets: Whole,
    seat: int,
    last: int,
    kind: int,
    best: int,
    holders: int,
    waiting: int,
    plays: int,
) -> Ahead:
    """The sketch at the decision of a seat; ``last`` are all seats, a kind, best class and holders the contest."""
    cards = _deal_out(stub, node.left)
    total = cards * (cards - 1) * (cards - 2) / 6
    is_last = seat == last - 1
    floor = best if is_last else max(best, waiting)
    floor = max(floor, 0)
    at_end = 0.0
    for later in range(seat + 1, last):
        _chances(rules, node, stub, pockets[later, 0], pockets[later, 1], floor, total, later)
        if later == last - 1 and kind != pots.PLAYERS:
            many = _list_draws(rules, node, stub, pockets[later, 0], pockets[later, 1], max(best, 0))
            at_end = node.ways[:many].sum() / total
    _later(rules, node, seat, last, floor, plays, kind, at_end)
    # The seat's own draws, class by class.
    one, other = pockets[seat, 0], pockets[seat, 1]
    group_of = rules.pockets.group
    lead, tie, lead_paid, leads, ties, bonus = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for draw in range(_list_draws(rules, node, stub, one, other, min(floor, rules.lowest_bonus))):
        made, ways = node.made[draw], node.ways[draw]
        bonus += ways * rules.bonus[made]
        if made < floor:
            continue
        if kind == pots.PLAYERS and made == best:
            ties += ways
            tie += ways * node.worth[1, group_of[made]]
        else:
            leads += ways
            lead += ways * node.worth[1, group_of[made]]
        lead_paid += ways * node.paid[1, group_of[made]]
    lead, tie, lead_paid = lead / total, tie / total, lead_paid / total
    leads, ties, bonus = leads / total, ties / total, bonus / total
    offered = kind == pots.NOBODY and is_last and rules.takes
    declined = rules.shares[plays + 1, 1] - rules.multiple if offered else 0.0
    gain = lead + tie / (holders + 1) + bonus - rules.multiple - declined
    return Ahead(floor, leads, ties, lead_paid, bonus, offered, declined, gain)


class Start(NamedTuple):
    """A decision in the middle of a round. A kind, best class and number of holders are the contest."""

    pockets: Whole  # (seats in the order of acting, 2)
    stub: np.uint64
    to_act: int
    kind: int
    best: int
    holders: int
    waiting: int  # The lowest class that beats all who wait.
    plays: int
    shown: int  # The class of the dealer's hand.


@compiled
def look_at(rules: SketchRules, kind: int, best: int, shown: int, offered: bool) -> int:
    """How a decision looks: the pot is offered, or nobody holds it yet, or the dealer does, or a player."""
    seen = shown if kind == pots.NOBODY else best
    return (0 if offered else 1 + kind) * LOOKS + whole(rules.look[seen])


_KNOWN: WeakKeyDictionary[PotGame, dict[int, tuple[SketchRules, pots.PotTables]]] = WeakKeyDictionary()


def sketch_rules(game: PotGame, seats: int) -> tuple[SketchRules, pots.PotTables]:
    """What the kernels look up, asked of the game; kept as long as the game is."""
    known = _KNOWN.setdefault(game, {})
    if seats not in known:
        known[seats] = _asked(game, seats)
    return known[seats]


def _asked(game: PotGame, seats: int) -> tuple[SketchRules, pots.PotTables]:
    configured = cast("Game", game)
    tables, _ = pots.pot_tables(configured, configured.declares.bot, seats)
    paid = pots.bonuses(game)
    rules = SketchRules(
        tables.lookups,
        pocket_tables(),
        pots.shares(game, tuple(range(1, seats + 1)), 0, game.opened(next(iter(pots.numbers())), seats)),
        paid,
        int(np.flatnonzero(paid)[0]) if paid.any() else len(paid),
        float(game.play_multiple),
        seats,
        bool(tables.offered[2 * pots.NOBODY + 1]),
        np.zeros((0, RANKS * RANKS), dtype=np.uint8),
        np.array([int(hand.category) * RANKS + hand.ranks[0] - 2 for hand in pots.numbers()], dtype=np.int16),
    )
    return rules, tables


def start_of(game: PotGame, state: State) -> Start:
    """A decision as the kernels see it."""
    moment = Moment.of(game, state)
    found = pots.opening(moment.contest)
    kind = pots.PLAYERS if found.players else pots.DEALER if moment.contest.holders else pots.NOBODY
    pockets = np.zeros((MOST, 2), dtype=np.int64)
    for place, seat in enumerate(moment.to_act):
        pockets[place] = [bit_of(card) for card in moment.held[seat]]
    one, other = pockets[len(moment.to_act) - 1].tolist()
    waiting = int(sketch_rules(game, len(moment.seats))[1].beaten_from[one * 52 + other])
    stub = np.uint64(sum(1 << bit_of(card) for card in moment.stub))
    plays = len(moment.have_played)
    return Start(pockets, stub, len(moment.to_act), kind, found.best, found.players, waiting, plays, 0)


def plays_by_sketch(game: PotGame, state: State) -> bool:
    """Whether the seat to act does better by playing, as the sketch sees it; where that is equal, it plays."""
    rules, _ = sketch_rules(game, len(state.stakes))
    start = start_of(game, state)
    figures = start.pockets, 0, start.to_act, start.kind, start.best, start.holders, start.waiting, start.plays
    return bool(look_ahead(rules, new_node(), start.stub, *figures).gain >= EQUAL_GAIN)
