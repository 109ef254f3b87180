"""The second reader, of pixels alone: it agrees with the deck in every look, and what is torn it leaves unread."""

from functools import cache

import numpy as np
import pypdfium2
import pytest
from PIL import Image, ImageDraw, ImageFilter

from replikat.cards.back_plan import back_plan
from replikat.cards.printing import printed_cards
from replikat.deck.deck import Deck
from replikat.deck.squares import Mark
from replikat.press.loaders import load_sheet
from replikat.reading.scanned.marks import PixelBack, back_picture, read_marks
from support import LIBRARY
from witness import DECKS, batch_deck, draw, half_drawn, made_deck, printed

FONT = LIBRARY.find("fonts", "ReplikatB612-Bold", ".ttf")
DPI = 300
BLEED = 3.0
MADE = {
    12: lambda: made_deck(("main", 12)),
    20: DECKS["standard"],
    24: lambda: made_deck(("main", 24)),
    15: lambda: made_deck(("main", 15)),
    "middle": lambda: made_deck(("main", 12), ("casino", 8)),
    "two-way": lambda: made_deck(("main", 12)),
    "underlined": lambda: batch_deck(20),
}
OPTIONS = {"two-way": ("two-way",), "underlined": ("underlined",)}
SIZES = {"poker": "single", "bridge": "single-bridge", "mini": "single-mini"}
KINDS = [(20, "poker"), ("middle", "bridge"), (15, "mini"), ("two-way", "poker"), ("underlined", "bridge")]
# Every kind in the plainest theme, and every other theme with three of the kinds in turn, so that each kind is seen in many themes.
LOOKS = [(12, "poker", "plain"), (12, "bridge", "plain"), (24, "bridge", "plain"), ("middle", "poker", "plain")] + [
    (*kind, theme)
    for place, theme in enumerate(LIBRARY.names("themes"))
    for turn, kind in enumerate(KINDS)
    if theme == "plain" or (turn - 2 * place) % len(KINDS) < 3
]
CARDS = ("7H", "QS", "10C")


@pytest.fixture(scope="module", autouse=True)
def more_decks():
    DECKS.update({f"pixels-{name}": make for name, make in MADE.items()})
    yield
    for name in MADE:
        del DECKS[f"pixels-{name}"]


def deck_of(kind) -> Deck:
    return DECKS[f"pixels-{kind}"]()


def marks_of(deck: Deck, code: str) -> tuple[Mark | None, ...]:
    return tuple(square.marks[deck.pack.index[code]] for square in deck.squares)


@cache
def pictures(kind, size: str = "poker", theme: str = "plain", inks: str = "rgb", dpi: int = DPI, cards=CARDS) -> list[Image.Image]:
    path = printed(f"pixels-{kind}", SIZES[size], theme, sides=("backs",), inks=inks, only=cards, options=OPTIONS.get(kind, ()))
    document = pypdfium2.PdfDocument(path)
    try:
        return [page.render(scale=dpi / 72, grayscale=True).to_pil().convert("L") for page in document]
    finally:
        document.close()


def card_of(size: str = "poker"):
    return load_sheet(SIZES[size], LIBRARY).card


def look(picture: Image.Image, size: str = "poker", dpi: int = DPI, squares: int | None = None) -> PixelBack:
    seen = back_picture(picture, dpi, card_of(size))
    assert seen is not None
    return read_marks(seen, FONT, squares, batch=10)


def drifted(picture: Image.Image, x: float, y: float, dpi: int = DPI) -> Image.Image:
    """The picture moved by so many mm, as by a printer that takes the paper askew."""
    at = (1, 0, x * dpi / 25.4, 0, 1, y * dpi / 25.4)
    return picture.transform(picture.size, Image.Transform.AFFINE, at, Image.Resampling.BICUBIC, fillcolor=picture.getpixel((0, 0)))


def blurred(picture: Image.Image, mm: float = 0.1, dpi: int = DPI) -> Image.Image:
    return picture.filter(ImageFilter.GaussianBlur(mm * dpi / 25.4))


