"""The chips book at work: it opens, settles or voids a play table's rounds, with a script in the place of people. The
id of every request is made from its link and round, so that one sent twice counts once. An open round that its table
does not know comes from a house that was killed in between; it is voided. Every call waits for the book, so none may
run on an event loop.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from croupier.casino.desk import FrontDesk
from croupier.casino.scripted import scripted
from croupier.errors import CheckFailed
from croupier.jackpot.book.book import Reply
from croupier.jackpot.book.following import Follower
from croupier.jackpot.book.people import colleagues_of
from croupier.jackpot.journal import StoreBusy
from croupier.jackpot.money.bank import required_cents
from croupier.jackpot.personal import Payee
from croupier.jackpot.plan.link_plan import plan_hash, plan_to_json
from croupier.service.books.running import RunningBook
from croupier.service.chips.links import DEALER, FIRST, SECOND, TILL, jackpots_of, link_for, link_id
from croupier.table.booking import Booked, Meters, OwedRound
from croupier.table.table import AnnouncedTable

WITHIN_SECONDS: Final = 5.0
"""The longest a table waits for its book. Then it plays the round without its jackpots."""
PASSING: Final = frozenset({"stopped", "fault", "seized", "bank_short"})
"""Refusals that are temporary: what is owed is sent again later."""
Shown = Callable[[str, str], Mapping[int, int]]
"""By table and wager, what the meters show."""


class ChipsBook:
    """The links of the play tables in one book; a table has its own, and asks for one thing at a time."""

    def __init__(self, url: str, plans: Sequence[AnnouncedTable], shown: Shown, desk: FrontDesk | None = None) -> None:
        """``shown`` returns what a meter of a table shows. A jackpot moves into the book with that amount."""
        self._plans = {plan.id: plan for plan in plans}
        self._links = {plan.id: {wager: link_id(plan, wager) for wager in jackpots_of(plan)} for plan in plans}
        self._shown = shown
        self._own = FrontDesk(url, create=True) if desk is None else None
        self._desk = desk or self._own
        self._followers: dict[str, Follower] = {}

    def close(self) -> None:
        if self._own is not None:
            self._own.close()

    def has(self, table: str) -> bool:
        """Whether a table has jackpots in the book."""
        return bool(self._links.get(table))

    def meters(self, table: str) -> Meters:
        """What the book shows for the jackpots of a table, those that have moved into it."""
        followed = {wager: self._follow(link) for wager, link in self._links[table].items()}
        return {wager: dict(each.display.meters) for wager, each in followed.items() if each.state.plan}

    def open_round(self, table: str, seats: Mapping[str, Sequence[int]]) -> Booked:
        """Take the jackpot wagers of a round and lock it; all of them or none; CheckFailed if the book refuses."""
        booked: dict[str, tuple[str, int]] = {}
        meters = self.meters(table)
        dynamic: dict[str, int] = {}
        try:
            for wager, placed in seats.items():
                link = self._links[table][wager]
                if self._follow(link).state.plan is None:
                    self._go_live(link, self._plans[table], wager)
                number = self._ready(link, table)
                booked[wager] = (link, number)
                about = {"by": DEALER, "table": table, "round": number}
                self._must(
                    link,
                    {"id": f"{link}:{number}:wager", "do": "wager", "seats": sorted(placed), **about},
                    {"id": f"{link}:{number}:lock", "do": "lock", **about},
                )
                followed = self._follow(link)
                meters[wager] = dict(followed.display.meters)
                dynamic |= followed.state.rounds[table].dynamic
        except Exception:
            for link, number in booked.values():
                self._void(link, table, number, "not every jackpot of the round could be opened")
            raise
        return Booked(booked, meters, dynamic)

    def settle(self, table: str, owed: OwedRound) -> None:
        """Hand over the result of a round and pay its awards; CheckFailed if the book arrives at a different result."""
        link, number = owed.link, owed.round
        if owed.void is not None:
            self._void(link, table, number, owed.void)
            return
        request = {"id": f"{link}:{number}:result", "do": "result", "by": DEALER, "table": table, "round": number}
        more = {"dealer": owed.dealer} if owed.dealer else {}
        [reply] = self._must(link, {**request, "hands": owed.hands, **more})
        paid = sum(each["cents"] for each in (reply.body or {}).get("awards", ()))
        self._pay(link)
        if paid != owed.cents:
            raise CheckFailed(
                f"round {number} of {link} paid {owed.cents} cents at the table, and {paid} in its book",
                hint="run the audit of the chips book",
            )

    # What people would do

    def _go_live(self, link: str, plan: AnnouncedTable, wager: str) -> None:
        """With the first wager: two people approve the plan, and the till puts the seeds into the bank."""
        day = datetime.datetime.now(datetime.UTC).date().isoformat()
        made = link_for(plan, wager, self._shown(plan.id, wager), day)
        assert self._desk is not None
        # In a book that has people, as that of a demonstration, they are called what they are called there.
        called = colleagues_of(self._desk.store, link)()
        made = replace(made, people=tuple(replace(each, name=called.get(each.id, each.name)) for each in made.people))
        mark = plan_hash(made)
        # A house that was killed in between may come back with another plan, so each plan has its own id.
        self._must(link, {"id": f"{link}:{mark[:8]}", "do": "propose", "by": FIRST, "plan": plan_to_json(made)})
        self._must(link, {"id": f"{link}:{mark[-8:]}", "do": "accept", "by": SECOND, "plan": mark})

    def _ready(self, link: str, table: str) -> int:
        """The next round of a link: nothing else open there, days closed, the bank filled."""
        state = self._follow(link).state
        orphan = state.rounds.get(table)
        if orphan is not None:
            self._void(link, table, orphan.number, "the house was closed before the round was dealt")
        self._pay(link)
        state = self._follow(link).state
        for each in list(state.unclosed):
            self._must(link, {"id": f"{link}:close:{each['day']}", "do": "close_day", "by": TILL, "day": each["day"]})
        assert state.plan is not None
        missing = max(state.liability_cents, required_cents(state, state.plan)) - state.bank_cents
        if missing > 0:
            slip = {"amount": missing, "reference": f"{link[:20]}-{state.seq}"}
            self._must(link, {"id": f"{link}:deposit:{state.seq}", "do": "deposit", "by": TILL, **slip})
        return self._follow(link).state.last_round.get(table, 0) + 1

    def _void(self, link: str, table: str, number: int, reason: str) -> None:
        state = self._follow(link).state
        opened_round = state.rounds.get(table)
        if opened_round is not None and opened_round.number == number:
            about = {"table": table, "round": number, "reason": reason[:200]}
            self._must(link, {"id": f"{link}:{number}:void", "do": "void", "by": DEALER, "second": FIRST, **about})

    def _pay(self, link: str) -> None:
        """Play chips are handed over at the table, so every award is paid at once."""
        for award in list(self._follow(link).state.awards.values()):
            who = f"Seat {award['seat']} of {award['table']}"
            payee = Payee(who, "", "a guest of the house")
            slip = {"method": "cash", "reference": f"{link[:20]}-P{award['no']}", "payee": payee}
            paid = {"id": f"{link}:pay:{award['no']}", "do": "pay", "by": TILL, "award": award["no"], **slip}
            self._must(link, paid)

    def _must(self, link: str, *requests: dict[str, Any]) -> list[Reply]:
        assert self._desk is not None
        asked = [scripted(each) for each in requests]
        replies = self._desk.submit(link, asked, within=WITHIN_SECONDS).result()
        for request, reply in zip(requests, replies, strict=True):
            if reply.code in PASSING:
                raise StoreBusy(f"the chips book answers {reply.code} to {request['do']} of {link}: {reply.detail}")
            if not reply.posted:
                raise CheckFailed(f"the chips book answers {reply.code} to {request['do']} of {link}: {reply.detail}")
        return replies

    def _follow(self, link: str) -> Follower:
        """The current state of the link, from the store that is open now. It is a new store after the old one was
        lost."""
        assert self._desk is not None
        found = self._followers.get(link)
        if found is None or found.store is not self._desk.store:
            found = self._followers[link] = Follower(self._desk.store, link)
        found.catch_up()
        return found


def open_chips(url: str, plans: Sequence[AnnouncedTable], running: RunningBook | None, shown: Shown) -> ChipsBook:
    """The chips book. If the house runs that book anyway, as a demonstration does, both use one desk."""
    return ChipsBook(url, plans, shown, running.desk if running is not None and running.url == url else None)
