from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from paper import FONTS, LANGUAGES, STANDARD, palette, words_of
from replikat.cards.back_plan import back_plan
from replikat.cards.backs import back_set
from replikat.cards.printing import face_set
from replikat.deck.print_settings import PrintSettings
from replikat.games.loaders import load_game
from replikat.games.pictures.diagrams import Example
from replikat.games.pictures.measures import NOTE
from replikat.games.pictures.table_items import Laid, Lettering, RangeLabel, items_by_side, range_label
from replikat.games.pictures.table_plan import HIGHEST, LEAST, TablePlan, _arrows, draw_setup, fitted_table
from replikat.games.setups import Setup, Span, Zone
from replikat.geometry.paper import CardSize
from replikat.geometry.plane import Rect
from replikat.papers.loaders import load_theme
from replikat.papers.pack_inks import figures_of
from replikat.papers.stationery import stationery
from replikat.reading.drawn.page import Page, read_pages
from replikat.typeset.figures.loaders import load_figure
from replikat.typeset.fonts import fonts
from replikat.typeset.pdf import PdfFile
from support import LIBRARY


def test_a_setup_for_four_with_cards_left_out_finds_room_for_everything() -> None:
    zones = (
        Zone("hand", ("S 1-12",), "owner", owner="S"),
        Zone("hand", ("W 1-12",), "owner", owner="W"),
        Zone("hand", ("N 1-12",), "owner", owner="N"),
        Zone("hand", ("E 1-12",), "owner", owner="E"),
        Zone("table", ("M 1-3",), "up"),
        Zone("unused", ("M 4",), "down"),
    )
    fonts(FONTS)
    setup = Setup(4, "casino", ("S", "W", "N", "E"), "W", zones)
    plan = planned(setup)
    middles = {placed.item.zone.owner or placed.item.zone.kind: placed.middle for placed in plan.placed if placed.item.zone}
    assert middles["N"].y < middles["table"].y < middles["S"].y
    assert middles["W"].x < middles["table"].x < middles["unused"].x < middles["E"].x
    for placed in plan.placed:
        half = plan.wide(placed.item) / 2
        assert plan.felt.x <= placed.middle.x - half and placed.middle.x + half <= plan.felt.right
    for a, b in pairwise(sorted(plan.placed, key=lambda placed: (round(placed.middle.y), placed.middle.x))):
        if round(a.middle.y) == round(b.middle.y):
            assert a.middle.x + plan.wide(a.item) / 2 <= b.middle.x - plan.wide(b.item) / 2


def test_a_fifth_seat_is_named_where_its_cards_lie() -> None:
    zones = (Zone("hand", ("S 1-10",), "owner", owner="S"), Zone("hand", ("S 11-13", "W 11-13"), "owner", owner="X5"))
    sides = items_by_side(Setup(5, "main", ("S", "W", "N", "E", "X5"), "S", zones), words_of("sv"))
    assert [(item.seat, item.what) for item in sides["X5"]] == [("plats 5", "")]
    assert [item.spans for item in sides["W"]] == []


def test_ranges_are_written_as_players_read_them() -> None:
    words = words_of("da")
    free, sorted_, single = Span("S", 1, 6), Span("E", 1, 13), Span("W", 7, 7)
    assert range_label(free, "S", words, strict=False) == RangeLabel("", "1–6")
    assert range_label(sorted_, "S", words, strict=True) == RangeLabel("Ø", "1 → 13")
    assert range_label(single, "W", words, strict=True) == RangeLabel("", "7")
    batches = range_label(Span("E", 1, 8), "S", words, strict=True, batch=4)
    assert (batches, batches.text) == (RangeLabel("Ø", "1–4 → 5–8"), "Ø 1–4 → 5–8")


def test_the_letter_of_a_column_has_a_line_of_its_own_beside_large_words() -> None:
    """Also where letter and numbers could not be told apart in the words of a language."""
    columns = (
        Zone("tableau", ("S 1-2", "W 3"), "last_up", "strict"),
        Zone("tableau", ("W 1-2",), "last_up", "strict"),
    )
    words = replace(words_of("en"), letters={"S": "2 S", "W": "W.", "N": "N", "E": "E", "M": "M"})
    item = items_by_side(Setup(1, "main", ("S",), "S", columns), words)[""][0]
    assert item.above(columns[0], Lettering(words)) == ["2 S 1 → 2", "W. 3"]
    assert item.above(columns[0], Lettering(words, 2 * NOTE)) == ["2 S", "1 → 2", "W.", "3"]


def test_a_name_with_a_dot_between_its_words_stays_on_one_line() -> None:
    words = words_of("en")
    words = replace(words, phrases={**words.phrases, "zone.stock": "stock · deck"})
    hand, stock = Zone("hand", ("S 1-5",), "owner", owner="S"), Zone("stock", ("W 1-5",), "down")
    items = items_by_side(Setup(1, "main", ("S",), "S", (hand, stock)), words)
    assert [item.named for item in items[""]] == [["stock · deck"]]


