"""Foreign formats, and what is read back from a finished PDF."""
