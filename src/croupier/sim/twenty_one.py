"""A blackjack house as tables: what hands may do, when the dealer draws, what every end pays, asked of the house.

Rounds are dealt from a fresh shoe, as a continuous shuffler does. Hands are hard points with a mark for an ace, in the
order of the felt; a split lays a hand beside the one it came from.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np

from croupier.cards.cards import DECK, Card
from croupier.cards.hands.blackjack import Total, is_blackjack, total, value
from croupier.kernels.arrays import Bytes, Floats32, Whole, Words
from croupier.kernels.cells import NO_METERS, Counts, Layout, Meters, Outcome, lay_out
from croupier.kernels.compiled import compiled
from croupier.kernels.graders import NoLookup
from croupier.kernels.philox import STREAM
from croupier.kernels.stream import ZERO, Word, open_stream, whole
from croupier.play.game import Cards, Choose, Decision, Game, Slot, State
from croupier.sim import shoe_kernels as shoes
from croupier.sim.playing import Decide
from croupier.sim.running import FromShoe

MOST_SEATS, MOST_HANDS = 7, 4
DONE, HIT, STAND, DOUBLE, SPLIT, SURRENDER, INSURE, DECLINE = range(8)  # What a hand does next.
PAUSED = -1  # Instead: nobody has said yet.
WHOLE, SPLIT_OFF, SPLIT_ACE = range(3)  # What a hand has been through.
PAIRS, SUMS = 10, 64  # Shapes of a hand: a pair by its points, two other cards, or more cards by their sum.
SHAPES = PAIRS + 2 * SUMS
POINTS = 32  # Ends of a hand: its points up to 31, or a blackjack.
HARD, ACE, CARDS, STATUS, DOUBLED, GIVEN_UP, FIRST, SECOND = range(8)
"""Columns of a hand; its cards follow one another from ``FIRST`` on."""
MOST_CARDS = 24  # Of one hand: none has more than 21.
COURSE, MOST_TOLD = 6, 4 * MOST_CARDS
TOLD, NEXT, OFFERED, PLACE, LOOKED, DEALT_TO_DEALER = range(COURSE)
"""What a round that is told its decisions keeps: how many there are, how many were taken; where it pauses, what is
offered (a bit each, none at the end) and to which hand; and what the dealer's look said, from one."""


class TwentyOneTables(NamedTuple):
    """One house under one strategy. Sums are hard points, and 32 more with an ace."""

    hard: Whole  # By rank, its hard points.
    is_ace: Whole
    place: Whole  # By rank, the place of its points among those of single cards.
    alike: Whole  # By both ranks, the place of the pair they make, from one upward; 0 where they are none.
    total: Whole  # By sum, its best total.
    is_natural: Bytes  # By sum of two cards, whether they are a blackjack.
    action: Bytes  # By up-card, hands of the bet, what the hand has been through, and shape.
    gives_up_first: Bytes  # By up-card and shape: an early surrender before the dealer looks.
    insures: Bytes  # By up-card and shape: whether insurance is taken where it is offered.
    offered: Whole  # As ``action``: what the house offers, a bit for each.
    offers_insurance: Bytes  # By up-card.
    offers_early: Bytes  # By up-card, a surrender before the look.
    looks: Bytes  # By up-card.
    dealer_draws: Bytes  # By sum.
    has_hole_card: bool
    second_card_matters: Bytes
    """By up-card, whether a blackjack lies there, whether a hand was given up, and whether one is insured."""
    completes_at_once: bool  # Whether both hands of a split get their second card before the first is played on.
    net: Whole  # By end of the hand and of the dealer's, in units.
    added: Whole  # The same for bets that were put up while a hand was played.
    surrendered: Whole  # By whether the dealer has a blackjack.
    insured: Whole  # What insurance brings, by whether the dealer has a blackjack.
    most_net: int  # The largest net either way, in units; the base wager's cells count from its negative.


@compiled
def shape_of(is_two_cards: bool, pair: int, sums: int) -> int:
    """The shape under which tables keep a hand."""
    if is_two_cards:
        return pair - 1 if pair else PAIRS + sums
    return PAIRS + SUMS + sums


@compiled
def action_place(up: int, hands: int, status: int, shape: int) -> int:
    """Where a table of decisions holds this situation."""
    return ((up * MOST_HANDS + hands - 1) * 3 + status) * SHAPES + shape


