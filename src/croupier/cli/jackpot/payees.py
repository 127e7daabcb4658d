"""``croupier jackpot payee`` and ``purge``: whom prizes are paid to, beside the journal and not in it."""

from __future__ import annotations

import click

from croupier.cli.jackpot.people import by_name, log_in, second_name, told_refusal
from croupier.cli.jackpot.plan import one_link
from croupier.cli.output import remark, say


@click.command()
@click.argument("book")
@click.option("--name", required=True, metavar="TEXT", help="The payee's name.")
@click.option("--address", default="", metavar="TEXT", help="Where the payee lives.")
@click.option("--identified", required=True, metavar="TEXT", help='How that is known, as in "passport, seen by Alex".')
@click.option("--years", type=int, default=5, show_default=True, metavar="N", help="For how long it must be kept.")
@by_name
@one_link
def payee(book: str, name: str, address: str, identified: str, years: int, by: str, link: str | None) -> None:
    """Keep whom a prize is paid to; the number that is printed goes into the payment ("payee": 7).

    The record lies in a table of its own with the last day on which it must be kept. The journal holds its number and a
    salted hash of it. A tax id is refused: none is stored.
    """
    from croupier.casino.access_log import access_log_of
    from croupier.casino.floor import one_link as named
    from croupier.casino.floor import opened
    from croupier.casino.payees import keep_payee

    with opened(book, write=True) as store:
        which = named(store, link)
        actor = log_in(book, by)
        made = keep_payee(store, which, actor, name=name, address=address, identified=identified, years=years)
    access_log_of(book).write("payee kept", by, f"{which}: record {made.no}")
    say(f"{which}: payee {made.no}, kept until {made.keep_until}")


@click.command()
@click.argument("book")
@click.option("--reason", default="the time for which they must be kept is over", metavar="TEXT", help="Why.")
@by_name
@second_name
@one_link
def purge(book: str, reason: str, by: str, second: str, link: str | None) -> int:
    """Forget the payees whose records need no longer be kept, by two supervisors.

    Exit status: 0 when records were forgotten, 1 when a link refuses or has none.
    """
    from croupier.casino.desk import at_desk
    from croupier.casino.floor import link_names
    from croupier.casino.payees import purge as forget
    from croupier.cli.jackpot.text import refusal

    refused = 0
    with at_desk(book) as desk:
        people = log_in(book, by), log_in(book, second, second=True)
        for name in link_names(desk.store, link):
            reply = forget(desk, name, *people, reason)
            if not reply.posted:
                refused += 1
                told_refusal(book, by, name, "purge", reply.code)
                remark(f"croupier: {refusal(name, reply)}")
                continue
            gone = (reply.body or {}).get("purged", [])
            say(f"{name}: {len(gone):,} personal records forgotten, entry {reply.seq:,}")
    return 1 if refused else 0
