"""A simulation as text: one line for each wager, then every outcome against what it should be, then the verdict."""

from __future__ import annotations

from croupier.handbook.page.blocks import grid_of
from croupier.handbook.page.terminal import PLAIN, Terminal
from croupier.handbook.page.text import paragraph
from croupier.kernels.cells import Outcome, pays_envy_once
from croupier.questions.simulating import SimulationPlan, SimulationResult
from croupier.rulebook.own_words import event_words
from croupier.rulebook.paytables import Row
from croupier.sim.statistics import SUSPICIOUS, WagerCounts
from croupier.units.chance import decimal_text
from croupier.units.money import dollars
from croupier.units.odds import format_odds

DIGITS = 7


def render_result(result: SimulationResult, strategy_file: str | None = None, page: Terminal = PLAIN) -> str:
    """Everything that a run has to say."""
    plan = result.plan
    seats = f"{plan.seats} seat{'s' if plan.seats > 1 else ''}"
    rate = f", {result.rounds / result.seconds:,.0f} rounds/s" if result.seconds else ""
    strategy = f"strategy of {strategy_file}" if strategy_file else f"{plan.strategy} strategy"
    lines = [
        str(plan.configuration),
        _folded(
            f"{result.rounds:,} rounds, {seats}, {strategy}, seed {result.seed}; {result.backend} "
            f"({result.device}), {result.seconds:.1f} s{rate}",
            page,
        ),
    ]
    if not plan.by_kernel:
        lines.append(_folded(f"played by the play driver: {plan.has_no_kernel} has no kernel", page))
    if not result.wagers:
        return "\n".join([*lines, "no round was played"])
    header = ("wager", "exact", "simulated", "standard error", "z", "hit frequency", "chi-square", "verdict")
    lines += ["", page.grid(grid_of(header, map(_row, result.wagers), numbers=range(1, 6)))]
    for wager in result.wagers:
        lines += ["", _outcomes(wager, page)]
    notes = [_folded(each, page) for each in _notes(result)]
    lines += ["", *notes] if notes else []
    return "\n".join([*lines, "", _folded(_verdict(result), page)])


def _folded(text: str, page: Terminal) -> str:
    """Wrapped to the terminal; on one line everywhere else."""
    return text if page.table_width is None else paragraph(text, width=page.table_width)


def _notes(result: SimulationResult) -> list[str]:
    """What jackpots are valued at."""
    plan, found = result.plan, []
    outcomes = {wager.wager: list(wager.counts) for wager in result.wagers}
    if any(outcome.share for name in outcomes if name not in plan.meters for outcome in outcomes[name]):
        found.append("Shares of meters are counted and left out of values: give what they show with --meter.")
    for name, amounts in plan.meters.items():
        shown = ", ".join(
            dollars(cents) if len(amounts) == 1 else f"level {level} {dollars(cents)}"
            for level, cents in amounts.items()
        )
        found.append(f"{name} is valued at a meter of {shown}, each winner alone.")
    if plan.seats > 1 and any(outcome.envy for listed in outcomes.values() for outcome in listed):
        found.append(f"Values include the envy that the {plan.seats - 1} other seats' hands pay.")
    if plan.seats > 1 and any(row.envy_cents for row in _rows_paid_once(plan)):
        found.append("Envy is paid once a round here and is left out of values.")
    return found


def _rows_paid_once(plan: SimulationPlan) -> list[Row]:
    if not pays_envy_once(plan.game):
        return []
    return [row for _, bonus in plan.game.bonuses for row in bonus.chart.table.rows]


def _row(wager: WagerCounts) -> tuple[str, ...]:
    exact, chi = wager.exact_mean, wager.chi_square
    verdict = {None: "estimated", True: "agrees", False: "DISAGREES"}[wager.agrees]
    return (
        wager.wager,
        "" if exact is None else decimal_text(exact, DIGITS),
        decimal_text(wager.mean, DIGITS),
        f"{wager.standard_error:.2g}",
        "" if wager.z is None else f"{wager.z:+.2f}",
        f"{decimal_text(wager.hit_frequency * 100, 6)} %",
        f"{chi.statistic:.1f} at {chi.freedom}, p = {chi.probability:.2g}" if chi else "",
        verdict,
    )


def _outcomes(wager: WagerCounts, page: Terminal) -> str:
    rows = []
    for outcome in wager.outcomes:
        expected = wager.expected(outcome)
        rows.append(
            (
                _net(outcome),
                event_words(outcome.event or ""),
                f"{wager.counts.get(outcome, 0):,}",
                "" if expected is None else f"{float(expected):,.1f}",
            )
        )
    return page.grid(grid_of((f"{wager.wager}: net", "event", "count", "expected"), rows, numbers=(0, 2, 3)))


def _net(outcome: Outcome) -> str:
    if outcome.share is not None and outcome.net == -1:
        level = f" of level {outcome.level}" if outcome.level > 1 else " of the meter"
        return f"{format_odds(outcome.share * 100)} %{level}"
    return ("+" if outcome.net > 0 else "") + decimal_text(outcome.net, DIGITS)


def _verdict(result: SimulationResult) -> str:
    known = [wager for wager in result.wagers if wager.agrees is not None]
    estimated = [wager.wager for wager in result.wagers if wager.agrees is None]
    parts = []
    wrong = [wager for wager in known if not wager.agrees]
    if wrong:
        worst = ", ".join(f"{wager.wager} (p = {wager.probability:.1e})" for wager in wrong)
        parts.append(f"DISAGREES: {worst}; a probability below {SUSPICIOUS:.1e} is not an accident")
    elif known:
        parts.append(f"agrees with the exact values of {', '.join(wager.wager for wager in known)}")
    if estimated:
        whose = f" by a stated rule, which is not the best play ({result.plan.whose})" if result.plan.whose else ""
        parts.append(f"estimated{whose}, with no exact value to compare: {', '.join(estimated)}")
    return "; ".join(parts)
