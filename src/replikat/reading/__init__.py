"""What was printed is read back and compared with its deck."""
