"""Records what the program answers over its whole surface, and lists what another version answers otherwise.

    python -m tools.recorder record -o FILE [--only WORDS] [--jobs 2]
    python -m tools.recorder compare OLD NEW [--only WORDS]

A recording holds some hundreds of calls (``tools/recorder_calls.py``): commands, operations of the API, calls of the
library and requests to the books, each with its status and all that it printed or wrote. Times, hashes, ports, paths,
tokens and random values are masked by the rules below; everything else is kept as it stands, so two recordings of one
commit are equal. ``compare`` groups equal changes, to be pasted into the commit that meant them.
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import io
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import croupier

HERE = Path(__file__).parent.parent
NOON = 1_767_297_600
"""The clock on the wall while a scene is played, in seconds: noon of the sample plans' first day."""
SHOWN, EXAMPLES = 12, 3
"""Of one group of differences: the lines that are printed, and the calls that are named."""


class Mask(NamedTuple):
    """What is replaced wherever it is printed."""

    name: str
    pattern: re.Pattern[str]
    instead: str


MASKS = (
    Mask("an address of this machine", re.compile(r"127\.0\.0\.1:\d+|localhost:\d+"), "<address>"),
    Mask("a process", re.compile(r"\b(process|pid) \d+\b"), r"\1 <number>"),
    Mask("a hash", re.compile(r"(?<![0-9A-Za-z_])(?:sha256:)?[0-9a-f]{64}(?![0-9A-Za-z_])"), "<hash>"),
    # A shorter one has a digit and a letter of a to f, or it may be a count.
    Mask(
        "the beginning of a hash",
        re.compile(r"(?<![0-9A-Za-z_.])(?=[0-9a-f]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{8,63}(?![0-9A-Za-z_])"),
        "<hex>",
    ),
    Mask(
        "a key or signature",
        re.compile(r"(?<![\w+/-])(?=[\w+/-]*[A-Z])(?=[\w+/-]*[a-z])(?=[\w+/-]*\d)[\w+/-]{43,}={0,2}(?![\w+/-])"),
        "<key>",
    ),
    Mask("a file's time", re.compile(r"\b20\d{6}-\d{6}\b"), "<stamp>"),
    Mask("a version", re.compile(r"\bcroupier \d+\.\d+\.\d+[\w.+-]*"), "croupier <version>"),
    Mask("a version", re.compile(r'"(croupier|python)": "\d+\.\d+[^"]*"'), r'"\1": "<version>"'),
    Mask(
        "a duration",
        re.compile(r'"(\w*seconds|elapsed|age|\w*_ms|\w*per_second)": "?\d+\.\d+(e[+-]\d+)?"?'),
        r'"\1": <time>',
    ),
    Mask("a request", re.compile(r'"request_id": "[^"]*"'), '"request_id": "<random>"'),
    Mask("a count of changes since the start", re.compile(r'"version": \d+'), '"version": <number>'),
    Mask("how far a clock jumped", re.compile(r"\+\d+ seconds"), "+<time> seconds"),
    Mask(
        "requests that shared a commit", re.compile(r"[\d,]+ durable commits \([\d.]+ a commit\)"), "<number> commits"
    ),
    Mask("a kernel that was not compiled yet", re.compile(r"compiling the kernel, once for this version[^\n]*\n?"), ""),
    Mask("a duration", re.compile(r"\b\d[\d.,]* (ms|s|rounds/s|shoes/s)\b"), r"<time> \1"),
    Mask(
        "a speed", re.compile(r"\b\d[\d.,]* ?[kMG]? (million |billion )?(rounds|shoes|deals) (a|per) second"), "<speed>"
    ),
)


def _today() -> re.Pattern[str]:
    """The machine's own date, which a document may carry, and an instant of it."""
    day = time.strftime("%Y-%m-%d", time.gmtime())
    return re.compile(rf"{day}([T ]\d\d:\d\d(:\d\d)?(\.\d+)?(Z|[+-]\d\d:?\d\d)?)?")


