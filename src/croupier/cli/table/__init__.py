"""A table to play at in a terminal: what is shown, what is asked, and what is kept. It knows no rule of any game.

console: lines out, lines in, and what happens when the terminal goes away
prompt: what a typed line means
paint: plain text of 80 columns, and the color laid over it
screen: the wagers on offer, the table at a turn, a round that is over
pages: the welcome, the rules, a paytable, the help
words: what a hand is called
slip: the wagers before the deal, with undo
meters: play meters for jackpots
archive: a transcript of every round, in a folder
session: the bankroll and the life of a round, which ends settled or void
bots: who sits in the other seats, and how they decide
advice: what the mathematics says
host: shows, asks, obeys
"""
