"""The duplicate score of a contract (Laws of Duplicate Bridge, law 77)."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from replikat.deck.cards import Pack
from replikat.tally.counting_rules import ContractScore
from replikat.tally.sheets import BOOK, MOST_ODD, Bid, Contracts, parse_contract
from replikat.tally.working import Tally, TallyLine

TRICK = {"C": 20, "D": 20, "H": 30, "S": 30, "N": 30}
FIRST_NO_TRUMP = 10  # more for the first odd trick at no trump
GAME = 100  # trick points, doubled ones included, from which on a contract is a game
PART_SCORE = 50
GAME_BONUS = (300, 500)  # not vulnerable, vulnerable
SLAM_BONUS = {6: (500, 750), 7: (1000, 1500)}
INSULT = {1: 0, 2: 50, 4: 100}  # by how the contract was doubled
DOUBLED_OVERTRICK = (50, 100)  # times 2 or 4
UNDERTRICK = (50, 100)
DOUBLED_UNDERTRICKS = ((100, 200, 200, 300), (200, 300))  # the first ones; the last of these for every other


def contract_score(options: ContractScore, sheet: Contracts, _pack: Pack) -> Tally:
    """Return the working of every contract, and what it gives both sides, plus and minus; all passed gives nothing."""
    lines: list[TallyLine] = []
    sides = list(options.sides)
    totals = dict.fromkeys(sides, 0)
    for contract in sheet.contracts:
        bid = parse_contract(contract.contract)
        if bid is None:
            continue
        own = next(side for side in sides if bid.by in options.sides[side])
        other = next(side for side in sides if side != own)
        for what, points, times in working(bid, contract.vulnerable):
            lines.append(TallyLine(own if points > 0 else other, what, abs(points), times=times))
            totals[own] += points
            totals[other] -= points
    return Tally(tuple(lines), totals)


def could_score(points: int | Fraction, vulnerable: bool, others_vulnerable: bool) -> bool:
    """Return whether some contract, of a side or of its opponents, gives the side these points; 0 is all passed."""
    return points == 0 or points in _scores(vulnerable) or -points in _scores(others_vulnerable)


@cache
def _scores(vulnerable: bool) -> frozenset[int]:
    """Return all that a declaring side can score, negative where it goes down."""
    bids = (
        Bid(level, strain, doubled, "", over)
        for level in range(1, MOST_ODD + 1)
        for strain in TRICK
        for doubled in INSULT
        for over in range(-BOOK - level, MOST_ODD - level + 1)
    )
    return frozenset(sum(points for _, points, _ in working(bid, vulnerable)) for bid in bids)


def working(bid: Bid, vulnerable: bool) -> Iterator[tuple[str, int, int]]:
    """Yield what is counted for the declaring side, the points, and how many of it."""
    if bid.over < 0:
        yield "undertricks", -_undertricks(-bid.over, bid.doubled, vulnerable), -bid.over
        return
    tricks = (bid.level * TRICK[bid.strain] + (FIRST_NO_TRUMP if bid.strain == "N" else 0)) * bid.doubled
    yield "odd_tricks", tricks, bid.level
    if bid.over:
        each = TRICK[bid.strain] if bid.doubled == 1 else DOUBLED_OVERTRICK[vulnerable] * bid.doubled
        yield "overtricks", bid.over * each, bid.over
    if tricks >= GAME:
        yield "game_bonus", GAME_BONUS[vulnerable], 1
    else:
        yield "part_score", PART_SCORE, 1
    if bid.level in SLAM_BONUS:
        yield "slam_bonus", SLAM_BONUS[bid.level][vulnerable], 1
    if bid.doubled > 1:
        yield "insult", INSULT[bid.doubled], 1


def _undertricks(down: int, doubled: int, vulnerable: bool) -> int:
    if doubled == 1:
        return down * UNDERTRICK[vulnerable]
    first = DOUBLED_UNDERTRICKS[vulnerable]
    return sum(first[min(trick, len(first) - 1)] for trick in range(down)) * doubled // 2
