"""Finished backs, measured: the rim, legible digits, nothing overlaps, every theme works in grey, the look is pinned."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from replikat.cards import backs as drawing
from replikat.cards.back_plan import back_plan
from replikat.cards.backs import back_set
from replikat.cards.printing import cards_pdf, printed_cards
from replikat.deck.code import symbol
from replikat.errors import ReplikatError
from replikat.geometry.plane import Point, Rect
from replikat.papers.loaders import load_theme
from replikat.press.loaders import load_sheet
from replikat.reading.drawn.page import LONGEST_PATH, Outline, Page, Word, read_pages
from replikat.typeset.figures.loaders import load_figure
from replikat.typeset.fonts import fonts_folder
from support import GOLDEN, LIBRARY, packaged_deck
from witness import DECKS, apart, cut, draw, made_deck, pages_of, pixels, printed

PINNED = GOLDEN / "back-standard-52-7H.txt"
RIM, BLEED = 3.5, 3.0
THEMES = LIBRARY.names("themes")
ONE = ("7H",)
KINDS = [
    ("standard", "single"),
    ("tournament", "single-bridge"),
    ("mixed", "single"),
    ("mixed", "single-bridge"),
    ("short", "single"),
    ("one", "single"),
    ("full", "single-bridge"),
]


@cache
def back(deck: str, sheet: str = "single", theme: str = "plain", only: tuple[str, ...] = ONE, **options: object) -> Page:
    return pages_of(printed(deck, sheet, theme, sides=("backs",), only=only, **options))[0]


def frames_of(page: Page) -> list[Rect]:
    """The rounded rectangles of the squares, by rows."""
    found = [outline.box for outline in page.outlines if outline.curved and min(outline.box.width, outline.box.height) > 4]
    return sorted(found, key=lambda box: (round(box.y, 1), box.x))


def tabs_of(page: Page) -> list[tuple[Point, ...]]:
    """The tabs: the path that has straight outlines of four or eight corners inside frames, larger than any rule."""
    frames = frames_of(page)
    parts = [part for outline in page.outlines if not outline.curved for part in outline.parts if len(part) >= 4]
    return [part for part in parts if box_of(part).height > 1.8 and any(frame.inset(-0.2).covers(box_of(part)) for frame in frames)]


def box_of(part: tuple[Point, ...]) -> Rect:
    xs, ys = [point.x for point in part], [point.y for point in part]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def split(page: Page) -> tuple[list[Word], list[Word], list[Word]]:
    """The numbers in tabs, the square numbers, and the words of the foot."""
    frames, tabs = frames_of(page), [box_of(tab) for tab in tabs_of(page)]
    marks, numbers, foot = [], [], []
    for word in page.words:
        inside = any(frame.holds(word.box.centre) for frame in frames)
        (foot if not inside else marks if any(tab.holds(word.box.centre) for tab in tabs) else numbers).append(word)
    return marks, numbers, foot


# ------------------------------------------------------------------ rim and overlaps


@pytest.mark.parametrize(("deck", "sheet"), KINDS)
@pytest.mark.parametrize("theme", THEMES)
def test_all_ink_but_the_ground_lies_three_and_a_half_millimetres_inside_the_trim(deck, sheet, theme, monkeypatch):
    """Measured on pixels of 0.06 mm: what differs from a back with nothing on its ground, lines with their width among it."""
    dpi = 400
    picture = pixels(printed(deck, sheet, theme, sides=("backs",), only=ONE), 0, dpi).astype(int)
    monkeypatch.setattr(drawing, "_draw_half", lambda *_: None)
    made = DECKS[deck]()
    card = [item for item in printed_cards(made, made.spec.print) if item.card and item.card.code == ONE[0]]
    ground = pixels(draw(made, card, sheet, theme=theme, sides=("backs",)), 0, dpi).astype(int)
    other = abs(picture - ground) > 12
    rows, columns = other.any(axis=1).nonzero()[0], other.any(axis=0).nonzero()[0]
    dots = dpi / 25.4
    edges = (columns[0], rows[0], picture.shape[1] - 1 - columns[-1], picture.shape[0] - 1 - rows[-1])
    assert [edge / dots - BLEED >= RIM - 1.5 / dots for edge in edges] == [True] * 4, [edge / dots - BLEED for edge in edges]


@pytest.mark.parametrize(("deck", "sheet"), KINDS)
@pytest.mark.parametrize("theme", THEMES)
def test_nothing_overlaps(deck, sheet, theme):
    page = back(deck, sheet, theme)
    frames, tabs = frames_of(page), tabs_of(page)
    squares = len(DECKS[deck]().squares)
    assert len(frames) == squares
    assert not any(a.meets(b) for a, b in combinations(frames, 2))
    assert not any(a.box.meets(b.box) for a, b in combinations(page.words, 2))
    assert not any(box_of(a).meets(box_of(b)) for a, b in combinations(tabs, 2))
    marks, numbers, foot = split(page)
    assert len(numbers) == squares and len(marks) == len(tabs)
    assert not any(frame.meets(word.box) for frame in frames for word in foot)
    for word in marks:
        assert sum(box_of(tab).covers(word.box) for tab in tabs) == 1
    for word in numbers:
        assert sum(frame.covers(word.box) for frame in frames) == 1
        assert all(apart(tab, word.box) for tab in tabs)


@pytest.mark.parametrize(("deck", "sheet"), KINDS)
def test_digits_are_two_millimetres_high_and_square_numbers_are_quieter(deck, sheet):
    page = back(deck, sheet)
    marks, numbers, _ = split(page)
    assert min(word.box.height for word in marks) >= 2.0
    assert max(word.size for word in numbers) < 0.7 * min(word.size for word in marks)
    assert sorted(int(word.text) for word in numbers) == list(range(1, len(DECKS[deck]().squares) + 1))


@pytest.mark.parametrize(("deck", "sheet"), KINDS)
def test_squares_are_numbered_by_rows_from_the_top_left(deck, sheet):
    page = back(deck, sheet)
    _, numbers, _ = split(page)
    for number, frame in enumerate(frames_of(page), 1):
        assert [word.text for word in numbers if frame.holds(word.box.centre)] == [str(number)]


# ------------------------------------------------------------------ read without colour


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("inks", ["rgb", "cmyk"])
def test_numbers_stand_out_in_grey(theme, inks):
    """One ink, a grey copy, a colour-blind player: the number differs from its tab by more than half the scale."""
    path = printed(sheet="single", theme=theme, sides=("backs",), only=ONE, inks=inks)
    picture = pixels(path, 0, 300)
    marks, numbers, _ = split(read_pages(path)[0])
    assert len(marks) == 20
    for word in marks:
        part = cut(picture, word.box, 300)
        assert int(part.max()) - int(part.min()) > 140
    for word in numbers:
        part = cut(picture, word.box, 300)
        assert int(part.max()) - int(part.min()) > 130, "square numbers are quiet, not faint"


def test_tabs_are_solid_but_for_the_number_and_outlined_in_the_low_ink_theme():
    shares = {}
    for theme in THEMES:
        path = printed(sheet="single", theme=theme, sides=("backs",), only=ONE)
        picture, dark = pixels(path, 0, 300), []
        for tab in tabs_of(read_pages(path)[0]):
            dark.append((cut(picture, box_of(tab).inset(0.05), 300) < 128).mean())
        shares[theme] = min(dark), max(dark)
    assert shares["plain"][0] > 0.5 and shares["tinted"][0] > 0.5
    assert shares["low-ink"][1] < 0.45


@pytest.mark.parametrize("sheet", ["single", "single-bridge"])
def test_outlines_leave_white_round_their_numbers(sheet):
    """Measured from every number's own ink to the line: a sixth of a millimetre, so that a spread line touches nothing."""
    dpi, reach = 600, 0.16
    path = printed("full", sheet, "low-ink", sides=("backs",), only=("7H", "KS", "10D"))
    for place, page in enumerate(read_pages(path)):
        picture = pixels(path, place, dpi)
        for word in split(page)[0]:
            for side in (-1, 1):
                edge = word.box.x - reach if side < 0 else word.box.right
                strip = cut(picture, Rect(edge, word.box.y, reach, word.box.height).inset(0.02), dpi)
                assert strip.min() > 200, word.text


