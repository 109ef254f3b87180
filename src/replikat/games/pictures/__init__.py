"""Squares and tables drawn."""
