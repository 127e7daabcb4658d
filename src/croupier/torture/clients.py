"""The people of a casino as a seed plays them: mostly sensible, often wrong, never consistent.

They look at the model to stay in play, and send whatever the dice say. A request that is broken on purpose is marked,
since telling well-formed from malformed is the one judgment that the model does not repeat.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from croupier.jackpot.plan.link_plan import LinkPlan, plan_to_json
from croupier.torture import plans
from croupier.torture.dice import Dice
from croupier.torture.felts import Felt
from croupier.torture.mistakes import broken
from croupier.torture.model import REASONS, Model, Request
from croupier.torture.money_objections import MOST_CENTS
from croupier.torture.objections import BY_TWO, ROLES, needs_second

EVERYBODY = ("sam", "robin", "dana", "alex", "kim", "nobody")
OFFICE = (("close_day", 8), ("fault", 2), ("seize", 2), ("release", 1), ("clear", 1), ("new_chain", 1), ("new_key", 1),
          ("end", 2), ("appoint", 2), ("dismiss", 1))  # fmt: skip
BAD_CARDS = ("Zz", "As", "As As As As As As As", "As Ks Qs Js Ts 9s 8s 7s", "1s 2s", "♠")
ODD_AMOUNTS: tuple[Any, ...] = (0, -1, 1.5, 1.0, True, None, "100", [], {}, 10**11 + 1, 10**30, float("nan"))


class Sent(NamedTuple):
    """A request on its way."""

    request: Any
    is_broken: bool = False


class Clients:
    """Everybody who sends requests to one link."""

    def __init__(self, dice: Dice, model: Model) -> None:
        self.dice = dice
        self.model = model
        self.sent: list[Sent] = []
        self.first = plans.first_plan(dice)
        self._ids = 0

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
        return [Sent(request) for request in made]

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
                (self._award, 14),
                (self._money, 10),
                (self._change, 9),
                (self._office, 5),
                (self._adjust, 7),
                (self._grant, 14 if model.asked else 1),
                (self._correct, 9),
            )
        )
        return kind()

    # Words

    def _make(self, do: str, **fields: Any) -> Request:
        self._ids += 1
        made = {"id": f"c{self._ids}", "do": do, "by": self._who(do), **fields}
        if do in BY_TWO and "second" not in made:
            made["second"] = self._second()
        if "second" in made and self.dice.one_in(4):
            del made["second"]  # it waits for one
        return made

    def _grant(self) -> list[Request]:
        """Whoever comes by looks at what waits for a second person."""
        dice, model = self.dice, self.model
        number = dice.pick(list(model.asked)) if model.asked and not dice.one_in(15) else model.asks + 1
        if dice.one_in(5):
            return [self._make("decline", ask=number, reason="a second thought")]
        return [self._make("grant", ask=number)]

    def _who(self, do: str) -> str:
        """Whoever may, most of the time."""
        if self.dice.one_in(20):
            return self.dice.pick(EVERYBODY)
        fitting = ["sam", "robin"]
        if do in ROLES["dealer"]:
            fitting += ["dana", "dana", "dana"]
        if do in ROLES["accounting"]:
            fitting += ["alex", "alex"]
        return self.dice.pick(fitting)

    def _second(self) -> str:
        return self.dice.weighted((("robin", 5), ("sam", 5), ("dana", 1), ("nobody", 1)))

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

    @property
    def plan(self) -> LinkPlan:
        return self.model.plan or self.first

    def _table(self) -> str:
        return "T9" if self.dice.one_in(40) else self.dice.pick(self.plan.tables).id

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
        if model.debts and dice.one_in(3):
            number = dice.pick(list(model.debts)) if not dice.one_in(15) else model.awarded + 1
            if dice.one_in(4):
                return [self._make("write_off", award=number, reason="gone")]
            owed = model.debts[number].cents if number in model.debts else 5
            return [self._make("collect", award=number, amount=dice.pick((owed, 1, owed + 1)), reference="slip")]
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
        return [self._make("correct", **fields, reason="the film shows it")]

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
            made["by"] = "sam"
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

    # Awards

    def _award(self) -> list[Request]:
        dice, model = self.dice, self.model
        number = dice.pick(list(model.prizes)) if model.prizes and not dice.one_in(15) else model.awarded + 1
        prize = model.prizes.get(number)
        wants = "approve" if prize and prize.status == "pending" else "pay"
        do = dice.weighted(((wants, 12), ("approve", 1), ("pay", 1), ("reject", 6)))
        if do == "approve":
            return [self._make("approve", award=number)]
        if do == "reject":
            return [self._make("reject", award=number, reason="the camera shows another card")]
        fields: dict[str, Any] = {"award": number, "method": dice.pick(("cash", "check", "check"))}
        if not dice.one_in(3):
            fields["tax_form"] = "W-2G"
        if not dice.one_in(6):
            fields["reference"] = "1001"
        if not dice.one_in(6):
            fields["camera"] = "tape 7"
        return [self._make("pay", **fields)]

    # Money

    def _deposit(self, cents: int) -> Request:
        return self._make("deposit", amount=max(1, cents), reference="slip")

    def _money(self) -> list[Request]:
        dice, model = self.dice, self.model
        do = dice.weighted((("deposit", 4), ("withdraw", 3), ("statement", 2)))
        spare = model.bank_cents - model.required_cents
        amount: Any = dice.pick((1, 99, model.liability_cents, model.bank_books_cents, spare, spare + 1, 12_345))
        if do == "statement":
            amount = model.bank_books_cents + dice.weighted(((0, 5), (-1, 1), (1, 1), (-5_000, 1)))
        if dice.one_in(10):
            amount = dice.pick(ODD_AMOUNTS)
        return [self._make(do, amount=amount, reference="slip")]

    def _adjust(self) -> list[Request]:
        dice, model = self.dice, self.model
        reason = dice.pick((*REASONS, *REASONS, "recover_seed", "recover_seed_from_meter", "because"))
        level = dice.pick(self.plan.levels).number
        meter, seed = model.meter(level), model.seeds.get(level, 0)
        amount: Any = dice.pick((1, 3, 50, 1_000, meter, meter + 1, model.cents("reserve"), seed, seed + 1))
        if reason == "recover_seed_from_meter" and dice.one_in(2):
            amount = min(meter, seed)
        if reason == "recover_seed" and dice.one_in(2):
            amount = model.cents("reserve")
        if reason == "malfunction_down" and not dice.one_in(3):
            amount = dice.pick((1, 2, max(1, model.lately.get(level, [0])[0] // 1_000_000)))
        if reason.startswith("malfunction_") and "proved" in reason and not dice.one_in(3):
            amount = max(1, model.cents(f"custody.{level}"))
        if dice.one_in(10):
            amount = dice.pick(ODD_AMOUNTS)
        fields: dict[str, Any] = {"reason": reason, "amount": amount, "note": "see the log"}
        if reason == "malfunction_down" and not dice.one_in(8):
            right = meter - amount if type(amount) is int else 0
            fields |= {
                "evidence": "tape 7",
                "figure": min(MOST_CENTS, max(0, right + (0 if not dice.one_in(6) else 1))),
            }
        if (reason != "gross_receipts") != dice.one_in(12):
            fields["level"] = level if not dice.one_in(15) else 7
        return [self._adjust_by_two(fields)]

    def _adjust_by_two(self, fields: dict[str, Any]) -> Request:
        made = self._make("adjust", **fields, second=self._second())
        if made.get("second") == made["by"] and not self.dice.one_in(4):
            made["second"] = "robin" if made["by"] == "sam" else "sam"
        return made

    def _flood(self) -> list[Request]:
        """Sums beyond all reason, until an account can hold no more."""
        dice = self.dice
        level = dice.pick(self.plan.levels).number
        if dice.one_in(2):
            return [self._make("deposit", amount=MOST_CENTS, reference="slip") for _ in range(95)]
        fields = {"reason": dice.pick(("malfunction_up", "house_adds")), "amount": MOST_CENTS, "note": "x"}
        return [
            self._make("adjust", **fields, level=level, second=self._second()) for _ in range(dice.between(40, 190))
        ]

    # The office and the controller

    def _mend(self) -> Request:
        if self.model.seized:
            if not self.model.stated and not self.dice.one_in(3):
                return self._make("statement", amount=self.model.bank_books_cents, reference="after the writ")
            return self._make("release", reference="court order")
        at = {"table": self.dice.pick(list(self.model.table_faults))} if self.model.table_faults else {}
        return self._make("clear", reason="mended", second=self._second(), **(at if not self.model.faults else {}))

    def _office(self) -> list[Request]:
        do = self.dice.weighted(OFFICE)
        if do == "new_chain":
            return [self._make(do, head="0" * 64, reason="restored", second=self._second())]
        if do == "new_key":
            return [self._make(do, key="croupier-books+00000000+AQ==", signature="AA==", second=self._second())]
        if do == "close_day":
            return [self._make(do, day="2026-01-01" if self.dice.one_in(8) else self.model.day or "2026-01-01")]
        if do == "clear":
            return [self._make(do, reason="checked", second=self._second(), **self._at_a_table())]
        if do == "end":
            return [self._make(do, reason="moving out")] if self.dice.one_in(2) else self._play()
        if do == "appoint":
            role = self.dice.pick(("supervisor", "supervisor", "dealer", "accounting"))
            return [self._make(do, person=self.dice.pick(self._not_needed()), name="X", role=role)]
        if do == "dismiss":
            return [self._make(do, person=self.dice.pick((*self._not_needed(), "nobody", "kim")), reason="left")]
        if do == "fault":
            return [self._make(do, reason=self.dice.pick(("a", "b")), **self._at_a_table())]
        return [self._make(do, **{"reason" if do == "fault" else "reference": self.dice.pick(("a", "b"))})]

    def _not_needed(self) -> list[str]:
        """Whoever may come and go: two supervisors and a dealer are needed until the end of the trial."""
        supervisors = [person.id for person in self.plan.people if person.role == "supervisor"]
        return ["alex", "kim", *(["robin"] if len(supervisors) == 2 else [])]

    def _at_a_table(self) -> dict[str, str]:
        return {} if self.dice.one_in(2) else {"table": self._table()}

    # Mistakes of the line

    def _same_id(self) -> Sent:
        """Another request under an id that was used before."""
        earlier = self.dice.pick(self.sent[-30:])
        request = dict(self.dice.pick(self._sensible()))
        if not earlier.is_broken:
            request["id"] = earlier.request["id"]
        return Sent(request)
