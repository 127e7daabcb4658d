"""The command line: each module parses, calls the library and prints. Nothing is decided here. ``main`` finds a command
and imports it when it is called. ``options`` holds what commands share, ``output`` how they answer, the ``*_text``
modules their pages. ``jackpot`` and ``terminal`` are rooms of their own."""
