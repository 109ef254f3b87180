"""Hand records, slips, and the sheets from which an ordinary pack deals."""
