"""Commands that write to a book: post requests, handed in by link and answered in their order, and close the day."""

import itertools
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future
from typing import Any, BinaryIO, Final, NamedTuple

import click

from croupier.casino import acts, floor
from croupier.casino.table_report import answers_of, hand_in, is_for_all, known_in, seats_by_link, split
from croupier.cli.jackpot import by_name, one_link, people
from croupier.cli.output import json_text, open_input, remark, write_no_more
from croupier.errors import BadInput, MissingPart, UnknownName
from croupier.handbook.page.text import money
from croupier.jackpot import actors, journal
from croupier.jackpot.book.answers import Reply
from croupier.jackpot.book.reading import Follower, closed_days, read_state
from croupier.jackpot.entries import NewDay, read_body
from croupier.jackpot.plan.link_plan import LinkPlan
from croupier.people.access_log import Act, access_log_of
from croupier.play.documents import Json
from croupier.records import Record, field, plain, record_of
from croupier.stores.opening import masked
from croupier.units import dollars_of, format_money

LONGEST_LINE: Final = 1 << 20
_CHUNK: Final = 1 << 16

Line = tuple[int, bytes | None]  # Its number, and its bytes; None where it is longer than any request.


def batches(stream: BinaryIO) -> Iterator[list[Line]]:
    """Numbered lines, blank ones left out: all that is there, up to a chunk."""
    try:
        yield from filter(None, split_lines(iter(lambda: os.read(stream.fileno(), _CHUNK), b"")))
    except OSError as error:
        raise BadInput(f"the input cannot be read: {error.strerror or error}") from None


def split_lines(chunks: Iterable[bytes], longest: int = LONGEST_LINE) -> Iterator[list[Line]]:
    """The lines that end in each chunk. What is too long is dropped up to its end: its tail is not a line of its own.

    >>> list(split_lines([b"a", b"b" + bytes([10, 10]) + b"1234", b"5" + bytes([10]) + b"c"], longest=4))
    [[], [(1, b'ab')], [(3, None)], [(4, b'c')]]
    """
    number, rest = 1, b""
    for chunk in itertools.chain(chunks, [b"\n"]):
        *lines, rest = (rest + chunk).split(b"\n")
        yield [
            (place, line if len(line) <= longest else None) for place, line in enumerate(lines, number) if line.strip()
        ]
        number, rest = number + len(lines), rest[: longest + 1]


AMOUNTS: Final = ("amount", "figure")  # The fields of a request that are money.
SCHEMA: Final = 1


class Typed(NamedTuple):
    """A line: the request in cents as the books take it, the amounts to echo, the link it names, or what is wrong."""

    request: Any
    amounts: Mapping[str, str]
    link: object = None
    problem: str = ""
    payee: actors.Payee | None = None
    links: tuple[str, ...] = ()  # The links of its table, where the line is a report for all of them.

    @property
    def id(self) -> str:
        id = self.request.get("id") if isinstance(self.request, dict) else ""
        return id if isinstance(id, str) else ""


def read_line(line: bytes | None) -> Typed:
    """A line as a request, or what is wrong with it."""
    if line is None:
        return Typed(None, {}, problem=f"longer than {LONGEST_LINE:,} bytes")
    try:
        request = json.loads(line, object_pairs_hook=_once)
    except BadInput as twice:
        return Typed(None, {}, problem=twice.message)
    except (ValueError, RecursionError):
        return Typed(None, {}, problem="not a JSON object")
    if not isinstance(request, dict):
        return Typed(request, {})
    link = request.pop("link", None)
    schema = request.pop("schema", None)
    if schema is not None and (type(schema) is not int or schema != SCHEMA):
        return Typed(request, {}, link, f"schema: {SCHEMA} is the only one; leave it out or write {SCHEMA}")
    for name in AMOUNTS:
        value = request.get(name)
        if isinstance(value, str):
            try:
                request[name] = dollars_of(value, name)
            except BadInput as wrong:
                return Typed(request, {}, link, f"{wrong.message}; {wrong.hint}")
        elif name in request:
            return Typed(request, {}, link, f'{name}: write dollars between quotes, as in "{name}": "50000.00"')
    amounts = {name: format_money(request[name]) for name in AMOUNTS if type(request.get(name)) is int}
    if not isinstance(request.get("payee"), dict):
        return Typed(request, amounts, link)
    payee = {"address": "", **request.pop("payee")}
    if set(payee) != set(actors.Payee._fields) or not all(isinstance(value, str) for value in payee.values()):
        return Typed(request, {}, link, "payee: the number of a record, or an object with name, address and identified")
    return Typed(request, amounts, link, payee=actors.Payee(**payee))


