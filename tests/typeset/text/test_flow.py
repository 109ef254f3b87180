from pathlib import Path

import pytest

from paper import FONTS, assert_only_own_fonts, palette, read, text_of
from replikat.errors import ReplikatError
from replikat.geometry.plane import Rect
from replikat.geometry.units import MM, POINT
from replikat.typeset.pen import Pen
from replikat.typeset.text.flow import Compositor, Folio, lines_of, page_break
from replikat.typeset.text.flowables import Drawing, headings_of
from replikat.typeset.text.formats import BOOK, FORMATS, LARGE, PageShape
from replikat.typeset.text.markdown import Grid, Steps, set_markdown
from replikat.typeset.text.styles import hyphenator

SHAPE = PageShape(width=100, height=120, inner=15, outer=10, top=10, bottom=12, facing=True)
WORDS = "Sammenlikningsturnering i replikatstokkenes fordelingsoversikt er en uvanlig lang overskrift. "


def compositor(lang: str = "nb") -> Compositor:
    return Compositor("Title", lang, palette(), FONTS, BOOK)


def pages_of(markdown: str, tmp_path: Path, picture_high: float = 50, folios: list[Folio] | None = None):  # type: ignore[no-untyped-def]
    made = compositor()

    def picture(source: str, above: float) -> Drawing:
        return made.drawing(SHAPE.measure, picture_high, lambda pen: pen.rect(Rect(0, 0, SHAPE.measure, picture_high), "mist"))

    def furniture(pen: Pen, folio: Folio) -> None:
        if folios is not None:
            folios.append(folio)

    pdf = made.pages(SHAPE, lambda entries: set_markdown(markdown, made, SHAPE.measure, picture, "t")[1:], furniture)
    assert_only_own_fonts(pdf)
    return read(pdf, tmp_path)


@pytest.mark.parametrize("style", ["body", "item", "h1", "caption", "cell", "head"])
def test_a_missing_glyph_is_an_error_in_every_style(style: str) -> None:
    with pytest.raises(ReplikatError, match="U\\+2660"):
        compositor().text("spades ♠", style)  # type: ignore[arg-type]


def test_a_missing_glyph_is_an_error_in_bullets_headings_tables_and_emphasis() -> None:
    made = compositor()
    for fault in (
        lambda: made.text("item", "item", "✗"),
        lambda: made.heading("A ♥", 2),
        lambda: made.table(["A", "B"], [["1", "♦"]], 70),
        lambda: made.paragraph("so <b>♣</b>"),
        lambda: lines_of("a ♣", "text", 3, 50),
    ):
        with pytest.raises(ReplikatError, match="no glyph"):
            fault()


def test_markup_signs_in_prose_are_printed_as_they_are(tmp_path: Path) -> None:
    pages = pages_of("# R\n\nA < B & C > D, *so* **it** is.\n", tmp_path)
    assert "A < B & C > D, so it is." in text_of(pages[0])


UNPRINTABLE = [("[a](b.html)", "link"), ("`code`", "code"), ("> quoted", "blockquote"), ("a ![x](y) b", "image")]


@pytest.mark.parametrize(("fault", "named"), UNPRINTABLE)
def test_what_cannot_be_printed_is_an_error(fault: str, named: str, tmp_path: Path) -> None:
    with pytest.raises(ReplikatError, match=named):
        pages_of(f"# Title\n\n{fault}\n", tmp_path)


def test_a_heading_may_not_skip_a_level(tmp_path: Path) -> None:
    with pytest.raises(ReplikatError, match="level 3; expected at most 2"):
        pages_of("# Title\n\n### Third\n", tmp_path)


def test_facing_pages_change_their_margins(tmp_path: Path) -> None:
    pages = pages_of("# One\n\n" + "Ord. " * 900, tmp_path)
    lefts = [min(word.box.x for word in page.words) for page in pages]
    assert lefts[0] == pytest.approx(15, abs=0.6) and lefts[1] == pytest.approx(10, abs=0.6) and lefts[2] == pytest.approx(15, abs=0.6)
    for page, left in zip(pages[:-1], lefts, strict=False):
        assert max(word.box.right for word in page.words) - left == pytest.approx(SHAPE.measure, abs=0.6)


def test_long_words_are_parted_as_the_language_does_it() -> None:
    assert hyphenator("tlh") is None
    parts = {head for head, _ in hyphenator("nb")("sammenlikningsturnering")}
    assert "sammenliknings-" in {f"{part.rstrip('-')}-" for part in parts}


