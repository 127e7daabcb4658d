"""House and progressive jackpots, and books that never lose a cent. Pure: no database, no clock, no randomness."""
