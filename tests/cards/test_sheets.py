"""Finished sheets, measured: paper, cuts, white edges, footers, rulers, boxes, inks, and the same bytes every time."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise

import numpy as np
import pikepdf
import pytest

from replikat.cards.printing import cards_pdf
from replikat.errors import ReplikatError
from replikat.geometry.plane import Rect
from replikat.papers.loaders import load_theme
from replikat.press.loaders import load_sheet
from replikat.reading.drawn.page import Outline, Page, read_pages
from replikat.reading.drawn.sheets import upright
from support import LIBRARY, TESTS, packaged_deck
from witness import DECKS, MM, cut, fresh_path, made_deck, operators, pages_of, pixels, printed, usual

PLANS = {name: load_sheet(name, LIBRARY) for name in LIBRARY.names("sheets")}
SHEETS = [name for name, plan in PLANS.items() if plan.spec.paper and plan.spec.use == "cards" and not plan.spec.stock]
SINGLES = [name for name, plan in PLANS.items() if plan.single]
THEMES = LIBRARY.names("themes")
FLIPS = ("long", "short")
SOME = ("AS", "2S", "10S", "KS", "6H", "9H", "10H", "QH", "9D", "JC", "KC")  # a whole sheet and a last one that is not full
RIM = 3.5
# Trimmed sizes and papers as the trade knows them, in mm, by the words in a format's name.
PAPERS = {"a3": (420, 297), "a4": (297, 210), "letter": (279.4, 215.9), "tabloid": (431.8, 279.4)}
TRIMS = {"poker": (63.5, 88.9), "bridge": (57.15, 88.9), "tarot": (70.0, 120.0), "mini": (44.45, 63.5)}
EDGE = 5.0


def trim_of(sheet: str) -> tuple[float, float]:
    """The size that a card of this format is cut to; a single card is of poker size unless its name says another."""
    return next((size for name, size in TRIMS.items() if name in sheet), TRIMS["poker"])


def marks_of(page: Page) -> list[tuple[float, float, float, float]]:
    """The crop marks: the path of short level and upright strokes in the margins, as x, y, x, y."""
    found = [
        outline for outline in page.outlines if len(outline.parts) >= 8 and not outline.filled and all(len(p) == 2 for p in outline.parts)
    ]
    lines = [(*part[0], *part[1]) for outline in found if not is_ruler(outline) for part in outline.parts]
    return [line for line in lines if abs(line[0] - line[2]) < 0.001 or abs(line[1] - line[3]) < 0.001]


def is_ruler(outline: Outline) -> bool:
    return len(outline.parts) == 12 and not outline.filled and min(outline.box[2:]) < 3 and max(outline.box[2:]) > 90


def cuts(page: Page) -> tuple[list[float], list[float]]:
    """Where the knife goes, from the crop marks alone: all x of upright marks, all y of level ones."""
    marks = marks_of(page)
    xs = sorted({round(x, 3) for x, _, other, _ in marks if abs(x - other) < 0.001})
    ys = sorted({round(y, 3) for _, y, _, other in marks if abs(y - other) < 0.001})
    return xs, ys


def trims(page: Page) -> list[Rect]:
    xs, ys = cuts(page)
    return [Rect(x, y, right - x, low - y) for y, low in pairwise(ys) for x, right in pairwise(xs)]


def text_of(page: Page) -> str:
    return " ".join(word.text for word in page.words)


def footer_of(page: Page) -> str:
    """The words outside the cards."""
    block = Rect(0, 0, 0, 0)
    boxes = trims(page) or [block]
    return " ".join(word.text for word in page.words if not any(box.holds(word.box.centre) for box in boxes))


# ------------------------------------------------------------------ paper and cuts


@pytest.mark.parametrize("sheet", SHEETS)
def test_pages_are_exactly_their_paper(sheet):
    long, short = PAPERS[sheet.split("-")[0]]
    with pikepdf.open(printed(sheet=sheet, only=SOME)) as pdf:
        for page in pdf.pages:
            box = [float(number) for number in page.MediaBox]
            assert box[:2] == [0, 0]
            assert sorted(box[2:]) == pytest.approx([short * MM, long * MM], abs=0.001)
            assert "/Rotate" not in page or page.Rotate == 0


@pytest.mark.parametrize("sheet", SHEETS)
def test_cards_are_cut_to_their_exact_size_in_the_middle_of_the_page(sheet):
    plan = load_sheet(sheet, LIBRARY)
    size = trim_of(sheet)
    page = pages_of(printed(sheet=sheet, only=tuple(packaged_deck("standard-52").pack.codes[: plan.capacity])))[0]
    boxes = trims(page)
    assert len(boxes) == plan.capacity
    assert all((box.width, box.height) == pytest.approx(size, abs=0.01) for box in boxes)
    xs, ys = cuts(page)
    assert xs[0] == pytest.approx(page.width - xs[-1], abs=0.01) and ys[0] == pytest.approx(page.height - ys[-1], abs=0.01)


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("side", ["faces", "backs"])
@pytest.mark.parametrize("count", [1, 2, 5])
def test_marks_are_long_enough_lie_in_all_margins_and_inside_no_card(sheet, side, count):
    """A sheet that is not full has marks at the cuts of its cards alone, and its cards lie where they always do."""
    plan = load_sheet(sheet, LIBRARY)
    count = min(count, plan.capacity)
    only = packaged_deck("standard-52").pack.codes[:count]
    page = upright(pages_of(printed(sheet=sheet, only=only, sides=(side,)))[0])
    rows, columns = -(-count // plan.columns), min(count, plan.columns)
    marks = marks_of(page)
    xs, ys = cuts(page)
    assert (len(xs), len(ys)) == (columns + 1, rows + 1)
    assert len(marks) == 2 * (len(xs) + len(ys))
    every = [plan.cell(place, back=side == "backs") for place in range(plan.capacity)]
    held = every[:count]
    assert xs == pytest.approx(sorted({round(x, 3) for cell in held for x in (cell.x, cell.right)}), abs=0.01)
    assert ys == pytest.approx(sorted({round(y, 3) for cell in held for y in (cell.y, cell.bottom)}), abs=0.01)
    inked = [word.middle for word in page.words if any(cell.holds(word.middle) for cell in every)]
    assert all(xs[0] < at.x < xs[-1] and ys[0] < at.y < ys[-1] for at in inked), "the cards lie between their marks"
    for x, y, x2, y2 in marks:
        assert abs(x - x2) + abs(y - y2) >= (0.45 if "tight" in sheet else 3.0) - 0.001
        line = Rect(min(x, x2), min(y, y2), abs(x - x2), abs(y - y2)).inset(-0.1)
        assert not any(cell.meets(line) for cell in every)


@pytest.mark.parametrize("sheet", SHEETS)
def test_backs_carry_marks_of_their_own_only_where_they_are_printed_alone(sheet):
    page = pages_of(printed(sheet=sheet, only=SOME))[1]
    assert marks_of(page) == [], "one set of marks a sheet: two would disagree by the printer's drift"


# ------------------------------------------------------------------ edges, rims


def ink_box(picture: np.ndarray, dpi: float = 200) -> Rect:
    """The bounding box, in mm, of everything darker than paper."""
    rows, columns = (picture < 250).any(axis=1).nonzero()[0], (picture < 250).any(axis=0).nonzero()[0]
    dots = dpi / 25.4
    return Rect(columns[0] / dots, rows[0] / dots, (columns[-1] + 1 - columns[0]) / dots, (rows[-1] + 1 - rows[0]) / dots)


# Every format turned over either edge, with the themes in turn, and every theme on one format.
RIMS = {(sheet, THEMES[(place + turn) % len(THEMES)], flip) for place, sheet in enumerate(SHEETS) for turn, flip in enumerate(FLIPS)}
RIMS |= {("a4-poker", theme, "long") for theme in THEMES}


@pytest.mark.parametrize(("sheet", "theme", "flip"), sorted(RIMS))
def test_no_ink_within_five_millimetres_of_the_edge(sheet, theme, flip):
    path = printed(sheet=sheet, theme=theme, flip=flip, only=SOME)
    with pikepdf.open(path) as pdf:
        pages = len(pdf.pages)
    for number in range(pages):
        picture = pixels(path, number)
        dots = 200 / 25.4
        high, wide = picture.shape
        rim = np.ones(picture.shape, bool)
        edge = int(EDGE * dots)  # the pixel that the border runs through may be grey
        rim[edge : high - edge, edge : wide - edge] = False
        assert (picture[rim] == 255).all(), f"page {number + 1}"


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_footer_and_the_marks_do_not_meet(sheet):
    for side in ("faces", "backs"):
        page = upright(pages_of(printed(sheet=sheet, only=SOME, sides=(side,)))[0])
        lines = [Rect(min(x, x2), min(y, y2), abs(x - x2), abs(y - y2)).inset(-0.1) for x, y, x2, y2 in marks_of(page)]
        boxes = trims(page)
        words = [word.box for word in page.words if not any(box.holds(word.box.centre) for box in boxes)]
        ruler = [outline.box for outline in page.outlines if is_ruler(outline)]
        assert words and len(ruler) == 1
        assert not any(line.meets(box) for line in lines for box in (*words, *ruler))
        assert not any(box.meets(word) for box in ruler for word in words)
        assert not any(a.meets(b) for i, a in enumerate(words) for b in words[:i])


# ------------------------------------------------------------------ footers


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize(("lang", "flip", "said"), [("en", "long", "long edge"), ("nb", "short", "kortsiden"), ("sv", "long", "långsidan")])
def test_every_page_says_what_it_is(sheet, lang, flip, said):
    deck = DECKS[usual(sheet)]()
    only = () if (sheet, lang) == ("a4-poker", "en") else SOME
    pages = pages_of(printed(sheet=sheet, lang=lang, flip=flip, only=only))
    sheets = -(-len(only or range(54)) // load_sheet(sheet, LIBRARY).capacity)
    assert len(pages) == 2 * sheets
    for number, page in enumerate(pages):
        text = text_of(upright(page))
        for word in (deck.name, deck.code, said, sheet, "100 mm", "100 %"):
            assert word in text, (word, number)
        assert re.search(rf"\b{number // 2 + 1} \w+ {sheets}\b", text), "sheet n of m"
        words = {"en": ("faces", "backs"), "nb": ("billedsider", "baksider"), "sv": ("bildsidor", "baksidor")}[lang]
        assert (words[number % 2] in text) and (words[1 - number % 2] not in text)


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_footer_stands_in_the_widest_margin_and_is_not_too_small_to_read(sheet):
    plan = load_sheet(sheet, LIBRARY)
    page = pages_of(printed(sheet=sheet, only=SOME))[0]
    boxes = [plan.cell(place) for place in range(plan.capacity)]
    words = [word for word in page.words if not any(box.holds(word.box.centre) for box in boxes)]
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    sideways = left > top
    assert {word.quarters for word in words} == {3 if sideways else 0}
    assert all(word.box.right < left if sideways else word.box.y > page.height - top for word in words)
    assert min(word.size for word in words) >= 1.9, "under 1.9 mm (5.4 points) nobody reads it"


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_ruler_is_a_hundred_millimetres(sheet):
    for page in pages_of(printed(sheet=sheet, only=SOME)):
        ruler = next(outline for outline in page.outlines if is_ruler(outline))
        along = 0 if ruler.box.width > ruler.box.height else 1
        base = max(ruler.parts, key=lambda part: abs(part[0][along] - part[1][along]))
        assert abs(base[0][along] - base[1][along]) == pytest.approx(100, abs=0.01)
        ticks = sorted(part[0][along] for part in ruler.parts if part is not base)
        assert np.diff(ticks) == pytest.approx([10] * 10, abs=0.01)


# ------------------------------------------------------------------ what the PDF asks of viewers and print shops


@pytest.mark.parametrize(
    ("sides", "flip", "sheet", "said"),
    [
        (("faces", "backs"), "long", "a4-poker", "/DuplexFlipLongEdge"),
        (("faces", "backs"), "short", "letter-poker", "/DuplexFlipShortEdge"),
        (("backs",), "long", "a4-poker", "/Simplex"),
        (("faces", "backs"), "long", "single", "/Simplex"),
    ],
)
def test_viewers_print_at_full_size_and_turn_over_the_edge_that_the_footer_names(sides, flip, sheet, said):
    with pikepdf.open(printed(sheet=sheet, flip=flip, sides=sides, only=SOME)) as pdf:
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        assert pdf.Root.ViewerPreferences.Duplex == said


@pytest.mark.parametrize(
    ("sheet", "theme"),
    sorted({(sheet, THEMES[place % len(THEMES)]) for place, sheet in enumerate(SINGLES)} | {(SINGLES[0], theme) for theme in THEMES}),
)
def test_single_cards_have_trim_and_bleed_face_then_back(sheet, theme):
    path = printed(sheet=sheet, theme=theme, only=SOME, inks="cmyk")
    width, height = trim_of(sheet)
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) == 2 * len(SOME)
        for page in pdf.pages:
            boxes = [[float(n) / MM for n in box] for box in (page.MediaBox, page.BleedBox, page.TrimBox)]
            assert boxes[0] == pytest.approx([0, 0, width + 6, height + 6], abs=0.001)
            assert boxes[1] == pytest.approx(boxes[0], abs=0.001)
            assert boxes[2] == pytest.approx([3, 3, width + 3, height + 3], abs=0.001)
    for number, page in enumerate(pages_of(path)):
        assert ("REPLIKATKORT" in text_of(page)) == (number % 2 == 1)
    ground = {int(value) for picture in [pixels(path, 1)] for value in (picture[2, 2], picture[-3, -3], picture[2, -3], picture[-3, 2])}
    assert (max(ground) < 250) == load_theme(theme, LIBRARY)[0].bleeds, "a ground that bleeds covers the whole page"


def test_single_cards_carry_no_mark_and_no_footer_outside_the_trim():
    path = printed(sheet="single", only=SOME)
    for number in range(2 * len(SOME)):
        assert Rect(3, 3, 63.5, 88.9).inset(2.9).covers(ink_box(pixels(path, number)), 0.15)


@pytest.mark.parametrize("sheet", ["a4-poker", "single"])
@pytest.mark.parametrize("theme", THEMES)
def test_process_inks_use_no_screen_colour_and_screens_no_process_ink(sheet, theme):
    screen = {"rg", "RG"}
    process = {"k", "K"}
    others = {"g", "G", "cs", "CS", "sc", "SC", "scn", "SCN", "sh"}
    for inks, wanted, never in (("cmyk", process, screen), ("rgb", screen, process)):
        found = {operator for operator, _ in operators(printed(sheet=sheet, theme=theme, inks=inks, only=SOME))}
        assert wanted <= found and not found & (never | others)


def test_black_is_black_ink_alone():
    colours = {numbers for operator, numbers in operators(printed(inks="cmyk")) if operator in ("k", "K")}
    assert (0, 0, 0, 1) in colours
    assert not any(black > 0.9 and cyan + magenta + yellow > 0 for cyan, magenta, yellow, black in colours)
    assert all(sum(colour) <= 2.5 for colour in colours), "print shops take at most 250 % of ink"


def test_nothing_is_transparent_and_nothing_is_a_picture():
    with pikepdf.open(printed(theme="tinted", inks="cmyk")) as pdf:
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
                assert thing.get("/Subtype") != "/Image"
                assert float(thing.get("/ca", 1)) == 1 and float(thing.get("/CA", 1)) == 1


# ------------------------------------------------------------------ other programs open it without a word

READERS = {
    "qpdf": ["qpdf", "--check", "{pdf}"],
    "mutool": ["mutool", "draw", "-q", "-r", "30", "-o", "{folder}/page-%d.png", "{pdf}"],
    "gs": ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=nullpage", "{pdf}"],
    "pdftoppm": ["pdftoppm", "-r", "30", "-png", "{pdf}", "{folder}/page"],
    "pdffonts": ["pdffonts", "{pdf}"],
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("options", [{"theme": "tinted"}, {"sheet": "single", "inks": "cmyk", "theme": "low-ink"}], ids=["sheet", "single"])
def test_other_readers_find_nothing_to_complain_about(reader, options, tmp_path):
    if not shutil.which(reader):
        pytest.skip(f"{reader} is not installed")
    path = printed(only=SOME, **options)
    done = subprocess.run([part.format(pdf=path, folder=tmp_path) for part in READERS[reader]], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr.replace("warning: ICC support is not available", "").strip() == "", "that one is about mutool itself"
    said = done.stdout.replace("No syntax or stream encoding errors found; the file may still contain\nerrors that qpdf cannot detect", "")
    assert not re.search(r"(?i)warning|error", said)
    if reader == "pdffonts":
        rows = done.stdout.splitlines()[2:]
        assert rows and all(re.search(r"\byes\s+yes\s+yes\b", row) for row in rows), "embedded, subset, with letters"


# ------------------------------------------------------------------ same in, same bytes

FRESH = """
import sys; sys.path.insert(0, {tests!r})
from dataclasses import replace
from hashlib import sha256
from support import LIBRARY, packaged_deck
from replikat.cards.printing import cards_pdf
deck = packaged_deck("standard-52")
for sheet, theme, inks in {kinds!r}:
    print(sha256(cards_pdf(deck, replace(deck.spec.print, sheet=sheet, theme=theme), LIBRARY, inks=inks).pdf).hexdigest())
