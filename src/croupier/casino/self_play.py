"""Tables that play by themselves, for a demonstration: who bets, what is dealt, what people do after a win.

Nothing here waits or posts. It returns the next request, and its driver posts it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any, Final

from croupier.cards.cards import Card
from croupier.cards.shuffle import RandomSource, draw
from croupier.casino.dealt_hands import deal
from croupier.casino.posted_hands import examples
from croupier.casino.rules_of_the_day import load_layout
from croupier.jackpot.money.bank import required_cents
from croupier.jackpot.personal import Payee
from croupier.jackpot.plan.link_plan import LinkPlan, TablePlan
from croupier.jackpot.records import AwardRecord
from croupier.jackpot.state import LinkState
from croupier.units.odds import MeterShare

Request = dict[str, Any]
BETS_PERCENT: Final = 45
"""How many seats bet the jackpot."""


class SelfPlay:
    """The people of a demonstration. ``people`` are ids by what they do: dealer, approver, payer, banker."""

    def __init__(self, source: RandomSource, people: dict[str, str], name: str) -> None:
        self.source = source
        self.people = people
        self._name = name
        self._ids = itertools.count(1)

    def bets(self, table: TablePlan, number: int, sure: int = 0) -> list[Request]:
        """The next round of a table, opened and locked; possibly nobody bets, unless a seat is sure to."""
        bettors = {seat for seat in range(1, table.seats + 1) if self.source.below(100) < BETS_PERCENT}
        bettors |= {sure} - {0}
        if not bettors:
            return []
        about = {"by": self.people["dealer"], "table": table.id, "round": number}
        return [self._asked("wager", seats=sorted(bettors), **about), self._asked("lock", **about)]

    def result(self, plan: LinkPlan, table: TablePlan, number: int, seats: Iterable[int], wins: int = 0) -> Request:
        """The hands of a locked round; the seat in ``wins`` is dealt the top jackpot."""
        game = load_layout(plan.carried(table.game) or table.game)
        bettors = sorted(seats)
        planted = (wins, self.jackpot_hand(plan, table)) if wins else None
        dealt = deal(self.source, game, table.wager, bettors, planted)
        hands = dealt.winning(game, table.wager)
        more = {"dealer": " ".join(map(str, dealt.dealer))} if dealt.dealer and hands else {}
        return self._asked("result", by=self.people["dealer"], table=table.id, round=number, hands=hands, **more)

    def jackpot_hand(self, plan: LinkPlan, table: TablePlan) -> tuple[Card, ...]:
        """Cards of one player that win the whole meter, and no better than necessary."""
        game = load_layout(plan.carried(table.game) or table.game)
        sight = game.jackpot_sight(table.wager)
        rows = [
            row for row in sight.bonus.chart.table.rows if isinstance(row.pay, MeterShare) and row.pay.percent == 100
        ]
        shown = examples(sight.bonus)
        event = next((row.event for row in reversed(rows) if row.event in shown), None)
        own = list(shown[event].cards[: shown[event].own]) if event else []
        rest = [card for card in game.deck if card not in own]
        return (*own, *draw(self.source, rest, sight.own - len(own)))

    def deposit(self, state: LinkState) -> Request | None:
        """What is missing in the bank."""
        assert state.plan is not None
        missing = max(state.liability_cents, required_cents(state, state.plan)) - state.bank_cents
        if missing <= 0:
            return None
        return self._asked("deposit", by=self.people["banker"], amount=missing, reference=self._number("DEP"))

    def approval(self, award: int) -> Request:
        return self._asked("approve", by=self.people["approver"], award=award)

    def film(self, award: int) -> Request:
        """Somebody has looked at the camera's record."""
        return self._asked("confirm", by=self.people["approver"], award=award, camera=self._number("CAM"))

    def payment(self, award: AwardRecord, payee: Payee) -> Request:
        """A payment with everything that its duties require."""
        duties = award["duties"]
        request = self._asked(
            "pay",
            by=self.people["payer"],
            award=award["no"],
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

    def _asked(self, do: str, **fields: Any) -> Request:
        return {"id": f"{self._name}:{next(self._ids)}", "do": do, **fields}
