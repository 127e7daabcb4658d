"""The house in the browser. Nothing here knows a rule of a game."""
