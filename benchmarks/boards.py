"""Ten thousand boards to PBN and back."""

import time
from collections.abc import Callable

from replikat.deals.boards.boards import CARDS, SEATS, Board, hand_of
from replikat.deals.boards.pbn import read_pbn
from replikat.deals.boards.writers import Heading, pbn
from replikat.deck.dealing.stream import Stream


def dealt(count: int) -> list[Board]:
    """Return boards 1 to `count` of uniform deals."""
    boards = []
    for number in range(1, count + 1):
        order = Stream(1, "00" * 32, "board", 0, number).order(len(CARDS))
        north, east, south, west = (hand_of(CARDS[card] for card in order[13 * seat : 13 * seat + 13]) for seat in range(4))
        boards.append(Board(number, SEATS[(number - 1) % 4], "None", (north, east, south, west)))
    return boards


def seconds(count: int = 10_000) -> tuple[float, float]:
    """Return the seconds of one core for writing and for reading so many boards, best of three."""
    boards, heading = dealt(count), Heading("benchmark", "replikat", "")
    file = pbn(boards, heading)
    assert [found.board for found in read_pbn(file, "benchmark").boards] == boards
    return _best(lambda: pbn(boards, heading)), _best(lambda: read_pbn(file, "benchmark"))


def _best(work: Callable[[], object]) -> float:
    taken = []
    for _ in range(3):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return min(taken)
