"""A full table by sample: a decision where an exact answer takes too long, and what all seats keep under best play.

How quick decisions, controls and checked decisions make an unbiased estimate: docs/concepts/methods.md.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations_with_replacement
from typing import Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput, MissingPart
from croupier.exact.result import Progress, in_silence
from croupier.exact.ricochet.alone import compared, looks_like
from croupier.exact.ricochet.few_to_act import MOST_TO_ACT, choices_of_few
from croupier.exact.ricochet.full_table import ERROR_BOUND, FullTable
from croupier.exact.sampled_table import Mean, Means, Sample, SampledTable
from croupier.kernels import pot_sketch as sketch
from croupier.kernels.arrays import Bytes, Floats, Whole, Words
from croupier.kernels.compiled import compiled
from croupier.kernels.deals import CARDS, RANKS, card_at, first_cards
from croupier.kernels.graders import grade
from croupier.kernels.pot_game import Moment, PotGame
from croupier.kernels.pot_tables import ALONE, DEALER, JOINS, NOBODY, OUT, PLAYERS, PotTables, check_contest, numbers
from croupier.kernels.stream import ONE, ZERO, Word, below, block, open_stream, whole
from croupier.play.game import Choose, Decision, Draw, Game, Stakes, State


class Round(NamedTuple):
    """Room for one round."""

    cards: Bytes
    words: Words
    pockets: Whole  # (seats in the order of acting, 2)
    drawn: Whole
    gains: Floats
    acted: Whole
    worth: Floats


@compiled
def follow(rules: sketch.SketchRules, node: sketch.Node, start: sketch.Start, room: Round, forced: Whole) -> float:
    """Play a round to the end; what all seats that act end with together, free of bias.

    ``room`` holds the cards to be drawn; ``forced`` says by seat to decide as the sketch says (-1), to decline (0) or
    to play (1). The room's ``gains`` receive what playing brings beyond declining, ``acted`` who played, ``worth`` what
    each seat expects at its own decision, corrected by what came after.
    """
    pockets, stub, last, kind, best, holders, waiting, plays, shown = start
    gains, acted, worth = room.gains, room.acted, room.worth
    total_worth: float = 0.0
    told: float = 0.0
    is_holder = np.zeros(sketch.MOST, dtype=np.uint8)
    held_told = 0.0
    next_card = 0
    group_of = rules.pockets.group
    for seat in range(last):
        ahead = sketch.look_ahead(rules, node, stub, pockets, seat, last, kind, best, holders, waiting, plays)
        floor, leads, ties, lead_paid, bonus, offered, declined, gain = ahead
        one, other = pockets[seat, 0], pockets[seat, 1]
        gains[seat] = gain
        playing = gain >= sketch.EQUAL_GAIN if forced[seat] < 0 else forced[seat] == 1
        if rules.policy.shape[0]:
            playing = rules.policy[sketch.look_at(rules, kind, best, shown, offered), sketch.pair_of(one, other)] != 0
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
            for earlier in range(seat):
                if is_holder[earlier]:
                    worth[earlier] += holds - held_told
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
        worth[seat] = declined + gain - 1.0
        hand = ONE << np.uint64(one) | ONE << np.uint64(other)
        for place in range(next_card, next_card + 3):
            card = ONE << np.uint64(room.drawn[place])
            hand |= card
            stub &= ~card
        next_card += 3
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
    for seat in range(last):
        if is_holder[seat]:
            worth[seat] += rules.shares[plays, holders] - held_told
    return total_worth + ends - told


@compiled
def new_round() -> Round:
    """Empty room."""
    return Round(
        np.zeros(CARDS, dtype=np.uint8),
        np.zeros(6, dtype=np.uint64),
        np.zeros((sketch.MOST, 2), dtype=np.int64),
        np.zeros(CARDS, dtype=np.int64),
        np.zeros(sketch.MOST),
        np.zeros(sketch.MOST, dtype=np.int64),
        np.zeros(sketch.MOST),
    )


@compiled
def play_deal(
    rules: sketch.SketchRules, order: PotTables, node: sketch.Node, room: Round, seed: Word, number: int, forced: Whole
) -> tuple[float, int]:
    """One deal of a full table: what all seats end with together, and the class of the dealer's hand."""
    seats = rules.seats
    open_stream(room.words)
    first_cards(5 + 5 * seats, room.cards, room.words, seed, np.uint64(number))
    for seat in range(seats):
        one, other = whole(room.cards[2 * seat]), whole(room.cards[2 * seat + 1])
        place = seat
        mine = order.acting[one * CARDS + other]
        while place > 0 and order.acting[room.pockets[place - 1, 0] * CARDS + room.pockets[place - 1, 1]] > mine:
            room.pockets[place, 0], room.pockets[place, 1] = room.pockets[place - 1, 0], room.pockets[place - 1, 1]
            place -= 1
        room.pockets[place, 0], room.pockets[place, 1] = one, other
    dealer, gone = ZERO, ZERO
    for place in range(2 * seats + 5):
        card = ONE << np.uint64(room.cards[place])
        gone |= card
        if place >= 2 * seats:
            dealer |= card
    for place in range(3 * seats):
        room.drawn[place] = whole(room.cards[2 * seats + 5 + place])
    graders, plain, suited, spread, low, high, held = rules.lookups
    shown = grade(graders, plain, suited, spread, low, high, held, 0, dealer, ZERO)
    is_out = order.kicked_out[shown] != 0
    highest = room.pockets[seats - 1]
    start = sketch.Start(
        room.pockets,
        sketch.WHOLE_DECK ^ gone,
        seats,
        NOBODY if is_out else DEALER,
        -1 if is_out else whole(shown),
        0,
        whole(order.beaten_from[highest[0] * CARDS + highest[1]]),
        0,
        whole(shown),
    )
    return follow(rules, node, start, room, forced), shown


