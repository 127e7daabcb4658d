"""The reports of the jackpot books, and of a jackpot over months.

``day`` has the end-of-day reports and the monthly summary on screen, as CSV and for print; ``month_tables`` has
simulated months; ``plan_changes`` is for those who approve a plan.
"""
