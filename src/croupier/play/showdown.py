"""Games of one decision, hand against hand: everybody is dealt, each player folds or puts up more, the dealer shows.

Keep It Straight, Three Card Prime and High Card Flush are such games. Each says how its hands rank, what a player may
do, when the dealer qualifies and what a better hand is paid; this module asks in the order of play and writes down
the result. ``resolve`` depends on the two hands' classes alone, so the exact solvers tabulate it instead of restating
a rule.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from croupier.cards.hands import FAMILIES, Setting
from croupier.play import game as protocol
from croupier.play.game import DEALER, Cards, Game, Slot, State
from croupier.rulebook.configuration import Configuration
from croupier.units import describe_pay, format_odds

Hand = Any  # A class of hand whose natural order is the game's ranking.

RULES: Final = ("not-qualified", "beats", "ties", "loses")
NUMBERS: Final = ("cards", "even_money")  # What the skeleton below cites and asks for.
_PLAIN: Final = Setting()


def showdown(
    hands: str,
    bot: protocol.BotRule,
    *,
    rules: tuple[str, ...] = (),
    numbers: tuple[str, ...] = (),
    keys: tuple[str, ...] = (),
) -> protocol.Declaration:
    """The declaration of a game of this kind: how its hands rank, how its bots play, what it needs of its own."""
    return protocol.Declaration("showdown", bot, hands, RULES + rules, NUMBERS + numbers, keys)


class Bet(NamedTuple):
    """An action with what is put up for it, in base wagers."""

    action: str
    amount: Fraction

    def __str__(self) -> str:
        return f"{self.action} {format_odds(self.amount)}x" if self.amount else self.action

    def name_among(self, bets: "Sequence[Bet]") -> str:
        """``play`` where the amount is not the player's to choose, else ``raise 4x``, as round files write them."""
        return self.action if sum(each.action == self.action for each in bets) == 1 else str(self)


class Verdict(NamedTuple):
    """How a hand that stayed in fared: the rule, and the net on each wager in stakes.

    The Raise may be paid under a rule of its own.
    """

    rule: str
    base_net: int
    raise_net: int
    words: str
    raise_rule: str | None = None


