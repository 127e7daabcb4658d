"""A casino plan: its file, its records, and the rules that it must obey.

``file`` reads it, ``checking`` reads one that comes as JSON, ``link_plan`` holds its records, the rules of its day and
when a change takes effect, ``link_rules`` the rules with their citations, ``inspection`` what deserves a second look.
"""
