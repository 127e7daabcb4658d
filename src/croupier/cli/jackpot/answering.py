"""The lines of ``jackpot post`` and their answers: what goes to which link, and what is handed in together."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future

from croupier.casino.desk import FrontDesk
from croupier.casino.floor import link_names
from croupier.casino.table_report import answers_of, hand_in, known_in, split
from croupier.cli.jackpot.input_lines import Line
from croupier.cli.jackpot.request_lines import Typed, link_of, read_line
from croupier.errors import BadInput, UnknownName
from croupier.jackpot.actors import Actor, Asked
from croupier.jackpot.book.answers import Reply
from croupier.jackpot.book.following import Follower
from croupier.jackpot.journal import StoreError
from croupier.jackpot.plan.link_plan import LinkPlan

Answers = list[tuple[Typed, Reply]]
"""Lines, each with its answer. Those of one report of a table come together."""


class Answering:
    """Posts lines in the order of the input."""

    def __init__(self, desk: FrontDesk, actor: Actor, link: str | None) -> None:
        self._desk = desk
        self._actor = actor
        self._given = link
        self._names = link_names(desk.store)
        if link is not None and link not in self._names:
            raise UnknownName("link", link, self._names)
        self._followed: dict[str, Follower] = {}
        self._run: list[Typed] = []
        """Consecutive lines of one link, to be handed in together."""
        self._sent: list[tuple[list[Typed], Future[list[Reply]] | Reply]] = []
        """Lines on their way, with their answers to come."""

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
            else:
                if self._run and typed.link != self._run[0].link:
                    self._send()
                self._run.append(typed)
        yield from self._arrived()

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
        posts = [(each.link, [self._asked(typed, each.request)]) for each in shares]
        answers: Answers = []
        lost: StoreError | None = None
        for share, answered in zip(shares, answers_of(hand_in(self._desk, posts)), strict=True):
            if isinstance(answered, StoreError):
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
            asked = [self._asked(each, each.request) for each in self._run]
            self._sent.append((self._run, self._desk.submit(str(self._run[0].link), asked)))
            self._run = []

    def _arrived(self) -> Iterator[Answers]:
        """The answers to everything so far."""
        self._send()
        sent, self._sent = self._sent, []
        for typed, answered in sent:
            replies = [answered] if isinstance(answered, Reply) else answered.result()
            yield from ([each] for each in zip(typed, replies, strict=True))

    def _asked(self, typed: Typed, request: object) -> Asked:
        return Asked(request, self._actor, None, typed.payee)

    def _plan_of(self, name: str) -> LinkPlan | None:
        """The plan in force when the batch began."""
        return self._follower(name).state.plan

    def _follower(self, name: str) -> Follower:
        """The state of a link, read from the desk's present store."""
        store = self._desk.store
        if name not in self._followed or self._followed[name].store is not store:
            self._followed[name] = Follower(store, name)
        return self._followed[name]
