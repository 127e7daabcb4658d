"""Games of one's own: ``new game`` writes a small one that passes every check, ``test-game`` checks one."""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Mapping
from importlib import resources
from pathlib import Path

import click

from croupier import catalogue
from croupier.cli.options import as_json
from croupier.cli.output import print_json, remark, say, tell
from croupier.errors import BadInput, CheckFailed, UnknownName
from croupier.play.documents import Json

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_COPIED = (".py", ".toml", ".md")


@click.group()
def new() -> None:
    """Write the folder of a new game, to be filled in."""


@new.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--name", help="The name of the game, as in lantern-road. Default: that of the folder.")
@click.option("--like", metavar="NAME", help="Copy a game of a folder that --games names, under the new name.")
def game(folder: Path, name: str | None, like: str | None) -> None:
    """Write a first game into DIR: rules, paytables, interpretations, game, rulings and a test.

    It is complete and passes: croupier test-game DIR. Change it step by step as docs/guides/write-a-game.md says.
    """
    name = name or re.sub(r"[^a-z0-9]+", "-", folder.absolute().name.casefold()).strip("-")
    if not _NAME.fullmatch(name):
        raise BadInput(f"'{name[:60]}' is not the name of a game", hint="small letters and hyphens, as in lantern-road")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadInput(f"{folder} is there already and not empty", hint="name a folder that does not exist yet")
    words = name.split("-")
    blanks = {
        "name": name,
        "title": " ".join(word.capitalize() for word in words),
        "kind": "".join(word.capitalize() for word in words),
        "tag": name.upper(),
    }
    first = resources.files("croupier.cli").joinpath("first_game")
    if like is None:
        files = {path.name.removesuffix(".txt"): path.read_text(encoding="utf-8") for path in first.iterdir()}
        texts = {file: text.format(**blanks) for file, text in files.items()}
    else:
        texts = _copied(like, blanks)
        texts["test_game.py"] = first.joinpath("test_game.py.txt").read_text(encoding="utf-8").format(**blanks)
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in sorted(texts.items()):
        (folder / file).write_text(text, encoding="utf-8")
        click.echo(str(folder / file))
    quoted = shlex.quote(str(folder))
    remark(f"next: croupier test-game {quoted}; croupier --games {quoted} edge {name}")


def _copied(like: str, blanks: Mapping[str, str]) -> dict[str, str]:
    """The files of another game, with everything that must be told apart in one book called otherwise."""
    book = catalogue.book()
    if like not in book.outside:
        raise UnknownName(
            "game to copy", like, tuple(book.outside), note="name its folder: croupier --games DIR new game"
        )
    source = book.outside[like]
    texts = {
        path.name: path.read_text(encoding="utf-8") for path in sorted(source.glob("*.*")) if path.suffix in _COPIED
    }
    rules = book.game(like)
    kind = re.search(r"^play = (\w+)", texts["game.py"], re.MULTILINE)
    tags = re.findall(r'^tag = "(.+)"', texts["sources.toml"], re.MULTILINE)
    tables = dict.fromkeys(table for wager in rules.wagers for _, own in wager.tables for table in own)
    families = re.findall(r'^        name="(.+)",', texts.get("hands.py", ""), re.MULTILINE)
    prefix = blanks["tag"]
    renamed = {like: blanks["name"], rules.title: blanks["title"], **({kind[1]: blanks["kind"]} if kind else {})}
    renamed |= {table: f"{prefix}-{number:02}" for number, table in enumerate(tables, 1)}
    renamed |= {tag: prefix if len(tags) == 1 else f"{prefix}-{tag}" for tag in tags}
    renamed |= {f'"{family}"': f'"{blanks["name"].replace("-", "_")}_{family}"' for family in families}
    renamed |= {reading.id: f"{prefix}-{number}" for number, reading in enumerate(rules.interpretations, 1)}
    pattern = re.compile("|".join(rf"(?<![\w-]){re.escape(old)}(?![\w-])" for old in renamed))
    copied = {file: pattern.sub(lambda found: renamed[found[0]], text) for file, text in texts.items()}
    # What the old game is and where its rules stand is not true of the new one.
    docstring = f'"""{blanks["title"]}, begun as a copy of {like}: say here what it is."""'
    copied["game.py"] = re.sub(r'\A""".*?"""', docstring, copied["game.py"], flags=re.DOTALL)
    own = f'title = "{blanks["title"]}, Rules of Play"\nkind = "derived here"\nmark = "D"\npublisher = "the house"\n'
    about = r"^title = .*\nkind = .*\nmark = .*\npublisher = .*\n(?:address = .*\n)?"
    head = "# The documents that the game cites: give each a tag, and name its sections as the document does.\n"
    sources = re.sub(r"\A(?:#.*\n)+", head, copied["sources.toml"])
    copied["sources.toml"] = re.sub(about, own, sources, flags=re.MULTILINE)
    return copied


