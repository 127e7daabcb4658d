"""From the hands of a round to awards and transfers. The rulebook values the awards; this module says which account
each comes from: a meter's share from the meter, reseeding from the reserve first, the rest and all of a house jackpot
from the house."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from croupier.cards.cards import Card, parse_cards
from croupier.errors import CardError
from croupier.jackpot import accounts
from croupier.jackpot.accounts import CAGE, PAYABLE, PENDING, PRIZES, RESERVE, Move
from croupier.jackpot.entries import AwardRecord, SettledRound
from croupier.jackpot.plan.link_plan import MILLION, LinkPlan
from croupier.jackpot.requests import Hands, ReadHand, changed
from croupier.jackpot.state import LinkState, OpenRound
from croupier.play.awards import Award, ValuedAwards, value_jackpots
from croupier.play.game import Game, JackpotBet, JackpotSight, Why
from croupier.units import MeterShare, NoPay

WAITS_IN = {"paid": CAGE, "pending": PENDING, "payable": PAYABLE}  # By status, where an award's money is.


class BadHand(Exception):
    """A hand that cannot be graded: the code, and what is wrong."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail


class Winnings(NamedTuple):
    """What a round's hands come to."""

    awards: list[AwardRecord]
    moves: list[Move]
    emptied: list[int]  # Levels that were won whole.
    settled: SettledRound  # What a correction would need to know.


def read_hands(
    game: Game, wager: str, hands: Hands, dealer: str | None, *, so_far: bool = False
) -> dict[int, JackpotBet]:
    """Grade the hands that were reported, or BadHand; ``so_far`` they are typed, a hand that lacks cards is graded as
    it is."""
    sight = game.jackpot_sight(wager)
    stake = game.configuration.fixed_stake(wager)
    own = {int(seat): hand for seat, hand in hands.items() if isinstance(hand, str)}
    read = {int(seat): hand.event for seat, hand in hands.items() if isinstance(hand, ReadHand)}
    shown: tuple[Card, ...] = ()
    if dealer is not None or (own and sight.dealer):
        shown = _cards(dealer or "", "dealer", 0 if so_far else sight.dealer, sight.dealer)
    fewest = max(0, sight.bonus.fewest - len(shown)) if so_far else sight.own
    cards = {seat: _cards(text, f"seat {seat}", fewest, sight.own) for seat, text in sorted(own.items())}
    check_deck([*shown, *(card for hand in cards.values() for card in hand)], game.configuration.decks)
    bets = {seat: sight.bonus.claim(seat, stake, hand, shown) for seat, hand in cards.items()}
    return bets | {seat: read_by_supervisor(sight, seat, stake, event) for seat, event in sorted(read.items())}


def check_deck(cards: Iterable[Card], decks: int) -> None:
    """BadHand if a card was seen more often than the decks have it."""
    for card, times in Counter(cards).items():
        if times > decks:
            raise BadHand("cards_malformed", f"{card} appears more often than in {decks} deck{'s' * (decks > 1)}")


def _cards(text: str, whose: str, fewest: int, most: int) -> tuple[Card, ...]:
    try:
        cards = parse_cards(text)
    except CardError as error:
        raise BadHand("cards_malformed", f"{whose}: {error.message}") from None
    if not fewest <= len(cards) <= most:
        raise BadHand("cards_malformed", f"{whose}: {len(cards)} cards, not {most}")
    return cards


def read_by_supervisor(sight: JackpotSight, seat: int, stake: int, event: str) -> JackpotBet:
    """The bet for a hand that was read without cards; BadHand where the table does not pay for it."""
    row = next((row for row in sight.bonus.chart.table.rows if row.event == event), None)
    if row is None or isinstance(row.pay, NoPay):
        raise BadHand("unknown_hand", f"seat {seat}: {event[:40]}")
    return JackpotBet(seat, sight.bonus.wager, stake, row, sight.bonus.cite, Why("read by a supervisor"))


def behind(table: str, people: Iterable[str]) -> list[str]:
    """By what small awards are added up: the table, and everybody who reported them."""
    return [f"table {table}", *(f"person {person}" for person in dict.fromkeys(people))]


class Tally:
    """What a table, and those who report for it, have awarded today without anybody's approval: a second person must
    look once many small awards come to as much as the threshold."""

    def __init__(self, state: LinkState, plan: LinkPlan, keys: Iterable[str] = ()) -> None:
        self._least = plan.threshold(state.day).approval_cents
        self._sums = {key: state.unapproved.get(key, 0) for key in keys}

    def needs_approval(self, cents: int) -> bool:
        """Whether an award needs a supervisor's approval, alone or with those before it; if not, it is added."""
        if self._least is None:
            return False
        if cents >= self._least or any(awarded + cents >= self._least for awarded in self._sums.values()):
            return True
        self._sums = {key: awarded + cents for key, awarded in self._sums.items()}
        return False


