"""What splitting a pair is worth as an exact fraction: the check beside the fast engine, and the advice at the table.

The strategies are those of ``resplits``; here they are applied hand by hand, and every worth is a sum
over ways to deal cards, as in ``hands``.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from croupier.cards.hands.blackjack import Total, total
from croupier.exact.blackjack.dealer import Composition, cards_of, with_card
from croupier.exact.blackjack.hands import Hands
from croupier.exact.blackjack.resplits import CDP, CDP1, CDZ, OneHand, first_worth, refuse_unknown, split_worth

Strategy = Callable[[Composition], str]


class SplitHands:
    """Pairs of one value against one up-card; ``unsplit`` are hands of the same shoe that were not split.

    The bet has already become ``hands`` hands, which count against the most that the house allows.
    """

    def __init__(self, unsplit: Hands, pair: int, post_split: str = CDZ, hands: int = 1) -> None:
        refuse_unknown(post_split)
        self.unsplit = unsplit
        self.pair = pair
        self.post_split = post_split
        self.one: Composition = with_card((0,) * len(unsplit.left), pair)
        self.most = 1
        while "split" in self._actions(with_card(self.one, pair), hands + self.most - 1):
            self.most += 1
        self._hands: dict[tuple[int, bool], Hands] = {}
        self._plans: dict[int, dict[Composition, str]] = {}
        self._worths: dict[tuple[int, int, bool], dict[Composition, int]] = {}
        self._offered: dict[tuple[Total, int], tuple[str, ...]] = {}

    def value(self, cards: int) -> Fraction:
        """What splitting brings in bets, after any look; ``cards`` alike are left, its own included."""
        left = sum(self.unsplit.left)

        def pair_chance(others: int) -> Fraction:
            return Fraction(max(cards - 1 - others, 0), left - 1 - others)

        def hand(is_added: bool) -> OneHand[Fraction]:
            def any_card(hands: int, others: int) -> Fraction:
                at = self._beside(others, is_added)
                return at.part(self.one, at.drawn(self.one, lambda held: self._worth(hands, others, held, is_added)))

            def as_pair(hands: int, others: int) -> Fraction:
                held = with_card(self.one, self.pair)
                return self._beside(others, is_added).part(held, self._worth(hands, others, held, is_added))

            return OneHand(pair_chance, any_card, as_pair)

        if self.unsplit.is_added or not self.unsplit.spares_added:
            worth = split_worth(self.most, hand(self.unsplit.is_added))
        else:
            as_first, as_added = hand(False), hand(True)
            worth = split_worth(self.most, as_added)
            worth += first_worth(self.most, as_first) - first_worth(self.most, as_added)
        both = with_card(self.one, self.pair)
        return worth * self.unsplit.average(both, 1) / self.unsplit.part(both, 1)

    def play(self, hands: int, held: Composition) -> str:
        """What the strategy does with a split hand while this many lie on the table; a pair is not split again here."""
        if self.post_split == CDZ:
            return self._planned(1, self.unsplit, held)
        known = 2 if self.post_split == CDP1 else hands
        return self._planned(known, self._beside(known - 1, self.unsplit.is_added), held)

    def _beside(self, others: int, is_added: bool) -> Hands:
        """Split hands from a shoe that lacks this many more cards of the pair."""
        if (others, is_added) not in self._hands:
            left = list(self.unsplit.left)
            left[self.pair] -= others
            self._hands[others, is_added] = Hands(self.unsplit.game, self.unsplit.up, tuple(left), 2, is_added=is_added)
        return self._hands[others, is_added]

    def _actions(self, held: Composition, hands: int) -> tuple[str, ...]:
        # The card that was split lies first.
        own = tuple(sorted(cards_of(held), key=lambda card: card != cards_of(self.one)[0]))
        return self.unsplit.game.actions_on(own, self.unsplit.up, hands)

    def _offers(self, held: Composition) -> tuple[str, ...]:
        kind = (total(cards_of(held)), min(sum(held), 3))
        if kind not in self._offered:
            self._offered[kind] = self._actions(held, 2)
        return self._offered[kind]

    def _planned(self, hands: int, by: Hands, held: Composition) -> str:
        """The best play of a hand from the shoe that the strategy assumes."""
        plan = self._plans.setdefault(hands, {})
        if held not in plan:
            offered = self._offers(held)
            worths = {"stand": by.stand(held)}
            if "hit" in offered:
                worths["hit"] = by.hit(held) if by is self.unsplit else by.drawn(held, self._best_of(hands, by))
            if "double" in offered:
                worths["double"] = by.double(held)
            plan[held] = max(worths, key=lambda action: worths[action])
        return plan[held]

    def _best_of(self, hands: int, by: Hands) -> Callable[[Composition], int]:
        return lambda held: self._follow(hands, by, held, lambda drawn: self._planned(hands, by, drawn), hands - 1)

    def _worth(self, hands: int, others: int, held: Composition, is_added: bool) -> int:
        """One hand played by the strategy, by ways, while this many others are gone."""
        by = self._beside(others, is_added)
        return self._follow(hands, by, held, lambda drawn: self.play(hands, drawn), others)

    def _follow(self, hands: int, by: Hands, held: Composition, plan: Strategy, others: int) -> int:
        known = self._worths.setdefault((hands if self.post_split == CDP else 2, others, by.is_added), {})
        if held not in known:
            points = total(cards_of(held)).total
            action = "stand" if points > by.game.house.twenty_one else plan(held)
            if action == "hit":
                known[held] = by.drawn(held, lambda drawn: self._follow(hands, by, drawn, plan, others))
            else:
                known[held] = by.double(held) if action == "double" else by.stand(held)
        return known[held]
