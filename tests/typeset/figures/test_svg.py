"""Figure files: what the subset of SVG means, and the refusal of everything else by name and line."""

import re
from pathlib import Path

import pytest

from replikat.data.library import Library, packaged
from replikat.errors import ReplikatError
from replikat.typeset.figures.figure import Figure, Segment
from replikat.typeset.figures.loaders import load_figure, load_palette
from replikat.typeset.figures.svg import LARGEST, read_figure
from support import LIBRARY

COLOURS = {"ink", "paper", "suit"}
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 80">'
NAMES = LIBRARY.names("figures", ".svg")


def figure(body: str, folder: Path, opening: str = SVG) -> Figure:
    path = folder / "f.svg"
    path.write_text(f"{opening}\n{body}\n</svg>\n", encoding="utf-8")
    return read_figure(path, "f", COLOURS)


def fault(body: str, folder: Path, opening: str = SVG) -> str:
    with pytest.raises(ReplikatError) as caught:
        figure(body, folder, opening)
    return str(caught.value).replace(str(folder / "f.svg"), "FILE")


def drawn(attributes: str, folder: Path, tag: str = "path") -> list[str]:
    """Return the outline of one element, written out as absolute path data."""
    (shape,) = figure(f'<{tag} class="fill-ink" {attributes}/>', folder).shapes
    return [written(segment) for segment in shape.segments]


def written(segment: Segment) -> str:
    return " ".join([segment.command, *(f"{x:g},{y:g}" for x, y in segment.points)])


def test_a_shape_has_its_colours_and_its_line(tmp_path: Path) -> None:
    found = figure(
        "<title>f</title><!-- a note --><style>.fill-ink{fill:red}</style>"
        '<path class="fill-ink" d="M1 2"/>'
        '<g transform="scale(2)"><path class="line-suit fill-none" stroke-width="1.5" d="M1 2"/></g>'
        '<path class="fill-paper line-ink" d="M1 2"/>',
        tmp_path,
    )
    assert (found.name, found.width, found.height) == ("f", 100, 80)
    assert [(shape.fill, shape.line, shape.width) for shape in found.shapes] == [("ink", None, 0), (None, "suit", 3), ("paper", "ink", 1)]


PATHS = [
    ("M1 2 L3 4", ["M 1,2", "L 3,4"]),
    ("m1 2 l3 4", ["M 1,2", "L 4,6"]),
    ("M1,2L3,4", ["M 1,2", "L 3,4"]),
    ("M1 2 3 4 5 6", ["M 1,2", "L 3,4", "L 5,6"]),
    ("m1 2 3 4 5 6", ["M 1,2", "L 4,6", "L 9,12"]),
    ("M1 2H5V6", ["M 1,2", "L 5,2", "L 5,6"]),
    ("M1 2h5v6h-1-1", ["M 1,2", "L 6,2", "L 6,8", "L 5,8", "L 4,8"]),
    ("M1 1C2 3 4 5 6 7", ["M 1,1", "C 2,3 4,5 6,7"]),
    ("M1 1c2 3 4 5 6 7 1 1 2 2 3 3", ["M 1,1", "C 3,4 5,6 7,8", "C 8,9 9,10 10,11"]),
    ("M0 0C0 1 2 3 4 4S6 7 8 8", ["M 0,0", "C 0,1 2,3 4,4", "C 6,5 6,7 8,8"]),
    ("M0 0c0 1 2 3 4 4s2 3 4 4", ["M 0,0", "C 0,1 2,3 4,4", "C 6,5 6,7 8,8"]),
    ("M1 1S2 3 4 4", ["M 1,1", "C 1,1 2,3 4,4"]),  # nothing to mirror: the pen itself
    ("M0 0C0 1 2 3 4 4L5 5S6 7 8 8", ["M 0,0", "C 0,1 2,3 4,4", "L 5,5", "C 5,5 6,7 8,8"]),
    ("M0 0Q3 3 6 0", ["M 0,0", "C 2,2 4,2 6,0"]),
    ("M3 3q3 3 6 0", ["M 3,3", "C 5,5 7,5 9,3"]),
    ("M0 0Q3 3 6 0T12 0", ["M 0,0", "C 2,2 4,2 6,0", "C 8,-2 10,-2 12,0"]),
    ("M0 0Q3 3 6 0t6 0 6 0", ["M 0,0", "C 2,2 4,2 6,0", "C 8,-2 10,-2 12,0", "C 14,2 16,2 18,0"]),
    ("M1 1T7 7", ["M 1,1", "C 1,1 3,3 7,7"]),
    ("M0 0C0 1 2 3 3 3T6 6", ["M 0,0", "C 0,1 2,3 3,3", "C 3,3 4,4 6,6"]),  # T mirrors Q and T only
    ("M1 2L3 4ZL5 6", ["M 1,2", "L 3,4", "Z", "L 5,6"]),
    ("M1 2L3 4zl1 1", ["M 1,2", "L 3,4", "Z", "L 2,3"]),  # z puts the pen back
    ("M1 2l3 4zm5 5l1 1z", ["M 1,2", "L 4,6", "Z", "M 6,7", "L 7,8", "Z"]),
    ("M1-2.5.5.25-.5+4", ["M 1,-2.5", "L 0.5,0.25", "L -0.5,4"]),
    ("M1e1-2E-1", ["M 10,-0.2"]),
    ("M5. 6", ["M 5,6"]),
    ("\n M 1 , 2\n\tL\n3\n4 ", ["M 1,2", "L 3,4"]),
]