def in_words(asked: Mapping[str, object]) -> str:
    """What a request that waits for a second person would do, field by field.

    >>> in_words({"do": "void", "by": "dana", "table": "KIS-02", "round": 7, "reason": "misdeal"})
    'table KIS-02, round 7, reason misdeal'
    """
    told = []
    for name, value in asked.items():
        if name in AMOUNTS and type(value) is int:
            value = f"${format_money(value)}"
        if name not in ("do", "by"):
            told.append(f"{name} {value if type(value) in (str, int) else json.dumps(value)}")
    return ", ".join(told)


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object whose keys are given once: which of two values counts would be anybody's guess."""
    by_name = dict(pairs)
    if len(by_name) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BadInput(f"{twice[:40]} is given twice")
    return by_name


def link_of(typed: Typed, names: list[str], given: str | None, plan_of: Callable[[str], LinkPlan | None]) -> Typed:
    """The line with its link: the one it names, ``--link``, the only one, or the only one of its table; a report of a
    round at a table that plays for several is for all of them."""
    if typed.problem:
        return typed
    chosen = typed.link if typed.link is not None else given
    if chosen is not None:
        if isinstance(chosen, str) and chosen in names:
            return typed._replace(link=chosen)
        return typed._replace(problem=f"link: the book has no {chosen!s:.40}; its links: {', '.join(names)}")
    if len(names) == 1 and not seats_by_link(typed.request):
        return typed._replace(link=names[0])
    fields = typed.request if isinstance(typed.request, dict) else {}
    table = fields.get("table")
    if not isinstance(table, str):
        return typed._replace(problem=f"link: name one of {', '.join(names)}")
    joined = [name for name in names if (plan := plan_of(name)) and plan.table(table)]
    if joined and is_for_all(typed.request) and (len(joined) > 1 or seats_by_link(typed.request)):
        return typed._replace(links=tuple(joined))
    if len(joined) == 1:
        return typed._replace(link=joined[0])
    if joined:
        told = f"link: {table:.40} plays for {' and '.join(joined)}; name one"
        by_link = ", or give the seats by link" if fields.get("do") == "wager" else ""
        return typed._replace(problem=told + by_link)
    return typed._replace(problem=f"table: no link of this book has {table:.40}")


Answers = list[tuple[Typed, Reply]]  # Lines, each with its answer. Those of one report of a table come together.


class Answering:
    """Posts lines in the order of the input."""

    def __init__(self, desk: floor.FrontDesk, actor: actors.Actor, link: str | None) -> None:
        self._desk = desk
        self._actor = actor
        self._given = link
        self._names = floor.link_names(desk.store)
        if link is not None and link not in self._names:
            raise UnknownName("link", link, self._names)
        self._followed: dict[str, Follower] = {}
        self._run: list[Typed] = []  # Consecutive lines of one link, to be handed in together.
        self._sent: list[tuple[list[Typed], Future[list[Reply]] | Reply]] = []  # On their way.

    def answers(self, lines: list[Line]) -> Iterator[Answers]:
        """The answers to a batch of lines, in their order."""
        for name in self._followed:
            self._follower(name).catch_up()
        for number, line in lines:
            typed = link_of(read_line(line), self._names, self._given, self._plan_of)
            if typed.links:
                # Which links it concerns depends on what came before, so that is in the books first.
                yield from self._arrived()
                yield from self._report(number, typed)
            elif typed.problem:
                self._malformed(number, typed)
            elif person := self._joins(typed):
                self._send()
                detail = f"{person} works on another link, and {self._actor.person} is no supervisor there"
                self._sent.append(([typed], Reply(typed.id, "consent_missing", detail)))
            else:
                if self._run and typed.link != self._run[0].link:
                    self._send()
                self._run.append(typed)
        yield from self._arrived()

    def _joins(self, typed: Typed) -> str:
        """Whom it brings from another link without their word."""
        if not isinstance(typed.request, dict) or typed.request.get("do") not in ("appoint", "grant"):
            return ""
        states = {name: read_state(self._desk.store, name) for name in self._names}
        return acts.joins_unasked(typed.request, str(typed.link), states, [self._actor.person])

    def _report(self, number: int, typed: Typed) -> Iterator[Answers]:
        """One report of a table, to all links that it concerns."""
        for name in typed.links:
            self._follower(name).catch_up()
        states = {name: self._follower(name).state for name in typed.links}
        try:
            shares = split(typed.request, states, known_in(self._desk.store))
        except BadInput as wrong:
            self._malformed(number, typed._replace(problem=wrong.message))
            return
        posts = [(share.link, [self._asked(typed, share.request)]) for share in shares]
        answers: Answers = []
        lost: journal.StoreError | None = None
        for share, answered in zip(shares, answers_of(hand_in(self._desk, posts)), strict=True):
            if isinstance(answered, journal.StoreError):
                lost = lost or answered
            else:
                answers += [(typed._replace(link=share.link), reply) for reply in answered]
        yield answers
        if lost:
            raise lost

    def _malformed(self, number: int, typed: Typed) -> None:
        self._send()
        self._sent.append(([typed], Reply(typed.id, "malformed", f"line {number}: {typed.problem}")))

    def _send(self) -> None:
        """Hand in the lines of one link; the answers are waited for later."""
        if self._run:
            asked = [self._asked(line, line.request) for line in self._run]
            self._sent.append((self._run, self._desk.submit(str(self._run[0].link), asked)))
            self._run = []

    def _arrived(self) -> Iterator[Answers]:
        """The answers to everything so far."""
        self._send()
        sent, self._sent = self._sent, []
        for typed, answered in sent:
            replies = [answered] if isinstance(answered, Reply) else answered.result()
            yield from ([answered] for answered in zip(typed, replies, strict=True))

    def _asked(self, typed: Typed, request: object) -> actors.Asked:
        return actors.Asked(request, self._actor, None, typed.payee)

    def _plan_of(self, name: str) -> LinkPlan | None:
        """The plan in force when the batch began."""
        return self._follower(name).state.plan

    def _follower(self, name: str) -> Follower:
        """The state of a link, read from the desk's present store."""
        store = self._desk.store
        if name not in self._followed or self._followed[name].store is not store:
            self._followed[name] = Follower(store, name)
        return self._followed[name]