def test_text_flows_on_past_a_picture_that_finds_no_room(tmp_path: Path) -> None:
    before = "# A\n\n" + "Foran. " * 70
    pages = pages_of(f"{before}\n\n![Bildetekst](x)\n\n" + "Etter. " * 90, tmp_path)
    assert "Etter." in text_of(pages[0])
    first, second = pages[0].words, pages[1].words
    assert max(word.box.bottom for word in first) > 100
    assert second[0].text == "Bildetekst" and second[0].box.y > 60


def test_a_picture_held_back_comes_before_the_next_chapter_and_before_the_end(tmp_path: Path) -> None:
    full = "Foran. " * 90
    pages = pages_of(f"# A\n\n{full}\n\n![Første](x)\n\n# B\n\n{full}\n\n![Andre](x)\n", tmp_path)
    assert ["Første" in text_of(page) for page in pages] == [False, True, False, False]
    assert "Andre" in text_of(pages[3])
    assert len(pages) == 4


def test_a_picture_held_back_comes_before_the_next_heading(tmp_path: Path) -> None:
    pages = pages_of("# A\n\n" + "Foran. " * 70 + "\n\n![Bildetekst](x)\n\nEtter.\n\n## B\n\n1. Først\n2. Siden\n", tmp_path)
    assert text_of(pages[0]).endswith("Etter.")
    assert text_of(pages[1]) == "Bildetekst B 1. Først 2. Siden"


def test_no_empty_page_follows_a_full_one(tmp_path: Path) -> None:
    for count in range(230, 262):
        pages = pages_of("# A\n\n" + "Ord. " * count, tmp_path)
        assert all(page.words for page in pages)


def test_a_table_is_not_parted_and_keeps_its_lead_in(tmp_path: Path) -> None:
    table = "| Kort | Poeng |\n| --- | --- |\n" + "".join(f"| rad{row} | {row} |\n" for row in range(8))
    for filling in range(80, 200, 12):
        pages = pages_of("# A\n\n" + "Ord. " * filling + f"\n\nSlik teller dere:\n\n{table}", tmp_path)
        holding = {page.number for page in pages if any(word.text.startswith("rad") for word in page.words)}
        assert len(holding) == 1
        assert "Slik teller dere:" in text_of(pages[holding.pop() - 1])


def test_figures_are_set_to_the_right(tmp_path: Path) -> None:
    page = pages_of("# A\n\n| Kort | Poeng |\n| --- | --- |\n| Åtter | 50 |\n| Ess | 1 |\n| Andre | pålydende |\n", tmp_path)[0]
    rights = {word.text: word.box.right for word in page.words}
    assert rights["50"] == pytest.approx(rights["Poeng"], abs=0.4)
    assert rights["1"] == pytest.approx(rights["50"], abs=0.7)
    lefts = {word.text: word.box.x for word in page.words}
    assert lefts["Kort"] == pytest.approx(lefts["Ess"], abs=0.4)


def test_empty_cells_do_not_turn_figures_to_the_left(tmp_path: Path) -> None:
    rows = "| To | 1 | |\n| Tre | 2 | |\n| Fire | 3 | 77 |\n"
    page = pages_of(f"# A\n\n| Spillere | Første | Fjerdeplass |\n| --- | --- | --- |\n{rows}", tmp_path)[0]
    rights = {word.text: word.box.right for word in page.words}
    assert rights["77"] == pytest.approx(rights["Fjerdeplass"], abs=0.4)


def test_running_heads_know_chapter_and_pages(tmp_path: Path) -> None:
    folios: list[Folio] = []
    pages_of("# Alfa\n\n" + "Ord. " * 400 + "\n\n# Beta\n\nSlutt.\n", tmp_path, folios=folios)
    assert folios[-3:] == [Folio(1, 3, "Alfa", True), Folio(2, 3, "Alfa", False), Folio(3, 3, "Beta", True)]


def test_nested_lists_step_in_and_count_on(tmp_path: Path) -> None:
    page = pages_of("# A\n\n3. tredje\n   - innerst\n4. fjerde\n", tmp_path)[0]
    lefts = {word.text: word.box.x for word in page.words}
    assert "3." in lefts and "4." in lefts
    assert lefts["innerst"] > lefts["tredje"] + 4
    assert lefts["tredje"] == pytest.approx(lefts["fjerde"], abs=0.5)


