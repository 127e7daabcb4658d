"""Play that is made up, for demonstrations, benchmarks and tests: who bets, what is dealt, what people do after a win.
Nobody logs in and nothing is posted here: it returns the next request, with its people written into it."""

import itertools
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from croupier.cards.cards import Card, format_cards
from croupier.cards.shuffle import RandomSource, draw
from croupier.casino import floor, posting
from croupier.jackpot.actors import Actor, Asked, Payee
from croupier.jackpot.entries import AwardRecord
from croupier.jackpot.kinds.bank import required_cents
from croupier.jackpot.plan.link_plan import LinkPlan, TablePlan
from croupier.jackpot.state import LinkState
from croupier.play.documents import Json
from croupier.units import MeterShare


def _actor(person: Any) -> Actor:
    """Somebody in a script; the same object each time, as a session keeps one."""
    return _known(person) if isinstance(person, str) else Actor(person, "script")


@lru_cache
def _known(person: str) -> Actor:
    return Actor(person, "script")


def scripted(request: object) -> Asked:
    """A request with ``by``, ``second`` and who is paid in it, taken apart into the request and its people.

    >>> scripted({"id": "1", "do": "clear", "by": "sam", "second": "robin", "reason": "cable"}).request
    {'id': '1', 'do': 'clear', 'reason': 'cable'}
    """
    if not isinstance(request, Mapping):
        return Asked(request, _actor("nobody"))
    asked = {name: value for name, value in request.items() if name not in ("by", "second")}
    by, second = request.get("by", "nobody"), request.get("second")
    payee = request.get("payee")
    if isinstance(payee, dict) and set(payee) == set(Payee._fields):
        payee = Payee(**payee)
    if isinstance(payee, Payee):
        del asked["payee"]
    return Asked(
        asked, _actor(by), _actor(second) if second is not None else None, payee if isinstance(payee, Payee) else None
    )


BETS_PERCENT: Final = 45  # How many seats bet the jackpot.


class SelfPlay:
    """The people of a demonstration. ``people`` are ids by what they do: dealer, approver, payer, banker."""

    def __init__(self, source: RandomSource, people: dict[str, str], name: str) -> None:
        self.source = source
        self.people = people
        self._name = name
        self._ids = itertools.count(1)

    def bets(self, table: TablePlan, number: int, *sure: int) -> list[Json]:
        """The next round of a table, opened and locked; possibly nobody bets, unless a seat is sure to."""
        bettors = {seat for seat in range(1, table.seats + 1) if self.source.below(100) < BETS_PERCENT}
        bettors |= {*sure} - {0}
        if not bettors:
            return []
        about = {"by": self.people["dealer"], "table": table.id, "round": number}
        return [self._asked("wager", seats=sorted(bettors), **about), self._asked("lock", **about)]

    def result(
        self,
        plan: LinkPlan,
        table: TablePlan,
        number: int,
        seats: Iterable[int],
        wins: int = 0,
        cards: Sequence[Card] = (),
    ) -> Json:
        """The hands of a locked round; the seat in ``wins`` is dealt these cards, or else the top jackpot."""
        game = floor.load_layout(plan.carried(table.game) or table.game)
        sight, stake = game.jackpot_sight(table.wager), game.configuration.fixed_stake(table.wager)
        planted = {wins: tuple(cards or self.jackpot_hand(plan, table))} if wins else {}
        deck = [card for card in game.deck if card not in planted.get(wins, ())]
        others = [seat for seat in sorted(seats) if seat not in planted]
        drawn = draw(self.source, deck, sight.own * len(others) + sight.dealer)
        dealt = {seat: drawn[sight.own * place : sight.own * (place + 1)] for place, seat in enumerate(others)}
        dealer = drawn[sight.own * len(others) :]
        won = [pair for pair in (dealt | planted).items() if sight.bonus.claim(pair[0], stake, pair[1], dealer).row]
        hands = {str(seat): format_cards(own) for seat, own in won}
        more = {"dealer": format_cards(dealer)} if dealer and hands else {}
        return self._asked("result", by=self.people["dealer"], table=table.id, round=number, hands=hands, **more)

    def jackpot_hand(self, plan: LinkPlan, table: TablePlan) -> tuple[Card, ...]:
        """Cards of one player that win the whole meter, and no better than necessary."""
        game = floor.load_layout(plan.carried(table.game) or table.game)
        sight = game.jackpot_sight(table.wager)
        rows = [
            row for row in sight.bonus.chart.table.rows if isinstance(row.pay, MeterShare) and row.pay.percent == 100
        ]
        shown = posting.examples(sight.bonus)
        event = next((row.event for row in reversed(rows) if row.event in shown), None)
        own = list(shown[event].cards[: shown[event].own]) if event else []
        rest = [card for card in game.deck if card not in own]
        return (*own, *draw(self.source, rest, sight.own - len(own)))

    def deposit(self, state: LinkState) -> Json | None:
        """What is missing in the bank."""
        assert state.plan is not None
        missing = max(state.liability_cents, required_cents(state, state.plan)) - state.bank_cents
        if missing <= 0:
            return None
        return self._asked("deposit", by=self.people["banker"], amount=missing, reference=self._number("DEP"))

    def approval(self, award: int) -> Json:
        return self._asked("approve", by=self.people["approver"], award=award)

    def film(self, award: int) -> Json:
        """Somebody has looked at the camera's record."""
        return self._asked("confirm", by=self.people["approver"], award=award, camera=self._number("CAM"))

    def payment(self, award: AwardRecord, payee: Payee) -> Json:
        """A payment with everything that its duties require."""
        duties = award.duties
        request = self._asked(
            "pay",
            by=self.people["payer"],
            award=award.no,
            method="check" if "check" in duties else "cash",
            reference=self._number("PAY"),
            payee=payee,
        )
        if "tax_form" in duties:
            request["tax_form"] = self._number("W2G")
        return request

    def _number(self, kind: str) -> str:
        """A number for a slip, a check, a form or a film, used once."""
        return f"{kind}-{self._name[-4:]}-{next(self._ids)}"

    def _asked(self, do: str, **fields: object) -> Json:
        return {"id": f"{self._name}:{next(self._ids)}", "do": do, **fields}