"""


def test_the_same_deck_gives_the_same_bytes_in_any_process_place_and_time_zone(tmp_path):
    kinds = [("a4-poker", "plain", "rgb"), ("letter-poker", "tinted", "rgb"), ("single", "low-ink", "cmyk")]
    deck = packaged_deck("standard-52")

    def here() -> list[str]:
        made = [cards_pdf(deck, replace(deck.spec.print, sheet=sheet, theme=theme), LIBRARY, inks=inks) for sheet, theme, inks in kinds]
        return [sha256(item.pdf).hexdigest() for item in made]

    first = here()
    assert here() == first and len(set(first)) == len(kinds)
    script = FRESH.format(tests=str(TESTS), kinds=kinds)
    surroundings = {
        **os.environ,
        "PYTHONHASHSEED": "4711",
        "TZ": "Asia/Tokyo",
        "LANG": "de_DE.UTF-8",
        "LC_ALL": "C.UTF-8",  # plain C cannot start Python in a checkout whose path has an æ
        "SOURCE_DATE_EPOCH": "1",
    }
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, env=surroundings, capture_output=True, text=True, check=True)
    assert done.stdout.split() == first


# ------------------------------------------------------------------ what is printed, and what cannot be


def test_only_some_cards_in_the_order_asked_for():
    pages = pages_of(printed(sheet="single", only=("7H", "QS"), sides=("faces",)))
    assert ["".join(sorted({word.text for word in page.words})) for page in pages] == ["7", "Q"]


def test_an_unknown_card_is_named():
    deck = packaged_deck("standard-52")
    with pytest.raises(ReplikatError, match=r"--only: french52 has no card 1S"):
        cards_pdf(deck, deck.spec.print, LIBRARY, only=["QS", "1S"])


@pytest.mark.parametrize("side", ["faces", "backs"])
def test_one_side_alone(side):
    pages = pages_of(printed(sides=(side,)))
    assert len(pages) == 6
    assert all(("REPLIKATKORT" in text_of(page)) == (side == "backs") for page in pages)


def test_jokers_and_blanks_fill_the_sheet():
    deck = packaged_deck("standard-52")
    path = fresh_path()
    path.write_bytes(cards_pdf(deck, replace(deck.spec.print, jokers=1, blanks=1), LIBRARY).pdf)
    front, back = read_pages(path)[-2:]
    plan = load_sheet("a4-poker", LIBRARY)
    joker, blank = ("".join(word.text for word in front.words if plan.cell(place).holds(word.box.centre)) for place in (7, 8))
    assert sorted(joker) == sorted("JOKER" * 2) and blank == ""
    assert (cut(pixels(path, 10), plan.cell(8).inset(1)) == 255).all(), "a blank face for a lost card or the rules"
    for place in (7, 8):
        numbers = [word.text for word in back.words if plan.cell(place, back=True).holds(word.box.centre) and word.text.isdigit()]
        assert numbers == [str(number) for number in range(1, 21)], "square numbers alone: a spare card is dealt in no square"


def test_too_many_squares_for_a_card_say_how_many_fit():
    deck = made_deck(("main", 29))
    with pytest.raises(
        ReplikatError, match=r"made: squares: 29 squares leave digits of 1\.\d mm on a bridge card; expected at most 28 squares"
    ):
        cards_pdf(deck, replace(deck.spec.print, sheet="a4-bridge"), LIBRARY)
