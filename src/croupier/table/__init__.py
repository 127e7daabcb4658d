"""The one table machine and what belongs to it, without a face. It knows no rule of any game."""
