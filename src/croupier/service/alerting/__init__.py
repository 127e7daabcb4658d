"""Alerts that leave the house: to a command or a webhook, with a heartbeat, so that an unwatched console is noticed."""
