"""The house over HTTP: the book, rulings, proofs, and tables to play at. It serves what the library says.

``app`` joins the ``routes`` with the ``guard`` around them; ``server`` runs it. ``tables`` are the live tables,
``workers`` the processes for exact ``questions``, ``web`` the built pages that ``pages`` serves.
"""
