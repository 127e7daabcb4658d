"""What a game is, what it declares, and what its rounds are made of.

A state is the round's history: who staked what, which cards lie where, who decided what. ``turn`` answers with
``Draw`` (cards for a named slot), ``Choose`` (a decision, with every legal action), ``Peek`` (a question about cards
that nobody sees) or ``Settled``. A driver answers: the play driver from a shuffled deck and people, the exact driver
with every possibility. The game holds no deck order, no randomness and no money beyond the stakes.

A slot is a place for cards: a seat's, the dealer's, or nobody's, under a name of the game's own ("flop", "banker"). A
settlement is a line for each wager, a claim for each jackpot wager, and the reason, put into words only when somebody
reads it. A bonus wager is a piece of its own: which cards it sees is declared beside the wager in ``rules.toml``
(``rulebook.sights``), and grading goes through the rows of its paytable, remembered by class. A declaration says once,
for every driver, the game's solver, hands, bots, rules and numbers.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from copy import copy
from fractions import Fraction
from types import MappingProxyType
from typing import Any, ClassVar, Final, NamedTuple

from croupier.cards.cards import Card, stripped_deck
from croupier.cards.hands import FAMILIES
from croupier.cards.hands.family import Setting
from croupier.errors import RulebookError, UnknownName
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.fields import did_you_mean
from croupier.rulebook.rules import GameRules, Paytable, Row, posted_label
from croupier.rulebook.sights import seen_by
from croupier.units import Fixed, ForOne, MeterShare, ToOne, describe_pay, format_money, handed_back

DEALER: Final = 0  # Seats count from one.
TABLE: Final = -1  # Nobody's: cards that lie on the table, in a place that the game names.
_TEXT = re.compile(r"(?:seat ([1-9][0-9]?)|dealer)(?: ([a-z]+)(?: ([1-9][0-9]?))?)?")
_NAMED = re.compile(r"(?!seat\b|dealer\b)([a-z]+)(?: ([1-9][0-9]?))?")


class Slot(str):
    """A place for cards.

    >>> Slot(2), Slot(2, "hand", 3), Slot(DEALER, "up"), Slot(TABLE, "flop")
    ('seat 2', 'seat 2 hand 3', 'dealer up', 'flop')
    >>> Slot.parse("seat 2 hand 3").number
    3
    """

    __slots__ = ("number", "part", "seat")
    seat: int  # Whose it is; DEALER for the dealer's, TABLE for nobody's.
    part: str  # Which of theirs: empty for the cards first dealt.
    number: int  # Counts places of one kind, as the hands of a seat that has split; 0 where there is one.

    def __new__(cls, seat: int = DEALER, part: str = "", number: int = 0) -> Slot:
        whose = "dealer" if seat == DEALER else "" if seat == TABLE else f"seat {seat}"
        words = [whose, part, str(number) if number else ""]
        slot = super().__new__(cls, " ".join(word for word in words if word))
        slot.seat, slot.part, slot.number = seat, part, number
        return slot

    def __reduce__(self) -> tuple[type[Slot], tuple[int, str, int]]:
        return Slot, (self.seat, self.part, self.number)

    @classmethod
    def parse(cls, text: str) -> Slot:
        """The inverse of the text; ValueError where it names no slot."""
        named = _NAMED.fullmatch(text)
        if named:
            return cls(TABLE, named[1], int(named[2] or 0))
        match = _TEXT.fullmatch(text)
        if not match:
            raise ValueError(f"'{text[:40]}' is not a place for cards, such as seat 2, seat 2 hand 1 or dealer up")
        return cls(int(match[1] or DEALER), match[2] or "", int(match[3] or 0))

    @property
    def is_dealers(self) -> bool:
        return self.seat == DEALER

    @property
    def is_named(self) -> bool:
        """Whether the game gave it a name of its own: files list such places apart, by the slot's whole text."""
        usual = ("", *DEALER_PARTS) if self.is_dealers else ("", "draw")
        is_a_hand = self.seat > 0 and self.part == "hand" and self.number
        return self.seat == TABLE or not (is_a_hand or (self.part in usual and not self.number))

    @property
    def holds_first_cards(self) -> bool:
        """Whether the cards of the opening deal lie here, which a round file gives by name and never as draws."""
        return self.part in (FIRST_PARTS if self.is_dealers else ("",))

    @property
    def is_drawn_to(self) -> bool:
        """Whether cards come here one by one as the round goes on: a hand that is hit, the dealer's draws."""
        return self.part == ("draw" if self.is_dealers else "hand")


