"""Games with streets and without a rulebook, for solver and referee: public rules, pays as plain numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from types import SimpleNamespace
from typing import Any, ClassVar, NamedTuple

from croupier.cards.cards import ACE, DECK, Card
from croupier.cards.hands import FAMILIES, Setting
from croupier.cards.hands.five_card import Category, FiveCardHand, threshold
from croupier.play.game import (
    DEALER,
    EVERYONE,
    STAYS,
    TABLE,
    Action,
    Cards,
    Choose,
    Declaration,
    Draw,
    Game,
    Line,
    Ranked,
    Settled,
    Slot,
    StakeRule,
    State,
    Turn,
    Why,
)

OWN, FLOP, LAST, HOUSE, UP = Slot(1), Slot(TABLE, "flop"), Slot(TABLE, "last"), Slot(DEALER), Slot(DEALER, "up")
FOLD, CHECK = Action("fold"), Action("check")
PAIR = threshold(Category.PAIR)
STEPS = (
    threshold(Category.STRAIGHT_FLUSH, 14),
    *(threshold(each) for each in reversed(Category)),
)


def five(cards: Sequence[Card]) -> FiveCardHand:
    hand = FAMILIES["five_card"].classify(cards, (), Setting())
    assert isinstance(hand, FiveCardHand)
    return hand


def paid(hand: FiveCardHand, pays: Sequence[Fraction | int]) -> Fraction | int:
    """The pay of a kind, royal flush first."""
    return next(pay for step, pay in zip(STEPS, (*pays, *([0] * 10)), strict=False) if hand >= step)


class Felt(Game):
    """One seat, one wager before the deal."""

    named: ClassVar[str] = "felt"

    def __init__(self, deck: Cards = DECK) -> None:
        self.deck = deck
        self.wagers = ("ante",)
        self.base_wager = "ante"
        self.stake_rules = {"ante": StakeRule(False, None, 1)}
        self.configuration: Any = SimpleNamespace(name=self.named)
        self.rules: Any = SimpleNamespace(folder=self.named)

    def __hash__(self) -> int:
        return id(self)

    def phases(self, ante: int) -> Sequence[Draw | Choose]:
        raise NotImplementedError

    def lines(
        self, lies: dict[Slot, Cards], ante: int, chosen: dict[str, Any]
    ) -> dict[str, tuple[int, int | Fraction]]:
        raise NotImplementedError

    def over(self, _chosen: dict[str, Any]) -> bool:
        return False

    def skips(self, _phase: Choose, _chosen: dict[str, Any]) -> bool:
        return False

    def turn(self, state: State) -> Turn:
        ante = state.stakes[0].amounts[0]
        lies = {dealt.slot: dealt.cards for dealt in state.dealt}
        chosen: dict[str, Any] = {}
        decisions = list(state.decisions)
        for phase in self.phases(ante):
            if self.over(chosen):
                break
            if isinstance(phase, Draw):
                if phase.slot not in lies:
                    return phase
            elif not self.skips(phase, chosen):
                if not decisions:
                    return self.offered(phase, lies, ante)
                chosen[phase.rule] = decisions.pop(0)
        nets = self.lines(lies, ante, chosen)
        award = nets.pop("bonus", (0, 0))[1]
        lines = [
            Line(1, wager, stake, "", None, self.pay(stake, Fraction(times)), "", Why(""))
            for wager, (stake, times) in nets.items()
        ]
        if award:
            lines.append(Line(1, "bonus", 0, "", None, int(award), "", Why("")))
        return Settled(tuple(lines), ())

    def offered(self, phase: Choose, _lies: dict[Slot, Cards], _ante: int) -> Choose:
        return phase

    def pay(self, stake: int, odds: Fraction) -> int:
        """As a cashier does it: whole cents."""
        return stake * odds.numerator // odds.denominator


def against(own: Any, dealer: Any) -> int:
    return int(own > dealer) - int(own < dealer)


class ThreeRaises(Felt):
    """Hold'em: raise 3 or 4 times before the flop, twice after it, once at the end; a dealer without a pair gives the
    Ante back."""

    named = "three-raises"
    blind: ClassVar[Sequence[Fraction | int]] = (500, 50, 10, 3, Fraction(3, 2), 1)
    declares = Declaration(
        "streets",
        STAYS,
        "five_card",
        ranks=(Ranked(("own", "flop", "last"), 5), Ranked(("dealer", "flop", "last"), 5)),
    )

    def phases(self, ante: int) -> Sequence[Draw | Choose]:
        return (
            Draw(OWN, 2, 1),
            Choose(1, (CHECK, Action("raise", 3 * ante, 4 * ante, ante)), "before"),
            Draw(FLOP, 3, EVERYONE),
            Choose(1, (CHECK, Action("raise", 2 * ante, 2 * ante)), "flop"),
            Draw(LAST, 2, EVERYONE),
            Choose(1, (FOLD, Action("raise", ante, ante)), "last"),
            Draw(HOUSE, 2, EVERYONE),
        )

    def skips(self, _phase: Choose, chosen: dict[str, Any]) -> bool:
        return any(each.amount for each in chosen.values())

    def over(self, chosen: dict[str, Any]) -> bool:
        return any(each.action == "fold" for each in chosen.values())

    def lines(
        self, lies: dict[Slot, Cards], ante: int, chosen: dict[str, Any]
    ) -> dict[str, tuple[int, int | Fraction]]:
        if self.over(chosen):
            return {"ante": (ante, -1), "blind": (ante, -1)}
        raised = sum(each.amount for each in chosen.values())
        own = five((*lies[OWN], *lies[FLOP], *lies[LAST]))
        dealer = five((*lies[HOUSE], *lies[FLOP], *lies[LAST]))
        won = against(own, dealer)
        blind = paid(own, self.blind) if won > 0 else won
        return {
            "ante": (ante, won if dealer >= PAIR else 0),
            "blind": (ante, blind),
            "raise": (raised, won),
        }


class CallOrFold(Felt):
    """Hold'em: one call of twice the Ante on the flop, against a dealer who needs a pair of fours."""

    named = "call-or-fold"
    pays: ClassVar[Sequence[int]] = (100, 20, 10, 3, 2, 1, 1, 1, 1, 1)
    qualifies: ClassVar[FiveCardHand] = threshold(Category.PAIR, 4)
    declares = ThreeRaises.declares

    def phases(self, ante: int) -> Sequence[Draw | Choose]:
        return (
            Draw(OWN, 2, 1),
            Draw(FLOP, 3, EVERYONE),
            Choose(1, (FOLD, Action("call", 2 * ante, 2 * ante)), "flop"),
            Draw(LAST, 2, EVERYONE),
            Draw(HOUSE, 2, EVERYONE),
        )

    def over(self, chosen: dict[str, Any]) -> bool:
        return any(each.action == "fold" for each in chosen.values())

    def lines(
        self, lies: dict[Slot, Cards], ante: int, chosen: dict[str, Any]
    ) -> dict[str, tuple[int, int | Fraction]]:
        if self.over(chosen):
            return {"ante": (ante, -1)}
        own = five((*lies[OWN], *lies[FLOP], *lies[LAST]))
        dealer = five((*lies[HOUSE], *lies[FLOP], *lies[LAST]))
        if dealer < self.qualifies:
            return {"ante": (ante, paid(own, self.pays)), "call": (2 * ante, 0)}
        won = against(own, dealer)
        return {"ante": (ante, paid(own, self.pays) if won > 0 else won), "call": (2 * ante, won)}


