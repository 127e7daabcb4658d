"""A demonstration that needs no hardware: a book of play chips, people with secrets of their own, tables that play."""
