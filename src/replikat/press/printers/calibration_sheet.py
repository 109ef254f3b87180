"""The calibration sheet: two sides that tell, held against a lamp, how a printer lays them on each other."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from replikat.deck.catalogue import Catalogue
from replikat.geometry.paper import Flip, Paper
from replikat.geometry.plane import Line, Point, Rect
from replikat.press.printers.readings import AXES, CORNER, RULERS, STATIONS, Axis, Station, scale_off
from replikat.typeset.figures.palette import Palette
from replikat.typeset.fonts import Face, width
from replikat.typeset.pdf import PdfFile
from replikat.typeset.pen import Pen

THIN, FINE = 0.15, 0.1  # widths of lines, mm
REACH = 11  # ticks of a front scale at each side of its middle, a mm apart: those of the range, and the vernier's
VERNIER = 0.9  # mm between the lines of the back; the fifth at each side is the last
LAST = 5
LABELLED = (-10, -5, 0, 5, 10)
TICK, LONG_TICK, POINTER = 2.2, 3.2, 6.0
WIDEST_RIM = 12  # mm from the edge of the furthest line of the margins
STEP = 4.2  # mm from one of these lines to the next
RING = 1.5
TEXT, SMALL, LEADING = 3.0, 1.9, 4.2


def calibration_pdf(paper: Paper, flip: Flip, words: Catalogue, palette: Palette, fonts: Path) -> bytes:
    """Return the two pages of a calibration sheet, for turning the paper over this edge."""
    pdf = PdfFile(words.phrase("calibrate.title"), words.lang, palette, fonts, "rgb", flip)
    with pdf.page(paper.width, paper.height) as pen:
        _draw_front(pen, paper, flip, words)
    with pdf.page(paper.width, paper.height, turned=flip == "short") as pen:
        _draw_back(pen, paper, flip, words)
    return pdf.finish()


def _scales(paper: Paper) -> Iterator[tuple[Station, Axis, Point]]:
    for station in STATIONS:
        for axis in AXES:
            off = scale_off(station, axis, paper.width, paper.height)
            yield station, axis, Point(paper.width / 2 + off.x, paper.height / 2 + off.y)


def _draw_front(pen: Pen, paper: Paper, flip: Flip, words: Catalogue) -> None:
    for station, axis, middle in _scales(paper):
        pen.lines([_tick(middle, axis, step, -_length(step)) for step in range(-REACH, REACH + 1)], "black", FINE)
        for step in LABELLED:
            label = f"{step:+d}".replace("-", "−") if step else "0"
            away = -LONG_TICK - 1.0
            at = Point(middle.x + step, middle.y + away) if axis == "x" else Point(middle.x + away, middle.y + step + SMALL * 0.35)
            pen.text(label, at, "text", SMALL, "black", "middle" if axis == "x" else "right")
        at = Point(middle.x, middle.y - 7.5) if axis == "x" else Point(middle.x - 3, middle.y - REACH - 2)
        pen.text(f"{station} {axis.upper()}", at, "strong", 2.4, "black", "middle")
    _draw_frame(pen, paper)
    _draw_rulers(pen, paper)
    _draw_margins(pen, paper)
    left, right = 58.0, paper.width / 2 + 30
    y = paper.height / 2 - 62
    y = _write(pen, _head(words, words.phrase("calibrate.front"), paper, flip), Rect(left, y, right - left, 0), strong=True)
    for key in ("lamp", "edges", "rulers", "margins"):
        y = _write(pen, [words.phrase(f"calibrate.{key}")], Rect(left, y + 2.2, right - left, 0))


def _length(step: int) -> float:
    return LONG_TICK if step % 5 == 0 or step == 0 else TICK


def _tick(middle: Point, axis: Axis, along: float, out: float, back: float = 0.0) -> Line:
    """Return a tick of a scale: across it, `along` mm from its middle, from `back` to `out` mm beside it."""
    if axis == "x":
        return Line(Point(middle.x + along, middle.y + back), Point(middle.x + along, middle.y + out))
    return Line(Point(middle.x + back, middle.y + along), Point(middle.x + out, middle.y + along))


def _draw_back(pen: Pen, paper: Paper, flip: Flip, words: Catalogue) -> None:
    """Draw the pointers and verniers, each where it is seen from the front, in mirror order."""
    for _, axis, middle in _scales(paper):
        seen = Point(paper.width - middle.x, middle.y)
        inwards = 1 if axis == "x" else -1  # the front's ticks lie at the left of an upright scale: here at the right
        for step in range(-LAST, LAST + 1):
            out = POINTER if step == 0 else LONG_TICK if abs(step) == LAST else TICK
            reach = -LONG_TICK if step == 0 else 0.0
            pen.lines([_tick(seen, axis, step * VERNIER, inwards * out, inwards * reach)], "black", FINE)
    room = Rect(58, paper.height / 2 + 50, paper.width - 116, 0)  # where the front is empty
    _write(pen, _head(words, words.phrase("calibrate.back"), paper, flip), room, strong=True)


def _head(words: Catalogue, side: str, paper: Paper, flip: Flip) -> list[str]:
    return [f"{words.phrase('calibrate.title')} · {paper.name} · {side}", words.phrase(f"sheet.flip.{flip}")]


def _draw_frame(pen: Pen, paper: Paper) -> None:
    """Draw the two lines by which the front is placed on the paper, and the rings of the diagonals."""
    far = Point(paper.width - CORNER, paper.height - CORNER)
    pen.lines([Line(Point(CORNER, CORNER), Point(CORNER, far.y)), Line(Point(CORNER, CORNER), Point(far.x, CORNER))], "black", THIN)
    for x in (CORNER, far.x):
        for y in (CORNER, far.y):
            pen.rect(Rect(x - RING, y - RING, 2 * RING, 2 * RING), line="black", width=FINE, corner=RING * 0.999)
    for text, at in (("A", Point(CORNER - 4, CORNER + 6)), ("B", Point(CORNER - 4, far.y - 4)), ("C", Point(CORNER + 4, CORNER - 3))):
        pen.text(text, at, "strong", TEXT, "black", "middle")


def _draw_rulers(pen: Pen, paper: Paper) -> None:
    level, plumb = RULERS
    start = Point(paper.width / 2 - level / 2, paper.height / 2 + 82)
    ticks = [Line(start, Point(start.x + level, start.y))]
    ticks += [
        Line(Point(start.x + mm, start.y), Point(start.x + mm, start.y - (3 if mm % 50 == 0 else 2 if mm % 10 == 0 else 1)))
        for mm in range(0, round(level) + 1, 5)
    ]
    top = Point(paper.width / 2 + 38, paper.height / 2 - plumb / 2)
    ticks.append(Line(top, Point(top.x, top.y + plumb)))
    ticks += [
        Line(Point(top.x, top.y + mm), Point(top.x + (3 if mm % 50 == 0 else 2 if mm % 10 == 0 else 1), top.y + mm))
        for mm in range(0, round(plumb) + 1, 5)
    ]
    pen.lines(ticks, "black", THIN)
    pen.text(f"{level:g} mm", Point(start.x + level / 2, start.y + 3), "text", 2.4, "black", "middle")
    pen.text(f"{plumb:g} mm", Point(top.x + 4, top.y + plumb / 2 + 5), "text", 2.4, "black")


def _draw_margins(pen: Pen, paper: Paper) -> None:
    """Draw at every edge a stair of lines, each as many mm from it as the number beside it says."""
    for turn, long, high in ((0, paper.width, paper.height), (90, paper.height, paper.width)):
        for far in (False, True):
            start = long / 2 - WIDEST_RIM * STEP / 2
            with pen.at(paper.width, 0, turn=90) if turn else pen.at(0, 0) as inner:
                for mm in range(1, WIDEST_RIM + 1):
                    x, y = start + (mm - 1) * STEP, high - mm if far else float(mm)
                    inner.lines([Line(Point(x, y), Point(x + STEP, y))], "black", THIN)
                    inner.text(str(mm), Point(x + STEP / 2, y - 0.7 if far else y + 2.0), "text", SMALL, "black", "middle")


def _write(pen: Pen, paragraphs: Sequence[str], room: Rect, strong: bool = False) -> float:
    """Write paragraphs in a column and return where the next one begins."""
    face: Face = "strong" if strong else "text"
    y = room.y
    for paragraph in paragraphs:
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}".lstrip()
            if line and width(longer, face) * TEXT > room.width:
                y += LEADING
                pen.text(line, Point(room.x, y), face, TEXT, "black")
                line = word
            else:
                line = longer
        y += LEADING
        pen.text(line, Point(room.x, y), face, TEXT, "black")
    return y