@pytest.mark.parametrize(("data", "outline"), PATHS, ids=[data for data, _ in PATHS])
def test_path_data(data: str, outline: list[str], tmp_path: Path) -> None:
    assert drawn(f'd="{data}"', tmp_path) == outline


TRANSFORMS = [
    ("translate(10)", ["M 11,2"]),
    ("translate(10, 20)", ["M 11,22"]),
    ("scale(2)", ["M 2,4"]),
    ("scale(2 -3)", ["M 2,-6"]),
    ("rotate(90)", ["M -2,1"]),
    ("rotate(180 50 40)", ["M 99,78"]),
    ("matrix(1 2 3 4 5 6)", ["M 12,16"]),
    ("translate(10,20) scale(2)", ["M 12,24"]),  # the right one first
    ("scale(2),translate(10 20)", ["M 22,44"]),
    (" translate( -1-2 ) ", ["M 0,0"]),
]


@pytest.mark.parametrize(("transform", "outline"), TRANSFORMS, ids=[transform for transform, _ in TRANSFORMS])
def test_transforms(transform: str, outline: list[str], tmp_path: Path) -> None:
    (shape,) = figure(f'<path class="fill-ink" transform="{transform}" d="M1 2"/>', tmp_path).shapes
    points = [(segment.command, [(round(x, 9) + 0.0, round(y, 9) + 0.0) for x, y in segment.points]) for segment in shape.segments]
    assert [f"{command} " + " ".join(f"{x:g},{y:g}" for x, y in places) for command, places in points] == outline


def test_groups_pass_their_transforms_on(tmp_path: Path) -> None:
    path = '<path class="fill-ink line-ink" transform="translate(1 1)" d="M1 2"/>'
    (shape,) = figure(f'<g transform="translate(10 0)"><g transform="scale(2)">{path}</g></g>', tmp_path).shapes
    assert ([written(segment) for segment in shape.segments], shape.width) == (["M 14,6"], 2)


def test_circles_ellipses_and_rectangles_are_paths(tmp_path: Path) -> None:
    assert drawn('x="1" y="2" width="3" height="4"', tmp_path, "rect") == ["M 1,2", "L 4,2", "L 4,6", "L 1,6", "Z"]
    circle = drawn('cx="10" cy="20" r="5"', tmp_path, "circle")
    assert circle == drawn('cx="10" cy="20" rx="5" ry="5"', tmp_path, "ellipse")
    assert [line.split()[-1] for line in circle[:-1]] == ["15,20", "10,25", "5,20", "10,15", "15,20"]
    rounded = drawn('x="0" y="0" width="8" height="6" rx="2"', tmp_path, "rect")
    assert [line.split()[-1] for line in rounded[:-1]] == ["2,0", "6,0", "8,2", "8,4", "6,6", "2,6", "0,4", "0,2", "2,0"]
    assert drawn('width="8" height="6" rx="9"', tmp_path, "rect")[1] == "L 5,0"  # a radius is at most half a side


