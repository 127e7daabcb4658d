"""A configuration meets its solver: solutions, advice, sweeps, the cache, published figures."""
