"""The routes of the programming interface, one module for each subject.

``book`` reads the rulebook, ``rounds`` judges rounds and asks dealers, ``proofs`` gives exact figures, and ``tables``
is the lobby with its tables. For the staff there are ``pit``, ``office``, ``devices``, ``displays`` and ``staff``.
"""
