"""The cards: backs, faces, and both in register on sheets."""
