"""Instant scores from a table of results: what a score on a square is worth, for players who
compare at once.
"""

from collections import defaultdict
from collections.abc import Collection
from fractions import Fraction
from pathlib import Path

from replikat.data.csv_tables import Row
from replikat.errors import ReplikatError
from replikat.events.result import Award, parse_score
from replikat.events.results.headings import Headings, side_word, sides_by_word
from replikat.events.results.tables import entered, fault_at, read_tables, whole_number
from replikat.events.schedule import Side
from replikat.events.scoring.instant import Instant, instant_scores

# By seat or pair: whether a score written down there is North's and South's, or its contrary.
SIGNS: dict[Side, int] = {
    ("N", "S"): 1,
    ("N",): 1,
    ("S",): 1,
    ("E", "W"): -1,
    ("E",): -1,
    ("W",): -1,
}


def instant_tables(path: Path, squares: Collection[int], headings: Headings | None = None) -> dict[int, list[tuple[str, str]]]:
    """Return the table of instant scores of every square that has results.

    Args:
        path: A table of results; of each round and table the first score is taken.
        squares: The numbers of the squares that are wanted.
        headings: The words of columns and seats; English ones where absent.

    Returns:
        By square the rows, each a score of North and South, or a range "low,high" of them, and the
        percentage it is worth.

    Raises:
        ReplikatError: The table cannot be read, or holds what is no score, each with its line.
    """
    headings = headings or Headings()
    scores: defaultdict[int, dict[tuple[str, str], Fraction]] = defaultdict(dict)
    faults = []
    for table in read_tables(path, headings):
        sides = sides_by_word(list(SIGNS), table.words or headings.own_words())
        decimal = table.words.decimal if table.words else ""
        for row in table.rows:
            text = entered(row)
            square = whole_number(row.cells.get("dealt") or row.cells["square"])
            try:
                score = parse_score(text, "." if _is_number(row) else decimal)
            except ValueError:
                score, square = None, None
            if square is None and text:
                faults.append(fault_at(row, str(path), "result", text, "expected a score"))
            if square is None or score is None or isinstance(score, Award):
                continue
            side = sides.get(side_word(row.cells["seat"]))
            if side and square in squares:
                sitting = row.cells["round"], row.cells["table"]
                scores[square].setdefault(sitting, SIGNS[side] * Fraction(score))
    if faults:
        raise ReplikatError(*faults)
    return {square: _rows(list(by_sitting.values())) for square, by_sitting in scores.items()}


def _is_number(row: Row) -> bool:
    """Return whether what counts in a row is a number cell of a spreadsheet."""
    return ("correction" if row.cells.get("correction") else "result") in row.numbers


def _rows(scores: list[Fraction]) -> list[tuple[str, str]]:
    return [_row(instant) for instant in instant_scores(scores)]


def _row(instant: Instant) -> tuple[str, str]:
    low, high = ("*" if bound is None else f"{float(bound):g}" for bound in (instant.low, instant.high))
    scores = low if instant.low == instant.high else f"{low},{high}"
    return scores, f"{float(100 * instant.share):.1f}"
