"""Fonts, pages, text and figures: how anything is drawn into a PDF; knows nothing of cards."""
