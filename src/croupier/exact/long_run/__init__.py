"""Many rounds: exact convolutions, saddle-point bands, volatility."""