def masked(text: str, folders: Sequence[tuple[str, str]] = ()) -> str:
    """The text without what changes from run to run.

    >>> masked('{"head": "' + 64 * "a" + '", "count": 311875200000, "seconds": 0.25}')
    '{"head": "<hash>", "count": 311875200000, "seconds": <time>}'
    """
    for folder, name in folders:
        text = text.replace(folder, name)
    for mask in MASKS:
        text = mask.pattern.sub(mask.instead, text)
    return _today().sub("<today>", text)


def shape(value: Any) -> Any:
    """What kind of value it is, with the names of its fields: kept where the values themselves are left to chance.

    >>> shape({"seat": 2, "cards": ["As", "Kd"], "name": None})
    {'cards': ['text'], 'name': 'nothing', 'seat': 'whole number'}
    """
    if isinstance(value, dict):
        return {str(key): shape(value[key]) for key in sorted(value)}
    if isinstance(value, list):
        kinds = sorted({json.dumps(shape(item)) for item in value})
        return [json.loads(kind) for kind in kinds]
    kinds_by_type = {bool: "yes or no", int: "whole number", float: "number", str: "text", type(None): "nothing"}
    return kinds_by_type[type(value)]


class Wall:
    """A clock that stands still until it is moved, so that nothing depends on how busy the machine is."""

    def __init__(self) -> None:
        self.seconds = NOON

    def pass_seconds(self, seconds: int) -> None:
        self.seconds += seconds


class Tape:
    """What one scene has recorded so far. Its folder is gone at the end."""

    def __init__(self, scene: str, folder: Path, wall: Wall) -> None:
        self.scene = scene
        self.folder = folder
        self.wall = wall
        self.calls: dict[str, dict[str, Any]] = {}
        package = Path(croupier.__file__).parent
        self._folders = (
            (str(folder), "<folder>"),
            (str(package), "<package>"),
            (str(package.parent.parent), "<source>"),
            (str(HERE), "<source>"),
            (tempfile.gettempdir(), "<temporary>"),
            (str(Path.home()), "<home>"),
        )

    def keep(self, name: str, status: object, said: dict[str, str]) -> None:
        """One call under a name of its own; ``said`` has its streams and files."""
        full, number = f"{self.scene}: {masked(name, self._folders)}", 2
        while full in self.calls:
            full, number = f"{self.scene}: {masked(name, self._folders)} ({number})", number + 1
        kept = {where: self._lines(text) for where, text in said.items() if text}
        self.calls[full] = {"status": status, **kept}

    def _lines(self, text: str) -> list[str]:
        return masked(_spread(text), self._folders).splitlines()

    def command(
        self,
        line: str | Sequence[str],
        typed: str | bytes = "",
        *,
        secret: bool = False,
        files: str = "",
        called: str = "",
    ) -> str:
        """Run a command within this process and keep what it said; its standard output.

        A line is split as a shell would. ``secret`` keeps only how much it said; ``files`` is a pattern of files
        that it wrote, and ``called`` a name for the call.
        """
        arguments = shlex.split(line) if isinstance(line, str) else [str(argument) for argument in line]
        status, out, err = _called(arguments, typed.encode() if isinstance(typed, str) else typed)
        said = {"out": out, "err": err}
        if secret:
            said = {where: f"{len(text.splitlines())} lines that are secret" for where, text in said.items() if text}
        for path in sorted(self.folder.glob(files)) if files else ():
            said[f"file {masked(path.name)}"] = _file(path)
            path.unlink()
        self.keep(called or shlex.join(arguments), status, said)
        return out

    def commands(self, lines: str) -> None:
        """One command a line; an empty line or a line with # at its start is passed over."""
        for line in lines.strip().splitlines():
            if line.strip() and not line.strip().startswith("#"):
                self.command(line.strip())


def _spread(text: str) -> str:
    """JSON on lines of its own, so that a difference is one line."""
    if text[:1] in ("{", "["):
        with contextlib.suppress(ValueError):
            return json.dumps(json.loads(text), indent=1, ensure_ascii=False)
    return text


