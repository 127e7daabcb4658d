"""Policies graded: best play is the edge; published simple rules; the referee on a stripped deck; bad ones named."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import croupier
from croupier import catalogue
from croupier.cards.cards import ACE, stripped_deck
from croupier.cards.hands import FAMILIES, Setting
from croupier.cards.hands.blackjack import total
from croupier.cli.main import run
from croupier.envs.felt import Option
from croupier.envs.seats import SeatEnv
from croupier.errors import CroupierError
from croupier.exact.blackjack.hands import BlackjackGame
from croupier.exact.blackjack.rules import HARD_POINTS, lattice
from croupier.exact.blackjack.values import basic_strategy
from croupier.exact.blackjack.whole import solve_whole
from croupier.exact.by_tree import SOLVER as WALK
from croupier.exact.policies import HANDS, Graded, Policy, Rule, Situation, answers_before, policy_of
from croupier.exact.result import PlayRow
from croupier.exact.sampled_table import Sample
from croupier.exact.showdown.solving import advise, solve_showdown
from croupier.exact.showdown.solving import grade as grade_showdown
from croupier.exact.streets.charts import option_names, play_rows
from croupier.exact.streets.grading import grade as grade_views
from croupier.exact.streets.kept import counted, solve, views_of
from croupier.exact.streets.solving import Views
from croupier.exact.tree import solve_tree
from croupier.games.high_card_flush.game import HighCardFlush
from croupier.games.keep_it_straight.game import KeepItStraight
from croupier.play.game import Choose, Decision, Stakes, State
from croupier.play.showdown import Showdown
from croupier.questions.asking import ask
from croupier.questions.grade import Grade, grade
from croupier.questions.simulating import simulate
from croupier.questions.strategy import Strategy
from croupier.records import plain
from tests.exact.streets.felts import PAIR, Felt, OneUp, PullBack, ThreeRaises, ThreeStreets

Q64: dict[str, object] = {"rule": [{"at_least": "Qs 6h 4d", "take": "play"}, {"take": "fold"}]}


@pytest.mark.parametrize("game", ["three-card-prime", "keep-it-straight", "high-card-flush"])
def test_the_chart_that_strategy_prints_costs_what_strategy_says(game: str) -> None:
    record = cast("dict[str, Any]", plain(ask(Strategy(game=game)).record))
    graded = ask(Grade(game=game, policy=record))
    best = croupier.solve(game)[graded.wager]
    assert graded.graded.best == best.distribution.expectation
    assert graded.regret == best.cost("by class")
    smallest = grade(game, lambda situation: situation.offered[min(1, len(situation.offered) - 1)])
    largest = grade(game, lambda situation: situation.offered[-1])
    assert smallest.regret == best.cost("smallest on every hand")
    assert largest.regret == best.cost("largest on every hand")
    assert sum((loss.loss for loss in graded.graded.losses), Fraction()) == graded.regret


def test_best_play_of_three_card_prime_is_one_rule() -> None:
    graded = ask(Grade(game="three-card-prime", policy=Q64))
    assert graded.regret == 0
    assert graded.graded.losses == ()


@pytest.mark.parametrize(
    "game",
    [
        KeepItStraight(catalogue.configuration("keep-it-straight"), stripped_deck((2, 3, 4, 5, 6, 9, 12), (0, 1)), 5),
        HighCardFlush(catalogue.configuration("high-card-flush"), stripped_deck((2, 5, 7, 9, 10, 11), (0, 1, 2)), 4),
    ],
    ids=["straights", "flushes"],
)
def test_best_play_by_the_cards_is_the_edge_to_the_last_integer(game: Showdown) -> None:
    """A function that looks at the cards is asked about every hand; by its class alone no play is as good."""
    solved = solve_showdown(game)

    def best(situation: Situation) -> str:
        values = advise(game, situation.own)
        return values.best.bet.name_among([each.bet for each in values.values])

    graded = grade_showdown(game, best)
    assert graded.expectation == graded.best == solved.distribution.expectation
    assert not graded.losses
    chart = {row.words: row.best.bet.name_among([option.bet for option in row.options]) for row in solved.chart}
    by_class = grade_showdown(game, lambda situation: chart[situation.words])
    assert by_class.expectation == solved.simple["by class"].expectation <= graded.best
    assert sum((loss.loss for loss in by_class.losses), Fraction()) == graded.best - by_class.expectation
    assert all(loss.hand in chart and loss.taken != loss.better for loss in by_class.losses)


def test_rules_may_go_by_the_cards_of_a_showdown() -> None:
    """The same as a function does; who simulates a hand by its class alone refuses them."""
    rules: dict[str, object] = {
        "rule": [{"high": "K", "take": "play"}, {"pair": True, "take": "play"}, {"take": "fold"}]
    }

    def high(situation: Situation) -> str:
        ranks = {card.rank for card in situation.own}
        return "play" if max(ranks) >= 13 or len(ranks) < 3 else "fold"

    ruled, told = ask(Grade(game="three-card-prime", policy=rules)), grade("three-card-prime", high)
    assert ruled.graded == told.graded
    with pytest.raises(CroupierError, match="is simulated by its class alone"):
        simulate("three-card-prime", 1, strategy=rules)


def test_a_function_may_go_by_suits_where_they_count() -> None:
    game = cast("Showdown", catalogue.load("three-card-prime"))
    game.deck = stripped_deck((10, 11, 12, 13), (0, 1, 3))

    def spades(situation: Situation) -> str:
        return "play" if any(card.suit == 3 for card in situation.own) else "fold"

    shown, walked = grade_showdown(game, spades), WALK.grade(game, spades)
    assert (shown.expectation, shown.best) == (walked.expectation, walked.best)
    with pytest.raises(CroupierError, match="looks at suits, which do not count here"):
        grade("keep-it-straight", lambda situation: ("fold", "raise 4x")[situation.own[0].suit])


def test_a_function_that_names_a_suit_is_refused_where_one_hand_stands_for_those_of_all_suits() -> None:
    game = HighCardFlush(catalogue.configuration("high-card-flush"), stripped_deck((8, 9, 10, 14), range(4)), 5)

    def spades(situation: Situation) -> str:
        return situation.offered[-1] if situation.own[0].suit == 3 else "fold"

    with pytest.raises(CroupierError, match="where only the names of its suits differ"):
        grade_showdown(game, spades)


@pytest.mark.parametrize("house", ["decks=1, soft17=hits", "decks=6, surrender=early", "decks=8, surrender=late"])
def test_best_play_of_blackjack_by_the_cards_is_its_edge(house: str) -> None:
    game = cast("BlackjackGame", catalogue.load(f"blackjack({house})"))
    best, table = solve_whole(game), lattice()

    def play(situation: Situation) -> str:
        up = HARD_POINTS.index(situation.up)
        values = [HARD_POINTS.index(1 if card.rank == ACE else card.rank) for card in situation.own]
        first = best.plan.first.get((values[0], values[-1], up), "").removesuffix(" early") if len(values) == 2 else ""
        if first in situation.offered and first in ("split", "surrender"):
            return first
        at, choices = table.place(*values), best.choices[up]
        if "double" in situation.offered and choices.doubles[at]:
            return "double"
        return "hit" if choices.single[at] else "stand"

    graded = grade(f"blackjack({house})", play)
    assert float(graded.graded.expectation) == pytest.approx(best.expectation, abs=1e-13)
    assert not graded.graded.losses


def test_raising_every_three_card_hand_costs_what_is_published() -> None:
    """Three Card Poker with an Ante Bonus of 1, 4, 5, every hand raised: a house edge of 7.65 % (wizardofodds.com)."""
    graded = croupier.grade("three-card-prime", lambda _situation: "play")
    assert f"{-100 * float(graded.graded.expectation):.2f}" == "7.65"


def test_the_referee_finds_the_same_on_a_stripped_deck() -> None:
    """The walk decides by the same policy from the cards, the chart by the class of the hand."""
    game = cast("Showdown", catalogue.load("three-card-prime"))
    game.deck = stripped_deck((10, 11, 12, 13), (0, 1, 3))
    solved = solve_showdown(game)

    def highest(situation: Situation) -> str:
        """Play with a king or a pair: by words alone, which both ways of counting know."""
        return "play" if "king" in situation.words or "pair" in situation.words else "fold"

    def decided(state: State, choose: Choose) -> Decision:
        own = tuple(card for dealt in state.dealt if dealt.slot.seat == 1 for card in dealt.cards)
        name = highest(
            Situation("decide", ("fold", "play"), game.describe(FAMILIES["three_card"].classify(own, (), Setting())))
        )
        action = next(action for action in choose.actions if action.name == name)
        return Decision(1, name, action.maximum)

    walked = solve_tree(game, [Stakes(1, (1,))], decide=decided).distributions[1].expectation
    assert grade_showdown(game, highest).expectation == walked
    assert walked < solved.expectation


@pytest.mark.parametrize("times", ["3", "6/2", "3.0"])
def test_an_amount_between_the_ends_of_a_range_is_worth_what_the_referee_finds(times: str) -> None:
    """Raising three Antes, where two to four are legal: by a rule and by a function, on a stripped deck and a full."""
    deck = stripped_deck((2, 3, 4, 5, 9, 12), (0, 1))
    game = KeepItStraight(catalogue.configuration("keep-it-straight"), deck=deck, hand_size=4)

    def decided(_state: State, choose: Choose) -> Decision:
        raises = [action for action in choose.actions if action.name == "raise"]
        return Decision(1, "raise", 3) if raises else Decision(1, "fold")

    walked = solve_tree(game, [Stakes(1, (1,))], decide=decided).distributions[1].expectation
    rules = policy_of(game, {"rule": [{"take": f"raise {times}x"}, {"take": "fold"}]}, HANDS)
    assert grade_showdown(game, rules).expectation == walked
    raising = lambda situation: "raise 3x" if "raise 3x" in situation.offered else "fold"  # noqa: E731
    graded = grade_showdown(game, raising)
    assert graded.expectation == walked
    assert sum((loss.loss for loss in graded.losses), Fraction()) == graded.best - walked


def test_an_amount_between_on_every_street_is_worth_what_the_referee_finds() -> None:
    game = ThreeStreets(stripped_deck((9, 11, 12, 13, 14), (2, 3)))
    seen: set[str] = set()

    def in_between(situation: Situation) -> str:
        seen.update(situation.offered)
        is_high = max(card.rank for card in (*situation.own, *situation.shown)) >= 13
        return "bet 2x" if is_high else situation.offered[0]

    streets, walked = grade_views(game, in_between), WALK.grade(game, in_between)
    assert (streets.expectation, streets.best) == (walked.expectation, walked.best)
    assert _by_question(streets) == _by_question(walked)
    assert {"bet 1x", "bet 2x", "bet 3x"} <= seen
    rules = Policy(
        [Rule("bet 2x", (lambda situation: max(card.rank for card in situation.own) >= 13,)), Rule("fold")], {}
    )
    by_rules, walked = grade_views(game, rules), WALK.grade(game, rules)
    assert (by_rules.expectation, by_rules.best) == (walked.expectation, walked.best)


def test_the_chart_that_strategy_prints_of_blackjack_is_worth_what_it_says() -> None:
    record = cast("dict[str, Any]", plain(ask(Strategy(game="blackjack(decks=6)")).record))
    graded = ask(Grade(game="blackjack(decks=6)", policy=record))
    assert float(graded.graded.expectation) == pytest.approx(float(record["expectation"]["decimal"]), abs=1e-12)
    assert float(graded.regret) == pytest.approx(float(record["cost"]), abs=1e-12)
    assert sum(float(loss.loss) for loss in graded.graded.losses) == pytest.approx(float(graded.regret), abs=1e-9)


def test_one_player_at_a_pot() -> None:
    """Playing every hand is a way that ``strategy`` counts by itself; what is lost adds up line by line."""
    game = "ricochet-poker"
    best = croupier.solve(game)["ante"]
    always = ask(Grade(game=game, policy={"rule": [{"take": "play"}]}))
    assert always.regret == best.cost("play every hand")
    assert sum((loss.loss for loss in always.graded.losses), Fraction()) == always.regret
    record = cast("dict[str, Any]", plain(ask(Strategy(game=game)).record))
    by_words = ask(Grade(game=game, policy=record))
    assert 0 < by_words.regret < always.regret
    assert sum((loss.loss for loss in by_words.graded.losses), Fraction()) == by_words.regret


def test_the_best_chart_of_blackjack_written_as_rules_is_worth_what_the_chart_is() -> None:
    game = cast("BlackjackGame", catalogue.load("blackjack(decks=6, surrender=none)"))
    chart = basic_strategy(game)
    rules: list[dict[str, Any]] = []
    for (pair, up), play in chart.pairs.items():
        take = play.split(", else ")
        if play != "total":
            rules += [{"take": one, "pair": f"{HARD_POINTS[pair]}", "up": f"{HARD_POINTS[up]}"} for one in take]
    for (points, up), box in chart.boxes.items():
        at = {"total": f"{points.total}", "soft": points.soft, "up": f"{HARD_POINTS[up]}"}
        rules += [{"take": box.first, **at}, {"take": box.then, **at}]
    rules += [{"take": "stand", "total": "17-21"}, {"take": "hit"}]
    graded = ask(Grade(game="blackjack(decks=6, surrender=none)", policy={"rule": rules}))
    assert graded.graded.expectation == pytest.approx(chart.expectation, abs=1e-12)
    assert graded.record.method == "floating point"


@pytest.mark.parametrize("house", ["decks=2, surrender=early", "decks=1, surrender=late"])
def test_simulated_blackjack_takes_what_grade_takes(house: str) -> None:
    """Splits, doubles by the rules of the house and surrenders: the kernel's mean is the grade, within its error."""
    rules = [
        {"take": "surrender", "total": "16", "up": "9-10"},
        {"take": "split", "pair": "1-9"},
        {"take": "double", "total": "9-11"},
        {"take": "stand", "total": "12-21", "soft": False},
        {"take": "stand", "total": "19-21"},
        {"take": "hit"},
    ]
    name = f"blackjack({house})"
    found = simulate(name, 1_000_000, 3, strategy={"rule": rules}).finish()["bet"]
    graded = float(ask(Grade(game=name, policy={"rule": rules})).graded.expectation)
    assert float(found.exact_mean or 0) == pytest.approx(graded, abs=1e-11)
    assert found.agrees
    assert abs(float(found.z or 9)) < 4
    with pytest.raises(CroupierError, match="no rule of the strategy answers"):
        simulate(name, 1, strategy={"rule": rules[:1]})


