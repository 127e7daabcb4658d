"""A process of its own for a full disk: appends until refused, then checks that nothing acknowledged was lost.

python -m tests.jackpot.full_disk FOLDER [GREATEST_FILE]
"""

from __future__ import annotations

import resource
import signal
import sys
from contextlib import closing
from pathlib import Path

from croupier.jackpot.journal import Append, Entry, StoreError, StoreLost
from croupier.stores.opening import open_store
from tests.jackpot.journals import chain, check_sound, head_of, totals


def main(folder: str, greatest: str | None = None) -> None:
    path = Path(folder) / "book.db"
    if greatest:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(greatest), resource.RLIM_INFINITY))
    with closing(open_store(path, create=True)) as store:
        epoch, head = store.claim("L"), store.head("L")
        kept: list[Entry] = []
        while True:
            entries = chain(count=8, after=head, size=500)
            try:
                store.append(Append("L", epoch, head, entries, totals([*kept, *entries])))
            except StoreError as error:
                refused = error
                break
            kept += entries
            head = head_of(entries)
        assert len(kept) > 100
        if not isinstance(refused, StoreLost):
            assert check_sound(store) == kept
    if greatest:
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    with closing(open_store(path)) as again:
        assert check_sound(again) in (kept, [*kept, *entries] if isinstance(refused, StoreLost) else kept)
    print(refused.message)


if __name__ == "__main__":
    main(*sys.argv[1:])