REFUSED = [
    ('<path class="fill-ink" d="M0 0A1 1 0 0 0 2 2"/>', "FILE:2:1: path: the command A is not read; expected one of M L H V C S Q T Z"),
    ('<path class="fill-ink" d="L1 1"/>', "FILE:2:1: path: path data is a list of commands and numbers, and begins with M"),
    ('<path class="fill-ink" d=""/>', "FILE:2:1: path: path data is a list of commands and numbers, and begins with M"),
    ('<path class="fill-ink"/>', "FILE:2:1: path: path data is a list of commands and numbers, and begins with M"),
    ('<path class="fill-ink" d="M1 2 ; L3 4"/>', "FILE:2:1: path: path data is a list of commands and numbers, and begins with M"),
    ('<path class="fill-ink" d="M1 2L1e999 4"/>', "FILE:2:1: path: path data is a list of commands and numbers, and begins with M"),
    ('<path class="fill-ink" d="M1 2L3"/>', "FILE:2:1: path: the command L needs 2 numbers"),
    ('<path class="fill-ink" d="M1 2LL3 4"/>', "FILE:2:1: path: the command L needs 2 numbers"),
    ('<path class="fill-ink" d="M1 2 3"/>', "FILE:2:1: path: the command L needs 2 numbers"),
    ('<path class="fill-ink" d="M1 2C1 2 3 4 5"/>', "FILE:2:1: path: the command C needs 6 numbers"),
    ('<path class="fill-ink" d="M1 2H"/>', "FILE:2:1: path: the command H needs 1 number"),
    ('<path class="fill-ink" d="M1 2Z5 6"/>', "FILE:2:1: path: the number 5 after Z; expected a command"),
    ('<path class="fill-ink" d="M1 nan"/>', "FILE:2:1: path: the command M needs 2 numbers"),
    ('<path class="fill-ink" d="M1e308 1" transform="scale(1e308)"/>', "FILE:2:1: path: numbers too large to draw"),
    ('<circle class="fill-ink" r="abc"/>', 'FILE:2:1: circle: r="abc"; expected a number'),
    ('<circle class="fill-ink" r="nan"/>', 'FILE:2:1: circle: r="nan"; expected a number'),
    ('<circle class="fill-ink" r="-1"/>', 'FILE:2:1: circle: r="-1"; expected a length, not below 0'),
    ('<circle class="fill-ink" cx="1 2" r="1"/>', 'FILE:2:1: circle: cx="1 2"; expected a number'),
    ('<circle class="fill-ink" r="5px"/>', 'FILE:2:1: circle: r="5px"; expected a number'),
    ('<circle class="fill-ink" cx="" r="5"/>', 'FILE:2:1: circle: cx=""; expected a number'),
    ('<rect class="fill-ink" width="1" height="1" ry="1"/>', "FILE:2:1: rect: unknown attribute ry; did you mean y?"),
    ('<path class="fill-ink line-ink" stroke-width="thin" d="M1 2"/>', 'FILE:2:1: path: stroke-width="thin"; expected a number'),
    (
        '<path class="fill-ink" style="fill:red" d="M1 2"/>',
        "FILE:2:1: path: unknown attribute style; expected one of class, d, stroke-width, transform",
    ),
    ('<path class="fill-ink" strokewidth="2" d="M1 2"/>', "FILE:2:1: path: unknown attribute strokewidth; did you mean stroke-width?"),
    ('<path class="fill-ink" d="M1 2"><path/></path>', "FILE:2:1: path: an element inside it is not read"),
    ('<path d="M1 2"/>', "FILE:2:1: path: class '' names no fill; expected fill-COLOUR or fill-none"),
    ('<path class="line-ink" d="M1 2"/>', "FILE:2:1: path: class 'line-ink' names no fill; expected fill-COLOUR or fill-none"),
    (
        '<path class="fill-ink fill-suit" d="M1 2"/>',
        "FILE:2:1: path: class 'fill-ink fill-suit'; expected one fill-COLOUR and at most one line-COLOUR",
    ),
    ('<path class="red" d="M1 2"/>', "FILE:2:1: path: class 'red'; expected one fill-COLOUR and at most one line-COLOUR"),
    ('<path class="fill-inc" d="M1 2"/>', "FILE:2:1: path: no colour is called inc; did you mean ink?"),
    ('<path class="fill-ink line-none" d="M1 2"/>', "FILE:2:1: path: no colour is called none; expected one of ink, paper, suit"),
    ('<g class="fill-ink"/>', "FILE:2:1: g: only transform is read, found class"),
    (
        '<g transform="skewX(3)"/>',
        "FILE:2:1: g: the transform skewX with 1 numbers is not read; expected matrix, translate, scale or rotate",
    ),
    (
        '<g transform="scale(1 2 3)"/>',
        "FILE:2:1: g: the transform scale with 3 numbers is not read; expected matrix, translate, scale or rotate",
    ),
    ('<g transform="scale(two)"/>', "FILE:2:1: g: the transform 'scale(two)' is not read"),
    ('<g transform="junk scale(2)"/>', "FILE:2:1: g: the transform 'junk scale(2)' is not read"),
    ('<g transform="scale(2) ; scale(2)"/>', "FILE:2:1: g: the transform 'scale(2) ; scale(2)' is not read"),
    ("<text>A</text>", "FILE:2:1: text: this element is not read; expected g, path, circle, ellipse, rect"),
    ("\n\n  <image href='x'/>", "FILE:4:3: image: this element is not read; expected g, path, circle, ellipse, rect"),
    ('<g><g><use href="#a"/></g></g>', "FILE:2:7: use: this element is not read; expected g, path, circle, ellipse, rect"),
    ('<path xmlns="" d="M1 2"/>', "FILE:2:1: path: this element is not read; expected g, path, circle, ellipse, rect"),
    ("<script>x</script>", "FILE:2:1: script: this element is not read; expected g, path, circle, ellipse, rect"),
]


