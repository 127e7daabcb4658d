"""Awards: approved or rejected, their film confirmed, corrected, paid, and collected where they were paid by mistake.
What a correction needs to know of a round is in the entry of its result, fetched by ``Link.find``."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from croupier.jackpot import accounts, entries
from croupier.jackpot import requests as asked
from croupier.jackpot.accounts import BANK, CAGE, HOUSE, PAYABLE, PENDING, PRIZES, RECEIVABLE, RESERVE, WAGERS, Move
from croupier.jackpot.codes import Refused
from croupier.jackpot.kinds import rounds, winnings
from croupier.jackpot.kinds.bank import pay_off, take_in
from croupier.jackpot.kinds.link import Link
from croupier.jackpot.kinds.numbers import SHAPE, check_amount, check_numbers, is_number
from croupier.jackpot.plan.link_plan import MILLION, Level, LinkPlan, rates_of, replace_level, wait_again
from croupier.jackpot.requests import Correct, Reject, changed
from croupier.jackpot.state import LinkState, round_key
from croupier.play.awards import Award, value_jackpots
from croupier.play.game import Game, JackpotBet
from croupier.units import dollars

Restates = Reject | Correct | asked.TakeBack  # Requests by which a round that is over comes to something else.


class Standing(NamedTuple):
    """A round that is over, as it stands: what is known of it, and its awards."""

    table: str
    round: int
    settled: entries.SettledRound
    awards: list[entries.AwardRecord]


def restate(
    state: LinkState,
    plan: LinkPlan,
    game: Game,
    wager: str,
    standing: Standing,
    bets: tuple[JackpotBet, ...],
    request: Restates,
) -> entries.Restated | None:
    """The body of the entry by which a round comes to what ``bets`` say; None where it does already."""
    settled = standing.settled
    before = {int(level): cents for level, cents in settled.before.items()}
    reseeds = {level.number: level.reseed_cents for level in plan.levels}
    reseeds |= {int(level): cents for level, cents in settled.reseeds.items()}
    valued = value_jackpots(game.configuration, bets, {wager: before}, {wager: reseeds}, dict(settled.dynamic))
    stands, gone, missing = _compare(standing.awards, valued.awards)
    if not gone and not missing:
        return None
    slip = _Slip(state, standing)
    for record in gone:
        slip.void(record)
    slip.add_all(missing, stands, plan, game, wager, request.people)
    stands = slip.restand(stands)
    after = dict(before)
    if plan.type == "progressive":
        won = {award.level or 1 for award in valued.awards if winnings.takes_whole(award)}
        plan = slip.restore_parameters(plan, won)
        for level in plan.levels:
            right = valued.meters[wager][level.number]
            after[level.number] = slip.level(plan, level, right, is_won=level.number in won)
    told = changed(
        settled,
        events={str(bet.seat): bet.row.event for bet in bets if bet.row},
        after={str(level): cents for level, cents in after.items()},
        reseeds={str(level): cents for level, cents in reseeds.items()},
        refills=slip.refills,
        seeds=slip.seeds_before,
        spilled=slip.spilled,
        levels=slip.waited,
        times={level: times + slip.times.get(level, 0) for level, times in settled.times.items()},
    )
    return slip.body(request, told, stands, gone)


def void_alone(state: LinkState, standing: Standing, number: int, request: Reject) -> entries.Restated:
    """The body of the entry that takes one envy back, which no meter bears."""
    slip = _Slip(state, standing)
    gone = [award for award in standing.awards if award.no == number]
    for record in gone:
        slip.void(record)
    stands = slip.restand([award for award in standing.awards if award.no != number])
    return slip.body(request, standing.settled, stands, gone)


def _compare(
    standing: Sequence[entries.AwardRecord], right: Sequence[Award]
) -> tuple[list[entries.AwardRecord], list[entries.AwardRecord], list[Award]]:
    """Awards that stand, those that were wrong, and those that were missed; one in two parts is right or wrong as a
    whole."""
    whole: dict[int, list[entries.AwardRecord]] = {}
    for record in standing:
        whole.setdefault(record.no if record.rest_of is None else record.rest_of, []).append(record)
    missing = list(right)
    stands: list[entries.AwardRecord] = []
    gone: list[entries.AwardRecord] = []
    for parts in whole.values():
        found = next((award for award in missing if _is_same(parts, award)), None)
        if found is None:
            gone += parts
        else:
            missing.remove(found)
            stands += parts
    return stands, gone, missing


def _is_same(parts: list[entries.AwardRecord], award: Award) -> bool:
    first = parts[0]
    of_record = first.seat, first.kind, first.event, first.level, first.percent, first.from_meter
    of_award = award.seat, award.kind, award.event, award.level, award.percent, award.from_meter
    return of_record == of_award and sum(part.cents for part in parts) == award.amount


class _Slip:
    """One correction being worked out."""

    def __init__(self, state: LinkState, standing: Standing) -> None:
        self._state = state
        self._settled = standing.settled
        self._was_won = {
            award.level or 1
            for award in standing.awards
            if award.kind == "meter" and award.percent == "100" and award.from_meter
        }
        self.moves: list[Move] = []
        self.added: list[entries.AwardRecord] = []
        self._table, self._round = standing.table, standing.round
        # By award of this round that was paid by mistake, what is to come back, and what the house gave up.
        self.receivable, self.written_off = (
            {number: debt for number, debt in debts.items() if (debt.table, debt.round) == standing[:2]}
            for debts in (state.receivable, state.written_off)
        )
        self.refills = {level: list(parts) for level, parts in standing.settled.refills.items()}
        self.seeds_before = dict(standing.settled.seeds)
        self.spilled = dict(standing.settled.spilled)
        self.waited = dict(standing.settled.levels)
        self.levels: dict[str, Level] = {}
        self.seeds: dict[str, int] = {}
        self.times: dict[str, int] = {}

    # Awards

    def void(self, record: entries.AwardRecord) -> None:
        """The money goes back to where it came from; who was paid owes it."""
        now = self._state.awards.get(str(record.no))
        where = winnings.WAITS_IN[now.status] if now else RECEIVABLE
        for source, cents in record.sources:
            self._move(where, source, cents)
        if now is None and record.cents:
            debt = entries.Debt(table=self._table, round=self._round, seat=record.seat, cents=record.cents)
            self.receivable[str(record.no)] = debt

    def add_all(
        self,
        missing: Sequence[Award],
        stands: Sequence[entries.AwardRecord],
        plan: LinkPlan,
        game: Game,
        wager: str,
        people: Sequence[str],
    ) -> None:
        """Awards that were missed; what a seat was paid by mistake in the same round counts towards them. Small ones
        add up as those of results do: else two people could invent them by corrections, without a third."""
        tally = winnings.Tally(self._state, plan, winnings.behind(self._table, people))
        for award in missing:
            self.added += self._records(award, plan, game, wager, tally)
        every = [*self._as_they_are(stands), *self.added]
        # What a seat has in hand already is paid, whatever its jackpot waits for.
        unpaid = [record for record in self.added if record.status != "paid"]
        waiting = {record.no: record for record in winnings.let_envy_wait(unpaid, every)}
        for place, record in enumerate(self.added):
            record = waiting.get(record.no, record)
            purse = {RESERVE: max(0, self._there(RESERVE))}
            funding = winnings.fund(
                record, purse, RECEIVABLE if record.status == "paid" else winnings.WAITS_IN[record.status]
            )
            self.added[place] = changed(record, sources=[(debit, cents) for debit, _, cents in funding])
            for move in funding:
                self._move(*move)

    def _records(
        self, award: Award, plan: LinkPlan, game: Game, wager: str, tally: winnings.Tally
    ) -> list[entries.AwardRecord]:
        number = self._state.wins + len(self.added) + 1
        record = winnings.award_record(self._state, plan, game.jackpot_sight(wager), award, number, tally)
        if record.status == "paid":
            record = changed(record, status="payable")  # it did not leave the tray
        paid = self._settle_debts(award.seat, award.amount)
        if not paid:
            return [record]
        first = changed(record, cents=paid, duties=[], status="paid")
        rest = changed(record, no=number + 1, cents=award.amount - paid, rest_of=number)
        return [first, rest] if rest.cents else [first]

    def _settle_debts(self, seat: int, most: int) -> int:
        """How much of an award its seat has in hand already: what was written off is owed again, and paid by it."""
        settled = 0
        for debts in (self.receivable, self.written_off):
            for number, debt in sorted(debts.items(), key=lambda each: int(each[0])):
                if debt.seat == seat:
                    part = min(debt.cents, most - settled)
                    debts[number] = changed(debt, cents=debt.cents - part)
                    settled += part
                    if debts is self.written_off:
                        self._move(RECEIVABLE, PRIZES, part)
        return settled

    def _as_they_are(self, stands: Sequence[entries.AwardRecord]) -> list[entries.AwardRecord]:
        """The awards that stand with their present status, without what is only known of open ones."""
        now = [(award, self._state.awards.get(str(award.no))) for award in stands]
        return [
            changed(award, status=kept.status if kept else "paid", waits_for=kept.waits_for if kept else [])
            for award, kept in now
        ]

    def restand(self, stands: Sequence[entries.AwardRecord]) -> list[entries.AwardRecord]:
        """The awards that stand, as they are now; an envy whose jackpot no longer waits is payable."""
        standing = self._as_they_are(stands)
        pending = [award for award in (*standing, *self.added) if award.status == "pending"]
        for place, award in enumerate(standing):
            if award.waits_for:
                waits_for = [other.no for other in pending if winnings.is_jackpot_of(other, award)]
                is_free = not waits_for and "approval" not in award.duties
                standing[place] = changed(award, waits_for=waits_for, status="payable" if is_free else award.status)
                if is_free:
                    self._move(PENDING, PAYABLE, award.cents)
        return standing

    # Meters

    def restore_parameters(self, plan: LinkPlan, won: set[int]) -> LinkPlan:
        """A win that was not one changes no parameter: what waited for it waits again, unless it has changed since."""
        for level in sorted(self._was_won - won):
            before, after = self.waited.pop(str(level), (None, None))
            if before is not None and after == plan.level(level):
                restored = replace_level(plan, before)
                if rates_of(restored) <= MILLION:
                    plan, self.levels[str(level)] = restored, before
        return plan

    def level(self, plan: LinkPlan, level: Level, right: int, *, is_won: bool) -> int:
        """Bring a meter to where the right result would have left it; what it then would have shown after the round."""
        state, number, name = self._state, str(level.number), accounts.meter(level.number)
        now = state.meter_cents(level.number)
        stood = (self._settled.after or self._settled.before)[number]
        parts = self.refills.setdefault(number, [0, 0, 0])
        # A win that never was leaves a meter where it stood, also below its seed; so does a part award.
        least = max(0, min(now, level.seed_cents, right))
        refill = right - stood - (self._there(name) - now)
        advanced = 0
        if refill > 0:
            purse = {RESERVE: max(0, self._there(RESERVE))}
            for debit, credit, cents in winnings.from_reserve(
                purse, name, refill, accounts.seed_advanced(level.number)
            ):
                self._move(debit, credit, cents)
                parts[debit != RESERVE] += cents
                advanced += cents * (debit != RESERVE)
        else:
            advanced = -self._give_back(level.number, min(-refill, max(0, self._there(name) - least)))
        if self._there(name) < least:
            parts[2] += least - self._there(name)
            self._move(PRIZES, name, least - self._there(name))
        after = stood + self._there(name) - now
        self._seeds_and_wins(level.number, advanced, is_won=is_won)
        if is_won and level.number not in self._was_won:
            waiting = self._there(accounts.overflow(level.number))
            released = winnings.release_overflow(plan, level.number, waiting, self._there(name))
            self._move(*released)
            if released[1] == RESERVE and waiting:
                self.spilled[number] = waiting
        elif not is_won and number in self.spilled:
            # Else a win that never was would turn overflow into reserve, which the house may take.
            back = self.spilled.pop(number)
            for move in winnings.from_reserve(
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
            if state.emptied.get(name, 0) == self._settled.times[name]:  # nobody has won it since
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
        request: Restates,
        settled: entries.SettledRound,
        stands: list[entries.AwardRecord],
        gone: list[entries.AwardRecord],
    ) -> entries.Restated:
        return entries.Restated(
            req=request,
            table=self._table,
            round=self._round,
            moves=[(debit, credit, cents * MILLION) for debit, credit, cents in self.moves],
            awards=self.added,
            stands=stands,
            voided=gone,
            receivable=self.receivable,
            written_off=self.written_off,
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


NOT_TOLD = entries.ToldRound(round=0, hands={}, dealer="")
Films = entries.PeopleBody[asked.Confirm | asked.CorrectFilm]


def reporters(award: entries.KeptAward) -> dict[str, str]:
    """Everybody who said what the hand is (who reported it, read it without cards, or corrected it), and that."""
    return {person: f"{person} reported the hand" for person in award.reported}


def reporters_and_approver(award: entries.KeptAward) -> dict[str, str]:
    """Nobody pays what they reported where it comes from a meter or was to be approved, nor what they approved."""
    approved = {award.approved_by: f"{award.approved_by} approved it"} if award.approved_by else {}
    return approved | (reporters(award) if award.kind == "meter" or "approval" in award.duties else {})


def _open_award(link: Link, request: asked.AboutAward) -> entries.KeptAward:
    award = link.state.awards.get(str(request.award))
    if award is None:
        raise Refused("unknown_award", str(request.award))
    return award


def _check_people(link: Link, award: entries.KeptAward, request: asked.Request) -> None:
    """Refused for those who never may, by the kind's row in the table."""
    barred = link.never(award)
    for person in request.people:
        if person in barred:
            raise Refused("three_people", barred[person])


