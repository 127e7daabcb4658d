"""What a blackjack house allows and pays, on totals alone: no felt, no history, no money.

``game`` asks these questions in the order of play and an exact solver asks the same ones, so that no rule is stated
twice. Points of single cards run from 2 to 11, an ace being 11, as in ``cards.hands.blackjack``.
"""

import math
from fractions import Fraction
from typing import NamedTuple

from croupier.cards.hands.blackjack import Total
from croupier.rulebook.configuration import Configuration

TEN = 10
ACE = 11
RULES = (
    "blackjack",
    "compare",
    "early-surrender",
    "hit-stand",
    "insurance",
    "late-surrender",
    "no-hole-card",
    "original-bets",
    "surrender",
)
NUMBERS = ("dealer_stands", "twenty_one", "even_money", "insurance_pay", "insurance_part", "surrender_part")
KEYS = (
    "soft17",
    "blackjack_pays",
    "double_on",
    "double_after_split",
    "split_hands",
    "split_by",
    "resplit_aces",
    "hit_split_aces",
    "surrender",
    "hole_card",
    "split_dealing",
    "original_bets_only",
)
"""What a house cites, and what it takes from the rulebook."""


class Holding(NamedTuple):
    """What decides which actions a hand has, besides the dealer's up-card."""

    total: Total
    is_two_cards: bool = True
    pair: int | None = None  # The points of each card where the two are alike enough to split.
    hands: int = 1  # How many hands the bet has become so far.
    is_split: bool = False
    is_split_ace: bool = False


class Final(NamedTuple):
    """A hand played out. An ace and a ten on a split hand, or in more than two cards, are not a blackjack."""

    points: int
    is_blackjack: bool = False


class WagerVerdict(NamedTuple):
    """How a wager fared: what happened, by which rule, the net in stakes, and words for hand {0} and dealer {1}."""

    event: str
    rule: str
    net: Fraction
    words: str


