"""Basic strategy for a blackjack house: by total, pair and up-card, computed for an endless shoe under its own rules.

Every rank is equally likely at every draw, so a hand's total and whether it is soft are all that matter. What may be
done and what an end pays is asked of the house. Against a real shoe of several decks this chart is the usual basic
strategy, up to decisions that are nearly even; a simulation shows what it brings there.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Final

from croupier.cards.cards import DECK
from croupier.cards.hands.blackjack import Total, value
from croupier.sim.twenty_one import End, Held, Situation, TwentyOneStrategy

CHANCES: Final = {
    points: Fraction(sum(value(card) == points for card in DECK), len(DECK))
    for points in sorted({value(card) for card in DECK})
}
"""By points of a single card, an ace being 11."""
ACE: Final = 11
BUST: Final = 22


def basic_strategy(house: Any) -> TwentyOneStrategy:
    """The chart for one house."""
    odds = _EndlessShoe(house)

    @cache
    def best(situation: Situation, offered: tuple[str, ...]) -> str:
        return max(offered, key=lambda action: (odds.worth(action, situation), -offered.index(action)))

    def play(situation: Situation, offered: Sequence[str]) -> str:
        return best(situation, tuple(offered))

    @cache
    def gives_up(situation: Situation) -> bool:
        natural = odds.natural(situation.up)
        kept = odds.best(situation, hands=1) * (1 - natural) - natural
        surrender = house.resolve_surrender(False).net * (1 - natural) + house.resolve_surrender(True).net * natural
        return bool(surrender > kept)

    return TwentyOneStrategy("basic", play, gives_up)


def _plus(total: Total, points: int) -> Total:
    """A total with one more card."""
    hard = total.total - 10 * total.soft + (1 if points == ACE else points)
    soft = total.soft or points == ACE
    return Total(hard + 10, True) if soft and hard <= 11 else Total(hard, False)


class _EndlessShoe:
    """What actions are worth where every draw is like the first."""

    def __init__(self, house: Any) -> None:
        self.house = house
        self.dealer = cache(self._dealer)
        self.stand = cache(self._stand)
        self.hit = cache(self._hit)
        self.drawn = cache(self._drawn)
        self.split_hand = cache(self._split_hand)

    def natural(self, up: int) -> Fraction:
        """The chance of a dealer's blackjack with this up-card."""
        other = 21 - up
        return CHANCES.get(other, Fraction()) if up in (10, ACE) else Fraction()

    def _first(self, up: int) -> Total:
        return Total(up, up == ACE)

    def _dealer(self, up: int) -> dict[End, Fraction]:
        """How the dealer's hand ends; where the dealer has looked, without a blackjack."""
        looked = self.house.looks(up)
        found: dict[End, Fraction] = {}

        def draw(total: Total, cards: int, chance: Fraction) -> None:
            is_natural = cards == 2 and total.total == 21
            if is_natural and looked:
                return
            if cards > 1 and not self.house.dealer_draws(total):
                end = End(min(total.total, BUST), is_natural)
                found[end] = found.get(end, Fraction()) + chance
                return
            for points, part in CHANCES.items():
                draw(_plus(total, points), cards + 1, chance * part)

        draw(self._first(up), 1, Fraction(1))
        whole = sum(found.values())
        return {end: chance / whole for end, chance in found.items()}

    def _stand(self, points: int, up: int) -> Fraction:
        own = End(points, False)
        return sum((chance * self.house.resolve(own, end).net for end, chance in self.dealer(up).items()), Fraction())

    def _drawn(self, total: Total, up: int) -> Fraction:
        """One more card, then no more."""
        return sum(
            (chance * self.stand(_plus(total, points).total, up) for points, chance in CHANCES.items()), Fraction()
        )

    def _hit(self, total: Total, up: int) -> Fraction:
        """One more card, then the better of standing and hitting."""
        worth = Fraction()
        for points, chance in CHANCES.items():
            after = _plus(total, points)
            stand = self.stand(after.total, up)
            over = after.total >= self.house.twenty_one
            worth += chance * (stand if over else max(stand, self.hit(after, up)))
        return worth

    def worth(self, action: str, situation: Situation) -> Fraction:
        """What an action is worth in bets; a split hand is played on by its own best actions."""
        total, up = situation.total, situation.up
        match action:
            case "stand":
                return self.stand(total.total, up)
            case "hit":
                return self.hit(total, up)
            case "double":
                return 2 * self.drawn(total, up)
            case "surrender":
                natural = Fraction() if self.house.looks(up) else self.natural(up)
                resolve = self.house.resolve_surrender
                return Fraction(resolve(False).net * (1 - natural) + resolve(True).net * natural)
            case _:
                assert situation.pair is not None
                return 2 * self.split_hand(situation.pair, up)

    def _split_hand(self, points: int, up: int) -> Fraction:
        """One of two split hands, not split again."""
        worth = Fraction()
        for other, chance in CHANCES.items():
            total = _plus(self._first(points), other)
            names = self.house.actions(Held(total, True, None, 2, True, points == ACE), up)
            situation = Situation(total, True, None, True, up)
            options = [self.worth(name, situation) for name in names if name != "split"]
            worth += chance * (max(options) if options else self.stand(total.total, up))
        return worth

    def best(self, situation: Situation, hands: int) -> Fraction:
        """The best action of a hand that was not split."""
        held = Held(situation.total, situation.is_two_cards, situation.pair, hands, False, False)
        names = self.house.actions(held, situation.up)
        return (
            max(self.worth(name, situation) for name in names)
            if names
            else self.stand(situation.total.total, situation.up)
        )
