"""Ricochet Poker's solvers against a walk of the game's own state machine, on decks small enough to walk.

The walk is the referee's (``exact.tree``) but for two things: it starts from a given deal, and of equal choices it
plays. It reads the game's own settlement, in cents; the Ante is such that every pot can be split to the cent.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from croupier import catalogue
from croupier.cards.cards import Card, stripped_deck
from croupier.cards.hands import five_card
from croupier.cards.hands.five_card import FiveCardHand
from croupier.errors import CroupierError
from croupier.exact.counting.spaces import Pack
from croupier.exact.distribution import Distribution
from croupier.exact.policies import Situation
from croupier.exact.result import in_silence
from croupier.exact.ricochet.alone import DealerHands, solve_one_player
from croupier.exact.ricochet.few_to_act import choices_of_few
from croupier.exact.ricochet.full_table import ERROR_BOUND, FullTable
from croupier.exact.ricochet.solver import SOLVER, advise_deal
from croupier.exact.tree import solve_tree
from croupier.games.ricochet_poker.game import RicochetPoker
from croupier.kernels.pot_tables import bonuses
from croupier.play.game import Action, Cards, Choose, Decision, Draw, Settled, Slot, Stakes, State
from croupier.questions.grade import grade
from croupier.rulebook.configuration import configure
from croupier.rulebook.loading import add_user_tables
from tests.drivers.three_drawn import DealtToThree
from tests.own_tables import own_sheet

ANTE = 420
"""In cents: divisible among up to seven players."""

BEATEN = ("discard-only", "still-knocks-out")
LAST = ("takes-pot", "must-choose")
BONUS = ("none", "SAMPLE-RIC-AB-01")
EVERY_WAY = [
    f"ante_bonus={bonus}, beaten_by_waiting_pair={beaten}, last_player_after_kickout={last}"
    for bonus, beaten, last in product(BONUS, BEATEN, LAST)
]


def game_on(settings: str, deck: Cards) -> RicochetPoker:
    return RicochetPoker(catalogue.configuration(f"ricochet-poker({settings})"), deck)


class Walk:
    """The expectation of every seat by plain backward induction, in Antes."""

    def __init__(self, game: RicochetPoker) -> None:
        self.game = game

    def hands(self, state: State, draw: Draw) -> list[Cards]:
        gone = {card for dealt in state.dealt for card in dealt.cards}
        return list(combinations([card for card in self.game.deck if card not in gone], draw.size))

    def follow(self, state: State) -> dict[int, Fraction]:
        turn = self.game.turn(state)
        if isinstance(turn, Settled):
            nets = {stakes.seat: Fraction() for stakes in state.stakes}
            for line in turn.lines:
                nets[line.seat] += Fraction(line.net, ANTE)
            return nets
        if isinstance(turn, Choose):
            branches = {action.name: self.follow(decide(state, turn, action)) for action in turn.actions}
            return max(branches.items(), key=lambda each: (each[1][turn.seat], each[0] == "play"))[1]
        assert isinstance(turn, Draw)
        branches_of_draw = [self.follow(state.with_cards(turn, cards)) for cards in self.hands(state, turn)]
        return {
            seat: sum((branch[seat] for branch in branches_of_draw), Fraction()) / len(branches_of_draw)
            for seat in branches_of_draw[0]
        }

    def dealt(self, state: State) -> Iterator[State]:
        """Every state in which the first decision is asked for."""
        turn = self.game.turn(state)
        if isinstance(turn, Draw):
            for cards in self.hands(state, turn):
                yield from self.dealt(state.with_cards(turn, cards))
        else:
            yield state

    def nets(self, state: State) -> list[Fraction]:
        """The first seat's net for every draw that follows its decision."""
        turn = self.game.turn(state)
        states = [state]
        if isinstance(turn, Draw):
            states = [state.with_cards(turn, cards) for cards in self.hands(state, turn)]
        return [self.follow(each)[state.stakes[0].seat] for each in states]

    def advise(self, state: State) -> list[tuple[str, Fraction]]:
        turn = self.game.turn(state)
        assert isinstance(turn, Choose)
        return [(action.name, self.follow(decide(state, turn, action))[turn.seat]) for action in turn.actions]


def decide(state: State, turn: Choose, action: Action) -> State:
    return state.with_decision(Decision(turn.seat, action.name, action.minimum))


