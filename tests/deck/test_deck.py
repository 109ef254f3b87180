import pytest
from hypothesis import given
from hypothesis import strategies as st

from replikat.deck.deck import Deck, deck_of
from replikat.deck.deck_spec import DeckSpec, Group
from replikat.deck.parts import Parts, parts_of
from replikat.deck.print_settings import PrintSettings
from replikat.deck.squares import Layout
from replikat.errors import Breach, FieldPath, LawFault
from support import packaged_deck, plain_deck, plain_pack

DECK = plain_deck({"S": 3, "N": 3, "M": 2}, 4)
PACK = plain_pack(5)
SPEC = DeckSpec("mixed", PACK.name, (Group("whole", 2, "none"), Group("short", 1)))
PARTS = Parts(PACK, (Layout({"S": 3, "N": 2}), Layout({"S": 2, "N": 1})), ((0, 1, 2, 3, 4), (0, 2, 4)))
MARKS = "S1 S2 S3 N1 N2\nN2 N1 S3 S2 S1\nS1 - N1 - S2\n"

words = st.lists(st.sampled_from(["S1", "S2", "N1", "-", "S9", "Q1", "S01"]), min_size=5, max_size=5)


def faults(marks: str) -> list[Breach]:
    with pytest.raises(LawFault) as caught:
        deck_of(SPEC, PARTS, marks)
    return list(caught.value.faults)


def places(marks: str) -> list[FieldPath]:
    return [path for path, _ in faults(marks)]


def test_marks_text_is_read_back_into_the_same_deck() -> None:
    assert deck_of(DECK.spec, DECK.parts, DECK.marks_text()) == DECK


def test_mixed_deck_is_read() -> None:
    deck = deck_of(SPEC, PARTS, MARKS)
    assert deck.marks_text() == MARKS
    assert [deck.layout(square) for square in (1, 2, 3)] == [PARTS.layouts[0], PARTS.layouts[0], PARTS.layouts[1]]
    assert deck.squares[2].layout == "short"
    assert not deck.has_middle


@pytest.mark.parametrize("lines", [0, 1, 2, 4])
def test_number_of_lines_must_fit(lines: int) -> None:
    ((path, text),) = faults("S1 S2 S3 N1 N2\n" * lines)
    assert path == ("marks",)
    assert f"{lines} lines" in text
    assert "expected 3" in text


def test_number_of_marks_must_fit() -> None:
    ((path, text),) = faults(MARKS.replace("S1 S2 S3 N1 N2", "S1 S2 S3 N1"))
    assert path == ("marks", 0, 0)
    assert "4 marks; expected 5" in text


def test_every_broken_line_and_token_is_reported_at_once() -> None:
    assert places("S1 S2 S3 N1 N3\nN2 N1 x S2 y\nS1 N1 - - S2\n") == [
        ("marks", 0, 4),  # no such mark in the layout
        ("marks", 1, 2),  # no marks at all
        ("marks", 1, 4),
        ("marks", 2, 1),  # a mark on a card outside the short pack
        ("marks", 2, 2),  # a dash on a card inside it
    ]


def test_faults_name_square_card_and_what_was_found() -> None:
    texts = [text for _, text in faults("S1 S2 S3 N1 N3\nN2 N1 x S2 S1\nS1 S1 N1 - S2\n")]
    assert texts[0].startswith("square 1: c4: this mark is no mark of the layout whole")
    assert texts[1] == "square 2: what stands for c2 is no mark; expected a position and a number such as S7, or -"
    assert texts[2].startswith("square 3: c1: this mark on a card outside the square's pack")


def test_a_doubled_mark_is_told_and_not_named() -> None:
    ((path, text),) = faults(MARKS.replace("N2 N1 S3 S2 S1", "N2 N1 S3 S1 S1"))
    assert path == ("marks", 1, 4)
    assert "this mark stands twice" in text and text.endswith("; missing 1 mark of the layout")
    assert "S1" not in text and "S2" not in text, "a message tells no deal"


