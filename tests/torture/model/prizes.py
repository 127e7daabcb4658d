"""What the hands of a round win, worked out one seat after another on a slip of paper."""

from __future__ import annotations

from typing import NamedTuple

from croupier.jackpot.plan.link_plan import Level, LinkPlan, Threshold
from tests.torture.model.felts import Layout
from tests.torture.model.model import MILLION, Gross, Model, Net, Prize, Request


class Settled(NamedTuple):
    """What the hands of a round come to."""

    prizes: list[Prize]
    net: Net
    gross: Gross
    emptied: list[int]
    advanced: dict[int, int]
    """By level, the cents that the house put on its meter."""
    seeds: dict[int, int]
    """By level, how much of that is in the meter afterwards."""
    events: dict[int, str | None]
    before: dict[int, int]
    after: dict[int, int]
    reseeds: dict[int, int]
    refills: dict[int, list[int]]
    spilled: dict[int, int]


def settle(model: Model, request: Request) -> Settled:
    """The prizes of a round's result, what they move, and the levels that were won whole."""
    plan = model.plan
    assert plan is not None
    layout = model.layout(request["table"])
    key = (request["table"], request["round"])
    open_round = model.round(key)
    assert open_round is not None
    seats = sorted(open_round.seats)
    events = {seat: event_of(layout, request, seat) for seat in seats}
    emptied = [] if plan.type == "house" else _won_whole(layout, events)
    levels = {level.number: level for level in levels_after(plan, model.waiting, emptied)}
    before = {
        level.number: level.seed_cents if plan.type == "house" else model.meter(level.number) for level in plan.levels
    }
    reseeds = {number: level.reseed_cents for number, level in levels.items()}
    slip = _Slip(model, layout, events, before, reseeds)
    slip.pay_all(open_round.boosts)
    for number, prize in enumerate(slip.prizes, model.awarded + 1):
        prize.no, prize.key = number, key
    look_twice(model, watched(request["table"], request), slip.prizes)
    wait_for_jackpots(slip.prizes, slip.prizes)
    slip.fund()
    slip.refill(emptied, levels)
    net = {account: amount for account, amount in slip.net.items() if amount}
    if not slip.prizes:
        reseeds = {}
    return Settled(
        slip.prizes,
        net,
        slip.gross,
        emptied,
        slip.advanced,
        slip.seeds,
        events,
        before,
        slip.shown,
        reseeds,
        slip.refills,
        slip.spilled,
    )


def watched(table: str, request: Request) -> set[str]:
    """A table, and everybody who reports for it: for each of them small prizes are added up over the day."""
    return {f"at {table}", request["by"], request.get("second", request["by"])}


def look_twice(model: Model, behind: set[str], prizes: list[Prize]) -> None:
    """Small prizes that together reach the threshold are approved like a large one."""
    plan = model.plan_in_force
    least = next((each.approval_cents for each in _in_force(plan, model.day)), None)
    if least is None:
        return
    so_far = {who: model.small.get(who, 0) for who in behind}
    for prize in prizes:
        if "approval" in prize.duties:
            continue
        if max(so_far.values()) + prize.cents >= least:
            prize.duties.insert(0, "approval")
            prize.status = "pending"
        else:
            so_far = {who: cents + prize.cents for who, cents in so_far.items()}


def value_hands(
    model: Model,
    layout: Layout,
    events: dict[int, str | None],
    before: dict[int, int],
    reseeds: dict[int, int],
    boosts: dict[str, int],
) -> tuple[list[Prize], dict[int, int]]:
    """The prizes of hands with the meters as they were, without numbers; and what the meters then show."""
    slip = _Slip(model, layout, events, before, reseeds)
    slip.pay_all(boosts)
    return slip.prizes, slip.shown


def wait_for_jackpots(new: list[Prize], of_the_round: list[Prize]) -> None:
    """An envy waits while a jackpot of the same hand, of somebody else, is pending."""
    for prize in new:
        if prize.kind in ("envy", "dealer_envy"):
            prize.waits_for = [
                each.no
                for each in of_the_round
                if each.kind in ("meter", "fixed")
                and (each.event, each.status) == (prize.event, "pending")
                and each.seat != prize.seat
            ]
            if prize.waits_for:
                prize.status = "pending"


def levels_after(plan: LinkPlan, waiting: LinkPlan | None, won: list[int]) -> list[Level]:
    """The levels in force once some were won: those take what was waiting for their win."""
    if waiting is None or is_another_jackpot(plan, waiting):
        return list(plan.levels)
    return [waiting.level(level.number) if level.number in won else level for level in plan.levels]


