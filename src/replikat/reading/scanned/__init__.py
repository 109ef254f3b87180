"""Reads pages that are pictures."""
