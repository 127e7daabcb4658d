"""The skeleton of games with streets: cards come to places and players are asked, in an order that the game lists.

A game's own file lists its phases (``Deal``, ``Ask``) and settles a hand that stayed in; this module asks seat after
seat, deals no card that nobody waits for, and takes every wager of a hand that was folded. How hands are solved is
declared beside (``Declaration.ranks``); nothing here knows a rule of any game.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from croupier.cards.hands import FAMILIES, Setting
from croupier.errors import RulebookError
from croupier.play import game as protocol
from croupier.play.game import DEALER, Cards, Game, Slot, State
from croupier.play.showdown import Hand
from croupier.rulebook.configuration import Configuration

OWN = "own"
FOLD = "fold"


class Deal(NamedTuple):
    """So many cards for a place: ``own``, ``dealer``, ``dealer up``, or a name of the game's own such as ``flop``."""

    place: str
    size: int

    def slot(self, seat: int) -> Slot:
        """Where the cards of a seat lie, or those of all seats."""
        return _slot(self.place, seat)


class Ask(NamedTuple):
    """A question to every seat that is still in: take the action that costs nothing, or put up some base wagers.

    ``Ask("decide", "fold", "call", 2)`` is a call of twice the Ante or nothing; ``Ask("third", "fold", "bet", 1, 3)``
    leaves the amount to the player.
    """

    rule: str
    free: str
    paid: str
    least: Fraction | int = 1
    most: Fraction | int = 0  # As much as ``least`` unless given.

    def costs(self, base: int) -> protocol.Action:
        """What may be put up, in cents; fractions that are whole are written as such."""
        low, high = base * Fraction(self.least), base * Fraction(self.most or self.least)
        step = base if high > low and (high - low) % base == 0 else 1
        return protocol.Action(self.paid, _cents(low), _cents(high), step)


class SeatedHand(NamedTuple):
    """A seat at the end of a round: its cards by place, what it staked by wager, what it decided."""

    seat: int
    lies: Mapping[str, Cards]
    staked: Mapping[str, int]
    decisions: tuple[protocol.Decision, ...]
    rules: tuple[str, ...]  # The rules of the questions that it answered.

    def cards(self, *places: str) -> Cards:
        return tuple(card for place in places for card in self.lies[place])

    @property
    def is_folded(self) -> bool:
        return any(decision.action == FOLD for decision in self.decisions)


