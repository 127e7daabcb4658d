"""What every game must obey, as library code: our own suite runs these laws, and so does ``croupier test-game``.

``rounds`` seats random players and holds the laws of a round. ``checking`` holds those of what exact believes of a
game, reads and plays its ``rulings.md``, and runs all of them on one game or one folder.
"""
