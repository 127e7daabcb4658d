"""Environments: Gymnasium's and PettingZoo's own checks, the money that settling gives, nothing hidden is seen."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.utils import turn_based_aec_to_parallel

import croupier
from croupier import catalogue
from croupier.cards.cards import Card, stripped_deck
from croupier.envs import SeatEnv, TableEnv, registered_name
from croupier.envs.felt import Felt
from croupier.envs.vector import SeatsEnv, ShoeRounds, StagedRounds
from croupier.errors import BadInput, CroupierError
from croupier.exact.streets.grading import grade as grade_views
from croupier.laws.rounds import with_other_hidden_cards
from croupier.play.game import Draw, Game, Settled, State
from croupier.play.round import Round
from croupier.play.stakes import place_stakes
from croupier.sim.playing import DealtCards
from croupier.sim.shoe_kernels import cards_of_shoe

# Both checks remark on dictionary observations, on spaces without bounds and on packages that they do without.
pytestmark = pytest.mark.filterwarnings("ignore")
ROUNDS, WORLDS = int(os.environ.get("CROUPIER_ENV_ROUNDS", "2000")), int(os.environ.get("CROUPIER_ENV_WORLDS", "500"))
"""More in a recorded run (benchmarks/recorded.md)."""
MEANS = 3000

GAMES = {"blackjack": 7, "high-card-flush": 6, "keep-it-straight": 6, "ricochet-poker": 7, "three-card-prime": 7}
"""The games of the catalogue with the most seats of their tables."""
OWN_GAMES = {
    "baccarat": 14,
    "call-or-fold": 7,
    "lantern-road": 2,
    "one-up-stud": 7,
    "pull-back": 7,
    "three-raises": 6,
    "three-streets": 7,
}
"""Those in a folder of one's own."""
EVERY_GAME = GAMES | OWN_GAMES
SHOWDOWNS = ("high-card-flush", "keep-it-straight", "three-card-prime")
SIDE_WAGERS = {
    "blackjack(decks=8, perfect_pairs=PT-PRG-PP-D01)": {"bet": "100.00", "perfect_pairs": "1.00"},
    "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)": {"ante": "10.00", "pair_bonus": "5.00"},
}
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture(autouse=True, scope="module")
def own_games() -> Iterator[None]:
    with croupier.games_from([EXAMPLES]):
        yield


def test_every_game_is_tried() -> None:
    book = catalogue.book()
    assert {name: book.games[name].editions[0].seats[1] for name in EVERY_GAME} == EVERY_GAME
    assert {name for name, game in book.games.items() if any(wager.kind == "base" for wager in game.wagers)} == set(
        EVERY_GAME
    )


def played(felt: Felt, seed: int) -> croupier.Round:
    """A round with random decisions."""
    source = np.random.default_rng(seed)
    playing = felt.deal(seed)
    while not playing.is_over:
        playing.act(felt.decisions(playing)[int(source.choice(list(felt.decisions(playing))))])
    return playing


@pytest.mark.parametrize("game", EVERY_GAME)
@pytest.mark.parametrize("observation", ["dictionary", "flat"])
def test_gymnasium_accepts_every_game(game: str, observation: str) -> None:
    named = registered_name(game) if game in GAMES else "croupier/Table-v0"
    given: dict[str, Any] = {} if game in GAMES else {"game": game}
    env = gymnasium.make(f"croupier.envs:{named}", observation=observation, render_mode="ansi", **given)
    check_env(env.unwrapped)


@pytest.mark.parametrize(("game", "seats"), [(game, seats) for game, most in EVERY_GAME.items() for seats in (1, most)])
def test_pettingzoo_accepts_every_game_with_one_seat_and_with_most(game: str, seats: int) -> None:
    api_test(TableEnv(game, seats), num_cycles=60)
    seed_test(lambda: TableEnv(game, seats), num_cycles=10)
    parallel_api_test(turn_based_aec_to_parallel(TableEnv(game, seats)), num_cycles=20)


