"""What every game must obey, as library code: our own suite runs these laws, and so does ``croupier test-game``.

``tables`` seats random players, ``rounds`` holds the laws of a round, ``sights`` the law that exact sees what play
pays, ``rulings`` reads and plays a game's ``rulings.md``, and ``checking`` runs all of them on one game.
"""
