"""What a game loses to a player who sees too much."""
