"""The table in the terminal: a face for ``croupier.table`` that knows no rule of any game. ``console`` has its lines
and signals, ``prompt`` reads what is typed, ``screen`` draws, ``host`` leads, with a coach beside it."""