@compiled
def end_of(total: int, is_natural: bool) -> int:
    """A hand's column in the table of settlements: its total, or the one of a natural."""
    return POINTS if is_natural else total


class Scratch(NamedTuple):
    """Working memory of one thread for a round."""

    out: Words
    words: Words
    firsts: Whole  # By seat, its first two cards.
    hands: Whole
    held: Whole  # By seat, how many hands it has.
    is_insured: Bytes
    nets: Whole  # By seat, what the round brought, in units.


class Script(NamedTuple):
    """What a round is told, and how far it came. One that plays by its tables alone is compiled without it."""

    course: Whole  # By the names above.
    told: Whole  # Its decisions, in order.
    dealer: Whole  # The dealer's cards.


@compiled
def scratch(cards: int) -> Scratch:
    """Clean paper, with room for so many cards of a hand."""
    return Scratch(
        np.zeros(shoes.OUT_WORDS, dtype=np.uint64),
        np.zeros(6, dtype=np.uint64),
        np.zeros((MOST_SEATS, 2), dtype=np.int64),
        np.zeros((MOST_SEATS, MOST_HANDS, FIRST + cards), dtype=np.int64),
        np.zeros(MOST_SEATS, dtype=np.int64),
        np.zeros(MOST_SEATS, dtype=np.uint8),
        np.zeros(MOST_SEATS, dtype=np.int64),
    )


@compiled
def give(hard: Whole, is_ace: Whole, hand: Whole, card: int, script: Script | None) -> None:
    """A card for a hand; those after the first two are kept where a script asks about them."""
    hand[HARD] += hard[card >> 2]
    hand[ACE] |= is_ace[card >> 2]
    if script is not None or hand[CARDS] < 2:
        hand[FIRST + hand[CARDS]] = card
    hand[CARDS] += 1


@compiled
def begin(hand: Whole, status: int) -> None:
    """A hand without cards."""
    hand[HARD], hand[ACE], hand[CARDS] = 0, 0, 0
    hand[STATUS], hand[DOUBLED], hand[GIVEN_UP] = status, 0, 0


@compiled
def choose(script: Script | None, offered: int, usual: int, place: int) -> int:
    """What a hand does: as the table says, or in a round that is told its decisions the next of them."""
    if script is None:
        return usual
    if not offered:
        return DONE
    course = script.course
    if course[NEXT] == course[TOLD]:
        course[OFFERED], course[PLACE] = offered, place
        return PAUSED
    course[NEXT] += 1
    return whole(script.told[course[NEXT] - 1])


