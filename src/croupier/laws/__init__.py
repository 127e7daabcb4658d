"""What every game must obey, as library code: our own suite runs these laws, and so does ``croupier test-game``.

``rounds`` seats random players and holds the laws of a round, ``sights`` those of what exact believes of a game, and
``checking`` reads and plays a game's ``rulings.md`` and runs all of them on one game or one folder.
"""
