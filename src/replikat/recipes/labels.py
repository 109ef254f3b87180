"""Labels for the boxes of many decks."""

from collections.abc import Sequence

from replikat.documents.labels import Label, labels_pdf
from replikat.model.print_settings import PrintSettings
from replikat.recipes.papers import stationery
from replikat.templates import Library


def box_labels(title: str, decks: Sequence[tuple[str, str]], settings: PrintSettings, lang: str, library: Library) -> bytes:
    """Return a label for each of the decks, told by name and code, numbered from 1."""
    made = stationery(settings, lang, library)
    lines = (made.words.phrase("label.number", n=number, m=len(decks)) for number in range(1, len(decks) + 1))
    labels = [Label(name, code, number, line) for number, ((name, code), line) in enumerate(zip(decks, lines, strict=True), 1)]
    return labels_pdf(title, labels, made)
