"""A game with streets solved, and its tables between runs: a solve that was stopped goes on where it stood.

A file is named by everything that the solver looks up and by the code that solves, so that another game, deck,
paytable or version never finds it. It has the decisions and values after the first pass, and the counted deals once
all is done.
"""

import hashlib
import io
import json
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np

from croupier import kept_files
from croupier.exact.result import Progress, in_silence
from croupier.exact.streets.charts import charted
from croupier.exact.streets.compiling import Rules, compile_rules
from croupier.exact.streets.solving import Box, Described, Policy, Solution, Views, orders
from croupier.kernels.arrays import Int8s, Whole
from croupier.play.game import Game

MOST_FILES: Final = 12
LARGEST: Final = 16 << 20
"""Bytes of a level's tables that are kept; larger ones are found again by trying every board that is left."""
_CODE: Final = ("exact/streets", "kernels")


def path_of(views: Views) -> Path | None:
    """Where a game's tables are kept, or those of a policy that replaces the best play; None where nothing is."""
    home = kept_files.folder("streets")
    if home is None:
        return None
    rules, program = views.rules, views.program
    code = kept_files.hash_of(Path(__file__).parents[2], _CODE, ".py")
    digest = hashlib.sha256(
        f"{code} {rules.unit} {rules.put_up} {rules.own} {rules.dealers} {views.levels} {views.up_ranks}".encode()
    )
    digest.update(" ".join(f"{draw.slot} {draw.size} {draw.seen_by}" for draw in rules.draws).encode())
    digest.update(bytes(rules.table.deck.cards))
    given = (*views.policy.by_class.items(), *views.policy.by_view.items())
    for part in (*program, rules.table.place, *(part for number, options in given for part in (number, options))):
        digest.update(np.ascontiguousarray(part).tobytes())
    return home / f"{digest.hexdigest()}.npz"


def keep(path: Path | None, solution: Solution) -> None:
    """Write down how far a solution is."""
    if path is None:
        return
    arrays: dict[str, Int8s | Whole] = {
        "total": np.array([solution.total]),
        "tally": solution.tallies,
        "described": np.frombuffer(json.dumps(solution.described).encode(), dtype=np.int8),
    }
    arrays |= {f"choice {number}": options for number, options in solution.choices.items()}
    arrays |= {f"chart {number}": options for number, options in solution.chart.items()}
    for at, tables in solution.tables.items():
        if sum(table.nbytes for table in tables.values()) <= LARGEST:
            arrays |= {f"table {at} {value}": table for value, table in tables.items()}
    written = io.BytesIO()
    np.savez(written, **arrays)  # type: ignore[arg-type]
    kept_files.write(path, written.getvalue(), MOST_FILES)


def recall(path: Path | None, solution: Solution) -> bool:
    """Fill in a solution from what is kept; False where nothing is, or not all of it can be read."""
    content = kept_files.read(path) if path else None
    if content is None:
        return False
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            solution.total, solution.tallies = int(arrays["total"][0]), arrays["tally"]
            for number, (*told, boxes) in json.loads(arrays["described"].tobytes()).items():
                solution.described[int(number)] = Described._make([*told, [Box(*box) for box in boxes]])
            by_node = {"choice": solution.choices, "chart": solution.chart}
            for name in set(arrays.files) - {"total", "tally", "described"}:
                kind, *numbers = name.split(" ")
                of_kind = by_node[kind] if kind in by_node else solution.tables.setdefault(int(numbers[0]), {})
                of_kind[int(numbers[-1])] = arrays[name]
    except (OSError, ValueError, KeyError, EOFError):
        return False
    return True


def solve(views: Views, progress: Progress = in_silence, *, is_kept: bool = True) -> Solution:
    """Both passes; after the first a solve that is stopped goes on from what is kept."""
    solution, path = views.unsolved(), path_of(views) if is_kept else None
    is_one_street = views.is_one_street
    passes = 1 if is_one_street else 2
    if is_one_street or not recall(path, solution) or solution.tallies.size:
        solution = views.unsolved()
        reach = views.go_down({})[0] if is_one_street else np.zeros(0, dtype=np.int32)
        tables, tally = views.evaluated(True, reach, progress, 0, passes)
        views.go_up(solution, tables)
        solution.total *= orders(views.parts.hidden)
        charted(solution)
        if not is_one_street:
            keep(path, solution)
    if not is_one_street:
        _, tally = views.evaluated(False, views.go_down(solution.choices)[0], progress, 1, passes)
    solution.tallies = tally * orders(views.parts.hidden)
    views.check(solution)
    keep(path, solution)
    return solution


def solve_rules(rules: Rules, progress: Progress = in_silence, policy: Policy | None = None) -> Solution:
    """Best play, or the best beside what a policy says, exactly."""
    return solve(Views(rules, policy), progress)


def recalled(views: Views) -> Solution | None:
    """The solution that is kept; None where there is none, or only a part of it."""
    solution = views.unsolved()
    if not recall(path_of(views), solution) or not solution.tallies.size:
        return None
    views.check(solution)
    return solution


def solved(views: Views) -> Solution:
    """The solution, from what is kept where that adds up."""
    return recalled(views) or solve(views)


def counted(views: Views, progress: Progress = in_silence) -> Solution:
    """What a policy brings that answers all questions before the full view; no tables, its own choices."""
    path = path_of(views)
    solution = views.unsolved()
    if not recall(path, solution):
        solution.choices = dict(views.policy.by_view)
        _, tally = views.evaluated(False, views.go_down(solution.choices)[0], progress, 0, 1)
        solution.tallies = tally * orders(views.parts.hidden)
        keep(path, solution)
    if solution.distribution.total != solution.deals:
        raise ArithmeticError("the deals counted are not all deals")
    return solution


@lru_cache(maxsize=8)
def views_of(game: Game) -> Views:
    """A game compiled."""
    return Views(compile_rules(game))


@lru_cache(maxsize=2)
def solution_of(game: Game) -> Solution:
    """A game solved, with the tables of its streets; kept between runs."""
    return solved(views_of(game))
