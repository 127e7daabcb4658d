"""A link joined with its store.

``answers`` is what is handed in and answered, ``book`` decides and keeps, ``writer`` gives requests that come together
one commit. ``recovery`` opens a book, or says why it stays stopped; ``reading`` looks at one beside its writer.
"""
