"""Verify can fail: every fault that a printing can have is put in, found, and named with its place."""

from dataclasses import fields, replace

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replikat.cards.back_plan import BackPlan, Tab, most_squares
from replikat.cards.printing import cards_pdf, printed_cards
from replikat.cards.sheets import PrintedCard
from replikat.data.library import Library, packaged
from replikat.deck.deck import Deck
from replikat.deck.print_settings import PrintSettings
from replikat.deck.squares import Mark
from replikat.errors import ReplikatError
from replikat.geometry.paper import CardSize, Paper
from replikat.geometry.plane import Rect
from replikat.press.loaders import load_sheet
from replikat.press.sheets.plan import SheetPlan, plan_sheet
from replikat.press.sheets.spec import SheetSpec
from replikat.reading.compare import compare, deck_read
from replikat.reading.drawn.cards import read_cards
from replikat.reading.drawn.faces import FaceBook
from replikat.reading.drawn.page import read_pages
from replikat.reading.verify import _read_cards, verify
from support import LIBRARY, packaged_deck, plain_deck, print_cards
from witness import DECKS, draw, edited, fresh_path, half_drawn, made_deck, printed

STANDARD = packaged_deck("standard-52")
DECK = DECKS["small"]()  # piquet, 32 cards and two jokers, six squares: four sheets
CODES = DECK.pack.codes
# sheet 3, row 2, column 2 of A4 with nine poker cards: place 22 in printing order
SHOWN, PLACE = CODES[22], "sheet 3, row 2, column 2"


def faults(path, deck: Deck | None = DECK, **options) -> list[str]:
    return list(verify(path, deck, (deck or DECK).spec.print, LIBRARY, **options).faults)


def cards(deck: Deck = DECK) -> list[PrintedCard]:
    return printed_cards(deck, deck.spec.print)


def with_mark(printed_card: PrintedCard, square: int, mark: Mark | None) -> PrintedCard:
    marks = list(printed_card.marks)
    marks[square - 1] = mark
    return replace(printed_card, marks=tuple(marks))


# ------------------------------------------------------------------ what is right is called right

FACTORS = {
    "sheet": [name for name in LIBRARY.names("sheets") if not (plan := load_sheet(name, LIBRARY)).one_sided and not plan.spec.stock],
    "theme": LIBRARY.names("themes"),
    "flip": ["long", "short"],
    "lang": LIBRARY.names("languages"),
    "inks": ["rgb", "cmyk"],
}


def pairwise(factors: dict[str, list[str]]) -> list[dict[str, str]]:
    """Rows that hold every pair of values of any two factors: greedily, in the order of the factors."""
    names = list(factors)
    missing = {(a, x, b, y) for i, a in enumerate(names) for b in names[:i] for x in factors[a] for y in factors[b]}
    rows = []
    while missing:
        a, x, b, y = min(missing)
        row = {a: x, b: y}
        for name in names:
            if name not in row:

                def gain(value, name=name, row=row, missing=missing):
                    pairs = [(name, value, other, row[other]) for other in row] + [(other, row[other], name, value) for other in row]
                    return sum(pair in missing for pair in pairs)

                row[name] = max(factors[name], key=gain)
        missing -= {(a, row[a], b, row[b]) for a in names for b in names}
        rows.append(row)
    return rows


ROWS = pairwise(FACTORS)


def test_the_rows_hold_every_pair():
    for a in FACTORS:
        for b in FACTORS:
            assert {(row[a], row[b]) for row in ROWS} >= {(x, y) for x in FACTORS[a] for y in FACTORS[b] if a != b}


WHOLE = [next(row for row in ROWS if row["sheet"] == sheet) for sheet in FACTORS["sheet"]]
FEW = ("AS", "10H", "KC", "QD")


