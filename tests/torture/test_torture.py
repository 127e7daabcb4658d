"""The torture finds no difference; and when the books are made to lie, it does."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner

from croupier import catalogue
from croupier.cards.cards import parse_cards
from croupier.jackpot import journal
from croupier.jackpot.accounts import Move, meter, seed_recovered
from croupier.jackpot.book import book
from croupier.jackpot.codes import CODES, Refused
from croupier.jackpot.journal import Append
from croupier.jackpot.kinds import awards, bank, rounds, table, winnings
from croupier.jackpot.kinds.link import Link
from croupier.jackpot.plan.link_plan import MILLION, LinkPlan
from croupier.jackpot.state import LinkState
from croupier.play.dynamic import dynamic_pays
from croupier.units import Fixed, MeterShare, NoPay
from tests.jackpot.memory import MemoryStore
from tests.torture.__main__ import command
from tests.torture.clients.situations import SITUATIONS
from tests.torture.faults.seeds import Stats, TortureFailed, run_seed, torture
from tests.torture.model.felts import FELTS, Felt, Layout
from tests.torture.model.felts import Row as PrintedRow
from tests.torture.model.objections import OBJECTIONS

FEW_IN_MEMORY = range(1, 61)
FEW_IN_SQLITE = range(1001, 1011)
# Enough to meet every code and every rare situation; many thousands are a recorded run (benchmarks/recorded.md).
IN_MEMORY = range(1211, 1411)
IN_SQLITE = range(1011, 1041)

BOUNDARIES = {"begin", "claim", "head", "entries", "balances", "snapshot", "commit", "committed"}


@pytest.fixture(scope="module")
def in_memory() -> Stats:
    return torture(len(IN_MEMORY), IN_MEMORY[0], "memory", jobs=min(4, os.cpu_count() or 1))


@pytest.fixture(scope="module")
def in_sqlite() -> Stats:
    return torture(len(IN_SQLITE), IN_SQLITE[0], "sqlite", jobs=min(4, os.cpu_count() or 1))


def test_60_seeds_in_memory_show_no_difference() -> None:
    stats = torture(len(FEW_IN_MEMORY), FEW_IN_MEMORY[0], "memory", jobs=min(4, os.cpu_count() or 1))
    assert stats.seeds == len(FEW_IN_MEMORY)
    assert set(stats.boundaries) == BOUNDARIES


def test_10_seeds_in_sqlite_show_no_difference() -> None:
    stats = torture(len(FEW_IN_SQLITE), FEW_IN_SQLITE[0], "sqlite", jobs=min(4, os.cpu_count() or 1))
    assert stats.seeds == len(FEW_IN_SQLITE)


@pytest.mark.slow
def test_200_seeds_in_memory_show_no_difference(in_memory: Stats) -> None:
    assert in_memory.seeds == len(IN_MEMORY)


@pytest.mark.slow
def test_30_seeds_in_sqlite_show_no_difference(in_sqlite: Stats) -> None:
    assert in_sqlite.seeds == len(IN_SQLITE)


@pytest.mark.slow
def test_the_seeds_reach_every_code(in_memory: Stats) -> None:
    """But for one that takes two jackpots of one table: ``tests/jackpot/test_two_sensors.py`` has it."""
    assert set(in_memory.codes) == set(CODES) - {"hands_differ"}


@pytest.mark.slow
def test_the_seeds_reach_every_rare_situation(in_memory: Stats) -> None:
    assert set(in_memory.situations) == set(SITUATIONS)


@pytest.mark.slow
def test_the_seeds_are_killed_at_every_boundary(in_memory: Stats, in_sqlite: Stats) -> None:
    assert set(in_memory.boundaries) == BOUNDARIES
    assert set(in_sqlite.boundaries) >= BOUNDARIES
    assert in_memory.takeovers > len(IN_MEMORY) / 2


@pytest.mark.parametrize("seed", [67, 114, 163, 260, 1404, 1935])
def test_a_seed_that_once_showed_a_difference_shows_none(seed: int) -> None:
    run_seed(seed)


def test_a_seed_repeats_itself() -> None:
    assert run_seed(7) == run_seed(7)


def test_the_model_has_an_objection_for_every_code() -> None:
    assert set(OBJECTIONS) == set(CODES) - {"malformed", "stopped", "ok"}


def test_processes_share_the_seeds() -> None:
    alone = torture(6, 1, "memory")
    heard: list[tuple[int, int]] = []
    assert torture(6, 1, "memory", lambda done, all: heard.append((done, all)), jobs=2) == alone
    assert heard[-1] == (6, 6)


def test_the_command_prints_its_figures() -> None:
    result = CliRunner().invoke(command, ["--seeds", "5"])
    assert result.exit_code == 0
    assert "seeds              5\n" in result.output
    assert result.output.endswith("\nno difference\n")


# The felts are the paytables of the book.


@pytest.mark.parametrize("felt", FELTS, ids=lambda felt: felt.name)
def test_felts_print_the_rows_of_the_book(felt: Felt) -> None:
    table = catalogue.book().paytable(felt.paytable)
    found: dict[str, PrintedRow] = {}
    for row in table.rows:
        envy = row.envy_cents or 0
        match row.pay:
            case MeterShare(percent, level):
                found[row.event] = PrintedRow(int(percent), level or 1, 0, envy)
            case Fixed(cents):
                found[row.event] = PrintedRow(cents=cents, envy_cents=envy)
            case pay:
                assert pay == NoPay()
                assert row.event in felt.dashes
    assert found == felt.rows
    assert dynamic_pays(table) == felt.boosts
    assert (table.dealer_envy_percent or 0) == felt.dealer_envy_percent


@pytest.mark.parametrize("felt", FELTS, ids=lambda felt: felt.name)
def test_felts_know_the_row_of_each_hand(felt: Felt) -> None:
    game = catalogue.load(Layout(felt).spec)
    sight = game.jackpot_sight(felt.wager)
    assert game.configuration.decks == felt.decks
    for (own, dealer), event in felt.hands.items():
        row = sight.bonus.claim(1, 100, parse_cards(own), parse_cards(dealer) if dealer else ()).row
        assert (row.event if row else None) == event, own


# It bites: books that lie are found out.


def first_failure(seeds: range = range(1, 60)) -> str:
    with pytest.raises(TortureFailed) as failed:
        torture(len(seeds), seeds[0], "memory")
    return str(failed.value)


def change_contribution(patch: pytest.MonkeyPatch, change: Callable[[list[Move]], list[Move]]) -> None:
    honest = rounds.contribute

    def contribute(state: LinkState, plan: LinkPlan, wager_cents: int) -> list[Move]:
        return change(honest(state, plan, wager_cents))

    patch.setattr(rounds, "contribute", contribute)


def test_a_lost_millionth_of_a_cent_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def lose(moves: list[Move]) -> list[Move]:
        debit, credit, amount = moves[-1]
        return [*moves[:-1], (debit, credit, amount - 1)]

    change_contribution(monkeypatch, lose)
    assert first_failure().startswith("python -m tests.torture --seed ")


def test_a_millionth_that_goes_to_the_house_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def skim(moves: list[Move]) -> list[Move]:
        return [
            move
            for debit, credit, amount in moves
            for move in (
                ((debit, credit, amount - 1), (debit, "remainder.house", 1))
                if credit.startswith("remainder.meter") and amount > 1
                else ((debit, credit, amount),)
            )
        ]

    change_contribution(monkeypatch, skim)
    assert "remainder" in first_failure()


def test_a_meter_that_ignores_its_limit_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    change_contribution(
        monkeypatch,
        lambda moves: [(debit, credit.replace("overflow", "meter"), amount) for debit, credit, amount in moves],
    )
    assert "overflow" in first_failure(range(4, 200))


def test_a_double_posting_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book.JackpotBook, "_known", lambda _self, _ids: {})
    first_failure()


def test_a_reply_before_the_commit_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that says "kept" and then loses it."""
    honest = MemoryStore.append
    calls = 0

    def append(self: MemoryStore, asked: Append) -> None:
        nonlocal calls
        calls += 1
        if calls % 10:
            honest(self, asked)

    monkeypatch.setattr(MemoryStore, "append", append)
    first_failure()


