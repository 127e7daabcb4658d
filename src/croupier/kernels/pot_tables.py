"""A game of one pot as tables: the contest between completed hands, decisions, and what every end is worth.

The game itself answers for everything; a game whose contest does not work as solvers assume is refused by name.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, combinations_with_replacement
from math import lcm
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from croupier.cards.cards import DECK, Card
from croupier.cards.hands import rapid_fire, two_card
from croupier.cards.hands.five_card import FiveCardHand
from croupier.cards.hands.rapid_fire import Duel, RapidFireHand
from croupier.cards.hands.two_card import TwoCardHand
from croupier.errors import MissingPart
from croupier.kernels import deals, evaluate
from croupier.kernels.arrays import Bytes, Floats, Int16s, Whole
from croupier.kernels.cells import NO_METERS, Layout, Meters, Outcome, graded, lay_out, place_of_class
from croupier.kernels.compiled import compiled
from croupier.kernels.deals import RANKS
from croupier.kernels.graders import Lookups, NoLookup, grader_of, has_lookup, holding_numbers, join
from croupier.kernels.pot_game import DRAWN, PotContest, PotGame
from croupier.play.game import Action, BotRule, Choose, Draw, Game, Stakes
from croupier.rulebook.sights import Seen

MOST_SEATS = 7
NOBODY, DEALER, PLAYERS = range(3)  # Who holds the best hand.
LOWER, EQUAL, HIGHER = range(3)  # How a completed hand compares with the best one.
OUT, ALONE, JOINS, NONE_LEFT = range(4)
"""What becomes of the contest: as it was, the new hand alone, both, or nobody's."""
FOLDED, BEATEN, TOOK, WON = range(4)  # How a seat ends; the first of those that depend on the pot is TOOK.
DUEL = -1  # In place of a grader: the wager sets the pocket against the dealer's hand.
GRADER, OWN, DEALERS, PLACES_AT, COUNTS_AT, SQUARES_AT = range(6)
"""Columns of ``PotTables.bonuses``: ``OWN`` and ``DEALERS`` say how many cards of each are seen."""
FIVE = "five_card"
DUELS = "rapid_fire"
POCKET, HAND, SUITS = 2, 5, 4
PLAY = "play"
_TWOS = sorted(two_card.EVERY_HAND)
_POCKETS = list(combinations(DECK, 2))
_DUELS = [RapidFireHand(duel, two) for two in _TWOS for duel in Duel]
"""Where the kernel finds a duel: three places for each two-card hand."""


NOT_MADE = -1  # In place of a class: nobody's hand is to be beaten.


@cache
def numbers() -> Mapping[FiveCardHand, int]:
    """Every class of five cards by its place in the ranking, the lowest first."""
    return {hand: number for number, hand in enumerate(evaluate.classes(FIVE, HAND))}


class Opening(NamedTuple):
    """The contest as the next to act finds it."""

    best: int  # The number of the best hand's class, or ``NOT_MADE``.
    players: int  # How many players hold it; none where it is the dealer's or nobody's.


class Bonuses(NamedTuple):
    """The Ante Bonus by class of five cards, in whole parts of an Ante."""

    amounts: tuple[int, ...]  # Of any size: an operator's own table may pay in parts that 64 bits cannot hold.
    unit: int  # How many parts an Ante has.


_PAID: WeakKeyDictionary[PotGame, Bonuses] = WeakKeyDictionary()


def exact_bonuses(game: PotGame) -> Bonuses:
    """Kept as long as the game is."""
    if game not in _PAID:
        paid = [game.ante_bonus_for(hand) for hand in numbers()]
        unit = lcm(*{pay.denominator for pay in paid})
        _PAID[game] = Bonuses(tuple(int(pay * unit) for pay in paid), unit)
    return _PAID[game]


def bonuses(game: PotGame) -> Floats:
    """By class of five cards, the Ante Bonus in Antes."""
    paid = exact_bonuses(game)
    return np.array([amount / paid.unit for amount in paid.amounts])


def opening(contest: PotContest) -> Opening:
    """A contest in numbers."""
    players = sum(seat > 0 for seat in contest.holders)
    return Opening(numbers()[contest.best] if contest.best is not None else NOT_MADE, players)


def stays_from(game: PotGame, contest: PotContest, waiting: Sequence[TwoCardHand]) -> int:
    """The lowest class of five cards that stays in, against this contest and while these two-card hands wait."""
    hands, seat = list(numbers()), int(max((0, *contest.holders))) + 1
    low, high = 0, len(hands)
    while low < high:
        middle = (low + high) // 2
        stays = seat in game.played(contest, seat, hands[middle], waiting).holders
        low, high = (low, middle) if stays else (middle + 1, high)
    return low