DEALER_PARTS: Final = ("up", "hole", "draw")
"""What files call the dealer's places beside the whole hand; a seat has its cards, its draw and its hands."""
FIRST_PARTS: Final = ("", "up", "hole")
"""The dealer's places in the opening deal: a whole hand, or an up-card and a hole card."""


Cards = tuple[Card, ...]


class Named(NamedTuple):
    """A hand with the words for it, found only when somebody reads them."""

    describe: Callable[[Any], str]
    hand: object

    def __str__(self) -> str:
        return self.describe(self.hand)


class Why(NamedTuple):
    """The reason for a payment, put into words only when somebody reads it."""

    words: str
    parts: tuple[object, ...] = ()

    def __str__(self) -> str:
        return self.words.format(*self.parts)


class Line(NamedTuple):
    """One wager settled: ``net`` excludes the stake, ``cite`` names the rule that orders it."""

    seat: int
    wager: str
    stake: int
    outcome: str
    event: str | None
    net: int
    cite: str
    why: Why

    @property
    def returned(self) -> int:
        """What is handed back, the stake included."""
        return self.stake + self.net


class JackpotBet(NamedTuple):
    """A jackpot wager with the row its hand reached; the meters turn it into money."""

    seat: int
    wager: str
    stake: int
    row: Row | None
    cite: str
    why: Why


Choice = tuple[str, int]  # The name of an action, and what is put up for it in cents.


class Action(NamedTuple):
    """A legal action; one that costs money says from what to what, and in what steps."""

    name: str
    minimum: int = 0
    maximum: int = 0
    step: int = 1

    def allows(self, amount: int) -> bool:
        if not self.minimum <= amount <= self.maximum:
            return False
        return amount in (self.minimum, self.maximum) or (amount - self.minimum) % self.step == 0

    def __str__(self) -> str:
        if not self.maximum:
            return self.name
        if self.minimum == self.maximum:
            return f"{self.name} {format_money(self.minimum)}"
        steps = f" in steps of {format_money(self.step)}" if self.step > 1 else ""
        return f"{self.name} {format_money(self.minimum)} to {format_money(self.maximum)}{steps}"


class BotRule(NamedTuple):
    """How bots decide, and the words for it. They see their own cards and nothing that another player would not."""

    words: str
    decide: Callable[[Cards, Mapping[str, Action]], Choice]


class Ranked(NamedTuple):
    """A hand that the settlement ranks: the places whose cards it is made of, and how many of them count.

    Places are named as the game draws for them; those of a seat are its ``own``: ``Ranked(("own", "flop"), best=5)``.
    """

    places: tuple[str, ...]
    best: int


class Declaration(NamedTuple):
    """What a game names; ``check`` finds at load what its data lack."""

    solver: str  # Who solves the base game: a name that ``croupier.questions.solved.solutions`` knows, or "none".
    bot: BotRule
    hands: str | None = None  # The family of hands by which the base game ranks, where one does.
    rules: tuple[str, ...] = ()  # Every rule that the game cites.
    numbers: tuple[str, ...] = ()  # Every number that the game takes from its rules.
    keys: tuple[str, ...] = ()  # Every house choice that the game asks for.
    ranks: tuple[Ranked, ...] = ()
    """The player's hand, and then the dealer's where there is one: a net depends on the decisions, on the class of the
    player's hand, and on whether the dealer's is lower, equal or higher and passes some mark, such as qualifying."""
    parts: tuple[str, ...] = ()
    """Numbers by which a pay multiplies a base wager, such as what a commission leaves of a win: stakes are taken in
    multiples of which these parts are whole cents."""
    actions: tuple[str, ...] = ()  # Every action that a player may ever be offered, in an order that stays.
    alike: Callable[[Card], int] | None = None
    """Cards with the same number never make a difference, as where ranks alone or counting values matter."""

    def check(self, rules: GameRules) -> None:
        """RulebookError names the file and the key of whatever is missing."""
        for name in self.rules:
            rules.rule(name)
        for name in (*self.numbers, *self.parts):
            rules.number(name)
        for name in self.keys:
            rules.key(name)
        if self.hands is not None and self.hands not in FAMILIES:
            raise RulebookError(
                f"{rules.folder}/game.py",
                "declares.hands",
                f"unknown family of hands '{self.hands}'",
                hint=f"{did_you_mean(self.hands, FAMILIES)}; a family of its own stands in {rules.folder}/hands.py",
            )


