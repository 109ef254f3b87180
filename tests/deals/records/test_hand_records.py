from collections import defaultdict
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from paper import (
    A4,
    FONTS,
    LANGUAGES,
    STANDARD,
    Pip,
    assert_only_own_fonts,
    card_of,
    deck_of_groups,
    find_pips,
    mixed_deck,
    palette,
    pips,
    read,
    right_of,
    streams,
    text_of,
    words_of,
)
from replikat.deals.records.compass import Record
from replikat.deals.records.hand_records import deals_pdf
from replikat.deals.records.hands import hand
from replikat.deals.records.one_square import proof_pdf
from replikat.deals.records.ordinary_pack import evenly, ordinary_pdf, runs
from replikat.deck.cards import Card
from replikat.deck.catalogue import Catalogue
from replikat.deck.deck import Deck
from replikat.deck.deck_spec import Group
from replikat.geometry.paper import Paper
from replikat.geometry.plane import Point
from replikat.papers.stationery import Stationery
from replikat.reading.drawn.page import Page, Word
from support import packaged_deck, plain_deck

LETTER = Paper("Letter", 215.9, 279.4)
BOTH = [pytest.param(STANDARD, "nb", id="standard"), pytest.param(mixed_deck(), "sv", id="mixed")]


def made(deck: Deck, lang: str, paper: Paper = A4, inks: str = "rgb", **asked: bool) -> bytes:
    record = Record(deck, words_of(lang), pips(deck.pack.name), **asked)  # type: ignore[arg-type]
    return deals_pdf(record, Stationery(lang, words_of(lang), paper, palette(), FONTS, inks))  # type: ignore[arg-type]


def side_seen(pips: list[Pip], right: float, compass: Point) -> str:
    """Return on which side of the compass a hand lies whose words end at `right`; M where it lies close under it."""
    if right < compass.x - 5:
        return "W"
    if pips[0].at.x > compass.x + 5:
        return "E"
    if pips[0].at.y < compass.y:
        return "N"
    return "M" if pips[0].at.y < compass.y + 20 else "S"


def ranks_after(pip: Pip, page: Page, others: list[Pip]) -> list[Word]:
    """Return the ranks of a pip's line and of the lines that continue it."""
    ranks = right_of(pip, page.words, 3.0)
    below = [other.at.y for other in others if abs(other.at.x - pip.at.x) < 0.5 and other.at.y > pip.at.y]
    end = min(below, default=pip.at.y + 30)
    start = ranks[0].box.x
    y = pip.at.y
    while True:
        y += ranks[0].size * 1.55
        row = [word for word in page.words if abs(word.box.x - start) < 0.6 and abs(word.box.centre.y - y) < 1.2 and y < end - 2]
        if not row or abs(row[0].size - ranks[0].size) > 0.01:
            return ranks
        ranks += right_of(Pip(pip.suit, Point(start - 2.5, row[0].box.centre.y)), page.words, 3.0)


