"""The audit: nothing that the store keeps is believed. ``chain`` adds the journal up and follows its hashes, ``again``
decides every request once more, ``whole`` compares both with what is kept beside the journal."""