def test_who_plays_as_the_dealer_loses_as_much_at_a_table() -> None:
    """Hit to 16, stand from 17, nothing else: the rounds of an environment come to the grade."""
    policy: dict[str, object] = {"rule": [{"take": "stand", "total": "17-21"}, {"take": "hit"}]}
    graded = ask(Grade(game="blackjack(decks=6)", policy=policy))
    assert graded.record.losses[0].better == "stand"
    env = SeatEnv("blackjack(decks=6)")
    stand, hit, decline, wait = (env.felt.options.index(Option(name)) for name in ("stand", "hit", "decline", "wait"))
    rewards = []
    for seed in range(2500):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            open_to = set(np.flatnonzero(info["action_mask"]).tolist())
            assert env.round is not None
            hand = env.felt.game.hands(env.round.state, 1)[0]
            plays = stand if total(hand).total >= 17 else hit
            action = plays if hit in open_to else decline if decline in open_to else wait
            _, reward, over, _, info = env.step(action)
        rewards.append(reward)
    error = float(np.std(rewards)) / len(rewards) ** 0.5
    assert abs(float(np.mean(rewards)) - float(graded.graded.expectation)) < 5 * error


@pytest.mark.parametrize(
    ("game", "policy", "said"),
    [
        ("three-card-prime", {"rule": [{"take": "raise"}]}, "rule 1: take: 'raise' is no action of three-card-prime"),
        ("three-card-prime", {"rule": [{"at_least": "pair", "take": "play"}]}, "no rule of the policy answers"),
        ("keep-it-straight", {"rule": [{"take": "rise"}]}, "one of fold, raise 2x, raise 4x"),
        ("keep-it-straight", {"rule": [{"take": "raise"}, {"take": "fold"}]}, "is never on offer"),
        ("keep-it-straight", {"rule": [{"take": "raise 7x"}, {"take": "fold"}]}, "take raise 2x or raise"),
        ("keep-it-straight", {"rule": [{"take": "raise 4.5x"}, {"take": "fold"}]}, "'raise 4.5x' is never on offer"),
        ("high-card-flush", {"rule": [{"take": "raise 4x"}, {"take": "fold"}]}, "'raise 4x' is never on offer"),
        ("three-card-prime", {"rule": []}, "has no rules"),
        ("three-card-prime", {"rule": [{"tak": "play"}]}, "unknown key"),
        ("three-card-prime", {"rules": [{"take": "play"}]}, "policy: rules: unknown key"),
        ("three-card-prime", {"gme": "blackjack", "rule": [{"take": "play"}]}, "policy: gme: unknown key"),
        ("three-card-prime", {"game": 5, "rule": [{"take": "play"}]}, "game: expected a text"),
        ("three-card-prime", {"rule": [{"take": "play", "hand": "full house"}]}, "is no kind of hand here"),
        ("three-card-prime", {"rule": [{"take": "play", "at_least": "Qs 6h"}]}, "2 cards make no hand"),
        ("keep-it-straight", {"rule": [{"take": "fold", "suited": True}]}, "looks at suits, which do not count here"),
        ("keep-it-straight", {"rule": [{"take": "raise 1/0x"}]}, "'raise 1/0x' is no action of keep-it-straight"),
        (
            "ricochet-poker",
            {"plays": [{"question": "x", "hand": "y", "best": {"play": "²"}}]},
            "how often each is best",
        ),
        ("three-card-prime", {"rule": [{"take": 3}]}, "take"),
        ("three-card-prime", {"rule": [{"take": "play 2x"}]}, "'play 2x' names an amount, and play has one alone"),
        ("three-card-prime", {"rule": [{"take": "play", "at_least": "Qs Qs 4d"}]}, "Qs is there 2 times, in a deck 1"),
        (
            "three-card-prime",
            {"rule": [{"take": "play", "question": "river"}, {"take": "fold"}]},
            "nobody asks 'river'",
        ),
        (
            "three-card-prime",
            {"game": "blackjack", "rule": []},
            "it is for blackjack, not for three",
        ),
        ("three-card-prime", {"chart": [{"hand": "pair", "best": "play"}]}, "no line of the policy answers"),
        ("blackjack", {"rule": [{"take": "stand", "total": "high"}]}, "is no range of points"),
        ("blackjack", {"rule": [{"take": "stand", "total": "20-17"}]}, "'20-17' is no range of points"),
        ("blackjack", {"rule": [{"take": "stand", "total": "22"}]}, "'22' is no range of points"),
        ("blackjack", {"rule": [{"take": "stand", "total": "17-21"}]}, "no rule of the policy answers"),
        ("perfect-pairs", {"rule": []}, "is a side wager"),
        ("ricochet-poker", {"rule": [{"take": "take"}]}, "no rule of the policy answers 'the dealer"),
        ("ricochet-poker", {"rule": [{"takes": "play"}]}, "unknown key"),
        ("ricochet-poker", {}, "has no rules"),
        ("blackjack", {"chart": {"hard 16": {"10": "X"}}}, "is no box of a chart"),
        ("blackjack", {"chart": {"16": {"10": "H"}}}, "is no row of a chart"),
        ("blackjack", {"chart": {"hard ²": {"10": "H"}}}, "is no row of a chart"),
        ("blackjack", {"chart": {"hard 99": {"10": "H"}}}, "is no row of a chart"),
        ("blackjack", {"chart": {"hard 16": {"²": "H"}}}, "is no box of a chart"),
        ("blackjack", {"chart": {"hard 16": {"11": "H"}}}, "is no box of a chart"),
        ("blackjack", {"chart": {"hard 16": {"10": ""}}}, "is no box of a chart"),
    ],
)
def test_a_bad_policy_is_refused_by_name(game: str, policy: dict[str, Any], said: str) -> None:
    with pytest.raises(CroupierError, match=said):
        ask(Grade(game=game, policy=policy))


