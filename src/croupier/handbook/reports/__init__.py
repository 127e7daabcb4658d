"""The reports of the jackpot books, and of a jackpot over months."""