def random_position(game: RicochetPoker, players: int, to_act: int, chance: random.Random) -> State:
    """A deal, and the first players' decisions and draws."""
    cards = list(game.deck)
    chance.shuffle(cards)
    seats = sorted(chance.sample(range(1, 8), players))
    state = game.open([Stakes(seat, (ANTE,)) for seat in seats])
    while True:
        turn = game.turn(state)
        if isinstance(turn, Draw):
            state = state.with_cards(turn, tuple(cards.pop() for _ in range(turn.size)))
            continue
        assert isinstance(turn, Choose)
        if players - len(state.decisions) == to_act:
            return state
        state = decide(state, turn, chance.choice(turn.actions))


def cards_left(game: RicochetPoker, state: State) -> int:
    return len(game.deck) - sum(len(dealt.cards) for dealt in state.dealt)


MOST_LEFT = {1: 52, 2: 13, 3: 10}
"""By players still to act, how many cards may be left for the walk to end soon."""


class Position(NamedTuple):
    ranks: tuple[int, ...]
    suits: int
    players: int
    to_act: int
    deals: int

    def __str__(self) -> str:
        return f"{len(self.ranks)}x{self.suits}-{self.players}-{self.to_act}"


HIGH = (10, 11, 12, 13, 14)
WHEEL = (2, 3, 4, 5, 14)
LOW = (2, 3, 4, 6, 7, 9)
SPREAD = (2, 3, 4, 5, 9, 10, 11)
LONG = (2, 3, 4, 5, 6, 8, 9, 11, 13, 14)

QUICK = [
    Position(LOW, 3, 1, 1, 6),
    Position(WHEEL, 4, 1, 1, 3),
    Position(LONG, 2, 1, 1, 3),
    Position(LOW, 3, 2, 2, 1),
    Position(HIGH, 4, 3, 2, 1),
    Position(LONG, 2, 3, 3, 1),
    Position(WHEEL, 4, 3, 3, 1),
]
LARGE = [
    Position(HIGH, 4, 1, 1, 20),
    Position(LOW, 3, 2, 2, 10),
    Position(LONG, 2, 2, 2, 2),
    Position(WHEEL, 4, 2, 2, 2),
    Position(SPREAD, 3, 3, 1, 20),
    Position(LONG, 2, 3, 2, 5),
    Position(LONG, 2, 3, 3, 4),
    Position(WHEEL, 4, 3, 3, 4),
    Position(SPREAD, 3, 3, 3, 1),
    Position(SPREAD, 4, 4, 2, 2),
    Position((2, 3, 4, 5, 7, 8, 9, 14), 4, 5, 2, 2),
    Position((2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14), 2, 4, 3, 1),
]


CASES = [pytest.param(*case, id=" ".join(map(str, case))) for case in product(QUICK, EVERY_WAY)]
CASES += [
    pytest.param(*case, id="large " + " ".join(map(str, case)), marks=pytest.mark.slow)
    for case in product(LARGE, EVERY_WAY[::3])
]


@pytest.mark.parametrize(("position", "settings"), CASES)
def test_advice_equals_the_walk(position: Position, settings: str) -> None:
    game = game_on(settings, stripped_deck(position.ranks, range(position.suits)))
    chance = random.Random(f"{position!r} {settings}")
    for _ in range(position.deals):
        state = random_position(game, position.players, position.to_act, chance)
        while cards_left(game, state) > MOST_LEFT[position.to_act]:
            state = random_position(game, position.players, position.to_act, chance)
        advice, walked = advise_deal(game, state), Walk(game).advise(state)
        if position.to_act < 3:
            assert list(advice.values) == walked, state
            continue
        # Three or more are solved in floating point, with a stated bound.
        for found, (action, exact) in zip(advice.values, walked, strict=True):
            assert found.action == action
            assert float(found.value) == pytest.approx(float(exact), abs=ERROR_BOUND), state


@pytest.mark.parametrize("settings", EVERY_WAY)
def test_a_full_table_equals_what_is_counted(settings: str) -> None:
    """Up to three to act on stripped decks, where every draw is counted in whole numbers as well."""
    game = game_on(settings, stripped_deck((2, 3, 4, 5, 6, 8, 9, 11, 13, 14), range(3)))
    chance = random.Random(settings)
    for players, to_act in ((1, 1), (3, 1), (2, 2), (4, 2), (3, 3), (4, 3)):
        state = random_position(game, players, to_act, chance)
        found = FullTable(game, state).solve()
        exact = {each.action == "play": float(each.value) for each in advise_deal(game, state).values}
        assert found.play == pytest.approx(exact[True], abs=ERROR_BOUND)
        assert found.decline == pytest.approx(exact[False], abs=ERROR_BOUND)
        if to_act == 3:
            table = DealtToThree(game, state)
            assert choices_of_few(game, state) == (table.worth_of_playing(), table.worth_of_declining())