def decide_approve(link: Link, request: asked.Approve, _plan: LinkPlan) -> entries.Approved:
    award = _open_award(link, request)
    if award.status != "pending":
        raise Refused("award_not_pending", str(request.award))
    if award.waits_for:
        raise Refused("jackpot_pending", f"award {award.waits_for[0]}")
    _check_people(link, award, request)
    # Envy pays that waited for this award alone, and need no approval of their own.
    waiting = [other for other in link.state.awards.values() if other.waits_for == [award.no]]
    envies = sorted((envy for envy in waiting if "approval" not in envy.duties), key=lambda envy: envy.no)
    moves: list[Move] = [(PENDING, PAYABLE, posted.cents * MILLION) for posted in (award, *envies) if posted.cents]
    return entries.Approved(req=request, moves=moves, posted=[envy.no for envy in envies])


def apply_approve(state: LinkState, body: entries.Approved) -> None:
    """The award becomes payable, and envies that waited for it wait no longer."""
    award = state.awards[str(body.req.award)]
    state.awards[str(award.no)] = changed(award, status="payable", approved_by=body.req.by)
    for key in winnings.behind(award.table, award.reported):
        state.unapproved.pop(key, None)  # whoever approves has looked at what came before
    _mark_hit(state, award.no, "payable")
    for number, envy in state.awards.items():
        if award.no in envy.waits_for:
            left = [other for other in envy.waits_for if other != award.no]
            status = "payable" if envy.no in body.posted else envy.status
            state.awards[number] = changed(envy, waits_for=left, status=status)


