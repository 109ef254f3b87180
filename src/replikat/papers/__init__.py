"""What all papers beside the cards share: themes, masthead and foot, forms to write in."""
