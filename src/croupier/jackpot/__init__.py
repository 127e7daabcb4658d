"""House and progressive jackpots, and books that never lose a cent. Pure: no database, no clock, no randomness.
``plan`` is what two people approve, ``kinds`` what may be asked and what it moves, ``book`` a link with its journal,
``reports`` its days, ``audit`` the proof; ``journal`` is what a store promises, ``state`` what a journal comes to."""
