"""PBN is read as its standard says, and every case of the published list has its answer."""

from collections.abc import Callable

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from any_board import a_board
from replikat.deals.boards.boards import Board, Hand
from replikat.deals.boards.pbn import Reading, read_pbn
from replikat.deals.boards.writers import Heading, pbn
from replikat.errors import ReplikatError
from support import VECTORS

FILE = yaml.safe_load((VECTORS / "pbn_cases.yaml").read_text(encoding="utf-8"))
DEAL = FILE["deal"]
WRITTEN = tuple(DEAL[2:].split())
HANDS = tuple(Hand(*hand.split(".")) for hand in WRITTEN)
OTHER = "N:AT3.K8654.AT6.93 Q65.A9732.3.KJ42 J974.QJT.K752.A7 K82..QJ984.QT865"


def tags(deal: str = DEAL, **others: str) -> str:
    return "".join(
        f'[{name} "{value}"]\n' for name, value in {"Board": "1", "Dealer": "N", "Vulnerable": "None", "Deal": deal, **others}.items()
    )


def read(text: str | bytes) -> Reading:
    return read_pbn(text if isinstance(text, bytes) else text.encode("latin-1"), "deals.pbn")


def boards(text: str | bytes) -> list[Board]:
    return [found.board for found in read(text).boards]


def refused(text: str) -> list[str]:
    with pytest.raises(ReplikatError) as caught:
        read(text)
    return [str(fault) for fault in caught.value.faults]


def plain(text: str | bytes) -> None:
    assert boards(text) == [Board(1, "N", "None", HANDS)]  # type: ignore[arg-type]


def vulnerable(word: str, meant: str) -> None:
    assert [board.vulnerable for board in boards(tags(Vulnerable=word))] == [meant]


def unknown_hand() -> None:
    north, _, south, west = WRITTEN
    plain(tags(f"N:{north} - {south} {west}"))
    assert refused(tags(f"W:{west} - {WRITTEN[1]} -")) == [
        "deals.pbn:4: Deal: 2 hands are not given; expected 52 cards, thirteen to a hand"
    ]


def any_order() -> None:
    plain(tags("N:" + " ".join(".".join(suit[::-1] for suit in hand) for hand in HANDS)))


def first_hand() -> None:
    north, east, south, west = WRITTEN
    plain(tags(f"e:{east} {south} {west} {north}"))


def duplicate() -> None:
    said = "AC is held twice (North and South)"
    changed = DEAL.replace("J973.J98742.3.K4", "J973.J98742.3.A4")
    assert refused("\n\n" + tags(changed)) == [f"deals.pbn:6: Deal: {said}; expected 52 cards, thirteen to a hand"]


def twelve() -> None:
    assert refused(tags(DEAL.replace("QJT6", "QJT"))) == ["deals.pbn:4: Deal: East holds 12 cards; expected 52 cards, thirteen to a hand"]


def inherited() -> None:
    games = [tags(Board="4"), tags(OTHER, Board="#"), tags(f"E{DEAL[1:]}", Board="#")]
    assert [board.number for board in boards("\n".join(games))] == [4, 4, 4]
    games[1] = tags(OTHER).replace('[Board "1"]\n', "")
    assert [board.number for board in boards("\n".join(games))] == [4, 5, 4], "a game without the tag is passed by"
    assert boards(tags(Board="#"))[0].number == 1, "nothing before it: an empty value"
    assert refused(tags() + "\n" + tags(Dealer="#", Board="2"))[0].startswith("deals.pbn:7: Dealer: Dealer inherits its value (#)")


def inherited_for_all() -> None:
    later = [tags(deal).replace('[Board "1"]\n', "") for deal in (OTHER, f"E{DEAL[1:]}")]
    assert [board.number for board in boards("\n".join([tags(Board="##7"), *later]))] == [7, 7, 7]
    said_anew = [tags(Board="##7"), tags(OTHER, Board="9"), tags(f"E{DEAL[1:]}").replace('[Board "1"]\n', "")]
    assert [board.number for board in boards("\n".join(said_anew))] == [7, 9, 10]


def unknown_board() -> None:
    assert [board.number for board in boards(tags(Board="8") + "\n" + tags(OTHER, Board="?") + "\n" + tags(OTHER, Board=""))] == [8, 9, 10]
    assert refused(tags(Board="x1"))[0] == "deals.pbn:1: Board: x1; expected a number from 1 on"


def dealer_kept(contract: str) -> None:
    assert boards(tags(Dealer="E", Contract=contract, Declarer=contract, Result=contract))[0].dealer == "E"


