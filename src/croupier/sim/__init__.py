"""Simulation: a game's own settlement as integer tables, kernels that look it up, and ways to run many of them.

``philox`` and ``stream`` are the generator, ``deals`` and ``rank_deals`` the cards. ``showdown``, ``twenty_one``,
``pot`` and ``side_wager`` turn a game into tables for their ``*_kernels``; ``playing`` runs any game by its state
machine. ``running`` and ``clusters`` run chunks on threads or Dask, ``gpu`` on CUDA; ``statistics`` says what the
counts mean.
"""