def exact_shares(game: PotGame, seats: Sequence[int], have_played: int, contest: PotContest) -> list[list[Fraction]]:
    """(players who draw from now on, holders) each holder's part of the pot; ``contest`` is any of the game's."""
    many = len(seats)
    found = [[Fraction(0)] * (many + 1) for _ in range(many + 1)]
    for drawn in range(many - have_played + 1):
        played = set(seats[: have_played + drawn])
        for holders in range(1, len(played) + 1):
            end = type(contest)(None, tuple(seats[:holders]))
            net = game.nets(seats, played, end)[seats[0]]
            found[drawn][holders] = net + 1 + game.play_multiple
    return found


def shares(game: PotGame, seats: Sequence[int], have_played: int, contest: PotContest) -> Floats:
    """The same in floating point."""
    return np.array([[float(each) for each in row] for row in exact_shares(game, seats, have_played, contest)])


def check_contest(game: PotGame) -> None:
    """Check that a later hand is out, shares or leads if it is lower than, equal to or higher than a player's best."""
    hands = list(numbers())
    middle = len(hands) // 2
    nobody = type(game.opened(hands[0], 1))(None, ())
    held = game.played(nobody, 1, hands[middle], [])
    found = [game.played(held, 2, hands[middle + step], []).holders for step in (-1, 0, 1)]
    if found != [(1,), (1, 2), (2,)]:
        raise MissingPart("this game's contest between players is not one that the full table's solver knows")