def escaped() -> None:
    plain(tags(Event='the \\"great\\" \\\\ one', Site="[x] {y} ; z"))


def braces() -> None:
    plain('{ a comment\n\n% no escape here\n[Deal "N:- - - -"] } ; and [Board "9"]\n' + tags())
    assert refused("{ never closed\n" + tags()) == ["deals.pbn:1: { without its end; expected } at the end of the comment"]


def escape_line() -> None:
    plain('% PBN 2.1\n%[Board "7"]\n' + tags())


def paired() -> None:
    second = '[Event "x"]\n[Room "Closed"]\n[Result "9"]\n'
    found = read(f"{tags()}\n{second}\n{tags(OTHER, Board='2')}\n{tags(Room='Closed')}")
    assert [one.board.number for one in found.boards] == [1, 2] and [one.line for one in found.boards] == [1, 10]
    assert found.notes == ("1 game without a deal passed over", "1 game of a deal that stands there already passed over")


def statistics() -> None:
    found = read(f"{tags()}\nGenerated 10 hands\nProduced 1 hands\nTime needed    0.012 sec%\n")
    assert [one.board.hands for one in found.boards] == [HANDS]
    assert found.notes == ("deals.pbn:6: text that is no game passed over",)


def placeholder() -> None:
    assert boards(f"{tags('N:... ... ... ...', Board='9')}\n{tags()}") == [Board(1, "N", "None", HANDS)]  # type: ignore[arg-type]
    assert refused(tags("N:... ... ... ...")) == ['deals.pbn: no deal; expected games with a tag such as [Deal "N:..."]']


CASES: dict[str, Callable[[], None]] = {
    "two-tags-one-line": lambda: plain(tags().replace("\n", " ")),
    "tag-over-two-lines": lambda: plain(tags().replace('[Board "1"]', '[Board\n "1"]')),
    "spaces-inside-brackets": lambda: plain(tags().replace('[Board "1"]', '[ Board\t"1" ]')),
    "repeated-tag": lambda: plain(tags() + '[Dealer "E"]\n[Vulnerable "All"]\n'),
    "vulnerable-love": lambda: vulnerable("Love", "None"),
    "vulnerable-dash": lambda: vulnerable("-", "None"),
    "unknown-hand": unknown_hand,
    "lower-case": lambda: plain(tags(DEAL.lower().replace("n:", "N:"))),
    "any-rank-order": any_order,
    "first-hand-is-dealer": first_hand,
    "ten-as-10": lambda: plain(tags(DEAL.replace("T", "10"))),
    "duplicate-card": duplicate,
    "twelve-cards": twelve,
    "inherit-hash": inherited,
    "inherit-double-hash": inherited_for_all,
    "board-unknown": unknown_board,
    "dealer-without-contract": lambda: dealer_kept("?"),
    "dealer-with-empty-contract": lambda: dealer_kept(""),
    "escaped-quote": escaped,
    "brace-comment": braces,
    "percent-line": escape_line,
    "crlf": lambda: plain(tags().replace("\n", "\r\n")),
    "byte-order-mark": lambda: (plain(b"\xef\xbb\xbf" + tags().encode()), plain(tags().encode("utf-16"))),  # type: ignore[func-returns-value]
    "latin-1": lambda: plain(tags(Event="Århus").encode("latin-1")),
    "paired-games": paired,
    "trailing-statistics": statistics,
    "placeholder-deal": placeholder,
}


@pytest.mark.parametrize("case", [case["id"] for case in FILE["cases"]])
def test_every_published_case_is_answered(case: str) -> None:
    CASES[case]()


def test_no_case_is_made_up() -> None:
    assert set(CASES) == {case["id"] for case in FILE["cases"]}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (DEAL.replace("A8654", "A86X4"), "'X' is no rank (A86X4)"),
        (DEAL.replace("AT.J6542", "ATJ6542"), "West has 3 suits (KQT2.ATJ6542.85), not four parted by dots"),
        (DEAL.replace("N:", "N"), f"{DEAL.replace('N:', 'N')!r}"),
        (DEAL.replace(" KQT2", ""), None),
        (DEAL.replace("N:", "Q:"), f"{DEAL.replace('N:', 'Q:')!r}"),
    ],
)
def test_an_impossible_deal_is_refused_with_its_line(wrong: str, said: str | None) -> None:
    (line,) = refused(tags(OTHER, Board="2") + "\n" + tags(wrong))
    assert line.startswith(f"deals.pbn:9: Deal: {said or ''}")


