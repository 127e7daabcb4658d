"""The table in the terminal: a face for ``croupier.table``. It knows no rule of any game.

console: lines out, lines in, paint, and what happens when the terminal goes away
prompt: what a typed line means
screen: the welcome, the wagers on offer, the table at a turn, a round that is over, the help
coach: what each decision cost
host: a session from the welcome to the farewell
"""
