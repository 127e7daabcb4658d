"""The jackpot book behind the house: its writers, its state as of the last commit, and what the pit sees of it."""
