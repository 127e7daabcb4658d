"""Par sheets: what is on them, and each form they are written in."""
