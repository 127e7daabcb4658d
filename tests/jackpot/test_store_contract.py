"""What every store promises (croupier.jackpot.journal.Store), in SQLite and in PostgreSQL alike."""

from __future__ import annotations

import threading

import pytest

from croupier.jackpot.journal import GENESIS, Append, Entry, Fenced, Head, History, Snapshot, Store, StoreError
from croupier.stores.opening import open_store
from tests.jackpot.conftest import MakeStore
from tests.jackpot.journals import START, chain, check_sound, head_of, post, totals


@pytest.fixture
def store(each_store: Store) -> Store:
    return each_store


def test_a_new_book_is_empty(store: Store) -> None:
    assert store.links() == []
    assert store.head("L") == Head(0, GENESIS)
    assert list(store.entries("L")) == []
    assert store.balances("L") == {}
    assert list(store.snapshots("L")) == []
    assert store.known("L", ["a", "b"]) == {}
    assert store.integrity() == []


def test_an_append_is_read_back_to_the_letter(store: Store) -> None:
    entries = post(store, 5)
    assert list(store.entries("L")) == entries
    assert store.head("L") == head_of(entries)
    assert store.balances("L") == totals(entries)
    assert all(type(entry) is Entry for entry in store.entries("L"))


def test_an_append_is_there_after_reopening(make_store: MakeStore) -> None:
    first = make_store()
    entries = post(first, 5)
    first.close()
    again = make_store()
    assert check_sound(again) == entries
    assert again.links() == ["L"]


def test_an_append_is_seen_at_once_by_another_process_s_store(make_store: MakeStore) -> None:
    writer, reader = make_store(), make_store()
    assert check_sound(reader) == []
    entries = post(writer, 2)
    assert check_sound(reader) == entries


def test_appends_continue_the_journal(store: Store) -> None:
    post(store, 3)
    post(store, 4)
    assert len(check_sound(store)) == 7


def test_a_balance_that_an_append_does_not_name_stays(store: Store) -> None:
    epoch = store.claim("L")
    one, two = chain(count=2)
    store.append(Append("L", epoch, START, [one], {"a": (1, 2), "b": (3, 4)}))
    store.append(Append("L", epoch, head_of([one]), [two], {"b": (5, 6)}))
    assert store.balances("L") == {"a": (1, 2), "b": (5, 6)}


def test_entries_are_given_from_after_one_number_to_another(store: Store) -> None:
    entries = post(store, 10)
    assert list(store.entries("L", after=4)) == entries[4:]
    assert list(store.entries("L", after=4, to=7)) == entries[4:7]
    assert list(store.entries("L", to=3)) == entries[:3]
    assert list(store.entries("L", after=10)) == []
    assert list(store.entries("L", after=3, to=99)) == entries[3:]
    assert list(store.entries("L", after=7, to=3)) == []


def test_a_stream_of_entries_shows_one_moment_and_may_be_left(store: Store) -> None:
    entries = post(store, 5_000)
    stream = store.entries("L")
    first = next(stream)
    post(store, 10)
    assert [first, *stream] == entries
    left = store.entries("L")
    next(left)
    del left
    assert len(check_sound(store)) == 5_010


def test_links_are_apart_and_sorted(store: Store) -> None:
    b = post(store, 3, "b")
    a = post(store, 2, "a", tag="e")  # the same ids on another link are other requests
    assert store.links() == ["a", "b"]
    assert store.heads() == {link: store.head(link) for link in store.links()}
    assert list(store.entries("a")) == a
    assert list(store.entries("b")) == b
    assert store.balances("a") != store.balances("b")
    assert store.known("a", ["e-3"]) == {}
    assert store.known("b", ["e-3"]) == {"e-3": b[2]}


def test_known_gives_the_entries_of_the_ids_that_were_posted(store: Store) -> None:
    entries = post(store, 2_000)
    ids = [entry.id for entry in entries]
    assert store.known("L", [ids[3], "never", ids[5], ids[3]]) == {ids[3]: entries[3], ids[5]: entries[5]}
    assert store.known("L", ids) == dict(zip(ids, entries, strict=True))
    assert store.known("L", []) == {}


def test_an_odd_id_is_simply_not_known(store: Store) -> None:
    entries = post(store, 1)
    for odd in ("", "\0", "\ud800", "é", "a\nb", "'; DROP TABLE journal", "x" * 100_000):
        assert store.known("L", [odd, "e-1"]) == {"e-1": entries[0]}


def test_an_id_is_never_posted_twice(store: Store) -> None:
    entries = post(store, 3)
    again = chain(after=head_of(entries), count=2)
    twice = [again[0], again[1]._replace(id=entries[0].id)]
    with pytest.raises(StoreError):
        store.append(Append("L", store.claim("L"), head_of(entries), twice, {"meter": (9, 9)}))
    assert check_sound(store) == entries
    within = [again[0], again[1]._replace(id=again[0].id)]
    with pytest.raises(StoreError):
        store.append(Append("L", store.claim("L"), head_of(entries), within, {"meter": (9, 9)}))
    assert check_sound(store) == entries
    assert len(post(store, 1)) == 4  # and the store works on