@compiled
def deal_round(
    seed: Word, number: Word, seats: int, size: Word, tables: TwentyOneTables, felt: Scratch, script: Script | None
) -> int:
    """One round from the shoe as it is; returns the up-card. One with a script ends where a decision is missing."""
    # Taken out of the tables once: to reach into them in a loop counts references each time.
    hard, is_ace, alike, place_of, total_of = tables.hard, tables.is_ace, tables.alike, tables.place, tables.total
    is_natural, action_of, offered_of = tables.is_natural, tables.action, tables.offered
    gives_up_first, insures, looks = tables.gives_up_first, tables.insures, tables.looks
    dealer_draws, offers_insurance, offers_early = tables.dealer_draws, tables.offers_insurance, tables.offers_early
    has_hole_card, completes_at_once = tables.has_hole_card, tables.completes_at_once
    matters_of, net_of, added = tables.second_card_matters, tables.net, tables.added
    surrendered, insured = tables.surrendered, tables.insured
    out, words, firsts, hands, held, is_insured, nets = felt
    for seat in range(seats):
        one = shoes.take_card(out, size, words, seed, number)
        other = shoes.take_card(out, size, words, seed, number)
        held[seat] = 1
        hand = hands[seat, 0]
        hand[HARD], hand[ACE] = hard[one >> 2] + hard[other >> 2], is_ace[one >> 2] | is_ace[other >> 2]
        hand[CARDS], hand[STATUS], hand[DOUBLED], hand[GIVEN_UP] = 2, WHOLE, 0, 0
        hand[FIRST], hand[SECOND] = one, other
        firsts[seat, 0], firsts[seat, 1] = one, other
    up_card = shoes.take_card(out, size, words, seed, number)
    dealt_to_dealer = 1
    if script is not None:
        script.course[NEXT:] = 0
        script.course[DEALT_TO_DEALER], script.dealer[0] = 1, up_card
    up = place_of[up_card >> 2]
    dealer_hard, dealer_ace = hard[up_card >> 2], is_ace[up_card >> 2]
    anyone = False
    any_insured = False
    for seat in range(seats):
        hand = hands[seat, 0]
        sums = hand[HARD] + POINTS * hand[ACE]
        at = up * SHAPES + shape_of(True, alike[(hand[FIRST] >> 2) * 13 + (hand[SECOND] >> 2)], sums)
        offered = (1 << INSURE | 1 << DECLINE) * whole(offers_insurance[up])
        answer = choose(script, offered, INSURE if insures[at] else DECLINE, 0)
        if answer == PAUSED:
            return whole(up_card)
        is_insured[seat] = answer == INSURE
        if is_insured[seat]:
            any_insured = True
        if not is_natural[sums]:
            offered = (1 << SURRENDER | 1 << DECLINE) * whole(offers_early[up])
            answer = choose(script, offered, SURRENDER if gives_up_first[at] else DECLINE, 0)
            if answer == PAUSED:
                return whole(up_card)
            hand[GIVEN_UP] = answer == SURRENDER
        if not hand[GIVEN_UP]:
            anyone = True
    hole = -1
    dealer_natural = False
    if looks[up] and anyone:
        hole = shoes.take_card(out, size, words, seed, number)
        dealer_natural = is_natural[dealer_hard + hard[hole >> 2] + POINTS * (dealer_ace | is_ace[hole >> 2])] != 0
        if script is not None:
            script.course[LOOKED] = 1 + whole(dealer_natural)
    any_natural = False
    any_given_up = False
    any_to_compare = False
    for seat in range(seats):
        place = 0
        while place < held[seat]:
            hand = hands[seat, place]
            if hand[CARDS] == 1:
                give(hard, is_ace, hand, shoes.take_card(out, size, words, seed, number), script)
            while not hand[GIVEN_UP] and not dealer_natural:
                is_two = hand[CARDS] == 2
                pair = alike[(hand[FIRST] >> 2) * 13 + (hand[SECOND] >> 2)] if is_two else 0
                shape = shape_of(is_two, pair, hand[HARD] + POINTS * hand[ACE])
                at = action_place(up, held[seat], hand[STATUS], shape)
                action = choose(script, offered_of[at], whole(action_of[at]), place)
                if action == PAUSED:
                    return whole(up_card)
                if action in (HIT, DOUBLE):
                    give(hard, is_ace, hand, shoes.take_card(out, size, words, seed, number), script)
                    if action == DOUBLE:
                        hand[DOUBLED] = 1
                        break
                elif action == SPLIT:
                    for later in range(held[seat], place + 1, -1):
                        hands[seat, later, :] = hands[seat, later - 1, :]
                    held[seat] += 1
                    kept, moved = hand[FIRST], hand[SECOND]
                    for each in range(2):
                        mine = kept if each == 0 else moved
                        part = hands[seat, place + each]
                        begin(part, SPLIT_ACE if is_ace[mine >> 2] else SPLIT_OFF)
                        give(hard, is_ace, part, mine, script)
                        if each == 0 or completes_at_once:
                            give(hard, is_ace, part, shoes.take_card(out, size, words, seed, number), script)
                elif action == SURRENDER:
                    hand[GIVEN_UP] = 1
                else:
                    break
            sums = hand[HARD] + POINTS * hand[ACE]
            natural = hand[CARDS] == 2 and hand[STATUS] == WHOLE and is_natural[sums] != 0
            if natural:
                any_natural = True
            if hand[GIVEN_UP]:
                any_given_up = True
            elif not natural and total_of[sums] <= 21:
                any_to_compare = True
            place += 1
    matters = matters_of[((up * 2 + any_natural) * 2 + any_given_up) * 2 + any_insured]
    if hole < 0 and (has_hole_card or matters):
        hole = shoes.take_card(out, size, words, seed, number)
    if hole >= 0:
        dealer_hard += hard[hole >> 2]
        dealer_ace |= is_ace[hole >> 2]
        dealt_to_dealer = 2
        if script is not None:
            script.dealer[1] = hole
    while any_to_compare and dealer_draws[dealer_hard + POINTS * dealer_ace]:
        card = shoes.take_card(out, size, words, seed, number)
        dealer_hard += hard[card >> 2]
        dealer_ace |= is_ace[card >> 2]
        if script is not None:
            script.dealer[dealt_to_dealer] = card
        dealt_to_dealer += 1
    if script is not None:
        script.course[DEALT_TO_DEALER] = dealt_to_dealer
    sums = dealer_hard + POINTS * dealer_ace
    dealer_natural = dealt_to_dealer == 2 and is_natural[sums] != 0
    dealer_end = end_of(total_of[sums], dealer_natural)
    for seat in range(seats):
        net = insured[whole(dealer_natural)] if is_insured[seat] else 0
        for place in range(held[seat]):
            hand = hands[seat, place]
            if hand[GIVEN_UP]:
                net += surrendered[whole(dealer_natural)]
                continue
            sums = hand[HARD] + POINTS * hand[ACE]
            natural = hand[CARDS] == 2 and hand[STATUS] == WHOLE and is_natural[sums] != 0
            ends = end_of(total_of[sums], natural) * (POINTS + 1) + dealer_end
            net += net_of[ends] if place == 0 else added[ends]
            net += added[ends] * hand[DOUBLED]
        nets[seat] = net
    return whole(up_card)


