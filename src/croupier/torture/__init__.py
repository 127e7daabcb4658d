"""A link under torture: one seed drives clients and faults, and a second, dumber model foretells every answer.

``model`` is a link as plain lists. The ``*objections`` modules say which code applies, ``money``, ``prizes`` and
``correcting`` what moves, ``keeping`` what is known afterwards. ``clients``, ``mistakes`` and ``plans`` make up what
is asked. ``croupier.casino.faults`` runs it against real books.
"""
