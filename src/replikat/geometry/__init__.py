"""Lengths, places, papers: pure geometry in millimetres."""
