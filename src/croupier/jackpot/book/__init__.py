"""One link and its journal: a request is decided, chained, kept and answered."""