@pytest.mark.slow
@pytest.mark.parametrize("game", EVERY_GAME)
def test_rewards_are_what_settle_gives_for_the_same_round(game: str) -> None:
    """A round's transcript, settled again from its file, owes each seat its reward times the base wager."""
    felts = [Felt(game, seats) for seats in (1, EVERY_GAME[game])]
    for seed in range(ROUNDS):
        # A full table in one of ten rounds: it takes as long as all the others.
        felt = felts[seed % 10 == 0]
        round_played = played(felt, seed)
        record = round_played.transcript(round_played.settle())
        again = croupier.replay(record)
        assert not again.differences
        owed = {int(seat): round(Decimal(own["net"]) * 100) for seat, own in record["settlement"]["seats"].items()}
        assert {seat: round(reward * felt.base) for seat, reward in felt.rewards(round_played).items()} == owed


@pytest.mark.parametrize("game", [game for game in EVERY_GAME if game != "baccarat"])
def test_a_card_that_a_seat_may_not_see_is_not_in_its_observation(game: str) -> None:
    """Worlds that differ only in unseen cards look alike, at every decision and to every seat."""
    seats = min(3, EVERY_GAME[game])
    felt = Felt(game, seats)
    compared, seed = 0, 0
    while compared < WORLDS:
        seed += 1
        playing = felt.deal(seed)
        source = np.random.default_rng(seed)
        while not playing.is_over:
            state = playing.state
            for seat in range(1, seats + 1):
                mine, _ = felt.observe(playing, seat)
                playing.state = with_other_hidden_cards(felt.game, state, seat, f"{seed}")
                other, _ = felt.observe(playing, seat)
                playing.state = state
                assert np.array_equal(mine, other)
                compared += 1
            playing.act(felt.decisions(playing)[int(source.choice(list(felt.decisions(playing))))])


def test_every_round_counts_also_one_that_ends_before_a_decision() -> None:
    """A round that a blackjack ends at once is an episode of one step, in which waiting is all there is."""
    env = SeatEnv("blackjack(decks=6)")
    ended = 0
    for seed in range(300):
        _, info = env.reset(seed=seed)
        if info["action_mask"].tolist() == [1] + [0] * (len(env.felt.options) - 1):
            _, reward, over, _, _ = env.step(0)
            ended += 1
            assert over
            assert reward in (-1.0, 0.0, 1.5)
    assert 5 <= ended <= 50  # about 9 %: a blackjack of either hand, less what insurance asks first


TAKES = tuple("decline,stand,play,raise,raise 1x,raise 2x,bet 1x,call,ride,stay,check,take,fold".split(","))
"""One answer to every question of every game: the first of these that is on offer."""
STREETS = ("call-or-fold", "one-up-stud", "pull-back", "three-raises", "three-streets")
SMALL = stripped_deck((10, 11, 12, 14), (0, 2, 3))
"""A function is asked for every view of a game with streets, which takes minutes on a whole deck: a recorded run
(``CROUPIER_ENV_WHOLE=1``)."""
SLOW = [pytest.param(game, marks=pytest.mark.slow) for game in ("lantern-road", *STREETS)]


def _taken(offered: Iterable[str]) -> str:
    known = set(offered)
    return next(name for name in TAKES if name in known)


@pytest.mark.parametrize("game", [*GAMES, *SLOW])
def test_the_mean_under_a_policy_is_its_grade(game: str) -> None:
    """Every round counts, also one that ends before a decision, so the mean comes to the exact value."""
    env = SeatEnv(game)
    if game in STREETS and not os.environ.get("CROUPIER_ENV_WHOLE"):
        kind: Any = type(env.felt.game)
        env = SeatEnv(kind(env.felt.game.configuration, deck=SMALL))
        graded = grade_views(env.felt.game, lambda situation: _taken(situation.offered))
    else:
        graded = croupier.grade(game, lambda situation: _taken(situation.offered)).graded
    exact = float(graded.expectation)
    options, rewards = [str(option) for option in env.felt.options], []
    for seed in range(MEANS):
        _, info = env.reset(seed=seed)
        over, reward = False, 0.0
        while not over:
            legal = [options[number] for number in np.flatnonzero(info["action_mask"])]
            action = options.index(_taken(legal)) if legal != ["wait"] else 0
            _, reward, over, _, info = env.step(action)
        rewards.append(reward)
    error = float(np.std(rewards)) / math.sqrt(len(rewards))
    assert error > 0
    assert abs(float(np.mean(rewards)) - exact) < 5 * error


@pytest.mark.parametrize(("spec", "wagers"), SIDE_WAGERS.items())
def test_side_wagers_are_placed_and_counted(spec: str, wagers: dict[str, str]) -> None:
    env = SeatEnv(spec, wagers=wagers)
    seen, _ = env.reset(seed=1)
    assert isinstance(seen, dict)
    assert np.count_nonzero(seen["stakes"]) == 2
    assert seen["dynamic"].size == len(env.felt.boosts)