def settle_round(
    state: LinkState,
    plan: LinkPlan,
    after: LinkPlan,
    game: Game,
    wager: str,
    open_round: OpenRound,
    hands: dict[int, JackpotBet],
    layout: int,
    tally: Tally,
) -> Winnings:
    """The awards of a round and what they move; ``hands`` are the graded ones, ``after`` is the plan in force
    afterwards."""
    sight = game.jackpot_sight(wager)
    bets = bets_of(game, wager, open_round.seats, hands)
    is_house = plan.type == "house"
    before = {level.number: level.seed_cents if is_house else state.meter_cents(level.number) for level in plan.levels}
    reseeds = {level.number: level.reseed_cents for level in after.levels}
    valued = value_jackpots(game.configuration, bets, {wager: before}, {wager: reseeds}, open_round.dynamic)
    purse = {RESERVE: max(0, state.cents(RESERVE))}
    awards: list[AwardRecord] = []
    moves: list[Move] = []
    numbered = enumerate(valued.awards, state.wins + 1)
    given = [award_record(state, plan, sight, award, no, tally) for no, award in numbered]
    for record in let_envy_wait(given, given):
        funding = fund(record, purse, WAITS_IN[record.status])
        awards.append(changed(record, sources=[(debit, cents) for debit, _, cents in funding]))
        moves += funding
    emptied = [] if is_house else sorted({award.level or 1 for award in valued.awards if takes_whole(award)})
    for level in () if is_house else plan.levels:
        moves += _refill(state, after, level.number, before[level.number], valued, wager, purse, emptied)
    renewed = [level for level in emptied if after.level(level) != plan.level(level)]
    spilled = {name: cents for debit, _, cents in moves if (name := accounts.level_of(debit, accounts.OVERFLOW))}
    settled = changed(
        settled_round(state, plan, open_round, layout),
        events={str(bet.seat): bet.row.event for bet in bets if bet.row},
        after={str(level): cents for level, cents in valued.meters[wager].items()},
        reseeds={str(level): cents for level, cents in reseeds.items()},
        refills=_refills(moves),
        seeds={str(level): state.seed_in_meter.get(str(level), 0) for level in emptied},
        times={
            str(level.number): state.emptied.get(str(level.number), 0) + (level.number in emptied)
            for level in plan.levels
        },
        levels={str(level): (plan.level(level), after.level(level)) for level in renewed},
        spilled=spilled if plan.overflow_to == "reserve" else {},
    )
    return Winnings(awards, [(debit, credit, cents * MILLION) for debit, credit, cents in moves], emptied, settled)


def settled_round(state: LinkState, plan: LinkPlan, open_round: OpenRound, layout: int) -> SettledRound:
    """What a correction needs to know of a round that won nothing."""
    before, times = {}, {}
    for name, meter, seed_cents in plan.meters:
        before[name] = seed_cents if plan.type == "house" else state.cents(meter)
        times[name] = state.emptied.get(name, 0)
    return SettledRound(
        layout=layout, seats=sorted(open_round.seats), before=before, times=times, dynamic=open_round.dynamic
    )


def _refills(moves: Iterable[Move]) -> dict[str, list[int]]:
    """By level, what came from the reserve and what the house advanced, in cents; nothing was made up for."""
    found: dict[str, list[int]] = {}
    for debit, credit, cents in moves:
        level = accounts.level_of(credit, accounts.METER)
        if level is not None and debit.partition(".")[0] in (RESERVE, accounts.SEED_ADVANCED):
            found.setdefault(level, [0, 0, 0])[debit != RESERVE] += cents
    return found


def bets_of(game: Game, wager: str, seats: Iterable[int], hands: dict[int, JackpotBet]) -> tuple[JackpotBet, ...]:
    """Every wager of a round: the graded hands, and those that have lost."""
    cite, lost = game.jackpot_sight(wager).bonus.cite, Why("no winning hand was reported")
    stake = game.configuration.fixed_stake(wager)
    return tuple(hands.get(seat) or JackpotBet(seat, wager, stake, None, cite, lost) for seat in sorted(seats))


def let_envy_wait(new: Iterable[AwardRecord], of_the_round: Sequence[AwardRecord]) -> list[AwardRecord]:
    """The new awards; an envy is not paid before the jackpot that it belongs to is approved."""
    waiting = []
    for record in new:
        jackpots = [other.no for other in of_the_round if is_jackpot_of(other, record) and other.status == "pending"]
        waiting.append(changed(record, waits_for=jackpots, status="pending") if jackpots else record)
    return waiting