class OneUp(Felt):
    """Five-card stud, one dealer card up: raise twice the Ante or fold; the dealer needs ace-king."""

    named = "one-up"
    pays: ClassVar[Sequence[int]] = (100, 50, 20, 7, 5, 4, 3, 2, 1, 1)
    qualifies: ClassVar[FiveCardHand] = FiveCardHand(Category.HIGH_CARD, (14, 13))
    declares = Declaration(
        "streets", STAYS, "five_card", ranks=(Ranked(("own",), 5), Ranked(("dealer up", "dealer"), 5))
    )

    def phases(self, ante: int) -> Sequence[Draw | Choose]:
        return (
            Draw(OWN, 5, 1),
            Draw(UP, 1, EVERYONE),
            Choose(1, (FOLD, Action("raise", 2 * ante, 2 * ante)), "raise"),
            Draw(HOUSE, 4, EVERYONE),
        )

    def over(self, chosen: dict[str, Any]) -> bool:
        return any(each.action == "fold" for each in chosen.values())

    def lines(
        self, lies: dict[Slot, Cards], ante: int, chosen: dict[str, Any]
    ) -> dict[str, tuple[int, int | Fraction]]:
        if self.over(chosen):
            return {"ante": (ante, -1)}
        own, dealer = five(lies[OWN]), five((*lies[UP], *lies[HOUSE]))
        if dealer < self.qualifies:
            return {"ante": (ante, 1), "raise": (2 * ante, 0)}
        won = against(own, dealer)
        return {"ante": (ante, won), "raise": (2 * ante, paid(own, self.pays) if won > 0 else won)}


