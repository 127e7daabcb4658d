"""The house in the browser: croupier serve."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from croupier.errors import BadInput, MissingPart


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
    from croupier.cli.demo_house import open_demo

    read_afresh()
    try:
        from croupier.service.alerting.wanted import read_wanted
        from croupier.service.app import create_app
        from croupier.service.chips.address import chips_address
        from croupier.service.server import open_socket, run
        from croupier.service.settings import LOOPBACK, Settings
        from croupier.service.transport import transport_of
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
        chosen["alerts"] = read_wanted(alerts)
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
