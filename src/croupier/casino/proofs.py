"""A casino's plan joined with its games: read, proved against the exact engine, ready to be run."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Final

from croupier import catalogue, errors, units
from croupier.exact.counting.jackpots import JackpotSolution
from croupier.jackpot.plan import file, inspection, link_plan
from croupier.questions.solved.solutions import solve
from croupier.rulebook.configuration import configure

SAMPLES: Final = Path(__file__).parent.parent / "jackpot" / "plan"
SAMPLE: Final = SAMPLES / "sample.toml"  # Fifteen tables in Washington.
SAMPLE_NEVADA: Final = SAMPLES / "sample_nevada.toml"

_BY_NAME: Final = {"sample": SAMPLE, "sample_nevada": SAMPLE_NEVADA}


def sample_or_file(name: str) -> Path:
    """A plan by its file, or one of the samples by its name; a file of that name comes first."""
    path = Path(name)
    return path if path.exists() else _BY_NAME.get(name, path)


@dataclass(frozen=True)
class ProvedPlan:
    """A plan that keeps the rules."""

    plan: link_plan.CasinoPlan
    chances: Mapping[str, link_plan.Chances]  # By jackpot, then by table and level: what wins, and how likely it is.
    warnings: tuple[str, ...]
    remarks: tuple[inspection.Remark, ...] = ()  # What an inspector would ask about.

    def link(self, id: str) -> link_plan.LinkPlan:
        return self.plan.links[id]


def floor(source: Path | str, *, remember: bool = True) -> ProvedPlan:
    """Read a plan and prove that its tables may be linked; a string with a line feed in it is the plan itself.

    >>> floor(SAMPLE, remember=False).link("sf").tables[4].game
    'high-card-flush(base_wager=5.00, straight_flush_progressive=PT-BJS-HCF-SF-03a)'
    """
    book = catalogue.book()
    plan = file.read_plan(source, book)
    chances: dict[str, link_plan.Chances] = {}
    for link in plan.links.values():
        chances[link.id] = {table.id: chances_at(table, remember=remember) for table in link.tables}
        link_plan.check_link(link, chances[link.id])
    told = tuple(link_plan.warnings(plan, chances))
    return ProvedPlan(plan, chances, told, tuple(inspection.inspect(plan, book)))


def prove_link(link: link_plan.LinkPlan) -> None:
    """Refuse a link whose tables do not win the same hand with the same probability: LinkRefused."""
    link_plan.check_terms(link, catalogue.book())
    link_plan.check_link(link, {table.id: chances_at(table) for table in link.tables})


def solve_link(link: link_plan.LinkPlan) -> JackpotSolution:
    """The exact figures of a link whose tables win alike; refused where they do not, since no average holds for all."""
    for breach in link_plan.same_probability(link, {table.id: chances_at(table) for table in link.tables}):
        raise errors.BadInput(
            f"jackpot {link.id}: {breach.problem}, so no one chance stands for the link",
            hint="link tables that win alike",
        )
    return solve_table(link.tables[0])


def solve_table(table: link_plan.TablePlan, *, remember: bool = True) -> JackpotSolution:
    """The exact figures of the wager that a table's sensor reads."""
    laid_out = configure(catalogue.book(), table.game)
    solution = solve(laid_out, table.wager, remember=remember)[table.wager].jackpot
    if solution is None:
        raise TypeError(f"{table.wager} is not a jackpot wager")
    return solution


def chances_at(table: link_plan.TablePlan, *, remember: bool = True) -> dict[int, tuple[frozenset[object], Fraction]]:
    """By level: the hands that win from it (family, event, what the operator chose, the part of the meter) and how
    likely a wager is to do so. The number of decks is not part of the hand; it shows in the probability."""
    solution = solve_table(table, remember=remember)
    paytable = solution.counted.table
    setting = solution.configuration.setting_for(paytable)
    chosen = (setting.ranks, setting.suit if paytable.needs_suit else None, setting.colored_ace)
    found: dict[int, tuple[frozenset[object], Fraction]] = {}
    for each in solution.counted.rows:
        if isinstance(each.row.pay, units.MeterShare):
            level = each.row.pay.level or 1
            hands, chance = found.get(level, (frozenset(), Fraction()))
            hand = (paytable.family, each.row.event, chosen, each.row.pay.percent)
            found[level] = hands | {hand}, chance + each.probability
    return found
