"""Reads codes.txt, and sets up the states of a link that its words name."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from croupier import catalogue
from croupier.cards.shuffle import SeededSource
from croupier.casino.floor import load_layout
from croupier.casino.scripted import scripted
from croupier.errors import CroupierError
from croupier.jackpot.actors import make_record
from croupier.jackpot.book.book import JackpotBook, Reply
from croupier.jackpot.book.recovery import Identity
from croupier.jackpot.checkpoints import Signer
from croupier.jackpot.entries import ToldRound
from croupier.jackpot.kinds.link import Barred
from croupier.jackpot.plan.link_plan import Level, LinkPlan, TablePlan, Threshold, plan_hash, plan_to_json
from tests.jackpot.carrying import with_rules
from tests.jackpot.floor import staff
from tests.jackpot.memory import MemoryStore
from tests.jackpot.papers import payee, with_papers
from tests.torture.witness import MemoryWitness, signer_from

SPEC = str(catalogue.configuration("keep-it-straight(edition=washington, straight_flush_progressive=PT-BJS-HCF-SF-01)"))

PLAN = with_rules(
    LinkPlan(
        id="sf",
        title="Straight Flush",
        type="progressive",
        jurisdiction="nevada",
        paytable="PT-BJS-HCF-SF-01",
        base_wager_cents=100,
        levels=(Level(1, 1_000_000, 1_000_000, 1_000_000, increment_ppm=180_000, reserve_ppm=20_000),),
        tables=tuple(TablePlan(table, SPEC, "straight_flush_progressive", 6, "here") for table in ("T1", "T2")),
        people=staff(sam="supervisor", robin="supervisor", dana="dealer", alex="accounting", pat="auditor"),
        thresholds=(Threshold("2026-01-01", 50_000, 50_000, 100_000, 200_000),),
        unreasonable_cents=600,
    )
)
ENVY_PLAN = with_rules(
    replace(
        PLAN,
        paytable="PT-BJS-HCF-SF-E01",
        tables=tuple(replace(table, game=SPEC.replace("SF-01", "SF-E01")) for table in PLAN.tables),
    )
)
SIGNER = signer_from("casino")
NEXT_KEY, OWN_KEY = signer_from("next").vkey, Signer.generate("sam").vkey
AGAINST_THE_RULES = "against the rules"
LEFT_OUT = object()

# The rows of every block, above its own.
EVERY = (
    ("malformed", 'color = "red"'),
    ("stopped", "[the book is closed]"),
    ("id_reused", "[the id stands for another request]"),
)


class Row(NamedTuple):
    code: str
    states: tuple[str, ...]
    fields: dict[str, str]
    """By name the value as it is written."""


@dataclass(frozen=True)
class Block:
    """One kind of request with its rows, in order of precedence."""

    title: str
    given: tuple[str, ...]
    asks: dict[str, str]
    rows: tuple[Row, ...]

    @property
    def kind(self) -> str:
        return self.title.partition(":")[0]


def read_blocks(path: Path) -> list[Block]:
    """Every block of the file; a blank line ends one."""
    blocks = []
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    for is_blank, group in itertools.groupby(lines, key=lambda line: not line.strip()):
        if not is_blank:
            title, *rest = group
            given = tuple(line.removeprefix("given ").strip() for line in rest if line.startswith("given "))
            asks = next(_mistakes(line.removeprefix("asks "))[1] for line in rest if line.startswith("asks "))
            own = [line.split(maxsplit=1) for line in rest if line.startswith(" ")]
            rows = [Row(code, *_mistakes(text[0] if text else "")) for code, *text in own]
            if rows[0].code != "malformed":
                rows = [Row(code, *_mistakes(text)) for code, text in EVERY] + rows
            blocks.append(Block(title, given, asks, tuple(rows)))
    return blocks


def _mistakes(text: str) -> tuple[tuple[str, ...], dict[str, str]]:
    states, fields = [], {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        if part.startswith("["):
            states.append(part[1:-1])
        else:
            name, _, value = part.partition(" = ")
            fields[name] = value
    return tuple(states), fields


class Desk:
    """A link, and somebody who brings it into a state."""

    def __init__(self, words: list[str]) -> None:
        self._numbers = itertools.count()
        self.forbidden = False
        """Whether the floor has changed so that no plan is allowed any more."""
        self.changes: dict[str, Any] = {}
        """What the plan that is proposed changes."""
        self.right: dict[str, Any] = {}
        """The request without a mistake."""
        self.now = 0
        store = MemoryStore()
        store.witness = MemoryWitness(SIGNER)
        self.book = JackpotBook.open(
            store, "sf", load_layout, SeededSource(1), lambda: self.now, Identity("s", "r"), self._check_plan
        )
        for word in words:
            self.changes |= CHANGES.get(word, {})
        self.begins = ENVY_PLAN if "envy is paid" in words else PLAN
        if "it has no approval, in Washington" in words:
            self.begins = replace(PLAN, jurisdiction="washington", approval="on record")
        if "nobody approved a plan" not in words:
            self._go_live()

    def post(self, do: str, by: str, **fields: Any) -> Reply:
        return self.say(with_papers(self.book, {"id": f"setup-{next(self._numbers)}", "do": do, "by": by, **fields}))

    def say(self, request: dict[str, Any]) -> Reply:
        return self.book.post_all([scripted(request)])[0]

    def must(self, do: str, by: str, **fields: Any) -> None:
        reply = self.post(do, by, **fields)
        assert reply.code == "ok", reply

    def _go_live(self) -> None:
        self.must("propose", "sam", plan=plan_to_json(self.begins))
        self.must("accept", "robin", plan=plan_hash(self.begins))
        self.must("deposit", "alex", amount=1_000_000, reference="the seed")
        self.must("wager", "dana", table="T1", round=1, seats=[1])
        self.must("lock", "dana", table="T1", round=1)
        self.must("result", "dana", table="T1", round=1, hands={})

    def _check_plan(self, plan: LinkPlan) -> None:
        if self.forbidden or plan.title == AGAINST_THE_RULES:
            raise CroupierError("these tables may not be linked")

    def proposal(self) -> LinkPlan:
        return replace(self.begins, **self.changes)

    def value(self, text: str) -> Any:
        """A value as the file writes it."""
        if text == "-":
            return LEFT_OUT
        if not text.startswith("@"):
            return json.loads(text)
        if text == "@hash":
            return plan_hash(self.proposal())
        if text == "@key":
            return NEXT_KEY
        if text == "@own key":
            return OWN_KEY
        if text == "@signature":
            return SIGNER.say("sf", "new key", NEXT_KEY)
        plan = plan_to_json(PLAN)
        if text == "@plan of another link":
            plan["id"] = "other"
        if text == "@plan for another jurisdiction":
            plan["jurisdiction"] = "generic"
        if text == "@plan against the rules":
            plan["title"] = AGAINST_THE_RULES
        if text == "@plan with a word for a rate":
            plan["levels"][0]["increment_ppm"] = "many"
        return plan

    # States

    def day_over(self) -> None:
        self.now = 1_767_333_600_000  # six in the morning of the second day

    def round_open(self) -> None:
        self.must("wager", "dana", table="T1", round=8, seats=[1])

    def seat_2(self) -> None:
        self.must("wager", "dana", table="T1", round=8, seats=[2])

    def dana_asks(self) -> None:
        self.must("void", "dana", table="T1", round=8, reason="misdeal")

    def sam_asks(self) -> None:
        self.must("void", "sam", table="T1", round=8, reason="misdeal")

    def voided(self) -> None:
        self.must("void", "dana", second="robin", table="T1", round=8, reason="misdeal")

    def round_locked(self) -> None:
        self.must("lock", "dana", table="T1", round=8)

    def fault(self) -> None:
        self.must("fault", "dana", reason="no answer")

    def table_stopped(self) -> None:
        self.must("fault", "dana", reason="the sensor is dark", table="T1")

    def ended(self) -> None:
        self.must("end", "sam", second="robin", reason="moving out")

    def seized(self) -> None:
        self.must("seize", "alex", reference="court order")

    def stated(self) -> None:
        self.more_in_bank()
        self.must("statement", "sam", amount=self.book.state.bank_cents, reference="after the writ")

    def bank_empty(self) -> None:
        self.must("statement", "sam", amount=0, reference="statement 11")

    def more_in_bank(self) -> None:
        state = self.book.state
        self.must("deposit", "alex", amount=100 + state.liability_cents - state.bank_cents, reference="slip")

    def proposed(self) -> None:
        self.must("propose", "sam", plan=plan_to_json(self.proposal()))

    def withdrawn(self) -> None:
        self.must("withdraw_proposal", "sam", reason="a second thought")

    def waiting(self) -> None:
        level = replace(PLAN.levels[0], limit_cents=1_000_050)
        new = replace(PLAN, levels=(level,))
        self.must("propose", "sam", plan=plan_to_json(new))
        self.must("accept", "robin", plan=plan_hash(new))

    def meter_rises(self) -> None:
        self.must("adjust", "sam", second="robin", reason="house_adds", level=1, amount=100, note="a gift")

    def award_pending(self) -> None:
        self._win(["1"])

    def shared(self) -> None:
        self._win(["1", "2"])

    def robin_reports(self) -> None:
        self._win(["1"], "robin")

    def _win(self, seats: list[str], by: str = "dana") -> None:
        hands = dict(zip(seats, ("9s 8s 7s 6s 5s 4s 3s", "9h 8h 7h 6h 5h 4h 3h"), strict=False))
        self.must("wager", "dana", table="T2", round=1, seats=[int(seat) for seat in seats])
        self.must("lock", "dana", table="T2", round=1)
        self.must("result", by, table="T2", round=1, hands=hands)

    def approved(self) -> None:
        self.must("approve", "robin", award=1)

    def both_approved(self) -> None:
        self.approved()
        self.must("approve", "robin", award=2)

    def rejected(self) -> None:
        self.must("reject", "robin", second="sam", award=1, reason="the camera shows another card")

    def paid_by_mistake(self) -> None:
        self._win(["1"])
        self.more_in_bank()
        self.approved()
        self.must("pay", "alex", award=1, method="check", tax_form="W-2G", reference="1001", camera="tape 7")
        about: dict[str, Any] = {"table": "T2", "round": 1, "hands": {}, "reason": "the film"}
        self.must("correct", "sam", second="robin", entry=self.book.state.seq - 4, **about)

    def pending_with_envy(self) -> None:
        self.must("wager", "dana", table="T2", round=1, seats=[1, 2])
        self.must("lock", "dana", table="T2", round=1)
        self.must("result", "dana", table="T2", round=1, hands={"1": "9s 8s 7s 6s 5s 4s 3s"})

    def house_adds(self) -> None:
        self.must("adjust", "sam", second="robin", reason="house_adds", level=1, amount=1_000_000, note="x")

    def much_money(self) -> None:
        for _ in range(46):
            self.must("deposit", "alex", amount=10**11, reference="slip")

    def floor_changes(self) -> None:
        self.forbidden = True

    def film_confirmed(self) -> None:
        self.must("confirm", "sam", award=1, camera="tape-7")
        payee(self.book)

    def record_expired(self) -> None:
        old = make_record("sf", 3, "Winner", "", "passport", "2025-12-31", "salt")
        self.book.store.keep_personal(old)

    def other_paid(self) -> None:
        if "2" not in self.book.state.awards:
            return  # two rows of a block ask for it
        self.must("pay", "alex", award=2, method="check", tax_form="W-2G", reference="1002", camera="tape 8")

    def posted(self) -> None:
        assert self.say(self.right).code == "ok"

    def id_used(self) -> None:
        other = {"id": self.right["id"], "do": "propose", "by": "sam", "plan": plan_to_json(PLAN)}
        if self.book.state.plan is not None:
            other = {"id": self.right["id"], "do": "fault", "by": "sam", "reason": "another matter"}
        assert self.say(other).code == "ok"

    def closed(self) -> None:
        self.book.close()

    def restored(self) -> None:
        self.book.link.barred = Barred("restored from a backup", 1, 9, "cafe", SIGNER.vkey, "", "s", "r", {})

    def told_beside(self) -> None:
        other = ToldRound(round=8, hands={"1": "2c 3d 4h 5s 7c 8d 9h"}, dealer="")
        self.book.link.told_beside = lambda _table: [other]

    def new_chain(self) -> None:
        self.restored()
        begun = {"id": "chain", "do": "new_chain", "by": "sam", "second": "robin", "head": "cafe", "reason": "disk"}
        assert self.say(begun).code == "ok"

    def nothing(self) -> None:
        """Said by what is left out, or by the plan that is proposed."""


CHANGES: dict[str, dict[str, Any]] = {
    "it has no approval, in Washington": {"approval": ""},
    "its limit is below the meter": {"levels": (replace(PLAN.levels[0], limit_cents=1_000_000),)},
    "it drops table T1": {"tables": PLAN.tables[1:]},
}

STATES: dict[str, Callable[[Desk], None]] = {
    "nobody approved a plan": Desk.nothing,
    **dict.fromkeys(CHANGES, Desk.nothing),
    "the day is over": Desk.day_over,
    "the other jackpot was told other cards": Desk.told_beside,
    "the film of award 1 is confirmed": Desk.film_confirmed,
    "a record need no longer be kept": Desk.record_expired,
    "round 8 is open": Desk.round_open,
    "Dana asks to void round 8": Desk.dana_asks,
    "Sam asks to void round 8": Desk.sam_asks,
    "round 8 is voided": Desk.voided,
    "seat 2 wagers too": Desk.seat_2,
    "the round is locked": Desk.round_locked,
    "the controller is at fault": Desk.fault,
    "table T1 is stopped": Desk.table_stopped,
    "the link is ended": Desk.ended,
    "the funds are seized": Desk.seized,
    "the bank holds nothing": Desk.bank_empty,
    "100 cents more are in the bank": Desk.more_in_bank,
    "a plan is proposed": Desk.proposed,
    "the proposal is withdrawn": Desk.withdrawn,
    "a plan waits for the next win": Desk.waiting,
    "the meter rises above its limit": Desk.meter_rises,
    "award 1 is pending": Desk.award_pending,
    "two share the meter": Desk.shared,
    "Robin reports a winning hand": Desk.robin_reports,
    "award 1 is approved": Desk.approved,
    "both awards are approved": Desk.both_approved,
    "award 1 is rejected": Desk.rejected,
    "award 2 is paid by check": Desk.other_paid,
    "award 1 is paid and was none": Desk.paid_by_mistake,
    "envy is paid": Desk.nothing,
    "award 1 is pending beside seat 2": Desk.pending_with_envy,
    "the house adds a million": Desk.house_adds,
    "the bank has sent a statement": Desk.stated,
    "the bank can hold no more": Desk.much_money,
    "the floor has changed": Desk.floor_changes,
    "it was posted": Desk.posted,
    "the id stands for another request": Desk.id_used,
    "the book is closed": Desk.closed,
    "the book was restored": Desk.restored,
    "a new chain was begun": Desk.new_chain,
}


def answer(block: Block, rows: tuple[Row, ...]) -> Reply:
    """The answer to a block's request with the mistakes of some of its rows; the first of them wins a field."""
    # From the last row up: what stops a table or the book comes after what happens at the tables.
    states = [*block.given, *(state for row in reversed(rows) for state in row.states)]
    desk = Desk(states)
    desk.right = {"id": "asked", "do": block.kind, **{name: desk.value(text) for name, text in block.asks.items()}}
    asked = dict(desk.right)
    for row in reversed(rows):
        asked |= {name: desk.value(text) for name, text in row.fields.items()}
    for state in states:
        STATES[state](desk)
    return desk.say({name: value for name, value in asked.items() if value is not LEFT_OUT})