@pytest.mark.parametrize(("body", "line"), REFUSED, ids=[body[:50].strip() for body, _ in REFUSED])
def test_everything_else_is_refused_with_its_element(body: str, line: str, tmp_path: Path) -> None:
    assert fault(body, tmp_path) == line


OPENINGS = [
    '<svg xmlns="http://www.w3.org/2000/svg">',
    '<svg viewBox="0 0 100 80">',
    SVG.replace("0 0 100 80", "0 0 100"),
    SVG.replace("0 0 100 80", "5 0 100 80"),
    SVG.replace("0 0 100 80", "0 0 0 80"),
    SVG.replace("0 0 100 80", "0 0 -1 80"),
    SVG.replace("0 0 100 80", "0 0 nan 80"),
    SVG.replace("0 0 100 80", "0 0 a b"),
]


@pytest.mark.parametrize("opening", OPENINGS)
def test_a_drawing_has_a_box_from_nought(opening: str, tmp_path: Path) -> None:
    assert fault("", tmp_path, opening) == 'FILE:1:1: svg: expected <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 WIDTH HEIGHT">'


def test_the_root_changes_nothing_of_the_drawing(tmp_path: Path) -> None:
    assert fault("", tmp_path, SVG[:-1] + ' fill="red">') == "FILE:1:1: svg: unknown attribute fill; expected viewBox alone"
    assert figure("", tmp_path, SVG[:-1] + ' width="50mm" height="40mm" version="1.1">').width == 100


def test_groups_in_groups_without_end(tmp_path: Path) -> None:
    assert fault("<g>" * 5000 + "</g>" * 5000, tmp_path).endswith(": g: nested deeper than 20 groups")


BOMB = '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>' + SVG + "<title>&b;</title></svg>"


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (BOMB.encode(), "FILE: a document type; delete it: entities are not read"),
        (BOMB.encode("utf-16"), "FILE: not UTF-8 text; save the figure as UTF-8"),
        (
            ('<?xml version="1.0" encoding="utf-16"?>' + BOMB).encode("utf-16-le"),
            "FILE: not UTF-8 text; save the figure as UTF-8",
        ),
        (SVG.encode() + b"<title>\xe6</title></svg>", "FILE: not UTF-8 text; save the figure as UTF-8"),
        (SVG.encode() + b"<path>", "FILE:1:68: not valid XML (no element found)"),
        (b"<a>\n </b>", "FILE:2:4: not valid XML (mismatched tag)"),
        (SVG.encode() + b"&lol;</svg>", "FILE:1:62: not valid XML (undefined entity)"),
        (b"", "FILE:1:1: not valid XML (no element found)"),
        (b"\x89PNG\r\n", "FILE: not UTF-8 text; save the figure as UTF-8"),
        (b" " * (LARGEST + 1), "FILE: larger than 500 kB; expected a plain figure"),
    ],
    ids=[
        "entities",
        "entities-utf-16",
        "declared-utf-16",
        "latin-1",
        "not-closed",
        "mismatched",
        "unknown-entity",
        "empty",
        "picture",
        "huge",
    ],
)
def test_files_that_are_no_figure(data: bytes, line: str, tmp_path: Path) -> None:
    path = tmp_path / "f.svg"
    path.write_bytes(data)
    with pytest.raises(ReplikatError) as caught:
        read_figure(path, "f", COLOURS)
    assert str(caught.value).replace(str(path), "FILE") == line