class Streets(Game):
    """A game with streets; its own file fills in ``phases`` and ``settle``."""

    asks_until_paid = False
    """Whether a seat that has put up money is asked no more, as where one of several raises may be made."""

    def __init__(self, configuration: Configuration, deck: Cards | None = None) -> None:
        super().__init__(configuration, deck)
        self.order = tuple(self.phases())
        strange = [phase for phase in self.order if not isinstance(phase, Deal | Ask)]
        if strange:
            what = f"yields {strange[0]!r:.60}, which is neither a Deal nor an Ask"
            raise RulebookError(f"{self.rules.folder}/game.py", "phases", what, hint='as in yield Deal("own", 5)')
        self.deals = tuple(phase for phase in self.order if isinstance(phase, Deal))
        self._family = FAMILIES[self.declares.hands or ""]
        self._charts: dict[str, protocol.PayChart] = {}

    def phases(self) -> Iterable[Deal | Ask]:
        """Every deal and every question, in the order of play."""
        raise NotImplementedError

    def settle(self, hand: SeatedHand) -> Iterable[protocol.Line]:
        """What a hand that stayed in is owed: a ``line`` for each of its wagers."""
        raise NotImplementedError

    def rank(self, cards: Cards) -> Hand:
        """The class of a hand in the declared family."""
        return self._family.classify(cards, (), Setting())

    def chart(self, wager: str) -> protocol.PayChart:
        """The table that an award is paid by."""
        if wager not in self._charts:
            table = self.configuration.tables[wager]
            self._charts[wager] = protocol.PayChart(table, self.configuration.setting_for(table))
        return self._charts[wager]

    def line(
        self,
        hand: SeatedHand,
        wager: str,
        times: Fraction | int,
        rule: str,
        why: protocol.Why,
        event: str | None = None,
    ) -> protocol.Line:
        """One wager settled, at so many times its stake."""
        stake = hand.staked[wager]
        net = stake * times if isinstance(times, int) else _cents(stake * times)
        outcome = "win" if net > 0 else "lose" if net < 0 else "push"
        return protocol.Line(hand.seat, wager, stake, outcome, event or rule, net, self.cites[rule], why)

    def award(
        self, hand: SeatedHand, award: str, wager: str, made: Hand, rule: str, why: protocol.Why
    ) -> Iterator[protocol.Line]:
        """What an automatic award pays for a hand, without a stake of its own: so many times the wager's."""
        row, times = self.chart(award).grade(made), self.chart(award).times(made, 0)
        if row and times:
            net = _cents(hand.staked[wager] * times)
            yield protocol.Line(hand.seat, award, 0, "bonus", row.event, net, self.cites[rule], why)

    def against(self, hand: Hand, dealer: Hand) -> protocol.Why:
        """The reason of a comparison, in words."""
        describe = self._family.describe
        return protocol.Why(
            "{0} against the dealer's {1}", (protocol.Named(describe, hand), protocol.Named(describe, dealer))
        )

    @property
    def actions(self) -> tuple[str, ...]:
        """Every answer to every question, each once."""
        asks = [phase for phase in self.order if isinstance(phase, Ask)]
        return tuple(dict.fromkeys(name for ask in asks for name in (ask.free, ask.paid)))

    def most_cards(self, seats: int) -> int:
        return sum(deal.size * (seats if deal.place.startswith(OWN) else 1) for deal in self.deals)

    def in_order(self, cards: Cards) -> Cards:
        return tuple(sorted(cards, reverse=True))

    def hand_words(self, cards: Cards) -> str:
        return self._family.describe(self.rank(cards)) if len(cards) in self._family.sizes else ""

    def range_of(self, action: str, base: int) -> protocol.Action | None:
        offers = [ask.costs(base) for ask in self.order if isinstance(ask, Ask) and ask.paid == action]
        if not offers:
            return None
        low, high = min(offer.minimum for offer in offers), max(offer.maximum for offer in offers)
        return protocol.Action(action, low, high, offers[0].step)

    def most_times(self, action: str) -> int:
        asked = sum(isinstance(phase, Ask) and phase.paid == action for phase in self.order)
        return 1 if self.asks_until_paid else asked

    def turn(self, state: State) -> protocol.Turn:
        lies = {dealt.slot: dealt.cards for dealt in state.dealt}
        made = {seat: [each for each in state.decisions if each.seat == seat] for seat, _ in state.stakes}
        answered: dict[int, list[str]] = {seat: [] for seat, _ in state.stakes}
        for phase in self.order:
            staying = [seat for seat in made if not _is_out(made[seat][: len(answered[seat])])]
            if isinstance(phase, Deal):
                for seat in staying or self._watching(state, phase):
                    slot = phase.slot(seat)
                    if slot not in lies:
                        return protocol.Draw(slot, phase.size, seat if slot.seat == seat else protocol.EVERYONE)
                continue
            for seat in staying:
                before = made[seat][: len(answered[seat])]
                if self.asks_until_paid and any(decision.amount for decision in before):
                    continue
                if len(made[seat]) == len(answered[seat]):
                    return protocol.Choose(
                        seat, (protocol.Action(phase.free), phase.costs(state.base(seat))), phase.rule
                    )
                answered[seat].append(phase.rule)
        return self._settled(state, lies, answered)

    def _watching(self, state: State, deal: Deal) -> list[int]:
        """Seats that are out and whose side wagers look at a place."""
        looking = [
            index
            for index, bonus in self.bonuses
            if deal.place in bonus.seen.places or (bonus.seen.dealer and deal.place.startswith("dealer"))
        ]
        return [seat for seat, amounts in state.stakes if any(amounts[index] for index in looking)]

    def _settled(self, state: State, lies: Mapping[Slot, Cards], answered: Mapping[int, list[str]]) -> protocol.Settled:
        lines: list[protocol.Line] = []
        jackpots: list[protocol.JackpotBet] = []
        for seat, amounts in state.stakes:
            own = {deal.place: lies[deal.slot(seat)] for deal in self.deals if deal.slot(seat) in lies}
            decisions = tuple(decision for decision in state.decisions if decision.seat == seat)
            staked = dict(zip(self.wagers, amounts, strict=True))
            for decision in decisions:
                wager = self.wager_of(decision.action)
                staked[wager] = staked.get(wager, 0) + decision.amount
            hand = SeatedHand(seat, own, staked, decisions, tuple(answered[seat]))
            lines += self._folded(hand) if hand.is_folded else self.settle(hand)
            if self.bonuses:
                dealers, shown = (
                    tuple(card for place, cards in own.items() if place.startswith(whose) for card in cards)
                    for whose in ("dealer", OWN)
                )
                paid, claimed = self.settle_bonuses(seat, amounts, shown, dealers, own)
                lines += paid
                jackpots += claimed
        return protocol.Settled(tuple(lines), tuple(jackpots))

    def _folded(self, hand: SeatedHand) -> Iterable[protocol.Line]:
        sides = {bonus.wager for _, bonus in self.bonuses}
        for wager, stake in hand.staked.items():
            if stake and wager not in sides:
                cite = self.cites[hand.rules[-1]]
                yield protocol.Line(hand.seat, wager, stake, FOLD, FOLD, -stake, cite, protocol.Why("folded"))


@cache
def _slot(place: str, seat: int) -> Slot:
    whose, _, part = place.partition(" ")
    if whose == OWN:
        return Slot(seat, part)
    return Slot(DEALER, part) if whose == "dealer" else Slot(protocol.TABLE, place)


def _is_out(decisions: Iterable[protocol.Decision]) -> bool:
    return any(decision.action == FOLD for decision in decisions)


def _cents(amount: Fraction) -> int:
    """Whole cents; anything else stays a fraction, which the drivers refuse by name."""
    return amount.numerator if amount.denominator == 1 else amount  # type: ignore[return-value]