@compiled
def play_twenty_one(
    seed: Word,
    first: int,
    count: int,
    seats: int,
    size: Word,
    base_squares: int,
    side_at: int,
    side_squares: int,
    tables: TwentyOneTables,
    pairs: shoes.PairTables,
    nets: Whole,
    counts: Counts,
) -> None:
    """Rounds from a fresh shoe; ``side_at`` is the cell of the pair wager, or -1 where it is not on offer."""
    felt = scratch(2)
    most_net, words, boosts = tables.most_net, felt.words, np.zeros(shoes.MOST_ROWS, dtype=np.int64)
    firsts = felt.firsts[:seats]
    for round_number in range(first, first + count):
        number = np.uint64(round_number)
        felt.out[:] = ZERO
        open_stream(words)
        up_card = deal_round(seed, number, seats, size, tables, felt, None)
        of_round = 0
        for seat in range(seats):
            net = felt.nets[seat]
            counts[most_net + net] += 1
            of_round += net
        counts[base_squares] += of_round * of_round
        if side_at >= 0:
            shoes.count_pairs(pairs, firsts, up_card, boosts, words, seed, number, nets, counts, side_at, side_squares)


@compiled
def follow_rounds(
    seed: Word,
    which: Whole,
    numbers: Whole,
    size: Word,
    tables: TwentyOneTables,
    told: Whole,
    many: Whole,
    course: Whole,
    nets: Whole,
    cards: Floats32,
    shown: Floats32,
) -> None:
    """Single seats ``told`` their decisions, each in its own round: how far each comes, and what lies there."""
    felt = scratch(MOST_CARDS)
    dealer = np.zeros(MOST_CARDS, dtype=np.int64)
    for seat in which:
        felt.out[:] = ZERO
        open_stream(felt.words)
        course[seat, TOLD] = many[seat]
        deal_round(seed, np.uint64(numbers[seat]), 1, size, tables, felt, Script(course[seat], told[seat], dealer))
        nets[seat] = felt.nets[0]
        cards[seat] = 0.0
        shown[seat] = 0.0
        for place in range(felt.held[0]):
            hand = felt.hands[0, place]
            for at in range(FIRST, FIRST + hand[CARDS]):
                cards[seat, place, hand[at]] += 1.0
        for at in range(1 if course[seat, OFFERED] else course[seat, DEALT_TO_DEALER]):
            shown[seat, dealer[at]] += 1.0


SHOES, ROUNDS, ROUNDS_SQUARED, BEYOND, BEYOND_SQUARED, PRODUCT, EMPTIED = range(7)
"""What is summed over shoes: their number, rounds before the cut card, what rounds beyond the usual number bring."""


