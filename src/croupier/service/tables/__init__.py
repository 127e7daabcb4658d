"""Tables to play at, without a face: what a house opens, who sits where, what lies where, what each may see.

plan: which tables the house opens, from the catalogue
shoes: a shoe that can be kept and dealt on after a restart
chips: what moves between wallets
names: what a guest may be called
seats: somebody in a seat
table: one table: seats, wagers, the round, and how each command changes it
seen: the table as one viewer may see it
layout: the felt, from the game's own declaration
steps: a finished round, played again step by step
reopening: a table whose rules were changed meanwhile
writer: changes that come together share a commit
floor: all tables: locks, clocks, bots, the database, those who watch
"""
