"""Draw on a page in millimetres, origin top left, in colours by name."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from itertools import groupby
from math import cos, radians, sin
from typing import Literal

from reportlab.lib.colors import CMYKColor, CMYKColorSep, Color, HexColor
from reportlab.pdfgen.canvas import Canvas

from replikat.geometry.plane import Line, Point, Rect
from replikat.geometry.units import MM
from replikat.typeset.figures.figure import Figure, Picture
from replikat.typeset.figures.palette import Inks, Palette, SpotColour
from replikat.typeset.fonts import FILES, Face, composed, width

Align = Literal["left", "middle", "right"]


def colour_of(palette: Palette, name: str, inks: Inks) -> Color:
    """Return a palette colour in the wanted inks."""
    colour = palette.colours[name]
    if inks == "rgb":
        return HexColor(colour.screen)
    cyan, magenta, yellow, black = (share / 100 for share in colour.inks)
    if isinstance(colour, SpotColour):
        return CMYKColorSep(cyan, magenta, yellow, black, spotName=colour.ink)
    return CMYKColor(cyan, magenta, yellow, black)


class Pen:
    """A canvas in millimetres with y downwards; `height` is where y = 0 lies above the canvas's own origin."""

    def __init__(self, canvas: Canvas, palette: Palette, inks: Inks, height: float) -> None:
        self.canvas = canvas
        self.palette = palette
        self.inks: Inks = inks
        self._height = height

    def _x(self, x: float) -> float:
        return x * MM

    def _y(self, y: float) -> float:
        return (self._height - y) * MM

    def origin(self, x: float, y: float) -> tuple[float, float]:
        """Return a place in the points of the canvas, for what the pen does not draw."""
        return self._x(x), self._y(y)

    @contextmanager
    def at(self, x: float, y: float, turn: float = 0.0, scale: float = 1.0) -> Iterator["Pen"]:
        """Draw with the origin moved to (x, y), turned by `turn` degrees clockwise and scaled."""
        self.canvas.saveState()
        self.canvas.translate(self._x(x), self._y(y))
        if turn:
            self.canvas.rotate(-turn)
        if scale != 1.0:
            self.canvas.scale(scale, scale)
        yield Pen(self.canvas, self.palette, self.inks, 0.0)
        self.canvas.restoreState()

    def _ink(self, fill: str | None, line: str | None = None, width: float = 0.0) -> tuple[int, int]:
        if fill:
            self.canvas.setFillColor(colour_of(self.palette, fill, self.inks))
        if line:
            self.canvas.setStrokeColor(colour_of(self.palette, line, self.inks))
            self.canvas.setLineWidth(width * MM)
        return int(line is not None), int(fill is not None)

    def rect(self, box: Rect, fill: str | None = None, line: str | None = None, width: float = 0.0, corner: float = 0.0) -> None:
        """Draw a rectangle, rounded where `corner` (mm) is given."""
        stroke, filled = self._ink(fill, line, width)
        place = self._x(box.x), self._y(box.bottom), box.width * MM, box.height * MM
        if corner:
            self.canvas.roundRect(*place, corner * MM, stroke=stroke, fill=filled)
        else:
            self.canvas.rect(*place, stroke=stroke, fill=filled)

    def polygons(self, outlines: Iterable[Sequence[Point]], fill: str | None, line: str | None = None, width: float = 0.0) -> None:
        """Draw closed outlines as one path."""
        stroke, filled = self._ink(fill, line, width)
        words = []
        for outline in outlines:
            corners = [f"{number(self._x(x))} {number(self._y(y))}" for x, y in outline]
            words.append(f"{corners[0]} m {' '.join(f'{corner} l' for corner in corners[1:])} h")
        if words:
            self.canvas.addLiteral(" ".join(words) + (" B" if stroke and filled else " S" if stroke else " f"))

    def lines(self, lines: Iterable[Line], colour: str, width: float) -> None:
        """Draw straight lines as one path."""
        self._ink(None, colour, width)
        self.canvas.lines([(self._x(a.x), self._y(a.y), self._x(b.x), self._y(b.y)) for a, b in lines])

    def text(
        self,
        text: str,
        at: Point,
        face: Face,
        size: float,
        colour: str,
        align: Align = "left",
        squeeze: float = 1.0,
        track: float = 0.0,
    ) -> None:
        """Write one line with its baseline at `at`; `squeeze` narrows the letters, `track` spaces them (mm)."""
        text = composed(text)
        long = width(text, face) * size * squeeze + track * (len(text) - 1)
        start = at.x - {"left": 0.0, "middle": long / 2, "right": long}[align]
        self._ink(colour)
        line = self.canvas.beginText(self._x(start), self._y(at.y))
        line.setFont(FILES[face], size * MM)
        if squeeze != 1.0:
            line.setHorizScale(squeeze * 100)
        if track:
            line.setCharSpace(track * MM / squeeze)  # squeezing narrows this too
        line.textOut(text)
        if track:
            line.setCharSpace(0)
        if squeeze != 1.0:
            line.setHorizScale(100)
        self.canvas.drawText(line)

    def words(self, words: Iterable[tuple[str, Point]], face: Face, size: float, colour: str) -> None:
        """Write many short strings, each centred on its point, in one text object."""
        self._ink(colour)
        block = self.canvas.beginText()
        block.setFont(FILES[face], size * MM)
        for word, at in words:
            block.setTextOrigin(self._x(at.x - width(word, face) * size / 2), self._y(at.y))
            block.textOut(composed(word))
        self.canvas.drawText(block)

    def figure(self, figure: Figure, suit: str | None = None) -> None:
        """Draw a figure with its box's top left corner at the origin, one unit = 1 mm; "suit" means that colour."""
        words = [f"q {MM:.6f} 0 0 {-MM:.6f} 0 {number(self._y(0))} cm 1 j 1 J"]
        # a hair more than the box, so that no gap shows where two halves meet
        words.append(f"-0.1 -0.1 {number(figure.width + 0.2)} {number(figure.height + 0.2)} re W n")
        for shape in figure.shapes:
            fill, line = (suit if colour == "suit" else colour for colour in (shape.fill, shape.line))
            if fill:
                words.append(self._operands(fill) + (" k" if self.inks == "cmyk" else " rg"))
            if line:
                words.append(self._operands(line) + (" K" if self.inks == "cmyk" else " RG") + f" {number(shape.width)} w")
            for command, points in shape.segments:
                numbers = " ".join(f"{number(x)} {number(y)}" for x, y in points)
                words.append(f"{numbers} {_OPERATORS[command]}".lstrip())
            words.append("B" if fill and line else "S" if line else "f")
        self.canvas.addLiteral(" ".join(words) + " Q")

    def pattern(self, figure: Figure, places: Iterable[tuple[Point, float]], size: float) -> None:
        """Draw a figure many times, its shapes of one colour as one path: at middles, turned clockwise by degrees, `size` mm long."""
        scale, middles = size / max(figure.width, figure.height), list(places)
        for (fill, line, wide), shapes in groupby(figure.shapes, key=lambda shape: (shape.fill, shape.line, shape.width)):
            stroke, filled = self._ink(fill, line, wide * scale)
            segments, words = [segment for shape in shapes for segment in shape.segments], []
            for middle, turn in middles:
                across, down = cos(radians(turn)) * scale, sin(radians(turn)) * scale
                for command, points in segments:
                    for point in points:
                        x, y = point[0] - figure.width / 2, point[1] - figure.height / 2
                        at = self._x(middle.x + across * x - down * y), self._y(middle.y + down * x + across * y)
                        words += [number(at[0]), number(at[1])]
                    words.append(_OPERATORS[command])
            self.canvas.addLiteral(" ".join((*words, "B" if stroke and filled else "S" if stroke else "f")))

    @contextmanager
    def clipped(self, box: Rect) -> Iterator["Pen"]:
        """Draw inside a rectangle alone."""
        self.canvas.saveState()
        path = self.canvas.beginPath()
        path.rect(self._x(box.x), self._y(box.bottom), box.width * MM, box.height * MM)
        self.canvas.clipPath(path, stroke=0, fill=0)
        yield self
        self.canvas.restoreState()

    def _operands(self, name: str) -> str:
        colour = self.palette.colours[name]
        if self.inks == "cmyk":
            return " ".join(number(share / 100) for share in colour.inks)
        return " ".join(number(int(colour.screen[i : i + 2], 16) / 255) for i in (1, 3, 5))

    def picture(self, picture: Picture, box: Rect, shown: Rect) -> None:
        """Print a picture in a box, and of it what lies within `shown`."""
        from reportlab.lib.utils import ImageReader

        self.canvas.saveState()
        window = self.canvas.beginPath()
        window.rect(self._x(shown.x), self._y(shown.bottom), shown.width * MM, shown.height * MM)
        self.canvas.clipPath(window, stroke=0, fill=0)
        place = self._x(box.x), self._y(box.bottom), box.width * MM, box.height * MM
        self.canvas.drawImage(ImageReader(BytesIO(picture.data)), *place)
        self.canvas.restoreState()

    def form(self, name: str, box: Rect, draw: Callable[["Pen"], None]) -> str:
        """Define a reusable drawing once per document; `box` bounds it about its own origin (top left, y down)."""
        if not self.canvas.hasForm(name):
            corners = (box.x * MM, -box.bottom * MM, box.right * MM, -box.y * MM)
            self.canvas.beginForm(name, *corners)  # type: ignore[arg-type]  # the stubs count in whole points
            draw(Pen(self.canvas, self.palette, self.inks, 0.0))
            self.canvas.endForm()
        return name

    def place(self, form: str, x: float = 0.0, y: float = 0.0, turn: float = 0.0, scale: float = 1.0) -> None:
        """Print a form with its origin at (x, y)."""
        with self.at(x, y, turn, scale):
            self.canvas.doForm(form)


_OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


def number(value: float) -> str:
    """Return a number as PDF writes it, to a hundredth."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
