"""A casino plan: its file, its records, and the rules that it must obey."""
