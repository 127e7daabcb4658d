"""The document model and its writers. ``blocks`` is what every page is made of. ``html``, ``pdf`` and ``terminal``
write a document, ``typesetting`` calls the typesetter, ``text`` rounds numbers and makes text from outside safe to
show."""
