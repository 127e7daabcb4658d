"""The rules of a link: ``table`` has a row for each kind of request, the other modules each kind's decision and
effect."""
