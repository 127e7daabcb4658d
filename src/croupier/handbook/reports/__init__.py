"""Reports of the jackpot books: ``day`` by day and month, ``month_tables`` of simulated months, ``plan_changes`` for
those who approve a plan."""
