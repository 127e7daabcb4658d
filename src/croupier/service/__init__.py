"""The house over HTTP: the book, rulings, proofs, and tables to play at. It serves what the library says."""
