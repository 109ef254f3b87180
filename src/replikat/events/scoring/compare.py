"""A field: all results of one seat of one deal against each other, by the method of the event."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from replikat.errors import Breach, LawFault
from replikat.events.comparisons import Comparison
from replikat.events.result import SHARE_METHODS, STEP_METHODS, Award, Result, Score, Scoring, SittingKey
from replikat.events.schedule import Section, Side
from replikat.events.scoring.fields import points_of

PLUS_PERCENT = Fraction(10)  # an average plus is 60 percent of the top
PLUS_IMPS = Fraction(3)

Key = tuple[Section, int, Side]  # section, deal, side


def compare(results: Sequence[Result], scoring: Scoring, deals: Mapping[int, int] | None = None) -> tuple[Comparison, ...]:
    """Return the comparisons of a field in the order in which their first results are listed.

    `deals` gives the square that a disguised square is a copy of. LawFault where an award has no meaning in the method.
    """
    groups: defaultdict[Key, list[Result]] = defaultdict(list)
    deals = deals or {}
    for result in results:
        groups[result.section, deals.get(result.square, result.square), result.side].append(result)
    expected = _expected(groups, scoring)
    faults = _award_faults(results, scoring)
    if faults:
        raise LawFault(faults)
    return tuple(_compared(key, group, scoring, expected[key[0]]) for key, group in groups.items())


def wrong_sums(results: Sequence[Result], sums: Sequence[int], seats: int) -> list[tuple[int, Fraction]]:
    """Return place of the last result, and the sum, of every table whose `seats` results add up to none of `sums`."""
    tables: defaultdict[SittingKey, list[tuple[int, Score]]] = defaultdict(list)
    for place, row in enumerate(results):
        if row.made is not None:
            tables[row.sitting].append((place, row.made))
    wrong = []
    for scores in tables.values():
        found = Fraction(sum(score for _, score in scores))
        if sums and len(scores) == seats and found not in sums:
            wrong.append((scores[-1][0], found))
    return wrong


def award_points(award: Award, scoring: Scoring, top: Fraction | None) -> Fraction:
    """Return the points of a director's award on a square with this top (None: points have no top)."""
    if award.kind == "points":
        return award.value
    if scoring.method in SHARE_METHODS:
        plus = PLUS_PERCENT if scoring.plus is None else Fraction(str(scoring.plus))
        percent = {"average": Fraction(50), "average_plus": 50 + plus, "average_minus": 50 - plus}.get(award.kind, award.value)
        return (top or 0) * percent / 100
    plus = PLUS_IMPS if scoring.plus is None else Fraction(str(scoring.plus))
    return {"average_plus": plus, "average_minus": -plus}.get(award.kind, Fraction(0))


def award_fault(award: Award, scoring: Scoring) -> str:
    """Return why an award cannot be had with the method, nothing where it can."""
    if scoring.method in SHARE_METHODS:
        return ""
    if award.kind == "percent":
        return f"a percentage; the method {scoring.method} has no top, expected an average (A, A+, A-) or a result"
    if award.kind in ("average_plus", "average_minus") and scoring.plus is None and scoring.method not in STEP_METHODS:
        return f"an average plus or minus; the method {scoring.method} needs the key plus, what it gains over an average"
    return ""


def _award_faults(results: Sequence[Result], scoring: Scoring) -> list[Breach]:
    awards = ((place, row.score) for place, row in enumerate(results) if isinstance(row.score, Award))
    return [((place, "score"), fault) for place, award in awards if (fault := award_fault(award, scoring))]


def _expected(groups: Mapping[Key, Sequence[Result]], scoring: Scoring) -> dict[Section, int]:
    """Return by section how many results a square ought to have: what the event says, or the most that any has."""
    most: defaultdict[Section, int] = defaultdict(int)
    for (section, _, _), group in groups.items():
        most[section] = max(most[section], scoring.expected or 0, len(group))
    return most


def _compared(key: Key, group: Sequence[Result], scoring: Scoring, expected: int) -> Comparison:
    sign = 1 if scoring.better == "high" else -1
    scores = [sign * score for row in group if (score := row.made) is not None]
    by_rank = scoring.method == "matchpoints"
    top = Fraction(scoring.win * (expected - 1)) if by_rank and expected > 1 else None
    alone = len(scores) < (1 if top else 2)
    found: list[Fraction | None] = [None] * len(scores) if alone else [*points_of(scores, scoring, expected)]
    if len(scores) < len(group):
        plain = iter(found)
        found = []
        for row in group:
            if isinstance(row.score, Award):
                found.append(None if by_rank and top is None else award_points(row.score, scoring, top))
            else:
                found.append(None if row.score is None else next(plain))
    return Comparison(*key, tuple(group), tuple(found), top)
