"""The play tables' jackpots in a book of play chips: what a table pays is what the book pays, round for round."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from croupier.cards.cards import parse_cards
from croupier.casino.floor import load_layout, opened
from croupier.errors import CheckFailed, CroupierError
from croupier.jackpot.audit.whole import audit
from croupier.jackpot.book.book import Reply
from croupier.jackpot.book.reading import read_state
from croupier.jackpot.journal import StoreLost
from croupier.play.dealing import DeckDeal
from croupier.service.felts import house_tables
from croupier.service.floor import reopened
from croupier.service.play_jackpots import ChipsBook, Jackpots, jackpots_of
from croupier.table.jackpots import Booked
from croupier.table.table import AnnouncedTable, Clock, Table

PLANS = [plan for plan in house_tables() if jackpots_of(plan)]


class Played:
    """Tables of bots over one chips book, without a house around them."""

    def __init__(self, url: str, plans: list[AnnouncedTable]) -> None:
        self.url = url
        self.tables = {plan.id: Table(plan, Clock()) for plan in plans}
        self.jackpots = Jackpots()
        self.jackpots.opening = lambda shown: ChipsBook(url, plans, shown)
        for table in self.tables.values():
            table.keeps_bots = True
            for number in range(1, table.plan.seats + 1):
                table.add_bot(number)

    async def open(self) -> None:
        await self.jackpots.open(self.tables)

    async def deal(self, table: Table) -> None:
        table.close_bets()
        await self.jackpots.deal(table)

    def play_out(self, table: Table) -> Any:
        while (turn := table.turn) is not None:
            table.act_bot(turn.seat)
        return table.finish().settlement

    def agree(self) -> None:
        """The meters that the tables show are the book's, nothing is owed, and the book is in order."""
        assert self.jackpots.book is not None
        for id, table in self.tables.items():
            assert table.booking.owed == []
            assert table.meters.shown == self.jackpots.book.meters(id)
        with opened(self.url) as store:
            for link in store.links():
                assert audit(store, link, load_layout).findings == []
                state = read_state(store, link)
                assert state.plan is not None
                assert state.plan.currency == "chips"
                assert (state.rounds, state.awards) == ({}, {})


