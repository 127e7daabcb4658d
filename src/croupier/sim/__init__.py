"""Simulation: rounds by the billion over the class tables of ``kernels``, and ways to run many of them.

``showdown``, ``twenty_one``, ``pot``, ``ranks`` and ``side_wager`` turn a game into tables for their kernels;
``playing`` runs any game by its state machine. ``running`` and ``clusters`` run chunks on threads or Dask, ``gpu`` on
CUDA; ``statistics`` says what the counts mean.
"""
