"""The one table machine and what belongs to it, without a face. It knows no rule of any game.

table: seats, wagers, the round, what is kept, and how each command changes it
seats, names: somebody in a seat, and what they may be called
slip: what a seat may put up, and the wagers before the deal with undo
bots: who sits in the other seats and how they play
clock: how long the table waits, and when it moves by itself
shoes: a shoe that can be kept and dealt on after a restart
meters, booking: play meters for jackpot wagers, and a book that has them in place of the table
chips: what moves between purses
view, seen: the table as one viewer may see it: the records, and how they are filled
session: people at a terminal: bankrolls, slips, the archive
archive: every round kept as a transcript
advice: what each decision at a turn is worth
"""
