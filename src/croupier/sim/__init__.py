"""Simulation: a game's own settlement as integer tables, kernels that look it up, and ways to run many of them."""
