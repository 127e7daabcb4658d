"""What a round comes to when its result was wrong, worked out on a slip of paper.

The right hands are settled once more with the meters as they were; awards that differ are struck out, missed ones are
written down, and the meter of today moves by as much as it would have shown more or less after the round.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from croupier.jackpot.plan.link_plan import Level, Levels
from tests.torture.model.model import MILLION, PLAYERS, Debt, Gross, Key, Model, Net, Prize, Request, ResultDone
from tests.torture.model.prizes import event_of, look_twice, value_hands, wait_for_jackpots, watched

ENVY = ("envy", "dealer_envy")


@dataclass
class Change:
    """What a correction does."""

    gone: list[Prize] = field(default_factory=list)
    added: list[Prize] = field(default_factory=list)
    released: list[Prize] = field(default_factory=list)
    """Envies that wait no longer."""
    waits: dict[int, list[int]] = field(default_factory=dict)
    """By envy that stands, the jackpots that it now waits for."""
    debts: dict[int, Debt] = field(default_factory=dict)
    given_up: dict[int, Debt] = field(default_factory=dict)
    """Debts that were written off: the money is still where it was paid to."""
    events: dict[int, str | None] = field(default_factory=dict)
    after: dict[int, int] = field(default_factory=dict)
    reseeds: dict[int, int] = field(default_factory=dict)
    refills: dict[int, list[int]] = field(default_factory=dict)
    seeds_before: dict[int, int] = field(default_factory=dict)
    seeds: dict[int, int] = field(default_factory=dict)
    wins: dict[int, int] = field(default_factory=dict)
    spilled: dict[int, int] = field(default_factory=dict)
    restored: dict[int, Level] = field(default_factory=dict)
    """By level, the parameters that are in force again."""
    forgotten: list[int] = field(default_factory=list)
    """Levels whose win has become none."""
    net: Net = field(default_factory=dict)
    gross: Gross = field(default_factory=dict)
    due: int = 0
    """What the house owes the bank account in consequence."""
    makes_up: bool = False

    def move(self, debit: str, credit: str, cents: int) -> None:
        """Note cents from one account to another, and what the house then owes the bank."""
        if not cents:
            return
        self.net[debit] = self.net.get(debit, 0) - cents * MILLION
        self.net[credit] = self.net.get(credit, 0) + cents * MILLION
        out, into = self.gross.get(debit, (0, 0)), self.gross.get(credit, (0, 0))
        self.gross[debit] = (out[0] + cents * MILLION, out[1])
        into = self.gross.get(credit, (0, 0))
        self.gross[credit] = (into[0], into[1] + cents * MILLION)
        of_house = [name.split(".")[0] in ("prizes", "receivable", "seed_advanced") for name in (debit, credit)]
        kept = [name.split(".")[0] in PLAYERS and name not in ("pending", "payable") for name in (debit, credit)]
        self.due += cents * ((of_house[0] and kept[1]) - (of_house[1] and kept[0]))


def cited(model: Model, request: Request) -> ResultDone | None:
    """The round that a correction means; None where nobody could know."""
    key = (request["table"], request["round"])
    outcome = model.results.get(key)
    if outcome is None:
        return None
    known = outcome.restated or any(prize.key == key for prize in model.prizes.values())
    if "entry" not in request:
        return outcome if known else None
    return outcome if outcome.restated or request["entry"] == outcome.entry else None


def is_other_result(model: Model, request: Request) -> bool:
    """Whether the entry cited has been restated since."""
    outcome = cited(model, request)
    return outcome is not None and outcome.restated and bool(request.get("entry", outcome.entry) != outcome.entry)


def change_of(model: Model, request: Request) -> tuple[Key, Change]:
    """What an accepted reject or correction does."""
    if request["do"] == "correct":
        key = (request["table"], request["round"])
        outcome = model.results[key]
        events = {seat: event_of(outcome.layout, request, seat) for seat in outcome.seats}
        return key, restate(model, key, events, request)
    if request["do"] == "take_back":
        key = (request["table"], request["round"])
        outcome = model.results[key]
        events = {seat: won for seat, won in outcome.events.items() if seat != request["seat"]}
        change = restate(model, key, events, request)
        if not change.gone and not change.added:  # nobody wins more or less, so no meter moves
            change = _beginning(model, key)
            change.events = events
            _stand(model, change, outcome.prizes)
        change.move("house", "wagers", outcome.layout.base_wager_cents)
        return key, change
    prize = model.prizes[request["award"]]
    outcome = model.results[prize.key]
    if prize.kind in ENVY:
        change = _beginning(model, prize.key)
        _strike_out(model, change, prize)
        _stand(model, change, [each for each in outcome.prizes if each is not prize])
        return prize.key, change
    return prize.key, restate(model, prize.key, {**outcome.events, prize.seat: None}, request)


def _beginning(model: Model, key: Key) -> Change:
    outcome = model.results[key]
    return Change(
        debts={no: replace(debt) for no, debt in model.debts.items() if debt.key == key},
        given_up={no: replace(debt) for no, debt in model.given_up.items() if debt.key == key},
        events=dict(outcome.events),
        after=dict(outcome.after),
        reseeds=dict(outcome.reseeds),
        refills={level: list(parts) for level, parts in outcome.refills.items()},
        seeds_before=dict(outcome.seeds_before),
        spilled=dict(outcome.spilled),
    )


def restate(model: Model, key: Key, events: dict[int, str | None], request: Request) -> Change:
    """The round as these hands make it."""
    outcome = model.results[key]
    plan = model.plan_in_force
    change = _beginning(model, key)
    change.events = events
    change.reseeds = {level.number: level.reseed_cents for level in plan.levels} | outcome.reseeds
    right, shown = value_hands(model, outcome.layout, events, outcome.before, change.reseeds, outcome.boosts)
    stands: list[Prize] = []
    for parts in _whole(outcome.prizes):
        match = next((each for each in right if _alike(parts, each)), None)
        if match is None:
            for part in parts:
                _strike_out(model, change, part)
        else:
            right.remove(match)
            stands += parts
    look_twice(model, watched(key[0], request), right)
    for prize in right:
        _write_down(model, change, prize, key)
    wait_for_jackpots([each for each in change.added if each.status != "paid"], [*stands, *change.added])
    for prize in change.added:
        _fund(model, change, prize)
    _stand(model, change, stands)
    if plan.type == "progressive":
        rows = outcome.layout.felt.rows
        won = {rows[event].level for event in events.values() if event and rows[event].percent == 100}
        _restore(change, outcome, plan.levels, won)
        for level in plan.levels:
            in_force = change.restored.get(level.number, level)
            _move_meter(model, change, outcome, in_force, shown[level.number], is_won=level.number in won)
    return change


def _restore(change: Change, outcome: ResultDone, levels: Levels, won: set[int]) -> None:
    """Parameters that waited for a win which was none wait again, unless others are in force by now."""
    now = {level.number: level for level in levels}
    for number in sorted(won_whole(outcome) - won):
        change.forgotten.append(number)
        if number in outcome.levels and outcome.levels[number][1] == now[number]:
            mixed = {**now, **change.restored, number: outcome.levels[number][0]}
            if sum(level.increment_ppm + level.reserve_ppm for level in mixed.values()) <= MILLION:
                change.restored[number] = outcome.levels[number][0]


def _whole(prizes: list[Prize]) -> list[list[Prize]]:
    """Prizes, those in two parts together."""
    found: dict[int, list[Prize]] = {}
    for prize in prizes:
        found.setdefault(prize.rest_of or prize.no, []).append(prize)
    return list(found.values())


def _alike(parts: list[Prize], right: Prize) -> bool:
    first = parts[0]
    same = (first.seat, first.kind, first.event, first.level, first.from_meter)
    return same == (right.seat, right.kind, right.event, right.level, right.from_meter) and right.cents == sum(
        part.cents for part in parts
    )


def _strike_out(model: Model, change: Change, prize: Prize) -> None:
    change.gone.append(prize)
    is_paid = prize.no not in model.prizes
    where = "receivable" if is_paid else prize.status
    for source, cents in prize.sources:
        change.move(where, source, cents)
    if is_paid and prize.cents:
        change.debts[prize.no] = Debt(prize.key, prize.seat, prize.cents)


def _write_down(model: Model, change: Change, prize: Prize, key: Key) -> None:
    """A prize that was missed; what its seat has in hand by mistake counts."""
    prize.key = key
    prize.no = model.awarded + len(change.added) + 1
    if prize.status == "paid":
        prize.status = "payable"
    in_hand = 0
    for no in sorted(change.debts):
        debt = change.debts[no]
        if debt.seat == prize.seat:
            part = min(debt.cents, prize.cents - in_hand)
            debt.cents -= part
            in_hand += part
    for _, debt in sorted(change.given_up.items()):
        part = min(debt.cents, prize.cents - in_hand) * (debt.seat == prize.seat)
        debt.cents -= part
        in_hand += part
        change.move("receivable", "prizes", part)
    if in_hand:
        change.added.append(replace(prize, cents=in_hand, duties=[], status="paid"))
        prize = replace(prize, no=prize.no + 1, cents=prize.cents - in_hand, rest_of=prize.no)
        if not prize.cents:
            return
    change.added.append(prize)


def _fund(model: Model, change: Change, prize: Prize) -> None:
    to = "receivable" if prize.status == "paid" else prize.status
    prize.sources = []
    if prize.kind == "dealer_envy" and prize.from_meter:
        part = min(max(0, _there(model, change, "reserve")), prize.cents)
        parts = [("reserve", part), ("prizes", prize.cents - part)]
    elif prize.kind == "meter" and prize.from_meter:
        parts = [(f"meter.{prize.level}", prize.cents)]
    else:
        parts = [("prizes", prize.cents)]
    for source, cents in parts:
        if cents:
            prize.sources.append((source, cents))
            change.move(source, to, cents)


def _stand(model: Model, change: Change, stands: list[Prize]) -> None:
    """Envies that stand wait for the jackpots that are pending now."""
    pending = [each for each in (*stands, *change.added) if each.status == "pending"]
    for prize in stands:
        if not prize.waits_for or prize.no not in model.prizes:
            continue
        waits = [
            each.no
            for each in pending
            if each.kind not in ENVY and each.event == prize.event and each.seat != prize.seat
        ]
        change.waits[prize.no] = waits
        if not waits and "approval" not in prize.duties:
            change.released.append(prize)
            change.move("pending", "payable", prize.cents)


def _there(model: Model, change: Change, account: str) -> int:
    return model.cents(account) + change.net.get(account, 0) // MILLION


def _move_meter(model: Model, change: Change, outcome: ResultDone, level: Level, right: int, *, is_won: bool) -> None:
    number, account = level.number, f"meter.{level.number}"
    now, stood = model.meter(number), outcome.after[number]
    parts = change.refills.setdefault(number, [0, 0, 0])
    # A meter is never brought below its seed, but where it stood below, or where the right hands leave it so.
    lowest = max(0, min(now, level.seed_cents, right))
    missing = (now + right - stood) - _there(model, change, account)
    seed_put = 0
    if missing > 0:
        from_reserve = min(max(0, _there(model, change, "reserve")), missing)
        change.move("reserve", account, from_reserve)
        change.move(f"seed_advanced.{number}", account, missing - from_reserve)
        seed_put = missing - from_reserve
        parts[0] += from_reserve
        parts[1] += seed_put
    else:
        spare = min(-missing, max(0, _there(model, change, account) - lowest))
        back = min(spare, parts[2])
        owned = -model.cents(f"seed_advanced.{number}") - model.cents(f"seed_recovered.{number}")
        seed = max(0, min(spare - back, parts[1], model.seeds.get(number, 0), owned))
        rest = min(spare - back - seed, parts[0])
        change.move(account, "prizes", back)
        change.move(account, f"seed_advanced.{number}", seed)
        change.move(account, "reserve", rest)
        parts[2] -= back
        parts[1] -= seed
        parts[0] -= rest
        seed_put = -seed
    short = lowest - _there(model, change, account)
    if short > 0:
        change.move("prizes", account, short)
        parts[2] += short
        change.makes_up = True
    change.after[number] = stood + _there(model, change, account) - now
    _count_seeds(model, change, outcome, number, seed_put, is_won=is_won)
    if is_won and number not in won_whole(outcome):
        spilled = _there(model, change, f"overflow.{number}")
        if model.plan_in_force.overflow_to == "reserve":
            change.move(f"overflow.{number}", "reserve", spilled)
            if spilled:
                change.spilled[number] = spilled
        else:
            room = spilled
            if level.limit_cents is not None:
                room = max(0, level.limit_cents - _there(model, change, account))
            change.move(f"overflow.{number}", account, min(room, spilled))
    elif not is_won and number in change.spilled:
        spilled = change.spilled.pop(number)
        from_reserve = min(spilled, max(0, _there(model, change, "reserve")))
        change.move("reserve", f"overflow.{number}", from_reserve)
        change.move("prizes", f"overflow.{number}", spilled - from_reserve)
    if level.limit_cents is not None:
        change.move(account, f"overflow.{number}", max(0, _there(model, change, account) - level.limit_cents))
    if parts == [0, 0, 0]:
        del change.refills[number]


def won_whole(outcome: ResultDone) -> set[int]:
    """Levels that were won whole, as the round stands."""
    rows = outcome.layout.felt.rows
    if outcome.layout.felt.type == "house":
        return set()
    standing = [prize for prize in outcome.prizes if prize.kind == "meter" and prize.from_meter]
    return {prize.level or 1 for prize in standing if rows[prize.event].percent == 100}


def _count_seeds(model: Model, change: Change, outcome: ResultDone, level: int, put: int, *, is_won: bool) -> None:
    there = model.seeds.get(level, 0)
    was_won = level in won_whole(outcome)
    if is_won and not was_won:
        change.wins[level] = 1
        untouched = model.emptied.get(level, 0) == outcome.times[level]
        change.seeds_before[level] = there if untouched else 0
        there = 0 if untouched else there
    if was_won and not is_won:
        change.wins[level] = -1
        there += change.seeds_before.pop(level, 0)
    change.seeds[level] = there + put
