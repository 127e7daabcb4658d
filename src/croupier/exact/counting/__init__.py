"""Wagers on dealt cards alone: how many hands of each class, and what a table pays for them.

``spaces`` is the way in, ``one_deck``, ``five_cards``, ``shoe`` and ``any_hands`` count, ``rows`` joins counts with
a table, and ``wagers`` and ``jackpots`` hold the figures.
"""