def noisy(picture: Image.Image, sigma: float = 6, seed: int = 1) -> Image.Image:
    noise = np.random.default_rng(seed).normal(0, sigma, (picture.height, picture.width))
    return Image.fromarray((np.asarray(picture) + noise).clip(0, 255).astype(np.uint8))


def greyed(picture: Image.Image) -> Image.Image:
    """Ink that is not black on paper that is not white."""
    return picture.point([60 + round(0.55 * level) for level in range(256)])


# ------------------------------------------------------------------ it agrees


@pytest.mark.parametrize(("kind", "size", "theme"), LOOKS)
def test_every_look_is_read_as_the_deck(kind, size, theme):
    """A clean back, one in process inks that is blurred and drifted, and one that has everything and lies upside down."""
    deck = deck_of(kind)
    first, _, third = pictures(kind, size, theme)
    (second,) = pictures(kind, size, theme, "cmyk", cards=CARDS[1:2])
    worn = greyed(noisy(blurred(drifted(third, -1.5, 1.5)))).rotate(180)
    for code, picture in zip(CARDS, (first, blurred(drifted(second, 1.5, 1.5)), worn), strict=True):
        seen = look(picture, size)
        assert (seen.marks, seen.unread) == (marks_of(deck, code), {}), code
        assert seen.turned == (None if kind == "two-way" else picture is worn)
        assert set(enumerate(seen.numbers, 1)) <= {(n, read) for n in range(1, 29) for read in (n, None)}
        assert sum(number is not None for number in seen.numbers) >= 0.6 * len(deck.squares), seen.numbers
    assert any(mark and mark.position == "M" for square in deck.squares for mark in square.marks) == (kind == "middle")


@pytest.mark.parametrize("dpi", [200, 400])
def test_other_resolutions_serve_as_well(dpi):
    for kind, size in ((20, "poker"), ("middle", "bridge")):
        picture = pictures(kind, size, dpi=dpi)[0]
        for shown in (picture, blurred(drifted(picture, 1.5, -1.5, dpi), dpi=dpi)):
            assert look(shown, size, dpi).marks == marks_of(deck_of(kind), CARDS[0])


def test_middle_tabs_and_dashes_are_told():
    deck = made_deck(("main", 6), ("short32", 4, "piquet32"), ("casino", 2))
    codes = [code for code in deck.pack.codes if marks_of(deck, code)[-1] and marks_of(deck, code)[-1].position == "M"][:2]
    dashed = next(code for code in deck.pack.codes if None in marks_of(deck, code))
    document = pypdfium2.PdfDocument(printed("short", "single", sides=("backs",), only=(*codes, dashed)))
    for code, page in zip((*codes, dashed), document, strict=True):
        seen = look(page.render(scale=DPI / 72, grayscale=True).to_pil())
        assert (seen.marks, seen.unread) == (marks_of(deck, code), {})
    document.close()


# ------------------------------------------------------------------ two-way, underlined


def test_halves_that_disagree_are_unread(monkeypatch):
    """One mark of the turned half, one tab moved to another edge, one dash: each is found, and nothing else."""
    deck = DECKS["small"]()
    marks = marks_of(deck, "QS")
    wrong = [replace_mark(marks[0]), Mark({"S": "N", "N": "S", "W": "E", "E": "W"}[marks[1].position], marks[1].number), None]
    half_drawn(monkeypatch, lambda marks, backs: ((*wrong, *marks[3:]), backs))
    cards = [item for item in printed_cards(deck, deck.spec.print) if item.card and item.card.code == "QS"]
    document = pypdfium2.PdfDocument(draw(deck, cards, "single", sides=("backs",), options=("two-way",)))
    seen = look(document[0].render(scale=DPI / 72, grayscale=True).to_pil())
    document.close()
    assert seen.unread == {
        number + 1: f"{marks[number]} in the upright half, {wrong[number] or 'a dash'} in the turned one" for number in range(3)
    }
    assert seen.marks == (None, None, None, *marks[3:])


def replace_mark(mark: Mark) -> Mark:
    return Mark(mark.position, mark.number % 8 + 1)


