"""The reports of the jackpot books, and of a jackpot over months.

The ``day*`` modules are the end-of-day reports on screen, as CSV and for print; the ``month_*`` modules are
simulated months; ``plan_changes`` is for those who approve a plan.
"""
