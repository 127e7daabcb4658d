"""The driver of the torture: it opens real books, breaks them, and compares them with the second model."""