def test_the_low_ink_theme_saves_ink():
    used = {theme: (255 - pixels(printed(theme=theme, sides=("backs",)), 0).astype(float)).sum() for theme in THEMES}
    assert used["low-ink"] < 0.6 * used["plain"] < used["tinted"]


def test_pixels_show_the_numbers_that_the_text_says():
    """A font whose characters lie would print wrong deals: every number is matched with pictures of 1 to 13."""
    font = ImageFont.truetype(str(fonts_folder(LIBRARY) / "ReplikatB612-Bold.ttf"), 100)
    pictures = {}
    for number in range(1, 14):
        image = Image.new("L", (300, 200))
        ImageDraw.Draw(image).text((20, 20), str(number), 255, font)
        pictures[str(number)] = image.crop(image.getbbox())
    path, dpi = printed(sides=("backs",)), 400
    page, picture = read_pages(path)[0], pixels(path, 0, 400)
    tabs, matched = tabs_of(page), Counter()
    for word in page.words:
        if not word.text.isdigit() or word.size < 3:
            continue
        assert any(box_of(tab).holds(word.box.centre) for tab in tabs)
        part = cut(picture, word.box, dpi).astype(float)
        part = (part - part.min()) / (part.max() - part.min())
        size = part.shape[::-1]
        away = {}
        for text, image in pictures.items():
            bent = abs(np.log((size[0] / size[1]) / (image.width / image.height)))
            away[text] = np.abs(np.asarray(image.resize(size), float) / 255 - part).mean() + bent
        assert min(away, key=away.get) == word.text
        matched[word.text] += 1
    assert sum(matched.values()) == 9 * 20 and len(matched) == 13


