"""Cited data: TOML in, frozen typed records out, with the file and key of every mistake.

``loading`` reads the ``book`` from game folders, ``kept_book`` keeps it between runs.
``rules``, ``paytables`` and ``interpretations`` are its records, ``sights`` which cards a wager sees.
``configuration`` checks a ``name(key=value)`` string against it.
"""
