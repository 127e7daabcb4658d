"""The routes of the interface, a room each."""
