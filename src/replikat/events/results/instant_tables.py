"""Instant scores from a table of results: what a score on a square is worth, for players who
compare at once.
"""

from collections import defaultdict
from collections.abc import Collection
from fractions import Fraction
from pathlib import Path

from replikat.errors import Fault, ReplikatError
from replikat.events.result import Award, parse_score
from replikat.events.results.tables import entered, read_table
from replikat.events.scoring.instant import Instant, instant_scores

# By seat or pair: whether a score written down there is North's and South's, or its contrary.
SIDES = {"NS": 1, "N": 1, "S": 1, "EW": -1, "E": -1, "W": -1}


def instant_tables(path: Path, squares: Collection[int]) -> dict[int, list[tuple[str, str]]]:
    """Return the table of instant scores of every square that has results.

    Args:
        path: A table of results; of each round and table the first score is taken.
        squares: The numbers of the squares that are wanted.

    Returns:
        By square the rows, each a score of North and South, or a range "low,high" of them, and the
        percentage it is worth.

    Raises:
        ReplikatError: The table cannot be read, or holds what is no score, each with its line.
    """
    scores: defaultdict[int, dict[tuple[str, str], Fraction]] = defaultdict(dict)
    faults = []
    for row in read_table(path):
        sign, text = SIDES.get(row.cells["seat"].upper()), entered(row)
        try:
            score = parse_score(text)
            square = int(row.cells["square"])
        except ValueError:
            if text:
                faults.append(Fault(text, "expected a score", str(path), row.line, field="result"))
            continue
        if score is None or isinstance(score, Award):
            continue
        if sign and square in squares:
            sitting = row.cells["round"], row.cells["table"]
            scores[square].setdefault(sitting, sign * Fraction(score))
    if faults:
        raise ReplikatError(*faults)
    return {square: _rows(list(by_sitting.values())) for square, by_sitting in scores.items()}


def _rows(scores: list[Fraction]) -> list[tuple[str, str]]:
    return [_row(instant) for instant in instant_scores(scores)]


def _row(instant: Instant) -> tuple[str, str]:
    low, high = ("*" if bound is None else f"{float(bound):g}" for bound in (instant.low, instant.high))
    scores = low if instant.low == instant.high else f"{low},{high}"
    return scores, f"{float(100 * instant.share):.1f}"
