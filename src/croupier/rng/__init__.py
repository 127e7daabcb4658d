"""The statistical battery on the shuffler."""
