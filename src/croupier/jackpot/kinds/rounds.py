"""What happens at a table: wagers, the lock, the hands, a void. The order of the checks is that of ``codes``."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from croupier.cards.cards import parse_cards
from croupier.jackpot import accounts
from croupier.jackpot import requests as asked
from croupier.jackpot.accounts import HOUSE, REMAINDER, RESERVE, WAGERS, Move
from croupier.jackpot.codes import Refused
from croupier.jackpot.entries import AwardRecord, KeptAward, Locked, PeopleBody, Restated, Settled, ToldRound
from croupier.jackpot.journal import FORMAT
from croupier.jackpot.kinds import winnings
from croupier.jackpot.kinds.bank import bank_is_short, short_words, take_in
from croupier.jackpot.kinds.link import Link
from croupier.jackpot.kinds.numbers import check_amount, shown
from croupier.jackpot.plan.link_plan import MILLION, LinkPlan, TablePlan, adopt_levels, still_waiting
from croupier.jackpot.requests import Request, Telling, changed
from croupier.jackpot.state import LAST_HITS, LinkState, OpenRound, layout_of
from croupier.records import UNSET, record_of
from croupier.units import dollars


class Flow(NamedTuple):
    """What one report of wagers brings one account."""

    account: str
    whole: int  # Whole cents, in millionths of a cent.
    fraction: int
    waiting: str  # The account where the fraction waits.
    spill: str
    limit: int | None  # In millionths of a cent.


def flows(plan: LinkPlan, wager_cents: int) -> tuple[Flow, ...]:
    """Where wagers of this many cents go: the meters, their reserve, and the house with what the others leave."""
    known: tuple[Flow, ...] | None = plan.worked_out.get(wager_cents)
    if known is None:
        known = plan.worked_out[wager_cents] = _flows(plan, wager_cents)
    return known


def _flows(plan: LinkPlan, wager_cents: int) -> tuple[Flow, ...]:
    rates = {accounts.meter(level.number): level.increment_ppm for level in plan.levels}
    rates[RESERVE] = sum(level.reserve_ppm for level in plan.levels)
    rates[HOUSE] = MILLION - sum(rates.values())
    limits = {accounts.meter(each.number): each.limit_cents for each in plan.levels if each.limit_cents is not None}
    spills = {accounts.meter(each.number): accounts.overflow(each.number) for each in plan.levels}
    return tuple(
        Flow(
            account,
            wager_cents * rate // MILLION * MILLION,
            wager_cents * rate % MILLION,
            accounts.remainder(account),
            spills.get(account, account),
            limits[account] * MILLION if account in limits else None,
        )
        for account, rate in rates.items()
        if rate
    )


def contribute(state: LinkState, plan: LinkPlan, wager_cents: int) -> list[Move]:
    """What wagers of this many cents move."""
    moves: list[Move] = []
    for account, whole, fraction, waiting, spill, limit in flows(plan, wager_cents):
        if limit is None:
            if whole:
                moves.append((WAGERS, account, whole))
            if fraction:
                moves.append((WAGERS, waiting, fraction))
                if state.balance(waiting) + fraction >= MILLION:
                    moves.append((waiting, account, MILLION))
            continue
        room = max(0, limit - state.balance(account))
        direct = min(whole, room)
        if direct:
            moves.append((WAGERS, account, direct))
        if direct < whole:
            moves.append((WAGERS, spill, whole - direct))
        if fraction:
            moves.append((WAGERS, waiting, fraction))
            if state.balance(waiting) + fraction >= MILLION:
                moves.append((waiting, account if room - direct >= MILLION else spill, MILLION))
    return moves


def bring(came: dict[str, int], moves: Iterable[Move]) -> None:
    """Add to what a round has brought each account."""
    for debit, credit, amount in moves:
        if debit == WAGERS:
            came[credit] = came.get(credit, 0) + amount


def reverse(state: LinkState, came: dict[str, int], emptied: list[str]) -> list[Move]:
    """What takes a round's wagers back out again, from where they were booked. The house bears what cannot be taken:
    all that went to a meter won since (``emptied``), so that no reseeded meter pays, and what a reserve lacks."""
    moves: list[Move] = []
    left = {name: max(0, state.balance(name)) for name in came if name not in emptied and name != HOUSE}

    def take(account: str, to: str, wanted: int) -> None:
        part = min(wanted, left.get(account, 0))
        if part:
            moves.append((account, to, part))
            left[account] -= part
        if wanted > part:
            moves.append((HOUSE, to, wanted - part))

    came = dict(sorted(came.items()))  # whoever was restarted since has the accounts in another order
    for account, amount in came.items():
        if not account.startswith(REMAINDER):
            take(account, WAGERS, amount)
    for waiting, fraction in came.items():
        if waiting.startswith(REMAINDER):
            account = waiting.removeprefix(REMAINDER)
            left.setdefault(account, 0 if account in (*emptied, HOUSE) else max(0, state.balance(account)))
            short = fraction - state.balance(waiting)
            if short > 0:  # fractions of this round have made cents since: as many come back
                take(account, waiting, -(-short // MILLION) * MILLION)
            moves.append((waiting, WAGERS, fraction))
    return moves


NOBODY: Final[Mapping[str, list[str]]] = {}


class ShownHand(NamedTuple):
    """What is known of the hand that won an award; all empty for an envy."""

    cards: str = ""
    dealer: str = ""  # The dealer's cards, where the hand was read with them.
    read_by: str = ""  # The supervisor who read the hand, where the cards were not reported.


def vouch(
    added: Sequence[AwardRecord],
    request: Request,
    stood: Sequence[AwardRecord],
    stands: Sequence[AwardRecord] = (),
    once: Mapping[str, list[str]] = NOBODY,
    makers: Sequence[str] = (),
) -> tuple[list[AwardRecord], list[AwardRecord]]:
    """The awards that are added and those that stand, with the cards of their hands and who reported them. ``stood``
    are the awards as they were, ``stands`` those that are left, ``once`` names who reported hands that were voided: a
    hand that is left or told again keeps its reporters, and whoever asks, or made their token, is named beside them."""
    people = [*request.people, *makers]
    told: dict[int, AwardRecord] = {}
    for award in added:
        if not award.is_envy:
            before = next((other for other in stood if not other.is_envy and _hand(other) == _hand(award)), None)
            hand = _kept_hand(_reported_hand(award, request) if isinstance(request, Telling) else ShownHand(), before)
            reported = _each_once([*once.get(_hand(award), ()), *(before.reported if before else ()), *people])
            told[award.no] = changed(award, reported=reported, **hand._asdict())
    own = [*stood, *told.values()]
    for award in added:
        if award.is_envy:
            told[award.no] = changed(award, reported=_each_once([*_seen_by(award, own), *people]))
    known = {award.no: award for award in stood}
    left = []
    for award in stands:
        # An envy outlives the hand that it was first paid for if somebody else turns out to have held the same.
        if award.is_envy and (new := _seen_by(award, list(told.values()))):
            award = changed(award, reported=_each_once([*known.get(award.no, award).reported, *new]))
        left.append(award)
    return [told[award.no] for award in added], left


def once_told(
    earlier: Mapping[str, list[str]], stood: Sequence[AwardRecord], voided: Sequence[AwardRecord]
) -> dict[str, list[str]]:
    """By hand, who reported those of a round whose award was voided, now or before."""
    found = dict(earlier)
    numbers = {award.no for award in voided}
    for award in stood:
        if award.no in numbers and not award.is_envy:
            found[_hand(award)] = _each_once([*found.get(_hand(award), ()), *award.reported])
    return found


def _hand(award: AwardRecord) -> str:
    return f"{award.seat} {award.event}"


def _seen_by(envy: AwardRecord, awards: Sequence[AwardRecord]) -> list[str]:
    """Who reported the hands of others that bring an envy."""
    seen = [award for award in awards if not award.is_envy and award.event == envy.event and award.seat != envy.seat]
    return [person for award in seen for person in award.reported]


def _kept_hand(hand: ShownHand, before: AwardRecord | None) -> ShownHand:
    """Cards that were reported are not lost to a later reading without them."""
    if before is not None and not hand.cards and before.cards:
        return ShownHand(before.cards, before.dealer)
    if before is not None and hand == ShownHand():
        return ShownHand(read_by=before.read_by)
    return hand


def _reported_hand(award: AwardRecord, request: Telling) -> ShownHand:
    hand = request.hands.get(str(award.seat))
    if isinstance(hand, str):
        return ShownHand(hand, request.dealer or "")
    return ShownHand(read_by=request.by) if hand else ShownHand()


def _each_once(people: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(people))


def decide_wager(link: Link, request: asked.Wager, plan: LinkPlan) -> PeopleBody[asked.Wager]:
    """The hot path: one report of who wagers."""
    state = link.state
    table = plan.table(request.table)
    if table is None:
        raise Refused("unknown_table", request.table)
    if request.day is not None and request.day != state.day:
        raise Refused("wrong_day", state.day)
    if state.ended:
        raise Refused("link_ended", state.ended)
    if state.faults:
        raise Refused("fault", state.faults[0])
    if state.table_faults and table.id in state.table_faults:
        raise Refused("fault", state.table_faults[table.id][0])
    if state.seized:
        raise Refused("seized")
    if bank_is_short(state, plan):
        raise Refused("bank_short", short_words(state, plan))
    base = plan.base_wager_cents
    amount = base
    if request.amount is not UNSET:
        amount = request.amount
        check_amount(amount)
    seats = request.seats
    if min(seats) < 1 or max(seats) > table.seats:
        raise Refused("unknown_seat", shown(next(seat for seat in seats if not 1 <= seat <= table.seats)))
    if len(set(seats)) < len(seats):
        raise Refused("seat_twice")
    cents = amount * len(seats)
    if cents > plan.unreasonable_cents:
        raise Refused("amount_unreasonable", f"{dollars(cents)} in one report")
    if amount != base:
        raise Refused("amount_not_base_wager", dollars(base))
    number, last = request.round, state.last_round.get(table.id, 0)
    if number <= last:
        raise Refused("round_over", str(number))
    if number > last + asked.FURTHEST_ROUND:
        raise Refused("round_too_far", str(number))
    open_round = state.rounds.get(table.id)
    if open_round is not None:
        if open_round.number != number:
            raise Refused("another_round", str(open_round.number))
        if open_round.locked:
            raise Refused("round_locked", str(number))
        for seat in seats:
            if seat in open_round.seats:
                raise Refused("seat_has_wagered", str(seat))
    return PeopleBody(v=FORMAT, req=request, actor=link.actors, moves=contribute(state, plan, cents))


def apply_wager(state: LinkState, body: PeopleBody[asked.Wager]) -> None:
    request = body.req
    seats, table = request.seats, request.table
    open_round = state.rounds.get(table)
    if open_round is None:
        # Every field is given: looking up defaults is slow at a thousand rounds a second.
        open_round = state.rounds[table] = OpenRound(request.round, [], False, {}, {}, [])
    open_round.seats += seats
    state.wager_count += len(seats)
    bring(open_round.brought, body.moves)


def _open_round(link: Link, request: asked.AboutRound, plan: LinkPlan) -> tuple[OpenRound, TablePlan]:
    state = link.state
    table = plan.table(request.table)
    if table is None:
        raise Refused("unknown_table", request.table)
    number = request.round
    if number <= state.last_round.get(request.table, 0):
        raise Refused("round_over", str(number))
    open_round = state.rounds.get(request.table)
    if open_round is None:
        raise Refused("round_not_open", str(number))
    if open_round.number != number:
        raise Refused("another_round", str(open_round.number))
    return open_round, table


def decide_lock(link: Link, request: asked.Lock, plan: LinkPlan) -> Locked:
    open_round, table = _open_round(link, request, plan)
    if open_round.locked:
        raise Refused("round_locked", str(open_round.number))
    game = link.game(plan, table.game)
    return Locked(v=FORMAT, req=request, actor=link.actors, dynamic=link.draw(game) if game.dynamic_table else {})


def apply_lock(state: LinkState, body: Locked) -> None:
    open_round = state.rounds[body.req.table]
    open_round.locked = True
    open_round.dynamic = body.dynamic


def decide_result(link: Link, request: asked.Result, plan: LinkPlan) -> Settled:
    state = link.state
    hands = request.hands
    if hands and plan.role(request.by) != "supervisor" and request.is_read:
        raise Refused("not_allowed", "a supervisor reads a hand that the cards do not show")
    open_round, table = _open_round(link, request, plan)
    if not open_round.locked:
        raise Refused("round_not_locked", str(open_round.number))
    for seat in hands:
        if int(seat) not in open_round.seats:
            raise Refused("seat_without_wager", seat)
    if not hands and request.dealer is None:
        return _nothing_won(link, request, open_round, plan, table)
    game = link.game(plan, table.game)
    try:
        bets = winnings.read_hands(game, table.wager, hands, request.dealer)
    except winnings.BadHand as error:
        raise Refused(error.code, error.detail) from None
    check_told_beside(link, request)
    if not any(bet.row for bet in bets.values()):
        return _nothing_won(link, request, open_round, plan, table)
    # A meter that is won now comes back under the parameters that were waiting for its win.
    after = adopt_levels(plan, state.waiting, winnings.whole_levels(bets))
    layout = link.layout(plan, table)
    reporters = [*request.people, *link.makers]
    tally = winnings.Tally(state, plan, winnings.behind(table.id, reporters))
    outcome = winnings.settle_round(state, plan, after, game, table.wager, open_round, bets, layout, tally)
    awards, _ = vouch(outcome.awards, request, (), makers=link.makers)
    return Settled(
        v=FORMAT,
        req=request,
        actor=link.actors,
        awards=awards,
        moves=outcome.moves,
        settled=outcome.settled,
        emptied=outcome.emptied,
    )


def check_told_beside(link: Link, request: asked.Telling) -> None:
    """Two jackpots of a table see one deal. One that sees fewer cards was told some of those that the other was."""
    for told in link.told_beside(request.table):
        if told.round != request.round:
            continue
        for seat, hand in request.hands.items():
            if isinstance(hand, str) and _differ(hand, told.hands.get(seat, "")):
                raise Refused("hands_differ", f"seat {seat}: {told.hands[seat]}")
        if _differ(request.dealer or "", told.dealer):
            raise Refused("hands_differ", f"dealer: {told.dealer}")


def _differ(one: str, other: str) -> bool:
    here, there = Counter(parse_cards(one)), Counter(parse_cards(other))
    return bool(here - there) and bool(there - here)


def note_told(state: LinkState, request: asked.Telling) -> None:
    """The cards that a table was told last."""
    hands = {seat: hand for seat, hand in request.hands.items() if isinstance(hand, str)}
    state.told[request.table] = ToldRound(round=request.round, hands=hands, dealer=request.dealer or "")


def _nothing_won(link: Link, request: asked.Result, open_round: OpenRound, plan: LinkPlan, table: TablePlan) -> Settled:
    settled = winnings.settled_round(link.state, plan, open_round, link.layout(plan, table))
    return Settled(v=FORMAT, req=request, actor=link.actors, awards=[], settled=settled)


def apply_result(state: LinkState, body: Settled) -> None:
    """A result closes its round; its awards wait or are paid, and meters that were won start over."""
    request = body.req
    over = _close_round(state, request)
    count_told(state, f"{request.table}\n{request.by}", body.settled.events.values(), len(over.seats))
    if request.hands:
        note_told(state, request)
    if body.settled.layout == len(state.layouts):
        # What is played for the first time is kept, for rounds that are corrected after the plan has changed.
        assert state.plan is not None
        table = state.plan.table(request.table)
        assert table is not None
        state.layouts.append(layout_of(state.plan, table))
    for award in body.awards:
        add_up(state, request.table, [award], award.reported)
    if body.awards:
        keep_awards(state, body, request.table, request.round)
        _won(state, body)


def add_up(state: LinkState, table: str, awards: Iterable[AwardRecord], people: Sequence[str]) -> None:
    """What nobody approves, by table and by person: it is looked at once it comes to the threshold."""
    for award in awards:
        if "approval" not in award.duties:
            for key in winnings.behind(table, people):
                state.unapproved[key] = state.unapproved.get(key, 0) + award.cents


def count_told(state: LinkState, who: str, events: Iterable[str], wagers: int = 0) -> None:
    """Hands and wagers of a table and its reporter, for their odds; a correction tells more hands, and no wagers."""
    told = [f"{who}\n{event}" for event in events]
    for hand in told:
        state.hands_told[hand] = state.hands_told.get(hand, 0) + 1
    if told or wagers:
        state.dealt[who] = state.dealt.get(who, 0) + wagers


def keep_awards(state: LinkState, body: Settled | Restated, table: str, round: int) -> None:
    """Count the awards that an entry gives, and keep those that are not paid yet."""
    for record in body.awards:
        state.wins = record.no
        kept = kept_award(state, record, table, round)
        if record.status != "paid":
            state.awards[str(record.no)] = kept
        if record.kind == "meter":
            count_hit(state, record, 1)
            state.last_hits = [*state.last_hits, kept][-LAST_HITS:]


def kept_award(state: LinkState, award: AwardRecord, table: str, round: int) -> KeptAward:
    """An award with where and when it was won, as of the last entry."""
    won = {"table": table, "round": round, "day": state.day, "at": state.at, "entry": state.seq}
    return record_of(KeptAward, award, camera="", approved_by="", **won)


def count_hit(state: LinkState, record: AwardRecord, sign: int) -> None:
    level = str(record.level)
    if record.rest_of is None:
        state.level_hits[level] = state.level_hits.get(level, 0) + sign
    state.level_won[level] = state.level_won.get(level, 0) + sign * record.cents


def _won(state: LinkState, body: Settled) -> None:
    """Meters that were won begin again: their seed, and the parameters that were waiting for a win."""
    assert state.plan is not None
    emptied, moves = body.emptied, body.moves
    advanced = winnings.seeds_advanced(moves)
    seeded = dict(advanced)
    for level in emptied:
        state.emptied[str(level)] = state.emptied.get(str(level), 0) + 1
        brought = state.contributed.get(accounts.meter(level), 0)
        state.marks[str(level)] = [brought, brought]
        back = accounts.overflow(level), accounts.meter(level)
        from_overflow = sum(amount for debit, credit, amount in moves if (debit, credit) == back)
        # Of two winners in sequence the second took the first reseeding: what is in the meter is at most what it shows.
        shows = state.meter_cents(level) - from_overflow // MILLION
        seeded[str(level)] = min(advanced.get(str(level), 0), shows)
        state.seed_in_meter[str(level)] = 0
        mark_emptied(state, level)
    for name, cents in seeded.items():
        state.seed_in_meter[name] = state.seed_in_meter.get(name, 0) + cents
    if advanced:
        take_in(state, state.plan, sum(advanced.values()))
    if emptied:
        state.plan = adopt_levels(state.plan, state.waiting, emptied)
        state.waiting = still_waiting(state.plan, state.waiting)


def mark_emptied(state: LinkState, level: int) -> None:
    """No void of a round that wagered before may charge the meter that begins again now."""
    for open_round in state.rounds.values():
        begun = accounts.meter(level), accounts.overflow(level)
        open_round.emptied += [name for name in begun if name not in open_round.emptied]


def _close_round(state: LinkState, request: asked.Result | asked.Void) -> OpenRound:
    over = state.rounds.pop(request.table)
    state.last_round[request.table] = over.number
    return over


def decide_void(link: Link, request: asked.Void, plan: LinkPlan) -> PeopleBody[asked.Void]:
    open_round, _ = _open_round(link, request, plan)
    return PeopleBody(req=request, moves=reverse(link.state, open_round.brought, open_round.emptied))


def apply_void(state: LinkState, body: PeopleBody[asked.Void]) -> None:
    state.wager_count -= len(_close_round(state, body.req).seats)
