"""The ``croupier jackpot`` commands, each imported only when it is called. A BOOK is a path (SQLite) or a postgresql://
address; it holds the journals of any number of links."""

from typing import ClassVar

import click

from croupier.cli.main import LazyCommands

by_name = click.option("--by", required=True, metavar="NAME", help="Who asks; they log in with their password or key.")
second_name = click.option("--second", required=True, metavar="NAME", help="The second person, who logs in too.")
one_link = click.option("--link", metavar="LINK", help="One link alone.")

COMMANDS = {
    "check": ("croupier.cli.jackpot.plan", "Check a plan: its links, tables, chances and what the rules ask."),
    "propose": ("croupier.cli.jackpot.plan", "Put a plan forward, as the first of two people."),
    "accept": ("croupier.cli.jackpot.plan", "Approve the plan that waits, as the second person."),
    "enroll": ("croupier.cli.jackpot.people", "Let a person log in; the first two when the book is made."),
    "invite": ("croupier.cli.jackpot.people", "Make an invitation to choose a password and a second factor."),
    "second-factor": ("croupier.cli.jackpot.people", "Give a person their first second factor, with two people."),
    "login-key": ("croupier.cli.jackpot.people", "Make a key to log in with; two people enroll its public half."),
    "put-out": ("croupier.cli.jackpot.people", "Take a person's password and tokens away, by two people."),
    "token": ("croupier.cli.jackpot.people", "Make a token for a table or a program, by two people."),
    "codes": ("croupier.cli.jackpot.plan", "List every answer of the books, in order of precedence."),
    "post": ("croupier.cli.jackpot.post", "Post requests, one JSON object per line, and print the answers."),
    "backup-payees": ("croupier.cli.jackpot.people", "Write the personal records, which backups leave out, to a file."),
    "restore-payees": ("croupier.cli.jackpot.people", "Read personal records back into a book that names them."),
    "purge": ("croupier.cli.jackpot.people", "Forget payees whose retention period is over, by two people."),
    "run": ("croupier.cli.jackpot.upkeep", "Keep the book's writer running; other commands use it."),
    "close": ("croupier.cli.jackpot.post", "Close the gambling day."),
    "meters": ("croupier.cli.jackpot.look", "Print what the meters show."),
    "show": ("croupier.cli.jackpot.look", "Print the state of each link: day, awards, faults, bank, people."),
    "report": ("croupier.cli.jackpot.look", "Print or write the end-of-day reports."),
    "audit": ("croupier.cli.jackpot.upkeep", "Recompute every hash, balance and decision from the first entry."),
    "backup": ("croupier.cli.jackpot.upkeep", "Write a book to one file, while it is in use."),
    "restore": ("croupier.cli.jackpot.upkeep", "Read a backup into a new book."),
    "new-chain": ("croupier.cli.jackpot.upkeep", "Let a book that opened stopped go on, by two people."),
    "confirm-chain": ("croupier.cli.jackpot.upkeep", "Say, as an auditor, that a new chain is right."),
    "new-key": ("croupier.cli.jackpot.upkeep", "Announce another key for the signed checkpoints."),
    "own-key": ("croupier.cli.jackpot.upkeep", "Name the key by which a supervisor signs a new chain."),
    "demo": ("croupier.cli.jackpot.look", "Run fifteen tables over a simulated day, ending in the reports."),
    "simulate": ("croupier.cli.jackpot.plan", "Simulate a jackpot over months, beside the exact averages."),
}


class JackpotCommands(LazyCommands):
    """The commands of ``croupier jackpot``, imported when called."""

    table: ClassVar = COMMANDS


@click.group(cls=JackpotCommands)
def jackpot() -> None:
    """Run house and progressive jackpots, linked across tables and games.

    A plan is a TOML file (docs/reference/jackpot-plan.md). A BOOK is a path, for SQLite, or a postgresql:// address.
    Two people approve a plan before it goes live; tables then post their rounds, and accounting closes the day.
    """
    from croupier.catalogue import read_afresh  # --help loads nothing slow

    read_afresh()
