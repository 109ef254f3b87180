"""The things on a table, drawn: fans, piles, rows, grids and columns, with the words under them."""

from collections.abc import Mapping

from replikat.deck.squares import Mark
from replikat.games.pictures.diagrams import Example, card_back, draw_fan, draw_open, draw_stack, label, write_lines
from replikat.games.pictures.measures import CARD_HIGH, CARD_WIDE
from replikat.games.pictures.table_items import BESIDE, BETWEEN_COLUMNS, LOWER, MOST_OPEN, OPEN_STEP, Item, Lettering
from replikat.games.setups import Zone
from replikat.geometry.plane import Point
from replikat.typeset.fonts import CAP
from replikat.typeset.pen import Pen

RISE = 0.83  # from the foot of a picture to the baseline of the line below it, in parts of its leading


def draw_item(pen: Pen, item: Item, middle: Point, lettering: Lettering, example: Example, dealt: Mapping[Mark, int]) -> None:
    """Draw an item with its picture's middle at `middle`, and its words below."""
    if item.form == "fan":
        draw_fan(pen, middle, item.cards, item.label(lettering), lettering.note)
    elif item.form == "open":
        _draw_open_cards(pen, item, middle, example, dealt)
    elif item.form in ("row", "grid"):
        _draw_cells(pen, item, middle, lettering, example, dealt)
    elif item.form == "columns":
        _draw_columns(pen, item, middle, lettering, example, dealt)
    else:
        draw_stack(pen, middle, item.form == "grey")
        if item.form == "topped" and item.zone:
            draw_open(pen, example, dealt[item.zone.slots[0]], middle)
        elif item.strict:
            label(pen, str(item.spans[0].first), middle, lettering.note)
    lines, named = item.lines(lettering), len(item.named)
    first = Point(middle.x, middle.y + item.size(lettering)[1] / 2 + RISE * lettering.line)
    write_lines(pen, lines[:named], first, "middle", "text", "black", lettering.note)
    write_lines(pen, lines[named:], Point(first.x, first.y + named * lettering.line), "middle", "strong", "ink", lettering.note)


def _draw_open_cards(pen: Pen, item: Item, middle: Point, example: Example, dealt: Mapping[Mark, int]) -> None:
    marks = [mark for span in item.spans for mark in span.marks][:MOST_OPEN]
    for place, mark in enumerate(marks):
        draw_open(pen, example, dealt[mark], Point(middle.x + (place - (len(marks) - 1) / 2) * OPEN_STEP, middle.y))


def _draw_cells(pen: Pen, item: Item, middle: Point, lettering: Lettering, example: Example, dealt: Mapping[Mark, int]) -> None:
    """Draw a row or grid as its reader lays it, South at the bottom; what lies on it a little lower."""
    for layer, zone in enumerate(item.zones):
        columns = zone.columns or 1
        wide, high = CARD_WIDE + BESIDE, CARD_HIGH + BESIDE
        top = middle.y + layer * LOWER - LOWER * (len(item.zones) - 1) / 2
        for place, mark in enumerate(zone.slots):
            row, column = divmod(place, columns)
            across, down = (column - (columns - 1) / 2) * wide, (row - (zone.rows - 1) / 2) * high
            if (zone.reader or zone.owner) == "N":  # whose left hand is at the right of the picture
                across = -across
            elif item.form == "grid":  # the first row lies nearest to South
                down = -down
            _draw_card(pen, zone.face == "up", mark, Point(middle.x + across, top + down), example, dealt)
        if item.form == "grid":
            _write_rows(pen, item, zone, middle, lettering)


def _write_rows(pen: Pen, item: Item, zone: Zone, middle: Point, lettering: Lettering) -> None:
    """Write beside every row of a grid which range it is, on the side where its first card lies."""
    columns, from_right = zone.columns or 1, (zone.reader or "S") == "N"
    wide, high = CARD_WIDE + BESIDE, CARD_HIGH + BESIDE
    edge = columns * wide / 2 + 1
    for row in range(zone.rows):
        marks = zone.slots[row * columns : (row + 1) * columns]
        down = (row - (zone.rows - 1) / 2) * high * (1 if from_right else -1)
        first, last = marks[0], marks[-1]
        said = f"{lettering.words.letters[first.position]} {first.number}–{last.number}" if len(marks) > 1 else f"{first}"
        at = Point(middle.x + edge * (1 if from_right else -1), middle.y + down + lettering.note * CAP["strong"] / 2)
        write_lines(pen, [said], at, "left" if from_right else "right", "strong", "ink", lettering.note)


def _draw_columns(pen: Pen, item: Item, middle: Point, lettering: Lettering, example: Example, dealt: Mapping[Mark, int]) -> None:
    """Draw the columns of a patience with their ranges above them, the last card of each open."""
    wide, high = item.size(lettering)
    step = (wide + BETWEEN_COLUMNS) / len(item.zones)
    over = max(len(item.above(zone, lettering)) for zone in item.zones)
    top = middle.y - high / 2
    for place, zone in enumerate(item.zones):
        x = middle.x - wide / 2 + place * step + (step - BETWEEN_COLUMNS) / 2
        said = item.above(zone, lettering)
        write_lines(pen, said, Point(x, top + (over - len(said) + 1) * lettering.line - 1), "middle", "strong", "ink", lettering.note)
        for depth, mark in enumerate(zone.slots):
            last = depth == len(zone.slots) - 1
            at = Point(x, top + over * lettering.line + 1 + CARD_HIGH / 2 + depth * LOWER)
            _draw_card(pen, last and zone.face == "last_up", mark, at, example, dealt)


def _draw_card(pen: Pen, is_open: bool, mark: Mark, middle: Point, example: Example, dealt: Mapping[Mark, int]) -> None:
    if is_open:
        draw_open(pen, example, dealt[mark], middle)
    else:
        pen.place(card_back(pen), middle.x, middle.y)
