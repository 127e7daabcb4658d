"""Exact mathematics: integer counts and fractions. ``tree`` is the referee that every fast solver must equal."""