def test_the_journal_has_no_gap(store: Store) -> None:
    epoch = store.claim("L")
    for seqs in ([2], [1, 3], [1, 1], [2, 1], [0]):
        entries = [entry._replace(seq=seq) for entry, seq in zip(chain(count=len(seqs)), seqs, strict=True)]
        with pytest.raises(StoreError):
            store.append(Append("L", epoch, START, entries, {}))
        assert check_sound(store) == []


def test_an_entry_of_another_link_is_refused(store: Store) -> None:
    with pytest.raises(StoreError, match="link 'M'"):
        store.append(Append("L", store.claim("L"), START, chain("M"), {}))
    assert store.links() == ["L"]


def test_a_balance_beyond_the_tables_is_refused(store: Store) -> None:
    epoch = store.claim("L")
    for amount in (2**63, 10**30, -1):
        with pytest.raises(StoreError, match="64 bits"):
            store.append(Append("L", epoch, START, chain(), {"meter": (0, amount)}))
        assert check_sound(store) == []
    store.append(Append("L", epoch, START, chain(), {"meter": (0, 2**63 - 1)}))
    assert store.balances("L") == {"meter": (0, 2**63 - 1)}


def test_an_empty_append_changes_nothing(store: Store) -> None:
    entries = post(store)
    store.append(Append("L", store.claim("L"), head_of(entries), [], {}))
    assert check_sound(store) == entries


def test_every_claim_is_a_new_epoch(make_store: MakeStore) -> None:
    one, two = make_store(), make_store()
    epochs = [one.claim("L"), two.claim("L"), one.claim("L"), two.claim("M")]
    assert epochs[0] < epochs[1] < epochs[2]
    assert one.head("L") == START


def test_of_two_writers_the_later_fences_the_earlier(make_store: MakeStore) -> None:
    one, two = make_store(), make_store()
    old = one.claim("L")
    new = two.claim("L")
    entries = chain()
    with pytest.raises(Fenced):
        one.append(Append("L", old, START, entries, totals(entries)))
    assert check_sound(one) == []
    two.append(Append("L", new, START, entries, totals(entries)))
    with pytest.raises(Fenced):
        one.append(Append("L", old, head_of(entries), chain(after=head_of(entries)), {}))
    assert check_sound(one) == entries


def test_a_writer_that_does_not_know_the_head_is_fenced(store: Store) -> None:
    entries = post(store)
    epoch = store.claim("L")
    for wrong in (START, Head(2, entries[1].hash), Head(3, GENESIS), Head(99, entries[-1].hash)):
        with pytest.raises(Fenced):
            store.append(Append("L", epoch, wrong, chain(after=wrong, tag="other"), {"meter": (9, 9)}))
    assert check_sound(store) == entries


def test_a_link_that_nobody_claimed_cannot_be_written(store: Store) -> None:
    for epoch in (0, 1):
        with pytest.raises(Fenced):
            store.append(Append("L", epoch, START, chain(), {}))
    with pytest.raises(StoreError):
        store.save_snapshot("L", Snapshot(0, GENESIS, "state"))
    assert store.links() == []


