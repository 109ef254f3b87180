"""Sheets of cards: how they lie on paper, and which way the paper is turned."""
