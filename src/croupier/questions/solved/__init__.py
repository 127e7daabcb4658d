"""A configuration meets the solver that its game names: ``solutions`` and ``base_solutions`` solve, ``cache`` keeps.
``recorded`` and ``published`` read what ships in files here."""
