"""Settings every test shares."""

from __future__ import annotations

from hypothesis import settings

# The same tree gives the same verdict on every machine: no time limit and no chance in the choice of examples.
settings.register_profile("croupier", deadline=None, derandomize=True)
settings.load_profile("croupier")
