"""The performance promises, measured as ratios to a fair baseline in the same run."""
