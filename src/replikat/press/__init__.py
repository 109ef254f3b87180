"""Ink on paper: fonts, colours, PDF output, raster; knows nothing of cards."""
