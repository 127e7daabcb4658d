"""The table as text: the welcome, the wagers on offer, the table at a turn, the round when it is over, the farewell. A
view fits 24 lines with seven seats: every seat has one line, the player's own as many as they need. What may be seen is
what the game says: a card's own seat, or everyone."""

import shlex
import tomllib
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

from croupier.cli.terminal.console import columns, fit, problem, rule_width, ruled, signed
from croupier.cli.terminal.prompt import aliases, shorten
from croupier.handbook.page.terminal import PLAIN
from croupier.handbook.page.text import money
from croupier.handbook.rules import document, pages
from croupier.play import awards, dealing, views
from croupier.play.game import TABLE, Action, Cards, Choose, Line, State
from croupier.play.settlement import MISDEAL, Settlement, award_text
from croupier.questions.sheet.wording import POSTED_TOPICS, posted_rules, posted_tables
from croupier.records import Record, converted
from croupier.table.jackpots import SAMPLE_RATE
from croupier.table.seen import boosted_pays
from croupier.table.session import YOU, Session, WrittenRound
from croupier.units import dollars


class Help(Record):
    """What ``help`` prints: before the deal, and at a decision."""

    wagers: str
    decisions: str


HELP: Final = converted(Help, tomllib.loads(Path(__file__).with_name("help.toml").read_text(encoding="utf-8")))


def welcome(session: Session, full_offer: bool) -> list[str]:
    game = session.game
    configuration = game.configuration
    count = len(session.seats)
    table = f"You have {named_seats(session.own)} of {count} in play, and" if count > 1 else "You play alone, with"
    lines = [
        ruled(game.rules.title, "croupier play"),
        *fit(str(configuration)),
        *fit(f"{configuration.edition.title} edition. {game.rules.summary}"),
        *fit(f"{table} {money(session.bankroll)} in play chips, worth nothing."),
    ]
    lines += [line for text in _bots(session) for line in fit(text)]
    if session.seed is not None:
        lines += fit(f"Seed {shorten(session.seed)}: the same keys give the same game, and it is not a live deal.")
    lines += _sample_notice(session)
    if configuration.is_house_jackpot:
        lines += [line for notice in configuration.rules.notices for line in fit(f"“{notice.words}”")]
    if not full_offer:
        lines += fit("More wagers can be on offer here: croupier play --all-wagers adds them.")
    lines += fit(f"Every round is written to {session.archive.folder}")
    title = game.rules.wager(game.base_wager).title
    lines += fit(
        f"Type 10 to put 10.00 on the {title}, then deal; help lists the rest. Ctrl-C leaves, "
        "and a round in progress is then void."
    )
    return lines


def _bots(session: Session) -> list[str]:
    """Who sits in the other seats, and by which stated strategy they decide."""
    game = session.game
    jackpots = " and bet every jackpot" if session.table.meters.jackpots else ""
    title = game.rules.wager(game.base_wager).title
    by_strategy: dict[str, list[int]] = {}
    for seat, strategy in session.strategies.items():
        by_strategy.setdefault(strategy.words_for(game), []).append(seat)
    return [
        f"Bots in {named_seats(seats)} match your {title}{jackpots}; {words}." for words, seats in by_strategy.items()
    ]


def _sample_notice(session: Session) -> list[str]:
    configuration = session.game.configuration
    samples = [table.id for table in configuration.tables.values() if table.status == "sample"]
    samples += [ladder.id for ladder in configuration.ladders.values() if ladder.status == "sample"]
    lines = fit(f"SAMPLE tables, not the maker's: {', '.join(samples)}") if samples else []
    if session.table.meters.jackpots:
        growth = f"{SAMPLE_RATE * 100}% of each wager" if session.table.meters.grows else "none"
        lines += fit(f"SAMPLE meters: their seeds and growth ({growth}) are not the maker's.")
    return lines


def named_seats(seats: Iterable[int]) -> str:
    numbers = [str(seat) for seat in seats]
    return f"seat {numbers[0]}" if len(numbers) == 1 else f"seats {', '.join(numbers[:-1])} and {numbers[-1]}"


def rules_page(session: Session, topic: str) -> list[str]:
    """The rules of one topic that are in force at this table, in the words of its placard, each with its citation."""
    game = session.game
    told = {heading: posted_rules(game.configuration, heading) for heading in POSTED_TOPICS}
    for rule in game.rules.rules:
        if rule.topic not in POSTED_TOPICS and game.configuration.is_in_force(rule):
            told.setdefault(rule.topic, []).append((rule, rule.text))
    topics = [name for name, rules in told.items() if rules]
    wanted = next((name for name in topics if name.startswith(topic.casefold())), None)
    if wanted is None:
        return problem(f"there are no rules on '{topic[:20]}'", f"topics: {', '.join(topics)}")
    texts = [f"- {words} [{game.cites.get(rule.id) or pages.sources_text(rule.cites)}]" for rule, words in told[wanted]]
    more = ", ".join(f"rules {name}" for name in topics if name != wanted)
    return [line for text in [*texts, f"More: {more}; or croupier show {game.rules.name}"] for line in fit(text)]