def least(action: Action) -> Choice:
    """An action for the least that it costs."""
    return action.name, action.minimum


def most(action: Action) -> Choice:
    """An action for the most that may be put up for it."""
    return action.name, action.maximum


GIVING_UP = ("fold", "surrender")


def stay(_own: Cards, actions: Mapping[str, Action]) -> Choice:
    """Stay in for the least; actions that cost the same rank as the game lists them."""
    staying = [action for name, action in actions.items() if name not in GIVING_UP]
    return least(min(staying or actions.values(), key=lambda action: action.minimum))


STAYS = BotRule("they stay in for the least it costs", stay)


class PayChart:
    """A paytable under one configuration, with what it has graded remembered by class of hand."""

    def __init__(self, table: Paytable, setting: Setting) -> None:
        self.table = table
        self.setting = setting
        self._graded: dict[Hashable, Row | None] = {}

    def grade(self, hand: Hashable) -> Row | None:
        try:
            return self._graded[hand]
        except KeyError:
            row = self._graded[hand] = self.table.grade(hand, self.setting)
            return row

    def times(self, hand: Hashable, otherwise: Fraction | int) -> Fraction:
        """What a hand is paid, in stakes and net; ``otherwise`` where no row pays it."""
        row = self.grade(hand)
        return Fraction(otherwise) if row is None else net_times(row)

    def label(self, row: Row) -> str:
        return posted_label(row.label, self.setting)


class Bonus:
    """One optional wager, settled by a paytable on the cards it sees."""

    def __init__(self, wager: str, configuration: Configuration) -> None:
        table = configuration.tables[wager]
        family = FAMILIES[table.family]
        self.wager = wager
        self.seen = seen_by(configuration.rules, wager)
        self.chart = PayChart(table, configuration.setting_for(table))
        self.describe = family.describe
        self.fewest = family.sizes.start
        """How few cards say what a hand is so far; with more of them it can only improve."""
        self._classify = family.classify
        self.is_jackpot = table.is_jackpot
        self._reasons: dict[Hashable, Why] = {}
        self._posted = {row.event: row.pay for row in table.at_wager(configuration.fixed_stake(wager)).rows}
        """What the table posts for its fixed wager, by event."""
        self._of_what = " of the House Jackpot" if configuration.is_house_jackpot else ""
        self._read_otherwise = {other.event for other in configuration.read_otherwise(wager)}
        self.cite = _cite(configuration, table, wager)

    def sees(self, own: Cards, dealer: Cards) -> Hashable:
        """The class of the cards that the wager looks at, from the player's own and the dealer's in dealt order.

        Drawn cards follow the player's first ones, and cards in places of the game's own follow those.
        """
        return self._classify(own[: self.seen.held], dealer[: self.seen.dealer], self.chart.setting)

    def settle(self, seat: int, stake: int, own: Cards, dealer: Cards) -> Line:
        """A flat wager: win at the row's odds, or lose."""
        hand = self.sees(own, dealer)
        row = self.chart.grade(hand)
        if row is None:
            return Line(seat, self.wager, stake, "lose", None, -stake, self.cite, self.why(hand, row))
        net = net_of(row, stake)
        outcome = "win" if net > 0 else "push" if net == 0 else "lose"
        return Line(seat, self.wager, stake, outcome, row.event, net, self.cite, self.why(hand, row))

    def claim(self, seat: int, stake: int, own: Cards, dealer: Cards) -> JackpotBet:
        """A jackpot wager: which row it reached; the meters decide the money."""
        hand = self.sees(own, dealer)
        row = self.chart.grade(hand)
        return JackpotBet(seat, self.wager, stake, row, self.cite, self.why(hand, row))

    def why(self, hand: Hashable, row: Row | None) -> Why:
        """The reason, which depends on the class of hand alone and is made once for each."""
        reason = self._reasons.get(hand)
        if reason is None:
            named = Named(self.describe, hand)
            if row is None:
                reason = Why("{0}: no row of {1} pays it", (named, self.chart.table.id))
            else:
                pay = self._posted[row.event]
                of_what = self._of_what if isinstance(pay, MeterShare) else ""
                read = ", as the house reads it" if row.event in self._read_otherwise else ""
                words = f"{{0}}: {{2}}{of_what} on {{1}}{read}"
                reason = Why(words, (named, self.chart.table.id, Named(describe_pay, pay)))
            self._reasons[hand] = reason
        return reason


