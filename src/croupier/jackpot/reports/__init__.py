"""The day's reports, read from the journal.

``day_pass`` counts a day's entries, ``day`` makes the ``records`` of the reports, ``explanations`` puts every change
into words, and ``alarms`` names what somebody should look at.
"""