def test_every_fault_is_told_at_once() -> None:
    said = refused(tags(Board="0") + "\n" + tags(DEAL.replace("QJT6", "QJT"), Board="x"))
    assert [line.split(": ")[1] for line in said] == ["Board", "Deal", "Board"]
    assert len(refused("\n".join([tags(Board="Z")] * 50))) == 31


@pytest.mark.parametrize(
    ("word", "dealer"), [("North", "N"), ("e", "E"), ("SOUTH", "S"), (" West ", "W"), ("E.", "E"), ("?", ""), ("", "")]
)
def test_a_dealer_is_taken_from_clear_words(word: str, dealer: str) -> None:
    reading = read(tags(Dealer=word))
    assert ([found.board.dealer for found in reading.boards], reading.notes) == ([dealer], ())


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        *(("N-S", "NS"), ("n/s", "NS"), ("N+S", "NS"), ("N & S", "NS"), ("North-South", "NS")),
        *(("E/W", "EW"), ("E-W", "EW"), ("East West", "EW")),
        *(("nobody", "None"), ("No one", "None"), ("neither", "None"), ("-", "None"), ("Love", "None")),
        *(("Both", "All"), ("everybody", "All"), ("NSEW", "All"), ("?", "")),
    ],
)
def test_vulnerability_is_taken_from_clear_words(word: str, meant: str) -> None:
    reading = read(tags(Vulnerable=word))
    assert ([found.board.vulnerable for found in reading.boards], reading.notes) == ([meant], ())


def test_words_that_are_not_clear_are_notes() -> None:
    reading = read(tags(Dealer="Z", Vulnerable="sometimes"))
    assert [found.board for found in reading.boards] == [Board(1, "", "", HANDS)]  # type: ignore[arg-type]
    assert reading.notes == (
        "deals.pbn:2: Dealer 'Z' is not understood; that of the square's number counts",
        "deals.pbn:3: Vulnerable 'sometimes' is not understood; that of the square's number counts",
    )


FAULTY = {
    "a card twice": (tags(DEAL.replace("QJT6", "QJT5"), Board="2"), "deals.pbn:9: Deal: 5C is held twice"),
    "no deal of that form": (tags("nonsense", Board="2"), "deals.pbn:9: Deal: 'nonsense'"),
    "an inherited deal": (tags("#", Board="2"), "deals.pbn:9: Deal: Deal inherits its value (#)"),
    "a tag without its end": (tags(OTHER, Board="2") + '[Event "x\n', "deals.pbn:10: [ without its end"),
    "a number that is none": (tags(OTHER, Board="two"), "deals.pbn:6: Board: two"),
}


@pytest.mark.parametrize(("second", "fault"), FAULTY.values(), ids=list(FAULTY))
def test_faults_of_boards_that_are_not_chosen_are_notes(second: str, fault: str) -> None:
    text = (tags() + "\n" + second + "\n" + tags(OTHER, Board="3")).encode()
    reading = read_pbn(text, "deals.pbn", [1, 3])
    assert [found.board.number for found in reading.boards if found.board.number != 2] == [1, 3]
    (note,) = [note for note in reading.notes if note.startswith(fault)]
    assert note.endswith("(in a board that is not chosen; passed over)")
    with pytest.raises(ReplikatError) as caught:
        read_pbn(text, "deals.pbn", [1, 2])
    assert str(caught.value.faults[0]).startswith(fault)


def test_a_second_game_without_an_empty_line_is_told() -> None:
    assert read(tags() + tags(OTHER, Board="2")).notes == (
        "deals.pbn:5: another board without an empty line before it; passed over, as the standard asks",
    )


def test_a_tag_without_its_end_is_refused() -> None:
    assert refused(tags() + '[Event "x\n') == ['deals.pbn:5: [ without its end; expected [Name "value"]']


def test_a_file_without_text_is_refused() -> None:
    assert refused("") == ['deals.pbn: no deal; expected games with a tag such as [Deal "N:..."]']
    assert refused("\0\1\2") == ["deals.pbn: no text; save it as plain text"]


@given(st.text(alphabet='[]{}";%\\\n #NBoardDel1AKQ.-', max_size=300))
def test_no_text_crashes_the_reader(text: str) -> None:
    try:
        found = read(text)
    except ReplikatError as error:
        assert all(fault.file == "deals.pbn" for fault in error.faults)
    else:
        assert found.boards


@given(st.lists(a_board(), min_size=1, max_size=5, unique_by=lambda board: board.number), st.text(max_size=80))
def test_what_is_written_is_read_back(written: list[Board], event: str) -> None:
    assert boards(pbn(written, Heading(event, "a program", "1234"))) == written
