"""What a game loses to a player who sees too much.

``sight`` says what is seen, ``gains`` what that is worth. Each ``sighted_*`` module counts it with one technique;
``shoe_knowledge`` does the same for a pair wager from a shoe.
"""
