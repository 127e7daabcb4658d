"""What moves between the accounts of a link, and why."""