def test_a_declared_encoding_is_of_no_account(tmp_path: Path) -> None:
    path = tmp_path / "f.svg"
    path.write_text('<?xml version="1.0" encoding="iso-8859-1"?>\n' + SVG + "<title>æ</title><oops/></svg>", encoding="utf-8")
    with pytest.raises(ReplikatError, match=r":2:78: oops: this element"):
        read_figure(path, "f", COLOURS)


def test_an_unknown_figure_is_told_with_its_likely_name() -> None:
    palette = load_palette("nordic", LIBRARY)
    with pytest.raises(ReplikatError) as caught:
        load_figure("french/spad", palette, LIBRARY)
    assert str(caught.value) == "no figure is called 'french/spad'; did you mean french/spade?"
    with pytest.raises(ReplikatError):
        load_figure("../languages/en/guide", palette, Library((packaged(),)))


# ---- the packaged figures


def test_there_are_figures() -> None:
    assert {"french/spade", "french/QS", "french/joker-1"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_packaged_figures_are_read_and_shown_alike(name: str) -> None:
    """The style block is for drawing programs alone; it is to show the colours that are printed."""
    palette = load_palette("nordic", LIBRARY)
    figure = load_figure(name, palette, LIBRARY)
    assert figure.shapes
    text = LIBRARY.find("figures", name, ".svg").read_text(encoding="utf-8")
    (style,) = re.findall("<style>(.*)</style>", text)
    head, _, rules = style.partition(".fill-none{fill:none}")
    assert head == "svg{stroke-linejoin:round;stroke-linecap:round}"
    shown = dict(re.findall(r"\.((?:fill|line)-[a-z]+)\{(?:fill|stroke):(#[0-9A-F]{6})\}", rules))
    assert "".join(f".{job}{{{'fill' if job.startswith('fill') else 'stroke'}:{colour}}}" for job, colour in shown.items()) == rules
    used = set(re.findall(r"(?:fill|line)-[a-z]+", text.replace(style, ""))) - {"fill-none"}
    assert used <= shown.keys()
    for job, colour in shown.items():
        name = job.split("-")[1]
        assert colour in {one.screen for one in palette.colours.values()} if name == "suit" else colour == palette.colours[name].screen
    assert shown["fill-suit"] == shown["line-suit"]


@pytest.mark.parametrize("name", LIBRARY.names("packs"))
def test_the_suit_colour_in_a_figure_is_the_suit_of_its_card(name: str) -> None:
    from replikat.deck.loaders import load_pack

    palette = load_palette("nordic", LIBRARY)
    for card in load_pack(name, LIBRARY).cards:
        for figure in {card.figure, card.suit and card.suit.figure} - {None}:
            text = LIBRARY.find("figures", str(figure), ".svg").read_text(encoding="utf-8")
            assert f".fill-suit{{fill:{palette.colours[card.colour].screen}}}" in text, (card.code, figure)


def test_every_figure_is_used_and_every_one_used_is_there() -> None:
    from replikat.deck.loaders import load_pack
    from replikat.papers.loaders import load_theme
    from replikat.papers.pack_inks import figures_of

    packs = [load_pack(name, LIBRARY) for name in LIBRARY.names("packs")]
    used = {figure for pack in packs for card in (*pack.cards, *pack.spares) for figure in figures_of(card)}
    themes = [load_theme(name, LIBRARY)[0] for name in LIBRARY.names("themes")]
    used |= {motif.figure for theme in themes if theme.ornament for motif in theme.ornament.motifs().values()}
    assert used == set(NAMES)
