"""Wagers on dealt cards alone: how many hands of each class, and what a table pays for them.

``spaces`` is the way in and counts, ``rows`` joins counts with a table, ``jackpots`` and ``company`` hold the figures.
"""
