"""The table in the terminal: a face for ``croupier.table``. It knows no rule of any game.

console: lines out, lines in, and what happens when the terminal goes away
prompt: what a typed line means
paint: plain text of 80 columns, and the color laid over it
screen: the wagers on offer, the table at a turn, a round that is over
pages: the welcome, the rules, a paytable, the help
words: what a hand is called
host: a session from the welcome to the farewell
"""