def test_a_policy_of_streets_may_not_name_a_suit_of_what_all_see() -> None:
    game = ThreeRaises(stripped_deck((9, 11, 12, 13, 14), (2, 3)))

    def spades(situation: Situation) -> str:
        return situation.offered[-1 if any(card.suit == 3 for card in situation.shown) else 0]

    with pytest.raises(CroupierError, match="where only the names of its suits differ"):
        grade_views(game, spades)


@pytest.mark.parametrize("felt", [ThreeStreets, PullBack, OneUp])
@pytest.mark.parametrize("least", [13])
def test_losses_on_every_street_are_those_of_the_referee(felt: type[Felt], least: int) -> None:
    """Question by question, hand by hand: the walk of a stripped deck loses as much, and as much in all."""
    game = felt(stripped_deck((9, 11, 12, 13, 14), (2, 3)))

    def high_cards(situation: Situation) -> str:
        """One answer with a high card, or with a pair where five cards are seen, and another without."""
        if situation.made is not None:
            return situation.offered[-1 if situation.made >= PAIR else 0]
        is_high = max(card.rank for card in (*situation.own, *situation.shown)) >= least
        return situation.offered[-1 if is_high or situation.question in ("third", "first") else 0]

    seen, walked = grade_views(game, high_cards), WALK.grade(game, high_cards)
    assert (seen.expectation, seen.best) == (walked.expectation, walked.best)
    for graded in (seen, walked):
        assert sum((loss.loss for loss in graded.losses), Fraction()) == graded.best - graded.expectation
    assert _by_question(seen) == _by_question(walked)
    assert not any(loss.hand == "all hands" for loss in seen.losses)