def is_jackpot_of(jackpot: AwardRecord, envy: AwardRecord) -> bool:
    """Whether an envy belongs to an award: it is paid for the same hand, to somebody else."""
    return envy.is_envy and not jackpot.is_envy and jackpot.event == envy.event and jackpot.seat != envy.seat


def whole_levels(bets: dict[int, JackpotBet]) -> set[int]:
    """The levels of which somebody takes all."""
    pays = [bet.row.pay for bet in bets.values() if bet.row]
    return {pay.level or 1 for pay in pays if isinstance(pay, MeterShare) and pay.percent == 100}


def takes_whole(award: Award) -> bool:
    """Whether the award empties its meter."""
    return award.kind == "meter" and award.percent == "100" and award.from_meter


def award_record(
    state: LinkState, plan: LinkPlan, sight: JackpotSight, award: Award, number: int, tally: Tally
) -> AwardRecord:
    """An award as it is kept, with the duties that its size brings."""
    now = plan.threshold(state.day)
    cents = award.amount
    duties = []
    if tally.needs_approval(cents):
        duties.append("approval")
    if now.camera_cents is not None and cents >= now.camera_cents:
        duties.append("camera")
    if now.check_over_cents is not None and cents > now.check_over_cents:
        duties.append("check")
    over = now.tax_form_cents is not None and cents >= now.tax_form_cents
    if over and cents >= now.tax_form_times * plan.base_wager_cents:
        duties.append("tax_form")
    at_table = award.kind in ("fixed", "envy") and not duties
    row = next(row for row in sight.bonus.chart.table.rows if row.event == award.event)
    return AwardRecord(
        no=number,
        seat=award.seat,
        event=award.event,
        label=sight.bonus.chart.label(row),
        kind=award.kind,
        level=award.level,
        percent=award.percent,
        cents=cents,
        from_meter=award.from_meter,
        duties=duties,
        status="paid" if at_table else "pending" if "approval" in duties else "payable",
        sources=[],
        reported=[],
    )


def fund(record: AwardRecord, purse: dict[str, int], to: str) -> list[Move]:
    """Where an award comes from, and that it goes to an account, in cents; small fixed pays leave the tray at once."""
    cents = record.cents
    if not cents:
        return []
    if record.kind == "meter" and record.from_meter:
        return [(accounts.meter(record.level or 1), to, cents)]
    if record.kind == "dealer_envy" and record.from_meter:
        return from_reserve(purse, to, cents, PRIZES)
    return [(PRIZES, to, cents)]


def from_reserve(purse: dict[str, int], to: str, cents: int, rest_from: str) -> list[Move]:
    """Moves that pay from the reserve as far as it reaches, and the rest from another account."""
    part = min(purse[RESERVE], cents)
    purse[RESERVE] -= part
    moves = [(RESERVE, to, part), (rest_from, to, cents - part)]
    return [move for move in moves if move[2]]


def _refill(
    state: LinkState,
    plan: LinkPlan,
    level: int,
    before: int,
    valued: ValuedAwards,
    wager: str,
    purse: dict[str, int],
    emptied: list[int],
) -> list[Move]:
    """Bring a meter back to what the rulebook says it shows after the round, then add its overflow."""
    paid = sum(
        award.amount for award in valued.awards if award.kind == "meter" and award.from_meter and award.level == level
    )
    after = valued.meters[wager][level]
    moves = []
    if after > before - paid:
        moves += from_reserve(purse, accounts.meter(level), after - (before - paid), accounts.seed_advanced(level))
    if level in emptied:
        moves.append(release_overflow(plan, level, state.cents(accounts.overflow(level)), after))
    return [move for move in moves if move[2]]


def release_overflow(plan: LinkPlan, level: int, waiting: int, shown: int) -> Move:
    """Where the overflow goes when its meter is won, in cents: to the next meter as far as its limit allows."""
    if plan.overflow_to == "reserve":
        return accounts.overflow(level), RESERVE, waiting
    limit = plan.level(level).limit_cents
    room = waiting if limit is None else max(0, limit - shown)
    return accounts.overflow(level), accounts.meter(level), min(room, waiting)


def custodial_cents(award: AwardRecord) -> int:
    """How much of an award is players' money; the rest is the house's."""
    return sum(cents for source, cents in award.sources if accounts.account(source).custodial)


def seeds_advanced(moves: Iterable[tuple[str, str, int]]) -> dict[str, int]:
    """By level, what the house put on the meters, in cents."""
    found: dict[str, int] = {}
    for debit, _, amount in moves:
        level = accounts.level_of(debit, accounts.SEED_ADVANCED)
        if level is not None:
            found[level] = found.get(level, 0) + amount // MILLION
    return found
