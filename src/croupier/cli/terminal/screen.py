"""The table as text: the wagers on offer, the table at a turn, the round when it is over.

A view fits 24 lines with seven seats: every seat has one line, the player's own as many as they need. What may be
seen is what the game says: a card's own seat, or everyone.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from croupier.cli.terminal.paint import chips, columns, fit, problem, rule_width, ruled, signed
from croupier.cli.terminal.prompt import aliases
from croupier.play.awards import DEALER
from croupier.play.dealing import first_served, is_clockwise
from croupier.play.game import Action, Choose, State
from croupier.play.lines import Cards, Line
from croupier.play.reports import award_text
from croupier.play.settlement import MISDEAL, Settlement
from croupier.play.views import SeenSlot, view
from croupier.rulebook.paytables import UNIT_CENTS, posted_label
from croupier.table.session import Session, WrittenRound
from croupier.units.money import dollars

SEAT_INDENT = 12
LONGEST_LABEL = 12
"""Letters of a name beside a seat."""


def title_of(session: Session, wager: str) -> str:
    """What players call a wager."""
    return session.game.rules.wager(wager).title


def who(session: Session, seat: int) -> str:
    """A seat, and where several people play, whose it is."""
    return f"seat {seat}" if len(session.players) == 1 else f"{session.player_of(seat).name}, seat {seat}"


def wager_board(session: Session, seat: int, *, brief: bool = False) -> list[str]:
    """The wagers on offer, with what lies on each; in brief, only what has changed since the last round."""
    game = session.game
    own = session.slip.of(seat)
    whose = f" · wagers of {who(session, seat)}" if len(session.own) > 1 else ""
    lines = ["", ruled(f"Round {session.number}{whose}", f"{_mark(session)}bankroll {chips(session.asked.bankroll)}")]
    root = session.deck.root
    if root is None:
        lines.append("seeded: a repeatable game, not a live deal")
    else:
        lines.append(f"live deal, deck committed to: {root[:16]}… (type deck for all of it)")
    if brief:
        lines += [f"  {title_of(session, wager)}: {_terms(session, wager)}" for wager in session.meters.jackpots]
        return lines
    short = {wager: each for each, wager in aliases(game).items()}
    titles = {wager: title_of(session, wager) for wager in game.wagers}
    names = {wager: f"{title} ({short[wager]})" if wager in short else title for wager, title in titles.items()}
    width = max(len(name) for name in names.values())
    for wager in game.wagers:
        amount = chips(own[wager]) if wager in own else "-"
        lines += fit(f"  {names[wager]:<{width}} {amount:>12}  {_terms(session, wager)}", hang=width + 15)
    return lines


def _terms(session: Session, wager: str) -> str:
    game = session.game
    table = game.configuration.tables.get(wager)
    if table is None:
        return ""
    if wager in session.meters.jackpots:
        meters = " / ".join(chips(cents) for cents in session.meters.shown[wager].values())
        return f"{chips(game.configuration.fixed_stake(wager))}; meter {meters} SAMPLE"
    return f"{table.id} SAMPLE" if table.status == "sample" else table.id


def slip_line(session: Session, seat: int) -> list[str]:
    """One line after each change of the wagers."""
    own = session.slip.of(seat)
    placed = ", ".join(f"{title_of(session, wager)} {chips(cents)}" for wager, cents in own.items()) or "no wagers"
    return fit(f"{who(session, seat)}: {placed}; {chips(session.left_of(session.player_of(seat)))} left")


def boost_notice(session: Session) -> list[str]:
    """Pays drawn for this round alone, after the bets closed and before the first card."""
    table = session.game.dynamic_table
    if table is None or not session.boosted:
        return []
    setting = session.game.configuration.setting_for(table)
    labels = {row.event: posted_label(row.label, setting) for row in table.rows}
    unit = session.game.base_wager_cents
    pays = {event: dollars(cents * unit // UNIT_CENTS) for event, cents in session.boosted.items()}
    boosts = ", ".join(f"{labels[event]} {pay}" for event, pay in pays.items())
    return ["", *fit(f"Boosted for this round, for each {dollars(unit)}: {boosts} [{table.id}]")]


def dice_notice(session: Session) -> list[str]:
    """The throw that says where the deal begins, for everyone to see."""
    game, dice = session.game, session.deck.dice
    if not dice:
        return []
    way = "clockwise" if is_clockwise(game) else "counterclockwise"
    thrown = " + ".join(map(str, dice))
    return fit(
        f"  dice {thrown} = {sum(dice)}: counted {way} from the dealer, the deal begins at {first_served(game, dice)}"
    )


def reconciled_notice(session: Session) -> list[str]:
    """Side wagers that are settled on the first cards, before the hands are played."""
    settled = session.settled_early()
    if settled is None:
        return []
    lines: list[str] = []
    for seat in session.own:
        if own := _payments(session, settled, seat):
            lines += [f"  {who(session, seat)}", *own] if len(session.own) > 1 else own
    return ["", "Settled on the first cards:", *lines] if lines else []


def table_view(session: Session) -> list[str]:
    """The table at the player's turn."""
    current = session.playing
    money = f"{_mark(session)}at stake {chips(session.at_stake)} · left {chips(session.left)}"
    lines = ["", ruled(f"Round {session.number}", money)]
    lines += dice_notice(session)
    lines += _dealer_lines(session, current.state, over=False)
    turn = current.turn if isinstance(current.turn, Choose) else None
    for stakes in current.state.stakes:
        lines += _seat_lines(session, current.state, stakes.seat, turn=turn)
    return lines


