"""A casino plan: its file, its records, and the rules that it must obey.

``file`` reads it, ``link_plan`` holds its records, ``link_rules`` the rules with their citations, ``inspection``
what deserves a second look. ``changes`` says when an approved change takes effect; ``carried`` keeps the rules of
its day.
"""