class Showdown(Game):
    """The skeleton of such a game; the game's own file fills in the rules."""

    raise_wager = "raise"
    fold_rule = "fold"

    @property
    def actions(self) -> tuple[str, ...]:
        return "fold", self.action_of(self.raise_wager)

    def __init__(self, configuration: Configuration, deck: Cards | None = None, hand_size: int | None = None) -> None:
        super().__init__(configuration, deck)
        self._family = FAMILIES[self.declares.hands or ""]
        self._classify = self._family.classify
        number = configuration.rules.number
        self.hand_size = hand_size or int(number("cards"))
        even = _whole(number("even_money"))
        self.not_qualified = Verdict("not-qualified", even, 0, "the dealer's {1} does not qualify")
        self.beats = Verdict("beats", even, even, "{0} beats the dealer's {1}")
        self.ties = Verdict("ties", 0, 0, "{0} ties the dealer's {1}")
        self.loses = Verdict("loses", -1, -1, "{0} loses to the dealer's {1}")
        bonus_table = configuration.tables.get("ante_bonus")
        self.ante_bonus = (
            protocol.PayChart(bonus_table, configuration.setting_for(bonus_table)) if bonus_table else None
        )
        seats = range(1, configuration.edition.seats[1] + 1)
        self._seat_draws = {seat: protocol.Draw(Slot(seat), self.hand_size, seat) for seat in seats}
        self._dealer_draw = protocol.Draw(Slot(DEALER), self.hand_size, protocol.EVERYONE)

    def rank(self, cards: Cards) -> Hand:
        """The class of a hand, ordered by the game's ranking: that of the declared family of hands."""
        return self._classify(cards, (), _PLAIN)

    def describe(self, hand: Hand) -> str:
        """A hand in the words of the felt."""
        return self._family.describe(hand)

    def hand_words(self, cards: Cards) -> str:
        return self.describe(self.rank(cards)) if len(cards) == self.hand_size else ""

    def in_order(self, cards: Cards) -> Cards:
        return tuple(sorted(cards, reverse=True))

    def choose(self, seat: int, ante: int, hand: Hand) -> protocol.Choose:
        """What a player with this hand may do."""
        raise NotImplementedError

    def qualifies(self, hand: Hand) -> bool:
        """Whether the dealer's hand qualifies."""
        raise NotImplementedError

    def winning(self, _hand: Hand) -> Verdict:
        """What a hand that beats a qualifying dealer is paid: every one alike, unless the game says otherwise."""
        return self.beats

    def resolve(self, hand: Hand, dealer: Hand) -> Verdict:
        """How a hand that stayed in fares against the dealer's."""
        if not self.qualifies(dealer):
            return self.not_qualified
        if hand > dealer:
            return self.winning(hand)
        return self.ties if hand == dealer else self.loses

    def most_cards(self, seats: int) -> int:
        return (seats + 1) * self.hand_size

    def turn(self, state: State) -> protocol.Turn:
        seats = state.stakes
        dealt = len(state.dealt)
        if dealt < len(seats):
            return self._seat_draws[seats[dealt].seat]
        decided = len(state.decisions)
        if decided < len(seats):
            seat, amounts = seats[decided]
            return self.choose(seat, amounts[0], self.rank(state.dealt[decided].cards))
        if dealt == len(seats):
            return self._dealer_draw
        return self._settle(state)

    def _settle(self, state: State) -> protocol.Settled:
        dealer = state.dealt[-1].cards
        dealer_hand = self.rank(dealer)
        describe = self.describe
        lines: list[protocol.Line] = []
        jackpots: list[protocol.JackpotBet] = []
        for (seat, amounts), (_, own, _), (_, action, raised) in zip(
            state.stakes, state.dealt, state.decisions, strict=False
        ):
            ante = amounts[0]
            hand = self.rank(own)
            named = protocol.Named(describe, hand)
            if action == "fold":
                words, cite = protocol.Why("folded with {0}", (named,)), self.cites[self.fold_rule]
                lines.append(protocol.Line(seat, self.base_wager, ante, "fold", "fold", -ante, cite, words))
            else:
                verdict = self.resolve(hand, dealer_hand)
                why = protocol.Why(verdict.words, (named, protocol.Named(describe, dealer_hand)))
                for wager, stake, times, rule in (
                    (self.base_wager, ante, verdict.base_net, verdict.rule),
                    (self.raise_wager, raised, verdict.raise_net, verdict.raise_rule or verdict.rule),
                ):
                    net = stake * times
                    lines.append(protocol.Line(seat, wager, stake, _outcome(net), rule, net, self.cites[rule], why))
                row = self.ante_bonus.grade(hand) if self.ante_bonus else None
                if row:
                    words = protocol.Why(
                        "{0} is paid {1} on the Ante, whatever the dealer holds",
                        (named, protocol.Named(describe_pay, row.pay)),
                    )
                    net, cite = protocol.net_of(row, ante), self.cites["ante-bonus"]
                    lines.append(protocol.Line(seat, "ante_bonus", 0, "bonus", row.event, net, cite, words))
            paid, claimed = self.settle_bonuses(seat, amounts, own, dealer)
            lines += paid
            jackpots += claimed
        return protocol.Settled(tuple(lines), tuple(jackpots))


def _outcome(net: int) -> str:
    return "win" if net > 0 else "lose" if net < 0 else "push"


def _whole(odds: Fraction) -> int:
    """Base wagers are paid whole multiples; a data change to part odds must be met in the stakes' check first."""
    if odds.denominator != 1:
        raise ValueError(f"{odds} to 1 on a base wager is not a whole multiple")
    return int(odds)