def _mark_hit(state: LinkState, number: int, status: str) -> None:
    state.last_hits = [changed(hit, status=status) if hit.no == number else hit for hit in state.last_hits]


def decide_reject(link: Link, request: asked.Reject, plan: LinkPlan) -> entries.Restated:
    """Void a pending award: the hand of its seat won nothing. Two people do it who did not report the hand."""
    state = link.state
    award = _open_award(link, request)
    if award.status != "pending":
        raise Refused("award_not_pending", str(request.award))
    _check_people(link, award, request)
    key = round_key(award.table, award.round)
    standing = _standing(link, award.table, award.round, state.restated.get(key, award.entry))
    if award.is_envy:
        return void_alone(state, standing, award.no, request)
    body = _without(link, plan, standing, award.seat, request)
    assert body is not None, "an award was won by a hand that won nothing"
    return _vouched(body, request, standing)


def _without(link: Link, plan: LinkPlan, standing: Standing, seat: int, request: Restates) -> entries.Restated | None:
    """What a round comes to where one seat has won nothing; None where that changes no award."""
    game, wager = _played(link, standing)
    sight, stake = game.jackpot_sight(wager), game.configuration.fixed_stake(wager)
    told = {int(other): event for other, event in standing.settled.events.items() if int(other) != seat}
    bets = {other: winnings.read_by_supervisor(sight, other, stake, event) for other, event in told.items()}
    every = winnings.bets_of(game, wager, standing.settled.seats, bets)
    return restate(link.state, plan, game, wager, standing, every, request)


