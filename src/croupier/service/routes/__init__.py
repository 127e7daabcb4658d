"""The routes of the programming interface, one module for each subject.

``book`` reads the rulebook, ``rounds`` judges rounds, ``proofs`` gives exact figures, ``quiz`` asks dealers, and
``tables`` is the lobby with its tables. ``answers`` is what they share.
"""
