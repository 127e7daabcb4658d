"""The driver of the torture: it opens real books, breaks them, and compares them with the second model.

``trial`` runs one seed, ``seeds`` thousands and ``jobs`` many processes. ``disk`` is where a process is killed,
``checks`` what must hold after every step.
"""
