"""The instruction booklet and the quick cards."""
