"""A link under torture: one seed drives clients and faults, and a second, dumber model foretells every answer."""
