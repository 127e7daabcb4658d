"""The table as one viewer may see it. A card that lies face down for the viewer is a null, and what a seat may do is
told to that seat alone, since it can tell what the seat holds. When a round is over its cards are everyone's."""

from collections.abc import Collection, Sequence
from typing import Any, Protocol, runtime_checkable

from croupier.cards.cards import Card
from croupier.play import awards, dynamic, round_records
from croupier.play.dealing import first_served, is_clockwise
from croupier.play.game import TABLE, Action, Choose, Game, Slot, State
from croupier.play.settlement import award_text, settlement_record
from croupier.play.views import SeenSlot, view
from croupier.records import UNSET, UnsetType, record_of
from croupier.rulebook.rules import posted_label
from croupier.table import view as page
from croupier.table.seats import by_clock
from croupier.table.table import FinishedRound, Table
from croupier.units import dollars, format_money

WATCHER = -1  # A seat that nobody has: its view holds what lies open.


@runtime_checkable
class HasPot(Protocol):
    """A game that is played for one pot, in an order of its own, can show both."""

    def pot(self, state: State) -> int: ...

    def course(self, state: State) -> Any: ...


def table_view(table: Table, guest: str | None, spare: int, now: float, watchers: int) -> page.TableView:
    """The table through the eyes of a guest, or of a watcher who is none."""
    seat = table.seat_of(guest)
    playing = table.round
    turn = table.turn
    return page.TableView(
        schema=page.SCHEMA,
        table=table.plan.id,
        version=table.version,
        round=table.number,
        decided=table.decided,
        phase="playing" if playing else "wagers",
        seconds=None if table.deadline is None else max(0, round(table.deadline - now, 1)),
        you=None if seat is None else page.YourSeat(seat=seat, spare=format_money(spare), cents=spare),
        seats=[_seat_view(table, number, guest) for number in range(1, table.plan.seats + 1)],
        felt=felt_view(table.game, playing.state, seat or WATCHER, turn, clocked=table.clocked) if playing else None,
        made=made(table, playing.state, seat) if playing and seat else [],
        dice=dice_view(table.game, table.shoe.deck.dice) if playing else None,
        turn=None if turn is None else _turn_view(table, turn, seat, spare),
        meters=meter_views(table),
        dynamic=boosted_pays(table.game, table.dynamic),
        commitment=_shoe_view(table),
        last=table.last,
        log=table.log,
        watchers=watchers,
    )


def _shoe_view(table: Table) -> page.ShoeView:
    shoe = table.shoe
    on_table = sum(len(spot.cards) for spot in table.round.state.dealt) if table.round else 0
    return page.ShoeView(
        root=shoe.root,
        shoe=shoe.shoes,
        dealt=shoe.deck.dealt + on_table,
        rounds=shoe.deck.rounds,
        cards=len(shoe.deck.cards),
        cut=None if shoe.is_continuous else shoe.cut_card,
    )


def _seat_view(table: Table, number: int, guest: str | None) -> page.SeatView:
    seat = table.seats.get(number)
    if seat is None:
        return page.SeatView(seat=number, open=True)
    is_yours = guest is not None and seat.guest == guest
    return page.SeatView(
        seat=number,
        open=False,
        name=seat.name,
        bot=seat.guest is None,
        you=is_yours,
        ready=seat.is_ready,
        wagers=dict(seat.wagers),
        last=dict(seat.last) if is_yours else None,
    )


