"""Records of who was paid, kept beside the journal and not in it: ``backup-payees``, ``restore-payees`` and
``purge``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier.cli.jackpot.people import by_name, log_in, second_name, told_refusal
from croupier.cli.jackpot.plan import one_link
from croupier.cli.output import remark, say
from croupier.errors import CheckFailed
from croupier.stores.addresses import masked

if TYPE_CHECKING:
    from croupier.jackpot.journal import Store


_NEW_FILE = click.argument("file", type=click.Path(path_type=Path, dir_okay=False))


@click.command("backup-payees")
@click.argument("book")
@_NEW_FILE
@by_name
def backup_payees(book: str, file: Path, by: str) -> None:
    """Write the personal records of BOOK to a new FILE that only its owner may read.

    A backup of the book holds none of them. Keep the file apart from the backup and as safe as the records: it is not
    encrypted. A supervisor or accounting may do this, and the access log says who did.
    """
    from croupier.casino.floor import opened
    from croupier.casino.payees import back_up_payees
    from croupier.people.access_log import Act, access_log_of

    with opened(book) as store:
        check_may_see_payees(store, log_in(book, by).person)
        access_log_of(book).write(Act.PAYEES_BACKED_UP, by, file.name)
        say(f"{file}: {_records(back_up_payees(store, file))}")


@click.command("restore-payees")
@click.argument("book")
@_NEW_FILE
@by_name
def restore_payees(book: str, file: Path, by: str) -> None:
    """Read the personal records in FILE back into BOOK, whose journal must name each of them.

    Exit status: 0 when they are restored, 1 when the journal does not name one of them; then none is restored.
    """
    from croupier.casino.floor import opened
    from croupier.casino.payees import restore_payees as read_back
    from croupier.people.access_log import Act, access_log_of

    with opened(book, write=True) as store:
        check_may_see_payees(store, log_in(book, by).person)
        many = read_back(store, file)
    access_log_of(book).write(Act.PAYEES_RESTORED, by, f"{many} from {file.name}")
    say(f"{masked(book)}: {_records(many)} restored")


def check_may_see_payees(store: Store, person: str) -> None:
    """Only people who may pay on a link of the book may see its payees."""
    from croupier.jackpot.book.reading import read_state
    from croupier.jackpot.requests import KINDS

    plans = [plan for name in store.links() if (plan := read_state(store, name).plan)]
    if not any(plan.role(person) in KINDS["pay"].roles for plan in plans):
        raise CheckFailed(f"{person[:40]} may not see personal records", hint="a supervisor or accounting may")


@click.command()
@click.argument("book")
@click.option("--reason", default="the retention period is over", metavar="TEXT", help="Why.")
@by_name
@second_name
@one_link
def purge(book: str, reason: str, by: str, second: str, link: str | None) -> int:
    """Forget the payees whose retention period is over, by two supervisors.

    Exit status: 0 when records were forgotten, 1 when a link refuses or when none has any to forget.
    """
    from croupier.casino.desk import at_desk
    from croupier.casino.floor import link_names
    from croupier.casino.payees import purge as forget
    from croupier.cli.jackpot.text import refusal

    refused = forgotten = 0
    with at_desk(book) as desk:
        people = log_in(book, by), log_in(book, second, second=True)
        for name in link_names(desk.store, link):
            reply = forget(desk, name, *people, reason)
            if not reply.posted:
                refused += reply.code != "nothing_to_purge"  # another link may have something
                told_refusal(book, by, name, "purge", reply.code)
                remark(f"croupier: {refusal(name, reply)}")
                continue
            gone = (reply.body or {}).get("purged", [])
            forgotten += len(gone)
            say(f"{name}: {_records(len(gone))} forgotten, entry {reply.seq:,}")
    return 0 if forgotten and not refused else 1


def _records(many: int) -> str:
    return "1 personal record" if many == 1 else f"{many:,} personal records"
