"""House and progressive jackpots, and books that never lose a cent. Pure: no database, no clock, no randomness.

``plan`` is what two people approve, ``book`` a link with its journal, ``money`` what moves, ``reports`` the day's
reports, ``audit`` the proof. ``journal`` is what a store promises, ``codes`` every answer, ``state`` what a journal
comes to.
"""
