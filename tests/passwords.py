"""Passwords that tests can afford to hash by the hundred."""

from __future__ import annotations

from functools import partial

from argon2 import PasswordHasher

QUICK = partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)
"""What a password costs outside of the tests is a test of its own (tests/cli/test_jackpot_people.py)."""
