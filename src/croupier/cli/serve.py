"""The house in the browser: croupier serve."""

from __future__ import annotations

import click

from croupier.errors import BadInput, MissingPart


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes any that is free."
)
@click.option("--database", metavar="ADDRESS", help="A path or postgresql://...; CROUPIER_DATABASE unless named.")
def serve(host: str, port: int, database: str | None) -> None:
    """Open the house: tables for play chips, the adjudicator, par sheets and the handbook in the browser.

    The first line of output is its address. SIGTERM or Ctrl-C closes it; every round is kept.
    """
    try:
        from croupier.service.app import create_app
        from croupier.service.server import open_socket, run
        from croupier.service.settings import Settings
    except ModuleNotFoundError as problem:
        raise MissingPart(f"{problem.name} is not installed", hint="pip install 'croupier[house]'") from None
    settings = Settings() if database is None else Settings(database=database)
    if not (settings.pages / "index.html").is_file():
        raise MissingPart("the pages are not built", hint="run make run, or make pages in a checkout")
    if not host.strip():
        raise BadInput("no host is named", hint="as in --host 127.0.0.1")
    listening = open_socket(host, port)
    try:
        run(create_app(settings), listening, lambda line: click.echo(line))
    finally:
        listening.close()
