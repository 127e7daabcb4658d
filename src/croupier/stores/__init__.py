"""Where the books are kept: in SQLite or PostgreSQL, behind one contract (``croupier.jackpot.journal``)."""
