"""Exact mathematics: integers and fractions until the last line.

``tree`` walks any game's own state machine and is the referee; the fast solvers must equal it on small decks.
"""
