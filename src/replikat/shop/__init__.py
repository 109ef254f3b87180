"""What is sent to a shop, and what goes about the cards: orders, labels, the tuck box."""
