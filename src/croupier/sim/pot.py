"""A sequential pot played from tables: the deal, the order of acting, decisions, who stays in, and how the pot ends.

``kernels.pot_tables`` asks the game for these tables. Seats decide by the sketch of ``kernels.pot_sketch``, or by one
rule on their own pockets.
"""

from dataclasses import dataclass
from typing import cast

import numpy as np

from croupier.cards.cards import Card
from croupier.kernels import pot_sketch as sketch
from croupier.kernels import pot_tables as pots
from croupier.kernels.cells import NO_METERS, Counts, Layout, Meters
from croupier.kernels.compiled import compiled
from croupier.kernels.deals import CARDS, cards_in_order, first_cards
from croupier.kernels.graders import grade
from croupier.kernels.philox import STREAM
from croupier.kernels.pot_game import DRAWN, PotGame
from croupier.kernels.stream import ONE, ZERO, Word, open_stream, whole
from croupier.play.game import BotRule, Choose, Decision, Game, State
from croupier.sim.playing import Decide
from croupier.sim.running import ByKernel

QUICK_CHUNK, SKETCH_CHUNK = 1 << 16, 1 << 12  # Rounds under a rule on pockets, and by the sketch.


@compiled
def play_pots(
    seed: Word,
    first: int,
    count: int,
    seats: int,
    base_squares: int,
    tables: pots.PotTables,
    by_sketch: bool,
    rules: sketch.SketchRules,
    counts: Counts,
) -> None:
    """Rounds of one pot; seats decide by the sketch's ``rules``, or else by their pockets (``tables.plays``)."""
    graders, plain, suited, spread, low, high, held = tables.lookups
    acting, beaten_from, plays_of, kicked_out = tables.acting, tables.beaten_from, tables.plays, tables.kicked_out
    becomes, offered, award_of, cell_of, awards = (
        tables.becomes,
        tables.offered,
        tables.award,
        tables.cell,
        tables.awards,
    )
    bonuses, places, nets = tables.bonuses, tables.places, tables.nets
    rank_of_pocket, wins_duel_from = tables.rank_of_pocket, tables.wins_duel_from
    cards, words = np.zeros(CARDS, dtype=np.uint8), np.zeros(6, dtype=np.uint64)
    pocket = np.zeros(pots.MOST_SEATS, dtype=np.int64)
    order = np.zeros(pots.MOST_SEATS, dtype=np.int64)
    five = np.zeros(pots.MOST_SEATS, dtype=np.int64)
    end = np.zeros(pots.MOST_SEATS, dtype=np.int64)
    holds = np.zeros(pots.MOST_SEATS, dtype=np.uint8)
    in_order, node = np.zeros((pots.MOST_SEATS, 2), dtype=np.int64), sketch.new_node()
    for number in range(first, first + count):
        open_stream(words)
        first_cards(5 + 5 * seats, cards, words, seed, np.uint64(number))
        for seat in range(seats):
            pocket[seat] = whole(cards[2 * seat]) * CARDS + whole(cards[2 * seat + 1])
            place = seat
            while place > 0 and acting[pocket[order[place - 1]]] > acting[pocket[seat]]:
                order[place] = order[place - 1]
                place -= 1
            order[place] = seat
            holds[seat] = 0
        dealer = ZERO
        for place in range(2 * seats, 2 * seats + 5):
            dealer |= ONE << np.uint64(cards[place])
        dealer_class = grade(graders, plain, suited, spread, low, high, held, 0, dealer, ZERO)
        best = dealer_class
        holder = pots.NOBODY if kicked_out[dealer_class] else pots.DEALER
        highest = beaten_from[pocket[order[seats - 1]]]
        drawn = 2 * seats + 5
        stub = sketch.WHOLE_DECK
        for place in range(drawn):
            stub ^= ONE << np.uint64(cards[place])
        for place in range(seats):
            in_order[place, 0], in_order[place, 1] = pocket[order[place]] // CARDS, pocket[order[place]] % CARDS
        plays = 0
        winners = 0
        for place in range(seats):
            seat = order[place]
            is_last = whole(place == seats - 1)
            is_offered = whole(offered[2 * holder + is_last])
            if by_sketch:
                leading = -1 if holder == pots.NOBODY else best
                contest = holder, leading, winners, whole(highest), plays
                is_played = (
                    sketch.look_ahead(rules, node, stub, in_order, place, seats, *contest).gain >= sketch.EQUAL_GAIN
                )
            else:
                is_played = plays_of[2 * pocket[seat] + is_offered] != 0
            if not is_played:
                end[seat] = pots.TOOK if is_offered else pots.FOLDED
                if is_offered:
                    holder, winners = pots.PLAYERS, 1
                    holds[seat] = 1
                continue
            hand = ONE << np.uint64(cards[2 * seat]) | ONE << np.uint64(cards[2 * seat + 1])
            for each in range(drawn, drawn + 3):
                hand |= ONE << np.uint64(cards[each])
                stub ^= ONE << np.uint64(cards[each])
            drawn += 3
            plays += 1
            end[seat] = pots.WON
            mine = grade(graders, plain, suited, spread, low, high, held, 0, hand, ZERO)
            five[seat] = mine
            standing = pots.LOWER if mine < best else pots.EQUAL if mine == best else pots.HIGHER
            beats = whole(is_last or mine >= highest)
            after = becomes[(holder * 3 + standing) * 2 + beats]
            if after == pots.OUT:
                continue
            if after in (pots.NONE_LEFT, pots.ALONE):
                for each in range(seats):
                    holds[each] = 0
                holder, winners = pots.NOBODY, 0
            if after != pots.NONE_LEFT:
                holds[seat] = 1
                winners += 1
                holder, best = pots.PLAYERS, mine
        total = 0
        for seat in range(seats):
            award = 0
            how = end[seat]
            if how == pots.WON:
                award = whole(award_of[five[seat]])
                if not holds[seat]:
                    how = pots.BEATEN
            cell = whole(cell_of[pots.end_place(how, plays, winners, award, awards)])
            counts[cell] += 1
            total += nets[cell]
        counts[base_squares] += total * total
        for each in range(bonuses.shape[0]):
            of_round = 0
            for seat in range(seats):
                if bonuses[each, pots.GRADER] == pots.DUEL:
                    rank, mark = rank_of_pocket[pocket[seat]], wins_duel_from[dealer_class]
                    found = 3 * rank + whole(rank >= mark >> 1) + whole(rank >= (mark >> 1) + (mark & 1))
                else:
                    hand = ZERO
                    for place in range(2 * seat, 2 * seat + bonuses[each, pots.OWN]):
                        hand |= ONE << np.uint64(cards[place])
                    for place in range(2 * seats, 2 * seats + bonuses[each, pots.DEALERS]):
                        hand |= ONE << np.uint64(cards[place])
                    found = grade(
                        graders, plain, suited, spread, low, high, held, bonuses[each, pots.GRADER], hand, ZERO
                    )
                cell = bonuses[each, pots.COUNTS_AT] + whole(places[bonuses[each, pots.PLACES_AT] + found])
                counts[cell] += 1
                of_round += nets[cell]
            counts[bonuses[each, pots.SQUARES_AT]] += of_round * of_round


