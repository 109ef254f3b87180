"""Write boards in the formats of other programs: PBN 2.1 in export form, LIN, and those of dealing machines."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from replikat.deals.boards.boards import CARDS, SEATS, SUITS, Board, Hand, cards_of

LINE = 253  # signs of a PBN line beside its end
DLM_BOARDS = 99  # a DLM file holds exactly so many
DLM_EMPTY = "aaaaaabffffffkkkkkklpppppp"
DOS_SUITS = b"\x06\x03\x04\x05"
LIN_DEALERS = "SWNE"  # counted from 1
LIN_VULNERABLE = {"None": "0", "NS": "n", "EW": "e", "All": "b"}


@dataclass(frozen=True)
class Heading:
    """What a file says beside its boards: the event, the program that made it, and the code of the deck they are on.

    `scores` holds rows of instant scores by board: a range of North's and South's scores and its percentage.
    """

    event: str
    generator: str
    code: str
    scores: Mapping[int, Sequence[tuple[str, str]]] = field(default_factory=dict)


def pbn(boards: Iterable[Board], heading: Heading) -> bytes:
    """Return boards in PBN's export format: every mandatory tag in order, empty where it does not apply, then others by name."""
    event, generator, code = (_string(text) for text in (heading.event, heading.generator, heading.code))
    games = []
    for board in boards:
        first = SEATS.index(board.dealer)
        deal = " ".join(".".join(hand) for hand in board.hands[first:] + board.hands[:first])
        games.append(
            f'[Event "{event}"]\r\n[Site ""]\r\n[Date ""]\r\n[Board "{board.number}"]\r\n'
            f'[West ""]\r\n[North ""]\r\n[East ""]\r\n[South ""]\r\n'
            f'[Dealer "{board.dealer}"]\r\n[Vulnerable "{board.vulnerable}"]\r\n[Deal "{board.dealer}:{deal}"]\r\n'
            f'[Scoring ""]\r\n[Declarer ""]\r\n[Contract ""]\r\n[Result ""]\r\n'
            f'[DealId "{code}/{board.number}"]\r\n[Generator "{generator}"]\r\n{_instant(heading.scores.get(board.number, ()))}'
        )
    return ("% PBN 2.1\r\n% EXPORT\r\n" + "\r\n".join(games)).encode("latin-1")


def _string(text: str) -> str:
    """Return text as a PBN string may hold it: Latin-1, no control signs, quotes and backslashes escaped, not too long for a line."""
    plain = "".join(sign if sign.isprintable() and ord(sign) < 256 else "?" for sign in text)
    return plain[: (LINE - 40) // 2].replace("\\", "\\\\").replace('"', '\\"')


def _instant(rows: Sequence[tuple[str, str]]) -> str:
    if not rows:
        return ""
    wide = max(len(scores) for scores, _ in rows)
    lines = "".join(f"{scores:<{wide}} {percent:>6}\r\n" for scores, percent in rows)
    return f'[InstantScoreTable "+ScoreRange_NS\\\\{wide}L;Percentage_NS\\\\6R"]\r\n{lines}'


def lin(boards: Iterable[Board], heading: Heading) -> bytes:
    """Return boards as LIN, a line each: dealer, then the hands of South, West and North."""
    lines = []
    for board in boards:
        hands = ",".join(_lettered(board.hands[SEATS.index(seat)]) for seat in "SWN")
        dealer, vulnerable = LIN_DEALERS.index(board.dealer) + 1, LIN_VULNERABLE[board.vulnerable]
        lines.append(f"qx|o{board.number}|md|{dealer}{hands}|rh||ah|Board {board.number}|sv|{vulnerable}|pg||\n")
    return "".join(lines).encode("ascii")


def _lettered(hand: Hand) -> str:
    return "".join(suit + ranks for suit, ranks in zip(SUITS, hand, strict=True))


def bri(boards: Iterable[Board], heading: Heading) -> bytes:
    """Return boards as BRI, 128 bytes each: two digits for every card of North, East and South, the rest filled up."""
    return b"".join(_numbered(board) + b" " * 32 + bytes(18) for board in boards)


def dge(boards: Iterable[Board], heading: Heading) -> bytes:
    """Return boards as DGE, 128 bytes each: hands with the suit signs of DOS, the rest filled up."""
    return b"".join(_signed(board) + bytes(60) for board in boards)


def dup(boards: Iterable[Board], heading: Heading) -> bytes:
    """Return boards as DUP, 156 bytes each: those of BRI and DGE, then what a machine is to do with them.

    Records bear no numbers, so that the boards must follow each other without a gap. Source: Duplimate's description of
    the format, bytes 147-156: random hands, counting backwards, lowest board of the set (149-151), copies of each (152-153),
    highest board (154-156); fields are left aligned and filled up with blanks.
    """
    held = list(boards)
    numbers = [board.number for board in held]
    lowest, highest = f"{min(numbers)}", f"{max(numbers):02}"
    end = f"YN{lowest:<3}0 {highest:<3}".encode("ascii")
    return b"".join(_numbered(board) + _signed(board) + end for board in held)


def _numbered(board: Board) -> bytes:
    places = {card: place for place, card in enumerate(CARDS, 1)}
    return "".join(f"{places[card]:02}" for hand in board.hands[:3] for card in cards_of(hand)).encode("ascii")


def _signed(board: Board) -> bytes:
    suits = (zip(DOS_SUITS, hand, strict=True) for hand in board.hands)
    return b"".join(bytes([sign]) + ranks.encode("ascii") for hand in suits for sign, ranks in hand)


def dlm(boards: Iterable[Board], heading: Heading) -> bytes:
    """Return boards as DLM: 99 of them, those that are not there with the same deal, each with its checksum."""
    held = {board.number: board for board in boards}
    first, last = min(held), max(held)
    lines = [
        "[Document]",
        f"Headline=Generated by {heading.generator}",
        "Status=Show",
        "Duplicates=0",
        f"From board={first}",
        f"To board={last}",
        "Next board to duplimate=0",
        "PrintOuts=0",
        "Crypto key=0",
        f"Checksum={first ^ last ^ 1}",
    ]
    for number in range(1, DLM_BOARDS + 1):
        letters = _paired(held[number].holders()) if number in held else DLM_EMPTY
        checksum = number
        for letter in letters.encode("ascii"):
            checksum ^= letter
        lines += [f"Duplicates {number:02}=0", f"Board {number:02}={letters}{checksum:03}"]
    return "".join(f"{line}\n" for line in lines).encode("ascii")


def _paired(holders: Sequence[int]) -> str:
    """Return a letter for every two cards: a where North holds both, p where West does."""
    return "".join(chr(ord("a") + 4 * first + second) for first, second in zip(holders[::2], holders[1::2], strict=True))


WRITERS: dict[str, Callable[[Iterable[Board], Heading], bytes]] = {"pbn": pbn, "lin": lin, "bri": bri, "dge": dge, "dup": dup, "dlm": dlm}
