"""The statement that appends to a journal in PostgreSQL: it moves the head, and inserts only where that was ours."""

from __future__ import annotations

from collections.abc import Collection

from croupier.jackpot.journal import Append, StoreError
from croupier.stores.batch import head_after

# Columns travel as one text each, split by line feeds on the server: no part of an entry can hold one, and psycopg
# writes arrays several times slower.
APPEND = """
WITH head AS (
    UPDATE heads SET seq = %(seq)s, hash = %(hash)s
    WHERE link = %(link)s AND epoch = %(epoch)s AND seq = %(after)s AND hash = %(before)s RETURNING link
), entries AS (
    INSERT INTO journal (link, seq, id, at, kind, body, hash)
    SELECT head.link, %(after)s::bigint + e.n, e.id, e.at::bigint, e.kind, e.body, e.hash
    FROM head, unnest(
        string_to_array(%(ids)s, E'\\n'), string_to_array(%(ats)s, E'\\n'), string_to_array(%(kinds)s, E'\\n'),
        string_to_array(%(bodies)s, E'\\n'), string_to_array(%(hashes)s, E'\\n')
    ) WITH ORDINALITY AS e (id, at, kind, body, hash, n)
), moved AS (
    INSERT INTO balances (link, account, debits, credits)
    SELECT head.link, b.account, b.debits::bigint, b.credits::bigint
    FROM head, unnest(
        string_to_array(%(accounts)s, E'\\n'), string_to_array(%(debits)s, E'\\n'), string_to_array(%(credits)s, E'\\n')
    ) AS b (account, debits, credits)
    ON CONFLICT (link, account) DO UPDATE SET debits = excluded.debits, credits = excluded.credits
)
SELECT pg_notify('croupier_commits', link) FROM head
"""


def append_values(asked: Append) -> dict[str, object]:
    """What the statement is given; the entries follow the head without a gap, or StoreError."""
    link, epoch, after, entries, balances = asked
    new = head_after(link, after, entries, balances)
    _, _, ids, ats, kinds, bodies, hashes = zip(*entries, strict=True) if entries else ((),) * 7
    return {
        "link": link,
        "epoch": epoch,
        "after": after.seq,
        "before": after.hash,
        "seq": new.seq,
        "hash": new.hash,
        "ids": _lines(ids),
        "ats": _lines([str(at) for at in ats]),
        "kinds": _lines(kinds),
        "bodies": _lines(bodies),
        "hashes": _lines(hashes),
        "accounts": _lines(balances),
        "debits": _lines([str(debits) for debits, _ in balances.values()]),
        "credits": _lines([str(credits) for _, credits in balances.values()]),
    }


def _lines(parts: Collection[str]) -> str:
    """Parts joined by line feeds, of which none may hold one."""
    text = "\n".join(parts)
    if text.count("\n") != max(len(parts) - 1, 0):
        raise StoreError("a part of an entry holds a line feed")
    return text
