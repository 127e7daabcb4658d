"""Money, odds, chance, and amounts as people type them."""
