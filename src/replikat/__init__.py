"""Print replicate decks: playing cards whose backs deal the same hands again, by hand."""

__version__ = "0.1.0"