def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was logged as an error."""
    found: list[str] = []
    monkeypatch.setattr(
        "croupier.service.play_jackpots.log.error", lambda event, **more: found.append(f"{event} {more}")
    )
    return found


def test_every_jackpot_of_the_play_tables_is_in_the_book_as_it_is_paid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert {"B2", "K2", "R2", "T2"} <= {plan.id for plan in PLANS}
    wrong = heard(monkeypatch)

    async def walk() -> None:
        played = Played(str(tmp_path / "chips.db"), PLANS)
        await played.open()
        rounds = 0
        for _ in range(12):
            for table in played.tables.values():
                await played.deal(table)
                rounds += bool(table.booking.rounds)
                played.play_out(table)
                await played.jackpots.hand_over(table)
        assert rounds > 50
        played.agree()
        await played.jackpots.close()

    asyncio.run(walk())
    assert wrong == []


def test_the_book_draws_the_pays_that_the_table_has_committed_to(tmp_path: Path) -> None:
    async def walk() -> None:
        played, table = closed_table(tmp_path, "B3")
        await played.open()
        for number in range(3):
            deck = table.shoe.deck
            assert deck.commitment is not None
            committed = deck.commitment.rounds[deck.rounds].pays
            await played.deal(table)
            assert played.jackpots.book is not None
            [(link, _)] = table.booking.rounds.values()
            assert table.dynamic == committed == played.jackpots.book._follow(link).state.rounds["B3"].dynamic
            finished_root = deck.root
            played.play_out(table)
            await played.jackpots.hand_over(table)
            assert table.shoe.deck.root != finished_root or table.shoe.deck.rounds == number + 1
        with pytest.raises(CheckFailed, match="committed"):
            table.deal(Booked({}, {}, {"perfect_pair": 1}))
        played.agree()
        await played.jackpots.close()

    asyncio.run(walk())


def closed_table(tmp_path: Path, id: str) -> tuple[Played, Table]:
    played = Played(str(tmp_path / "chips.db"), [plan for plan in PLANS if plan.id == id])
    return played, played.tables[id]


async def one_table(tmp_path: Path, id: str = "K2") -> tuple[Played, Table]:
    played, table = closed_table(tmp_path, id)
    await played.open()
    return played, table


def stack(table: Table, hands: Mapping[int, str]) -> None:
    """Put cards where the next round will draw them for these seats."""
    trial = Table.restore(table.plan, table.clock, table.kept(), table.shoe.secret)
    trial.close_bets()
    trial.deal()
    assert trial.round is not None
    assert isinstance(trial.round.deal, DeckDeal)
    cards = list(table.shoe.deck.cards)
    for number, text in hands.items():
        for place, card in zip(trial.round.deal.positions[f"seat {number}"], parse_cards(text), strict=True):
            other = cards.index(card)
            cards[place], cards[other] = cards[other], cards[place]
    table.shoe.deck.cards = tuple(cards)


def test_a_jackpot_that_is_won_empties_the_meter_of_the_book_and_is_paid_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = heard(monkeypatch)

    async def walk() -> None:
        played, table = await one_table(tmp_path)
        seeds = dict(table.meters.shown["straight_flush_progressive"])
        stack(table, {2: "As Ks Qs Js Ts 9s 8s", 5: "4d 5d 6d 7d 8d Kc 2h"})
        await played.deal(table)
        grown = table.meters_shown["straight_flush_progressive"][1]
        assert grown > seeds[1]
        settlement = played.play_out(table)
        won = [each for each in settlement.awards if each.kind == "meter"]
        assert won
        assert won[0].amount == grown
        kept = table.kept()
        assert await played.jackpots.hand_over(table)
        assert table.meters.shown["straight_flush_progressive"] == seeds
        played.agree()
        # The house was killed before it kept that: the table is read back as it was, and tells the book again.
        again = Table.restore(table.plan, table.clock, kept, table.shoe.secret)
        assert len(again.booking.owed) == 1
        played.tables[again.plan.id] = again
        assert await played.jackpots.hand_over(again)
        played.agree()
        with opened(played.url) as store:
            [link] = store.links()
            assert "-straight-flush-" in link
            kinds = [entry.kind for entry in store.entries(link)]
        assert [kinds.count(kind) for kind in ("wager", "lock", "result", "pay")] == [1, 1, 1, 1]
        await played.jackpots.close()

    asyncio.run(walk())
    assert wrong == []


def test_a_round_that_only_the_book_knows_is_voided(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = heard(monkeypatch)

    async def walk() -> None:
        played, table = await one_table(tmp_path)
        before, shown = table.kept(), table.meters.shown
        await played.deal(table)
        # Killed before the deal was kept: nobody at the table knows of it.
        table = played.tables[table.plan.id] = Table.restore(table.plan, table.clock, before, table.shoe.secret)
        table.keeps_bots = True
        await played.deal(table)
        assert [number for _, number in table.booking.rounds.values()] == [2]
        played.play_out(table)
        await played.jackpots.hand_over(table)
        played.agree()
        assert table.meters.shown != shown
        await played.jackpots.close()

    asyncio.run(walk())
    assert wrong == []


def test_a_round_in_the_middle_goes_on_with_the_meters_of_the_book(tmp_path: Path) -> None:
    async def walk() -> None:
        played, table = await one_table(tmp_path)
        await played.deal(table)
        again = Table.restore(table.plan, table.clock, table.kept(), table.shoe.secret)
        assert again.meters_shown == table.meters_shown
        assert again.booking.rounds == table.booking.rounds
        played.tables[again.plan.id] = again
        played.play_out(again)
        await played.jackpots.hand_over(again)
        played.agree()
        await played.jackpots.close()

    asyncio.run(walk())


def test_while_the_book_is_away_jackpot_wagers_go_back_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard(monkeypatch)

    async def walk() -> None:
        played, table = await one_table(tmp_path)
        await played.deal(table)
        played.play_out(table)
        assert played.jackpots.book is not None

        def gone(*_: object) -> None:
            raise StoreLost("the server is gone")

        with monkeypatch.context() as away:
            away.setattr(played.jackpots.book, "_must", gone)
            assert not await played.jackpots.hand_over(table)
            assert len(table.booking.owed) == 1
            moved = table.close_bets()
            back = await played.jackpots.deal(table)
            assert table.booking.rounds == {}
            staked = sum(each.amount for each in moved)
            assert 0 < sum(each.amount for each in back if "no wagers now" in each.why) < staked
            settlement = played.play_out(table)
            assert not any(line.wager == "straight_flush_progressive" for line in settlement.lines)
        assert not played.jackpots.is_owed(table), "it is tried again after a while"
        assert await played.jackpots.hand_over(table)
        played.agree()
        await played.jackpots.close()

    asyncio.run(walk())


def test_a_book_that_does_not_answer_holds_no_table_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it does later unasked is mended with the next round."""
    heard(monkeypatch)
    monkeypatch.setattr("croupier.service.play_jackpots.WITHIN_SECONDS", 0.05)
    go_on = threading.Event()

    async def walk() -> None:
        played, table = await one_table(tmp_path)
        book = played.jackpots.book
        assert book is not None
        honest = book.open_round

        def slow(*given: Any) -> Booked:
            assert go_on.wait(60)
            return honest(*given)

        monkeypatch.setattr(book, "open_round", slow)
        for _ in range(2):  # the second time it still works on the first question
            await played.deal(table)
            assert table.booking.rounds == {}
            played.play_out(table)
        go_on.set()
        monkeypatch.setattr("croupier.service.play_jackpots.WITHIN_SECONDS", 60.0)
        while played.jackpots._asked:
            await asyncio.sleep(0.01)
        await played.deal(table)
        assert len(table.booking.rounds) == 1
        played.play_out(table)
        assert await played.jackpots.hand_over(table)
        played.agree()
        await played.jackpots.close()

    asyncio.run(walk())


