"""Measure the figures of docs/dealing.md again: overlaps, what pairs come to, what squares tell.

Usage: dealing.py [DECKS]. Decks are dealt from seeds 1, 2, ..., so the same figures come out
every time; with the default of 200 decks it takes some ten minutes of one core.
"""

import statistics
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb, sqrt

from replikat.deck.dealing.measure import least_variance
from replikat.deck.dealing.pair_balance import even_out
from replikat.deck.dealing.seat_balance import Table, balanced_table
from replikat.deck.dealing.stream import DEALING, Stream
from replikat.deck.deck_spec import EFFORT

MAIN = [13] * 4
KNOWN = (10, 18)  # of 20 squares
VISITS = 5  # of every card to every position in 20 squares


def tables(squares: int, decks: int, effort: int = 0) -> Iterator[Table]:
    """Yield balanced tables of `main`, as dealing makes them before cards are renamed."""
    for number in range(1, decks + 1):
        seed = f"{number:064x}"
        table = balanced_table(MAIN, squares, Stream(DEALING, seed, "trades", 0))
        if effort:
            even_out(table, len(MAIN), effort, Stream(DEALING, seed, "pairs", 0))
        yield table


def overlap(first: list[int], second: list[int]) -> int:
    """Return how many pairs of cards share a position in both squares."""
    return sum(comb(count, 2) for count in Counter(zip(first, second, strict=True)).values())


def meetings(table: Table) -> list[int]:
    """Return in how many squares every two cards share a position."""
    columns = list(zip(*table, strict=True))
    return [sum(map(int.__eq__, a, b)) for a, b in combinations(columns, 2)]


def print_overlaps(squares: int, decks: int) -> None:
    """Print the mean overlap of two squares of a balanced deck, with its standard error."""
    means = []
    for table in tables(squares, decks):
        means.append(statistics.mean(overlap(a, b) for a, b in combinations(table, 2)))
    error = statistics.stdev(means) / sqrt(decks)
    print(f"seats x {squares}: overlap {statistics.mean(means):.3f} +- {error:.3f}")


def print_pairs(squares: int, decks: int) -> None:
    """Print how even meetings become at the usual effort, and what they tell of the next square."""
    variances = []
    met: Counter[tuple[int, int]] = Counter()
    met_next: Counter[tuple[int, int]] = Counter()
    for table in tables(squares, decks, EFFORT):
        variances.append(statistics.pvariance(meetings(table)))
        for known in KNOWN:
            if known >= squares:
                continue
            before = meetings(table[:known])
            for times, meets in zip(before, meetings([table[known]]), strict=True):
                met[known, times] += 1
                met_next[known, times] += meets
    chance = squares * 4 / 17 * 13 / 17
    least = least_variance(MAIN, squares) or 0.0
    mean, spread = statistics.mean(variances), statistics.stdev(variances)
    way = 100 * (chance - mean) / (chance - least)
    print(f"pairs x {squares}: variance {mean:.4f}, of decks +- {spread:.4f}; {way:.1f} % of the way")
    for known, times in sorted(met):
        share = met_next[known, times] / met[known, times]
        print(f"  {known} squares known, met {times} times: {share:.3f} ({met[known, times]} pairs)")


def print_guesses(decks: int) -> None:
    """Print for how many cards a guess by visits alone is right, and for how many it is certain."""
    right: Counter[int] = Counter()
    certain: Counter[int] = Counter()
    for table in tables(20, decks):
        for column in zip(*table, strict=True):
            for known in (1, 5, 10, 15, 17, 18, 19):
                left = [VISITS - column[:known].count(position) for position in range(len(MAIN))]
                right[known] += column[known] == left.index(max(left))
                certain[known] += left.count(0) == len(MAIN) - 1
    for known, cards in right.items():
        share = f"{cards / decks:.1f} right, {certain[known] / decks:.1f} certain"
        print(f"seats, {known} known: {share}")


def main() -> None:
    decks = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    for squares in (2, 4, 20):
        print_overlaps(squares, 10 * decks if squares < 20 else decks)
    print_guesses(decks)
    for squares in (12, 20):
        print_pairs(squares, decks)


if __name__ == "__main__":
    main()
