"""A configuration meets the solver that its game names.

``solutions`` and ``base_games`` solve, ``cache`` keeps the results, ``figures`` and ``plays`` make them records.
``advice`` is for one decision, ``advantage`` for a player who sees too much, ``design`` for a new paytable,
``simulation`` for figures by chance. ``published`` and ``estimates`` are figures to put beside the exact ones.
"""
