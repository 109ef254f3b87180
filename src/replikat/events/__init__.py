"""Evenings: who plays which squares with whom, and what came of it."""