def _cite(configuration: Configuration, table: Paytable, wager: str) -> str:
    """Where the edition's document prints the table; for one that it does not print, its section and the source."""
    document = configuration.edition.document
    printed = next((str(cite) for cite in table.cites if cite.document == document), None)
    if printed and table.status == "document":
        return printed
    section = next((str(cite) for cite in configuration.rules.wager(wager).cites if cite.document == document), None)
    return "; ".join(dict.fromkeys(each for each in (section, printed or str(table.cites[0])) if each))


class JackpotSight(NamedTuple):
    """A jackpot wager with the number of cards it looks at: the player's own, and the dealer's first ones."""

    bonus: Bonus
    own: int
    dealer: int


def net_times(row: Row) -> Fraction:
    """The net of a flat pay in stakes."""
    back = handed_back(row.pay)
    if back is None or isinstance(row.pay, Fixed):
        raise TypeError(f"{row.event} pays money or a meter; it is a jackpot's row")
    return back - 1


def net_of(row: Row, stake: int) -> int:
    """The net of a flat pay in cents; a pay of part of a cent cannot arise, since such stakes are refused."""
    times = net_times(row)
    net, part = divmod(stake * times.numerator, times.denominator)
    if part:
        raise ArithmeticError(f"{stake} cents at {describe_pay(row.pay)} is not whole cents")
    return net


EVERYONE = 0  # Seats count from one, so zero is free to mean that a card lies open to all.
NOBODY = -1


class Stakes(NamedTuple):
    """What one seat has staked before the deal, in cents, in the order of ``Game.wagers``; 0 where nothing."""

    seat: int
    amounts: tuple[int, ...]

    @property
    def base(self) -> int:
        """The first wager that the seat has placed: what its later wagers are multiples of."""
        return next(amount for amount in self.amounts if amount)


class Dealt(NamedTuple):
    """Cards that have come to a slot, and who may see them: a seat, EVERYONE or NOBODY."""

    slot: Slot
    cards: Cards
    seen_by: int


class Decision(NamedTuple):
    """What a seat chose, with the amount it put up for it."""

    seat: int
    action: str
    amount: int = 0

    def __str__(self) -> str:
        return f"{self.action} {format_money(self.amount)}" if self.amount else self.action


class Answer(NamedTuple):
    """What a look at hidden cards told: only the yes or no, never the cards."""

    slot: Slot
    question: str
    yes: bool