@compiled
def play_deals(
    rules: sketch.SketchRules,
    order: PotTables,
    seed: Word,
    first: int,
    count: int,
    slopes: Floats,
    sums: Floats,
    squares: Floats,
    many: Floats,
    along: Floats,
) -> None:
    """Deals under quick decisions, by group of the dealer's hand.

    ``sums`` and ``squares`` are (groups, 1 + seats): a seat's average at the table, then each seat in the order of
    acting. ``many`` is (groups, 2): deals, and plays. On average the seats add up to the table's sum; ``slopes`` times
    what they miss is subtracted from each. ``along`` gathers products with it, for better slopes.
    """
    node, room, forced = sketch.new_node(), new_round(), np.full(sketch.MOST, -1, dtype=np.int64)
    for number in range(first, first + count):
        found, shown = play_deal(rules, order, node, room, seed, number, forced)
        group = rules.pockets.group[shown]
        found /= rules.seats
        many[group, 0] += 1.0
        sums[group, 0] += found
        squares[group, 0] += found * found
        missed = -found * rules.seats
        for seat in range(rules.seats):
            missed += room.worth[seat]
            many[group, 1] += room.acted[seat]
        for seat in range(rules.seats):
            own = room.worth[seat] - slopes[seat] * missed
            sums[group, 1 + seat] += own
            squares[group, 1 + seat] += own * own
            along[seat] += own * missed
        along[rules.seats] += missed * missed


@compiled
def list_close(
    rules: sketch.SketchRules, order: PotTables, seed: Word, first: int, count: int, close: float, found: Floats
) -> int:
    """The decisions of some deals that the sketch finds close; how many there are. The last to act decides exactly."""
    node, room, forced = sketch.new_node(), new_round(), np.full(sketch.MOST, -1, dtype=np.int64)
    many = 0
    for number in range(first, first + count):
        play_deal(rules, order, node, room, seed, number, forced)
        for seat in range(rules.seats - 1):
            if abs(room.gains[seat]) < close:
                found[many, 0], found[many, 1], found[many, 2] = number, seat, rules.seats - seat
                found[many, 3] = room.gains[seat]
                many += 1
    return many


