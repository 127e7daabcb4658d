"""Run a game's rulings and the laws of every game on a folder outside the package, in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import click

from croupier.cli.options import as_json
from croupier.cli.output import print_json, say, tell
from croupier.errors import BadInput, CheckFailed

GRACE_SECONDS = 5


@click.command(name="test-game")
@click.argument("folder", metavar="DIR")
@click.option("--rounds", type=click.IntRange(1, 100_000), default=50, show_default=True, help="Random rounds to play.")
@click.option("--seconds", type=click.IntRange(1, 3600), default=120, show_default=True, help="Stop after this long.")
@as_json
def command(folder: str, rounds: int, seconds: int, as_json: bool) -> None:
    """Check the game in DIR, or every game in it: that it loads, its rulings, and what every game must obey.

    The game's own code runs in a child process with a limit on time and on the turns of a round. Exit status: 0 when
    everything holds, 1 when something does not, 2 when DIR is not a folder of games.
    """
    from croupier.rulebook.strangers import game_folders

    game_folders(Path(folder))
    arguments = [sys.executable, "-m", "croupier.laws.child", folder, str(rounds), str(seconds)]
    try:
        done = subprocess.run(arguments, capture_output=True, text=True, timeout=seconds + GRACE_SECONDS, check=False)
        said, status = done.stdout, done.returncode
        words = done.stderr.strip().splitlines()[-1:] or [f"ended with status {status}"]
    except subprocess.TimeoutExpired as late:
        said = late.stdout.decode() if isinstance(late.stdout, bytes) else late.stdout or ""
        status, words = 1, [f"has not answered within {seconds} seconds"]
    checks = _read(said)
    if status and all(each["problem"] is None for each in checks):
        checks.append({"game": folder, "check": "the process ends well", "problem": words[0]})
    wrong = sum(each["problem"] is not None for each in checks)
    if as_json:
        print_json({"schema": 1, "verdict": "fails" if wrong else "holds", "checks": checks})
    else:
        for each in checks:
            say(f"{'fails' if each['problem'] else 'holds'}  {each['game']}: {each['check']}")
            if each["problem"]:
                tell("\n".join(f"       {line}" for line in each["problem"].splitlines()))
        tell(f"{len(checks) - wrong} of {len(checks)} checks hold")
    if wrong:
        raise CheckFailed(f"{wrong} check{'s' if wrong > 1 else ''} of {folder} failed", hint="see the list above")
    if not checks:
        raise BadInput(f"{folder}: nothing was checked")


def _read(said: str) -> list[dict[str, Any]]:
    """The child's lines; what the game itself prints is not ours."""
    found = []
    for line in said.splitlines():
        try:
            record = json.loads(line)
        except ValueError:
            continue
        if isinstance(record, dict) and set(record) == {"game", "check", "problem"}:
            found.append(record)
    return found
