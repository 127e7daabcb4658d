"""The whole game of blackjack: every first hand against every up-card, with every answer's value, and the game they
make up.

Values are floating point. They sum some thousands of products of positive chances, and differ from the exact
fractions, which ``hands`` and ``split_hands`` work out, by less than ``ERROR_BOUND``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from croupier.errors import BadInput
from croupier.exact.blackjack.hands import BlackjackGame
from croupier.exact.blackjack.lattice import ACE, BEST, HARD_POINTS, TEN, VALUES, lattice
from croupier.exact.blackjack.playing import Choices, PlayedHands, UpCard
from croupier.exact.blackjack.resplits import CDZ
from croupier.exact.blackjack.rules import UPS, Rules, Shoe
from croupier.exact.blackjack.splitting import SplitPlays, Splits

EARLY: Final = "surrender early"
ERROR_BOUND: Final = 1e-12
"""In bets; the largest difference from the exact fractions that tests have seen is a hundredth of this."""


@dataclass(frozen=True)
class FirstHand:
    """Two cards against an up-card. Values are in bets, after the look where there is one."""

    cards: tuple[int, int]
    """Places in a composition, the lower first."""
    up: int
    chance: float
    """Among all first hands and up-cards."""
    blackjack: float
    """The chance of a dealer's blackjack."""
    looks: bool
    values: dict[str, float]
    """By answer; none where the hand is played out."""
    split_chance: float
    """Where ten-values are split by rank: how likely two of them are alike. One for other pairs that may be split."""
    play: str | None
    expectation: float
    """Under the best answers, before the look, insurance aside."""
    insurance: float
    """What the largest insurance adds, if that is more than zero."""


class Plan(NamedTuple):
    """How a player plays every hand, whatever the shoe holds."""

    choices: Mapping[int, Choices]
    """By up-card."""
    first: Mapping[tuple[int, int, int], str]
    """What is done first with two cards against an up-card; a stand, hit or double is as in ``choices``."""

    def splits(self, up: int) -> set[int]:
        """The pairs that are split against an up-card."""
        return {
            one for (one, other, card), play in self.first.items() if play == "split" and (one, card) == (other, up)
        }


@dataclass(frozen=True)
class WholeGame:
    """A rule set solved from a fresh shoe."""

    post_split: str
    hands: tuple[FirstHand, ...]
    choices: Mapping[int, Choices]
    """How hands that are not split are played, by up-card."""
    split_plays: Mapping[int, SplitPlays]
    """How those of split pairs are, by up-card."""

    @cached_property
    def expectation(self) -> float:
        """What the player's bet brings on average; the house edge is its opposite."""
        return sum(hand.chance * (hand.expectation + hand.insurance) for hand in self.hands)

    @cached_property
    def _by_cards(self) -> Mapping[tuple[int, int, int], FirstHand]:
        return {(*hand.cards, hand.up): hand for hand in self.hands}

    def hand(self, one: int, other: int, up: int) -> FirstHand:
        """A first hand by the places of its cards in a composition."""
        return self._by_cards[min(one, other), max(one, other), up]

    def against(self, up: int) -> float:
        """The expectation once the up-card is seen."""
        chosen = [hand for hand in self.hands if hand.up == up]
        return sum(hand.chance * (hand.expectation + hand.insurance) for hand in chosen) / sum(
            hand.chance for hand in chosen
        )

    @property
    def plan(self) -> Plan:
        """The best play from this shoe, to be followed with other shoes."""
        return Plan(self.choices, {(*hand.cards, hand.up): hand.play for hand in self.hands if hand.play})


def solve_whole(
    game: BlackjackGame, post_split: str = CDZ, shoe: Shoe | None = None, plan: Plan | None = None
) -> WholeGame:
    """Every first hand from a shoe, by default the game's own before the first card; by a plan, or else the best play.

    >>> from croupier import catalogue
    >>> game = catalogue.load("blackjack(decks=6, split_hands=2)")
    >>> f"{100 * solve_whole(game).expectation:+.9f}"
    '-0.456886297'
    """
    rules = Rules.of(game)
    held = shoe or Shoe.of(game.deck)
    if held.cards <= most_cards(held, max(rules.most_hands)):
        raise BadInput(
            f"a shoe of {held.cards:g} cards may run out in a round", hint="a full deck or more is always enough"
        )
    hands: list[FirstHand] = []
    choices: dict[int, Choices] = {}
    split_plays: dict[int, SplitPlays] = {}
    for up in UPS:
        if held.counts[up] > 0:
            against = UpCard(rules, held, up)
            unsplit = against.told(plan.choices[up]) if plan else against.unsplit()
            choices[up] = plan.choices[up] if plan else unsplit.choices()
            splits = Splits(against, choices[up], post_split, only=plan.splits(up) if plan else range(VALUES))
            split_plays[up] = splits.plays
            hands += _first_hands(against, unsplit, splits, held, plan)
    return WholeGame(post_split, tuple(hands), choices, split_plays)


