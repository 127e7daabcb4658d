"""A table to play at in a terminal: what is shown, what is asked, and what is kept. It knows no rule of any game.

    console    lines out, lines in, and what happens when the terminal goes away
    prompt     what a typed line means
    screen     the table as plain text, and the paint laid over it
    slip       the wagers before the deal, with undo
    meters     play meters for jackpots
    archive    a transcript of every round, in a folder
    session    the bankroll and the life of a round: open, dealt, settled or void
    bots       who sits in the other seats, and how they decide
    host       shows, asks, obeys
"""
