"""What is printed: par sheets, reports, rules and placards, all through one document model. ``page`` holds the model
and its writers. ``parsheet``, ``reports`` and ``rules`` build documents with it."""
