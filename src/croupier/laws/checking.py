"""Everything that is asked of one game, in order: that it loads, its rulings, its hands, and the laws.

``check_game`` continues after a mistake, so that one run names them all. ``python -m croupier.laws.checking DIR ROUNDS
SECONDS`` checks one folder in a process of its own and prints each check as a line of JSON. A game that never answers
is interrupted by an alarm, which names the line where it was; if even that does not help, whoever started it kills it.
"""

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from croupier import catalogue
from croupier.cards.hands import FAMILIES, Family, Setting
from croupier.cards.shuffle import SeededSource
from croupier.errors import CroupierError, LawBroken, RulebookError
from croupier.exact.counting.spaces import pack_of
from croupier.laws import sights
from croupier.laws.rounds import LAWS, play_out, random_table
from croupier.laws.rulings import problems, read_rulings, uncited
from croupier.play.streets import Deal, Streets
from croupier.questions.solved.solutions import NONE, solver_of
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.rules import Wager
from croupier.rulebook.sights import Seen, seen_by
from croupier.rulebook.strangers import RUN_THE_CHECKS, game_folders

FEWEST_RULINGS = 1


class Check(NamedTuple):
    """One thing that was asked of a game: what, and the problem, where there is one."""

    what: str
    problem: str | None = None


def check_game(name: str, folder: Path, rounds: int = 50) -> Iterator[Check]:
    """Every check of a game of the book, whose folder holds its rulings."""
    yield _tried("it can be dealt, and its solver is known", lambda: _loads(name))
    yield from _rulings(folder)
    yield from _hands(name)
    for number in range(rounds):
        broken = _one_round(name, f"{name}/{number}")
        if broken:
            yield broken
            break
    else:
        yield from (Check(f"{law}, in {rounds} random rounds") for law in ("every path ends", *LAWS))
    for base in sights.solved_by_streets(name):
        yield _tried(f"{sights.REFEREE_LAW}: {base}", partial(sights.check_referee, name, base))
    for edition, wager, configuration in sights.graded_wagers(name):
        what = f"{sights.SIGHT_LAW}: {wager.id} on {configuration.tables[wager.id].id}, edition {edition}"
        yield _tried(what, partial(_sees, configuration, wager, min(rounds, 25)))


def _sees(configuration: Configuration, wager: Wager, rounds: int) -> None:
    sights.graded_alike(configuration, wager, rounds, seed="check")
    if sights.counted_alike(configuration, wager.id) and wager.kind != "award":
        sights.every_row_reached(configuration, wager.id)


def _tried(what: str, check: Callable[[], None]) -> Check:
    try:
        check()
    except CroupierError as problem:
        return Check(what, str(problem))
    return Check(what)


def _loads(name: str) -> None:
    game = catalogue.load(name)
    if game.declares.solver != NONE:
        solver_of(game)


def _rulings(folder: Path) -> Iterator[Check]:
    path = folder / "rulings.md"
    if not path.is_file():
        yield Check("it has rulings", f"{folder.name}/rulings.md: is missing\nhint: write down a few settled rounds")
        return
    try:
        rulings = read_rulings(path)
    except CroupierError as problem:
        yield Check("its rulings can be read", str(problem))
        return
    if len(rulings) < FEWEST_RULINGS:
        yield Check(
            "it has rulings", f"{folder.name}/rulings.md: holds no ruling\nhint: each starts with ## a question"
        )
    for ruling in rulings:
        found = problems(ruling) + uncited(ruling)
        yield Check(f"ruling: {ruling.heading}", "; ".join(found) or None)


def _hands(name: str) -> Iterator[Check]:
    """The families that grade its wagers, each on the cards that it is shown there."""
    rules = catalogue.book().game(name)
    seen: dict[Seen, Setting] = {}
    for _, wager, configuration in sights.graded_wagers(name):
        if wager.sees is not None and not wager.sees.is_whole_round:
            seen[seen_by(rules, wager.id)] = configuration.setting_for(configuration.tables[wager.id])
    for sight, setting in seen.items():
        family = FAMILIES[sight.family]
        check = partial(sights.check_family, family, pack_of(rules), sight.held, sight.dealer, setting, 200)
        yield _tried(f"its {family.name} hands are what they say, on {sight}", check)
    for family, size in _ranked(name):
        check = partial(sights.check_family, family, pack_of(rules), size, 0, Setting(), 200)
        yield _tried(f"its {family.name} hands are what they say, on {size} cards that are compared", check)


def _ranked(name: str) -> list[tuple[Family, int]]:
    """With how many cards the hands of a game with streets are ranked: the player's, and the dealer's."""
    try:
        game = catalogue.load(name)
    except CroupierError:
        return []  # told by the first check
    if not isinstance(game, Streets) or game.declares.hands is None:
        return []
    deals = [phase for phase in game.order if isinstance(phase, Deal)]
    sizes = [sum(deal.size for deal in deals if deal.place in ranked.places) for ranked in game.declares.ranks]
    return [(FAMILIES[game.declares.hands], size) for size in dict.fromkeys(sizes)]


def _one_round(name: str, seed: str) -> Check | None:
    try:
        played = play_out(random_table(name, seed), SeededSource(seed))
        for law in LAWS.values():
            law(played)
    except LawBroken as broken:
        return Check(broken.law, str(broken))
    except CroupierError as problem:
        return Check("a random round can be played", str(problem))
    return None


def main(place: str, rounds: int, seconds: int) -> int:
    """Check every game in the folder; 1 where something is wrong."""
    folders = game_folders(Path(place))
    _set_alarm(folders, seconds)
    status = 0
    try:
        with catalogue.games_from([place]):
            for name, folder in catalogue.book().outside.items():
                if folder in folders:
                    for check in check_game(name, folder, rounds):
                        status |= check.problem is not None
                        _tell(check, name)
    except CroupierError as problem:
        _tell(Check("the folder can be read", str(problem)), Path(place).name)
        status = 1
    except Exception as problem:
        # Whatever stops the checks half way must not pass for their end.
        _tell(Check("the checks come to their end", f"raises {type(problem).__name__}: {problem}"), Path(place).name)
        status = 1
    return status


def _tell(check: Check, game: str) -> None:
    # Whoever reads this runs the checks already.
    problem = check.problem and check.problem.removesuffix(f"\nhint: {RUN_THE_CHECKS}")
    print(json.dumps({"game": game, "check": check.what, "problem": problem}), flush=True)


def _set_alarm(folders: list[Path], seconds: int) -> None:
    """Interrupt a game that does not answer, where the system has alarms."""

    def ring(_signal: int, frame: FrameType | None) -> None:
        place = "(unknown)"
        while frame is not None:
            path = Path(frame.f_code.co_filename)
            if path.parent in folders:
                place = f"{path.parent.name}/{path.name}: {frame.f_code.co_name}, line {frame.f_lineno}"
                break
            frame = frame.f_back
        file, _, key = place.partition(": ")
        late = RulebookError(file, key or "(file)", f"has not answered within {seconds} seconds", hint="does it loop?")
        _tell(Check("it answers in time", str(late)), folders[0].name)
        # Nothing that the game's own code catches may keep the process alive.
        os._exit(1)

    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, ring)
        signal.alarm(seconds)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
    except CroupierError as problem:
        _tell(Check("the folder can be read", str(problem)), sys.argv[1])
        sys.exit(1)
