"""House and progressive jackpots, and books that never lose a cent. Pure: no database, no clock, no randomness.

``plan`` is what two people approve, ``kinds`` what may be asked and what it moves, ``book`` a link with its journal,
``reports`` the day's reports, ``audit`` the proof. ``journal`` is what a store promises, ``codes`` every answer,
``state`` what a journal comes to.
"""
