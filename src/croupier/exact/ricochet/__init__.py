"""Ricochet Poker's sequential pot: one player alone, and a table of several."""
