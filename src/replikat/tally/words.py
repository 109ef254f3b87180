"""What the lines of a working are called."""

from replikat.deck.catalogue import Catalogue


def what_said(what: str, words: Catalogue) -> str:
    """Return what a line of the working counts, in words; a combination that a game's own data name is called so."""
    return words.phrase(f"tally.{what}") if f"tally.{what}" in words.phrases else what.replace("_", " ")
