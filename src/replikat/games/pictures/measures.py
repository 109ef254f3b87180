"""The sizes of what pictures of squares and tables show: cards, fans, words and labels."""

from math import radians, sin

from replikat.geometry.paper import CardSize
from replikat.typeset.fonts import width

CARD = CardSize("poker", 63, 88)  # whose proportion small cards keep
SMALL = 0.175  # scale of the cards in a diagram
CARD_WIDE, CARD_HIGH = CARD.width * SMALL, CARD.height * SMALL
FAN, FAN_STEP, FAN_ARM = 5, 9.0, 32.0  # cards of a fan, degrees from one to the next, and where they turn (mm below)
FAN_WIDE = 2 * (FAN_ARM + CARD_HIGH / 2) * sin(radians(FAN_STEP * (FAN - 1) / 2)) + CARD_WIDE
NOTE = 7.5 * 25.4 / 72  # size of the words in a diagram: small type
LEADING = 10 / 7.5  # from line to line, in parts of their size
NOTE_LINE = NOTE * LEADING
LABEL_HIGH, LABEL_PAD = 4.6 / NOTE, 3 / NOTE  # a label, and the white beside its text, in parts of a note


def label_wide(text: str, note: float) -> float:
    """Return how wide the label of a range is, mm."""
    return (width(text, "strong") + LABEL_PAD) * note