@pytest.mark.parametrize("row", ROWS, ids=["-".join(row[name] for name in FACTORS) for row in ROWS])
def test_what_is_printed_reads_back_as_the_deck(row):
    """On every sheet format the whole deck once; how it looks there otherwise, a few cards show."""
    only = () if row in WHOLE else FEW
    verdict = verify(printed("small", only=only, **row), DECK, DECK.spec.print, LIBRARY, some=bool(only))
    assert verdict.faults == () and verdict.code == DECK.code
    assert (verdict.cards, verdict.marks) == ((4, 4 * 6) if only else (34, 32 * 6))


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("standard", {}),
        ("tournament", {"sheet": "letter-bridge", "theme": "tinted", "flip": "short", "lang": "nb"}),
        ("mixed", {"sheet": "a4-bridge-tight", "theme": "low-ink"}),
        ("short", {"sheet": "single", "inks": "cmyk"}),
        ("one", {"sheet": "letter-poker-tight"}),
        ("full", {"sheet": "a4-bridge", "lang": "sv"}),
    ],
)
def test_whole_decks_read_back_with_and_without_their_file(name, options):
    deck = DECKS[name]()
    path = printed(name, **options)
    for known in (deck, None) if name in ("standard", "short") else (deck,):
        verdict = verify(path, known, deck.spec.print, LIBRARY)
        assert verdict.faults == () and verdict.code == deck.code
        assert verdict.marks == sum(mark is not None for square in deck.squares for mark in square.marks)


def test_the_largest_grid_reads_back():
    most = most_squares(load_sheet("a4-poker", LIBRARY).card, True, 13)
    deck = made_deck(("main", most - 1), ("casino", 1))
    assert faults(print_cards(deck, fresh_path()), deck) == []


@pytest.mark.parametrize("side", ["faces", "backs"])
def test_one_side_alone_reads_back(side):
    assert faults(printed("small", sides=(side,))) == []


def test_backs_of_dashes_alone_cannot_be_told_apart_and_are_not_missed():
    deck = made_deck(("short32", 3, "piquet32"))
    assert faults(print_cards(deck, fresh_path(), sides=("backs",)), deck) == []
    assert faults(print_cards(deck, fresh_path()), deck) == []


def test_some_cards_are_enough_where_it_is_said():
    path = printed("small", only=("QS", "7H", "AD"))
    assert faults(path, some=True) == []
    assert sum(fault.endswith(" is missing") for fault in faults(path)) == 29


def test_ninety_seven_cards_without_faces_on_tarot_cards():
    """A pack without suits has no faces yet: its backs alone are printed and read, from the reader's parts."""
    deck = plain_deck({"S": 21, "W": 21, "N": 21, "E": 21, "M": 13}, 8)
    spec = SheetSpec(CardSize("tarot", 70, 120), Paper("A4", 210, 297))
    plan = plan_sheet("a4-tarot", spec)
    cards = [PrintedCard(card, tuple(square.marks[i] for square in deck.squares)) for i, card in enumerate(deck.pack.cards)]
    path = draw(deck, cards, plan=plan, sides=("backs",))
    reading = read_cards(read_pages(path), {"a4-tarot": plan}, None, FaceBook({}, {}), {})
    wanted = {card.card.code: card.marks for card in cards if card.card}
    assert compare(reading, wanted, (), deck.code) == []
    assert {read.back.marks for read in reading.cards if read.back} == {card.marks for card in cards}
    assert max(mark.number for card in cards for mark in card.marks if mark) == 21


def test_a_format_of_ones_own_reads_back(tmp_path):
    (tmp_path / "sheets").mkdir()
    (tmp_path / "sheets" / "a4-tarot.yaml").write_text(
        "paper: {name: A4, width: 210, height: 297}\ncard: {name: tarot, width: 70, height: 120}\nflip: short\ngap: 4\n"
    )
    library = Library((tmp_path, packaged()))
    settings = replace(DECK.spec.print, sheet="a4-tarot", theme="tinted")
    path = fresh_path()
    path.write_bytes(cards_pdf(DECK, settings, library).pdf)
    assert verify(path, DECK, settings, library).faults == ()


def test_an_index_of_ones_own_reads_back():
    settings = replace(DECK.spec.print, indices={"A": "E", "J": "B"})  # Swedish ace, German jack
    path = print_cards(DECK, fresh_path(), settings)
    assert verify(path, DECK, settings, LIBRARY).faults == ()


def test_a_word_of_digits_is_not_taken_for_marks():
    assert faults(printed(word="2026", sheet="a4-bridge"), STANDARD) == []


