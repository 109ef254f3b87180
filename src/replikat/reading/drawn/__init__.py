"""Reads what a PDF draws: words, paths and pictures with their places."""
