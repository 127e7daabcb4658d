"""A table without a face: seats, bets and bots, meters, the archive. It knows no rule of any game.

session: one table with its seats, dealt round after round
slip: the wagers before the deal, with undo
bots: who sits in the other seats and how they play
meters: play meters for jackpot wagers
archive: every round kept as a transcript
advice: what each decision at a turn is worth
"""