# ------------------------------------------------------------------ wrong marks

slots = st.sampled_from([*(Mark(position, number) for position in "SWNEM" for number in range(1, 14)), None])


@settings(max_examples=20)
@given(st.integers(0, 51), st.integers(1, 20), slots)
def test_any_single_altered_mark_is_found_and_named(card, square, mark):
    """Four cards about the altered one are printed; the fault names sheet, row, column, card, square and both marks."""
    deck = DECKS["mixed"]()
    first = min(card // 4 * 4, 48)
    held = printed_cards(deck, deck.spec.print)[first : first + 4]
    at = card - first
    right = held[at].marks[square - 1]
    held[at] = with_mark(held[at], square, mark)
    found = faults(draw(deck, held), deck, some=True)
    if mark == right:
        assert found == []
    else:
        place = f"sheet 1, row {at // 3 + 1}, column {at % 3 + 1}"
        said = f"{mark or 'a dash'} is printed; the deck has {right}"
        assert found == [f"{place}: {deck.pack.codes[card]}, square {square}: {said}"]


def test_two_numbers_swapped_in_one_square_are_found_at_both_cards():
    held = cards()
    a, b = 22, 30
    held[a], held[b] = with_mark(held[a], 5, held[b].marks[4]), with_mark(held[b], 5, held[a].marks[4])
    first, second = DECK.squares[4].marks[a], DECK.squares[4].marks[b]
    assert faults(draw(DECK, held)) == [
        f"{PLACE}: {SHOWN}, square 5: {second} is printed; the deck has {first}",
        f"sheet 4, row 2, column 1: {CODES[b]}, square 5: {first} is printed; the deck has {second}",
    ]


def test_a_wrong_mark_is_found_without_the_deck_file_too():
    held = cards()
    held[22] = with_mark(held[22], 5, held[30].marks[4])
    found = faults(draw(DECK, held), None)
    assert any(f"square 5: {CODES[30]}: {held[30].marks[4]} stands twice in this square" in fault for fault in found)
    held[30] = with_mark(held[30], 5, cards()[22].marks[4])
    found = faults(draw(DECK, held), None)
    assert found and all("expected" in fault for fault in found), "a sound deck, but not the one that its code names"
    assert any(DECK.code in fault for fault in found)


# ------------------------------------------------------------------ two-way, underlined


@pytest.mark.parametrize(
    ("name", "options", "printing"),
    [
        ("small", ("two-way",), {"sheet": "a4-poker", "flip": "short"}),
        ("small", ("two-way",), {"sheet": "a4-mini", "flip": "long", "theme": "low-ink"}),
        ("short", ("two-way",), {"sheet": "single"}),
        ("batch", ("underlined",), {"sheet": "a4-bridge", "theme": "tinted"}),
        ("batch", ("underlined", "two-way"), {"sheet": "letter-tarot", "flip": "short"}),
    ],
)
def test_backs_with_options_read_back(name, options, printing):
    deck = DECKS[name]()
    for known in (deck, None) if printing["sheet"] == "a4-poker" else (deck,):
        verdict = verify(printed(name, options=options, **printing), known, deck.spec.print, LIBRARY)
        assert verdict.faults == () and verdict.code == deck.code
        assert verdict.marks == sum(mark is not None for square in deck.squares for mark in square.marks)


def test_a_wrong_mark_in_one_half_is_found_with_its_place(monkeypatch):
    shown, wrong = cards()[22].marks, Mark("N", 8)
    half_drawn(monkeypatch, lambda marks, backs: ((*marks[:3], wrong, *marks[4:]), backs) if marks == shown else (marks, backs))
    found = faults(draw(DECK, options=("two-way",)))
    assert shown[3] != wrong
    assert found == [f"{PLACE}: square 4: {shown[3]} in the upright half, {wrong} in the turned one"]


def test_halves_of_two_cards_or_decks_are_found(monkeypatch):
    half_drawn(monkeypatch, lambda marks, backs: (cards()[21].marks, replace(backs, code="0000-0000-000")))
    found = faults(draw(DECK, cards()[22:23], options=("two-way",)), some=True)
    differing = sum(one != other for one, other in zip(cards()[21].marks, cards()[22].marks, strict=True))
    assert f"sheet 1, row 1, column 1: the code is {DECK.code} in the upright half, 0000-0000-000 in the turned one" in found
    assert sum("in the turned one" in fault for fault in found) == differing + 1


def test_a_lost_half_is_found(monkeypatch):
    half_drawn(monkeypatch, lambda marks, backs: None)
    found = faults(draw(DECK, options=("two-way",)))
    assert len(found) == 34 and f"{PLACE}: the turned half shows no squares" in found


def test_a_half_with_fewer_squares_is_found(monkeypatch):
    half_drawn(monkeypatch, lambda marks, backs: (marks[:5], replace(backs, plan=replace(backs.plan, squares=5))))
    found = faults(draw(DECK, options=("two-way",)))
    assert f"{PLACE}: 6 squares in the upright half, 5 in the turned one" in found


def test_a_lost_rule_makes_another_number(monkeypatch):
    deck = DECKS["batch"]()
    first = deck.squares[0].marks.index(Mark("S", 14))

    class Ruleless(BackPlan):
        def written(self, number: int):
            return super().written(number)._replace(ruled=False) if number == 14 else super().written(number)

    path = draw(deck, options=("underlined",), backs=lambda backs: replace(backs, plan=as_kind(Ruleless, backs.plan)))
    found = faults(path, deck)
    assert any(fault.endswith(f"{deck.pack.codes[first]}, square 1: S4 is printed; the deck has S14") for fault in found)
    assert all(fault.split("; the deck has ")[1] in ("S14", "W14") for fault in found) and len(found) == 2 * 12


class Skewed(BackPlan):
    """A back that draws the tabs of square 3 at the opposite edge and leaves the numbers where they are."""

    def tab(self, number: int, mark: Mark) -> Tab:
        tab = super().tab(number, mark)
        opposite = {"S": "N", "N": "S", "W": "E", "E": "W"}[mark.position]
        return Tab(super().tab(number, Mark(opposite, 1)).outline, tab.baseline) if number == 3 else tab


class Elsewhere(BackPlan):
    """A back that draws square 3's marks, tab and number, at the opposite edge."""

    def tab(self, number: int, mark: Mark) -> Tab:
        opposite = {"S": "N", "N": "S", "W": "E", "E": "W"}[mark.position]
        return super().tab(number, Mark(opposite, 1) if number == 3 else mark)


def as_kind(kind, value):
    return kind(**{field.name: getattr(value, field.name) for field in fields(value)})


def test_a_tab_at_one_edge_and_its_number_at_another_is_found():
    """With outlined tabs the number can still be seen; beside a solid tab it is white on white, and counts as missing."""
    mark = DECK.squares[2].marks[22]

    def skewed(backs):
        return replace(backs, plan=as_kind(Skewed, backs.plan))

    found = faults(draw(DECK, backs=skewed, theme="low-ink"))
    assert f"{PLACE}: square 3: the edge of the {mark.number} is not clear" in found
    assert len(found) == 32 and all("square 3" in fault for fault in found)
    found = faults(draw(DECK, backs=skewed, theme="plain"))
    assert f"{PLACE}: {SHOWN}, square 3: a dash is printed; the deck has {mark}" in found and len(found) == 32


def test_a_mark_at_the_wrong_edge_is_found_on_every_card():
    path = draw(DECK, backs=lambda backs: replace(backs, plan=as_kind(Elsewhere, backs.plan)))
    mark = DECK.squares[2].marks[22]
    seen = Mark({"S": "N", "N": "S", "W": "E", "E": "W"}[mark.position], mark.number)
    found = faults(path)
    assert f"{PLACE}: {SHOWN}, square 3: {seen} is printed; the deck has {mark}" in found and len(found) == 32


def patched(path, box: Rect, page: int):
    """A copy with a white patch on a page."""

    def edit(pdf: pikepdf.Pdf) -> None:
        height, k = float(pdf.pages[page].MediaBox[3]), 72 / 25.4
        place = f"{box.x * k:.3f} {height - box.bottom * k:.3f} {box.width * k:.3f} {box.height * k:.3f}"
        pdf.pages[page].contents_add(pikepdf.Stream(pdf, f"q 1 1 1 rg {place} re f Q".encode()))

    return edited(path, edit)


@pytest.mark.parametrize("theme", LIBRARY.names("themes"))
def test_a_number_or_a_digit_that_did_not_print_is_found(theme):
    """The page has a white spot over a number, or over its second digit."""
    marks = [square.marks[STANDARD.pack.index["7H"]] for square in STANDARD.squares]
    square, mark = next((q, mark) for q, mark in enumerate(marks, 1) if mark.number in (10, 12, 13))
    path = printed(only=("7H",), theme=theme)
    words = [word for word in read_pages(path)[1].words if word.text == str(mark.number) and word.size > 3]
    nth = [q for q, other in enumerate(marks, 1) if other.number == mark.number]
    box = min(words, key=lambda word: abs(nth.index(square) - words.index(word))).box
    place = "sheet 1, row 1, column 1"
    gone = patched(path, box, 1)
    assert faults(gone, STANDARD, some=True) == [f"{place}: 7H, square {square}: a dash is printed; the deck has {mark}"]
    half = patched(path, Rect(box.centre.x, box.y, box.width / 2, box.height), 1)
    assert faults(half, STANDARD, some=True) == [f"{place}: 7H, square {square}: {mark.position}1 is printed; the deck has {mark}"]


# ------------------------------------------------------------------ wrong backs, wrong flips


def test_two_swapped_backs_are_found_and_named():
    held = cards()
    held[22], held[23] = replace(held[22], marks=held[23].marks), replace(held[23], marks=held[22].marks)
    assert faults(draw(DECK, held)) == [
        f"{PLACE}: behind {SHOWN} lies the back of {CODES[23]}",
        f"sheet 3, row 2, column 3: behind {CODES[23]} lies the back of {SHOWN}",
    ]


class OtherFlip(SheetPlan):
    """A sheet whose back is laid out for the other edge, while its foot names the first."""

    @property
    def back_is_turned(self) -> bool:
        return not super().back_is_turned


@pytest.mark.parametrize("sheet", [name for name in FACTORS["sheet"] if not load_sheet(name, LIBRARY).single])
@pytest.mark.parametrize("flip", ["long", "short"])
def test_a_back_laid_out_for_the_other_edge_is_found(sheet, flip):
    plan = load_sheet(sheet, LIBRARY)
    plan = as_kind(OtherFlip, replace(plan, spec=replace(plan.spec, flip=flip)))
    deck = DECK if plan.capacity <= len(CODES) else DECKS["one"]()
    found = faults(draw(deck, cards(deck)[: plan.capacity], plan=plan), deck, some=True)
    assert found[0].startswith("most backs lie behind the wrong faces: the sheets were made for turning over the other edge")
    first, last = deck.pack.codes[0], deck.pack.codes[plan.capacity - 1]
    assert f"sheet 1, row 1, column 1: behind {first} lies the back of {last}" in found, "the page lies turned about its middle"


def test_backs_that_were_not_mirrored_are_found():
    class Straight(SheetPlan):
        def cell(self, place: int, back: bool = False):
            return super().cell(place)

    found = faults(draw(DECK, plan=as_kind(Straight, load_sheet("a4-poker", LIBRARY))))
    assert found[0].startswith("most backs lie behind the wrong faces")
    assert f"sheet 1, row 1, column 1: behind {CODES[0]} lies the back of {CODES[2]}" in found


def test_a_back_page_turned_in_the_file_is_found():
    """A page turned by its /Rotate entry lies turned on the paper, whatever its content says."""

    def edit(pdf: pikepdf.Pdf) -> None:
        pdf.pages[1].Rotate = 180

    found = faults(edited(printed("small"), edit))
    assert f"sheet 1, row 1, column 1: behind {CODES[0]} lies the back of {CODES[8]}" in found


def test_a_joker_with_marks_is_found():
    held = cards()
    held[32] = replace(held[32], marks=held[22].marks)
    assert faults(draw(DECK, held)) == [f"sheet 4, row 2, column 3: behind joker-1 lies the back of {SHOWN}"]
    held[32] = replace(held[32], marks=(Mark("S", 1), *held[32].marks[1:]))
    assert faults(draw(DECK, held)) == ["sheet 4, row 2, column 3: behind joker-1 lies the back of marks"]


def test_another_code_on_the_backs_is_found():
    other = DECKS["tournament"]().code
    assert faults(draw(DECK, backs=lambda backs: replace(backs, code=other))) == [f"this is the deck {other}; expected {DECK.code}"]


# ------------------------------------------------------------------ wrong faces


def test_a_face_drawn_twice_is_found():
    held = cards()
    held[22] = replace(held[22], card=held[21].card)
    assert faults(draw(DECK, held)) == [
        f"{PLACE}: behind {CODES[21]} lies the back of {SHOWN}",
        f"{SHOWN} is missing",
        f"{CODES[21]} is there 2 times",
    ]


def test_a_card_printed_twice_and_one_left_out_are_found():
    held = cards()
    held[22] = held[21]
    assert faults(draw(DECK, held)) == [f"{SHOWN} is missing", f"{CODES[21]} is there 2 times"]


def test_a_court_under_the_wrong_index_is_found():
    held = cards()
    place = CODES.index("QS")
    held[place] = replace(held[place], card=replace(held[place].card, figure="french/QH"))
    at = f"sheet {place // 9 + 1}, row {place % 9 // 3 + 1}, column {place % 3 + 1}"
    assert faults(draw(DECK, held)) == [f"{at}: the face is none of this pack", "QS is missing"]


def test_a_wrong_number_of_pips_is_found():
    held = cards()
    place = CODES.index("9D")
    card = held[place].card
    held[place] = replace(held[place], card=replace(card, rank=replace(card.rank, pips=8)))
    at = f"sheet {place // 9 + 1}, row {place % 9 // 3 + 1}, column {place % 3 + 1}"
    assert faults(draw(DECK, held)) == [f"{at}: the face is none of this pack", "9D is missing"]


def test_a_face_of_another_suit_under_the_right_rank_is_found():
    held = cards()
    place = CODES.index("9D")
    held[place] = replace(held[place], card=replace(held[place].card, suit=held[CODES.index("9H")].card.suit))
    found = faults(draw(DECK, held))
    assert "9D is missing" in found and "9H is there 2 times" in found


# ------------------------------------------------------------------ wrong pages


def page_removed(index: int):
    def edit(pdf: pikepdf.Pdf) -> None:
        del pdf.pages[index]

    return edit


def page_doubled(index: int):
    def edit(pdf: pikepdf.Pdf) -> None:
        pdf.pages.insert(index + 1, pdf.pages[index])

    return edit


@pytest.mark.parametrize(
    ("index", "said"), [(0, "sheet 1, faces: missing"), (5, "sheet 3, backs: missing"), (7, "sheet 4, backs: missing")]
)
def test_a_missing_page_is_found(index, said):
    found = faults(edited(printed("small"), page_removed(index)))
    assert said in found
    if index % 2:
        cards = [fault for fault in found if fault.startswith(f"sheet {index // 2 + 1}, row ")]
        assert len(cards) == (7 if index == 7 else 9) and all("no back behind " in fault for fault in cards)
    else:
        assert sum("no face before the back of" in fault for fault in found) == 9


@pytest.mark.parametrize(("index", "said"), [(0, "sheet 1, faces: there 2 times"), (5, "sheet 3, backs: there 2 times")])
def test_a_doubled_page_is_found(index, said):
    assert said in faults(edited(printed("small"), page_doubled(index)))


def test_a_doubled_sheet_is_found_with_its_cards():
    def edit(pdf: pikepdf.Pdf) -> None:
        pdf.pages.extend([pdf.pages[0], pdf.pages[1]])

    found = faults(edited(printed("small"), edit))
    assert "sheet 1, faces: there 2 times" in found and f"{CODES[0]} is there 2 times" in found


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (page_removed(44), f"page 45: no face before the back of {SHOWN}"),
        (page_removed(45), f"page 45: no back behind {SHOWN}"),
        (page_doubled(44), f"{SHOWN} is there 2 times"),
        (page_doubled(45), f"page 47: no face before the back of {SHOWN}"),
    ],
    ids=["face removed", "back removed", "face doubled", "back doubled"],
)
def test_single_pages_missing_or_doubled_are_found(edit, said):
    """One card a page has no footers to count: the order of faces and backs and the cards themselves tell."""
    assert said in faults(edited(printed("small", sheet="single"), edit))