# ------------------------------------------------------------------ six and nine, dashes, groups, the foot


@pytest.mark.parametrize("theme", THEMES)
def test_a_rule_stands_under_six_and_nine_alone(theme):
    page = back("standard", "a4-poker", theme, only=())
    rules = [
        box_of(part)
        for outline in page.outlines
        if not outline.curved
        for part in outline.parts
        if len(part) >= 4 and box_of(part).height < 0.4 and 1 < box_of(part).width < 3
    ]
    marks, _, _ = split(page)
    for word in marks:
        under = [rule for rule in rules if abs(rule.centre.x - word.box.centre.x) < 0.5 and 0 < rule.y - word.box.bottom < 0.8]
        assert len(under) == (1 if word.text in ("6", "9") else 0), word.text
    assert len(rules) == sum(word.text in ("6", "9") for word in marks) > 10


def test_dashes_stand_where_a_short_pack_does_not_deal_and_on_jokers():
    deck = DECKS["short"]()

    def dashes(card: str) -> list[int]:
        page = back("short", only=(card,))
        frames, _ = frames_of(page), split(page)
        found = [
            box_of(p)
            for o in page.outlines
            if not o.curved
            for p in o.parts
            if len(p) >= 4 and 0.2 < box_of(p).height < 1 and box_of(p).width > 3
        ]
        return [number for number, frame in enumerate(frames, 1) if any(frame.covers(dash) for dash in found)]

    place = deck.pack.index["7H"]
    assert dashes("7H") == [q for q, square in enumerate(deck.squares, 1) if square.marks[place] is None] == []
    assert dashes("2C") == [7, 8, 9, 10], "piquet has no twos"
    assert dashes("joker-1") == list(range(1, 13))


def test_squares_of_another_layout_carry_dots():
    page = back("short", only=("AS",))
    dots = [o.box for o in page.outlines if o.curved and o.filled and 0.5 < o.box.width < 1.3 and abs(o.box.width - o.box.height) < 0.01]
    counts = [sum(frame.covers(dot) for dot in dots) for frame in frames_of(page)]
    assert counts == [0] * 6 + [1] * 4 + [2] * 2
    assert not any(dot.meets(word.box) for dot in dots for word in page.words)
    assert all(apart(tab, dot) for dot in dots for tab in tabs_of(page))


