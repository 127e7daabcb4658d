"""The ``croupier jackpot`` commands, each imported only when it is called.

``plan`` and ``people`` prepare a link, ``post`` writes to its book, ``look`` and ``report`` read it, ``upkeep``
audits and backs it up. ``demo`` and ``simulate`` show what it would do.
"""
