"""Cited data: TOML in, frozen typed records out, with the file and key of every mistake."""
