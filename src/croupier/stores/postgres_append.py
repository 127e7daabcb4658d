"""The statement that appends to a journal in PostgreSQL: it moves the head, and inserts only where that was ours."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from croupier.jackpot.journal import Append, NumberTaken, StoreBusy, StoreError
from croupier.jackpot.personal import PersonalRecord
from croupier.stores.batch import NUMBER_TAKEN, PERSONAL, TAKEN_HINT, head_after, uses_of
from croupier.stores.postgres_connection import Connection

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


NUMBERS = "INSERT INTO numbers (number, link, seq) VALUES (%s, %s, %s)"


def keep_beside(db: Connection, appends: Sequence[Append]) -> None:
    """What lies beside entries, in their transaction; a number that another one is using is waited for."""
    from psycopg.errors import UniqueViolation  # an extra, which the store that calls us has found

    used = [use for each in appends for use in uses_of(each.link, each.beside)]
    try:
        db.cursor().executemany(NUMBERS, used)
    except UniqueViolation as error:
        raise NumberTaken(NUMBER_TAKEN, hint=TAKEN_HINT) from error
    for each in appends:
        for record in each.beside.personal:
            insert_personal(db, record)


def insert_personal(db: Connection, record: PersonalRecord) -> None:
    """StoreBusy where the number is taken."""
    places = ", ".join(["%s"] * len(record))
    done = db.execute(f"INSERT INTO personal ({PERSONAL}) VALUES ({places}) ON CONFLICT DO NOTHING", tuple(record))
    if done.rowcount == 0:
        raise StoreBusy(f"personal record {record.no} is taken", hint=TAKEN_HINT)


def append_values(asked: Append) -> dict[str, object]:
    """What the statement is given; the entries follow the head without a gap, or StoreError."""
    link, epoch, after, entries, balances, _ = asked
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
