"""The routes of the programming interface, one module a subject."""
