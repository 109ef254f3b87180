"""Records of long hands, sheets that are their own envelopes, slips for every hand, strips for an ordinary pack."""

from collections import Counter, defaultdict
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from paper import A4, FONTS, LANGUAGES, STANDARD, _shape, mixed_deck, palette, pips, read, text_of, words_of
from replikat.deals.records.compass import NAME, Record
from replikat.deals.records.hand_records import deals_pdf
from replikat.deals.records.hands import points_of, shape_of
from replikat.deals.records.one_square import proof_pdf
from replikat.deals.records.ordinary_pack import ordinary_pdf
from replikat.deals.records.slips import curtain_pdf, envelopes_pdf
from replikat.deals.records.strips import rows_of_cards, strips_pdf
from replikat.deck.catalogue import Catalogue
from replikat.deck.deck import Deck
from replikat.deck.loaders import load_pack
from replikat.geometry.paper import Paper
from replikat.geometry.plane import Point
from replikat.papers.stationery import Stationery
from replikat.reading.drawn.page import Page, Word
from support import LIBRARY, packaged_deck

MINCHIATE, TAROT, CASINO = (packaged_deck(name) for name in ("minchiate-97", "tarot-78", "casino-52"))
LETTER = Paper("Letter", 215.9, 279.4)
STAR = 17  # points of its outline, the last on the first


def stationery(lang: str, paper: Paper = A4) -> Stationery:
    return Stationery(lang, words_of(lang), paper, palette(), FONTS)


def record(deck: Deck, lang: str, numbers: bool = False, analysis: bool = False) -> Record:
    return Record(deck, words_of(lang), pips(deck.pack.name), numbers, analysis)


class Sign(NamedTuple):
    """A pip, by the code of its suit, or a star."""

    suit: str
    at: Point


@cache
def telling(pack: str) -> dict[tuple[tuple[int, int], ...], tuple[str, Point, float]]:
    """Return, for each suit's pip, an outline that no other pip has: its suit, where it lies in the figure, its width."""
    figures = pips(pack)
    outlines = {
        (name, place): [Point(*point) for segment in shape.segments for point in segment.points]
        for name, figure in figures.items()
        for place, shape in enumerate(figure.shapes)
    }
    many = Counter(_shape(points) for points in outlines.values())
    suits = {card.suit.figure: card.suit.code for card in load_pack(pack, LIBRARY).cards if card.suit}
    found: dict[tuple[tuple[int, int], ...], tuple[str, Point, float]] = {}
    for (name, _), points in outlines.items():
        xs, ys = [point.x for point in points], [point.y for point in points]
        if many[_shape(points)] == 1 and suits[name] not in {suit for suit, _, _ in found.values()}:
            middle = Point((min(xs) + max(xs)) / 2 - figures[name].width / 2, (min(ys) + max(ys)) / 2 - figures[name].height / 2)
            found[_shape(points)] = suits[name], middle, max(xs) - min(xs)
    assert len(found) == len(figures)
    return found


def signs(page: Page, deck: Deck) -> list[Sign]:
    """Return every pip and every star, each with its middle."""
    found = []
    for outline in page.outlines:
        box = outline.box
        if len(outline.points) == STAR and not outline.curved and abs(box.width - box.height) < 0.1:
            found.append(Sign("", box.centre))
        elif known := telling(deck.pack.name).get(_shape(list(outline.points))):
            suit, off, wide = known
            scale = box.width / wide
            found.append(Sign(suit, Point(box.centre.x - off.x * scale, box.centre.y - off.y * scale)))
    return found


def place_of(deck: Deck, words: Catalogue, suit: str, index: str) -> int:
    cards = enumerate(deck.pack.cards)
    return next(i for i, card in cards if (card.suit.code if card.suit else "") == suit and words.index(card) == index)


