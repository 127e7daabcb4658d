"""What a game loses to a player who sees too much.

``sight`` says what is seen, ``gains`` what that is worth. The ``sighted_*`` modules count it by technique;
``shoe_knowledge`` does for a pair wager from a shoe.
"""
