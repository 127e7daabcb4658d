"""What moves between the accounts of a link, and why.

``contributions`` splits a wager, ``awards`` pays hands, ``adjustments`` lists the reasons for a correction,
``corrections`` mends results, and ``bank`` says what the bank must hold.
"""
