"""Squares are dealt from a seed, and any deck is measured."""
