"""Make squares, and measure any deck."""
