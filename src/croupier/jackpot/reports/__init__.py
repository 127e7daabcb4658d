"""What a day, or a month, came to, and what somebody should look at.

``day`` counts the entries of gambling days and proves that they add up, ``records`` is what the handbook prints,
``alarms`` and ``odds`` say what is odd.
"""
