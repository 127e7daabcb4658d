"""Rules, paytables and placards from the cited data."""