def test_a_single_card_left_out_whole_is_found():
    def edit(pdf: pikepdf.Pdf) -> None:
        del pdf.pages[44:46]

    assert faults(edited(printed("small", sheet="single"), edit)) == [f"{SHOWN} is missing"]


def test_a_sheet_of_another_deck_is_found():
    deck = made_deck(("short32", 6), pack="piquet32", seed="11" * 32)
    foreign = print_cards(deck, fresh_path())

    def edit(pdf: pikepdf.Pdf) -> None:
        with pikepdf.open(foreign) as source:
            pdf.pages[5] = source.pages[5]

    found = faults(edited(printed("small"), edit))
    assert f"{PLACE}: the back belongs to the deck {deck.code}; expected {DECK.code}" in found
    assert f"the feet of 1 pages name the deck {deck.code}; expected {DECK.code}" in found
    assert faults(printed("small"), deck) == [f"this is the deck {DECK.code}; expected {deck.code}"]


def test_a_strange_page_is_found():
    def edit(pdf: pikepdf.Pdf) -> None:
        pdf.add_blank_page(page_size=(595, 842))

    assert "page 9: no sheet of cards; expected a foot that names a sheet format" in faults(edited(printed("small"), edit))


def test_pages_in_another_order_are_found():
    """Two pages of backs change places: the printer would lay each behind the faces of the other."""

    def edit(pdf: pikepdf.Pdf) -> None:
        pages = list(pdf.pages)
        pages[1], pages[3] = pages[3], pages[1]
        del pdf.pages[:]
        pdf.pages.extend(pages)

    assert any("no back behind" in fault for fault in faults(edited(printed("small"), edit)))


