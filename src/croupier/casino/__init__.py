"""A plan meets solvers and stores.

``proofs`` proves a plan against the exact engine, ``floor`` opens its books and log-ins, ``audit`` checks whole books,
``outlook`` and ``months`` look ahead. ``demo`` plays a day.
"""
