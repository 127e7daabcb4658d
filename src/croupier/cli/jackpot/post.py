"""Commands that write to a book: post requests, close the day."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from croupier.cli.files import open_input
from croupier.cli.jackpot.input_lines import batches
from croupier.cli.jackpot.people import by_name, log_in, told_refusal
from croupier.cli.jackpot.plan import one_link
from croupier.cli.output import json_text, remark, write_no_more
from croupier.errors import BadInput, MissingPart
from croupier.stores.addresses import masked

if TYPE_CHECKING:
    from croupier.jackpot.book.answers import Reply
    from croupier.jackpot.journal import Store
    from croupier.jackpot.records import Readings


@click.command()
@click.argument("book")
@click.argument("file", type=click.Path(allow_dash=True), default="-")
@by_name
@click.option("--link", metavar="LINK", help='The link of requests that do not name theirs with "link".')
def post(book: str, file: str, by: str, link: str | None) -> int:
    """Post the requests in FILE ("-" or nothing reads standard input) to BOOK and print one answer per line.

    A request is a JSON object on one line, as in {"id": "t1-1", "do": "wager", "table": "KIS-01", "round": 1,
    "seats": [1, 2]}; croupier jackpot codes lists the answers. Amounts are dollars between quotes, as in "amount":
    "50,000.00", and each answer repeats the amount. The link of a
    request is inferred where its table plays for one jackpot only. Where it plays for several, a lock, a result or a
    void without a link goes to all of them, and each answers on a line of its own; a wager gives its seats by link, as
    in {"first": [1, 2], "second": [2]}. All are made by one person; what needs a second waits until that person grants
    it. What arrives together is kept with one commit, and answered after it. Exit
    status: 0 when every request is in the books, 1 when some were refused, 3 when nobody reads the answers.
    """
    from croupier.casino.desk import at_desk
    from croupier.cli.jackpot.answering import Answering
    from croupier.cli.jackpot.text import reply_record
    from croupier.jackpot.journal import Fenced

    refused = 0
    actor = log_in(book, by)
    with open_input(file) as stream, at_desk(book) as desk:
        answering = Answering(desk, actor, link)
        for lines in batches(stream):
            # Each is printed as soon as it is in the books: a failure of the next link takes no answer with it.
            for answers in answering.answers(lines):
                lost = None
                for typed, reply in answers:
                    name = "" if typed.problem else str(typed.link)
                    if not reply.posted:
                        refused += 1
                        told_refusal(book, by, name, reply.id, reply.code)
                    _answer(json_text({**reply_record(name, reply), **typed.amounts}))
                    if reply.code == "stopped" and name in desk.held and desk.has_stopped(name):
                        lost = lost or Fenced(
                            f"link {name}: {reply.detail}", hint="nothing more is posted here; start the command again"
                        )
                if lost:
                    raise lost
    return 1 if refused else 0


def _answer(text: str) -> None:
    """Print an answer. Where nobody reads it, nothing more may be posted: the caller could not know what is in the
    books.
    """
    try:
        click.echo(text)
    except BrokenPipeError:
        write_no_more()
        raise MissingPart(
            "nobody reads the answers, so posting ended", hint="send the requests again: none is posted twice"
        ) from None


@click.command()
@click.argument("book")
@click.option("--day", required=True, metavar="DAY", help="The gambling day, as in 2026-01-01.")
@by_name
@one_link
def close(book: str, day: str, by: str, link: str | None) -> int:
    """Close the gambling DAY of every live link in BOOK: the readings of all accounts are written down.

    Exit status: 0 when the day is closed on every live link, 1 when a link refuses or had the day closed before.
    """
    from croupier.casino.acts import close_day
    from croupier.casino.desk import at_desk
    from croupier.casino.floor import is_closed, link_names
    from croupier.cli.jackpot.text import refusal
    from croupier.handbook.page.figures import money
    from croupier.jackpot.book.reading import read_state

    refused = 0
    with at_desk(book) as desk:
        actor = log_in(book, by)
        states = {name: read_state(desk.store, name) for name in link_names(desk.store, link)}
        if link is None and not any(state.plan for state in states.values()):
            raise BadInput(f"{masked(book)}: no link is live", hint="croupier jackpot accept BOOK --by NAME")
        for name, state in states.items():
            if link is None and state.plan is None:
                remark(f"{name}: not live, nothing to close")
                continue
            if is_closed(desk.store, state, day):
                refused += 1
                remark(f"croupier: link {name}: {day} is closed; the open day is {state.day}")
                continue
            reply = close_day(desk, name, day, actor)
            if not reply.posted:
                refused += 1
                told_refusal(book, by, name, "close_day", reply.code)
                remark(f"croupier: {refusal(name, reply)}")
                continue
            state, ended = read_state(desk.store, name), _at_its_end(desk.store, name, reply)
            owed = f"owed to players ${money(ended['liability'])}, in the bank ${money(ended['bank'])}"
            click.echo(f"{name}: {day} closed, entry {reply.seq:,}; at its end {owed}; open day {state.day}")
    return 1 if refused else 0


def _at_its_end(store: Store, link: str, reply: Reply) -> Readings:
    """The readings of the day that was just closed, however late that was."""
    import json

    from croupier.jackpot.journal import finder

    ended = finder(store, link)((reply.body or {})["ends"])
    assert ended is not None, "a close names the entry with which its day was over"
    readings: Readings = json.loads(ended.body)["readings"]
    return readings
