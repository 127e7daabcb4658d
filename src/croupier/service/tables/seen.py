"""The table as one viewer may see it: their own cards, what lies open, every stake and decision, and nothing else.

A card that lies face down for the viewer is a null, and what a seat may do is told to that seat alone, since it can
tell what the seat holds. When a round is over its cards are everyone's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from croupier.cards.cards import Card
from croupier.play.awards import DEALER
from croupier.play.dealing import first_served, is_clockwise
from croupier.play.dynamic import Boosted, displayed
from croupier.play.game import Action, Choose, Game, State
from croupier.play.reports import award_text, settlement_record
from croupier.play.settlement import Settlement
from croupier.play.slots import Slot
from croupier.play.views import SeenSlot, view
from croupier.rulebook.paytables import posted_label
from croupier.service.tables.seats import by_clock
from croupier.service.tables.table import Table
from croupier.units.money import dollars, format_money

Record = dict[str, Any]
WATCHER = -1
"""A seat that nobody has: its view holds what lies open."""


@runtime_checkable
class HasPot(Protocol):
    """A game that is played for one pot, in an order of its own, can show both."""

    def pot(self, state: State) -> int: ...

    def course(self, state: State) -> Any: ...


def table_record(table: Table, guest: str | None, spare: int, now: float, watchers: int) -> Record:
    """Everything that a page needs to draw the table for this viewer."""
    seat = table.seat_of(guest)
    playing = table.round
    turn = table.turn
    felt = felt_record(table.game, playing.state, seat or WATCHER, turn) if playing else None
    return {
        "schema": 1,
        "table": table.plan.id,
        "version": table.version,
        "round": table.number,
        "decided": table.decided,
        "phase": "playing" if playing else "wagers",
        "seconds": None if table.deadline is None else max(0, round(table.deadline - now, 1)),
        "you": None if seat is None else {"seat": seat, "spare": format_money(spare), "cents": spare},
        "seats": [_seat_record(table, number, guest) for number in range(1, table.plan.seats + 1)],
        "felt": felt,
        "made": made(table, playing.state, seat) if playing and seat else [],
        "dice": dice_record(table),
        "turn": None if turn is None else _turn_record(table, turn, seat, spare),
        "meters": meters_record(table),
        "dynamic": dynamic_record(table.game, table.dynamic),
        "commitment": {"root": table.shoe.root, "shoe": table.shoe.shoes, **shoe_record(table)},
        "last": table.last,
        "log": table.log,
        "watchers": watchers,
    }


def shoe_record(table: Table) -> Record:
    """How far the shoe is dealt, and where its cut card lies; a shoe that is shuffled for every round has none."""
    shoe = table.shoe
    dealt = sum(len(each.cards) for each in table.round.state.dealt) if table.round else 0
    return {
        "dealt": shoe.deck.dealt + dealt,
        "cards": len(shoe.deck.cards),
        "cut": None if shoe.is_continuous else shoe.cut_card,
    }


def _seat_record(table: Table, number: int, guest: str | None) -> Record:
    seat = table.seats.get(number)
    if seat is None:
        return {"seat": number, "open": True}
    return {
        "seat": number,
        "open": False,
        "name": seat.name,
        "bot": seat.guest is None,
        "you": guest is not None and seat.guest == guest,
        "ready": seat.is_ready,
        "wagers": dict(seat.wagers),
        "last": dict(seat.last) if guest is not None and seat.guest == guest else None,
    }


def felt_record(game: Game, state: State, seat: int, turn: Choose | None, *, all_open: bool = False) -> Record:
    """The cards, stakes and decisions that lie on the felt."""
    seen = view(state, seat)
    slots = tuple(SeenSlot(each.slot, len(each.cards), each.cards) for each in state.dealt) if all_open else seen.slots
    acting = turn.seat if turn else None
    seats = []
    for number, amounts in state.stakes:
        own = [each for each in slots if each.slot.seat == number]
        decisions = [each for each in state.decisions if each.seat == number]
        follow: dict[str, int] = {}
        for each in decisions:
            if each.amount:
                wager = game.wager_of(each.action)
                follow[wager] = follow.get(wager, 0) + each.amount
        hands = _hands(game, state, number, own)
        on_hands = game.hand_stakes(state, number)
        seats.append(
            {
                "seat": number,
                "stakes": {name: cents for name, cents in zip(game.wagers, amounts, strict=True) if cents} | follow,
                "hands": [
                    _hand_record(game, hand) | {"stakes": dict(on_hands[place]) if place < len(on_hands) else {}}
                    for place, hand in enumerate(hands)
                ],
                "active": game.hand_to_act(state, number) if acting == number and len(hands) > 1 else None,
                "decisions": [str(each) for each in decisions],
                "acting": acting == number,
            }
        )
    dealer = [each for each in slots if each.slot.is_dealers]
    record: Record = {
        "seats": seats,
        "dealer": [_hand_record(game, _together(dealer))] if dealer else [],
        "answers": [{"question": each.question, "yes": each.yes} for each in state.answers],
    }
    dealt = len(state.dealt) > len(state.stakes)
    if isinstance(game, HasPot) and dealt:
        course = game.course(state)
        record["pot"] = {
            "cents": game.pot(state),
            "order": list(course.order),
            "leads": list(course.contest.holders),
            "kicked_out": bool(course.kicked_out),
            "lost": {str(number): str(loss.why) for number, loss in course.lost.items()},
        }
    return record


def made(table: Table, state: State, seat: int) -> list[Record]:
    """What the viewer's side wagers have come to already, from cards that the viewer can see; and what was paid."""
    game = table.game
    seen = view(state, seat)
    own = tuple(card for each in seen.slots if each.slot == Slot(seat) for card in each.cards or ())
    dealer = tuple(card for each in seen.slots if each.slot.is_dealers for card in each.cards or ())
    stakes = next((each.amounts for each in state.stakes if each.seat == seat), ())
    found = _paid(table, seat)
    paid = {each["wager"] for each in found}
    for index, bonus in game.bonuses:
        stake = stakes[index] if stakes else 0
        is_seen = not bonus.seen.drawn and len(own) >= bonus.seen.own and len(dealer) >= bonus.seen.dealer
        if not stake or not is_seen or bonus.wager in paid:
            continue
        line = None if bonus.is_jackpot else bonus.settle(seat, stake, own, dealer)
        claim = bonus.claim(seat, stake, own, dealer)
        event = claim.row.event if claim.row else None
        # What a jackpot pays is known when the round ends; that a hand misses it is known now.
        net = line.net if line is not None else -stake if event is None else None
        found.append(_made_record(game, bonus.wager, event, net, str(claim.why), bonus.cite))
    return found


