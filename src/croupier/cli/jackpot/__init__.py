"""The ``croupier jackpot`` commands, each imported only when it is called."""
