"""Where the books are kept: in memory, in SQLite, in PostgreSQL, behind one contract (``croupier.jackpot.journal``).

``opening`` finds a store by its address. ``schema`` declares the tables and ``sql`` the statements, once for both
databases; each has its store and its connection. ``desks`` leads to the process that writes a book, ``backup`` moves a
book as a file, ``witness`` keeps the signed checkpoints, ``slate`` what processes tell one another, and ``house`` the
play chips of the browser tables.
"""