class PostAnswer(Record, omit_defaults=True):
    """An answer of the books on a line of its own, with what came of the request where something did."""

    id: str
    link: str
    code: str
    detail: str
    seq: int | None
    at: int | None
    ask: int = 0
    awards: list[Json] = field(default_factory=list)
    dynamic: dict[str, int] = field(default_factory=dict)
    emptied: list[int] = field(default_factory=list)
    difference: int = 0
    hash: str = ""
    voided: list[int] = field(default_factory=list)  # The awards that it took back, by number.
    to_come_back: dict[str, int] = field(default_factory=dict)  # By award, the cents that were paid by mistake.


def answer_of(link: str, reply: Reply) -> PostAnswer:
    body = reply.body or {}
    told = {name: body[name] for name in ("ask", "awards", "dynamic", "emptied", "difference", "hash") if name in body}
    owed = {no: debt["cents"] for no, debt in body.get("receivable", {}).items() if debt["cents"]}
    voided = [award["no"] for award in body.get("voided", ())]
    return record_of(PostAnswer, reply, link=link, **told, voided=voided, to_come_back=owed)


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
    failed = 0
    actor = people.log_in(book, by)
    with open_input(file) as stream, floor.at_desk(book) as desk:
        answering = Answering(desk, actor, link)
        for lines in batches(stream):
            # Each is printed as soon as it is in the books: a failure of the next link takes no answer with it.
            for answers in answering.answers(lines):
                lost = None
                for typed, reply in answers:
                    name = "" if typed.problem else str(typed.link)
                    if not reply.posted:
                        failed += 1
                        access_log_of(book).write(Act.REFUSED, by, f"{reply.id}: {reply.code}", link=name)
                    _answer(json_text({**plain(answer_of(name, reply)), **typed.amounts}))
                    if reply.code == "stopped" and name in desk.held and desk.has_stopped(name):
                        lost = lost or journal.Fenced(
                            f"link {name}: {reply.detail}", hint="nothing more is posted here; start the command again"
                        )
                if lost:
                    raise lost
    return 1 if failed else 0


def _answer(text: str) -> None:
    """Print an answer; where nobody reads it, nothing more may be posted: nobody would know what is in the books."""
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
    with floor.at_desk(book) as desk:
        accounting = people.AtDesk(desk, book, by)
        states = {name: read_state(desk.store, name) for name in floor.link_names(desk.store, link)}
        if link is None and not any(state.plan for state in states.values()):
            raise BadInput(f"{masked(book)}: no link is live", hint="croupier jackpot accept BOOK --by NAME")
        for name, state in states.items():
            if link is None and state.plan is None:
                remark(f"{name}: not live, nothing to close")
            elif next((closed.day for closed in closed_days(desk.store, state) if closed.day <= day), "") == day:
                accounting.failed += 1
                remark(f"croupier: link {name}: {day} is closed; the open day is {state.day}")
            elif (reply := accounting.ask(name, "close_day", day=day)).posted:
                last = journal.finder(desk.store, name)((reply.body or {})["ends"])
                assert last is not None, "a close names the entry with which its day was over"
                body = read_body(last)
                assert isinstance(body, NewDay), "a day is over with an entry of its own, however late it is closed"
                ended = body.readings
                owed = f"owed to players ${money(ended.liability)}, in the bank ${money(ended.bank)}"
                open_day = read_state(desk.store, name).day
                click.echo(f"{name}: {day} closed, entry {reply.seq:,}; at its end {owed}; open day {open_day}")
    return 1 if accounting.failed else 0
