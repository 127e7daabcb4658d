"""The protocol of a game, and the driver that plays it.

``game`` is the protocol and ``declaration`` what a game says of itself. ``round`` drives a round from a live or
recorded deal, ``stakes`` says what may be staked, ``settlement`` and ``awards`` what is owed. ``reading``,
``roundfile`` and ``replay`` are rounds on file. ``views`` alone decides who may see which card.
"""