def test_piles_of_empty_seats_stand_where_they_are_dealt() -> None:
    sides = items_by_side(load_game("crazy-eights", LIBRARY).setups["p2"], words_of("en"))
    assert [item.spans for item in sides["E"]] == [(Span("E", 1, 13),)]
    assert [item.form for item in sides["E"]] == ["grey"]
    assert [item.what for item in sides["N"]] == ["own pile", ""]
    assert [item.is_nameless for item in sides["N"]] == [False, True]


GAMES = {name: load_game(name, LIBRARY) for name in LIBRARY.names("games")}
CASES = [(name, key) for name, game in GAMES.items() for key in game.setups]
MEASURE = 118.0


def planned(setup: Setup, lang: str = "en", semi: bool = False, most: float = HIGHEST, larger: float = 1.0) -> TablePlan:
    """Return a set-up's plan with words of the usual size, or larger ones."""
    words = words_of(lang)
    return TablePlan(setup, Laid(items_by_side(setup, words, semi), Lettering(words, NOTE * larger)), MEASURE, most)


def boxes(plan: TablePlan) -> list[Rect]:
    """Return the box of every item with its words."""
    made = []
    for placed in plan.placed:
        wide, high = plan.wide(placed.item), placed.item.size(plan.lettering)[1]
        made.append(Rect(placed.middle.x - wide / 2, placed.middle.y - high / 2, wide, plan.high(placed.item)))
    return made


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("name", "key"), CASES, ids=[f"{name}-{key}" for name, key in CASES])
def test_every_setup_of_every_game_lies_on_its_table_and_nothing_touches(name: str, key: str, lang: str) -> None:
    fonts(FONTS)
    plan = planned(GAMES[name].setups[key], lang)
    assert plan.height <= HIGHEST + 0.01 and plan.width == MEASURE
    assert plan.box.width * plan.scale == pytest.approx(MEASURE)
    lying = boxes(plan)
    assert lying
    assert all(plan.felt.covers(box) for box in lying)
    assert [(a, b) for place, a in enumerate(lying) for b in lying[:place] if a.inset(0.01).meets(b.inset(0.01))] == []


@pytest.mark.parametrize(("name", "key"), CASES, ids=[f"{name}-{key}" for name, key in CASES])
def test_every_range_of_a_setup_is_said_in_its_picture(name: str, key: str) -> None:
    setup, words = GAMES[name].setups[key], words_of("en")
    said = {span for items in items_by_side(setup, words).values() for item in items for span in item.spans}
    assert said == {span for zone in setup.zones for span in zone.spans}


def drawn(name: str, key: str, tmp_path: Path, **options: object) -> tuple[Page, TablePlan]:
    """Return the picture of a set-up, drawn with the example's pack, and its plan."""
    fonts(FONTS)
    setup = GAMES[name].setups[key]
    plan = planned(setup, **options)  # type: ignore[arg-type]
    file = PdfFile("table", "en", palette(), FONTS)
    with file.page(MEASURE, plan.height) as pen:
        draw_setup(pen, plan, example(), STANDARD.squares[0].dealt())
    path = tmp_path / "table.pdf"
    path.write_bytes(file.finish())
    return read_pages(path)[0], plan


@cache
def example() -> Example:
    made = stationery(PrintSettings(), "en", LIBRARY)
    names = {name for card in STANDARD.pack.cards for name in figures_of(card)}
    figures = {name: load_figure(name, made.palette, LIBRARY) for name in names}
    card = CardSize("poker", 63, 88)
    theme = load_theme("plain", LIBRARY)[0]
    backs = back_set(STANDARD, back_plan(STANDARD, card), theme, "Replikatkort")
    return Example(STANDARD, backs, face_set(STANDARD.pack, card, figures, made.words, PrintSettings(), LIBRARY))


def indices(page: Page) -> list[tuple[str, float, float]]:
    """Return the upright corner indices of open cards with their places."""
    return [(word.text, word.box.x, word.box.y) for word in page.words if word.box.height < 1.2 and word.quarters == 0]


def test_a_grid_lies_as_its_reader_reads_it(tmp_path: Path) -> None:
    """North's first row lies at the top of the picture, its first card at the right: North's left hand."""
    page, _ = drawn("weavers-game", "p2", tmp_path)
    dealt = STANDARD.squares[0].dealt()
    index = {mark: words_of("en").index(STANDARD.pack.cards[card]) for mark, card in dealt.items()}
    rows = (Span("E", 1, 4), Span("E", 5, 8), Span("W", 1, 4), Span("W", 5, 8))
    wanted = [[index[mark] for mark in row.marks] for row in rows]
    found = sorted(indices(page), key=lambda one: (round(one[2] / 4), -one[1]))
    assert [text for text, _, _ in found] == [text for row in wanted for text in row]
    rows = [word for word in page.words if word.text in ("1–4", "5–8")]
    assert len(rows) >= 4


def test_arrows_leave_only_positions_where_nobody_sits(tmp_path: Path) -> None:
    for name, key, many in (
        ("crazy-eights", "p4", 1),
        ("hearts", "p3", 4),
        ("bridge", "p4", 0),
        ("weavers-game", "p2", 0),
        ("skat", "p4", 0),
    ):
        setup = GAMES[name].setups[key]
        fonts(FONTS)
        assert len(_arrows(planned(setup))) == many, name