def test_more_layouts_than_signs_are_refused():
    deck = made_deck(("main", 2), ("casino", 2), ("short32", 1, "piquet32"), ("short24", 1, "euchre24"), ("scopa40", 1, "italian40"))
    with pytest.raises(ReplikatError, match="squares of 5 layouts; a back can tell at most 4 apart"):
        back_set(deck, back_plan(deck, load_sheet("single", LIBRARY).card), load_theme("plain", LIBRARY)[0], "Replikatkort")


def test_square_numbers_stand_in_the_corner_where_a_middle_is_used():
    page = back("mixed")
    _, numbers, _ = split(page)
    for word in numbers:
        frame = next(frame for frame in frames_of(page) if frame.holds(word.box.centre))
        assert word.box.right < frame.centre.x and word.box.bottom < frame.centre.y
    _, numbers, _ = split(back("standard"))
    for word in numbers:
        frame = next(frame for frame in frames_of(back("standard")) if frame.holds(word.box.centre))
        assert abs(word.box.centre.x - frame.centre.x) < 0.2 and abs(word.box.centre.y - frame.centre.y) < 0.2


@pytest.mark.parametrize("word", ["Replikatkort", "Kort", "Et ganske langt ord"])
def test_the_foot_says_word_and_code_and_its_bar_shows_a_card_upside_down(word):
    deck = packaged_deck("standard-52")
    path = printed(sheet="single", sides=("backs",), only=ONE, word=word)
    page, picture = read_pages(path)[0], pixels(path, 0)
    _, _, foot = split(page)
    assert " ".join(found.text for found in sorted(foot, key=lambda found: found.box.x)) == f"{word.upper()} {deck.code}"
    assert min(found.box.height for found in foot) > 0.8
    low = BLEED + 88.9 - RIM
    bar = cut(picture, Rect(BLEED + RIM + 0.2, low - 1.0, 63.5 - 2 * RIM - 0.4, 0.8))
    top = cut(picture, Rect(BLEED + RIM + 0.2, BLEED + RIM + 0.2, 63.5 - 2 * RIM - 0.4, 0.8))
    assert (bar < 128).all() and not (top < 128).all()


def test_the_symbol_of_the_code_tells_two_decks_apart():
    seen = {}
    for name in ("standard", "tournament"):
        path = printed(name, "single", sides=("backs",), only=ONE)
        plan = back_plan(DECKS[name](), load_sheet("single", LIBRARY).card)
        picture = pixels(path, 0, 400)
        side = (plan.foot.height - 1.2 - 0.9) / 5
        at = Point(BLEED + plan.foot.x, BLEED + plan.foot.y)
        grid = [
            [bool(cut(picture, Rect(at.x + x * side, at.y + y * side, side, side).inset(0.15), 400).mean() < 128) for x in range(5)]
            for y in range(5)
        ]
        assert tuple(map(tuple, grid)) == symbol(DECKS[name]().code)
        seen[name] = grid
    assert seen["standard"] != seen["tournament"]


# ------------------------------------------------------------------ ornaments

ORNATE = [theme for theme in THEMES if load_theme(theme, LIBRARY)[0].ornament]


