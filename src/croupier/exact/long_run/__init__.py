"""Many rounds of one wager, or of one table.

``totals`` and ``volatility`` find where a total ends up; ``ruin`` finds whether a bankroll lasts. ``shared_dealer`` and
``joint`` find which wagers rise and fall together, ``house_view`` what the house keeps.
"""
