"""The people of a casino as a seed plays them: mostly sensible, often wrong, never consistent.

They look at the model to stay in play, and send whatever the dice say. A request that is broken on purpose is marked,
since telling well-formed from malformed is the one judgment that the model does not repeat.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from croupier.jackpot.plan.link_plan import plan_to_json
from tests.torture.clients import plans
from tests.torture.clients.back_office import ODD_AMOUNTS, BackOffice
from tests.torture.clients.dice import Dice
from tests.torture.model.felts import Felt
from tests.torture.model.model import Debt, Model, Request
from tests.torture.model.objections import Badge, needs_second

ABOUT_PLANS = ("propose", "accept", "withdraw_proposal", "reset")
BAD_CARDS = ("Zz", "As", "As As As As As As As", "As Ks Qs Js Ts 9s 8s 7s", "1s 2s", "♠")


class Sent(NamedTuple):
    """A request on its way."""

    request: Any
    is_broken: bool = False
    badge: Badge = ("script", "", "")


class Clients(BackOffice):
    """Everybody who sends requests to one link."""

    def __init__(self, dice: Dice, model: Model) -> None:
        super().__init__(dice, model)
        self.sent: list[Sent] = []

    def send(self) -> list[Sent]:
        """What arrives together."""
        dice = self.dice
        found: list[Sent] = []
        for _ in range(dice.weighted(((1, 6), (2, 3), (4, 2), (7, 1)))):
            found += self._some()
        self.sent += found
        return found

    def _some(self) -> list[Sent]:
        dice = self.dice
        if self.sent and dice.one_in(12):
            return [dice.pick(self.sent[-30:])]
        if dice.one_in(1_500):
            return [Sent(request) for request in self._flood()]
        if self.sent and dice.one_in(25):
            return [self._same_id()]
        made = self._sensible()
        if dice.one_in(20):
            return [Sent(broken(dice, dice.pick(made)), is_broken=True)]
        return [Sent(request, badge=self._badge(request)) for request in made]

    def _badge(self, request: Request) -> Badge:
        """How somebody shows who they are; a program or a table has nobody beside it."""
        dice = self.dice
        if "second" in request or request["do"] in ABOUT_PLANS or not dice.one_in(6):
            return dice.pick((("script", "", ""), ("password", f"s{dice.below(9)}", "pit")))
        device = request.get("table") if not dice.one_in(4) else dice.pick(("T1", "T2", "T9", "console"))
        return (dice.pick(("token", "table token")), "", device if isinstance(device, str) else "console")

    def announce(self, key: str, signature: str) -> Request:
        """Two people announce a key; now and then one that nobody signed."""
        return self._make("new_key", key=key, signature=signature if not self.dice.one_in(4) else "AA==")

    def _sensible(self) -> list[Request]:
        model, dice = self.model, self.dice
        if model.plan is None:
            return [self._begin()]
        if model.bank_short and dice.one_in(2):
            return [self._deposit(model.liability_cents + model.required_cents)]
        if (model.faults or model.table_faults or model.seized) and dice.one_in(4):
            return [self._mend()]
        kind = dice.weighted(
            (
                (self._play, 60),
                (self._whole_round, 12),
                (self._award, 20 if model.prizes else 2),
                (self._money, 10),
                (self._change, 9),
                (self._office, 5),
                (self._adjust, 7),
                (self._grant, 14 if model.asked else 1),
                (self._correct, 9),
            )
        )
        return kind()

    def _grant(self) -> list[Request]:
        """Whoever comes by looks at what waits for a second person."""
        dice, model = self.dice, self.model
        number = dice.pick(list(model.asked)) if model.asked and not dice.one_in(15) else model.asks + 1
        if dice.one_in(5):
            return [self._make("decline", ask=number, reason="a second thought")]
        return [self._make("grant", ask=number)]

    # The plan

    def _begin(self) -> Request:
        """Two people bring the first plan into force; others are too early."""
        dice, model = self.dice, self.model
        if dice.one_in(10):
            early = (self._play, self._money, self._adjust, self._office)
            return dice.pick(early)()[0]
        if model.proposal is None:
            if dice.one_in(10):
                return self._make("accept", plan="0" * 64)
            self.first = plans.first_plan(dice)
            return self._make("propose", plan=plan_to_json(self.first))
        return self._answer_proposal()

    def _answer_proposal(self) -> Request:
        assert self.model.proposal is not None
        if self.dice.one_in(8):
            return self._make("withdraw_proposal", reason="a second thought")
        hash = "0" * 64 if self.dice.one_in(12) else self.model.proposal.hash
        return self._make("accept", plan=hash)

    def _change(self) -> list[Request]:
        dice, model = self.dice, self.model
        if model.proposal is not None and not dice.one_in(6):
            return [self._answer_proposal()]
        if (model.waiting is not None and dice.one_in(3)) or dice.one_in(12):
            return [self._make("reset", reason="a full reset", second=self._second())]
        assert model.plan is not None
        new = plans.next_plan(dice, model.waiting or model.plan, model)
        return [self._make("propose", plan=plan_to_json(new))]

    # Rounds

    def _felt(self, table: str) -> Felt | None:
        return self.model.layout(table).felt if self.model.plan and self.plan.table(table) else None

    def _play(self) -> list[Request]:
        """What may come next at a table, and now and then what may not."""
        table = self._table()
        number = self._number(table)
        open_round = self.model.rounds.get(table)
        weights = {"wager": 12, "lock": 1, "result": 1, "void": 1}
        if open_round is not None:
            weights = {"wager": 6, "lock": 6, "result": 1, "void": 1}
            if open_round.locked:
                weights = {"wager": 1, "lock": 1, "result": 12, "void": 2}
        do = self.dice.weighted(tuple(weights.items()))
        if do == "wager":
            return [self._wager(table, number)]
        if do == "result":
            return [self._result(table, number)]
        reason = {"reason": "misdeal"} if do == "void" else {}
        return [self._make(do, table=table, round=number, **reason)]

    def _correct(self) -> list[Request]:
        """Somebody looks at the film of a round that is over; or money comes back, or is given up."""
        dice, model = self.dice, self.model
        if model.debts and dice.one_in(2):
            number = dice.pick(list(model.debts)) if not dice.one_in(15) else model.awarded + 1
            if dice.one_in(4):
                return [self._make("write_off", award=number, reason="gone")]
            owed = model.debts[number].cents if number in model.debts else 5
            amount = dice.pick((owed, 1, owed + 1, dice.pick(ODD_AMOUNTS)))
            return [self._make("collect", award=number, amount=amount, reference=self._paper("R"))]
        if model.given_up and dice.one_in(2):
            return [self._tell_again(dice.pick(list(model.given_up.values())))]
        if not model.results:
            return self._play()
        won = [key for key, outcome in model.results.items() if outcome.prizes]
        key = dice.pick(won) if won and not dice.one_in(4) else dice.pick(list(model.results)[-30:])
        outcome = model.results[key]
        seats = [seat for seat in outcome.seats if not dice.one_in(3)]
        made = self._result_of(key[0], key[1], seats, outcome.layout.felt)
        fields: dict[str, Any] = {name: made[name] for name in ("table", "round", "hands", "dealer") if name in made}
        if not dice.one_in(4):
            fields["entry"] = outcome.entry if not dice.one_in(12) else dice.between(1, model.seq + 1)
        if dice.one_in(25):
            fields |= dice.pick(({"table": "T9"}, {"table": "T1"}, {"round": 10_000}))
        if dice.one_in(4):
            seat = dice.pick(outcome.seats) if outcome.seats and not dice.one_in(15) else 9
            fields = {name: fields[name] for name in ("table", "round", "entry") if name in fields}
            return [self._make("take_back", **fields, seat=seat, reason="the chip was the next player's")]
        return [self._make("correct", **fields, reason="the film shows it")]

    def _tell_again(self, debt: Debt) -> Request:
        """Who was paid by mistake, and owes it no more, turns out to have won it after all."""
        outcome = self.model.results[debt.key]
        events = [prize.event for prize in outcome.gone if prize.seat == debt.seat]
        hands = {str(max(1, debt.seat)): {"event": events[-1]}}
        about = {"table": debt.key[0], "round": debt.key[1], "entry": outcome.entry}
        return self._make("correct", **about, hands=hands, reason="the film shows it")

    def _number(self, table: str) -> int:
        """The round at the table, or a number beside it."""
        open_round = self.model.rounds.get(table)
        number = open_round.number if open_round else self.model.last_round.get(table, 0) + 1
        return max(1, number + self.dice.weighted(((0, 60), (-1, 3), (1, 3), (1_000, 2), (99_999, 1), (100_001, 1))))

    def _wager(self, table: str, number: int) -> Request:
        dice = self.dice
        open_round = self.model.rounds.get(table)
        free = [seat for seat in range(1, 6) if open_round is None or seat not in open_round.seats]
        seats = dice.some(free or [1, 2])
        if dice.one_in(20):
            seats = dice.pick(([0], [1, 1], [99], [2, 5, 2], [1, 2, 3, 4, 5, 6]))
        fields: dict[str, Any] = {"table": table, "round": number, "seats": seats}
        if dice.one_in(10):
            fields["amount"] = dice.pick((self.plan.base_wager_cents, 300, 99, *ODD_AMOUNTS))
        if dice.one_in(10):
            fields["day"] = dice.pick((self.model.day or "2026-01-01", "2026-01-02", "2030-12-31"))
        return self._make("wager", **fields)

    def _result(self, table: str, number: int) -> Request:
        dice, felt = self.dice, self._felt(table)
        open_round = self.model.rounds.get(table)
        seats = sorted(open_round.seats) if open_round else [1]
        return self._result_of(table, number, [seat for seat in seats if not dice.one_in(4)], felt)

    def _result_of(self, table: str, number: int, seats: list[int], felt: Felt | None) -> Request:
        dice = self.dice
        fields: dict[str, Any] = {"table": table, "round": number}
        dealer = dice.pick(felt.dealers) if felt else ""
        if dealer and not dice.one_in(20):
            fields["dealer"] = dealer
        if dice.one_in(40):
            fields["dealer"] = dice.pick(BAD_CARDS)
        if dice.one_in(30):
            seats = [*seats, 6 if dice.one_in(2) else 9]
        hands = {str(seat): self._hand(felt, dealer) for seat in seats}
        made = self._make("result", **fields, hands=hands)
        if any(isinstance(hand, dict) for hand in hands.values()) and not dice.one_in(5):
            made["by"] = dice.pick(self._on("supervisor"))
        if needs_second(made) and not dice.one_in(4):
            made["second"] = self._second()
        return made

    def _hand(self, felt: Felt | None, dealer: str) -> Any:
        dice = self.dice
        if felt is None:
            return "As Ks Qs"
        if dice.one_in(8):
            return {"event": dice.pick([*felt.rows, *felt.rows, *felt.dashes, "five_aces"])}
        if dice.one_in(40):
            return dice.pick(BAD_CARDS)
        return dice.pick([own for own, shown in felt.hands if shown == dealer])

    def _whole_round(self) -> list[Request]:
        """A table that reports a round in one go."""
        table = self._table()
        number = self.model.last_round.get(table, 0) + 1
        seats = self.dice.some([1, 2, 3, 4, 5])
        return [
            self._make("wager", table=table, round=number, seats=seats),
            self._make("lock", table=table, round=number),
            self._result_of(table, number, seats, self._felt(table)),
        ]

    # Mistakes of the line

    def _same_id(self) -> Sent:
        """Another request under an id that was used before."""
        earlier = self.dice.pick(self.sent[-30:])
        request = dict(self.dice.pick(self._sensible()))
        if not earlier.is_broken:
            request["id"] = earlier.request["id"]
        return Sent(request)


def broken(dice: Dice, request: Request) -> Any:
    """The same request, with something wrong about its shape."""
    spoiled: Any = dict(request)
    optional: tuple[str, ...] = (
        "by",
        "second",
        "amount",
        "day",
        "dealer",
        "tax_form",
        "level",
        "reference",
        "camera",
        "evidence",
        "figure",
        "entry",
        "payee",
    )
    if request["do"] in ("fault", "clear"):
        optional = (*optional, "table")
    needed = [name for name in request if name not in optional]
    what = dice.below(6)
    if request["do"] == "propose" and dice.one_in(2):
        spoiled["plan"] = plans.spoil(dice, request["plan"])
    elif what == 0:
        del spoiled[dice.pick(needed)]
    elif what == 1:
        spoiled["color"] = "red"
    elif what == 2:
        wrong: tuple[Any, ...] = (None, 1.5, [], "", "a\nb", "a\ud800b", {"x": 1})
        name = dice.pick(needed)
        spoiled[name] = dice.pick(wrong if name not in ("plan", "hands") else wrong[:6])
    elif what == 3:
        spoiled["id"] = dice.pick(("", "a b", "x" * 65, "ä", 7, None))
    elif what == 4:
        spoiled = dice.pick((None, 3, "wager", [request], []))
    else:
        spoiled["do"] = dice.pick(("start", "WAGER", "_wager", None, 5, ["wager"]))
    return spoiled