def decide_take_back(link: Link, request: asked.TakeBack, plan: LinkPlan) -> entries.Restated:
    """The wager of one seat never was. The stake comes from the house; what it brought a meter stays there: only a
    listed reason lowers a meter (WAC 230-15-695)."""
    standing = _cited(link, request)
    if request.seat not in standing.settled.seats:
        raise Refused("seat_without_wager", str(request.seat))
    left = [seat for seat in standing.settled.seats if seat != request.seat]
    standing = standing._replace(settled=changed(standing.settled, seats=left))
    game, wager = _played(link, standing)
    body = _without(link, plan, standing, request.seat, request)
    if body is None:
        slip = _Slip(link.state, standing)
        body = slip.body(request, standing.settled, slip.restand(standing.awards), [])
    back: Move = (HOUSE, WAGERS, game.configuration.fixed_stake(wager) * MILLION)
    return _vouched(changed(body, moves=[*body.moves, back]), request, standing)


def decide_correct(link: Link, request: asked.Correct, plan: LinkPlan) -> entries.Restated:
    """What the hands of a round really were; every award that differs is voided, missed ones are awarded."""
    standing = _cited(link, request)
    seats, hands = standing.settled.seats, request.hands
    for seat in hands:
        if int(seat) not in seats:
            raise Refused("seat_without_wager", seat)
    game, wager = _played(link, standing)
    try:
        graded = winnings.read_hands(game, wager, hands, request.dealer)
    except winnings.BadHand as error:
        raise Refused(error.code, error.detail) from None
    rounds.check_told_beside(link, request)
    winners: dict[int, JackpotBet] = {seat: bet for seat, bet in graded.items() if bet.row}
    body = restate(link.state, plan, game, wager, standing, winnings.bets_of(game, wager, seats, winners), request)
    if body is None:
        raise Refused("nothing_to_correct")
    return _vouched(body, request, standing)