def paytable_page(session: Session, wager: str) -> list[str]:
    """What a wager pays, or the words of one that has no table."""
    configuration = session.game.configuration
    table = next((table for table in posted_tables(configuration) if table.wager.id == wager), None)
    if table is None:
        known = configuration.rules.wager(wager)
        return fit(f"{known.title}: {known.text} [{known.cites[0]}]")
    return fit(PLAIN.block(document.posted_table(configuration, table)))


def farewell(session: Session) -> list[str]:
    played = session.finished
    void = f", {session.voided} void" if session.voided else ""
    rounds = f"{played} round{'' if played == 1 else 's'}{void}."
    net = signed(session.bankroll - session.bought_in)
    lines = ["", f"{rounds} Net {net}, bankroll {money(session.bankroll)}."]
    if session.archive.last:
        folder = session.game.configuration.book.outside.get(session.game.rules.name)
        games = f"--games {shlex.quote(str(folder))} " if folder else ""
        lines += fit(f"To check a round: croupier {games}replay {shlex.quote(str(session.archive.last))}")
    return lines


SEAT_INDENT = 12


def title_of(session: Session, wager: str) -> str:
    return session.game.rules.line_title(wager)


def wager_board(session: Session, seat: int, *, brief: bool = False) -> list[str]:
    """The wagers on offer, with what lies on each; in brief, only what has changed since the last round."""
    game = session.game
    own = session.wagers(seat)
    whose = f" · wagers of seat {seat}" if len(session.own) > 1 else ""
    lines = ["", ruled(f"Round {session.table.number}{whose}", f"{_mark(session)}bankroll {money(session.bankroll)}")]
    root = session.table.shoe.deck.root
    if root is None:
        lines.append("seeded: a repeatable game, not a live deal")
    else:
        lines.append(f"live deal, deck committed to: {root[:16]}… (type deck for all of it)")
    if brief:
        lines += [f"  {title_of(session, wager)}: {_terms(session, wager)}" for wager in session.table.meters.jackpots]
        return lines
    short = {wager: alias for alias, wager in aliases(game).items()}
    titles = {wager: title_of(session, wager) for wager in game.wagers}
    names = {wager: f"{title} ({short[wager]})" if wager in short else title for wager, title in titles.items()}
    width = max(len(name) for name in names.values())
    for wager in game.wagers:
        amount = money(own[wager]) if wager in own else "-"
        lines += fit(f"  {names[wager]:<{width}} {amount:>12}  {_terms(session, wager)}", hang=width + 15)
    return lines


def _terms(session: Session, wager: str) -> str:
    game = session.game
    table = game.configuration.tables.get(wager)
    if table is None:
        return ""
    if wager in session.table.meters.jackpots:
        meters = " / ".join(money(cents) for cents in session.table.meters.shown[wager].values())
        return f"{money(game.configuration.fixed_stake(wager))}; meter {meters} SAMPLE"
    return f"{table.id} SAMPLE" if table.status == "sample" else table.id


def slip_line(session: Session, seat: int) -> list[str]:
    """One line after each change of the wagers."""
    placed = ", ".join(_placed(session, session.wagers(seat).items())) or "no wagers"
    return fit(f"seat {seat}: {placed}; {money(session.chips)} left")


def _placed(session: Session, wagers: Iterable[tuple[str, int]]) -> list[str]:
    return [f"{title_of(session, wager)} {money(cents)}" for wager, cents in wagers if cents]


def boost_notice(session: Session) -> list[str]:
    """Pays drawn for this round alone, after the bets closed and before the first card."""
    game = session.game
    boosts = ", ".join(f"{pay.label} {pay.pays}" for pay in boosted_pays(game, session.table.dynamic))
    if game.dynamic_table is None or not boosts:
        return []
    unit = dollars(game.dynamic_stake)
    return ["", *fit(f"Boosted for this round, for each {unit}: {boosts} [{game.dynamic_table.id}]")]


def dice_notice(session: Session) -> list[str]:
    """The throw that says where the deal begins, for everyone to see."""
    game, dice = session.game, session.table.shoe.deck.dice
    if not dice:
        return []
    thrown, way, first = " + ".join(map(str, dice)), dealing.direction_of(game), dealing.first_served(game, dice)
    return fit(f"  dice {thrown} = {sum(dice)}: counted {way} from the dealer, the deal begins at {first}")