@pytest.mark.parametrize("felt", [ThreeStreets, PullBack])
def test_best_play_as_a_function_is_the_edge_to_the_last_integer(felt: type[Felt]) -> None:
    """With what is seen and what was said before; the walk of every deal finds the same."""
    game = felt(stripped_deck((9, 11, 12, 13, 14), (2, 3)))
    solution = solve(views_of(game))
    rules, views = solution.rules, solution.views
    asked = {(node.rule, answers_before(node.history, rules.stake)): at for at, node in enumerate(rules.nodes)}

    def best(situation: Situation) -> str:
        number = asked.get((situation.question, situation.after))
        if number is None:
            return situation.offered[0]  # after an amount between the ends, which best play never puts up
        names = option_names(rules, rules.nodes[number])
        if number in solution.choices:
            where = views.address(views.level[number], (), (*situation.own, *situation.shown))
            return names[int(solution.choices[number][where])]
        return names[solution.by_class.answer(number, 0, rules.table.ranking.index(situation.made))]

    for graded in (grade_views(game, best), WALK.grade(game, best)):
        assert graded.expectation == graded.best == solution.expectation
        assert not graded.losses


@pytest.mark.parametrize("felt", [ThreeStreets, PullBack, OneUp])
def test_the_lines_that_strategy_prints_of_streets_are_worth_what_their_chart_is(felt: type[Felt]) -> None:
    """Read back by its words the chart loses what its own pass says; with other answers it loses more."""
    game = felt(stripped_deck((9, 11, 12, 13, 14), (2, 3)))
    solution = solve(views_of(game))
    plays = [
        {"best": {name: str(count) for name, count in row.best.items()}, **_said(row)} for row in play_rows(solution)
    ]
    charted = counted(Views(solution.rules, solution.by_class)).distribution.expectation
    read = grade_views(game, policy_of(game, {"chart": [], "plays": plays}, HANDS))
    assert (read.expectation, read.best) == (charted, solution.expectation)
    assert sum((loss.loss for loss in read.losses), Fraction()) == read.best - read.expectation
    for line in plays:
        line["plays"] = min(cast("dict[str, str]", line["best"]), key=lambda name: int(cast("Any", line)["best"][name]))
    assert grade_views(game, policy_of(game, {"plays": plays}, HANDS)).expectation <= charted
    with pytest.raises(CroupierError, match="no line of the policy answers"):
        grade_views(game, policy_of(game, {"plays": plays[1:]}, HANDS))


