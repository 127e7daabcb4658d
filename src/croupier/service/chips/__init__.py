"""The book of the play tables: their jackpot wagers and hits in real books whose plans say play chips."""
