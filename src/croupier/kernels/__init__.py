"""The compiled foundation under exact and sim: arrays, card sets, evaluators, class tables, counters, the generator.

``philox`` and ``stream`` are the keyed generator, ``deals`` cards as bits and how they are dealt, ``card_sets`` sets of
cards up to suits and the classes of any family, ``sweep`` and ``views`` compare two hands with card removal.
``graders`` turn hands into numbers of classes, ``evaluate`` offers that for arrays of hands. ``cells`` counts outcomes,
``pot_tables`` asks a game what its classes are worth. Games are arguments here; no rule is restated.
"""
