"""Read figure files: the small subset of SVG that docs/architecture.md declares, visible in any drawing program."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from math import cos, radians, sin
from pathlib import Path

from replikat.errors import Fault, ReplikatError, suggestion
from replikat.model.figures import Figure, Segment, Shape

LARGEST = 500_000  # bytes
ROUND = 0.5522847498  # control point of a quarter circle by a cubic curve, in parts of the radius
SVG = "{http://www.w3.org/2000/svg}"

Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
_WORDS = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_CALL = re.compile(r"\s*(\w+)\s*\(([^)]*)\)[\s,]*")
_ALLOWED = {
    "path": {"d"},
    "circle": {"cx", "cy", "r"},
    "ellipse": {"cx", "cy", "rx", "ry"},
    "rect": {"x", "y", "width", "height", "rx"},
}


def read_figure(path: Path, name: str, colours: set[str]) -> Figure:
    """Return the figure in an SVG file; anything outside the subset is an error that names the element."""
    try:
        data = path.read_bytes()
        if len(data) > LARGEST or b"<!DOCTYPE" in data or b"<!ENTITY" in data:
            raise ReplikatError(Fault("too large, or with a document type", "a plain figure", str(path)))
        root = ET.fromstring(data)
    except OSError as error:
        raise ReplikatError(Fault(f"cannot be read ({error.strerror})", file=str(path))) from None
    except ET.ParseError as error:
        raise ReplikatError(
            Fault(f"not valid XML ({error.msg})", file=str(path), line=error.position[0], column=error.position[1] + 1)
        ) from None
    try:
        box = [float(word) for word in root.get("viewBox", "").split()]
        if root.tag != f"{SVG}svg" or len(box) != 4 or box[:2] != [0, 0]:
            raise ValueError("expected an svg element with viewBox 0 0 width height")
        return Figure(name, box[2], box[3], tuple(_shapes(root, IDENTITY, colours)))
    except ValueError as error:
        raise ReplikatError(Fault(str(error), file=str(path))) from None


def _shapes(parent: ET.Element, matrix: Matrix, colours: set[str]) -> Iterator[Shape]:
    for element in parent:
        tag = element.tag.removeprefix(SVG)
        if tag in ("style", "title"):
            continue
        inner = _times(matrix, _transform(element.get("transform", "")))
        if tag == "g":
            if set(element.keys()) - {"transform"}:
                raise ValueError(f"g: only transform is read, found {', '.join(element.keys())}")
            yield from _shapes(element, inner, colours)
        elif tag in _ALLOWED:
            yield _shape(tag, element, inner, colours)
        else:
            raise ValueError(f"the element {tag} is not read; expected g, {', '.join(_ALLOWED)}")


def _shape(tag: str, element: ET.Element, matrix: Matrix, colours: set[str]) -> Shape:
    known = _ALLOWED[tag] | {"class", "stroke-width", "transform"}
    strange = set(element.keys()) - known
    if strange:
        raise ValueError(f"{tag}: unknown attribute {sorted(strange)[0]}; {suggestion(sorted(strange)[0], known)}")
    fill, line = _colours(tag, element.get("class", ""), colours)
    segments = tuple(_placed(segment, matrix) for segment in _OUTLINES[tag](element))
    scale = abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5
    return Shape(segments, fill, line, float(element.get("stroke-width", "1")) * scale if line else 0.0)


def _colours(tag: str, classes: str, colours: set[str]) -> tuple[str | None, str | None]:
    found: dict[str, str] = {}
    for word in classes.split():
        kind, _, colour = word.partition("-")
        if kind not in ("fill", "line") or kind in found:
            raise ValueError(f"{tag}: class {classes!r}; expected one fill-COLOUR and at most one line-COLOUR")
        if colour not in colours and word != "fill-none":
            raise ValueError(f"{tag}: no colour is called {colour}; {suggestion(colour, colours)}")
        found[kind] = colour
    if "fill" not in found:
        raise ValueError(f"{tag}: class {classes!r} names no fill; expected fill-COLOUR or fill-none")
    return (None if found["fill"] == "none" else found["fill"]), found.get("line")


def _numbers(element: ET.Element, *names: str) -> list[float]:
    return [float(element.get(name, "0")) for name in names]


def _ellipse(element: ET.Element) -> list[Segment]:
    cx, cy, rx, ry = _numbers(element, "cx", "cy", "rx", "ry")
    if element.get("r"):
        rx = ry = float(element.get("r", "0"))
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
    x, y, width, height, r = _numbers(element, "x", "y", "width", "height", "rx")
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


_OUTLINES = {"path": _path, "circle": _ellipse, "ellipse": _ellipse, "rect": _rect}
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "Z": 0}


def path_segments(text: str) -> Iterator[Segment]:
    """Yield the absolute M, L, C and Z segments of path data; quadratic curves become cubic ones."""
    words = _WORDS.findall(text)
    x = y = start_x = start_y = 0.0
    control: tuple[float, float] | None = None
    command, place, previous = "", 0, ""
    while place < len(words):
        if words[place].isalpha():
            command = words[place]
            place += 1
        kind = command.upper()
        if kind not in _ARGUMENTS:
            raise ValueError(f"path: the command {command or words[place]} is not read; expected one of {' '.join(_ARGUMENTS)}")
        count = _ARGUMENTS[kind]
        if place + count > len(words) or any(word.isalpha() for word in words[place : place + count]):
            raise ValueError(f"path: {command} needs {count} numbers")
        numbers = [float(word) for word in words[place : place + count]]
        place += count
        dx, dy = (x, y) if command.islower() else (0.0, 0.0)
        if kind == "H":
            numbers = [numbers[0] + dx, y]
        elif kind == "V":
            numbers = [x, numbers[0] + dy]
        else:
            numbers = [number + (dx, dy)[i % 2] for i, number in enumerate(numbers)]
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        if kind in ("S", "T"):
            mirrored = control is not None and previous in ("CS" if kind == "S" else "QT")
            points.insert(0, (2 * x - control[0], 2 * y - control[1]) if mirrored and control else (x, y))
        control = points[-2] if kind in "CSQT" else None
        if kind in ("Q", "T"):
            (qx, qy), (ex, ey) = points
            points = [(x + 2 / 3 * (qx - x), y + 2 / 3 * (qy - y)), (ex + 2 / 3 * (qx - ex), ey + 2 / 3 * (qy - ey)), (ex, ey)]
        if kind == "Z":
            yield Segment("Z", ())
            x, y = start_x, start_y
        else:
            yield Segment("M" if kind == "M" else "C" if kind in "CSQT" else "L", tuple(points))
            x, y = points[-1]
        if kind == "M":
            start_x, start_y = x, y
            command = "l" if command == "m" else "L"
        previous = kind


def _transform(text: str) -> Matrix:
    """Return the matrix of a transform attribute."""
    matrix, end = IDENTITY, 0
    for call in _CALL.finditer(text):
        numbers = [float(word) for word in _WORDS.findall(call[2])]
        matrix = _times(matrix, _matrix(call[1], numbers))
        end = call.end()
    if end != len(text):
        raise ValueError(f"the transform {text!r} is not read")
    return matrix


def _matrix(name: str, numbers: list[float]) -> Matrix:
    match name, numbers:
        case "matrix", [a, b, c, d, e, f]:
            return (a, b, c, d, e, f)
        case "translate", [x]:
            return (1, 0, 0, 1, x, 0)
        case "translate", [x, y]:
            return (1, 0, 0, 1, x, y)
        case "scale", [s]:
            return (s, 0, 0, s, 0, 0)
        case "scale", [sx, sy]:
            return (sx, 0, 0, sy, 0, 0)
        case "rotate", [angle]:
            c, s = cos(radians(angle)), sin(radians(angle))
            return (c, s, -s, c, 0, 0)
        case "rotate", [angle, x, y]:
            return _times(_times((1, 0, 0, 1, x, y), _matrix("rotate", [angle])), (1, 0, 0, 1, -x, -y))
    raise ValueError(f"the transform {name} with {len(numbers)} numbers is not read")


def _times(a: Matrix, b: Matrix) -> Matrix:
    """Return the matrix that applies b first, then a."""
    return (
        a[0] * b[0] + a[2] * b[1],
        a[1] * b[0] + a[3] * b[1],
        a[0] * b[2] + a[2] * b[3],
        a[1] * b[2] + a[3] * b[3],
        a[0] * b[4] + a[2] * b[5] + a[4],
        a[1] * b[4] + a[3] * b[5] + a[5],
    )


def _placed(segment: Segment, m: Matrix) -> Segment:
    if m == IDENTITY:
        return segment
    return Segment(segment.command, tuple((m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]) for x, y in segment.points))