@pytest.mark.parametrize("theme", ORNATE)
def test_cards_of_a_sheet_bear_the_whole_ornament_and_nothing_of_their_neighbours(theme):
    """The rim of a card in the middle of a sheet is that of a card on its own, and so is that of one at the edge."""
    dpi, plan, single = 400, load_sheet("a4-poker", LIBRARY), load_sheet("single", LIBRARY)
    sheet = pixels(printed(sheet="a4-poker", theme=theme, sides=("backs",)), 0, dpi).astype(int)
    alone = pixels(printed(sheet="single", theme=theme, sides=("backs",), only=ONE), 0, dpi).astype(int)
    for place in (0, 4):
        for side in ("top", "left"):
            strips = []
            for picture, cell in ((sheet, plan.cell(place)), (alone, single.cell(0))):
                long = Rect(cell.x, cell.y, cell.width, 3.0) if side == "top" else Rect(cell.x, cell.y, 3.0, cell.height)
                strips.append(cut(picture, long.inset(0.15), dpi))
            high, wide = (min(strip.shape[axis] for strip in strips) for axis in (0, 1))
            one, other = (strip[:high, :wide] for strip in strips)
            assert int(one.max()) - int(one.min()) > 40, "there is an ornament"
            off = [abs(one - np.roll(other, (down, aside), (0, 1)))[3:-3, 3:-3].mean() for down in (-1, 0, 1) for aside in (-1, 0, 1)]
            assert min(off) < 14, (place, side, off)


@pytest.mark.parametrize("theme", ORNATE)
def test_ornaments_run_over_the_trim_at_the_edges_of_a_sheet(theme):
    dpi, plan = 300, load_sheet("a4-poker", LIBRARY)
    picture = pixels(printed(sheet="a4-poker", theme=theme, sides=("backs",)), 0, dpi)
    outside = cut(picture, Rect(plan.block.x, plan.block.y - 2.8, plan.block.width, 2.6), dpi)
    ground = np.bincount(outside.ravel()).argmax()
    assert (abs(outside.astype(int) - int(ground)) > 30).mean() > 0.08


@pytest.mark.parametrize("theme", ORNATE)
def test_the_ornament_of_the_foot_needs_room(theme):
    figure, size = load_theme(theme, LIBRARY)[0].ornament.foot.figure, 2.6
    shapes = len(load_figure(figure, load_theme(theme, LIBRARY)[1], LIBRARY).shapes)

    def ornaments_of(word: str) -> list[Outline]:
        page = back("standard", theme=theme, word=word)
        words = [found.box for found in split(page)[2]]
        low = [
            o for o in page.outlines if len(o.parts) == shapes and o.box.y > words[0].y - 3 and max(o.box.width, o.box.height) < size + 0.1
        ]
        assert not any(outline.box.meets(word) for outline in low for word in words)
        return low

    assert len(ornaments_of("Replikatkort")) == 1 and ornaments_of("Et ganske langt ord") == []


def test_no_figure_is_taken_for_a_pattern():
    palette = load_theme("plain", LIBRARY)[1]
    figures = [load_figure(name, palette, LIBRARY) for name in LIBRARY.names("figures", ".svg")]
    assert max(len(shape.segments) for figure in figures for shape in figure.shapes) < LONGEST_PATH / 5


# ------------------------------------------------------------------ two-way, underlined


@pytest.mark.parametrize(("deck", "sheet", "squares"), [("small", "single", 6), ("twelve", "single-bridge", 12), ("short", "single", 12)])
def test_a_two_way_back_is_the_same_when_it_is_turned(deck, sheet, squares):
    """Word by word, and pixel by pixel but for the edges of what is drawn."""
    path = printed(deck, sheet, sides=("backs",), only=ONE, options=("two-way",))
    page, picture = read_pages(path)[0], pixels(path, 0, 300).astype(int)
    assert len(frames_of(page)) == 2 * squares
    upright = Counter((word.text, round(word.box.x, 1), round(word.box.y, 1)) for word in page.words if word.quarters == 0)
    turned = Counter(
        (word.text, round(page.width - word.box.right, 1), round(page.height - word.box.bottom, 1)) for word in page.words if word.turned
    )
    assert upright == turned and sum(upright.values()) == len(page.words) / 2
    assert (abs(picture - picture[::-1, ::-1]) > 128).mean() < 0.002


def test_upright_numbers_stand_in_the_upper_half_alone():
    page = back("twelve", options=("two-way",))
    assert all((word.box.centre.y < page.height / 2) == (word.quarters == 0) for word in page.words)
    assert {word.quarters for word in page.words} == {0, 2}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("deck", "sheet", "options"), [("twelve", "single", ("two-way",)), ("batch", "single-bridge", ("underlined",))])