def _file(path: Path) -> str:
    """What a written file says; of a picture or a PDF that it is one, of a workbook its cells."""
    content = path.read_bytes()
    if content.startswith(b"PK"):
        with zipfile.ZipFile(path) as book:
            parts = [name for name in sorted(book.namelist()) if name.endswith(".xml") and "docProps" not in name]
            return "\n".join(f"{name}\n{book.read(name).decode().replace('><', '>' + chr(10) + '<')}" for name in parts)
    try:
        return content.decode()
    except UnicodeDecodeError:
        return f"{content[:4]!r}, a file that is no text"


def _called(arguments: list[str], typed: bytes) -> tuple[int, str, str]:
    from croupier.cli.main import run

    # A pipe, as from a shell: a command may wait for it by its number.
    read, write = os.pipe()
    os.write(write, typed)
    os.close(write)
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = os.fdopen(read, encoding="utf-8")
    sys.stdout, sys.stderr = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    try:
        status: Any = run(arguments)
    except SystemExit as end:
        status = end.code
    except BaseException as problem:  # a traceback is an answer too, and a fault
        status = f"raised {type(problem).__name__}: {problem}"
    finally:
        told = [sys.stdout, sys.stderr]
        sys.stdin.close()
        sys.stdin, sys.stdout, sys.stderr = before
    texts = []
    for stream in told:
        stream.flush()
        stream.buffer.seek(0)
        texts.append(stream.buffer.read().decode(errors="replace"))
    return status, texts[0], texts[1]


@contextlib.contextmanager
def _settled(wall: Wall, folder: Path) -> Iterator[None]:
    """A standing clock, quick passwords, folders of its own, and nothing of whoever runs it."""
    from functools import partial

    import argon2

    kept = time.time, time.time_ns, argon2.PasswordHasher, dict(os.environ), Path.cwd()
    for name in [name for name in os.environ if name.startswith(("CROUPIER_", "XDG_"))]:
        del os.environ[name]
    cache = folder.parent / "cache" / "croupier"
    if not cache.exists():
        cache.mkdir(parents=True)
        for kind in ("book", "compiled"):  # both are kept under a hash of all that they are made from
            found = Path.home() / ".cache" / "croupier" / kind
            found.mkdir(mode=0o700, parents=True, exist_ok=True)
            (cache / kind).symlink_to(found, target_is_directory=True)
    os.environ |= {
        "XDG_CACHE_HOME": str(cache.parent),
        "XDG_STATE_HOME": str(folder / "state"),
        "NO_COLOR": "1",
        "COLUMNS": "100",
        "TZ": "UTC",
    }
    time.tzset()
    os.chdir(folder)
    time.time, time.time_ns = lambda: float(wall.seconds), lambda: wall.seconds * 1_000_000_000
    argon2.PasswordHasher = partial(argon2.PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)  # type: ignore[misc,assignment]
    try:
        yield
    finally:
        time.time, time.time_ns, argon2.PasswordHasher = kept[:3]  # type: ignore[misc]
        os.environ.clear()
        os.environ |= kept[3]
        os.chdir(kept[4])
        time.tzset()


def played(scenes: Sequence[tuple[str, Callable[[Tape], None]]]) -> dict[str, Any]:
    """What the scenes record, one after another."""
    calls: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="recorder-") as place:
        for name, scene in scenes:
            folder, wall = Path(place) / name.replace(" ", "-"), Wall()
            folder.mkdir()
            tape = Tape(name, folder, wall)
            with _settled(wall, folder):
                scene(tape)
            calls |= tape.calls
    return calls