class House:
    """The choices of one table with the numbers of the game, as the rulebook has them.

    >>> from croupier import catalogue
    >>> house = House(catalogue.configuration("blackjack(soft17=hits, double_on=9-11)"))
    >>> house.dealer_draws(Total(17, True)), house.actions(Holding(Total(8, False)), up=6)
    (True, ('hit', 'stand'))
    """

    def __init__(self, configuration: Configuration) -> None:
        values, number = configuration.values, configuration.rules.number
        odds, _, to = values["blackjack_pays"].partition(":")
        lowest, _, highest = values["double_on"].partition("-")
        any_two = values["double_on"] == "any"
        self.hits_soft_17 = values["soft17"] == "hits"
        self.blackjack_pays = Fraction(int(odds), int(to))
        self.double_totals = None if any_two else range(int(lowest), int(highest) + 1)
        """Totals on which a double is offered; None for any two cards."""
        self.doubles_after_split = values["double_after_split"] == "yes"
        self.most_hands = int(values["split_hands"])
        self.splits_by_rank = values["split_by"] == "rank"
        self.resplits_aces = values["resplit_aces"] == "yes"
        self.hits_split_aces = values["hit_split_aces"] == "yes"
        self.surrender = values["surrender"]
        self.has_hole_card = values["hole_card"] == "peek"
        self.completes_splits_at_once = values["split_dealing"] == "both-at-once"
        """Whether both hands of a split get their second card before the first is played on."""
        self.loses_original_bets_only = values["original_bets_only"] == "yes"
        """Whether a blackjack that the dealer draws later leaves doubles and splits alone."""
        self.stands = int(number("dealer_stands"))
        self.twenty_one = int(number("twenty_one"))
        self.even_money = number("even_money")
        self.insurance_pays = number("insurance_pay")
        self.insurance_part = number("insurance_part")
        self.surrender_part = number("surrender_part")

    @property
    def grain(self) -> int:
        """Bets are multiples of this many cents: a blackjack, half a bet insured or given up must be whole cents."""
        parts = [self.even_money, self.blackjack_pays, self.insurance_part]
        if self.surrender != "none":
            parts.append(self.surrender_part)
        return math.lcm(*(part.denominator for part in parts))

    def dealer_draws(self, total: Total) -> bool:
        """Whether the dealer takes another card on this total."""
        return total.total < self.stands or (self.hits_soft_17 and total == Total(self.stands, True))

    def looks(self, up: int) -> bool:
        """Whether the dealer looks for a blackjack under this up-card before the players act."""
        return self.has_hole_card and may_be_blackjack(up)

    def offers_insurance(self, up: int) -> bool:
        return up == ACE

    def surrenders_before_look(self, up: int) -> bool:
        """Whether surrender is a question of its own before the dealer looks, and not one of the first actions."""
        return self.surrender == "early" and self.looks(up)

    def actions(self, hand: Holding, up: int) -> tuple[str, ...]:
        """Everything a hand may do now; nothing when it is played out."""
        if hand.total.total >= self.twenty_one:
            return ()
        if hand.is_split_ace and not self.hits_split_aces:
            return ("stand", "split") if self._splits(hand) else ()
        offered = (
            ("hit", True),
            ("stand", True),
            ("double", self._doubles(hand)),
            ("split", self._splits(hand)),
            ("surrender", self._surrenders(hand, up)),
        )
        return tuple(name for name, is_offered in offered if is_offered)

    def _doubles(self, hand: Holding) -> bool:
        if not hand.is_two_cards or (hand.is_split and not self.doubles_after_split):
            return False
        return self.double_totals is None or hand.total.total in self.double_totals

    def _splits(self, hand: Holding) -> bool:
        if hand.pair is None or not hand.is_two_cards or hand.hands >= self.most_hands:
            return False
        return not hand.is_split_ace or self.resplits_aces

    def _surrenders(self, hand: Holding, up: int) -> bool:
        if self.surrender == "none" or not hand.is_two_cards or hand.is_split:
            return False
        return not self.surrenders_before_look(up)

    def resolve(self, hand: Final, dealer: Final) -> WagerVerdict:
        """How a bet fares. The dealer's total matters only to a hand that is neither bust nor a blackjack."""
        if hand.points > self.twenty_one:
            return WagerVerdict("bust", "hit-stand", Fraction(-1), "{0} is bust")
        if dealer.is_blackjack:
            if hand.is_blackjack:
                return WagerVerdict(
                    "both_blackjack", "blackjack", Fraction(0), "blackjack against the dealer's blackjack"
                )
            rule = "blackjack" if self.has_hole_card else "no-hole-card"
            return WagerVerdict("dealer_blackjack", rule, Fraction(-1), "{0} loses to the dealer's blackjack")
        if hand.is_blackjack:
            odds = f"{self.blackjack_pays.numerator} to {self.blackjack_pays.denominator}"
            return WagerVerdict("blackjack", "blackjack", self.blackjack_pays, f"blackjack is paid {odds}")
        if dealer.points > self.twenty_one:
            return WagerVerdict("dealer_bust", "compare", self.even_money, "the dealer's {1} is bust against {0}")
        if hand.points > dealer.points:
            return WagerVerdict("higher", "compare", self.even_money, "{0} beats the dealer's {1}")
        if hand.points == dealer.points:
            return WagerVerdict("equal", "compare", Fraction(0), "{0} ties the dealer's {1}")
        return WagerVerdict("lower", "compare", Fraction(-1), "{0} loses to the dealer's {1}")

    def resolve_added(self, hand: Final, dealer: Final) -> WagerVerdict:
        """How a bet fares that was put up while the hand was played: a double, or the bet of a hand split off."""
        if self.loses_original_bets_only and dealer.is_blackjack and hand.points <= self.twenty_one:
            words = "the dealer's later blackjack takes the original bet only"
            return WagerVerdict("original_bets_only", "original-bets", Fraction(0), words)
        return self.resolve(hand, dealer)

    def resolve_surrender(self, dealer_has_blackjack: bool) -> WagerVerdict:
        """What giving up costs: half, unless a late surrender meets a blackjack that could not be looked for."""
        if dealer_has_blackjack and self.surrender == "late":
            words = "given up late, and the dealer draws a blackjack"
            return WagerVerdict("dealer_blackjack", "late-surrender", Fraction(-1), words)
        rule = "early-surrender" if dealer_has_blackjack else "surrender"
        return WagerVerdict("surrender", rule, self.surrender_part - 1, "given up with {0}")

    def resolve_insurance(self, dealer_has_blackjack: bool) -> WagerVerdict:
        if dealer_has_blackjack:
            return WagerVerdict("insured", "insurance", self.insurance_pays, "the dealer has a blackjack")
        return WagerVerdict("not_needed", "insurance", Fraction(-1), "the dealer has no blackjack")

    def second_card_matters(self, up: int, *, to_blackjack: bool, to_surrender: bool, to_insurance: bool) -> bool:
        """Without a hole card: whether the second card can change a blackjack, a surrender or an insurance."""
        if not may_be_blackjack(up):
            return False
        return to_blackjack or to_insurance or (to_surrender and self.surrender == "late")


def may_be_blackjack(up: int) -> bool:
    """Whether a dealer who shows a card of these points may have a blackjack."""
    return up in (TEN, ACE)