def test_a_semi_replicate_shows_no_order_below(tmp_path: Path) -> None:
    full, semi = (drawn("crazy-eights", "p2", tmp_path, semi=semi)[0] for semi in (False, True))
    said = [" ".join(word.text for word in page.words) for page in (full, semi)]
    assert "W 1 → 13" in said[0] and "E 1 → 13" in said[0]
    assert "W 1–13" in said[1] and "7 → 13" in said[1]


def test_a_table_higher_than_a_page_is_drawn_smaller() -> None:
    fonts(FONTS)
    setup = GAMES["shithead"].setups["p5"]
    plan, free = planned(setup, most=HIGHEST / 2), planned(setup)
    assert plan.height == pytest.approx(HIGHEST / 2) and plan.scale < free.scale
    assert free.height > HIGHEST / 2


def test_rows_name_both_layers_and_batches_their_order() -> None:
    words = words_of("nb")
    row = next(item for item in items_by_side(GAMES["shithead"].setups["p2"], words)["S"] if item.form == "row")
    assert row.lines(Lettering(words)) == ["lukket rad 1–3", "åpen rad 4–6"]
    batch = items_by_side(GAMES["casino"].setups["p2"], words)["S"][0]
    assert batch.ranges_said(words) == ["1–4 → 5–8 → 9–12", "Ø 1–4 → 5–8 → 9–12"]


POCKET, SIDE = 87.0, 62.0  # a picture on a quick card, with short steps


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("name", "key"), CASES, ids=[f"{name}-{key}" for name, key in CASES])
def test_words_can_be_read_on_a_card_and_nothing_touches(name: str, key: str, lang: str) -> None:
    fonts(FONTS)
    plan = fitted_table(GAMES[name].setups[key], words_of(lang), POCKET, SIDE, largest=0.857)
    assert plan.letters >= 0.93 * LEAST
    assert plan.width == POCKET and plan.height <= SIDE + 0.01
    lying = boxes(plan)
    assert all(plan.felt.covers(box) for box in lying)
    assert [(a, b) for place, a in enumerate(lying) for b in lying[:place] if a.inset(0.01).meets(b.inset(0.01))] == []


def test_words_grow_beside_their_cards_only_where_they_must() -> None:
    fonts(FONTS)
    setup, words = GAMES["shithead"].setups["p4"], words_of("en")
    free, tight = fitted_table(setup, words, MEASURE, HIGHEST), fitted_table(setup, words, POCKET, 50.0)
    assert free.lettering.note == NOTE < tight.lettering.note
    assert tight.letters > planned(setup, most=50.0).letters


def test_ranges_share_the_label_of_a_fan_or_a_line() -> None:
    fonts(FONTS)
    words = words_of("en")
    hand = items_by_side(GAMES["hearts"].setups["p3"], words)["N"][0]
    assert (hand.label(Lettering(words)), hand.lines(Lettering(words))) == ("1–13, E 5–8", [])
    small = Lettering(words, 4 * NOTE)
    assert (hand.label(small), hand.lines(small)) == ("", ["1–13, E 5–8"])
    stock = next(item for item in items_by_side(GAMES["shithead"].setups["p4"], words)[""])
    assert stock.lines(Lettering(words)) == ["stock", "S 10 → 13, W 10 → 13,", "N 10 → 13, E 10 → 13"]


def test_hands_are_named_only_where_they_are_of_several_kinds() -> None:
    words = words_of("en")
    hands = [Zone("hand", ("S 1-5",), "owner", owner="S"), Zone("hand", ("N 1-5",), "owner", owner="N")]
    setup = Setup(2, "main", ("S", "N"), "N", tuple(hands))
    assert [item.named for side in ("S", "N") for item in items_by_side(setup, words)[side]] == [[], []]
    mixed = Setup(2, "main", ("S", "N"), "N", (hands[0], Zone("hole", ("N 1-5",), "owner", owner="N")))
    assert [item.named for side in ("S", "N") for item in items_by_side(mixed, words)[side]] == [["hand"], ["hole cards"]]


def test_more_seats_leave_the_name_of_a_side_at_its_own_cards(tmp_path: Path) -> None:
    """With six more seats South's cards lie at the left of the lowest row, and so does the name."""
    setup, words = GAMES["texas-holdem"].setups["p2to10"], words_of("en")
    fonts(FONTS)
    plan = fitted_table(setup, words, MEASURE, 70.0)
    file = PdfFile("table", "en", palette(), FONTS)
    with file.page(MEASURE, plan.height) as pen:
        draw_setup(pen, plan, example(), STANDARD.squares[0].dealt())
    path = tmp_path / "table.pdf"
    path.write_bytes(file.finish())
    name = next(word for word in read_pages(path)[0].words if word.text == words.positions["S"])
    own = next(placed for placed in plan.placed if placed.item.zone and placed.item.zone.owner == "S")
    assert name.middle.x == pytest.approx(own.middle.x * plan.scale, abs=0.5) and name.middle.x < 0.4 * MEASURE