def test_a_refusal_that_passes_is_not_the_last_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = heard(monkeypatch)

    async def walk() -> None:
        played, table = await one_table(tmp_path)
        await played.deal(table)
        played.play_out(table)
        book = played.jackpots.book
        assert book is not None
        assert book._desk is not None

        def at_fault(_link: str, asked: list[Any], **_: Any) -> Future[list[Reply]]:
            found: Future[list[Reply]] = Future()
            found.set_result([Reply(each.request["id"], "fault", "a cable") for each in asked])
            return found

        with monkeypatch.context() as fault:
            fault.setattr(book._desk, "submit", at_fault)
            assert not await played.jackpots.hand_over(table)
        assert len(table.booking.owed) == 1
        assert await played.jackpots.hand_over(table)
        played.agree()
        await played.jackpots.close()

    asyncio.run(walk())
    assert wrong == []


def test_what_was_paid_in_a_round_that_is_given_up_is_in_the_book(tmp_path: Path) -> None:
    """Side wagers on the first cards are paid at once; then the house closes, and opens with other rules."""

    async def walk() -> None:
        played, table = await one_table(tmp_path, "B2")
        await played.deal(table)
        while table.round is not None and table.turn is None:  # a dealer's blackjack ends the round at once
            played.play_out(table)
            await played.jackpots.hand_over(table)
            await played.deal(table)
        assert table.paid
        again, _ = reopened(table.plan, table.clock, table.kept())
        [owed] = again.booking.owed
        assert owed.void is None
        assert owed.cents == sum(each.amount for each in table.early.awards) if table.early else False
        played.tables[table.plan.id] = again
        assert await played.jackpots.hand_over(again)
        played.agree()
        await played.jackpots.close()

    asyncio.run(walk())


def test_the_book_opens_again_with_its_own_meters(tmp_path: Path) -> None:
    async def walk() -> None:
        played, table = closed_table(tmp_path, "K2")
        table.meters.shown["straight_flush_progressive"][1] += 12_345
        begun = {wager: dict(levels) for wager, levels in table.meters.shown.items()}
        await played.open()
        await played.deal(table)
        assert table.meters_shown["straight_flush_progressive"][1] > begun["straight_flush_progressive"][1]
        played.play_out(table)
        await played.jackpots.hand_over(table)
        begun = {wager: dict(levels) for wager, levels in table.meters.shown.items()}
        await played.jackpots.close()
        table.meters.shown["straight_flush_progressive"][1] += 999
        await played.open()
        assert table.meters.shown == begun, "from then on the book says what it shows"
        await played.jackpots.close()

    asyncio.run(walk())


def test_no_play_table_joins_a_book_of_money(tmp_path: Path) -> None:
    from tests.service.casino import Casino

    casino = Casino(tmp_path)
    plan = PLANS[0]
    book = ChipsBook(casino.url, [plan], lambda _, wager: Table(plan, Clock()).meters.shown[wager])
    with pytest.raises(CroupierError, match="play chips"):
        book.open_round(plan.id, {wager: [1] for wager in jackpots_of(plan)})
    book.close()
