"""The tables of a book, for each database.

- journal: the entries; the truth, only ever appended (triggers refuse the rest).
- heads: one row for each link: where its journal ends and which writer (epoch) may append. An append begins by moving
it.
- balances, snapshots: computed from the journal, kept beside it for readers and for a quick start.
- personal: whom prizes were paid to, each with the last day on which it must be kept; in no backup.
- numbers: those of checks, slips, forms and deposits that entries have used; none is used twice in the whole book.
  So are ids and names of people as they join.
- transfers: a view for auditors: one row for every movement of money that an entry's "moves" lists.

journal has no foreign key: an append moves the link's row in heads first, in the same transaction, so the link is
there, and the database need not look it up again for every entry.
"""

from __future__ import annotations

APPLICATION_ID = 0x43525550
"""'CRUP' in the header of an SQLite file: a book of Croupier."""

SQLITE: tuple[str, ...] = (
    """CREATE TABLE meta (
            key TEXT PRIMARY KEY,
            value TEXT NOT NULL
        ) STRICT""",
    """CREATE TABLE heads (
            link TEXT PRIMARY KEY,
            seq INTEGER NOT NULL CHECK (seq >= 0),
            hash TEXT NOT NULL,
            epoch INTEGER NOT NULL
        ) STRICT""",
    # A table with rowids: WITHOUT ROWID inserts no faster at 500 bytes a row (within noise at batches of 16, 64
    # and 256), reads slower, and its inner pages hold whole rows, so the tree grows deep.
    """CREATE TABLE journal (
            link TEXT NOT NULL,
            seq INTEGER NOT NULL CHECK (seq > 0),
            id TEXT NOT NULL,
            at INTEGER NOT NULL,
            kind TEXT NOT NULL,
            body TEXT NOT NULL,
            hash TEXT NOT NULL,
            PRIMARY KEY (link, seq)
        ) STRICT""",
    "CREATE UNIQUE INDEX journal_id ON journal (link, id)",
    """CREATE TABLE balances (
            link TEXT NOT NULL REFERENCES heads (link),
            account TEXT NOT NULL,
            debits INTEGER NOT NULL,
            credits INTEGER NOT NULL,
            PRIMARY KEY (link, account)
        ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE snapshots (
            link TEXT NOT NULL REFERENCES heads (link),
            seq INTEGER NOT NULL,
            hash TEXT NOT NULL,
            state TEXT NOT NULL,
            checksum TEXT NOT NULL,
            PRIMARY KEY (link, seq)
        ) STRICT""",
    """CREATE VIEW transfers AS
            SELECT j.link, j.seq, j.at, j.kind,
                   json_extract(m.value, '$[0]') AS debit,
                   json_extract(m.value, '$[1]') AS credit,
                   json_extract(m.value, '$[2]') AS amount
            FROM journal j, json_each(j.body, '$.moves') m""",
    """CREATE TRIGGER journal_no_update BEFORE UPDATE ON journal
            BEGIN SELECT RAISE(ABORT, 'the journal is only ever appended'); END""",
    """CREATE TRIGGER journal_no_delete BEFORE DELETE ON journal
            BEGIN SELECT RAISE(ABORT, 'the journal is only ever appended'); END""",
    """CREATE TABLE personal (
            link TEXT NOT NULL REFERENCES heads (link),
            no INTEGER NOT NULL CHECK (no > 0),
            name TEXT NOT NULL,
            address TEXT NOT NULL,
            identified TEXT NOT NULL,
            keep_until TEXT NOT NULL,
            salt TEXT NOT NULL,
            PRIMARY KEY (link, no)
        ) STRICT""",
    """CREATE TABLE numbers (
            number TEXT PRIMARY KEY,
            link TEXT NOT NULL,
            seq INTEGER NOT NULL CHECK (seq > 0)
        ) STRICT""",
)

POSTGRES: tuple[str, ...] = (
    """CREATE TABLE meta (
            key text PRIMARY KEY,
            value text NOT NULL
        )""",
    """CREATE TABLE heads (
            link text COLLATE "C" PRIMARY KEY,
            seq bigint NOT NULL CHECK (seq >= 0),
            hash text NOT NULL,
            epoch bigint NOT NULL
        ) WITH (fillfactor = 50)""",  # one row is rewritten at every commit: room for it on its own page
    """CREATE TABLE journal (
            link text COLLATE "C" NOT NULL,
            seq bigint NOT NULL,
            id text COLLATE "C" NOT NULL,
            at bigint NOT NULL,
            kind text NOT NULL,
            body text NOT NULL,
            hash text NOT NULL,
            PRIMARY KEY (link, seq)
        )""",
    "CREATE UNIQUE INDEX journal_id ON journal (link, id)",
    """CREATE TABLE balances (
            link text COLLATE "C" NOT NULL REFERENCES heads (link),
            account text COLLATE "C" NOT NULL,
            debits bigint NOT NULL,
            credits bigint NOT NULL,
            PRIMARY KEY (link, account)
        ) WITH (fillfactor = 50)""",
    """CREATE TABLE snapshots (
            link text COLLATE "C" NOT NULL REFERENCES heads (link),
            seq bigint NOT NULL,
            hash text NOT NULL,
            state text NOT NULL,
            checksum text NOT NULL,
            PRIMARY KEY (link, seq)
        )""",
    """CREATE VIEW transfers AS
            SELECT j.link, j.seq, j.at, j.kind,
                   m.move ->> 0 AS debit,
                   m.move ->> 1 AS credit,
                   (m.move ->> 2)::bigint AS amount
            FROM journal j, LATERAL jsonb_array_elements(j.body::jsonb -> 'moves') AS m(move)""",
    """CREATE FUNCTION journal_refuses() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION 'the journal is only ever appended'; END $$""",
    """CREATE TRIGGER journal_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON journal
            FOR EACH STATEMENT EXECUTE FUNCTION journal_refuses()""",
    """CREATE TABLE personal (
            link text COLLATE "C" NOT NULL REFERENCES heads (link),
            no bigint NOT NULL CHECK (no > 0),
            name text NOT NULL,
            address text NOT NULL,
            identified text NOT NULL,
            keep_until text NOT NULL,
            salt text NOT NULL,
            PRIMARY KEY (link, no)
        )""",
    """CREATE TABLE numbers (
            number text COLLATE "C" PRIMARY KEY,
            link text COLLATE "C" NOT NULL,
            seq bigint NOT NULL
        )""",
)
