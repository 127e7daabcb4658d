"""The demonstration behind croupier serve --demo: made in its own folder, which is removed at the end."""

from __future__ import annotations

import ipaddress
import signal
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import click

from croupier.casino.demonstration import LEFT_ALONE, Seeded, seed
from croupier.errors import BadInput, MissingPart
from croupier.stores.private_files import make_private


def open_demo(host: str, port: int, given: Sequence[str]) -> None:
    """Seed the casino, say who can sign in, and serve it until it is stopped."""
    from croupier.service.app import create_app
    from croupier.service.server import open_socket, run, stop_signals
    from croupier.service.settings import Settings
    from croupier.service.tables.plan import house_tables

    if given:
        raise BadInput(f"--demo makes everything it needs, and {given[0]} is given too", hint=f"leave {given[0]} out")
    if not _is_loopback(host):
        raise BadInput(f"a demonstration listens only on this machine, not on {host[:80]}", hint="leave --host out")
    if not (Settings().pages / "index.html").is_file():
        raise MissingPart("the pages are not built", hint="run make run, or make pages in a checkout")
    listening = open_socket(host, port)
    # However it is stopped, also by closing its terminal, its secrets must not stay behind.
    for each in stop_signals():
        signal.signal(each, lambda *_: sys.exit(0))
    try:
        with tempfile.TemporaryDirectory(prefix="croupier-demo-") as folder:
            seeded = seed(Path(folder))
            settings = Settings(
                database=str(Path(folder) / "house.db"),
                book=seeded.book,
                demonstration=True,
                chips_book=seeded.book,
                plays_by_itself=LEFT_ALONE | {plan.id for plan in house_tables()},
            )

            def say(address: str) -> None:
                click.echo(address)
                _tell(seeded, Path(folder))
                click.echo(f"Begin at {address}/demo")

            run(create_app(settings), listening, say)
    finally:
        listening.close()


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _tell(seeded: Seeded, folder: Path) -> None:
    """Print secrets at a terminal only. Output that is piped or logged gets the name of a file that only its owner can
    read."""
    lines = [f"{'name':<8}{'role':<12}{'password':<22}key of the second factor"]
    lines += [f"{each.id:<8}{each.role:<12}{each.password:<22}{each.key}".rstrip() for each in seeded.people]
    if sys.stdout.isatty():
        click.echo("\n".join(lines))
        return
    file = folder / "people.txt"
    make_private(file, ("\n".join(lines) + "\n").encode())
    click.echo(f"Who can sign in, and how: {file}")
