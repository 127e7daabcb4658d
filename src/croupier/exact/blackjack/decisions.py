"""Advice on a blackjack hand: every question the player is asked, with the exact value of every answer.

The shoe is fresh but for the cards that lie open on the table. What a split brings depends on how its hands are played;
the strategy for them has a name (see ``resplits``).

Other seats do not matter beyond the cards they show: whatever they draw later, every order of the unseen cards is
equally likely to be left for this hand and the dealer.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from croupier.cards.cards import ACE, Card, format_cards
from croupier.cards.hands.blackjack import Total, is_blackjack, total, value
from croupier.errors import BadInput, CardError
from croupier.exact.blackjack.dealer import Composition, DealerOdds, composition, without
from croupier.exact.blackjack.hands import BlackjackGame, Hands
from croupier.exact.blackjack.resplits import CDZ, refuse_unknown
from croupier.exact.blackjack.split_hands import SplitHands
from croupier.play.lines import Cards

_NOTHING = Fraction()


class ActionValue(NamedTuple):
    """One answer: what it adds to the stake and what it brings, in bets; no value where it is not solved yet."""

    action: str
    put_up: Fraction
    value: Fraction | None


class HandQuestion(NamedTuple):
    """What the player is asked, by the rule that asks it, with every answer."""

    rule: str
    values: tuple[ActionValue, ...]

    @property
    def unsolved(self) -> tuple[str, ...]:
        return tuple(each.action for each in self.values if each.value is None)

    @property
    def best_solved(self) -> ActionValue | None:
        """The best of the answers that are solved; of equal ones the smaller stake, then the first offered."""
        solved = [(each.value, -each.put_up, each) for each in self.values if each.value is not None]
        return max(solved, key=lambda each: each[:2])[2] if solved else None

    @property
    def best(self) -> ActionValue | None:
        """The best answer; None where one is not solved."""
        return None if self.unsolved else self.best_solved


@dataclass(frozen=True)
class HandAdvice:
    """One hand against an up-card; all values in bets."""

    cards: Cards
    up: Card
    odds: DealerOdds
    """How the dealer's hand may end, before any look."""
    looks: bool
    """Whether the dealer has looked, and has no blackjack, when the hand is played."""
    insurance: HandQuestion | None
    """What the insurance itself brings, whatever becomes of the bet."""
    early_surrender: HandQuestion | None
    """Asked before the look; to decline is to play on, a dealer's blackjack included."""
    play: HandQuestion
    """After the look, where there is one. No answers where the hand is played out: a blackjack, or twenty-one."""
    expectation: Fraction | None
    """What the bet brings under the best decisions, before the look and without insurance; None if not solved."""

    @property
    def total(self) -> Total:
        return total(self.cards)

    @property
    def is_blackjack(self) -> bool:
        return is_blackjack(self.cards)

    @property
    def questions(self) -> tuple[HandQuestion, ...]:
        """Everything the player is asked, in the order of play."""
        asked = (self.insurance, self.early_surrender, self.play)
        return tuple(each for each in asked if each is not None and each.values)