@compiled
def play_shoes(
    seed: Word,
    first: int,
    count: int,
    seats: int,
    size: Word,
    cut: Word,
    usual: int,
    tables: TwentyOneTables,
    sums: Whole,
) -> None:
    """Shoes dealt until the cut card has come out, and to the ``usual`` number of rounds where that is more.

    Any round that is dealt whatever came before it brings on average what the first one does. So only the rounds
    between the usual number and the number before the cut card are added up: those beyond it count, those that are
    short of it count against.
    """
    felt = scratch(2)
    out = felt.out
    for shoe in range(first, first + count):
        number = np.uint64(shoe)
        out[:] = ZERO
        open_stream(felt.words)
        dealt, before_cut, beyond = 0, -1, 0
        while before_cut < 0 or dealt < usual:
            deal_round(seed, number, seats, size, tables, felt, None)
            dealt += 1
            net = 0
            for seat in range(seats):
                net += felt.nets[seat]
            if before_cut < 0:
                beyond += net if dealt > usual else 0
                if out[shoes.DEALT] >= cut:
                    before_cut = dealt
            else:
                beyond -= net
            if out[shoes.DEALT] > size:
                break
        if out[shoes.DEALT] > size:
            sums[EMPTIED] += 1
            continue
        sums[SHOES] += 1
        sums[ROUNDS] += before_cut
        sums[ROUNDS_SQUARED] += before_cut * before_cut
        sums[BEYOND] += beyond
        sums[BEYOND_SQUARED] += beyond * beyond
        sums[PRODUCT] += beyond * before_cut


ACTIONS = {
    "hit": HIT,
    "stand": STAND,
    "double": DOUBLE,
    "split": SPLIT,
    "surrender": SURRENDER,
    "insure": INSURE,
    "decline": DECLINE,
}
RANKS = 13
ACE_POINTS = 11
SOME_UP_CARD = 6  # Whether two cards may be split does not depend on the dealer's.


class Situation(NamedTuple):
    """What a player sees of a hand when the house asks: its total, its pair if it may be one, and the up-card."""

    total: Total
    is_two_cards: bool
    pair: int | None  # The points of each card of a pair.
    is_split: bool
    up: int


class TwentyOneStrategy(NamedTuple):
    """How to play: an action among those offered, an early surrender or not, insurance for the most allowed or not."""

    name: str
    play: Callable[[Situation, Sequence[str]], str]
    gives_up: Callable[[Situation], bool]
    insures: Callable[[Situation], bool]


class Held(NamedTuple):
    """A hand as a house looks at it."""

    total: Total
    is_two_cards: bool
    pair: int | None
    hands: int
    is_split: bool
    is_split_ace: bool


class End(NamedTuple):
    """A hand played out, as a house resolves it."""

    points: int
    is_blackjack: bool


@runtime_checkable
class TwentyOneGame(Protocol):
    """What this module asks of a blackjack game: its house, and what two cards may do."""

    house: Any
    deck: Cards

    def actions_on(self, cards: Cards, up: int) -> tuple[str, ...]: ...

    def hand_asked(self, state: State) -> tuple[Cards, int]: ...


@dataclass(frozen=True)
class TwentyOneSimulator(FromShoe, kernel=play_twenty_one):
    """A house, a strategy and a number of seats, ready to be run anywhere."""

    layout: Layout
    tables: TwentyOneTables
    pairs: shoes.PairTables
    seats: int
    decks: int
    most_cards: int
    game: Game | None  # For the dynamic pays of a single round; not needed to run.
    chunk: int = 1 << 18
    stream: str = STREAM

    def play(self, seed: Word, first: int, count: int, counts: Counts) -> None:
        base, *side = self.layout.wagers
        play_twenty_one(
            seed,
            first,
            count,
            self.seats,
            np.uint64(52 * self.decks),
            base.squares_at,
            side[0].first if side else -1,
            side[0].squares_at if side else -1,
            self.tables,
            self.pairs,
            self.layout.nets,
            counts,
        )

    def cards(self, seed: int, number: int) -> tuple[Card, ...]:
        """As many cards as a round can need, in the order of the shoe."""
        return shoes.cards_of_shoe(self.most_cards, self.decks, seed, number)


