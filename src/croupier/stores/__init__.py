"""Where the books are kept: in memory, in SQLite, in PostgreSQL, behind one contract (``croupier.jackpot.journal``)."""