def test_lines_of_keeps_the_measure() -> None:
    compositor()
    lines = lines_of(WORDS * 3, "text", 3, 60)
    assert " ".join(lines).split() == (WORDS * 3).split()
    assert len(lines) > 5


def test_a_document_carries_title_language_and_prints_unscaled() -> None:
    made = compositor("sv")
    pdf = made.pages(SHAPE, lambda entries: [made.text("Hej"), page_break(), made.text("igen")], lambda pen, folio: None)
    assert b"/Lang (sv)" in pdf and b"/Title (Title)" in pdf and b"/PrintScaling /None" in pdf


@pytest.mark.parametrize("rows", [21, 22, 23, 30])
def test_a_long_table_goes_on_with_its_header_and_never_leaves_fewer_than_three_rows(rows: int, tmp_path: Path) -> None:
    table = "| Kort | Poeng |\n| --- | --- |\n" + "".join(f"| rad{row} | {row} |\n" for row in range(1, rows + 1))
    for filling in range(0, 200, 20):
        pages = pages_of("# A\n\n" + "Ord. " * filling + f"\n\nSlik teller dere:\n\n{table}\n\nEtter.\n", tmp_path)
        parts = [[word.text for word in page.words if word.text.startswith("rad")] for page in pages]
        assert [row for part in parts for row in part] == [f"rad{row}" for row in range(1, rows + 1)]
        assert all(len(part) >= 3 for part in parts if part)
        assert all("Kort Poeng" in text_of(page) for page, part in zip(pages, parts, strict=True) if part)
        assert "Slik teller dere:" in text_of(pages[next(place for place, part in enumerate(parts) if part)])


def test_several_long_columns_share_the_measure(tmp_path: Path) -> None:
    cell = "ganske lang tekst om kortene"
    page = pages_of(f"# A\n\n| En | To | Tre |\n| --- | --- | --- |\n| {cell} | {cell} {cell} | 7 |\n", tmp_path)[0]
    assert max(word.box.right for word in page.words) <= 90.3
    starts = {word.text: word.box.x for word in page.words}
    assert starts["To"] - starts["En"] == pytest.approx(starts["Tre"] - starts["To"], rel=0.25)
    assert " ".join(word.text for word in page.words).count("kortene") == 3


def test_a_heading_that_is_longer_than_the_measure_becomes_smaller(tmp_path: Path) -> None:
    page = pages_of("# Sammenlikningsturneringsforberedelser\n\n## Kort\n", tmp_path)[0]
    long = page.words[0]
    assert long.text == "Sammenlikningsturneringsforberedelser" and long.box.right <= 90.2
    assert long.size < 20 * 25.4 / 72


def test_a_held_picture_does_not_come_between_the_items_of_a_list(tmp_path: Path) -> None:
    items = "".join(f"- punkt{number} med noen ord til\n" for number in range(1, 12))
    pages = pages_of("# A\n\n" + "Foran. " * 60 + f"\n\n![Bildetekst](x)\n\n{items}\nEtter.\n", tmp_path)
    words = [word.text for page in pages for word in page.words]
    points = [words.index(f"punkt{number}") for number in range(1, 12)]
    assert not points[0] < words.index("Bildetekst") < points[-1]


def inserts(source: str, above: float = 0.0):  # type: ignore[no-untyped-def]
    if source == "steps":
        return Steps(["Første & andre", "Siste < alt"])
    if source == "grid":
        return Grid(["Ruter", "Kort"], [["1–12", "52"], ["13", "<32>"]])
    return compositor().drawing(SHAPE.measure, 30, lambda pen: pen.rect(Rect(0, 0, SHAPE.measure, 30), "mist"))


def set_with(markdown: str, tmp_path: Path):  # type: ignore[no-untyped-def]
    made = compositor()
    return read(made.pages_at_once(SHAPE, set_markdown(markdown, made, SHAPE.measure, inserts, "t")[1:], lambda pen, folio: None), tmp_path)


def test_inserted_steps_and_grids_are_plain_text(tmp_path: Path) -> None:
    text = text_of(set_with("# A\n\n![](steps)\n\n![](grid)\n", tmp_path)[0])
    assert text == "A 1. Første & andre 2. Siste < alt Ruter Kort 1–12 52 13 <32>"


