"""What a settled round comes to when its result was wrong: award by award, by new transfers.

Whoever corrects a round says what the hands were. The rulebook values them against the meters as they stood, and every
award is held against that. One that was right stands. One that was wrong is voided: its money goes back to where it
came from, and if it was paid, whoever got it owes it. One that was missed is awarded now. The meter, as it is now,
gains or loses what it would have shown more or less after the round.

No meter falls below its seed by a correction: the house makes up what is missing, as a prize of its own. The seed of a
win that never was goes back to the house as far as it is still in the meter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from croupier.jackpot import accounts
from croupier.jackpot.accounts import PAYABLE, PENDING, PRIZES, RECEIVABLE, RESERVE, Move
from croupier.jackpot.money.awards import (
    WAITS_IN,
    award_record,
    from_reserve,
    fund,
    is_jackpot_of,
    let_envy_wait,
    release_overflow,
    takes_whole,
)
from croupier.jackpot.plan.changes import rates_of, replace_level
from croupier.jackpot.plan.link_plan import MILLION, Level, LinkPlan
from croupier.jackpot.records import AwardRecord, Debt, Restated, SettledRound
from croupier.jackpot.requests import Correct, Reject
from croupier.jackpot.state import LinkState
from croupier.play.awards import Award, value_jackpots
from croupier.play.game import Game
from croupier.play.lines import JackpotBet


class Standing(NamedTuple):
    """A round that is over, as it stands: what is known of it, and its awards."""

    table: str
    round: int
    settled: SettledRound
    awards: list[AwardRecord]


def restate(
    state: LinkState,
    plan: LinkPlan,
    game: Game,
    wager: str,
    standing: Standing,
    bets: tuple[JackpotBet, ...],
    request: Reject | Correct,
) -> Restated | None:
    """The body of the entry by which a round comes to what ``bets`` say; None where it does already."""
    settled = standing.settled
    before = {int(level): cents for level, cents in settled["before"].items()}
    reseeds = {level.number: level.reseed_cents for level in plan.levels}
    reseeds |= {int(level): cents for level, cents in settled.get("reseeds", {}).items()}
    valued = value_jackpots(
        game.configuration, bets, {wager: before}, {wager: reseeds}, dict(settled.get("dynamic", {}))
    )
    stands, gone, missing = _compare(standing.awards, valued.awards)
    if not gone and not missing:
        return None
    slip = _Slip(state, standing)
    for record in gone:
        slip.void(record)
    slip.add_all(missing, stands, plan, game, wager)
    stands = slip.restand(stands)
    after = dict(before)
    if plan.type == "progressive":
        won = {each.level or 1 for each in valued.awards if takes_whole(each)}
        plan = slip.restore_parameters(plan, won)
        for level in plan.levels:
            right = valued.meters[wager][level.number]
            after[level.number] = slip.level(plan, level, right, is_won=level.number in won)
    told: SettledRound = {
        **settled,
        "events": {str(bet.seat): bet.row.event for bet in bets if bet.row},
        "after": {str(level): cents for level, cents in after.items()},
        "reseeds": {str(level): cents for level, cents in reseeds.items()},
        "refills": slip.refills,
        "seeds": slip.seeds_before,
        "spilled": slip.spilled,
        "levels": slip.waited,
        "times": {level: times + slip.times.get(level, 0) for level, times in settled["times"].items()},
    }
    return slip.body(request, told, stands, gone)


def void_alone(state: LinkState, standing: Standing, number: int, request: Reject) -> Restated:
    """The body of the entry that takes one envy back, which no meter bears."""
    slip = _Slip(state, standing)
    gone = [each for each in standing.awards if each["no"] == number]
    for record in gone:
        slip.void(record)
    stands = slip.restand([each for each in standing.awards if each["no"] != number])
    return slip.body(request, standing.settled, stands, gone)


def _compare(
    standing: Sequence[AwardRecord], right: Sequence[Award]
) -> tuple[list[AwardRecord], list[AwardRecord], list[Award]]:
    """Awards that stand, those that were wrong, and those that were missed.

    An award in two parts, of which one was paid before an earlier correction, is right or wrong as a whole.
    """
    whole: dict[int, list[AwardRecord]] = {}
    for record in standing:
        whole.setdefault(record.get("rest_of", record["no"]), []).append(record)
    missing = list(right)
    stands: list[AwardRecord] = []
    gone: list[AwardRecord] = []
    for parts in whole.values():
        found = next((award for award in missing if _is_same(parts, award)), None)
        if found is None:
            gone += parts
        else:
            missing.remove(found)
            stands += parts
    return stands, gone, missing


def _is_same(parts: list[AwardRecord], award: Award) -> bool:
    first = parts[0]
    of_record = first["seat"], first["kind"], first["event"], first["level"], first["percent"], first["from_meter"]
    of_award = award.seat, award.kind, award.event, award.level, award.percent, award.from_meter
    return of_record == of_award and sum(part["cents"] for part in parts) == award.amount


class _Slip:
    """One correction being worked out."""

    def __init__(self, state: LinkState, standing: Standing) -> None:
        self._state = state
        self._settled = standing.settled
        self._was_won = {
            each["level"] or 1
            for each in standing.awards
            if each["kind"] == "meter" and each["percent"] == "100" and each["from_meter"]
        }
        self.moves: list[Move] = []
        self.added: list[AwardRecord] = []
        self._table, self._round = standing.table, standing.round
        self.receivable: dict[str, Debt] = {
            number: debt
            for number, debt in state.receivable.items()
            if (debt["table"], debt["round"]) == (standing.table, standing.round)
        }
        """By award of this round that was paid by mistake, what is to come back."""
        self.refills = {level: list(parts) for level, parts in standing.settled.get("refills", {}).items()}
        self.seeds_before = dict(standing.settled.get("seeds", {}))
        self.spilled = dict(standing.settled.get("spilled", {}))
        self.waited = dict(standing.settled.get("levels", {}))
        self.levels: dict[str, dict[str, Any]] = {}
        self.seeds: dict[str, int] = {}
        self.times: dict[str, int] = {}

    # Awards

    def void(self, record: AwardRecord) -> None:
        """The money goes back to where it came from; who was paid owes it."""
        now = self._state.awards.get(str(record["no"]))
        where = WAITS_IN[now["status"]] if now else RECEIVABLE
        for source, cents in record["sources"]:
            self._move(where, source, cents)
        if now is None and record["cents"]:
            debt: Debt = {"table": self._table, "round": self._round, "seat": record["seat"], "cents": record["cents"]}
            self.receivable[str(record["no"])] = debt

    def add_all(
        self, missing: Sequence[Award], stands: Sequence[AwardRecord], plan: LinkPlan, game: Game, wager: str
    ) -> None:
        """Awards that were missed; what a seat was paid by mistake in the same round counts towards them."""
        for award in missing:
            self.added += self._records(award, plan, game, wager)
        unpaid = [record for record in self.added if record["status"] != "paid"]
        let_envy_wait(unpaid, [*self._as_they_are(stands), *self.added])
        for record in self.added:
            purse = {RESERVE: max(0, self._there(RESERVE))}
            funding = fund(record, purse, RECEIVABLE if record["status"] == "paid" else WAITS_IN[record["status"]])
            record["sources"] = [[debit, cents] for debit, _, cents in funding]
            for move in funding:
                self._move(*move)

    def _records(self, award: Award, plan: LinkPlan, game: Game, wager: str) -> list[AwardRecord]:
        number = self._state.wins + len(self.added) + 1
        record = award_record(self._state, plan, game.jackpot_sight(wager), award, number)
        if record["status"] == "paid":
            record["status"] = "payable"  # it did not leave the tray
        paid = self._settle_debts(award.seat, award.amount)
        if not paid:
            return [record]
        first: AwardRecord = {**record, "cents": paid, "duties": [], "status": "paid"}
        rest: AwardRecord = {**record, "no": number + 1, "cents": award.amount - paid, "rest_of": number}
        return [first, rest] if rest["cents"] else [first]

    def _settle_debts(self, seat: int, most: int) -> int:
        """How much of an award its seat has in hand already."""
        settled = 0
        for number, debt in sorted(self.receivable.items(), key=lambda each: int(each[0])):
            if debt["seat"] == seat:
                part = min(debt["cents"], most - settled)
                self.receivable[number] = {**debt, "cents": debt["cents"] - part}
                settled += part
        return settled

    def _as_they_are(self, stands: Sequence[AwardRecord]) -> list[AwardRecord]:
        """The awards that stand with their present status, without what is only known of open ones."""
        found: list[AwardRecord] = []
        for each in stands:
            record = each.copy()
            record.pop("waits_for", None)
            kept = self._state.awards.get(str(each["no"]))
            record["status"] = kept["status"] if kept else "paid"
            if kept and "waits_for" in kept:
                record["waits_for"] = kept["waits_for"]
            found.append(record)
        return found

    def restand(self, stands: Sequence[AwardRecord]) -> list[AwardRecord]:
        """The awards that stand, as they are now; an envy whose jackpot no longer waits is payable."""
        found = self._as_they_are(stands)
        pending = [each for each in (*found, *self.added) if each["status"] == "pending"]
        for record in found:
            if record.pop("waits_for", None):
                waits_for = [each["no"] for each in pending if is_jackpot_of(each, record)]
                if waits_for:
                    record["waits_for"] = waits_for
                elif "approval" not in record["duties"]:
                    record["status"] = "payable"
                    self._move(PENDING, PAYABLE, record["cents"])
        return found

    # Meters

    def restore_parameters(self, plan: LinkPlan, won: set[int]) -> LinkPlan:
        """A win that was not one changes no parameter: what waited for it waits again, unless it has changed since."""
        for level in sorted(self._was_won - won):
            before, after = self.waited.pop(str(level), (None, None))
            if before is not None and after == asdict(plan.level(level)):
                restored = replace_level(plan, Level(**before))
                if rates_of(restored) <= MILLION:
                    plan, self.levels[str(level)] = restored, before
        return plan

    def level(self, plan: LinkPlan, level: Level, right: int, *, is_won: bool) -> int:
        """Bring a meter to where the right result would have left it; what it then would have shown after the round."""
        state, number, name = self._state, str(level.number), accounts.meter(level.number)
        now = state.meter_cents(level.number)
        stood = self._settled.get("after", self._settled["before"])[number]
        parts = self.refills.setdefault(number, [0, 0, 0])
        least = min(now, level.seed_cents)
        refill = right - stood - (self._there(name) - now)
        advanced = 0
        if refill > 0:
            purse = {RESERVE: max(0, self._there(RESERVE))}
            for debit, credit, cents in from_reserve(purse, name, refill, accounts.seed_advanced(level.number)):
                self._move(debit, credit, cents)
                parts[debit != RESERVE] += cents
                advanced += cents * (debit != RESERVE)
        else:
            advanced = -self._give_back(level.number, min(-refill, max(0, self._there(name) - least)))
        if right < level.seed_cents:
            least = min(least, max(0, right))  # a part award may leave a meter there
        if self._there(name) < least:
            parts[2] += least - self._there(name)
            self._move(PRIZES, name, least - self._there(name))
        after = stood + self._there(name) - now
        self._seeds_and_wins(level.number, advanced, is_won=is_won)
        if is_won and level.number not in self._was_won:
            waiting = self._there(accounts.overflow(level.number))
            released = release_overflow(plan, level.number, waiting, self._there(name))
            self._move(*released)
            if released[1] == RESERVE and waiting:
                self.spilled[number] = waiting
        elif not is_won and number in self.spilled:
            # Else a win that never was would turn overflow into reserve, which the house may take.
            back = self.spilled.pop(number)
            for move in from_reserve(
                {RESERVE: max(0, self._there(RESERVE))}, accounts.overflow(level.number), back, PRIZES
            ):
                self._move(*move)
        if level.limit_cents is not None and self._there(name) > level.limit_cents:
            self._move(name, accounts.overflow(level.number), self._there(name) - level.limit_cents)
        if not any(parts):
            del self.refills[number]
        return after

    def _give_back(self, level: int, cents: int) -> int:
        """What had been put on the meter goes back: what made up for a mistake, the seed, the reserve's; the seed."""
        state, parts, name = self._state, self.refills[str(level)], accounts.meter(level)
        made_up = min(cents, parts[2])
        there = min(
            state.seed_in_meter.get(str(level), 0),
            -state.cents(accounts.seed_advanced(level)) - state.cents(accounts.seed_recovered(level)),
        )
        seed = max(0, min(cents - made_up, parts[1], there))
        rest = min(cents - made_up - seed, parts[0])
        for place, to, part in ((2, PRIZES, made_up), (1, accounts.seed_advanced(level), seed), (0, RESERVE, rest)):
            self._move(name, to, part)
            parts[place] -= part
        return seed

    def _seeds_and_wins(self, level: int, advanced: int, *, is_won: bool) -> None:
        """How much of what the meter shows is the house's seed, and how often it was won whole."""
        state, name = self._state, str(level)
        there = state.seed_in_meter.get(name, 0)
        if is_won and level not in self._was_won:
            self.times[name] = 1
            self.seeds_before[name] = 0
            if state.emptied.get(name, 0) == self._settled["times"][name]:  # nobody has won it since
                self.seeds_before[name], there = there, 0
        elif level in self._was_won and not is_won:
            self.times[name] = -1
            there += self.seeds_before.pop(name, 0)
        if there + advanced != state.seed_in_meter.get(name, 0):
            self.seeds[name] = there + advanced

    # The entry

    def _there(self, account: str) -> int:
        """What an account holds after the moves so far, in cents."""
        moved = sum(cents * ((credit == account) - (debit == account)) for debit, credit, cents in self.moves)
        return self._state.cents(account) + moved

    def _move(self, debit: str, credit: str, cents: int) -> None:
        if cents:
            self.moves.append((debit, credit, cents))

    def body(
        self,
        request: Reject | Correct,
        settled: SettledRound,
        stands: list[AwardRecord],
        gone: list[AwardRecord],
    ) -> Restated:
        return Restated(
            req=request,
            table=self._table,
            round=self._round,
            moves=[(debit, credit, cents * MILLION) for debit, credit, cents in self.moves],
            awards=self.added,
            stands=stands,
            voided=gone,
            receivable=self.receivable,
            settled=settled,
            seeds=self.seeds,
            times=self.times,
            levels=self.levels,
            due=self._due(),
        )

    def _due(self) -> int:
        """What the house has to bring to the bank account: seeds, what it made up, what others are to pay back."""
        houses = (PRIZES, RECEIVABLE)
        owed = 0
        for debit, credit, cents in self.moves:
            from_house = debit in houses or debit.startswith(accounts.SEED_ADVANCED)
            to_house = credit in houses or credit.startswith(accounts.SEED_ADVANCED)
            if from_house and credit not in _WAITING and accounts.account(credit).custodial:
                owed += cents
            if to_house and debit not in _WAITING and accounts.account(debit).custodial:
                owed -= cents
        return owed


_WAITING = (PENDING, PAYABLE)