def action_list(session: Session, turn: Choose) -> list[str]:
    """The legal actions, numbered."""
    base = session.base_stake(turn.seat)
    lines = [f"  {number}  {describe_action(action, base)}" for number, action in enumerate(session.actions(), 1)]
    for action in session.out_of_reach():
        lines += fit(f"  -  {action}: more than the {chips(session.left)} you have left")
    return lines


def describe_action(action: Action, base: int) -> str:
    """An action with its range, in money and in multiples of the base wager where these are whole."""
    multiples = ""
    if action.maximum and not action.minimum % base and not action.maximum % base:
        low, high = action.minimum // base, action.maximum // base
        multiples = f"  ({low}x)" if low == high else f"  ({low}x to {high}x)"
    return f"{action}{multiples}"


def why_turn(session: Session, turn: Choose) -> list[str]:
    """The rule that gives the choice."""
    rule = session.game.rules.rule(turn.rule)
    return fit(f"{rule.text} [{session.game.cites[rule.id]}]")


def result_view(session: Session, outcome: WrittenRound) -> list[str]:
    """The round when it is over: all hands, and every payment of the player's with its reason and its rule."""
    settlement = outcome.settlement
    if settlement.void is not None:
        return _void_view(session, outcome)
    lines = ["", ruled(f"Round {outcome.number} settled", _mark(session).rstrip(" ·"))]
    lines += _dealer_lines(session, outcome.state, over=True)
    others = [seat for seat in settlement.seats if seat not in session.own]
    own = [seat for seat in settlement.seats if seat in session.own]
    for seat in others:
        lines += _seat_lines(session, outcome.state, seat, net=settlement.seats[seat])
    for seat in own:
        lines += _seat_lines(session, outcome.state, seat, net=settlement.seats[seat])
        lines += _payments(session, settlement, seat)
        if len(own) > 1:
            lines.append(_total(f"net of {who(session, seat)}", signed(settlement.seats[seat])))
    table = session.game.configuration
    lines += [f"  dealer: {award_text(award, table)}" for award in settlement.awards if award.seat == DEALER]
    if len(session.players) == 1:
        lines.append(_total("net", signed(outcome.net)))
    lines += _bankrolls(session)
    lines += _meters_paid(session, outcome)
    return lines + _saved(session, outcome)


def _payments(session: Session, settlement: Settlement, seat: int, among: Sequence[Line] | None = None) -> list[str]:
    """Wagers that share a reason are listed together above it."""
    lines: list[str] = []
    own = [line for line in (settlement.lines if among is None else among) if line.seat == seat]
    for (why, cite), group in groupby(own, key=lambda line: (str(line.why), line.cite)):
        lines += [each for line in group for each in _money_line(session, line)]
        lines += fit(f"        {why} [{cite}]", hang=0)
    table = session.game.configuration
    return lines + [f"    {award_text(award, table)}" for award in settlement.awards if award.seat == seat]


def _name_width() -> int:
    """What the amounts leave for names."""
    return min(27, columns() - 42)


def _money_line(session: Session, line: Line) -> list[str]:
    """A wager with its amounts; on a narrow terminal a long name has a line of its own."""
    amounts = f"{chips(line.stake):>14}  {line.outcome:<6}{signed(line.net):>16}"
    wide, name = _name_width(), title_of(session, line.wager)
    if len(name) > wide:
        return [f"    {name}", f"    {'':<{wide}}{amounts}"]
    return [f"    {name:<{wide}}{amounts}"]


def _total(name: str, amount: str) -> str:
    wide = _name_width()
    return f"    {name:<{wide}}{amount:>38}" if len(name) <= wide else f"    {name} {amount:>{wide + 37 - len(name)}}"


def _bankrolls(session: Session) -> list[str]:
    several = len(session.players) > 1
    return [
        _total(f"bankroll of {player.name}" if several else "bankroll", chips(player.bankroll))
        for player in session.players
    ]


def _meters_paid(session: Session, outcome: WrittenRound) -> list[str]:
    paid = sorted({(award.wager, award.level or 1) for award in outcome.settlement.awards if award.kind == "meter"})
    shown = session.meters.shown
    return [
        _total(f"meter {title_of(session, wager)}", f"{chips(shown[wager][level])} SAMPLE") for wager, level in paid
    ]


