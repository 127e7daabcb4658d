"""Jackpot displays: what each table posts, encoded once for all screens that show it, and sent when it changes."""
