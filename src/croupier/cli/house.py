"""The house: ``serve`` opens it in the browser, ``backup`` and ``restore`` keep a casino as one encrypted file."""

import signal
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from croupier.casino.demo import LEFT_ALONE, Seeded, seed
from croupier.cli.output import say
from croupier.errors import BadInput, MissingPart
from croupier.stores.opening import masked
from croupier.stores.private_files import make_private


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes any that is free."
)
@click.option("--database", metavar="ADDRESS", help="A path or postgresql://...; CROUPIER_DATABASE unless named.")
@click.option("--book", metavar="ADDRESS", help="The jackpot book to run, a path or postgresql://...; CROUPIER_BOOK.")
@click.option(
    "--chips-book", metavar="ADDRESS", help="Book of the play tables' jackpots; by default beside an SQLite database."
)
@click.option("--alerts", metavar="FILE", help="Where to send alerts: a TOML file with commands and webhooks.")
@click.option("--no-tables", is_flag=True, help="No play tables here: another process of the house has them.")
@click.option("--demonstration", is_flag=True, help="The book is a demonstration: a Washington plan may be worked.")
@click.option("--demo", is_flag=True, help="A casino to try out, in play chips; nothing of it is kept.")
@click.option("--certificate", metavar="FILE", help="Speak HTTPS with this certificate (PEM), and with --key.")
@click.option("--key", metavar="FILE", help="The certificate's private key (PEM).")
@click.option("--behind-proxy", metavar="ADDRESS", help="A proxy at this IP address speaks HTTPS for the house.")
@click.option(
    "--name", "names", multiple=True, metavar="HOST", help="The name that browsers use, with their port if it differs."
)
def serve(
    host: str,
    port: int,
    database: str | None,
    book: str | None,
    chips_book: str | None,
    alerts: str | None,
    no_tables: bool,
    demonstration: bool,
    demo: bool,
    certificate: str | None,
    key: str | None,
    behind_proxy: str | None,
    names: tuple[str, ...],
) -> None:
    """Open the house: tables for play chips, the adjudicator, par sheets and the handbook in the browser.

    With a jackpot book it also opens the pit and the back office. The first line of output is its address. SIGTERM or
    Ctrl-C closes it; every round is kept. Plain HTTP is spoken only on this machine; any other address needs a
    certificate or a named proxy.

    With --demo the house opens with fourteen tables, three jackpots and people of every role, and plays by itself, on
    this machine only. The passwords are printed only at a terminal; otherwise they are in a file that only you can
    read.
    """
    from croupier.catalogue import read_afresh
    from croupier.rng.streams import check_health

    read_afresh()
    check_health()  # before anybody sits down: a house whose random bits repeat must not deal
    try:
        from croupier.service.app import create_app
        from croupier.service.books.alerts import read_alerts
        from croupier.service.play_jackpots import chips_address
        from croupier.service.server import open_socket, run, transport_of
        from croupier.service.settings import LOOPBACK, Settings
    except ModuleNotFoundError as problem:
        raise MissingPart(f"{problem.name} is not installed", hint="pip install 'croupier[house]'") from None
    if not host.strip():
        raise BadInput("no host is named", hint="as in --host 127.0.0.1")
    if demo:
        given = {
            "--book": book,
            "--database": database,
            "--chips-book": chips_book,
            "--certificate": certificate,
            "--behind-proxy": behind_proxy,
        }
        open_demo(host, port, [name for name, value in given.items() if value is not None])
        return
    transport = transport_of(certificate, key, behind_proxy, names)
    chosen: dict[str, Any] = {"demonstration": demonstration, "hosts": (*LOOPBACK, *transport.names)}
    chosen |= {"ports": transport.ports, "behind_proxy": transport.proxy is not None}
    if no_tables:
        if database is not None:
            raise BadInput("--no-tables leaves nothing to keep in --database", hint="name one of the two")
        database = "memory:"
        chosen["play_tables"] = False
    chosen |= {name: value for name, value in (("database", database), ("book", book)) if value is not None}
    if alerts is not None:
        chosen["alerts"] = read_alerts(alerts)
    settings = Settings(**chosen)
    settings = replace(settings, chips_book=chips_address(settings, chips_book))
    if alerts is not None and not settings.book:
        raise BadInput("--alerts needs a jackpot book, and none is named", hint="--book ADDRESS")
    if not (settings.pages / "index.html").is_file():
        raise MissingPart("the pages are not built", hint="run make run, or make pages in a checkout")
    listening = open_socket(host, port)
    try:
        transport.check(listening)
        run(create_app(settings), listening, lambda line: click.echo(line), transport)
    finally:
        listening.close()