def sign_of(word: Word, found: list[Sign], reach: float) -> Sign:
    """Return the sign that a rank belongs to: left of it, on its line or on the nearest one above."""
    left = [sign for sign in found if 0 < word.box.x - sign.at.x < reach and sign.at.y < word.box.centre.y + 1.5]
    return max(left, key=lambda sign: (round(sign.at.y), sign.at.x))


def listed(page: Page, deck: Deck, words: Catalogue) -> dict[int, dict[str, dict[int, str]]]:
    """Return what the lists on a page show: by square and position, cards with the number beside them."""
    found = signs(page, deck)
    names = [word for word in page.words if word.text in words.positions.values() and abs(word.size - NAME) < 0.01]
    heads = [word for word in page.words if word.text.isdigit() and 4 < word.size < 5]
    letters = [word for word in page.words if 2.6 < word.size < 4 and word not in names and word.box.y < page.height - 15]
    columns = {name.box.x for name in names}
    seen: dict[int, dict[str, dict[int, str]]] = defaultdict(lambda: defaultdict(dict))
    for name in names:
        position = next(code for code, text in words.positions.items() if text == name.text)
        square = int(max((head for head in heads if head.box.y < name.box.y), key=lambda head: head.box.y).text)
        below = min((other.box.y for other in (*names, *heads) if other.box.y > name.box.y + 3), default=page.height - 15)
        right = page.width if position == "M" else min((x for x in columns if x > name.box.x + 5), default=page.width)
        for word in letters:
            if (
                name.box.x < word.box.x < right
                and name.box.bottom < word.box.y < below
                and word.text != "–"
                and not is_analysis(word, letters)
            ):
                sign = sign_of(word, found, 45 if position != "M" else 6)
                beside = [
                    note
                    for note in page.words
                    if note.size < 2.5 and 0 < note.box.x - word.box.right < 1.2 and abs(note.box.y - word.box.y) < 1.2
                ]
                seen[square][position][place_of(deck, words, sign.suit, word.text)] = beside[0].text if beside else ""
    return seen


def is_analysis(word: Word, letters: list[Word]) -> bool:
    return word.size < max(other.size for other in letters) - 0.5


def meant(deck: Deck, square: int, numbers: bool, middle: bool = False) -> dict[str, dict[int, str]]:
    hands: dict[str, dict[int, str]] = defaultdict(dict)
    for card, mark in enumerate(deck.squares[square - 1].marks):
        if mark:
            hands[mark.position][card] = str(mark.number) if numbers and mark.position != "M" else ""
    return hands


@pytest.mark.parametrize(
    ("deck", "lang", "numbers"), [(MINCHIATE, "nb", True), (MINCHIATE, "sv", False), (TAROT, "da", True), (TAROT, "en", False)]
)
def test_long_hands_read_back_from_lists(deck: Deck, lang: str, numbers: bool, tmp_path: Path) -> None:
    seen = {}
    for page in read(deals_pdf(record(deck, lang, numbers, analysis=True), stationery(lang)), tmp_path)[1:]:
        seen |= listed(page, deck, words_of(lang))
    assert seen == {square: meant(deck, square, numbers) for square in range(1, len(deck.squares) + 1)}