@compiled
def coin(seed: Word, number: int, seat: int) -> float:
    """A number from 0 to 1 that belongs to a decision: from stream 1, which deals of this kind do not use."""
    word, _, _, _ = block(seed, np.uint64(number), np.uint64(seat), ONE)
    return whole(word) / 4294967296.0


@compiled
def play_draws(
    rules: sketch.SketchRules, start: sketch.Start, seed: Word, first: int, count: int, forced: Whole, found: Floats
) -> None:
    """Sampled draws: the sum and sum of squares of the seat, then the sums of all players and of each seat."""
    node, room, many = sketch.new_node(), new_round(), 0
    cards = np.zeros(CARDS, dtype=np.int64)
    for number in range(CARDS):
        card = number % 4 * RANKS + number // 4
        if start.stub >> np.uint64(card) & ONE:
            cards[many] = card
            many += 1
    for number in range(first, first + count):
        open_stream(room.words)
        for place in range(3 * start.to_act):
            other = place + whole(below(np.uint64(many - place), room.words, seed, np.uint64(number)))
            cards[place], cards[other] = cards[other], cards[place]
            room.drawn[place] = cards[place]
        found[2] += follow(rules, node, start, room, forced)
        found[0] += room.worth[0]
        found[1] += room.worth[0] * room.worth[0]
        for seat in range(start.to_act):
            found[3 + seat] += room.worth[seat]


DRAWS: Final = 20_000
QUICK_DRAWS: Final = 4_000  # While others wait.
SEED: Final = 7
QUICK_BIAS: Final = 0.005
"""In Antes: what the quick decisions of later seats may add to an estimate's error; see docs/concepts/exact.md."""
_UNHELD: Final = [OUT, ALONE] * 3 + [OUT, OUT, OUT, ALONE, OUT, ALONE]
"""What a hand does to nobody's contest and to the dealer's: lower, equal, higher; beaten by who waits, or not."""


class SampledChoices(NamedTuple):
    """What the seat to act ends with on average, in Antes; playing is sampled, declining is exact."""

    play: float
    standard_error: float
    decline: float


def known_rules(game: PotGame, seats: int) -> tuple[sketch.SketchRules, PotTables]:
    """What is sampled by; refused where the contest is not one that ``follow`` knows."""
    check_contest(game)
    rules, order = sketch.sketch_rules(game, seats)
    becomes = order.becomes.tolist()
    if becomes[: 6 * PLAYERS] != _UNHELD or becomes[6 * PLAYERS + 1 :: 2] != [OUT, JOINS, ALONE]:
        raise MissingPart(
            "a table is not sampled under this reading of the contest",
            hint="beaten_by_waiting_pair=discard-only is; croupier simulate plays the others",
        )
    return rules, order


def sampled_choices(game: PotGame, state: State, draws: int = DRAWS, seed: int = SEED) -> SampledChoices:
    """Both choices of the seat to act; the same seed gives the same figures."""
    rules, _ = known_rules(game, len(state.stakes))
    start = sketch.start_of(game, state)
    found = _drawn(rules, start, draws, seed, plays=True)
    mean = float(found[0]) / draws
    variance = max(float(found[1]) / draws - mean * mean, 0.0)
    moment = Moment.of(game, state)
    left = game.declined(moment.contest, moment.to_act[0], len(moment.to_act) - 1)
    takes = moment.to_act[0] in left.holders
    pot = float(rules.shares[start.plays + 1, 1]) - rules.multiple if takes else 0.0
    return SampledChoices(mean, (variance / draws) ** 0.5, pot - 1)