def is_another_jackpot(plan: LinkPlan, new: LinkPlan) -> bool:
    """Whether a plan changes what the jackpot is, or a table that it keeps: that waits for a full reset."""
    for name in (
        "paytable",
        "base_wager_cents",
        "simultaneous",
        "below_seed",
        "overflow_to",
        "dealer_envy_from",
    ):
        if getattr(plan, name) != getattr(new, name):
            return True
    for table in new.tables:
        for before in plan.tables:
            if before.id == table.id and before != table:
                return True
    # Levels change one by one: no mixture of old and new rates may take more than the wager.
    worst = 0
    for old, each in zip(plan.levels, new.levels, strict=True):
        worst += max(old.increment_ppm + old.reserve_ppm, each.increment_ppm + each.reserve_ppm)
    return worst > MILLION


def event_of(layout: Layout, request: Request, seat: int) -> str | None:
    """The event that a seat's hand is, from its cards or as a supervisor read it; None without a hand."""
    hand = request["hands"].get(str(seat))
    if hand is None:
        return None
    if isinstance(hand, dict):
        event: str = hand["event"]
        return event
    return layout.felt.hands[hand, request.get("dealer", "")]


def _won_whole(layout: Layout, events: dict[int, str | None]) -> list[int]:
    rows = [layout.felt.rows[event] for event in events.values() if event]
    return sorted({row.level for row in rows if row.percent == 100})


