"""The deals of a deck on paper and in files of other programs."""
