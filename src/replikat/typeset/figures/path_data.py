"""Path data and transforms of figure files: text to numbers, points and matrices."""

import re
from collections.abc import Iterator
from math import cos, isfinite, radians, sin

from replikat.geometry.plane import IDENTITY, Matrix, Point
from replikat.typeset.figures.figure import Segment

_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_WORD = re.compile(rf"(?:\s*,)?\s*([A-Za-z]|{_NUMBER})")
_CALL = re.compile(r"\s*(\w+)\s*\(([^)]*)\)[\s,]*")
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "Z": 0}


def numbers_in(text: str) -> list[float] | None:
    """Return the numbers of a list such as "1-2.5,3"; None where anything else stands in it."""
    words = _words(text)
    return None if words is None or any(word.isalpha() for word in words) else [float(word) for word in words]


def _words(text: str) -> list[str] | None:
    """Return letters and finite numbers of path data; None where anything else stands in it."""
    words, end = [], 0
    while match := _WORD.match(text, end):
        words.append(match[1])
        end = match.end()
    sound = not text[end:].strip() and all(word.isalpha() or isfinite(float(word)) for word in words)
    return words if sound else None


def path_segments(text: str) -> Iterator[Segment]:
    """Yield the absolute M, L, C and Z segments of path data; quadratic curves become cubic ones."""
    x = y = start_x = start_y = 0.0
    control: tuple[float, float] | None = None
    previous = ""
    for command, numbers in _commands(text):
        kind = command.upper()
        if kind == "Z":
            x, y, control, previous = start_x, start_y, None, kind
            yield Segment("Z", ())
            continue
        points = _absolute(command, numbers, x, y)
        if kind in ("S", "T"):
            mirrored = control is not None and previous in ("CS" if kind == "S" else "QT")
            points.insert(0, (2 * x - control[0], 2 * y - control[1]) if mirrored and control else (x, y))
        control = points[-2] if kind in "CSQT" else None
        if kind in ("Q", "T"):
            (qx, qy), (ex, ey) = points
            points = [(x + 2 / 3 * (qx - x), y + 2 / 3 * (qy - y)), (ex + 2 / 3 * (qx - ex), ey + 2 / 3 * (qy - ey)), (ex, ey)]
        yield Segment("M" if kind == "M" else "C" if kind in "CSQT" else "L", tuple(points))
        x, y = points[-1]
        if kind == "M":
            start_x, start_y = x, y
        previous = kind


def _commands(text: str) -> Iterator[tuple[str, list[float]]]:
    """Yield every command with its numbers; one that is repeated without its letter gets it back."""
    words = _words(text)
    if not words or words[0] not in "Mm":
        raise ValueError("path data is a list of commands and numbers, and begins with M")
    place, command = 0, ""
    while place < len(words):
        if words[place].isalpha():
            command = words[place]
            place += 1
        elif command in "Zz":
            raise ValueError(f"the number {words[place]} after {command}; expected a command")
        if command.upper() not in _ARGUMENTS:
            raise ValueError(f"the command {command} is not read; expected one of {' '.join(_ARGUMENTS)}")
        count = _ARGUMENTS[command.upper()]
        numbers = words[place : place + count]
        if len(numbers) < count or any(word.isalpha() for word in numbers):
            raise ValueError(f"the command {command} needs {count} number{'s' if count > 1 else ''}")
        place += count
        yield command, [float(word) for word in numbers]
        command = {"M": "L", "m": "l"}.get(command, command)


def _absolute(command: str, numbers: list[float], x: float, y: float) -> list[tuple[float, float]]:
    """Return the points of a command whose pen stands at (x, y)."""
    dx, dy = (x, y) if command.islower() else (0.0, 0.0)
    if command in "Hh":
        return [(numbers[0] + dx, y)]
    if command in "Vv":
        return [(x, numbers[0] + dy)]
    return [(px + dx, py + dy) for px, py in zip(numbers[::2], numbers[1::2], strict=True)]


def transform(text: str) -> Matrix:
    """Return the matrix of a transform attribute."""
    matrix, end = IDENTITY, 0
    while call := _CALL.match(text, end):
        numbers = numbers_in(call[2])
        if numbers is None:
            break
        matrix = matrix.after(_matrix(call[1], numbers))
        end = call.end()
    if end != len(text):
        raise ValueError(f"the transform {text!r} is not read")
    return matrix


def _matrix(name: str, numbers: list[float]) -> Matrix:
    match name, numbers:
        case "matrix", [a, b, c, d, e, f]:
            return Matrix(a, b, c, d, e, f)
        case "translate", [x]:
            return Matrix(1, 0, 0, 1, x, 0)
        case "translate", [x, y]:
            return Matrix(1, 0, 0, 1, x, y)
        case "scale", [s]:
            return Matrix(s, 0, 0, s, 0, 0)
        case "scale", [sx, sy]:
            return Matrix(sx, 0, 0, sy, 0, 0)
        case "rotate", [angle]:
            c, s = cos(radians(angle)), sin(radians(angle))
            return Matrix(c, s, -s, c, 0, 0)
        case "rotate", [angle, x, y]:
            return Matrix(1, 0, 0, 1, x, y).after(_matrix("rotate", [angle])).after(Matrix(1, 0, 0, 1, -x, -y))
    raise ValueError(f"the transform {name} with {len(numbers)} numbers is not read; expected matrix, translate, scale or rotate")


def placed(segment: Segment, matrix: Matrix) -> Segment:
    """Return the segment moved by a matrix."""
    if matrix == IDENTITY:
        return segment
    return Segment(segment.command, tuple(matrix(Point(*point)) for point in segment.points))
