"""Simulation: rounds by the billion over the class tables of ``kernels``, and ways to run many of them."""