def reconciled_notice(session: Session) -> list[str]:
    """Side wagers that are settled on the first cards, before the hands are played."""
    settled = session.table.early
    if settled is None or session.playing.is_over:
        return []
    lines: list[str] = []
    for seat in session.own:
        if own := _payments(session, settled, seat):
            lines += [f"  seat {seat}", *own] if len(session.own) > 1 else own
    return ["", "Settled on the first cards:", *lines] if lines else []


def table_view(session: Session) -> list[str]:
    current = session.playing
    chips = f"{_mark(session)}at stake {money(session.felt)} · left {money(session.chips)}"
    lines = ["", ruled(f"Round {session.table.number}", chips)]
    lines += dice_notice(session)
    lines += _dealer_lines(session, current.state, over=False)
    turn = current.turn if isinstance(current.turn, Choose) else None
    for stakes in current.state.stakes:
        lines += _seat_lines(session, current.state, stakes.seat, turn=turn)
    return lines


def action_list(session: Session, turn: Choose) -> list[str]:
    base = session.playing.state.base(turn.seat)
    lines = [f"  {number}  {describe_action(action, base)}" for number, action in enumerate(session.actions(), 1)]
    for action in (action for action in session.playing.legal_actions if action.minimum > session.chips):
        lines += fit(f"  -  {action}: more than the {money(session.chips)} you have left")
    return lines


def describe_action(action: Action, base: int) -> str:
    """An action with its range, in money and in multiples of the base wager where these are whole."""
    multiples = ""
    if action.maximum and not action.minimum % base and not action.maximum % base:
        low, high = action.minimum // base, action.maximum // base
        multiples = f"  ({low}x)" if low == high else f"  ({low}x to {high}x)"
    return f"{action}{multiples}"


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
            lines.append(_total(f"net of seat {seat}", signed(settlement.seats[seat])))
    table = session.game.configuration
    lines += [f"  dealer: {award_text(award, table)}" for award in settlement.awards if award.seat == awards.DEALER]
    lines += [_total("net", signed(outcome.net)), _total("bankroll", money(session.bankroll))]
    lines += _meters_paid(session, outcome)
    return lines + _saved(session, outcome)


def _payments(session: Session, settlement: Settlement, seat: int, among: Sequence[Line] | None = None) -> list[str]:
    """Wagers that share a reason are listed together above it."""
    lines: list[str] = []
    own = [line for line in (settlement.lines if among is None else among) if line.seat == seat]
    for (why, cite), group in groupby(own, key=lambda line: (str(line.why), line.cite)):
        lines += [row for line in group for row in _money_line(session, line)]
        lines += fit(f"        {why} [{cite}]", hang=0)
    table = session.game.configuration
    return lines + [f"    {award_text(award, table)}" for award in settlement.awards if award.seat == seat]


def _name_width() -> int:
    return min(27, columns() - 42)


def _money_line(session: Session, line: Line) -> list[str]:
    """A wager with its amounts; on a narrow terminal a long name has a line of its own."""
    amounts = f"{money(line.stake):>14}  {line.outcome:<6}{signed(line.net):>16}"
    wide, name = _name_width(), title_of(session, line.wager)
    if len(name) > wide:
        return [f"    {name}", f"    {'':<{wide}}{amounts}"]
    return [f"    {name:<{wide}}{amounts}"]


def _total(name: str, amount: str) -> str:
    wide = _name_width()
    return f"    {name:<{wide}}{amount:>38}" if len(name) <= wide else f"    {name} {amount:>{wide + 37 - len(name)}}"