def test_steps_and_their_picture_stay_together_with_the_headings_above(tmp_path: Path) -> None:
    for filling in range(20, 90, 6):
        pages = set_with("# A\n\n" + "Ord. " * filling + "\n\n## B\n\n### C\n\n![](steps)\n\n![Bilde](x)\n\n" + "Etter. " * 30, tmp_path)
        page = next(page for page in pages if "Bilde" in text_of(page))
        assert "B C 1. Første & andre 2. Siste < alt Bilde" in text_of(page)


def test_what_is_taller_than_a_page_is_parted_after_all(tmp_path: Path) -> None:
    tall = compositor().drawing(SHAPE.measure, 80, lambda pen: pen.rect(Rect(0, 0, SHAPE.measure, 80), "mist"))
    made = compositor()
    many = Steps([f"Trinn{number} og litt til" for number in range(1, 9)])
    story = set_markdown(
        "# A\n\n" + "Ord. " * 100 + "\n\n## B\n\n![](steps)\n\n![Bilde](x)\n",
        made,
        SHAPE.measure,
        lambda source, above: many if source == "steps" else tall,
        "t",
    )
    pages = read(made.pages_at_once(SHAPE, story[1:], lambda pen, folio: None), tmp_path)
    words = [word.text for page in pages for word in page.words]
    assert [word for word in words if word.startswith("Trinn")] == [f"Trinn{number}" for number in range(1, 9)]
    assert "B" in text_of(pages[0]) and "Trinn1" in text_of(pages[0])


@pytest.mark.parametrize("from_top", [False, True])
def test_a_picture_is_told_what_stands_above_it_on_its_page(from_top: bool) -> None:
    """Headings and steps that stay with it; for a text that has one page all that comes before."""
    made, told = compositor(), dict[str, float]()

    def noted(source: str, above: float):  # type: ignore[no-untyped-def]
        told[source] = above
        return inserts(source)

    text = "# A\n\nOrd.\n\n## B\n\n![](steps)\n\n![Bilde](x)\n\nEtter.\n\n![Bilde](y)\n"
    set_markdown(text, made, SHAPE.measure, noted, "t", from_top)
    line = made.scale.grid / MM
    assert told["x"] > 6 * line
    assert told["y"] == pytest.approx(0) if not from_top else told["y"] > told["x"]
    assert from_top == (told["x"] > 9 * line)


def test_a_short_paragraph_stays_with_the_table_after_it(tmp_path: Path) -> None:
    table = "| Tabellhode | B |\n| --- | --- |\n" + "| rad | 1 |\n" * 8
    for filling in range(20, 160, 4):
        pages = set_with("# A\n\n" + "Ord. " * filling + f"\n\nRaden sier hvem.\n\n{table}", tmp_path)
        assert "Raden sier hvem." in text_of(next(page for page in pages if "Tabellhode" in text_of(page)))


def test_contents_know_the_pages_after_one_setting(tmp_path: Path) -> None:
    made = compositor()
    chapters = set_markdown("# En\n\n" + "Ord. " * 500 + "\n\n# To\n\n## Del\n\nSlutt.\n", made, SHAPE.measure, inserts, "t")
    headings = headings_of(chapters)
    pdf = made.pages_at_once(SHAPE, [*(made.contents_line(heading) for heading in headings), *chapters], lambda pen, folio: None, "Omslag")
    pages = read(pdf, tmp_path)
    wanted = [next(page.number for page in pages[1:] if heading.title in text_of(page).split()) for heading in headings]
    assert wanted[1] > 3
    assert sorted(text_of(pages[0]).split()) == sorted([*map(str, wanted), "En", "To", "Del"])
    lines = [(word.text, round(word.box.bottom, 1)) for word in pages[0].words]
    assert all(any(text == str(number) for text, low in lines) for number in wanted)
    assert_only_own_fonts(pdf)


@pytest.mark.parametrize("name", FORMATS)
def test_formats_are_whole_lines_deep_and_leave_room_for_heads_and_feet(name: str) -> None:
    for page in (FORMATS[name], FORMATS[name].enlarged()):
        lines = page.shape.depth / (page.scale.grid * POINT)
        assert lines == pytest.approx(round(lines), abs=1e-6) and lines > 18
        assert page.shape.bottom - 1.575 * page.scale.grid * POINT > 5 and page.shape.top - 1.08 * page.scale.grid * POINT > 5
    assert FORMATS[name].enlarged().scale.body[0] == LARGE * FORMATS[name].scale.body[0]
