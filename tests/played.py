"""Results for tests, written as short lines, and the IMP scale."""

import csv

from replikat.events.result import Result, parse_score
from support import VECTORS

IMP_SCALE = list(csv.DictReader((VECTORS / "imp_scale.csv").read_text(encoding="utf-8").splitlines()))
STEPS = tuple(int(row["difference_from"]) for row in IMP_SCALE[1:])
HEARTS = """
1 S A 5 pass1
1 W B 3 pass1
1 N C 18 pass1
1 S C 9 pass2
1 W A 4 pass2
1 N B 13 pass2
"""


def rows(text: str) -> list[Result]:
    """Return results from lines of square, seats, holders joined by +, score, and if need be table and section.

    Tables are numbered in the order in which their words first stand there.
    """
    tables: dict[str, int] = {"": 0}
    results = []
    for line in text.strip().splitlines():
        square, seats, who, score, table, section = [*line.split(), "", ""][:6]
        results.append(
            Result(
                square=int(square),
                side=tuple(seats),
                holders=tuple(who.split("+")),
                score=parse_score(score),
                table=tables.setdefault(table, len(tables)),
                section=(section,) if section else (),
            )
        )
    return results