def _void_view(session: Session, outcome: WrittenRound) -> list[str]:
    lines = ["", ruled(f"Round {outcome.number} void")]
    settled = [line for line in outcome.settlement.lines if line.event != MISDEAL and line.seat in session.own]
    done = {(line.seat, line.wager) for line in settled}
    but = "what was settled before stays settled" if settled else "nothing is won or lost"
    lines += fit(f"{outcome.settlement.void}: {but}, and every {'other ' if settled else ''}chip comes back.")
    for seat in sorted({line.seat for line in settled}):
        lines += _payments(session, outcome.settlement, seat, settled)
    for seat, amounts in outcome.state.stakes:
        if seat in session.own:
            placed = zip(session.game.wagers, amounts, strict=True)
            back = [
                f"{title_of(session, wager)} {chips(cents)}"
                for wager, cents in placed
                if cents and (seat, wager) not in done
            ]
            back += [str(each) for each in outcome.state.decisions if each.seat == seat and each.amount]
            lines += fit(f"    seat {seat}: {', '.join(back)}")
    lines += _bankrolls(session)
    return lines + _saved(session, outcome)


def _saved(session: Session, outcome: WrittenRound) -> list[str]:
    if outcome.path is None:
        return problem(f"the transcript cannot be written: {session.archive.problem}", "it is tried again next round")
    return fit(f"    transcript {outcome.path.name}")


def _mark(session: Session) -> str:
    return "SAMPLE tables · " if session.game.configuration.uses_samples else ""


def _dealer_lines(session: Session, state: State, *, over: bool) -> list[str]:
    slots = [each for each in _seen(session, state, over=over) if each.slot.is_dealers]
    cards = tuple(card for each in slots for card in each.cards or ())
    return fit(f"  dealer      {_hand(session, cards) or 'not shown yet'}", hang=SEAT_INDENT)


def _seen(session: Session, state: State, *, over: bool) -> list[SeenSlot]:
    """What lies on the table for the player who is asked, whose eyes are those of all their seats."""
    if over:
        return [SeenSlot(each.slot, len(each.cards), each.cards) for each in state.dealt]
    eyes = zip(*(view(state, seat).slots for seat in session.asked.seats), strict=True)
    return [next((slot for slot in looks if slot.cards is not None), looks[0]) for looks in eyes]


def _seat_lines(
    session: Session, state: State, seat: int, *, net: int | None = None, turn: Choose | None = None
) -> list[str]:
    """One seat: a bot's on one line, the player's own with its wagers below; with ``net`` the round is over."""
    slots = [each for each in _seen(session, state, over=net is not None) if each.slot.seat == seat]
    hidden = sum(each.size for each in slots if each.cards is None)
    hands = () if hidden else session.game.hands(state, seat)
    did = ", ".join(str(each) for each in state.decisions if each.seat == seat)
    amounts = next(each.amounts for each in state.stakes if each.seat == seat)
    label = session.player_of(seat).name[:LONGEST_LABEL] if seat in session.own else "bot"
    if seat not in (session.asked.seats if net is None else session.own):
        shown = " / ".join(_cards(session, cards) for cards in hands) or f"{hidden} cards face down"
        named = " / ".join(session.game.hand_words(cards) for cards in hands)
        return [_one_line(f"  seat {seat} {label}  ", (shown, named, f"bet {chips(sum(amounts))}", did), net)]
    head = f"> seat {seat} {label}"
    lines = [f"{head}  {_hand(session, hands[0]) if hands else 'no cards yet'}"]
    if len(hands) > 1:
        lines = [f"{' ' * len(head)}  hand {number}: {_hand(session, cards)}" for number, cards in enumerate(hands, 1)]
        lines[0] = f"{head}{lines[0][len(head) :]}"
    if turn is not None and turn.seat == seat:
        acting = session.game.hand_to_act(state, seat) if len(hands) > 1 else 1
        lines[acting - 1] += "  <- your turn"
    if net is not None:
        return lines
    placed = [
        f"{title_of(session, wager)} {chips(cents)}"
        for wager, cents in zip(session.game.wagers, amounts, strict=True)
        if cents
    ]
    return lines + fit(" " * SEAT_INDENT + "  " + ", ".join(placed) + (f"; {did}" if did else ""), hang=0)


def _one_line(head: str, words: tuple[str, str, str, str], net: int | None) -> str:
    """Another seat on one line: what does not fit is left out, the name of the hand first, then its wagers."""
    tail = "" if net is None else f"  {signed(net)}"
    cards, named, staked, did = words
    for tried in ((cards, named, staked, did), (cards, staked, did), (cards, did), (did,)):
        line = head + "  ".join(word for word in tried if word)
        if len(line) + len(tail) <= rule_width():
            return line + tail.rjust(rule_width() - len(line)) if tail else line
    return head + did[: rule_width() - len(head) - len(tail) - 1] + "…" + tail


def _hand(session: Session, cards: Cards) -> str:
    return f"{_cards(session, cards)}  {session.game.hand_words(cards)}".rstrip() if cards else ""


def _cards(session: Session, cards: Cards) -> str:
    return " ".join(card.symbol for card in session.game.in_order(cards))
