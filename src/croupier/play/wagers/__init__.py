"""Bonus wagers as pieces that any game can lay on its felt."""
