"""Figures: drawings of a few flat colours, and the palettes that colour them."""