def _vouched(body: entries.Restated, request: Restates, standing: Standing) -> entries.Restated:
    """With who said what the hands are, also of those that this request leaves as they were."""
    once = standing.settled.once
    awards, stands = rounds.vouch(body.awards, request, standing.awards, body.stands, once)
    settled = changed(body.settled, once=rounds.once_told(once, standing.awards, body.voided))
    return changed(body, awards=awards, stands=stands, settled=settled)


def _cited(link: Link, request: asked.Correct | asked.TakeBack) -> Standing:
    """The round that a request means; the entry need not be named where the books know it."""
    state = link.state
    key = round_key(request.table, request.round)
    open_ones = [award for award in state.awards.values() if round_key(award.table, award.round) == key]
    known = state.restated.get(key) or next((award.entry for award in open_ones), None)
    cited = known if request.entry is None else request.entry
    if cited is None:
        raise Refused("unknown_result", "name the entry of the result")
    if known is not None and cited != known and key in state.restated:
        raise Refused("other_result", f"entry {known}")
    return _standing(link, request.table, request.round, cited)


RESULTS = ("result", "reject", "correct", "take_back")  # Entries that say what a round comes to.


def _standing(link: Link, table: str, round: int, seq: int) -> Standing:
    entry = link.find(seq)
    body = entries.read_body(entry) if entry is not None and entry.kind in RESULTS else None
    if isinstance(body, entries.Settled) and (body.req.table, body.req.round) == (table, round):
        return Standing(table, round, body.settled, body.awards)
    if isinstance(body, entries.Restated) and (body.table, body.round) == (table, round):
        return Standing(table, round, body.settled, [*body.stands, *body.awards])
    raise Refused("unknown_result", f"entry {seq}")


