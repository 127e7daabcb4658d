"""What a game loses to a player who sees too much.

``sight`` says what is seen and what a solver that values it offers, ``gains`` what it is worth, with the books in which
decisions are counted. ``seen_ranks`` and ``seen_flushes`` count the dealer's cards seen, ``shared`` what all seats know
together, ``sampling`` estimates the rest; ``shoe_knowledge`` does the same for a pair wager from a shoe.
"""
