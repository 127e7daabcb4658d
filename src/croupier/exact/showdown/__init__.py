"""One decision, then hand against hand.

``solver`` is what games name and ``solving`` finds the best play. ``straights``, ``flushes``, ``three_card`` and
``any_hands`` are techniques that count the dealer's hands; ``terms`` is the game's own settlement as a table.
"""