def _played(link: Link, standing: Standing) -> tuple[Game, str]:
    """The game and the wager of a round, by the rules that were in force."""
    layout = link.state.layouts[standing.settled.layout]
    return link.load_game(layout.rules or layout.game), layout.wager


def apply_restated(state: LinkState, body: entries.Restated) -> None:
    """A round comes to something else: awards that were wrong go, missed ones come, those that stand may wait less."""
    status = "rejected" if isinstance(body.req, asked.Reject) else "corrected"
    state.wager_count -= isinstance(body.req, asked.TakeBack)
    if isinstance(body.req, asked.Correct) and state.told.get(body.table, NOT_TOLD).round <= body.round:
        rounds.note_told(state, body.req)
    for award in body.voided:
        state.awards.pop(str(award.no), None)
        _mark_hit(state, award.no, status)
        if award.kind == "meter":
            rounds.count_hit(state, award, -1)
    for award in body.stands:
        kept = state.awards.get(str(award.no))
        if kept:
            state.awards[str(award.no)] = changed(
                kept, **{name: getattr(award, name) for name in award.__struct_fields__}
            )
    rounds.keep_awards(state, body, body.table, body.round)
    rounds.add_up(state, body.table, [award for award in body.awards if award.status != "paid"], body.req.people)
    given, taken = (
        Counter(award.event for award in awards if not award.is_envy and award.rest_of is None)
        for awards in (body.awards, body.voided)
    )
    rounds.count_told(state, f"{body.table}\n{body.req.by}", (given - taken).elements())
    for number, debt in body.receivable.items():
        _set_debt(state.receivable, number, debt)
    for number, debt in body.written_off.items():
        _set_debt(state.written_off, number, debt)
    state.seed_in_meter |= body.seeds
    for level, change in body.times.items():
        state.emptied[level] = state.emptied.get(level, 0) + change
        if change > 0:
            rounds.mark_emptied(state, int(level))
    if body.levels:
        assert state.plan is not None
        state.plan, state.waiting = wait_again(state.plan, state.waiting, list(body.levels.values()))
    state.restated[round_key(body.table, body.round)] = state.seq
    if body.due > 0:
        assert state.plan is not None
        take_in(state, state.plan, body.due)


def decide_collect(link: Link, request: asked.Collect, _plan: LinkPlan) -> entries.PeopleBody[asked.Collect]:
    """Money that comes back after an award was paid by mistake."""
    check_amount(request.amount)
    owed = _owed(link, request)
    check_numbers(link, request)
    if request.amount > owed:
        raise Refused("more_than_there", f"at most {dollars(owed)}")
    return entries.PeopleBody(req=request, moves=[(CAGE, RECEIVABLE, request.amount * MILLION)])


def apply_collect(state: LinkState, body: entries.PeopleBody[asked.Collect]) -> None:
    """What is owed after a payment by mistake shrinks by what came back."""
    award = str(body.req.award)
    debt = state.receivable[award]
    _set_debt(state.receivable, award, changed(debt, cents=debt.cents - body.req.amount))


def _set_debt(debts: dict[str, entries.Debt], award: str, debt: entries.Debt) -> None:
    debts[award] = debt
    if not debt.cents:
        del debts[award]


def decide_write_off(link: Link, request: asked.WriteOff, _plan: LinkPlan) -> entries.PeopleBody[asked.WriteOff]:
    """Money that does not come back: the house bears it, and whoever has it is not given it again."""
    return entries.PeopleBody(req=request, moves=[(PRIZES, RECEIVABLE, _owed(link, request) * MILLION)])