class _Slip:
    """One round being worked out."""

    def __init__(
        self,
        model: Model,
        layout: Layout,
        events: dict[int, str | None],
        before: dict[int, int],
        reseeds: dict[int, int],
    ) -> None:
        self.model = model
        self.plan = model.plan_in_force
        self.layout = layout
        self.is_house = layout.felt.type == "house"
        self.rows = {seat: layout.felt.rows[event] if event else None for seat, event in events.items()}
        self.events = events
        self.reseeds = reseeds
        self.refills: dict[int, list[int]] = {}
        self.spilled: dict[int, int] = {}
        self.prizes: list[Prize] = []
        self.net: Net = {}
        self.gross: Gross = {}
        self.advanced: dict[int, int] = {}
        self.seeds: dict[int, int] = {}
        self.shown = dict(before)
        self.parts: dict[int, list[int]] = {}
        """By level, what several winners of all of it are still to be given."""
        self.reserve = model.cents("reserve")

    def pay_all(self, boosts: dict[str, int]) -> None:
        for seat in self.events:
            self.pay_hand(seat, boosts)
        for seat in self.events:
            self.pay_envy(seat)
        self.pay_dealer()

    def pay_hand(self, seat: int, boosts: dict[str, int]) -> None:
        row, event = self.rows[seat], self.events[seat]
        if row is None or event is None:
            return
        if not row.percent:
            cents = boosts.get(event, row.cents)
            self._add(seat, event, "fixed", None, cents * self.layout.base_wager_cents // 100, from_meter=False)
        elif self.is_house:
            self._add(seat, event, "meter", row.level, self.shown[row.level] * row.percent // 100, from_meter=False)
        elif row.percent < 100:
            cents = self.shown[row.level] * row.percent // 100
            self.shown[row.level] -= cents
            if self.layout.below_seed == "top-up":
                self.shown[row.level] = max(self.shown[row.level], self.reseeds[row.level])
            self._add(seat, event, "meter", row.level, cents, from_meter=True)
        else:
            self._pay_whole(seat, event, row.level)

    def _pay_whole(self, seat: int, event: str, level: int) -> None:
        winners = [who for who, row in self.rows.items() if row and row.percent == 100 and row.level == level]
        rule = self.layout.simultaneous if len(winners) > 1 else "sequential"
        if rule == "sequential":
            self._add(seat, event, "meter", level, self.shown[level], from_meter=True)
            self.shown[level] = self.reseeds[level]
            return
        if level not in self.parts:
            whole, count = self.shown[level], len(winners)
            first = whole if rule == "full" else whole - (count - 1) * (whole // count)
            other = whole if rule == "full" else whole // count
            self.parts[level] = [first] + [other] * (count - 1)
            self.shown[level] = self.reseeds[level]
        is_first = len(self.parts[level]) == len(winners)
        self._add(seat, event, "meter", level, self.parts[level].pop(0), from_meter=is_first or rule == "share")

    def pay_envy(self, seat: int) -> None:
        """For every hand of somebody else that carries an envy; once a round means the best of them."""
        others = [
            (row.envy_cents, self.events[who])
            for who, row in self.rows.items()
            if row and who != seat and row.envy_cents
        ]
        if self.layout.envy_per == "round" and others:
            best = max(cents for cents, _ in others)
            others = [next(each for each in others if each[0] == best)]
        for cents, event in others:
            assert event is not None
            self._add(seat, event, "envy", None, cents * self.layout.base_wager_cents // 100, from_meter=False)

    def pay_dealer(self) -> None:
        percent = self.layout.felt.dealer_envy_percent
        from_reserve = self.layout.dealer_envy_from == "reserve"
        for prize in list(self.prizes) if percent else []:
            if prize.kind == "meter" and self.layout.felt.rows[prize.event].percent == 100:
                cents = prize.cents * percent // 100
                self._add(0, prize.event, "dealer_envy", prize.level, cents, from_meter=from_reserve)

    def _add(self, seat: int, event: str, kind: str, level: int | None, cents: int, *, from_meter: bool) -> None:
        duties = _duties(self.plan, self.model.day, cents)
        status = "payable"
        if kind in ("fixed", "envy") and not duties:
            status = "paid"
        if "approval" in duties:
            status = "pending"
        self.prizes.append(Prize(0, seat, event, kind, level, cents, from_meter, duties, status))

    def fund(self) -> None:
        """Where each prize comes from, in order: the reserve is used up by those who come first."""
        for prize in self.prizes:
            source = "prizes"
            if prize.kind == "meter" and prize.from_meter:
                source = f"meter.{prize.level}"
            if prize.kind == "dealer_envy" and prize.from_meter:
                part = min(self.reserve, prize.cents)
                self.reserve -= part
                prize.sources = [("reserve", part), ("prizes", prize.cents - part)]
            else:
                prize.sources = [(source, prize.cents)]
            prize.sources = [(account, cents) for account, cents in prize.sources if cents]
            for account, cents in prize.sources:
                self._move(account, {"paid": "cage", "pending": "pending", "payable": "payable"}[prize.status], cents)

    def refill(self, emptied: list[int], levels: dict[int, Level]) -> None:
        """Each meter up to what it shows now, from the reserve and then from the house; then what had spilled over."""
        if self.plan.type == "house":
            return
        for level in self.plan.levels:
            number, account = level.number, f"meter.{level.number}"
            there = self.model.meter(number) + self.net.get(account, 0) // MILLION
            missing = self.shown[number] - there
            part = min(self.reserve, missing)
            self.reserve -= part
            if missing:
                self.refills[number] = [part, missing - part, 0]
            self._move("reserve", account, part)
            self._move(f"seed_advanced.{number}", account, missing - part)
            if missing > part:
                self.advanced[number] = missing - part
                # Winners one after another take seeds along: what is left is no more than what is shown.
                self.seeds[number] = min(missing - part, self.shown[number]) if number in emptied else missing - part
            spilled = self.model.cents(f"overflow.{number}")
            if number in emptied and self.plan.overflow_to == "reserve":
                self._move(f"overflow.{number}", "reserve", spilled)
                if spilled:
                    self.spilled[number] = spilled
            elif number in emptied:
                limit = levels[number].limit_cents
                room = spilled if limit is None else max(0, limit - self.shown[number])
                self._move(f"overflow.{number}", account, min(room, spilled))

    def _move(self, debit: str, credit: str, cents: int) -> None:
        self.net[debit] = self.net.get(debit, 0) - cents * MILLION
        self.net[credit] = self.net.get(credit, 0) + cents * MILLION
        out, into = self.gross.get(debit, (0, 0)), self.gross.get(credit, (0, 0))
        self.gross[debit] = (out[0] + cents * MILLION, out[1])
        self.gross[credit] = (into[0], into[1] + cents * MILLION)


def _duties(plan: LinkPlan, day: str, cents: int) -> list[str]:
    """What an award of this size brings with it on a gambling day."""
    for in_force in _in_force(plan, day):
        return _duties_by(in_force, plan, cents)
    return []


def _in_force(plan: LinkPlan, day: str) -> list[Threshold]:
    """The thresholds of a day; none where none has begun."""
    begun = sorted((each.begins, place) for place, each in enumerate(plan.thresholds) if each.begins <= day)
    return [plan.thresholds[begun[-1][1]]] if begun else []


def _duties_by(in_force: Threshold, plan: LinkPlan, cents: int) -> list[str]:
    duties = []
    if in_force.approval_cents is not None and cents >= in_force.approval_cents:
        duties.append("approval")
    if in_force.camera_cents is not None and cents >= in_force.camera_cents:
        duties.append("camera")
    if in_force.check_over_cents is not None and cents > in_force.check_over_cents:
        duties.append("check")
    least = in_force.tax_form_times * plan.base_wager_cents
    if in_force.tax_form_cents is not None and cents >= in_force.tax_form_cents and cents >= least:
        duties.append("tax_form")
    return duties