def gains_of_all(game: PotGame, state: State, draws: int, seed: int = SEED) -> tuple[float, dict[int, float]]:
    """What all players, and each seat, gain if the seat to act plays instead of declining, by the same draws."""
    rules, _ = known_rules(game, len(state.stakes))
    start, moment = sketch.start_of(game, state), Moment.of(game, state)
    playing, declining = (_drawn(rules, start, draws, seed, plays=plays) for plays in (True, False))
    gains = (playing - declining) / draws
    seats = {seat: float(gain) for seat, gain in zip(moment.to_act, gains[3:], strict=False)}
    holders = [seat for seat in moment.contest.holders if seat > 0]
    left = float(gains[2]) - sum(seats.values())
    return float(gains[2]), seats | {seat: left / len(holders) for seat in holders}


def _drawn(
    rules: sketch.SketchRules, start: sketch.Start, draws: int, seed: int, *, plays: bool
) -> NDArray[np.float64]:
    """Draws after one choice of the seat to act, the others deciding quickly."""
    forced = np.full(sketch.MOST, -1, dtype=np.int64)
    forced[0] = plays
    found = np.zeros(3 + sketch.MOST)
    play_draws(rules, start, np.uint64(seed), 0, draws, forced, found)
    return found


CHECK_DRAWS: Final = 2_000


class Decided(NamedTuple):
    """Whether playing is best, and whether that is exact."""

    plays: bool
    is_exact: bool


QUICK_STEPS, MOST_STEPS = 2e7, 2e8
"""Up to so many steps a decision is solved at once; up to so many if sampled draws leave it in doubt."""
MOST_MEMORY: Final = 1 << 30


def decide(game: PotGame, state: State) -> Decided:
    """The better choice of the seat to act."""
    table = FullTable(game, state)
    steps, fits = table.steps_needed(), table.memory_needed() <= MOST_MEMORY
    if steps > QUICK_STEPS or not fits:
        sampled = sampled_choices(game, state, CHECK_DRAWS)
        gain = sampled.play - sampled.decline
        is_clear = abs(gain) > 4 * sampled.standard_error + QUICK_BIAS
        if is_clear or steps > MOST_STEPS or not fits:
            return Decided(gain >= 0, False)
    found = table.solve()
    return Decided(found.play >= found.decline - ERROR_BOUND, True)


CLOSE: Final = 0.1  # In Antes: a sketch's gain is off by 0.01 to 0.02 and was not seen further off than 0.084.
CHUNK: Final = 20_000
LEAST_CHECKED: Final = 100
LISTED_PART: Final = 10  # How many deals there are for each further deal that lists close decisions.
GAIN_DRAWS: Final = 500
PLAY: Final = "play"
PILOT: Final = 1 << 40  # The first deal of those that the slopes are found from.
LISTED: Final = 1 << 41  # The first deal of those whose close decisions are listed: beyond all others.


