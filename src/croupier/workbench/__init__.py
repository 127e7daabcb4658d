"""Where a game meets its solver, its simulator and its checks, and where the randomness itself is examined."""
