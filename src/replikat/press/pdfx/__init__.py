"""Files for presses: made PDF/X, and checked by its rules."""
