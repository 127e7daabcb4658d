"""Which software this is: version, rulebook and files with their hashes, so that a laboratory can identify it."""

from __future__ import annotations

import sys

import click

from croupier.cli.color import folded
from croupier.cli.options import as_json
from croupier.cli.output import print_json
from croupier.library import about as identify


@click.command()
@click.option("--files", is_flag=True, help="List every installed file with its SHA-256.")
@as_json
def about(files: bool, as_json: bool) -> None:
    """Print the version, the hash of the software, of the rulebook and of every game in it.

    The hash of the software is SHA-256 over every source and data file of the package; with --files each file has its
    own line, in the form that sha256sum writes.
    """
    record = identify(files=files)
    if as_json:
        print_json(record)
        return
    click.echo(f"croupier {record['croupier']} on Python {record['python']}")
    click.echo(f"software {record['software_hash']}")
    click.echo(f"rulebook {record['rulebook_hash']}")
    for name, rulebook in record["games"].items():
        click.echo(folded(f"game     {rulebook}  {name}", sys.stdout))
    for name, each in record["outside"].items():
        click.echo(folded(f"code     {each['code_hash']}  {name}, from {each['folder']}", sys.stdout))
    for file in record.get("files", ()):
        click.echo(f"{file['sha256']}  {file['path']}")
