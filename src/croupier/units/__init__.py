"""Money, odds and chance.

``money`` and ``odds`` are the values, ``chance`` writes fractions as text, ``tails`` tells how surprising a
statistic is, and ``typed`` reads amounts and rates as people type them.
"""