def sample_table(
    game: PotGame, seats: int, sample: Sample, progress: Progress = in_silence, threads: int | None = None
) -> SampledTable:
    """Play and check what the sample says; the same seed gives the same figures on any number of threads."""
    deals, checked, seed = sample
    if deals < CHUNK:
        raise BadInput(f"{deals:,} deals are too few", hint=f"at least {CHUNK:,}")
    if checked < LEAST_CHECKED:
        raise BadInput(f"{checked:,} checked decisions are too few", hint=f"at least {LEAST_CHECKED}")
    rules, order = known_rules(game, seats)
    listed = max(CHUNK, deals // LISTED_PART)
    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        close = np.concatenate(
            list(pool.map(lambda chunk: close_decisions(rules, order, seed, *chunk), _chunks(LISTED, listed)))
        )
        chosen, chances = _chosen(close, checked, seed)
        chunks = len(_chunks(0, deals))
        parts = chunks + len(chosen)
        quick, plays = _quick_table(rules, order, sample, pool, lambda done: progress(done, parts))
        checks = []
        for check in pool.map(_Checks(game, rules, order, seed).of, *chosen.T.tolist()):
            checks.append(check)
            progress(chunks + len(checks), parts)
    changes = np.array([check.change for check in checks]).reshape(-1, 1 + seats)
    change = _weighted(chosen[:, 0], changes / chances[:, None], listed)
    exact, changed = sum(check.exact for check in checks), sum(check.changed for check in checks)
    return SampledTable(seats, sample, quick, change, plays, len(checks), exact, changed)


def _quick_table(
    rules: sketch.SketchRules,
    order: PotTables,
    sample: Sample,
    pool: ThreadPoolExecutor,
    progress: Callable[[int], None],
) -> tuple[Means, float]:
    """All deals under quick decisions, or by the rules' policy; and the part of the seats that play on."""
    shape = (sketch.GROUPS, 1 + rules.seats)
    sums, squares, many = np.zeros(shape), np.zeros(shape), np.zeros((sketch.GROUPS, 2))
    slopes = _slopes(rules, order, sample.seed)
    chunks = _chunks(0, sample.deals)
    work = pool.map(lambda chunk: _play(rules, order, sample.seed, chunk[0], chunk[1], slopes), chunks)
    for done, (more, more_squares, more_many, _) in enumerate(work, start=1):
        sums += more
        squares += more_squares
        many += more_many
        progress(done)
    plays = float(many[:, 1].sum() / many[:, 0].sum() / rules.seats)
    return _stratified(rules, sums, squares, many[:, 0]), plays


def _chunks(first: int, count: int) -> list[tuple[int, int]]:
    return [(at, min(CHUNK, first + count - at)) for at in range(first, first + count, CHUNK)]


def close_decisions(rules: sketch.SketchRules, order: PotTables, seed: int, first: int, count: int) -> Floats:
    """(decisions, 4) deal, seat in the order of acting, how many are left to act, and the sketch's gain."""
    found = np.zeros((count * rules.seats, 4))
    return found[: list_close(rules, order, np.uint64(seed), first, count, CLOSE, found)]


def _chosen(close: Floats, checked: int, seed: int) -> tuple[Whole, Floats]:
    """Decisions to look at, as deal and seat, and the chance that each had of being chosen."""
    left, gain = close[:, 2], close[:, 3]
    weight = 1 / (1 + ((gain + 0.002 * left) / (0.006 + 0.002 * left)) ** 2)
    chance = np.minimum(1.0, weight * (checked / max(weight.sum(), 1e-9)))
    decisions = close[:, :2].astype(np.int64)
    is_chosen = np.array([coin(np.uint64(seed), deal, seat) for deal, seat in decisions.tolist()], dtype=float) < chance
    return decisions[is_chosen], chance[is_chosen]


def _weighted(deals: Whole, changes: Floats, listed: int) -> tuple[Mean, ...]:
    """The mean over all listed deals, and its error from deal to deal."""
    of_deal = np.zeros((len(np.unique(deals)), changes.shape[1]))
    np.add.at(of_deal, np.unique(deals, return_inverse=True)[1], changes)
    sums, squares = of_deal.sum(axis=0) / listed, (of_deal**2).sum(axis=0) / listed
    errors = np.sqrt((squares - sums**2) / listed)
    return tuple(Mean(float(mean), float(error)) for mean, error in zip(sums, errors, strict=True))


def _play(
    rules: sketch.SketchRules, order: PotTables, seed: int, first: int, count: int, slopes: Floats
) -> tuple[Floats, ...]:
    width = 1 + rules.seats
    sums, squares, many = (
        np.zeros((sketch.GROUPS, width)),
        np.zeros((sketch.GROUPS, width)),
        np.zeros((sketch.GROUPS, 2)),
    )
    along = np.zeros(width)
    play_deals(rules, order, np.uint64(seed), first, count, slopes, sums, squares, many, along)
    return sums, squares, many, along


def _slopes(rules: sketch.SketchRules, order: PotTables, seed: int) -> Floats:
    """How each seat goes along with what all seats miss, from deals of their own."""
    *_, along = _play(rules, order, seed, PILOT, CHUNK, np.zeros(rules.seats))
    return np.asarray(along[:-1] / along[-1] if along[-1] > 1e-9 * CHUNK else np.zeros(rules.seats))


def _stratified(rules: sketch.SketchRules, sums: Floats, squares: Floats, many: Floats) -> Means:
    """Every group of dealer's hands by its exact chance; a group that hardly came up is joined with its neighbor."""
    found = []
    for column in range(sums.shape[1]):
        mean = variance = 0.0
        for weight, count, total, square in _strata(rules.pockets.of_group, many, sums[:, column], squares[:, column]):
            average = total / count
            spread = max(square / count - average**2, 0.0) * count / (count - 1)
            mean += weight * average
            variance += weight**2 * spread / count
        found.append(Mean(mean, variance**0.5))
    return tuple(found)


def _strata(chances: Floats, *columns: Floats) -> Iterator[tuple[float, ...]]:
    gathered = np.zeros(1 + len(columns))
    rest = np.array([chances[::-1].cumsum()[::-1], columns[0][::-1].cumsum()[::-1]])
    for group, chance in enumerate(chances):
        gathered += [chance, *(column[group] for column in columns)]
        enough_left = group + 1 < len(chances) and rest[1, group + 1] >= 100
        if gathered[1] >= 100 and (enough_left or group + 1 == len(chances)):
            yield tuple(gathered.tolist())
            gathered[:] = 0
    if gathered[0] > 0 and gathered[1] > 1:
        yield tuple(gathered.tolist())


class _Check(NamedTuple):
    """A decision that was checked, and what the best one changes."""

    change: Floats  # Of a seat of the table, then of each in the order of acting.
    exact: bool
    changed: bool


class _Checks:
    """Close decisions to be checked."""

    def __init__(self, game: PotGame, rules: sketch.SketchRules, order: PotTables, seed: int) -> None:
        self.game, self.rules, self.order, self.seed = game, rules, order, seed

    def of(self, number: int, seat: int) -> _Check:
        """A decision of a deal played quickly up to it; where it changes, later close ones are looked at both ways."""
        forced = np.full(sketch.MOST, -1, dtype=np.int64)
        change, is_exact, changed = self._at(self._played(number, forced), seat)
        if changed is not None:
            change -= self._after(number, forced, seat + 1)
            forced[seat] = changed
            change += self._after(number, forced, seat + 1)
        return _Check(change, is_exact, changed is not None)

    def _after(self, number: int, forced: Whole, first: int) -> Floats:
        """What the best decisions from a seat on change, one after the other along the round that they make."""
        forced, whole = forced.copy(), np.zeros(1 + self.rules.seats)
        room = self._played(number, forced)
        for seat in range(first, self.rules.seats - 1):
            if abs(room.gains[seat]) < CLOSE:
                change, _, changed = self._at(room, seat)
                if changed is not None:
                    whole += change
                    forced[seat] = changed
                    room = self._played(number, forced)
        return whole

    def _at(self, room: Round, seat: int) -> tuple[Floats, bool, bool | None]:
        """What the best decision gains for everyone, whether it is exact, and which it is where it is another."""
        change = np.zeros(1 + self.rules.seats)
        state = self._state(room, seat)
        found = decide(self.game, state)
        if found.plays == bool(room.acted[seat]):
            return change, found.is_exact, None
        sign = 1 if found.plays else -1
        table, seats = gains_of_all(self.game, state, GAIN_DRAWS)
        change[0] = sign * table / self.rules.seats
        for each, gain in seats.items():
            change[each] = sign * gain
        return change, found.is_exact, found.plays

    def _played(self, number: int, forced: Whole) -> Round:
        room = new_round()
        play_deal(self.rules, self.order, sketch.new_node(), room, np.uint64(self.seed), number, forced)
        return room

    def _state(self, room: Round, seat: int) -> State:
        """The round as the game knows it, up to the decision of one seat; seats are named in the order of acting."""
        seats, game = self.rules.seats, cast("Game", self.game)
        unit = game.stake_rules[game.base_wager].grain
        state = game.open([Stakes(each + 1, (unit, *(0 for _ in game.wagers[1:]))) for each in range(seats)])
        dealer = room.cards[2 * seats : 2 * seats + 5]
        draws = [room.drawn[at : at + 3] for at in range(0, 3 * seats, 3)]
        given = iter([tuple(card_at(int(card)) for card in cards) for cards in (*room.pockets[:seats], dealer, *draws)])
        while True:
            turn = game.turn(state)
            if isinstance(turn, Draw):
                state = state.with_cards(turn, next(given))
                continue
            at = len(state.decisions)
            if at == seat:
                return state
            assert isinstance(turn, Choose)
            (action,) = [each for each in turn.actions if (each.name == PLAY) == bool(room.acted[at])]
            state = state.with_decision(Decision(turn.seat, action.name, action.minimum))


Asks = Callable[[str, str, bool], bool]
"""Whether a policy plays, given the question, the kind of two cards and whether the pot is offered."""


class PolicyTable(NamedTuple):
    """All seats of a table by a given policy, as a sample shows it."""

    mean: Mean  # Of a seat.
    regret: Mean
    """What a seat gives away at its decisions, each against the best one if all who act later play their best."""
    lost: Mapping[tuple[str, str, bool], float]  # The same by question, kind of two cards and whether it was played.


def sample_policy(game: PotGame, seats: int, asks: Asks, sample: Sample, progress: Progress) -> PolicyTable:
    """Deals under a policy; of the first ones, every decision beside what both choices are worth."""
    rules, order = known_rules(game, seats)
    words: dict[int, tuple[str, str]] = {}
    kicked = order.kicked_out.tolist()
    policy = np.zeros((4 * sketch.LOOKS, RANKS * RANKS), dtype=np.uint8)
    for place, hand in enumerate(numbers()):
        for kind in range(4):
            look = kind * sketch.LOOKS + int(rules.look[place])
            if look in words or (kind < 2 and not kicked[place]):
                continue
            words[look] = looks_like(hand, kind)
            for low, high in combinations_with_replacement(range(RANKS), 2):
                question, against = words[look]
                asked = question, compared((low, high), hand.ranks[0] - 2, against)
                policy[look, low * RANKS + high] = asks(*asked, kind == 0)
    rules = rules._replace(policy=policy)
    chunks = len(_chunks(0, sample.deals))
    parts = chunks + sample.checked
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        (mean, *_), _ = _quick_table(rules, order, sample, pool, lambda done: progress(done, parts))
    checks, forced = _Checks(game, rules, order, sample.seed), np.full(sketch.MOST, -1, dtype=np.int64)
    lost: dict[tuple[str, str, bool], float] = {}
    of_deal = np.zeros(sample.checked)
    for number in range(sample.checked):
        room = checks._played(number, forced)
        for seat in range(seats):
            state, played = checks._state(room, seat), bool(room.acted[seat])
            gain = float(room.gains[seat])
            if seats - seat <= MOST_TO_ACT and (counted := choices_of_few(game, state)):
                gain = float(counted.play - counted.decline)
            less = -gain if played else gain
            if less > 0:
                start = sketch.start_of(game, state)
                dealer = numbers()[game.course(state).dealer]
                takes = start.to_act == 1 and start.kind == NOBODY and rules.takes
                look = int(sketch.look_at(rules, start.kind, start.best, dealer, takes))
                lead = look % sketch.LOOKS % RANKS
                low, high = sorted(int(card) % RANKS for card in start.pockets[0])
                key = (words[look][0], compared((low, high), lead, words[look][1]), played)
                lost[key] = lost.get(key, 0.0) + less / seats / sample.checked
                of_deal[number] += less / seats
        progress(chunks + number + 1, parts)
    return PolicyTable(mean, Mean(float(of_deal.mean()), float(of_deal.std() / len(of_deal) ** 0.5)), lost)
