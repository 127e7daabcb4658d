"""A book of a format that was never released is refused, in one sentence that names the entry and both formats."""

from __future__ import annotations

import pytest

from croupier.casino.floor import load_layout
from croupier.jackpot.audit.again import Finding
from croupier.jackpot.audit.whole import audit
from croupier.jackpot.book.reading import Follower
from croupier.jackpot.journal import StoreBroken
from tests.jackpot.attackers import rewrite
from tests.jackpot.floor import LINK, go_live, open_book
from tests.jackpot.memory import MemoryStore


@pytest.mark.parametrize("version", [7, 2, 0, "1", 1.0, True, None])
def test_an_entry_of_another_format_is_refused(version: object) -> None:
    store = MemoryStore()
    book = open_book(store)
    go_live(book)
    rewrite(store, LINK, 2, lambda body: body.update(v=version))
    told = f"is of format {version!r}, and this software reads format 1 alone"
    for look in (lambda: open_book(store), lambda: Follower(store, LINK)):
        with pytest.raises(StoreBroken) as refused:
            look()
        assert refused.value.message == f"{LINK}: entry 2 {told}"
        assert refused.value.hint == "only the software that wrote it reads it"
    assert Finding("entry 2", told, 2) in audit(store, LINK, load_layout).findings


def test_an_entry_without_a_format_is_refused() -> None:
    store = MemoryStore()
    go_live(open_book(store))
    rewrite(store, LINK, 1, lambda body: body.pop("v"))
    with pytest.raises(StoreBroken, match="entry 1 is of format None, and this software reads format 1 alone"):
        open_book(store)