def _paid(table: Table, seat: int) -> list[Record]:
    """The viewer's side wagers that were settled and paid while the round continues, another seat's hand included."""
    early = table.early
    if early is None:
        return []
    found = [
        _made_record(table.game, line.wager, line.event, line.net, str(line.why), line.cite, paid=True)
        for line in early.lines
        if line.seat == seat
    ]
    for award in early.awards:
        if award.kind == "envy" and award.seat == seat:
            words = award_text(award, table.game.configuration)
            cite = table.game.bonus(award.wager).cite
            found.append(
                _made_record(table.game, award.wager, award.event, award.amount, words, cite, paid=True)
                | {"wager": f"{award.wager} envy", "title": "Envy"}
            )
    return found


def _made_record(
    game: Game, wager: str, event: str | None, net: int | None, words: str, cite: str, *, paid: bool = False
) -> Record:
    title = game.rules.wager(wager).title
    return {"wager": wager, "title": title, "event": event, "net": net, "words": words, "cite": cite, "paid": paid}


def dice_record(table: Table) -> Record | None:
    """The throw that says where the deal begins: everyone's, once the bets are closed."""
    dice = table.shoe.deck.dice
    if table.round is None or not dice:
        return None
    first = first_served(table.game, dice)
    return {
        "thrown": list(dice),
        "sum": sum(dice),
        "clockwise": is_clockwise(table.game),
        "first": None if first.is_dealers else first.seat,
    }


