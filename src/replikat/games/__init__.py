"""Games as data: set-ups, rules, and the books that teach them."""
