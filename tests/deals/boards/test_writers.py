"""Boards in other programs' formats, each taken apart again by rules of its own."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from any_board import a_board
from replikat.deals.boards.boards import CARDS, SEATS, Board, Hand, cards_of
from replikat.deals.boards.writers import WRITERS, Heading, bri, dge, dlm, dup, lin, pbn

HEADING = Heading("an evening", "a program", "7Q4M-K2XP-J9T")
MANDATORY = ["Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal"]
MANDATORY += ["Scoring", "Declarer", "Contract", "Result"]
RANKS = "AKQJT98765432"
SUITED = (Hand(RANKS, "", "", ""), Hand("", RANKS, "", ""), Hand("", "", RANKS, ""), Hand("", "", "", RANKS))
numbered = st.lists(a_board(), min_size=1, max_size=6).map(
    lambda found: [Board(i, b.dealer, b.vulnerable, b.hands) for i, b in enumerate(found, 1)]
)


def holders_of(board: Board) -> dict[str, str]:
    """Return the seat of every card, from the hands alone."""
    return {
        rank + suit: seat
        for seat, hand in zip(SEATS, board.hands, strict=True)
        for suit, ranks in zip("SHDC", hand, strict=True)
        for rank in ranks
    }


def check_export(data: bytes) -> None:
    """Hold a file against every rule of the export format."""
    assert data.endswith(b"\r\n") and not re.search(rb"(?<!\r)\n|\r(?!\n)|\t", data)
    assert all(32 <= sign <= 126 or 160 <= sign <= 255 or sign in b"\r\n" for sign in data)
    lines = data.decode("latin-1").split("\r\n")
    assert all(len(line) + 2 <= 255 for line in lines)
    assert lines[:2] == ["% PBN 2.1", "% EXPORT"]
    for game in "\n".join(lines[2:]).strip("\n").split("\n\n"):
        names = []
        for line in game.split("\n"):
            if match := re.fullmatch(r'\[(\w+) "((?:[^"\\]|\\["\\])*)"\]', line):
                names.append((match[1], match[2]))
            else:
                assert names[-1][0].endswith("Table") and not line.startswith(("%", " ", "[")), line
        keys = [name for name, _ in names]
        others = [name for name in keys[15:] if not name.endswith("Table")]
        assert keys[:15] == MANDATORY and len(set(keys)) == len(keys)
        assert others == sorted(others) and keys[15 : 15 + len(others)] == others, "tables come last"
        values = dict(names)
        assert values["Vulnerable"] in ("None", "NS", "EW", "All") and values["Deal"][:2] == f"{values['Dealer']}:"
        hands = values["Deal"][2:].split(" ")
        assert len(hands) == 4 and all(list(suit) == sorted(suit, key=RANKS.index) for hand in hands for suit in hand.split("."))


@given(numbered, st.text(max_size=200))
def test_pbn_keeps_every_rule_of_the_export_format(boards: list[Board], event: str) -> None:
    check_export(pbn(boards, Heading(event, "a program 1.0", "7Q4M-K2XP-J9T")))


@given(numbered)
def test_instant_scores_stand_in_a_table_after_all_tags(boards: list[Board]) -> None:
    made = pbn(boards, Heading("x", "y", "z", {1: [("110,*", "100.0"), ("110", "75.0"), ("*,110", "0.0")]}))
    check_export(made)
    assert made.count(b"InstantScoreTable") == 1
    assert b'[InstantScoreTable "+ScoreRange_NS\\\\5L;Percentage_NS\\\\6R"]\r\n110,*  100.0\r\n110     75.0\r\n*,110    0.0\r\n' in made


def test_a_planted_fault_is_seen_by_the_checker() -> None:
    board = Board(1, "N", "None", SUITED)
    sound = pbn([board], HEADING)
    check_export(sound)
    for wrong in (
        sound.replace(b"\r\n", b"\n"),
        sound.replace(b'[Site ""]\r\n', b""),
        sound.replace(b'"N:', b'"E:'),
        sound.replace(b"AKQ", b"QKA", 1),
    ):
        with pytest.raises(AssertionError):
            check_export(wrong)


def test_a_hand_is_its_suits_and_void_suits_are_written_too() -> None:
    board = Board(7, "W", "All", (SUITED[1], SUITED[3], SUITED[0], SUITED[2]))
    assert cards_of(board.hands[0])[:2] == ["AH", "KH"] and board.hands[1].clubs == RANKS
    assert f'[Deal "W:..{RANKS}. .{RANKS}.. ...{RANKS} {RANKS}..."]'.encode() in pbn([board], HEADING)
    assert lin([board], HEADING) == f"qx|o7|md|2S{RANKS}HDC,SHD{RANKS}C,SH{RANKS}DC|rh||ah|Board 7|sv|b|pg||\n".encode()
    assert dge([board], HEADING)[:34] == b"\x06\x03" + RANKS.encode() + b"\x04\x05" + b"\x06\x03\x04\x05" + RANKS.encode()


@given(numbered)
def test_an_independent_reader_reads_the_same_boards(boards: list[Board]) -> None:
    reader = pytest.importorskip("endplay.parsers.pbn")
    found = reader.loads(pbn(boards, HEADING).decode("latin-1"))
    assert [board.board_num for board in found] == [board.number for board in boards]
    for theirs, ours in zip(found, boards, strict=True):
        first = SEATS.index(ours.dealer)
        assert theirs.dealer.abbr == ours.dealer
        assert theirs.deal.to_pbn(theirs.dealer) == f"{ours.dealer}:" + " ".join(map(".".join, ours.hands[first:] + ours.hands[:first]))
        assert theirs.info["DealId"] == f"{HEADING.code}/{ours.number}" and theirs.info["Generator"] == HEADING.generator
        assert {"none": "None", "ns": "NS", "ew": "EW", "both": "All"}[theirs.vul.name] == ours.vulnerable


@given(numbered)
def test_lin_holds_dealer_and_three_hands(boards: list[Board]) -> None:
    for board, line in zip(boards, lin(boards, HEADING).decode("ascii").splitlines(), strict=True):
        match = re.fullmatch(r"qx\|o(\d+)\|md\|([1-4])(.*)\|rh\|\|ah\|Board (\d+)\|sv\|([0neb])\|pg\|\|", line)
        assert match and int(match[1]) == int(match[4]) == board.number and "SWNE"[int(match[2]) - 1] == board.dealer
        for seat, hand in zip("SWN", match[3].split(","), strict=True):
            assert tuple(re.split("[SHDC]", hand)[1:]) == board.hands[SEATS.index(seat)]
        assert {"0": "None", "n": "NS", "e": "EW", "b": "All"}[match[5]] == board.vulnerable


def bri_seen(record: bytes) -> dict[str, str]:
    cards = [int(record[place : place + 2]) for place in range(0, 78, 2)]
    seats = {CARDS[card - 1]: "NES"[place // 13] for place, card in enumerate(cards)}
    return {card: seats.get(card, "W") for card in CARDS}


def dge_seen(record: bytes) -> dict[str, str]:
    suits = re.findall(rb"([\x03-\x06])([AKQJT2-9]*)", record)
    signs = {6: "S", 3: "H", 4: "D", 5: "C"}
    return {chr(rank) + signs[sign[0]]: SEATS[place // 4] for place, (sign, ranks) in enumerate(suits) for rank in ranks}


@given(numbered)
def test_records_of_dealing_machines_hold_every_card(boards: list[Board]) -> None:
    for write, length in ((bri, 128), (dge, 128), (dup, 156)):
        data = write(boards, HEADING)
        records = [data[place : place + length] for place in range(0, len(data), length)]
        for record, board in zip(records, boards, strict=True):
            assert len(record) == length
            if write is not dge:
                assert bri_seen(record) == holders_of(board)
            if write is not bri:
                assert dge_seen(record[78:146] if write is dup else record[:68]) == holders_of(board)
            assert record[-50:] == b" " * 32 + bytes(18) if write is bri else record[-60:] == bytes(60) if write is dge else True
            if write is dup:
                assert record[146:] == f"YN1  0 {len(boards):02} ".encode()


def test_dup_says_which_boards_it_holds() -> None:
    boards = [Board(number, "N", "None", SUITED) for number in (5, 6, 7, 8)]
    ends = {dup(boards, HEADING)[place + 146 : place + 156] for place in range(0, 4 * 156, 156)}
    assert ends == {b"YN5  0 08 "}
    assert dup([Board(12, "N", "None", SUITED)], HEADING)[146:] == b"YN12 0 12 "


@given(numbered)
def test_dlm_holds_ninety_nine_boards_with_their_checksums(boards: list[Board]) -> None:
    lines = dict(line.partition("=")[::2] for line in dlm(boards, HEADING).decode("ascii").splitlines()[1:])
    assert lines["From board"] == "1" and lines["To board"] == str(len(boards)) and int(lines["Checksum"]) == 1 ^ len(boards) ^ 1
    for number in range(1, 100):
        letters, told = lines[f"Board {number:02}"][:26], lines[f"Board {number:02}"][26:]
        checksum = number
        for letter in letters.encode():
            checksum ^= letter
        assert len(told) == 3 and int(told) == checksum
        seats = [SEATS[part] for letter in letters for part in divmod(ord(letter) - ord("a"), 4)]
        if number <= len(boards):
            assert dict(zip(CARDS, seats, strict=True)) == holders_of(boards[number - 1])
        assert sorted(seats) == sorted(13 * SEATS)


def test_every_format_is_written_the_same_twice() -> None:
    board = Board(1, "N", "None", SUITED)
    assert all(write([board], HEADING) == write([board], HEADING) for write in WRITERS.values())