GRACE_SECONDS = 5


@click.command(name="test-game")
@click.argument("folder", metavar="DIR")
@click.option("--rounds", type=click.IntRange(1, 100_000), default=50, show_default=True, help="Random rounds to play.")
@click.option("--seconds", type=click.IntRange(1, 3600), default=120, show_default=True, help="Stop after this long.")
@as_json
def test_game(folder: str, rounds: int, seconds: int, as_json: bool) -> None:
    """Check the game in DIR, or every game in it: that it loads, its rulings, and what every game must obey.

    The game's own code runs in a child process with a limit on time and on the turns of a round. Exit status: 0 when
    everything holds, 1 when something does not, 2 when DIR is not a folder of games.
    """
    from croupier.rulebook.strangers import game_folders

    game_folders(Path(folder))
    arguments = [sys.executable, "-m", "croupier.laws.checking", folder, str(rounds), str(seconds)]
    try:
        done = subprocess.run(arguments, capture_output=True, text=True, timeout=seconds + GRACE_SECONDS, check=False)
        said, status = done.stdout, done.returncode
        words = done.stderr.strip().splitlines()[-1:] or [f"ended with status {status}"]
    except subprocess.TimeoutExpired as late:
        said = late.stdout.decode() if isinstance(late.stdout, bytes) else late.stdout or ""
        status, words = 1, [f"has not answered within {seconds} seconds"]
    checks = _read(said)
    if status not in (0, 1) or (status and all(check["problem"] is None for check in checks)):
        checks.append({"game": folder, "check": "the process ends well", "problem": words[0]})
    wrong = sum(check["problem"] is not None for check in checks)
    if as_json:
        print_json({"schema": 1, "verdict": "fails" if wrong else "holds", "checks": checks})
    else:
        causes: dict[str, list[str]] = {}
        for check in checks:
            causes.setdefault(_cause(check["problem"]), []).append(check["problem"] or "")
        told = {""}
        for check in checks:
            cause = _cause(check["problem"])
            if cause and cause in told:
                continue
            say(f"{'fails' if cause else 'holds'}  {check['game']}: {check['check']}")
            if cause:
                told.add(cause)
                # Of one mistake that several checks met, the account with its hint.
                tell("\n".join(f"       {line}" for line in max(causes[cause], key=_lines).splitlines()))
        others = wrong - len(told) + 1
        again = f"; {others} stop at a place that is named above" if others else ""
        tell(f"{len(checks) - wrong} of {len(checks)} checks hold{again}")
    if wrong:
        raise CheckFailed(f"{wrong} check{'s' if wrong > 1 else ''} of {folder} failed", hint="see the list above")
    if not checks:
        raise BadInput(f"{folder}: nothing was checked")


def _cause(problem: str | None) -> str:
    """What must be mended: a mistake in the game's own files stops every check that meets it, with other figures."""
    place = re.search(r"\S+\.(?:py|toml): .*", problem or "")
    return re.sub(r"(?<!line )\b\d+\b", "#", place[0]) if place else problem or ""


def _lines(problem: str) -> int:
    return problem.count("\n")


def _read(said: str) -> list[Json]:
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
