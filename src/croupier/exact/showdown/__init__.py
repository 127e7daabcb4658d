"""One decision, then hand against hand."""
