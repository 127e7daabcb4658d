"""Commands that write to a book: post requests, close the day."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from typing import Any

import click

from croupier.cli.jackpot.input_lines import LONGEST_LINE, Line, batches
from croupier.cli.jackpot.people import by_name, log_in, told_refusal
from croupier.cli.jackpot.plan import one_link
from croupier.cli.output import json_text
from croupier.errors import BadInput, UnknownName
from croupier.stores.addresses import masked


@click.command()
@click.argument("book")
@click.argument("file", type=click.Path(allow_dash=True), default="-")
@by_name
@click.option("--link", metavar="LINK", help='The link of requests that do not name theirs with "link".')
def post(book: str, file: str, by: str, link: str | None) -> int:
    """Post the requests in FILE ("-" or nothing reads standard input) to BOOK and print one answer a line.

    A request is a JSON object on one line, as in {"id": "t1-1", "do": "wager", "table": "KIS-01", "round": 1,
    "seats": [1, 2]}; croupier jackpot codes lists the answers. All are made by one person; what needs a second waits
    until that person grants it. What arrives together is kept with one commit, and answered after it. Exit status: 0
    when every request stands in the books, 1 when some were refused.
    """
    from croupier.casino.floor import link_names, open_book, opened
    from croupier.cli.jackpot.text import reply_record
    from croupier.jackpot.actors import asked_by
    from croupier.jackpot.book.book import JackpotBook, Reply

    refused = 0
    actor = log_in(book, by)
    with contextlib.ExitStack() as stack:
        stream = stack.enter_context(_stream(file))
        store = stack.enter_context(opened(book, write=True))
        names = link_names(store)
        if link is not None and link not in names:
            raise UnknownName("link", link, names)
        if link is None and len(names) == 1:
            link = names[0]
        books: dict[str, JackpotBook] = {}

        def answer(lines: list[Line]) -> Iterator[tuple[str, Reply]]:
            """Requests of one link that stand together go with one commit; the order of the input is kept."""
            run: list[Any] = []
            run_link = ""

            def flush() -> Iterator[tuple[str, Reply]]:
                if run:
                    replies = books[run_link].post_all(asked_by(run, actor))
                    run.clear()
                    yield from ((run_link, reply) for reply in replies)

            for number, line in lines:
                request, problem = _request(line)
                chosen = link
                if isinstance(request, dict) and "link" in request:
                    chosen = request.pop("link")
                if problem or not isinstance(chosen, str) or chosen not in names:
                    yield from flush()
                    wrong = problem or ("link: name one" if chosen is None else f"link: the book has no {chosen!s:.40}")
                    id = request.get("id") if isinstance(request, dict) else ""
                    text = id if isinstance(id, str) else ""
                    yield "", Reply(text, "malformed", f"line {number}: {wrong}")
                    continue
                if chosen != run_link:
                    yield from flush()
                    run_link = chosen
                if chosen not in books:
                    books[chosen] = stack.enter_context(open_book(store, chosen))
                run.append(request)
            yield from flush()

        for lines in batches(stream):
            # Each is printed as soon as it stands: a failure of the next link takes no answer with it.
            for name, reply in answer(lines):
                if not reply.posted:
                    refused += 1
                    told_refusal(book, by, name, reply.id, reply.code)
                click.echo(json_text(reply_record(name, reply)))
    return 1 if refused else 0


@click.command()
@click.argument("book")
@click.option("--day", required=True, metavar="DAY", help="The gambling day, as in 2026-01-01.")
@by_name
@one_link
def close(book: str, day: str, by: str, link: str | None) -> int:
    """Close the gambling DAY of every live link in BOOK: the readings of all accounts are written down.

    Exit status: 0 when the day is closed on every live link, 1 when a link refuses or had the day closed before.
    """
    from croupier.casino.floor import close_day, is_closed, link_names, opened
    from croupier.cli.jackpot.text import refusal
    from croupier.handbook.page.figures import money
    from croupier.jackpot.book.reading import read_state

    refused = 0
    with opened(book, write=True) as store:
        actor = log_in(book, by)
        states = {name: read_state(store, name) for name in link_names(store, link)}
        if link is None and not any(state.plan for state in states.values()):
            raise BadInput(f"{masked(book)}: no link is live", hint="croupier jackpot accept BOOK --by NAME")
        for name, state in states.items():
            if link is None and state.plan is None:
                click.echo(f"{name}: not live, nothing to close", err=True)
                continue
            if is_closed(store, state, day):
                refused += 1
                click.echo(f"croupier: link {name}: {day} is closed; the open day is {state.day}", err=True)
                continue
            reply = close_day(store, name, day, actor)
            if not reply.posted:
                refused += 1
                told_refusal(book, by, name, "close_day", reply.code)
                click.echo(f"croupier: {refusal(name, reply)}", err=True)
                continue
            state = read_state(store, name)
            owed = f"owed to players ${money(state.liability_cents)}, in the bank ${money(state.bank_cents)}"
            click.echo(f"{name}: {day} closed, entry {reply.seq:,}; {owed}; open day {state.day}")
    return 1 if refused else 0


def _stream(file: str) -> Any:
    try:
        return click.open_file(file, "rb")
    except OSError as error:
        raise BadInput(f"cannot read {click.format_filename(file)}: {error.strerror}") from error
    except ValueError:
        raise BadInput(f"cannot read {click.format_filename(file)!r}: not a file name") from None
    except RuntimeError:
        raise BadInput("cannot read standard input: it is closed") from None


class _Twice(ValueError):
    """A key that stands twice: which of its values counts would be anybody's guess."""


def _request(line: bytes | None) -> tuple[Any, str]:
    """A line as a request, and what is wrong with the line."""
    if line is None:
        return None, f"longer than {LONGEST_LINE:,} bytes"
    try:
        return json.loads(line, object_pairs_hook=_once), ""
    except _Twice as twice:
        return None, f"{twice} stands twice"
    except (ValueError, RecursionError):
        return None, "not a JSON object"


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise _Twice(next(name for name in names if names.count(name) > 1)[:40])
    return found