def test_options_keep_the_rim_and_legible_digits(theme, deck, sheet, options):
    path = printed(deck, sheet, theme, sides=("backs",), only=ONE, options=options)
    page, dpi = read_pages(path)[0], 400
    picture = pixels(path, 0, dpi)
    inner = Rect(0, 0, page.width, page.height).inset(BLEED + RIM)
    assert all(inner.covers(word.box) for word in page.words)
    assert not any(a.box.meets(b.box) for a, b in combinations(page.words, 2))
    marks, _, _ = split(page)
    assert min(word.box.height for word in marks) >= 2.0
    for word in marks:
        part = cut(picture, word.box, dpi)
        assert int(part.max()) - int(part.min()) > 140


@pytest.mark.parametrize("theme", THEMES)
def test_numbers_of_the_second_batch_are_underlined_and_dots_tell_six_from_nine(theme):
    page, deck = back("batch", theme=theme, options=("underlined",), only=()), DECKS["batch"]()
    boxes = [box_of(part) for outline in page.outlines if not outline.curved for part in outline.parts if len(part) >= 4]
    rules, dots = ([box for box in boxes if box.height < 1 and low < box.width < high] for low, high in ((3, 6), (0.3, 0.9)))
    marks, _, foot = split(page)
    held = [mark for mark in (square.marks[0] for square in deck.squares) if mark]
    shown = Counter()
    for word in marks:
        below = [rule for rule in rules if abs(rule.centre.x - word.box.centre.x) < 0.5 and 0 < rule.y - word.box.bottom < 0.8]
        after = [dot for dot in dots if 0 < dot.x - word.box.right < 0.6 and abs(dot.bottom - word.box.bottom) < 0.1]
        assert len(below) <= 1 and all(rule.width >= word.box.width for rule in below)
        assert len(after) == (1 if word.text in ("6", "9") else 0), word.text
        shown[int(word.text) + 10 * len(below)] += 1
    assert shown == Counter(mark.number for mark in held)
    assert "=11" in [word.text for word in foot], "the legend says what an underlined 1 means"


def test_underlined_numbers_need_a_second_batch():
    deck = DECKS["standard"]()
    with pytest.raises(
        ReplikatError, match=r"^standard-52: underlined numbers, but the layout main has no second batch \(its key batch\)$"
    ):
        cards_pdf(deck, replace(deck.spec.print, backs=("underlined",)), LIBRARY)


def test_too_many_squares_for_both_ways_are_refused():
    deck = DECKS["standard"]()
    with pytest.raises(ReplikatError, match=r"20 squares .* on a poker card printed two-way; expected at most 15 squares"):
        cards_pdf(deck, replace(deck.spec.print, backs=("two-way",)), LIBRARY)


# ------------------------------------------------------------------ golden


def test_a_back_as_drawn(remake_goldens):
    """Every word of one back with its place, in mm from the trim's top left corner; seen differences are pinned."""
    lines = ["# word, left, top, width, height (mm from the trim)"]
    for word in sorted(back("standard").words, key=lambda word: (round(word.box.y, 1), round(word.box.x, 1))):
        numbers = (word.box.x - BLEED, word.box.y - BLEED, word.box.width, word.box.height)
        lines.append(f"{word.text:<16}" + "".join(f"{number:7.1f}" for number in numbers))
    text = "\n".join(lines) + "\n"
    if remake_goldens:
        PINNED.write_text(text, encoding="utf-8")
    assert PINNED.read_text(encoding="utf-8") == text


def test_a_word_too_long_to_be_read_is_refused() -> None:
    deck = packaged_deck("standard-52")
    settings = replace(deck.spec.print, word="Et overmåte langt orienteringsord")
    with pytest.raises(ReplikatError, match=r"'Et overmåte langt orienteringsord' is 4.5 mm too long for the foot of a poker card"):
        cards_pdf(deck, settings, LIBRARY)
