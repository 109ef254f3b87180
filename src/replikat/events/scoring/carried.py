"""Points that are brought along: how much they are in a ranking, and what cannot be compared."""

from collections.abc import Mapping
from fractions import Fraction

from replikat.errors import Breach, FieldPath, LawFault
from replikat.events.event import Carried
from replikat.events.result import Scoring
from replikat.events.scoring.ranking import Won
from replikat.events.scoring.victory import VICTORY_POINTS


def brought_along(
    carried: Mapping[str, float | Carried],
    scoring: Scoring,
    top: Fraction | None,
) -> dict[str, Won]:
    """Return what everybody brings along, by name.

    A ranking by means or percentages counts the boards (in matches: the matches) on which points
    were won. A plain number has none: it is a penalty, or, where points are added up, any points.

    `carried` is what the event says, `top` the most that one board of a field gives (None: no bound
    is known). LawFault, with paths in the event, for points that cannot be compared with those of
    the event.
    """
    won: dict[str, Won] = {}
    faults: list[Breach] = []
    for name, value in carried.items():
        entry = value if isinstance(value, Carried) else Carried(points=value)
        path: FieldPath = ("scoring", "carried", name)
        if fault := _key_fault(entry, scoring):
            faults.append(((*path, *fault[0]), fault[1]))
            continue
        won[name] = _won(entry, scoring, top)
        bound = won[name].top
        if bound and won[name].points > bound:
            points = f"{float(won[name].points):g} points; no more than {float(bound):g}"
            text = f"{points} can be won in so many plays, expected percent where tops were others"
            faults.append(((*path, "points"), text))
    if faults:
        raise LawFault(faults)
    return won


def _key_fault(entry: Carried, scoring: Scoring) -> Breach | None:
    """Return what is missing, or says nothing in this ranking."""
    wanted = _counts(scoring)
    for key in ("boards", "matches"):
        if getattr(entry, key) is not None and key not in wanted:
            counted = wanted[-1]
            text = f"the method {scoring.method} counts {counted}; expected the key {counted}"
            return (key,), text
    absent = [key for key in wanted if getattr(entry, key) is None]
    if entry.percent is not None:
        if scoring.method not in ("matchpoints", "board_a_match") and not scoring.victory_points:
            return ("percent",), f"the method {scoring.method} has no top; expected points"
        if absent:
            key = absent[0]
            return (), f"{entry.percent:g} percent without {key}; expected the key {key}"
        return None
    some = any(getattr(entry, key) is not None for key in wanted)
    needed = some or ((entry.points or 0) > 0 and scoring.rank_by == "mean")
    if absent and needed:
        example = ", ".join([f"points: {entry.points:g}", *(f"{key}: ..." for key in wanted)])
        none = ", ".join(f"{key}: 0" for key in wanted)
        text = f"{entry.points:g} points without their {absent[0]}; means cannot be compared"
        return (), f"{text}, expected {{{example}}}, with {none} if they are a bonus"
    return None


def _counts(scoring: Scoring) -> tuple[str, ...]:
    """Return the keys that say on how much points were won."""
    if scoring.method == "board_a_match":
        return "boards", "matches"  # its top is counted by boards, its mean by matches
    return ("matches",) if scoring.by_match else ("boards",)


def _won(entry: Carried, scoring: Scoring, top: Fraction | None) -> Won:
    boards, matches = entry.boards or 0, entry.matches or 0
    plays = matches if scoring.by_match else boards
    if scoring.victory_points:
        bound: Fraction | None = Fraction(VICTORY_POINTS * matches)
    elif scoring.method == "board_a_match":
        bound = Fraction(scoring.win * boards)
    else:
        bound = top * boards if top else None
    if entry.percent is not None:
        return Won((bound or 0) * Fraction(str(entry.percent)) / 100, plays, bound)
    points = Fraction(str(entry.points))
    loose = plays == 0 and points > 0 and scoring.rank_by == "total"
    return Won(points, plays, bound or None, points if loose else Fraction(0))
