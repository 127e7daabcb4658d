"""Commands that write to a book: post requests, close the day."""

from __future__ import annotations

import contextlib
import json
import queue
import threading
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

import click

from croupier.cli.jackpot_plan import by_name, one_link
from croupier.errors import BadInput, UnknownName

LARGEST_BATCH: Final = 512
LONGEST_LINE: Final = 1 << 20


@click.command()
@click.argument("book")
@click.argument("file", type=click.Path(allow_dash=True), default="-")
@click.option("--link", metavar="LINK", help='The link of requests that do not name theirs with "link".')
def post(book: str, file: str, link: str | None) -> int:
    """Post the requests in FILE ("-" or nothing reads standard input) to BOOK and print one answer a line.

    A request is a JSON object on one line, as in {"id": "t1-1", "do": "wager", "by": "dana", "table": "KIS-01",
    "round": 1, "seats": [1, 2]}; croupier jackpot codes lists the answers. What arrives together is kept with one
    commit, and answered after it. Exit status: 0 when every request stands in the books, 1 when some were refused.
    """
    from croupier.cli.jackpot_text import reply_record
    from croupier.jackpot.book import Book, Reply
    from croupier.workbench.jackpot_house import link_names, open_book, opened

    refused = 0
    with contextlib.ExitStack() as stack:
        stream = stack.enter_context(_stream(file))
        store = stack.enter_context(opened(book))
        names = link_names(store)
        if link is not None and link not in names:
            raise UnknownName("link", link, names)
        if link is None and len(names) == 1:
            link = names[0]
        books: dict[str, Book] = {}

        def answer(lines: list[tuple[int, bytes]]) -> list[tuple[str, Reply]]:
            """Requests of one link that stand together go with one commit; the order of the input is kept."""
            answers: list[tuple[str, Reply]] = []
            run: list[Any] = []
            run_link = ""

            def flush() -> None:
                if run:
                    answers.extend((run_link, reply) for reply in books[run_link].post_all(run))
                    run.clear()

            for number, line in lines:
                request, problem = _request(line)
                chosen = link
                if isinstance(request, dict) and "link" in request:
                    chosen = request.pop("link")
                if problem or chosen not in names:
                    flush()
                    wrong = problem or ("link: name one" if chosen is None else f"link: the book has no {chosen!s:.40}")
                    id = request.get("id") if isinstance(request, dict) else ""
                    text = id if isinstance(id, str) else ""
                    answers.append(("", Reply(text, "malformed", f"line {number}: {wrong}")))
                    continue
                assert chosen is not None
                if chosen != run_link:
                    flush()
                    run_link = chosen
                if chosen not in books:
                    books[chosen] = stack.enter_context(open_book(store, chosen))
                run.append(request)
            flush()
            return answers

        for lines in _batches(stream):
            for name, reply in answer(lines):
                refused += not reply.posted
                click.echo(json.dumps(reply_record(name, reply), ensure_ascii=False))
    return 1 if refused else 0


@click.command()
@click.argument("book")
@click.option("--day", required=True, metavar="DAY", help="The gambling day, as in 2026-01-01.")
@by_name
@one_link
def close(book: str, day: str, by: str, link: str | None) -> int:
    """Close the gambling DAY of every link in BOOK: the readings of all accounts are written down.

    Exit status: 0 when the day is closed on every link, 1 when a link refuses.
    """
    from croupier.cli.jackpot_text import refusal
    from croupier.handbook.jackpot_reports import money
    from croupier.jackpot.reading import read_state
    from croupier.workbench.jackpot_house import close_day, link_names, opened

    refused = 0
    with opened(book) as store:
        for name in link_names(store, link):
            reply = close_day(store, name, day, by)
            if not reply.posted:
                refused += 1
                click.echo(f"croupier: {refusal(name, reply)}", err=True)
                continue
            again = "was closed before" if reply.code == "exists" else "closed"
            state = read_state(store, name)
            owed = f"owed to players ${money(state.liability_cents)}, in the bank ${money(state.bank_cents)}"
            click.echo(f"{name}: {day} {again}, entry {reply.seq:,}; {owed}; open day {state.day}")
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


def _batches(stream: BinaryIO) -> Iterator[list[tuple[int, bytes]]]:
    """Numbered lines as they come: all that is there, up to a batch, without waiting for more."""
    lines: queue.Queue[tuple[int, bytes] | BaseException | None] = queue.Queue(4 * LARGEST_BATCH)

    def read() -> None:
        try:
            number = 0
            while line := stream.readline(LONGEST_LINE):
                number += 1
                if line.strip():
                    lines.put((number, line))
            lines.put(None)
        except (OSError, ValueError) as error:
            lines.put(error)

    threading.Thread(target=read, name="input", daemon=True).start()
    ended = False
    while not ended:
        found = [lines.get()]
        with contextlib.suppress(queue.Empty):
            while len(found) < LARGEST_BATCH:
                found.append(lines.get_nowait())
        for each in found:
            if isinstance(each, BaseException):
                raise BadInput(f"the input cannot be read: {each}")
            ended = ended or each is None
        if batch := [each for each in found if isinstance(each, tuple)]:
            yield batch


def _request(line: bytes) -> tuple[Any, str]:
    """A line as a request, and what is wrong with the line."""
    try:
        return json.loads(line), ""
    except (ValueError, RecursionError):
        return None, "not a JSON object"
