"""Exact figures as pages: the rows counted, then the figures that follow from them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import sqrt
from typing import Final

from croupier.exact.counting.jackpots import JackpotSolution
from croupier.exact.counting.wagers import WagerSolution
from croupier.exact.distribution import Distribution
from croupier.exact.showdown.solving import SIMPLE
from croupier.exact.solver import PlayRow, Valued
from croupier.handbook.page.blocks import Block, Document, Grid, Group, Section, Words, facts_grid, grid_of
from croupier.handbook.page.figures import fixed, in_dollars, percent
from croupier.handbook.parsheet.estimates_section import estimates_blocks
from croupier.handbook.parsheet.mix_section import mix_blocks
from croupier.rulebook.configuration import Configuration
from croupier.solving.base_games import BaseResult
from croupier.solving.cut_card import cut_card_words
from croupier.solving.figures import Conditions, Jackpot, notes, shared_meters
from croupier.solving.mixes import Mix
from croupier.solving.plays import Stretch, stretches, stretches_by_class
from croupier.solving.solutions import Solution
from croupier.solving.sweeps import Swept
from croupier.units.chance import decimal_text, fraction_text, percent_text
from croupier.units.money import dollars
from croupier.units.odds import MeterShare, describe_pay, format_odds

FOLD_OR_ONE_BET: Final = 2
"""Choices of a hand in a game with one amount to put up."""
NEVER_FOLD: Final = "never fold"


def _percent(value: Fraction) -> str:
    return f"{percent(value, 4)} %"


def _page(title: str, blocks: Iterable[Block]) -> Document:
    return Document(title, (Section("", tuple(blocks)),))


def edge_page(solution: Solution, wager: str, conditions: Conditions) -> Document:
    """One wager, row by row, and its figures."""
    result = solution[wager]
    title = wager if isinstance(result, BaseResult) else f"{wager}, {result.paytable}"
    parts: list[Block] = []
    if isinstance(result, JackpotSolution):
        jackpot = Jackpot(result, conditions)
        parts += [_jackpot_rows(jackpot), facts_grid(_jackpot_figures(jackpot))]
    elif isinstance(result, WagerSolution):
        parts += [_rows(result), facts_grid(_figures(result.distribution, result.distribution.expectation))]
    else:
        parts.append(_outcomes(result.distribution))
        parts.append(facts_grid(_figures(result.distribution, result.distribution.expectation)))
        if result.simple:
            parts += _simple(result)
        parts += estimates_blocks(result.configuration)
    parts += [Words(f"{note}.", "note") for note in notes(result)]
    parts.append(Words(f"{solution.method}; rulebook {solution.rulebook_hash}"))
    return _page(f"{solution.configuration}: {title}", parts)


def mix_page(found: Mix) -> Document:
    """A seat that makes several wagers together, and a table of such seats."""
    stakes = ", ".join(f"{wager} {dollars(cents)}" for wager, cents in found.stakes.items())
    told = Words(f"exact where not marked; rulebook {found.configuration.rulebook_hash}")
    return _page(f"{found.configuration}: {stakes}", (*mix_blocks(found), told))


def value_page(configuration: Configuration, wager: str, found: Valued) -> Document:
    """A game that is valued: its figures, none with more digits than it has, and its tables."""
    figures = [
        ("expectation", f"{found.expectation:.10f}"),
        ("house edge", f"{100 * found.house_edge:.8f} %"),
        ("element of risk", f"{100 * found.element_of_risk:.8f} %"),
        ("average wagered", f"{found.average_wagered:.8f}"),
        ("standard deviation", f"{sqrt(found.variance):.8f}"),
    ]
    if "cost" in found.facts:
        figures.append(("costs against play by composition", f"{100 * float(found.facts['cost']):.8f} %"))
    tables = [grid_of(each.columns or (), each.rows) for each in found.tables]
    return _page(
        f"{configuration}: {wager}",
        (
            facts_grid(figures),
            *tables,
            Words(f"{found.basis}.", "note"),
            *(Words(f"{told}.", "note") for told in (cut_card_words(configuration),) if told),
            Words(f"floating point, off by less than {found.error:g}; rulebook {configuration.rulebook_hash}"),
        ),
    )


_COLUMNS = ("event", "pays", "combinations", "probability", "1 in", "return")


def _rows(result: WagerSolution) -> Grid:
    rows = [
        (
            row.label,
            describe_pay(row.pay),
            f"{row.count:,}",
            fixed(row.probability, 10),
            fixed(row.one_in, 2) if row.one_in else "–",
            fixed(row.contribution, 8),
        )
        for row in result.rows
    ]
    lost = result.counted.losing_probability
    rows.append(
        ("loses", "", f"{result.losing:,}", fixed(lost, 10), fixed(1 / lost, 2) if lost else "–", fixed(-lost, 8))
    )
    rows.append(("total", "", f"{result.total:,}", "1", "", fixed(result.distribution.expectation, 8)))
    return grid_of(_COLUMNS, rows, numbers=(1, 2, 3, 4, 5))


def _outcomes(distribution: Distribution) -> Grid:
    rows = [
        (
            format_odds(net),
            f"{count:,}",
            fixed(Fraction(count, distribution.total), 10),
            fixed(Fraction(distribution.total, count), 2),
            fixed(net * count / distribution.total, 8),
        )
        for net, count in distribution.counts
    ]
    rows.append(("total", f"{distribution.total:,}", "1", "", fixed(distribution.expectation, 8)))
    return grid_of(("net", "combinations", "probability", "1 in", "return"), rows, numbers=(0, 1, 2, 3, 4))


def _figures(distribution: Distribution, expectation: Fraction) -> list[tuple[str, str]]:
    net, chance = distribution.top_award
    return [
        ("expectation", decimal_text(expectation)),
        ("house edge", percent_text(-expectation)),
        ("as a fraction", fraction_text(-expectation)),
        ("element of risk", percent_text(-expectation / distribution.average_wagered)),
        ("average wagered", decimal_text(distribution.average_wagered)),
        ("standard deviation", distribution.standard_deviation_text()),
        ("hit frequency", percent_text(distribution.hit_frequency)),
        ("push frequency", percent_text(distribution.push_frequency)),
        ("top award", f"{format_odds(net)} to 1 net, 1 in {fixed(1 / chance, 2)}"),
    ]


def _simple(result: BaseResult) -> tuple[Block, ...]:
    """What simpler ways to play cost, and what each of them is."""
    names = {name: (name, SIMPLE.get(name, "")) for name in result.simple}
    if result.chart and all(len(row.options) <= FOLD_OR_ONE_BET for row in result.chart):
        # The smallest amount is the largest too, and the best of both is the best play.
        names = {"by class": names["by class"], "smallest on every hand": (NEVER_FOLD, "bet on every hand")}
    rows = [
        (told, _percent(result.simple[name].house_edge), fixed(result.cost(name), 8))
        for name, (told, _) in names.items()
    ]
    words = tuple(Words(f"{told}: {meaning}.") for told, meaning in names.values() if meaning)
    return grid_of(("a simpler way to play", "house edge", "costs"), rows, numbers=(1, 2)), Group(words)


def _jackpot_rows(jackpot: Jackpot) -> Grid:
    solution = jackpot.solution
    rows = []
    for each in solution.counted.rows:
        part = solution.row_return(each)
        if part is None and jackpot.shown is not None and isinstance(each.row.pay, MeterShare):
            shown = jackpot.shown[each.row.pay.level or 1]
            part = each.probability * shown * each.row.pay.percent / 100 / solution.stake_cents
        posted = each.row.at_wager(solution.stake_cents)
        pays = describe_pay(posted.pay) + (" dynamic" if posted.dynamic else "")
        envy = f", envy {dollars(posted.envy_cents)}" if posted.envy_cents else ""
        rows.append(
            (
                each.label,
                pays + envy,
                f"{each.count:,}",
                fixed(each.probability, 10),
                fixed(each.one_in, 2) if each.one_in else "–",
                "meter" if part is None else fixed(part, 8),
            )
        )
    lost = solution.counted.losing_probability
    rows.append(("loses", "", f"{solution.losing:,}", fixed(lost, 10), fixed(1 / lost, 2) if lost else "–", ""))
    rows.append(("total", "", f"{solution.total:,}", "1", "", ""))
    return grid_of(_COLUMNS, rows, numbers=(1, 2, 3, 4, 5))


def _jackpot_figures(jackpot: Jackpot) -> list[tuple[str, str]]:
    solution, conditions = jackpot.solution, jackpot.conditions
    figures = [("fixed return", percent_text(solution.fixed_return))]
    for meter in solution.meters:
        name = f"level {meter.level}" if len(solution.meters) > 1 else "meter"
        hit = f"1 in {fixed(meter.one_in, 2)}" if meter.one_in else "never in full"
        figures.append((name, f"{hit}; every $1,000 returns {percent_text(meter.return_per_1000)}"))
        if jackpot.averages is not None:
            figures.append(("  on average", in_dollars(jackpot.averages[meter.level])))
        if jackpot.shown is not None:
            figures.append(("  shows", in_dollars(Fraction(jackpot.shown[meter.level]))))
    if jackpot.break_even_cents is None:
        figures.append(("break-even", "give the lower levels' seeds, as in --jackpot-seed 2=1000"))
    else:
        top = "" if len(solution.meters) == 1 else ", lower levels as given"
        who = f" with {conditions.others} others betting" if conditions.others else ""
        figures.append(("break-even meter", f"{in_dollars(jackpot.break_even_cents)}{who}{top}"))
    if solution.envy_return:
        figures.append(("envy", f"each other player returns {percent_text(solution.envy_return)}"))
    for each in shared_meters(jackpot):
        times = each.company.second_winner or Fraction()
        figures.append(("a second winner", f"{fixed(times, 2)} times as likely as if seats were independent"))
        figures.append(
            (f"  kept, {each.seats} seats", f"{each.part_kept.text()} of the meter by one who wins and shares")
        )
    if solution.boosts:
        figures.append(("dynamic pays", f"a row is boosted with chance {solution.boosts.chance}"))
    percent = solution.counted.table.dealer_envy_percent
    if percent is not None:
        figures.append(("dealer envy", f"{format_odds(percent)} % of the jackpot, beside the player's award"))
    if jackpot.distribution is not None and jackpot.expectation is not None:
        figures += _figures(jackpot.distribution, jackpot.expectation)
    else:
        figures.append(("house edge", "depends on the meter: give --meter, or --jackpot-seed and --rate"))
    return figures


def sweep_page(configuration: Configuration, found: list[Swept]) -> Document:
    """One line for each table."""
    flat: list[tuple[str, ...]] = []
    jackpots: list[tuple[str, ...]] = []
    for each in found:
        result = each.solution[each.wager.id] if each.solution else None
        if isinstance(result, WagerSolution):
            outcome = result.distribution
            flat.append(
                (
                    each.wager.id,
                    each.paytable,
                    _percent(outcome.house_edge),
                    _percent(outcome.hit_frequency),
                    outcome.standard_deviation_text(6),
                )
            )
        elif isinstance(result, JackpotSolution):
            top, even = result.meters[0], f"{len(result.meters)} levels"
            if len(result.meters) == 1:
                even = in_dollars(result.break_even_cents())
            jackpots.append(
                (
                    each.wager.id,
                    each.paytable,
                    "" if each.decks is None else str(each.decks),
                    _percent(result.fixed_return),
                    fixed(top.one_in, 1) if top.one_in else "–",
                    _percent(top.return_per_1000),
                    even,
                )
            )
    parts: list[Block] = []
    if flat:
        columns = ("wager", "paytable", "house edge", "hit frequency", "standard deviation")
        parts.append(grid_of(columns, flat, numbers=(2, 3, 4)))
    if jackpots:
        names = ("wager", "paytable", "decks", "fixed return", "jackpot 1 in", "per $1,000", "break-even")
        parts.append(grid_of(names, jackpots, numbers=(2, 3, 4, 5, 6)))
    parts.append(Words(f"exact; rulebook {configuration.rulebook_hash}"))
    return _page(f"{configuration.rules.title}, {configuration.edition.title}: every paytable", parts)


def strategy_page(solution: Solution, result: BaseResult) -> Document:
    """The chart in as few lines as it takes, best hands first; in words, where there is no chart by class."""
    if result.plays:
        return _plays_page(solution, result)
    rows = []
    for stretch in reversed(stretches(result.chart)):
        low, high = stretch.rows[0].words, stretch.rows[-1].words
        if stretch.best is None:
            shares = [
                f"{name} on {_percent(Fraction(hands, stretch.hands))}" for name, hands in stretch.hands_by_bet.items()
            ]
            what = "by its other cards: " + ", ".join(shares)
        else:
            what = stretch.best
        rows.append((low if low == high else f"{high}  to  {low}", f"{stretch.hands:,}", what))
    return _page(
        f"{solution.configuration}: how to play {result.wager}",
        (
            grid_of(("hand", "hands", "best"), rows, numbers=(1,)),
            Words(f"house edge {percent_text(result.distribution.house_edge)}"),
            *_simple(result),
            Words(f"{solution.method}; rulebook {solution.rulebook_hash}"),
        ),
    )


def strategy_card(solution: Solution, result: BaseResult) -> Document:
    """The same on a card that fits a pocket: what to do, and nothing that cannot be done."""
    rules = result.configuration.rules
    if result.plays:
        rows = [(f"{row.question}: {row.hand}", _usual(row)) for row in result.plays]
    else:
        rows = [_card_row(stretch) for stretch in reversed(stretches_by_class(result.chart))]
    title = rules.wager(result.wager).title
    told = [Words(f"House edge {percent(result.distribution.house_edge, 4)} % of the {title}, by best play.")]
    if not result.plays and any(not row.is_settled for row in result.chart):
        card = result.simple["by class"].house_edge
        told = [
            Words(
                f"House edge {percent(card, 4)} % of the {title} by this card; "
                f"{percent(result.distribution.house_edge, 4)} % by best play."
            ),
            Words("* A few of these hands do better otherwise, by their other cards.", "note"),
        ]
    asked = "--round FILE" if result.plays else rules.name
    if result.plays:
        told.append(Words("A share is of the deals that the line describes; the other cards decide.", "note"))
        told += [Words(f"{note[0].upper()}{note[1:]}.", "note") for note in notes(result)]
    more = f"croupier advise {asked} says what each decision is worth with one hand; {solution.method} figures."
    blocks: tuple[Block, ...] = (grid_of(("You hold", "Do this"), rows), *told, Words(more, "note"))
    foot = f"{solution.configuration} · rulebook {solution.rulebook_hash[:16]}"
    return Document(rules.title, (Section("", blocks),), "How to play", (), foot)


def _card_row(stretch: Stretch) -> tuple[str, str]:
    low, high = stretch.rows[0].words, stretch.rows[-1].words
    mark = "" if all(row.is_settled for row in stretch.rows) else " *"
    return low if low == high else f"{low}, to {high}", f"{stretch.best}{mark}"


def value_card(configuration: Configuration, wager: str, found: Valued) -> Document:
    """The tables of a game that is valued, on a card that fits a pocket."""
    rules = configuration.rules
    tables = tuple(grid_of(each.columns or (), each.rows) for each in found.tables)
    edge = f"House edge {100 * found.house_edge:.4f} % of the {rules.wager(wager).title} by this card."
    if "cost" in found.facts:
        edge += f" It costs {100 * float(found.facts['cost']):.4f} % against play by every card."
    words = (Words(f"{found.basis[0].upper()}{found.basis[1:]}.", "note"), Words(edge))
    foot = f"{configuration} · rulebook {configuration.rulebook_hash[:16]}"
    return Document(rules.title, (Section("", (*tables, *words)),), "How to play", (), foot)


def _usual(row: PlayRow) -> str:
    """What is best: always, or in most of the deals that these words describe."""
    name, count = max(row.best.items(), key=lambda each: each[1])
    share = Fraction(count, sum(row.best.values()))
    return name if share == 1 else f"{name} in {percent(share, 1)} %"


def _plays_page(solution: Solution, result: BaseResult) -> Document:
    rows = [(row.question, row.hand, _usual(row)) for row in result.plays]
    told = []
    if any(len(row.best) > 1 for row in result.plays):
        share = (
            "where a share is given the other cards decide: croupier advise --round FILE says what is best with them"
        )
        told.append(Words(f"{share}.", "note"))
    told += [Words(f"{note}.", "note") for note in notes(result)]
    return _page(
        f"{solution.configuration}: how to play {result.wager}",
        (
            grid_of(("question", "hand", "best"), rows),
            Words(f"house edge {percent_text(result.distribution.house_edge)} by best play"),
            *told,
            Words(f"{solution.method}; rulebook {solution.rulebook_hash}"),
        ),
    )