class State(NamedTuple):
    """A round so far. Hashable, so that exhaustive walks can remember it."""

    stakes: tuple[Stakes, ...]
    dealt: tuple[Dealt, ...] = ()
    decisions: tuple[Decision, ...] = ()
    answers: tuple[Answer, ...] = ()
    chip: int = 1  # The smallest chip of the table in cents, in whole numbers of which a pot is split.

    def with_cards(self, draw: Draw, cards: Cards) -> State:
        stakes, dealt, decisions, answers, chip = self
        return State(stakes, (*dealt, Dealt(draw.slot, cards, draw.seen_by)), decisions, answers, chip)

    def with_decision(self, decision: Decision) -> State:
        stakes, dealt, decisions, answers, chip = self
        return State(stakes, dealt, (*decisions, decision), answers, chip)

    def with_answer(self, peek: Peek, yes: bool) -> State:
        answer = Answer(peek.slot, peek.question, yes)
        return State(self.stakes, self.dealt, self.decisions, (*self.answers, answer), self.chip)

    def base(self, seat: int) -> int:
        """What a seat's later wagers are multiples of, in cents."""
        return next(stakes.base for stakes in self.stakes if stakes.seat == seat)

    def times(self, number: int) -> State:
        """The same round with every stake and amount, and the chip, so many times as large."""
        return self._replace(
            stakes=tuple(Stakes(seat, tuple(number * cents for cents in amounts)) for seat, amounts in self.stakes),
            decisions=tuple(decision._replace(amount=number * decision.amount) for decision in self.decisions),
            chip=number * self.chip,
        )


class Draw(NamedTuple):
    """The game needs cards for a slot. Their order within it does not matter unless the game says so."""

    slot: Slot
    size: int
    seen_by: int
    ordered: bool = False


class Choose(NamedTuple):
    """A seat must decide; ``actions`` are all that is legal, and ``rule`` is the rule that says so."""

    seat: int
    actions: tuple[Action, ...]
    rule: str


class Peek(NamedTuple):
    """A yes-or-no question about cards that lie face down, as when a dealer looks for a blackjack.

    The cards belong to a slot that the game will draw later; until then the state knows the answer alone.
    """

    slot: Slot
    size: int
    question: str
    holds: Callable[[Cards], bool]


class Settled(NamedTuple):
    """The round is over: every wager settled once, jackpot wagers still to be valued."""

    lines: tuple[Line, ...]
    jackpots: tuple[JackpotBet, ...]


Turn = Draw | Choose | Peek | Settled


class StakeRule(NamedTuple):
    """What a wager placed before the deal must obey."""

    is_jackpot: bool
    requires: str | None  # The wager without which it is not taken; None for one that stands alone.
    grain: int  # Stakes are multiples of this many cents, so that every pay comes out in whole cents.
    equals: str | None = None
    """The wager that obliges the seat to place this one too, in the same amount, as an Ante does a Blind."""


