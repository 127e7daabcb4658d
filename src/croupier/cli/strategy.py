"""How to play: ``strategy`` for a whole game, ``advise`` for one decision, ``grade`` for a way to play of one's own."""

from fractions import Fraction
from pathlib import Path

import click

from croupier import catalogue
from croupier.cli.edge import edge_page, simpler_ways
from croupier.cli.options import GivenOptions, as_json, asks, no_cache, table_option
from croupier.cli.output import (
    ending_of,
    print_json,
    print_page,
    progress_bar,
    read_input,
    read_policy,
    rendered,
    show_answer,
    wrote,
)
from croupier.exact.result import Advice, Question, Result
from croupier.handbook.page import declared, text
from croupier.handbook.page.blocks import Block, Document, Grid, Section, Words, facts_grid, grid_of, page_of
from croupier.play import documents, tablefile
from croupier.questions.advise import Advise, advised
from croupier.questions.asking import COMMAND, Asked, ask
from croupier.questions.edge import notes
from croupier.questions.grade import Grade, GradeRecord
from croupier.questions.strategy import Strategy, Stretch, stretches, stretches_by_class
from croupier.rulebook.configuration import Configuration
from croupier.units import decimal_text, percent_text


def strategy_page(result: Result) -> Document:
    """The chart in as few lines as possible, best hands first; in words if there is no chart by class."""
    if result.moments is not None:
        return edge_page(result)
    edge, told = percent_text(result.distribution.house_edge), list[Words]()
    ways: tuple[Block, ...]
    if result.plays:
        chart = grid_of(
            ("question", "hand", "best"), [(row.question, row.hand, text.usual_play(row)) for row in result.plays]
        )
        edge += " by best play"
        ways = tuple(
            Words(f"{percent_text(simple.house_edge)} {name}, which costs {text.fixed(result.cost(name), 8)} a round")
            for name, simple in result.simple.items()
        )
        if any(len(row.best) > 1 for row in result.plays):
            share = "where a share is given the other cards decide"
            told.append(Words(f"{share}: croupier advise --round FILE says what is best with them.", "note"))
        told += [Words(f"{note}.", "note") for note in notes(result)]
    else:
        rows = [_stretch_row(stretch) for stretch in reversed(stretches(result.chart))]
        chart, ways = grid_of(("hand", "hands", "best"), rows, numbers=(1,)), simpler_ways(result)
    proof = Words(f"{result.method}; game {result.configuration.game_hash}")
    title = f"{result.configuration}: how to play {result.wager}"
    return page_of(title, (chart, Words(f"house edge {edge}"), *ways, *told, proof))


def _stretch_row(stretch: Stretch) -> tuple[str, str, str]:
    low, high, what = stretch.first, stretch.last, stretch.best
    if what is None:
        by_bet, whole = stretch.hands_by_bet.items(), int(stretch.hands)
        shares = [f"{name} on {text.percent(Fraction(int(hands), whole), 4)} %" for name, hands in by_bet]
        what = "by its other cards: " + ", ".join(shares)
    return low if low == high else f"{high}  to  {low}", f"{int(stretch.hands):,}", what


def strategy_card(result: Result) -> Document:
    """The same on a pocket card: only what a player can do."""
    configuration, rules = result.configuration, result.configuration.rules
    title = rules.wager(result.wager).title
    blocks = _chart_on_card(result, title) if result.moments is None else _tables_on_card(result, title)
    foot = f"{configuration} · game {configuration.game_hash[:16]}"
    return Document(rules.title, (Section("", blocks),), "How to play", (), foot)


def _chart_on_card(result: Result, title: str) -> tuple[Block, ...]:
    asked, best = result.configuration.rules.name, text.percent(result.distribution.house_edge, 4)
    told = [Words(f"House edge {best} % of the {title}, by best play.")]
    if result.plays:
        rows = [(f"{row.question}: {row.hand}", text.usual_play(row)) for row in result.plays]
        share = "A percentage is a share of the deals that the line describes; the other cards decide."
        told += [Words(words, "note") for words in (share, *(f"{text.capital(note)}." for note in notes(result)))]
        asked = "--round FILE"
    else:
        rows = [_card_row(stretch) for stretch in reversed(stretches_by_class(result.chart))]
        if any(not row.is_settled for row in result.chart):
            by_card = text.percent(result.simple["by class"].house_edge, 4)
            told = [
                Words(f"House edge {by_card} % of the {title} by this card; {best} % by best play."),
                Words("* A few of these hands do better otherwise, by their other cards.", "note"),
            ]
    more = f"croupier advise {asked} says what each decision is worth with one hand; {result.method} figures."
    return grid_of(("You hold", "Do this"), rows), *told, Words(more, "note")


def _card_row(stretch: Stretch) -> tuple[str, str]:
    low, high = stretch.first, stretch.last
    mark = "" if len(stretch.hands_by_bet) == 1 else " *"  # What is best for every hand of them.
    return low if low == high else f"{low}, to {high}", f"{stretch.best}{mark}"


def _tables_on_card(result: Result, title: str) -> tuple[Block, ...]:
    """The tables of a game that is valued, on a card that fits a pocket."""
    edge = f"House edge {100 * result.house_edge:.4f} % of the {title} by this card."
    if "cost" in result.facts:
        edge += f" It costs {100 * float(result.facts['cost']):.4f} % against play by every card."
    tables = (grid_of(table.columns or (), table.rows) for table in result.tables)
    return *tables, Words(f"{text.capital(result.basis)}.", "note"), Words(edge)


