"""Thousands of seats at once. A game with one question or with streets is a few *stages*: all that is seen at one but
the cards comes from a real round that reached it, cards and cases from a kernel, money from the solver's tables. In a
blackjack house the simulator's kernel deals from the first card with the decisions so far, and pauses at the next."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, cast

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from croupier.envs.felt import Felt, Observation, loaded_game
from croupier.envs.seats import Info, flat_space
from croupier.errors import BadInput, MissingPart
from croupier.exact.streets.solver import views_of
from croupier.kernels.arrays import Bytes, Flags, Floats, Int8s, Whole
from croupier.kernels.compiled import compiled
from croupier.kernels.deals import CARDS, RANKS, first_cards
from croupier.kernels.graders import Lookups, NoLookup, grade, grader_of, join
from croupier.kernels.stream import ONE, ZERO, Word, open_stream
from croupier.kernels.terms import CASES, Terms
from croupier.kernels.views import deal_rounds
from croupier.play.game import Game
from croupier.play.round import Round
from croupier.play.showdown import Showdown
from croupier.sim import twenty_one as shoes

MOST_SEEDS = 50_000  # Real rounds that are tried to see every stage.
IN_HAND, ON_TABLE = 1, 2


class Stages(NamedTuple):
    """A game as its questions, then its ends."""

    questions: int
    follows: Whole  # (questions, options) the stage that follows; -1 where the option is none.
    legal: Bytes  # (questions, classes, options)
    nets: Floats  # (ends, classes, cases) in base wagers.
    history: list[tuple[int, ...]]  # By stage, the options that lead to it.


Deal = Callable[[int, int, int], tuple[Int8s, Whole, Whole]]
"""By a seed, the first round's number and how many: cards in order, the class of the player's hand, and the case."""


def stages_of(felt: Felt) -> tuple[Stages, Deal]:
    """The stages of a showdown or of a game with streets, and what deals its rounds; others are refused by name."""
    game = felt.game
    if game.declares.solver == "showdown" and len(game.deck) == CARDS:
        return _showdown(felt, cast("Showdown", game))
    if game.declares.solver == "streets":
        return _streets(felt, game)
    raise MissingPart(
        f"{game.configuration.name} is not dealt by the thousand", hint="showdowns, streets and blackjack are"
    )


def _number(felt: Felt, action: str, multiple: Fraction) -> int:
    """The option of an action that puts up so many base wagers; -1 where there is none."""
    own = [(at, option.multiple) for at, option in enumerate(felt.options) if option.action == action]
    fits = [at for at, put_up in own if put_up is None or put_up == multiple]
    return fits[0] if fits else -1


def _showdown(felt: Felt, game: Showdown) -> tuple[Stages, Deal]:
    grader = grader_of(game.declares.hands or "", game.hand_size)
    terms, options = Terms(game, grader.classes), len(felt.options)
    legal = np.zeros((1, len(grader.classes), options), dtype=np.uint8)
    nets = np.zeros((options, len(grader.classes), CASES))
    for place, offers in enumerate(terms.offers):
        for offer in offers:
            number = _number(felt, offer.bet.action, offer.bet.amount)
            legal[0, place, number] = 1
            nets[number, place] = [net / terms.unit for net in offer.nets]
    follows = np.arange(1, options + 1)[None, :]
    lookups, size = join([grader]), game.hand_size

    def deal(seed: int, first: int, many: int) -> tuple[Int8s, Whole, Whole]:
        cards = np.zeros((many, 2 * size), dtype=np.int8)
        own, dealer = classes = np.zeros((2, many), dtype=np.int64)
        _deal_hands(np.uint64(seed), first, size, lookups, cards, classes)
        case = np.where(dealer < terms.first_qualifying, 0, 1 + (own <= dealer) + (own < dealer))
        return cards, own, case

    return Stages(1, follows, legal, nets, [(), *((number,) for number in range(options))]), deal


def _streets(felt: Felt, game: Game) -> tuple[Stages, Deal]:
    views = views_of(game)
    rules, classes, questions = views.rules, len(views.rules.nets), len(views.rules.nodes)
    ends = len(rules.terminals)
    if rules.root != ends:
        raise MissingPart(f"{game.configuration.name} does not begin with its first question")
    follows = np.full((questions, len(felt.options)), -1, dtype=np.int64)
    legal = np.zeros((questions, classes, len(felt.options)), dtype=np.uint8)
    history: list[tuple[int, ...]] = [()] * (questions + ends)
    for at, node in enumerate(rules.nodes):
        for place, option in enumerate(node.options):
            number = _number(felt, option.action, Fraction(option.amount, rules.stake))
            stage = option.follows - ends if option.follows >= ends else questions + option.follows
            follows[at, number], history[stage] = stage, (*history[at], number)
            legal[at, :, number] = 1 if node.legal is None else node.legal[:, place]
    taken = np.zeros((classes, max(1, questions)), dtype=np.int8)
    tables = views.round_tables(np.zeros(max(1, views.choice_cells), dtype=np.int8), taken)
    nets = rules.nets.transpose(1, 0, 2) / rules.unit
    cards = np.array([int(card) for card in game.deck], dtype=np.int8)

    def deal(seed: int, first: int, many: int) -> tuple[Int8s, Whole, Whole]:
        places, own, case = deal_rounds(tables, np.uint64(seed), first, many)
        return cards[places], own, case

    return Stages(questions, follows, legal, nets, history), deal


@compiled
def _deal_hands(seed: Word, first: int, size: int, lookups: Lookups, cards: Int8s, classes: Whole) -> None:
    graders, plain, suited, spread, low, high, held = lookups
    dealt, words = np.zeros(CARDS, dtype=np.uint8), np.zeros(6, dtype=np.uint64)
    for at in range(len(cards)):
        open_stream(words)
        first_cards(2 * size, dealt, words, seed, np.uint64(first + at))
        for hand in range(2):
            bits = ZERO
            for place in range(hand * size, (hand + 1) * size):
                bits |= ONE << np.uint64(dealt[place])
                cards[at, place] = dealt[place] % RANKS * 4 + dealt[place] // RANKS
            classes[hand, at] = grade(graders, plain, suited, spread, low, high, held, 0, bits, ZERO)


class SeatsEnv(VectorEnv[Any, Any, Any]):
    """As many single seats as asked for, each at its own table. One whose round is over gets a fresh one with the next
    step (Gymnasium's "next step"). Of a range of amounts only the ends are options."""

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012 # as Gymnasium declares it

    def __init__(
        self,
        num_envs: int = 1,
        *,
        game: str | Game,
        wagers: Mapping[str, str | int] | None = None,
        observation: str = "dictionary",
        render_mode: str | None = None,
    ) -> None:
        if num_envs < 1:
            raise BadInput(f"{num_envs} seats: expected 1 or more")
        self.felt, self.num_envs, self.render_mode = Felt(game, wagers, 1, None), num_envs, render_mode
        base = self.felt.game.base_wager
        if self.felt.wagers != dict(self.felt.game.completed({base: self.felt.base})):
            raise MissingPart("rounds by the thousand are dealt with the base wager alone", hint="leave wagers out")
        self.is_flat = observation == "flat"
        self.single_observation_space = flat_space(self.felt, observation)
        self.single_action_space = gymnasium.spaces.Discrete(len(self.felt.options))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._prepare()

    def _prepare(self) -> None:
        """What is seen at every stage, from real rounds: everything but the cards, and where each card lies."""
        self.stages, self.dealt_by = stages_of(self.felt)
        stages, felt = self.stages, self.felt
        waiting = {
            history: stage for stage, history in enumerate(stages.history) if stage != stages.questions or history
        }
        usable = set(np.flatnonzero(stages.legal.any(axis=(0, 1))).tolist())
        waiting = {history: stage for history, stage in waiting.items() if set(history) <= usable}
        blank = {name: np.zeros(box.shape or (), box.dtype) for name, box in felt.space.spaces.items()}
        self.seen: list[Observation] = [blank for _ in stages.history]
        self.lies = np.zeros((len(stages.history), 2 * CARDS), dtype=np.int8)
        for seed in range(MOST_SEEDS):
            for history in list(waiting):
                playing = felt.deal(seed)
                for number in history:
                    if number not in felt.decisions(playing):
                        break
                    playing.act(felt.decisions(playing)[number])
                else:
                    self._look(waiting.pop(history), playing)
            if not waiting:
                return
        raise MissingPart(f"{felt.game.configuration.name}: a stage of the game was not seen in {MOST_SEEDS:,} rounds")

    def _look(self, stage: int, playing: Round) -> None:
        seen = self.felt.observe(playing, 1)
        cards = [int(card) for dealt in playing.state.dealt for card in dealt.cards]
        for place, card in enumerate(cards):
            self.lies[stage, place] = IN_HAND * (seen["hands"][0, card] > 0) + ON_TABLE * (seen["table"][card] > 0)
        seen["hands"][:] = 0
        seen["table"][:] = 0
        self.seen[stage] = seen

    def reset(self, *, seed: int | list[int | None] | None = None, options: Info | None = None) -> Any:
        super().reset(seed=cast("int | None", seed), options=options)  # refuses what is no whole number
        self.seed_of_rounds, self.dealt = int(self.np_random.integers(2**63)), 0
        self.over: Flags = np.ones(self.num_envs, dtype=bool)
        self._clear()
        self._deal()
        return self._observe(), {"action_mask": self._mask()}

    def _clear(self) -> None:
        """Empty room for every seat."""
        self.templates = {name: np.stack([seen[name] for seen in self.seen]) for name in self.seen[0]}
        size = self.dealt_by(self.seed_of_rounds, 0, 1)[0].shape[1]
        self.cards = np.zeros((self.num_envs, size), dtype=np.int8)
        self.classes, self.cases, self.stage = (np.zeros(self.num_envs, dtype=np.int64) for _ in range(3))

    def _deal(self) -> None:
        """A fresh round for each seat whose round is over."""
        which = np.flatnonzero(self.over)
        dealt = self.dealt_by(self.seed_of_rounds, self.dealt, len(which))
        self.cards[which], self.classes[which], self.cases[which] = dealt
        self.dealt += len(which)
        self.stage[which] = 0
        self.over[which] = False

    def step(self, actions: Any) -> Any:
        fresh, chosen = self.over.copy(), np.asarray(actions)
        if chosen.shape != fresh.shape:
            raise BadInput(f"actions of shape {chosen.shape}: expected one a seat, {fresh.shape}")
        is_there = (chosen >= 0) & (chosen < len(self.felt.options))
        is_legal = is_there & (self._mask()[np.arange(self.num_envs), np.where(is_there, chosen, 0)] != 0)
        rewards = np.where(fresh | is_legal, 0.0, -self._staked())
        ended, nets = self._act(~fresh & is_legal, chosen)
        rewards[ended] = nets
        self._deal()
        self.over = ended | (~fresh & ~is_legal)
        info: Info = {"action_mask": self._mask()}
        return self._observe(), rewards, self.over.copy(), np.zeros(self.num_envs, dtype=bool), info

    def _staked(self) -> Floats:
        """What each seat has on the table."""
        return np.asarray(self.templates["stakes"].sum(axis=(1, 2))[self.stage])

    def _act(self, acting: Flags, chosen: Whole) -> tuple[Flags, Floats]:
        """Whose rounds these decisions end, and what these seats have won or lost."""
        self.stage[acting] = self.stages.follows[self.stage[acting], chosen[acting]]
        ended: Flags = acting & (self.stage >= self.stages.questions)
        end = self.stage[ended] - self.stages.questions
        return ended, self.stages.nets[end, self.classes[ended], self.cases[ended]]

    def _mask(self) -> Int8s:
        """Ones for what each seat may do; only waiting where its round is over."""
        questions = np.minimum(self.stage, self.stages.questions - 1)
        mask = self.stages.legal[questions, self.classes].astype(np.int8)
        over = self.stage >= self.stages.questions
        mask[over] = 0
        mask[over, 0] = 1
        return mask

    def _observe(self) -> Any:
        seen = self._seen()
        return self.felt.flattened(seen, self.num_envs) if self.is_flat else seen

    def _seen(self) -> Observation:
        seen = {name: template[self.stage] for name, template in self.templates.items()}
        lies = self.lies[self.stage, : self.cards.shape[1]]
        for name, flag in (("hands", IN_HAND), ("table", ON_TABLE)):
            rows, places = np.nonzero(lies & flag)
            plane = seen[name][:, 0] if name == "hands" else seen[name]
            plane[rows, self.cards[rows, places]] = 1
        seen["action_mask"] = self._mask()
        return seen


class ShoeSeatsEnv(SeatsEnv):
    """The same for a blackjack house."""

    def _prepare(self) -> None:
        felt = self.felt
        # Nobody asks this strategy: every decision is told.
        nobody = shoes.TwentyOneStrategy("none", lambda _, offered: offered[0], lambda _: False, lambda _: False)
        try:
            self.tables, self.unit = shoes.house_tables(felt.game, nobody)
        except NoLookup as problem:
            raise MissingPart(str(problem)) from None
        self.codes = np.array([shoes.ACTIONS.get(option.action, 0) for option in felt.options], dtype=np.int64)
        wagers = len(felt.game.wagers)
        self.adds = np.zeros((len(felt.options), wagers + len(felt.follows)), dtype=np.float32)
        """By option, what it puts on the table, in base wagers."""
        for number, option in enumerate(felt.options):
            wager = felt.game.wager_of(option.action)
            if wager in felt.follows and (action := felt.game.range_of(option.action, felt.base)):
                self.adds[number, wagers + felt.follows.index(wager)] = action.maximum / felt.base

    def _clear(self) -> None:
        many, felt = self.num_envs, self.felt
        self.numbers, self.many, self.nets = (np.zeros(many, dtype=np.int64) for _ in range(3))
        self.told, self.course = (
            np.zeros((many, shoes.MOST_TOLD), dtype=np.int64),
            np.zeros((many, shoes.COURSE), dtype=np.int64),
        )
        self.hands, self.shown = (
            np.zeros((many, shoes.MOST_HANDS, CARDS), np.float32),
            np.zeros((many, CARDS), np.float32),
        )
        self.decided = np.zeros((many, 1, len(felt.options)), np.float32)
        self.stakes = np.zeros((many, 1, self.adds.shape[1]), np.float32)

    def _deal(self) -> None:
        which = np.flatnonzero(self.over)
        self.numbers[which] = self.dealt + np.arange(len(which))
        self.dealt += len(which)
        self.many[which], self.decided[which], self.stakes[which] = 0, 0, 0
        self.stakes[which, 0, 0] = 1
        self._follow(which)
        self.over[which] = False

    def _follow(self, which: Whole) -> None:
        seed, size = np.uint64(self.seed_of_rounds), np.uint64(len(self.felt.game.deck))
        lies = self.course, self.nets, self.hands, self.shown
        shoes.follow_rounds(seed, which, self.numbers, size, self.tables, self.told, self.many, *lies)

    def _staked(self) -> Floats:
        return np.asarray(self.stakes.sum(axis=(1, 2)), dtype=np.float64)

    def _act(self, acting: Flags, chosen: Whole) -> tuple[Flags, Floats]:
        which = np.flatnonzero(acting & (self.course[:, shoes.OFFERED] > 0))
        options = chosen[which]
        self.told[which, self.many[which]] = self.codes[options]
        self.many[which] += 1
        self.decided[which, 0, options] += 1
        self.stakes[which, 0] += self.adds[options]
        self._follow(which)
        ended: Flags = acting & (self.course[:, shoes.OFFERED] == 0)
        return ended, self.nets[ended] / self.unit

    def _mask(self) -> Int8s:
        """Ones for what each seat may do; only waiting where nothing is asked."""
        mask = (self.course[:, shoes.OFFERED, None] >> self.codes & 1).astype(np.int8)
        mask[:, 0] = self.course[:, shoes.OFFERED] == 0
        return mask

    def _seen(self) -> Observation:
        is_asked = (self.course[:, shoes.OFFERED, None] > 0).astype(np.float32)
        blank = {name: box.shape or () for name, box in self.felt.space.spaces.items()}
        nothing = {name: np.zeros((self.num_envs, *shape), np.float32) for name, shape in blank.items()}
        return nothing | {
            "hands": self.hands[:, : self.felt.game.most_hands].copy(),
            "hand": is_asked * (self.course[:, shoes.PLACE, None] + 1),
            "table": self.shown.copy(),
            "stakes": self.stakes.copy(),
            "decided": self.decided.copy(),
            "answers": (self.course[:, shoes.LOOKED, None] == [1, 2]).astype(np.float32),
            "to_act": is_asked,
            "action_mask": self._mask(),
        }


def seats_env(num_envs: int = 1, *, game: str | Game, folder: str | None = None, **options: Any) -> SeatsEnv:
    """Many single seats at a game, by what deals its rounds."""
    loaded = loaded_game(game, folder)
    kind = ShoeSeatsEnv if isinstance(loaded, shoes.TwentyOneGame) else SeatsEnv
    return kind(num_envs, game=loaded, **options)
