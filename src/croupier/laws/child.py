"""The checks of one folder in a process of their own: ``python -m croupier.laws.child DIR ROUNDS SECONDS``.

Each check is one line of JSON on standard output. A game that never answers is interrupted by an alarm, which names the
line where it was; if even that does not help, whoever started the process kills it.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from types import FrameType

from croupier import catalogue
from croupier.errors import CroupierError, RulebookError
from croupier.laws.checking import Check, check_game
from croupier.rulebook.strangers import game_folders


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
    return status


def _tell(check: Check, game: str) -> None:
    print(json.dumps({"game": game, "check": check.what, "problem": check.problem}), flush=True)


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
