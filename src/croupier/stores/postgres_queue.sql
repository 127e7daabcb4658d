-- Tables of the processes that are running (queue_desk, slate): nothing of the book, so no part of its schema.
CREATE UNLOGGED TABLE IF NOT EXISTS leases (
    link text COLLATE "C" PRIMARY KEY,
    holder text NOT NULL,
    since timestamptz NOT NULL,
    until timestamptz NOT NULL
);
CREATE UNLOGGED TABLE IF NOT EXISTS asked (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    link text COLLATE "C" NOT NULL,
    body text NOT NULL,
    until timestamptz NOT NULL,
    answer text
);
CREATE TABLE IF NOT EXISTS slate (
    kind text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    value text NOT NULL,
    until float8 NOT NULL,
    PRIMARY KEY (kind, key)
);