@dataclass(frozen=True)
class PotSimulator(ByKernel, kernel=play_pots):
    """A game, a strategy and a number of seats, ready to be run anywhere: arrays only."""

    layout: Layout
    tables: pots.PotTables
    seats: int
    rules: sketch.SketchRules
    by_sketch: bool
    chunk: int
    stream: str = STREAM

    def play(self, seed: Word, first: int, count: int, counts: Counts) -> None:
        squares = self.layout.wagers[0].squares_at
        play_pots(seed, first, count, self.seats, squares, self.tables, self.by_sketch, self.rules, counts)

    def cards(self, seed: int, number: int) -> tuple[Card, ...]:
        """Pockets by seat, the dealer's hand, then the draws in the order of acting."""
        return cards_in_order(pots.HAND + (pots.POCKET + DRAWN) * self.seats, seed, number)


def pot_simulator(game: Game, bot: BotRule | None, seats: int, meters: Meters = NO_METERS) -> PotSimulator:
    """The kernel with what the game answers, under a rule or else by the sketch."""
    tables, layout = pots.pot_tables(game, bot or game.declares.bot, seats, meters)
    rules, _ = sketch.sketch_rules(cast("PotGame", game), seats)
    chunk = QUICK_CHUNK if bot else SKETCH_CHUNK
    return PotSimulator(layout, tables, seats, rules, by_sketch=bot is None, chunk=chunk)


def sketch_decider(game: Game) -> Decide:
    """The sketch, as the play driver asks it."""

    def decide(state: State, turn: Choose) -> Decision:
        plays = sketch.plays_by_sketch(cast("PotGame", game), state)
        (action,) = [action for action in turn.actions if (action.name == pots.PLAY) == plays]
        return Decision(turn.seat, action.name, action.minimum)

    return decide
