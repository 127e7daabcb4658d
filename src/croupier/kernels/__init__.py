"""The compiled foundation under exact and sim: arrays, card sets, evaluators, class tables, counters, the generator.

Games are arguments here; no rule is restated.
"""