@given(words)
def test_a_line_is_either_a_square_or_a_fault(line: list[str]) -> None:
    """An independent reading of the law: cards c0, c2 and c4 carry S1, S2 and N1, the others a dash."""
    lawful = sorted(line[card] for card in (0, 2, 4)) == ["N1", "S1", "S2"] and line[1] == line[3] == "-"
    marks = "S1 S2 S3 N1 N2\nN2 N1 S3 S2 S1\n" + " ".join(line) + "\n"
    if lawful:
        assert str(deck_of(SPEC, PARTS, marks).squares[2]) == " ".join(line)
    else:
        assert all(path[:2] == ("marks", 2) for path in places(marks))


@given(st.data())
def test_any_two_exchanged_marks_are_a_deck_with_another_code(data: st.DataObject) -> None:
    lines = [line.split() for line in DECK.marks_text().splitlines()]
    line = data.draw(st.integers(0, 3))
    a, b = data.draw(st.lists(st.integers(0, 7), min_size=2, max_size=2, unique=True))
    lines[line][a], lines[line][b] = lines[line][b], lines[line][a]
    other = deck_of(DECK.spec, DECK.parts, "\n".join(map(" ".join, lines)))
    assert other.squares != DECK.squares
    assert other.code != DECK.code


def test_code_does_not_ask_who_dealt() -> None:
    """The same marks have the same code, whatever seed, name or balance the spec declares."""
    spec = DeckSpec("another", DECK.pack.name, (Group("plain", 4, "none", source="given"),))
    assert Deck(spec, DECK.parts, DECK.squares).code == DECK.code


def test_groups_and_layouts_must_fit_each_other() -> None:
    spec = DeckSpec("tiny", "plain5", (Group("a", 1), Group("b", 1, cards="plain4"), Group("c", 1, cards="plain7")))
    layouts = [Layout({"S": 4}), Layout({"S": 5}), Layout({"S": 5})]
    with pytest.raises(LawFault) as caught:
        parts_of(spec, PACK, layouts, [None, plain_pack(4), plain_pack(7)])
    assert [path for path, _ in caught.value.faults] == [("squares", 0, "layout"), ("squares", 1, "layout"), ("squares", 2, "cards")]
    assert "c5, c6" in caught.value.faults[2][1]


def test_spec_has_bounds() -> None:
    with pytest.raises(LawFault) as caught:
        DeckSpec("big", "plain5", (Group("a", 40), Group("b", 21)), dealing=2, proof=62)
    assert [path for path, _ in caught.value.faults] == [("dealing",), ("squares",), ("proof",)]


def test_a_word_that_is_no_mark_hides_no_other_fault_of_its_line() -> None:
    deck = packaged_deck("standard-52")
    lines = [str(square).split() for square in deck.squares]
    lines[4][3] = "Q7"
    lines[4][10] = lines[4][9]
    with pytest.raises(LawFault) as caught:
        deck_of(deck.spec, deck.parts, "\n".join(" ".join(line) for line in lines))
    assert [path for path, _ in caught.value.faults] == [("marks", 4, 3), ("marks", 4, 10)]
    assert "this mark stands twice" in caught.value.faults[1][1]
    assert lines[4][9] not in caught.value.faults[1][1]


def test_print_settings_ask_for_nothing_that_pack_and_layouts_have_not() -> None:
    settings = PrintSettings(jokers=1, indices={"A": "E"}, backs=("underlined",))
    with pytest.raises(LawFault) as caught:
        parts_of(DeckSpec("tiny", "plain5", (Group("a", 1),), print=settings), PACK, [Layout({"S": 5})], [None])
    assert [path for path, _ in caught.value.faults] == [("print", "jokers"), ("print", "indices", "A"), ("print", "backs")]
    assert "1 jokers; plain5 has 0 spare cards" in str(caught.value)
