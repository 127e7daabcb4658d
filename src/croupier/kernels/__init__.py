"""The compiled foundation under exact and sim: arrays, card sets, evaluators, class tables, counters, the generator.

``philox`` and ``stream`` are the keyed generator, ``deals`` cards as bits and how they are dealt, ``card_sets`` sets of
cards up to suits. ``class_tables`` number the classes of any family, ``sweep`` compares two hands with card removal.
``graders`` and ``families`` turn hands into numbers of classes, ``evaluate`` offers that for arrays of hands.
``wagers`` and ``pot_tables`` ask a game what its classes are worth, ``cells`` counts outcomes. ``compiled``,
``cuda`` and ``chunks`` run it. Games are arguments here; no rule is restated.
"""
