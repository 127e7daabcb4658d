"""One link and its journal: a request is decided, chained, kept and answered.

``deciding`` decides, ``effects`` and ``settling`` change the state, ``book`` joins a link with its store, ``writer``
gives requests that come together one commit. ``recovery`` and ``barring`` open a book; ``reading`` and ``following``
look on.
"""
