"""One seat against the house, with any number of streets, decisions, community and hidden cards."""
