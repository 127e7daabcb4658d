"""Many rounds of one wager, or of one table.

``totals`` and ``volatility`` ask where a total ends up, by ``convolution`` or ``saddlepoint``; ``ruin`` whether a
bankroll lasts. ``shared_dealer`` and ``joint`` say what rises and falls together, ``house_view`` what the house
keeps.
"""