@pytest.mark.parametrize("lost", ["upper", "lower"])
def test_half_a_back_is_not_taken_on_trust(lost):
    picture = pictures("two-way")[0].copy()
    top, low = (0.04, 0.42) if lost == "upper" else (0.58, 0.96)
    ImageDraw.Draw(picture).rectangle([0, round(top * picture.height), picture.width, round(low * picture.height)], fill=255)
    seen = look(picture, squares=12)
    assert set(seen.unread) == set(range(1, 13)) and set(seen.marks) == {None}


def test_what_is_torn_in_one_half_is_unread():
    """Numbers of the upright half covered one by one: what the turned half says of them is not taken on trust."""
    picture, dots = pictures("two-way")[0].copy(), DPI / 25.4
    pen, gone = ImageDraw.Draw(picture), set()
    for number, _, (x, y, wide, high) in digit_boxes("two-way"):
        if number % 2:
            pen.rectangle([round(side * dots) for side in (x, y, x + wide, y + high)], fill=picture.getextrema()[0])
            gone.add(number)
    seen = look(picture)
    wanted = marks_of(deck_of("two-way"), CARDS[0])
    assert set(seen.unread) == gone
    assert all(seen.marks[n - 1] == wanted[n - 1] for n in range(1, 13) if n not in gone)


def test_rules_and_dots_that_are_gone_are_unread_or_missed_by_the_batch_alone():
    """A number without its rule reads as one of the first batch: only the deck can tell. A 6 or 9 without its dot is unread."""
    deck, picture, dots = deck_of("underlined"), pictures("underlined")[0].copy(), DPI / 25.4
    plan = back_plan(deck, card_of(), ("underlined",))
    pen, ruleless, dotless = ImageDraw.Draw(picture), set(), set()
    for number, mark in enumerate(marks_of(deck, CARDS[0]), 1):
        tab, written = plan.tab(number, mark), plan.written(mark.number)
        if written.ruled and not written.dotted:
            ruleless.add(number)
            box = plan.rule(tab.baseline)
        elif written.dotted:
            dotless.add(number)
            box = plan.dot(tab.baseline, written.text)
        else:
            continue
        x, y = box.x + BLEED, box.y + BLEED
        pen.rectangle(
            [round(side * dots) for side in (x - 0.1, y - 0.1, x + box.width + 0.1, y + box.height + 0.1)], fill=picture.getextrema()[0]
        )
    seen = look(picture)
    assert ruleless and dotless and set(seen.unread) == dotless
    wanted = marks_of(deck, CARDS[0])
    first = {n: Mark(wanted[n - 1].position, wanted[n - 1].number - 10) for n in ruleless}
    assert all(seen.marks[n - 1] == first.get(n, wanted[n - 1]) for n in range(1, 21) if n not in dotless)


def test_underlined_numbers_of_an_unknown_batch_are_unread():
    picture = back_picture(pictures("underlined")[0], DPI, card_of())
    assert picture
    seen = read_marks(picture, FONT)
    wanted = marks_of(deck_of("underlined"), CARDS[0])
    assert set(seen.unread) == {n for n, mark in enumerate(wanted, 1) if mark.number > 10}
    assert set(seen.unread.values()) == {"underlined, and no layout of the deck has a second batch"}


def test_white_paper_is_no_back():
    assert back_picture(Image.new("L", (800, 1100), 255), DPI, card_of()) is None


# ------------------------------------------------------------------ what is torn is unread, never wrong


def digit_boxes(kind, size: str = "poker"):
    """Where the numbers of the first card stand, in mm of its picture, for the tests to damage them."""
    deck = deck_of(kind)
    plan = back_plan(deck, card_of(size), OPTIONS.get(kind, ()))
    for number, mark in enumerate(marks_of(deck, CARDS[0]), 1):
        if mark:
            wide = 0.86 * plan.digit * len(str(mark.number))
            baseline = plan.tab(number, mark).baseline
            yield number, mark, (baseline.x - wide / 2 + BLEED, baseline.y - plan.digit + BLEED, wide, plan.digit)