def test_the_middle_stands_in_the_order_of_its_numbers(tmp_path: Path) -> None:
    pages = read(deals_pdf(record(MINCHIATE, "en"), stationery("en")), tmp_path)
    seen = {square: hands["M"] for page in pages[1:] for square, hands in listed(page, MINCHIATE, words_of("en")).items()}
    assert {square: list(cards) for square, cards in seen.items()} == {
        number: [square.dealt()[mark] for mark in sorted(mark for mark in square.dealt() if mark.position == "M")]
        for number, square in enumerate(MINCHIATE.squares, 1)
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_points_and_shape_stand_below_every_hand(lang: str, tmp_path: Path) -> None:
    words, told = words_of(lang), record(STANDARD, lang, analysis=True)
    pages = read(deals_pdf(told, stationery(lang)), tmp_path)
    for first in range(1, len(STANDARD.squares) + 1, 4):
        said = text_of(pages[1 + first // 4])
        for square in range(first, first + 4):
            hands = {mark: STANDARD.pack.codes[card] for mark, card in STANDARD.squares[square - 1].dealt().items()}
            for position in "SWNE":
                held = [code for mark, code in hands.items() if mark.position == position]
                points = sum({"A": 4, "K": 3, "Q": 2, "J": 1}.get(code[0], 0) for code in held)
                shape = "-".join(str(sum(code.endswith(suit) for code in held)) for suit in "SHDC")
                assert f"{words.phrase('deals.points', n=points)} · {shape}" in said


def test_only_packs_that_count_say_points() -> None:
    for deck, counts in ((STANDARD, True), (MINCHIATE, True), (TAROT, False)):
        lines = record(deck, "en").lines(1, "S")
        assert (points_of(deck, lines) is not None) == counts
        assert sum(map(int, shape_of(deck, 1, lines).split("-"))) == deck.layout(1).positions["S"]


@pytest.mark.parametrize(
    ("deck", "lang", "paper"), [(STANDARD, "nb", A4), (CASINO, "da", LETTER), (MINCHIATE, "en", A4), (mixed_deck(), "sv", A4)]
)
def test_a_sheet_hides_the_hands_of_one_square_in_its_folds(deck: Deck, lang: str, paper: Paper, tmp_path: Path) -> None:
    words = words_of(lang)
    first, *sheets = read(envelopes_pdf(record(deck, lang, numbers=True), stationery(lang, paper)), tmp_path)
    assert not signs(first, deck) and len(sheets) == len(deck.squares)
    for square, page in enumerate(sheets, 1):
        third = paper.height / 3
        outside = " ".join(word.text for word in page.words if word.box.y < third)
        assert outside == f"{words.phrase('square', n=square)} {deck.name} · {deck.code} {words.phrase('envelopes.open')}"
        assert all(third + 2 < sign.at.y < 2 * third - 2 for sign in signs(page, deck))
        inside = [word for word in page.words if word.size < 5 and word.box.y > third and word.box.y < paper.height - 20]
        assert max(word.box.bottom for word in inside) < 2 * third - 2, "no hand lies in a fold"
        assert listed(page, deck, words) == {square: meant(deck, square, True)}


@pytest.mark.parametrize(("deck", "lang"), [(STANDARD, "sv"), (MINCHIATE, "da"), (CASINO, "nb")])
def test_a_slip_holds_one_hand(deck: Deck, lang: str, tmp_path: Path) -> None:
    words = words_of(lang)
    first, *pages = read(curtain_pdf(record(deck, lang), stationery(lang)), tmp_path)
    assert not signs(first, deck)
    seen: dict[int, dict[str, dict[int, str]]] = defaultdict(dict)
    for page in pages:
        found = signs(page, deck)
        names = [word for word in page.words if word.text in words.positions.values() and abs(word.size - NAME) < 0.01]
        heads = [word for word in page.words if word.text.isdigit() and 4 < word.size < 5]
        for name in names:
            head = min(heads, key=lambda head: abs(head.box.y - name.box.y) + abs(head.box.x - name.box.x) / 4)
            position = next(code for code, text in words.positions.items() if text == name.text)
            mine = [
                word
                for word in page.words
                if 0 < word.box.y - name.box.bottom < 36 and 0 < word.box.x - name.box.x < 80 and 2.6 < word.size < 4 and word.text != "–"
            ]
            hand = {place_of(deck, words, sign_of(word, found, 85).suit, word.text): "" for word in mine}
            assert position not in seen[int(head.text)]
            seen[int(head.text)][position] = hand
    assert seen == {square: meant(deck, square, False) for square in range(1, len(deck.squares) + 1)}


@pytest.mark.parametrize(("deck", "lang", "per_page"), [(STANDARD, "nb", 3), (MINCHIATE, "sv", 2), (mixed_deck(), "en", 3)])
def test_every_cell_of_a_strip_reads_back(deck: Deck, lang: str, per_page: int, tmp_path: Path) -> None:
    words = words_of(lang)
    first, *pages = read(strips_pdf(record(deck, lang), stationery(lang)), tmp_path)
    assert not signs(first, deck)
    seen: dict[int, dict[int, str]] = defaultdict(dict)
    for page in pages:
        found = signs(page, deck)
        heads = [word for word in page.words if word.text.isdigit() and word.size > 4.8]
        assert len(heads) <= per_page
        indices = [
            word
            for word in page.words
            if abs(word.size - 8 * 25.4 / 72) < 0.01 and found and any(abs(word.box.centre.y - sign.at.y) < 4 for sign in found)
        ]
        for index in indices:
            sign = min(found, key=lambda sign: abs(sign.at.y - index.box.bottom))
            marks = [
                word
                for word in page.words
                if word.size > 3.5 and 0 < word.box.y - index.box.y < 6.5 and abs(word.box.centre.x - index.box.centre.x) < 1.5
            ]
            square = int(max((head for head in heads if head.box.y < index.box.y), key=lambda head: head.box.y).text)
            (mark,) = marks
            seen[square][place_of(deck, words, sign.suit, index.text)] = mark.text
    assert seen == {
        square: {card: f"{words.letters[mark.position]}{mark.number}" if mark else "–" for card, mark in enumerate(dealt.marks)}
        for square, dealt in enumerate(deck.squares, 1)
    }


def test_a_row_of_a_strip_holds_cards_of_one_suit() -> None:
    assert rows_of_cards(list("a" * 13 + "b" * 13)) == [range(13), range(13, 26)]
    assert rows_of_cards(list("t" * 41 + "a" * 14)) == [range(14), range(14, 28), range(28, 41), range(41, 55)]


def test_cards_of_no_suit_have_their_star_on_every_paper(tmp_path: Path) -> None:
    suits = sorted(card.suit.code if card.suit else "" for card in MINCHIATE.pack.cards)
    assert suits.count("") == 41
    (page,) = read(proof_pdf(MINCHIATE, 1, pips("minchiate97"), stationery("en")), tmp_path)
    assert sorted(sign.suit for sign in signs(page, MINCHIATE)) == suits
    _, *pages = read(ordinary_pdf(MINCHIATE, pips("minchiate97"), stationery("en")), tmp_path)
    assert sorted(sign.suit for page in pages[:2] for sign in signs(page, MINCHIATE)) == suits


@pytest.mark.parametrize("lang", LANGUAGES)
def test_strips_are_not_called_ordinary_where_the_pack_is_not(lang: str, tmp_path: Path) -> None:
    words = words_of(lang)
    for deck, own, other in ((STANDARD, "strips.title", "strips.title_other"), (MINCHIATE, "strips.title_other", "strips.title")):
        for page in read(strips_pdf(record(deck, lang), stationery(lang)), tmp_path):
            assert words.phrase(own) in text_of(page) and words.phrase(other) not in text_of(page)


@pytest.mark.parametrize("long", [40, 90])
def test_the_parts_of_a_foot_keep_apart(long: int, tmp_path: Path) -> None:
    deck = replace(STANDARD, spec=replace(STANDARD.spec, name="x" * long))
    for page in read(strips_pdf(record(deck, "nb"), stationery("nb")), tmp_path)[1:]:
        lowest = max(word.box.bottom for word in page.words)
        foot = sorted((word.box.x, word.box.right, word.text) for word in page.words if lowest - word.box.bottom < 1.5)
        assert foot[0][2] == deck.name and foot[0][0] > 15.5 and foot[-1][1] < A4.width - 15.5
        assert all(before[1] < after[0] for before, after in pairwise(foot))


@pytest.mark.parametrize("made", [envelopes_pdf, curtain_pdf, strips_pdf])
def test_the_same_paper_gives_the_same_bytes(made) -> None:  # type: ignore[no-untyped-def]
    assert made(record(STANDARD, "en"), stationery("en")) == made(record(STANDARD, "en"), stationery("en"))
