"""The advantage-play audit: what a game loses to a player who sees too much."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby

import click

from croupier.cli import edge, output
from croupier.cli.options import as_json, asks, no_cache
from croupier.handbook.page.blocks import Block, Document, Words, facts_grid, grid_of, page_of
from croupier.handbook.page.declared import columns_of, facts_of, grid_of_things
from croupier.questions.advantage import (
    Advantage,
    AdvantageAnswer,
    AdvantageOfEverySight,
    Audit,
    SeeingFigures,
    ShoeAudit,
    SightLine,
    SightsAnswer,
)
from croupier.questions.asking import COMMAND, Asked, ask, made
from croupier.questions.edge import EdgeAnswer
from croupier.questions.figures import ERROR_DIGITS
from croupier.units import decimal_text

_TERMS = (
    "the desirability index is 1000 times the expectation over the standard deviation of one round; N0 is the number "
    "of rounds after which the expected win equals one standard deviation."
)
LONGEST_CHART = 80  # Lines; a longer chart is left to --json.


_FIGURES = (
    "expectation player's_edge=expectation:% element_of_risk average_wagered standard_deviation hit_frequency:% "
    "push_frequency:% desirability_index N0=n0"
)
_SHOE = "standard_deviation hit_frequency average_wagered desirability_index N0=n0 count_correlation"


def _figures(told: str, record: SeeingFigures) -> list[tuple[str, str]]:
    """Its figures, each with its standard error where it is sampled; of a percentage, in points."""
    facts = []
    for column in told.split():
        error = record.standard_errors.get(columns_of(column)[0][1])
        for name, text in facts_of(column, record):
            part = "" if error is None else f"  (standard error {error})"
            if part and text.endswith("%"):
                part = f"  (standard error {decimal_text(Fraction(error or 0) * 100, ERROR_DIGITS)} points)"
            facts.append((name, text + part))
    return facts


def advantage_page(found: Audit) -> Document:
    record = found.record
    outcomes = "net:= deals=count:# probability:= standard_error:="
    parts: list[Block] = [grid_of_things(outcomes, record.outcomes), facts_grid(_figures(_FIGURES, record))]
    parts.append(Words(_TERMS, "note"))
    if found.chart:
        parts.append(_chart(found.chart))
    if found.method == "estimated":
        note = (
            f"estimated from {found.total:,} deals, every decision exact; every figure is the exact one "
            "without the sight plus the sampled difference, with the standard error of that."
        )
        parts.append(Words(note, "note"))
    parts.append(Words(f"{found.method}; game {found.configuration.game_hash}"))
    sees = " and ".join(found.sees) or "nothing more"
    return page_of(f"{found.configuration}: {found.wager}, seeing {sees}", parts)


def _chart(chart: tuple[SightLine, ...]) -> Block:
    """The best play by what is seen; things seen that are played alike share their lines."""
    by_seen = [(seen, list(lines)) for seen, lines in groupby(chart, key=lambda line: line.seen)]
    rows = []
    for lines, alike in groupby(
        by_seen, key=lambda seen_lines: [(line.first, line.last, line.best) for line in seen_lines[1]]
    ):
        names = [seen for seen, _ in alike]
        shown = names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"
        for number, (first, last, best) in enumerate(lines):
            rows.append((shown if not number else "", first, last, best or "by the other cards"))
    if len(rows) > LONGEST_CHART:
        return Words(f"the best play takes {len(rows)} lines by class of hand: --json prints them.")
    return grid_of(("seen", "from", "to", "best"), rows)


def page(answer: AdvantageAnswer | SightsAnswer) -> Document:
    """An answer as a page; of a game of points, what a card counter goes by."""
    if isinstance(answer, EdgeAnswer):
        return edge.edge_page(answer.result)
    if isinstance(answer, Audit):
        return advantage_page(answer)
    return shoe_page(answer) if isinstance(answer, ShoeAudit) else sights_page(answer.audits)


_SIGHTS = (
    "sees player's_edge=expectation:%6 hit_frequency:%4 standard_deviation:6 desirability=desirability_index:4 N0=n0:1"
)


def sights_page(found: Sequence[Audit]) -> Document:
    first = found[0]
    title = f"{first.configuration}: {first.wager}, by what is seen of the dealer's cards"
    told = Words(f"exact; game {first.configuration.game_hash}")
    grid = grid_of_things(_SIGHTS, (sight.record for sight in found))
    return page_of(title, (grid, Words(_TERMS, "note"), told))


def shoe_page(found: ShoeAudit) -> Document:
    knowledge, record = found.knowledge, found.record
    rows = []
    for depth in knowledge.depths:
        row = [f"{float(depth.dealt) * 100:g} %"]
        for known in (depth.perfect, depth.perfect_so_far, depth.counting, depth.counting_so_far):
            row += [f"{known.value.value * 100:.4f} ± {known.value.standard_error * 100:.4f}"]
        made = depth.perfect_so_far.wagers
        rows.append((*row, f"{made.value * 100:.2f} ± {made.standard_error * 100:.2f} %"))
    header = ("dealt", "knows all, here", "knows all, up to here", "counts, here", "counts, up to here", "wagers made")
    told = (
        "values in percent of a wager per hand dealt, with standard errors: at the start of the round that begins "
        "at this depth of the shoe, and on average over the rounds up to it; to one who knows every card that is "
        f"left, and to one who keeps the best count. A round takes {knowledge.cards_a_round} cards, and rounds are "
        f"dealt until {float(knowledge.penetration) * 100:g} % of the shoe are gone"
    )
    full = ("wager from a full shoe", f"{knowledge.full_shoe * 100:.6f} %")
    parts = (
        grid_of(header, rows, numbers=(0, 1, 2, 3, 4, 5)),
        Words(told),
        facts_grid([full, *_figures(_SHOE, record)]),
        Words(_TERMS, "note"),
        Words(f"the best count's tags: {_tags(found)}"),
        Words(f"estimated from {knowledge.shoes:,} shoes; game {found.configuration.game_hash}"),
    )
    return page_of(f"{found.configuration}: {found.wager}, {found.paytable}, seeing the shoe", parts)


def _tags(found: ShoeAudit) -> str:
    by_tag: dict[str, list[str]] = {}
    for card, tag in found.knowledge.tags.items():
        by_tag.setdefault(f"{tag:+.3f}", []).append(str(card))
    if len(by_tag) == 1:
        return "none, since no card matters more than another"
    return "; ".join(
        f"{tag} for {'all others' if len(cards) == max(map(len, by_tag.values())) else ' '.join(cards)}"
        for tag, cards in sorted(by_tag.items(), key=lambda tagged: len(tagged[1]))
    )


@click.command()
@asks(Advantage)
@click.option(
    "--all", "every_sight", is_flag=True, help="One line for every view of the dealer's cards that is exact in seconds."
)
@no_cache
@as_json
def advantage(given: dict[str, object], every_sight: bool, no_cache: bool, as_json: bool) -> None:
    """Print what GAME loses to a player who sees more than their own hand, and how to play it then.

    \b
    --sees dealer:N        N of the dealer's cards
    --sees dealer:color:N  only their colors (color: of one)
    --sees dealer:kind:N   only ace, face or other
    --sees dealer:high:N   only queen or better (edge sorting)
    --sees dealer:all      the dealer's whole hand
    --sees seats           the other seats' cards (--seats)

    Figures are exact; a sight of the dealer's cards that cannot be enumerated is refused. Seats that share their cards
    are counted (Keep It Straight, and up to four of Three Card Prime), and so are several cards of the dealer's flush:
    that takes minutes unless the result is known. Other seats are sampled, with every decision exact, and marked with
    their standard errors; with --samples those of Three Card Prime always are. For a pair wager from a shoe, the value
    of knowing the remaining cards is sampled. For blackjack the figures are those of a card counter: effects of
    removal, insurance, index numbers.
    """
    asked = Asked(COMMAND, not no_cache, output.progress_bar("counting"))
    answer: AdvantageAnswer | SightsAnswer
    if every_sight:
        answer = ask(made(AdvantageOfEverySight, given, asked, "--all"), asked)
    else:
        answer = ask(made(Advantage, given, asked), asked)
    output.show_answer(answer, as_json, lambda: page(answer))
