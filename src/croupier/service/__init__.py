"""The house over HTTP: the book, rulings, proofs, and tables to play at. It serves what the library says.

``app`` joins the ``routes`` with the ``guard`` around them; ``server`` runs it. ``floor`` has the live tables and
``felts`` says which, ``workers`` are the processes for exact ``questions``, ``pages`` serves the built ``web``.
"""
