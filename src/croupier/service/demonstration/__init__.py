"""A demonstration that needs no hardware: a book of play chips, people with their own secrets, tables that play by
themselves."""