def apply_write_off(state: LinkState, body: entries.PeopleBody[asked.WriteOff]) -> None:
    award = str(body.req.award)
    state.written_off[award] = state.receivable.pop(award)


def _owed(link: Link, request: asked.AboutAward) -> int:
    debt = link.state.receivable.get(str(request.award))
    if debt is None:
        raise Refused("unknown_award", str(request.award))
    return debt.cents


def decide_film(link: Link, request: asked.Confirm | asked.CorrectFilm, _plan: LinkPlan) -> Films:
    """Somebody who did not report the hand has watched the film; where its number was mistyped, two have watched the
    right one."""
    award = _open_award(link, request)
    is_first = isinstance(request, asked.Confirm)
    if not is_first and award.camera in ("", request.camera):
        raise Refused("nothing_to_correct", award.camera or "nobody has confirmed a film of this award")
    _check_people(link, award, request)
    if is_first and award.camera:
        raise Refused("film_confirmed", award.camera)
    if not is_number(request.camera):
        raise Refused("reference_malformed", f"camera: {SHAPE}")
    return entries.PeopleBody(req=request)


def apply_film(state: LinkState, body: Films) -> None:
    """The film of an award was looked at."""
    award = state.awards[str(body.req.award)]
    state.awards[str(award.no)] = changed(award, camera=body.req.camera)


def decide_pay(link: Link, request: asked.Pay, _plan: LinkPlan) -> entries.Paid:
    state = link.state
    award = _open_award(link, request)
    # Players' money is paid from its own bank account. The cage advances cash and what the house owes.
    from_bank = winnings.custodial_cents(award) if request.method == "check" else 0
    if from_bank and state.seized:
        raise Refused("seized")
    if award.status == "pending":
        raise Refused("award_pending", str(request.award))
    _check_people(link, award, request)
    if "check" in award.duties and request.method != "check":
        raise Refused("check_required")
    if request.reference is None:
        raise Refused("reference_required")
    check_numbers(link, request)
    if "tax_form" in award.duties and request.tax_form is None:
        raise Refused("tax_form_required")
    if "camera" in award.duties and not award.camera:
        raise Refused("camera_required", "nobody has confirmed it")
    if request.camera not in (None, award.camera):
        raise Refused("camera_required", f"confirmed is {award.camera or 'none'}")
    if request.payee is None:
        raise Refused("payee_required")
    paid_to = link.payee_of(request.payee)
    if paid_to is None:
        raise Refused("unknown_payee", str(request.payee))
    payee, keep_until = paid_to
    if -state.cents(BANK) < from_bank:
        raise Refused("more_than_there", "the bank account")
    moves: list[Move] = [(PAYABLE, BANK, from_bank * MILLION), (PAYABLE, CAGE, (award.cents - from_bank) * MILLION)]
    return entries.Paid(req=request, payee=payee, keep_until=keep_until, moves=[move for move in moves if move[2]])


def apply_pay(state: LinkState, body: entries.Paid) -> None:
    """The award leaves the books; the bank no longer has to hold it."""
    award = state.awards.pop(str(body.req.award))
    _mark_hit(state, award.no, "paid")
    state.last_payee = max(state.last_payee, body.req.payee or 0)
    # Players' money that has been paid out need no longer be in the bank; what accrued since keeps its grace.
    pay_off(state, winnings.custodial_cents(award))


def decide_purge(link: Link, request: asked.Purge, _plan: LinkPlan) -> entries.Purged:
    """Personal records that need no longer be kept are forgotten; the journal keeps their numbers and hashes."""
    gone = link.expired(link.state.day)
    if not gone:
        raise Refused("nothing_to_purge")
    return entries.Purged(req=request, purged=gone)


def apply_purge(state: LinkState, body: entries.Purged) -> None:
    """The number of a record that was forgotten is never given to somebody else."""
    state.last_payee = max([state.last_payee, *body.purged])
