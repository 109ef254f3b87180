"""Words in, files out: the only door to click."""
