"""The day's reports, read from the journal."""
