"""What is printed: par sheets, reports, rules and placards, all through one document model (``page``)."""
