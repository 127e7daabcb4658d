"""Blackjack by composition: how the dealer ends, what each decision is worth, and the whole game.

``hands`` and ``solver`` advise on one hand in fractions; ``rules`` and ``whole`` value the game in floating point.
"""
