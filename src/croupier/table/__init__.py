"""The one table machine and what belongs to it, without a face. It knows no rule of any game.

table: seats, wagers and what they may be, the round, its shoe, what is kept, its clock, and how each command changes it
seats: somebody in a seat, and what they may be called
bots: who sits in the other seats and how they play
jackpots: play meters for jackpot wagers, and a book that has them in place of the table
chips: what moves between purses
view, seen: the table as one viewer may see it: the records, and how they are filled
session: people at a terminal: bankrolls, wagers, advice, every round kept as a transcript
quiz: an example of a round, and the exercise for dealers
"""
