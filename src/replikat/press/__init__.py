"""From finished pages to paper: sheet formats, printers, PDF/X, what print services ask for."""
