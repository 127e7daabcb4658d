"""The audit: nothing that the store keeps is believed, not even what the journal says of itself.

``chain`` adds the journal up and follows its hashes. ``again`` folds it from the first entry and decides every request
once more. ``whole`` compares both with what is kept beside the journal.
"""