def _hand_record(game: Game, cards: Sequence[Card | None]) -> Record:
    known = [card for card in cards if card is not None]
    words = game.hand_words(tuple(known)) if known and len(known) == len(cards) else ""
    shown: Sequence[Card | None] = game.in_order(tuple(known)) if words else cards
    return {
        "cards": [None if card is None else str(card) for card in shown],
        "words": words,
        "making": game.making(tuple(known)) if words else len(cards),
    }


def _together(slots: Sequence[SeenSlot]) -> list[Card | None]:
    """The dealer's cards in the order of the table."""
    return [card for each in slots for card in (each.cards or [None] * each.size)]


def _hands(game: Game, state: State, number: int, own: Sequence[SeenSlot]) -> list[Sequence[Card | None]]:
    """The hands of one seat as the viewer sees them; what lies face down is told by its number alone."""
    if any(each.cards is None for each in own):
        return [[None] * sum(each.size for each in own)]
    return list(game.hands(state, number)) if own else []


def _turn_record(table: Table, turn: Choose, seat: int | None, spare: int) -> Record:
    record: Record = {"seat": turn.seat}
    if turn.seat != seat:
        return record
    game = table.game
    base = next(each.amounts[0] for each in table.round.state.stakes if each.seat == seat) if table.round else 0
    rule = game.rules.rule(turn.rule)
    return record | {
        "actions": [_action_record(game, action, base) for action in table.legal(spare)],
        "by_clock": by_clock(table.round.legal_actions).name if table.round else "",
        "text": rule.text,
        "cite": game.cites[rule.id],
    }


def _action_record(game: Game, action: Action, base: int) -> Record:
    whole = [
        low for low in range(1, 11) if action.minimum <= low * base <= action.maximum and action.allows(low * base)
    ]
    wager = game.wager_of(action.name) if action.maximum else None
    titles = {each.id: each.title for each in game.rules.wagers}
    return {
        "name": action.name,
        "minimum": action.minimum,
        "maximum": action.maximum,
        "step": action.step,
        "multiples": whole if action.minimum != action.maximum else [],
        "base": base,
        "wager": titles.get(wager or ""),
    }


def meters_record(table: Table) -> list[Record]:
    """What the displays show, wager by wager and level by level. They are the house's samples."""
    titles = {each.id: each.title for each in table.game.rules.wagers}
    shown = table.meters_shown
    return [
        {"wager": wager, "title": titles[wager], "level": level, "levels": len(levels), "cents": cents}
        for wager, levels in shown.items()
        for level, cents in levels.items()
    ]


def dynamic_record(game: Game, boosted: Boosted) -> list[Record]:
    """Pays drawn for this round alone, in the words of their table and the money of its fixed wager."""
    table = game.dynamic_table
    if table is None:
        return []
    setting = game.configuration.setting_for(table)
    shown = displayed(game, boosted)
    return [
        {"event": row.event, "label": posted_label(row.label, setting), "pays": dollars(shown[row.event])}
        for row in table.rows
        if row.event in shown
    ]


def finished_record(
    game: Game, number: int, state: State, settlement: Settlement, boosted: Boosted, root: str | None, at: float
) -> Record:
    """A finished round for everyone: all cards, every line with its reason and its rule, what each seat won."""
    record = settlement_record(game, settlement)
    return {
        "number": number,
        "at": round(at),
        "felt": felt_record(game, state, WATCHER, None, all_open=True),
        "lines": record["settlements"],
        "awards": [
            {**each, "words": award_text(award, game.configuration), "cents": award.amount}
            for each, award in zip(record["awards"], settlement.awards, strict=True)
        ],
        "won": [
            {"seat": award.seat, "wager": award.wager, "cents": award.amount}
            for award in settlement.awards
            if award.kind == "meter" and award.percent == "100" and award.seat != DEALER
        ],
        "dynamic": dynamic_record(game, boosted),
        "nets": {str(seat): net for seat, net in settlement.seats.items()},
        "house": settlement.house,
        "void": settlement.void,
        "root": root,
        "rulebook_hash": settlement.rulebook_hash,
    }
