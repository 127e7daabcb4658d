"""A casino plan: ``file`` reads it, ``checking`` one that comes as JSON, ``link_plan`` holds its records,
``link_rules`` the rules with citations, ``inspection`` what deserves a second look."""
