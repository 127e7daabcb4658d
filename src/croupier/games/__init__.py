"""One folder a game: rules.toml, paytables.toml, interpretations.toml, rulings.md, game.py."""
