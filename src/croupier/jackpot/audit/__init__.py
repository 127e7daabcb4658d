"""The audit: nothing that the store keeps is believed. ``again`` follows the journal's hashes and decides every request
once more, ``whole`` compares what it comes to with what is kept beside the journal, and elsewhere."""
