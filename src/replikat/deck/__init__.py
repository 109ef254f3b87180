"""The replicate deck, the value in the middle of everything: cards, squares, spec, deck, code."""