@pytest.mark.parametrize(
    ("royal", "others"),
    [
        ("999999999999", ("550077/22003", "2")),
        ("50", ("2500483/100019", "1000491/100049", "500347/100069", "200219/100109")),
    ],
)
def test_a_bonus_beyond_64_bits_is_not_counted_in_them(royal: str, others: tuple[str, ...], tmp_path: Path) -> None:
    rows = zip(
        ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush"), (royal, *others), strict=False
    )
    sheet = own_sheet(
        "ante_bonus",
        "five_card",
        "OWN-AB",
        [(event, event, pay) for event, pay in rows],
        cites="RIC-WEB side bets",
        games=["ricochet-poker"],
    )
    (tmp_path / "own.toml").write_text(sheet, encoding="utf-8")
    book = add_user_tables(catalogue.book(), tmp_path / "own.toml")
    game = RicochetPoker(configure(book, "ricochet-poker(ante_bonus=OWN-AB)"))
    assert bonuses(game).max() == pytest.approx(float(royal))
    state = random_position(game, 7, 3, random.Random(172))  # the first may still draw a royal flush
    assert choices_of_few(game, state) is None


def by_contests(game: RicochetPoker, state: State) -> float:
    """What playing brings to the seat to act, by plain recursion over the cards left and the contest."""
    course = game.course(state)
    seats = tuple(stakes.seat for stakes in state.stakes)
    held = {stakes.seat: dealt.cards for stakes, dealt in zip(state.stakes, state.dealt, strict=False)}
    to_act = course.order[len(state.decisions) :]
    made = cache(lambda seat, drawn: five_card.classify(held[seat] + drawn))

    @cache
    def follow(level: int, left: Cards, contest: Any, played: frozenset[int]) -> dict[int, float]:
        if level == len(to_act):
            return {seat: float(net) for seat, net in game.nets(seats, played, contest).items()}
        seat, waiting = to_act[level], [course.pockets[each] for each in to_act[level + 1 :]]
        declined = game.declined(contest, seat, len(waiting))
        if seat in declined.holders:
            fold = {each: float(net) for each, net in game.nets(seats, played, declined).items()}
        else:
            fold = follow(level + 1, left, contest, played)
        playing = play(level, left, contest, played)
        return playing if playing[seat] >= fold[seat] - ERROR_BOUND else fold

    def play(level: int, left: Cards, contest: Any, played: frozenset[int]) -> dict[int, float]:
        seat, waiting = to_act[level], [course.pockets[each] for each in to_act[level + 1 :]]
        found = dict.fromkeys(seats, 0.0)
        draws = list(combinations(left, 3))
        for drawn in draws:
            hand = made(seat, drawn)
            rest = tuple(card for card in left if card not in drawn)
            after = follow(level + 1, rest, game.played(contest, seat, hand, waiting), played | {seat})
            for each, net in after.items():
                found[each] += net
            found[seat] += float(game.ante_bonus_for(hand))
        return {each: net / len(draws) for each, net in found.items()}

    gone = {card for dealt in state.dealt for card in dealt.cards}
    left = tuple(sorted(card for card in game.deck if card not in gone))
    return play(0, left, course.contest, frozenset(course.completed))[to_act[0]]


@pytest.mark.slow
@pytest.mark.parametrize("settings", [EVERY_WAY[1], EVERY_WAY[6]])
def test_four_to_act_equal_a_plain_recursion(settings: str) -> None:
    """Twelve cards are left for four players to draw."""
    game = game_on(settings, stripped_deck((2, 3, 4, 6, 9, 11, 12, 13, 14), range(3))[:25])
    state = random_position(game, 4, 4, random.Random(settings))
    assert FullTable(game, state).solve().play == pytest.approx(by_contests(game, state), abs=1e-9)


class Unlimited(RicochetPoker):
    """A dealer who stays in with everything up to a flush, so that high hands meet."""

    def limit_for(self, players: int) -> FiveCardHand:
        return five_card.threshold("full_house")


