"""Boards of bridge, in and out."""
