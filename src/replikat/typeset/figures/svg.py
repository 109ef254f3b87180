"""Read figure files: the small subset of SVG that docs/architecture.md declares, visible in any drawing program."""

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from xml.parsers import expat

from replikat.data.files import read_file
from replikat.errors import Fault, ReplikatError, suggestion
from replikat.geometry.plane import IDENTITY, Matrix
from replikat.typeset.figures.figure import Figure, Segment, Shape
from replikat.typeset.figures.path_data import numbers_in, path_segments, placed, transform

LARGEST = 500_000  # bytes
DEEPEST = 20  # groups within groups
SIDES = (0.01, 100_000.0)  # of a viewBox; beyond them numbers are no longer exact, or overflow
FARTHEST = 1_000_000.0  # that a number of a drawing may be from 0
ROUND = 0.5522847498  # control point of a quarter circle by a cubic curve, in parts of the radius
SVG = "{http://www.w3.org/2000/svg}"

_ALLOWED = {
    "path": {"d"},
    "circle": {"cx", "cy", "r"},
    "ellipse": {"cx", "cy", "rx", "ry"},
    "rect": {"x", "y", "width", "height", "rx"},
}


class _Wrong(Exception):
    """An element that cannot be read."""

    def __init__(self, element: ET.Element, text: str) -> None:
        self.element = element
        super().__init__(text)


def read_figure(path: Path, name: str, colours: set[str]) -> Figure:
    """Return the figure in an SVG file; anything outside the subset is an error that names the element and its line."""
    text = _read_text(path)
    try:
        root = ET.fromstring(text)
    except ET.ParseError as error:
        line, column = error.position
        raise ReplikatError(Fault(f"not valid XML ({expat.ErrorString(error.code)})", "", str(path), line, column + 1)) from None
    try:
        width, height = _box(root)
        return Figure(name, width, height, tuple(_shapes(root, IDENTITY, colours)))
    except _Wrong as wrong:
        tag = wrong.element.tag.removeprefix(SVG)
        raise ReplikatError(Fault(str(wrong), "", str(path), *_place(text, root, wrong.element), tag)) from None


def _read_text(path: Path) -> str:
    data = read_file(path, largest=LARGEST, smaller="expected a plain figure")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:  # expat takes text with these for UTF-16, whatever it is told
        raise ReplikatError(Fault("not UTF-8 text", "save the figure as UTF-8", str(path)))
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise ReplikatError(Fault("a document type", "delete it: entities are not read", str(path)))
    return text


def _place(text: str, root: ET.Element, element: ET.Element) -> tuple[int, int]:
    """Return line and column of an element, which the tree does not know."""
    places: list[tuple[int, int]] = []
    parser = expat.ParserCreate("utf-8")
    parser.StartElementHandler = lambda *_: places.append((parser.CurrentLineNumber, parser.CurrentColumnNumber + 1))
    parser.Parse(text.encode(), True)
    return next(place for place, other in zip(places, root.iter(), strict=False) if other is element)


def _box(root: ET.Element) -> tuple[float, float]:
    """Return width and height of the drawing."""
    strange = set(root.keys()) - {"viewBox", "width", "height", "version"}
    box = numbers_in(root.get("viewBox", ""))
    if root.tag != f"{SVG}svg" or box is None or len(box) != 4 or box[:2] != [0, 0] or min(box[2:]) <= 0:
        raise _Wrong(root, 'expected <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 WIDTH HEIGHT">')
    if not all(SIDES[0] <= side <= SIDES[1] for side in box[2:]):
        raise _Wrong(root, f"a viewBox of {box[2]:g} x {box[3]:g}; expected sides from {SIDES[0]:g} to {SIDES[1]:g}")
    if strange:
        raise _Wrong(root, f"unknown attribute {min(strange)}; expected viewBox alone")
    return box[2], box[3]


def _shapes(parent: ET.Element, matrix: Matrix, colours: set[str], depth: int = 0) -> Iterator[Shape]:
    if depth > DEEPEST:
        raise _Wrong(parent, f"nested deeper than {DEEPEST} groups")
    for element in parent:
        tag = element.tag.removeprefix(SVG) if element.tag.startswith(SVG) else ""
        if tag in ("style", "title"):
            continue
        if tag != "g" and tag not in _ALLOWED:
            raise _Wrong(element, f"this element is not read; expected g, {', '.join(_ALLOWED)}")
        try:
            inner = matrix.after(transform(element.get("transform", "")))
            if tag == "g" and set(element.keys()) - {"transform"}:
                raise ValueError(f"only transform is read, found {min(set(element.keys()) - {'transform'})}")
            shape = None if tag == "g" else _shape(tag, element, inner, colours)
        except ValueError as error:
            raise _Wrong(element, str(error)) from None
        if shape is None:
            yield from _shapes(element, inner, colours, depth + 1)
        else:
            yield shape