@pytest.mark.parametrize(
    ("theme", "kind", "seed"), [(t, k, s) for t in ("plain", "low-ink") for k in (12, 20, "middle") for s in (1, 2, 3)]
)
def test_digits_covered_in_part_are_never_taken_for_others(theme, kind, seed):
    random = np.random.default_rng([seed, len(theme), 7])
    picture = pictures(kind, theme=theme)[0].copy()
    ink, dots = picture.getextrema()[0], DPI / 25.4
    pen = ImageDraw.Draw(picture)
    for _, mark, (x, y, wide, high) in digit_boxes(kind):
        across, down = random.uniform(0.1, 0.7) * high, random.uniform(0.1, 1.1) * high
        left, top = x + random.uniform(0, 1) * wide - across / 2, y + random.uniform(0, 1) * high - down / 2
        fill = {1: ink, 2: 255, 3: 150}[seed]
        pen.rectangle([round(side * dots) for side in (left, top, left + across, top + down)], fill=fill)
        assert mark
    seen = look(blurred(picture) if seed == 2 else picture)
    wanted = marks_of(deck_of(kind), CARDS[0])
    wrong = {n: str(mark) for n, mark in enumerate(seen.marks, 1) if n not in seen.unread and mark != wanted[n - 1]}
    assert wrong == {}
    assert len(seen.unread) >= len(wanted) / 3


@pytest.mark.parametrize("theme", ["plain", "low-ink"])
def test_numbers_and_tabs_that_are_gone_are_unread(theme):
    picture, dots = pictures(20, theme=theme)[0].copy(), DPI / 25.4
    ground = picture.getextrema()[0] if theme == "plain" else 255
    pen = ImageDraw.Draw(picture)
    gone = {}
    for number, mark, (x, y, wide, high) in digit_boxes(20):
        if number % 3 == 0:  # the number
            pen.rectangle([round(side * dots) for side in (x, y, x + wide, y + high * 1.3)], fill=ground)
        elif number % 3 == 1 and mark.number >= 10:  # its first digit
            pen.rectangle([round(side * dots) for side in (x, y, x + wide / 2, y + high)], fill=ground)
        elif number % 3 == 2:  # the tab, with everything around it
            pen.rectangle([round(side * dots) for side in (x - 0.9 * high, y - high, x + wide + 0.9 * high, y + 2 * high)], fill=255)
        else:
            continue
        gone[number] = mark
    seen = look(picture, squares=20)
    wanted = marks_of(deck_of(20), CARDS[0])
    assert set(gone) <= set(seen.unread)
    assert all(seen.marks[n - 1] == wanted[n - 1] for n in range(1, 21) if n not in seen.unread)


def test_a_tab_moved_into_another_square_is_not_taken_on_trust():
    """A strip of the back moved up by one row: the numbers of the squares give it away."""
    picture, dots = pictures(20)[0].copy(), DPI / 25.4
    plan = back_plan(deck_of(20), card_of())
    one, two = plan.square(1), plan.square(5)
    rows = [[round((side + BLEED) * dots) for side in (0, box.y - 0.4, plan.card.width, box.bottom + 0.4)] for box in (one, two)]
    upper, lower = picture.crop(rows[0]), picture.crop(rows[1])
    picture.paste(lower, (rows[0][0], rows[0][1]))
    picture.paste(upper, (rows[1][0], rows[1][1]))
    assert set(range(1, 9)) <= set(look(picture).unread)


def test_a_lost_row_and_a_lost_square_leave_the_others_in_their_places():
    picture, dots = pictures(20)[0].copy(), DPI / 25.4
    plan = back_plan(deck_of(20), card_of())
    pen = ImageDraw.Draw(picture)
    for number in (5, 6, 7, 8, 15):
        box = plan.square(number)
        pen.rectangle([round((side + BLEED) * dots) for side in (box.x - 0.3, box.y - 0.3, box.right + 0.3, box.bottom + 0.3)], fill=255)
    seen = look(picture)
    wanted = marks_of(deck_of(20), CARDS[0])
    assert set(seen.unread) == {5, 6, 7, 8, 15}
    assert all(seen.marks[n - 1] == wanted[n - 1] for n in range(1, 21) if n not in seen.unread)


def test_without_its_bar_a_back_is_not_read():
    picture = pictures(20)[0].copy()
    ImageDraw.Draw(picture).rectangle([0, round(0.88 * picture.height), picture.width, picture.height], fill=255)
    assert back_picture(picture, DPI, card_of()) is None