def number_of(ranks: Whole) -> Whole:
    """(draws) the number of three ranks that do not fall."""
    one, two, three = ranks.T
    return np.asarray(one + (two + 1) * two // 2 + (three + 2) * (three + 1) * three // 6)


@cache
def threes() -> Whole:
    """Three ranks by their number."""
    all_threes = np.array(list(combinations_with_replacement(range(RANKS), DRAWN)), dtype=np.int64)
    return all_threes[np.argsort(number_of(all_threes))]


@cache
def classes_drawn(one: int, other: int) -> tuple[Whole, Whole]:
    """By number of three ranks, the class that they make with two in mixed suits, and all in one; or ``NOT_MADE``."""
    ranks = np.column_stack([threes(), np.tile([one, other], (len(threes()), 1))])
    held = (ranks[:, :, None] == np.arange(RANKS)).sum(axis=1)
    five = grader_of(FIVE, HAND)
    plain, flush = np.full((2, len(ranks)), NOT_MADE, dtype=np.int64)
    possible, different = (held <= SUITS).all(axis=1), (held <= 1).all(axis=1)
    plain[possible] = five.plain[holding_numbers(held[possible])]
    flush[different] = five.suited[(1 << ranks[different]).sum(axis=1)]
    return plain, flush


class PotTables(NamedTuple):
    """One game under one strategy and number of seats. A pocket is named by its two cards, ``first * 52 + second``."""

    lookups: Lookups
    acting: Int16s  # By pocket, its place in the order of acting.
    beaten_from: Int16s  # By pocket, the lowest class of five cards that beats it while it waits.
    plays: Bytes  # By pocket, and whether the pot is offered: whether it plays.
    kicked_out: Bytes  # By class of the dealer's hand.
    becomes: Bytes  # By holder, standing and whether the hand beats what waits.
    offered: Bytes  # By holder, and whether nobody else waits: whether the pot is offered.
    award: Int16s  # By class of five cards, which award it has; 0 for none.
    cell: Int16s  # By end, number of plays, number of winners and award: the base wager's cell.
    awards: int
    bonuses: Whole
    places: Int16s  # By class of what a bonus sees, its outcome; a duel has three classes for each rank of a pocket.
    rank_of_pocket: Int16s
    wins_duel_from: Int16s
    """By class of the dealer's hand, twice the lowest rank of a pocket that ties or beats it, plus 1 where it ties."""
    nets: Whole


@compiled
def end_place(end: int, plays: int, winners: int, award: int, awards: int) -> int:
    """Where ``PotTables.cell`` keeps an end."""
    return ((end * (MOST_SEATS + 1) + plays) * (MOST_SEATS + 1) + winners) * awards + award


def pot_tables(game: Game, bot: BotRule, seats: int, meters: Meters = NO_METERS) -> tuple[PotTables, Layout]:
    """Ask the game for everything that kernels look up; NoLookup where its contest is another one."""
    if not isinstance(game, PotGame) or len(game.deck) != deals.CARDS:
        raise NoLookup(f"{game.rules.name}: its contest has no tables")
    if (game.pocket_cards, game.dealer_cards, game.drawn_cards) != (POCKET, HAND, DRAWN) or seats > MOST_SEATS:
        raise NoLookup(f"{game.rules.name}: its hands have other sizes than the kernel knows")
    return _Asking(game, game, bot, seats, meters).tables()


class _Asking:
    """The tables of one pot game while they are put together."""

    def __init__(self, pot: PotGame, game: Game, bot: BotRule, seats: int, meters: Meters) -> None:
        self.pot, self.game, self.bot, self.seats, self.meters = pot, game, bot, seats, meters
        self.five = grader_of(FIVE, HAND)
        self.outcomes: dict[Outcome, int] = {}
        """By outcome its cell."""
        classes = self.five.classes
        self.middle = len([hand for hand in classes if hand.category == 0]) // 2
        """A high card from the middle, which beats some pockets and loses to others."""
        opened = [pot.opened(hand, seats) for hand in classes]
        # A ladder that kicks nobody out: the same record, empty.
        kicked = next((contest for contest in opened if not contest.holders), type(opened[0])(None, ()))
        self.contests = kicked, opened[self.middle], pot.played(kicked, 9, classes[self.middle], [])
        """After a kickout; as a dealer's middling hand opens it; and held by a player."""

    def tables(self) -> tuple[PotTables, Layout]:
        graders = [self.five]
        seen: list[Seen | None] = [None]
        bonuses = []
        for _, bonus in self.game.bonuses:
            if bonus.seen.family != DUELS and not has_lookup(bonus.seen.family):
                raise NoLookup(f"{self.game.rules.name}: {bonus.wager} has no lookup")
            if bonus.seen.family != DUELS and bonus.seen not in seen:
                seen.append(bonus.seen)
                graders.append(grader_of(bonus.seen.family, bonus.seen.size))
            bonuses.append((bonus, graded(self.game, bonus, self.meters)))
        awards, award = self._awards()
        cell = self._cells(awards)
        layout = lay_out(
            [
                (self.game.base_wager, tuple(self.outcomes)),
                *((bonus.wager, found.outcomes) for bonus, found in bonuses),
            ],
            self.seats,
        )
        rows = []
        places: list[int] = []
        for (bonus, found), cells in zip(bonuses, layout.wagers[1:], strict=True):
            is_duel = bonus.seen.family == DUELS
            which = DUEL if is_duel else seen.index(bonus.seen)
            rows.append((which, bonus.seen.own, bonus.seen.dealer, len(places), cells.first, cells.squares_at))
            classes = _DUELS if is_duel else graders[which].classes
            places += [place_of_class(bonus, found, hand) for hand in classes]
        acting = {key: place for place, key in enumerate(sorted({two_card.acting_key(pocket) for pocket in _POCKETS}))}
        # While a pocket waits, a completed hand of this class or a higher one stays in.
        beaten = {two: stays_from(self.pot, self.contests[0], [two]) for two in _TWOS}
        plays = [_by_pocket(partial(self._plays, actions)) for actions in self._actions()]
        tables = PotTables(
            join(graders),
            _by_pocket(lambda pocket: acting[two_card.acting_key(pocket)]),
            _by_pocket(lambda pocket: beaten[two_card.classify(pocket)]),
            np.stack(plays, axis=1).astype(np.uint8).ravel(),
            np.array([not self.pot.opened(hand, self.seats).holders for hand in self.five.classes], dtype=np.uint8),
            self._becomes(),
            self._offered(),
            award,
            cell,
            len(awards),
            np.array(rows, dtype=np.int64).reshape(-1, 6),
            np.array(places, dtype=np.int16),
            _by_pocket(lambda pocket: _TWOS.index(two_card.classify(pocket))),
            self._duels(),
            layout.nets,
        )
        return tables, layout

    def _becomes(self) -> Bytes:
        """Ask for every situation: who holds the best hand, how the new one compares with it, and with what waits."""
        table = np.zeros(18, dtype=np.uint8)
        weak, strong = TwoCardHand(False, (3, 2)), TwoCardHand(True, (14,))
        for holder, contest in enumerate(self.contests):
            for standing, number in enumerate((self.middle - 1, self.middle, self.middle + 1)):
                for beats, waiting in enumerate((strong, weak)):
                    after = self.pot.played(contest, 1, self.five.classes[number], [waiting])
                    change = OUT if after == contest else JOINS if after.holders else NONE_LEFT
                    table[(holder * 3 + standing) * 2 + beats] = ALONE if after.holders == (1,) else change
        return table

    def _offered(self) -> Bytes:
        table = np.zeros(6, dtype=np.uint8)
        for holder, contest in enumerate(self.contests):
            for is_last in range(2):
                table[2 * holder + is_last] = self.pot.declined(contest, 1, 1 - is_last).holders == (1,)
        if table[2 * DEALER + 1] or table[2 * PLAYERS + 1] or table[0]:
            raise NoLookup(f"{self.game.rules.name}: a pot is offered that others still contest")
        return table

    def _plays(self, actions: Mapping[str, Action], pocket: tuple[Card, Card]) -> bool:
        return self.bot.decide(pocket, actions)[0] == PLAY

    def _actions(self) -> Iterator[Mapping[str, Action]]:
        """What a lone player may do against the dealer, and after a kickout."""
        unit = self.game.stake_rules[self.game.base_wager].grain
        for is_kicked_out in (False, True):
            shown = (
                cards
                for hand, cards in zip(self.five.classes, self.five.examples, strict=True)
                if bool(self.pot.opened(hand, 1).holders) != is_kicked_out
            )
            state = self.game.open([Stakes(1, (unit, *(0 for _ in self.game.wagers[1:])))])
            for cards in (DECK[:POCKET], next(shown, self.five.examples[0])):
                draw = self.game.turn(state)
                assert isinstance(draw, Draw)
                state = state.with_cards(draw, cards)
            turn = self.game.turn(state)
            assert isinstance(turn, Choose)
            yield {action.name: action for action in turn.actions}

    def _awards(self) -> tuple[list[Fraction], Int16s]:
        """The award of every class of five cards, and the different ones."""
        paid = [self.pot.ante_bonus_for(hand) for hand in self.five.classes]
        different = list(dict.fromkeys([Fraction(), *paid]))
        return different, np.array([different.index(each) for each in paid], dtype=np.int16)

    def _cells(self, awards: Sequence[Fraction]) -> Int16s:
        """By end, plays, winners and award: the cell of the net, in base wagers."""
        seats = range(1, self.seats + 1)
        kicked, dealers, _ = self.contests
        table = np.zeros(end_place(WON, MOST_SEATS, MOST_SEATS, len(awards) - 1, len(awards)) + 1, dtype=np.int16)
        for plays in range(self.seats + 1):
            played = set(list(seats)[:plays])
            for winners in range(self.seats + 1):
                for number, award in enumerate(awards):
                    ends = {
                        FOLDED: (self.seats, played - {self.seats}, dealers),
                        BEATEN: (1, played | {1}, dealers),
                    }
                    if 0 < winners <= plays:
                        ends[WON] = (1, played, type(kicked)(None, tuple(list(seats)[:winners])))
                    if winners == 1 and plays < self.seats:
                        ends[TOOK] = (self.seats, played - {self.seats}, type(kicked)(None, (self.seats,)))
                    for end, (seat, who, contest) in ends.items():
                        net = self.pot.nets(seats, who, contest)[seat]
                        net += award if end in (BEATEN, WON) else 0
                        table[end_place(end, plays, winners, number, len(awards))] = self.outcomes.setdefault(
                            Outcome(net), len(self.outcomes)
                        )
        return table

    def _duels(self) -> Int16s:
        """Which pockets tie or beat which hands of the dealer's: from some rank on, whatever the hand."""
        wins_from = np.full(len(self.five.classes), 2 * len(_TWOS), dtype=np.int16)
        if any(bonus.seen.family == DUELS for _, bonus in self.game.bonuses):
            for place, dealer in enumerate(self.five.classes):
                ties, wins = (
                    bisect_left(_TWOS, duel, key=lambda two, dealer=dealer: rapid_fire.classify(two, dealer).duel)
                    for duel in (Duel.TIE, Duel.PLAYER_WINS)
                )
                # One two-card hand ties at most, so the two marks are a rank apart or the same.
                wins_from[place] = 2 * ties + (wins - ties)
        return wins_from


def _by_pocket(value: Callable[[tuple[Card, Card]], int]) -> Int16s:
    table = np.zeros((deals.CARDS, deals.CARDS), dtype=np.int16)
    for pocket in _POCKETS:
        one, other = map(deals.bit_of, pocket)
        table[one, other] = table[other, one] = value(pocket)
    return table.ravel()