class Against:
    """Hands against one up-card; ``seen`` are the cards that lie open beside the hand and the up-card.

    ``hands`` is how many the bet has become. A hand of a split is valued by itself, with what comes of it alone;
    ``is_added`` is one that was split off.

    One object advises on any number of hands and remembers what they share.

    >>> from croupier import catalogue
    >>> from croupier.cards.cards import parse_cards
    >>> game = catalogue.load("blackjack(decks=6)")
    >>> advice = Against(game, *parse_cards("Th")).advise(parse_cards("9s 7d"))
    >>> [(each.action, round(float(each.value), 6)) for each in advice.play.values]
    [('hit', -0.535392), ('stand', -0.536809), ('double', -1.070784)]
    """

    def __init__(
        self,
        game: BlackjackGame,
        up: Card,
        seen: Cards = (),
        post_split: str = CDZ,
        hands: int = 1,
        *,
        is_added: bool = False,
    ) -> None:
        self.game = game
        self.of_bet = hands
        self.post_split = post_split
        refuse_unknown(post_split)
        self.up = up
        self.seen = seen
        self._refuse_missing(())
        self._splits: dict[int, SplitHands] = {}
        left = without(composition(game.deck), composition((up, *seen)))
        self.hands = Hands(game, value(up), left, hands, is_added=is_added)

    def advise(self, cards: Cards) -> HandAdvice:
        """What each answer is worth with a hand as it was dealt, or as it was drawn to since."""
        self._refuse_missing(cards)
        if len(cards) < 2 or total(cards).total > self.game.house.twenty_one:
            raise BadInput(f"'{format_cards(cards)}' is not a hand to play", hint="two cards or more, and no bust")
        house, up = self.game.house, self.hands.up
        held = composition(cards)
        odds = self.hands.odds(held)
        offered = self.game.actions_on(cards, up, self.of_bet)
        play = HandQuestion("options", tuple(self._value(action, cards, odds) for action in offered))
        expectation = self._before_look(held, play, odds)
        insurance = early = None
        if len(cards) == 2 and self.of_bet == 1:
            if house.offers_insurance(up):
                insurance = self._insurance(odds)
            if house.surrenders_before_look(up) and not is_blackjack(cards):
                give_up = ActionValue("surrender", _NOTHING, self._surrender(odds.blackjack))
                early = HandQuestion("early-surrender", (give_up, ActionValue("decline", _NOTHING, expectation)))
                expectation = early.best.value if early.best else None
        return HandAdvice(cards, self.up, odds, self.hands.looks, insurance, early, play, expectation)

    def _refuse_missing(self, cards: Cards) -> None:
        """No card may lie on the table more often than the shoe holds it."""
        holds = Counter(self.game.deck)
        for card, count in Counter((*cards, self.up, *self.seen)).items():
            if count > holds[card]:
                raise CardError(
                    f"{card} appears {_times(count)} on the table", hint=f"the shoe holds it {_times(holds[card])}"
                )

    def _value(self, action: str, cards: Cards, odds: DealerOdds) -> ActionValue:
        hands, held = self.hands, composition(cards)
        match action:
            case "stand":
                return ActionValue(action, _NOTHING, hands.average(held, hands.stand(held)))
            case "hit":
                return ActionValue(action, _NOTHING, hands.average(held, hands.hit(held)))
            case "double":
                return ActionValue(action, Fraction(1), hands.average(held, hands.double(held)))
            case "surrender":
                return ActionValue(action, _NOTHING, self._surrender(_NOTHING if hands.looks else odds.blackjack))
            case _:
                return ActionValue(action, Fraction(1), self._split(cards))

    def _split(self, cards: Cards) -> Fraction:
        place = composition(cards[:1]).index(1)
        if place not in self._splits:
            self._splits[place] = SplitHands(self.hands, place, self.post_split, self.of_bet)
        return self._splits[place].value(self._alike(cards))

    def _alike(self, pair: Cards) -> int:
        """How many cards could be split with the first of these, itself included, by the house's rule for pairs."""
        first = pair[0]
        beside = {rank: (first, Card.of(rank, 0)) for rank in range(2, ACE + 1)}
        offers = {rank: "split" in self.game.actions_on(cards, self.hands.up) for rank, cards in beside.items()}
        gone = sum(offers[card.rank] for card in (self.up, *self.seen))
        return sum(offers[card.rank] for card in self.game.deck) - gone

    def _before_look(self, held: Composition, play: HandQuestion, odds: DealerOdds) -> Fraction | None:
        """The best play, or the hand as it is if it is played out, together with a blackjack that ends the round."""
        if play.values:
            worth = play.best.value if play.best else None
        else:
            worth = self.hands.average(held, self.hands.stand(held))
        if worth is None or not self.hands.looks:
            return worth
        return self.hands.against_blackjack(held) * odds.blackjack + worth * (1 - odds.blackjack)

    def _surrender(self, blackjack: Fraction) -> Fraction:
        resolve = self.game.house.resolve_surrender
        return resolve(True).net * blackjack + resolve(False).net * (1 - blackjack)

    def _insurance(self, odds: DealerOdds) -> HandQuestion:
        resolve, part = self.game.house.resolve_insurance, self.game.house.insurance_part
        worth = part * (resolve(True).net * odds.blackjack + resolve(False).net * (1 - odds.blackjack))
        return HandQuestion(
            "insurance", (ActionValue("insure", part, worth), ActionValue("decline", _NOTHING, _NOTHING))
        )


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
