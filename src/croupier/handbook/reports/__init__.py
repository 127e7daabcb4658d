"""Reports of the jackpot books: ``day`` by day and month, ``plan_changes`` for those who approve a plan."""