class Game:
    """One configured game. Subclasses are games, not variants: a variant is a configuration.

    ``declares`` says once what every driver must know; what it names and the data lack is found here, at load.
    """

    declares: ClassVar[Declaration]
    bonus_types: ClassVar[Mapping[str, type[Bonus]]] = {}
    """By wager, bonus wagers that explain themselves in words of their own."""
    follow_or_fold: ClassVar[tuple[str, ...]] = ()
    """Wagers after the cards: the player makes them or gives the hand up."""

    def __init__(self, configuration: Configuration, deck: Cards | None = None) -> None:
        self.declares.check(configuration.rules)
        self.configuration = configuration
        self.rules = configuration.rules
        self.deck = stripped_deck(self.rules.ranks, self.rules.suits) if deck is None else deck
        staked = ("base", "bonus", "jackpot")
        self.wagers = tuple(
            wager.id
            for wager in configuration.rules.wagers
            if wager.kind == "base" or (wager.kind in staked and wager.id in configuration.tables)
        )
        """What may be staked before the deal, the base wager first."""
        self.base_wager = self.wagers[0]
        """The wager that solvers solve and advice is about: the first, unless another is asked for (``on``)."""
        self.placed: dict[tuple[int, tuple[tuple[str, int], ...]], Stakes] = {}
        """Bets of a seat that were checked before (``play.stakes``)."""
        parts = [self.rules.number(name) for name in self.declares.parts]
        self.stake_rules = {name: _stake_rule(configuration, name, self.wagers, parts) for name in self.wagers}
        self.standing = tuple(name for name, rule in self.stake_rules.items() if rule.requires is None)
        """The wagers of which a seat needs one to be dealt in."""
        self.base_wager_cents = configuration.base_wager_cents
        self.dynamic_table = next((table for table in configuration.tables.values() if table.is_dynamic), None)
        """The table on offer whose pays are boosted for every round, if there is one."""
        boosted = next((name for name, table in configuration.tables.items() if table.is_dynamic), None)
        self.dynamic_stake = configuration.fixed_stake(boosted) if boosted else self.base_wager_cents
        """The fixed wager for which the display shows its pays."""
        self.deals_by_dice = configuration.values.get("dealing", "").startswith("dice")
        self.dice = int(configuration.values["dice"]) if self.deals_by_dice else 0
        """How many dice say where the deal begins; none at a table that does not deal by dice."""
        document = configuration.edition.document
        self.cites = _Places(configuration.rules)
        self.cites |= {
            rule.id: str(next((cite for cite in rule.cites if cite.document == document), rule.cites[0]))
            for rule in configuration.rules.rules
        }
        """By rule, the place in the edition's own document."""
        self.bonuses = [
            (index, self.bonus_types.get(wager, Bonus)(wager, configuration))
            for index, wager in enumerate(self.wagers)
            if wager in configuration.tables
        ]
        """Every bonus and jackpot wager on offer, with its place among the stakes."""
        self.deals_dealer_in_order = any(
            (sees := self.rules.wager(bonus.wager).sees) and sees.up_card for _, bonus in self.bonuses
        )
        """Whether a wager on offer asks which of the dealer's cards came first."""

    def __repr__(self) -> str:
        return f"<Game {self.configuration}>"

    def on(self, wager: str) -> Game:
        """The same game with another of its standing wagers as the one that is solved."""
        if wager == self.base_wager:
            return self
        seen = copy(self)
        seen.base_wager = wager
        return seen

    def completed(self, wagers: Mapping[str, int]) -> dict[str, int]:
        """What a seat puts up, with the wagers that these oblige it to."""
        obliged = {
            name: wagers[rule.equals]
            for name, rule in self.stake_rules.items()
            if rule.equals and rule.equals in wagers
        }
        placed = {**obliged, **wagers}
        return {name: placed[name] for name in (*self.wagers, *wagers) if name in placed}

    def opening_deal(self, seats: Sequence[int]) -> tuple[Slot, ...]:  # noqa: ARG002
        """One slot for each card that leaves the deck before anybody acts, in the order of the felt.

        Empty where each hand comes as a packet when the game asks for it.
        """
        return ()

    def most_cards(self, seats: int) -> int:  # noqa: ARG002
        """The most cards that a round of this many seats can use."""
        return len(self.deck)

    def turn(self, state: State) -> Turn:
        """What the round needs next."""
        raise NotImplementedError

    dealer_order_matters = False  # Whether the base game asks which of the dealer's cards came first.

    @property
    def actions(self) -> tuple[str, ...]:
        """Every action that a player may ever be offered."""
        return self.declares.actions

    def range_of(self, action: str, base: int) -> Action | None:  # noqa: ARG002
        """An action that puts up money, with the widest range that any hand has for it; None for other actions."""
        return None

    def narrowest_of(self, action: str, base: int) -> Action | None:
        """The same with the range that every hand has; they are one unless the game says otherwise."""
        return self.range_of(action, base)

    def most_times(self, action: str) -> int:  # noqa: ARG002
        """How often a seat may take an action that puts up money in one round."""
        return 1

    def hands(self, state: State, seat: int) -> tuple[Cards, ...]:
        """The hands that a seat holds: one with all its cards, unless the game lets it hold several."""
        own = tuple(card for dealt in state.dealt if dealt.slot.seat == seat for card in dealt.cards)
        return (own,) if own else ()

    def hand_stakes(self, state: State, seat: int) -> tuple[Mapping[str, int], ...]:  # noqa: ARG002
        """For each hand of a seat what lies on it, by the wager of its line; empty where a seat has one hand."""
        return ()

    @property
    def most_hands(self) -> int:
        """How many hands a seat's bet may become."""
        return 1

    def hand_to_act(self, state: State, seat: int) -> int:  # noqa: ARG002
        """Which of a seat's hands is in play, counted from one."""
        return 1

    def reconciled(self, state: State) -> tuple[tuple[Line, ...], tuple[JackpotBet, ...]]:  # noqa: ARG002
        """Side wagers that this state has settled before the round is over, as the documents order it.

        They stay settled when the hand is declared a misdeal later.
        """
        return (), ()

    def wager_of(self, action: str) -> str:
        """The wager that an action stakes: they share a name unless the game says otherwise."""
        return action

    def action_of(self, wager: str) -> str:
        """The action that stakes a wager: what ``wager_of`` turns around."""
        return wager

    def bonus(self, wager: str) -> Bonus:
        """A bonus or jackpot wager on offer."""
        for _, bonus in self.bonuses:
            if bonus.wager == wager:
                return bonus
        raise UnknownName(f"side wager of {self.configuration}", wager, [bonus.wager for _, bonus in self.bonuses])

    def settle_bonuses(
        self,
        seat: int,
        amounts: Sequence[int],
        own: Cards,
        dealer: Cards,
        places: Mapping[str, Cards] = MappingProxyType({}),
    ) -> tuple[list[Line], list[JackpotBet]]:
        """Every side wager that a seat has placed: bonus wagers settled, and what jackpot wagers claim.

        ``places`` holds the cards of places of the game's own, for wagers that look there.
        """
        lines: list[Line] = []
        jackpots: list[JackpotBet] = []
        for index, bonus in self.bonuses:
            if amounts[index]:
                held = own[: bonus.seen.own + bonus.seen.drawn]
                sees = (*held, *(card for place in bonus.seen.places for card in places[place]))
                if bonus.is_jackpot:
                    jackpots.append(bonus.claim(seat, amounts[index], sees, dealer))
                else:
                    lines.append(bonus.settle(seat, amounts[index], sees, dealer))
        return lines, jackpots

    def jackpot_sight(self, wager: str) -> JackpotSight:
        """How a jackpot wager on offer is graded from cards alone, as a jackpot system needs it."""
        bonus = self.bonus(wager)
        return JackpotSight(bonus, bonus.seen.own, bonus.seen.dealer)

    def hand_words(self, cards: Cards) -> str:  # noqa: ARG002
        """What players call a hand; empty where there is no word for it."""
        return ""

    def in_order(self, cards: Cards) -> Cards:
        """A hand as a player would sort it; as it was dealt, where the order means something."""
        return cards

    def making(self, cards: Cards) -> int:
        """How many of the first cards, once in order, make what the hand is called; all of them by default."""
        return len(cards)

    def story(self, state: State) -> tuple[str, ...]:  # noqa: ARG002
        """What everybody at the table is told as it happens, line by line; a longer state begins with the same lines.

        Empty where the cards and the decisions on the table say it all.
        """
        return ()

    def check_stakes(self, stakes: Sequence[Stakes]) -> None:
        """What a game asks of all stakes together, such as equal antes; RoundError where it is not met."""

    def open(self, stakes: Sequence[Stakes]) -> State:
        """The state before the first card."""
        return State(tuple(sorted(stakes)))


