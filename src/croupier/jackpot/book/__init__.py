"""A link joined with its store: ``answers`` to what is handed in, ``book`` decides and keeps, ``writer`` gathers
batches, ``recovery`` opens a book or says why it stays stopped, ``reading`` looks at one beside its writer."""
