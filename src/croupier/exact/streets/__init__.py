"""One seat against the house, with any number of streets, decisions, community and hidden cards.

``compiling`` asks a game for its rules as tables over classes of hands, ``solving`` counts what is seen up to suits
and goes from the last street to the first, ``solver`` is what a game names: ``streets``.
"""
