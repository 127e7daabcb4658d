"""Exact mathematics: integer counts and fractions. ``tree`` is the referee that every fast solver must equal.

``solver`` is what every solver offers and ``distribution`` what each finds. ``counting`` is for wagers on dealt
cards alone; ``showdown``, ``blackjack`` and ``ricochet`` are for base games; ``advantage`` is for a player who sees
too much, ``long_run`` for many rounds.
"""
