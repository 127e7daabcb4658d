"""Money, odds and chance."""
