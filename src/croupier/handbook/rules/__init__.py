"""Rules, paytables and placards from the cited data. ``pages`` shows the book and one configuration of it; ``records``
is the same as JSON. ``placard`` and ``felt`` draw what a table posts, in the words of ``wording``."""
