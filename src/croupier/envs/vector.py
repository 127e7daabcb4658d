"""Thousands of seats at once. A game with one question or with streets is a few *stages*: all that is seen at one but
the cards comes from a real round that reached it, cards and cases from a kernel, money from the solver's tables. In a
blackjack house the simulator's kernel deals from the first card with the decisions so far, and pauses at the next."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple, Unpack, cast

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from croupier.envs.felt import MASK, Felt, Given
from croupier.envs.seats import Info
from croupier.errors import BadInput, MissingPart
from croupier.exact.streets.kept import views_of
from croupier.kernels.arrays import Bytes, Flags, Floats, Floats32, Int8s, Whole
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


class Stages(NamedTuple):
    """A game as its questions, then its ends."""

    follows: Whole  # (questions, options) the stage that follows; -1 where the option is none.
    legal: Bytes  # (questions and the end, classes, options)
    nets: Floats  # (ends, classes, cases) in base wagers.
    history: dict[int, tuple[int, ...]]  # By stage, the options that lead to it.
    deal: Callable[[int, int, int], tuple[Int8s, Whole, Whole]]
    """By a seed, the first round's number and how many: cards in order, the class of the player's hand, and the
    case."""


def _no_question(questions: int, classes: int, options: int) -> tuple[Whole, Bytes]:
    """Stages that nothing follows and in which nothing is legal; at the end one waits."""
    follows = np.full((questions, options), -1, dtype=np.int64)
    legal = np.zeros((questions + 1, classes, options), dtype=np.uint8)
    legal[questions, :, 0] = 1
    return follows, legal


def _showdown(felt: Felt, game: Showdown) -> Stages:
    grader = grader_of(game.declares.hands or "", game.hand_size)
    terms, options = Terms(game, grader.classes), len(felt.options)
    follows, legal = _no_question(1, len(grader.classes), options)
    follows[0] = np.arange(1, options + 1)
    nets = np.zeros((options, len(grader.classes), CASES))
    for place, offers in enumerate(terms.offers):
        for offer in offers:
            number = felt.number(offer.bet.action, offer.bet.amount)
            legal[0, place, number] = 1
            nets[number, place] = [net / terms.unit for net in offer.nets]
    lookups, size = join([grader]), game.hand_size

    def deal(seed: int, first: int, many: int) -> tuple[Int8s, Whole, Whole]:
        cards = np.zeros((many, 2 * size), dtype=np.int8)
        own, dealer = classes = np.zeros((2, many), dtype=np.int64)
        _deal_hands(np.uint64(seed), first, size, lookups, cards, classes)
        case = np.where(dealer < terms.first_qualifying, 0, 1 + (own <= dealer) + (own < dealer))
        return cards, own, case

    return Stages(follows, legal, nets, {0: (), **{1 + number: (number,) for number in range(options)}}, deal)


def _streets(felt: Felt, game: Game) -> Stages:
    views = views_of(game)
    rules, classes, questions = views.rules, len(views.rules.nets), len(views.rules.nodes)
    ends = len(rules.terminals)
    if rules.root != ends:
        raise MissingPart(f"{game.configuration.name} does not begin with its first question")
    follows, legal = _no_question(questions, classes, len(felt.options))
    history: dict[int, tuple[int, ...]] = {0: ()}
    for at, node in enumerate(rules.nodes):
        for place, option in enumerate(node.options):
            number = felt.number(option.action, Fraction(option.amount, rules.stake))
            stage = option.follows - ends if option.follows >= ends else questions + option.follows
            follows[at, number], history[stage] = stage, (*history[at], number)
            legal[at, :, number] = 1 if node.legal is None else node.legal[:, place]
    taken = np.zeros((classes, questions), dtype=np.int8)
    tables = views.round_tables(np.zeros(max(1, views.choice_cells), dtype=np.int8), taken)
    cards = np.array([int(card) for card in game.deck], dtype=np.int8)

    def deal(seed: int, first: int, many: int) -> tuple[Int8s, Whole, Whole]:
        places, own, case = deal_rounds(tables, np.uint64(seed), first, many)
        return cards[places], own, case

    return Stages(follows, legal, rules.nets.transpose(1, 0, 2) / rules.unit, history, deal)


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


@compiled
def _lay(lies: Whole, stage: Whole, cards: Int8s, flat: Floats32) -> None:
    for row in range(len(flat)):
        for place in range(cards.shape[1]):
            column = lies[stage[row], place]
            if column >= 0:
                flat[row, column + cards[row, place]] = 1.0


class StagedRounds:
    """A round for each of many seats at a showdown or a game with streets; others are refused by name."""

    def __init__(self, felt: Felt, many: int) -> None:
        game = felt.game
        if game.declares.solver == "showdown" and len(game.deck) == CARDS:
            self.stages = _showdown(felt, cast("Showdown", game))
        elif game.declares.solver == "streets":
            self.stages = _streets(felt, game)
        else:
            name = game.configuration.name
            raise MissingPart(f"{name} is not dealt by the thousand", hint="showdowns, streets and blackjack are")
        self.felt, self.questions = felt, len(self.stages.follows)
        stages = self.questions + len(self.stages.nets)
        self.templates = np.zeros((stages, felt.size), dtype=np.float32)
        """What is seen at every stage, all but cards and mask."""
        self.lies = np.full((stages, CARDS), -1, dtype=np.int64)
        """By stage and place in the deal, the column in which the first card of the deck would be counted."""
        self._look_at_stages()
        self.cards = np.zeros((many, self.stages.deal(0, 0, 1)[0].shape[1]), dtype=np.int8)
        self.classes, self.cases, self.stage = (np.zeros(many, dtype=np.int64) for _ in range(3))

    def _look_at_stages(self) -> None:
        """Real rounds, until every stage that can be reached was."""
        felt, usable = self.felt, set(np.flatnonzero(self.stages.legal[:-1].any(axis=(0, 1))).tolist())
        waiting = {history: stage for stage, history in self.stages.history.items() if set(history) <= usable}
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
        self.templates[stage], _ = self.felt.observe(playing, 1)
        cards = [int(card) for dealt in playing.state.dealt for card in dealt.cards]
        for columns in (self.felt.layout[name].columns for name in ("hands", "table")):
            lying = self.templates[stage, columns]
            for place, card in enumerate(cards):
                if lying[card]:
                    self.lies[stage, place] = columns.start
            lying[:] = 0

    def deal(self, seed: int, first: int, which: Whole) -> None:
        """Fresh rounds for some seats, numbered from the first on."""
        self.cards[which], self.classes[which], self.cases[which] = self.stages.deal(seed, first, len(which))
        self.stage[which] = 0

    def act(self, which: Whole, options: Whole) -> None:
        self.stage[which] = self.stages.follows[self.stage[which], options]

    def over(self) -> Flags:
        """The seats that have nothing to decide any more."""
        return np.asarray(self.stage >= self.questions)

    def nets(self, which: Flags) -> Floats:
        """What seats whose rounds are over have won or lost, in base wagers."""
        return self.stages.nets[self.stage[which] - self.questions, self.classes[which], self.cases[which]]

    def mask(self) -> Int8s:
        """Ones for what each seat may do; only waiting where nothing is asked."""
        return self.stages.legal[np.minimum(self.stage, self.questions), self.classes].astype(np.int8)

    def seen(self) -> Floats32:
        """What every seat sees, all but the mask."""
        flat = self.templates[self.stage]
        _lay(self.lies, self.stage, self.cards, flat)
        return flat


class ShoeRounds:
    """The same for a blackjack house."""

    def __init__(self, felt: Felt, many: int) -> None:
        # Nobody asks this strategy: every decision is told.
        nobody = shoes.TwentyOneStrategy("none", lambda _, offered: offered[0], lambda _: False, lambda _: False)
        try:
            self.tables, self.unit = shoes.house_tables(felt.game, nobody)
        except NoLookup as problem:
            raise MissingPart(str(problem)) from None
        self.size = np.uint64(len(felt.game.deck))
        self.codes = np.array([shoes.ACTIONS.get(option.action, 0) for option in felt.options], dtype=np.int64)
        self.adds = np.zeros((len(felt.options), len(felt.game.wagers) + len(felt.follows)), dtype=np.float32)
        """By option, what it puts on the table, in base wagers."""
        for number, (name, _) in enumerate(felt.options):
            wager = felt.game.wager_of(name)
            if wager in felt.follows and (action := felt.game.range_of(name, felt.base)):
                self.adds[number, len(felt.game.wagers) + felt.follows.index(wager)] = action.maximum / felt.base
        self.flat = np.zeros((many, felt.size), dtype=np.float32)
        self.into = felt.named(self.flat)
        self.numbers, self.many, self.won = (np.zeros(many, dtype=np.int64) for _ in range(3))
        self.told, self.course = (np.zeros((many, size), dtype=np.int64) for size in (shoes.MOST_TOLD, shoes.COURSE))

    def deal(self, seed: int, first: int, which: Whole) -> None:
        self.seed, self.numbers[which] = np.uint64(seed), first + np.arange(len(which))
        self.many[which], self.flat[which] = 0, 0
        self.into["stakes"][which, 0, 0] = 1
        self._follow(which)

    def act(self, which: Whole, options: Whole) -> None:
        self.told[which, self.many[which]] = self.codes[options]
        self.many[which] += 1
        self.into["decided"][which, 0, options] += 1
        self.into["stakes"][which, 0] += self.adds[options]
        self._follow(which)

    def _follow(self, which: Whole) -> None:
        into = self.into
        lies = self.course, self.won, into["hands"], into["table"]
        shoes.follow_rounds(self.seed, which, self.numbers, self.size, self.tables, self.told, self.many, *lies)
        is_asked = self.course[:, shoes.OFFERED] > 0
        into["hand"][:, 0], into["to_act"][:, 0] = is_asked * (self.course[:, shoes.PLACE] + 1), is_asked
        into["answers"][:] = self.course[:, shoes.LOOKED, None] == [1, 2]

    def over(self) -> Flags:
        return np.asarray(self.course[:, shoes.OFFERED] == 0)

    def nets(self, which: Flags) -> Floats:
        return np.asarray(self.won[which] / self.unit)

    def mask(self) -> Int8s:
        mask = (self.course[:, shoes.OFFERED, None] >> self.codes & 1).astype(np.int8)
        mask[:, 0] = self.over()
        return mask

    def seen(self) -> Floats32:
        return self.flat.copy()


class SeatsEnv(VectorEnv[Any, Any, Any]):
    """As many single seats as asked for, each at its own table. One whose round is over gets a fresh one with the next
    step (Gymnasium's "next step"). Of a range of amounts only the ends are options."""

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012 # as Gymnasium declares it

    def __init__(
        self, num_envs: int = 1, *, game: str | Game, render_mode: str | None = None, **given: Unpack[Given]
    ) -> None:
        if num_envs < 1:
            raise BadInput(f"{num_envs} seats: expected 1 or more")
        felt = self.felt = Felt(game, **given)
        if not felt.has_base_alone:
            raise MissingPart("rounds by the thousand are dealt with the base wager alone", hint="leave wagers out")
        self.num_envs, self.render_mode = num_envs, render_mode
        self.single_observation_space, self.single_action_space = felt.observation_space, felt.action_space
        self.observation_space = batch_space(felt.observation_space, num_envs)
        self.action_space = batch_space(felt.action_space, num_envs)
        kind = ShoeRounds if isinstance(felt.game, shoes.TwentyOneGame) else StagedRounds
        self.rounds: ShoeRounds | StagedRounds = kind(felt, num_envs)

    def reset(self, *, seed: int | list[int | None] | None = None, options: Info | None = None) -> Any:
        super().reset(seed=cast("int | None", seed), options=options)  # refuses what is no whole number
        self.seed_of_rounds, self.dealt = int(self.np_random.integers(2**63)), 0
        self._deal(np.arange(self.num_envs))
        self.over: Flags = np.zeros(self.num_envs, dtype=bool)
        return self._seen()

    def _deal(self, which: Whole) -> None:
        self.rounds.deal(self.seed_of_rounds, self.dealt, which)
        self.dealt += len(which)

    def _seen(self) -> tuple[Any, Info]:
        flat, self.mask = self.rounds.seen(), self.rounds.mask()
        flat[:, self.felt.layout[MASK].columns] = self.mask
        return flat if self.felt.is_flat else self.felt.named(flat) | {MASK: self.mask.copy()}, {MASK: self.mask.copy()}

    def step(self, actions: Any) -> Any:
        rounds, chosen, playing = self.rounds, np.asarray(actions), ~self.over
        if chosen.shape != playing.shape:
            raise BadInput(f"actions of shape {chosen.shape}: expected one a seat, {playing.shape}")
        is_there = (chosen >= 0) & (chosen < len(self.felt.options))
        is_legal = is_there & (self.mask[np.arange(self.num_envs), np.where(is_there, chosen, 0)] != 0)
        rewards, forfeits = np.zeros(self.num_envs), playing & ~is_legal
        if forfeits.any():
            rewards[forfeits] = -rounds.seen()[forfeits, self.felt.layout["stakes"].columns].sum(axis=1)
        acting = np.flatnonzero(playing & is_legal & ~rounds.over())
        rounds.act(acting, chosen[acting])
        ended = playing & is_legal & rounds.over()
        rewards[ended] = rounds.nets(ended)
        self._deal(np.flatnonzero(self.over))
        self.over = ended | forfeits
        seen, info = self._seen()
        return seen, rewards, self.over.copy(), np.zeros(self.num_envs, dtype=bool), info