def _said(row: PlayRow) -> dict[str, str]:
    return {"question": row.question, "hand": row.hand, "plays": row.plays}


def _by_question(graded: Graded) -> dict[str, Fraction]:
    sums: dict[str, Fraction] = {}
    for loss in graded.losses:
        sums[loss.question] = sums.get(loss.question, Fraction()) + Fraction(loss.loss)
    return sums


def test_rules_that_nothing_comes_to_are_named() -> None:
    rules = [{"hand": "pair", "take": "play"}, {"take": "fold"}, {"hand": "straight", "take": "play"}]
    assert ask(Grade(game="three-card-prime", policy={"rule": rules})).record.never_followed == ["policy: rule 3"]


def test_a_function_that_fails_is_named_with_the_hand() -> None:
    with pytest.raises(CroupierError, match=r"the policy fails at 'decide' with .*: ZeroDivisionError"):
        grade("three-card-prime", lambda _situation: str(1 // 0))
    with pytest.raises(CroupierError, match="a policy is a function"):
        grade("three-card-prime", cast("Any", {"rule": []}))


def test_players_at_one_pot_are_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mean is what rounds by the same rule come to; what is lost at the decisions is the regret."""
    monkeypatch.setattr("croupier.exact.ricochet.solver.GRADED", Sample(20_000, 12))
    found = ask(Grade(game="ricochet-poker", policy={"rule": [{"take": "play"}]}, seats=2))
    assert sum(float(loss.loss) for loss in found.graded.losses) == pytest.approx(float(found.regret))
    assert found.record.method.startswith("sampled from 20,000 deals")
    assert abs(float(found.graded.expectation) + 0.0703) < 5 * 0.005
    with pytest.raises(CroupierError, match="do not play against one another"):
        ask(Grade(game="three-card-prime", policy=Q64, seats=2))
    with pytest.raises(CroupierError, match="9 players do not fit"):
        ask(Grade(game="ricochet-poker", policy={"rule": [{"take": "play"}]}, seats=9))


def test_an_answer_that_is_not_on_offer_is_named() -> None:
    with pytest.raises(CroupierError, match="the policy says 'raise' to 'decide' with"):
        grade("three-card-prime", lambda _situation: "raise")


def test_the_command_reads_rules_and_charts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "q64.toml").write_text('[[rule]]\nat_least = "Qs 6h 4d"\ntake = "play"\n[[rule]]\ntake = "fold"\n')
    assert run(["grade", "three-card-prime", str(tmp_path / "q64.toml")]) == 0
    out = capsys.readouterr().out
    assert "house edge 3.37298094360 %" in out
    assert "gives away 0 %" in out
    assert run(["grade", "three-card-prime", str(tmp_path / "none.toml")]) == 2
    (tmp_path / "bad.toml").write_text("[[rule")
    assert run(["grade", "three-card-prime", str(tmp_path / "bad.toml")]) == 2
    assert "is not TOML" in capsys.readouterr().err
    (tmp_path / "deep.toml").write_text("a = " + "[" * 9_000)
    assert run(["grade", "three-card-prime", str(tmp_path / "deep.toml")]) == 2
    assert "is not TOML: it is nested too deeply" in capsys.readouterr().err