class NeverIn(RicochetPoker):
    """A dealer who is always kicked out, so that no hand is ever beaten."""

    def limit_for(self, players: int) -> FiveCardHand:
        return FiveCardHand(five_card.Category.HIGH_CARD, ())


GAMES: dict[str, type[RicochetPoker]] = {"sample": RicochetPoker, "high": Unlimited, "never": NeverIn}
SMALL_DECKS = [((2, 3, 4, 5, 6, 8, 9, 10, 11, 14), 1), ((3, 4, 5, 6, 7), 2), ((4, 9, 12, 13, 14), 2)]
TWELVE_CARDS = [((3, 4, 5, 6, 7, 9), 2), ((4, 9, 12, 13), 3), ((9, 11, 13), 4)]


def alone(game: RicochetPoker) -> tuple[Distribution, Distribution]:
    """Every deal of one player walked: under the best play, and playing every hand."""
    walk = Walk(game)
    best: Counter[Fraction] = Counter()
    always: Counter[Fraction] = Counter()
    played = 0
    for dealt in walk.dealt(game.open([Stakes(1, (ANTE,))])):
        turn = game.turn(dealt)
        assert isinstance(turn, Choose)
        nets = {action.name: walk.nets(decide(dealt, turn, action)) for action in turn.actions}
        draws = len(nets["play"])
        worth = {name: sum(found, Fraction()) / len(found) for name, found in nets.items()}
        choice = max(worth, key=lambda name: (worth[name], name == "play"))
        for net in nets[choice]:
            best[net] += draws // len(nets[choice])
        always.update(nets["play"])
        played += draws * (choice == "play")
    total = always.total()
    return Distribution.of(best, Fraction(total + played)), Distribution.of(always, Fraction(2 * total))


def one_player_cases() -> list[Any]:
    found: list[tuple[Any, ...]]
    found = [(*deck, limit, settings, ()) for deck, limit, settings in product(SMALL_DECKS, GAMES, EVERY_WAY)]
    for deck, limit in zip(TWELVE_CARDS, ("high", "sample", "high"), strict=True):
        found.append((*deck, limit, EVERY_WAY[5], pytest.mark.slow))
    return [
        pytest.param(ranks, suits, limit, settings, marks=marks, id=f"{len(ranks)}x{suits}-{limit}-{settings}")
        for ranks, suits, limit, settings, marks in found
    ]


@pytest.mark.parametrize(("ranks", "suits", "limit", "settings"), one_player_cases())
def test_the_game_of_one_player_equals_the_walk(ranks: tuple[int, ...], suits: int, limit: str, settings: str) -> None:
    configuration = catalogue.configuration(f"ricochet-poker({settings})")
    game = GAMES[limit](configuration, stripped_deck(ranks, range(suits)))
    best, always = alone(game)
    solved = solve_one_player(game)
    assert solved.distribution == best
    assert solve_one_player(game, told=lambda *_: True).distribution == always


@pytest.mark.parametrize("settings", EVERY_WAY[::5])
def test_the_game_of_one_player_is_worth_what_the_referee_says(settings: str) -> None:
    """Of equal choices the referee takes the smaller wager: the outcomes may differ, what they are worth may not."""
    game = game_on(settings, stripped_deck((2, 3, 4, 5, 6, 8, 9, 10, 12, 14), (3,)))
    referee = solve_tree(game, [Stakes(1, (ANTE,))]).distributions[1]
    solved = solve_one_player(game).distribution
    assert solved.expectation == referee.expectation
    assert solved.average_wagered >= referee.average_wagered


@pytest.mark.parametrize("settings", EVERY_WAY[::25])
def test_a_given_play_of_one_player_is_worth_what_the_referee_says(settings: str) -> None:
    """Take what is offered, play against no pair, fold otherwise: told in words; in the walk decided by the cards."""
    game = game_on(settings, stripped_deck((2, 3, 4, 5, 6, 8, 9, 10, 12, 14), (3,)))
    told = {("the dealer is out", "any two cards"): "take", ("the dealer shows no pair", "any two cards"): "play"}

    def decide(state: State, turn: Choose) -> Decision:
        (dealer,) = (dealt.cards for dealt in state.dealt if dealt.slot.is_dealers)
        offered = {action.name: action for action in turn.actions}
        plays = five_card.classify(dealer).category == five_card.Category.HIGH_CARD
        action = offered.get("take") or offered["play" if plays else "fold"]
        return Decision(turn.seat, action.name, action.minimum)

    referee = solve_tree(game, [Stakes(1, (ANTE,))], decide=decide).distributions[1]
    played = solve_one_player(game, told=lambda shown, *_: told.get((shown, "any two cards")) == "play")
    assert played.distribution.expectation == referee.expectation
    assert solve_one_player(game).distribution.expectation - referee.expectation == sum(played.lost.values())


