"""Cards, the shuffle, and one module for each family of hands (``hands``)."""