def twenty_one_simulator(
    game: Game, strategy: TwentyOneStrategy, seats: int, meters: Meters = NO_METERS
) -> TwentyOneSimulator:
    """Ask the house for everything that the kernel looks up."""
    decks = game.configuration.decks
    if seats > MOST_SEATS:
        raise NoLookup(f"{game.rules.name}: more seats than the kernel knows")
    if any(bonus.seen.family != "pairs" for _, bonus in game.bonuses) or len(game.bonuses) > 1:
        raise NoLookup(f"{game.rules.name}: a side wager has no lookup")
    tables, unit = house_tables(game, strategy)
    base = [Outcome(Fraction(net, unit)) for net in range(-tables.most_net, tables.most_net + 1)]
    nothing = np.zeros(0, dtype=np.int64)
    pairs = shoes.PairTables(np.zeros(1, dtype=np.int16), np.zeros(1, dtype=np.int16), nothing, nothing, nothing)
    wagers: list[tuple[str, Sequence[Outcome]]] = [(game.base_wager, base)]
    for _, bonus in game.bonuses:
        pairs, found = shoes.pair_tables(game, bonus, meters)
        wagers.append((bonus.wager, found.outcomes))
    return TwentyOneSimulator(lay_out(wagers, seats), tables, pairs, seats, decks, game.most_cards(seats), game)