def advice_page(configuration: Configuration, advice: Advice) -> Document:
    """Every question in the order of play, the best answer marked."""
    places = 4 if advice.facts.get("method") == "estimated" else 8
    parts: list[Block] = [_answers(question, places) for question in advice.questions or (advice.asked,)]
    parts += [Words(remark) for remark in advice.remarks]
    for table in advice.tables:
        numbers = range(1, len(table.rows[0]))
        parts.append(
            grid_of(table.columns, table.rows, numbers=numbers)
            if table.columns
            else facts_grid(table.rows, numbers=numbers)
        )
    parts += [Words(note, "note") for note in advice.notes]
    parts.append(Words(f"{advice.basis}; game {configuration.game_hash}"))
    return Document(f"{configuration}: {advice.title}", (Section("", tuple(parts)),))


def _answers(question: Question, places: int) -> Grid:
    best = question.best_solved
    rows = []
    for worth in question.steps or question.worths:
        if worth.value is None or best is None or best.value is None:
            rows.append((worth.action, "not solved yet", ""))
        elif worth == best:
            # Where an answer that may be better is not solved, there is no best.
            rows.append((worth.action, decimal_text(worth.value), "" if question.unsolved else "best"))
        else:
            behind = "" if question.unsolved else text.fixed(worth.value - best.value, places)
            rows.append((worth.action, decimal_text(worth.value), behind))
    return grid_of((question.words, "expectation", "against the best"), rows, numbers=(1, 2))


@click.command()
@asks(Strategy)
@click.option("-o", "--output", metavar="FILE", help="Write it as a card to carry: card.pdf or card.html.")
@no_cache
@as_json
def strategy(given: GivenOptions, output: str | None, no_cache: bool, as_json: bool) -> None:
    """Print how to play the base wager of GAME: the best bet for every class of hand, and what simpler play costs.

    \b
    croupier strategy three-card-prime
    croupier strategy three-card-prime -o card.pdf
    """
    ending = ending_of(output, ("pdf", "html")) if output is not None else ""
    answer = ask(Strategy(**given), Asked(COMMAND, not no_cache, progress_bar("solving")))
    result = answer.result
    if output is not None:
        wrote(Path(output), rendered(strategy_card(result), ending, "pocket"), f"how to play {result.configuration}")
    if as_json:
        print_json(answer.record)
    elif output is None:
        print_page(strategy_page(result))


@click.command()
@asks(Advise)
@click.option("--round", "round_file", metavar="FILE", help='A round file with a decision left open; "-" for stdin.')
@table_option
@as_json
def advise(given: GivenOptions, round_file: str | None, table_file: str | None, as_json: bool) -> None:
    """Print what every decision is worth with one hand, in base wagers for the whole round.

    With several players at one pot an exact answer may take more memory or time than --memory and --seconds allow. An
    NVIDIA GPU then solves it if there is one (croupier[cuda]). Otherwise it is estimated from sampled draws, and marked
    as an estimate with its standard error.
    """
    read = None if round_file is None else documents.parse_document(read_input(round_file), "round")
    table = None if table_file is None else tablefile.read_table(Path(table_file), catalogue.load)
    answer = advised(Advise(**given, round=read), Asked(COMMAND, progress=progress_bar("solving")), table)
    show_answer(answer, as_json, lambda: advice_page(answer.configuration, answer.advice))


SHOWN = 10


@click.command()
@asks(Grade, without=("name",))
@click.argument("policy", type=click.Path(path_type=Path, allow_dash=True), metavar="POLICY")
@no_cache
@as_json
def grade(given: GivenOptions, policy: Path, no_cache: bool, as_json: bool) -> None:
    """Value a way to play GAME exactly: its house edge, what best play would gain, and where it loses most.

    POLICY is a file: what `strategy --json` prints, as it is or with other answers under "best"; or rules in TOML, of
    which the first that fits is followed.

    \b
      [[rule]]
      at_least = "Qs 6h 4d"   # or a kind, as in "pair"
      take = "play"
      [[rule]]
      take = "fold"

    An answer with several amounts names one: take = "raise 3x". A rule may name a question, a hand (its kind), high,
    pair and suited for one's own cards; in blackjack total, soft, pair and up, as in "12-16"; for one player at a pot
    a question and a hand in the words of `strategy`.
    """
    asked = Asked(COMMAND, not no_cache, progress_bar("solving"))
    answer = ask(Grade(**given, policy=read_policy(str(policy), "policy"), name=policy.name), asked)
    show_answer(answer, as_json, lambda: _grade_page(answer.record))


def _grade_page(record: GradeRecord) -> Document:
    # A sampled figure has no more digits than its error.
    edge, best_edge, regret = (
        f"{float(figure.percent):.3f}" if record.standard_error else figure.percent
        for figure in (record.house_edge, record.best_house_edge, record.regret)
    )
    lines = [
        f"{record.policy} at {record.game}: house edge {edge} % of the {record.wager}, {record.method}.",
        f"Best play: {best_edge} %. The policy gives away {regret} % a round.",
    ]
    if record.standard_error:
        lines.append(
            f"Estimated by our own sample for {record.seats} players who all follow it, whose deals are too many to "
            "count: even two show 1.2e11 that are not alike but for suits, and one takes milliseconds. Standard error "
            f"{record.standard_error} %. Best play is what each would have had by deciding best."
        )
    if record.never_followed:
        lines.append(f"Never followed: {', '.join(record.never_followed)}.")
    blocks: list[Block] = [Words(line) for line in lines]
    if record.losses:
        loss = "loses_a_round=loss:5" if record.standard_error else "loses_a_round=loss:="
        columns = f"question hand takes=taken better {loss} share_in_percent=share:="
        blocks.append(declared.grid_of_things(columns, record.losses[:SHOWN]))
    return page_of(f"Grade of {record.policy}", blocks)
