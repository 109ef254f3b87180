"""A square becomes a starting position: which cards lie where, and how that is done."""
