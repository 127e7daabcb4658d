"""A game's own rules as tables over classes of hands: every history of decisions, and what each comes to.

Nothing is restated: the game is asked, and tried with real deals (docs/concepts/methods.md).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from math import gcd
from typing import Final, NamedTuple

import numpy as np

from croupier.cards.cards import Card
from croupier.cards.hands import FAMILIES, Setting
from croupier.errors import MissingPart, RulebookError
from croupier.exact.tree import OTHER_STAKES, ends, whole_stakes
from croupier.kernels.arrays import Bytes, Whole
from croupier.kernels.card_sets import ClassTable, SuitedDeck, class_table
from croupier.play.game import Cards, Choose, Dealt, Decision, Draw, Game, Ranked, Settled, State

SEAT: Final = 1
PROBES: Final = 300
MOST_HISTORIES: Final = 200
LOWER, EQUAL, HIGHER = range(3)


class Option(NamedTuple):
    """One answer to a question: the action, what it puts up (in the stake's units), and what follows."""

    action: str
    amount: int
    follows: int  # A terminal by its number, or a node by its number plus the number of terminals (``Rules.node``).


@dataclass
class Node:
    """A question that the player is asked after so many draws; options in order, the smallest wager first."""

    rule: str
    drawn: int
    history: tuple[Decision, ...]
    options: list[Option] = field(default_factory=list)
    legal: Bytes | None = None
    """(classes, options) where the class of the player's hand says what is legal; None where everything is."""


class Terminal(NamedTuple):
    """A history after which nobody decides anything more."""

    history: tuple[Decision, ...]
    drawn: int


class Rules(NamedTuple):
    """A game as tables."""

    game: Game
    draws: tuple[Draw, ...]  # Every draw of the longest round, in order.
    own: tuple[bool, ...]
    dealers: tuple[bool, ...]  # By draw, whether its cards may be used in the player's hand, and in the dealer's.
    table: ClassTable
    nodes: tuple[Node, ...]
    terminals: tuple[Terminal, ...]
    root: int  # What a round begins with: the number of a terminal, or of a node plus the number of terminals.
    marks: tuple[int, ...]  # Classes of the dealer's hand from which on it is treated otherwise, lowest first.
    nets: Whole  # (classes, terminals, cases) in units, ``unit`` of them to the base wager.
    put_up: tuple[int, ...]  # By terminal, everything staked, in units.
    unit: int
    stake: int  # What the base wager was when options were asked: their amounts are in the same money.

    @property
    def has_dealer(self) -> bool:
        return any(self.dealers)

    @property
    def cases(self) -> int:
        return 3 * (len(self.marks) + 1) if self.has_dealer else 1

    def node(self, follows: int) -> Node | None:
        return self.nodes[follows - len(self.terminals)] if follows >= len(self.terminals) else None


def refused(game: Game, why: str) -> MissingPart:
    """The error for a game that classes of hands do not describe."""
    return MissingPart(
        f"{game.configuration.name}: {why}",
        hint='the streets solver needs a net that follows from classes of hands; name "tree", or estimate it with '
        "croupier simulate",
    )


Answers = Callable[[Choose], list[Decision]]  # What may be said to a question.


def compile_rules(game: Game, answers: Answers = ends) -> Rules:
    """Ask a game for everything that a solver needs to know; MissingPart names what does not follow from classes."""
    if len(set(game.deck)) < len(game.deck):
        raise refused(game, "it is dealt from several decks")
    return _Compiler(game, answers).rules()


def place_name(draw: Draw) -> str:
    """A place as a declaration names it: that of the seat is its ``own``."""
    return str(draw.slot).replace(f"seat {SEAT}", "own", 1)


class _Compiler:
    def __init__(self, game: Game, answers: Answers) -> None:
        self.game, self.answers = game, answers
        declares = game.declares
        if not declares.ranks or declares.hands is None:
            raise self._wrong(
                "the streets solver needs to know which cards make the player's hand, and the dealer's",
                'as in hands="five_card", ranks=(Ranked(("own",), best=5), Ranked(("dealer",), best=5))',
            )
        self.player: Ranked = declares.ranks[0]
        self.dealer: Ranked | None = declares.ranks[1] if len(declares.ranks) > 1 else None
        self.stakes = whole_stakes(game)
        self.family = FAMILIES[declares.hands]
        deck = SuitedDeck(game.deck, self.family.names_suits)
        self.table = class_table(lambda cards: self.family.classify(cards, (), Setting()), deck, self.player.best)
        self.number = {hand: at for at, hand in enumerate(self.table.ranking)}
        self.chance = np.random.default_rng(20_260)
        self.draws: list[Draw] = []
        self.nodes: list[Node] = []
        self.terminals: list[Terminal] = []

    def _wrong(self, what: str, hint: str) -> RulebookError:
        return RulebookError(f"{self.game.rules.folder}/game.py", "declares.ranks", what, hint=hint)

    def rules(self) -> Rules:
        root = self._explore(())
        names = [place_name(draw) for draw in self.draws]
        for ranked in filter(None, (self.player, self.dealer)):
            missing = next((place for place in ranked.places if place not in names), None)
            if missing:
                raise self._wrong(f"no cards are drawn for '{missing}'", f"places of this game: {', '.join(names)}")
            cards = sum(draw.size for draw in self.draws if place_name(draw) in ranked.places)
            if cards < ranked.best or ranked.best != self.player.best:
                raise self._wrong(
                    f"best={ranked.best} of {cards} cards in {', '.join(ranked.places)}",
                    "as many as the hand has or fewer, and the same for the player and the dealer",
                )
        for node in self.nodes:
            if self._is_complete(node.drawn):
                self._ask_by_class(node)
        number = len(self.terminals)
        for node in self.nodes:
            node.options = [
                option._replace(follows=option.follows if option.follows >= 0 else number - 1 - option.follows)
                for option in node.options
            ]
        root = root if root >= 0 else number - 1 - root
        marks = self._marks() if self.dealer else ()
        nets, put_up = self._nets(marks)
        common = gcd(self.stakes.base, *put_up, int(np.gcd.reduce(nets, axis=None)))
        rules = Rules(
            self.game,
            tuple(self.draws),
            tuple(name in self.player.places for name in names),
            tuple(self.dealer is not None and name in self.dealer.places for name in names),
            self.table,
            tuple(self.nodes),
            tuple(self.terminals),
            root,
            marks,
            nets // common,
            tuple(each // common for each in put_up),
            self.stakes.base // common,
            self.stakes.base,
        )
        for _ in range(PROBES):
            self._probe(rules, common)
        return rules

    def _explore(self, history: tuple[Decision, ...]) -> int:
        """What follows a history: a terminal's number, or a node's as -1 - number."""
        turn, drawn = self._reached(history)
        if len(self.nodes) + len(self.terminals) > MOST_HISTORIES:
            raise refused(self.game, "it has too many histories of decisions")
        if isinstance(turn, Settled):
            self.terminals.append(Terminal(history, drawn))
            return len(self.terminals) - 1
        number = len(self.nodes)
        node = Node(turn.rule, drawn, history)
        self.nodes.append(node)
        self._add_options(node, turn)
        return -1 - number

    def _add_options(self, node: Node, choose: Choose) -> None:
        known = {(option.action, option.amount) for option in node.options}
        for decision in self.answers(choose):
            if (decision.action, decision.amount) not in known:
                follows = self._explore((*node.history, decision))
                node.options.append(Option(decision.action, decision.amount, follows))
        node.options.sort(key=lambda option: option.amount)

    def _reached(self, history: tuple[Decision, ...]) -> tuple[Choose | Settled, int]:
        """Play a history with any cards; every history must ask for the same places in the same order."""
        left = [self.game.deck[place] for place in self.chance.permutation(len(self.game.deck))]
        state, waiting, drawn = self.game.open([self.stakes]), list(history), 0
        while True:
            turn = self.game.turn(state)
            if isinstance(turn, Draw):
                self._note(turn, drawn)
                state = state.with_cards(turn, tuple(left.pop() for _ in range(turn.size)))
                drawn += 1
            elif isinstance(turn, Choose) and waiting:
                state = state.with_decision(waiting.pop(0))
            elif isinstance(turn, (Choose, Settled)):
                return turn, drawn
            else:
                raise refused(self.game, "it looks at cards that lie face down")

    def _note(self, draw: Draw, at: int) -> None:
        if draw.ordered:
            raise refused(self.game, f"the order of cards matters in '{draw.slot}'")
        if at == len(self.draws):
            self.draws.append(draw)
        elif self.draws[at] != draw:
            raise refused(self.game, f"after some decisions it draws for '{draw.slot}', after others not")

    def _is_complete(self, drawn: int, ranked: Ranked | None = None) -> bool:
        """Whether all cards of a hand lie on the table after so many draws."""
        names = [place_name(draw) for draw in self.draws[:drawn]]
        return all(place in names for place in (ranked or self.player).places)

    def _state(self, drawn: int, history: tuple[Decision, ...], own: int, dealer: int, stakes: int = 1) -> State:
        """A state with example hands of these classes, each in the first place that is its side's alone."""
        dealt, *places = self._laid_out(drawn)
        lies = list(dealt)
        for at, number in zip(places, (own, dealer), strict=False):
            lies[at] = Dealt(lies[at].slot, self.table.examples[number], lies[at].seen_by)
        state = State((self.stakes,), tuple(lies), history)
        return state.times(stakes) if stakes > 1 else state

    @cache  # noqa: B019 - a compiler lives as long as one compilation
    def _laid_out(self, drawn: int) -> tuple[tuple[Dealt, ...], *tuple[int, ...]]:
        """The cards of places that no class is shown in; then where the player's hand lies, and the dealer's."""
        names = [place_name(draw) for draw in self.draws[:drawn]]
        ranked = {place for rank in self.game.declares.ranks for place in rank.places}
        sides = [(self.player, self.dealer)]
        if self.dealer and self._is_complete(drawn, self.dealer):
            sides.append((self.dealer, self.player))
        at = []
        for mine, theirs in sides:
            alone = [place for place in mine.places if not theirs or place not in theirs.places]
            if not alone:
                raise refused(self.game, "the player and the dealer have no cards of their own")
            at.append(names.index(alone[0]))
        dealt = tuple(
            Dealt(draw.slot, () if name in ranked else self.game.deck[: draw.size], draw.seen_by)
            for name, draw in zip(names, self.draws, strict=False)
        )
        return dealt, *at

    def _ask_by_class(self, node: Node) -> None:
        """What every class of hand may do, where a hand is complete when it is asked."""
        legal: list[set[tuple[str, int]]] = []
        for own in range(len(self.table.ranking)):
            turn = self.game.turn(self._state(node.drawn, node.history, own, 0))
            if not isinstance(turn, Choose):
                raise refused(self.game, f"a hand is not asked '{node.rule}' that another is")
            legal.append({(each.action, each.amount) for each in self.answers(turn)})
            if not legal[-1] <= {(option.action, option.amount) for option in node.options}:
                self._add_options(node, turn)
        table = [[(option.action, option.amount) in some for option in node.options] for some in legal]
        if not all(map(all, table)):
            node.legal = np.array(table, dtype=np.uint8)

    def _net(self, terminal: Terminal, own: int, dealer: int, stakes: int = 1) -> tuple[int, int]:
        """What a history comes to and what was staked, by classes alone."""
        settled = self.game.turn(self._state(terminal.drawn, terminal.history, own, dealer, stakes))
        if not isinstance(settled, Settled) or settled.jackpots:
            raise refused(self.game, "a round does not settle once its hands are known")
        return sum(line.net for line in settled.lines), sum(line.stake for line in settled.lines)

    def _marks(self) -> tuple[int, ...]:
        """Where the net changes with the dealer's class although the player's stays above, or below."""
        top = len(self.table.ranking) - 1
        marks: set[int] = set()
        for terminal in self.terminals:
            if not (self.dealer and self._is_complete(terminal.drawn, self.dealer)):
                continue
            for own, dealers in ((top, range(top)), (0, range(1, top + 1)), (top // 2, range(top // 2))):
                nets = [self._net(terminal, own, dealer)[0] for dealer in dealers]
                marks |= {dealers[at] for at in range(1, len(nets)) if nets[at] != nets[at - 1]}
        if len(marks) > 6:
            raise refused(self.game, f"its net changes {len(marks)} times with the dealer's hand")
        return tuple(sorted(marks))

    def _nets(self, marks: tuple[int, ...]) -> tuple[Whole, list[int]]:
        classes = len(self.table.ranking)
        bands = list(zip((0, *marks), (*marks, classes), strict=True))
        cases = 3 * len(bands) if self.dealer else 1
        nets = np.zeros((classes, len(self.terminals), cases), dtype=np.int64)
        put_up = []
        for number, terminal in enumerate(self.terminals):
            staked: set[int] = set()
            complete = self._is_complete(terminal.drawn)
            compares = self.dealer and self._is_complete(terminal.drawn, self.dealer)
            if not complete:
                net, stake = self._net_of_any_cards(terminal)
                nets[:, number] = net
                put_up.append(stake)
                continue
            for own in range(classes):
                if not compares:
                    nets[own, number], stake = self._net(terminal, own, 0)
                    staked.add(stake)
                    continue
                for band, (low, high) in enumerate(bands):
                    for relation, some in (
                        (LOWER, range(low, min(high, own))),
                        (EQUAL, range(max(low, own), min(high, own + 1))),
                        (HIGHER, range(max(low, own + 1), high)),
                    ):
                        if some:
                            nets[own, number, 3 * band + relation], stake = self._net(terminal, own, some[0])
                            staked.add(stake)
            if len(staked) != 1:
                raise refused(self.game, "what is staked depends on the cards")
            put_up.append(staked.pop())
            self._check_scale(terminal, classes)
        return nets, put_up

    def _check_scale(self, terminal: Terminal, classes: int) -> None:
        """A net that does not grow with the stake was rounded: refused, since its pays are no whole multiples."""
        for own in self.chance.integers(0, classes, 20).tolist():
            dealer = int(self.chance.integers(0, classes))
            net, _ = self._net(terminal, own, dealer)
            if any(self._net(terminal, own, dealer, times)[0] != times * net for times in OTHER_STAKES):
                raise refused(self.game, "its nets do not grow with the stake")

    def _net_of_any_cards(self, terminal: Terminal) -> tuple[int, int]:
        """A round that ends before the player's hand is complete: no card may matter."""
        found = set()
        for _ in range(5):
            left = [self.game.deck[place] for place in self.chance.permutation(len(self.game.deck))]
            dealt = tuple(
                Dealt(draw.slot, tuple(left.pop() for _ in range(draw.size)), draw.seen_by)
                for draw in self.draws[: terminal.drawn]
            )
            settled = self.game.turn(State((self.stakes,), dealt, terminal.history))
            if not isinstance(settled, Settled):
                raise refused(self.game, "whether a round is over depends on the cards")
            found.add((sum(line.net for line in settled.lines), sum(line.stake for line in settled.lines)))
        if len(found) > 1:
            raise refused(self.game, "a round that ends early pays by its cards")
        return found.pop()

    def _probe(self, rules: Rules, common: int) -> None:
        """One real round, now and then around a rare hand: it must go and settle as the tables say."""
        cards = self._probing_cards(rules)
        state, at, drawn = self.game.open([self.stakes]), rules.root, 0
        while not isinstance(turn := self.game.turn(state), Settled):
            if isinstance(turn, Draw):
                if drawn >= len(rules.draws) or rules.draws[drawn] != turn:
                    raise refused(self.game, f"whether it draws for '{turn.slot}' depends on the cards")
                state = state.with_cards(turn, cards[drawn])
                drawn += 1
                continue
            node = rules.node(at)
            if node is None or not isinstance(turn, Choose) or node.rule != turn.rule or node.drawn != drawn:
                raise refused(self.game, "what it asks depends on the cards")
            options = node.options
            if node.legal is not None:
                row = node.legal[self._class(state, self.player)]
                options = [option for option, may in zip(options, row, strict=True) if may]
            legal = {(answer.action, answer.amount) for answer in self.answers(turn)}
            if legal != {(option.action, option.amount) for option in options}:
                raise refused(self.game, f"what is legal at '{turn.rule}' depends on more than the class of the hand")
            option = options[int(self.chance.integers(0, len(options)))]
            state = state.with_decision(Decision(SEAT, option.action, option.amount))
            at = option.follows
        terminal = rules.terminals[at] if at < len(rules.terminals) else None
        if terminal is None or terminal.drawn != drawn:
            raise refused(self.game, "when a round is over depends on the cards")
        own = self._class(state, self.player) if self._is_complete(drawn) else 0
        case = 0
        if self.dealer and self._is_complete(drawn, self.dealer):
            dealer = self._class(state, self.dealer)
            band = sum(dealer >= mark for mark in rules.marks)
            case = 3 * band + (dealer >= own) + (dealer > own)
        if sum(line.net for line in turn.lines) != rules.nets[own, at, case] * common:
            words = self.family.describe(self.table.ranking[own])
            raise refused(self.game, f"what {words} is paid depends on more than the classes of the hands")

    def _class(self, state: State, ranked: Ranked) -> int:
        cards = tuple(
            card
            for dealt, draw in zip(state.dealt, self.draws, strict=False)
            if place_name(draw) in ranked.places
            for card in dealt.cards
        )
        if len(cards) in self.family.sizes:
            return self.number[self.family.classify(cards, (), Setting())]
        return max(self.number[self.family.classify(some, (), Setting())] for some in combinations(cards, ranked.best))

    def _probing_cards(self, rules: Rules) -> list[Cards]:
        """Cards for every draw: every other time the player or the dealer is dealt a hand of some random class."""
        deck = [rules.table.deck.cards[place] for place in self.chance.permutation(rules.table.deck.size)]
        chosen: dict[int, list[Card]] = {}
        kind = int(self.chance.integers(0, 4))
        side = rules.own if kind in (1, 2) else rules.dealers
        if kind and any(side):
            some = int(self.chance.integers(0, len(rules.table.ranking)))
            rare = list(self._hand_of(some))
            seats = [at for at, draw in enumerate(rules.draws) if side[at] for _ in range(draw.size)]
            for at, card in zip(self.chance.permutation(seats).tolist(), rare, strict=False):
                chosen.setdefault(at, []).append(card)
            used = {card for cards in chosen.values() for card in cards}
            deck = [card for card in deck if card not in used]
        return [
            (*chosen.get(at, ()), *(deck.pop() for _ in range(draw.size - len(chosen.get(at, ())))))
            for at, draw in enumerate(rules.draws)
        ]

    def _hand_of(self, some: int) -> Sequence[Card]:
        places = np.flatnonzero(self.table.place == some)
        place = int(places[self.chance.integers(0, len(places))])
        numbers: list[int] = []
        for at in range(self.table.size, 0, -1):
            card = int(np.searchsorted(self.table.deck.choose[:, at], place, side="right")) - 1
            numbers.append(card)
            place -= int(self.table.deck.choose[card, at])
        return [self.table.deck.cards[number] for number in numbers]
