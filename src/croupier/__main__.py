"""``python -m croupier`` is the ``croupier`` command."""

from croupier.cli.main import main

if __name__ == "__main__":
    main()