def felt_view(
    game: Game, state: State, seat: int, turn: Choose | None, *, all_open: bool = False, clocked: Collection[int] = ()
) -> page.FeltView:
    """The cards, stakes and decisions that lie on the felt; ``clocked`` are the decisions that the clock took."""
    seen = view(state, seat)
    slots = tuple(SeenSlot(spot.slot, len(spot.cards), spot.cards) for spot in state.dealt) if all_open else seen.slots
    acting = turn.seat if turn else None
    seats = []
    for number, amounts in state.stakes:
        own = [spot for spot in slots if spot.slot.seat == number]
        places = [place for place, decision in enumerate(state.decisions) if decision.seat == number]
        decisions = [state.decisions[place] for place in places]
        follow: dict[str, int] = {}
        for decision in decisions:
            if decision.amount:
                wager = game.wager_of(decision.action)
                follow[wager] = follow.get(wager, 0) + decision.amount
        hands = _hands(game, state, number, own)
        on_hands = game.hand_stakes(state, number)
        seats.append(
            page.FeltSeat(
                seat=number,
                stakes={name: cents for name, cents in zip(game.wagers, amounts, strict=True) if cents} | follow,
                hands=[
                    _hand_view(game, hand, dict(on_hands[place]) if place < len(on_hands) else {})
                    for place, hand in enumerate(hands)
                ],
                active=game.hand_to_act(state, number) if acting == number and len(hands) > 1 else None,
                decisions=[str(decision) for decision in decisions],
                by_clock=[at for at, place in enumerate(places) if place in clocked],
                acting=acting == number,
            )
        )
    dealer = [spot for spot in slots if spot.slot.is_dealers]
    return page.FeltView(
        seats=seats,
        dealer=[_hand_view(game, _together(dealer))] if dealer else [],
        places={str(spot.slot): _hand_view(game, _together([spot])) for spot in slots if spot.slot.seat == TABLE},
        answers=[record_of(page.AnswerView, answer) for answer in state.answers],
        pot=_pot_view(game, state) if isinstance(game, HasPot) and len(state.dealt) > len(state.stakes) else UNSET,
    )


def _pot_view(game: HasPot, state: State) -> page.PotView:
    course = game.course(state)
    return page.PotView(
        cents=game.pot(state),
        order=list(course.order),
        leads=list(course.contest.holders),
        kicked_out=bool(course.kicked_out),
        lost={str(number): str(loss.why) for number, loss in course.lost.items()},
    )


def made(table: Table, state: State, seat: int) -> list[page.MadeWager]:
    """What the viewer's side wagers have come to already, from cards that the viewer can see; and what was paid."""
    game = table.game
    seen = view(state, seat)
    own = tuple(card for spot in seen.slots if spot.slot == Slot(seat) for card in spot.cards or ())
    dealer = tuple(card for spot in seen.slots if spot.slot.is_dealers for card in spot.cards or ())
    places = {
        spot.slot.part: spot.cards or () for spot in seen.slots if spot.slot.seat == TABLE and not spot.slot.number
    }
    stakes = next((stake.amounts for stake in state.stakes if stake.seat == seat), ())
    found = _paid(table, seat)
    paid = {line.wager for line in found}
    for index, bonus in game.bonuses:
        stake = stakes[index] if stakes else 0
        shown = tuple(card for place in bonus.seen.places for card in places.get(place, ()))
        is_seen = len(own) >= bonus.seen.own and len(shown) >= bonus.seen.shown and len(dealer) >= bonus.seen.dealer
        if not stake or not is_seen or bonus.seen.drawn or bonus.wager in paid:
            continue
        held = (*own[: bonus.seen.own], *shown)
        line = None if bonus.is_jackpot else bonus.settle(seat, stake, held, dealer)
        claim = bonus.claim(seat, stake, held, dealer)
        event = claim.row.event if claim.row else None
        # What a jackpot pays is known when the round ends; that a hand misses it is known now.
        net = line.net if line is not None else -stake if event is None else None
        found.append(_made_wager(game, bonus.wager, event, net, str(claim.why), bonus.cite))
    return found


def _paid(table: Table, seat: int) -> list[page.MadeWager]:
    """The viewer's side wagers that were settled and paid while the round continues, another seat's hand included."""
    early = table.early
    if early is None:
        return []
    found = [
        _made_wager(table.game, line.wager, line.event, line.net, str(line.why), line.cite, paid=True)
        for line in early.lines
        if line.seat == seat
    ]
    return found + [
        page.MadeWager(
            wager=f"{award.wager} envy",
            title="Envy",
            event=award.event,
            net=award.amount,
            words=award_text(award, table.game.configuration),
            cite=table.game.bonus(award.wager).cite,
            paid=True,
        )
        for award in early.awards
        if award.kind == "envy" and award.seat == seat
    ]


def _made_wager(
    game: Game, wager: str, event: str | None, net: int | None, words: str, cite: str, *, paid: bool = False
) -> page.MadeWager:
    title = game.rules.wager(wager).title
    return page.MadeWager(wager=wager, title=title, event=event, net=net, words=words, cite=cite, paid=paid)


def dice_view(game: Game, dice: Sequence[int]) -> page.DiceView | None:
    """The throw that says where the deal begins: everyone's, once the bets are closed."""
    if not dice:
        return None
    first = first_served(game, dice)
    return page.DiceView(
        thrown=list(dice), sum=sum(dice), clockwise=is_clockwise(game), first=None if first.is_dealers else first.seat
    )


