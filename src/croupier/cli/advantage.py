"""The advantage-play audit: what a game loses to a player who sees too much."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby

import click

from croupier.cli.edge import edge_page
from croupier.cli.options import as_json, asks, no_cache
from croupier.cli.output import progress_bar, show_answer
from croupier.handbook.page.blocks import Block, Document, Section, Words, facts_grid, grid_of
from croupier.questions.advantage import (
    Advantage,
    AdvantageAnswer,
    AdvantageOfEverySight,
    Audit,
    Figures,
    ShoeAudit,
    SightsAnswer,
    SightStretch,
)
from croupier.questions.asking import COMMAND, Asked, ask, made
from croupier.questions.edge import EdgeAnswer
from croupier.questions.figures import ERROR_DIGITS, error_text
from croupier.units.chance import decimal_text, percent_text
from croupier.units.odds import format_odds

_TERMS = (
    "the desirability index is 1000 times the expectation over the standard deviation of one round; N0 is the number "
    "of rounds after which the expected win equals one standard deviation."
)
_SHOE_FIGURES = {
    "standard_deviation": "standard deviation",
    "hit_frequency": "hit frequency",
    "average_wagered": "average wagered",
    "desirability_index": "desirability index",
    "n0": "N0",
    "count_correlation": "the count's correlation",
}
LONGEST_CHART = 80  # Lines; a longer chart is left to --json.


def advantage_page(found: Audit) -> Document:
    record = found.record
    figures = found.figures
    sees = " and ".join(found.sees) or "nothing more"
    errors = record.standard_errors
    parts: list[Block] = [_outcomes(figures)]

    def told(name: str, value: str) -> tuple[str, str]:
        """A figure with its standard error where it is sampled; of a percentage, in points."""
        if name not in errors:
            return name.replace("_", " "), value
        error = Fraction(errors[name])
        is_part = value.endswith("%")
        written = f"{decimal_text(error * 100, ERROR_DIGITS)} points" if is_part else errors[name]
        return name.replace("_", " "), f"{value}  (standard error {written})"

    parts.append(
        facts_grid(
            [
                told("expectation", record.expectation.decimal),
                ("player's edge", told("house_edge", _percent(figures.expectation))[1]),
                told("element_of_risk", _percent(-figures.expectation / figures.average_wagered)),
                told("average_wagered", record.average_wagered),
                told("standard_deviation", record.standard_deviation),
                told("hit_frequency", _percent(figures.hit_frequency)),
                told("push_frequency", _percent(figures.push_frequency)),
                told("desirability_index", record.desirability_index or "–"),
                ("N0", told("n0", record.n0 or "–")[1]),
            ]
        )
    )
    parts.append(Words(_TERMS, "note"))
    if found.chart:
        parts.append(_chart(found.chart))
    if found.method == "estimated":
        note = (
            f"estimated from {figures.total:,} deals, every decision exact; every figure is the exact one without the "
            "sight plus the sampled difference, with the standard error of that."
        )
        parts.append(Words(note, "note"))
    parts.append(Words(f"{found.method}; game {found.configuration.game_hash}"))
    return Document(f"{found.configuration}: {found.wager}, seeing {sees}", (Section("", tuple(parts)),))


def _outcomes(figures: Figures) -> Block:
    if figures.is_exact:
        rows = [
            (format_odds(net), f"{count:,}", f"{float(chance):.10f}", f"{float(net * chance):.8f}")
            for net, count, chance in figures.outcomes
        ]
        return grid_of(("net", "deals", "probability", "return"), rows, numbers=(0, 1, 2, 3))
    sampled = [
        (format_odds(net), f"{chance:.6f}", error_text(error), f"{float(net) * chance:.6f}")
        for (net, _, chance), error in zip(figures.outcomes, figures.outcome_errors, strict=True)
    ]
    return grid_of(("net", "probability", "standard error", "return"), sampled, numbers=(0, 1, 2, 3))


def _percent(value: Fraction | float) -> str:
    return percent_text(value) if isinstance(value, Fraction) else f"{value * 100:.4f} %"


def _chart(chart: tuple[SightStretch, ...]) -> Block:
    """The best play by what is seen; things seen that are played alike share their lines."""
    by_seen = [(seen, list(lines)) for seen, lines in groupby(chart, key=lambda line: line.seen)]
    rows = []
    for lines, alike in groupby(by_seen, key=lambda seen_lines: [line[1:4] for line in seen_lines[1]]):
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
        return edge_page(answer.result)
    if isinstance(answer, Audit):
        return advantage_page(answer)
    return shoe_page(answer) if isinstance(answer, ShoeAudit) else sights_page(answer.audits)


def sights_page(found: Sequence[Audit]) -> Document:
    rows = [
        (
            " and ".join(record.sees) or "nothing more",
            f"{float(sight.figures.expectation) * 100:.6f} %",
            f"{float(sight.figures.hit_frequency) * 100:.4f} %",
            f"{float(record.standard_deviation):.6f}",
            f"{float(record.desirability_index or 0):.4f}",
            f"{float(record.n0 or 'inf'):,.1f}",
        )
        for sight in found
        for record in (sight.record,)
    ]
    header = ("sees", "player's edge", "hit frequency", "standard deviation", "desirability", "N0")
    first = found[0]
    title = f"{first.configuration}: {first.wager}, by what is seen of the dealer's cards"
    told = Words(f"exact; game {first.configuration.game_hash}")
    grid = grid_of(header, rows, numbers=(1, 2, 3, 4, 5))
    return Document(title, (Section("", (grid, Words(_TERMS, "note"), told)),))


def shoe_page(found: ShoeAudit) -> Document:
    knowledge = found.knowledge
    record = found.record
    rows = []
    for depth in knowledge.depths:
        row = [f"{float(depth.dealt) * 100:g} %"]
        for known in (depth.perfect, depth.perfect_so_far, depth.counting, depth.counting_so_far):
            row += [f"{known.value.value * 100:.4f} ± {known.value.standard_error * 100:.4f}"]
        made = depth.perfect_so_far.wagers
        rows.append((*row, f"{made.value * 100:.2f} ± {made.standard_error * 100:.2f} %"))
    header = ("dealt", "knows all, here", "knows all, up to here", "counts, here", "counts, up to here", "wagers made")
    parts: list[Block] = [grid_of(header, rows, numbers=(0, 1, 2, 3, 4, 5))]
    parts.append(
        Words(
            "values in percent of a wager per hand dealt, with standard errors: at the start of the round that begins "
            "at this depth of the shoe, and on average over the rounds up to it; to one who knows every card that is "
            f"left, and to one who keeps the best count. A round takes {knowledge.cards_a_round} cards, and rounds are "
            f"dealt until {float(knowledge.penetration) * 100:g} % of the shoe are gone"
        )
    )
    parts.append(
        facts_grid(
            [
                ("wager from a full shoe", f"{knowledge.full_shoe * 100:.6f} %"),
                *(
                    (words, f"{getattr(record, name)}  (standard error {record.standard_errors[name]})")
                    if getattr(record, name) and name in record.standard_errors
                    else (words, "–")
                    for name, words in _SHOE_FIGURES.items()
                ),
            ]
        )
    )
    parts.append(Words(_TERMS, "note"))
    parts.append(Words(f"the best count's tags: {_tags(found)}"))
    parts.append(Words(f"estimated from {knowledge.shoes:,} shoes; game {found.configuration.game_hash}"))
    title = f"{found.configuration}: {found.wager}, {found.paytable}, seeing the shoe"
    return Document(title, (Section("", tuple(parts)),))


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
    asked = Asked(COMMAND, not no_cache, progress_bar("counting"))
    answer: AdvantageAnswer | SightsAnswer
    if every_sight:
        answer = ask(made(AdvantageOfEverySight, given, asked, "--all"), asked)
    else:
        answer = ask(made(Advantage, given, asked), asked)
    show_answer(answer, as_json, lambda: page(answer))