def open_demo(host: str, port: int, given: Sequence[str]) -> None:
    """Seed the casino, say who can sign in, and serve it until it is stopped."""
    from croupier.service.app import create_app
    from croupier.service.books.alerts import is_loopback
    from croupier.service.felts import house_tables
    from croupier.service.server import open_socket, run, stop_signals
    from croupier.service.settings import Settings

    if given:
        raise BadInput(f"--demo makes everything it needs, and {given[0]} is given too", hint=f"leave {given[0]} out")
    if not is_loopback(host):
        raise BadInput(f"a demonstration listens only on this machine, not on {host[:80]}", hint="leave --host out")
    if not (Settings().pages / "index.html").is_file():
        raise MissingPart("the pages are not built", hint="run make run, or make pages in a checkout")
    listening = open_socket(host, port)
    # However it is stopped, also by closing its terminal, its secrets must not stay behind.
    for number in stop_signals():
        signal.signal(number, lambda *_: sys.exit(0))
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


def _tell(seeded: Seeded, folder: Path) -> None:
    """Print secrets at a terminal only; a pipe or a log gets the name of a file that only its owner can read."""
    lines = [f"{'name':<8}{'role':<12}{'password':<22}key of the second factor"]
    lines += [f"{person.id:<8}{person.role:<12}{person.password:<22}{person.key}".rstrip() for person in seeded.people]
    if sys.stdout.isatty():
        click.echo("\n".join(lines))
        return
    file = folder / "people.txt"
    make_private(file, ("\n".join(lines) + "\n").encode())
    click.echo(f"Who can sign in, and how: {file}")


_WORDS = {"logins": "log-ins", "access": "access log", "anchors": "checkpoints"}
_FILE = click.argument("file", type=click.Path(path_type=Path, dir_okay=False))


@click.command()
@click.argument("book")
@_FILE
@click.option(
    "--to",
    "recipients",
    multiple=True,
    required=True,
    metavar="KEY",
    help="Who may open it: an age public key, or the file of an SSH public key; several may be named.",
)
def backup(book: str, file: Path, recipients: tuple[str, ...]) -> None:
    """Write the casino of BOOK to the new FILE while it runs, encrypted: its book, log-ins, access log and checkpoints.

    It is signed by the key of the book, whose public half is printed: write it down where the file is kept, a restore
    asks for it. The key itself is not in it, and neither are payees (croupier jackpot backup-payees). A file that is
    there already is never replaced.
    """
    from croupier.casino.backup import back_up

    written = back_up(book, file, recipients)
    beside = " and ".join(_WORDS[name] for name in written.files) or "nothing beside them"
    say(f"{file}: {written.entries:,} entries of {', '.join(written.links)}, with {beside}")
    say("write down the key that signed it, a restore asks for it:")
    say(written.key)


@click.command()
@_FILE
@click.argument("book")
@click.option(
    "--identity",
    "key",
    required=True,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="The private key that opens it: an age key file, or an SSH private key.",
)
@click.option(
    "--key",
    "house",
    metavar="KEY",
    help="The public key of the house that wrote it, as backup printed it. Not needed where its own key lies at hand.",
)
def restore(file: Path, book: str, key: Path, house: str | None) -> None:
    """Bring the casino in FILE up as BOOK, where there is none yet; all of it or nothing.

    Nothing is brought up that the house did not sign. The same people log in as before. What was posted after the
    backup is lost, so every link opens stopped: two of them let it go on (croupier jackpot new-chain), and tell the
    auditor.
    """
    from croupier.casino.backup import bring_up
    from croupier.casino.floor import opened, why_stopped

    brought = bring_up(file, book, key, house)
    say(f"{masked(book)}: {brought.entries:,} entries of {', '.join(brought.links)}, signed by {brought.settings.key}")
    for place in brought.files:
        say(f"{place}: restored")
    for place in brought.kept:
        say(f"{place}: was there already, and stays")
    for name, value in brought.settings.environment.items():
        say(f"it ran with {name}={value}")
    with opened(book, write=True) as store:
        stopped = {name: why for name in store.links() if (why := why_stopped(store, name))}
    for name, why in stopped.items():
        say(f"{name}: opens stopped: {why.in_words}")
    if stopped:
        people = "--by NAME --second NAME --reason TEXT"
        say(f"two supervisors go on: croupier jackpot new-chain BOOK --link LINK --head HASH {people}")