def _shape(tag: str, element: ET.Element, matrix: Matrix, colours: set[str]) -> Shape:
    known = _ALLOWED[tag] | {"class", "stroke-width", "transform"}
    if strange := set(element.keys()) - known:
        raise ValueError(f"unknown attribute {min(strange)}; {suggestion(min(strange), known)}")
    if len(element):
        raise ValueError("an element inside it is not read")
    fill, line = _colours(element.get("class", ""), colours)
    segments = tuple(placed(segment, matrix) for segment in _OUTLINES[tag](element))
    scale = abs(matrix.a * matrix.d - matrix.b * matrix.c) ** 0.5
    (width,) = _lengths(element, "stroke-width") if "stroke-width" in element.keys() else (1.0,)  # noqa: SIM118
    points = [point for segment in segments for point in segment.points]
    if not all(abs(number) <= FARTHEST for number in (width * scale, *chain.from_iterable(points))):  # nor NaN
        raise ValueError("numbers too large to draw")
    return Shape(segments, fill, line, width * scale if line else 0.0)


def _colours(classes: str, colours: set[str]) -> tuple[str | None, str | None]:
    found: dict[str, str] = {}
    for word in classes.split():
        kind, _, colour = word.partition("-")
        if kind not in ("fill", "line") or kind in found:
            raise ValueError(f"class {classes!r}; expected one fill-COLOUR and at most one line-COLOUR")
        if colour not in colours and word != "fill-none":
            raise ValueError(f"no colour is called {colour}; {suggestion(colour, colours)}")
        found[kind] = colour
    if "fill" not in found:
        raise ValueError(f"class {classes!r} names no fill; expected fill-COLOUR or fill-none")
    return (None if found["fill"] == "none" else found["fill"]), found.get("line")


def _numbers(element: ET.Element, *names: str) -> list[float]:
    """Return the numbers in these attributes, 0 for one that is missing."""
    found = []
    for name in names:
        numbers = numbers_in(element.get(name, "0"))
        if numbers is None or len(numbers) != 1:
            raise ValueError(f'{name}="{element.get(name)}"; expected a number')
        found += numbers
    return found


def _lengths(element: ET.Element, *names: str) -> list[float]:
    """Return the numbers in these attributes, none of them below 0."""
    found = _numbers(element, *names)
    for name, number in zip(names, found, strict=True):
        if number < 0:
            raise ValueError(f'{name}="{element.get(name)}"; expected a length, not below 0')
    return found


def _circle(element: ET.Element) -> list[Segment]:
    (cx, cy), (r,) = _numbers(element, "cx", "cy"), _lengths(element, "r")
    return _round(cx, cy, r, r)


def _ellipse(element: ET.Element) -> list[Segment]:
    (cx, cy), (rx, ry) = _numbers(element, "cx", "cy"), _lengths(element, "rx", "ry")
    return _round(cx, cy, rx, ry)


def _round(cx: float, cy: float, rx: float, ry: float) -> list[Segment]:
    a, b = rx * ROUND, ry * ROUND
    return [
        Segment("M", ((cx + rx, cy),)),
        Segment("C", ((cx + rx, cy + b), (cx + a, cy + ry), (cx, cy + ry))),
        Segment("C", ((cx - a, cy + ry), (cx - rx, cy + b), (cx - rx, cy))),
        Segment("C", ((cx - rx, cy - b), (cx - a, cy - ry), (cx, cy - ry))),
        Segment("C", ((cx + a, cy - ry), (cx + rx, cy - b), (cx + rx, cy))),
        Segment("Z", ()),
    ]


def _rect(element: ET.Element) -> list[Segment]:
    x, y = _numbers(element, "x", "y")
    width, height, r = _lengths(element, "width", "height", "rx")
    r = min(r, width / 2, height / 2)
    right, low = x + width, y + height
    if not r:
        corners = [(x, y), (right, y), (right, low), (x, low)]
        return [Segment("M", (corners[0],)), *(Segment("L", (corner,)) for corner in corners[1:]), Segment("Z", ())]
    k = r * (1 - ROUND)
    return [
        Segment("M", ((x + r, y),)),
        Segment("L", ((right - r, y),)),
        Segment("C", ((right - k, y), (right, y + k), (right, y + r))),
        Segment("L", ((right, low - r),)),
        Segment("C", ((right, low - k), (right - k, low), (right - r, low))),
        Segment("L", ((x + r, low),)),
        Segment("C", ((x + k, low), (x, low - k), (x, low - r))),
        Segment("L", ((x, y + r),)),
        Segment("C", ((x, y + k), (x + k, y), (x + r, y))),
        Segment("Z", ()),
    ]


def _path(element: ET.Element) -> list[Segment]:
    return list(path_segments(element.get("d", "")))


_OUTLINES = {"path": _path, "circle": _circle, "ellipse": _ellipse, "rect": _rect}