@pytest.mark.parametrize("suits", range(1, 5))
def test_groups_of_dealers_hands_are_all_of_them(suits: int) -> None:
    """Class by class, for every kind of two cards."""
    pack = Pack((2, 3, 4, 5, 6, 9)[: 8 - suits], tuple(range(suits)))
    dealers = DealerHands(pack)
    for pocket in combinations(pack.cards, 2):
        one, other = (pack.ranks.index(card.rank) for card in pocket)
        counts: Counter[FiveCardHand] = Counter()
        for place, hands in dealt_to(dealers, (one, other), pocket[0].suit == pocket[1].suit):
            counts[dealers.ranking[place]] += hands
        left = [card for card in pack.cards if card not in pocket]
        assert +counts == Counter(map(five_card.classify, combinations(left, 5)))


def dealt_to(dealers: DealerHands, pocket: tuple[int, int], is_suited: bool) -> Iterator[tuple[int, int]]:
    if not is_suited:
        yield from zip(dealers.place.tolist(), dealers.hands_facing(pocket).tolist(), strict=True)
        return
    sets, group, held, hands = dealers.beside_a_suit
    kept = (sets & (1 << pocket[0] | 1 << pocket[1]))[held] == 0
    yield from zip(dealers.place[group[kept]].tolist(), hands[kept].tolist(), strict=True)


@pytest.mark.parametrize("deck", [((2, 3, 9, 13, 14), (0, 1)), ((2, 3, 4, 5, 6, 8, 9, 10, 12, 14), (3,))])
def test_best_play_by_the_cards_is_the_edge_to_the_last_integer(
    deck: tuple[tuple[int, ...], tuple[int, ...]],
) -> None:
    """A function that looks at the cards is asked about every deal; by its words alone no play is as good."""
    game = game_on(EVERY_WAY[0], stripped_deck(*deck))
    walked = solve_tree(game, [Stakes(1, (ANTE,))])
    known = {}
    for state, decision in walked.decisions.items():
        (dealer,) = (dealt.cards for dealt in state.dealt if dealt.slot.is_dealers)
        (own,) = (dealt.cards for dealt in state.dealt if dealt.slot == Slot(1))
        known[frozenset(own), frozenset(dealer)] = decision.action

    def best(situation: Situation) -> str:
        return known[frozenset(situation.own), frozenset(situation.shown)]

    graded = SOLVER.grade(game, best)
    solved = SOLVER.solve(game, in_silence).distribution.expectation
    assert graded.expectation == graded.best == solved == walked.distributions[1].expectation
    assert not graded.losses
    worst = SOLVER.grade(game, lambda situation: next(name for name in situation.offered if name != best(situation)))
    referee = solve_tree(game, [Stakes(1, (ANTE,))], decide=_otherwise(known)).distributions[1]
    assert worst.expectation == referee.expectation
    assert sum(loss.loss for loss in worst.losses) == worst.best - worst.expectation


def _otherwise(known: dict[tuple[frozenset[Card], frozenset[Card]], str]) -> Callable[[State, Choose], Decision]:
    """In the walk, what the best play does not do."""

    def decide(state: State, turn: Choose) -> Decision:
        (dealer,) = (dealt.cards for dealt in state.dealt if dealt.slot.is_dealers)
        (own,) = (dealt.cards for dealt in state.dealt if dealt.slot == Slot(1))
        action = next(each for each in turn.actions if each.name != known[frozenset(own), frozenset(dealer)])
        return Decision(turn.seat, action.name, action.minimum)

    return decide


def test_a_play_by_suits_that_do_not_count_is_refused() -> None:
    game = game_on(EVERY_WAY[0], stripped_deck((2, 3, 9, 13, 14), (0, 1)))
    with pytest.raises(CroupierError, match="where only suits differ that do not count"):
        SOLVER.grade(game, lambda situation: situation.offered[situation.own[0].suit])
    with pytest.raises(CroupierError, match="several players at a pot decide by words"):
        grade("ricochet-poker", lambda situation: situation.offered[situation.own[0].suit % 2], seats=2)
