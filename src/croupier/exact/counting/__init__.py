"""Wagers on dealt cards alone: how many hands of each class, and what a table pays for them."""
