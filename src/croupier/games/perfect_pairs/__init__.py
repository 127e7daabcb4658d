"""Perfect Pairs Progressive: a side wager with its rules, paytables and readings as data; a game of 21 deals it."""