def test_a_last_page_without_its_back_is_not_forgotten_before_a_strange_one():
    def edit(pdf: pikepdf.Pdf) -> None:
        del pdf.pages[7]
        pdf.add_blank_page(page_size=(595, 842))

    found = faults(edited(printed("small"), edit))
    assert f"sheet 4, row 1, column 1: no back behind {CODES[27]}" in found


# ------------------------------------------------------------------ the whole as a value


def test_a_whole_reading_gives_the_squares_back():
    reading, pack = _read_cards(read_pages(printed("small")), DECK.pack, PrintSettings(), LIBRARY)
    assert deck_read(reading, pack.codes) == tuple(square.marks for square in DECK.squares)
    part, _ = _read_cards(read_pages(printed("small", only=("QS",))), DECK.pack, PrintSettings(), LIBRARY)
    assert deck_read(part, pack.codes) is None


@pytest.mark.parametrize(("sheet", "flip"), [("a4-poker", "long"), ("letter-bridge", "long"), ("a4-bridge", "short")])
def test_all_faces_then_all_backs_reads_back_as_the_deck(sheet, flip, tmp_path):
    settings = replace(STANDARD.spec.print, sheet=sheet)
    path = print_cards(STANDARD, tmp_path / "cards.pdf", settings, flip=flip, order="fronts-backs")
    verdict = verify(path, STANDARD, settings, LIBRARY)
    assert verdict.faults == () and (verdict.cards, verdict.marks) == (54, 1040)
    with pikepdf.open(path) as pdf:
        half = len(pdf.pages) // 2
        pdf.pages.insert(half, pdf.pages[half + 1])
        del pdf.pages[half + 2]
        pdf.save(tmp_path / "mixed.pdf")
    mixed = verify(tmp_path / "mixed.pdf", STANDARD, settings, LIBRARY)
    assert any("behind AS lies the back of" in fault for fault in mixed.faults), "backs in another order come to lie behind other faces"


def test_one_card_a_page_has_no_other_order(tmp_path):
    settings = replace(STANDARD.spec.print, sheet="single")
    with pytest.raises(ReplikatError, match="--order: fronts-backs with one card a page; there each back follows its face"):
        print_cards(STANDARD, tmp_path / "cards.pdf", settings, order="fronts-backs")