class PullBack(Felt):
    """Three cards, two more on the table; two of three equal wagers may be pulled back, one after the other."""

    named = "pull-back"
    pays: ClassVar[Sequence[int]] = (1000, 200, 50, 11, 8, 5, 3, 2)
    lowest: ClassVar[FiveCardHand] = threshold(Category.PAIR, 10)
    declares = Declaration("streets", STAYS, "five_card", ranks=(Ranked(("own", "first", "second"), 5),))

    def phases(self, ante: int) -> Sequence[Draw | Choose]:
        ride = (Action("pull"), Action("ride", ante, ante))
        return (
            Draw(OWN, 3, 1),
            Choose(1, ride, "first"),
            Draw(Slot(TABLE, "first"), 1, EVERYONE),
            Choose(1, ride, "second"),
            Draw(Slot(TABLE, "second"), 1, EVERYONE),
        )

    def lines(
        self, lies: dict[Slot, Cards], ante: int, chosen: dict[str, Any]
    ) -> dict[str, tuple[int, int | Fraction]]:
        hand = five(tuple(card for cards in lies.values() for card in cards))
        times = paid(hand, self.pays) if hand >= threshold(Category.TWO_PAIR) else 1 if hand >= self.lowest else -1
        staked = ante + sum(each.amount for each in chosen.values())
        return {"ante": (staked, times)}


class ThreeStreets(Felt):
    """Two cards, three more one by one; before each a wager of one to three Antes, or fold."""

    named = "three-streets"
    pays: ClassVar[Sequence[int]] = (500, 100, 40, 10, 6, 4, 3, 2)
    declares = Declaration("streets", STAYS, "five_card", ranks=(Ranked(("own", "third", "fourth", "fifth"), 5),))

    def phases(self, ante: int) -> Sequence[Draw | Choose]:
        more = (FOLD, Action("bet", ante, 3 * ante, ante))
        streets = [
            phase
            for name in ("third", "fourth", "fifth")
            for phase in (Choose(1, more, name), Draw(Slot(TABLE, name), 1, EVERYONE))
        ]
        return (Draw(OWN, 2, 1), *streets)

    def over(self, chosen: dict[str, Any]) -> bool:
        return any(each.action == "fold" for each in chosen.values())

    def lines(
        self, lies: dict[Slot, Cards], ante: int, chosen: dict[str, Any]
    ) -> dict[str, tuple[int, int | Fraction]]:
        staked = ante + sum(each.amount for each in chosen.values())
        if self.over(chosen):
            return {"ante": (staked, -1)}
        hand = five(tuple(card for cards in lies.values() for card in cards))
        if hand >= threshold(Category.TWO_PAIR):
            return {"ante": (staked, paid(hand, self.pays))}
        pushes = threshold(Category.PAIR, 6) <= hand < threshold(Category.PAIR, 11)
        return {"ante": (staked, 0 if pushes else 1 if hand >= threshold(Category.PAIR, 11) else -1)}


