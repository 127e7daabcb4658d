"""Where the books are kept: in memory, in SQLite, in PostgreSQL, behind one contract (``croupier.jackpot.journal``).

``opening`` finds a store by its address. Each database has its store, its connection, its schema and its errors;
``schema`` has the tables, ``backup`` moves a book as a file. ``witness`` keeps the
signed checkpoints and ``house`` the play chips of the browser tables.
"""
