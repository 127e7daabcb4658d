"""Many rounds of one wager, or of one table."""