def test_an_illegal_action_ends_the_round_and_costs_what_lies_on_the_table() -> None:
    env = SeatEnv("three-card-prime")
    env.reset(seed=7)
    _, reward, over, _, info = env.step(0)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"game": "no-such-game"}, "no-such-game"),
        ({"game": "three-card-prime", "wagers": {"ant": "1.00"}}, "unknown wager 'ant'"),
        ({"game": "three-card-prime", "wagers": {}}, "no ante is wagered"),
        ({"game": "three-card-prime", "observation": "round"}, "observation='round' is unknown"),
    ],
)
def test_bad_arguments_are_refused_by_name(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(CroupierError, match=said):
        SeatEnv(**arguments)


def _dealt(game: Game, state: State, cards: list[int]) -> State:
    """A round with these cards, up to the next question or the end."""
    while isinstance(turn := game.turn(state), Draw):
        given = [Card(card) for card in cards[sum(len(dealt.cards) for dealt in state.dealt) :]]
        state = state.with_cards(turn, tuple(given[: turn.size]))
    return state


@pytest.mark.parametrize("game", [*SHOWDOWNS, "pull-back", "one-up-stud", "three-raises", "call-or-fold"])
def test_many_seats_see_and_win_what_single_ones_do(game: str) -> None:
    """The same cards and answers, played by the game itself: what is seen, what is legal, and the money."""
    env = gymnasium.make_vec("croupier.envs:croupier/Table-v0", 40, "vector_entry_point", game=game)
    assert isinstance(env, SeatsEnv)
    assert isinstance(env.rounds, StagedRounds)
    assert env.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.NEXT_STEP
    felt = env.felt
    seen, info = env.reset(seed=5)
    source, looked = np.random.default_rng(3), felt.deal(1)
    stakes = place_stakes(felt.game, {1: felt.wagers})
    states = [_dealt(felt.game, felt.game.open(stakes), cards) for cards in env.rounds.cards.tolist()]
    for _ in range(8):
        for place, state in enumerate(states):
            looked.state, looked.turn = state, felt.game.turn(state)
            _, single = felt.observe(looked, 1)
            ranged = [at for at, option in enumerate(felt.options) if option.multiple]
            for name, mine in single.items():
                theirs = seen[name][place].copy()
                if name == "action_mask":
                    theirs[ranged] = mine[ranged] = 0
                assert np.array_equal(mine, theirs), (name, env.rounds.stage[place])
        actions = (info["action_mask"] * source.random(info["action_mask"].shape)).argmax(axis=1)
        was_over, base = env.over.copy(), felt.base
        before = list(states)
        seen, rewards, over, _, info = env.step(actions)
        for place, cards in enumerate(env.rounds.cards.tolist()):
            if was_over[place]:
                states[place] = _dealt(felt.game, felt.game.open(stakes), cards)
                continue
            looked.state, looked.turn = before[place], felt.game.turn(before[place])
            state = before[place].with_decision(felt.decisions(looked)[int(actions[place])])
            states[place] = _dealt(felt.game, state, cards)
            turn = felt.game.turn(states[place])
            assert isinstance(turn, Settled) == bool(over[place])
            if isinstance(turn, Settled):
                assert rewards[place] == pytest.approx(sum(line.net for line in turn.lines) / base)
    flat = SeatsEnv(40, game=felt.game, observation="flat").reset(seed=5)[0]
    assert flat.shape == (40, math.prod(flat.shape[1:]))


@pytest.mark.parametrize(
    "game",
    [
        "blackjack",
        "blackjack(decks=1, soft17=hits, surrender=early)",
        "blackjack(decks=8, surrender=late, hole_card=none)",
    ],
)
def test_many_seats_at_a_shoe_see_and_win_what_single_ones_do(game: str) -> None:
    """The same cards and answers, played by the game itself; rounds that end before a decision are waited for."""
    env = gymnasium.make_vec("croupier.envs:croupier/Table-v0", 60, "vector_entry_point", game=game)
    assert isinstance(env, SeatsEnv)
    assert isinstance(env.rounds, ShoeRounds)
    felt, decks = env.felt, env.felt.game.configuration.decks
    stakes = place_stakes(felt.game, {1: felt.wagers})

    def dealt(number: int) -> Round:
        cards = cards_of_shoe(felt.game.most_cards(1), decks, env.seed_of_rounds, number)
        return Round(felt.game, felt.game.open(stakes), DealtCards(cards))

    seen, info = env.reset(seed=5)
    source, rounds = np.random.default_rng(3), [dealt(number) for number in env.rounds.numbers.tolist()]
    waited = 0
    for _ in range(25):
        for place, playing in enumerate(rounds):
            for name, mine in felt.observe(playing, 1)[1].items():
                assert np.array_equal(mine, seen[name][place]), (name, place)
        actions = (info["action_mask"] * source.random(info["action_mask"].shape)).argmax(axis=1)
        was_over = env.over.copy()
        seen, rewards, over, _, info = env.step(actions)
        for place, playing in enumerate(rounds):
            if was_over[place]:
                rounds[place] = dealt(int(env.rounds.numbers[place]))
                continue
            waited += playing.is_over
            if not playing.is_over:
                playing.act(felt.decisions(playing)[int(actions[place])])
            assert playing.is_over == bool(over[place])
            assert rewards[place] == (felt.rewards(playing)[1] if playing.is_over else 0.0)
    assert waited
    flat = SeatsEnv(60, game=felt.game, observation="flat").reset(seed=5)[0]
    assert flat.shape == (60, math.prod(flat.shape[1:]))
    forfeited = env.step(np.full(60, 0))[1]
    assert (forfeited <= 0).any()


def test_an_action_that_there_is_not_is_illegal_for_many_seats_too() -> None:
    env = SeatsEnv(4, game="high-card-flush")
    for action in (-1, 99):
        env.reset(seed=7)
        _, rewards, over, _, _ = env.step(np.full(4, action))
        assert (rewards.tolist(), over.all()) == ([-1.0] * 4, True)
    with pytest.raises(BadInput, match=r"actions of shape \(3,\): expected one a seat"):
        env.step(np.zeros(3, dtype=int))
    with pytest.raises(BadInput, match="0 seats"):
        SeatsEnv(0, game="high-card-flush")


def test_a_seed_that_would_not_repeat_is_refused() -> None:
    env = SeatsEnv(3, game="high-card-flush")
    first, again = (env.reset(seed=7)[0]["hands"] for _ in range(2))
    assert np.array_equal(first, again)
    with pytest.raises(gymnasium.error.Error, match="Seed must be a python integer"):
        env.reset(seed=[1, 2, 3])


def test_a_table_is_seen_flat_as_well() -> None:
    plain, flat = (TableEnv("ricochet-poker", 3, observation=how) for how in ("dictionary", "flat"))
    api_test(flat, num_cycles=20)
    for env in (plain, flat):
        env.reset(seed=4)
    seen = plain.observe("seat_2")
    row = flat.observe("seat_2")
    assert isinstance(seen, dict)
    assert isinstance(row, np.ndarray)
    assert np.array_equal(np.concatenate([seen[name].reshape(-1) for name in plain.felt.space]), row)


def test_a_folder_of_ones_own_is_an_argument(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without anything else that names the folder: for one seat, for several, and for many."""
    monkeypatch.delenv(catalogue.GAMES)
    catalogue.book.cache_clear()
    with pytest.raises(CroupierError, match="unknown game 'one-up-stud'"):
        SeatEnv("one-up-stud")
    env = gymnasium.make("croupier.envs:croupier/Table-v0", game="one-up-stud", folder=str(EXAMPLES))
    env.reset(seed=1)
    assert isinstance(TableEnv("one-up-stud", 2, folder=str(EXAMPLES)).felt, Felt)
    made = gymnasium.make_vec(
        "croupier.envs:croupier/Table-v0", 3, "vector_entry_point", game="one-up-stud", folder=str(EXAMPLES)
    )
    assert made.reset(seed=1)[1]["action_mask"].shape[0] == 3


@pytest.mark.parametrize("game", ["ricochet-poker"])
def test_games_that_are_not_dealt_by_the_thousand_are_refused_by_name(game: str) -> None:
    with pytest.raises(CroupierError, match="is not dealt by the thousand"):
        SeatsEnv(2, game=game)


def test_a_table_has_no_more_seats_than_the_felt() -> None:
    with pytest.raises(BadInput, match="9 seats cannot play"):
        TableEnv("ricochet-poker", 9)
