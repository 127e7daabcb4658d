"""The people who do not deal: the cage, accounting and the supervisors, driven by a seed."""

from __future__ import annotations

from typing import Any

from croupier.jackpot.plan.link_plan import LinkPlan
from tests.torture.clients import plans
from tests.torture.clients.dice import Dice
from tests.torture.model.model import REASONS, Model, Request
from tests.torture.model.money_objections import MOST_CENTS
from tests.torture.model.objections import BY_TWO, ROLES

EVERYBODY = ("sam", "robin", "dana", "alex", "kim", "nobody")
OFFICE = (("close_day", 8), ("fault", 2), ("seize", 2), ("release", 1), ("clear", 1), ("new_chain", 1), ("new_key", 1),
          ("end", 2), ("appoint", 6), ("dismiss", 4), ("purge", 2))  # fmt: skip
ODD_AMOUNTS: tuple[Any, ...] = (0, -1, 1.5, 1.0, True, None, "100", [], {}, 10**11 + 1, 10**30, float("nan"))


class BackOffice:
    """People beside the tables, and how all of them make a request."""

    def __init__(self, dice: Dice, model: Model) -> None:
        self.dice = dice
        self.model = model
        self.first = plans.first_plan(dice)
        self._ids = 0

    # Words

    def _make(self, do: str, **fields: Any) -> Request:
        self._ids += 1
        made = {"id": f"c{self._ids}", "do": do, "by": self._who(do), **fields}
        if do in BY_TWO and "second" not in made:
            made["second"] = self._second()
        if "second" in made and self.dice.one_in(4):
            del made["second"]  # it waits for one
        return made

    def _who(self, do: str) -> str:
        """Somebody who may, most of the time."""
        if self.dice.one_in(20):
            return self.dice.pick(EVERYBODY)
        fitting = self._on("supervisor")
        if do in ROLES["dealer"]:
            fitting += 3 * self._on("dealer")
        if do in ROLES["accounting"]:
            fitting += 2 * self._on("accounting")
        return self.dice.pick(fitting)

    def _second(self) -> str:
        return self.dice.pick([*(5 * self._on("supervisor")), "dana", "nobody"])

    def two_supervisors(self) -> list[str]:
        """Those who would be called when something is wrong with the book itself."""
        return self._on("supervisor")[:2]

    def _on(self, role: str) -> list[str]:
        """Whoever has a role today."""
        return [person.id for person in self.plan.people if person.role == role]

    @property
    def plan(self) -> LinkPlan:
        return self.model.plan or self.first

    def _table(self) -> str:
        return "T9" if self.dice.one_in(40) else self.dice.pick(self.plan.tables).id

    # Awards

    def _late_rejects(self) -> list[int]:
        """Pending awards of rounds of which something large was paid already: too rare to be left to chance."""
        model = self.model
        of_rounds = {
            prize.no: model.results[prize.key].prizes for prize in model.prizes.values() if prize.key in model.results
        }
        return [
            number
            for number, prizes in of_rounds.items()
            if model.prizes[number].status == "pending"
            and any("approval" in each.duties and each.status == "paid" for each in prizes)
        ]

    def _award(self) -> list[Request]:
        dice, model = self.dice, self.model
        late = self._late_rejects()
        if late and not dice.one_in(3):
            return [self._reject(dice.pick(late))]
        number = dice.pick(list(model.prizes)) if model.prizes and not dice.one_in(15) else model.awarded + 1
        prize = model.prizes.get(number)
        wants = "approve" if prize and prize.status == "pending" else "pay"
        do = dice.weighted(((wants, 12), ("approve", 1), ("pay", 1), ("reject", 8)))
        if do == "approve":
            return [self._make("approve", award=number)]
        if (
            prize
            and ("camera" in prize.duties or dice.one_in(6))
            and (dice.one_in(12) if prize.film else not dice.one_in(4))
        ):
            return [self._make("confirm", award=number, camera=self._paper("C"))]
        if dice.one_in(4) if prize and prize.film else dice.one_in(40):
            film = prize.film if prize and prize.film and dice.one_in(6) else self._paper("C")
            return [self._make("correct_film", award=number, camera=film, reason="mistyped")]
        if do == "reject":
            return [self._reject(number)]
        fields: dict[str, Any] = {"award": number, "method": dice.pick(("cash", "check"))}
        if not dice.one_in(3):
            fields["tax_form"] = self._paper("W2G-", ("tax form",))
        if not dice.one_in(8):
            fields["reference"] = self._paper("", ("slip", "check"))
        if (prize and prize.film and dice.one_in(2)) or dice.one_in(20):
            fields["camera"] = prize.film if prize and prize.film and not dice.one_in(8) else "C7"
        if not dice.one_in(15):
            fields["payee"] = dice.pick(list(model.payees)) if model.payees and not dice.one_in(12) else 10_000
            if dice.one_in(2):
                fields["payee"] = {"name": f"Winner of {number}", "address": "", "identified": "passport"}
        return [self._make("pay", **fields)]

    def _reject(self, number: int) -> Request:
        """Most of the time by two supervisors who did not report the hand, of whom there are few."""
        prize = self.model.prizes.get(number)
        told = prize.reported_by if prize else ()
        fit = [each for each in self._on("supervisor") if each not in told]
        made = self._make("reject", award=number, reason="the camera shows another card")
        if len(fit) > 1 and not self.dice.one_in(4):
            made["by"] = self.dice.pick(fit)
            made["second"] = self.dice.pick([each for each in fit if each != made["by"]])
        return made

    def _paper(self, begins: str, sorts: tuple[str, ...] = ()) -> str:
        """The number of a check, a slip or a film: the next one, one that was used, or none that could be."""
        dice = self.dice
        if sorts and dice.one_in(5) and (known := sorted(each for each in self.model.numbers if each[0] in sorts)):
            return dice.pick(known)[1]
        if dice.one_in(15):
            return dice.pick(("slip", "no. 7", "123-45-6789", "12-3456789", "x" * 32 + "1", "-1", "W-2G", "98101-1234"))
        if dice.one_in(15) and self.model.numbers:
            used = dice.pick(sorted(self.model.numbers | self.model.numbers_elsewhere))[1]
            return used.upper() if dice.one_in(2) else used
        self._ids += 1
        return f"{begins}{self._ids}"

    # Money

    def _deposit(self, cents: int) -> Request:
        return self._make("deposit", amount=max(1, cents), reference=self._paper("D"))

    def _money(self) -> list[Request]:
        dice, model = self.dice, self.model
        do = dice.weighted((("deposit", 4), ("withdraw", 3), ("statement", 2)))
        spare = model.bank_cents - model.owed_cents
        amount: Any = dice.pick((1, 99, model.liability_cents, model.bank_books_cents, spare, spare + 1, 12_345))
        if do == "statement":
            amount = model.bank_books_cents + dice.weighted(((0, 5), (-1, 1), (1, 1), (-5_000, 1)))
        if dice.one_in(10):
            amount = dice.pick(ODD_AMOUNTS)
        return [self._make(do, amount=amount, reference=self._paper("D"))]

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
        if reason == "malfunction_down" and dice.one_in(2):
            return self._malfunction_twice(level)
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

    def _malfunction_twice(self, level: int) -> list[Request]:
        """Two reports of one malfunction: together they would take more off than wagers have brought."""
        by, second = self.two_supervisors()
        shown, brought = self.model.meter(level), self.model.lately.get(level, [0])[0] // 1_000_000
        amount = max(1, brought // 2 + self.dice.below(2))
        fields = {"reason": "malfunction_down", "amount": amount, "level": level, "note": "", "evidence": "tape 7"}
        figures = [min(MOST_CENTS, max(0, shown - times * amount)) for times in (1, 2)]
        made = [self._make("adjust", **fields, figure=figure) for figure in figures]
        return [{**each, "note": "see the log", "by": by, "second": second} for each in made]

    def _adjust_by_two(self, fields: dict[str, Any]) -> Request:
        made = self._make("adjust", **fields, second=self._second())
        if made.get("second") == made["by"] and not self.dice.one_in(4):
            made["second"] = self.dice.pick([each for each in self._on("supervisor") if each != made["by"]])
        return made

    def _flood(self) -> list[Request]:
        """Sums beyond all reason, until an account can hold no more."""
        dice = self.dice
        level = dice.pick(self.plan.levels).number
        if dice.one_in(2):
            return [self._make("deposit", amount=MOST_CENTS, reference=self._paper("F")) for _ in range(95)]
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
            days = [*(day for day, _ in self.model.unclosed[:1] * 6), self.model.day or "2026-01-01", "2026-01-01"]
            return [self._make(do, day=self.dice.pick(days))]
        if do == "clear":
            at = {"table": "T9"} if self.dice.one_in(4) else self._at_a_table()
            return [self._make(do, reason="checked", second=self._second(), **at)]
        if do == "purge":
            return [self._make(do, reason="their time is over")]
        if do == "end":
            return [self._make(do, reason="moving out")] if self.dice.one_in(2) else [self._make("fault", reason="a")]
        if do == "appoint":
            role = self.dice.pick(("supervisor", "supervisor", "dealer", "accounting"))
            person = self.dice.pick(self._not_needed())
            name = "Dana" if role == "accounting" and person == "kim" else person.title()
            if self.dice.one_in(6):
                name = self.dice.pick((name.upper(), f"{name} Elsewhere", "Kim", "Alex"))
            return [self._make(do, person=person, name=name, role=role)]
        if do == "dismiss":
            return [self._make(do, person=self.dice.pick((*self._not_needed(), "nobody", "kim")), reason="left")]
        if do == "fault":
            return [self._make(do, reason=self.dice.pick(("a", "b")), **self._at_a_table())]
        return [self._make(do, **{"reason" if do == "fault" else "reference": self.dice.pick(("a", "b"))})]

    def _not_needed(self) -> list[str]:
        """Whoever may come and go: somebody has to deal until the end, and the books keep two supervisors."""
        return ["alex", "kim", "kim", "robin", *(["sam"] if len(self._on("supervisor")) > 2 else [])]

    def _at_a_table(self) -> dict[str, str]:
        return {} if self.dice.one_in(2) else {"table": self._table()}