def hands_seen(page: Page, deck: Deck, words: Catalogue) -> dict[int, dict[str, set[int]]]:
    """Return every hand on a page, as cards of the pack by square and side, decided from what is drawn."""
    found = find_pips(page, deck, pips(deck.pack.name))
    large = [word for word in page.words if word.text.isdigit() and word.size > 4.3 and word.box.height > 3.2]
    compasses = {int(word.text): word.box.centre for word in large}
    hands: dict[int, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    for column in stacks(found):
        middle = column[len(column) // 2].at
        square = min(compasses, key=lambda number: (compasses[number].x - middle.x) ** 2 + (compasses[number].y - middle.y) ** 2)
        ranks = {pip: ranks_after(pip, page, found) for pip in column}
        side = side_seen(column, max(word.box.right for line in ranks.values() for word in line), compasses[square])
        assert side not in hands[square]
        held = [(pip.suit, rank.text) for pip, line in ranks.items() for rank in line if rank.text != "–"]
        hands[square][side] |= {card_of(deck, words, suit, rank) for suit, rank in held}
    return hands


def stacks(found: list[Pip]) -> list[list[Pip]]:
    """Return pips that stand close under each other, as in one hand."""
    made_up: list[list[Pip]] = []
    for pip in sorted(found, key=lambda pip: pip.at.y):
        above = [stack for stack in made_up if abs(stack[-1].at.x - pip.at.x) < 0.6 and pip.at.y - stack[-1].at.y < 13]
        if above and pip.suit not in {other.suit for other in above[-1]}:
            above[-1].append(pip)
        else:
            made_up.append([pip])
    return made_up


def hands_meant(deck: Deck, square: int) -> dict[str, set[int]]:
    hands: dict[str, set[int]] = defaultdict(set)
    for card, mark in enumerate(deck.squares[square - 1].marks):
        if mark:
            hands[mark.position].add(card)
    return hands


@pytest.mark.parametrize(("deck", "lang"), BOTH)
def test_every_hand_reads_back(deck: Deck, lang: str, tmp_path: Path) -> None:
    pages = read(made(deck, lang), tmp_path)
    seen = {square: hands for page in pages[1:] for square, hands in hands_seen(page, deck, words_of(lang)).items()}
    assert seen == {square: hands_meant(deck, square) for square in range(1, len(deck.squares) + 1)}


def test_cards_of_the_middle_stand_in_one_line_for_every_suit(tmp_path: Path) -> None:
    deck, words = mixed_deck(), words_of("sv")
    rows = 0
    for page in read(made(deck, "sv"), tmp_path)[1:]:
        names = [word for word in page.words if word.text == words.positions["M"]]
        for name in names:
            column = [
                pip for pip in find_pips(page, deck, pips("french52")) if 0 < pip.at.y - name.box.y < 32 and abs(pip.at.x - name.box.x) < 3
            ]
            steps = [b.at.y - a.at.y for a, b in pairwise(sorted(column, key=lambda pip: pip.at.y)[:4])]
            assert len(column) >= 4 and max(steps) - min(steps) < 0.6, "a suit has wrapped"
            rows += 1
    assert rows == 6


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_single_square_is_no_plural(lang: str, tmp_path: Path) -> None:
    deck, words = deck_of_groups(Group("main", 4), Group("main", 1, "none"), Group("main", 1)), words_of(lang)
    said = text_of(read(made(deck, lang), tmp_path)[0])
    for square in (5, 6):
        assert words.phrase("deals.one_free", n=square) in said
    assert words.phrase("squares.running", first=1, last=4) in said
    given = replace(deck, spec=replace(deck.spec, squares=(*deck.spec.squares[:2], replace(deck.spec.squares[2], source="given"))))
    assert words.phrase("deals.one_given", n=6) in text_of(read(made(given, lang), tmp_path)[0])


def letters(text: str) -> str:
    """Return letters and digits alone, so that hyphens at line ends do not matter."""
    return "".join(sign for sign in text if sign.isalnum())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_only_the_proof_square_is_called_one(lang: str, tmp_path: Path) -> None:
    words, named = words_of(lang), replace(STANDARD, spec=replace(STANDARD.spec, proof=20))
    for square, kind, other in ((20, "proof", "single"), (5, "single", "proof")):
        said = text_of(read(proof_pdf(named, square, pips("french52"), Stationery(lang, words, A4, palette(), FONTS)), tmp_path)[0])
        assert words.phrase(f"{kind}.title") in said and letters(words.phrase(f"{kind}.what", n=square)) in letters(said)
        assert words.phrase(f"{other}.title") not in said


@pytest.mark.parametrize(("deck", "lang"), BOTH)
def test_the_first_page_shows_no_deals(deck: Deck, lang: str, tmp_path: Path) -> None:
    words = words_of(lang)
    for pdf in (made(deck, lang), ordinary_pdf(deck, pips("french52"), Stationery(lang, words, A4, palette(), FONTS))):
        first = read(pdf, tmp_path)[0]
        assert not find_pips(first, deck, pips(deck.pack.name))
        assert words.phrase("deals.warning") in text_of(first)
        assert deck.code in text_of(first)
        assert {words.index(card) for card in deck.pack.cards if card.rank and card.rank.code in "KQ"}.isdisjoint(text_of(first).split())


def test_the_first_page_says_what_balance_tells(tmp_path: Path) -> None:
    words = words_of("en")
    deck = deck_of_groups(Group("main", 4), Group("main", 3), Group("main", 2, "none"))
    said = text_of(read(made(deck, "en"), tmp_path)[0])
    assert "Squares 1–4 are balanced: over all of them every card comes to each position equally often" in said
    assert "Squares 5–7 are balanced: over all of them every card is spread over the positions as evenly as the count allows" in said
    assert words.phrase("deals.free", squares="Squares 8–9") in said


def test_the_middle_squares_list_what_they_deal(tmp_path: Path) -> None:
    said = text_of(read(made(mixed_deck(), "sv"), tmp_path)[0])
    assert "1–6 52 Syd 1–12 · Väst 1–12 · Nord 1–12 · Öst 1–12 · Mitten 1–4" in said
    assert "7–9 32 Syd 1–8 · Väst 1–8 · Nord 1–8 · Öst 1–8" in said


def test_cards_of_no_suit_make_a_line_only_where_they_lie() -> None:
    deck = plain_deck({"S": 2, "N": 2}, 1)
    assert [len(hand(deck, 1, position)) for position in ("S", "N")] == [1, 1]
    suited = deck_of_groups(Group("main", 1))
    voids = [line for position in ("S", "W", "N", "E") for line in hand(suited, 1, position) if not line.cards]  # type: ignore[arg-type]
    assert all(line.suit for line in voids)
    pack = replace(suited.pack, cards=(Card("fool", None, None), *suited.pack.cards[1:]))
    foreign = replace(suited, parts=replace(suited.parts, pack=pack))
    with_fool = [position for position in ("S", "W", "N", "E") if any(line.suit is None for line in hand(foreign, 1, position))]  # type: ignore[arg-type]
    assert with_fool == [suited.squares[0].marks[0].position]  # type: ignore[union-attr]


def test_a_void_is_an_en_dash(tmp_path: Path) -> None:
    deck, words = mixed_deck(), words_of("sv")
    voids = sum(
        1
        for square in range(1, len(deck.squares) + 1)
        for side, hand in hands_meant(deck, square).items()
        for suit in "SHDC"
        if not any(deck.pack.codes[card].endswith(suit) for card in hand)
    )
    pages = read(made(deck, "sv"), tmp_path)
    assert voids and sum(word.text == "–" for page in pages[1:] for word in page.words) == voids
    assert words.index(deck.pack.cards[0]) == "E"


@pytest.mark.parametrize(("paper", "pages"), [(A4, 6), (LETTER, 6)])
def test_four_squares_to_a_page_with_name_and_code(paper: Paper, pages: int, tmp_path: Path) -> None:
    read_back = read(made(STANDARD, "en", paper), tmp_path)
    assert len(read_back) == pages
    for page in read_back:
        assert (page.width, page.height) == pytest.approx((paper.width, paper.height), abs=0.1)
        assert f"{STANDARD.name} · {STANDARD.code}" in text_of(page)
    headings = [[int(a.text) for a, b in zip(page.words[1:], page.words, strict=False) if b.text == "Square"] for page in read_back[1:]]
    assert headings == [list(range(first, first + 4)) for first in range(1, 21, 4)]


def cells_seen(page: Page, deck: Deck, words: Catalogue) -> dict[tuple[int, int], str]:
    """Return what an ordinary sheet's page says of (square, card)."""
    found = find_pips(page, deck, pips(deck.pack.name))
    rows = {card_of(deck, words, pip.suit, right_of(pip, page.words, 4)[0].text): pip.at.y for pip in found}
    header = next(word for word in page.words if word.text == words.phrase("ordinary.card"))
    level = [word for word in page.words if word.text.isdigit() and abs(word.box.bottom - header.box.bottom) < 1.2]
    columns = {int(word.text): word.box.centre.x for word in level}
    cells = {}
    for word in page.words:
        if word.box.x > min(columns.values()) - 8 and min(rows.values()) - 2 < word.box.centre.y < max(rows.values()) + 2:
            card = min(rows, key=lambda row: abs(rows[row] - word.box.centre.y))
            square = min(columns, key=lambda column: abs(columns[column] - word.box.centre.x))
            assert (square, card) not in cells
            cells[square, card] = word.text
    return cells


@pytest.mark.parametrize(("deck", "lang"), BOTH)
def test_every_cell_of_the_ordinary_sheet_reads_back(deck: Deck, lang: str, tmp_path: Path) -> None:
    words = words_of(lang)
    pdf = ordinary_pdf(deck, pips("french52"), Stationery(lang, words, A4, palette(), FONTS))
    seen: dict[tuple[int, int], str] = {}
    for page in read(pdf, tmp_path)[1:]:
        seen |= cells_seen(page, deck, words)
        assert min(word.size for word in page.words) >= 7.5 * 25.4 / 72
        assert f"{deck.name} · {deck.code}" in text_of(page)
    meant = {
        (square, card): f"{words.letters[mark.position]}{mark.number}" if mark else "–"
        for square, dealt in enumerate(deck.squares, 1)
        for card, mark in enumerate(dealt.marks)
    }
    assert seen == meant


@pytest.mark.parametrize("lang", ["en", "nb", "da", "sv"])
def test_the_ordinary_sheet_names_the_pack_where_it_is_not_any(lang: str, tmp_path: Path) -> None:
    words = words_of(lang)
    ordinary = words.phrase("ordinary.pack")
    for name, sheet in (("standard-52", True), ("scopa-40", False), ("minchiate-97", False)):
        deck = packaged_deck(name)
        page, table, *_ = read(ordinary_pdf(deck, pips(deck.pack.name), Stationery(lang, words, A4, palette(), FONTS)), tmp_path)
        titles = [words.phrase(key) in text_of(page) + text_of(table) for key in ("ordinary.title", "ordinary.title_other")]
        assert titles == [sheet, not sheet], name
        other = words.phrase("ordinary.pack_other", n=len(deck.pack.cards))
        told = " ".join(text_of(page).split())
        assert ((ordinary in told), (other in told)) == (sheet, not sheet), name


def test_a_page_of_the_ordinary_sheet_holds_whole_suits() -> None:
    assert runs(list("a" * 13 + "b" * 13 + "c" * 13 + "d" * 13), 52) == [range(52)]
    assert runs(list("a" * 13 + "b" * 13 + "c" * 13), 30) == [range(26), range(26, 39)]
    assert runs(list("t" * 40 + "a" * 14), 30) == [range(20), range(20, 40), range(40, 54)]
    assert evenly(20, 12) == [range(1, 11), range(11, 21)]
    assert evenly(25, 12) == [range(1, 10), range(10, 19), range(19, 26)]


@pytest.mark.parametrize(("deck", "square", "lang"), [(STANDARD, 20, "da"), (mixed_deck(), 2, "nb"), (mixed_deck(), 9, "en")])
def test_the_proof_record_reads_back_with_numbers(deck: Deck, square: int, lang: str, tmp_path: Path) -> None:
    words = words_of(lang)
    pages = read(proof_pdf(deck, square, pips("french52"), Stationery(lang, words, A4, palette(), FONTS)), tmp_path)
    assert len(pages) == 1
    page = pages[0]
    headings = {word.text: word.box.x for word in page.words if word.size > 4}
    columns = {position: headings[words.positions[position]] for position in deck.layout(square).positions}
    seen = {}
    for pip in find_pips(page, deck, pips("french52")):
        rank = right_of(pip, page.words, 4)[0].text
        before = [word for word in page.words if abs(word.box.centre.y - pip.at.y) < 1.5 and word.box.right < pip.at.x]
        number = max(before, key=lambda word: word.box.x)
        position = max((column for column in columns if columns[column] < number.box.x), key=lambda column: columns[column])
        seen[card_of(deck, words, pip.suit, rank)] = (position, int(number.text))
    assert seen == {card: tuple(mark) for card, mark in enumerate(deck.squares[square - 1].marks) if mark}
    assert words.phrase("square", n=square) in text_of(page)
    assert deck.code in text_of(page)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_same_records_give_the_same_bytes_in_own_fonts(lang: str) -> None:
    once = made(STANDARD, lang)
    assert once == made(STANDARD, lang)
    assert_only_own_fonts(once)


def test_pips_have_the_colour_of_their_suit() -> None:
    unpacked = b"\n".join(streams(made(STANDARD, "en", inks="cmyk")))
    assert b"0.08 0.95 0.9 0.04 k" in unpacked and b"0 0 0 1 k" in unpacked
    assert b" rg" not in unpacked and b" RG" not in unpacked
