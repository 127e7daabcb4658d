"""What a player reads beside the table: the welcome, the rules, a paytable, the help, the farewell."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.cli.terminal.paint import chips, fit, problem, ruled, signed
from croupier.cli.terminal.prompt import shorten
from croupier.handbook.page.blocks import Group
from croupier.handbook.page.terminal import PLAIN
from croupier.handbook.rules.configured import posted_table
from croupier.handbook.rules.pages import sources_text
from croupier.questions.sheet.wording import HEADINGS, posted_rules
from croupier.table.meters import SAMPLE_RATE
from croupier.table.session import Session

WAGER_HELP = """\
  10                  put 10.00 on the base wager
  WAGER 5             put 5.00 on a wager; its name may be shortened
  clear WAGER         take one wager back; clear alone takes them all
  undo                take back the last change
  same                the wagers of the last round
  Enter alone         the same wagers again, and deal
  deal                close the bets and deal
  skip                sit this seat out (with several seats of your own)
  table, deck         the wagers on offer; the deck's commitment in full
  rules, rules TOPIC  the rules, with their citations
  paytable WAGER      what a wager pays
  quit                leave the table"""

DECISION_HELP = """\
  1, 2, ...           choose by number, by name or by its first letters
  raise 40, r 4x      with an amount where one is needed; also min and max
  why                 the rule behind this choice
  advise              what the mathematics says, where the game is solved
  table               show the table again
  rules, rules TOPIC  the rules, with their citations
  paytable WAGER      what a wager pays
  void REASON         declare a misdeal: every stake goes back
  quit                leave the table; the round is void"""


def welcome(session: Session, full_offer: bool) -> list[str]:
    """What a player sees on sitting down."""
    game = session.game
    configuration = game.configuration
    count = len(session.seats)
    if len(session.players) > 1:
        people = ", ".join(f"{player.name} in {named_seats(player.seats)}" for player in session.players)
        table = f"{people}, of {count} seats in play; each has"
    else:
        table = f"You have {named_seats(session.own)} of {count} in play, and" if count > 1 else "You play alone, with"
    each = session.players[0].bankroll
    lines = [
        ruled(game.rules.title, "croupier play"),
        *fit(str(configuration)),
        *fit(f"{configuration.edition.title} edition. {game.rules.summary}"),
        *fit(f"{table} {chips(each)} in play chips, worth nothing."),
    ]
    lines += [line for text in _bots(session) for line in fit(text)]
    if len(session.players) > 1:
        lines += fit("Cards are shown to whoever is to decide: hand the keyboard over when you are asked to.")
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
    jackpots = " and bet every jackpot" if session.meters.jackpots else ""
    title = game.rules.wager(game.base_wager).title
    whose = "your" if len(session.players) == 1 else f"{session.players[0].name}'s"
    by_strategy: dict[str, list[int]] = {}
    for seat, strategy in session.strategies.items():
        by_strategy.setdefault(strategy.words_for(game), []).append(seat)
    return [
        f"Bots in {named_seats(seats)} match {whose} {title}{jackpots}; {words}."
        for words, seats in by_strategy.items()
    ]


def _sample_notice(session: Session) -> list[str]:
    """What is not the maker's, said plainly."""
    configuration = session.game.configuration
    samples = [table.id for table in configuration.tables.values() if table.status == "sample"]
    samples += [ladder.id for ladder in configuration.ladders.values() if ladder.status == "sample"]
    lines = fit(f"SAMPLE tables, not the maker's: {', '.join(samples)}") if samples else []
    if session.meters.jackpots:
        growth = f"{SAMPLE_RATE * 100}% of each wager" if session.meters.grows else "none"
        lines += fit(f"SAMPLE meters: their seeds and growth ({growth}) are not the maker's.")
    return lines


def named_seats(seats: Iterable[int]) -> str:
    numbers = [str(seat) for seat in seats]
    return f"seat {numbers[0]}" if len(numbers) == 1 else f"seats {', '.join(numbers[:-1])} and {numbers[-1]}"


def rules_page(session: Session, topic: str) -> list[str]:
    """The rules of one topic that are in force at this table, in the words of its placard, each with its citation."""
    game = session.game
    told = {each: posted_rules(game.configuration, each) for each in HEADINGS}
    for rule in game.rules.rules:
        if rule.topic not in HEADINGS and game.configuration.is_in_force(rule):
            told.setdefault(rule.topic, []).append((rule, rule.text))
    topics = [each for each, rules in told.items() if rules]
    wanted = next((each for each in topics if each.startswith(topic.casefold())), None)
    if wanted is None:
        return problem(f"there are no rules on '{topic[:20]}'", f"topics: {', '.join(topics)}")
    texts = [f"- {words} [{game.cites.get(rule.id) or sources_text(rule.cites)}]" for rule, words in told[wanted]]
    more = ", ".join(f"rules {each}" for each in topics if each != wanted)
    return [line for text in [*texts, f"More: {more}; or croupier show {game.rules.name}"] for line in fit(text)]


def paytable_page(session: Session, wager: str) -> list[str]:
    """What a wager pays, or the words of one that has no table."""
    configuration = session.game.configuration
    table = configuration.tables.get(wager)
    if table is None:
        known = configuration.rules.wager(wager)
        return fit(f"{known.title}: {known.text} [{known.cites[0]}]")
    return fit(PLAIN.block(Group(posted_table(configuration, wager))))


def farewell(session: Session) -> list[str]:
    """How the session went, and how to check it."""
    played = session.finished
    void = f", {session.voided} void" if session.voided else ""
    rounds = f"{played} round{'' if played == 1 else 's'}{void}."
    if len(session.players) == 1:
        (player,) = session.players
        lines = ["", f"{rounds} Net {signed(player.net)}, bankroll {chips(player.bankroll)}."]
    else:
        lines = ["", rounds]
        for player in session.players:
            lines += fit(f"{player.name}: net {signed(player.net)}, bankroll {chips(player.bankroll)}.")
    if session.archive.last:
        lines += fit(f"To check a round: croupier replay {session.archive.last}")
    return lines