def _hand_view(game: Game, cards: Sequence[Card | None], stakes: dict[str, int] | UnsetType = UNSET) -> page.HandView:
    known = [card for card in cards if card is not None]
    words = game.hand_words(tuple(known)) if known and len(known) == len(cards) else ""
    shown: Sequence[Card | None] = game.in_order(tuple(known)) if words else cards
    return page.HandView(
        cards=[None if card is None else str(card) for card in shown],
        words=words,
        making=game.making(tuple(known)) if words else len(cards),
        stakes=stakes,
    )


def _together(slots: Sequence[SeenSlot]) -> list[Card | None]:
    """The dealer's cards in the order of the table."""
    return [card for slot in slots for card in (slot.cards or [None] * slot.size)]


def _hands(game: Game, state: State, number: int, own: Sequence[SeenSlot]) -> list[Sequence[Card | None]]:
    """The hands of one seat as the viewer sees them; what lies face down is told by its number alone."""
    if any(spot.cards is None for spot in own):
        return [[None] * sum(spot.size for spot in own)]
    return list(game.hands(state, number)) if own else []


def _turn_view(table: Table, turn: Choose, seat: int | None, spare: int) -> page.TurnView:
    if turn.seat != seat or table.round is None:
        return page.TurnView(seat=turn.seat)
    game = table.game
    base = table.round.state.base(seat)
    rule = game.rules.rule(turn.rule)
    return page.TurnView(
        seat=turn.seat,
        actions=[_action_view(game, action, base) for action in table.legal(spare)],
        by_clock=by_clock(table.round.legal_actions).name,
        text=rule.text,
        cite=game.cites[rule.id],
    )


def _action_view(game: Game, action: Action, base: int) -> page.ActionView:
    whole = [
        low for low in range(1, 11) if action.minimum <= low * base <= action.maximum and action.allows(low * base)
    ]
    wager = game.wager_of(action.name) if action.maximum else None
    titles = {wager.id: wager.title for wager in game.rules.wagers}
    multiples = whole if action.minimum != action.maximum else []
    return record_of(page.ActionView, action, multiples=multiples, base=base, wager=titles.get(wager or ""))


def meter_views(table: Table) -> list[page.MeterView]:
    """What the displays show, wager by wager and level by level. They are the house's samples."""
    titles = {wager.id: wager.title for wager in table.game.rules.wagers}
    shown = table.meters_shown
    return [
        page.MeterView(wager=wager, title=titles[wager], level=level, levels=len(levels), cents=cents)
        for wager, levels in shown.items()
        for level, cents in levels.items()
    ]


def boosted_pays(game: Game, boosted: dynamic.Boosted) -> list[page.BoostedPay]:
    """Pays drawn for this round alone, in the words of their table and the money of its fixed wager."""
    table = game.dynamic_table
    if table is None:
        return []
    setting = game.configuration.setting_for(table)
    shown = dynamic.displayed(game, boosted)
    return [
        page.BoostedPay(event=row.event, label=posted_label(row.label, setting), pays=dollars(shown[row.event]))
        for row in table.rows
        if row.event in shown
    ]


def finished_view(game: Game, finished: FinishedRound, at: float) -> page.FinishedView:
    """A finished round as everyone may see it."""
    settlement = finished.settlement
    record = settlement_record(game, settlement)
    return record_of(
        page.FinishedView,
        settlement,
        number=finished.number,
        at=round(at),
        felt=felt_view(game, finished.state, WATCHER, None, all_open=True, clocked=finished.clocked),
        lines=[round_records.SettledLine(**line) for line in record["settlements"]],
        awards=[
            page.AwardView(**said, words=award_text(award, game.configuration), cents=award.amount)
            for said, award in zip(record["awards"], settlement.awards, strict=True)
        ],
        won=[
            page.WonMeter(seat=award.seat, wager=award.wager, cents=award.amount)
            for award in settlement.awards
            if award.kind == "meter" and award.percent == "100" and award.seat != awards.DEALER
        ],
        dynamic=boosted_pays(game, finished.dynamic),
        nets={str(seat): net for seat, net in settlement.seats.items()},
        root=finished.root,
        dice=dice_view(game, finished.dice),
        names={str(seat): name for seat, name in finished.names.items() if seat in settlement.seats},
    )
