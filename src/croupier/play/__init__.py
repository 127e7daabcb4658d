"""The protocol of a game, rounds, stakes, settlement, awards, transcripts, replay, and who may see which card."""
