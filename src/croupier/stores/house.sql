-- What a house of play chips keeps; the same in SQLite and PostgreSQL.
CREATE TABLE IF NOT EXISTS house_meta (
    key TEXT PRIMARY KEY,
    value BIGINT NOT NULL
);
CREATE TABLE IF NOT EXISTS house_guests (
    id TEXT PRIMARY KEY,
    token TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    at BIGINT NOT NULL
);
CREATE TABLE IF NOT EXISTS house_accounts (
    account TEXT PRIMARY KEY,
    balance BIGINT NOT NULL,
    CHECK (balance >= 0 OR account IN ('bank', 'rack', 'bots'))
);
CREATE TABLE IF NOT EXISTS house_transfers (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    debit TEXT NOT NULL,
    credit TEXT NOT NULL,
    amount BIGINT NOT NULL CHECK (amount > 0),
    why TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS house_tables (
    id TEXT PRIMARY KEY,
    state TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS house_shoes (
    id TEXT PRIMARY KEY,
    secret TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS house_rounds (
    tbl TEXT NOT NULL,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (tbl, number)
);
CREATE TABLE IF NOT EXISTS house_replies (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    asked TEXT NOT NULL,
    reply TEXT NOT NULL
);
