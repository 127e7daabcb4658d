"""The statistical battery on the shuffler, and samples of it for a laboratory (``streams``)."""
