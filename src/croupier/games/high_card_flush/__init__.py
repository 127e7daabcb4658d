"""High Card Flush: its rules, paytables, readings and rulings as data, and the game that plays by them."""