def most_cards(shoe: Shoe, hands: int) -> int:
    """The longest round: every hand, the dealer's included, holds at most twenty hard points before its last card."""
    room = (hands + 1) * (BEST - 1)
    cards = hands + 1
    for count, points in sorted(zip(shoe.counts, HARD_POINTS, strict=True), key=lambda each: each[1]):
        fit = min(int(count), room // points)
        cards, room = cards + fit, room - fit * points
    return cards


def _first_hands(
    against: UpCard, unsplit: PlayedHands, splits: Splits, shoe: Shoe, plan: Plan | None
) -> Iterator[FirstHand]:
    table, left, cards = lattice(), against.left, against.cards
    up_chance = shoe.counts[against.up] / shoe.cards
    for one in range(VALUES):
        for other in range(one, VALUES):
            ways = left[one] * (left[one] - 1) if one == other else 2 * left[one] * left[other]
            if ways <= 0:
                continue
            at = table.place(one, other)
            dealt = _Dealt(
                against,
                (one, other),
                at,
                float(up_chance * ways / (cards * (cards - 1))),
                float(against.blackjack(table.held[at : at + 1])[0]),
            )
            if (one, other) == (TEN, ACE):
                yield _natural(dealt, insures=plan is None)
            else:
                yield _played(dealt, unsplit, splits, plan)


class _Dealt(NamedTuple):
    against: UpCard
    cards: tuple[int, int]
    at: int
    chance: float
    blackjack: float

    def insurance(self, *, insures: bool) -> float:
        """What the largest insurance adds, where it pays; a plan never insures."""
        if not insures or not self.against.rules.insures[self.against.up]:
            return 0.0
        won, lost = self.against.rules.insurance
        return max(won * self.blackjack + lost * (1 - self.blackjack), 0.0)


def _natural(dealt: _Dealt, *, insures: bool) -> FirstHand:
    against, cards, at, chance, blackjack = dealt
    rules = against.rules
    ends = against.endings(lattice().held[at : at + 1])[0]
    worth = float(ends @ rules.blackjack_nets) + rules.blackjack_to_blackjack * blackjack
    insurance = dealt.insurance(insures=insures)
    return FirstHand(cards, against.up, chance, blackjack, against.looks, {}, 0.0, None, worth, insurance)


def _played(dealt: _Dealt, unsplit: PlayedHands, splits: Splits, plan: Plan | None) -> FirstHand:
    """Every answer with its worth; under a plan only the one it gives."""
    against, cards, at, chance, blackjack = dealt
    rules, up = against.rules, against.up
    open_chance = 1 - blackjack if against.looks else 1.0
    told = plan.first[(*cards, up)] if plan else None
    kinds = splits.pairs(cards[0]) if cards[0] == cards[1] else []
    split_chance = sum(kind.chance for kind in kinds)
    given_up = rules.surrender * (1 - blackjack) + rules.surrender_to_blackjack * blackjack
    worths = _unsplit_worths(dealt, unsplit)
    if told is not None:
        best_told = float(unsplit.best[at])
        worths = {told: worths["surrender"] if told == "surrender" else best_told}
    single = max(worths.values())
    best = single
    if kinds:
        split = [(kind.chance, splits.worth(cards[0], kind.cards)) for kind in kinds]
        worths["split"] = sum(part * worth for part, worth in split) / split_chance
        if told is None:
            best = sum(part * max(worth, single) for part, worth in split) + (1 - split_chance) * single
        else:
            best = split_chance * worths["split"] + (1 - split_chance) * single
    play = told or max(worths, key=lambda action: worths[action])
    expectation = best + (rules.lost_to_blackjack * blackjack if against.looks else 0.0)
    if told == EARLY or (told is None and rules.surrenders_early[up] and given_up > expectation):
        expectation, play = given_up, EARLY
    return FirstHand(
        cards,
        up,
        chance,
        blackjack,
        against.looks,
        {action: worth / open_chance for action, worth in worths.items() if action != EARLY},
        split_chance,
        play,
        expectation,
        dealt.insurance(insures=plan is None),
    )


def _unsplit_worths(dealt: _Dealt, unsplit: PlayedHands) -> dict[str, float]:
    """What may be done with two cards besides splitting them."""
    against, at, blackjack = dealt.against, dealt.at, dealt.blackjack
    rules = against.rules
    worths = {"hit": float(unsplit.hit[at]), "stand": float(unsplit.stand[at])}
    if rules.unsplit.double[at]:
        worths["double"] = float(unsplit.double[at])
    if rules.surrenders[against.up]:
        lost = 0.0 if against.looks else rules.surrender_to_blackjack * blackjack
        worths["surrender"] = rules.surrender * (1 - blackjack) + lost
    return worths