def house_tables(game: Game, strategy: TwentyOneStrategy) -> tuple[TwentyOneTables, int]:
    """All that the kernel looks up, and in which part of a bet its nets are; NoLookup where it is another house."""
    if not isinstance(game, TwentyOneGame) or game.configuration.decks > shoes.MOST_DECKS:
        raise NoLookup(f"{game.rules.name}: its house has no tables")
    asked: TwentyOneGame = game
    house = asked.house
    if house.most_hands > MOST_HANDS or house.twenty_one != 21:
        raise NoLookup(f"{game.rules.name}: more hands, or another total, than the kernel knows")
    ranks = [DECK[rank * 4] for rank in range(RANKS)]
    points = sorted({value(card) for card in ranks})
    hard = np.array(
        [total((card, card)).total // 2 if value(card) < ACE_POINTS else 1 for card in ranks], dtype=np.int64
    )
    is_ace = np.array([total((card,)).soft for card in ranks], dtype=np.int64)
    place = np.array([points.index(value(card)) for card in ranks], dtype=np.int64)
    alike = np.zeros(RANKS * RANKS, dtype=np.int64)
    for one, card in enumerate(ranks):
        for other in range(RANKS):
            if "split" in asked.actions_on((card, DECK[other * 4 + 1]), SOME_UP_CARD):
                alike[one * RANKS + other] = place[one] + 1
    sums = {each: _total_of(each) for each in range(SUMS)}
    naturals = np.zeros(SUMS, dtype=np.uint8)
    for card in ranks:
        for second in ranks:
            if is_blackjack((card, second)):
                naturals[hard[card >> 2] + hard[second >> 2] + POINTS * (is_ace[card >> 2] | is_ace[second >> 2])] = 1
    action = np.zeros(len(points) * MOST_HANDS * 3 * SHAPES, dtype=np.uint8)
    first = np.zeros(len(points) * SHAPES, dtype=np.uint8)
    insures = np.zeros(len(points) * SHAPES, dtype=np.uint8)
    offered = np.zeros(len(action), dtype=np.int64)
    for up_place, up in enumerate(points):
        for shape, (counted, is_two, pair) in _shapes(points, sums).items():
            situation = Situation(counted, is_two, pair, False, up)
            if house.offers_insurance(up) and is_two:
                insures[up_place * SHAPES + shape] = strategy.insures(situation)
            if house.surrenders_before_look(up) and is_two:
                first[up_place * SHAPES + shape] = strategy.gives_up(situation)
            for hands in range(1, MOST_HANDS + 1):
                for status in range(3):
                    is_split = status != WHOLE
                    names = house.actions(Held(counted, is_two, pair, hands, is_split, status == SPLIT_ACE), up)
                    chosen = strategy.play(situation._replace(is_split=is_split), names) if names else None
                    at = action_place(up_place, hands, status, shape)
                    action[at] = ACTIONS[chosen] if chosen else DONE
                    offered[at] = sum(1 << ACTIONS[name] for name in names)
    matters = [
        house.second_card_matters(up, to_blackjack=natural, to_surrender=given_up, to_insurance=is_insured)
        for up in points
        for natural in (False, True)
        for given_up in (False, True)
        for is_insured in (False, True)
    ]
    ends = [*((each, False) for each in range(POINTS)), (21, True)]
    nets, added = (
        {(own, dealer): resolve(End(*own), End(*dealer)).net for own in ends for dealer in ends}
        for resolve in (house.resolve, house.resolve_added)
    )
    surrendered = [house.resolve_surrender(natural).net for natural in (False, True)]
    insured = [house.insurance_part * house.resolve_insurance(natural).net for natural in (False, True)]
    unit = lcm(*(net.denominator for net in (*nets.values(), *added.values(), *surrendered, *insured)))
    tables = [np.zeros((POINTS + 1) ** 2, dtype=np.int64) for _ in range(2)]
    for table, found in zip(tables, (nets, added), strict=True):
        for (own, dealer), net in found.items():
            table[end_of(*own) * (POINTS + 1) + end_of(*dealer)] = int(net * unit)
    return TwentyOneTables(
        hard,
        is_ace,
        place,
        alike,
        np.array([sums[each].total for each in range(SUMS)], dtype=np.int64),
        naturals,
        action,
        first,
        insures,
        offered,
        np.array([house.offers_insurance(up) for up in points], dtype=np.uint8),
        np.array([house.surrenders_before_look(up) for up in points], dtype=np.uint8),
        np.array([house.looks(up) for up in points], dtype=np.uint8),
        np.array([house.dealer_draws(sums[each]) for each in range(SUMS)], dtype=np.uint8),
        bool(house.has_hole_card),
        np.array(matters, dtype=np.uint8),
        bool(house.completes_splits_at_once),
        tables[0],
        tables[1],
        np.array([int(net * unit) for net in surrendered], dtype=np.int64),
        np.array([int(net * unit) for net in insured], dtype=np.int64),
        2 * house.most_hands * unit + max(abs(int(net * unit)) for net in insured),
    ), unit


def _total_of(place: int) -> Total:
    """The total of a sum: hard points, and 32 more with an ace among them."""
    ace = DECK[-1]
    points, has_ace = place % POINTS, place >= POINTS
    cards = [ace] if has_ace and points else []
    rest = points - len(cards)
    while rest > 0:
        # Never a one left over, which only an ace counts.
        step = 9 if rest == 11 else min(rest, 10)
        if step == 1 and not has_ace:
            return Total(points, False)
        cards.append(ace if step == 1 else DECK[(step - 2) * 4])
        rest -= step
    return total(cards)


def _shapes(points: Sequence[int], sums: dict[int, Total]) -> dict[int, tuple[Total, bool, int | None]]:
    """Every shape of a hand with its total, whether it is two cards, and its pair."""
    found: dict[int, tuple[Total, bool, int | None]] = {}
    for place, each in enumerate(points):
        card = DECK[-1] if each == ACE_POINTS else DECK[(each - 2) * 4]
        found[shape_of(True, place + 1, 0)] = (total((card, card)), True, each)
    for place, counted in sums.items():
        found[shape_of(True, 0, place)] = (counted, True, None)
        found[shape_of(False, 0, place)] = (counted, False, None)
    return found


def decider(game: Game, strategy: TwentyOneStrategy) -> Decide:
    """The same strategy, as the play driver asks it."""
    assert isinstance(game, TwentyOneGame)
    asked: TwentyOneGame = game

    def decide(state: State, turn: Choose) -> Decision:
        names = [action.name for action in turn.actions]
        up = value(next(dealt.cards[0] for dealt in state.dealt if dealt.slot.is_dealers))
        if "decline" in names:
            first = next(dealt.cards for dealt in state.dealt if dealt.slot == Slot(turn.seat))
            situation = _situation(asked, first, False, up)
            offered = next(action for action in turn.actions if action.name != "decline")
            takes = strategy.insures if offered.name == "insure" else strategy.gives_up
            if takes(situation):
                return Decision(turn.seat, offered.name, offered.maximum)
            return Decision(turn.seat, "decline")
        own, hands = asked.hand_asked(state)
        chosen = strategy.play(_situation(asked, own, hands > 1, up), names)
        return Decision(turn.seat, chosen, next(each.maximum for each in turn.actions if each.name == chosen))

    return decide


def _situation(game: TwentyOneGame, cards: Cards, is_split: bool, up: int) -> Situation:
    is_two = len(cards) == 2
    is_pair = is_two and "split" in game.actions_on(cards, SOME_UP_CARD)
    return Situation(total(cards), is_two, value(cards[0]) if is_pair else None, is_split, up)
