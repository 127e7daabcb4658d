"""Blackjack by composition: how the dealer ends, what each decision is worth, and the whole game.

``decisions`` gives exact advice on one hand. ``whole`` values the game with ``playing`` and ``splitting``;
``basic_strategy`` is the chart on the pocket card, ``true_counts`` what a card counter knows.
"""