def test_half_a_batch_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that writes entries one by one is killed between them."""
    honest = MemoryStore.append

    def append(self: MemoryStore, asked: Append) -> None:
        try:
            honest(self, asked)
        except Exception as error:
            kept, entries = self._memory.links[asked.link], asked.entries
            if type(error).__name__ == "Crash" and len(entries) > 1 and kept.head == asked.after:
                kept.entries.append(entries[0])
                kept.ids[entries[0].id] = entries[0]
                kept.head = type(kept.head)(entries[0].seq, entries[0].hash)
            raise

    monkeypatch.setattr(MemoryStore, "append", append)
    first_failure(range(4, 200))


def test_an_old_writer_that_is_let_in_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that does not look whose turn it is."""
    honest = MemoryStore.append

    def append(self: MemoryStore, asked: Append) -> None:
        kept = self._memory.links[asked.link]
        kept.epoch, kept.head = asked.epoch, asked.after
        honest(self, asked)

    monkeypatch.setattr(MemoryStore, "append", append)
    assert "not fenced" in first_failure()


def test_a_clock_that_is_believed_when_it_goes_back_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = table.apply

    def apply(state: LinkState, kind: str, body: Any, seq: int, at: int, hash: str) -> None:
        honest(state, kind, body, seq, at, hash)
        state.at = 0

    monkeypatch.setattr(book, "apply", apply)
    first_failure()