class FourHand(NamedTuple):
    """Four cards: the kind, then ranks as counted."""

    kind: int
    ranks: tuple[int, ...]


_FOUR_KINDS: dict[tuple[int, ...], int] = {(1, 1, 1, 1): 0, (2, 1, 1): 1, (2, 2): 2, (3, 1): 5, (4,): 7}


def four(cards: Sequence[int]) -> FourHand:
    """The best four of the cards: pair, two pair, straight, flush, three, straight flush, four."""
    return max(_exactly_four(some) for some in combinations(cards, 4))


def _exactly_four(cards: Sequence[int]) -> FourHand:
    held = sorted(((card >> 2) + 2 for card in cards), reverse=True)
    groups = sorted(((held.count(rank), rank) for rank in set(held)), reverse=True)
    ranks = tuple(rank for _, rank in groups)
    kind = _FOUR_KINDS[tuple(count for count, _ in groups)]
    if kind:
        return FourHand(kind, ranks)
    suited = len({card & 3 for card in cards}) == 1
    if ranks == (14, 4, 3, 2):
        ranks = (4, 3, 2, 1)
    straight = ranks[0] - ranks[3] == 3
    return FourHand(6 if straight and suited else 4 if suited else 3 if straight else 0, ranks)


FOUR_CARDS = replace(
    FAMILIES["five_card"],
    name="test_four_card",
    classify=lambda own, dealer, _setting: four((*own, *dealer)),
    sizes=range(4, 7),
    category=lambda hand: str(hand.kind),
    describe=str,
)


class TopFour(Felt):
    """Four of five against four of six with one card up: raise one to three Antes or fold, no qualifying; ties win."""

    named = "top-four"
    declares = Declaration(
        "streets", STAYS, "test_four_card", ranks=(Ranked(("own",), 4), Ranked(("dealer up", "dealer"), 4))
    )

    def phases(self, ante: int) -> Sequence[Draw | Choose]:
        return (
            Draw(OWN, 5, 1),
            Draw(UP, 1, EVERYONE),
            Choose(1, (FOLD, Action("raise", ante, 3 * ante, ante)), "raise"),
            Draw(HOUSE, 5, EVERYONE),
        )

    def over(self, chosen: dict[str, Any]) -> bool:
        return any(each.action == "fold" for each in chosen.values())

    def lines(
        self, lies: dict[Slot, Cards], ante: int, chosen: dict[str, Any]
    ) -> dict[str, tuple[int, int | Fraction]]:
        if self.over(chosen):
            return {"ante": (ante, -1)}
        own, dealer = four(lies[OWN]), four((*lies[UP], *lies[HOUSE]))
        won = 1 if own >= dealer else -1
        bonus = {5: 2, 6: 20, 7: 25}.get(own.kind, 0)
        award = bonus * ante
        return {"ante": (ante, won), "raise": (chosen["raise"].amount, won), "bonus": (0, award)}


class FirstCard(PullBack):
    """Pays by the color of a card, which no class of hand tells."""

    named = "first-card"

    def lines(
        self, lies: dict[Slot, Cards], ante: int, chosen: dict[str, Any]
    ) -> dict[str, tuple[int, int | Fraction]]:
        lines = super().lines(lies, ante, chosen)
        return {"ante": (lines["ante"][0], 2)} if lies[OWN][0].is_red else lines


def points(card: Card) -> int:
    """What a card counts in baccarat."""
    return 1 if card.rank == ACE else card.rank % 10 if card.rank < 10 else 0


def total(*hands: Cards) -> int:
    return sum(points(card) for hand in hands for card in hand) % 10