class _Places(dict[str, str]):
    """Citations by rule; a game that cites a rule it lacks is told the file and the key."""

    def __init__(self, rules: GameRules) -> None:
        super().__init__()
        self._rules = rules

    def __missing__(self, rule: str) -> str:
        return str(self._rules.rule(rule).cites[0])


def _stake_rule(
    configuration: Configuration, name: str, wagers: tuple[str, ...], parts: Sequence[Fraction]
) -> StakeRule:
    wager = configuration.rules.wager(name)
    odds = _flat_odds(configuration, name)
    if wager.kind == "base":
        # Awards such as the Ante Bonus are paid on the base wager, and so is what the game calls a part of a stake.
        awards = [other.id for other in configuration.rules.wagers if other.kind == "award"]
        odds += [*parts, *(pay for award in awards for pay in _flat_odds(configuration, award))]
    grain = math.lcm(1, *(pay.denominator for pay in odds))
    needs = wager.equals or wager.requires
    return StakeRule(wager.kind == "jackpot", needs if needs in wagers else None, grain, wager.equals)


def _flat_odds(configuration: Configuration, name: str) -> list[Fraction]:
    table = configuration.tables.get(name)
    return [row.pay.odds for row in table.rows if isinstance(row.pay, (ToOne, ForOne))] if table else []
