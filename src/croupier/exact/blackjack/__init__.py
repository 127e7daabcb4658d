"""Blackjack hands by composition: the dealer, and what each decision is worth."""
