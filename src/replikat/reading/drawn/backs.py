"""Printed backs read back: which mark stands in which square, by the edge at which it is seen."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from replikat.deck.squares import Mark, Position
from replikat.geometry.plane import Rect, around
from replikat.reading.drawn.page import Outline, Page, Word, turn_page

CODE = re.compile(r"[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{3}")
MIDDLE_ZONE = 0.14  # a number this close to the middle, in parts of the square's side, is dealt to the middle
LEGEND = re.compile(r"=(\d{1,3})")  # what an underlined 1 means
HALF = 0.65  # of the card's height: a foot above it stands at the middle
TOUCH = 0.3  # mm within which a tab lies at an edge


@dataclass(frozen=True)
class ReadBack:
    """A back as read: its marks in square order (None for a dash or an empty square), the code, what was unclear.

    `doubtful` are the squares of which no mark can be told; they have None in `marks`. `dim`: the code is there and cannot
    be told.
    """

    marks: tuple[Mark | None, ...]
    code: str | None
    unclear: tuple[str, ...] = ()
    doubtful: frozenset[int] = frozenset()
    dim: bool = False


def read_back(words: Sequence[Word], outlines: Sequence[Outline], cell: Rect) -> ReadBack | None:
    """Return the marks of the back in a cell, or None where there is no back; of one printed two-way both halves must agree."""
    upright = _read_upright(words, outlines, cell)
    other = None
    if any(word.turned and word.text.isdigit() for word in words):
        about = Page(0, 2 * cell.centre.x, 2 * cell.centre.y, tuple(words), tuple(outlines))  # turns about the card's middle
        turned = turn_page(about, 2)
        other = _read_upright(turned.words, turned.outlines, cell)
    if upright is None or (other is None and not _has_half(words, cell)):
        return upright
    return _agreed(upright, other)


def _has_half(words: Sequence[Word], cell: Rect) -> bool:
    """Return whether the foot stands at the middle of the card, and so another half must follow."""
    codes = [word.middle for word in words if word.quarters == 0 and CODE.search(word.text)]
    return any(middle.y < cell.y + HALF * cell.height for middle in codes)


def _agreed(upright: ReadBack, turned: ReadBack | None) -> ReadBack:
    """Return what both halves of a back say; a square of which they say different things is doubtful."""
    if turned is None:
        return replace(upright, unclear=(*upright.unclear, "the turned half shows no squares"))
    unclear = [*upright.unclear, *(f"{text}, in the turned half" for text in turned.unclear)]
    doubtful = {*upright.doubtful, *turned.doubtful}
    if upright.code != turned.code:
        unclear.append(f"the code is {upright.code} in the upright half, {turned.code} in the turned one")
    count = max(len(upright.marks), len(turned.marks))
    if len(upright.marks) != len(turned.marks):
        unclear.append(f"{len(upright.marks)} squares in the upright half, {len(turned.marks)} in the turned one")
    pairs = enumerate(zip_longest(upright.marks, turned.marks), 1)
    split = {number: pair for number, pair in pairs if pair[0] != pair[1] and number not in doubtful}
    unclear += [
        f"square {number}: {_told(one)} in the upright half, {_told(other)} in the turned one" for number, (one, other) in split.items()
    ]
    doubtful |= set(split)
    marks = tuple(None if number in doubtful else mark for number, mark in enumerate(upright.marks, 1))
    marks += (None,) * (count - len(marks))
    return ReadBack(marks, upright.code, tuple(unclear), frozenset({*doubtful, *range(len(upright.marks) + 1, count + 1)}))


def _told(mark: Mark | None) -> str:
    return str(mark) if mark else "a dash"


def _read_upright(words: Sequence[Word], outlines: Sequence[Outline], cell: Rect) -> ReadBack | None:
    """Return the marks of the squares whose numbers stand upright, or None where there are none."""
    numbers = [word for word in words if word.text.isdigit() and word.quarters == 0]
    frames = [frame for frame in _frames(outlines, cell) if any(frame.holds(word.middle) for word in numbers)]
    if not frames:
        return None
    sizes = [word.size for word in numbers if any(frame.holds(word.middle) for frame in frames)]
    largest = max(sizes) if max(sizes) > 1.25 * min(sizes) else 2 * max(sizes)  # a spare card has square numbers alone
    marks: dict[int, Mark | None] = {}
    unclear: list[str] = []
    doubtful: set[int] = set()
    tabs = [part for outline in outlines if not outline.curved for part in outline.parts if len(part) >= 4]
    boxes = [around(part) for part in tabs]
    batch = _batch(words)
    for frame in frames:
        inside = [word for word in numbers if frame.holds(word.middle, 0.2)]
        square = [word for word in inside if word.size < 0.8 * largest]
        tab = [word for word in inside if word.size >= 0.8 * largest]
        if len(square) != 1 or len(tab) > 1 or int(square[0].text) in marks:
            shown = ", ".join(word.text for word in inside) or "nothing"
            unclear.append(f"a square at {frame.x - cell.x:.0f}, {frame.y - cell.y:.0f} mm shows {shown}")
            doubtful |= {int(square[0].text)} if len(square) == 1 else set()
            continue
        number = int(square[0].text)
        marks[number] = None
        if tab:
            position = _direction(tab[0], frame, boxes)
            if position is None:
                unclear.append(f"square {number}: the edge of the {tab[0].text} is not clear")
                doubtful.add(number)
            else:
                second = batch and any(_is_under(box, tab[0]) for box in boxes)
                marks[number] = Mark(position, int(tab[0].text) + (batch if second else 0))
    count = max((*marks, *doubtful), default=0)
    missing = [number for number in range(1, count + 1) if number not in marks and number not in doubtful]
    if missing:
        unclear.append(f"squares {', '.join(map(str, missing))} are missing")
    codes = [match[0] for word in words if word.quarters == 0 and (match := CODE.search(word.text))]
    told = tuple(marks.get(number) for number in range(1, count + 1))
    return ReadBack(told, codes[0] if codes else None, tuple(unclear), frozenset({*doubtful, *missing}))


def _batch(words: Sequence[Word]) -> int:
    """Return what an underlined number is more than its digits say, as the legend in the foot tells; 0 without one."""
    told = [int(found[1]) for word in words if word.quarters == 0 and (found := LEGEND.fullmatch(word.text))]
    return told[0] - 1 if told else 0


def _is_under(box: Rect, word: Word) -> bool:
    """Return whether a box is the rule under a number: thin, close below it and at least as wide."""
    close = 0 < box.y - word.box.bottom < 0.3 * word.size and box.height < 0.2 * word.size
    return close and box.x < word.box.x + 0.1 and box.right > word.box.right - 0.1


def _frames(outlines: Sequence[Outline], cell: Rect) -> list[Rect]:
    """Return the frames of the squares: rounded rectangles, smaller than the card."""
    return [
        outline.box
        for outline in outlines
        if outline.curved
        and len(outline.parts) == 1
        and 4 < outline.box.width < 0.95 * cell.width
        and 4 < outline.box.height < 0.95 * cell.height
    ]


def _direction(word: Word, frame: Rect, tabs: Sequence[Rect]) -> Position | None:
    """Return the edge nearest to a number, if the tab behind it lies at that same edge."""
    middle = word.middle
    off_x, off_y = (middle.x - frame.centre.x) / frame.width, (middle.y - frame.centre.y) / frame.height
    distances: dict[Position, float] = {
        "S": frame.bottom - middle.y,
        "W": middle.x - frame.x,
        "N": middle.y - frame.y,
        "E": frame.right - middle.x,
    }
    near = min(distances, key=lambda position: distances[position])
    seen: Position = "M" if max(abs(off_x), abs(off_y)) < MIDDLE_ZONE else near
    behind = [tab for tab in tabs if tab.holds(middle) and tab.width < frame.width and tab.height < frame.height]
    if len(behind) != 1:
        return None
    tab = behind[0]
    touching: dict[Position, bool] = {
        "S": abs(tab.bottom - frame.bottom) < TOUCH,
        "W": abs(tab.x - frame.x) < TOUCH,
        "N": abs(tab.y - frame.y) < TOUCH,
        "E": abs(tab.right - frame.right) < TOUCH,
    }
    edges = [position for position, touches in touching.items() if touches]
    return seen if edges == ([] if seen == "M" else [seen]) else None
