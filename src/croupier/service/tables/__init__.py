"""The house's tables: a shell around ``croupier.table`` that keeps and shows.

plan: which tables the house opens, from the catalogue
layout: the felt, from the game's own declaration
steps: a finished round, played again step by step
reopening: a table whose rules were changed meanwhile
writer: changes that come together share a commit
floor: all tables: locks, clocks, bots, the database, those who watch
"""