class Baccarat(Felt):
    """Player, Banker and Tie, each alone; five percent of Banker's wins stay with the house."""

    named = "baccarat"
    declares = Declaration("tree", STAYS, alike=points)
    player, banker = Slot(TABLE, "player"), Slot(TABLE, "banker")
    third, last = Slot(TABLE, "player", 3), Slot(TABLE, "banker", 3)

    def __init__(self, deck: Cards) -> None:
        super().__init__(deck)
        self.wagers = ("player", "banker", "tie")
        self.base_wager = "player"
        self.stake_rules = {name: StakeRule(False, None, 1) for name in self.wagers}

    def turn(self, state: State) -> Turn:
        lies = {dealt.slot: dealt.cards for dealt in state.dealt}
        for slot in (self.player, self.banker):
            if slot not in lies:
                return Draw(slot, 2, EVERYONE)
        mine, theirs = total(lies[self.player]), total(lies[self.banker])
        if mine < 8 and theirs < 8:
            if mine <= 5 and self.third not in lies:
                return Draw(self.third, 1, EVERYONE)
            if self.last not in lies and self._banker_draws(theirs, lies.get(self.third)):
                return Draw(self.last, 1, EVERYONE)
        mine, theirs = (
            total(lies[self.player], lies.get(self.third, ())),
            total(lies[self.banker], lies.get(self.last, ())),
        )
        won = against(mine, theirs)
        odds = {"player": Fraction(won), "banker": Fraction(19, 20) if won < 0 else Fraction(-won)}
        odds["tie"] = Fraction(8) if not won else Fraction(-1)
        lines = [
            Line(1, wager, stake, "", None, self.pay(stake, odds[wager]), "", Why(""))
            for wager, stake in zip(self.wagers, state.stakes[0].amounts, strict=True)
            if stake
        ]
        return Settled(tuple(lines), ())

    def _banker_draws(self, theirs: int, third: Cards | None) -> bool:
        if third is None:
            return theirs <= 5
        card = points(third[0])
        low, high = {3: (0, 9), 4: (2, 7), 5: (4, 7), 6: (6, 7)}.get(theirs, (0, 9) if theirs <= 2 else (10, 0))
        return low <= card <= high and not (theirs == 3 and card == 8)


class War(Felt):
    """One card each; on a tie give up half, or put up as much again: a tie of the second cards wins too."""

    named = "war"
    declares = Declaration("tree", STAYS, alike=lambda card: card.rank)
    offers: ClassVar[tuple[str, ...]] = ("surrender", "war")

    def turn(self, state: State) -> Turn:
        ante = state.stakes[0].amounts[0]
        lies = {dealt.slot: dealt.cards for dealt in state.dealt}
        for slot in (Slot(1), Slot(DEALER)):
            if slot not in lies:
                return Draw(slot, 1, EVERYONE)
        won = against(lies[Slot(1)][0].rank, lies[Slot(DEALER)][0].rank)
        if won:
            return Settled((Line(1, "ante", ante, "", None, won * ante, "", Why("")),), ())
        if not state.decisions:
            actions = [Action("war", ante, ante) if each == "war" else Action(each) for each in self.offers]
            return Choose(1, tuple(actions), "tie")
        if state.decisions[0].action == "surrender":
            return Settled((Line(1, "ante", ante, "", None, -(ante // 2), "", Why("")),), ())
        for slot in (Slot(1, "draw"), Slot(DEALER, "draw")):
            if slot not in lies:
                return Draw(slot, 1, EVERYONE)
        wins = lies[Slot(1, "draw")][0].rank >= lies[Slot(DEALER, "draw")][0].rank
        return Settled((Line(1, "ante", 2 * ante, "", None, ante if wins else -2 * ante, "", Why("")),), ())


class AlwaysSurrender(War):
    offers = ("surrender",)


class Rounded(Baccarat):
    """Pays a third of a twenty-third: no stake that we try makes that whole."""

    def pay(self, stake: int, odds: Fraction) -> int:
        return super().pay(stake, odds * Fraction(1, 69) if odds > 0 else odds)
