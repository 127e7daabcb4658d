"""Cited data: TOML in, frozen typed records out, with the file and key of every mistake.

``book`` loads all of it from game folders (``game_folder``, ``sheets``). ``rules``, ``paytables`` and
``interpretations`` are its records, ``row_proofs`` what is proved of them, ``sights`` which cards a wager sees.
``configuration`` checks a ``name(key=value)`` string against it.
"""