def _meters_paid(session: Session, outcome: WrittenRound) -> list[str]:
    paid = sorted({(award.wager, award.level or 1) for award in outcome.settlement.awards if award.kind == "meter"})
    shown = session.table.meters.shown
    return [
        _total(f"meter {title_of(session, wager)}", f"{money(shown[wager][level])} SAMPLE") for wager, level in paid
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
            back = _placed(session, (bet for bet in placed if (seat, bet[0]) not in done))
            back += [str(decision) for decision in outcome.state.decisions if decision.seat == seat and decision.amount]
            lines += fit(f"    seat {seat}: {', '.join(back)}")
    lines.append(_total("bankroll", money(session.bankroll)))
    return lines + _saved(session, outcome)


def _saved(session: Session, outcome: WrittenRound) -> list[str]:
    if outcome.path is None:
        return problem(f"the transcript cannot be written: {session.archive.problem}", "it is tried again next round")
    return fit(f"    transcript {outcome.path.name}")


def _mark(session: Session) -> str:
    return "SAMPLE tables · " if session.game.configuration.uses_samples else ""


def _dealer_lines(session: Session, state: State, *, over: bool) -> list[str]:
    """The dealer's cards, and those that lie on the table for everybody, by the name of their place."""
    seen = _seen(session, state, over=over)
    shared = [slot for slot in seen if slot.slot.seat == TABLE]
    lines = []
    for name in dict.fromkeys(slot.slot.part for slot in shared):
        cards = tuple(card for slot in shared if slot.slot.part == name for card in slot.cards or ())
        lines += fit(f"  {name:<11} {_cards(session, cards)}", hang=SEAT_INDENT)
    dealers = tuple(card for slot in seen if slot.slot.is_dealers for card in slot.cards or ())
    if dealers or not (lines or over or len(session.game.declares.ranks) == 1):
        lines = [*fit(f"  dealer      {_hand(session, dealers) or 'not shown yet'}", hang=SEAT_INDENT), *lines]
    return lines


def _seen(session: Session, state: State, *, over: bool) -> list[views.SeenSlot]:
    """What lies on the table for the player, whose eyes are those of all their seats."""
    if over:
        return [views.SeenSlot(dealt.slot, len(dealt.cards), dealt.cards) for dealt in state.dealt]
    eyes = zip(*(views.view(state, seat).slots for seat in session.own), strict=True)
    return [next((slot for slot in looks if slot.cards is not None), looks[0]) for looks in eyes]


def _seat_lines(
    session: Session, state: State, seat: int, *, net: int | None = None, turn: Choose | None = None
) -> list[str]:
    """One seat: a bot's on one line, the player's own with its wagers below; with ``net`` the round is over."""
    slots = [slot for slot in _seen(session, state, over=net is not None) if slot.slot.seat == seat]
    hidden = sum(slot.size for slot in slots if slot.cards is None)
    hands = () if hidden else session.game.hands(state, seat)
    did = ", ".join(str(decision) for decision in state.decisions if decision.seat == seat)
    amounts = next(stake.amounts for stake in state.stakes if stake.seat == seat)
    label = YOU if seat in session.own else "bot"
    if seat not in session.own:
        shown = " / ".join(_cards(session, cards) for cards in hands) or (f"{hidden} cards face down" if hidden else "")
        named = " / ".join(session.game.hand_words(cards) for cards in hands)
        return [_one_line(f"  seat {seat} {label}  ", (shown, named, f"bet {money(sum(amounts))}", did), net)]
    head = f"> seat {seat} {label}"
    waiting = "" if any(dealt.slot.seat == TABLE for dealt in state.dealt) else "no cards yet"
    lines = [f"{head}  {_hand(session, hands[0]) if hands else waiting}".rstrip()]
    if len(hands) > 1:
        lines = [f"{' ' * len(head)}  hand {number}: {_hand(session, cards)}" for number, cards in enumerate(hands, 1)]
        lines[0] = f"{head}{lines[0][len(head) :]}"
    if turn is not None and turn.seat == seat:
        acting = session.game.hand_to_act(state, seat) if len(hands) > 1 else 1
        mark = "<- your turn"
        fits = len(lines[acting - 1]) + len(mark) + 2 <= columns()
        lines[acting - 1] += f"  {mark}" if fits else f"\n{' ' * SEAT_INDENT}  {mark}"
    lines = [line for text in lines for line in fit(text, hang=SEAT_INDENT)]
    if net is not None:
        return lines
    placed = _placed(session, zip(session.game.wagers, amounts, strict=True))
    return lines + fit(" " * SEAT_INDENT + "  " + ", ".join(placed) + (f"; {did}" if did else ""), hang=0)


def _one_line(head: str, words: tuple[str, str, str, str], net: int | None) -> str:
    """Another seat on one line: of what does not fit, its wagers go first, then the kickers, then the hand's name."""
    tail = "" if net is None else f"  {signed(net)}"
    cards, named, staked, did = words
    made = " / ".join(hand.partition(",")[0] for hand in named.split(" / "))
    for tried in ((cards, named, staked, did), (cards, named, did), (cards, made, did), (cards, did), (did,)):
        line = head + "  ".join(word for word in tried if word)
        if len(line) + len(tail) <= rule_width():
            return line + tail.rjust(rule_width() - len(line)) if tail else line
    return head + did[: rule_width() - len(head) - len(tail) - 1] + "…" + tail


def _hand(session: Session, cards: Cards) -> str:
    return f"{_cards(session, cards)}  {session.game.hand_words(cards)}".rstrip() if cards else ""


def _cards(session: Session, cards: Cards) -> str:
    return " ".join(card.symbol for card in session.game.in_order(cards))