def record(target: Path, only: str, jobs: int) -> int:
    """Play all scenes in some processes and write what they said; the number of calls."""
    from tools.recorder_calls import SCENES

    names = [name for name in SCENES if only in name]
    if jobs == 1:
        calls = played([(name, SCENES[name]) for name in names])
    else:
        calls = {}
        with tempfile.TemporaryDirectory(prefix="recording-") as folder:
            running: list[tuple[subprocess.Popen[bytes], Path]] = []
            waiting = list(names)
            while waiting or running:
                while waiting and len(running) < jobs:
                    part = Path(folder) / f"{len(names) - len(waiting)}.rec"
                    command = [sys.executable, "-m", "tools.recorder", "record", "-o", str(part), "--jobs", "1"]
                    running.append((subprocess.Popen([*command, "--only", waiting.pop(0)]), part))
                time.sleep(0.1)
                for process, part in [item for item in running if item[0].poll() is not None]:
                    running.remove((process, part))
                    if process.returncode:
                        raise SystemExit(f"recorder: a scene ended with status {process.returncode}")
                    calls |= json.loads(part.read_text())["calls"]
    target.write_text(json.dumps({"calls": dict(sorted(calls.items()))}, indent=0, ensure_ascii=False) + "\n")
    return len(calls)


Change = tuple[str, tuple[str, ...]]
"""Where something changed, and the lines that went and came."""


def differences(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """Lines that list every difference between two recordings; equal changes stand together."""
    lines = []
    for words, alone in (("calls that are gone", old.keys() - new.keys()), ("new calls", new.keys() - old.keys())):
        if alone:
            lines.append(f"{words}: {len(alone)}")
            lines += [f"    {name}" for name in sorted(alone)]
    groups: dict[Change, list[str]] = {}
    for name in sorted(old.keys() & new.keys()):
        for change in _changes(old[name], new[name]):
            groups.setdefault(change, []).append(name)
    for (where, changed), names in sorted(groups.items(), key=lambda item: (-len(item[1]), item[1], item[0])):
        more = f", and {len(names) - EXAMPLES} more" if len(names) > EXAMPLES else ""
        lines.append(f"{where} of {len(names)}: {'; '.join(names[:EXAMPLES])}{more}")
        lines += [f"    {line[:200]}" for line in changed[:SHOWN]]
        if len(changed) > SHOWN:
            lines.append(f"    ... {len(changed) - SHOWN} more lines")
    return lines


def _changes(old: dict[str, Any], new: dict[str, Any]) -> Iterator[Change]:
    if old["status"] != new["status"]:
        yield "status", (f"- {old['status']}", f"+ {new['status']}")
    for where in sorted((old.keys() | new.keys()) - {"status"}):
        before, after = old.get(where, []), new.get(where, [])
        match = difflib.SequenceMatcher(None, before, after) if before != after else None
        for tag, first, last, begin, end in match.get_opcodes() if match else ():
            if tag != "equal":
                went, came = before[first:last], after[begin:end]
                yield where, (*(f"- {line}" for line in went), *(f"+ {line}" for line in came))


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.recorder", description=(__doc__ or "").splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    recording = commands.add_parser("record", help="play all scenes and write what they said")
    recording.add_argument("-o", "--output", type=Path, required=True)
    recording.add_argument("--only", default="", help="scenes whose name has these words")
    recording.add_argument("--jobs", type=int, default=2, choices=(1, 2))
    comparing = commands.add_parser("compare", help="list what differs; status 1 if anything does")
    comparing.add_argument("old", type=Path)
    comparing.add_argument("new", type=Path)
    comparing.add_argument("--only", default="", help="scenes whose name has these words")
    asked = parser.parse_args(arguments)
    if asked.command == "record":
        begun = time.monotonic()
        count = record(asked.output.absolute(), asked.only, asked.jobs)
        print(f"{count} calls in {time.monotonic() - begun:.0f} s", file=sys.stderr)
        return 0
    old, new = (
        {
            name: call
            for name, call in json.loads(path.read_text())["calls"].items()
            if asked.only in name.partition(":")[0]
        }
        for path in (asked.old, asked.new)
    )
    lines = differences(old, new)
    print("\n".join(lines) or f"no difference in {len(new)} calls")
    return int(bool(lines))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
