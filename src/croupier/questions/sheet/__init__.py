"""What a par sheet holds, and how it is put together: ``question`` asks for one, ``building`` fills the ``records``.
The writers are the handbook's. ``wording`` and ``readings`` are the rules and readings that a sheet states."""