def test_two_writers_at_once_leave_one_chain(make_store: MakeStore) -> None:
    """Each takes the link over from the other as often as it likes; whatever was acknowledged stands, in one order."""
    kept: list[list[str]] = [[], []]

    def work(number: int, store: Store) -> None:
        for turn in range(15):
            epoch = store.claim("L")
            head = store.head("L")
            entries = chain(count=2, after=head, tag=f"{number}-{turn}")
            try:
                # Balances of all entries up to the head: only right when no other entry comes between.
                store.append(Append("L", epoch, head, entries, totals([*store.entries("L", to=head.seq), *entries])))
            except Fenced:
                continue
            kept[number] += [entry.id for entry in entries]

    threads = [threading.Thread(target=work, args=(number, make_store())) for number in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    entries = check_sound(make_store())
    assert sorted(entry.id for entry in entries) == sorted(kept[0] + kept[1])


def test_the_newest_snapshots_are_kept_newest_first(store: Store) -> None:
    entries = post(store, 10)
    for entry in entries:
        store.save_snapshot("L", Snapshot(entry.seq, entry.hash, f'{{"meter": "{entry.seq} é"}}'))
    found = list(store.snapshots("L"))
    assert len(found) >= 2
    assert [each.seq for each in found] == list(range(10, 10 - len(found), -1))
    assert found[0] == Snapshot(10, entries[9].hash, '{"meter": "10 é"}')
    store.save_snapshot("L", found[0]._replace(state="again"))
    assert next(store.snapshots("L")).state == "again"
    assert len(list(store.snapshots("L"))) == len(found)


def test_snapshots_are_there_after_reopening(make_store: MakeStore) -> None:
    first = make_store()
    entries = post(first, 1)
    first.save_snapshot("L", Snapshot(1, entries[0].hash, "state"))
    first.close()
    assert list(make_store().snapshots("L")) == [Snapshot(1, entries[0].hash, "state")]


def test_readers_never_wait_for_the_writer(make_store: MakeStore) -> None:
    """In the middle of an append, just before its commit, every question is answered, as of the commit before."""
    in_flight: list[None] = []
    answers: list[object] = []

    def ask() -> None:
        for each in (store, other):
            answers.append(each.head("L"))
            answers.append(list(each.entries("L")))
            answers.append(each.balances("L"))
            answers.append(list(each.snapshots("L")))

    def in_another_thread(statement: str) -> None:
        if statement != "commit" or not in_flight:
            return
        thread = threading.Thread(target=ask)
        thread.start()
        thread.join(5)
        assert not thread.is_alive(), "a reader waits for the writer"

    store, other = make_store(on_statement=in_another_thread), make_store()
    entries = post(store)
    more = chain(after=head_of(entries))
    epoch = store.claim("L")
    in_flight.append(None)
    store.append(Append("L", epoch, head_of(entries), more, totals([*entries, *more])))
    expected = [head_of(entries), entries, totals(entries), []]
    assert answers == expected * 2
    assert check_sound(other) == [*entries, *more]


def test_the_writer_never_waits_for_a_reader(make_store: MakeStore) -> None:
    store, other = make_store(), make_store()
    entries = post(store, 3_000)
    streams = [store.entries("L"), other.entries("L")]
    for stream in streams:
        next(stream)
    post(store, 1)  # would time out, or fail as busy
    store.save_snapshot("L", Snapshot(1, entries[0].hash, "state"))
    for stream in streams:
        assert sum(1 for _ in stream) == 2_999


def test_a_commit_is_announced_once_before_anyone_sees_it(make_store: MakeStore) -> None:
    called: list[Head] = []

    def hear(statement: str) -> None:
        if statement == "commit":
            called.append(opened.head("L"))

    opened = make_store(on_statement=hear)
    epoch = opened.claim("L")
    called.clear()
    entries = chain()
    opened.append(Append("L", epoch, START, entries, totals(entries)))
    assert called == [START]


def test_an_error_while_committing_leaves_nothing(make_store: MakeStore) -> None:
    class Stop(Exception):
        pass

    armed: list[None] = []

    def stop(statement: str) -> None:
        if statement == "commit" and armed:
            raise Stop

    store = make_store(on_statement=stop)
    entries = post(store)
    epoch = store.claim("L")
    armed.append(None)
    with pytest.raises(Stop):
        store.append(Append("L", epoch, head_of(entries), chain(after=head_of(entries)), {}))
    assert check_sound(make_store()) == entries


def test_a_closed_store_answers_nothing_and_closes_twice(make_store: MakeStore) -> None:
    store = make_store()
    post(store)
    store.close()
    store.close()
    for ask in (
        lambda: store.links(),
        lambda: store.head("L"),
        lambda: list(store.entries("L")),
        lambda: store.balances("L"),
        lambda: store.known("L", ["a"]),
        lambda: list(store.snapshots("L")),
        lambda: store.integrity(),
        lambda: store.claim("L"),
        lambda: store.append(Append("L", 1, START, [], {})),
        lambda: store.save_snapshot("L", Snapshot(0, GENESIS, "")),
    ):
        with pytest.raises(StoreError, match="closed"):
            ask()


def test_a_history_fills_an_empty_book_and_no_other(make_store: MakeStore) -> None:
    store = make_store()
    entries, other = chain("L", 2_500), chain("M", 3)
    heads = {"L": head_of(entries), "M": head_of(other), "N": START}
    balances = {"L": totals(entries), "M": totals(other)}
    store.fill(History(heads, balances, iter([*entries, *other])))
    again = make_store()
    assert check_sound(again, "L") == entries
    assert check_sound(again, "M") == other
    assert again.links() == ["L", "M", "N"]
    with pytest.raises(StoreError, match="not empty"):
        again.fill(History(heads, balances, iter([*entries, *other])))
    assert len(post(again, 1)) == 2_501


def test_a_history_that_breaks_off_fills_nothing(make_store: MakeStore) -> None:
    def broken() -> object:
        yield from chain("L", 1_500)
        raise StoreError("the tape tore")

    store = make_store()
    with pytest.raises(StoreError, match="tore"):
        store.fill(History({"L": Head(3_000, "x")}, {}, broken()))  # type: ignore[arg-type]
    assert store.links() == []
    assert list(store.entries("L")) == []
    assert len(post(store, 2)) == 2


def test_an_address_that_names_no_store_is_refused() -> None:
    from croupier.errors import BadInput

    for url in ("mysql://host/db", "http://x"):
        with pytest.raises(BadInput, match="cannot be kept"):
            open_store(url, create=True)
    with pytest.raises(BadInput, match="needs a path"):
        open_store("sqlite:", create=True)
    with pytest.raises(BadInput, match="no book is kept in memory"):
        open_store("memory:", create=True)