def test_a_wrong_precedence_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of a round is looked at before the bank and the seats."""
    honest = table.KINDS["wager"]

    def wager(link: Link, request: Any, plan: LinkPlan) -> Any:
        if link.state.plan and request.round <= link.state.last_round.get(request.table, 0):
            raise Refused("round_over")
        return honest.decide(link, request, plan)

    monkeypatch.setitem(table.KINDS, "wager", honest._replace(decide=wager))
    assert "round_over" in first_failure()


def test_a_reject_that_leaves_the_reseeding_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(awards._Slip, "_give_back", lambda *_: 0)
    assert "seed_advanced" in first_failure(range(4, 200))


def test_an_envy_that_does_not_wait_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(winnings, "let_envy_wait", lambda new, _round: list(new))
    first_failure(range(4, 200))


def test_a_win_that_was_none_and_leaves_overflow_in_the_reserve_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = awards._Slip.__init__

    def forget(slip: Any, *args: Any) -> None:
        honest(slip, *args)
        slip.spilled = {}

    monkeypatch.setattr(awards._Slip, "__init__", forget)
    assert "overflow" in first_failure(range(1, 400))


def test_a_seed_of_another_level_that_is_recovered_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Out of a meter comes what any level was advanced, as long as the meter holds it."""
    honest = bank.adjust

    def adjust(state: LinkState, plan: LinkPlan, request: Any) -> list[Move]:
        level, amount = request.level, request.amount
        if request.reason != "recover_seed_from_meter" or level not in [each.number for each in plan.levels]:
            return honest(state, plan, request)
        if plan.type == "house" or amount > min(state.meter_cents(level), sum(state.seed_in_meter.values())):
            return honest(state, plan, request)
        return [(meter(level), seed_recovered(level), amount * MILLION)]

    monkeypatch.setattr(bank, "adjust", adjust)
    assert "the books say 'ok', the model 'more_than_there'" in first_failure(range(61, 260))


def test_a_snapshot_that_nobody_vouches_for_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "vouched_for", lambda _entries, _snapshot: True)
    assert "wager_count" in first_failure(range(4, 200))


def test_a_void_that_charges_a_reseeded_meter_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = rounds.reverse
    monkeypatch.setattr(rounds, "reverse", lambda state, came, _emptied: honest(state, came, []))
    first_failure(range(4, 200))
